//! Values by the keys of classes.

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

    pub(crate) fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        let slot = self.slot(key);
        (self.keys[slot] == key).then(|| &mut self.values[slot])
    }

    /// The value of a key, which is new if it was not there.
    pub(crate) fn entry(&mut self, key: u64) -> &mut T {
        if 4 * self.n >= 3 * self.keys.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if self.keys[slot] == 0 {
            self.keys[slot] = key;
            self.n += 1;
        }
        &mut self.values[slot]
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
