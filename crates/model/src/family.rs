//! What a family and a model do.

use std::sync::Arc;

use goban::{BoardSize, PointSet, Position};
use record::Ply;
use thiserror::Error;

use crate::{Card, Catalogue, Data, Explanation, Learn, Parameters, Question, Rating, Seed, Sheet, Simulate};

/// A kind of model: its card, and how to begin one.
pub trait Family: Send + Sync {
    /// The card. It is the same for the life of the family.
    fn card(&self) -> &Card;

    /// Begins a model on a position: the start of a game, or any other.
    ///
    /// # Errors
    /// When the board size is not the family's, or something it needs is missing; the message says what to do.
    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError>;

    /// The same family with the contents of a file, of the kind that its card declares ([`Card::file`]): a network, definitions
    /// of shapes, weights. What was loaded before stays where the new file does not take its place. The card may change with it.
    ///
    /// # Errors
    /// When the file is not of this kind, or damaged; and always for a family that takes no files.
    fn load(&self, _bytes: &[u8]) -> Result<Arc<dyn Family>, LoadError> {
        Err(LoadError::new(format!("{} takes no files", self.card().name)))
    }

    /// The ability to learn, if the card declares it.
    fn learn(&self) -> Option<&dyn Learn> {
        None
    }

    /// The ability to list its classes, if the card declares it.
    fn catalogue(&self) -> Option<&dyn Catalogue> {
        None
    }

    /// The ability to run by itself, if the card declares it.
    fn simulate(&self) -> Option<&dyn Simulate> {
        None
    }
}

/// Why a model could not begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BeginError {
    /// The board is too small or too large.
    #[error("{family} reads boards from {smallest}×{smallest} to {largest}×{largest}, not {size}{advice}")]
    Size {
        /// The family.
        family: String,
        /// The smallest side it takes.
        smallest: usize,
        /// The largest side it takes.
        largest: usize,
        /// The board it was given.
        size: BoardSize,
        /// What to do about it, after a colon; or nothing.
        advice: String,
    },
    /// Something is missing, and this is what to do about it.
    #[error("{0}")]
    Missing(String),
}

impl BeginError {
    /// Checks a board size against a card.
    ///
    /// # Errors
    /// When the card does not allow it.
    pub fn check_size(card: &Card, size: BoardSize) -> Result<(), BeginError> {
        BeginError::check_size_or(card, size, "")
    }

    /// Checks a board size against a card, and says what to do about another.
    ///
    /// # Errors
    /// When the card does not allow it.
    pub fn check_size_or(card: &Card, size: BoardSize, advice: &str) -> Result<(), BeginError> {
        if card.sizes.contains(&size.get()) {
            return Ok(());
        }
        let (smallest, largest) = (*card.sizes.start(), *card.sizes.end());
        let advice = if advice.is_empty() { String::new() } else { format!(": {advice}") };
        Err(BeginError::Size { family: card.name.clone(), smallest, largest, size, advice })
    }
}

/// Why a family cannot take a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{what}", at.map_or_else(String::new, |(line, column)| format!("{line}:{column}: ")))]
pub struct LoadError {
    /// The line and the column, from 1, where the file is a text.
    pub at: Option<(usize, usize)>,
    /// What is wrong, and what to do.
    pub what: String,
}

impl LoadError {
    /// A damaged or wrong file, without a place.
    pub fn new(what: impl ToString) -> LoadError {
        LoadError { at: None, what: what.to_string() }
    }
}

/// A model that follows one game.
///
/// Whoever drives it calls [`observe`](Model::observe) for every ply in order, with the position after it, and asks
/// [`read`](Model::read) whenever it likes, with the position it last showed the model (at first the start). A ply whose
/// `edited` is set changed the board in ways that its move does not tell: start anew from the position then.
///
/// What a quantity of the position says must not depend on how the position came about: a model begun on a position and
/// one that followed the game there write the same, bit for bit.
pub trait Model: Send {
    /// Takes note of a ply. `position` is the one after it.
    fn observe(&mut self, ply: &Ply, position: &Position);

    /// Writes every wanted quantity.
    fn read(&mut self, position: &Position, sheet: &mut Sheet<'_>);

    /// Rates legal moves of the side to move: those among these points, in reading order. Empty if this family does not
    /// rate; moves it has no opinion on are left out.
    ///
    /// Which other moves are asked about changes no rating. A model that takes long over a move asks `go_on` before each,
    /// and when the answer is no it gives what it has: moves are left out then, but no rating is another than it would
    /// have been.
    fn rate(&mut self, _position: &Position, _among: &PointSet, _go_on: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        Vec::new()
    }

    /// Rates all legal moves, however long it takes.
    fn rate_all(&mut self, position: &Position) -> Vec<Rating> {
        self.rate(position, &position.legal_points(), &mut || true)
    }

    /// Answers a question; none if this family has nothing to say to it.
    fn explain(&mut self, _position: &Position, _question: Question) -> Option<Explanation> {
        None
    }

    /// The steps behind a quantity, from the first to the value that [`read`](Model::read) writes.
    fn frames(&mut self, _position: &Position, _quantity: &str) -> Vec<Frame> {
        Vec::new()
    }
}

/// One step behind a quantity.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// What is shown, in a few words.
    pub caption: String,
    /// The value at this step.
    pub data: Data,
}

/// Spins for empty points: what a model puts where no stone stands, from −1 (black) to +1 (white), as the Ising paper
/// signs them.
pub trait Fill: Send + Sync {
    /// One number for every point, row by row from the top left; points with a stone are not looked at.
    ///
    /// # Errors
    /// When the board is not one it can fill.
    fn fill(&self, position: &Position, seed: Seed) -> Result<Vec<f64>, FillError>;

    /// The same with the contents of a file, as [`Family::load`] is for families.
    ///
    /// # Errors
    /// When the file is not of the kind that this takes, or damaged; and always where it takes none.
    fn load(&self, _bytes: &[u8]) -> Result<Arc<dyn Fill>, LoadError> {
        Err(LoadError::new("what fills the empty points takes no files"))
    }
}

/// Why a board could not be filled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct FillError(pub String);
