//! Ratings of moves and explanations in words, with the points that show them.

use goban::{Color, Move, Point, PointSet};

/// How a model rates a candidate move.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Where the stone would go.
    pub point: Point,
    /// The higher, the better for the side to move. Ratings compare within one position only.
    pub value: f64,
    /// What the rating is made of, in the model's own terms.
    pub details: Vec<(&'static str, Cell)>,
}

/// A value in a row of details.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// A few numbers that belong together.
    Numbers(Vec<f64>),
    /// A text.
    Text(String),
    /// A colour.
    Color(Color),
    /// One point.
    Point(Point),
    /// Points in reading order.
    Points(PointSet),
}

/// What someone wants explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// A point of the board.
    Point(Point),
    /// Two points and what is between them.
    Pair {
        /// The first.
        from: Point,
        /// The second.
        to: Point,
    },
    /// The last move.
    LastMove,
    /// A move that could be played next.
    Candidate(Move),
}

/// An answer in words, with marks and with rows of details.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Explanation {
    /// The words, most important first.
    pub sentences: Vec<Sentence>,
    /// The evidence, by kind.
    pub rows: Vec<Row>,
}

/// A sentence and the points it speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// Plain text.
    pub text: String,
    /// What to mark on the board while it is read.
    pub marks: Vec<Mark>,
}

impl Sentence {
    /// A sentence about these points.
    pub fn new(text: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Sentence {
        let marks = points.into_iter().map(|point| Mark { point, label: String::new() }).collect();
        Sentence { text: text.into(), marks }
    }
}

/// A mark on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub point: Point,
    /// What to write there; empty for a plain mark.
    pub label: String,
}

/// One piece of evidence.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What it is a piece of, in the plural: `paths`. Rows of a kind have the same cells.
    pub kind: &'static str,
    /// Its named values.
    pub cells: Vec<(&'static str, Cell)>,
}
