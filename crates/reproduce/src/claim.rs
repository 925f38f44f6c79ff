//! Claims as data: what a paper says, what we measure, and the rule that gives the verdict.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rule::{Rule, RuleError};
use crate::{Amounts, stages};

/// The papers behind the models.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// Rojas-Domínguez, Barradas-Bautista and Alvarado 2019: energies.
    Ising,
    /// Scrimger 2007: the Evolving Transformation System.
    Structure,
    /// López Roa 2016: stones as agents.
    Agents,
    /// Gómez Soto and Delgado Ávila 2023: automata.
    Cellular,
    /// Gower 2018: influence from paths.
    Freedom,
}

impl Paper {
    /// All five, in the order in which they are reported.
    pub const ALL: [Paper; 5] = [Paper::Ising, Paper::Structure, Paper::Agents, Paper::Cellular, Paper::Freedom];

    /// The short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paper::Ising => "ising",
            Paper::Structure => "structure",
            Paper::Agents => "agents",
            Paper::Cellular => "cellular",
            Paper::Freedom => "freedom",
        }
    }

    /// Authors, title and year.
    #[must_use]
    pub fn reference(self) -> &'static str {
        match self {
            Paper::Ising => {
                "A. Rojas-Domínguez, D. Barradas-Bautista, M. Alvarado: Modeling the Game of Go by Ising Hamiltonian, Deep \
                 Belief Networks and Common Fate Graphs. IEEE Access 7, 2019"
            }
            Paper::Structure => {
                "J. I. Scrimger: Structural Representation of the Game of Go. Thesis, University of New Brunswick, 2007"
            }
            Paper::Agents => "C. López Roa: The Game of Go. Modeling Complex Systems. 2016",
            Paper::Cellular => "J. M. Gómez Soto, D. Delgado Ávila: The Game of Go: A Cellular Automata Approach. 2023",
            Paper::Freedom => "A. L. Gower: The Freedom to Play GO. University of Manchester, 2018",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something a paper says that can be right or wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// A stable name that begins with the paper's: `agents.fair`.
    pub id: String,
    /// Who says it.
    pub paper: Paper,
    /// Where it stands.
    pub place: String,
    /// What is said, in our words.
    pub says: String,
    /// The paper's figure, if it gives one.
    pub figure: Option<String>,
    /// What is measured; for a claim that cannot be tested, what would have to be.
    pub measured: String,
    /// How the verdict comes about.
    pub test: Test,
}

impl Claim {
    /// How the claim is read, where it can be tested.
    #[must_use]
    pub fn readings(&self) -> &[Reading] {
        match &self.test {
            Test::Not(_) => &[],
            Test::Proof { readings, .. } | Test::Rules(readings) => readings,
        }
    }

    /// What kind of claim it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match &self.test {
            Test::Not(_) => Kind::NotTestable,
            Test::Proof { .. } => Kind::Formal,
            Test::Rules(_) => Kind::Measured,
        }
    }

    /// The numbers that its rules look at.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.readings().iter().flat_map(|reading| reading.rules().flat_map(Rule::names)).collect()
    }

    /// A rule over a number that no stage of its paper measures could never be decided.
    ///
    /// # Errors
    /// When there is such a rule.
    pub fn check_names(&self) -> Result<(), ClaimsError> {
        let stages = stages(self.paper);
        let measured = |name: &&str| stages.iter().any(|stage| stage.measures(name));
        let Some(name) = self.names().into_iter().find(|name| !measured(name)) else { return Ok(()) };
        let known: Vec<&str> = stages.iter().map(|stage| stage.name).collect();
        let what = format!("nothing measures {name}; its name begins with one of {}", known.join(", "));
        Err(ClaimsError::Claim { id: self.id.clone(), what })
    }
}

/// What decides about a claim. Only those that can fail on data count as replicated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A theorem, or true or false by the way the model is made. A run only looks whether what is built keeps to it.
    Formal,
    /// It can fail on data.
    Measured,
    /// It cannot be tested here.
    NotTestable,
}

impl Kind {
    /// The kind in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Formal => "formal",
            Kind::Measured => "measured",
            Kind::NotTestable => "not testable",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How the verdict of a claim comes about.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// It cannot be tested, for this reason.
    Not(String),
    /// It follows, or does not, from how things are made; the run looks whether it does so on its data.
    Proof {
        /// Why it is so.
        why: String,
        /// The tests of ours that hold it, each as `FILE: NAME`.
        held_by: Vec<String>,
        /// What the run looks at.
        readings: Vec<Reading>,
    },
    /// By rules, once for every reading of the paper.
    Rules(Vec<Reading>),
}

