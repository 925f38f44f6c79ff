//! Drawn cases for every rule of the policy.

use goban::{Color, Diagram, Position, Rules, Setup};
use model::Seed;
use playout::{Agent, Batch, Chance, Fate, Game, LightBoard, Policy, Reason, Status, Tally};

fn position(drawn: &str, to_move: Color) -> Position {
    let setup = Setup { to_move, ..Diagram::parse(drawn).unwrap() };
    Position::from_setup(&setup, Rules::JAPANESE).unwrap()
}

/// What the rules propose after a last move, as text: `take C5, flee C2`.
fn proposed(drawn: &str, to_move: Color, last: &str) -> String {
    let position = position(drawn, to_move);
    let size = position.size();
    let board = LightBoard::new(&position).with_last(size.parse_vertex(last), None);
    let policy = Policy::default();
    let candidates = Agent::new(&policy).candidates(&board);
    let urgent = candidates.iter().filter(|candidate| candidate.reason != Reason::Shape);
    urgent.map(|found| format!("{} {}", found.reason, size.vertex(found.point))).collect::<Vec<_>>().join(", ")
}

fn tally(drawn: &str, to_move: Color, last: &str) -> Tally {
    let position = position(drawn, to_move);
    let batch = Batch::new(&position).games(100).seed(Seed(1));
    batch.last(position.size().parse_vertex(last), None).tally()
}

fn fate(drawn: &str, to_move: Color, last: &str, vertex: &str) -> Fate {
    let tally = tally(drawn, to_move, last);
    *tally.fate(position(drawn, to_move).size().parse_vertex(vertex).unwrap()).unwrap()
}

#[track_caller]
fn assert_status(drawn: &str, to_move: Color, last: &str, vertex: &str, status: Status) {
    let fate = fate(drawn, to_move, last, vertex);
    assert_eq!(fate.status(), status, "{vertex} survives in {} of {}", fate.n_survived, fate.n_games);
}

#[test]
fn a_stone_that_moved_into_atari_is_taken() {
    let drawn = "
        . . . . .
        . X O X .
        . . X . .
        . . . . .
        . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "C4"), "take C5");
}

#[test]
fn a_chain_in_atari_takes_its_attacker_or_flees() {
    let drawn = "
        . O . . . . .
        O X O X . . .
        . . X O . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "C4"), "take C7, flee B5");
}

#[test]
fn without_a_last_move_every_atari_counts() {
    let drawn = "
        . . . . . . .
        . X O X . . .
        . . X . . . .
        . . . . . O .
        . O . . . . .
        O X O . . . .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, ""), "take C7");
    assert_eq!(proposed(drawn, Color::White, ""), "take B1");
}

#[test]
fn nobody_flees_into_a_ladder() {
    let ladder = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(ladder, Color::Black, "C6"), "");
    let broken = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . X .
        . . . . . . .
        . . . . . X .
        . . . . . . .";
    assert_eq!(proposed(broken, Color::Black, "C6"), "flee D5");
}

#[test]
fn a_ladder_is_begun_on_the_right_side() {
    let drawn = "
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    // Three liberties are too many; with one more stone there are two, and one of the two ataris works.
    assert_eq!(proposed(drawn, Color::Black, "C5"), "");
    let drawn = "
        . . . . . . .
        . . X X . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "C5"), "attack C4");
}

#[test]
fn a_chain_of_two_liberties_is_helped_before_it_is_caught() {
    let drawn = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "C6"), "defend D5, defend C4");
}

#[test]
fn a_net_catches_where_no_ladder_does() {
    let drawn = "
        . . . . . . .
        . . X X . . .
        . X O . . . .
        . X . . . O .
        . . . . . . .
        . . . . . O .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "C5"), "attack D4");
    let open = "
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . X . . . O .
        . . . . . . .
        . . . . . O .
        . . . . . . .";
    assert_eq!(proposed(open, Color::Black, "C5"), "");
}

#[test]
fn a_stone_is_thrown_in_where_that_is_a_snapback() {
    let drawn = "
        . . . . . . .
        . O O X . . .
        O O . . X . .
        . X O O X . .
        . . X X . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(drawn, Color::Black, "D4"), "attack C5");
    assert_eq!(proposed(drawn, Color::White, "D3"), "defend C5, defend A4, defend B3");
}

