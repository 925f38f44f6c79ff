//! Values by the keys of classes.

/// The number of no slot.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A table without removal. No class has the key 0.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table<T> {
    keys: Vec<u64>,
    values: Vec<T>,
    n: usize,
}

impl<T: Clone + Default> Table<T> {
    pub(crate) fn new() -> Table<T> {
        Table { keys: vec![0; 1024], values: vec![T::default(); 1024], n: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.n
    }

    /// The slot of a key, or the one where it would go.
    fn slot(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.keys[slot] != key && self.keys[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    pub(crate) fn get(&self, key: u64) -> Option<&T> {
        let slot = self.slot(key);
        (self.keys[slot] == key).then(|| &self.values[slot])
    }

    /// The number of the slot of a key, if it is there. It is the same until the table grows.
    pub(crate) fn find(&self, key: u64) -> u32 {
        let slot = self.slot(key);
        if self.keys[slot] == key { slot as u32 } else { NOWHERE }
    }

    /// What is in a slot.
    pub(crate) fn at(&self, slot: u32) -> Option<&T> {
        self.values.get(slot as usize)
    }

    pub(crate) fn at_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.values.get_mut(slot as usize)
    }

    /// Makes room, so that the table does not grow while so many keys are put in.
    pub(crate) fn reserve(&mut self, more: usize) {
        while 4 * (self.n + more) >= 3 * self.keys.len() {
            self.grow();
        }
    }

    /// The slot of a key, which is new if it was not there; there has to be room.
    pub(crate) fn place(&mut self, key: u64) -> u32 {
        let slot = self.slot(key);
        if self.keys[slot] == 0 {
            self.keys[slot] = key;
            self.n += 1;
        }
        slot as u32
    }

    /// The value of a key, which is new if it was not there.
    pub(crate) fn entry(&mut self, key: u64) -> &mut T {
        self.reserve(1);
        let slot = self.place(key);
        &mut self.values[slot as usize]
    }

    fn grow(&mut self) {
        let larger = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![0; larger]);
        let values = std::mem::replace(&mut self.values, vec![T::default(); larger]);
        for (key, value) in keys.into_iter().zip(values) {
            if key != 0 {
                let slot = self.slot(key);
                (self.keys[slot], self.values[slot]) = (key, value);
            }
        }
    }

    /// Everything in the order of the keys.
    pub(crate) fn sorted(&self) -> Vec<(u64, &T)> {
        let mut all: Vec<(u64, &T)> = self
            .keys
            .iter()
            .zip(&self.values)
            .filter(|(key, _)| **key != 0)
            .map(|(key, value)| (*key, value))
            .collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }
}
