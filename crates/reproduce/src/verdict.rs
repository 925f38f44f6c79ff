//! Verdicts: computed from rules and measured numbers, never written by hand.

use std::collections::BTreeMap;
use std::fmt;

use crate::claim::{Claim, Kind, Reading, Test};
use crate::findings::Findings;
use crate::rule::Rule;

/// What comes of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It follows from how things are made, and the run saw nothing else. It could not have failed on data.
    Proved,
    /// It could have failed on data, and did not.
    Replicates,
    /// It holds in part, or as printed in one place of the paper and not in another.
    Partly,
    /// It does not hold with us.
    DoesNot,
    /// What was seen could be either.
    Undecided,
    /// There is no test of it, or something needed for the test is not there.
    CannotBeTested,
}

impl Verdict {
    /// All six.
    pub const ALL: [Verdict; 6] = [
        Verdict::Proved,
        Verdict::Replicates,
        Verdict::Partly,
        Verdict::DoesNot,
        Verdict::Undecided,
        Verdict::CannotBeTested,
    ];

    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Replicates => "replicates",
            Verdict::Partly => "partly",
            Verdict::DoesNot => "does not replicate",
            Verdict::Undecided => "undecided",
            Verdict::CannotBeTested => "cannot be tested",
        }
    }

    /// What several printed readings come to: those that cannot be tested do not count beside others; if all others agree it
    /// is theirs; if one is open, so is the claim; otherwise it holds in part.
    fn together(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let tested: Vec<Verdict> = verdicts.into_iter().filter(|verdict| *verdict != Verdict::CannotBeTested).collect();
        let Some(first) = tested.first() else { return Verdict::CannotBeTested };
        if tested.iter().all(|verdict| verdict == first) {
            *first
        } else if tested.contains(&Verdict::Undecided) {
            Verdict::Undecided
        } else {
            Verdict::Partly
        }
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
    /// Whether it is what is printed, and counts.
    pub printed: bool,
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
/// use reproduce::{Findings, Verdict, judge, read_rules};
/// let claims = read_rules(r#"
/// [[claim]]
/// id = "agents.short"
/// paper = "agents"
/// place = "nowhere"
/// says = "Games are short."
/// measured = "ticks"
/// replicates = "agents.ticks < 100"
/// partly = "agents.ticks < 200"
/// "#).unwrap().claims;
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
            printed: true,
            verdict: Verdict::CannotBeTested,
            reason: reason.clone(),
            evidence: Vec::new(),
        }],
        Test::Proof { readings, .. } | Test::Rules(readings) => {
            let formal = claim.kind() == Kind::Formal;
            readings.iter().map(|reading| judge_reading(reading, formal, &found)).collect()
        }
    };
    let printed = readings.iter().filter(|reading| reading.printed);
    let verdict = Verdict::together(printed.map(|reading| reading.verdict));
    Judgement { claim: claim.clone(), verdict, readings }
}

fn judge_reading(reading: &Reading, formal: bool, found: &[&Findings]) -> Judged {
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
    let Reading { replicates, partly, .. } = reading;
    let not = || match partly {
        Some(partly) => format!("neither {replicates} nor {partly}"),
        None => format!("{replicates} does not hold"),
    };
    let (verdict, reason) = if let Some(why) = lacking {
        (Verdict::CannotBeTested, why)
    } else if let Some(rule) = reading.enough.as_ref().filter(|rule| !rule.holds(&evidence)) {
        (Verdict::Undecided, format!("there is not enough to look at: {rule} does not hold"))
    } else if let Some(rule) = reading.reversed.as_ref().filter(|rule| rule.holds(&evidence)) {
        (Verdict::DoesNot, format!("the opposite: {rule}"))
    } else if replicates.holds(&evidence) {
        let verdict = if formal { Verdict::Proved } else { Verdict::Replicates };
        (verdict, format!("{replicates} holds"))
    } else if let Some(rule) = partly.as_ref().filter(|rule| rule.holds(&evidence)) {
        (Verdict::Partly, format!("not {replicates}, but {rule}"))
    } else if let Some(rule) = reading.undecided.as_ref().filter(|rule| rule.holds(&evidence)) {
        (Verdict::Undecided, format!("{}, but {rule}", not()))
    } else {
        (Verdict::DoesNot, not())
    };
    let Reading { name, printed, .. } = reading;
    Judged { name: name.clone(), printed: *printed, verdict, reason, evidence: evidence.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_come_together() {
        use Verdict::{CannotBeTested, DoesNot, Partly, Replicates, Undecided};
        for (verdicts, expected) in [
            (vec![], CannotBeTested),
            (vec![Replicates], Replicates),
            (vec![Replicates, CannotBeTested], Replicates),
            (vec![Replicates, DoesNot], Partly),
            (vec![DoesNot, DoesNot], DoesNot),
            (vec![CannotBeTested, CannotBeTested], CannotBeTested),
            (vec![Partly, Replicates], Partly),
            (vec![Undecided, Undecided], Undecided),
            (vec![Undecided, Replicates], Undecided),
        ] {
            assert_eq!(Verdict::together(verdicts.clone()), expected, "{verdicts:?}");
        }
    }

    fn judged(fields: &str, x: f64) -> Verdict {
        let text = format!(
            "[thresholds]\nmargin = 0.05\n[[claim]]\nid = \"agents.a\"\npaper = \"agents\"\nplace = \"\"\nsays = \"\"\nmeasured = \"\"\n{fields}"
        );
        let claims = crate::read_rules(&text).unwrap().claims;
        let mut findings = Findings::default();
        findings.measures.insert("agents.x".to_string(), x);
        judge(&claims[0], [&findings]).verdict
    }

    #[test]
    fn a_reversal_is_never_part_of_a_claim() {
        let rules = "reversed = \"agents.x < -{margin}\"\nreplicates = \"agents.x > {margin}\"\npartly = \"agents.x > 0\"\n\
                     undecided = \"agents.x < 0\"\n";
        for (x, expected) in [
            (0.1, Verdict::Replicates),
            (0.01, Verdict::Partly),
            (-0.01, Verdict::Undecided),
            (0.0, Verdict::DoesNot),
            (-0.1, Verdict::DoesNot),
        ] {
            assert_eq!(judged(rules, x), expected, "{x}");
        }
    }

    #[test]
    fn what_is_proved_is_not_replicated_and_can_fail() {
        let rules = "proof = \"by construction\"\nheld_by = [\"a.rs: b\"]\nreplicates = \"agents.x == 1\"\n";
        assert_eq!(judged(rules, 1.0), Verdict::Proved);
        assert_eq!(judged(rules, 0.5), Verdict::DoesNot);
    }

    #[test]
    fn readings_beside_the_printed_one_do_not_count() {
        let rules = "readings = [\"agents.x\"]\nbeside = [\"0.5\"]\nreplicates = \"{reading} < 1\"\n";
        assert_eq!(judged(rules, 2.0), Verdict::DoesNot);
        assert_eq!(judged(rules, 0.0), Verdict::Replicates);
    }
}
