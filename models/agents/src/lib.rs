//! Stones as agents, after Carlos López Roa, "The Game of Go: Modeling Complex Systems" (2016).
//!
//! Two sides put stones on the board by chance or by a simple [`Strategy`]. A stone is an agent that knows the empty points
//! beside it and the stones it is linked with; when it counts no liberty for itself and its links, it dies. A [`Contest`]
//! plays games to the end, a [`Run`] shows one tick by tick. The [`Variant`] says which reading of the paper is played.
//!
//! ```
//! use agents::{Contest, Variant, strategy};
//! use goban::BoardSize;
//! use model::{Contest as _, Seed};
//! let mut contest = Contest::new(BoardSize::NINE);
//! contest.variant = Variant::NetlogoExact;
//! contest.players.black = strategy::named("hottest").unwrap();
//! let game = contest.play(Seed(7));
//! assert!(game.tally.ticks < contest.tick_limit());
//! ```

mod chance;
mod contest;
mod explain;
mod family;
mod fast;
mod look;
mod paint;
mod plain;
#[cfg(test)]
mod quirks;
mod rules;
mod run;
pub mod strategy;
mod temperature;
mod variant;
mod world;

pub use contest::Contest;
pub use family::Agents;
pub use look::Liberties;
pub use paint::{Stroke, StrokeError};
pub use run::Run;
pub use strategy::{Scene, Strategy};
pub use temperature::Temperature;
pub use variant::Variant;
