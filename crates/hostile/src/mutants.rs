//! Texts made from good ones by changing them a little.

use model::{Rng, Seed};

/// An endless list of mutants of some texts.
pub struct Mutants<'t> {
    texts: &'t [Vec<u8>],
    chance: Box<dyn FnMut(usize) -> usize>,
}

/// What is put in: signs that mean something to one of the languages, and numbers at the ends of their ranges.
const PIECES: [&[u8]; 24] = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\\",
    b"\"",
    b"\n",
    b"\0",
    b":",
    b"=",
    b"-",
    b"+1",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"nan",
    b"\xE5\x9B",
    b"\xFF\xFE",
    b"pass",
    b"\xEF\xBB\xBF",
];

impl<'t> Mutants<'t> {
    /// Mutants of these texts, which are the same for the same seed.
    #[must_use]
    pub fn new(texts: &'t [Vec<u8>], seed: u64) -> Mutants<'t> {
        let mut rng = Seed(seed).rng();
        Mutants { texts, chance: Box::new(move |bound| (rng.next_u64() % bound.max(1) as u64) as usize) }
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = (self.chance)(bytes.len() + 1);
        let end = (at + 1 + (self.chance)(16)).min(bytes.len());
        match (self.chance)(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let times = 1 + (self.chance)(20);
                bytes.splice(at..at, copy.repeat(times));
            }
            3 => drop(bytes.splice(at..at, PIECES[(self.chance)(PIECES.len())].iter().copied())),
            4 => drop(bytes.splice(at..end, PIECES[(self.chance)(PIECES.len())].iter().copied())),
            5 if at < bytes.len() => bytes[at] ^= 1 << (self.chance)(8),
            _ => {
                let other = &self.texts[(self.chance)(self.texts.len())];
                let from = (self.chance)(other.len() + 1);
                let to = (from + 1 + (self.chance)(64)).min(other.len());
                bytes.splice(at..at, other[from..to].iter().copied());
            }
        }
    }
}

impl Iterator for Mutants<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.texts.is_empty() {
            return None;
        }
        let mut bytes = self.texts[(self.chance)(self.texts.len())].clone();
        for _ in 0..=(self.chance)(6) {
            self.change(&mut bytes);
        }
        Some(bytes)
    }
}
