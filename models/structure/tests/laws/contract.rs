//! The laws of the contract for definitions of your own; the registry runs them for the built-in ones.

use std::ops::ControlFlow;

use goban::{BoardSize, Color, Move, Point, Position, Rules};
use model::{Explanation, Family, Parameters, Question, Seed, Settings, Shape};
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

#[test]
fn the_laws_of_learning_hold() {
    let games: Vec<_> = (0..34).map(|seed| random_game(BoardSize::NINE, 30, Randomness::PLAY, Seed(seed))).collect();
    laws::check_learning(&Structure::new(), &["structure.share=0.05", "structure.groups=3"], &games);
}

/// In these games Black always jumps two points from its last stone, and White plays anywhere: jumps become worth most to make.
#[test]
fn what_is_played_is_worth_most_and_what_is_made_often_becomes_a_class() {
    let size = BoardSize::new(13).unwrap();
    let mut learner = {
        let family = Structure::new();
        let learn = family.learn().unwrap();
        let mut settings = Settings::default();
        ["structure.share=0.5", "structure.groups=2"].iter().for_each(|setting| settings.add(setting).unwrap());
        learn.learner(&settings.values(learn.settings()).unwrap(), Seed(1)).unwrap()
    };
    for seed in 0..12 {
        let mut rng = Seed(seed).rng();
        let mut position = Position::new(size, Rules::CHINESE);
        let mut game = record::Game::new(size);
        let (mut at, mut last) = (game.root(), size.point(6, 6).unwrap());
        for _ in 0..60 {
            let color = position.to_move();
            let mut points: Vec<Point> = position.legal_points().iter().collect();
            model::shuffle(&mut points, &mut rng);
            let free = |point: Point, x: i32, y: i32| {
                let between = size.offset(last, x / 2, y / 2);
                size.offset(last, x, y) == Some(point) && between.is_some_and(|near| position.board().is_empty(near))
            };
            let jump = |point: &&Point| [(2, 0), (-2, 0), (0, 2), (0, -2)].iter().any(|&(x, y)| free(**point, x, y));
            let jumps = if color == Color::Black { points.iter().find(jump) } else { None };
            let point = *jumps.unwrap_or(&points[0]);
            position.play(point).unwrap();
            at = game.add_move(at, color, Move::Play(point));
            if color == Color::Black {
                last = point;
            }
        }
        let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
        learner.take_game(&game.info, &mut replay).unwrap();
    }
    let file = learner.train(None, &mut |_| ControlFlow::Continue(())).unwrap();
    let text = String::from_utf8(file).unwrap();
    let system = structure::definitions::parse(&text).unwrap();
    let worth = |name: &str| system.class(1, name).unwrap().worth;
    assert!(worth("C5").made > 1.0 && worth("C5") == worth("C21"), "{text}");
    for other in ["C4", "C12", "C13", "C14", "C16", "C17", "C18"] {
        assert!(worth("C5").made > worth(other).made, "{other}: {text}");
    }
    let learned: Vec<_> = system.levels[2].classes.iter().filter(|class| class.name.starts_with("learned-")).collect();
    assert!(learned.len() >= 2, "{text}");
    assert!(learned.iter().any(|class| class.title.contains("one-point jump")), "{text}");
    let family = Structure::with_definitions(&text).unwrap();
    laws::check(&family, Effort { games: 1, whole_up_to: 3, short: 6, dense_up_to: 3 });
}
