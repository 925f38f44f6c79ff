//! The five papers, claim by claim: what each says, what we measure, and what comes of it.
//!
//! A [`Claim`] is data with a rule for its verdict. A [`Stage`] is a part of the work; what it finds can be stored, so that an
//! interrupted run goes on where it stopped. [`judge`] compares claims with findings, and [`Report`] writes all of it down.
//! Nothing here reads or writes files, and nothing asks for the time: both are the caller's.
//!
//! ```
//! use model::{Families, Seed};
//! use reproduce::{Amounts, Paper, Setting, claims, judge, stages};
//! let families = Families::default();
//! let amounts = Amounts { games: 3, positions: 2 };
//! let setting = Setting { families: &families, seed: Seed(1), amounts, matches: &[] };
//! let stage = stages(Paper::Cellular).into_iter().next().unwrap();
//! let found = stage.run(&setting, &|_, _| {}).unwrap();
//! assert_eq!(found.measures["cellular.fixed.capture.any.settled"], 1.0);
//! ```

mod agents;
mod cellular;
mod claim;
mod data;
mod findings;
mod freedom;
mod ising;
mod report;
mod rule;
mod structure;
mod verdict;

pub use claim::{Claim, ClaimsError, Paper, Reading, Test, claims, read_claims};
pub use findings::{Drawing, Findings, Table};
pub use report::{Done, Heading, Report};
pub use rule::{Rule, RuleError};
pub use verdict::{Judged, Judgement, Verdict, judge};

use ::model::{Families, Seed, Subject};
use record::Game;
use thiserror::Error;

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amounts {
    /// Games of agents for every size and variant.
    pub games: usize,
    /// Positions of real games, and random boards.
    pub positions: usize,
}

impl Amounts {
    /// As much as the papers, or more.
    pub const FULL: Amounts = Amounts { games: 2000, positions: 5000 };
    /// All five papers within a few minutes.
    pub const QUICK: Amounts = Amounts { games: 500, positions: 400 };
}

/// What a run is given.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The models.
    pub families: &'a Families,
    /// Where all chance comes from.
    pub seed: Seed,
    /// How much is looked at.
    pub amounts: Amounts,
    /// Games between players that have met often, with names and results; beside the games inside the program.
    pub matches: &'a dyn Matches,
}

/// Games between players, which every stage that needs them goes through for itself: very many need not be in memory.
pub trait Matches: Sync {
    /// The games, in the same order every time.
    fn games(&self) -> Box<dyn Iterator<Item = Game> + '_>;
}

impl<const N: usize> Matches for [Game; N] {
    fn games(&self) -> Box<dyn Iterator<Item = Game> + '_> {
        Box::new(self.iter().cloned())
    }
}

impl Setting<'_> {
    /// A family by its name, with its defaults and some settings.
    ///
    /// # Errors
    /// In words, when it is not there or a setting does not fit.
    fn subject(&self, name: &str, settings: &[(&str, String)]) -> Result<Subject, String> {
        let family = self.families.get(name).map_err(|_| format!("the family {name} is not in this program"))?;
        let mut all = ::model::Settings::default();
        for (name, value) in settings {
            all.add(&format!("{name}={value}")).map_err(|error| error.to_string())?;
        }
        all.check([family.card()]).map_err(|error| error.to_string())?;
        Subject::new(family, &all, self.seed).map_err(|error| error.to_string())
    }
}

/// Hears how much of how much is done, from any thread.
pub type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Why a stage could not be done.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StageError {
    /// The games inside the program cannot be replayed: a mistake of ours.
    #[error("the games inside the program: {0}")]
    Data(String),
}

type Work = fn(&Setting<'_>, &Progress<'_>) -> Result<Findings, StageError>;

/// A part of a reproduction.
#[derive(Clone, Copy)]
pub struct Stage {
    /// Its name; what it measures begins with it.
    pub name: &'static str,
    /// The paper it belongs to.
    pub paper: Paper,
    /// What it does, in a few words.
    pub about: &'static str,
    work: Work,
}

impl Stage {
    /// Does the work. The same setting gives the same findings.
    ///
    /// # Errors
    /// When it cannot be done. What only lacks a family or games is not an error: it is reported in the findings.
    pub fn run(&self, setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
        (self.work)(setting, progress)
    }

    /// Whether a number with this name is measured here.
    #[must_use]
    pub fn measures(&self, name: &str) -> bool {
        name.strip_prefix(self.name).is_some_and(|rest| rest.starts_with('.'))
    }
}

/// The stages of a paper, in their order.
#[must_use]
pub fn stages(paper: Paper) -> Vec<Stage> {
    let list: &[(&'static str, &'static str, Work)] = match paper {
        Paper::Ising => ising::STAGES,
        Paper::Structure => structure::STAGES,
        Paper::Agents => agents::STAGES,
        Paper::Cellular => cellular::STAGES,
        Paper::Freedom => freedom::STAGES,
    };
    list.iter().map(|&(name, about, work)| Stage { name, paper, about, work }).collect()
}
