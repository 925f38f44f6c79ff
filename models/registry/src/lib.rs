//! The list of model families. A new one is a folder under `models/` and a line here.

use std::sync::Arc;

use baseline::Classic;
use belief::{Belief, Filler, Networks};
use model::{Families, Family};

/// Every family that ships with the program.
#[must_use]
pub fn families() -> Families {
    let [belief, generative] = families_with_networks(&Networks::shipped());
    Families::new(vec![
        Arc::new(cellular::Cellular::new()),
        Arc::new(freedom::Freedom::new()),
        Arc::new(agents::Agents::new()),
        Arc::new(ising::Atomic::new()),
        Arc::new(ising::Molecular::new()),
        generative,
        belief,
        Arc::new(structure::Structure::new()),
        Arc::new(Classic::bouzy()),
        Arc::new(Classic::zobrist()),
        Arc::new(Classic::nearest()),
    ])
}

/// The families that use a belief network, over these networks: `belief` and `ising.generative`.
#[must_use]
pub fn families_with_networks(networks: &Networks) -> [Arc<dyn Family>; 2] {
    let fills = ising::Fills {
        expected: Some(Arc::new(Filler::expected(networks.clone()))),
        sampled: Some(Arc::new(Filler::sampled(networks.clone()))),
        conditional: Some(Arc::new(Filler::conditional(networks.clone()))),
    };
    [Arc::new(Belief::new(networks.clone())), Arc::new(ising::Generative::with_fills(fills))]
}
