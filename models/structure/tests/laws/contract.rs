//! The laws of the contract for definitions of one's own; the registry runs them for the built-in ones.

use model::{Family, Shape};
use structure::Structure;
use testkit::laws::{self, Effort};

#[test]
fn a_class_that_is_deleted_has_no_quantity() {
    let text = structure::definitions::built_in_text(1).unwrap();
    let (mut kept, mut skip) = (String::new(), false);
    for line in text.lines() {
        if line.starts_with("class ") {
            skip = line.starts_with("class C8 ") || line.starts_with("class black-long-knight ");
        }
        if !skip {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    let family = Structure::with_definitions(&kept).unwrap();
    assert!(family.card().quantity("structure.level1.long_knights_jump.white", Shape::Number).is_none());
    assert!(Structure::new().card().quantity("structure.level1.long_knights_jump.white", Shape::Number).is_some());
    laws::check(&family, Effort { games: 1, whole_up_to: 3, short: 6, dense_up_to: 3 });
}
