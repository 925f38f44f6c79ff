//! The program as people and scripts meet it. One binary; each file is a part of what is promised.

mod bad_input;
mod commands;
mod models;
mod play;
mod simulate;
mod studies;
mod support;
