//! Futures: what becomes of the stones, seen in games played on from here.
//!
//! The agents' paper lets stones play by chance. Here they play on to the end with tactical sense, many times over
//! (`crates/playout`), and what happened in most of the games is what a position is heading for: whose each point will be, which
//! chains live, die or stay in seki, who is ahead and by how much, and which points decide it.
//!
//! `family` has the card and reads positions, `explain` puts into words what the games say about a point.

mod explain;
mod family;

pub use family::Futures;
