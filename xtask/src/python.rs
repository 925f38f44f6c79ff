//! The Python package: its checks in Rust, its tests in a fresh virtual environment, its wheels.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// The repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The manifest of the crate, which stands outside the workspace.
const MANIFEST: &str = "crates/py/Cargo.toml";

/// Checks the crate, installs the package as a user would and runs its tests there.
pub(crate) fn test() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run("formatting of the Python crate", cargo_in(&cargo, &["fmt", "--manifest-path", MANIFEST, "--check"]))?;
    let clippy = ["clippy", "--manifest-path", MANIFEST, "--locked", "--all-features", "--", "-D", "warnings"];
    run("clippy of the Python crate", cargo_in(&cargo, &clippy))?;
    let folder = Path::new(ROOT).join("target/python");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    let python = environment(&folder)?;
    // The dummy model is there for tests that ask for it; nothing else of the package is different.
    let mut install = pip(&python, &["install", "--quiet", ".[env]", "-r", "crates/py/tests/requirements.txt"]);
    install.env("MATURIN_PEP517_ARGS", "--features dummy");
    run("installing the Python package", install)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "--quiet", "crates/py/tests"]);
    run("tests of the Python package", tests)
}

/// Builds a wheel.
pub(crate) fn wheel() -> Result<()> {
    let folder = Path::new(ROOT).join("target/python-wheel");
    let python = environment(&folder)?;
    run("wheel", pip(&python, &["wheel", ".", "--no-deps", "--wheel-dir", "target/wheels"]))
}

/// Makes a virtual environment if there is none, and names its interpreter.
fn environment(folder: &Path) -> Result<PathBuf> {
    let python = folder.join("bin/python");
    if !python.exists() {
        let mut make = Command::new(std::env::var_os("AJI_PYTHON").unwrap_or_else(|| "python3".into()));
        make.args(["-m", "venv"]).arg(folder);
        run("a fresh Python environment", make)?;
    }
    Ok(python)
}

fn pip(python: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "--disable-pip-version-check"]).args(arguments);
    command
}

fn cargo_in(cargo: &OsStr, arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo);
    command.args(arguments);
    command
}

fn run(name: &str, mut command: Command) -> Result<()> {
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    println!("\n== {name}: {}", words.join(" "));
    let began = Instant::now();
    let status = command.current_dir(ROOT).status().with_context(|| format!("{name} could not be started"))?;
    if !status.success() {
        bail!("{name} failed");
    }
    println!("== {name}: done in {} s", began.elapsed().as_secs());
    Ok(())
}
