//! Futures: what becomes of the stones, seen in games played on from here.
//!
//! The agents' paper lets stones play by chance. Here they play on to the end with tactical sense, many times over
//! (`crates/playout`), and what happened in most of the games is what a position is heading for: whose each point will be, which
//! chains live, die or stay in seki, who is ahead and by how much, and which points decide it.
//!
//! Playouts err in ways that shapes reveal: what was learned about that (`playout::owners`) corrects them.
//!
//! `family` has the card and reads positions, `explain` puts into words what the games say about a point, `learn` is `aji train futures`.

mod explain;
mod family;
mod learn;

pub use family::Futures;
