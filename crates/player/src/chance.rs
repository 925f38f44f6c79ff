//! Chance that depends on the seed and the position alone.

use goban::{Color, Position};
use model::{Rng, Seed};

/// The stream of a seed that belongs to a position. Passes change neither board nor, in pairs, the side to move, so the
/// number of moves counts too.
pub(crate) fn of_position(seed: Seed, position: &Position) -> Seed {
    let side = u64::from(position.to_move() == Color::White);
    seed.stream(position.board().hash()).stream(2 * position.n_moves() as u64 + side)
}

/// Puts a list in a random order, each equally likely (Fisher and Yates).
pub(crate) fn shuffle<T>(list: &mut [T], seed: Seed) {
    let mut rng = seed.rng();
    for end in (1..list.len()).rev() {
        list.swap(end, below(&mut rng, end + 1));
    }
}

/// A number below `n`, each equally likely (Lemire's multiplication with rejection); 0 if `n` is 0.
fn below(rng: &mut impl Rng, n: usize) -> usize {
    let n = (n as u64).max(1);
    let unfair = n.wrapping_neg() % n;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        if product as u64 >= unfair {
            return (product >> 64) as usize;
        }
    }
}
