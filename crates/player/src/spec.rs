//! Players by name.

use std::fmt;

use model::{Families, Seed, Settings, Unknown};

use crate::person::Person;
use crate::rater::Indifferent;
use crate::{Player, PlayerError};

/// What a list of players says of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerCard {
    /// The name, as [`Spec::parse`] takes it.
    pub name: String,
    /// How it plays, in one line.
    pub idea: String,
}

/// Which player, and how it is set.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// The name without what is added to it: `cellular:grow`.
    pub name: String,
    /// Whether it reads a little before it plays; written `+search` after the name.
    pub search: bool,
    /// Settings of models; those of other models are passed over.
    pub settings: Settings,
    /// Where its chance comes from.
    pub seed: Seed,
}

impl Spec {
    /// Reads a name: `random`, `cellular:grow`, `ising.molecular+search`. Whether there is such a player is seen when it
    /// is made.
    ///
    /// # Errors
    /// When something other than `+search` is added to the name.
    pub fn parse(text: &str) -> Result<Spec, PlayerError> {
        let (name, search) = match text.trim().split_once('+') {
            None => (text.trim(), false),
            Some((name, "search")) => (name, true),
            Some((_, added)) => return Err(Unknown::new("addition to a player", added, ["search"]).into()),
        };
        Ok(Spec { name: name.to_string(), search, settings: Settings::default(), seed: Seed(1) })
    }

    /// The same with another seed.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Spec {
        self.seed = seed;
        self
    }

    /// Makes the player.
    ///
    /// # Errors
    /// When there is no such player, or a setting is wrong. That a model does not take a board, or misses something, is
    /// told by [`Player::begin`].
    pub fn player(&self, families: &Families) -> Result<Box<dyn Player>, PlayerError> {
        if self.name != "random" {
            return Err(Unknown::new("player", &self.name, list(families).into_iter().map(|card| card.name)).into());
        }
        Ok(Box::new(Person::new(self.to_string(), self.seed, Box::new(Indifferent))))
    }
}

impl fmt::Display for Spec {
    /// The name with what is added to it, as [`Spec::parse`] takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, if self.search { "+search" } else { "" })
    }
}

/// The players there are. Each can also be had with `+search`.
#[must_use]
pub fn list(_families: &Families) -> Vec<PlayerCard> {
    vec![PlayerCard { name: "random".to_string(), idea: "plays anywhere but into its own eyes".to_string() }]
}
