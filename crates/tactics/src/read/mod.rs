//! Reading that proves: can a chain be taken, does a group live, who wins a race, can two chains be kept apart?

mod ask;
mod capture;
mod connection;
mod count;
mod field;
mod groups;
mod life;
mod race;
mod scene;
mod search;
mod space;
mod table;

use std::fmt;

use goban::{BoardSize, Color, Move};

pub use ask::{attack, connect, defend, disconnect, owl_attack, owl_defend, owl_does_attack, owl_does_defend};
pub use count::Liberties;
pub use groups::{Certain, Certainty, groups};
pub use life::{Life, Status, life};
pub use race::{Race, race};

/// How much reading may cost. The same bounds give the same answer on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Most positions looked at, over all searches of one question.
    pub nodes: usize,
    /// Most bytes for what is remembered of positions.
    pub memory: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { nodes: 300_000, memory: 256 << 20 }
    }
}

/// Whether the side that was asked about gets what it wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Success {
    /// Whatever the opponent does, even if it wins every ko.
    Yes,
    /// By a ko in which the opponent has to find the first threat.
    GoodKo,
    /// By a ko in which this side has to find the first threat.
    BadKo,
    /// Not even by winning every ko.
    No,
}

impl Success {
    /// The number that GNU Go gives over GTP.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Success::No => 0,
            Success::Yes => 1,
            Success::GoodKo => 2,
            Success::BadKo => 3,
        }
    }

    /// The greater the better.
    #[must_use]
    pub const fn worth(self) -> u8 {
        match self {
            Success::No => 0,
            Success::BadKo => 1,
            Success::GoodKo => 2,
            Success::Yes => 3,
        }
    }

    /// What the opponent gets.
    #[must_use]
    pub const fn against(self) -> Success {
        match self {
            Success::No => Success::Yes,
            Success::Yes => Success::No,
            Success::GoodKo => Success::BadKo,
            Success::BadKo => Success::GoodKo,
        }
    }
}

impl fmt::Display for Success {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Success::Yes => "yes",
            Success::GoodKo => "by ko, the opponent finds the first threat",
            Success::BadKo => "by ko, finding the first threat",
            Success::No => "no",
        })
    }
}

/// What reading found for the side that moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Whether it works; where nothing is proved, what it looks like.
    pub success: Success,
    /// Whether this was read to the end; if not, the bound was met before.
    pub proved: bool,
    /// The first move if it works: a pass where nothing has to be done.
    pub first: Option<Move>,
    /// How: the winning side plays what works, the losing side what holds out longest.
    pub line: Vec<(Color, Move)>,
    /// Positions looked at.
    pub nodes: usize,
}

impl Answer {
    /// The answer as far as it is known.
    #[must_use]
    pub fn known(&self) -> Option<Success> {
        self.proved.then_some(self.success)
    }

    /// The line as people write it: `W C3 B D3`.
    #[must_use]
    pub fn line_text(&self, size: BoardSize) -> String {
        crate::line_text(&self.line, size)
    }
}
