//! The list of model families. A new one is a folder under `models/` and a line here.

use std::sync::Arc;

use baseline::Classic;
use belief::{Belief, Filler, Networks};
use model::Families;

/// Every family that ships with the program.
#[must_use]
pub fn families() -> Families {
    let networks = Networks::shipped;
    let fills = ising::Fills {
        expected: Some(Arc::new(Filler::expected(networks()))),
        sampled: Some(Arc::new(Filler::sampled(networks()))),
        conditional: Some(Arc::new(Filler::conditional(networks()))),
    };
    Families::new(vec![
        Arc::new(cellular::Cellular::new()),
        Arc::new(freedom::Freedom::new()),
        Arc::new(agents::Agents::new()),
        Arc::new(ising::Atomic::new()),
        Arc::new(ising::Molecular::new()),
        Arc::new(ising::Generative::with_fills(fills)),
        Arc::new(Belief::new(networks())),
        Arc::new(structure::Structure::new()),
        Arc::new(experience::Experience::new()),
        Arc::new(aji_futures::Futures::new()),
        Arc::new(Classic::bouzy()),
        Arc::new(Classic::zobrist()),
        Arc::new(Classic::nearest()),
    ])
}
