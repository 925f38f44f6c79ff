//! The laws of the contract, with few games so that they stay short.

use aji_futures::Futures;
use goban::{Color, Diagram, Position, Rules, Setup};
use model::{Family, Parameters, Question, Seed, Selection, Settings, Sheet};
use testkit::With;
use testkit::laws::{self, Effort};

#[test]
fn the_laws_hold() {
    let effort = Effort { games: 1, whole_up_to: 5, short: 12, dense_up_to: 4 };
    laws::check(&With::new(&Futures::new(), &["futures.games=4"]), effort);
    laws::check(&With::new(&Futures::new(), &["futures.games=4", "futures.policy=plain"]), effort);
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
