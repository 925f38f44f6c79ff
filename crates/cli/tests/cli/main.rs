//! The program as people and scripts meet it. One binary; each file is a part of what is promised.

mod bad_input;
mod bounds;
mod commands;
#[cfg(feature = "corpus")]
mod corpora;
mod hosts;
mod matches;
mod models;
mod play;
mod regress;
mod reproduce;
mod reviews;
mod scores;
mod serve;
mod simulate;
mod solve;
mod structure;
mod studies;
mod support;
mod train;
