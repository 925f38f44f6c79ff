//! What commands say that run models, learn or keep games. Those who found it fill these shapes, for this crate knows none of them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// A table of observations that was added to a corpus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CorpusAdded {
    /// Its name.
    pub table: String,
    /// The model.
    pub model: String,
    /// The seed.
    pub seed: u64,
    /// How many parts were computed.
    pub parts: usize,
    /// How many were there already.
    pub kept: usize,
    /// How many rows it has.
    pub rows: usize,
}

/// Games that were imported into a corpus.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CorpusImported {
    /// How many games are new.
    pub games: u64,
    /// How many moves they have.
    pub moves: u64,
    /// How many games were there already.
    pub duplicates: u64,
    /// How many faults were found.
    pub faults: u64,
    /// From how many sources.
    pub sources: u64,
    /// How many sources had not changed.
    pub unchanged: u64,
    /// How many bytes were read.
    pub bytes: u64,
    /// What could not be read.
    pub missing: Vec<MissingFile>,
    /// Whether it was stopped.
    pub stopped: bool,
    /// How many games the corpus has now.
    pub games_in_corpus: u64,
}

/// A file that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MissingFile {
    /// Its name.
    pub file: String,
    /// Why.
    pub reason: String,
}

/// The functions that queries may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Functions {
    /// The functions.
    pub functions: Vec<Function>,
}

/// A function of a query.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How it is called.
    pub call: String,
    /// What it gives.
    pub gives: String,
    /// What it is for.
    pub about: String,
    /// The model that it asks.
    pub model: Option<String>,
}

/// A claim of a paper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// The paper.
    pub paper: String,
    /// Where in the paper.
    pub place: String,
    /// What it says.
    pub says: String,
    /// What the paper measured.
    pub figure: Option<String>,
    /// What is measured here.
    pub measured: String,
    /// formal, measured or not testable.
    pub kind: String,
    /// When it holds, in every reading.
    pub rules: Vec<ClaimRule>,
    /// Why a formal claim is so.
    pub proof: Option<String>,
    /// The tests that hold a formal claim.
    pub held_by: Vec<String>,
    /// Why it cannot be tested.
    pub untestable: Option<String>,
}

/// When a claim holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClaimRule {
    /// How the claim is read.
    pub reading: String,
    /// Whether it is what is printed; others stand beside it.
    pub printed: bool,
    /// When there is enough to test it.
    pub enough: Option<String>,
    /// When the opposite was found.
    pub reversed: Option<String>,
    /// When it replicates.
    pub replicates: String,
    /// When it does in part.
    pub partly: Option<String>,
    /// When it could be either.
    pub undecided: Option<String>,
}

/// A reproduction of the papers.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Reproduction {
    /// The command.
    pub command: String,
    /// When it was begun.
    pub begun: String,
    /// When the rules were fixed.
    pub fixed: String,
    /// What tells these rules from others.
    pub rules: String,
    /// The seed of all chance.
    pub seed: u64,
    /// How many games were used.
    pub games: usize,
    /// How many positions were used.
    pub positions: usize,
    /// The claims, judged.
    pub claims: Vec<JudgedClaim>,
    /// What was measured.
    pub stages: Vec<ReproductionStage>,
}

/// A claim, judged.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JudgedClaim {
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
    /// The verdict.
    pub verdict: String,
    /// The verdict in every reading.
    pub readings: Vec<JudgedReading>,
}

/// A reading of a claim, judged.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct JudgedReading {
    /// How the claim is read.
    pub reading: String,
    /// Whether it is what is printed, and counts.
    pub printed: bool,
    /// The verdict.
    pub verdict: String,
    /// Why.
    pub reason: String,
    /// The numbers that it stands on.
    pub evidence: BTreeMap<String, f64>,
}

/// A stage of a reproduction.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ReproductionStage {
    /// Its name.
    pub name: String,
    /// What it does.
    pub about: String,
    /// How long it took.
    pub seconds: f64,
    /// What it measured.
    pub measures: BTreeMap<String, f64>,
    /// What it could not measure, and why.
    pub missing: BTreeMap<String, String>,
}

/// What happened in an epoch of training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Epoch {
    /// The layer.
    pub layer: usize,
    /// The epoch.
    pub epoch: usize,
    /// How badly boards are restored.
    pub error: f64,
    /// The same on boards that were not learned from.
    pub validation_error: f64,
    /// The free energy of boards.
    pub free_energy: f64,
    /// The same of boards that were not learned from.
    pub validation_free_energy: f64,
}
