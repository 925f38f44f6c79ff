//! Who says which move is better: a model, or nobody at all.

use goban::{Move, PointSet, Position};
use model::{BeginError, Explanation, Rating};
use record::Ply;

/// Someone who rates moves. The rest of a player is the same for all.
pub(crate) trait Rater: Send {
    /// Begins on a position.
    fn begin(&mut self, start: &Position) -> Result<(), BeginError>;

    /// Takes note of a ply; `position` is the one after it.
    fn observe(&mut self, ply: &Ply, position: &Position);

    /// Rates moves of the side to move among these points. Points that it has no opinion on may be missing.
    fn rate(&mut self, position: &Position, among: &PointSet) -> Result<Vec<Rating>, BeginError>;

    /// What it says to a move.
    fn explain(&mut self, position: &Position, mv: Move) -> Option<Explanation>;
}

/// Likes all moves alike.
pub(crate) struct Indifferent;

impl Rater for Indifferent {
    fn begin(&mut self, _: &Position) -> Result<(), BeginError> {
        Ok(())
    }

    fn observe(&mut self, _: &Ply, _: &Position) {}

    fn rate(&mut self, _: &Position, among: &PointSet) -> Result<Vec<Rating>, BeginError> {
        Ok(among.iter().map(|point| Rating { point, value: 0.0, details: Vec::new() }).collect())
    }

    fn explain(&mut self, _: &Position, _: Move) -> Option<Explanation> {
        None
    }
}
