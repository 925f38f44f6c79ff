//! What a class generates it recognises, at every level: as nodes and ties, and on boards.

use goban::BoardSize;
use model::Seed;
use structure::ets::{Id, NodeId};
use structure::go::{Plan, make};

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
