//! The automaton of capture: air spreads through the opponent's chains, and stones that it does not reach are captured.

use goban::{Board, PointSet};

use crate::automaton::{Grid, Rule, Settled, State};
use crate::vector::Stone;

/// An allied stone.
pub const ALLY: State = 2;
/// A stone of the opponent that no air has reached.
pub const OPPONENT: State = 3;
/// A free cell, or a stone of the opponent that air has reached.
pub const AIR: State = 4;

/// The rule of definition 4.6: allied stones stay, every other cell takes the largest state of its neighbourhood.
///
/// With the states of the paper (free 1, captured 4) free cells would turn into opponents. The rule does its work when the
/// state that gives life is the largest.
#[derive(Clone, Copy, Debug)]
pub struct Capture;

impl Rule for Capture {
    fn next(&self, cell: State, around: [State; 4]) -> State {
        if cell == ALLY { ALLY } else { around.into_iter().fold(cell, State::max) }
    }
}

/// The start with a stone placed, which counts as an ally.
#[must_use]
pub fn start(board: &Board, stone: Stone) -> Grid {
    Grid::new(board.size(), |point| match board.get(point) {
        _ if point == stone.point => ALLY,
        Some(color) if color == stone.color => ALLY,
        Some(_) => OPPONENT,
        None => AIR,
    })
}

/// The stones that a stone takes when it is placed; their number is m4.
#[must_use]
pub fn captured(board: &Board, stone: Stone) -> PointSet {
    Settled::new(&Capture, start(board, stone)).grid.points_in(&[OPPONENT])
}

/// The sign that a state is drawn with: o ally, x opponent without air, . air.
#[must_use]
pub fn sign(state: State) -> char {
    match state {
        ALLY => 'o',
        OPPONENT => 'x',
        _ => '.',
    }
}
