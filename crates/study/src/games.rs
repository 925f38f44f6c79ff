//! Many games on all cores, with a result that does not depend on how many there are.

use std::borrow::Borrow;
use std::sync::Arc;

use goban::Position;
use model::{BeginError, Card, Family, Model, ParameterError, Parameters, Seed, Settings};
use rayon::prelude::*;
use record::Game;

/// Games worked on at a time.
const BATCH: usize = 64;

/// A family with its settings, to be asked about games.
#[derive(Clone)]
pub struct Subject {
    family: Arc<dyn Family>,
    parameters: Parameters,
    seed: Seed,
}

impl Subject {
    /// A family with settings; those of other families are passed over.
    ///
    /// # Errors
    /// When a setting does not fit.
    pub fn new(family: &Arc<dyn Family>, settings: &Settings, seed: Seed) -> Result<Subject, ParameterError> {
        Ok(Subject { family: Arc::clone(family), parameters: settings.apply(family.card())?, seed })
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

    /// Begins on a position.
    ///
    /// # Errors
    /// When the family cannot.
    pub fn begin(&self, position: &Position) -> Result<Box<dyn Model>, BeginError> {
        self.family.begin(position, &self.parameters, self.seed)
    }
}

/// Works on games, each with its number, in parallel and hands the results over in the order of the games.
pub(crate) fn each_game<G, T>(
    games: impl IntoIterator<Item = G>,
    work: impl Fn(usize, &Game) -> T + Sync,
    mut take: impl FnMut(T),
) where
    G: Borrow<Game> + Send + Sync,
    T: Send,
{
    let mut games = games.into_iter().enumerate();
    loop {
        let batch: Vec<(usize, G)> = games.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return;
        }
        let done: Vec<T> = batch.par_iter().map(|(number, game)| work(*number, game.borrow())).collect();
        done.into_iter().for_each(&mut take);
    }
}
