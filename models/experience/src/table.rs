//! Classes by key while they are learned: an open hash table with linear probing.

use crate::look::Known;

/// What is needed of a class in every lesson.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slot {
    /// The upper half of the key; 0 for a free slot.
    tag: u32,
    pub(crate) weight: f32,
    /// The sum of the squares of all gradients so far.
    pub(crate) squares: f32,
}

/// Where a class was met, so that it can be drawn later.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Witness {
    /// The number of the lesson.
    pub(crate) lesson: u32,
    /// The number of the candidate among the legal moves there.
    pub(crate) candidate: u16,
    pub(crate) template: u16,
}

/// All classes.
#[derive(Clone, Default)]
pub(crate) struct Table {
    pub(crate) slots: Vec<Slot>,
    /// What is needed less often, apart: the full keys and the witnesses.
    pub(crate) origins: Vec<(u64, Witness)>,
    pub(crate) len: usize,
}

fn tag(key: u64) -> u32 {
    ((key >> 32) as u32).max(1)
}

impl Table {
    /// An empty table with room for this many classes before it has to grow.
    pub(crate) fn with_room(classes: usize) -> Table {
        let n = (2 * classes).next_power_of_two().max(1 << 10);
        Table { slots: vec![Slot::default(); n], origins: vec![Default::default(); n], len: 0 }
    }

    #[inline]
    fn probe(&self, key: u64) -> (usize, bool) {
        let mask = self.slots.len() - 1;
        let tag = tag(key);
        let mut at = key as usize & mask;
        loop {
            match self.slots[at].tag {
                0 => return (at, false),
                there if there == tag => return (at, true),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Enters a class, unless it is there.
    pub(crate) fn insert(&mut self, key: u64, weight: f32, squares: f32, witness: Witness) {
        if 3 * self.len >= 2 * self.slots.len() {
            self.grow();
        }
        let (at, there) = self.probe(key);
        if !there {
            self.slots[at] = Slot { tag: tag(key), weight, squares };
            self.origins[at] = (key, witness);
            self.len += 1;
        }
    }

    fn grow(&mut self) {
        *self = self.rebuilt(self.slots.len(), |_, _| true);
    }

    /// The classes that pass a test, in a table with room for so many.
    pub(crate) fn rebuilt(&self, room: usize, test: impl Fn(u64, &Slot) -> bool) -> Table {
        let mut other = Table::with_room(room);
        for (key, slot, witness) in self.classes().filter(|(key, slot, _)| test(*key, slot)) {
            other.insert(key, slot.weight, slot.squares, witness);
        }
        other
    }

    /// All classes with their keys and witnesses, in the order of the table.
    pub(crate) fn classes(&self) -> impl Iterator<Item = (u64, &Slot, Witness)> {
        let all = self.slots.iter().zip(&self.origins).filter(|(slot, _)| slot.tag != 0);
        all.map(|(slot, &(key, witness))| (key, slot, witness))
    }
}

impl Known for Table {
    #[inline]
    fn find(&self, key: u64) -> Option<u32> {
        let (at, there) = self.probe(key);
        there.then_some(at as u32)
    }

    #[inline]
    fn weight(&self, index: u32) -> f32 {
        self.slots[index as usize].weight
    }
    #[inline]
    fn touch(&self, key: u64) -> u32 {
        self.slots[key as usize & (self.slots.len() - 1)].tag
    }
}
