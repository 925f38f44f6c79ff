//! Matches and tournaments between our players and any engine that speaks GTP.
//!
//! A [`Tournament`] says who meets whom under which rules; [`run`] plays what is missing, several games at once, and hands
//! every game to whoever keeps it ([`Journal`] does, in a file that survives a kill); a [`Report`] sums the games up. Every
//! game has its own seed, made from that of the tournament, the names of the pair and the number of the game: results
//! do not depend on how many are played at once, nor on interruptions.
//!
//! The referee is our own board. A player that plays an illegal move, hangs, crashes or talks nonsense loses, with the
//! reason; a game for which no player is to blame is void and does not count ([`End`] says which is which).
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use arena::{Conduct, Plan, Report, run};
//! let families = registry::families();
//! let plan = Plan::from_toml("size = 5\ngames = 4\nplayers = [\"random\", \"cellular\"]", &families).unwrap();
//! let mut rows = Vec::new();
//! let conduct = Conduct {
//!     threads: 2,
//!     stop: &Arc::new(AtomicBool::new(false)),
//!     keep: &mut |row, _sgf| {
//!         rows.push(row.clone());
//!         Ok(())
//!     },
//! };
//! run(&plan.tournament, &families, &[], conduct).unwrap();
//! let report = Report::new(&plan.tournament, &rows).unwrap();
//! assert!(report.complete && report.played == 4);
//! ```

mod game;
mod journal;
mod page;
mod rating;
mod report;
mod result;
mod run;
mod schedule;
mod seat;
mod sprt;
mod text;
mod tournament;

pub use journal::{Journal, JournalError};
pub use rating::{Meeting, Rating, rate};
pub use report::{Effort, Interval, Length, PairReport, Report, Standing, Test, Trouble};
pub use result::{Cpu, End, Row};
pub use run::{Conduct, Outcome, RunError, done, run};
pub use schedule::Fixture;
pub use sprt::{Decision, Sprt, expected_score};
pub use text::games_csv;
pub use tournament::{
    Contestant, Counting, Disputes, Kind, MOST_GAMES, Pair, Plan, PlanError, Tournament, default_name, openings,
};
