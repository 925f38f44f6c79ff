//! All the families there are, by name.

use std::sync::Arc;

use crate::{Card, Family, Quantity, Shape, Unknown};

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
