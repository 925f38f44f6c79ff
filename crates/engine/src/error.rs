//! What can go wrong with an engine.

use std::io;
use std::time::Duration;

use gtp::ResponseError;

/// What went wrong with an engine. Only after [`Refused`](EngineError::Refused) does it still run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The command to start it cannot be understood.
    #[error("the command {command:?} cannot be started: {reason}")]
    BadCommand {
        /// The command.
        command: String,
        /// Why.
        reason: &'static str,
    },
    /// It did not start.
    #[error("{program} does not start: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// It did not answer in time.
    #[error("no answer to {command:?} within {} s", after.as_secs_f64())]
    TimedOut {
        /// What was asked.
        command: String,
        /// How long it had.
        after: Duration,
    },
    /// It ended without having been told to.
    #[error("ended while answering {command:?}: {status}{}", last_words(stderr))]
    Died {
        /// What was asked.
        command: String,
        /// How it ended.
        status: String,
        /// The last lines of its standard error.
        stderr: Vec<String>,
    },
    /// What it says is not an answer.
    #[error("no sense in the answer to {command:?}: {what}")]
    Nonsense {
        /// What was asked.
        command: String,
        /// What is wrong with the answer.
        what: String,
    },
    /// It says that it does not do this.
    #[error("refuses {command:?}: {message}")]
    Refused {
        /// What was asked.
        command: String,
        /// What it says.
        message: String,
    },
    /// Whoever asked did not want to wait any longer; see [`Gtp::start_stoppable`](crate::Gtp::start_stoppable).
    #[error("was stopped")]
    Stopped,
    /// It was killed after an earlier failure and has not been started again.
    #[error("is not running")]
    NotRunning,
}

impl EngineError {
    /// Whether the engine merely refused and goes on.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, EngineError::Refused { .. })
    }

    pub(crate) fn nonsense(command: &str, error: &ResponseError) -> EngineError {
        EngineError::Nonsense { command: short(command), what: error.to_string() }
    }
}

fn last_words(stderr: &[String]) -> String {
    if stderr.is_empty() { String::new() } else { format!("; it said: {}", stderr.join(" / ")) }
}

/// A command as it stands in a message.
pub(crate) fn short(command: &str) -> String {
    const LONGEST: usize = 80;
    let mut short: String = command.chars().take(LONGEST).collect();
    if command.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