/// One way to read a claim, with its rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// What the reading is called; empty where there is only one.
    pub name: String,
    /// Whether it is what is printed. Others (corrected ones, and ours) are judged beside it and do not count.
    pub printed: bool,
    /// What has to hold for there to be a verdict at all.
    pub enough: Option<Rule>,
    /// When the opposite is found: then nothing below is asked.
    pub reversed: Option<Rule>,
    /// When the claim replicates.
    pub replicates: Rule,
    /// Else, when it does so in part.
    pub partly: Option<Rule>,
    /// Else, when what was seen could be either. Else it does not.
    pub undecided: Option<Rule>,
}

impl Reading {
    /// All its rules.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let Reading { enough, reversed, replicates, partly, undecided, .. } = self;
        [enough.as_ref(), reversed.as_ref(), Some(replicates), partly.as_ref(), undecided.as_ref()]
            .into_iter()
            .flatten()
    }
}

/// The claims with what was fixed before anybody looked: when, how much is looked at, and what counts as an effect.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// When the rules were last changed, as `2026-11-17 06:30 UTC`; empty where nobody said.
    pub fixed: String,
    /// How much a full run looks at.
    pub full: Amounts,
    /// How much a quick run looks at.
    pub quick: Amounts,
    /// What is called an effect, equal, or far apart, by name; rules name them in braces.
    pub thresholds: BTreeMap<String, f64>,
    /// The claims.
    pub claims: Vec<Claim>,
    /// Tells these rules from others: a number made of all of the text but its date.
    pub fingerprint: String,
}

