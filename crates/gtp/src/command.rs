//! A command: an optional number, a name, arguments.

use std::fmt;

use crate::line::{InputLine, clean};

/// A command as a controller sends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The number that the response must repeat.
    pub id: Option<u64>,
    /// What is to be done.
    pub name: String,
    /// The words behind the name.
    pub arguments: Vec<String>,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind}")]
pub struct CommandError {
    /// The number of the command, if one could be read: the response must repeat it.
    pub id: Option<u64>,
    /// What is wrong.
    pub kind: CommandErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandErrorKind {
    /// There is a number but no name behind it.
    #[error("syntax error")]
    NoName,
    /// The line is longer than [`MAX_LINE`](crate::MAX_LINE).
    #[error("line too long")]
    TooLong,
}

impl Command {
    /// A command without a number.
    pub fn new<T: Into<String>>(name: &str, arguments: impl IntoIterator<Item = T>) -> Command {
        Command { id: None, name: name.to_string(), arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// Reads a line; none if it is blank or only a comment.
    ///
    /// # Errors
    /// When there is something on the line, but no command.
    pub fn parse(line: &[u8]) -> Result<Option<Command>, CommandError> {
        let text = clean(line);
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split(' ').filter(|word| !word.is_empty());
        let Some(mut name) = words.next() else { return Ok(None) };
        let mut id = None;
        if let Some(number) = number(name) {
            id = Some(number);
            name = words.next().ok_or(CommandError { id, kind: CommandErrorKind::NoName })?;
        }
        Ok(Some(Command { id, name: name.to_string(), arguments: words.map(str::to_string).collect() }))
    }

    /// Like [`parse`](Command::parse), of a line that may have been cut.
    ///
    /// # Errors
    /// When there is something on the line, but no command, or only the first part of one.
    pub fn parse_line(line: &InputLine) -> Result<Option<Command>, CommandError> {
        let parsed = Command::parse(&line.bytes);
        match parsed {
            Ok(Some(command)) if line.cut => Err(CommandError { id: command.id, kind: CommandErrorKind::TooLong }),
            parsed => parsed,
        }
    }

    /// The arguments with single blanks between them: for commands that take a text or a file name.
    #[must_use]
    pub fn text(&self) -> String {
        self.arguments.join(" ")
    }

    /// An argument, if it is there.
    #[must_use]
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }
}

/// A command's number. Digits that are not a number of this range are a name like any other word.
fn number(word: &str) -> Option<u64> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

impl fmt::Display for Command {
    /// As it is sent, without the end of the line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[u8]) -> String {
        match Command::parse(line) {
            Ok(Some(command)) => format!("{command:?}").replace("Command ", ""),
            Ok(None) => "nothing".to_string(),
            Err(error) => format!("{:?} {error}", error.id),
        }
    }

    #[test]
    fn lines_as_programs_send_them() {
        let cases: [(&[u8], &str); 10] = [
            (b"genmove b", r#"{ id: None, name: "genmove", arguments: ["b"] }"#),
            (b"  12   genmove\tb\r", r#"{ id: Some(12), name: "genmove", arguments: ["b"] }"#),
            (b"0 quit", r#"{ id: Some(0), name: "quit", arguments: [] }"#),
            (b"12quit", r#"{ id: None, name: "12quit", arguments: [] }"#),
            (b"99999999999999999999999 quit", r#"{ id: None, name: "99999999999999999999999", arguments: ["quit"] }"#),
            (b"", "nothing"),
            (b" \t\r", "nothing"),
            (b"# interrupt", "nothing"),
            (b"komi 6.5 # as always", r#"{ id: None, name: "komi", arguments: ["6.5"] }"#),
            (b"7", "Some(7) syntax error"),
        ];
        for (line, expected) in cases {
            assert_eq!(parsed(line), expected, "{}", String::from_utf8_lossy(line));
        }
        assert_eq!(parsed(b"na\x07me \xff"), "{ id: None, name: \"name\", arguments: [\"\u{fffd}\"] }");
    }

    #[test]
    fn a_cut_line_is_refused_with_its_number() {
        let line = InputLine { bytes: b"5 play b".to_vec(), cut: true };
        assert_eq!(Command::parse_line(&line), Err(CommandError { id: Some(5), kind: CommandErrorKind::TooLong }));
    }
}
