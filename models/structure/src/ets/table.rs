//! Lists whose items have ids of their own type, so that a class is never taken for a link, and no id is cut short.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};
use std::slice;

use thiserror::Error;

/// The index of an item in a [`Table`].
pub trait Id: Copy + fmt::Debug {
    /// What it names, in the plural.
    const ITEMS: &'static str;
    /// How many items a table can have.
    const CAPACITY: usize;

    /// The id of the item at an index; none if the index is too large.
    fn new(index: usize) -> Option<Self>;

    /// The index of the item.
    fn index(self) -> usize;
}

/// A table already has as many items as there are ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there are more than {capacity} {items}")]
pub struct Full {
    /// What the table lists, in the plural.
    pub items: &'static str,
    /// How many it can hold.
    pub capacity: usize,
}

/// Declares an id type: its documentation, name, representation and what it names.
macro_rules! id {
    ($(#[$attribute:meta])* $visibility:vis $name:ident($repr:ty), $items:literal) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $visibility struct $name($repr);

        impl $crate::ets::Id for $name {
            const ITEMS: &'static str = $items;
            const CAPACITY: usize = <$repr>::MAX as usize + 1;

            fn new(index: usize) -> Option<$name> {
                <$repr>::try_from(index).ok().map($name)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use id;

/// A list whose items are looked up by ids of one type.
#[derive(PartialEq, Eq)]
pub struct Table<I, T> {
    items: Vec<T>,
    ids: PhantomData<fn() -> I>,
}

impl<I: Id, T> Table<I, T> {
    /// An empty table.
    #[must_use]
    pub const fn new() -> Table<I, T> {
        Table { items: Vec::new(), ids: PhantomData }
    }

    /// Appends an item.
    ///
    /// # Errors
    /// When there are no more ids.
    pub fn push(&mut self, item: T) -> Result<I, Full> {
        let id = I::new(self.items.len()).ok_or(Full { items: I::ITEMS, capacity: I::CAPACITY })?;
        self.items.push(item);
        Ok(id)
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + Clone + use<I, T> {
        ids(0..self.items.len())
    }

    /// The items with their ids, in order.
    pub fn entries(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids().zip(&self.items)
    }

    /// The first item that fits.
    pub fn find(&self, fits: impl FnMut(&T) -> bool) -> Option<I> {
        self.items.iter().position(fits).and_then(I::new)
    }

    /// A table with something for each item, under the same ids.
    pub fn map<U>(&self, of: impl FnMut(&T) -> U) -> Table<I, U> {
        Table { items: self.items.iter().map(of).collect(), ids: PhantomData }
    }

    /// The same for a function that is reported the id too.
    pub fn map_entries<U>(&self, mut of: impl FnMut(I, &T) -> U) -> Table<I, U> {
        Table { items: self.entries().map(|(id, item)| of(id, item)).collect(), ids: PhantomData }
    }

    /// The same for a function that can fail.
    ///
    /// # Errors
    /// The first error of the function.
    pub fn try_map<U, E>(&self, of: impl FnMut(&T) -> Result<U, E>) -> Result<Table<I, U>, E> {
        Ok(Table { items: self.items.iter().map(of).collect::<Result<_, E>>()?, ids: PhantomData })
    }

    /// How many items fit into the memory that the table has now.
    pub(crate) fn capacity(&self) -> usize {
        self.items.capacity()
    }
}

/// The ids of a range of indices of a table.
pub(crate) fn ids<I: Id>(range: std::ops::Range<usize>) -> impl DoubleEndedIterator<Item = I> + Clone {
    range.filter_map(I::new)
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Table<I, T> {
        Table { items: Vec::new(), ids: PhantomData }
    }
}

impl<I, T: Clone> Clone for Table<I, T> {
    fn clone(&self) -> Table<I, T> {
        Table { items: self.items.clone(), ids: PhantomData }
    }
}

impl<I, T: fmt::Debug> fmt::Debug for Table<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<I, T> Deref for Table<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<I, T> DerefMut for Table<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<I: Id, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<'a, I, T> IntoIterator for &'a Table<I, T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.items.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut Table<I, T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> slice::IterMut<'a, T> {
        self.items.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    id!(SmallId(u8), "small things");

    #[test]
    fn a_table_refuses_what_has_no_id() {
        let mut table: Table<SmallId, usize> = Table::new();
        for item in 0..256 {
            let id = table.push(item).unwrap();
            assert_eq!((id.index(), table[id]), (item, item));
        }
        let full = table.push(256).unwrap_err();
        assert_eq!(full.to_string(), "there are more than 256 small things");
        assert_eq!((table.len(), SmallId::new(256)), (256, None));
        assert_eq!(table.find(|item| *item == 7), SmallId::new(7));
    }
}
