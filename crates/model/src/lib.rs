//! The contract between models of Go and whoever uses them.
//!
//! A [`Family`] is a card ([`Card`]) and a way to begin. The card names the idea, the paper, the parameters and every
//! quantity; command line, page, tables and manual are made from it. A [`Model`] is begun on a position, follows the
//! game ply by ply, and writes what it sees on a [`Sheet`]: numbers, fields and labels over points, graphs. It may also
//! rate moves, explain a point, and show the steps behind a quantity.
//!
//! What this crate does not contain: any particular model, any file format, any drawing.
//!
//! ```
//! use goban::{BoardSize, Position, Rules};
//! use model::{Card, Family, Model, Parameters, Quantity, Role, Seed, Selection, Sheet, Sign, Swap};
//!
//! /// Counts stones: the smallest model there is.
//! struct Stones(Card);
//!
//! impl Family for Stones {
//!     fn card(&self) -> &Card {
//!         &self.0
//!     }
//!
//!     fn begin(&self, _: &Position, _: &Parameters, _: Seed) -> Result<Box<dyn Model>, model::BeginError> {
//!         Ok(Box::new(Counter))
//!     }
//! }
//!
//! struct Counter;
//!
//! impl Model for Counter {
//!     fn observe(&mut self, _: &record::Ply, _: &Position) {}
//!
//!     fn read(&mut self, position: &Position, sheet: &mut Sheet) {
//!         let stones = position.board().stones();
//!         sheet.number("stones.lead", stones.black.len() as f64 - stones.white.len() as f64);
//!     }
//! }
//!
//! let mut card = Card::new("stones", "more stones, more territory", "folklore");
//! card.quantities = vec![Quantity::number("stones.lead", "black stones minus white stones")
//!     .role(Role::Lead)
//!     .sign(Sign::BlackPositive)
//!     .swap(Swap::Negates)];
//! let family = Stones(card);
//! let start = Position::new(BoardSize::NINE, Rules::CHINESE);
//! let mut model = family.begin(&start, &Parameters::defaults(family.card()), Seed(1)).unwrap();
//! let mut sheet = Sheet::new(family.card(), &Selection::All);
//! model.read(&start, &mut sheet);
//! assert_eq!(sheet.get_number("stones.lead"), Some(0.0));
//! ```

mod card;
mod catalogue;
mod explanation;
mod families;
mod family;
mod judgement;
mod learn;
mod observation;
mod parameters;
mod seed;
mod simulate;
mod subject;
mod unknown;
pub mod words;

pub use card::{Abilities, Card, FileKind, PlayingStyle, Quantity, Role, Scale, Scope, Shape, Sign, Swap, Turn};
pub use catalogue::{Catalogue, Class, FileForm};
pub use explanation::{Cell, Explanation, Mark, Question, Rating, Row, Sentence};
pub use families::{Families, FileError, Target};
pub use family::{BeginError, Family, Fill, FillError, Frame, LoadError, Model};
pub use judgement::{Candidate, Judgement, Outlook, likelihood, log_odds, seen_by};
pub use learn::{Drawing, Drawn, Learn, LearnError, Learner, LeftOut, Measure, Progress, Report, Summary};
pub use observation::{Data, Edge, Graph, Node, Observation, Selection, Sheet};
pub use parameters::{Kind, Parameter, ParameterError, Parameters, Settings, Value};
pub use seed::{Rng, Seed, below, shuffle, unit};
pub use simulate::{Contest, End, Event, Gauge, Played, Simulate, Simulation, Tally, Terms, Tick, play_by_steps};
pub use subject::{Follower, Subject};
pub use unknown::Unknown;
