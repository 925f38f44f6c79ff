//! What is asked.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Bonus, RuleNames};

/// A value of the right kind, or whatever stands in its place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given<T> {
    /// What belongs there.
    Right(T),
    /// Something else.
    Wrong(Value),
}

impl<T> Given<T> {
    /// The value, if it is of the right kind.
    pub fn right(&self) -> Option<&T> {
        match self {
            Given::Right(value) => Some(value),
            Given::Wrong(_) => None,
        }
    }
}

impl<T> From<T> for Given<T> {
    fn from(value: T) -> Given<T> {
        Given::Right(value)
    }
}

impl<T: Serialize> fmt::Display for Given<T> {
    /// As JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A side, `B` or `W`, and where it has a stone or moves: `D4`, `(3,3)` or `pass`.
pub type Placement = (String, String);

/// A question about positions of a game. Absent fields and null are the same.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[allow(missing_docs, reason = "the fields are those of KataGo's documentation, docs/Analysis_Engine.md")]
pub struct Query {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Given<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_stones: Option<Given<Vec<Given<Placement>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_player: Option<Given<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Given<Vec<Given<Placement>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Given<RuleNames>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<Given<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_handicap_bonus: Option<Given<Bonus>>,
    #[serde(rename = "boardXSize", skip_serializing_if = "Option::is_none")]
    pub board_x_size: Option<Given<usize>>,
    #[serde(rename = "boardYSize", skip_serializing_if = "Option::is_none")]
    pub board_y_size: Option<Given<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analyze_turns: Option<Given<Vec<usize>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_visits: Option<Given<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_ownership: Option<Given<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_moves_ownership: Option<Given<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_policy: Option<Given<bool>>,
    #[serde(rename = "includePVVisits", skip_serializing_if = "Option::is_none")]
    pub include_pv_visits: Option<Given<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avoid_moves: Option<Given<Vec<Given<Restriction>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_moves: Option<Given<Vec<Given<Restriction>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub override_settings: Option<Given<OverrideSettings>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Given<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priorities: Option<Given<Vec<Given<i64>>>>,
    /// All other fields.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The settings of a query. Others than these are those of a search.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct OverrideSettings {
    /// From whose side numbers are told: `BLACK`, `WHITE` or `SIDETOMOVE`.
    #[serde(rename = "reportAnalysisWinratesAs", skip_serializing_if = "Option::is_none")]
    pub report_as: Option<Given<String>>,
    /// How many moves are explained in words; ours alone.
    #[serde(rename = "aji.explain", skip_serializing_if = "Option::is_none")]
    pub explain: Option<Given<usize>>,
}

/// Moves that a side may not make, or that alone it may.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Restriction {
    /// The side.
    pub player: String,
    /// The moves.
    pub moves: Vec<String>,
    /// How many moves deep the restriction holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_depth: Option<Value>,
}

/// Something else that is asked, which is no question about positions.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Action {
    /// The number of the question.
    pub id: String,
    /// `query_version`, `query_models`, `clear_cache`, `terminate` or `terminate_all`.
    pub action: Option<Given<String>>,
    /// Which query is to be ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<Given<String>>,
    /// Which of its turns; all by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_numbers: Option<Given<Vec<usize>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_stays_where_it_is() {
        let text = r#"{"id":"q","komi":"much","moves":[["B","D4"],["W",3]],"boardXSize":null,"colour":"blue"}"#;
        let query: Query = serde_json::from_str(text).unwrap();
        assert_eq!(query.id, Some("q".to_string().into()));
        assert_eq!(query.komi, Some(Given::Wrong("much".into())));
        let moves = query.moves.as_ref().and_then(Given::right).unwrap();
        assert_eq!(moves[0].right(), Some(&("B".to_string(), "D4".to_string())));
        assert_eq!(moves[1].to_string(), r#"["W",3]"#);
        assert_eq!((query.board_x_size, query.other.len()), (None, 1));
    }

    #[test]
    fn what_is_not_asked_is_not_written() {
        let query = Query { id: Some("q".to_string().into()), max_visits: Some(5.into()), ..Query::default() };
        assert_eq!(serde_json::to_string(&query).unwrap(), r#"{"id":"q","maxVisits":5}"#);
    }
}
