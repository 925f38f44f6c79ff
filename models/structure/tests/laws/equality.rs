//! The recorder, which changes only what a move changes, finds what the formalism finds from the events.

use std::sync::Arc;

use goban::BoardSize;
use model::Seed;
use proptest::prelude::*;
use structure::Structure;
use structure::go::{Attention, Direction, plain};
use testkit::{Randomness, random_game};

use crate::support::{recorded, recorded_by};

fn attention(choice: u8, size: BoardSize) -> Attention {
    match choice % 4 {
        0 => Attention::Whole,
        1 => Attention::Local,
        2 => Attention::Sweep(
            [Direction::Right, Direction::Left, Direction::Down, Direction::Up][usize::from(choice / 4) % 4],
        ),
        _ => Attention::Window(size.points().filter(|p| p.column() + 2 * p.row() > 3).collect()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn recording_equals_the_formalism(side in 3usize..6, length in 0usize..14, seed: u64, choice: u8, edited: bool) {
        let size = BoardSize::new(side).unwrap();
        let randomness = if edited { Randomness { setup: 0.3, ..Randomness::PLAY } } else { Randomness::PLAY };
        let game = random_game(size, length, randomness, Seed(seed));
        let recorder = recorded(&game, attention(choice, size));
        let (fast, plain) = (plain::recorded(&recorder), plain::recognise(&recorder));
        for level in 0..3 {
            prop_assert_eq!(&fast.elements[level], &plain.elements[level], "level {}", level);
        }
        for level in 0..2 {
            prop_assert_eq!(&fast.overlaps[level], &plain.overlaps[level], "overlap {}", level);
        }
        prop_assert_eq!(&fast.became, &plain.became, "what became what");
    }

    #[test]
    fn so_it_does_with_classes_of_all_forms(side in 3usize..6, length in 0usize..10, seed: u64, choice: u8, edited: bool) {
        let size = BoardSize::new(side).unwrap();
        let randomness = if edited { Randomness { setup: 0.2, ..Randomness::PLAY } } else { Randomness::PLAY };
        let game = random_game(size, length, randomness, Seed(seed));
        let plan = Arc::clone(Structure::with_definitions(FORMS).unwrap().plan());
        let recorder = recorded_by(plan, &game, attention(choice, size));
        let (fast, plain) = (plain::recorded(&recorder), plain::recognise(&recorder));
        for level in 2..4 {
            prop_assert_eq!(&fast.elements[level], &plain.elements[level], "level {}", level);
        }
    }
}

/// Rows, steps that are left out or repeated, histories, what became what, and a level above.
pub(crate) const FORMS: &str = "
level 2 added
link block \"a black block\": b: C3
link pair \"a block and its jump\": c3_1 -1- c5_1
class row \"row\" row
  con 1: c3_1 -1- c13_1
  con 2: given c3_1; c3_1 -2- c13_2
  con 3: given c3_1; c3_1 -1- c5_1
  generate {1+2} {3, none}
class all \"all\" all
  con 1: c3_1 -1- c13_1
  con 2: given c3_1; c3_1 -1- c13_2
  con 3: given c13_1; c13_1 -3- c3_2
  generate {1} {2, 3}*
class grows \"grows\" grows
  con 1: c1_1 -1- c13_1
  con 2: given c1_1; c1_1 -became- c3_1
  con 3: given c3_1; c3_1 -became- c3_2
  generate {1} then {2} then {3, none}
class on \"on\" on
  con 1: c3_1 -1- c13_1
  con 2: given c3_1; c3_1 -became- c3_2
  con 3: given c3_1; c3_1 -1- c5_1
  con 4: given c3_1; c3_1 -1- c13_2
  generate {1} then {2}* {3, none}
class both \"both\" both
  con 1: c3_1 -1- c13_1
  con 2: given c3_1; c3_1 -2- c13_2
  con 3: given c3_1; c3_1 -3- c13_3
  generate {1} then {2+3, 2}
class filled \"filled jump\" filled
  con 1: c5_1 -became- c3_1
  generate {1}

level 3
class two \"two\" two
  con 1: row_1 -block- all_1
  generate {1}
class more \"more\" more
  con 1: row_1 -pair- row_2
  con 2: given row_1; row_1 -became- row_3
  con 3: given row_1; row_1 -block- all_1
  generate {1, 3} then {2}*
";

/// Random games seldom make what is above level 2: here the law is seen to say something.
#[test]
fn classes_of_all_forms_have_elements() {
    let plan = Arc::clone(Structure::with_definitions(FORMS).unwrap().plan());
    let mut met = std::collections::BTreeMap::new();
    for seed in 0..20 {
        let game = random_game(BoardSize::new(5).unwrap(), 14, Randomness::PLAY, Seed(seed));
        let recorder = recorded_by(Arc::clone(&plan), &game, Attention::Whole);
        for level in [2, 3] {
            for (class, count) in plan.system().levels[level].classes.iter().zip(recorder.counts(level)) {
                *met.entry(class.name.clone()).or_insert(0) += count;
            }
        }
    }
    let names = ["row", "all", "grows", "on", "both", "filled", "two", "more"];
    assert!(names.iter().all(|name| met[*name] > 0), "{met:?}");
}

/// Random games seldom make groups: these are drawn.
#[test]
fn drawn_groups_equal_the_formalism() {
    let boards = [
        ". . . . . .\n. . O O . .\n. . . . . .\n. . X . . .\n. . . . . .\n. . . . . .",
        ". . . . .\n. . . . .\n. . . . .\nX X X X .\n. X . X .",
        "O O O O O\nO . O . O\nO O O O O\n. . . . .\n. . . . .",
        ". . . . . .\n. O . . . .\n. . . X . .\n. X . . . .\n. . . . . .\n. . . . . .",
    ];
    for board in boards {
        let recorder = crate::support::seen(board, Attention::Whole);
        let (fast, plain) = (plain::recorded(&recorder), plain::recognise(&recorder));
        assert_eq!(fast, plain, "{board}");
        assert!(!fast.elements[2].is_empty(), "{board}");
    }
}
