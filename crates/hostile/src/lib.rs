//! What anybody may send to the program, as functions of bytes. None of them may panic, and each says what else must hold.
//!
//! `fuzz/` runs them under a fuzzer, as long as one likes; the tests run them on a fixed number of texts that are made from
//! good ones by changing them a little, with another seed every time.

mod mutants;
mod obvious;
mod targets;

pub use mutants::Mutants;
pub use targets::{TARGETS, Target, run};
