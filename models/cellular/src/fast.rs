//! The fixed points of the automata without the automata: sets of points as bits, and the liberties that the board keeps.
//! A test checks that both ways agree.

use goban::{Board, ByColor, Color, Point, PointSet, Position};

use crate::evaluation::Evaluation;
use crate::vector::{Candidate, MoveVector};

/// The evaluation of a board, with the number of steps that the automaton would take.
///
/// At every step each colour moves on by one point over the empty ones, whether the other colour is there or not: a state
/// has the factor 3 if Black has arrived, and the factor 2 if White has.
///
/// ```
/// use cellular::{Evaluation, fast};
/// use goban::{ByColor, Diagram};
/// let board = Diagram::parse("
///     . X O .
///     X X O O
///     . X O .
///     X . . O").unwrap().board().unwrap();
/// let evaluation = fast::evaluate(&board);
/// assert_eq!(evaluation.area(), ByColor { black: 7, white: 7 });
/// assert_eq!(evaluation, Evaluation::by_automaton(&board));
/// ```
#[must_use]
pub fn evaluate(board: &Board) -> Evaluation {
    let empty = board.empty();
    let stones = *board.stones();
    let mut n_steps = 0;
    let reached = ByColor::new(|color| {
        let (reached, steps) = spread(stones[color], empty);
        n_steps = n_steps.max(steps);
        reached
    });
    Evaluation {
        size: board.size(),
        stones,
        territory: ByColor::new(|color| reached[color] - reached[!color]),
        neutral: reached.black & reached.white,
        free: empty - reached.black - reached.white,
        n_steps,
    }
}

/// The empty points that can be reached from these stones over empty points, and the number of steps to the farthest.
fn spread(stones: PointSet, empty: PointSet) -> (PointSet, usize) {
    let mut reached = PointSet::EMPTY;
    let mut next = stones.grown() & empty;
    let mut steps = 0;
    while next != reached {
        reached = next;
        next = reached.grown() & empty;
        steps += 1;
    }
    (reached, steps)
}

/// The move-vectors of all legal moves of the side to play, in reading order. Suicide has none, even where the rules
/// allow it.
#[must_use]
pub fn vectors(position: &Position) -> Vec<Candidate> {
    vectors_on(position.board(), position.to_move(), &position.legal_points())
}

/// The move-vectors of these points for one side, in reading order; points without one are left out.
#[must_use]
pub fn vectors_on(board: &Board, color: Color, points: &PointSet) -> Vec<Candidate> {
    let own_liberties = board.stones()[color].grown() & board.empty();
    let mut candidates = Vec::with_capacity(points.len());
    candidates.extend(points.iter().filter_map(|point| {
        let vector = vector(board, color, point, &own_liberties)?;
        Some(Candidate { point, vector })
    }));
    candidates
}

/// The move-vector of one point. `own_liberties` are those of all the player's stones.
fn vector(board: &Board, color: Color, point: Point, own_liberties: &PointSet) -> Option<MoveVector> {
    if !board.is_empty(point) {
        return None;
    }
    // The sets of the chains beside the point. A board has one set for every chain, so that the address tells them apart.
    let mut own: [Option<&PointSet>; 4] = [None; 4];
    let mut taken: [Option<&PointSet>; 4] = [None; 4];
    let (mut n_own, mut n_taken) = (0, 0);
    let mut breathes = false;
    let mut beside_opponent = false;
    let mut new_liberties = 0;
    let mut n_captured = 0;
    for near in board.size().neighbors(point) {
        let Some(chain) = board.chain(near) else {
            breathes = true;
            new_liberties += i32::from(!own_liberties.contains(near));
            continue;
        };
        if chain.color() == color {
            breathes |= chain.n_liberties() > 1;
            if add(&mut own, n_own, chain.stones()) {
                n_own += 1;
            }
        } else {
            beside_opponent = true;
            if chain.in_atari() && add(&mut taken, n_taken, chain.stones()) {
                n_taken += 1;
                n_captured += chain.size();
            }
        }
    }
    if !breathes && n_taken == 0 {
        return None;
    }
    let m2 = if n_own == 0 {
        1
    } else {
        let won = match n_taken {
            0 => 0,
            _ => {
                let captured = taken.into_iter().flatten().fold(PointSet::EMPTY, |all, chain| all | *chain);
                let mut stones = board.stones()[color];
                stones.insert(point);
                (captured & stones.grown()).len() as i32
            }
        };
        // The point itself was a liberty of the chains it touches.
        new_liberties + won - 1
    };
    Some(MoveVector { m1: n_own as i32, m2, m3: -i32::from(beside_opponent), m4: n_captured as i32 })
}

/// Puts a set into the first free slot unless it is there already; says whether it was new.
fn add<'a>(slots: &mut [Option<&'a PointSet>; 4], n: usize, set: &'a PointSet) -> bool {
    let new = !slots.iter().flatten().any(|&known| std::ptr::eq(known, set));
    if new {
        slots[n] = Some(set);
    }
    new
}
