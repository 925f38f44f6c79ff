//! Lines of bytes of bounded length, and what the protocol strips from them.

use std::io::{self, BufRead, Read};

/// Longer lines are cut: a game of any length fits many times.
pub const MAX_LINE: usize = 1 << 18;

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct InputLine {
    /// The bytes, as many as were asked for at most.
    pub bytes: Vec<u8>,
    /// Whether the line was longer; the rest of it was read and thrown away.
    pub cut: bool,
}

/// Reads a line, ended by a line feed or by the end of the input; none at the end. However long the line is, no more than
/// [`MAX_LINE`] bytes are kept.
///
/// # Errors
/// Those of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    read_line_within(input, MAX_LINE)
}

/// Like [`read_line`] with another bound, in bytes.
///
/// # Errors
/// Those of the input.
pub fn read_line_within(input: &mut impl BufRead, most: usize) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let n = input.by_ref().take((most as u64).saturating_add(1)).read_until(b'\n', &mut bytes)?;
    if n == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
        return Ok(Some(InputLine { bytes, cut: false }));
    }
    let cut = bytes.len() > most;
    bytes.truncate(most);
    if cut {
        input.skip_until(b'\n')?;
    }
    Ok(Some(InputLine { bytes, cut }))
}

/// The text of a line as the protocol wants it: tabs are blanks, other control characters are not there, and what is no
/// UTF-8 is replaced.
pub(crate) fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_line_feeds_and_at_the_end() {
        let mut input: &[u8] = b"one\r\n\ntwo";
        let lines: Vec<Vec<u8>> =
            std::iter::from_fn(|| read_line(&mut input).unwrap()).map(|line| line.bytes).collect();
        assert_eq!(lines, [&b"one\r"[..], b"", b"two"]);
    }

    #[test]
    fn a_huge_line_is_cut_and_the_next_is_whole() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nnext\n");
        let mut input = &bytes[..];
        let first = read_line(&mut input).unwrap().unwrap();
        assert_eq!((first.bytes.len(), first.cut), (MAX_LINE, true));
        assert_eq!(read_line(&mut input).unwrap().unwrap(), InputLine { bytes: b"next".to_vec(), cut: false });
        assert_eq!(read_line(&mut input).unwrap(), None);
    }

    #[test]
    fn the_longest_line_is_not_cut() {
        for end in ["\n", ""] {
            let text = "x".repeat(MAX_LINE) + end;
            let line = read_line(&mut text.as_bytes()).unwrap().unwrap();
            assert_eq!((line.bytes.len(), line.cut), (MAX_LINE, false));
        }
    }
}
