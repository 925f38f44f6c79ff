//! A family whose parameters are not the defaults.

use goban::{BoardSize, Position};
use model::{BeginError, Card, Catalogue, Contest, Family, Learn, Model, Parameters, Seed, Settings, Simulate};

/// A family that always begins with the same settings, whatever parameters it is given: so that the laws can be checked for
/// more than the defaults.
pub struct With<'f> {
    family: &'f dyn Family,
    parameters: Parameters,
}

impl<'f> With<'f> {
    /// A family with settings of the form `name=value`.
    ///
    /// # Panics
    /// If a setting does not fit the family's card.
    #[must_use]
    pub fn new(family: &'f dyn Family, settings: &[&str]) -> With<'f> {
        let card = family.card();
        let mut all = Settings::default();
        for setting in settings {
            all.add(setting).unwrap_or_else(|error| panic!("{error}"));
        }
        all.check([card]).unwrap_or_else(|error| panic!("{error}"));
        let parameters = all.apply(card).unwrap_or_else(|error| panic!("{error}"));
        With { family, parameters }
    }
}

impl Family for With<'_> {
    fn card(&self) -> &Card {
        self.family.card()
    }

    fn begin(&self, start: &Position, _: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        self.family.begin(start, &self.parameters, seed)
    }

    fn learn(&self) -> Option<&dyn Learn> {
        self.family.learn()
    }

    fn catalogue(&self) -> Option<&dyn Catalogue> {
        self.family.catalogue()
    }

    fn simulate(&self) -> Option<&dyn Simulate> {
        self.family.simulate().map(|_| self as &dyn Simulate)
    }
}

impl Simulate for With<'_> {
    fn contest(&self, size: BoardSize, _: &Parameters) -> Result<Box<dyn Contest>, BeginError> {
        let simulate = self.family.simulate().expect("only a family that simulates is asked for a contest");
        simulate.contest(size, &self.parameters)
    }
}
