//! What a game is: a tree of moves with its players, rules and result, and its replay as a stream of plies.
//!
//! This crate knows no file format.
//!
//! ```
//! use goban::{BoardSize, Color, Move};
//! use record::{Game, Mode};
//!
//! let size = BoardSize::NINE;
//! let mut game = Game::new(size);
//! let mut at = game.root();
//! for (color, vertex) in [(Color::Black, "E5"), (Color::White, "E4")] {
//!     at = game.add_move(at, color, Move::Play(size.parse_vertex(vertex).unwrap()));
//! }
//! let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
//! while let Some(ply) = replay.next_ply().unwrap() {
//!     assert_eq!(replay.position().n_moves(), ply.number);
//! }
//! ```

mod game;
mod outcome;
mod replay;

pub use game::{Game, GameInfo, Node, NodeId, Player, Property, SetupChange, VariationError};
pub use outcome::{Margin, Outcome};
pub use replay::{Mode, Ply, Replay, ReplayError, ReplayErrorKind};
