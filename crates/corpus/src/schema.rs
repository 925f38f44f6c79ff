//! The tables of a corpus: their names and columns.
//!
//! A dataset is a folder with one folder a table and Parquet files in it, so that every program that reads Parquet reads
//! it: `games/*.parquet`, `plies/*.parquet`, `faults/*.parquet`, `sources/*.parquet` and, if they were asked for,
//! `positions/*.parquet`.
//! A colour is +1 for Black and −1 for White, as everywhere.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, Schema, SchemaRef};

/// One row a game.
///
/// `game` is the hash of the board size, the stones put up and the moves: the same game has the same number in every
/// corpus, and stands in it once. `moves` has two letters a move as in SGF, and `line` is there if they do not tell the
/// whole game (other colours than in turn, stones put up).
pub fn games() -> SchemaRef {
    table(vec![
        Field::new("game", DataType::UInt64, false),
        // Where it was read: the file, what is inside it, and which game of that.
        Field::new("source", DataType::Utf8, false),
        Field::new("entry", DataType::Utf8, true),
        Field::new("number", DataType::UInt32, false),
        // What the record calls it: GN in SGF, the first column of a move list.
        Field::new("name", DataType::Utf8, true),
        Field::new("size", DataType::UInt8, false),
        Field::new("black", DataType::Utf8, true),
        Field::new("white", DataType::Utf8, true),
        Field::new("black_rank", DataType::Utf8, true),
        Field::new("white_rank", DataType::Utf8, true),
        Field::new("event", DataType::Utf8, true),
        // As written, and as a date if it begins with one.
        Field::new("played", DataType::Utf8, true),
        Field::new("date", DataType::Date32, true),
        Field::new("rules", DataType::Utf8, true),
        Field::new("komi", DataType::Float64, true),
        Field::new("handicap", DataType::UInt8, false),
        // As written; +1, −1 or 0 for a draw; points if it was counted.
        Field::new("result", DataType::Utf8, true),
        Field::new("winner", DataType::Int8, true),
        Field::new("margin", DataType::Float64, true),
        Field::new("n_moves", DataType::UInt16, false),
        Field::new("moves", DataType::Utf8, false),
        Field::new("line", DataType::Binary, true),
    ])
}

/// One row a move: who played where, and what was taken.
pub fn plies() -> SchemaRef {
    table(vec![
        Field::new("game", DataType::UInt64, false),
        Field::new("move_number", DataType::UInt16, false),
        Field::new("color", DataType::Int8, false),
        // As players write it: Q16, or pass.
        Field::new("move", DataType::Utf8, false),
        // Counted from 0 at the top left; null for a pass.
        Field::new("column", DataType::UInt8, true),
        Field::new("row", DataType::UInt8, true),
        Field::new("captured", DataType::UInt16, false),
        Field::new("captures", DataType::new_list(DataType::Utf8, false), false),
    ])
}

/// One row a position: the start of every game (move 0) and what each move left.
pub fn positions() -> SchemaRef {
    table(vec![
        Field::new("game", DataType::UInt64, false),
        Field::new("move_number", DataType::UInt16, false),
        Field::new("next", DataType::Int8, false),
        Field::new("position", DataType::Binary, false),
    ])
}

/// One row a record that could not be taken, or only in part, and why.
pub fn faults() -> SchemaRef {
    table(vec![
        Field::new("source", DataType::Utf8, false),
        Field::new("entry", DataType::Utf8, true),
        Field::new("number", DataType::UInt32, true),
        // `broken`, `duplicate`, `empty`…
        Field::new("kind", DataType::Utf8, false),
        Field::new("reason", DataType::Utf8, false),
        // The game it repeats, or the number of the game of which a part was taken.
        Field::new("game", DataType::UInt64, true),
    ])
}

/// One row a file that was read to its end: what an import knows it by.
pub fn sources() -> SchemaRef {
    table(vec![
        Field::new("source", DataType::Utf8, false),
        // The hash of its full name, by which it is known again.
        Field::new("key", DataType::UInt64, false),
        // Of the file as it lies on disk; nanoseconds since 1970.
        Field::new("bytes", DataType::UInt64, false),
        Field::new("modified", DataType::Int64, false),
        Field::new("games", DataType::UInt64, false),
        Field::new("faults", DataType::UInt64, false),
    ])
}

fn table(fields: Vec<Field>) -> SchemaRef {
    Arc::new(Schema::new(fields))
}
