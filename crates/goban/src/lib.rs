//! The game of Go: stones, chains, rules, positions, scores, and boards drawn as text.
//!
//! This crate reads no files and no clock, and draws no chance of its own. Three examples show most of it.
//!
//! A stone is placed, and a chain has liberties:
//!
//! ```
//! use goban::{Board, BoardSize, Color};
//! let size = BoardSize::NINETEEN;
//! let mut board = Board::new(size);
//! for vertex in ["D4", "D5"] {
//!     board.place(Color::Black, size.parse_vertex(vertex).unwrap());
//! }
//! let chain = board.chain(size.parse_vertex("D4").unwrap()).unwrap();
//! assert_eq!((chain.size(), chain.n_liberties()), (2, 6));
//! ```
//!
//! A position knows the rules and says why a move is illegal:
//!
//! ```
//! use goban::{Diagram, Illegal, Position, Rules};
//! let setup = Diagram::parse("
//!     . X O .
//!     X . X O
//!     . X O .
//!     . . . .").unwrap();
//! let size = setup.size;
//! let mut position = Position::from_setup(&goban::Setup { to_move: goban::Color::White, ..setup }, Rules::JAPANESE).unwrap();
//! position.play(size.parse_vertex("B3").unwrap()).unwrap();
//! assert_eq!(position.play(size.parse_vertex("C3").unwrap()), Err(Illegal::Ko));
//! ```
//!
//! A finished board is counted:
//!
//! ```
//! use goban::{Agreement, BoardSize, Position, Rules};
//! let position = Position::new(BoardSize::NINE, Rules::CHINESE);
//! assert_eq!(position.score(&Agreement::default(), 0).to_string(), "W+7.5");
//! ```

mod board;
mod cell;
mod color;
mod diagram;
mod life;
mod playout;
mod point;
mod point_set;
mod position;
mod rules;
mod score;
mod setup;
mod symmetry;
mod zobrist;

pub use board::{Board, Chain, Placed};
pub use color::{ByColor, Color};
pub use diagram::{Diagram, DiagramError, DiagramErrorKind};
pub use life::UnconditionalLife;
pub use playout::{Playout, PlayoutEnd};
pub use point::{BoardSize, Move, Point};
pub use point_set::{PointSet, Points};
pub use position::{Illegal, Played, Position, Unseen};
pub use rules::{HandicapBonus, Ko, Rules, Scoring, Suicide};
pub use score::{Agreement, Score, SideScore};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
