//! The list of model families. A new one is a folder under `models/` and a line here.

use std::sync::Arc;

use baseline::Classic;
use model::Families;

/// Every family that ships with the program.
#[must_use]
pub fn families() -> Families {
    Families::new(vec![
        Arc::new(cellular::Cellular::new()),
        Arc::new(freedom::Freedom::new()),
        Arc::new(agents::Agents::new()),
        Arc::new(ising::Atomic::new()),
        Arc::new(ising::Molecular::new()),
        Arc::new(ising::Generative::new()),
        Arc::new(structure::Structure::new()),
        Arc::new(Classic::bouzy()),
        Arc::new(Classic::zobrist()),
        Arc::new(Classic::nearest()),
    ])
}
