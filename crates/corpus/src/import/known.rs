//! A set of hashes that takes eight bytes each, and little more while it grows.

use std::collections::HashSet;

/// At most this many are kept aside before they are sorted in.
const RECENT: usize = 1 << 18;

/// Hashes of what is there already.
///
/// A hash table of twenty million would take up to twice the room and twice that again while it grows; a sorted list is
/// asked almost as fast.
#[derive(Default)]
pub(crate) struct Known {
    sorted: Vec<u64>,
    recent: HashSet<u64>,
}

impl Known {
    pub(crate) fn new(mut hashes: Vec<u64>) -> Known {
        hashes.sort_unstable();
        Known { sorted: hashes, recent: HashSet::new() }
    }

    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.recent.contains(&hash) || self.sorted.binary_search(&hash).is_ok()
    }

    /// Adds a hash; says whether it is new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        let new = self.sorted.binary_search(&hash).is_err() && self.recent.insert(hash);
        if self.recent.len() >= RECENT {
            self.settle();
        }
        new
    }

    /// Merges the recent ones into the list from its end, so that no second list is needed.
    fn settle(&mut self) {
        let mut recent: Vec<u64> = self.recent.drain().collect();
        recent.sort_unstable();
        let mut old = self.sorted.len();
        self.sorted.reserve_exact(recent.len());
        self.sorted.resize(old + recent.len(), 0);
        for at in (0..self.sorted.len()).rev() {
            let Some(&last) = recent.last() else { break };
            if old > 0 && self.sorted[old - 1] > last {
                old -= 1;
                self.sorted[at] = self.sorted[old];
            } else {
                self.sorted[at] = last;
                recent.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_set() {
        let mut known = Known::new(vec![7, 3, u64::MAX]);
        let mut plain = HashSet::from([7, 3, u64::MAX]);
        let mut x = 1_u64;
        for i in 0..3 * RECENT as u64 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Every fourth comes again.
            let hash = if i % 4 == 3 { x & 0xFFFF } else { x };
            assert_eq!(known.insert(hash), plain.insert(hash));
        }
        assert!(plain.iter().all(|&hash| known.contains(hash)));
        assert!(known.sorted.is_sorted());
        assert_eq!(known.sorted.len() + known.recent.len(), plain.len());
    }
}
