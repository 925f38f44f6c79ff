//! Claims as data: what a paper says, what we measure, and the rule that gives the verdict.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::rule::{Rule, RuleError};
use crate::stages;

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
    /// The numbers that its rules look at.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match &self.test {
            Test::Not(_) => Vec::new(),
            Test::Rules(readings) => {
                readings.iter().flat_map(|reading| reading.rules().flat_map(Rule::names)).collect()
            }
        }
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

/// How the verdict of a claim comes about.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// It cannot be tested, for this reason.
    Not(String),
    /// By rules, once for every reading of the paper.
    Rules(Vec<Reading>),
}

/// One way to read a claim, with its rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// What the reading is called; empty where there is only one.
    pub name: String,
    /// What has to hold for there to be a verdict at all.
    pub enough: Option<Rule>,
    /// When the claim replicates.
    pub replicates: Rule,
    /// Else, when it does so in part. Else it does not.
    pub partly: Option<Rule>,
}

impl Reading {
    /// All its rules.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        [self.enough.as_ref(), Some(&self.replicates), self.partly.as_ref()].into_iter().flatten()
    }
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
    claim: Vec<Entry>,
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
    enough: Option<String>,
    replicates: Option<String>,
    partly: Option<String>,
    untestable: Option<String>,
}

/// The list inside the program.
const OURS: &str = include_str!("claims.toml");

/// All claims of the five papers.
///
/// # Panics
/// Never: a test reads the list.
#[must_use]
pub fn claims() -> Vec<Claim> {
    read_claims(OURS).unwrap_or_else(|error| panic!("the claims inside the program: {error}"))
}

/// Reads a list of claims in TOML: tables `[[claim]]` with `id`, `paper`, `place`, `says`, `figure`, `measured`, and either
/// `untestable` (a reason) or `replicates`, with `enough`, `partly` and `readings`. In rules `{reading}` stands for each reading.
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
/// assert_eq!(reproduce::read_claims(text).unwrap()[0].id, "agents.mine");
/// ```
pub fn read_claims(text: &str) -> Result<Vec<Claim>, ClaimsError> {
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
        claims.push(claim(entry)?);
    }
    Ok(claims)
}

fn claim(entry: Entry) -> Result<Claim, ClaimsError> {
    let Entry { id, paper, place, says, figure, measured, readings, enough, replicates, partly, untestable } = entry;
    let wrong = |what: &str| Err(ClaimsError::Claim { id: id.clone(), what: what.to_string() });
    if !id.starts_with(&format!("{paper}.")) {
        return wrong("its name begins with that of its paper and a dot");
    }
    let test = match (untestable, replicates) {
        (Some(_), Some(_)) => return wrong("it has a rule, and a reason why it has none"),
        (None, None) => return wrong("it needs `replicates` or `untestable`"),
        (Some(reason), None) => Test::Not(reason),
        (None, Some(replicates)) => {
            let names = if readings.is_empty() { vec![String::new()] } else { readings };
            let read = |name: &String| -> Result<Reading, ClaimsError> {
                let rule = |text: &str| {
                    let text = text.replace("{reading}", name);
                    Rule::parse(&text).map_err(|error| ClaimsError::Rule { id: id.clone(), rule: text, error })
                };
                Ok(Reading {
                    name: name.clone(),
                    enough: enough.as_deref().map(rule).transpose()?,
                    replicates: rule(&replicates)?,
                    partly: partly.as_deref().map(rule).transpose()?,
                })
            };
            Test::Rules(names.iter().map(read).collect::<Result<_, _>>()?)
        }
    };
    Ok(Claim { id, paper, place, says, figure, measured, test })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_claim_is_deeper_than_the_stack() {
        let deep = [format!("a = {}", "[".repeat(100_000)), format!("{}a = 1", "a.".repeat(100_000))];
        assert!(deep.iter().all(|text| read_claims(text).is_err()));
    }

    fn wrong(fields: &str) -> String {
        let text = format!(
            "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\n{fields}"
        );
        read_claims(&text).unwrap_err().to_string()
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
        assert!(read_claims(&twice.repeat(2)).unwrap_err().to_string().contains("another claim"));
    }

    #[test]
    fn every_rule_looks_at_something_that_is_measured() {
        for claim in claims() {
            claim.check_names().unwrap();
        }
        let mine = "[[claim]]\nid = \"agents.x\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\n\
                    replicates = \"cellular.fixed.x > 1\"\n";
        let error = read_claims(mine).unwrap()[0].check_names().unwrap_err().to_string();
        assert!(error.starts_with("claim agents.x: nothing measures cellular.fixed.x"), "{error}");
    }
}
