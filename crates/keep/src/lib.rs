//! What has to last: sums that tell altered bytes, JSON that carries its own, and lines that are on the disk when it is said
//! that they are.
//!
//! ```
//! let sealed = keep::seal(r#"{"game":7,"result":"B+R"}"#);
//! assert_eq!(sealed, r#"{"game":7,"result":"B+R","sum":"58e130cb91768fbc"}"#);
//! assert_eq!(keep::unseal(&sealed).unwrap(), r#"{"game":7,"result":"B+R"}"#);
//! assert_eq!(keep::unseal(&sealed.replace('7', "8")), Err(keep::Broken::Altered));
//! ```

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Write};

use thiserror::Error;
use twox_hash::XxHash64;

/// The sum of some bytes (XXH64) as 16 digits: any change of them changes it, as far as chance can tell.
#[must_use]
pub fn sum(bytes: &[u8]) -> String {
    sum_of([bytes])
}

/// The sum of several pieces, with where one ends and the next begins.
#[must_use]
pub fn sum_of<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = XxHash64::with_seed(0);
    for piece in pieces {
        hash.write_u64(piece.len() as u64);
        hash.write(piece);
    }
    format!("{:016x}", hash.finish())
}

/// What is wrong with something that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Broken {
    /// It has no sum.
    #[error("has no sum")]
    Unsealed,
    /// It is not what was written.
    #[error("was altered since it was written: its sum is another one")]
    Altered,
}

/// What stands between an object's last field and its sum.
const BEFORE: &str = ",\"sum\":\"";

/// Adds its sum to a JSON object, as the last of its fields.
#[must_use]
pub fn seal(object: &str) -> String {
    let body = object.trim_end().strip_suffix('}').unwrap_or(object);
    format!("{body}{BEFORE}{}\"}}", sum(body.as_bytes()))
}

/// A sealed JSON object without its sum.
///
/// # Errors
/// When it has none, or was altered.
pub fn unseal(sealed: &str) -> Result<String, Broken> {
    let (body, said) = sealed
        .trim_end()
        .strip_suffix("\"}")
        .and_then(|rest| rest.split_at_checked(rest.len().checked_sub(16)?))
        .and_then(|(rest, said)| Some((rest.strip_suffix(BEFORE)?, said)))
        .ok_or(Broken::Unsealed)?;
    if sum(body.as_bytes()) == said { Ok(format!("{body}}}")) } else { Err(Broken::Altered) }
}

/// A JSON object without its sum; one that earlier versions wrote without one, as it is.
///
/// # Errors
/// When it was altered.
pub fn unseal_if_sealed(text: &str) -> Result<String, Broken> {
    match unseal(text) {
        Err(Broken::Unsealed) => Ok(text.to_string()),
        opened => opened,
    }
}

/// Something that lines are appended to, and what it takes to make them last.
pub trait Medium {
    /// Adds bytes at the end. They may be lost, or a part of them, if the power goes.
    ///
    /// # Errors
    /// When the system says no.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Makes everything last that was added.
    ///
    /// # Errors
    /// When the system says no.
    fn sync(&mut self) -> io::Result<()>;
}

/// A file that was opened for appending.
impl Medium for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Adds a line: once this has returned, no failure of the power takes it away.
///
/// # Errors
/// When the system says no.
pub fn append_line(medium: &mut impl Medium, line: &str) -> io::Result<()> {
    medium.append(format!("{line}\n").as_bytes())?;
    medium.sync()
}

/// How many of these bytes are whole lines: what comes after them was being written when the power went.
#[must_use]
pub fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_of_a_sealed_object_is_noticed() {
        let sealed = seal(r#"{"pair":["a","b"],"game":12}"#);
        let body = unseal(&sealed).unwrap();
        for i in 0..sealed.len() {
            for bit in 0..8 {
                let mut bytes = sealed.clone().into_bytes();
                bytes[i] ^= 1 << bit;
                // What is no text any more is noticed before.
                let Ok(text) = String::from_utf8(bytes) else { continue };
                assert!(unseal(&text).is_err() || unseal(&text).as_deref() == Ok(&body), "{text}");
            }
        }
        assert_eq!(unseal(&body), Err(Broken::Unsealed));
        for end in 0..sealed.len() {
            assert!(unseal(&sealed[..end]).is_err());
        }
    }

    #[test]
    fn pieces_are_told_apart() {
        assert_ne!(sum_of([&b"ab"[..], b"c"]), sum_of([&b"a"[..], b"bc"]));
        assert_eq!(sum(b"abc"), sum_of([&b"abc"[..]]));
    }

    /// A disk that forgets what was not synced when the power goes, except as much of it as chance had written already.
    #[derive(Clone, Default)]
    struct Forgetful {
        safe: Vec<u8>,
        loose: Vec<u8>,
        /// The power goes after so many steps.
        steps_left: usize,
    }

    impl Forgetful {
        fn step(&mut self) -> io::Result<()> {
            self.steps_left = self.steps_left.checked_sub(1).ok_or_else(|| io::Error::other("the power is gone"))?;
            Ok(())
        }

        /// Everything that could be found on the disk after the power went.
        fn after(&self) -> impl Iterator<Item = Vec<u8>> {
            (0..=self.loose.len()).map(|written| [&self.safe, &self.loose[..written]].concat())
        }
    }

    impl Medium for Forgetful {
        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.loose.extend_from_slice(bytes);
            self.step()
        }

        fn sync(&mut self) -> io::Result<()> {
            self.step()?;
            self.safe.append(&mut self.loose);
            Ok(())
        }
    }

    #[test]
    fn no_line_that_was_kept_is_lost_when_the_power_goes() {
        let line = |i: usize| seal(&format!("{{\"game\":{i}}}"));
        for steps in 0..40 {
            let mut disk = Forgetful { steps_left: steps, ..Forgetful::default() };
            let kept = (0..20).take_while(|&i| append_line(&mut disk, &line(i)).is_ok()).count();
            for found in disk.after() {
                let whole = std::str::from_utf8(&found[..whole_lines(&found)]).unwrap();
                let lines: Vec<&str> = whole.lines().collect();
                assert!(lines.len() >= kept && lines.len() <= kept + 1, "{kept}: {lines:?}");
                assert!(lines.iter().enumerate().all(|(i, found)| *found == line(i)));
            }
        }
    }
}
