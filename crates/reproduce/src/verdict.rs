//! Verdicts: computed from rules and measured numbers, never written by hand.

use std::collections::BTreeMap;
use std::fmt;

use crate::claim::{Claim, Reading, Test};
use crate::findings::Findings;
use crate::rule::Rule;

/// What comes of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It holds with us.
    Replicates,
    /// It holds in part, or under some readings only.
    Partly,
    /// It does not hold with us.
    DoesNot,
    /// There is no test of it, or something needed for the test is not there.
    CannotBeTested,
}

impl Verdict {
    /// All four.
    pub const ALL: [Verdict; 4] = [Verdict::Replicates, Verdict::Partly, Verdict::DoesNot, Verdict::CannotBeTested];

    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Replicates => "replicates",
            Verdict::Partly => "partly",
            Verdict::DoesNot => "does not replicate",
            Verdict::CannotBeTested => "cannot be tested",
        }
    }

    /// What several readings come to: those that cannot be tested do not count beside others; if all others agree it is
    /// theirs; otherwise the claim holds in part.
    fn together(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let mut tested = verdicts.into_iter().filter(|verdict| *verdict != Verdict::CannotBeTested);
        let Some(first) = tested.next() else { return Verdict::CannotBeTested };
        if tested.all(|verdict| verdict == first) { first } else { Verdict::Partly }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A claim with its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The claim.
    pub claim: Claim,
    /// What comes of it.
    pub verdict: Verdict,
    /// One for every reading; one without a name for a claim that has none.
    pub readings: Vec<Judged>,
}

/// A reading with its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// What the reading is called; empty where there is only one.
    pub name: String,
    /// What comes of it.
    pub verdict: Verdict,
    /// Why: the rule that decided, or what is missing.
    pub reason: String,
    /// The numbers that the rules look at.
    pub evidence: Vec<(String, f64)>,
}

/// Judges a claim by what stages have found.
///
/// ```
/// use reproduce::{Findings, Verdict, judge, read_claims};
/// let claims = read_claims(r#"
/// [[claim]]
/// id = "agents.short"
/// paper = "agents"
/// place = "nowhere"
/// says = "Games are short."
/// measured = "ticks"
/// replicates = "agents.ticks < 100"
/// partly = "agents.ticks < 200"
/// "#).unwrap();
/// let mut findings = Findings::default();
/// assert_eq!(judge(&claims[0], [&findings]).verdict, Verdict::CannotBeTested);
/// findings.measures.insert("agents.ticks".to_string(), 150.0);
/// assert_eq!(judge(&claims[0], [&findings]).verdict, Verdict::Partly);
/// ```
#[must_use]
pub fn judge<'a>(claim: &Claim, found: impl IntoIterator<Item = &'a Findings>) -> Judgement {
    let found: Vec<&Findings> = found.into_iter().collect();
    let readings: Vec<Judged> = match &claim.test {
        Test::Not(reason) => vec![Judged {
            name: String::new(),
            verdict: Verdict::CannotBeTested,
            reason: reason.clone(),
            evidence: Vec::new(),
        }],
        Test::Rules(readings) => readings.iter().map(|reading| judge_reading(reading, &found)).collect(),
    };
    let verdict = Verdict::together(readings.iter().map(|reading| reading.verdict));
    Judgement { claim: claim.clone(), verdict, readings }
}

fn judge_reading(reading: &Reading, found: &[&Findings]) -> Judged {
    let mut evidence: BTreeMap<String, f64> = BTreeMap::new();
    let mut lacking = None;
    for name in reading.rules().flat_map(Rule::names) {
        match found.iter().find_map(|findings| findings.measures.get(name)) {
            Some(value) => drop(evidence.insert(name.to_string(), *value)),
            None => {
                let why = found.iter().find_map(|findings| findings.why_missing(name));
                let why = why.map_or_else(|| format!("nothing measures {name}"), str::to_string);
                lacking.get_or_insert(why);
            }
        }
    }
    let holds = |rule: &Rule| rule.holds(&evidence);
    let (verdict, reason) = match (lacking, &reading.enough, &reading.partly) {
        (Some(why), ..) => (Verdict::CannotBeTested, why),
        (None, Some(rule), _) if !holds(rule) => {
            (Verdict::CannotBeTested, format!("there is not enough to look at: {rule} does not hold"))
        }
        _ if holds(&reading.replicates) => (Verdict::Replicates, format!("{} holds", reading.replicates)),
        (_, _, Some(rule)) if holds(rule) => (Verdict::Partly, format!("not {}, but {rule}", reading.replicates)),
        (_, _, Some(rule)) => (Verdict::DoesNot, format!("neither {} nor {rule}", reading.replicates)),
        _ => (Verdict::DoesNot, format!("{} does not hold", reading.replicates)),
    };
    Judged { name: reading.name.clone(), verdict, reason, evidence: evidence.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_come_together() {
        use Verdict::{CannotBeTested, DoesNot, Partly, Replicates};
        for (verdicts, expected) in [
            (vec![], CannotBeTested),
            (vec![Replicates], Replicates),
            (vec![Replicates, CannotBeTested], Replicates),
            (vec![Replicates, DoesNot], Partly),
            (vec![DoesNot, DoesNot], DoesNot),
            (vec![CannotBeTested, CannotBeTested], CannotBeTested),
            (vec![Partly, Replicates], Partly),
        ] {
            assert_eq!(Verdict::together(verdicts.clone()), expected, "{verdicts:?}");
        }
    }
}
