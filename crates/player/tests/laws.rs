//! What every player keeps, whatever its model: the rules, its eyes, its seed, and an end to the game.

use std::sync::Arc;

use goban::{Agreement, BoardSize, ByColor, Color, Move, Position, Rules, Scoring};
use model::{Families, Seed, Settings};
use player::{Player, Spec, list, play};

/// All families and the dummy sixth.
fn families() -> Families {
    let mut all: Vec<Arc<dyn model::Family>> = registry::families().iter().cloned().collect();
    all.push(Arc::new(testkit::Dummy::new()));
    Families::new(all)
}

fn make(name: &str, seed: Seed, families: &Families) -> Box<dyn Player> {
    let mut settings = Settings::default();
    // The network that fills its boards is not what is tested here.
    settings.add("ising.generative.spins=0").unwrap();
    Spec { settings, ..Spec::parse(name).unwrap().seed(seed) }.player(families).unwrap()
}

/// The name of every player, as it is tested: the house player with few games, as every move of many games is asked for.
fn names(families: &Families) -> impl Iterator<Item = String> {
    list(families).into_iter().map(|card| if card.name == "aji" { "aji:20".to_string() } else { card.name })
}

/// A move fills an eye of its side, takes nothing and leaves no chain saved.
fn fills_eye(position: &Position, mv: Move) -> bool {
    let (board, color) = (position.board(), position.to_move());
    let Move::Play(point) = mv else { return false };
    let in_atari = board.size().neighbors(point).filter_map(|near| board.chain(near)).any(|chain| chain.in_atari());
    board.is_eye(color, point) && board.would_capture(color, point).is_empty() && !in_atari
}

/// Plays a game to its end and checks every move of it.
#[track_caller]
fn game(names: ByColor<&str>, size: BoardSize, rules: Rules, seed: Seed, families: &Families) -> (Position, Vec<Move>) {
    let mut players = names.map(|name| make(name, seed, families));
    let what = format!("{} – {}, {size}, seed {seed}", names.black, names.white);
    let mut position = Position::new(size, rules);
    players.black.begin(&position).unwrap();
    players.white.begin(&position).unwrap();
    let mut moves = Vec::new();
    while !position.is_over() {
        assert!(moves.len() < 3 * size.area(), "{what}: the game does not end\n{position:?}");
        let mover = &mut players[position.to_move()];
        let choice = mover.choose(&position).unwrap();
        assert!(!fills_eye(&position, choice.mv), "{what}: {:?} fills an eye\n{position:?}", choice.mv);
        let explanation = mover.explain(&position, &choice);
        let first = explanation.sentences.first().unwrap_or_else(|| panic!("{what}: a move without words"));
        assert!(first.text.ends_with('.') && first.text.starts_with(mover.name()), "{what}: {}", first.text);
        if let Move::Play(point) = choice.mv {
            assert!(first.marks.iter().any(|mark| mark.point == point), "{what}: {} is not marked", first.text);
            assert!(choice.candidates.iter().any(|rating| rating.point == point), "{what}: it is no candidate");
        }
        assert!(choice.candidates.iter().all(|rating| position.check(rating.point).is_ok()), "{what}");
        let ByColor { black, white } = &mut players;
        let ply = play(&mut position, choice.mv, &mut [&mut **black, &mut **white])
            .unwrap_or_else(|reason| panic!("{what}: {:?} is illegal: {reason}\n{position:?}", choice.mv));
        assert!(!ply.suicide, "{what}: {:?} is suicide", choice.mv);
        moves.push(choice.mv);
    }
    assert!(moves.ends_with(&[Move::Pass, Move::Pass]), "{what}");
    if rules.scoring == Scoring::Area {
        for color in Color::ALL {
            let ground = position.board().unconditional_life(color).territory;
            assert!(!ground.meets(&position.board().stones()[!color]), "{what}: dead stones are left\n{position:?}");
        }
    }
    (position, moves)
}

fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}

