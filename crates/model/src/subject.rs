//! A family with its settings, and a model of it that follows a game.

use std::fmt;
use std::sync::Arc;

use goban::Position;
use record::Ply;

use crate::{BeginError, Card, Family, Model, ParameterError, Parameters, Seed, Selection, Settings, Sheet};

/// A family with parameters and a seed: all that a model needs to begin.
#[derive(Clone)]
pub struct Subject {
    family: Arc<dyn Family>,
    parameters: Parameters,
    seed: Seed,
}

impl Subject {
    /// A family with settings; those of other families are skipped.
    ///
    /// # Errors
    /// When a setting does not fit.
    pub fn new(family: &Arc<dyn Family>, settings: &Settings, seed: Seed) -> Result<Subject, ParameterError> {
        Ok(Subject { family: Arc::clone(family), parameters: settings.apply(family.card())?, seed })
    }

    /// The family.
    #[must_use]
    pub fn family(&self) -> &Arc<dyn Family> {
        &self.family
    }

    /// The card of the family.
    #[must_use]
    pub fn card(&self) -> &Card {
        self.family.card()
    }

    /// The values of its parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The seed of all its chance.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Begins a model on a position.
    ///
    /// # Errors
    /// When the family cannot.
    pub fn begin(&self, position: &Position) -> Result<Box<dyn Model>, BeginError> {
        self.family.begin(position, &self.parameters, self.seed)
    }

    /// What a model says of a position that stands alone. Quantities of the game say nothing there.
    ///
    /// # Errors
    /// When the family cannot begin on it.
    pub fn read(&self, position: &Position, selection: &Selection) -> Result<Sheet<'_>, BeginError> {
        let mut sheet = Sheet::new(self.card(), selection);
        self.begin(position)?.read(position, &mut sheet);
        Ok(sheet)
    }
}

impl fmt::Display for Subject {
    /// The parameters and the seed, as they stand below a figure.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters.to_string();
        let comma = if parameters.is_empty() { "" } else { ", " };
        write!(f, "{parameters}{comma}seed {}", self.seed)
    }
}

/// Follows a game with a model of a subject: begins on the first position it is shown, and observes every ply after it.
pub struct Follower {
    subject: Subject,
    model: Option<Box<dyn Model>>,
}

impl Follower {
    /// Someone who has seen nothing yet.
    #[must_use]
    pub fn new(subject: Subject) -> Follower {
        Follower { subject, model: None }
    }

    /// What it follows the game with.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Begins anew on a position: the start of a line, or any other.
    ///
    /// # Errors
    /// When the family cannot begin there. Then it has seen nothing.
    pub fn begin(&mut self, position: &Position) -> Result<&mut dyn Model, BeginError> {
        self.model = None;
        let model = self.subject.begin(position)?;
        Ok(&mut **self.model.insert(model))
    }

    /// Sees the next position of a line: that after a ply or, without one, the start, on which it begins anew.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub fn see(&mut self, ply: Option<&Ply>, position: &Position) -> Result<(), BeginError> {
        match (ply, &mut self.model) {
            (Some(ply), Some(model)) => model.observe(ply, position),
            _ => drop(self.begin(position)?),
        }
        Ok(())
    }

    /// The model at the position it was last shown. One that has seen nothing begins there.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub fn model(&mut self, position: &Position) -> Result<&mut dyn Model, BeginError> {
        let model = match self.model.take() {
            Some(model) => model,
            None => self.subject.begin(position)?,
        };
        Ok(&mut **self.model.insert(model))
    }

    /// What the model says of the position it was last shown.
    ///
    /// # Errors
    /// When the family cannot begin there.
    pub fn read(&mut self, position: &Position, selection: &Selection) -> Result<Sheet<'_>, BeginError> {
        self.model(position)?;
        let mut sheet = Sheet::new(self.subject.card(), selection);
        if let Some(model) = &mut self.model {
            model.read(position, &mut sheet);
        }
        Ok(sheet)
    }
}
