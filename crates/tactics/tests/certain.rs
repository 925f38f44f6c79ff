//! What is certain whatever is played, on drawn boards.

use goban::{Board, BoardSize, Color, Diagram, Move, Point, PointSet, Position, Rules, Setup, Symmetry};
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

#[test]
fn a_ring_that_can_be_connected_in_time_is_undecided() {
    // The corner and the rest of White touch over two liberties of Black's stones: whichever Black plays, White plays the other.
    let board = "
        O O . . O O X . .
        O . X X . O X X X
        X O . . O O X . X
        X X O O O X X X X
        . X X X X X . X .
        X X . X . X X X X
        . X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let drawn = drawn(board);
    let corner: Vec<&str> = drawn.lines().take(3).map(|row| &row[..11]).collect();
    assert_eq!(corner, [". . . . . .", ". . . . . .", "a . . . . ."], "{drawn}");
}

/// Boards of games played by chance, some moves from the start and some to the end.
fn boards(seed: u64) -> Vec<Board> {
    let mut chance = seed;
    let mut next = move |below: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % below.max(1)
    };
    let size = BoardSize::new(5 + next(3)).unwrap();
    let mut position = Position::new(size, Rules::JAPANESE);
    let mut boards = Vec::new();
    for n in 0..size.area() * 3 {
        let color = position.to_move();
        let eyes = |point: &Point| position.board().is_surrounded(color, *point);
        let free: Vec<Point> = position.legal_points().iter().filter(|point| !eyes(point)).collect();
        let mv = free.get(next(free.len())).map_or(Move::Pass, |&point| Move::Play(point));
        position.play_anyway(color, mv);
        if n % 9 == 8 {
            boards.push(position.board().clone());
        }
    }
    boards
}

#[test]
fn certainty_holds_bensons_core_and_turns_with_the_board() {
    for board in (1..40).flat_map(boards) {
        let certain = Certain::of(&board);
        let size = board.size();
        for color in Color::ALL {
            for stone in &board.unconditional_life(color).stones {
                assert_eq!(certain.at(stone), Certainty::Alive, "{stone:?}\n{board:?}");
            }
        }
        let setup = Setup::from(&board);
        for symmetry in Symmetry::ALL {
            let turned = Certain::of(&setup.transformed(symmetry).board().unwrap());
            let swapped = Certain::of(&setup.transformed(symmetry).color_swapped().board().unwrap());
            for point in size.points() {
                let there = symmetry.apply(size, point);
                let expected = certain.at(point);
                assert_eq!(turned.at(there), expected, "{point:?}, {symmetry:?}\n{board:?}");
                let expected = match expected {
                    Certainty::Territory(color) => Certainty::Territory(!color),
                    other => other,
                };
                assert_eq!(swapped.at(there), expected, "{point:?}, {symmetry:?}, colours exchanged\n{board:?}");
            }
        }
    }
}

/// One side plays by chance and the other passes: what was certain of the other one's stones and territory still is.
#[test]
fn what_is_certain_stays_if_the_opponent_moves_as_often_as_it_likes() {
    for (seed, board) in (1..40).flat_map(boards).enumerate() {
        let certain = Certain::of(&board);
        for color in Color::ALL {
            let owned = |point: Point| match certain.at(point) {
                Certainty::Alive => board.get(point) == Some(color),
                Certainty::Dead => board.get(point) == Some(!color),
                Certainty::Territory(owner) => owner == color,
                Certainty::Undecided => false,
            };
            let owned: PointSet = board.size().points().filter(|&point| owned(point)).collect();
            let alive = owned & board.stones()[color];
            let benson = board.unconditional_life(color).stones & alive;
            let mut position =
                Position::from_setup(&Setup { to_move: !color, ..Setup::from(&board) }, Rules::JAPANESE).unwrap();
            for n in 0..board.size().area() {
                let free = position.legal_points();
                let Some(point) = free.iter().nth((seed * 31 + n * 17) % free.len().max(1)) else { break };
                position.play_anyway(!color, Move::Play(point));
                position.play_anyway(color, Move::Pass);
                let now = position.board();
                assert!(benson.is_subset(&now.stones()[color]), "{color} lost stones\n{board:?}{now:?}");
                let settled = now.unconditional_life(!color).stones;
                assert!(!settled.meets(&owned), "{} lives in {color}'s territory\n{board:?}{now:?}", !color);
            }
        }
    }
}
