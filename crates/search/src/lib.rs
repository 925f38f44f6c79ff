//! Looking ahead: a tree of moves over games that are played out with tactical sense.
//!
//! Every game goes down the tree to a leaf, is played out from there by [`playout`], and leaves what became of it on all nodes that it
//! passed. The next game follows the moves that did best so far, those that a model thinks likely (the prior, which comes in as an
//! argument), and, where the settings ask for it, those that did well wherever else they were played (RAVE). A leaf that was visited a few times grows: it gets a node for
//! every sensible legal move under the rules of the game, superko included.
//!
//! Where the settings ask for looks, nothing is played out: an automaton with learned rules ([`ripple`]) looks at the leaf and says whose the points
//! become, and the leaf grows at once.
//!
//! A number of games gives the same tree on any number of threads. Games are chosen one after the other; each is chosen when
//! exactly the same earlier ones have come back, whoever plays them.
//!
//! ```
//! use goban::{Diagram, Position, Rules};
//! use search::{Search, Settings};
//! let setup = Diagram::parse("
//!     . . . O X . .
//!     O O O O X . .
//!     X X X X X . .
//!     . . . . . . .
//!     . . O O O . .
//!     . O O . O O .
//!     . O . . . O .").unwrap();
//! let position = Position::from_setup(&setup, Rules { komi: 0.0, ..Rules::CHINESE }).unwrap();
//! let mut search = Search::new(Settings::default(), None);
//! search.begin(&position).unwrap();
//! search.think(1_000, None, &mut || true);
//! let judgement = search.judgement();
//! let best = &judgement.candidates[0];
//! assert_eq!(setup.size.move_name(best.mv), "B7", "the white corner has no second eye any more");
//! ```

mod aim;
mod continued;
mod learned;
mod proofs;
mod root;
mod search;
mod settings;
mod tree;
mod worker;

pub use aim::Aim;
pub use learned::{glance, set_right};
pub use proofs::Proof;
pub use search::Search;
pub use settings::{Looks, Settings};
