//! Two reports side by side.

use std::collections::HashMap;

use serde::Serialize;

use crate::report::{Report, Test};

/// What changed from one report to another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Who answered before.
    pub before: String,
    /// Tests that pass now and did not.
    pub gained: Vec<Change>,
    /// Tests that passed and do not now.
    pub lost: Vec<Change>,
    /// How many tests were not there before.
    pub new_tests: usize,
    /// How many tests are no longer there.
    pub gone_tests: usize,
}

/// A test that went another way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Change {
    /// The suite.
    pub file: String,
    /// The line of its command now.
    pub line: usize,
    /// The number of its command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The command.
    pub asked: String,
    /// The expected answer.
    pub expected: String,
    /// What was answered before.
    pub before: String,
    /// What is answered now.
    pub now: String,
}

/// A test is the same if it has the same number and asks the same in a suite of the same name, wherever that lies and on
/// whichever line it stands; the last part counts those that are alike in all of this.
type Key<'r> = (&'r str, Option<u64>, &'r str, usize);

impl Comparison {
    /// Compares a report with an earlier one.
    #[must_use]
    pub fn new(before: &Report, now: &Report) -> Comparison {
        let mut old: HashMap<Key<'_>, &Test> = keyed(before).into_iter().map(|(key, _, test)| (key, test)).collect();
        let (mut gained, mut lost, mut new_tests) = (Vec::new(), Vec::new(), 0);
        for (key, file, test) in keyed(now) {
            let Some(was) = old.remove(&key) else {
                new_tests += 1;
                continue;
            };
            let change = || Change {
                file: file.to_string(),
                line: test.line,
                number: test.number,
                asked: test.asked.clone(),
                expected: test.expected.clone(),
                before: was.said().to_string(),
                now: test.said().to_string(),
            };
            match (was.passed, test.passed) {
                (false, true) => gained.push(change()),
                (true, false) => lost.push(change()),
                _ => {}
            }
        }
        Comparison { before: before.examinee.clone(), gained, lost, new_tests, gone_tests: old.len() }
    }
}

fn keyed(report: &Report) -> Vec<(Key<'_>, &str, &Test)> {
    let mut seen: HashMap<(&str, Option<u64>, &str), usize> = HashMap::new();
    let mut keyed = Vec::new();
    for file in &report.files {
        let stem = file.file.rsplit(['/', '\\']).next().unwrap_or(&file.file);
        for test in &file.tests {
            let alike = seen.entry((stem, test.number, &test.asked)).or_default();
            keyed.push(((stem, test.number, test.asked.as_str(), *alike), file.file.as_str(), test));
            *alike += 1;
        }
    }
    keyed
}
