//! What each command runs.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::prepare;

/// A part of the tests: a name and the cargo command behind it.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Set for the command, beside what is there.
    environment: &'static [(&'static str, &'static str)],
}

/// Not `--all-targets`, which would run the benchmarks too.
const TESTS: &[&str] = &["test", "--workspace", "--lib", "--bins", "--tests", "--examples"];

const TEST_STEPS: [Step; 5] = [
    Step { name: "formatting", arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        name: "clippy",
        arguments: &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        environment: &[],
    },
    Step { name: "tests", arguments: TESTS, environment: &[] },
    Step { name: "doc tests", arguments: &["test", "--workspace", "--doc"], environment: &[] },
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

pub(crate) fn test() -> Result<()> {
    prepare::programs()?;
    for step in TEST_STEPS {
        run(&step)?;
    }
    println!("\nall is well");
    Ok(())
}

pub(crate) fn golden() -> Result<()> {
    run(&Step { name: "golden files", arguments: TESTS, environment: &[("UPDATE_GOLDEN", "1")] })
}

pub(crate) fn bench() -> Result<()> {
    run(&Step { name: "benchmarks", arguments: &["bench", "--workspace"], environment: &[] })
}

fn run(step: &Step) -> Result<()> {
    println!("\n== {}: cargo {}", step.name, step.arguments.join(" "));
    let began = Instant::now();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(step.arguments)
        .envs(step.environment.iter().copied())
        .status()
        .context("cargo could not be started")?;
    if !status.success() {
        bail!("{} failed", step.name);
    }
    println!("== {}: done in {} s", step.name, began.elapsed().as_secs());
    Ok(())
}
