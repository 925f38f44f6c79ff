//! Every target of `crates/hostile` under the fuzzer, one after the other.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::steps::{cargo, root};

/// What came of fuzzing a target.
#[derive(Default)]
struct Found {
    name: String,
    inputs: u64,
    /// Places of the program that some input reached, as the fuzzer counts them.
    coverage: u64,
    /// Inputs that are kept because each reaches something that the others do not.
    corpus: u64,
}

/// The targets, from the manifest of the fuzzer's workspace.
fn targets() -> Result<Vec<String>> {
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml"))?;
    let names = manifest.split("[[bin]]").skip(1).filter_map(|bin| bin.split('"').nth(1));
    Ok(names.map(str::to_string).collect())
}

fn fuzzer(arguments: &[&str]) -> Command {
    let mut command = cargo(&["fuzz"]);
    command.args(arguments).current_dir(root().join("fuzz"));
    command
}

/// Fuzzes every target for its part of so many minutes.
///
/// # Errors
/// When there is no fuzzer, or an input fails; the fuzzer has said which.
pub(crate) fn fuzz(minutes: u64) -> Result<()> {
    let there = fuzzer(&["--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        bail!("cargo-fuzz is missing; cargo install cargo-fuzz");
    }
    let targets = targets()?;
    let seconds = (minutes * 60 / targets.len() as u64).max(1);
    let mut all = Vec::new();
    for target in &targets {
        println!("\n== {target}, {seconds} s");
        all.push(run(target, seconds)?);
        shrink(target)?;
    }
    println!("\n{:<12}  {:>10}  {:>8}  {:>6}", "target", "inputs", "coverage", "corpus");
    for Found { name, inputs, coverage, corpus } in all {
        println!("{name:<12}  {inputs:>10}  {coverage:>8}  {corpus:>6}");
    }
    Ok(())
}

/// Keeps the corpus of a target small: of inputs that reach the same, the shortest stays. The seeds stay too, under their names: they are
/// versioned and read by the tests, where the fuzzer calls everything by its hash.
fn shrink(target: &str) -> Result<()> {
    let folder = root().join("fuzz/corpus").join(target);
    let is_found = |name: &str| name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut seeds = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{target} has no corpus"))? {
        let path = entry?.path();
        if !path.file_name().is_some_and(|name| is_found(&name.to_string_lossy())) {
            seeds.push((fs::read(&path)?, path));
        }
    }
    let status = fuzzer(&["cmin", "-s", "none", target]).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    for (bytes, path) in seeds {
        fs::write(path, bytes)?;
    }
    if !status.success() {
        bail!("the corpus of {target} cannot be made smaller");
    }
    Ok(())
}

fn run(target: &str, seconds: u64) -> Result<Found> {
    let time = format!("-max_total_time={seconds}");
    let options = [&time[..], "-max_len=8192", "-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1"];
    let mut child = fuzzer(&[&["run", "-s", "none", target, "--"][..], &options].concat())
        .stderr(Stdio::piped())
        .spawn()
        .context("the fuzzer cannot be started")?;
    let mut found = Found { name: target.to_string(), ..Found::default() };
    let mut last = Vec::new();
    for line in BufReader::new(child.stderr.take().context("its messages are read")?).lines() {
        let line = line?;
        let number = |after: &str| {
            let digits = line.split(after).nth(1)?.trim_start();
            digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        found.coverage = number(" cov: ").unwrap_or(found.coverage);
        found.corpus = number(" corp: ").unwrap_or(found.corpus);
        found.inputs = number("stat::number_of_executed_units:").unwrap_or(found.inputs);
        last.push(line);
        if last.len() > 40 {
            last.remove(0);
        }
    }
    if !child.wait()?.success() {
        bail!("{target} fails:\n{}", last.join("\n"));
    }
    Ok(found)
}
