//! The laws of structure: what the specification says must hold, on drawn boards and on random and real games.

mod attention;
mod contract;
mod domain;
mod equality;
mod generation;
mod history;
mod manual;
mod must_hold;
mod support;
