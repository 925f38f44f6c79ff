//! The automaton of chains: a number spreads through each chain beside a point, so that two neighbours with the same
//! number at the end belong to one chain.

use goban::Board;

use crate::automaton::{Grid, Rule, Settled, State};
use crate::vector::Stone;

/// A cell without an allied stone.
pub const OTHER: State = 1;
/// An allied stone that no number has reached.
pub const ALLY: State = 2;
/// The number of the first allied neighbour of the point; the others get the next ones.
pub const FIRST: State = 3;

/// The rule of definition 4.2: an allied stone takes the largest number of its neighbourhood.
#[derive(Clone, Copy, Debug)]
pub struct Chains;

impl Rule for Chains {
    fn next(&self, cell: State, around: [State; 4]) -> State {
        if cell == OTHER { OTHER } else { around.into_iter().fold(cell, State::max) }
    }
}

/// The start for a stone about to be placed: allied stones 2, but those beside the point 3, 4, 5, 6 in the order right,
/// left, above, below, all else 1.
///
/// The point itself is 1 as well. The paper gives it 2; then its largest number would run through it into the other
/// chains, and any move would touch one chain at most.
#[must_use]
pub fn start(board: &Board, stone: Stone) -> Grid {
    let beside: Vec<_> = beside(board, stone).collect();
    Grid::new(board.size(), |point| match beside.iter().position(|&near| near == point) {
        Some(i) => FIRST + i as State,
        None if point != stone.point && board.get(point) == Some(stone.color) => ALLY,
        None => OTHER,
    })
}

fn beside(board: &Board, stone: Stone) -> impl Iterator<Item = goban::Point> {
    board.size().neighbors(stone.point).filter(move |&near| board.get(near) == Some(stone.color))
}

/// The number m1: how many chains the stone touches.
#[must_use]
pub fn touched(board: &Board, stone: Stone) -> usize {
    let end = Settled::new(&Chains, start(board, stone)).grid;
    let mut numbers: Vec<State> = beside(board, stone).map(|near| end.get(near)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

/// The sign that a state is drawn with: o an allied stone, 3 to 6 the numbers, . all else.
#[must_use]
pub fn sign(state: State) -> char {
    match state {
        ALLY => 'o',
        3 => '3',
        4 => '4',
        5 => '5',
        6 => '6',
        _ => '.',
    }
}
