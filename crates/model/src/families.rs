//! All the families there are, by name.

use std::sync::Arc;

use thiserror::Error;

use crate::{Card, Family, FileKind, LoadError, Quantity, Role, Shape, Unknown};

/// A list of families. Whoever needs families takes this as an argument and knows none of them by name.
#[derive(Clone, Default)]
pub struct Families(Vec<Arc<dyn Family>>);

/// What `NAME[.QUANTITY]` means: a family, and one of its quantities if the name goes on.
pub struct Target<'a> {
    /// The family.
    pub family: &'a Arc<dyn Family>,
    /// The name of the quantity.
    pub quantity: Option<&'a str>,
}

/// Why a file was given to nobody.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum FileError {
    /// No family takes such files.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// It is no such file.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Families {
    /// A list of families.
    ///
    /// # Panics
    /// If two have the same name.
    #[must_use]
    pub fn new(families: Vec<Arc<dyn Family>>) -> Families {
        for (i, family) in families.iter().enumerate() {
            let name = &family.card().name;
            assert!(families[..i].iter().all(|other| other.card().name != *name), "two families are named {name}");
        }
        Families(families)
    }

    /// All families.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Family>> {
        self.0.iter()
    }

    /// The first family with a quantity of this role.
    #[must_use]
    pub fn with_role(&self, role: Role) -> Option<&Arc<dyn Family>> {
        self.iter().find(|family| family.card().with_role(role).next().is_some())
    }

    /// All cards.
    pub fn cards(&self) -> impl Iterator<Item = &Card> {
        self.0.iter().map(|family| family.card())
    }

    /// The family with this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Family>, Unknown> {
        self.0
            .iter()
            .find(|family| family.card().name == name)
            .ok_or_else(|| Unknown::new("model", name, self.cards().map(|card| card.name.as_str())))
    }

    /// The kinds of files that families take, each once.
    pub fn files(&self) -> impl Iterator<Item = &FileKind> {
        let kinds = || self.cards().filter_map(|card| card.file.as_ref());
        let is_first = move |(i, kind): &(usize, &FileKind)| kinds().take(*i).all(|earlier| earlier.name != kind.name);
        kinds().enumerate().filter(is_first).map(|(_, kind)| kind)
    }

    /// The same families, those that take this kind of file with the contents of one.
    ///
    /// # Errors
    /// When none takes this kind, or the file is not of it.
    pub fn load(&self, kind: &str, bytes: &[u8]) -> Result<Families, FileError> {
        let takes = |family: &Arc<dyn Family>| family.card().file.as_ref().is_some_and(|file| file.name == kind);
        if !self.0.iter().any(takes) {
            return Err(Unknown::new("kind of file", kind, self.files().map(|file| file.name.as_str())).into());
        }
        let loaded = |family: &Arc<dyn Family>| match takes(family) {
            true => family.load(bytes),
            false => Ok(Arc::clone(family)),
        };
        Ok(Families(self.0.iter().map(loaded).collect::<Result<_, LoadError>>()?))
    }

    /// Reads `NAME` or `NAME.QUANTITY`: `freedom`, `ising.molecular`, `ising.molecular.fate`.
    ///
    /// # Errors
    /// When there is no such family, or it has no such quantity.
    pub fn target(&self, text: &str) -> Result<Target<'_>, Unknown> {
        let prefix = |family: &&Arc<dyn Family>| {
            let name = &family.card().name;
            text == name || text.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        let Some(family) = self.0.iter().filter(prefix).max_by_key(|family| family.card().name.len()) else {
            return Err(Unknown::new("model", text, self.cards().map(|card| card.name.as_str())));
        };
        let card = family.card();
        if card.name == text {
            return Ok(Target { family, quantity: None });
        }
        match card.names().into_iter().find(|name| *name == text) {
            Some(name) => Ok(Target { family, quantity: Some(name) }),
            None => Err(Unknown::new("quantity", text, card.names())),
        }
    }
}

impl Target<'_> {
    /// The quantity to draw: the named one, or the family's first ownership map, or its first map, or whatever labels or
    /// graph its card names first.
    #[must_use]
    pub fn picture(&self) -> Option<&Quantity> {
        let card = self.family.card();
        let drawn = |shape| move |quantity: &&Quantity| quantity.shape == shape;
        let shapes = [Shape::Field, Shape::Labels, Shape::Graph];
        match self.quantity {
            Some(name) => shapes.into_iter().find_map(|shape| card.quantity(name, shape)),
            None => card
                .with_role(crate::Role::Ownership)
                .find(drawn(Shape::Field))
                .or_else(|| card.quantities.iter().find(drawn(Shape::Field)))
                .or_else(|| card.quantities.iter().find(|quantity| quantity.shape != Shape::Number)),
        }
    }
}
