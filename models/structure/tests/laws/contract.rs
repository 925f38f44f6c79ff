//! The laws of the contract for definitions of your own; the registry runs them for the built-in ones.

use goban::BoardSize;
use model::{Explanation, Family, Parameters, Question, Seed, Shape};
use record::Mode;
use structure::Structure;
use testkit::laws::{self, Effort};
use testkit::{Randomness, random_game};

#[test]
fn a_class_that_is_deleted_has_no_quantity() {
    let text = structure::definitions::built_in_text(1).unwrap();
    let (mut kept, mut skip) = (String::new(), false);
    for line in text.lines() {
        if line.starts_with("class ") {
            skip = line.starts_with("class C8 ") || line.starts_with("class black-long-knight ");
        }
        if !skip {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    let family = Structure::with_definitions(&kept).unwrap();
    assert!(family.card().quantity("structure.level1.long_knights_jump.white", Shape::Number).is_none());
    assert!(Structure::new().card().quantity("structure.level1.long_knights_jump.white", Shape::Number).is_some());
    laws::check(&family, Effort { games: 1, whole_up_to: 3, short: 6, dense_up_to: 3 });
}

/// The two sides of a diagonal are two shapes, and one sentence.
#[test]
fn nothing_is_said_twice() {
    let game = random_game(BoardSize::new(9).unwrap(), 60, Randomness::PLAY, Seed(1));
    let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
    let family = Structure::new();
    let mut model = family.begin(replay.position(), &Parameters::defaults(family.card()), Seed(1)).unwrap();
    let texts = |explanation: Explanation| -> Vec<String> {
        explanation.sentences.into_iter().map(|sentence| sentence.text).collect()
    };
    let mut diagonals = 0;
    while let Some(ply) = replay.next_ply().unwrap() {
        model.observe(&ply, replay.position());
        let said = texts(model.explain(replay.position(), Question::LastMove).unwrap());
        diagonals += said.iter().filter(|text| text.contains("makes a diagonal from")).count();
        let mut once = said.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), said.len(), "{said:#?}");
    }
    assert!(diagonals > 0);
}
