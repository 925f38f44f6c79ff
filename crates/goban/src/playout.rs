//! Random games to the end.

use crate::board::Room;
use crate::{Board, Color, Point};

/// Plays random games in which every legal move that fills no single-point eye of the player's own is equally likely.
///
/// Ko is the simple one, suicide is forbidden, and the game ends when neither side has such a move. Memory is reused from
/// game to game. Chance comes from the caller: `below(n)` gives a number below `n`.
///
/// ```
/// use goban::{Board, BoardSize, Color, Playout};
/// let mut state = 1u64;
/// let mut below = |n: u32| {
///     state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     ((state >> 32) * u64::from(n) >> 32) as u32
/// };
/// let start = Board::new(BoardSize::NINE);
/// let mut playout = Playout::new();
/// let end = playout.run(&start, Color::Black, None, &mut below);
/// assert!(end.n_moves > 60);
/// ```
#[derive(Clone, Default)]
pub struct Playout {
    board: Option<Board>,
    /// The empty points, in an order that chance stirs.
    empties: Vec<Point>,
}

/// How a random game ended.
pub struct PlayoutEnd<'a> {
    /// The last board. Every empty point is an eye or cannot be played.
    pub board: &'a Board,
    /// Number of stones placed.
    pub n_moves: usize,
}

impl Playout {
    /// Makes room for playouts.
    #[must_use]
    pub fn new() -> Playout {
        Playout::default()
    }

    /// Plays one game from a board; `ko` is the point that the side to move may not take.
    pub fn run(
        &mut self,
        start: &Board,
        to_move: Color,
        ko: Option<Point>,
        below: &mut impl FnMut(u32) -> u32,
    ) -> PlayoutEnd<'_> {
        let board = match &mut self.board {
            Some(board) => {
                board.clone_from(start);
                board
            }
            none => none.insert(start.clone()),
        };
        let empties = &mut self.empties;
        empties.clear();
        empties.extend(board.empty());
        // Three times the board is far beyond any game that fills no eyes, but superko-free cycles could go on for ever.
        let limit = 3 * start.size().area();
        let (mut color, mut ko) = (to_move, ko);
        let mut n_moves = 0;
        let mut passed = false;
        while n_moves < limit {
            // A refused candidate moves behind the ones still open: the choice stays uniform over what can be played.
            let mut open = empties.len();
            let chosen = loop {
                if open == 0 {
                    break None;
                }
                let i = below(open as u32) as usize;
                let point = empties[i];
                if Some(point) != ko && !board.is_eye(color, point) && board.room(color, point) == Room::Fine {
                    break Some(i);
                }
                open -= 1;
                empties.swap(i, open);
            };
            match chosen {
                Some(i) => {
                    let point = empties.swap_remove(i);
                    let placed = board.place(color, point);
                    if placed.n_captured > 0 {
                        empties.extend(board.last_captured());
                    }
                    ko = placed.ko;
                    n_moves += 1;
                    passed = false;
                }
                None if passed => break,
                None => {
                    passed = true;
                    ko = None;
                }
            }
            color = !color;
        }
        PlayoutEnd { board, n_moves }
    }
}
