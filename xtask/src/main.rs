//! The project's own tools.
//!
//! `cargo xtask test` prepares what the tests need and runs everything; `cargo xtask golden` rewrites the golden files
//! from what the program prints now; `cargo xtask bench` runs the benchmarks of the workspace; `cargo xtask wheel` builds the Python
//! package.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod prepare;
mod python;
mod steps;
#[cfg(test)]
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  test     install what the tests need if possible, then run all of them
  golden   rewrite the golden files; look at the difference before you commit it
  bench    run the benchmarks of the workspace (not part of the tests)
  python   install the Python package into a fresh environment and test it (part of the tests)
  wheel    build a wheel of the Python package into target/wheels";

fn main() -> ExitCode {
    let command = std::env::args().nth(1);
    let done = match command.as_deref() {
        Some("test") => steps::test(),
        Some("golden") => steps::golden(),
        Some("bench") => steps::bench(),
        Some("python") => python::test(),
        Some("wheel") => python::wheel(),
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
