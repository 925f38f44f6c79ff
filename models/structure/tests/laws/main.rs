//! The laws of structure: what the specification says must hold, on drawn boards and on random and real games.

mod contract;
mod domain;
mod equality;
mod generation;
mod must_hold;
mod support;