/// What is wrong with a list of claims.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ClaimsError {
    /// It is not TOML, or not of this shape; line and column are given.
    #[error("{line}:{column}: {what}")]
    Form {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        what: String,
    },
    /// A rule is none.
    #[error("claim {id}: the rule `{rule}`: {error}")]
    Rule {
        /// The claim.
        id: String,
        /// The rule.
        rule: String,
        /// What is wrong with it.
        error: RuleError,
    },
    /// Something else about a claim.
    #[error("claim {id}: {what}")]
    Claim {
        /// The claim.
        id: String,
        /// What is wrong with it.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    fixed: String,
    #[serde(default)]
    amounts: AmountsEntry,
    #[serde(default)]
    thresholds: BTreeMap<String, f64>,
    claim: Vec<Entry>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AmountsEntry {
    full: Option<Amounts>,
    quick: Option<Amounts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    paper: Paper,
    place: String,
    says: String,
    figure: Option<String>,
    measured: String,
    #[serde(default)]
    readings: Vec<String>,
    #[serde(default)]
    beside: Vec<String>,
    enough: Option<String>,
    reversed: Option<String>,
    replicates: Option<String>,
    partly: Option<String>,
    undecided: Option<String>,
    untestable: Option<String>,
    proof: Option<String>,
    #[serde(default)]
    held_by: Vec<String>,
}

/// The list inside the program.
const OURS: &str = include_str!("claims.toml");

/// The claims of the five papers and what was fixed before they were judged.
///
/// # Panics
/// Never: a test reads the list.
#[must_use]
pub fn rules() -> Rules {
    read_rules(OURS).unwrap_or_else(|error| panic!("the claims inside the program: {error}"))
}

/// All claims of the five papers.
///
/// # Panics
/// Never: a test reads the list.
#[must_use]
pub fn claims() -> Vec<Claim> {
    rules().claims
}

/// Reads a list of claims in TOML: tables `[[claim]]` with `id`, `paper`, `place`, `says`, `figure`, `measured`, and either
/// `untestable` (a reason) or `replicates`, with `enough`, `reversed`, `partly`, `undecided`, `readings` and `beside`. A claim with a
/// `proof` is formal; `held_by` names the tests. In rules `{reading}` stands for each reading and `{name}` for a number of the table
/// `[thresholds]`.
///
/// # Errors
/// When it is not of that shape.
///
/// ```
/// let text = r#"
/// [[claim]]
/// id = "agents.mine"
/// paper = "agents"
/// place = "a thought of mine"
/// says = "Games on 9×9 are short."
/// measured = "ticks"
/// readings = ["netlogo", "rules"]
/// replicates = "agents.{reading}.9.ticks < 100"
/// "#;
/// assert_eq!(reproduce::read_rules(text).unwrap().claims[0].id, "agents.mine");
/// ```
pub fn read_rules(text: &str) -> Result<Rules, ClaimsError> {
    let file: File = toml::from_str(text).map_err(|error| {
        let (line, column) = model::words::line_and_column(text, error.span().map_or(0, |span| span.start));
        ClaimsError::Form { line, column, what: error.message().replace('\n', " ") }
    })?;
    let mut claims: Vec<Claim> = Vec::new();
    for entry in file.claim {
        let id = entry.id.clone();
        if claims.iter().any(|claim| claim.id == id) {
            return Err(ClaimsError::Claim { id, what: "there is another claim with this name".to_string() });
        }
        claims.push(claim(entry, &file.thresholds)?);
    }
    Ok(Rules {
        fixed: file.fixed,
        full: file.amounts.full.unwrap_or(Amounts { games: 2000, positions: 5000 }),
        quick: file.amounts.quick.unwrap_or(Amounts { games: 500, positions: 400 }),
        thresholds: file.thresholds,
        claims,
        fingerprint: fingerprint(text),
    })
}

/// FNV-1a over what the rules say: not over comments, and not over the date, which says when and not what.
fn fingerprint(text: &str) -> String {
    let said = text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.starts_with("fixed"));
    let bytes = said.flat_map(|line| line.bytes().chain([b'\n']));
    let hash = bytes
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

fn claim(entry: Entry, thresholds: &BTreeMap<String, f64>) -> Result<Claim, ClaimsError> {
    let Entry { id, paper, place, says, figure, measured, readings, beside, untestable, proof, held_by, .. } = &entry;
    let wrong = |what: &str| Err(ClaimsError::Claim { id: id.clone(), what: what.to_string() });
    if !id.starts_with(&format!("{paper}.")) {
        return wrong("its name begins with that of its paper and a dot");
    }
    if proof.is_none() && !held_by.is_empty() {
        return wrong("it names tests that hold it, and no proof");
    }
    let test = match (untestable, &entry.replicates) {
        (Some(_), Some(_)) => return wrong("it has a rule, and a reason why it has none"),
        (None, None) => return wrong("it needs `replicates` or `untestable`"),
        (Some(_), None) if proof.is_some() => return wrong("it has a proof, and a reason why it cannot be tested"),
        (Some(reason), None) => Test::Not(reason.clone()),
        (None, Some(replicates)) => {
            let read = |name: &str, printed: bool| -> Result<Reading, ClaimsError> {
                let rule = |text: &String| {
                    let mut text = text.replace("{reading}", name);
                    for (name, value) in thresholds {
                        text = text.replace(&format!("{{{name}}}"), &value.to_string());
                    }
                    Rule::parse(&text).map_err(|error| ClaimsError::Rule { id: id.clone(), rule: text, error })
                };
                let optional = |text: &Option<String>| text.as_ref().map(rule).transpose();
                Ok(Reading {
                    name: name.to_string(),
                    printed,
                    enough: optional(&entry.enough)?,
                    reversed: optional(&entry.reversed)?,
                    replicates: rule(replicates)?,
                    partly: optional(&entry.partly)?,
                    undecided: optional(&entry.undecided)?,
                })
            };
            let mut all = Vec::new();
            if readings.is_empty() {
                all.push(read("", true)?);
            }
            for (names, printed) in [(readings, true), (beside, false)] {
                for name in names {
                    all.push(read(name, printed)?);
                }
            }
            match proof {
                Some(why) => Test::Proof { why: why.clone(), held_by: held_by.clone(), readings: all },
                None => Test::Rules(all),
            }
        }
    };
    let (says, figure, measured) = (says.clone(), figure.clone(), measured.clone());
    Ok(Claim { id: id.clone(), paper: *paper, place: place.clone(), says, figure, measured, test })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_claim_is_deeper_than_the_stack() {
        let deep = [format!("a = {}", "[".repeat(100_000)), format!("{}a = 1", "a.".repeat(100_000))];
        assert!(deep.iter().all(|text| read_rules(text).is_err()));
    }

    fn wrong(fields: &str) -> String {
        let text = format!(
            "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\n{fields}"
        );
        read_rules(&text).unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_list_is_told_with_its_place() {
        assert_eq!(wrong(""), "claim agents.x: it needs `replicates` or `untestable`");
        assert_eq!(
            wrong("replicates = \"a >\""),
            "claim agents.x: the rule `a >`: character 4: a number, a name or ( is missing"
        );
        assert!(wrong("colour = 1").starts_with("7:1: unknown field `colour`"), "{}", wrong("colour = 1"));
        assert!(wrong("untestable = \"a\"\nreplicates = \"a > 1\"").ends_with("why it has none"));
        let twice = "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\nuntestable = \"a\"\n";
        assert!(read_rules(&twice.repeat(2)).unwrap_err().to_string().contains("another claim"));
    }

    #[test]
    fn every_rule_looks_at_something_that_is_measured() {
        for claim in claims() {
            claim.check_names().unwrap();
        }
        let mine = "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\n\
                    replicates = \"cellular.fixed.x > 1\"\n";
        let error = read_rules(mine).unwrap().claims[0].check_names().unwrap_err().to_string();
        assert!(error.starts_with("claim agents.x: nothing measures cellular.fixed.x"), "{error}");
    }
}
