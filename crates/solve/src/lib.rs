//! What becomes of the groups of a position: read to the end, put in words, and written as a record with variations.
//!
//! [`groups`] gives a [`Verdict`] on every group, [`group`] on the one of a stone. [`problem`] takes a position as a problem: the side to move
//! wants to kill a group, or to save it; the first moves that work, and those that do not, each with the play that shows it. Where the
//! bounds of reading were met, nothing is claimed. [`posed`] recognises records that are problems and no games.
//!
//! ```
//! use goban::{Diagram, Position, Rules};
//! let setup = Diagram::parse("
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     . . . . . . .
//!     X X X X X . .
//!     O O O O X . .
//!     . . . O X . .").unwrap();
//! let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
//! let verdict = solve::group(&position, setup.size.parse_vertex("A2").unwrap(), &solve::Reader::default()).unwrap();
//! assert_eq!(
//!     verdict.sentence(setup.size),
//!     "White's 5 stones at A2 live if White plays first (B1) and die if Black does (B1)."
//! );
//! ```

mod posed;
mod problem;
mod reader;
mod record;
mod verdict;
mod words;

pub use posed::{posed, solve_posed};
pub use problem::{Problem, Tried, Wish, problem};
pub use reader::Reader;
pub use record::{lines, solution};
pub use verdict::{Unasked, Verdict, group, groups, groups_told};
