//! The Evolving Transformation System, and the game of Go in it: which shapes there are, and how they form.
//!
//! From J. I. Scrimger, *Structural Representation of the Game of Go* (2007). Three layers, each of which can be used alone:
//!
//! - [`ets`], the formalism for any domain: events, structs, constraints, classes, levels, overlap graphs;
//! - [`definitions`], classes as text that a Go player can write;
//! - [`go`], the recording of games with attention, and the recognition of all elements as the game goes on.
//!
//! [`Structure`] is the family of models.

pub mod definitions;
pub mod ets;
mod family;
pub mod go;
mod learn;
mod mine;
mod rate;
mod words;

pub use family::Structure;
