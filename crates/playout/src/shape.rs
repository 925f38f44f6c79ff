//! The eight neighbours of a point in sixteen bits.

use goban::Color;

use crate::board::{EDGE, EMPTY, stone};

/// What is on the eight neighbours of a point, two bits each: those along the lines first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Shape(u16);

/// The lower bits of the pairs that stand for the neighbours along the lines.
const LINES: u16 = 0b0101_0101;

impl Shape {
    pub(crate) const OFF_BOARD: Shape = Shape(0);
    /// How many shapes there could be.
    pub(crate) const COUNT: usize = 1 << 16;

    pub(crate) fn new(around: [u8; 8]) -> Shape {
        Shape(around.iter().rev().fold(0, |code, &found| code << 2 | u16::from(found)))
    }

    /// What is on the neighbour with this number.
    #[inline]
    pub(crate) const fn get(self, i: usize) -> u8 {
        (self.0 >> (2 * i)) as u8 & 3
    }

    /// A stone comes to a neighbour or goes from it.
    #[inline]
    pub(crate) fn turn(&mut self, i: usize, stone: u8) {
        self.0 ^= u16::from(stone) << (2 * i);
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Number of empty neighbours along the lines.
    #[inline]
    pub(crate) const fn n_empty(self) -> u16 {
        let full = (self.0 | self.0 >> 1) & LINES;
        4 - full.count_ones() as u16
    }

    /// Whether every neighbour along the lines is a stone of this colour or the edge.
    #[inline]
    pub(crate) const fn is_surrounded(self, color: Color) -> bool {
        // The edge has the bits of both colours.
        let own = match color {
            Color::Black => self.0,
            Color::White => self.0 >> 1,
        };
        own & LINES == LINES
    }

    /// Whether a surrounded point is an eye that stays one: at most one diagonal is the opponent's, none on the edge.
    #[inline]
    pub(crate) fn is_eye(self, color: Color) -> bool {
        if !self.is_surrounded(color) {
            return false;
        }
        let (mut theirs, mut edge) = (0, 0);
        for i in 4..8 {
            let found = self.get(i);
            theirs += u8::from(found == stone(!color));
            edge |= u8::from(found == EDGE);
        }
        theirs + edge < 2
    }

    /// The same with the colours exchanged.
    pub(crate) fn swapped(self) -> Shape {
        let low = self.0 & 0x5555;
        let high = self.0 & 0xaaaa;
        Shape(low << 1 | high >> 1)
    }

    /// The colours along the lines, as bits: 1 for Black, 2 for White.
    #[inline]
    pub(crate) fn colors_beside(self) -> u8 {
        let mut seen = EMPTY;
        for i in 0..4 {
            let found = self.get(i);
            if found != EDGE {
                seen |= found;
            }
        }
        seen
    }
}

/// Where an offset comes to lie by one of the eight symmetries.
pub(crate) fn turned((mut x, mut y): (i32, i32), symmetry: usize) -> (i32, i32) {
    if symmetry & 1 != 0 {
        x = -x;
    }
    if symmetry & 2 != 0 {
        y = -y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    (x, y)
}

/// For each of the eight symmetries and each offset, the index of the offset that comes to lie there.
pub(crate) fn turns<const N: usize>(offsets: &[(i32, i32); N]) -> [[usize; N]; 8] {
    std::array::from_fn(|symmetry| {
        std::array::from_fn(|i| {
            let turned = turned(offsets[i], symmetry);
            offsets.iter().position(|offset| *offset == turned).unwrap_or(i)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_are_those_of_the_slow_board() {
        // Every neighbourhood of an inner point and of an edge point, against a count by hand.
        for code in 0..=u16::MAX {
            let shape = Shape(code);
            let around: [u8; 8] = std::array::from_fn(|i| shape.get(i));
            assert_eq!(Shape::new(around), shape);
            let n_empty = around[..4].iter().filter(|&&found| found == EMPTY).count();
            assert_eq!(usize::from(shape.n_empty()), n_empty);
            for color in Color::ALL {
                let surrounded = around[..4].iter().all(|&found| found == stone(color) || found == EDGE);
                assert_eq!(shape.is_surrounded(color), surrounded);
                assert_eq!(shape.is_eye(color), shape.swapped().is_eye(!color));
            }
        }
    }
}
