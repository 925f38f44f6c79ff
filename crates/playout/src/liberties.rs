//! The liberties of a chain: a set of cells that knows how many they are, and which one is the last.

use crate::cell::Cell;

/// Enough bits for the cells of 25 rows.
const WORDS: usize = 13;
/// The margin above the board needs no bits.
const FIRST: Cell = 32;

/// A set of cells of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Liberties {
    bits: [u64; WORDS],
    /// All members added up bit by bit without carry: of a single member, the member itself.
    blend: Cell,
    n: u16,
}

impl Liberties {
    pub(crate) const NONE: Liberties = Liberties { bits: [0; WORDS], blend: 0, n: 0 };

    #[inline]
    const fn word_and_bit(cell: Cell) -> (usize, u64) {
        let bit = cell.wrapping_sub(FIRST) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    #[inline]
    pub(crate) const fn len(&self) -> u16 {
        self.n
    }

    /// The only member of a set of one.
    #[inline]
    pub(crate) const fn last(&self) -> Cell {
        self.blend
    }

    #[inline]
    pub(crate) const fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = Self::word_and_bit(cell);
        self.bits[word] & bit != 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: Cell) {
        let (word, bit) = Self::word_and_bit(cell);
        let new = self.bits[word] & bit == 0;
        self.bits[word] |= bit;
        self.n += u16::from(new);
        self.blend ^= if new { cell } else { 0 };
    }

    #[inline]
    pub(crate) fn remove(&mut self, cell: Cell) {
        let (word, bit) = Self::word_and_bit(cell);
        let there = self.bits[word] & bit != 0;
        self.bits[word] &= !bit;
        self.n -= u16::from(there);
        self.blend ^= if there { cell } else { 0 };
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Liberties) {
        for i in 0..WORDS {
            let mut new = other.bits[i] & !self.bits[i];
            self.bits[i] |= new;
            while new != 0 {
                self.n += 1;
                self.blend ^= Self::cell(i, new);
                new &= new - 1;
            }
        }
    }

    #[inline]
    const fn cell(word: usize, bits: u64) -> Cell {
        FIRST + (word * 64) as u16 + bits.trailing_zeros() as u16
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let mut bits = self.bits;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < WORDS {
                if bits[word] != 0 {
                    let cell = Self::cell(word, bits[word]);
                    bits[word] &= bits[word] - 1;
                    return Some(cell);
                }
                word += 1;
            }
            None
        })
    }

    /// The two members of a set of two.
    #[inline]
    pub(crate) fn pair(&self) -> [Cell; 2] {
        let first = self.bits.iter().position(|&word| word != 0).map_or(0, |word| Self::cell(word, self.bits[word]));
        [first, self.blend ^ first]
    }
}
