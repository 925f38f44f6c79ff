//! Stones thrown away: a move that leaves its chain in atari.

use goban::Color;

use crate::LightBoard;
use crate::cell::{Cell, beside};
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

/// Whether stones given inside an eye leave a space with one eye only. The eye must be that of a single chain: if several surround the
/// stones, the one that takes them may be at home elsewhere, and in a seki it is.
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
    let mut around =
        space.cells().iter().flat_map(|&own| beside(own)).filter(|&near| board.color_at(near) == Some(!color));
    let Some(first) = around.next() else { return false };
    around.all(|near| board.chain_at(near) == board.chain_at(first)) && space.kills(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::cell_of;
    use goban::{Diagram, Position, Rules};

    #[track_caller]
    fn assert_throw(drawn: &str, vertex: &str, expected: Throw) {
        let setup = Diagram::parse(drawn).unwrap();
        let board = LightBoard::new(&Position::from_setup(&setup, Rules::JAPANESE).unwrap());
        let cell = cell_of(setup.size.parse_vertex(vertex).unwrap());
        assert_eq!(throw(&board, Color::Black, cell), expected, "{vertex}");
    }

    #[test]
    fn a_single_stone_may_be_thrown_in() {
        let eye = "
            . . O . .
            O O O . .
            . . . . .
            . . . . .
            . . . . .";
        assert_throw(eye, "A5", Throw::Single);
        assert_throw(eye, "B5", Throw::Single);
        assert_throw(eye, "C3", Throw::Sound);
    }

    #[test]
    fn stones_in_an_eye_are_given_only_where_their_shape_kills() {
        let three_of_four = "
            . X X . O
            O O O O O
            . . . . .
            . . . . .
            . . . . .";
        assert_throw(three_of_four, "A5", Throw::Killing);
        let four_in_a_row = "
            . X X X . O
            O O O O O O
            . . . . . .
            . . . . . .
            . . . . . .
            . . . . . .";
        assert_throw(four_in_a_row, "A6", Throw::Bad);
        // B4 makes a T. A4 makes a bent four, which kills in the corner only, and there by a ko.
        let t = "
            X X X O .
            . . O O .
            O O O . .
            . . . . .
            . . . . .";
        assert_throw(t, "B4", Throw::Killing);
        assert_throw(t, "A4", Throw::Killing);
    }

    #[test]
    fn stones_in_seki_are_not_given() {
        let seki = "
            X . O X . .
            X . O X . .
            X X O X . .
            O O X X . .
            . O X . . .
            . O X . . .";
        assert_throw(seki, "B6", Throw::Bad);
        assert_throw(seki, "B5", Throw::Bad);
    }

    #[test]
    fn taking_is_always_sound() {
        let ko = "
            . O X . .
            O . O X .
            . O X . .
            . . . . .
            . . . . .";
        assert_throw(ko, "B4", Throw::Sound);
        let takes = "
            . X O . .
            O O X . .
            X X . . .
            . . . . .
            . . . . .";
        assert_throw(takes, "A5", Throw::Sound);
    }
}
