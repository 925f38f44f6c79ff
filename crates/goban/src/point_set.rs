//! Sets of points as bits: one machine word holds two rows.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::point::STRIDE;
use crate::{BoardSize, Point};

const WORDS: usize = 13;

/// A set of points, iterated row by row from the top left.
///
/// ```
/// use goban::{BoardSize, PointSet};
/// let size = BoardSize::NINE;
/// let corner: PointSet = size.point(0, 0).into_iter().collect();
/// assert_eq!((corner.grown() & size.all_points()).len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set with no point.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    pub(crate) fn square(size: BoardSize) -> PointSet {
        let mut set = PointSet::EMPTY;
        let row_bits = (1u64 << size.get()) - 1;
        for row in 1..=size.get() {
            set.0[row / 2] |= row_bits << (32 * (row % 2));
        }
        set
    }

    #[inline]
    const fn word_and_bit(point: Point) -> (usize, u64) {
        let raw = point.raw();
        ((raw / 64) as usize, 1 << (raw % 64))
    }

    /// Whether the point is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = Self::word_and_bit(point);
        self.0[word] & bit != 0
    }

    /// Adds a point and says whether it is new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = Self::word_and_bit(point);
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Takes a point out and says whether it was there.
    #[inline]
    pub fn remove(&mut self, point: Point) -> bool {
        let (word, bit) = Self::word_and_bit(point);
        let there = self.0[word] & bit != 0;
        self.0[word] &= !bit;
        there
    }

    /// Number of points.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() as usize
    }

    /// Whether the set has no point.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The first point in reading order.
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the two sets share a point.
    #[inline]
    #[must_use]
    pub fn meets(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether every point of this set is in the other.
    #[inline]
    #[must_use]
    pub fn is_subset(&self, other: &PointSet) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The set with all its neighbours. Cut the result with the board: bits also grow into the margin.
    #[inline]
    #[must_use]
    pub fn grown(&self) -> PointSet {
        let mut out = *self;
        for i in 0..WORDS {
            let word = self.0[i];
            let above = if i > 0 { self.0[i - 1] } else { 0 };
            let below = if i + 1 < WORDS { self.0[i + 1] } else { 0 };
            // A step sideways may cross a word only through the margin, where no board has points.
            out.0[i] |=
                (word << 1) | (word >> 1) | (word << STRIDE) | (above >> STRIDE) | (word >> STRIDE) | (below << STRIDE);
        }
        out
    }

    /// The part of `within` that is connected to this set through points of `within`.
    #[must_use]
    pub fn flooded(&self, within: &PointSet) -> PointSet {
        let mut flood = *self & *within;
        while flood.spread(within) {}
        flood
    }

    /// Grows by one step inside `within` and says whether that added anything.
    #[inline]
    fn spread(&mut self, within: &PointSet) -> bool {
        let next = self.grown() & *within;
        let more = next.0.iter().zip(&self.0).fold(0, |more, (new, old)| more | (new ^ old)) != 0;
        *self = next;
        more
    }

    /// The connected parts of the set, by their first points.
    pub fn components(&self) -> impl Iterator<Item = PointSet> + use<> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let seed = rest.first()?;
            let part = PointSet::from(seed).flooded(&rest);
            rest -= part;
            Some(part)
        })
    }

    /// The points, row by row from the top left.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Points {
        Points { set: *self, word: 0 }
    }

    /// Calls `visit` for every point. Faster than the iterator where it matters.
    #[inline]
    pub(crate) fn for_each(&self, mut visit: impl FnMut(Point)) {
        for (i, &word) in self.0.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                visit(Point::from_raw((i * 64) as u16 + bits.trailing_zeros() as u16));
                bits &= bits - 1;
            }
        }
    }
}

impl Default for PointSet {
    fn default() -> Self {
        PointSet::EMPTY
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|point| (point.column(), point.row()))).finish()
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.insert(point);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.extend(points);
        set
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

/// The points of a set in reading order.
#[derive(Clone, Debug)]
pub struct Points {
    set: PointSet,
    word: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.word < WORDS {
            let bits = self.set.0[self.word];
            if bits != 0 {
                self.set.0[self.word] = bits & (bits - 1);
                return Some(Point::from_raw((self.word * 64) as u16 + bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }

    /// Skips whole words, so that a random choice from a set costs no walk.
    #[inline]
    fn nth(&mut self, n: usize) -> Option<Point> {
        let mut left = n;
        while self.word < WORDS {
            let bits = &mut self.set.0[self.word];
            let here = bits.count_ones() as usize;
            if left < here {
                for _ in 0..left {
                    *bits &= *bits - 1;
                }
                return self.next();
            }
            left -= here;
            *bits = 0;
            self.word += 1;
        }
        None
    }
}

macro_rules! combine {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident: $a:ident $b:ident => $word:expr;)*) => {$(
        impl $trait for PointSet {
            type Output = PointSet;

            #[inline]
            fn $method(mut self, other: PointSet) -> PointSet {
                for i in 0..WORDS {
                    let ($a, $b) = (self.0[i], other.0[i]);
                    self.0[i] = $word;
                }
                self
            }
        }

        impl $assign for PointSet {
            #[inline]
            fn $assign_method(&mut self, other: PointSet) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

combine! {
    BitAnd bitand, BitAndAssign bitand_assign: a b => a & b;
    BitOr bitor, BitOrAssign bitor_assign: a b => a | b;
    BitXor bitxor, BitXorAssign bitxor_assign: a b => a ^ b;
    Sub sub, SubAssign sub_assign: a b => a & !b;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_points_are_the_points_of_the_board_in_order() {
        for size in BoardSize::all() {
            let set = size.all_points();
            assert_eq!(set.len(), size.area());
            assert!(set.iter().eq(size.points()));
        }
    }

    #[test]
    fn growing_finds_the_neighbors_on_every_size() {
        for size in BoardSize::all() {
            for point in size.points() {
                let mut expected: PointSet = size.neighbors(point).collect();
                expected.insert(point);
                assert_eq!(PointSet::from(point).grown() & size.all_points(), expected);
            }
        }
    }

    #[test]
    fn the_nth_point_is_found_without_a_walk() {
        let size = BoardSize::NINE;
        let set: PointSet = size.points().filter(|point| (point.column() * 3 + point.row()) % 4 != 1).collect();
        let listed: Vec<Point> = set.iter().collect();
        for n in 0..=listed.len() {
            assert_eq!(set.iter().nth(n), listed.get(n).copied());
            let mut rest = set.iter();
            rest.nth(n);
            assert!(rest.eq(listed.iter().copied().skip(n + 1)));
        }
    }

    #[test]
    fn components_split_what_is_not_connected() {
        let size = BoardSize::NINE;
        let at = |text: &str| text.split(' ').filter_map(|v| size.parse_vertex(v)).collect::<PointSet>();
        let parts: Vec<_> = at("A9 B9 C8 C7 J1").components().collect();
        assert_eq!(parts, [at("A9 B9"), at("C8 C7"), at("J1")]);
    }
}
