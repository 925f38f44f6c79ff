//! The automaton of degrees of freedom: it marks the liberties of the allied stones, and the opponent's stones that have
//! none left.

use goban::{Board, Color, PointSet};

use crate::automaton::{Grid, Rule, State};
use crate::vector::Stone;

/// A free cell.
pub const FREE: State = 1;
/// An allied stone.
pub const ALLY: State = 2;
/// A stone of the opponent of which nothing is known yet.
pub const OPPONENT: State = 3;
/// A degree of freedom: a free cell beside an allied stone.
pub const FREEDOM: State = 4;
/// A stone of the opponent that has a liberty, its own or that of its chain.
pub const BREATHING: State = 6;
/// A stone of the opponent beside an allied one that has not been seen to have a liberty.
pub const UNDECIDED: State = 8;

/// The rule of definition 4.4; the first case that fits counts.
#[derive(Clone, Copy, Debug)]
pub struct Freedom;

impl Rule for Freedom {
    fn next(&self, cell: State, around: [State; 4]) -> State {
        let some = |states: &[State]| states.contains(&cell) || around.iter().any(|near| states.contains(near));
        match cell {
            ALLY => ALLY,
            OPPONENT | UNDECIDED | BREATHING if some(&[FREE, BREATHING, FREEDOM]) => BREATHING,
            OPPONENT | UNDECIDED if some(&[ALLY]) => UNDECIDED,
            OPPONENT => OPPONENT,
            FREE | FREEDOM if some(&[ALLY]) => FREEDOM,
            _ => FREE,
        }
    }
}

/// The start, with one colour as the allies and, if given, one more stone on the board. Nothing is taken off.
#[must_use]
pub fn start(board: &Board, allies: Color, placed: Option<Stone>) -> Grid {
    Grid::new(board.size(), |point| {
        let added = placed.filter(|stone| stone.point == point).map(|stone| stone.color);
        match added.or(board.get(point)) {
            Some(color) if color == allies => ALLY,
            Some(_) => OPPONENT,
            None => FREE,
        }
    })
}

/// The liberties of the allied stones at the fixed point.
#[must_use]
pub fn liberties(end: &Grid) -> PointSet {
    end.points_in(&[FREEDOM])
}

/// The liberties of the allied stones at the fixed point after one of them was placed and before its captures came off.
///
/// The paper counts the liberties won by a capture, but its rule leaves those cells undecided: so they count too.
#[must_use]
pub fn liberties_after_captures(end: &Grid) -> PointSet {
    end.points_in(&[FREEDOM, UNDECIDED])
}

/// The sign that a state is drawn with: o ally, x opponent, + degree of freedom, ! opponent with a liberty, ? undecided,
/// . free.
#[must_use]
pub fn sign(state: State) -> char {
    match state {
        ALLY => 'o',
        OPPONENT => 'x',
        FREEDOM => '+',
        BREATHING => '!',
        UNDECIDED => '?',
        _ => '.',
    }
}
