//! The chase once more, for those who ask many times in every position: only whether it works, on a bare board, without a
//! line of play and without ko.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

/// Reads plain ladders, and keeps the boards it needs for that.
#[derive(Default)]
struct Chase {
    boards: Vec<Board>,
    nodes: usize,
    /// The points on which the last answer depends: as long as nothing changes there it stays what it was.
    read: PointSet,
}

/// Most moves in a row: the search calls itself once for every move.
const DEPTH: usize = 200;
/// Most moves tried in all.
const NODES: usize = 2_000;

impl Chase {
    /// Whether the chain on `target` is taken when `first` moves first.
    fn read_it(&mut self, board: &Board, target: Point, first: Color) -> bool {
        self.begin(board);
        match board.chain(target).map(|chain| chain.color()) {
            Some(owner) if owner == first => self.run(0, target, owner),
            Some(owner) => self.attack(0, target, owner),
            None => false,
        }
    }

    /// Whether it is taken after the attacker has played on `point`.
    fn read_by(&mut self, board: &Board, target: Point, point: Point) -> bool {
        self.begin(board);
        let Some(owner) = board.chain(target).map(|chain| chain.color()) else { return false };
        self.place(0, !owner, point) && self.run(0, target, owner)
    }

    fn begin(&mut self, board: &Board) {
        self.nodes = 0;
        self.read = PointSet::EMPTY;
        match self.boards.first_mut() {
            Some(kept) => kept.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    /// Places a stone on the board of a level; false if that is suicide.
    fn place(&mut self, level: usize, color: Color, point: Point) -> bool {
        let board = &mut self.boards[level];
        let around = PointSet::from(point).grown();
        self.read |= around | surroundings(board, around & (board.stones().black | board.stones().white));
        !board.place(color, point).suicide
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
        self.read |= chain.stones().grown();
        if chain.n_liberties() != 2 {
            return chain.n_liberties() < 2;
        }
        let around = chain.liberties().grown();
        self.read |= around | surroundings(board, around & board.stones()[owner]);
        let tries = ataris(board, owner, chain.liberties());
        let n = tries.iter().flatten().count();
        for (i, at) in tries.into_iter().flatten().enumerate() {
            if self.is_spent() || level >= DEPTH {
                return false;
            }
            let level = self.board_for(level, i + 1 == n);
            if self.place(level, !owner, at) && self.run(level, target, owner) {
                return true;
            }
        }
        false
    }

    /// The owner of the chain moves, in atari. The board of this level is used up.
    fn run(&mut self, level: usize, target: Point, owner: Color) -> bool {
        let board = &self.boards[level];
        let Some(chain) = board.chain(target) else { return true };
        self.read |= chain.stones().grown();
        if chain.n_liberties() > 1 {
            return false;
        }
        let mut tries = *chain.liberties();
        let mut around = chain.stones().grown() & board.stones()[!owner];
        while let Some(rival) = around.first().and_then(|stone| board.chain(stone)) {
            around -= *rival.stones();
            self.read |= rival.stones().grown();
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
            if !self.place(level, owner, at) {
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

/// The chains of some stones and all points next to them: what decides how long they are and which liberties they have.
fn surroundings(board: &Board, mut stones: PointSet) -> PointSet {
    let mut all = PointSet::EMPTY;
    while let Some(chain) = stones.first().and_then(|stone| board.chain(stone)) {
        stones -= *chain.stones();
        all |= chain.stones().grown();
    }
    all
}

/// Whether [`Ladders::works`] has anything to read.
fn might_work(board: &Board, target: Point, first: Color) -> bool {
    board.chain(target).is_some_and(|chain| match chain.n_liberties() {
        1 => true,
        // Most chains with two liberties are seen to get away at a glance.
        2 => chain.color() != first && ataris(board, chain.color(), chain.liberties()) != [None; 2],
        _ => false,
    })
}

/// Whether [`Ladders::works_by`] has anything to read.
fn might_work_by(board: &Board, target: Point, point: Point) -> bool {
    board.chain(target).is_some_and(|chain| {
        chain.liberties().contains(point)
            && (chain.n_liberties() != 2 || ataris(board, chain.color(), chain.liberties()).contains(&Some(point)))
    })
}

/// Reads plain ladders on the boards of a game one after another: what was read before is not read again until something changes
/// where it depends on it.
///
/// [`ladder`](crate::ladder) is the careful reader, which tries every atari. This one gives atari only from the side that
/// leaves less room, and sees a ko as if everybody might retake it at once: what it says is taken is taken, or a ko.
///
/// ```
/// use goban::{Color, Diagram};
/// use tactics::Ladders;
/// let setup = Diagram::parse("
///     . . . . .
///     . X X . .
///     X O . . .
///     . X . . .
///     . . . . .").unwrap();
/// let target = setup.size.parse_vertex("B3").unwrap();
/// let board = setup.board().unwrap();
/// let mut ladders = Ladders::default();
/// ladders.turn_to(&board);
/// assert!(ladders.works(&board, target, Color::White));
/// ```
#[derive(Default)]
pub struct Ladders {
    chase: Chase,
    /// The size and the stones of the board whose answers are kept.
    seen: Option<(BoardSize, ByColor<PointSet>)>,
    kept: Vec<Answer>,
}

/// An answer, and the points on which it depends.
struct Answer {
    target: Point,
    asked: Asked,
    works: bool,
    read: PointSet,
}

/// Who begins, or where.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    First(Color),
    By(Point),
}

impl Ladders {
    /// Forgets what may be otherwise on this board. To be called before anything is asked of another board than the last.
    pub fn turn_to(&mut self, board: &Board) {
        let stones = board.stones();
        match self.seen {
            Some((size, before)) if size == board.size() => {
                let changed = (before.black ^ stones.black) | (before.white ^ stones.white);
                if !changed.is_empty() {
                    self.kept.retain(|answer| !answer.read.meets(&changed));
                }
            }
            _ => self.kept.clear(),
        }
        self.seen = Some((board.size(), *stones));
    }

    /// Whether the chain on `target` is taken by atari after atari when `first` moves first; false where there is no stone.
    /// A chain with more than two liberties, or two and the move, is not taken so.
    pub fn works(&mut self, board: &Board, target: Point, first: Color) -> bool {
        might_work(board, target, first)
            && self.answer(target, Asked::First(first), |chase| chase.read_it(board, target, first))
    }

    /// Whether the chain on `target` is taken after the attacker has played on `point`, one of its liberties; false where
    /// another leaves it less room.
    pub fn works_by(&mut self, board: &Board, target: Point, point: Point) -> bool {
        might_work_by(board, target, point)
            && self.answer(target, Asked::By(point), |chase| chase.read_by(board, target, point))
    }

    fn answer(&mut self, target: Point, asked: Asked, read: impl FnOnce(&mut Chase) -> bool) -> bool {
        if let Some(kept) = self.kept.iter().find(|kept| kept.target == target && kept.asked == asked) {
            return kept.works;
        }
        let works = read(&mut self.chase);
        self.kept.push(Answer { target, asked, works, read: self.chase.read });
        works
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

    /// Plays a pseudo-random move.
    fn play_somewhere(position: &mut Position, state: &mut u64) {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let free = position.legal_points();
        if let Some(point) = free.iter().nth((*state >> 33) as usize % free.len().max(1)) {
            position.play(point).unwrap();
        }
    }

    /// Boards that follow each other, some far from the last, and every question that can be asked of them.
    #[test]
    fn what_was_read_before_is_what_would_be_read_now() {
        let mut ladders = Ladders::default();
        let (mut n_asked, mut n_works) = (0, 0);
        for seed in 1..60u64 {
            let mut state = seed;
            let size = BoardSize::new([7, 9, 13][seed as usize % 3]).unwrap();
            let mut position = Position::new(size, Rules::JAPANESE);
            for _ in 0..90 {
                play_somewhere(&mut position, &mut state);
                if (state >> 20) % 5 == 0 {
                    continue;
                }
                let board = position.board();
                ladders.turn_to(board);
                let mut fresh = Ladders::default();
                fresh.turn_to(board);
                for chain in board.chains() {
                    let target = chain.stones().first().unwrap();
                    for first in [Color::Black, Color::White] {
                        let works = fresh.works(board, target, first);
                        assert_eq!(
                            ladders.works(board, target, first),
                            works,
                            "{first} first at {target:?}{position:?}"
                        );
                        n_asked += 1;
                        n_works += usize::from(works);
                    }
                    for point in chain.liberties() {
                        let works = fresh.works_by(board, target, point);
                        assert_eq!(ladders.works_by(board, target, point), works, "at {point:?}{position:?}");
                    }
                }
            }
        }
        assert!(n_works > 1000 && n_works < n_asked, "{n_works} of {n_asked}");
    }

    /// Every chain of some games of pseudo-random moves, read by both.
    #[test]
    fn what_it_takes_the_careful_reader_takes_too() {
        let mut ladders = Ladders::default();
        let (mut taken, mut missed) = (0, 0);
        for seed in 1..40u64 {
            let mut state = seed;
            let mut position = Position::new(BoardSize::NINE, Rules::JAPANESE);
            for _ in 0..60 {
                play_somewhere(&mut position, &mut state);
                ladders.turn_to(position.board());
                for chain in position.board().chains() {
                    let target = chain.stones().first().unwrap();
                    for first in [Color::Black, Color::White] {
                        let careful = ladder(&position, target, first, Limits::default()).unwrap().outcome;
                        let quick = ladders.works(position.board(), target, first);
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
