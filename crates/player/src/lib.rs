//! Players of Go: from a model's preference to a move.
//!
//! A model that rates moves is not yet a player: it has to keep the rules, spare its eyes, know when a game is over, and
//! say why it plays what it plays. This crate gives that to every model alike, so that what is left of a player is the
//! model's own. A [`Spec`] names a player ([`list`] tells the names there are) and makes it; a [`Player`] is begun on a
//! position, told of every move, and asked for its own.
//!
//! ```
//! use goban::{BoardSize, Position, Rules};
//! use player::{Spec, play};
//! let families = registry::families();
//! let mut black = Spec::parse("random").unwrap().player(&families).unwrap();
//! let mut white = Spec::parse("random").unwrap().player(&families).unwrap();
//! let mut position = Position::new(BoardSize::NINE, Rules::TROMP_TAYLOR);
//! black.begin(&position).unwrap();
//! white.begin(&position).unwrap();
//! while !position.is_over() {
//!     let mover = if position.to_move() == goban::Color::Black { &mut black } else { &mut white };
//!     let choice = mover.choose(&position).unwrap();
//!     play(&mut position, choice.mv, &mut [&mut *black, &mut *white]).unwrap();
//! }
//! assert!(position.n_moves() <= 3 * 81);
//! ```

mod chance;
mod ending;
mod house;
mod manners;
mod person;
mod rater;
mod reading;
mod recipe;
mod spec;
mod strength;
mod surrender;

use std::fmt;

use goban::{Illegal, Move, Point, PointSet, Position};
use model::{BeginError, Cell, Explanation, Judgement, ParameterError, Rating, Unknown};
use record::Ply;
use thiserror::Error;

pub use recipe::Recipe;
pub use spec::{PlayerCard, Spec, list};
pub use strength::Strength;
pub use surrender::Surrender;

/// Someone who plays.
///
/// Whoever drives it calls [`begin`](Player::begin) for every game, [`observe`](Player::observe) for every ply of both
/// sides in order, and [`choose`](Player::choose) when it is the player's turn. After an undo, or when a position comes
/// from elsewhere, it is begun anew; a player that is asked about a position it was not led to does so by itself.
///
/// Chance comes from the seed and the position alone: the same seed and the same game give the same moves.
pub trait Player: Send {
    /// The name by which [`Spec::parse`] knows it: `cellular:grow+search`.
    fn name(&self) -> &str;

    /// Begins a game on a position: the start, or any other.
    ///
    /// # Errors
    /// When the model does not take the board, or something it needs is missing; the message says what to do.
    fn begin(&mut self, start: &Position) -> Result<(), PlayerError>;

    /// Takes note of a ply of either side. `position` is the one after it.
    fn observe(&mut self, ply: &Ply, position: &Position);

    /// What it plays for the side to move. The move is legal; a game that is over gets a pass. Whether it resigns is for [`Surrender`] to
    /// say.
    ///
    /// # Errors
    /// When it has to begin anew and cannot; see [`begin`](Player::begin).
    fn choose(&mut self, position: &Position) -> Result<Choice, PlayerError> {
        self.choose_while(position, &mut || true)
    }

    /// The same for someone in a hurry: `go_on` is asked between the steps of its thinking (a model that rates all moves
    /// at once is one step), and from when it says no the player makes do with what it has found.
    ///
    /// # Errors
    /// As there.
    fn choose_while(&mut self, position: &Position, go_on: &mut dyn FnMut() -> bool) -> Result<Choice, PlayerError>;

    /// Looks ahead: plays so many more games from the position, or as many as it plays before a move, and says what all of them together
    /// show. It considers only moves on these points, if any are given. None from a player that does not look ahead.
    ///
    /// # Errors
    /// As there.
    fn look(
        &mut self,
        _position: &Position,
        _games: Option<usize>,
        _among: Option<&PointSet>,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Judgement>, PlayerError> {
        Ok(None)
    }

    /// Why it plays what it chose, or what it thinks of another move, in words and marks, for the side to move. Asked
    /// before the move is played. There is always at least one sentence.
    fn explain(&mut self, position: &Position, choice: &Choice) -> Explanation;
}

/// What a player plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What decided.
    pub reason: Reason,
    /// The moves it thought about, best first, by what its model thinks of them. Where several have the same value, chance
    /// has put them in order; those that the model has no opinion on come last. Empty before a pass.
    pub candidates: Vec<Rating>,
    /// The candidates before the chosen one that reading refused, as their stones would be lost at once.
    pub refused: Vec<Point>,
}

impl Choice {
    fn pass(reason: Reason) -> Choice {
        Choice { mv: Move::Pass, reason, candidates: Vec::new(), refused: Vec::new() }
    }

    /// How likely the player is to win after the move, from 0 to 1, if it looked ahead.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        let chosen = self.candidates.iter().find(|rating| Move::Play(rating.point) == self.mv)?;
        chosen.details.iter().find_map(|(name, value)| match value {
            Cell::Number(chance) if *name == "chance" => Some(*chance),
            _ => None,
        })
    }
}

/// What decided a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The model likes no move better.
    Rating,
    /// Looking ahead: most games went this way.
    Search {
        /// How many games were played from the position.
        games: u64,
    },
    /// There was no time to ask the model about every move.
    Hurry,
    /// Reading: these stones of the opponent are taken, and would get away if the player waited.
    Captures {
        /// The stones.
        stones: PointSet,
    },
    /// Reading: these stones of its own would be taken, and get away.
    Rescues {
        /// The stones.
        stones: PointSet,
    },
    /// The game is over already.
    Over,
    /// Nothing is left that changes anything: every move would fill settled ground or put own stones in atari.
    Finished,
    /// Its model likes no legal move, and it has no manners that would make it choose.
    Unmoved,
    /// The game has gone on for three times as many plies as the board has points.
    TooLong,
}

impl Reason {
    /// Why nothing is to be thought about in a position any more.
    fn to_pass(position: &Position) -> Option<Reason> {
        if position.is_over() {
            Some(Reason::Over)
        } else if position.n_moves() + 2 >= 3 * position.size().area() {
            Some(Reason::TooLong)
        } else {
            None
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Rating => "no move is rated higher",
            Reason::Search { .. } => "no move did better when looking ahead from here",
            Reason::Hurry => "there was no time to think of more",
            Reason::Captures { .. } => "it takes stones that could get away",
            Reason::Rescues { .. } => "it saves stones that could be taken",
            Reason::Over => "the game is over",
            Reason::Unmoved => "its model likes no move",
            Reason::Finished => "no move is left that changes anything",
            Reason::TooLong => "the game has gone on for too long",
        })
    }
}

/// Why there is no such player, or it cannot play here.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// There is no such player.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// A setting of its model is wrong.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// Its model cannot begin.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// A recipe for a blend is TOML, but no recipe.
    #[error("{0}")]
    Recipe(String),
}

/// Plays for the side to move and tells the players of it.
///
/// # Errors
/// The reason for which the move is illegal; nothing has happened then.
pub fn play(position: &mut Position, mv: Move, players: &mut [&mut dyn Player]) -> Result<Ply, Illegal> {
    let color = position.to_move();
    let played = position.play(mv)?;
    let ply = Ply::played(position, color, mv, &played);
    for player in players {
        player.observe(&ply, position);
    }
    Ok(ply)
}
