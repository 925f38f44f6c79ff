//! Classic functions of a board to compare others with: Zobrist's influence, Bouzy's territory, and the nearest stone.
//!
//! All three give a whole number to every point, positive where Black prevails, from the stones alone: no life and
//! death, no reading, no chance. The families of the contract are made of them by [`Classic`].
//!
//! ```
//! use baseline::Function;
//! use goban::Diagram;
//! let board = Diagram::parse("
//!     . . . . .
//!     . X . . .
//!     . . . . .
//!     . . . O .
//!     . . . . .").unwrap().board().unwrap();
//! let owners = Function::Nearest.field(&board);
//! assert_eq!(owners[..5], [1, 1, 1, 0, 0]);
//! ```

mod family;
mod function;

pub use family::Classic;
pub use function::{Function, points};
