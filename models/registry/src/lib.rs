//! The list of model families. A new one is a folder under `models/` and a line here.

use std::sync::Arc;

use model::Families;

/// Every family that ships with the program.
#[must_use]
pub fn families() -> Families {
    Families::new(vec![Arc::new(agents::Agents::new())])
}
