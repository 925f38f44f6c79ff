//! Vital points: an eye space of three to six points may be one eye or two, and one point decides it.

use goban::Color;

use crate::LightBoard;
use crate::board::{EDGE, EMPTY, stone};
use crate::cell::{Cell, NOWHERE, beside};
use crate::policy::thrown::{Throw, throw};
use crate::policy::{Proposed, Reason};

/// The largest eye space with a vital point.
const LARGEST: usize = 6;

/// A few cells.
#[derive(Clone, Copy)]
pub(super) struct Space {
    cells: [Cell; LARGEST],
    n: usize,
}

impl Space {
    pub(super) const EMPTY: Space = Space { cells: [NOWHERE; LARGEST], n: 0 };

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..self.n]
    }

    /// Adds a cell that is new; false if there is no more room.
    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        if self.cells().contains(&cell) {
            return true;
        }
        if self.n == LARGEST {
            return false;
        }
        self.cells[self.n] = cell;
        self.n += 1;
        true
    }

    /// How many cells of the shape touch a cell.
    fn degree(&self, cell: Cell) -> usize {
        beside(cell).iter().filter(|near| self.cells().contains(near)).count()
    }

    /// The point on which the owner lives and the opponent kills, if the shape has one: the middle of three, of a T, of a cross, of a
    /// bulky five or of a rabbity six; and the point beside the corner of a bent four there, which makes a ko.
    pub(super) fn vital_point(&self, board: &LightBoard) -> Option<Cell> {
        let mut found = [0; 5];
        let mut middle = NOWHERE;
        let mut most = 0;
        for &cell in self.cells() {
            let degree = self.degree(cell);
            found[degree] += 1;
            if degree > most {
                (most, middle) = (degree, cell);
            }
        }
        let known = match self.n {
            3 => true,
            4 if found == [0, 2, 2, 0, 0] => {
                let inner = |&cell: &Cell| self.degree(cell) == 2;
                let corner = self.cells().iter().copied().filter(inner).find(|&cell| is_corner(board, cell))?;
                return self.cells().iter().copied().filter(inner).find(|&cell| cell != corner);
            }
            4 => most == 3,
            5 => most == 4 || found == [0, 1, 3, 1, 0],
            6 => found == [0, 2, 3, 0, 1],
            _ => false,
        };
        known.then_some(middle)
    }

    /// The vital point as long as nobody is there. Four in a row have two in the middle: who took one of them makes the other one vital.
    fn point_to_play(&self, board: &LightBoard) -> Option<Cell> {
        let is_open = |&cell: &Cell| board.stone_at(cell) == EMPTY;
        if let Some(vital) = self.vital_point(board).filter(is_open) {
            return Some(vital);
        }
        if self.n != 4 {
            return None;
        }
        let mut inner = self.cells().iter().copied().filter(|&cell| self.degree(cell) == 2);
        match (inner.next(), inner.next(), inner.next()) {
            (Some(one), Some(other), None) if is_open(&one) != is_open(&other) => {
                Some(if is_open(&one) { one } else { other })
            }
            _ => None,
        }
    }

    /// Whether stones of this shape leave a space behind in which the opponent has one eye only, when he takes them.
    pub(super) fn kills(&self, board: &LightBoard) -> bool {
        match self.n {
            1..=3 => true,
            4 => {
                let is_square = self.cells().iter().all(|&cell| self.degree(cell) == 2);
                is_square || self.vital_point(board).is_some()
            }
            _ => self.vital_point(board).is_some(),
        }
    }
}

fn is_corner(board: &LightBoard, cell: Cell) -> bool {
    beside(cell).iter().filter(|&&near| board.stone_at(near) == EDGE).count() == 2
}

/// The eye space of a colour around a cell that is not his: what his stones enclose, with the opponent's stones in it; none if it is
/// large, or too small to matter.
fn eye_space(board: &LightBoard, from: Cell, owner: Color) -> Option<Space> {
    let mut space = Space::EMPTY;
    space.insert(from);
    let mut next = 0;
    while next < space.n {
        for near in beside(space.cells[next]) {
            let found = board.stone_at(near);
            if found != EDGE && found != stone(owner) && !space.insert(near) {
                return None;
            }
        }
        next += 1;
    }
    (space.n >= 3).then_some(space)
}

/// Proposes the vital points of the eye spaces that the last move touches, whoever owns them: those that it lies in, and those
/// that it encloses.
pub(super) fn propose(board: &LightBoard, last: Cell, proposed: &mut Proposed) {
    let Some(mover) = board.color_at(last) else { return };
    let mut seen = NOWHERE;
    let mut look = |from: Cell, owner: Color| {
        let Some(vital) = eye_space(board, from, owner).and_then(|space| space.point_to_play(board)) else { return };
        if vital != seen && board.may_play(vital) && throw(board, board.to_move(), vital) != Throw::Bad {
            seen = vital;
            proposed.push(vital, 1, Reason::Vital);
        }
    };
    look(last, !mover);
    for near in beside(last) {
        if board.stone_at(near) == EMPTY {
            look(near, mover);
        }
    }
}
