//! A model as a query asks it: a family, its settings, and a count of how often it was asked.

use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use goban::{BoardSize, Position};
use model::{BeginError, Family, Model, ParameterError, Seed, Selection, Settings, Shape, Sheet, Subject, Unknown};
use record::Mode;
use twox_hash::XxHash64;

use crate::MainLine;

/// The seed of all chance in a query that names no other.
pub const SEED: Seed = Seed(1);

/// What the queries of a session have cost so far.
#[derive(Default, Debug)]
pub struct Counters {
    model_calls: AtomicU64,
    games: AtomicU64,
    positions: AtomicU64,
}

impl Counters {
    /// How often a model was asked about a position.
    #[must_use]
    pub fn model_calls(&self) -> u64 {
        self.model_calls.load(Ordering::Relaxed)
    }

    /// How many games were replayed.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// How many positions were written down.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    pub(crate) fn asked(&self, n: u64) {
        self.model_calls.fetch_add(n, Ordering::Relaxed);
    }

    pub(crate) fn replayed(&self, n: u64) {
        self.games.fetch_add(n, Ordering::Relaxed);
    }

    pub(crate) fn wrote(&self, n: u64) {
        self.positions.fetch_add(n, Ordering::Relaxed);
    }
}

/// A family with its settings.
#[derive(Clone)]
pub(crate) struct Asked(pub(crate) Subject);

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} seed={}", self.0.card().name, self.0.parameters(), self.0.seed())
    }
}

impl Asked {
    /// Reads settings as a query has them: `reach=3, seed=7`. A parameter may be named without its family.
    ///
    /// # Errors
    /// When a name is unknown or a value does not fit.
    pub(crate) fn new(family: &Arc<dyn Family>, text: &str) -> Result<Asked, ParameterError> {
        let card = family.card();
        let mut settings = Settings::default();
        let mut seed = SEED;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| ParameterError::Form(part.to_string()))?;
            let (name, value) = (name.trim(), value.trim());
            if name == "seed" {
                let wrong = || ParameterError::Value {
                    name: name.to_string(),
                    value: value.to_string(),
                    expected: "a whole number from 0".to_string(),
                    default: SEED.to_string(),
                };
                seed = Seed(value.parse().map_err(|_| wrong())?);
                continue;
            }
            let own = |full: &&str| *full == name || full.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
            let names = || card.parameters.iter().map(|parameter| parameter.name.as_str());
            let full = names().find(own).ok_or_else(|| Unknown::new("parameter", name, names().chain(["seed"])))?;
            settings.add(&format!("{full}={value}"))?;
        }
        settings.check([card])?;
        Ok(Asked(Subject::new(family, &settings, seed)?))
    }

    /// A model that begins here; none on boards that the family does not take or lacks something for.
    ///
    /// # Errors
    /// When it cannot begin for another reason.
    pub(crate) fn begin(&self, start: &Position) -> Result<Option<Box<dyn Model>>, BeginError> {
        match self.0.begin(start) {
            Ok(model) => Ok(Some(model)),
            // Such as a network, which may be there for other sizes.
            Err(BeginError::Size { .. } | BeginError::Missing(_)) => Ok(None),
            Err(other) => Err(other),
        }
    }

    /// A number for what the model says at the end of one short game: another network, other definitions or another way
    /// of computing give another number.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = XxHash64::with_seed(0);
        for number in self.short_game().unwrap_or_default() {
            hash.write_u64(number.to_bits());
        }
        hash.finish()
    }

    /// The numbers of the model at the end of it; none if it cannot follow.
    fn short_game(&self) -> Option<Vec<f64>> {
        let sizes = &self.0.card().sizes;
        let size = BoardSize::new((*sizes.end()).min(19).max(*sizes.start()))?;
        let moves = if size.get() >= 9 { "gcccggcgeecfdcegfe" } else { "aa" };
        let game = MainLine::parse(size, moves, None).ok()?.game();
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
        let mut model = self.begin(replay.position()).ok()??;
        while let Some(ply) = replay.next_ply().ok()? {
            model.observe(&ply, replay.position());
        }
        let names: Vec<(String, Shape)> =
            super::follow::numbers(self).map(|name| (name.to_string(), Shape::Number)).collect();
        let mut sheet = self.sheet(&names);
        model.read(replay.position(), &mut sheet);
        Some(names.iter().filter_map(|(name, _)| sheet.get_number(name)).collect())
    }

    /// A sheet for these quantities and nothing else.
    pub(crate) fn sheet(&self, quantities: &[(String, Shape)]) -> Sheet<'_> {
        Sheet::new(self.0.card(), &Selection::Quantities(quantities.to_vec()))
    }

    /// What the model says of a position that stands alone. The sheet is blank on boards that it does not take.
    ///
    /// # Errors
    /// As [`begin`](Asked::begin).
    pub(crate) fn read(&self, position: &Position, sheet: &mut Sheet<'_>) -> Result<(), BeginError> {
        sheet.clear();
        if let Some(mut model) = self.begin(position)? {
            model.read(position, sheet);
        }
        Ok(())
    }
}
