//! The laws of the contract, for every family there is and for one that is not.

use model::Family;
use testkit::With;
use testkit::laws::{self, Effort};

/// What families need that cannot begin on every board of their card with their defaults alone.
const NEEDS: &[(&str, &str)] = &[("ising.generative", "ising.generative.spins=0.25")];

/// What makes families short that take long with their defaults.
const SHORTER: &[(&str, &str)] = &[("futures", "futures.games=2")];

/// The crates of the families look longer, each with the settings that matter to it.
const EFFORT: Effort = Effort { games: 1, ..Effort::USUAL };

#[test]
fn every_family_keeps_the_laws() {
    let families = registry::families();
    // Side by side, as some take much longer than others. Whoever fails makes the whole fail.
    std::thread::scope(|scope| {
        for family in families.iter() {
            scope.spawn(|| keeps_the_laws(&**family));
        }
    });
}

fn keeps_the_laws(family: &dyn Family) {
    let name = &family.card().name;
    let setting = match laws::missing(family) {
        Some(missing) => {
            assert!(missing.contains(name), "{name}: {missing}");
            let need = NEEDS.iter().find(|(known, _)| known == name);
            Some(need.unwrap_or_else(|| panic!("{name} cannot begin: {missing}")))
        }
        None => SHORTER.iter().find(|(known, _)| known == name),
    };
    match setting {
        Some((_, setting)) => laws::check(&With::new(family, &[setting]), EFFORT),
        None => laws::check(family, EFFORT),
    }
}

#[test]
fn the_dummy_keeps_the_laws() {
    laws::check(&testkit::Dummy::new(), Effort::USUAL);
}
