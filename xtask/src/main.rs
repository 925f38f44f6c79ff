//! The project's own tools.
//!
//! `cargo xtask test` prepares what the tests need and runs everything; `cargo xtask golden` rewrites the golden files
//! from what the program prints now; `cargo xtask bench` runs the benchmarks of the workspace; `cargo xtask fuzz` looks for bytes that
//! make something fail; `cargo xtask wheel` builds the Python package.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod compile;
#[cfg(test)]
mod deny;
mod fuzz;
mod prepare;
mod programs;
mod python;
mod runner;
mod steps;
#[cfg(test)]
mod tidy;

use std::process::ExitCode;

use runner::Runner;
use steps::Extent;

const USAGE: &str = "usage: cargo xtask COMMAND

  test [--quick]   install what the tests need if possible, then run all of them and say how long each step took;
                   --quick leaves out the database, the cluster, Python and the browser
  golden           rewrite the golden files; look at the difference before you commit it
  bench            run the benchmarks of the workspace (not part of the tests)
  python           install the Python package into a fresh environment and test it (part of the tests)
  fuzz [--minutes N]  fuzz every target in turn, N minutes together (14), and say how much was reached
  wheel            build a wheel of the Python package into target/wheels";

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).peekable();
    if words.peek().is_some_and(|first| compile::is_meant(first)) {
        return compile::compile(words).unwrap_or_else(failed);
    }
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut runner = Runner::default();
    let done = match words[..] {
        ["test"] => steps::test(&mut runner, Extent::All),
        ["test", "--quick"] => steps::test(&mut runner, Extent::Quick),
        ["golden"] => steps::golden(&mut runner),
        ["bench"] => steps::bench(&mut runner),
        ["python"] => python::test(&mut runner),
        ["wheel"] => python::wheel(&mut runner),
        ["fuzz"] => fuzz::fuzz(14),
        ["fuzz", "--minutes", minutes] => match minutes.parse() {
            Ok(minutes) => fuzz::fuzz(minutes),
            Err(_) => Err(anyhow::anyhow!("--minutes {minutes}: give a number")),
        },
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    println!("\n{}", runner.table());
    done.map_or_else(failed, |()| ExitCode::SUCCESS)
}

fn failed(error: anyhow::Error) -> ExitCode {
    eprintln!("xtask: {error:#}");
    ExitCode::FAILURE
}
