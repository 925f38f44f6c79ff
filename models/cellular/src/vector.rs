//! What a move would do, as four numbers: the move-vector of the paper, computed by running its automata.

use std::fmt;

use goban::{Board, Color, Point, PointSet, Position};

use crate::automaton::Settled;
use crate::freedom::{self, BREATHING, Freedom};
use crate::{capture, chain};

/// A stone that a side thinks of placing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Whose stone.
    pub color: Color,
    /// Where.
    pub point: Point,
}

/// What a move would do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveVector {
    /// Chains of the player that the stone touches: 0 makes a new chain, 1 lets one grow, n joins n.
    pub m1: i32,
    /// 1 for a new chain; otherwise the change in the number of liberties of all the player's stones.
    pub m2: i32,
    /// The change in the number of liberties of all the opponent's stones: 0, or −1 beside an opponent's stone.
    pub m3: i32,
    /// Number of stones taken.
    pub m4: i32,
}

impl MoveVector {
    /// The four numbers in order.
    #[must_use]
    pub const fn to_array(self) -> [i32; 4] {
        [self.m1, self.m2, self.m3, self.m4]
    }
}

impl fmt::Display for MoveVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [m1, m2, m3, m4] = self.to_array();
        write!(f, "[{m1}, {m2}, {m3}, {m4}]")
    }
}

/// A point with the move-vector of a stone placed there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The point.
    pub point: Point,
    /// What a stone there would do.
    pub vector: MoveVector,
}

/// The plain automata, ready to be asked about any move of one side on one board. [`fast`](crate::fast) gives the same
/// numbers sooner.
///
/// ```
/// use cellular::PlainVectors;
/// use goban::{Color, Diagram};
/// let board = Diagram::parse("
///     . X O .
///     X O . .
///     . X . .
///     . . . .").unwrap().board().unwrap();
/// let size = board.size();
/// let black = PlainVectors::new(&board, Color::Black);
/// let vector = black.of(size.parse_vertex("C3").unwrap()).unwrap();
/// // A new stone that takes one liberty from White and captures one stone.
/// assert_eq!(vector.to_array(), [0, 1, -1, 1]);
/// ```
pub struct PlainVectors<'a> {
    board: &'a Board,
    color: Color,
    own_before: usize,
    opponent_before: usize,
}

impl<'a> PlainVectors<'a> {
    /// Counts the liberties of both sides before any move.
    #[must_use]
    pub fn new(board: &'a Board, color: Color) -> PlainVectors<'a> {
        let count =
            |allies| freedom::liberties(&Settled::new(&Freedom, freedom::start(board, allies, None)).grid).len();
        PlainVectors { board, color, own_before: count(color), opponent_before: count(!color) }
    }

    /// The move-vector of a point; none where there is a stone, off the board, and where the move is suicide.
    #[must_use]
    pub fn of(&self, point: Point) -> Option<MoveVector> {
        if !self.board.is_empty(point) {
            return None;
        }
        let stone = Stone { color: self.color, point };
        let settle = |allies| Settled::new(&Freedom, freedom::start(self.board, allies, Some(stone))).grid;

        // With the roles swapped, the new stone is an opponent: it breathes or it does not.
        let for_opponent = settle(!self.color);
        let captured = capture::captured(self.board, stone).len();
        if for_opponent.get(point) != BREATHING && captured == 0 {
            return None;
        }
        // An undecided cell here would be a stone of the player's that waits for its captures to come off, and no
        // liberty of the opponent's: only degrees of freedom count.
        let opponent_after = freedom::liberties(&for_opponent).len();
        let touched = chain::touched(self.board, stone);
        let m2 = match touched {
            0 => 1,
            _ => freedom::liberties_after_captures(&settle(self.color)).len() as i32 - self.own_before as i32,
        };
        Some(MoveVector {
            m1: touched as i32,
            m2,
            m3: opponent_after as i32 - self.opponent_before as i32,
            m4: captured as i32,
        })
    }

    /// The move-vectors of these points, in reading order; points without one are left out.
    #[must_use]
    pub fn all(&self, points: &PointSet) -> Vec<Candidate> {
        points.iter().filter_map(|point| Some(Candidate { point, vector: self.of(point)? })).collect()
    }

    /// The move-vectors of all legal moves of the side to play.
    #[must_use]
    pub fn of_position(position: &Position) -> Vec<Candidate> {
        PlainVectors::new(position.board(), position.to_move()).all(&position.legal_points())
    }
}
