//! Drawn boards: the search finds what a player would.

use goban::{Color, Diagram, Move, Position, Rules, Setup};
use model::Judgement;
use search::{Search, Settings};

/// What a search without a prior thinks after some games.
fn judged(setup: &Setup, rules: Rules, games: usize) -> Judgement {
    let position = Position::from_setup(setup, rules).unwrap();
    let mut search = Search::new(Settings::default(), None);
    search.begin(&position).unwrap();
    search.think(games, None, &mut || true);
    search.judgement()
}

/// The side to move plays one of these points.
#[track_caller]
fn assert_plays(drawn: &str, to_move: Color, komi: f64, expected: &[&str]) {
    let setup = Setup { to_move, ..Diagram::parse(drawn).unwrap() };
    let judgement = judged(&setup, Rules { komi, ..Rules::CHINESE }, 1_500);
    let best = judgement.best().unwrap();
    let name = setup.size.move_name(best);
    assert!(expected.contains(&name.as_str()), "{name}, not {expected:?}");
}

#[test]
fn it_takes_what_decides_the_game() {
    // Whoever moves at C5 takes the stones of the other.
    let drawn = "
        . X O . O . .
        X X O O O O O
        O O . X X X X
        . O O X . X .
        O O O X X X X
        X X X X . . .
        . . . . . . .";
    assert_plays(drawn, Color::Black, 0.0, &["C5"]);
}

#[test]
fn it_plays_the_vital_point_of_three() {
    let drawn = "
        . . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . O O O . .
        . O O . O O .
        . O . . . O .";
    assert_plays(drawn, Color::Black, 0.0, &["B7"]);
    assert_plays(drawn, Color::White, 0.0, &["B7"]);
}

#[test]
fn it_wins_a_race() {
    // The three black stones and the three white ones above have two liberties each.
    let drawn = "
        . X X X O O O . X
        O O . O X . X X X
        . O O O X X X . X
        O O . O X . X X .
        O O O O X X X X X
        . . . O X . . . .
        . . . O X . . . .
        . . . O X . . . .
        . . . O X . . . .";
    assert_plays(drawn, Color::Black, 7.0, &["F8", "H9"]);
    assert_plays(drawn, Color::White, 7.0, &["A9", "C8"]);
}

#[test]
fn it_takes_a_ko_that_decides_and_does_not_retake_at_once() {
    let drawn = "
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let setup = Setup { to_move: Color::White, ..Diagram::parse(drawn).unwrap() };
    let mut position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    position.play(setup.size.parse_vertex("B6").unwrap()).unwrap();
    let mut search = Search::new(Settings::default(), None);
    search.begin(&position).unwrap();
    search.think(300, None, &mut || true);
    let taken = setup.size.parse_vertex("C6").map(Move::Play);
    assert!(search.judgement().candidates.iter().all(|candidate| Some(candidate.mv) != taken));
}

#[test]
fn a_line_of_play_is_legal_and_begins_with_its_move() {
    let position = testkit::random_position(goban::BoardSize::NINE, 30, model::Seed(3));
    let mut search = Search::new(Settings::default(), None);
    search.begin(&position).unwrap();
    search.think(1_000, None, &mut || true);
    let judgement = search.judgement();
    assert_eq!(judgement.games, 1_000);
    for candidate in &judgement.candidates {
        assert_eq!(candidate.line.first(), Some(&candidate.mv));
        let mut after = position.clone();
        for mv in &candidate.line {
            after.play(*mv).unwrap();
        }
    }
    assert!(judgement.candidates[0].line.len() > 1);
    let visits: u64 = judgement.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(visits, 1_000);
}

/// The moves that reading proves to decide about a chain, and the first stones of these chains.
fn proved(drawn: &str, to_move: Color) -> Vec<(String, String)> {
    let setup = Setup { to_move, ..Diagram::parse(drawn).unwrap() };
    let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    let mut search = Search::new(Settings { proofs: 1_000, ..Settings::default() }, None);
    search.begin(&position).unwrap();
    search.think(20, None, &mut || true);
    let vertex = |point| setup.size.vertex(point);
    let found = search.proofs().iter();
    found.map(|proof| (vertex(proof.point), vertex(proof.stones.first().unwrap()))).collect()
}

#[test]
fn a_chain_in_the_balance_is_taken_or_saved() {
    let drawn = "
        . . . . . . .
        . . X . . . .
        . X O X . . .
        . . . . . . .
        . . O . . . .
        . O . O . . .
        . . . . . . .";
    // By C4 White has five liberties.
    let expected = ("C4".to_string(), "C5".to_string());
    for color in Color::ALL {
        assert!(proved(drawn, color).contains(&expected), "{color}");
    }
}

#[test]
fn a_chain_that_is_lost_anyway_is_no_reason_to_move() {
    let drawn = "
        O X . . . . .
        . X . . . . .
        X . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proved(drawn, Color::Black), []);
    assert_eq!(proved(drawn, Color::White), []);
}
