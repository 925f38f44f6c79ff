//! The laws of the contract, for every family there is and for one that is not.

use testkit::laws::{self, Effort};

#[test]
fn every_family_keeps_the_laws() {
    for family in registry::families().iter() {
        laws::check(&**family, Effort::USUAL);
    }
}

#[test]
fn the_dummy_keeps_the_laws() {
    laws::check(&testkit::Dummy::new(), Effort::USUAL);
}
