//! Vital points: an eye space of three to six points may be one eye or two, and one point decides it.

use goban::Color;

use crate::LightBoard;
use crate::board::{EDGE, EMPTY, stone};
use crate::cell::{Cell, NOWHERE, beside};
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

    /// The point on which the owner lives and the opponent kills, if the shape has one: the middle of three, of a T, of a cross, of a
    /// bulky five or of a rabbity six; and the point beside the corner of a bent four there, which makes a ko.
    pub(super) fn vital_point(&self, board: &LightBoard) -> Option<Cell> {
        let degree = |cell: Cell| beside(cell).iter().filter(|near| self.cells().contains(near)).count();
        let mut found = [0; 5];
        let mut middle = NOWHERE;
        let mut most = 0;
        for &cell in self.cells() {
            let degree = degree(cell);
            found[degree] += 1;
            if degree > most {
                (most, middle) = (degree, cell);
            }
        }
        let known = match self.n {
            3 => true,
            4 if found == [0, 2, 2, 0, 0] => {
                let inner = |&cell: &Cell| degree(cell) == 2;
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

    /// Whether stones of this shape leave a space behind in which the opponent has one eye only, when he takes them.
    pub(super) fn kills(&self, board: &LightBoard) -> bool {
        match self.n {
            1..=3 => true,
            4 => {
                let square = self
                    .cells()
                    .iter()
                    .all(|&cell| beside(cell).iter().filter(|near| self.cells().contains(near)).count() == 2);
                square || self.vital_point(board).is_some()
            }
            _ => self.vital_point(board).is_some(),
        }
    }
}

fn is_corner(board: &LightBoard, cell: Cell) -> bool {
    beside(cell).iter().filter(|&&near| board.stone_at(near) == EDGE).count() == 2
}

/// The eye space around an empty cell and whose it is; none if it is large, or open to both sides.
fn eye_space(board: &LightBoard, from: Cell) -> Option<(Space, Color)> {
    let mut space = Space::EMPTY;
    space.insert(from);
    let mut border = 0;
    let mut next = 0;
    while next < space.n {
        for near in beside(space.cells[next]) {
            match board.stone_at(near) {
                EDGE => {}
                EMPTY => {
                    if !space.insert(near) {
                        return None;
                    }
                }
                found => border |= found,
            }
        }
        next += 1;
    }
    let owner = Color::ALL.into_iter().find(|&color| border == stone(color))?;
    (space.n >= 3).then_some((space, owner))
}

/// Proposes the vital points of the eye spaces that the last move touches, whoever owns them.
pub(super) fn propose(board: &LightBoard, last: Cell, proposed: &mut Proposed) {
    // After a capture the stone may stand beside the space or in it; both have it among the neighbours.
    let mut seen = NOWHERE;
    for near in beside(last) {
        if board.stone_at(near) != EMPTY {
            continue;
        }
        let Some((space, _)) = eye_space(board, near) else { continue };
        if let Some(middle) = space.vital_point(board)
            && middle != seen
            && board.may_play(middle)
        {
            seen = middle;
            proposed.push(middle, 1, Reason::Vital);
        }
    }
}
