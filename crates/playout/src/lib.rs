//! Games played out from a position with tactical sense, and what became of every point and chain in them.
//!
//! A playout here takes what can be taken, saves what can be saved, reads short ladders, plays on the vital points of eyes and
//! likes good shapes; otherwise it plays by chance, but fills no eyes and throws no stones away. One such game means little. A
//! few dozen tell who will own a point, and which stones are dead.
//!
//! One game, move by move, each with its reason:
//!
//! ```
//! use goban::{BoardSize, Position, Rules};
//! use model::Seed;
//! use playout::{Agent, Chance, Game, LightBoard, Policy};
//! let policy = Policy::default();
//! let position = Position::new(BoardSize::NINE, Rules::CHINESE);
//! let mut game = Game::new();
//! game.play(&LightBoard::new(&position), &mut Agent::new(&policy), &mut Chance::new(Seed(1)));
//! assert!(game.steps().len() > 60);
//! assert_eq!(game.owners().len(), 81);
//! ```
//!
//! Many games, and what they say together. The white stones in the corner have one eye and no way out:
//!
//! ```
//! use goban::{Diagram, Position, Rules};
//! use model::Seed;
//! use playout::{Batch, Status};
//! let setup = Diagram::parse("
//!     . O O X . . .
//!     O O X X . . .
//!     X X X . . . .
//!     . . . . . . .
//!     . O . . O . .
//!     . . . . . . .
//!     . . . . . . .").unwrap();
//! let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
//! let tally = Batch::new(&position).games(100).seed(Seed(1)).tally();
//! let corner = tally.fate(setup.size.parse_vertex("B7").unwrap()).unwrap();
//! assert_eq!(corner.status(), Status::Dead);
//! ```

mod batch;
mod bent_four;
mod board;
mod cell;
mod chance;
mod count;
mod game;
mod liberties;
pub mod owners;
mod policy;
mod settle;
mod shape;
mod tally;

pub use batch::Batch;
pub use board::LightBoard;
pub use chance::Chance;
pub use game::{Game, Step};
pub use policy::{Agent, Candidate, Policy, Rates, Reason, Shapes, ShapesError};
pub use settle::{COUNTING, Settlement};
pub use tally::{Fate, Status, Tally};
