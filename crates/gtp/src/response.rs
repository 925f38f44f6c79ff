//! A response: success or failure, the number of its command, and a text without empty lines.

use std::fmt;

use crate::line::clean;

/// The longest response that [`Assembler`] takes, in bytes.
pub const MAX_RESPONSE: usize = 1 << 22;

/// A response as an engine sends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The number of the command, repeated.
    pub id: Option<u64>,
    /// What the engine says, or why it could not do what was asked.
    pub text: Result<String, String>,
}

impl Response {
    /// The command was done.
    pub fn ok(id: Option<u64>, text: impl Into<String>) -> Response {
        Response { id, text: Ok(text.into()) }
    }

    /// The command was refused.
    pub fn error(id: Option<u64>, message: impl Into<String>) -> Response {
        Response { id, text: Err(message.into()) }
    }
}

impl fmt::Display for Response {
    /// As it is sent, with the empty line that ends it. Empty lines inside the text, which would end it too early, and
    /// control characters are left out; a line feed at its beginning stays, as boards have it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.text {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        let first_line_is_empty = text.starts_with(['\n', '\r']);
        for (i, line) in lines(text).enumerate() {
            f.write_str(if i == 0 && !first_line_is_empty { " " } else { "\n" })?;
            f.write_str(&line)?;
        }
        f.write_str("\n\n")
    }
}

/// The lines of a text that are not empty, cleaned.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| clean(line.as_bytes()).trim_end().to_string()).filter(|line| !line.is_empty())
}

/// Why what an engine says is not a response.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResponseError {
    /// A response begins with `=` or `?`; this line does not.
    #[error("no response of GTP: {0:?}")]
    NoMark(String),
    /// It does not end.
    #[error("a response longer than {MAX_RESPONSE} bytes")]
    TooLong,
    /// It answers another command.
    #[error("a response to command {found} instead of {expected}")]
    WrongId {
        /// The command that was asked.
        expected: u64,
        /// The number of the response.
        found: u64,
    },
}

/// Puts responses together from the lines of an engine.
///
/// ```
/// use gtp::{Assembler, Response};
/// let mut assembler = Assembler::default();
/// assert_eq!(assembler.push(b"=3 A1\r").unwrap(), None);
/// assert_eq!(assembler.push(b"B2").unwrap(), None);
/// assert_eq!(assembler.push(b"").unwrap(), Some(Response::ok(Some(3), "A1\nB2")));
/// ```
#[derive(Default, Debug)]
pub struct Assembler {
    response: Option<Response>,
    length: usize,
}

impl Assembler {
    /// Takes the next line, without its line feed; gives the response that it ends.
    ///
    /// # Errors
    /// When this is not a response of GTP.
    pub fn push(&mut self, line: &[u8]) -> Result<Option<Response>, ResponseError> {
        let line = clean(line);
        let line = line.trim_end();
        let Some(response) = &mut self.response else {
            if line.is_empty() {
                // Engines that end a response with two empty lines are many.
                return Ok(None);
            }
            self.response = Some(first_line(line)?);
            self.length = line.len();
            return Ok(None);
        };
        if line.is_empty() {
            return Ok(self.response.take());
        }
        self.length += line.len() + 1;
        if self.length > MAX_RESPONSE {
            self.response = None;
            return Err(ResponseError::TooLong);
        }
        let (Ok(text) | Err(text)) = &mut response.text;
        text.push('\n');
        text.push_str(line);
        Ok(None)
    }

    /// The response so far: what a command that streams has said until now.
    #[must_use]
    pub fn begun(&self) -> Option<&Response> {
        self.response.as_ref()
    }
}

fn first_line(line: &str) -> Result<Response, ResponseError> {
    let no_mark = || ResponseError::NoMark(line.chars().take(80).collect());
    let rest = line.strip_prefix(['=', '?']).ok_or_else(no_mark)?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // `=4.5` is a text behind a mark without a blank, not the number 4.
    let (id, text) = match (rest[..digits].parse().ok(), &rest[digits..]) {
        (Some(id), text) if text.is_empty() || text.starts_with(' ') => (Some(id), text),
        _ => (None, rest),
    };
    let text = text.trim_start().to_string();
    Ok(Response { id, text: if line.starts_with('=') { Ok(text) } else { Err(text) } })
}

impl Response {
    /// The text, if this is the response to the command with this number. An engine that repeats no numbers is believed.
    ///
    /// # Errors
    /// When it is the response to another command.
    pub fn to_command(self, id: u64) -> Result<Result<String, String>, ResponseError> {
        match self.id {
            Some(found) if found != id => Err(ResponseError::WrongId { expected: id, found }),
            _ => Ok(self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Response>, ResponseError> {
        let mut assembler = Assembler::default();
        let mut responses = Vec::new();
        for line in text.split('\n') {
            responses.extend(assembler.push(line.as_bytes())?);
        }
        Ok(responses)
    }

    #[test]
    fn a_text_never_ends_its_response_too_early() {
        let text = "\n a\n\n\r\nb\u{1b}[0m  \n\n";
        assert_eq!(Response::ok(Some(1), text).to_string(), "=1\n a\nb[0m\n\n");
        assert_eq!(Response::error(None, "x\n\ny").to_string(), "? x\ny\n\n");
    }

    #[test]
    fn responses_as_engines_send_them() {
        assert_eq!(
            read("\n= \n\n\n=5 x\r\n\r\n?6 no\n\n").unwrap(),
            [Response::ok(None, ""), Response::ok(Some(5), "x"), Response::error(Some(6), "no")]
        );
        assert_eq!(read("=4.5\n\n").unwrap(), [Response::ok(None, "4.5")]);
        assert_eq!(read("Welcome!\n\n"), Err(ResponseError::NoMark("Welcome!".to_string())));
    }

    #[test]
    fn an_endless_response_is_given_up() {
        let mut assembler = Assembler::default();
        assembler.push(b"= x").unwrap();
        let line = vec![b'y'; 1 << 16];
        let error = (0..100).find_map(|_| assembler.push(&line).err());
        assert_eq!(error, Some(ResponseError::TooLong));
    }

    #[test]
    fn numbers_are_compared() {
        assert_eq!(Response::ok(Some(3), "x").to_command(3).unwrap().unwrap(), "x");
        assert_eq!(Response::ok(None, "x").to_command(3).unwrap().unwrap(), "x");
        assert_eq!(Response::ok(Some(2), "x").to_command(3), Err(ResponseError::WrongId { expected: 3, found: 2 }));
    }
}
