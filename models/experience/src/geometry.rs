//! Where things lie around a point, and the numbers that stand for it.
//!
//! A shape is everything within some distance of a centre, seen by the side to move: own and other stones, and what is off the
//! board. Each of its eight orientations has a sum of random-looking numbers, one for every cell that is not empty; the least
//! of the eight names the shape, so that a shape and its mirror images have one name. Sums can be added up: marks on points
//! and second shapes are further terms before the least is taken, which turns all of them together.

use std::sync::LazyLock;

use crate::hash::mix;

/// The sizes of the nested shapes, by [`distance`].
pub(crate) const RADII: [u8; 11] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17];

/// The farthest that a shape reaches along a line.
pub(crate) const REACH: usize = 8;

/// The width of a board of the largest size with a margin of [`REACH`] around it.
pub(crate) const STRIDE: usize = 25 + 2 * REACH;

/// A distance between the city block's and the king's, as it is used for patterns of Go: neighbours are 2 apart, the eight
/// points around are within 3.
pub(crate) fn distance(dx: i32, dy: i32) -> u32 {
    let (dx, dy) = (dx.unsigned_abs(), dy.unsigned_abs());
    dx + dy + dx.max(dy)
}

/// One sum for each of the eight orientations.
pub(crate) type Sums = [u64; 8];

/// No terms.
pub(crate) const NOTHING: Sums = [0; 8];

/// Adds terms to sums.
#[inline]
pub(crate) fn add(sums: &mut Sums, terms: &Sums) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum = sum.wrapping_add(*term);
    }
}

/// The least of the eight sums of two lists of terms.
#[inline]
pub(crate) fn least(a: &Sums, b: &Sums) -> u64 {
    let mut least = u64::MAX;
    for (a, b) in a.iter().zip(b) {
        least = least.min(a.wrapping_add(*b));
    }
    least
}

/// Where an offset goes under one of the eight symmetries: first exchange columns and rows, then mirror columns, then rows.
pub(crate) fn turned(symmetry: usize, dx: i32, dy: i32) -> (i32, i32) {
    let (dx, dy) = if symmetry & 4 != 0 { (dy, dx) } else { (dx, dy) };
    (if symmetry & 2 != 0 { -dx } else { dx }, if symmetry & 1 != 0 { -dy } else { dy })
}

/// What a term says of an offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Term {
    /// A cell of the shape around the candidate: 1 own, 2 other, 3 off the board.
    Cell(u8),
    /// A cell of a shape around another point than the candidate.
    Away(u8),
    /// The liberties of the chain on a cell, 4 for more than 3.
    Liberties(u8),
    /// One of the last moves: 1 the last, 2 the one before, 3 the one before that.
    Move(u8),
    /// The candidate.
    Candidate,
    /// A stone of a corner or of a whole board, by where it stands there.
    Placed(u8),
}

impl Term {
    /// The number of this term at an offset, as it lies.
    pub(crate) fn number(self, dx: i32, dy: i32) -> u64 {
        let (kind, value) = match self {
            Term::Cell(cell) => (1, cell),
            Term::Away(cell) => (2, cell),
            Term::Liberties(n) => (3, n),
            Term::Move(which) => (4, which),
            Term::Candidate => (5, 0),
            Term::Placed(cell) => (6, cell),
        };
        let offset = ((dx + 64) as u64) << 8 | (dy + 64) as u64;
        mix(mix(offset << 16 | kind << 8 | u64::from(value)))
    }

    /// Its numbers in all eight orientations.
    pub(crate) fn sums(self, dx: i32, dy: i32) -> Sums {
        std::array::from_fn(|symmetry| {
            let (dx, dy) = turned(symmetry, dx, dy);
            self.number(dx, dy)
        })
    }
}

/// A cell of a shape, by its offset from the centre.
pub(crate) struct Spot {
    pub(crate) dx: i32,
    pub(crate) dy: i32,
    /// How far it is in a padded grid.
    pub(crate) step: isize,
    /// The terms of own, other and off the board, around the candidate.
    pub(crate) near: [Sums; 3],
    /// The same around another point.
    pub(crate) away: [Sums; 3],
}

/// All cells of the largest shape from the inside out, and how many of them each of the nested shapes has.
pub(crate) struct Disc {
    pub(crate) spots: Vec<Spot>,
    pub(crate) ends: [usize; RADII.len()],
}

