//! What `aji gtp` and `aji analysis` share: who plays, who says who is ahead, and the world of a session.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use goban::Rules;
use input::Source;
use model::Families;
use player::Spec;

use crate::failure::Failure;
use crate::output::{self, Existing};
use crate::players;
use crate::watch::ModelArgs;

/// Who plays, and who says who is ahead.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct HostArgs {
    /// Who plays or gives the candidate moves; `aji play --list` names the players.
    #[arg(long, value_name = "NAME", default_value = players::USUAL)]
    player: String,

    /// Lets the player read captures and ladders before it moves; the same as NAME+search.
    #[arg(long)]
    search: bool,

    /// The model that says who is ahead and whose the points are; by default the player's own where it can say, else bouzy.
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,

    #[command(flatten)]
    settings: ModelArgs,
}

impl HostArgs {
    /// The player, with the settings of all models.
    ///
    /// # Errors
    /// When the name or a setting is wrong. Whether there is such a player is seen when it is made.
    pub(crate) fn spec(&self, families: &Families) -> Result<Spec, Failure> {
        players::spec(&self.player, self.search, self.settings.settings(families)?, self.settings.seed())
    }
}

/// How much reading may remember.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct MemoryArgs {
    /// Most megabytes in which reading life and death may remember positions.
    #[arg(long, value_name = "MB", default_value = "256", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

impl MemoryArgs {
    pub(crate) fn bytes(self) -> usize {
        usize::try_from(self.memory << 20).unwrap_or(usize::MAX)
    }
}

/// Rules by their name.
pub(crate) fn rules(name: &str) -> Result<Rules, String> {
    let known: Vec<&str> = Rules::NAMED.iter().map(|(name, _)| *name).collect();
    Rules::named(name).ok_or_else(|| format!("there are {}", known.join(", ")))
}

/// Files as all commands read and write them, and the clocks.
pub(crate) struct Disk {
    began: Instant,
}

impl Disk {
    pub(crate) fn new() -> Disk {
        Disk { began: Instant::now() }
    }
}

impl host::World for Disk {
    fn read(&mut self, name: &str) -> io::Result<Vec<u8>> {
        Source::File(PathBuf::from(name)).bytes().map_err(|error| io::Error::other(error.cause))
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        // Standard output is the conversation.
        if name == "-" {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        output::write_file(Path::new(name), bytes, Existing::Replace).map_err(io::Error::other)
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        cpu_seconds()
    }

    fn now(&mut self) -> Option<Duration> {
        Some(self.began.elapsed())
    }
}

#[cfg(unix)]
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}
