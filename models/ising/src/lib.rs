//! Go read with Ising energies, after A. Rojas-Domínguez, D. Barradas-Bautista and M. Alvarado, "Modeling the Game of Go by
//! Ising Hamiltonian, Deep Belief Networks and Common Fate Graphs" (2019).
//!
//! Three Hamiltonians of growing detail: [`Atoms`] takes each stone for a spin; [`Generative`] puts spins on empty points
//! too; [`Molecules`] takes each chain for a molecule whose strength grows with its eyes and which is bound to others by
//! shared eyes, nets and ladders. Each says how much energy a board has, what of it belongs to whom, and what a move won.
//!
//! ```
//! use goban::Diagram;
//! use ising::{Molecules, Weights};
//! // Four stones round one point share an eye, each with each.
//! let board = Diagram::parse("
//!     . . . . . . .
//!     . . . . . . .
//!     . . . X . . .
//!     . . X . X . .
//!     . . . X . . .
//!     . . . . . . .
//!     . . . . . . .").unwrap().board().unwrap();
//! let energies = Molecules::new(&board, Weights::default()).energies();
//! assert!((energies.interaction - -8.4).abs() < 1e-9);
//! assert!((energies.hamiltonian() - 7.6).abs() < 1e-9);
//! ```
//!
//! This crate does not train anything: who fills empty points is handed in ([`Fills`]).

mod atoms;
mod energy;
mod family;
mod filled;
mod graphs;
mod life;
mod molecules;
mod sum;
mod words;

pub use atoms::{Atoms, Site};
pub use energy::{Change, Energies};
pub use family::{Atomic, Fills, Generative, Molecular};
pub use life::{Fate, Life};
pub use molecules::{Bond, Ladders, Molecule, Molecules, Tactic, TacticKind, Trap, Weights};
pub use sum::ExactSum;
