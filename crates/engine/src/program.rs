//! What to start: a command in words.

use std::fmt;
use std::path::PathBuf;

use crate::EngineError;

/// A command with its arguments, and where to start it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The command and its arguments. No shell is involved.
    pub words: Vec<String>,
    /// The folder in which it starts; ours by default.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// Splits a command into words as a shell does, with quotes and backslashes but without variables and wildcards.
    ///
    /// ```
    /// let program = engine::Program::parse("gnugo --mode gtp --infile 'a game.sgf'").unwrap();
    /// assert_eq!(program.words, ["gnugo", "--mode", "gtp", "--infile", "a game.sgf"]);
    /// assert_eq!(program.to_string(), "gnugo --mode gtp --infile 'a game.sgf'");
    /// ```
    ///
    /// # Errors
    /// When it is empty or a quote is not closed.
    pub fn parse(text: &str) -> Result<Program, EngineError> {
        let bad = |reason| EngineError::BadCommand { command: text.to_string(), reason };
        let words = shlex::split(text).ok_or_else(|| bad("a quote is not closed"))?;
        match words.first() {
            Some(program) if !program.is_empty() => Ok(Program { words, folder: None }),
            _ => Err(bad("there is nothing to start")),
        }
    }
}

impl fmt::Display for Program {
    /// As a shell would take it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.words.iter().enumerate() {
            let quoted = shlex::try_quote(word).unwrap_or_else(|_| word.into());
            write!(f, "{}{quoted}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}
