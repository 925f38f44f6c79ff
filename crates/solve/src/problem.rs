//! A position as a problem: the side to move wants to kill a group, or to save it.

use goban::{BoardSize, Color, Point, PointSet, Position};
use rayon::prelude::*;
use tactics::{Answer, Success};

use crate::Reader;
use crate::verdict::{Unasked, Verdict, group};
use crate::words;

/// At most so many first moves are tried, the nearest to the group first.
const MOST_TRIED: usize = 24;

/// What the side to move wants of the group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// It is the opponent's.
    Kill,
    /// It is its own.
    Live,
}

impl Wish {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Wish::Kill => "kill",
            Wish::Live => "live",
        }
    }

    pub(crate) fn aim(self) -> words::Aim {
        match self {
            Wish::Kill => words::Aim::Kill,
            Wish::Live => words::Aim::Live,
        }
    }
}

/// A first move, and what it comes to for the side that plays it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Where.
    pub point: Point,
    /// What it comes to; the line begins with the move.
    pub answer: Answer,
}

/// A problem and its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// What becomes of the group.
    pub verdict: Verdict,
    /// Who moves.
    pub first: Color,
    /// What that side wants.
    pub wish: Wish,
    /// What it gets.
    pub answer: Answer,
    /// The first moves that get as much, that of the answer first.
    pub right: Vec<Tried>,
    /// First moves that get less, with what refutes them.
    pub wrong: Vec<Tried>,
}

/// Solves the problem that a position is for the side to move, about the group of the stone on a point.
///
/// # Errors
/// When there is no stone, or nobody near it.
pub fn problem(position: &Position, at: Point, reader: &Reader) -> Result<Problem, Unasked> {
    let verdict = group(position, at, reader)?;
    let first = position.to_move();
    let wish = if first == verdict.color { Wish::Live } else { Wish::Kill };
    let answer = match (&verdict.life, wish) {
        (Some(life), Wish::Kill) => life.kill.clone(),
        (Some(life), Wish::Live) => life.save.clone(),
        (None, Wish::Kill) => reader.owl_attack(position, at).ok_or(Unasked::Empty)?,
        (None, Wish::Live) => reader.owl_defend(position, at).ok_or(Unasked::Empty)?,
    };
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    // Where nothing works, or nothing has to be done, there is no move to find.
    let to_find = answer.proved && answer.success != Success::No && answer.first.is_some_and(|mv| mv.point().is_some());
    if to_find {
        let try_out = |point: Point| {
            // Only what is read to the end shows that a move is right or wrong.
            let ask = match wish {
                Wish::Kill => tactics::owl_does_attack,
                Wish::Live => tactics::owl_does_defend,
            };
            ask(position, point, at, &reader.bounds).map(|answer| Tried { point, answer })
        };
        let points = candidates(position, &verdict.stones, &answer);
        let tried: Vec<Option<Tried>> = points.into_par_iter().with_max_len(1).map(try_out).collect();
        for tried in tried.into_iter().flatten().filter(|tried| tried.answer.proved) {
            let list = if worth(tried.answer.success) >= worth(answer.success) { &mut right } else { &mut wrong };
            list.push(tried);
        }
        // The move that reading chose leads, with the whole of its line.
        let chosen = answer.first.and_then(|mv| mv.point());
        right.retain(|tried| Some(tried.point) != chosen);
        if let Some(point) = chosen {
            right.insert(0, Tried { point, answer: answer.clone() });
        }
        wrong.retain(|tried| Some(tried.point) != chosen);
    }
    Ok(Problem { verdict, first, wish, answer, right, wrong })
}

/// How much a side gets, to be compared.
fn worth(success: Success) -> u8 {
    match success {
        Success::Yes => 3,
        Success::GoodKo => 2,
        Success::BadKo => 1,
        Success::No => 0,
    }
}

/// First moves that somebody could think of: those of the line, the liberties of the group and the points beside these.
fn candidates(position: &Position, stones: &PointSet, answer: &Answer) -> Vec<Point> {
    let empty = position.board().empty();
    let mut found: Vec<Point> = Vec::new();
    let mut add = |points: PointSet| {
        for point in &points {
            if !found.contains(&point) {
                found.push(point);
            }
        }
    };
    let line: PointSet = answer.line.iter().filter_map(|(_, mv)| mv.point()).collect();
    add(line & empty);
    let liberties = stones.grown() & empty;
    add(liberties);
    add(liberties.grown() & empty);
    found.retain(|&point| position.check(point).is_ok());
    found.truncate(MOST_TRIED);
    found
}

impl Problem {
    /// The task and its solution in a few lines.
    #[must_use]
    pub fn text(&self, size: BoardSize) -> Vec<String> {
        let Problem { first, wish, answer, .. } = self;
        let name = self.verdict.name(size);
        let task = match wish {
            Wish::Kill => format!("{first} to kill {name}"),
            Wish::Live => format!("{first} to save {name}"),
        };
        let points = |tried: &[Tried]| {
            let names: Vec<String> = tried.iter().map(|tried| size.vertex(tried.point)).collect();
            names.join(", ")
        };
        let ko = match answer.success {
            Success::GoodKo | Success::BadKo => ", by ko",
            _ => "",
        };
        let mut lines = Vec::new();
        match self.right.as_slice() {
            [] => lines.push(format!("{task}: {}", words::played(*first, answer, wish.aim(), size))),
            right => {
                lines.push(format!("{task}: {}{ko}.", points(right)));
                lines.push(words::played(*first, answer, wish.aim(), size));
            }
        }
        for tried in &self.wrong {
            lines.push(format!("Not {}", self.told(tried, size)));
        }
        lines
    }

    /// A first move and what it comes to, in words.
    #[must_use]
    pub fn told(&self, tried: &Tried, size: BoardSize) -> String {
        let moves = words::moves(&tried.answer, size);
        let comes_to = match (self.wish, tried.answer.success) {
            (Wish::Kill, Success::Yes) => "kills".to_string(),
            (Wish::Kill, Success::No) => format!("{} lives", self.verdict.color),
            (Wish::Live, Success::Yes) => "lives".to_string(),
            (Wish::Live, Success::No) => "the group dies".to_string(),
            (_, Success::GoodKo) => format!("a ko, {} finds the first threat", !self.first),
            (_, Success::BadKo) => format!("a ko, {} finds the first threat", self.first),
        };
        format!("{moves}: {comes_to} ({}, {})", words::proof(&tried.answer), words::count_positions(tried.answer.nodes))
    }
}
