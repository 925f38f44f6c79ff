//! What is said about files: their problems, and what was written.

use schemars::JsonSchema;
use serde::Serialize;

/// Something wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// Its line, from 1; null where the whole file is meant.
    pub line: Option<usize>,
    /// Its column, from 1; null where the whole file is meant.
    pub column: Option<usize>,
    /// How much it costs.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

/// How much a problem of a record costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The record was understood in spite of it.
    Repaired,
    /// A piece of the record was left out; the rest was read.
    Ignored,
    /// A whole game, or the file, gives nothing.
    Unreadable,
    /// The record is whole, and the rules do not allow a move of it.
    Illegal,
}

impl From<sgf::Severity> for Severity {
    fn from(severity: sgf::Severity) -> Severity {
        match severity {
            sgf::Severity::Repaired => Severity::Repaired,
            sgf::Severity::Ignored => Severity::Ignored,
            sgf::Severity::Unreadable => Severity::Unreadable,
        }
    }
}

impl std::fmt::Display for Severity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Severity::Repaired => "repaired",
            Severity::Ignored => "ignored",
            Severity::Unreadable => "unreadable",
            Severity::Illegal => "illegal",
        })
    }
}

/// The shape of a problem.
#[must_use]
pub fn problem(problem: &sgf::Problem) -> Problem {
    Problem {
        line: Some(problem.place.line),
        column: Some(problem.place.column),
        severity: problem.severity().into(),
        message: problem.to_string(),
    }
}

/// What `aji check` found.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// The files.
    pub files: Vec<CheckedFile>,
    /// All of them together.
    pub summary: CheckSummary,
}

/// What `aji check --jsonl` says at last, after the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CheckEnd {
    /// All of them together.
    pub summary: CheckSummary,
}

/// A file that was checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CheckedFile {
    /// Its name.
    pub file: String,
    /// Its format; null where it could not be read.
    pub format: Option<String>,
    /// Its encoding; null where it could not be read.
    pub encoding: Option<String>,
    /// How many games it holds.
    pub games: usize,
    /// How many moves their main lines have.
    pub moves: usize,
    /// What is wrong with it, in the order of the places.
    pub problems: Vec<Problem>,
    /// How many problems are not listed.
    pub more_problems: usize,
}

/// Checked files together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
pub struct CheckSummary {
    /// How many files.
    pub files: usize,
    /// How many games.
    pub games: usize,
    /// How many moves.
    pub moves: usize,
    /// How many problems.
    pub problems: usize,
    /// How many files hold no game.
    pub without_game: usize,
}

/// What `aji convert` wrote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Converted {
    /// The files.
    pub written: Vec<WrittenFile>,
}

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WrittenFile {
    /// Its name.
    pub file: String,
    /// How many games it holds.
    pub games: usize,
}
