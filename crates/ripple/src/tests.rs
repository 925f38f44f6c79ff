//! The fast automaton against the obvious one, symmetries, its file, and boards of which anybody can tell whose the points are.

use goban::{BoardSize, Color, Diagram, Position, Rules, Setup, Symmetry};
use model::{Seed, unit};
use proptest::prelude::*;

use crate::shape::Form;
use crate::{Pond, Ripple, RippleError, obvious};

fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}

/// Rules by chance.
fn random(width: usize, ticks: usize, seed: u64) -> Ripple {
    let mut rng = Seed(seed).rng();
    let n = Form::checked(width, ticks).unwrap().n_weights();
    let numbers: Vec<f32> = (0..n).map(|_| (unit(&mut rng) as f32 - 0.5) * 0.3).collect();
    Ripple::new("chance", width, ticks, &numbers).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn it_sees_what_the_obvious_one_sees(side in 2usize..=13, moves in 0usize..150, seed in 0u64..1000) {
        let position = testkit::random_position(size(side), moves.min(side * side), Seed(seed));
        let mut pond = Pond::default();
        for ripple in [&random(16, 3, seed), Ripple::shipped()] {
            let (seen, plain) = (ripple.see_with(&position, &mut pond), obvious::see(ripple, &position));
            let sign = position.to_move().sign();
            for (owner, odds) in seen.owners.iter().zip(&plain.odds) {
                prop_assert!((sign * owner - (odds / 2.0).tanh()).abs() < 2e-3, "{owner} {odds}");
            }
            prop_assert!((sign * seen.area - plain.area).abs() < 0.05, "{} {}", seen.area, plain.area);
            for (wish, plain) in seen.wishes.iter().zip(&plain.wishes) {
                prop_assert!((wish - plain).abs() < 0.02, "{wish} {plain}");
            }
        }
    }

    #[test]
    fn turned_boards_and_exchanged_colours_are_seen_alike(side in 2usize..=19, moves in 0usize..200, seed in 0u64..1000) {
        let position = testkit::random_position(size(side), moves.min(side * side), Seed(seed));
        let setup = Setup { to_move: position.to_move(), ..Setup::from(position.board()) };
        let seen = Ripple::shipped().see(&Position::from_setup(&setup, Rules::CHINESE).unwrap());
        for symmetry in Symmetry::ALL {
            let setup = Setup { to_move: position.to_move(), ..Setup::from(position.board()).transformed(symmetry) };
            let turned = Ripple::shipped().see(&Position::from_setup(&setup, Rules::CHINESE).unwrap());
            prop_assert_eq!(turned.area, seen.area);
            for point in size(side).points() {
                let there = size(side).index(symmetry.apply(size(side), point));
                prop_assert_eq!(turned.owners[there], seen.owners[size(side).index(point)]);
            }
        }
    }
}

#[test]
fn what_ships_can_be_read_and_every_changed_bit_is_noticed() {
    assert_eq!((Ripple::shipped().width(), Ripple::shipped().ticks()), (64, 12));
    assert!(Ripple::shipped().origin().contains("9-dan"));
    let bytes = random(8, 1, 1).to_bytes();
    assert_eq!(Ripple::from_bytes(&bytes).unwrap(), random(8, 1, 1));
    assert_eq!(Ripple::from_bytes(b"something else"), Err(RippleError::Foreign));
    for at in 13..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << bit;
            assert_eq!(Ripple::from_bytes(&changed), Err(RippleError::Damaged), "byte {at}, bit {bit}");
        }
    }
    for length in 13..bytes.len() {
        assert_eq!(Ripple::from_bytes(&bytes[..length]), Err(RippleError::Damaged), "{length} bytes");
    }
}

#[test]
fn a_dead_stone_is_the_enemys_and_a_wall_makes_territory() {
    let setup = Diagram::parse(
        "
        . . X . . . O . .
        . . X . . . O . .
        . O X . . . O . .
        . . X . . . O X .
        . . X . . . O . .
        . . X . . . O . .
        . . X . . . O . .
        . . X . . . O . .
        . . X . . . O . .",
    )
    .unwrap();
    let seen = Ripple::shipped().see(&Position::from_setup(&setup, Rules::CHINESE).unwrap());
    let owner = |name: &str| seen.owners[setup.size.index(setup.size.parse_vertex(name).unwrap())];
    for blacks in ["A9", "B7", "A1", "C5"] {
        assert!(owner(blacks) > 0.8, "{blacks}: {}", owner(blacks));
    }
    for whites in ["J9", "H6", "J1", "G5"] {
        assert!(owner(whites) < -0.8, "{whites}: {}", owner(whites));
    }
    assert!(seen.area.abs() < 8.0, "{}", seen.area);
    assert!(seen.chance(40.0) > 0.9 && seen.chance(-40.0) < 0.1);
}

#[test]
fn the_last_tick_is_what_it_sees_on_any_board() {
    for side in 2..=25 {
        let position = testkit::random_position(size(side), side * side / 2, Seed(side as u64));
        let ticks = Ripple::shipped().ticks_of(&position);
        assert_eq!(ticks.len(), 13);
        assert_eq!(ticks[12], Ripple::shipped().see(&position).owners);
    }
    let empty = Setup::new(size(9));
    let seen = |to_move: Color| {
        let setup = Setup { to_move, ..empty.clone() };
        Ripple::shipped().see(&Position::from_setup(&setup, Rules::CHINESE).unwrap()).area
    };
    assert!(seen(Color::Black) > 0.0, "who begins is ahead");
    assert_eq!(seen(Color::Black), -seen(Color::White));
}
