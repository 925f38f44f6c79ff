//! What a suite says: commands, and the answers that are expected to some of them.

use gtp::Command;
use regex::{Regex, RegexBuilder};

/// A suite of commands and expected answers.
#[derive(Clone, Debug)]
pub struct Suite {
    /// What it is called: the name of its file.
    pub name: String,
    /// The commands in order.
    pub steps: Vec<Step>,
}

/// A command of a suite.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its line, from 1.
    pub line: usize,
    /// The command.
    pub command: Command,
    /// What it should answer, if that is tested.
    pub expected: Option<Expectation>,
    /// The record that it should load is not there.
    pub missing: bool,
}

impl Step {
    /// Whether it puts up a board, whatever was there before.
    pub(crate) fn sets_board(&self) -> bool {
        matches!(self.command.name.as_str(), "loadsgf" | "clear_board" | "boardsize")
    }
}

/// What an answer should be.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The line that says so, from 1.
    pub line: usize,
    /// The expression as it is written, with the mark of a negation.
    pub text: String,
    /// Whether the suite says that the test is known to fail.
    pub marked: bool,
    negated: bool,
    /// GNU Go's own runner puts ^ and $ around the expression as it stands. Of alternatives without brackets the first is held to the beginning
    /// of an answer and the last to its end, so that 1 1 C18 meets `1 1 B18|C18`.
    anchored: Regex,
    /// All the same L17 does not meet `L1|E7`.
    words: Regex,
}

impl Expectation {
    /// Whether this is an answer as it should be. Letters are the same in either case, as vertices are in GTP.
    #[must_use]
    pub fn fits(&self, answer: &str) -> bool {
        let answer = answer.trim();
        (self.anchored.is_match(answer) && self.words.is_match(answer)) != self.negated
    }

    fn parse(line: usize, text: &str) -> Result<Expectation, String> {
        let inside = text.trim().strip_prefix('[').ok_or("the expected answer stands in brackets: #? [1 E4]")?;
        // The expression may have brackets of its own. Where the last one was forgotten it goes to the end of the line: there are
        // such suites, and their own runner takes them so.
        let (text, marks) = inside.rsplit_once(']').map_or((inside, ""), |(text, marks)| (text, marks.trim()));
        if let Some(strange) = marks.chars().find(|mark| !matches!(mark, '*' | '&')) {
            return Err(format!("only the marks * and & may stand behind the expected answer, not {strange:?}"));
        }
        let (negated, bare) = text.strip_prefix('!').map_or((false, text), |bare| (true, bare));
        let compiled = |pattern: String| {
            RegexBuilder::new(&pattern).case_insensitive(true).build().map_err(|error| {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default().trim_start_matches("error: ").to_string();
                format!("[{bare}] is no regular expression: {reason}")
            })
        };
        let words = compiled(format!("(?:^| )(?:{bare})(?: |$)"))?;
        let anchored = compiled(format!("^{bare}$"))?;
        Ok(Expectation { line, text: text.to_string(), marked: !marks.is_empty(), negated, anchored, words })
    }
}

/// Something that is wrong in a suite. The rest of it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Suite {
    /// Reads a suite, and what is wrong with it.
    #[must_use]
    pub fn parse(name: &str, bytes: &[u8]) -> (Suite, Vec<Problem>) {
        let text = String::from_utf8_lossy(bytes);
        let mut steps: Vec<Step> = Vec::new();
        let mut problems = Vec::new();
        // Where the commands begin that an expectation may belong to.
        let mut open = 0;
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if let Some(expected) = text.strip_prefix("#?") {
                let since = &mut steps[open..];
                let numbered = since.iter().rposition(|step| step.command.id.is_some());
                let asked = numbered.or(since.len().checked_sub(1));
                match (Expectation::parse(line, expected), asked) {
                    (Ok(expected), Some(at)) => since[at].expected = Some(expected),
                    (Ok(_), None) => {
                        problems.push(Problem { line, what: "no command stands before this answer".to_string() });
                    }
                    (Err(what), _) => problems.push(Problem { line, what }),
                }
                open = steps.len();
                continue;
            }
            match Command::parse(text.as_bytes()) {
                Ok(Some(command)) => steps.push(Step { line, command, expected: None, missing: false }),
                Ok(None) => {}
                Err(_) => {
                    problems.push(Problem { line, what: "a number without a command".to_string() });
                }
            }
        }
        // Whoever answers is not to leave in the middle.
        steps.retain(|step| step.command.name != "quit");
        (Suite { name: name.to_string(), steps }, problems)
    }

    /// Puts what `find` gives for the name of a record in its place in every `loadsgf`. A record that it does not find is a
    /// problem, and the tests on it fail.
    pub fn locate(&mut self, mut find: impl FnMut(&str) -> Option<String>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for step in self.steps.iter_mut().filter(|step| step.command.name == "loadsgf") {
            let Some(name) = step.command.arguments.first_mut() else { continue };
            match find(name) {
                Some(place) => *name = place,
                None => {
                    problems.push(Problem { line: step.line, what: format!("there is no record {name}") });
                    step.missing = true;
                }
            }
        }
        problems
    }

    /// How many tests it has.
    #[must_use]
    pub fn n_tests(&self) -> usize {
        self.steps.iter().filter(|step| step.expected.is_some()).count()
    }
}
