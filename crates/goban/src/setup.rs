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
        let board = Board::with_stones(self.size, &self.stones);
        let breathless = breathless(&board);
        if breathless.is_empty() { Ok(board) } else { Err(SetupError::NoLiberty(Box::new(breathless))) }
    }

    /// The nearest setup that passes the door, for reading files that a person would still understand: points off the
    /// board are left out, a point of both colours is Black's, chains without a liberty come off.
    #[must_use]
    pub fn repaired(&self) -> Setup {
        let mut board = Board::with_stones(self.size, &self.stones);
        loop {
            // Taking off one chain may give another its breath: White's come off first, as if Black had moved last.
            let lost = breathless(&board);
            let first =
                Color::ALL.into_iter().rev().map(|color| lost & board.stones()[color]).find(|set| !set.is_empty());
            let Some(first) = first else { break };
            board = Board::with_stones(self.size, &board.stones().map(|stones| stones - first));
        }
        Setup { stones: *board.stones(), ..*self }
    }
}

impl From<&Board> for Setup {
    fn from(board: &Board) -> Setup {
        Setup { size: board.size(), stones: *board.stones(), to_move: Color::Black }
    }
}

fn breathless(board: &Board) -> PointSet {
    board.chains().filter(|chain| chain.n_liberties() == 0).fold(PointSet::EMPTY, |set, chain| set | *chain.stones())
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
