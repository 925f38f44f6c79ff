//! What a class generates it recognises, at every level: as nodes and ties, and on boards.

use goban::BoardSize;
use model::Seed;
use structure::ets::{Id, NodeId};
use structure::go::plain::{self, Key};
use structure::go::{Attention, Plan, make};

use crate::support::recorded;

#[test]
fn every_class_recognises_what_it_generates_on_a_board() {
    let plan = Plan::built_in();
    for level in 0..3 {
        for (id, class) in plan.system().levels[level].classes.entries() {
            let sides: &[usize] = if class.name.contains("corner") { &[9, 13] } else { &[7, 9] };
            for (i, &side) in sides.iter().enumerate() {
                let size = BoardSize::new(side).unwrap();
                let seed = Seed((100 * level + id.index()) as u64).stream(i as u64);
                let made = make(&plan, level, id, size, 0.15 * i as f64, seed);
                assert!(made.is_some(), "level {level}, {} on {size}", class.name);
                let again = make(&plan, level, id, size, 0.15 * i as f64, seed);
                assert_eq!(made.map(|made| made.element), again.map(|made| made.element), "the same seed");
            }
        }
    }
}

/// `aji show --make` draws what `make` makes; here the formalism looks at it, which knows nothing of how boards are made.
#[test]
fn the_formalism_finds_what_is_made_on_a_board() {
    let plan = Plan::built_in();
    for level in 0..3 {
        for (id, class) in plan.system().levels[level].classes.entries() {
            let size = BoardSize::new(if class.name.contains("corner") { 7 } else { 6 }).unwrap();
            let made = make(&plan, level, id, size, 0.0, Seed(7).stream((100 * level + id.index()) as u64));
            let made = made.unwrap_or_else(|| panic!("level {level}: {} on {size}", class.name));
            let found = plain::recognise(&recorded(&made.game, Attention::Whole));
            let points = |key: &Key| key.all_points(size);
            assert!(
                found.elements[level].iter().any(|key| key.class == id && points(key) == made.element.points),
                "level {level}: {}",
                class.name
            );
        }
    }
}

#[test]
fn classes_of_all_forms_recognise_what_they_generate() {
    let system = structure::definitions::parse(crate::equality::FORMS).unwrap();
    for height in [2, 3] {
        let level = &system.levels[height];
        for name in ["row", "all", "grows", "on", "both", "filled", "two", "more"] {
            let Some(id) = level.class_id(name) else { continue };
            let mut n_made = 0;
            for seed in 0..30 {
                let Some(made) = level.generate(Some(&system.levels[height - 1]), id, 0.2, &mut Seed(seed).rng())
                else {
                    continue;
                };
                n_made += 1;
                let found = level.recognise_class(&made.world, id);
                let holds = |nodes: &Vec<NodeId>| made.nodes.iter().all(|node| nodes.contains(node));
                assert!(found.iter().any(|element| holds(&element.nodes)), "{name}, seed {seed}");
            }
            assert!(n_made > 10, "{name}: {n_made}");
        }
    }
}

#[test]
fn every_class_recognises_what_it_generates_as_nodes_and_ties() {
    let system = structure::definitions::built_in();
    for (height, level) in system.levels.iter().enumerate() {
        let below = height.checked_sub(1).map(|below| &system.levels[below]);
        for (id, class) in level.classes.entries() {
            let mut n_made = 0;
            for seed in 0..40 {
                let mut rng = Seed(seed).stream(id.index() as u64).rng();
                let Some(made) = level.generate(below, id, 0.2, &mut rng) else { continue };
                n_made += 1;
                let found = level.recognise_class(&made.world, id);
                let holds = |nodes: &Vec<NodeId>| made.nodes.iter().all(|node| nodes.binary_search(node).is_ok());
                assert!(
                    found.iter().any(|element| holds(&element.nodes)),
                    "level {height}, {}, seed {seed}: {:?}",
                    class.name,
                    made.nodes
                );
                if n_made == 6 {
                    break;
                }
            }
            assert!(n_made > 0, "level {height}: {} generates nothing", class.name);
        }
    }
}
