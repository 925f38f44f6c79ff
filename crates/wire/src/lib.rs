//! Every JSON shape of aji, and explanations as plain text. Names and meanings are stable; [`SCHEMA`] grows when one changes in a way that breaks a
//! reader, not when something is added.
//!
//! Conventions: points are written as people write them (`Q16`), colours are `B` and `W`, boards and maps are rows from
//! the top. JSON has no infinity: a number beyond the range of f64 is `null`, and its name stands in `out_of_range`.

mod cards;
mod game;
mod learned;
mod position;
mod review;
mod study;
mod tree;
mod words;

pub use self::study::{BinJson, GuesserJson, GuessingJson, MeanJson, StretchJson, guessers, pairs, predictors};
pub use cards::{CardJson, ParameterJson, QuantityJson, StyleJson, card, settings};
pub use game::{GameJson, PlayerJson, PlyJson, game, ply};
pub use learned::learned;
pub use position::{
    PositionJson, Readings, board, explanation, frame, graph, merge, moves, number, position, readings, vertices,
};
pub use review::review;
pub use tree::{InfoJson, NodeJson, SetupJson, SideJson, TreeError, TreeJson, parse_play, play, tree};
pub use words::words;

/// The version of the shapes.
pub const SCHEMA: u32 = 1;
