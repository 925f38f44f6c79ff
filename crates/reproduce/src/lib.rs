//! The five papers, claim by claim: what each says, what we measure, and what comes of it.
//!
//! A [`Claim`] is data with a rule for its verdict. A [`Stage`] is a part of the work; what it finds can be stored, so that an
//! interrupted run goes on where it stopped. [`judge`] compares claims with findings, and [`Report`] writes all of it down.
//! Nothing here reads or writes files, and nothing asks for the time: both are the caller's.
//!
//! ```
//! use model::{Families, Seed};
//! use reproduce::{Amounts, Paper, Setting, rules, stages};
//! let families = Families::default();
//! let amounts = Amounts { games: 3, positions: 2 };
//! let rules = rules();
//! let setting = Setting { families: &families, seed: Seed(1), amounts, thresholds: &rules.thresholds, matches: &[] };
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

pub use claim::{Claim, ClaimsError, Kind, Paper, Reading, Rules, Test, claims, read_rules, rules};
pub use findings::{Drawing, Findings, Table};
pub use report::{Done, Heading, Report};
pub use rule::{Rule, RuleError};
pub use verdict::{Judged, Judgement, Verdict, judge};

use std::collections::BTreeMap;

use ::model::{Families, Seed, Subject};
use record::Game;
use serde::Deserialize;
use thiserror::Error;

/// How much is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Amounts {
    /// Games of agents for every size and variant.
    pub games: usize,
    /// Positions of real games, and random boards.
    pub positions: usize,
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
    /// What counts as an effect, by name ([`Rules::thresholds`]).
    pub thresholds: &'a BTreeMap<String, f64>,
    /// Games between players that have met often, with names and results; beside the games inside the program.
    pub matches: &'a [Game],
}

impl Setting<'_> {
    /// A threshold by its name; one that the list of claims does not give is what our own list has.
    fn threshold(&self, name: &str) -> f64 {
        let ours = || rules().thresholds.get(name).copied();
        self.thresholds.get(name).copied().or_else(ours).unwrap_or(f64::NAN)
    }

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
    /// A network cannot learn from the boards inside the program.
    #[error("the network: {0}")]
    Network(String),
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
