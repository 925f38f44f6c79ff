//! Lines and columns of a text. Knows nothing about what the text says.

use std::fmt;

/// A place in a text, counted in lines and characters as an editor does, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line. LF, CR and both together end one.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Place {
    /// The first character of a text.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A place that moves forward through a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) offset: usize,
    place: Place,
    /// The line end just passed: its other half belongs to the same end.
    ended_by: u8,
}

impl Walk {
    pub(crate) const fn start() -> Walk {
        Walk { offset: 0, place: Place::START, ended_by: 0 }
    }

    /// The place of a byte of the text. Going back starts over.
    pub(crate) fn to(&mut self, text: &str, offset: usize) -> Place {
        let offset = offset.min(text.len());
        if offset < self.offset {
            *self = Walk::start();
        }
        for &byte in &text.as_bytes()[self.offset..offset] {
            match byte {
                b'\n' | b'\r' => {
                    if self.ended_by != 0 && self.ended_by != byte {
                        self.ended_by = 0;
                    } else {
                        self.ended_by = byte;
                        self.place = Place { line: self.place.line + 1, column: 1 };
                    }
                }
                _ => {
                    self.ended_by = 0;
                    // Only the first byte of a character counts.
                    self.place.column += usize::from(byte & 0xC0 != 0x80);
                }
            }
        }
        self.offset = offset;
        self.place
    }
}

/// Places all over a text, each found in a short walk from the nearest mark before it.
#[derive(Debug)]
pub(crate) struct Index(Vec<Walk>);

impl Index {
    const STEP: usize = 1 << 12;

    pub(crate) fn new(text: &str) -> Index {
        let mut walk = Walk::start();
        let marks = (0..=text.len() / Index::STEP).map(|mark| {
            walk.to(text, mark * Index::STEP);
            walk
        });
        Index(marks.collect())
    }

    pub(crate) fn place(&self, text: &str, offset: usize) -> Place {
        let mut walk = self.0[(offset.min(text.len())) / Index::STEP];
        walk.to(text, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_usual_way() {
        for (text, place) in [
            ("", "1:1"),
            ("ab", "1:3"),
            ("a\nb", "2:2"),
            ("a\r\nb", "2:2"),
            ("a\rb", "2:2"),
            ("a\n\rb", "2:2"),
            ("a\n\nb", "3:2"),
            ("a\r\n\r\n", "3:1"),
            ("黒白\n黒", "2:2"),
        ] {
            assert_eq!(Walk::start().to(text, text.len()).to_string(), place, "{text:?}");
        }
    }

    #[test]
    fn the_index_agrees_with_a_walk() {
        let text = "(;C[黒\r\n]\n".repeat(3000);
        let index = Index::new(&text);
        for offset in (0..=text.len()).step_by(97) {
            assert_eq!(index.place(&text, offset), Walk::start().to(&text, offset));
        }
        assert_eq!(index.place(&text, usize::MAX), Walk::start().to(&text, text.len()));
    }
}
