//! What a family knows, class by class.

use schemars::JsonSchema;
use serde::Serialize;

/// Classes of a model, as `aji models NAME --classes` lists them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Classes {
    /// The model.
    pub model: String,
    /// How many classes were asked for; fewer may be listed.
    pub found: usize,
    /// The classes, in the order that was asked for.
    pub classes: Vec<Class>,
}

/// A class of moves.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Class {
    /// Its number in this model.
    pub number: usize,
    /// What it is, in words that players know.
    pub name: String,
    /// What sort of class it is.
    pub kind: String,
    /// Which part of an explanation it belongs to.
    pub part: String,
    /// The first and the last of the moves of a game that it speaks of (null: to the end); null for any.
    pub moves: Option<(usize, Option<usize>)>,
    /// What it adds to the score of a move.
    pub weight: f64,
    /// How much it matters for what the model says, in units of its own.
    pub importance: f64,
    /// How often such a move could be played, in what was counted.
    pub seen: u64,
    /// How often it was.
    pub played: u64,
    /// Its drawing with what belongs to it, in lines of text.
    pub drawing: Vec<String>,
    /// The points whose moves are of it, where a position was asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<String>,
}

/// The shape of a class, by its number; none if there is no such number.
#[must_use]
pub fn class(catalogue: &dyn model::Catalogue, number: usize) -> Option<Class> {
    let model::Class { kind, part, moves, weight, importance, seen, played } = catalogue.class(number)?;
    Some(Class {
        number,
        name: catalogue.class_name(number),
        kind,
        part: part.to_string(),
        moves,
        weight,
        importance,
        seen,
        played,
        drawing: catalogue.class_drawing(number),
        points: Vec::new(),
    })
}

/// Where a move of a class was played.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, JsonSchema)]
pub struct Occurrence {
    /// The number of the record, from 0; absent where it is the line that came with the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<usize>,
    /// Which game of the record, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<usize>,
    /// What the game is called: its players, or the file.
    pub title: String,
    /// The numbers of the moves.
    pub plies: Vec<usize>,
    /// How many games have been looked through.
    pub looked: usize,
    /// Whether this is the end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}
