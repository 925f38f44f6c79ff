//! Chance that can be repeated.

pub use rand_core::Rng;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Where all chance of a run comes from. Printed with every result.
///
/// ```
/// use model::{Rng, Seed};
/// let (a, b) = (Seed(7).stream(3).rng().next_u64(), Seed(7).stream(3).rng().next_u64());
/// assert_eq!(a, b);
/// assert_ne!(a, Seed(7).stream(4).rng().next_u64());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of a part of the work, such as the game or the row with this number: parts done in any order, on any
    /// number of threads, get the same chance.
    #[must_use]
    pub fn stream(self, part: u64) -> Seed {
        // SplitMix64 of both numbers; the constants are its published ones.
        let mut z = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ part;
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Seed(z ^ (z >> 31))
    }

    /// A generator (xoshiro256++) whose numbers are the same on every machine.
    #[must_use]
    pub fn rng(self) -> impl Rng + Clone + Send {
        Xoshiro256PlusPlus::seed_from_u64(self.0)
    }
}

/// A number below `n`, each equally likely (Lemire's multiplication with rejection); 0 if `n` is 0.
///
/// ```
/// use model::{Seed, below};
/// let mut rng = Seed(7).rng();
/// assert!((0..100).all(|_| below(&mut rng, 6) < 6));
/// ```
pub fn below(rng: &mut (impl Rng + ?Sized), n: usize) -> usize {
    let n = (n as u64).max(1);
    let unfair = n.wrapping_neg() % n;
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(n);
        if product as u64 >= unfair {
            return (product >> 64) as usize;
        }
    }
}

/// A number from 0 up to but without 1, of 53 bits. `unit(rng) < p` has the probability `p`.
pub fn unit(rng: &mut (impl Rng + ?Sized)) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Puts a list in a random order, each equally likely (Fisher and Yates).
pub fn shuffle<T>(list: &mut [T], rng: &mut (impl Rng + ?Sized)) {
    for end in (1..list.len()).rev() {
        list.swap(end, below(rng, end + 1));
    }
}

impl std::fmt::Display for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
