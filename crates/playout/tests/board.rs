//! The light board is held equal to `goban::Position`, in random games on boards of all sizes.

use goban::{BoardSize, Move, Position, Rules};
use model::{Rng, Seed, below};
use playout::LightBoard;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Simple ko and no suicide, as the light board has it.
const RULES: Rules = Rules::JAPANESE;

fn assert_equal(light: &LightBoard, position: &Position) {
    let board = position.board();
    assert_eq!(&light.stones(), board.stones(), "{position:?}");
    assert_eq!(light.to_move(), position.to_move());
    assert_eq!(light.prisoners(), position.prisoners());
    assert_eq!(light.ko(), position.ko());
    for point in position.size().points() {
        assert_eq!(light.is_legal(point), position.check(point).is_ok(), "{point:?} in {position:?}");
        assert_eq!(light.chain(point), board.chain(point).map(|chain| (chain.size(), chain.n_liberties())));
        for color in goban::Color::ALL {
            assert_eq!(light.is_eye(color, point), board.is_eye(color, point), "{point:?} in {position:?}");
        }
    }
}

/// Plays by chance on both boards and compares them now and then, and always at captures.
fn compare(size: BoardSize, length: usize, rng: &mut impl Rng) {
    let mut position = Position::new(size, RULES);
    let mut light = LightBoard::new(&position);
    for n in 0..length {
        // Eyes are filled as well, so that large chains come off; passes end games, so they are rare.
        let legal: Vec<_> = position.legal_points().iter().collect();
        let pass = legal.is_empty() || below(rng, 40) == 0;
        let mv = if pass { Move::Pass } else { Move::Play(legal[below(rng, legal.len())]) };
        let played = position.play(mv).expect("the move was chosen among the legal ones");
        light.play(mv);
        if position.is_over() {
            return;
        }
        if n % 16 == 0 || !played.captured.is_empty() || size.get() < 8 {
            light.check();
            assert_equal(&light, &position);
            assert_equal(&LightBoard::new(&position), &position);
        }
    }
    let mut copy = LightBoard::new(&Position::new(BoardSize::NINE, RULES));
    copy.clone_from(&light);
    copy.check();
    assert_equal(&copy, &position);
}

#[test]
fn random_games_agree_on_every_size() {
    for size in BoardSize::all() {
        let n_games = if size.get() < 10 { 12 } else { 2 };
        for game in 0..n_games {
            let mut rng = Seed(1).stream(size.get() as u64).stream(game).rng();
            compare(size, 3 * size.area(), &mut rng);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_game_agrees(side in 5usize..=25, length in 0usize..400, seed in any::<u64>()) {
        compare(BoardSize::new(side).unwrap(), length, &mut Seed(seed).rng());
    }
}
