//! Who judges positions: our own search, or an engine. Chance to win, lead, owners and lines of play of every position, as far as it gets.

mod memory;
mod own;
mod positions;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::{Dialect, EngineError, Gtp, Katago, Limits, Program, Query};
use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::Judgement;

pub use memory::Memory;
use own::OWN;
pub(crate) use own::chance;
pub use own::{Gradual, Looking, Purpose, Watched};
pub use positions::Positions;
use positions::{Stretch, mix};

use crate::Judged;

/// So many positions are asked of an engine at once; between them it can be told to stop.
const AT_ONCE: usize = 16;

enum Judge {
    Json(Katago),
    Gtp(Gtp, Dialect),
    Own(Looking),
}

/// Somebody to ask: our own search, or an engine.
pub struct Oracle {
    judge: Judge,
    name: String,
    /// What it is called where its judgements are kept.
    key: String,
    visits: u32,
    limits: Limits,
    memory: Memory,
    stop: Arc<AtomicBool>,
    /// What a GTP engine has before it.
    shown: Option<u64>,
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
        Oracle::start_stoppable(command, visits, limits, Arc::default())
    }

    /// Like [`start`](Oracle::start), with a flag: once it is set nobody is asked any more, and nobody is waited for.
    ///
    /// # Errors
    /// As there.
    pub fn start_stoppable(
        command: &str,
        visits: u32,
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> Result<Oracle, EngineError> {
        let program = Program::parse(command)?;
        let json = program.words.iter().skip(1).any(|word| word == "analysis" || word == "--json");
        let (judge, name) = if json {
            let file = program.words.first().map_or("engine", |word| word.rsplit(['/', '\\']).next().unwrap_or(word));
            (Judge::Json(Katago::start_stoppable(&program, limits, Some(Arc::clone(&stop)))?), file.to_string())
        } else {
            let gtp = Gtp::start_stoppable(&program, limits, Some(Arc::clone(&stop)))?;
            let Some(dialect) = Dialect::of(&gtp) else {
                let message =
                    "the engine knows neither kata-analyze nor lz-analyze nor the commands of GNU Go".to_string();
                gtp.quit();
                return Err(EngineError::Refused { command: "kata-analyze".to_string(), message });
            };
            let name = gtp.name().to_string();
            (Judge::Gtp(gtp, dialect), name)
        };
        // Another command, or more visits, may say something else.
        let key = format!("{command} ({visits} visits)");
        Ok(Oracle { judge, name, key, visits, limits, memory: Memory::default(), stop, shown: None })
    }

    /// Our own search.
    #[must_use]
    pub fn looking(looking: Looking) -> Oracle {
        let key = looking.key();
        let (memory, limits) = (Memory::of(&key, ""), Limits::default());
        let name = OWN.to_string();
        Oracle { judge: Judge::Own(looking), name, key, visits: 0, limits, memory, stop: Arc::default(), shown: None }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is our own search.
    #[must_use]
    pub fn is_own(&self) -> bool {
        matches!(self.judge, Judge::Own(_))
    }

    /// Gives it what was said before: lines as [`take_new`](Oracle::take_new) gives them. Those of others are skipped.
    #[must_use]
    pub fn remembering(mut self, lines: &str) -> Oracle {
        self.memory = Memory::of(&self.key, lines);
        self
    }

    /// Stops our own search as soon as this is set, and an engine after what it was asked; what was said until then stays.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Oracle {
        self.stop = stop;
        self
    }

    /// What was said since this was last asked, as lines of a file without their ends.
    pub fn take_new(&mut self) -> Vec<String> {
        self.memory.take_new()
    }

    /// Judges positions; `each` hears of every one by its index. What is known already is not asked again. An engine that
    /// dies is started once more; what it said until then stays.
    ///
    /// # Errors
    /// When it fails twice.
    pub fn judge(&mut self, positions: &Positions, each: &mut dyn FnMut(usize, Judgement)) -> Result<(), EngineError> {
        let mut open = positions.wanted.clone();
        for stretch in &positions.stretches {
            for turn in 0..=stretch.steps.len() {
                let ply = stretch.at + turn;
                let known = self.memory.get(self.key_of(positions, stretch, turn));
                if let Some(judgement) = known.filter(|_| positions.wanted[ply]) {
                    each(ply, judgement);
                    open[ply] = false;
                }
            }
        }
        let first = self.ask(positions, &mut open, each);
        match first {
            // Whoever stopped it knows.
            Err(EngineError::Stopped) => Ok(()),
            Err(error) if !error.is_refusal() && open.iter().any(|open| *open) => {
                self.restart()?;
                self.ask(positions, &mut open, each)
            }
            result => result,
        }
    }

    /// The same with so many visits a position, and nothing of it is kept: for whoever asks about game after game.
    ///
    /// # Errors
    /// As there.
    pub fn judge_anew(
        &mut self,
        positions: &Positions,
        visits: u32,
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), EngineError> {
        let before = std::mem::replace(&mut self.visits, visits);
        self.shown = None;
        let done = self.judge(positions, each);
        self.visits = before;
        self.memory = Memory::of(&self.key, "");
        done
    }

    /// Judges positions for whoever wants to know who is ahead: what our own search says of that is set right by learned owners. They name the winner more often than the
    /// games of a search do; what a move cost is read from the games.
    ///
    /// # Errors
    /// When it fails twice.
    pub fn outlook(
        &mut self,
        positions: &Positions,
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), EngineError> {
        let own = match &self.judge {
            Judge::Own(looking) => Some(looking.prior.clone()),
            _ => None,
        };
        self.judge(positions, &mut |ply, said| match &own {
            Some(prior) => each(ply, positions.outlook(ply, prior.as_ref(), said)),
            None => each(ply, said),
        })
    }

    /// By what a judgement is kept. Our own search also looks at the way to a position.
    fn key_of(&self, positions: &Positions, stretch: &Stretch, turn: usize) -> u64 {
        let key = positions.keys[stretch.at + turn];
        if self.is_own() { mix([key, stretch.way(turn)]) } else { key }
    }

    fn restart(&mut self) -> Result<(), EngineError> {
        match &mut self.judge {
            Judge::Json(katago) => katago.restart(),
            Judge::Gtp(gtp, _) => gtp.restart(),
            Judge::Own(_) => Ok(()),
        }
    }

    fn ask(
        &mut self,
        positions: &Positions,
        open: &mut [bool],
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), EngineError> {
        let turns = |stretch: &Stretch, open: &[bool]| -> Vec<usize> {
            (0..=stretch.steps.len()).filter(|turn| open[stretch.at + turn]).collect()
        };
        let asked: Vec<(&Stretch, usize)> = positions
            .stretches
            .iter()
            .flat_map(|stretch| turns(stretch, open).into_iter().map(move |turn| (stretch, turn)))
            .collect();
        let keys: Vec<(usize, u64, Option<Move>)> = asked
            .iter()
            .map(|(stretch, turn)| {
                let played = stretch.steps.get(*turn).map(|(ply, _)| ply.mv);
                (stretch.at + turn, self.key_of(positions, stretch, *turn), played)
            })
            .collect();
        let Oracle { judge, memory, visits, limits, stop, .. } = self;
        let mut hear = |ply: usize, judgement: Judgement| {
            let Some(open) = open.get_mut(ply).filter(|open| **open) else { return };
            let Some((_, key, played)) = keys.iter().find(|(number, ..)| *number == ply) else { return };
            *open = false;
            each(ply, memory.learn(*key, &judgement, *played));
        };
        if let Judge::Own(looking) = judge {
            looking.judge(&asked, stop, &mut hear);
            return Ok(());
        }
        for chunk in asked.chunk_by(|(a, _), (b, _)| a.at == b.at).flat_map(|stretch| stretch.chunks(AT_ONCE)) {
            let Some((stretch, _)) = chunk.first().filter(|_| !stop.load(Ordering::Relaxed)) else { break };
            let turns: Vec<usize> = chunk.iter().map(|(_, turn)| *turn).collect();
            match judge {
                Judge::Own(_) => {}
                Judge::Json(katago) => {
                    katago.analyze(&query(stretch, turns, *visits), &mut |analysis| {
                        hear(stretch.at + analysis.turn, analysis.judgement(stretch.start.size()));
                    })?;
                }
                Judge::Gtp(gtp, dialect) => {
                    let size = stretch.start.size();
                    let mut judge = |gtp: &mut Gtp, next| dialect.ask(gtp, size, next, *visits, limits.answer);
                    talk(gtp, stretch, &turns, &mut judge, &mut hear)?;
                }
            }
        }
        Ok(())
    }

    /// Lets an engine look at the position after so many moves, with more and more visits, up to so many. `each` hears what it thinks
    /// so far, and says whether it goes on. An engine that died before is started again. Our own search says nothing here: see
    /// [`Looking::watch`].
    ///
    /// # Errors
    /// When it fails or refuses.
    pub fn watch(
        &mut self,
        positions: &Positions,
        ply: usize,
        visits: u32,
        each: &mut dyn FnMut(Judgement) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        match self.watch_once(positions, ply, visits, each) {
            Err(EngineError::NotRunning) => {
                self.shown = None;
                self.restart()?;
                self.watch_once(positions, ply, visits, each)
            }
            result => result,
        }
    }

    fn watch_once(
        &mut self,
        positions: &Positions,
        ply: usize,
        visits: u32,
        each: &mut dyn FnMut(Judgement) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let Some(stretch) = positions.stretches.iter().rfind(|stretch| stretch.at <= ply) else { return Ok(()) };
        let turn = ply - stretch.at;
        let size = stretch.start.size();
        match &mut self.judge {
            Judge::Own(_) => Ok(()),
            Judge::Json(katago) => katago.analyze(&query(stretch, vec![turn], visits), &mut |analysis| {
                let _ = each(analysis.judgement(size));
            }),
            Judge::Gtp(gtp, dialect) => {
                let shown = mix([positions.keys[ply], stretch.way(turn)]);
                let limit = self.limits.answer;
                let mut watch =
                    |gtp: &mut Gtp, next| dialect.watch(gtp, size, next, visits, limit, each).map(|()| None);
                if self.shown == Some(shown) && gtp.is_running() {
                    return watch(gtp, stretch.to_move(turn)).map(drop);
                }
                self.shown = None;
                talk(gtp, stretch, &[turn], &mut watch, &mut |_, _| {})?;
                self.shown = Some(shown);
                Ok(())
            }
        }
    }

    /// Looks at all positions, and waits.
    ///
    /// # Errors
    /// When an engine fails twice.
    pub fn judged(&mut self, positions: &Positions) -> Result<Judged, EngineError> {
        let mut said = vec![None; positions.len()];
        self.judge(positions, &mut |at, judgement| said[at] = Some(judgement))?;
        Ok(Judged { judge: self.name().to_string(), own: self.is_own(), positions: said })
    }

    /// Ends the engine, if it is one.
    pub fn quit(self) {
        match self.judge {
            Judge::Json(katago) => katago.quit(),
            Judge::Gtp(gtp, _) => gtp.quit(),
            Judge::Own(_) => {}
        }
    }
}

