//! Reports as text for a terminal.

use std::fmt::Write as _;

use crate::compare::{Change, Comparison};
use crate::report::{Report, Tally};

/// Troubles beyond this many are only counted.
const MOST_TROUBLES: usize = 20;

impl Report {
    /// The report as text: the whole, each file, each command, troubles.
    #[must_use]
    pub fn to_text(&self) -> String {
        let total = &self.total;
        let mut text = format!(
            "{}: {} of {} tests passed ({}) in {}\n\n",
            self.examinee,
            total.passed,
            total.n_tests(),
            percent(total),
            counted(self.files.len(), "file"),
        );
        let files: Vec<(&str, &Tally)> = self.files.iter().map(|file| (file.file.as_str(), &file.tally)).collect();
        table(&mut text, "file", &files);
        let commands: Vec<(&str, &Tally)> =
            self.commands.iter().map(|command| (command.command.as_str(), &command.tally)).collect();
        if !commands.is_empty() {
            text.push('\n');
            table(&mut text, "command", &commands);
            text.push_str(
                "\nnew: passed, though the suite marks it as known to fail; lost: failed without such a mark.\n",
            );
        }
        self.troubles_text(&mut text);
        text
    }

    fn troubles_text(&self, text: &mut String) {
        let troubles = || self.files.iter().flat_map(|file| file.troubles.iter().map(move |trouble| (file, trouble)));
        let n = troubles().count();
        if n == 0 {
            return;
        }
        text.push_str("\nBeside the tests\n");
        for (file, trouble) in troubles().take(MOST_TROUBLES) {
            let _ = writeln!(text, "  {}:{}: {}", file.file, trouble.line, trouble.what);
        }
        if n > MOST_TROUBLES {
            let _ = writeln!(text, "  and {} more", n - MOST_TROUBLES);
        }
    }

    /// The tests that failed, one on a line: what was asked, what was answered, what was expected.
    #[must_use]
    pub fn failures_text(&self) -> String {
        let mut text = String::from("Failed\n");
        for file in &self.files {
            for test in file.tests.iter().filter(|test| !test.passed) {
                let number = test.number.map_or_else(String::new, |number| format!("{number} "));
                let mark = if test.marked { "*" } else { "" };
                let _ = writeln!(
                    text,
                    "  {}:{}: {number}{}: {}, expected [{}]{mark}",
                    file.file,
                    test.line,
                    test.asked,
                    in_a_line(test.said()),
                    test.expected
                );
            }
        }
        text
    }
}

impl Comparison {
    /// What changed, as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("Compared with {}: {} gained, {} lost", self.before, self.gained.len(), self.lost.len());
        for (n, what) in [(self.new_tests, "not there before"), (self.gone_tests, "no longer there")] {
            if n > 0 {
                let _ = write!(text, ", {} {what}", counted(n, "test"));
            }
        }
        text.push('\n');
        for (mark, changes) in [('+', &self.gained), ('-', &self.lost)] {
            for change in changes {
                let Change { file, line, asked, expected, before, now, .. } = change;
                let number = change.number.map_or_else(String::new, |number| format!("{number} "));
                let (before, now) = (in_a_line(before), in_a_line(now));
                let _ = writeln!(
                    text,
                    "  {mark} {file}:{line}: {number}{asked}: {now}, was {before}, expected [{expected}]"
                );
            }
        }
        text
    }
}

fn table(text: &mut String, heading: &str, rows: &[(&str, &Tally)]) {
    let width = rows.iter().map(|(name, _)| name.chars().count()).chain([heading.len()]).max().unwrap_or(0);
    let _ = writeln!(
        text,
        "{heading:width$}  {:>5}  {:>6}  {:>7}  {:>4}  {:>4}  {:>9}  {:>9}",
        "tests", "passed", "", "new", "lost", "median ms", "max ms"
    );
    for (name, tally) in rows {
        let _ = writeln!(
            text,
            "{name:width$}  {:>5}  {:>6}  {:>7}  {:>4}  {:>4}  {:>9.1}  {:>9.1}",
            tally.n_tests(),
            tally.passed,
            percent(tally),
            tally.newly_passed,
            tally.unexpected,
            tally.median_ms,
            tally.max_ms,
        );
    }
}

fn percent(tally: &Tally) -> String {
    match tally.n_tests() {
        0 => "–".to_string(),
        n => format!("{:.1} %", 100.0 * tally.passed as f64 / n as f64),
    }
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Some answers have several lines.
fn in_a_line(answer: &str) -> String {
    if answer.is_empty() { "nothing".to_string() } else { answer.replace('\n', " / ") }
}
