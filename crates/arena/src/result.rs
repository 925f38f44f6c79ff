//! What is kept of a game: one line of JSON.

use goban::{ByColor, Color};
use record::{Margin, Outcome};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Both passed, and the board was counted.
    Passes,
    /// A player gave up.
    Resignation,
    /// A player did not answer in time: it loses.
    Time,
    /// A player made an illegal move: it loses.
    Illegal,
    /// A player said something that is not a move: it loses.
    Nonsense,
    /// The process of a player ended: it loses.
    Crash,
    /// A player refused to move: it loses.
    Refusal,
    /// A player refused a legal move of the other one, and loses by the rules of the tournament.
    Denial,
    /// A player could not be started or set up: the game is void.
    Setup,
    /// A player called a legal move of the other one illegal, so that they play by different rules: the game is void.
    Dispute,
    /// The board could not be counted, or the players count differently: the game is void.
    Uncounted,
    /// The game went on for too long: it is void.
    TooLong,
}

impl End {
    /// Whether the game does not count.
    #[must_use]
    pub fn is_void(self) -> bool {
        matches!(self, End::Setup | End::Dispute | End::Uncounted | End::TooLong)
    }

    /// Whether the loser lost by a failure instead of by play.
    #[must_use]
    pub fn is_forfeit(self) -> bool {
        matches!(self, End::Time | End::Illegal | End::Nonsense | End::Crash | End::Refusal | End::Denial)
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            End::Passes => "counted",
            End::Resignation => "resigned",
            End::Time => "out of time",
            End::Illegal => "illegal move",
            End::Nonsense => "no move",
            End::Crash => "crashed",
            End::Refusal => "refused to move",
            End::Denial => "refused a legal move",
            End::Setup => "could not be set up",
            End::Dispute => "different rules",
            End::Uncounted => "not counted",
            End::TooLong => "too long",
        }
    }
}

/// A played game, as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The names of the pair, in the order of the tournament.
    pub pair: [String; 2],
    /// The number of the game among those of the pair, from 0.
    pub game: usize,
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// The result as SGF writes it.
    pub result: String,
    /// How the game ended.
    pub end: End,
    /// What happened, where something did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Number of moves, those of the opening included.
    pub moves: usize,
    /// Handicap stones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub handicap: usize,
    /// The seed of the game.
    pub seed: u64,
    /// Names the moves: games with the same moves have the same.
    pub hash: String,
    /// Names what the game was played under; see [`Tournament::conditions`](crate::Tournament::conditions).
    pub conditions: String,
    /// Seconds of CPU time of each side; none where it is not known.
    pub cpu: Cpu,
    /// Seconds the game took.
    pub seconds: f64,
    /// The record, in the folder of the results.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The sum of the record, which tells whether it is still what was written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub record_sum: String,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// Seconds of CPU time of each side.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Cpu {
    /// Black's.
    pub black: Option<f64>,
    /// White's.
    pub white: Option<f64>,
}

impl Row {
    /// Takes note of where its record is, and of what is in it.
    pub fn kept_as(&mut self, file: String, record: &[u8]) {
        self.file = file;
        self.record_sum = keep::sum(record);
    }

    /// Whether this is its record, as far as that is known.
    #[must_use]
    pub fn is_record(&self, record: &[u8]) -> bool {
        self.record_sum.is_empty() || keep::sum(record) == self.record_sum
    }

    /// The names by colour.
    #[must_use]
    pub fn players(&self) -> ByColor<&str> {
        ByColor { black: &self.black, white: &self.white }
    }

    /// Who won; none for a draw and for a void game.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        Outcome::parse(&self.result).and_then(|outcome| outcome.winner())
    }

    /// Black's lead, where the game was counted.
    #[must_use]
    pub fn lead(&self) -> Option<f64> {
        match Outcome::parse(&self.result)? {
            Outcome::Win { winner, margin: Margin::Points(points) } => Some(winner.sign() * points),
            Outcome::Draw => Some(0.0),
            _ => None,
        }
    }
}
