//! What is known of positions met before, in bounded memory.

use goban::PointSet;

/// No number reaches this one: what has it cannot be.
pub(crate) const NEVER: u32 = 1 << 28;

/// How much it takes at least to prove a position for the seeker, and to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    pub(crate) const REACHED: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(crate) const FAILED: Numbers = Numbers { proof: NEVER, disproof: 0 };

    /// The same for the opposite question.
    pub(crate) fn reversed(self) -> Numbers {
        Numbers { proof: self.disproof, disproof: self.proof }
    }

    pub(crate) fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Moves tried below; 0 for a place that is free.
    work: u32,
    /// Where a stone of the other side could make a difference to a proof.
    zone: PointSet,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) numbers: Numbers,
    pub(crate) work: u32,
    pub(crate) zone: PointSet,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers { proof: 0, disproof: 0 }, work: 0, zone: PointSet::EMPTY };
/// A position is looked for in so many places.
const WAYS: usize = 4;

/// Positions and their numbers. It grows as it fills, up to its bound; from then on, positions with little work below them
/// make room for others.
pub(crate) struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
}

impl Table {
    /// A table that takes at most this many bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        // While it grows there are two of them, the old one of half the size.
        let most = (bytes / size_of::<Entry>() * 2 / 3).max(64);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Table { entries: vec![FREE; most.min(4096)], used: 0, most }
    }

    fn places(&self, key: u64) -> std::ops::Range<usize> {
        let first = (key as usize & (self.entries.len() - 1)) & !(WAYS - 1);
        first..first + WAYS
    }

    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let places = &self.entries[self.places(key)];
        let entry = places.iter().find(|entry| entry.work > 0 && entry.key == key)?;
        Some(Known { numbers: entry.numbers, work: entry.work, zone: entry.zone })
    }

    pub(crate) fn put(&mut self, key: u64, Known { numbers, work, zone }: Known) {
        if self.used * 2 > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let work = work.max(1);
        let places = self.places(key);
        let places = &mut self.entries[places];
        let slot = match places.iter().position(|entry| entry.work > 0 && entry.key == key) {
            Some(slot) => slot,
            None => {
                let (slot, least) = places
                    .iter()
                    .enumerate()
                    .min_by_key(|(_, entry)| entry.work)
                    .map_or((0, 0), |(i, entry)| (i, entry.work));
                self.used += usize::from(least == 0);
                slot
            }
        };
        places[slot] = Entry { key, numbers, work, zone };
    }

    fn grow(&mut self) {
        let bigger = vec![FREE; self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, bigger);
        self.used = 0;
        for entry in old {
            if entry.work > 0 {
                self.put(entry.key, Known { numbers: entry.numbers, work: entry.work, zone: entry.zone });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::field::mixed;

    #[test]
    fn it_keeps_what_took_work_and_stays_in_its_bound() {
        let mut table = Table::new(64 << 10);
        let known = |numbers, work| Known { numbers, work, zone: PointSet::EMPTY };
        let heavy = mixed(7);
        table.put(heavy, known(Numbers::REACHED, 1_000_000));
        for n in 100..50_000 {
            table.put(mixed(n), known(Numbers::FAILED, 1));
        }
        assert_eq!(table.get(heavy), Some(known(Numbers::REACHED, 1_000_000)));
        assert_eq!(table.get(mixed(49_999)), Some(known(Numbers::FAILED, 1)));
        assert!(table.entries.len() * size_of::<Entry>() <= 64 << 10);
    }
}
