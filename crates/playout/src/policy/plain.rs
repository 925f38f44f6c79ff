//! A move by chance: any that is legal, fills no eye and throws no stones away.

use crate::LightBoard;
use crate::cell::{Cell, NOWHERE};
use crate::chance::Chance;
use crate::policy::Reason;
use crate::policy::thrown::{Throw, throw};

/// Chooses among all such moves, each equally likely.
pub(super) fn choose(board: &mut LightBoard, throw_in: u8, chance: &mut Chance) -> (Cell, Reason) {
    let color = board.to_move();
    // A refused candidate moves behind the ones still open.
    let mut open = board.empty_cells().len();
    while open > 0 {
        let i = chance.below(open as u32) as usize;
        let cell = board.empty_cells()[i];
        let fine = board.may_play(cell)
            && !board.shape(cell).is_eye(color)
            && match throw(board, color, cell) {
                Throw::Sound => true,
                Throw::Killing | Throw::Single => chance.happens(throw_in),
                Throw::Bad => false,
            };
        if fine {
            return (cell, Reason::Chance);
        }
        open -= 1;
        board.swap_empties(i, open);
    }
    (NOWHERE, Reason::Nothing)
}
