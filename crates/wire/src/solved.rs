//! What becomes of groups, and solved problems.

use goban::BoardSize;
use schemars::JsonSchema;
use serde::Serialize;
use tactics::{Answer, Status, Success};

use crate::{Position, vertices};

/// What becomes of the groups of a position, as `aji solve` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// The name of the record; absent where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// The groups that were asked about, in the order of their first stones from the top left.
    pub groups: Vec<SolvedGroup>,
    /// The position as a problem, where one group was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<SolvedProblem>,
}

/// What becomes of a group.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolvedGroup {
    /// Whose.
    pub color: crate::Color,
    /// Its stones.
    pub stones: Vec<String>,
    /// What is proved: `alive`, `dead`, `critical` (who plays first decides), `ko`, `seki`, or `unknown`.
    pub status: String,
    /// What it looks like where that is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<String>,
    /// Whether the rules alone decide: it stays so whatever anybody plays.
    pub certain: bool,
    /// All of it in a sentence.
    pub words: String,
    /// What its opponent gets by playing first; absent where nothing was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kill: Option<SolvedLine>,
    /// What its owner gets by playing first; absent where nothing was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub save: Option<SolvedLine>,
}

/// What a side gets by playing first, and how.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolvedLine {
    /// Who plays first.
    pub first: crate::Color,
    /// Whether it gets what it wants: `yes`; `good-ko`, where the opponent has to find the first threat; `bad-ko`, where it has to
    /// itself; `no`.
    pub success: String,
    /// Whether this was read to the end.
    pub proved: bool,
    /// The line of play, such as `B A2`.
    pub line: Vec<String>,
    /// How many positions were looked at.
    pub positions: usize,
    /// The line and what it comes to in words.
    pub words: String,
}

/// A position as a problem for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolvedProblem {
    /// Who plays first.
    pub first: crate::Color,
    /// What that side wants: `kill` or `live`.
    pub wish: String,
    /// Task and solution in words, line by line.
    pub words: Vec<String>,
    /// The first moves that work.
    pub right: Vec<SolvedMove>,
    /// First moves that do not, with what refutes them.
    pub wrong: Vec<SolvedMove>,
}

/// A first move of a problem.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it comes to, the move itself first.
    #[serde(flatten)]
    pub line: SolvedLine,
}

/// What the page of solved groups shows.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct SolvedPage {
    /// The lines at its top.
    pub heading: Vec<String>,
    /// The groups.
    pub solved: Solved,
}

/// The shape of what becomes of groups.
#[must_use]
pub fn solved(
    file: Option<&str>,
    position: &goban::Position,
    verdicts: &[solve::Verdict],
    problem: Option<&solve::Problem>,
) -> Solved {
    let size = position.size();
    Solved {
        file: file.map(str::to_string),
        position: crate::position(position),
        groups: verdicts.iter().map(|verdict| group(verdict, size)).collect(),
        problem: problem.map(|problem| problem_shape(problem, size)),
    }
}

fn group(verdict: &solve::Verdict, size: BoardSize) -> SolvedGroup {
    let mut lines = verdict
        .answers()
        .zip(verdict.play(size))
        .map(|((first, answer), words)| line(first.into(), answer, words, size));
    let (kill, save) = (lines.next(), lines.next());
    let guess = verdict.life.as_ref().filter(|_| verdict.status == Status::Unknown).map(|life| name(life.guess));
    SolvedGroup {
        color: verdict.color.into(),
        stones: vertices(size, verdict.stones),
        status: name(verdict.status).to_string(),
        guess: guess.map(str::to_string),
        certain: verdict.life.is_none(),
        words: verdict.sentence(size),
        kill,
        save,
    }
}

fn problem_shape(problem: &solve::Problem, size: BoardSize) -> SolvedProblem {
    let moves = |tried: &[solve::Tried]| {
        let of = |tried: &solve::Tried| SolvedMove {
            mv: size.vertex(tried.point),
            line: line(problem.first.into(), &tried.answer, problem.told(tried, size), size),
        };
        tried.iter().map(of).collect()
    };
    SolvedProblem {
        first: problem.first.into(),
        wish: problem.wish.name().to_string(),
        words: problem.text(size),
        right: moves(&problem.right),
        wrong: moves(&problem.wrong),
    }
}

fn line(first: crate::Color, answer: &Answer, words: String, size: BoardSize) -> SolvedLine {
    SolvedLine {
        first,
        success: match answer.success {
            Success::Yes => "yes",
            Success::GoodKo => "good-ko",
            Success::BadKo => "bad-ko",
            Success::No => "no",
        }
        .to_string(),
        proved: answer.proved,
        line: answer.line.iter().map(|(color, mv)| crate::play(size, *color, *mv)).collect(),
        positions: answer.nodes,
        words,
    }
}

fn name(status: Status) -> &'static str {
    match status {
        Status::Alive => "alive",
        Status::Dead => "dead",
        Status::Critical => "critical",
        Status::Ko => "ko",
        Status::Seki => "seki",
        Status::Unknown => "unknown",
    }
}
