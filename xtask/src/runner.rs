//! Runs commands one after the other, and knows at the end how long each of them took.

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The commands so far.
#[derive(Default)]
pub(crate) struct Runner {
    took: Vec<(String, Duration)>,
}

impl Runner {
    /// Runs a command under a name.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub(crate) fn run(&mut self, name: &str, command: &mut Command) -> Result<()> {
        let program = command.get_program().display().to_string();
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        println!("\n== {name}: {program} {}", words.join(" "));
        let began = Instant::now();
        let status = command.status().with_context(|| format!("{program} could not be started"))?;
        self.took.push((name.to_string(), began.elapsed()));
        if !status.success() {
            bail!("{name} failed");
        }
        Ok(())
    }

    /// Does some work under a name.
    ///
    /// # Errors
    /// As the work.
    pub(crate) fn time(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let began = Instant::now();
        let done = work();
        self.took.push((name.to_string(), began.elapsed()));
        done.with_context(|| format!("{name} failed"))
    }

    /// How long each command took, in a table.
    pub(crate) fn table(&self) -> String {
        let all = ("together".to_string(), self.took.iter().map(|(_, took)| *took).sum());
        let mut text = String::new();
        for (name, took) in self.took.iter().chain([&all]) {
            let _ = writeln!(text, "{:>6} s  {name}", took.as_secs());
        }
        text
    }
}
