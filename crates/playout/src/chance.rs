//! Chance for playouts: fast, and the same on every machine.

use model::Seed;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of chance, made from a [`Seed`].
#[derive(Clone, Debug)]
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The chance that follows from a seed.
    #[must_use]
    pub fn new(seed: Seed) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed.0))
    }

    /// A number below `n`. The division that exact fairness would take costs more than it gives here: no number is favoured by
    /// more than one in four thousand million.
    #[inline]
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// Whether something that happens so often in a hundred times happens.
    #[inline]
    pub(crate) fn happens(&mut self, percent: u8) -> bool {
        self.below(100) < u32::from(percent)
    }
}
