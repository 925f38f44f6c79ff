//! The laws of the contract, with few games so that they stay short.

use std::ops::ControlFlow;

use aji_futures::Futures;
use goban::{BoardSize, Color, Diagram, Position, Rules, Setup};
use model::{Cell, Family, LearnError, Learner, LeftOut, Parameters, Question, Seed, Selection, Settings, Sheet};
use record::{Game, Mode};
use testkit::laws::{self, Effort};
use testkit::{Randomness, With, fixtures, random_game};

#[test]
fn the_laws_hold() {
    let effort = Effort { games: 1, whole_up_to: 5, short: 12, dense_up_to: 4 };
    laws::check(&With::new(&Futures::new(), &["futures.games=4"]), effort);
    let plain = ["futures.games=4", "futures.policy=plain", "futures.owners=played"];
    laws::check(&With::new(&Futures::new(), &plain), effort);
}

#[test]
fn the_laws_of_learning_hold() {
    let games: Vec<_> = fixtures::real_games(200);
    laws::check_learning(&Futures::new(), &["futures.played=2", "futures.classes=900", "futures.share=0.4"], &games);
}

/// A learner that was shown a table of owners.
fn taught(table: &str) -> (Box<dyn Learner>, Result<bool, LearnError>) {
    let family = Futures::new();
    let learn = family.learn().unwrap();
    let mut settings = Settings::default();
    settings.add("futures.played=4").unwrap();
    let mut learner = learn.learner(&settings.values(learn.settings()).unwrap(), Seed(1)).unwrap();
    let accepted = learner.accept("owners.tsv", table.as_bytes());
    (learner, accepted)
}

fn show(learner: &mut dyn Learner, game: &Game) -> Result<(), LeftOut> {
    learner.take_game(&game.info, &mut game.replay(&game.main_line(), Mode::Strict).unwrap())
}

#[test]
fn tables_of_owners_are_learned_from() {
    let mut game = random_game(BoardSize::NINE, 40, Randomness::PLAY, Seed(3));
    game.info.name = Some("a game".to_string());
    let row = |n_moves: usize| format!("a game\t{n_moves}\t0.7\t3.5\t9\t{}\n", "aku".repeat(27));
    let (mut learner, accepted) = taught(&[10, 40, 20].map(row).concat());
    assert_eq!(accepted, Ok(true));
    assert_eq!(show(&mut *learner, &game), Ok(()));
    let other = random_game(BoardSize::NINE, 40, Randomness::PLAY, Seed(4));
    assert_eq!(show(&mut *learner, &other), Err(LeftOut("that no table of owners names".to_string())));
    let file = learner.train(None, &mut |_| ControlFlow::Continue(())).unwrap();
    let summary = learner.examine(Some(&file), &mut |_| ControlFlow::Continue(())).unwrap();
    let origin = "3 positions of 1 game, each gone through 2 times, 4 games played from each, looked at again in 1 more, \
        at the stones alone in 3, seed 1";
    assert!(summary.about.contains(&("origin", Cell::Text(origin.to_string()))));
    assert!(summary.measures.iter().any(|measure| measure.name == "lead_error"));
}

#[test]
fn wrong_tables_are_refused_with_their_place() {
    let letters = "k".repeat(81);
    let good = format!("a game\t3\t0.5\t0\t9\t{letters}\n");
    for bad in [
        "a game\t3\t0.5\t0\t9\n".to_string(),
        format!("a game\t3\t1.5\t0\t9\t{letters}\n"),
        format!("a game\t3\t0.5\tNaN\t9\t{letters}\n"),
        format!("a game\t-3\t0.5\t0\t9\t{letters}\n"),
        format!("a game\t3\t0.5\t0\t9\t{}z\n", "k".repeat(80)),
    ] {
        let (_, accepted) = taught(&format!("{good}{bad}"));
        assert_eq!(accepted, Err(LearnError::Failed("line 2: not a row of owners".to_string())), "{bad}");
    }
    assert_eq!(taught("(;GM[1]SZ[9])").1, Ok(false));
    let mut game = random_game(BoardSize::NINE, 2, Randomness::PLAY, Seed(3));
    game.info.name = Some("a game".to_string());
    let shown = |table: &str, game: &Game| show(&mut *taught(table).0, game);
    assert_eq!(shown(&good, &game), Err(LeftOut("shorter than the table of owners says".to_string())));
    game = random_game(BoardSize::NINETEEN, 20, Randomness::PLAY, Seed(3));
    game.info.name = Some("a game".to_string());
    assert_eq!(shown(&good, &game), Err(LeftOut("on another board than the table of owners has".to_string())));
    let (mut learner, _) = taught("(;GM[1]SZ[9])");
    let _ = show(&mut *learner, &game);
    assert!(matches!(learner.accept("late.tsv", good.as_bytes()), Err(LearnError::Settings(_))));
    let nothing = taught(&good).0.train(None, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(nothing, Err(LearnError::Failed(_))), "no game was shown");
}

