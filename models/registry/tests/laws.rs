//! The laws of the contract, for every family there is and for one that is not.

use testkit::With;
use testkit::laws::{self, Effort};

/// What families need that cannot begin on every board of their card with their defaults alone.
const NEEDS: &[(&str, &str)] = &[("ising.generative", "ising.generative.spins=0.25")];

/// What makes families short that take long with their defaults.
const SHORTER: &[(&str, &str)] = &[("futures", "futures.games=2")];

#[test]
fn every_family_keeps_the_laws() {
    for family in registry::families().iter() {
        let name = &family.card().name;
        let Some(missing) = laws::missing(&**family) else {
            match SHORTER.iter().find(|(known, _)| known == name) {
                Some((_, setting)) => laws::check(&With::new(&**family, &[setting]), Effort::USUAL),
                None => laws::check(&**family, Effort::USUAL),
            }
            continue;
        };
        assert!(missing.contains(name), "{name}: {missing}");
        let need = NEEDS.iter().find(|(known, _)| known == name);
        let (_, setting) = need.unwrap_or_else(|| panic!("{name} cannot begin: {missing}"));
        laws::check(&With::new(&**family, &[setting]), Effort::USUAL);
    }
}

#[test]
fn the_dummy_keeps_the_laws() {
    laws::check(&testkit::Dummy::new(), Effort::USUAL);
}
