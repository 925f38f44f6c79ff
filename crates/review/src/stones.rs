//! Facts that the rules and short reading show: captures, atari, ladders, connections, cuts, eyes, life, ko.

use goban::{Board, Color, Move, Point, PointSet, Position, Setup};
use record::Ply;
use tactics::{Limits, Outcome};

use crate::fact::{Chase, Fact, Finding};

/// Readings are many, so each is short. A chase over the whole board takes a few hundred moves.
const LADDER: Limits = Limits { nodes: 2_000, depth: 400, quiet_moves: 0, liberties: 2 };

/// After the move that was played, ataris only: what is caught then, is caught by this move.
const NET: Limits = Limits { nodes: 3_000, depth: 200, quiet_moves: 0, liberties: 4 };

/// A chase of at least this many moves is a ladder that stones elsewhere may break.
const LONG: usize = 6;

/// At most this many open ladders are watched at once.
const MOST_LADDERS: usize = 4;

/// A ladder that somebody may come back to.
struct Ladder {
    color: Color,
    stone: Point,
    outcome: Outcome,
    way: PointSet,
}

/// Gathers what happens to stones along a game.
pub(crate) struct Stones {
    before: Position,
    last: Option<Ply>,
    /// The kos that were taken and are open, the last one last: where the taken stone stood, and who took it.
    kos: Vec<(Point, Color)>,
    ladders: Vec<Ladder>,
    alive: goban::ByColor<PointSet>,
    dead: PointSet,
    left: PointSet,
}

impl Stones {
    pub(crate) fn new(start: &Position) -> Stones {
        let mut stones = Stones {
            before: start.forgetful(),
            last: None,
            kos: Vec::new(),
            ladders: Vec::new(),
            alive: goban::ByColor::default(),
            dead: PointSet::EMPTY,
            left: PointSet::EMPTY,
        };
        stones.settle(start.board());
        stones
    }

    fn settle(&mut self, board: &Board) {
        self.dead = PointSet::EMPTY;
        for color in Color::ALL {
            let life = board.unconditional_life(color);
            self.alive[color] = life.stones;
            self.dead |= life.territory & board.stones()[!color];
        }
    }

    /// The position before the next ply.
    pub(crate) fn before(&self) -> &Position {
        &self.before
    }

    /// What the ply did. `after` is the position after it.
    pub(crate) fn see(&mut self, ply: &Ply, after: &Position) -> Vec<Finding> {
        if ply.edited {
            self.start_anew(ply, after);
        }
        let mut found = Vec::new();
        let mut add = |fact: Fact| found.push(Finding::new(fact));
        if let Some(reason) = ply.illegal {
            add(Fact::Illegal { reason });
        }
        if ply.edited {
            add(Fact::Edited {});
        }
        match ply.mv {
            Move::Pass => add(Fact::Pass { ends: after.is_over() && !self.before.is_over() }),
            Move::Play(point) if ply.suicide => {
                add(Fact::Suicide { stones: ply.captured | PointSet::from(point) });
            }
            Move::Play(point) => {
                let before = std::mem::replace(&mut self.before, Position::new(after.size(), *after.rules()));
                let turn = Turn {
                    mover: ply.color,
                    point,
                    captured: ply.captured,
                    before: &before,
                    after,
                    size: after.size(),
                };
                found.extend(turn.captures_and_ko(&self.kos));
                let attack = turn.attack();
                found.extend(turn.ko_threat(self.kos.last().copied(), self.last.as_ref(), &attack));
                found.extend(attack);
                found.extend(turn.defence(&mut self.left, &self.kos));
                found.extend(turn.chains());
                found.extend(turn.eyes());
                self.ladders_far(&turn, &mut found);
                let (alive, dead) = (self.alive[ply.color], self.dead);
                self.settle(after.board());
                // Whole chains that nothing takes any more; stones added to a living chain are not news.
                let new = self.alive[ply.color] - alive - PointSet::from(point);
                let old_stones = new & before.board().stones()[ply.color];
                if old_stones.len() >= 3 {
                    found.push(Finding::new(Fact::Alive { stones: old_stones }));
                }
                let lost = (self.dead - dead) & after.board().stones()[!ply.color];
                if !lost.is_empty() {
                    found.push(Finding::new(Fact::Dead { stones: lost }));
                }
                self.watch(&found, ply.color);
                self.kos.retain(|(at, _)| after.board().is_empty(*at));
                let taken = found.iter().find_map(|finding| match finding.fact {
                    Fact::KoTaken { at, .. } => Some((at, ply.color)),
                    _ => None,
                });
                self.kos.extend(taken);
            }
        }
        if ply.mv == Move::Pass || ply.suicide {
            self.settle(after.board());
        }
        self.before = after.forgetful();
        self.last = Some(ply.clone());
        found
    }

