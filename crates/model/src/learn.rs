//! Learning: games, or a family's own kind of material, become a parameter file.
//!
//! Whoever trains a family goes these steps, and knows none of the families by name:
//!
//! 1. [`Learn::settings`] says what can be set. The settings are checked as those of a card are, and [`Learn::learner`] takes
//!    their values.
//! 2. Every file is offered to [`Learner::accept`]. What it does not take is read as game records, and
//!    [`Learner::take_game`] is shown each game as a stream of plies. Without any material a family may have some of its own.
//! 3. [`Learner::train`] gives the bytes of the parameter file, reporting on the way. A report offers a checkpoint, from
//!    which another call goes on after an interruption; the bytes at the end are the same.
//! 4. [`Learner::examine`] tells what was learned. [`Family::load`](crate::Family::load) takes the file at run time.
//!
//! A learner may use the threads of the [rayon](https://docs.rs/rayon) pool that it is called in: `--threads` sets them. Its
//! bytes do not depend on their number. All chance comes from the seed.

use std::borrow::Cow;
use std::ops::ControlFlow;

use goban::Board;
use record::{GameInfo, Replay, ReplayError};
use thiserror::Error;

use crate::{Cell, Parameter, Parameters, Row, Seed};

/// The ability to learn. A family that has it says so on its card ([`Abilities::learns`](crate::Abilities::learns)) and gives
/// it out by [`Family::learn`](crate::Family::learn).
pub trait Learn: Sync {
    /// What can be set for learning, by dotted names that begin with the name of the family, as the parameters of its card do.
    /// The two have no name in common. Every kind of parameter may be used; a list is a text that the learner reads.
    fn settings(&self) -> &[Parameter];

    /// Someone who learns with these values, which are those of all of [`Learn::settings`].
    ///
    /// # Errors
    /// When the values do not fit each other: [`LearnError::Settings`].
    fn learner(&self, settings: &Parameters, seed: Seed) -> Result<Box<dyn Learner>, LearnError>;
}

/// Someone who learns: first material is shown, then training runs, then the result is looked at.
pub trait Learner: Send {
    /// Offers a file by its name and its bytes, before anything else is made of it: true if it is of the family's own kind (such as
    /// one that [`Learner::pack`] wrote) and was taken in. With false, the file is read as game records, which come through
    /// [`Learner::take_game`] next; so the learner hears the name of every file.
    ///
    /// # Errors
    /// When it is of the family's kind but damaged ([`LearnError::Failed`]), or does not go with the settings or with what was
    /// shown before ([`LearnError::Settings`]). The name of the file need not be said.
    fn accept(&mut self, _name: &str, _bytes: &[u8]) -> Result<bool, LearnError> {
        Ok(false)
    }

    /// Takes in a game: the plies of its main line, one after the other, as far as the learner wants them; and what the record
    /// says about it, such as its result ([`GameInfo::outcome`]).
    ///
    /// # Errors
    /// When the game is of no use. It is counted, and the others are learned from.
    fn take_game(&mut self, info: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut>;

    /// What was shown, drawn and parted as training would have it, as a file that [`Learner::accept`] takes again; and what is in
    /// it.
    ///
    /// # Errors
    /// When there is nothing in it, or the family has no such files.
    fn pack(&mut self) -> Result<(Vec<u8>, Summary), LearnError> {
        Err(LearnError::Settings("this family has no files of its own to learn from".to_string()))
    }

    /// Trains on what was shown and gives the bytes of the parameter file; `from` is the checkpoint of an earlier training that
    /// was interrupted, with the same material, settings and seed. Wherever it was interrupted, the bytes are the same.
    ///
    /// `report` hears before the first step and after every step, many times a minute, and may stop the work. The last it hears is that
    /// all of it is done.
    ///
    /// # Errors
    /// When there is nothing to learn from, the training fails, the checkpoint is of another training, or `report` stopped it.
    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError>;

    /// Tells what was learned: of a parameter file that [`Learner::train`] gave, or of what the family has in use.
    ///
    /// # Errors
    /// When the file is not of this family, there is nothing in use, or `report` stopped it.
    fn examine(&mut self, file: Option<&[u8]>, report: &mut Report<'_>) -> Result<Summary, LearnError>;
}

/// Hears how far the work has come, and says whether to go on.
pub type Report<'a> = dyn FnMut(Progress<'_>) -> ControlFlow<()> + 'a;

/// How far training has come.
pub struct Progress<'a> {
    /// Share of the work done, from 0 to 1.
    pub done: f64,
    /// Where it is, in a few words: "layer 2 of 3, epoch 4 of 12".
    pub stage: Cow<'a, str>,
    /// Numbers by name that were not known before, such as the error of an epoch that just ended; usually none. Whoever keeps a
    /// log writes a line when there are some.
    pub news: &'a [(&'static str, f64)],
    /// From here training can go on later. Made only when it is called, which costs time and memory.
    pub checkpoint: &'a dyn Fn() -> Vec<u8>,
}

/// Why a game was left out: the end of "3 games …", such as "on other boards than 9×9". The same reason has the same words, so that
/// they can be counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
#[error("{0}")]
pub struct LeftOut(pub String);

impl From<ReplayError> for LeftOut {
    fn from(_: ReplayError) -> LeftOut {
        LeftOut("that break off".to_string())
    }
}

/// Why learning failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LearnError {
    /// It was stopped before the end.
    #[error("stopped before the end")]
    Stopped,
    /// The settings do not fit each other or the material: what to set instead.
    #[error("{0}")]
    Settings(String),
    /// The checkpoint is damaged, or of another training.
    #[error("{0}")]
    Checkpoint(String),
    /// What is wrong, and what to do.
    #[error("{0}")]
    Failed(String),
}

/// What was learned, for people and for programs. All of it is optional but the title. Its cells are numbers and texts: there is no
/// board to say what the name of a point is.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Summary {
    /// What it is: "A belief network of 9×9 boards".
    pub title: String,
    /// More about it, such as what it learned from; one fact an entry, by a name for programs.
    pub about: Vec<(&'static str, Cell)>,
    /// What was measured.
    pub measures: Vec<Measure>,
    /// Long tables, such as a row for every epoch: for programs and spreadsheets, not for the terminal.
    pub tables: Vec<Row>,
    /// Figures.
    pub drawings: Vec<Drawing>,
}

/// A number that was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// Its name for programs, in lower case with underscores: "pseudo_likelihood".
    pub name: &'static str,
    /// The number; one that is not finite is not known.
    pub value: f64,
    /// What it is, in one line with its unit: "nats a point given all others, over 1000 validation boards".
    pub about: String,
}

/// A figure of what was learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// The name of its file, without an ending.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// How it came about.
    pub caption: String,
    /// What is drawn.
    pub content: Drawn,
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawn {
    /// Curves.
    Curves {
        /// What the axes are, across and up.
        axes: [String; 2],
        /// The curves by name, as points from left to right.
        series: Vec<(String, Vec<(f64, f64)>)>,
    },
    /// A board with its stones.
    Board(Board),
    /// A number for every point, row by row from the top left.
    Field {
        /// The name of the quantity.
        quantity: String,
        /// The numbers.
        values: Vec<f64>,
        /// The board below them.
        board: Board,
    },
}
