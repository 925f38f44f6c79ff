//! An engine as an oracle: win rate, lead and ownership of every position, as far as it gets.

use std::collections::HashMap;

use engine::{Dialect, EngineError, Gtp, Katago, Limits, Program, Query};
use goban::{BoardSize, ByColor, Color, Move, Point, PointSet, Position, Rules};
use model::{Candidate, Judgement};
use serde::{Deserialize, Serialize};

use crate::Replayed;

/// The positions of a line, as an engine can be asked about them: stretches in which only legal moves change the board.
#[derive(Clone, Debug)]
pub struct Positions {
    size: BoardSize,
    rules: Rules,
    stretches: Vec<Stretch>,
    keys: Vec<u64>,
    wanted: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Stretch {
    /// The number of the ply after which it begins.
    at: usize,
    stones: ByColor<PointSet>,
    first: Color,
    moves: Vec<(Color, Move)>,
}

impl Positions {
    /// The start of a line and the positions after its moves.
    #[must_use]
    pub fn of(line: &Replayed<'_>) -> Positions {
        let begin = |at: usize, position: &Position| Stretch {
            at,
            stones: *position.board().stones(),
            first: position.to_move(),
            moves: Vec::new(),
        };
        let mut stretches = vec![begin(0, line.start())];
        let mut keys = vec![key(line.start())];
        for (ply, position) in line.steps() {
            keys.push(key(position));
            if ply.edited || ply.illegal.is_some() {
                stretches.push(begin(ply.number, position));
            } else if let Some(stretch) = stretches.last_mut() {
                stretch.moves.push((ply.color, ply.mv));
            }
        }
        let wanted = vec![true; keys.len()];
        let game = line.game();
        Positions { size: game.size(), rules: game.rules(), stretches, keys, wanted }
    }

    /// The same line, of which only some positions are to be judged, by the number of moves before them.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(usize) -> bool) -> Positions {
        self.wanted.iter_mut().enumerate().for_each(|(ply, is)| *is = wanted(ply));
        self
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none; there is always the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// What tells positions apart for an engine: the stones, who moves, what ko forbids, and how it is counted.
fn key(position: &Position) -> u64 {
    let rules = position.rules();
    let ko = position.ko().map_or(0, |point| position.size().index(point) as u64 + 1);
    let parts = [
        position.board().hash(),
        position.size().get() as u64,
        u64::from(position.to_move() == Color::White),
        ko,
        rules.komi.to_bits(),
        rules.scoring as u64,
    ];
    parts
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, part| (hash ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17))
}

/// What an engine said, kept by position.
#[derive(Default, Debug)]
pub struct Memory {
    known: HashMap<u64, Judgement>,
    new: Vec<u64>,
}

/// A judgement as a line of a file.
#[derive(Serialize, Deserialize)]
struct MemoryLine {
    engine: String,
    key: String,
    win: Option<f64>,
    lead: Option<f64>,
    best: Option<(usize, usize)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<(usize, usize)>,
    #[serde(default)]
    pass: bool,
    #[serde(default)]
    own: Option<Vec<i8>>,
}

impl Memory {
    /// What this engine said before, out of the lines that [`Memory::lines`] gave. Lines of others and damaged ones are
    /// skipped.
    #[must_use]
    pub fn from_lines(engine: &str, text: &str) -> Memory {
        let mut memory = Memory::default();
        // A point is the same on every board that has it.
        let Some(size) = BoardSize::new(BoardSize::MAX) else { return memory };
        for line in text.lines() {
            let Ok(line) = serde_json::from_str::<MemoryLine>(line) else { continue };
            let Ok(key) = u64::from_str_radix(&line.key, 16) else { continue };
            if line.engine != engine {
                continue;
            }
            let at = |(column, row): (usize, usize)| size.point(column, row).map(Move::Play);
            let best = line.best.and_then(at).or(line.pass.then_some(Move::Pass));
            // The best of all comes first; lines of old have it among the others too.
            let others = line.candidates.into_iter().filter_map(at).filter(|mv| Some(*mv) != best);
            let judgement = Judgement {
                black_wins: line.win,
                black_leads: line.lead,
                ownership: line.own.map(|own| own.iter().map(|value| f64::from(*value) / 100.0).collect()),
                candidates: best.into_iter().chain(others).map(Candidate::from).collect(),
                ..Judgement::default()
            };
            memory.known.insert(key, judgement);
        }
        memory
    }

