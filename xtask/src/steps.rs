//! What each command runs.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::prepare;

/// A part of the tests: a name and the command behind it.
struct Step {
    name: &'static str,
    program: Program,
    arguments: &'static [&'static str],
    /// Set for the command, beside what is there.
    environment: &'static [(&'static str, &'static str)],
}

/// Where the sources of the page are.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// Who does the work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Program {
    Cargo,
    /// In the folder of the page.
    Npm,
}

/// Unit, property, golden, engine and doc tests. Not `--all-targets`, which would run the benchmarks too, nor a list of
/// targets, with which cargo would not build the examples that tests run.
/// Everything that is a feature is on, so that it is tested and nothing is built twice.
const TESTS: &[&str] = &["test", "--workspace", "--features", "aji/cluster"];

const TEST_STEPS: [Step; 8] = [
    Step { name: "formatting", program: Program::Cargo, arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        name: "clippy",
        program: Program::Cargo,
        arguments: &["clippy", "--workspace", "--features", "aji/cluster", "--all-targets", "--", "-D", "warnings"],
        environment: &[],
    },
    // What most people build.
    Step {
        name: "the plain program",
        program: Program::Cargo,
        arguments: &["clippy", "--package", "aji", "--", "-D", "warnings"],
        environment: &[],
    },
    Step { name: "tests", program: Program::Cargo, arguments: TESTS, environment: &[] },
    Step {
        name: "documentation",
        program: Program::Cargo,
        arguments: &["doc", "--workspace", "--features", "aji/cluster", "--no-deps"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
    // The build has installed the packages of the page, and the tests have built the program that the browser asks.
    Step { name: "types of the page", program: Program::Npm, arguments: &["run", "check"], environment: &[] },
    Step { name: "parts of the page", program: Program::Npm, arguments: &["test"], environment: &[] },
    Step { name: "the page in a browser", program: Program::Npm, arguments: &["run", "browser"], environment: &[] },
];

pub(crate) fn test() -> Result<()> {
    prepare::programs()?;
    for step in TEST_STEPS {
        if step.program == Program::Npm && !Path::new(PAGE).join("node_modules").is_dir() {
            // The build did not have to make the page, and so installed nothing.
            run(&Step { name: "packages of the page", program: Program::Npm, arguments: &["ci"], environment: &[] })?;
        }
        run(&step)?;
    }
    crate::python::test()?;
    println!("\nall is well");
    Ok(())
}

pub(crate) fn golden() -> Result<()> {
    run(&Step {
        name: "golden files",
        program: Program::Cargo,
        arguments: TESTS,
        environment: &[("UPDATE_GOLDEN", "1")],
    })
}

pub(crate) fn bench() -> Result<()> {
    run(&Step { name: "benchmarks", program: Program::Cargo, arguments: &["bench", "--workspace"], environment: &[] })
}

fn run(step: &Step) -> Result<()> {
    let (name, mut command) = match step.program {
        Program::Cargo => ("cargo", Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))),
        Program::Npm => {
            let mut command = Command::new(std::env::var_os("AJI_NPM").unwrap_or_else(|| "npm".into()));
            command.current_dir(PAGE);
            ("npm", command)
        }
    };
    println!("\n== {}: {name} {}", step.name, step.arguments.join(" "));
    let began = Instant::now();
    let status = command
        .args(step.arguments)
        .envs(step.environment.iter().copied())
        .status()
        .with_context(|| format!("{name} could not be started"))?;
    if !status.success() {
        bail!("{} failed", step.name);
    }
    println!("== {}: done in {} s", step.name, began.elapsed().as_secs());
    Ok(())
}
