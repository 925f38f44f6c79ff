//! The project's own tools.
//!
//! `cargo xtask test` prepares what the tests need and runs everything; `cargo xtask golden` rewrites the golden files
//! from what the program prints now; `cargo xtask bench` runs the benchmarks of the workspace.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod prepare;
mod steps;
#[cfg(test)]
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  test     install what the tests need if possible, then run all of them
  golden   rewrite the golden files; look at the difference before you commit it
  bench    run the benchmarks of the workspace (not part of the tests)";

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let done = match command.as_deref() {
        Some("test") => steps::test(),
        Some("golden") => steps::golden(),
        Some("bench") => steps::bench(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
