//! One move, two threats: drawn boards.

use goban::{Color, Diagram, Point, Position, Rules};
use tactics::{
    Bounds, Success, attack, attack_either, combination_attack, combination_defend, connect, defend_both, disconnect,
};

/// Each white stone gets away alone; E4 puts both in atari.
const DOUBLE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . X . . .
    . . X O . O X . .
    . . . . . . . . .
    . . . O . O . . .
    . . . . . . . . .";

fn drawn(board: &str) -> Position {
    Position::from_setup(&Diagram::parse(board).unwrap(), Rules::JAPANESE).unwrap()
}

fn at(position: &Position, vertex: &str) -> Point {
    position.size().parse_vertex(vertex).unwrap()
}

#[test]
fn two_stones_that_are_safe_alone_are_not_safe_together() {
    let position = drawn(DOUBLE);
    let bounds = Bounds::default();
    let [a, b, fork] = ["D4", "F4", "E4"].map(|vertex| at(&position, vertex));
    for alone in [a, b] {
        assert_eq!(attack(&position, alone, &bounds).unwrap().success, Success::No);
    }
    let either = attack_either(&position, a, b, &bounds).unwrap();
    assert_eq!((either.success, either.first), (Success::Yes, Some(fork.into())));
    assert_eq!(defend_both(&position, a, b, &bounds).unwrap().success, Success::Yes);
    assert_eq!(combination_attack(&position, Color::Black, &bounds), Some(fork));
    assert_eq!(combination_attack(&position, Color::White, &bounds), None);
    assert!(combination_defend(&position, Color::Black, &bounds).contains(fork));
    assert!(combination_defend(&position, Color::White, &bounds).is_empty());
    let mut after = position.clone();
    after.play_as(Color::Black, fork).unwrap();
    assert_eq!(defend_both(&after, a, b, &bounds).unwrap().success, Success::No);
    assert!(attack_either(&position, a, at(&position, "C4"), &bounds).is_none(), "stones of two colours");
    assert!(defend_both(&position, a, fork, &bounds).is_none(), "no stone");
}

#[test]
fn stones_of_one_chain_are_connected() {
    let position = drawn(". . . . .\n. X X X .\n. . O . .\n. . . . .\n. . . . .");
    let [a, b] = ["B4", "D4"].map(|vertex| at(&position, vertex));
    let joined = connect(&position, a, b, &Bounds::default()).unwrap();
    assert_eq!((joined.success, joined.first), (Success::Yes, Some(goban::Move::Pass)));
    assert_eq!(disconnect(&position, a, b, &Bounds::default()).unwrap().success, Success::No);
}
