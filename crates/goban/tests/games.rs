//! Real games against independent replays: fixtures/games and its README.

mod support;

use goban::{BoardSize, Color, Illegal, Ko, Move, Position, Rules};
use support::{fixture, game_moves};

/// The rows of a table without its head.
fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

#[test]
fn two_thousand_games_end_as_another_program_says() {
    let (games, oracle) = (fixture("games/tygem-2000.tsv"), fixture("games/tygem-2000.oracle.tsv"));
    let size = BoardSize::NINETEEN;
    let mut n_games = 0;
    for (game, expected) in rows(&games).zip(rows(&oracle)) {
        assert_eq!(game[0], expected[0]);
        n_games += 1;
        let moves = game_moves(size, game[2]);
        let n_passes = moves.iter().filter(|mv| **mv == Move::Pass).count();
        for ko in [Ko::Simple, Ko::Positional, Ko::Situational] {
            let mut position = Position::new(size, Rules { ko, ..Rules::KOREAN });
            for &mv in &moves {
                position.play(mv).unwrap_or_else(|why| panic!("game {}: {why}", game[0]));
            }
            let prisoners = position.prisoners();
            let stones = position.board().stones().map(|set| set.len());
            let found = [moves.len(), n_passes, prisoners.black, prisoners.white, stones.black, stones.white];
            assert_eq!(found.map(|n| n.to_string()), expected[1..7], "game {}", game[0]);
            if game[0].ends_with('0') {
                position.board().check();
                while position.take_back() {}
                assert_eq!(position, Position::new(size, *position.rules()));
                position.board().check();
            }
        }
    }
    assert_eq!(n_games, 2000);
}

/// Every repetition in a game played to the end whatever the rules say, as `ply=earlier`.
fn repetitions(moves: &[Move], ko: Ko) -> Vec<(usize, usize)> {
    let mut position = Position::new(BoardSize::NINETEEN, Rules { ko, ..Rules::KOREAN });
    let mut found = Vec::new();
    for (ply, &mv) in (1..).zip(moves) {
        match position.play_anyway(position.to_move(), mv).1 {
            None => {}
            Some(Illegal::Superko { earlier }) => found.push((ply, earlier)),
            other => panic!("ply {ply}: {other:?}"),
        }
    }
    found
}

#[test]
fn repeated_boards_are_found_where_brute_force_finds_them() {
    let (games, oracle) = (fixture("games/superko.tsv"), fixture("games/superko.oracle.tsv"));
    for (game, expected) in rows(&games).zip(rows(&oracle)) {
        assert_eq!(game[0], expected[0]);
        let moves = game_moves(BoardSize::NINETEEN, game[2]);
        assert_eq!(moves.len().to_string(), expected[1]);
        assert_eq!(repetitions(&moves, Ko::Simple), []);
        let positional = repetitions(&moves, Ko::Positional);
        let text: Vec<String> = positional.iter().map(|(ply, earlier)| format!("{ply}={earlier}")).collect();
        assert_eq!(text.join(" "), expected[4]);
        assert_eq!(
            (positional[0].0.to_string(), positional[0].1.to_string()),
            (expected[2].into(), expected[3].into())
        );
        let situational = repetitions(&moves, Ko::Situational).first().copied();
        let text = |n: Option<usize>| n.map_or("-".to_owned(), |n| n.to_string());
        assert_eq!(text(situational.map(|first| first.0)), expected[5]);
        assert_eq!(text(situational.map(|first| first.1)), expected[6]);
    }
}

/// Under strict rules the game stops there, with the position as it was.
#[test]
fn a_repeated_board_stops_a_strict_game() {
    let games = fixture("games/superko.tsv");
    let game = rows(&games).next().unwrap();
    let moves = game_moves(BoardSize::NINETEEN, game[2]);
    let mut position = Position::new(BoardSize::NINETEEN, Rules::TROMP_TAYLOR);
    let (ply, why) = (1..).zip(&moves).find_map(|(ply, &mv)| Some((ply, position.play(mv).err()?))).unwrap();
    assert_eq!((ply, why), (243, Illegal::Superko { earlier: 235 }));
    assert_eq!(why.to_string(), "superko: repeats the board after move 235");
    assert_eq!((position.n_moves(), position.to_move()), (242, Color::Black));
}
