//! What is answered.

use serde::{Deserialize, Serialize};
use serde_json::Map;

/// An analysis of one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the fields are those of KataGo's documentation, docs/Analysis_Engine.md")]
pub struct Answer {
    #[serde(default)]
    pub id: String,
    pub turn_number: usize,
    #[serde(default)]
    pub is_during_search: bool,
    #[serde(default)]
    pub move_infos: Vec<MoveInfo>,
    /// Every analysis has it; [`NoResults`] has not.
    pub root_info: Option<RootInfo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_results: bool,
}

/// A turn that was not looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as above")]
pub struct NoResults {
    pub id: String,
    pub turn_number: usize,
    pub is_during_search: bool,
    pub no_results: bool,
}

/// A move that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as above")]
pub struct MoveInfo {
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(default)]
    pub order: usize,
    #[serde(default)]
    pub visits: u64,
    #[serde(flatten)]
    pub value: Value,
    #[serde(default)]
    pub prior: f64,
    #[serde(default)]
    pub pv: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pv_visits: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ownership: Option<Vec<f64>>,
}

/// The position itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as above")]
pub struct RootInfo {
    #[serde(default)]
    pub current_player: String,
    #[serde(default)]
    pub visits: u64,
    #[serde(flatten)]
    pub value: Value,
    #[serde(default)]
    pub this_hash: String,
    #[serde(default)]
    pub sym_hash: String,
}

/// The numbers that moves and the position share.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "as above")]
pub struct Value {
    pub winrate: f64,
    #[serde(default)]
    pub lcb: f64,
    pub score_lead: f64,
    #[serde(default)]
    pub score_mean: f64,
    #[serde(default)]
    pub score_selfplay: f64,
    #[serde(default)]
    pub score_stdev: f64,
    #[serde(default)]
    pub utility: f64,
    #[serde(default)]
    pub utility_lcb: f64,
}

/// What every line that comes back may say, whatever else is on it: enough to know what it is.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The number of the question; an error about the whole line has none.
    pub id: Option<String>,
    /// Why there is no answer.
    pub error: Option<String>,
    /// What of the question is not heard; the answer comes after it.
    pub warning: Option<String>,
    /// The version, if that was asked.
    pub version: Option<String>,
}

/// A query that cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failed {
    /// What is wrong.
    pub error: String,
    /// With which field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Of which query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// At which turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_number: Option<usize>,
}

impl Failed {
    /// Something is wrong.
    pub fn new(error: impl ToString) -> Failed {
        Failed { error: error.to_string(), field: None, id: None, turn_number: None }
    }

    /// Says which query it is.
    #[must_use]
    pub fn of(self, id: &str) -> Failed {
        Failed { id: Some(id.to_string()), ..self }
    }

    /// Says which field it is.
    #[must_use]
    pub fn field(self, field: &str) -> Failed {
        Failed { field: Some(field.to_string()), ..self }
    }
}

/// Something in a query that is left out of the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warned {
    /// What.
    pub warning: String,
    /// In which field.
    pub field: String,
    /// Of which query.
    pub id: String,
}

/// An action that was done: what was asked, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Acted {
    /// What was asked, field by field as it came.
    #[serde(flatten)]
    pub asked: Map<String, serde_json::Value>,
    /// The version, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its commit, if the version was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub git_hash: Option<&'static str>,
    /// The models, if they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<ModelInfo>>,
}

/// A model that the program has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelInfo {
    /// Its name.
    pub name: String,
    /// The name inside the program.
    pub internal_name: String,
    /// What it is; ours alone.
    pub about: String,
}
