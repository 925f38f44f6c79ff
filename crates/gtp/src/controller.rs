//! The controller's side: sending commands and reading responses, over any channel of bytes.

use std::io::{self, BufRead, Write};

use crate::{Assembler, Command, ResponseError, read_line};

/// Asks an engine at the other end of a channel, and waits for its answers as long as it takes.
///
/// ```
/// use gtp::Controller;
/// let mut said = Vec::new();
/// let answers = "=0 2\n\n?1 unknown command\n\n";
/// let mut engine = Controller::new(answers.as_bytes(), &mut said);
/// assert_eq!(engine.ask("protocol_version").unwrap(), "2");
/// assert_eq!(engine.ask("sing").unwrap_err().to_string(), "sing: unknown command");
/// assert_eq!(String::from_utf8(said).unwrap(), "0 protocol_version\n1 sing\n");
/// ```
#[derive(Debug)]
pub struct Controller<R, W> {
    input: R,
    output: W,
    assembler: Assembler,
    next_id: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The engine answers that it does not do this.
    #[error("{command}: {message}")]
    Refused {
        /// What was asked.
        command: String,
        /// What the engine says.
        message: String,
    },
    /// What it says is not GTP.
    #[error(transparent)]
    Nonsense(#[from] ResponseError),
    /// It has closed the channel.
    #[error("the engine has ended")]
    Ended,
    /// The channel failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl<R: BufRead, W: Write> Controller<R, W> {
    /// A controller that reads what the engine says and writes what it is to hear.
    pub fn new(input: R, output: W) -> Controller<R, W> {
        Controller { input, output, assembler: Assembler::default(), next_id: 0 }
    }

    /// Sends a command, as written but with a number, and gives its answer.
    ///
    /// # Errors
    /// When the engine refuses, ends, or does not speak GTP.
    pub fn ask(&mut self, command: &str) -> Result<String, AskError> {
        let id = self.next_id;
        self.next_id += 1;
        writeln!(self.output, "{id} {command}")?;
        self.output.flush()?;
        loop {
            let line = read_line(&mut self.input)?.ok_or(AskError::Ended)?;
            if let Some(response) = self.assembler.push(&line.bytes)? {
                return response
                    .to_command(id)?
                    .map_err(|message| AskError::Refused { command: command.to_string(), message });
            }
        }
    }

    /// Like [`ask`](Controller::ask), for a command that is put together.
    ///
    /// # Errors
    /// When the engine refuses, ends, or does not speak GTP.
    pub fn ask_command(&mut self, command: &Command) -> Result<String, AskError> {
        self.ask(&Command { id: None, ..command.clone() }.to_string())
    }
}