    /// Stones came and went by hand: the board before the move is another than the one seen last.
    fn start_anew(&mut self, ply: &Ply, after: &Position) {
        let board = ply.board_before(after.board());
        let setup = Setup { to_move: ply.color, ..Setup::from(&board) };
        // A board that cannot stand is possible when an illegal move was done all the same.
        self.before = Position::from_setup(&setup, *after.rules()).unwrap_or_else(|_| after.forgetful());
        self.last = None;
        self.kos.clear();
        self.ladders.clear();
        self.left = PointSet::EMPTY;
        let board = self.before.board().clone();
        self.settle(&board);
    }

    /// Whether the move changes how a ladder ends that is somewhere else.
    fn ladders_far(&mut self, turn: &Turn<'_>, found: &mut Vec<Finding>) {
        let board = turn.after.board();
        let mut kept = Vec::new();
        for mut ladder in std::mem::take(&mut self.ladders) {
            let Some(chain) = board.chain(ladder.stone).filter(|chain| chain.color() == ladder.color) else { continue };
            if chain.n_liberties() > 2 {
                continue;
            }
            let near = chain.stones().grown().contains(turn.point);
            if !near && !ladder.way.contains(turn.point) && !ladder.way.grown().contains(turn.point) {
                kept.push(ladder);
                continue;
            }
            let Some(chase) = turn.run(turn.after, ladder.stone, ladder.color) else { continue };
            let settled = |outcome| matches!(outcome, Outcome::Captured | Outcome::Escapes);
            if chase.outcome != ladder.outcome
                && settled(chase.outcome)
                && settled(ladder.outcome)
                && !near
                && chase.line.len() >= LONG
            {
                let stones = *chain.stones();
                found.push(Finding::new(Fact::LadderTurned { color: ladder.color, stones, chase: chase.clone() }));
            }
            ladder.outcome = chase.outcome;
            ladder.way = way(&chase);
            if !ladder.way.is_empty() {
                kept.push(ladder);
            }
        }
        self.ladders = kept;
    }

    /// Long chases that were found are remembered.
    fn watch(&mut self, found: &[Finding], mover: Color) {
        for finding in found {
            let (color, stones, chase) = match &finding.fact {
                Fact::Atari { stones, chase, .. } => (!mover, stones, chase),
                Fact::Doomed { stones, chase } => (mover, stones, chase),
                _ => continue,
            };
            let Some(stone) = stones.first().filter(|_| chase.line.len() >= LONG) else { continue };
            self.ladders.retain(|ladder| !stones.contains(ladder.stone));
            self.ladders.push(Ladder { color, stone, outcome: chase.outcome, way: way(chase) });
        }
        let extra = self.ladders.len().saturating_sub(MOST_LADDERS);
        self.ladders.drain(..extra);
    }
}

fn way(chase: &Chase) -> PointSet {
    chase.line.iter().filter_map(|(_, mv)| mv.point()).collect()
}

/// A stone that was played, with the positions around it.
struct Turn<'a> {
    mover: Color,
    point: Point,
    captured: PointSet,
    before: &'a Position,
    after: &'a Position,
    size: goban::BoardSize,
}

