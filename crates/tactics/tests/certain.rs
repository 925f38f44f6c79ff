//! What is certain whatever is played, on drawn boards.

use goban::{Color, Diagram};
use tactics::{Certain, Certainty};

/// What is certain about the points of a board, a letter each: `a`live, `d`ead, `b`lack's and `w`hite's territory, `.` for nothing.
fn drawn(board: &str) -> String {
    let board = Diagram::parse(board).unwrap().board().unwrap();
    let certain = Certain::of(&board);
    let side = board.size().get();
    let letters: Vec<&str> = board
        .size()
        .points()
        .map(|point| match certain.at(point) {
            Certainty::Alive => "a",
            Certainty::Dead => "d",
            Certainty::Territory(Color::Black) => "b",
            Certainty::Territory(Color::White) => "w",
            Certainty::Undecided => ".",
        })
        .collect();
    letters.chunks(side).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

fn lines(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_ring_around_stones_is_dead_if_it_gets_neither_eyes_nor_a_seki() {
    // However White fills the ring, Black can make a shape inside that leaves one eye.
    let board = "
        . X O O . O O X .
        X X O . X . O X X
        X X O O X O O X X
        X X X O . O X X X
        X X X O O O X X X
        X X X X X X X X X
        X X X X X X X X X
        X X X X X X X X X
        . X X X X X X X .";
    let expected = "
        b a d d b d d a b
        a a d b a b d a a
        a a d d a d d a a
        a a a d b d a a a
        a a a d d d a a a
        a a a a a a a a a
        a a a a a a a a a
        a a a a a a a a a
        b a a a a a a a b";
    assert_eq!(drawn(board), lines(expected));
}

#[test]
fn a_ring_that_may_live_in_seki_is_undecided() {
    let board = "
        . X O O . O O X .
        X X O . X O O X X
        X X O . X . O X X
        X X O O . O O X X
        X X X O O O X X X
        X X X X X X X X X
        X X X X X X X X X
        X X X X X X X X X
        . X X X X X X X .";
    let expected = "
        b a . . . . . a b
        a a . . . . . a a
        a a . . . . . a a
        a a . . . . . a a
        a a a . . . a a a
        a a a a a a a a a
        a a a a a a a a a
        a a a a a a a a a
        b a a a a a a a b";
    assert_eq!(drawn(board), lines(expected));
}
