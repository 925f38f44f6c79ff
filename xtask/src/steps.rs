//! What each command runs.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::prepare::{self, Purpose};
use crate::runner::Runner;
use crate::{compile, programs, python};

/// Unit, property, golden, engine and doc tests. Not `--all-targets`, which would run the benchmarks too, nor a list of
/// targets, with which cargo would not build the examples that tests run.
const TESTS: [&str; 2] = ["test", "--workspace"];

/// Everything that is a feature is on.
const ALL: [&str; 2] = ["--features", "aji/cluster"];

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Everything.
    All,
    /// The plain program: no database, no cluster, no Python, no browser.
    Quick,
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where xtask keeps what is its own, under the target folder.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn own_folder() -> Result<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder));
    let folder = target.join("xtask");
    std::fs::create_dir_all(&folder).context("the target folder cannot be written")?;
    Ok(folder)
}

pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// In the folder of the page.
fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("AJI_NPM").unwrap_or_else(|| "npm".into()));
    command.args(arguments).current_dir(root().join("web"));
    command
}

/// Whatever the command compiles, clippy looks at and rustdoc reads. What is built from scratch is built faster if it need not
/// be built again in parts.
pub(crate) fn looked_at(command: &mut Command) -> Result<&mut Command> {
    Ok(command.env("RUSTC_WORKSPACE_WRAPPER", compile::installed()?).env("CARGO_INCREMENTAL", "0"))
}

pub(crate) fn test(runner: &mut Runner, extent: Extent) -> Result<()> {
    let all = extent == Extent::All;
    prepare::programs(if all { &Purpose::ALL } else { &[Purpose::Tests] })?;
    runner.run("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    if all {
        python::check_lock(runner)?;
    }
    let tests = [&TESTS[..], if all { &ALL } else { &[] }].concat();
    let build = [&tests[..], &["--no-run"]].concat();
    runner.run("build, clippy and documentation", looked_at(&mut cargo(&build))?)?;
    // They are not run, but they have to stay in order.
    let benches = [&build[..], &["--bench", "*"]].concat();
    runner.run("build and clippy of the benchmarks", looked_at(&mut cargo(&benches))?)?;
    if all {
        // What most people build.
        runner.run("the plain program", &mut cargo(&["clippy", "--package", "aji", "--", "-D", "warnings"]))?;
    }
    // All that is wrong is worth knowing, not only the first of it.
    runner.time("tests", || programs::run(&tests))?;
    if !root().join("web/node_modules").is_dir() {
        // The build did not have to make the page, and so installed nothing.
        runner.run("packages of the page", &mut npm(&["ci"]))?;
    }
    runner.run("types of the page", &mut npm(&["run", "check"]))?;
    runner.run("parts of the page", &mut npm(&["test"]))?;
    if all {
        // The tests have built the program that the browser asks.
        runner.run("the page in a browser", &mut npm(&["run", "browser"]))?;
        python::test(runner)?;
    }
    println!("\nall is well");
    Ok(())
}

pub(crate) fn golden(runner: &mut Runner) -> Result<()> {
    runner.run("golden files", cargo(&[TESTS, ALL].concat()).env("UPDATE_GOLDEN", "1"))
}

pub(crate) fn bench(runner: &mut Runner) -> Result<()> {
    runner.run("benchmarks", &mut cargo(&["bench", "--workspace"]))
}
