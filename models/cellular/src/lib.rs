//! Go read with cellular automata, after José Manuel Gómez Soto and Diego Delgado Ávila, "The Game of Go: A Cellular
//! Automata Approach" (2023).
//!
//! Four automata on the von Neumann neighbourhood look at a board: [`evaluation`] finds whose every point is, [`chain`]
//! which chains a move touches, [`freedom`] the liberties of a side, [`capture`] the stones that a move takes. The last
//! three make a [`MoveVector`] for every move, and a [`Voter`] lets many tastes vote on them. [`Cellular`] offers all of
//! it as a family of models.
//!
//! An automaton can be watched step by step with [`Evolution`]. Where only the end counts, [`fast`] gives it at once:
//!
//! ```
//! use cellular::{Voter, fast};
//! use goban::{BoardSize, Position, Rules};
//! use model::Seed;
//! let mut position = Position::new(BoardSize::NINE, Rules::CHINESE);
//! position.play(position.size().parse_vertex("E5").unwrap()).unwrap();
//!
//! let evaluation = fast::evaluate(position.board());
//! assert_eq!((evaluation.area().black, evaluation.n_steps), (81, 8));
//!
//! let moves = fast::vectors(&position);
//! assert_eq!(moves.len(), 80);
//!
//! let vote = Voter::default().vote(&position, None, Seed(1));
//! assert!(vote.choice.point().is_some());
//! ```

mod automaton;
pub mod capture;
pub mod chain;
pub mod evaluation;
mod explain;
mod family;
pub mod fast;
pub mod freedom;
mod vector;
mod vote;

pub use automaton::{EDGE, Evolution, Grid, Rule, Settled, State};
pub use evaluation::Evaluation;
pub use family::Cellular;
pub use vector::{Candidate, MoveVector, PlainVectors, Stone};
pub use vote::{GameVector, Rated, Style, Vote, Voter};
