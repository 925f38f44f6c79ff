//! The Python package: its checks in Rust, its tests in a fresh virtual environment, its wheels.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::runner::Runner;
use crate::steps::{cargo, looked_at, root};

/// The manifest of the crate, which stands outside the workspace.
const MANIFEST: &str = "crates/py/Cargo.toml";

/// Checks that the lock file of the crate, which the workspace does not keep, knows what the workspace's crates need: pip would refuse it, but
/// only after everything else.
pub(crate) fn check_lock(runner: &mut Runner) -> Result<()> {
    let words = ["tree", "--quiet", "--locked", "--depth", "0", "--manifest-path", MANIFEST];
    runner.run("lock file of the Python crate", &mut cargo(&words))
}

/// Checks the crate, installs the package as a user would and runs its tests there.
pub(crate) fn test(runner: &mut Runner) -> Result<()> {
    runner.run("formatting of the Python crate", &mut cargo(&["fmt", "--manifest-path", MANIFEST, "--check"]))?;
    let folder = root().join("target/python");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    let python = environment(runner, &folder)?;
    // The dummy model is there for tests that ask for it, and the package is built for tests, with the checks of clippy on the
    // way; nothing else of it is different.
    let mut install = pip(&python, &["install", "--quiet", ".[env]", "-r", "crates/py/tests/requirements.txt"]);
    install.env("MATURIN_PEP517_ARGS", "--features dummy --profile dev");
    runner.run("the Python package", looked_at(&mut install)?)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "crates/py/tests"]).current_dir(root());
    runner.run("tests of the Python package", &mut tests)
}

/// Builds a wheel.
pub(crate) fn wheel(runner: &mut Runner) -> Result<()> {
    let python = environment(runner, &root().join("target/python-wheel"))?;
    runner.run("wheel", &mut pip(&python, &["wheel", ".", "--no-deps", "--wheel-dir", "target/wheels"]))
}

/// Makes a virtual environment if there is none, and names its interpreter.
fn environment(runner: &mut Runner, folder: &Path) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    if !python.exists() {
        let mut make = Command::new(std::env::var_os("AJI_PYTHON").unwrap_or_else(|| "python3".into()));
        make.args(["-m", "venv"]).arg(folder);
        runner.run("a fresh Python environment", &mut make)?;
    }
    Ok(python)
}

fn pip(python: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "--disable-pip-version-check"]).args(arguments).current_dir(root());
    command
}