#[test]
fn every_player_keeps_the_laws_against_itself_and_against_chance() {
    let families = families();
    for name in names(&families) {
        let name = name.as_str();
        for (side, seed) in [(2, 1), (5, 2), (7, 3), (9, 4)] {
            game(ByColor { black: name, white: name }, size(side), Rules::TROMP_TAYLOR, Seed(seed), &families);
            game(ByColor { black: "random", white: name }, size(side), Rules::CHINESE, Seed(seed), &families);
        }
    }
}

#[test]
fn players_that_read_keep_them_too() {
    let families = families();
    for name in names(&families) {
        let name = format!("{name}+search");
        for (side, seed) in [(5, 1), (7, 2)] {
            game(ByColor { black: &name, white: &name }, size(side), Rules::AGA, Seed(seed), &families);
            game(ByColor { black: &name, white: "random" }, size(side), Rules::TROMP_TAYLOR, Seed(seed), &families);
        }
    }
}

#[test]
fn games_end_under_territory_scoring_too() {
    let families = families();
    for name in ["random", "freedom", "cellular+search", "blend"] {
        for seed in 1..4 {
            game(ByColor { black: name, white: "random" }, size(7), Rules::JAPANESE, Seed(seed), &families);
        }
    }
}

#[test]
fn many_random_games_end_with_the_dead_stones_taken() {
    let families = families();
    for side in [5, 7, 9] {
        for seed in 0..60 {
            game(ByColor { black: "random", white: "random" }, size(side), Rules::TROMP_TAYLOR, Seed(seed), &families);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let families = families();
    for name in ["random", "cellular", "agents:random", "blend", "freedom+search", "aji:30", "aji:15k"] {
        let play =
            |seed| game(ByColor { black: name, white: name }, size(5), Rules::TROMP_TAYLOR, Seed(seed), &families).1;
        assert_eq!(play(7), play(7), "{name}");
    }
    let random = |seed| {
        game(ByColor { black: "random", white: "random" }, size(5), Rules::TROMP_TAYLOR, Seed(seed), &families).1
    };
    assert_ne!(random(1), random(2));
}

#[test]
fn a_player_that_was_led_to_a_position_plays_as_one_that_is_put_there() {
    let families = families();
    // Models of the position alone: what others know of the game so far is theirs.
    for name in ["cellular", "freedom", "ising.molecular", "bouzy", "random+search"] {
        let mut led = make(name, Seed(1), &families);
        let mut position = Position::new(size(7), Rules::TROMP_TAYLOR);
        led.begin(&position).unwrap();
        for _ in 0..20 {
            let choice = led.choose(&position).unwrap();
            let put = make(name, Seed(1), &families).choose(&position).unwrap();
            assert_eq!(choice.mv, put.mv, "{name}\n{position:?}");
            if play(&mut position, choice.mv, &mut [&mut *led]).is_err() || position.is_over() {
                break;
            }
        }
    }
}

#[test]
fn most_models_beat_chance() {
    let families = families();
    for name in ["freedom", "ising.molecular", "zobrist", "blend", "random+search"] {
        let mut wins = 0;
        for seed in 0..10 {
            let side = if seed % 2 == 0 { Color::Black } else { Color::White };
            let mut names = ByColor { black: "random", white: "random" };
            names[side] = name;
            let (end, _) = game(names, size(9), Rules::TROMP_TAYLOR, Seed(seed), &families);
            wins += usize::from(end.score(&Agreement::default(), 0).winner() == Some(side));
        }
        assert!(wins >= 8, "{name} wins {wins} of 10");
    }
}

#[test]
fn any_position_of_any_size_gets_a_legal_move() {
    let families = families();
    for (name, side) in names(&families).zip([2, 3, 4, 6, 8, 11, 13, 16, 19, 25].into_iter().cycle()) {
        let name = format!("{name}+search");
        for part in 0..4 {
            let length = size(side).area() * part / 4;
            let position = testkit::random_position(size(side), length, Seed(part as u64));
            let choice = make(&name, Seed(1), &families).choose(&position).unwrap();
            position
                .check(choice.mv)
                .unwrap_or_else(|reason| panic!("{name}: {:?} is {reason}\n{position:?}", choice.mv));
        }
    }
}
