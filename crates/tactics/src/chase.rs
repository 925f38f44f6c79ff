//! The chase once more, for those who ask many times in every position: only whether it works, on a bare board, without a
//! line of play and without ko.

use goban::{Board, Color, Point, PointSet};

/// Reads plain ladders, and keeps the boards it needs for that.
///
/// [`ladder`](crate::ladder) is the careful reader, which tries every atari. This one gives atari only from the side that
/// leaves less room, and sees a ko as if everybody might retake it at once: what it says is taken is taken, or a ko.
///
/// ```
/// use goban::{Color, Diagram};
/// use tactics::Chase;
/// let setup = Diagram::parse("
///     . . . . .
///     . X X . .
///     X O . . .
///     . X . . .
///     . . . . .").unwrap();
/// let target = setup.size.parse_vertex("B3").unwrap();
/// assert!(Chase::default().works(&setup.board().unwrap(), target, Color::White));
/// ```
#[derive(Default)]
pub struct Chase {
    boards: Vec<Board>,
    nodes: usize,
}

/// Most moves in a row: the search calls itself once for every move.
const DEPTH: usize = 200;
/// Most moves tried in all.
const NODES: usize = 2_000;

impl Chase {
    /// Whether the chain on `target` is taken by atari after atari when `first` moves first; false where there is no stone.
    /// A chain with more than two liberties, or two and the move, is not taken so.
    pub fn works(&mut self, board: &Board, target: Point, first: Color) -> bool {
        let Some(chain) = board.chain(target) else { return false };
        if chain.n_liberties() > 2 || (chain.n_liberties() == 2 && chain.color() == first) {
            return false;
        }
        let owner = chain.color();
        // Most chains with two liberties are seen to get away at a glance.
        if chain.n_liberties() == 2 && ataris(board, owner, chain.liberties()).into_iter().flatten().next().is_none() {
            return false;
        }
        self.begin(board);
        if owner == first { self.run(0, target, owner) } else { self.attack(0, target, owner) }
    }

    /// Whether the chain on `target` is taken after the attacker has played on `point`, one of its liberties; false where
    /// another leaves it less room.
    pub fn works_by(&mut self, board: &Board, target: Point, point: Point) -> bool {
        let Some(chain) = board.chain(target) else { return false };
        let owner = chain.color();
        if !chain.liberties().contains(point)
            || (chain.n_liberties() == 2 && !ataris(board, owner, chain.liberties()).contains(&Some(point)))
        {
            return false;
        }
        self.begin(board);
        !self.boards[0].place(!owner, point).suicide && self.run(0, target, owner)
    }

    fn begin(&mut self, board: &Board) {
        self.nodes = 0;
        self.put(0, board);
    }

    fn put(&mut self, level: usize, board: &Board) {
        match self.boards.get_mut(level) {
            Some(kept) => kept.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// A board on which the next try may be played: the same one for the last try, a copy before.
    fn board_for(&mut self, level: usize, is_last: bool) -> usize {
        if is_last {
            return level;
        }
        let (kept, above) = self.boards.split_at_mut(level + 1);
        match above.first_mut() {
            Some(copy) => copy.clone_from(&kept[level]),
            None => {
                let copy = kept[level].clone();
                self.boards.push(copy);
            }
        }
        level + 1
    }

    fn is_spent(&mut self) -> bool {
        self.nodes += 1;
        self.nodes > NODES
    }

    /// The attacker moves. The board of this level is used up.
    fn attack(&mut self, level: usize, target: Point, owner: Color) -> bool {
        let board = &self.boards[level];
        let Some(chain) = board.chain(target) else { return true };
        if chain.n_liberties() != 2 {
            return chain.n_liberties() < 2;
        }
        let tries = ataris(board, owner, chain.liberties());
        let n = tries.iter().flatten().count();
        for (i, at) in tries.into_iter().flatten().enumerate() {
            if self.is_spent() || level >= DEPTH {
                return false;
            }
            let level = self.board_for(level, i + 1 == n);
            if !self.boards[level].place(!owner, at).suicide && self.run(level, target, owner) {
                return true;
            }
        }
        false
    }

    /// The owner of the chain moves, in atari. The board of this level is used up.
    fn run(&mut self, level: usize, target: Point, owner: Color) -> bool {
        let board = &self.boards[level];
        let Some(chain) = board.chain(target) else { return true };
        if chain.n_liberties() > 1 {
            return false;
        }
        let mut tries = *chain.liberties();
        let mut around = chain.stones().grown() & board.stones()[!owner];
        while let Some(rival) = around.first().and_then(|stone| board.chain(stone)) {
            around -= *rival.stones();
            if rival.in_atari() {
                tries |= *rival.liberties();
            }
        }
        let n = tries.len();
        for (i, at) in tries.iter().enumerate() {
            if self.is_spent() || level >= DEPTH {
                return false;
            }
            let level = self.board_for(level, i + 1 == n);
            let placed = self.boards[level].place(owner, at);
            if placed.suicide {
                continue;
            }
            match self.boards[level].chain(target).map_or(0, |chain| chain.n_liberties()) {
                0 | 1 => {}
                2 if self.attack(level, target, owner) => {}
                _ => return false,
            }
        }
        true
    }
}

/// The ataris at a chain with two liberties that leave it less room than the other would, or both where that is the same;
/// none after which it could extend to three liberties at once.
fn ataris(board: &Board, owner: Color, liberties: &PointSet) -> [Option<Point>; 2] {
    let mut both = liberties.iter();
    let (Some(a), Some(b)) = (both.next(), both.next()) else { return [None; 2] };
    let [after_a, after_b] = [b, a].map(|extension| room(board, owner, liberties, extension));
    let least = after_a.min(after_b);
    [(a, after_a), (b, after_b)].map(|(at, room)| (room == least && room < 3).then_some(at))
}

/// How many liberties a chain with two would have after it has extended to one of them, the other being taken.
fn room(board: &Board, owner: Color, liberties: &PointSet, extension: Point) -> usize {
    let mut reached = PointSet::EMPTY;
    for near in board.size().neighbors(extension) {
        match board.chain(near) {
            None => drop(reached.insert(near)),
            Some(chain) if chain.color() == owner => reached |= *chain.liberties(),
            Some(_) => {}
        }
    }
    (reached - *liberties).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Outcome, ladder};
    use goban::{BoardSize, Position, Rules};

    /// Every chain of some games of pseudo-random moves, read by both.
    #[test]
    fn what_it_takes_the_careful_reader_takes_too() {
        let mut chase = Chase::default();
        let (mut taken, mut missed) = (0, 0);
        for seed in 1..40u64 {
            let mut state = seed;
            let mut position = Position::new(BoardSize::NINE, Rules::JAPANESE);
            for _ in 0..60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let free = position.legal_points();
                if let Some(point) = free.iter().nth((state >> 33) as usize % free.len().max(1)) {
                    position.play(point).unwrap();
                }
                for chain in position.board().chains() {
                    let target = chain.stones().first().unwrap();
                    for first in [Color::Black, Color::White] {
                        let careful = ladder(&position, target, first, Limits::default()).unwrap().outcome;
                        let quick = chase.works(position.board(), target, first);
                        assert!(!quick || careful != Outcome::Escapes, "{first} first at {target:?}{position:?}");
                        taken += usize::from(careful == Outcome::Captured);
                        missed += usize::from(careful == Outcome::Captured && !quick);
                    }
                }
            }
        }
        assert!(taken > 1000 && missed * 20 < taken, "{missed} of {taken} missed");
    }
}
