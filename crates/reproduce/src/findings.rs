//! What a stage of a reproduction leaves behind: numbers, tables and drawings, ready to be stored.

use std::collections::BTreeMap;

use figures::Figure;
use serde::{Deserialize, Serialize};

/// The result of a stage. It can be written down and read again, so that an interrupted run goes on where it stopped.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Findings {
    /// Measured numbers by name; rules look at them. All are finite.
    pub measures: BTreeMap<String, f64>,
    /// Why numbers are not there: a name, or the beginning of names up to a dot.
    pub missing: BTreeMap<String, String>,
    /// Tables for the report.
    pub tables: Vec<Table>,
    /// Drawings for the report.
    pub figures: Vec<Drawing>,
}

/// A table of texts.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows, as long as the heads.
    pub rows: Vec<Vec<String>>,
    /// What a reader has to know beside.
    pub note: String,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Drawing {
    /// The name of its file, without an ending.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// The picture itself.
    pub svg: String,
}

impl Findings {
    /// Keeps a number; one that is not finite is missing for that reason.
    pub(crate) fn measure(&mut self, name: impl Into<String>, value: f64) {
        let name = name.into();
        if value.is_finite() {
            self.measures.insert(name, value);
        } else {
            self.missing.insert(name, "it is no finite number here".to_string());
        }
    }

    /// Says why the numbers whose names begin so are not there.
    pub(crate) fn lacks(&mut self, names: impl Into<String>, why: impl Into<String>) {
        self.missing.insert(names.into(), why.into());
    }

    pub(crate) fn draw(&mut self, name: &str, caption: &str, figure: &dyn Figure) {
        self.figures.push(Drawing { name: name.to_string(), caption: caption.to_string(), svg: figure.to_svg() });
    }

    pub(crate) fn table<const N: usize>(
        &mut self,
        title: &str,
        columns: [&str; N],
        rows: Vec<[String; N]>,
        note: &str,
    ) {
        self.tables.push(Table {
            title: title.to_string(),
            columns: columns.map(str::to_string).to_vec(),
            rows: rows.into_iter().map(|row| row.to_vec()).collect(),
            note: note.to_string(),
        });
    }

    /// Why a number is not there, if that is known.
    #[must_use]
    pub fn why_missing(&self, name: &str) -> Option<&str> {
        let covers =
            |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.missing.iter().find(|(prefix, _)| covers(prefix)).map(|(_, why)| why.as_str())
    }
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_cover_names_up_to_a_dot() {
        let mut findings = Findings::default();
        findings.lacks("ising.pairs.generative", "no network");
        findings.measure("ising.x", f64::NAN);
        assert_eq!(findings.why_missing("ising.pairs.generative.gain.n"), Some("no network"));
        assert_eq!(findings.why_missing("ising.pairs.generative_too"), None);
        assert_eq!(findings.why_missing("ising.x"), Some("it is no finite number here"));
    }
}
