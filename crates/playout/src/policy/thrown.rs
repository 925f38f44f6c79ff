//! Stones thrown away: a move that leaves its chain in atari.

use goban::Color;

use crate::LightBoard;
use crate::cell::Cell;
use crate::policy::vital::Space;

/// What a stone would come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Throw {
    /// It has two liberties or more, or takes something.
    Sound,
    /// A single stone in atari: it may take an eye or a liberty from the opponent.
    Single,
    /// A few stones in atari, of a shape that leaves the opponent one eye when he takes them.
    Killing,
    /// Stones given for nothing. In a seki, whoever does this dies.
    Bad,
}

/// What becomes of a stone on an empty cell.
#[inline]
pub(super) fn throw(board: &LightBoard, color: Color, cell: Cell) -> Throw {
    if board.shape(cell).n_empty() >= 2 {
        return Throw::Sound;
    }
    let after = board.after(color, cell);
    match (after.n_liberties, after.n_captured, after.n_stones) {
        (2.., ..) | (_, 1.., _) => Throw::Sound,
        (.., 1) => Throw::Single,
        _ if kills(board, color, cell) => Throw::Killing,
        _ => Throw::Bad,
    }
}

fn kills(board: &LightBoard, color: Color, cell: Cell) -> bool {
    let mut space = Space::EMPTY;
    space.insert(cell);
    for id in board.beside(cell, color).iter() {
        for own in board.stones_of(board.named(id)) {
            if !space.insert(own) {
                return false;
            }
        }
    }
    space.kills()
}
