//! The laws of the contract, on the classes that ship with the program.

use std::ops::ControlFlow;

use experience::Experience;
use goban::{BoardSize, Color, Position, Rules, Symmetry};
use model::{Family, LearnError, Parameters, Seed, Selection, Settings, Sheet};
use record::{Mode, Ply};
use testkit::laws::{self, Effort};
use testkit::{Randomness, random_game};

#[test]
fn the_laws_hold() {
    laws::check(&Experience::new(), Effort { games: 1, whole_up_to: 5, short: 24, dense_up_to: 4 });
}

#[test]
fn the_laws_of_learning_hold() {
    let games: Vec<_> = (0..4).map(|seed| random_game(BoardSize::NINE, 60, Randomness::PLAY, Seed(seed))).collect();
    laws::check_learning(&Experience::new(), &["experience.share=0.9"], &games);
    laws::check_learning(&Experience::new(), &["experience.classes=300"], &games);
}

/// Until classes are cut, nothing depends on how many are kept: one long training serves for files of several sizes.
#[test]
fn a_checkpoint_before_the_cut_serves_for_any_number_of_classes() {
    let games: Vec<_> = (0..3).map(|seed| random_game(BoardSize::NINE, 60, Randomness::PLAY, Seed(seed))).collect();
    let train = |keep: &str, from: Option<&[u8]>, stop_at: f64| {
        let family = Experience::new();
        let learn = family.learn().unwrap();
        let mut settings = Settings::default();
        settings.add(keep).unwrap();
        let mut learner = learn.learner(&settings.values(learn.settings()).unwrap(), Seed(1)).unwrap();
        for game in &games {
            let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
            learner.take_game(&game.info, &mut replay).unwrap();
        }
        let mut left = Vec::new();
        let file = learner.train(from, &mut |progress| {
            if progress.done < stop_at {
                return ControlFlow::Continue(());
            }
            left = (progress.checkpoint)();
            ControlFlow::Break(())
        });
        (file, left)
    };
    let (stopped, checkpoint) = train("experience.classes=900", None, 0.5);
    assert_eq!(stopped, Err(LearnError::Stopped));
    let (whole, _) = train("experience.classes=200", None, 2.0);
    let (went_on, _) = train("experience.classes=200", Some(&checkpoint), 2.0);
    assert!(whole.is_ok() && whole == went_on);
    let (_, late) = train("experience.classes=900", None, 0.95);
    let (refused, _) = train("experience.classes=200", Some(&late), 2.0);
    assert!(matches!(refused, Err(LearnError::Checkpoint(_))), "classes have been cut by then");
}

/// The law of the contract allows for the last bits of sums. Here there is nothing to allow for.
#[test]
fn symmetries_and_colours_hold_bit_for_bit() {
    let family = Experience::new();
    let card = family.card();
    for side in [7, 9, 13, 19] {
        let size = BoardSize::new(side).unwrap();
        let game = random_game(size, 90, Randomness::PLAY, Seed(side as u64));
        for symmetry in Symmetry::ALL {
            for swap in [false, true] {
                let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
                let mut plain = family.begin(replay.position(), &Parameters::defaults(card), Seed(1)).unwrap();
                let mut image = Position::new(size, *replay.position().rules());
                if swap {
                    image.set_to_move(Color::White);
                }
                let mut turned = family.begin(&image, &Parameters::defaults(card), Seed(1)).unwrap();
                while let Some(ply) = replay.next_ply().unwrap() {
                    plain.observe(&ply, replay.position());
                    let color = if swap { !ply.color } else { ply.color };
                    let mv = symmetry.apply_move(size, ply.mv);
                    let played = image.play_as(color, mv).unwrap();
                    turned.observe(&Ply::played(&image, color, mv, &played), &image);
                    if ply.number % 30 != 0 {
                        continue;
                    }
                    let mut sheets = [Sheet::new(card, &Selection::All), Sheet::new(card, &Selection::All)];
                    plain.read(replay.position(), &mut sheets[0]);
                    turned.read(&image, &mut sheets[1]);
                    for quantity in &card.quantities {
                        let [field, there] = sheets.each_ref().map(|sheet| sheet.get_field(&quantity.name).unwrap());
                        for point in size.points() {
                            let goes = symmetry.apply(size, point);
                            assert!(
                                field[size.index(point)] == there[size.index(goes)],
                                "{} {symmetry:?}",
                                quantity.name
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_text_of_the_shipped_classes_is_the_same_model() {
    let shipped = Experience::new();
    let again = Experience::from_file(shipped.to_text().as_bytes()).unwrap();
    assert!(again.to_bytes() == shipped.to_bytes());
}

#[test]
fn a_player_by_chance_plays_what_is_likely() {
    let family = Experience::new();
    let start = Position::new(BoardSize::NINE, Rules::CHINESE);
    let mut settings = Settings::default();
    settings.add("experience.temperature=1").unwrap();
    let parameters = settings.apply(family.card()).unwrap();
    let mut counts = std::collections::BTreeMap::new();
    let mut expected = 0.0;
    for seed in 0..400 {
        let mut model = family.begin(&start, &parameters, Seed(seed)).unwrap();
        let ratings = model.rate_all(&start);
        let best = ratings.iter().max_by(|a, b| a.value.total_cmp(&b.value)).unwrap();
        *counts.entry(best.point).or_insert(0) += 1;
        let middle = ratings.iter().find(|rating| rating.point == start.size().point(4, 4).unwrap()).unwrap();
        let Some((_, model::Cell::Number(probability))) = middle.details.first() else { panic!("no probability") };
        expected = 400.0 * probability;
    }
    let middle = *counts.get(&start.size().point(4, 4).unwrap()).unwrap_or(&0);
    assert!((f64::from(middle) - expected).abs() < 4.0 * expected.sqrt() + 3.0, "{middle} times, expected {expected}");
}
