//! What came of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statistics::Summary;

/// What came of putting suites to somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Who answered.
    pub examinee: String,
    /// All tests together.
    pub total: Tally,
    /// The same by command, in the order of their names.
    pub commands: Vec<CommandReport>,
    /// The suites, in the order in which they were given.
    pub files: Vec<FileReport>,
}

/// How tests of a command went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CommandReport {
    /// The command.
    pub command: String,
    /// How they went.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How a suite went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FileReport {
    /// The suite.
    pub file: String,
    /// How its tests went.
    #[serde(flatten)]
    pub tally: Tally,
    /// Each of them.
    pub tests: Vec<Test>,
    /// What else there is to tell.
    pub troubles: Vec<Trouble>,
}

/// A test, and how it went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    /// The line of its command in the suite, from 1.
    pub line: usize,
    /// The number of its command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The name of its command.
    pub command: String,
    /// The whole command.
    pub asked: String,
    /// The expected answer, as the suite has it.
    pub expected: String,
    /// Whether the suite says that it is known to fail.
    pub marked: bool,
    /// Whether the answer was as expected.
    pub passed: bool,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Why there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How long it took.
    pub milliseconds: f64,
}

impl Test {
    /// The answer, or why there was none.
    #[must_use]
    pub fn said(&self) -> &str {
        self.answer.as_deref().or(self.error.as_deref()).unwrap_or_default()
    }
}

/// Something that happened beside the tests: a board that could not be put up, an engine that failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trouble {
    /// The line, from 1.
    pub line: usize,
    /// What happened.
    pub what: String,
    /// Whether the engine failed: it died, hung or talked nonsense.
    pub engine: bool,
}

/// Tests, counted.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// How many passed.
    pub passed: usize,
    /// How many failed.
    pub failed: usize,
    /// How many passed though they are marked as known to fail.
    pub newly_passed: usize,
    /// How many failed without such a mark.
    pub unexpected: usize,
    /// The median of the times.
    pub median_ms: f64,
    /// The longest time.
    pub max_ms: f64,
}

impl Tally {
    fn of<'t>(tests: impl Iterator<Item = &'t Test> + Clone) -> Tally {
        let count = |wanted: fn(&Test) -> bool| tests.clone().filter(|test| wanted(test)).count();
        let mut times: Vec<f64> = tests.clone().map(|test| test.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let times = Summary::of_sorted(&times);
        Tally {
            passed: count(|test| test.passed),
            failed: count(|test| !test.passed),
            newly_passed: count(|test| test.passed && test.marked),
            unexpected: count(|test| !test.passed && !test.marked),
            median_ms: times.map_or(0.0, |times| times.median),
            max_ms: times.map_or(0.0, |times| times.greatest),
        }
    }

    /// How many tests there are.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        self.passed + self.failed
    }
}

impl FileReport {
    /// Sums up the tests of a suite.
    #[must_use]
    pub fn new(file: &str, tests: Vec<Test>, troubles: Vec<Trouble>) -> FileReport {
        FileReport { file: file.to_string(), tally: Tally::of(tests.iter()), tests, troubles }
    }
}

impl Report {
    /// Sums up what came of suites.
    #[must_use]
    pub fn new(examinee: &str, files: Vec<FileReport>) -> Report {
        let mut by_command: BTreeMap<&str, Vec<&Test>> = BTreeMap::new();
        for test in files.iter().flat_map(|file| &file.tests) {
            by_command.entry(&test.command).or_default().push(test);
        }
        let commands = by_command.into_iter().map(|(command, tests)| CommandReport {
            command: command.to_string(),
            tally: Tally::of(tests.into_iter()),
        });
        let commands = commands.collect();
        let total = Tally::of(files.iter().flat_map(|file| &file.tests));
        Report { examinee: examinee.to_string(), total, commands, files }
    }
}