impl Turn<'_> {
    /// The chains of a colour beside a point.
    fn chains_beside(&self, board: &Board, color: Color) -> Vec<PointSet> {
        let mut chains: Vec<PointSet> = Vec::new();
        for near in self.size.neighbors(self.point) {
            if let Some(chain) = board.chain(near).filter(|chain| chain.color() == color)
                && chains.iter().all(|known| !known.contains(near))
            {
                chains.push(*chain.stones());
            }
        }
        // The largest first; of equals the first in reading order.
        chains.sort_by_key(|stones| (std::cmp::Reverse(stones.len()), stones.first()));
        chains
    }

    fn liberties(&self, board: &Board, stones: &PointSet) -> PointSet {
        stones.first().and_then(|stone| board.chain(stone)).map_or(PointSet::EMPTY, |chain| *chain.liberties())
    }

    /// A ladder in which the owner of the chain moves first.
    fn run(&self, position: &Position, stone: Point, owner: Color) -> Option<Chase> {
        tactics::ladder(position, stone, owner, LADDER).map(Chase::from)
    }

    /// A ladder in which the attacker moves first.
    fn hunt(&self, position: &Position, stone: Point) -> Option<Chase> {
        let owner = position.board().get(stone)?;
        tactics::ladder(position, stone, !owner, LADDER).map(Chase::from)
    }

    fn captures_and_ko(&self, kos: &[(Point, Color)]) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut add = |fact: Fact| found.push(Finding::new(fact));
        let n = self.captured.len();
        let board = self.after.board();
        let is_ko = n == 1
            && board.chain(self.point).is_some_and(|chain| chain.size() == 1 && *chain.liberties() == self.captured);
        if is_ko {
            if let Some(at) = self.captured.first() {
                let back = kos.iter().any(|&(taken, by)| taken == self.point && by != self.mover);
                add(Fact::KoTaken { at, back });
            }
        } else if n > 0 {
            add(Fact::Capture { stones: self.captured });
        }
        if n == 0 && kos.iter().any(|(at, _)| *at == self.point) {
            add(Fact::KoFilled { at: self.point });
        }
        found
    }

    /// The other has just taken a ko, and this move threatens something elsewhere instead of taking back.
    fn ko_threat(&self, ko: Option<(Point, Color)>, last: Option<&Ply>, attack: &[Finding]) -> Option<Finding> {
        let (at, by) = ko?;
        let taken = last.is_some_and(|last| last.mv.point().is_some() && last.captured == PointSet::from(at));
        if !taken || by == self.mover || !self.captured.is_empty() || at == self.point {
            return None;
        }
        let threatened = attack.iter().filter_map(|finding| match &finding.fact {
            Fact::Atari { stones, .. } | Fact::Threat { stones, .. } => Some(*stones),
            _ => None,
        });
        // The stone that took the ko is in atari anyway.
        let stones = threatened.filter(|stones| !stones.grown().contains(at)).max_by_key(PointSet::len)?;
        Some(Finding::new(Fact::KoThreat { ko: at, stones }))
    }

    fn attack(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let (board, other) = (self.after.board(), !self.mover);
        let old = self.before.board();
        let beside = self.chains_beside(board, other);
        let mut in_atari: Vec<PointSet> = Vec::new();
        for stones in &beside {
            let (liberties, had) = (self.liberties(board, stones), self.liberties(old, stones));
            let Some(stone) = stones.first() else { continue };
            if let (1, Some(liberty)) = (liberties.len(), liberties.first()) {
                if had.len() == 1 {
                    continue;
                }
                let Some(chase) = self.run(self.after, stone, other) else { continue };
                in_atari.push(*stones);
                found.push(Finding::new(Fact::Atari { stones: *stones, liberty, chase }));
            } else if liberties.len() < had.len() && liberties.len() <= 3 && stones.len() >= 3 {
                let fact = Fact::Squeeze { stones: *stones, before: had.len(), after: liberties.len() };
                found.push(Finding::new(fact));
            }
        }
        if let [first, second, ..] = in_atari[..] {
            found.push(Finding::new(Fact::DoubleAtari { first, second }));
        }
        let here = PointSet::from(self.point);
        let nearby = here.grown().grown().grown() | here.grown().grown();
        let near = board.chains().filter(|chain| {
            chain.color() == other && (2..=4).contains(&chain.n_liberties()) && chain.liberties().grown().meets(&nearby)
        });
        for chain in near {
            let Some(stone) = chain.stones().first() else { continue };
            let stones = *chain.stones();
            // A chain that can take something back, or stands where it was merged, reads the same; the reader sees it.
            let caught = tactics::capture(self.after, stone, other, NET).filter(|r| r.outcome == Outcome::Captured);
            if let Some(reading) = caught {
                let was = tactics::capture(self.before, stone, other, NET);
                if was.is_some_and(|was| was.outcome == Outcome::Escapes) {
                    found.push(Finding::new(Fact::Caught { stones, chase: reading.into() }));
                }
                continue;
            }
            if chain.n_liberties() == 2
                && stones.len() >= 2
                && let Some(chase) = self.hunt(self.after, stone).filter(|chase| chase.outcome == Outcome::Captured)
                && self.hunt(self.before, stone).is_some_and(|was| was.outcome == Outcome::Escapes)
            {
                found.push(Finding::new(Fact::Threat { stones, chase }));
            }
        }
        found
    }

    fn defence(&self, mentioned: &mut PointSet, kos: &[(Point, Color)]) -> Vec<Finding> {
        let mut found = Vec::new();
        let (old, board, mover) = (self.before.board(), self.after.board(), self.mover);
        *mentioned &= board.stones()[mover] | board.stones()[!mover];
        let here = PointSet::from(self.point) | self.captured;
        let nearby = here.grown().grown();
        for chain in old.chains().filter(|chain| chain.color() == mover && chain.n_liberties() <= 2) {
            let (Some(stone), stones) = (chain.stones().first(), *chain.stones()) else { continue };
            let Some(now) = board.chain(stone) else { continue };
            let touched = stones.grown().meets(&here) || chain.liberties().grown().meets(&nearby);
            if chain.in_atari() {
                if now.n_liberties() == 1 && !now.stones().contains(self.point) {
                    // Left where it is. Worth a word once, if it could have been saved.
                    let could = self.run(self.before, stone, mover).is_some_and(|c| c.outcome == Outcome::Escapes);
                    // In a ko the stone that took it stands in atari as a matter of course.
                    if let Some(liberty) = now.liberties().first()
                        && could
                        && !mentioned.meets(&stones)
                        && !kos.iter().any(|(at, _)| *at == liberty)
                    {
                        *mentioned |= stones;
                        found.push(Finding::new(Fact::Left { stones, liberty }));
                    }
                    continue;
                }
                let Some(chase) = self.hunt(self.after, stone) else { continue };
                match chase.outcome {
                    Outcome::Escapes if now.n_liberties() > 1 => {
                        found.push(Finding::new(Fact::Saved { stones, atari: true, liberties: now.n_liberties() }));
                    }
                    Outcome::Captured if now.stones().contains(self.point) && now.size() > stones.len() => {
                        let fact = Fact::Doomed { stones: *now.stones(), chase };
                        found.push(Finding::scaled(fact, stones.len() as f64));
                    }
                    _ => {}
                }
            } else if touched {
                let threatened = self.hunt(self.before, stone).is_some_and(|was| was.outcome == Outcome::Captured);
                if threatened && self.hunt(self.after, stone).is_some_and(|now| now.outcome == Outcome::Escapes) {
                    found.push(Finding::new(Fact::Saved { stones, atari: false, liberties: now.n_liberties() }));
                }
            }
        }
        if let Some(chain) = board.chain(self.point)
            && chain.in_atari()
            && self.captured.is_empty()
            && let Some(liberty) = chain.liberties().first()
        {
            let stones = *chain.stones();
            found.push(Finding::new(match self.snapback(liberty) {
                Some(taken) => Fact::Snapback { bait: self.point, stones: taken },
                None => Fact::SelfAtari { stones, liberty },
            }));
        }
        found
    }

    /// What the mover takes back at once if the other takes the stone that was just played.
    fn snapback(&self, liberty: Point) -> Option<PointSet> {
        let mut position = self.after.forgetful();
        position.play_as(!self.mover, liberty).ok()?;
        let board = position.board();
        if !board.is_empty(self.point) || position.check_as(self.mover, self.point).is_err() {
            return None;
        }
        let taken = board.would_capture(self.mover, self.point);
        (taken.len() >= 2 && taken.contains(liberty)).then_some(taken)
    }

    fn chains(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let (old, board, mover) = (self.before.board(), self.after.board(), self.mover);
        let own = self.chains_beside(old, mover);
        match own[..] {
            [] => {}
            [stones] => {
                let (before, after) = (self.liberties(old, &stones).len(), self.liberties(board, &stones).len());
                let line = self.size.edge_distance(self.point) + 1;
                let from = self
                    .size
                    .neighbors(self.point)
                    .filter(|near| stones.contains(*near))
                    .map(|near| self.size.edge_distance(near) + 1)
                    .max()
                    .unwrap_or(line);
                found.push(Finding::new(Fact::Extend { stones, before, after, line, from }));
            }
            [first, second, ..] => {
                found.push(Finding::new(Fact::Connect { first, second, chains: own.len() }));
            }
        }
        let others = self.chains_beside(old, !mover);
        // The two largest chains that this point would have joined and nothing else beside it does.
        for (i, first) in others.iter().enumerate() {
            let second = others[i + 1..].iter().find(|second| {
                let common = self.liberties(old, first) & self.liberties(old, second);
                common == PointSet::from(self.point) && !second.meets(&self.captured) && !first.meets(&self.captured)
            });
            if let Some(second) = second {
                found.push(Finding::new(Fact::Cut { first: *first, second: *second }));
                break;
            }
        }
        found
    }

    fn eyes(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let (old, board, mover) = (self.before.board(), self.after.board(), self.mover);
        let made = board.eyes(mover) - old.eyes(mover);
        if !made.is_empty() {
            // Where a stone has just come off there is nearly always an eye.
            let new = if made.is_subset(&self.captured) { 0.0 } else { 1.0 };
            found.push(Finding::scaled(Fact::EyesMade { eyes: made }, new));
        }
        let taken = old.eyes(!mover) - board.eyes(!mover);
        if !taken.is_empty() {
            found.push(Finding::new(Fact::EyesTaken { eyes: taken }));
        }
        found
    }
}
