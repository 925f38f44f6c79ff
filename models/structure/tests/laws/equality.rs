//! The recorder, which changes only what a move changes, finds what the formalism finds from the events.

use goban::BoardSize;
use model::Seed;
use proptest::prelude::*;
use structure::go::{Attention, Direction, plain};
use testkit::{Randomness, random_game};

use crate::support::recorded;

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
    }
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
