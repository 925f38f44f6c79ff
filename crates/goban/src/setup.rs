//! Stones put on a board by hand, and the one door through which they become a position.

use std::fmt;

use crate::{Board, BoardSize, ByColor, Color, PointSet};

/// A board as someone drew it or a file set it up: not necessarily one that play can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The size of the board.
    pub size: BoardSize,
    /// The stones of each colour.
    pub stones: ByColor<PointSet>,
    /// Who moves next.
    pub to_move: Color,
}

impl Setup {
    /// An empty board with Black to move.
    #[must_use]
    pub fn new(size: BoardSize) -> Setup {
        Setup { size, stones: ByColor::default(), to_move: Color::Black }
    }

    /// The board, if it is one that play can leave behind.
    ///
    /// # Errors
    /// With the points that make it impossible.
    pub fn board(&self) -> Result<Board, SetupError> {
        let all = self.size.all_points();
        let outside = (self.stones.black | self.stones.white) - all;
        if !outside.is_empty() {
            return Err(SetupError::OffBoard(Box::new(outside)));
        }
        let both = self.stones.black & self.stones.white;
        if !both.is_empty() {
            return Err(SetupError::BothColors(Box::new(both)));
        }
        let breathless = breathless(self.size, &self.stones);
        if !breathless.is_empty() {
            return Err(SetupError::NoLiberty(Box::new(breathless)));
        }
        Ok(Board::with_stones(self.size, &self.stones))
    }

    /// The nearest setup that passes the door, for reading files that a person would still understand: points off the
    /// board are left out, a point of both colours is Black's, chains without a liberty come off.
    #[must_use]
    pub fn repaired(&self) -> Setup {
        let mut stones = self.stones.map(|set| set & self.size.all_points());
        stones.white -= stones.black;
        loop {
            // Taking off one chain may give another its breath: White's come off first, as if Black had moved last.
            let lost = breathless(self.size, &stones);
            let first = if lost.meets(&stones.white) { Color::White } else { Color::Black };
            if lost.is_empty() {
                return Setup { stones, ..*self };
            }
            stones[first] -= lost;
        }
    }
}

impl From<&Board> for Setup {
    fn from(board: &Board) -> Setup {
        Setup { size: board.size(), stones: *board.stones(), to_move: Color::Black }
    }
}

/// The stones of chains without a liberty: those that no way through their colour leads to an empty point.
fn breathless(size: BoardSize, stones: &ByColor<PointSet>) -> PointSet {
    let beside_empty = (size.all_points() - stones.black - stones.white).grown();
    let lost = stones.map(|set| set - beside_empty.flooded(&set));
    lost.black | lost.white
}

/// Why a setup is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupError {
    /// These stones lie outside the board.
    OffBoard(Box<PointSet>),
    /// These points have a stone of each colour.
    BothColors(Box<PointSet>),
    /// These stones belong to chains without a liberty.
    NoLiberty(Box<PointSet>),
}

impl SetupError {
    /// The points in question.
    #[must_use]
    pub fn points(&self) -> &PointSet {
        match self {
            SetupError::OffBoard(points) | SetupError::BothColors(points) | SetupError::NoLiberty(points) => points,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many, what) = match self {
            SetupError::OffBoard(_) => ("stone", "stones", "outside the board"),
            SetupError::BothColors(_) => ("point", "points", "with a stone of each colour"),
            SetupError::NoLiberty(_) => ("stone", "stones", "without a liberty"),
        };
        let n = self.points().len();
        write!(f, "{n} {} {what}", if n == 1 { one } else { many })
    }
}

impl std::error::Error for SetupError {}