/// What KataGo is asked about positions of a stretch.
fn query(stretch: &Stretch, turns: Vec<usize>, visits: u32) -> Query {
    Query {
        stones: stretch.start.board().stones().map(|stones| stones.iter().collect()),
        first: stretch.start.to_move(),
        turns,
        visits: Some(visits),
        ownership: true,
        ..Query::game(stretch.start.size(), *stretch.start.rules(), stretch.moves().collect())
    }
}

/// Asks a GTP engine about the position before it, in which a side is to move.
type Ask<'j> = dyn FnMut(&mut Gtp, Color) -> Result<Option<Judgement>, EngineError> + 'j;

/// Plays a stretch on a GTP engine and lets it look at the positions that are wanted.
fn talk(
    gtp: &mut Gtp,
    stretch: &Stretch,
    turns: &[usize],
    judge: &mut Ask<'_>,
    hear: &mut dyn FnMut(usize, Judgement),
) -> Result<(), EngineError> {
    let size = stretch.start.size();
    gtp.set_up(size, stretch.start.rules())?;
    for (color, stones) in stretch.start.board().stones().iter() {
        for point in stones {
            gtp.play(size, color, Move::Play(point))?;
        }
    }
    let mut moves = stretch.moves();
    for turn in 0..=turns.last().copied().unwrap_or(0) {
        if turn > 0
            && let Some((color, mv)) = moves.next()
        {
            gtp.play(size, color, mv)?;
        }
        if turns.contains(&turn)
            && let Some(judgement) = judge(gtp, stretch.to_move(turn))?
        {
            hear(stretch.at + turn, judgement);
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