/// The one disc.
pub(crate) static DISC: LazyLock<Disc> = LazyLock::new(|| {
    let reach = REACH as i32;
    let mut cells: Vec<(u32, i32, i32)> = (-reach..=reach)
        .flat_map(|dy| (-reach..=reach).map(move |dx| (distance(dx, dy), dy, dx)))
        .filter(|&(d, ..)| d > 0 && d <= u32::from(RADII[RADII.len() - 1]))
        .collect();
    cells.sort_unstable();
    let ends = RADII.map(|radius| cells.partition_point(|&(d, ..)| d <= u32::from(radius)));
    let spot = |&(_, dy, dx): &(u32, i32, i32)| Spot {
        dx,
        dy,
        step: dy as isize * STRIDE as isize + dx as isize,
        near: std::array::from_fn(|cell| Term::Cell(cell as u8 + 1).sums(dx, dy)),
        away: std::array::from_fn(|cell| Term::Away(cell as u8 + 1).sums(dx, dy)),
    };
    Disc { spots: cells.iter().map(spot).collect(), ends }
});

/// The index in [`RADII`] of a radius that is there.
pub(crate) fn ring(radius: u8) -> usize {
    RADII.iter().position(|&r| r == radius).expect("a radius of the list")
}

/// Numbers of a term at every offset that two points of a board can have, so that they need not be computed.
pub(crate) struct Field(Vec<u64>);

const SPAN: i32 = 25;
const WIDTH: usize = 2 * SPAN as usize + 1;

impl Field {
    pub(crate) fn new(term: Term) -> Field {
        let all = (-SPAN..=SPAN).flat_map(|dy| (-SPAN..=SPAN).map(move |dx| (dx, dy)));
        Field(all.map(|(dx, dy)| term.number(dx, dy)).collect())
    }

    /// The number at one offset.
    #[inline]
    pub(crate) fn number(&self, dx: i32, dy: i32) -> u64 {
        self.0[(dy + SPAN) as usize * WIDTH + (dx + SPAN) as usize]
    }

    /// The numbers in all eight orientations.
    #[inline]
    pub(crate) fn sums(&self, dx: i32, dy: i32) -> Sums {
        let at = |dx, dy| self.number(dx, dy);
        [at(dx, dy), at(dx, -dy), at(-dx, dy), at(-dx, -dy), at(dy, dx), at(dy, -dx), at(-dy, dx), at(-dy, -dx)]
    }
}

/// The last moves, seen from the candidate.
pub(crate) static MOVES: LazyLock<[Field; 3]> = LazyLock::new(|| [1, 2, 3].map(|which| Field::new(Term::Move(which))));

/// Own and other stones at their cells.
pub(crate) static PLACED: LazyLock<[Field; 2]> = LazyLock::new(|| [1, 2].map(|cell| Field::new(Term::Placed(cell))));

/// The liberties of a chain at an offset among the eight around, 1 to 4: by (row + 1) * 3 + column + 1.
pub(crate) static LIBERTIES: LazyLock<[[Sums; 4]; 9]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let (dx, dy) = (index as i32 % 3 - 1, index as i32 / 3 - 1);
        std::array::from_fn(|n| Term::Liberties(n as u8 + 1).sums(dx, dy))
    })
});

/// The candidate, seen from a move.
pub(crate) static CANDIDATE: LazyLock<Field> = LazyLock::new(|| Field::new(Term::Candidate));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_grow_from_the_four_neighbours_outward() {
        assert_eq!(DISC.ends, [4, 8, 12, 20, 28, 36, 48, 72, 104, 140, 204]);
    }

    #[test]
    fn a_field_knows_the_numbers_of_its_term() {
        for (dx, dy) in [(0, 0), (3, -1), (-18, 7), (24, 24)] {
            assert_eq!(CANDIDATE.sums(dx, dy), Term::Candidate.sums(dx, dy));
        }
    }

    #[test]
    fn the_least_sum_is_the_same_for_all_orientations() {
        let offsets = [(1, 0), (2, -1), (0, 3)];
        let name = |symmetry| {
            let mut sums = NOTHING;
            for (dx, dy) in offsets {
                let (dx, dy) = turned(symmetry, dx, dy);
                add(&mut sums, &Term::Cell(1).sums(dx, dy));
            }
            least(&sums, &NOTHING)
        };
        assert!((1..8).all(|symmetry| name(symmetry) == name(0)));
    }
}
