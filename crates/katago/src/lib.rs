//! The JSON protocol of KataGo's analysis engine as types: a query a line in, an answer a line out. `engine` asks with them,
//! `host` answers with them.
//!
//! What is written is exactly what these types say. What is read may be wrong in any field, and whoever reads it wants to say
//! which: so a field of a query is a [`Given`].

mod answer;
mod query;
mod rules;

pub use answer::{Acted, Answer, Failed, ModelInfo, MoveInfo, NoResults, Reply, RootInfo, Value, Warned};
pub use query::{Action, Given, OverrideSettings, Placement, Query, Restriction};
pub use rules::{Bonus, RuleFields, RuleNames};