#[test]
fn the_middle_of_three_points_is_vital_to_both() {
    let drawn = "
        . . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    for to_move in Color::ALL {
        assert_eq!(proposed(drawn, to_move, "D7"), "vital B7");
    }
    // Chance may look away for a move, so neither is certain.
    assert!(fate(drawn, Color::Black, "D7", "A6").survival() < 0.5);
    assert!(fate(drawn, Color::White, "D7", "A6").survival() > 0.75);
}

#[test]
fn larger_eye_spaces_have_their_vital_point_too() {
    let t = "
        . . . O X . .
        O . O O X . .
        O O O X X . .
        X X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(t, Color::Black, "D7"), "vital B7");
    let bulky_five = "
        . . . O X . .
        . . O O X . .
        O O O X X . .
        X X X X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(bulky_five, Color::Black, "D7"), "vital B7");
    let rabbity_six = "
        O . O O X . .
        . . . O X . .
        O . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(rabbity_six, Color::Black, "D6"), "vital B6");
    let four_in_a_row = "
        . . . . O X .
        O O O O O X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(four_in_a_row, Color::Black, "E7"), "");
    assert!(fate(four_in_a_row, Color::Black, "E7", "A6").survival() > 0.7);
    let one_taken = "
        . . X . O X .
        O O O O O X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(proposed(one_taken, Color::White, "C7"), "vital B7, attack D7");
}

/// B9 and C9 have two liberties each, and no eye.
const RACE: &str = "
    . X O . X . . . .
    . X O . X . . . .
    O O X X X . . . .
    . O X . . X . . .
    . O X . . . . . .
    . O O X X X X X X
    . O . O O O O O O
    . . O . . . . . .
    . . . . . . . . .";

#[test]
fn a_race_goes_to_who_moves_first() {
    assert_eq!(proposed(RACE, Color::Black, "C8"), "attack D9, attack D8");
    // Chance may look away for a move, so that neither is certain.
    assert!(fate(RACE, Color::Black, "C8", "B9").survival() > 0.6);
    assert!(fate(RACE, Color::Black, "C8", "C9").survival() < 0.4);
    assert!(fate(RACE, Color::White, "B8", "B9").survival() < 0.4);
    assert!(fate(RACE, Color::White, "B8", "C9").survival() > 0.6);
}

#[test]
fn an_eye_wins_against_no_eye() {
    let drawn = "
        . X . O X . . . .
        X X . O X . X . .
        X X X O X . . . .
        O O O X X . . . .
        . . O X X X X X X
        . . O O O O O O O
        . O . . . . . . .
        . . . . . . O . .
        . . . . . . . . .";
    for to_move in Color::ALL {
        assert_status(drawn, to_move, "", "A8", Status::Alive);
        assert_status(drawn, to_move, "", "D9", Status::Dead);
    }
}

/// Both have two liberties in common and no eye.
const SEKI: &str = "
    X . O X . . . . .
    X . O X . X . . .
    X X O X X . . . .
    O O X X . . . . .
    . O O X X X X X X
    . . O O O O O O O
    . O . . . . O . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn nobody_dies_in_a_seki() {
    for to_move in Color::ALL {
        for stone in ["A9", "C9"] {
            assert_status(SEKI, to_move, "", stone, Status::Seki);
        }
    }
    // The two shared points are nobody's.
    let tally = tally(SEKI, Color::Black, "");
    let [black, white] = tally.n_owned(position(SEKI, Color::Black).size().parse_vertex("B9").unwrap());
    assert!(black + white < 5, "{black} {white}");
}

#[test]
fn a_ko_is_not_retaken_at_once() {
    let drawn = "
        . . . . .
        . X O . .
        X . X O .
        . X O . .
        . . . . .";
    let mut position = position(drawn, Color::White);
    let size = position.size();
    position.play(size.parse_vertex("B3").unwrap()).unwrap();
    let board = LightBoard::new(&position).with_last(size.parse_vertex("B3"), None);
    assert_eq!(board.ko(), size.parse_vertex("C3"));
    let policy = Policy::default();
    let mut agent = Agent::new(&policy);
    assert!(agent.candidates(&board).iter().all(|candidate| Some(candidate.point) != board.ko()));
    let mut game = Game::new();
    for seed in 0..50 {
        game.play(&board, &mut agent, &mut Chance::new(Seed(seed)));
        assert_ne!(game.steps().next().unwrap().mv.point(), board.ko());
    }
}