/// Black has one eye in the corner and C7 to make another; White takes it from him there.
const CORNER: &str = "
    . X . . O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . . . . . X .
    . . . . . . .
    . . . . . . .";

fn position(drawn: &str, to_move: Color) -> Position {
    let setup = Setup { to_move, ..Diagram::parse(drawn).unwrap() };
    Position::from_setup(&setup, Rules::JAPANESE).unwrap()
}

fn sheet<'c>(family: &'c Futures, position: &Position, settings: &[&str]) -> Sheet<'c> {
    let mut given = Settings::default();
    settings.iter().for_each(|setting| given.add(setting).unwrap());
    let parameters = given.apply(family.card()).unwrap();
    let mut model = family.begin(position, &parameters, Seed(1)).unwrap();
    let mut sheet = Sheet::new(family.card(), &Selection::All);
    model.read(position, &mut sheet);
    sheet
}

#[test]
fn tactical_sense_sees_more_than_chance() {
    let family = Futures::new();
    // White saves four stones from atari.
    let atari = "
        . . . . . . .
        . X X X X . .
        X O O O O X .
        . X X X . . .
        . . . . . O .
        . . . . O . .
        . . . . . . .";
    let position = position(atari, Color::White);
    let size = position.size();
    let at = size.index(size.parse_vertex("C5").unwrap());
    let [tactical, plain] = ["tactical", "plain"].map(|policy| {
        let policy = format!("futures.policy={policy}");
        sheet(&family, &position, &[&policy, "futures.games=400"]).get_field("futures.survival").unwrap()[at]
    });
    assert!(tactical > plain + 0.1, "{tactical} {plain}");
}

#[test]
fn a_chain_is_explained_by_the_moves_that_decide_it() {
    let family = Futures::new();
    let position = position(CORNER, Color::White);
    let size = position.size();
    let mut settings = Settings::default();
    settings.add("futures.games=200").unwrap();
    let parameters = settings.apply(family.card()).unwrap();
    let mut model = family.begin(&position, &parameters, Seed(1)).unwrap();
    let told = model.explain(&position, Question::Point(size.parse_vertex("B7").unwrap())).unwrap();
    let text: Vec<&str> = told.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    assert!(
        text[0].starts_with("In ") && text[0].contains("of 200 games from here the 5 black stones at B7 are lost"),
        "{text:?}"
    );
    assert!(text.iter().any(|line| line.contains("where White plays D7 first")), "{text:?}");
    assert!(text.iter().any(|line| line.starts_with("For example: W ")), "{text:?}");
    let again = model.explain(&position, Question::Point(size.parse_vertex("B7").unwrap())).unwrap();
    assert_eq!(told, again);
}

#[test]
fn an_empty_point_is_explained_by_its_owners() {
    let family = Futures::new();
    let position = position(CORNER, Color::White);
    let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
    let told = model.explain(&position, Question::Point(position.size().parse_vertex("C7").unwrap())).unwrap();
    assert!(told.sentences[0].text.starts_with("In 64 games from here C7 becomes Black's "), "{told:?}");
}

#[test]
fn learned_owners_give_their_reasons_and_stay_off_small_boards() {
    let family = Futures::new();
    let explain = |size: BoardSize, settings: &[&str]| {
        let game = random_game(size, 60, Randomness::PLAY, Seed(5));
        let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        let mut given = Settings::default();
        settings.iter().for_each(|setting| given.add(setting).unwrap());
        let mut model = family.begin(replay.position(), &given.apply(family.card()).unwrap(), Seed(1)).unwrap();
        model.explain(replay.position(), Question::Point(size.parse_vertex("G1").unwrap())).unwrap()
    };
    for learned in [explain(BoardSize::NINETEEN, &[]), explain(BoardSize::NINE, &["futures.games=200"])] {
        let last = &learned.sentences.last().unwrap().text;
        assert!(last.starts_with("By what was learned from strong play G1 becomes "), "{last}");
        assert!(learned.rows.iter().any(|row| row.kind == "grounds"));
    }
    for without in [explain(BoardSize::NINETEEN, &["futures.owners=played"]), explain(BoardSize::new(7).unwrap(), &[])]
    {
        assert!(without.rows.iter().all(|row| row.kind != "grounds"));
    }
}
