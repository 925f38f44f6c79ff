//! The hash of a board: exclusive or of one number for every stone.
//!
//! The numbers are part of the public contract. A stored hash stays valid between versions; changing them is a breaking
//! change.

use crate::point::STRIDE;
use crate::{BoardSize, Color, Point};

const CELLS: usize = (BoardSize::MAX + 1) * STRIDE as usize;

static KEYS: [[u64; CELLS]; 2] = keys();

/// Added to the hash of a board when White is to move, where the player matters (situational superko).
pub(crate) const WHITE_TO_MOVE: u64 = mix(0x5745_4953_5320_616a);

/// The hash of an empty board: boards of different sizes differ.
pub(crate) const fn empty(size: BoardSize) -> u64 {
    mix(0x6169_6a69 ^ ((size.get() as u64) << 40))
}

#[inline]
pub(crate) fn key(color: Color, point: Point) -> u64 {
    KEYS[color as usize][point.raw() as usize]
}

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut i = 0;
    while i < CELLS {
        keys[0][i] = mix(2 * i as u64 + 1);
        keys[1][i] = mix(2 * i as u64 + 2);
        i += 1;
    }
    keys
}

/// The output function of SplitMix64.
const fn mix(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
