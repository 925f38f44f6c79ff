//! What can be wrong with a query, told in one line.

use datafusion::common::DataFusionError;
use model::Unknown;
use sgf::Place;
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SqlError {
    /// The corpus cannot be opened.
    #[error("{0}")]
    Corpus(String),
    /// The query is wrong.
    #[error("{}{reason}", place.map_or(String::new(), |place| format!("{place}: ")))]
    Query {
        /// Where in it, if that is known.
        place: Option<Place>,
        /// What is wrong there.
        reason: String,
    },
    /// The query is right, but it could not be answered.
    #[error("{0}")]
    Failed(String),
    /// The answer could not be written.
    #[error("{0}")]
    Output(String),
    /// Whoever read the answer has seen enough.
    #[error("the answer was not read to its end")]
    ClosedPipe,
    /// Somebody wanted no answer any more.
    #[error("stopped")]
    Stopped,
}

impl SqlError {
    /// A query that could not be planned.
    pub(crate) fn of_query(error: &DataFusionError, tables: &[String]) -> SqlError {
        let text = one_line(error);
        if let Some(name) = missing_table(&text) {
            return SqlError::query(Unknown::new("table", name, tables));
        }
        let (place, reason) = place(error, text);
        SqlError::Query { place, reason }
    }

    /// A query that is wrong as a whole.
    pub(crate) fn query(reason: impl ToString) -> SqlError {
        SqlError::Query { place: None, reason: reason.to_string() }
    }

    /// A query that broke off.
    pub(crate) fn of_work(error: &DataFusionError) -> SqlError {
        SqlError::Failed(one_line(error))
    }

    /// Something that could not be written.
    pub(crate) fn of_output(error: &std::io::Error) -> SqlError {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => SqlError::ClosedPipe,
            _ => SqlError::Output(error.to_string()),
        }
    }
}

impl From<std::io::Error> for SqlError {
    fn from(error: std::io::Error) -> SqlError {
        SqlError::of_output(&error)
    }
}

impl From<DataFusionError> for SqlError {
    fn from(error: DataFusionError) -> SqlError {
        SqlError::of_work(&error)
    }
}

/// The place if it is known, and the message without it. The parser of the database puts it into its text only.
fn place(error: &DataFusionError, text: String) -> (Option<Place>, String) {
    if let Some((before, after)) = text.split_once(" at Line: ")
        && let Some((line, column)) = after.trim_end_matches('.').split_once(", Column: ")
        && let (Ok(line), Ok(column)) = (line.parse(), column.parse())
    {
        return (Some(Place { line, column }), before.to_string());
    }
    let span = error.diagnostic().and_then(|diagnostic| diagnostic.span).filter(|span| span.start.line > 0);
    let place = |start: datafusion::common::Location| Place {
        line: usize::try_from(start.line).unwrap_or(usize::MAX),
        column: usize::try_from(start.column).unwrap_or(usize::MAX),
    };
    (span.map(|span| place(span.start)), text)
}

/// The message without the words that only a developer of the database needs.
fn one_line(error: &DataFusionError) -> String {
    let mut text = error.find_root().strip_backtrace();
    if let DataFusionError::Shared(inner) = error.find_root() {
        text = inner.find_root().strip_backtrace();
    }
    const NOISE: [&str; 10] = [
        "Internal error: ",
        "Error during planning: ",
        "SQL error: ",
        "Schema error: ",
        "Execution error: ",
        "External error: ",
        "Object Store error: ",
        "Generic corpus error: ",
        "Arrow error: ",
        "This feature is not implemented: ",
    ];
    while let Some(rest) = NOISE.iter().find_map(|noise| text.strip_prefix(noise)) {
        text = rest.to_string();
    }
    if let Some(inner) = text.strip_prefix("ParserError(\"").and_then(|rest| rest.strip_suffix("\")")) {
        text = inner.replace("\\\"", "\"");
    }
    if let Some(inner) = text.strip_prefix("TokenizerError(\"").and_then(|rest| rest.strip_suffix("\")")) {
        text = inner.replace("\\\"", "\"");
    }
    // Most of what the database takes for its own bug is a function that does not take what it is given.
    if let Some((told, _)) = text.split_once("This issue was likely caused by a bug") {
        text = told.trim_end().trim_end_matches('.').to_string();
    }
    if let Some((function, told)) = text.split_once(" failed to match any signature")
        && let Some(given) = told.split("but received ").nth(1).and_then(|rest| rest.split(" (").next())
    {
        text = format!("{function} does not take {given}");
    }
    // A function that says how it is called needs no list of candidates.
    if let Some((_, told)) = text.split_once("user-defined coercion failed with: ") {
        let told = told.split(" No function matches").next().unwrap_or(told);
        text = told.trim_start_matches("Error during planning: ").to_string();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name in "table 'datafusion.public.gmes' not found".
fn missing_table(text: &str) -> Option<&str> {
    let name = text.strip_prefix("table '")?.split_once("' not found")?.0;
    Some(name.rsplit('.').next().unwrap_or(name))
}
