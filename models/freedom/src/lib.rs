//! Influence from possible connections: what a new stone could join, and how well it would breathe then.
//!
//! The idea is A. L. Gower's (*The Freedom to Play GO*, 2018); the exact reading is in `docs/models/freedom.md`. A path
//! to an empty point is a smallest set of stones, one on the point itself, that joins it to a stone on the board. It is
//! worth more the fewer stones it needs and the more liberties it would have. Paths that share stones count together
//! less than their sum. The sum over all empty points is a side's influence.
//!
//! The crate knows no life and death and reads no sequences: it looks at what is on the board.
//!
//! ```
//! use freedom::{Params, influence};
//! use goban::{Color, Diagram};
//! let board = Diagram::parse("
//!     . . . . . . .
//!     . . . . . . .
//!     . . X . O . .
//!     . . . . O . .
//!     . . X . O . .
//!     . . . . . . .
//!     . . . . . . .").unwrap().board().unwrap();
//! let map = influence(&board, &Params::default());
//! // Three stones in a wall breathe more than two with a gap.
//! assert!(map.lead() < 0.0);
//! ```

mod connection;
mod family;
mod influence;
mod norm;
mod params;
mod paths;

pub use connection::{Connection, ConnectionError, ConnectionPath, connection};
pub use family::Freedom;
pub use influence::{Influence, Tracker, influence};
pub use norm::{joined, q_norm};
pub use params::{Params, ParamsError};
pub use paths::{Path, paths_to};
