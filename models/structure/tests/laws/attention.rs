//! In whatever order a position is looked at, the same shapes are seen, at all levels.

use std::collections::BTreeMap;

use goban::{BoardSize, PointSet};
use model::Seed;
use proptest::prelude::*;
use structure::ets::{ClassId, Span};
use structure::go::{Attention, Direction, ElementId, ElementInfo, Recorder};
use testkit::{Randomness, random_game};

use crate::support::recorded;

const WAYS: [Direction; 4] = [Direction::Right, Direction::Left, Direction::Down, Direction::Up];

/// How often there is an element of a class on these points at this time.
type Seen = BTreeMap<(ClassId, PointSet, Span), usize>;

fn seen(recorder: &Recorder, level: usize) -> Seen {
    let mut seen = Seen::new();
    for index in 0..recorder.n_elements(level) {
        let ElementInfo { class, points, span, .. } = recorder.info(ElementId { level, index });
        *seen.entry((class, points, span)).or_default() += 1;
    }
    seen
}

/// What lasts at the end, without times and without plays and removals, which only an eye that stays can see.
fn lasting(recorder: &Recorder, level: usize) -> Vec<(ClassId, PointSet)> {
    let plan = recorder.plan();
    let is_timeless = |class: ClassId| {
        let class = &plan.system().levels[level].classes[class];
        let is_change = class.title.contains("play") || class.title.contains("removal");
        !(class.has_history() || level == 0 && is_change)
    };
    let infos = recorder.alive(level).map(|id| recorder.info(id)).filter(|info| is_timeless(info.class));
    let mut all: Vec<_> = infos.map(|info| (info.class, info.points)).collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sweeps_in_all_directions_see_the_same(side in 2usize..10, length in 0usize..40, seed: u64) {
        let game = random_game(BoardSize::new(side).unwrap(), length, Randomness::PLAY, Seed(seed));
        let whole = recorded(&game, Attention::Whole);
        let sweeps = WAYS.map(|way| recorded(&game, Attention::Sweep(way)));
        for level in 0..3 {
            for sweep in &sweeps {
                prop_assert_eq!(seen(sweep, level), seen(&sweeps[0], level), "level {}", level);
                prop_assert_eq!(lasting(sweep, level), lasting(&whole, level), "level {}", level);
            }
        }
        prop_assert_eq!(sweeps[1].overlap(1, true).edges.len(), sweeps[0].overlap(1, true).edges.len());
    }
}

/// Random positions seldom hold groups: here are some.
#[test]
fn sweeps_see_groups() {
    for (board, groups) in [
        ("O O O O O\nO . O . O\nO O O O O\n. . . . .\n. . . . .", 3),
        (". . . . . .\n. O . . . .\n. . . X . .\n. X . . . .\n. . . . . .\n. . . . . .", 1),
    ] {
        for way in WAYS {
            let recorder = crate::support::seen(board, Attention::Sweep(way));
            assert_eq!(recorder.n_elements(2), groups, "{way}\n{board}");
        }
    }
}