    /// What was learned since, a line each.
    #[must_use]
    pub fn lines(&self, engine: &str) -> String {
        let mut text = String::new();
        for key in &self.new {
            let Some(judgement) = self.known.get(key) else { continue };
            let line = MemoryLine {
                engine: engine.to_string(),
                key: format!("{key:016x}"),
                win: judgement.black_wins,
                lead: judgement.black_leads,
                best: judgement.best().and_then(|mv| mv.point()).map(coordinates),
                candidates: judgement.points().map(coordinates).collect(),
                pass: judgement.best() == Some(Move::Pass),
                own: judgement
                    .ownership
                    .as_ref()
                    .map(|values| values.iter().map(|value| (value * 100.0).round() as i8).collect()),
            };
            if let Ok(line) = serde_json::to_string(&line) {
                text.push_str(&line);
                text.push('\n');
            }
        }
        text
    }

    fn learn(&mut self, key: u64, judgement: Judgement) {
        self.known.insert(key, judgement);
        self.new.push(key);
    }
}

fn coordinates(point: Point) -> (usize, usize) {
    (point.column(), point.row())
}

enum Engine {
    Json(Katago),
    Gtp(Gtp, Dialect),
}

/// An engine to ask.
pub struct Oracle {
    engine: Engine,
    name: String,
    visits: u32,
    limits: Limits,
    memory: Memory,
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Oracle {
    /// Starts an engine: one that speaks KataGo's JSON protocol if its command says `analysis` or `--json`, otherwise one that
    /// speaks GTP and knows `kata-analyze`, `lz-analyze` or the commands of GNU Go.
    ///
    /// # Errors
    /// When it does not start, or can neither.
    pub fn start(command: &str, visits: u32, limits: Limits) -> Result<Oracle, EngineError> {
        let program = Program::parse(command)?;
        let json = program.words.iter().skip(1).any(|word| word == "analysis" || word == "--json");
        let (engine, name) = if json {
            let file = program.words.first().map_or("engine", |word| word.rsplit(['/', '\\']).next().unwrap_or(word));
            (Engine::Json(Katago::start(&program, limits)?), file.to_string())
        } else {
            let gtp = Gtp::start(&program, limits)?;
            let Some(dialect) = Dialect::of(&gtp) else {
                let message =
                    "the engine knows neither kata-analyze nor lz-analyze nor the commands of GNU Go".to_string();
                gtp.quit();
                return Err(EngineError::Refused { command: "kata-analyze".to_string(), message });
            };
            let name = gtp.name().to_string();
            (Engine::Gtp(gtp, dialect), name)
        };
        Ok(Oracle { engine, name, visits, limits, memory: Memory::default() })
    }

    /// The name of the engine.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives it what it said before.
    #[must_use]
    pub fn remembering(mut self, memory: Memory) -> Oracle {
        self.memory = memory;
        self
    }

    /// What it said, now and before.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Judges positions; `each` hears of every one by its index. What is known already is not asked again. An engine that
    /// dies is started once more; what it said until then stays.
    ///
    /// # Errors
    /// When it fails twice.
    pub fn judge(&mut self, positions: &Positions, each: &mut dyn FnMut(usize, Judgement)) -> Result<(), EngineError> {
        let mut open = positions.wanted.clone();
        for (ply, key) in positions.keys.iter().enumerate().filter(|(ply, _)| positions.wanted[*ply]) {
            if let Some(judgement) = self.memory.known.get(key) {
                each(ply, judgement.clone());
                open[ply] = false;
            }
        }
        let first = self.ask(positions, &mut open, each);
        match first {
            Err(error) if !error.is_refusal() && open.iter().any(|open| *open) => {
                self.restart()?;
                self.ask(positions, &mut open, each)
            }
            result => result,
        }
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        match &mut self.engine {
            Engine::Json(katago) => katago.restart(),
            Engine::Gtp(gtp, _) => gtp.restart(),
        }
    }

    fn ask(
        &mut self,
        positions: &Positions,
        open: &mut [bool],
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), EngineError> {
        let Oracle { engine, memory, visits, limits, .. } = self;
        for stretch in &positions.stretches {
            let turns: Vec<usize> = (0..=stretch.moves.len()).filter(|turn| open[stretch.at + turn]).collect();
            if turns.is_empty() {
                continue;
            }
            let mut hear = |turn: usize, judgement: Judgement| {
                let ply = stretch.at + turn;
                if let Some(open) = open.get_mut(ply).filter(|open| **open) {
                    *open = false;
                    memory.learn(positions.keys[ply], judgement.clone());
                    each(ply, judgement);
                }
            };
            match engine {
                Engine::Json(katago) => {
                    let query = Query {
                        stones: stretch.stones.map(|stones| stones.iter().collect()),
                        first: stretch.first,
                        turns,
                        visits: Some(*visits),
                        ownership: true,
                        ..Query::game(positions.size, positions.rules, stretch.moves.clone())
                    };
                    katago.analyze(&query, &mut |analysis| {
                        hear(analysis.turn, analysis.judgement(positions.size));
                    })?;
                }
                Engine::Gtp(gtp, dialect) => {
                    let mut judge =
                        |gtp: &mut Gtp, next| dialect.ask(gtp, positions.size, next, *visits, limits.answer);
                    talk(gtp, positions, stretch, &turns, &mut judge, &mut hear)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the engine.
    pub fn quit(self) {
        match self.engine {
            Engine::Json(katago) => katago.quit(),
            Engine::Gtp(gtp, _) => gtp.quit(),
        }
    }
}

/// Asks a GTP engine about the position before it, in which a side is to move.
type Judge<'j> = dyn FnMut(&mut Gtp, Color) -> Result<Option<Judgement>, EngineError> + 'j;

/// Plays a stretch on a GTP engine and lets it look at the positions that are wanted.
fn talk(
    gtp: &mut Gtp,
    positions: &Positions,
    stretch: &Stretch,
    turns: &[usize],
    judge: &mut Judge<'_>,
    hear: &mut dyn FnMut(usize, Judgement),
) -> Result<(), EngineError> {
    let size = positions.size;
    gtp.set_up(size, &positions.rules)?;
    for color in Color::ALL {
        for point in &stretch.stones[color] {
            gtp.play(size, color, Move::Play(point))?;
        }
    }
    for turn in 0..=stretch.moves.len() {
        if turn > 0 {
            let (color, mv) = stretch.moves[turn - 1];
            gtp.play(size, color, mv)?;
        }
        if !turns.contains(&turn) {
            continue;
        }
        let next = stretch
            .moves
            .get(turn)
            .map_or_else(|| stretch.moves.last().map_or(stretch.first, |(color, _)| !*color), |(color, _)| *color);
        if let Some(judgement) = judge(gtp, next)? {
            hear(turn, judgement);
        }
    }
    Ok(())
}

/// The points that an engine gives to each side with more than even certainty.
pub(crate) fn expected(judgement: &Judgement, size: BoardSize) -> Option<ByColor<PointSet>> {
    let values = judgement.ownership.as_ref()?;
    Some(ByColor::new(|color| {
        let is = |(point, value): (Point, &f64)| (color.sign() * value > 0.5).then_some(point);
        size.points().zip(values).filter_map(is).collect()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_goes_through_a_file() {
        let mut memory = Memory::default();
        let judgement = Judgement {
            black_wins: Some(0.25),
            black_leads: Some(-3.5),
            ownership: Some(vec![0.5; 81]),
            candidates: [Move::Pass]
                .into_iter()
                .chain(BoardSize::NINE.points().take(2).map(Move::Play))
                .map(Candidate::from)
                .collect(),
            ..Judgement::default()
        };
        memory.learn(7, judgement.clone());
        let text = format!("damaged\n{}", memory.lines("katago"));
        assert_eq!(Memory::from_lines("katago", &text).known.get(&7), Some(&judgement));
        assert!(Memory::from_lines("other", &text).known.is_empty());
    }

    #[test]
    fn moves_by_hand_begin_a_stretch() {
        let game = sgf::read(b"(;SZ[9];B[ee];W[ge];AB[aa];B[cc];W[cc])").games.remove(0);
        let positions = Positions::of(&Replayed::new(&game, &game.main_line(), None).unwrap());
        let stretches: Vec<(usize, usize)> = positions.stretches.iter().map(|s| (s.at, s.moves.len())).collect();
        assert_eq!((positions.len(), stretches), (5, vec![(0, 2), (3, 0), (4, 0)]));
    }
}
