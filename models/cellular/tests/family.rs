//! The family through the contract: what it writes, shows and says.

use cellular::Cellular;
use goban::{Color, Diagram, Position, Rules, Setup};
use model::{Cell, Data, Explanation, Family, Model, Parameters, Question, Seed, Selection, Settings, Sheet};
use record::{Game, Mode};
use testkit::With;
use testkit::laws::{self, Effort};

const BOARD: &str = "
    . . X . .
    . . X . .
    X X X O O
    . . . O .
    . . . . .";

fn position(to_move: Color, text: &str) -> Position {
    let setup = Setup { to_move, ..Diagram::parse(text).unwrap() };
    Position::from_setup(&setup, Rules { komi: 6.5, ..Rules::CHINESE }).unwrap()
}

fn model(position: &Position, settings: &[&str]) -> Box<dyn Model> {
    let family = Cellular::new();
    let mut set = Settings::default();
    settings.iter().for_each(|setting| set.add(setting).unwrap());
    family.begin(position, &set.apply(family.card()).unwrap(), Seed(1)).unwrap()
}

fn words(explanation: Option<Explanation>) -> String {
    explanation.unwrap().sentences.iter().map(|sentence| sentence.text.clone()).collect::<Vec<_>>().join(" ")
}

fn ask(position: &Position, vertex: &str) -> String {
    let point = position.size().parse_vertex(vertex).unwrap();
    words(model(position, &[]).explain(position, Question::Point(point)))
}

#[test]
fn numbers_and_maps_of_a_board() {
    let position = position(Color::Black, BOARD);
    let family = Cellular::new();
    let read = |settings: &[&str]| {
        let mut sheet = Sheet::new(family.card(), &Selection::All);
        model(&position, settings).read(&position, &mut sheet);
        let numbers: Vec<(String, f64)> = sheet
            .observations()
            .filter_map(|observation| match observation.data {
                Data::Number(value) => Some((observation.quantity.name.replace("cellular.", ""), *value)),
                _ => None,
            })
            .collect();
        let fields =
            ["cellular.state", "cellular.owner", "cellular.votes"].map(|name| sheet.get_field(name).unwrap().to_vec());
        (numbers, fields)
    };
    let (numbers, [state, owner, votes]) = read(&[]);
    let numbers: Vec<(&str, f64)> = numbers.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let expected = [("black_area", 9.0), ("white_area", 3.0), ("neutral", 13.0), ("free", 0.0), ("lead", 6.0)];
    assert_eq!(numbers[..5], expected);
    assert_eq!(numbers[5], ("steps", 5.0));
    assert_eq!(state[..10], [3.0, 3.0, 15.0, 6.0, 6.0, 3.0, 3.0, 15.0, 6.0, 6.0]);
    assert_eq!(owner.iter().sum::<f64>(), 6.0);
    assert!(votes.iter().sum::<f64>() <= 200.0);
    assert_eq!(read(&["cellular.komi=yes"]).0[4].1, -0.5);
    assert_eq!(read(&["cellular.style=grow"]).1[2].iter().sum::<f64>(), 1.0);
}

#[test]
fn ratings_carry_vectors_and_votes() {
    let position = position(Color::White, BOARD);
    let ratings = model(&position, &[]).rate_all(&position);
    assert_eq!(ratings.len(), 17);
    let rating = ratings.iter().find(|rating| position.size().vertex(rating.point) == "C2").unwrap();
    assert_eq!(
        rating.details,
        [("m", Cell::Numbers(vec![1.0, 1.0, -1.0, 0.0])), ("votes", Cell::Number(rating.value))]
    );
}

#[test]
fn frames_are_the_steps_of_the_evolution() {
    let position = position(Color::Black, BOARD);
    let mut model = model(&position, &[]);
    let captions = |frames: Vec<model::Frame>| frames.into_iter().map(|frame| frame.caption).collect::<Vec<_>>();
    let expected = ["the stones", "step 1", "step 2", "step 3", "step 4", "step 5: the fixed point"];
    assert_eq!(captions(model.frames(&position, "cellular.state")), expected);
    assert_eq!(captions(model.frames(&position, "cellular.owner")), expected);
    assert!(model.frames(&position, "cellular.steps").is_empty());
}

/// The laws hold for a taste and a move of one's own, too. (Those of the defaults are checked with all families.)
#[test]
fn settings_keep_the_laws() {
    let effort = Effort { games: 1, whole_up_to: 6, short: 24, dense_up_to: 5 };
    laws::check(&Cellular::new(), effort);
    laws::check(&With::new(&Cellular::new(), &["cellular.vector=2,-1,-3,0", "cellular.point=B2"]), effort);
}

#[test]
fn all_four_automata_can_be_watched() {
    let position = position(
        Color::Black,
        "
        . X O . .
        X O O X .
        . X . . .
        . . . . .
        . . . . .",
    );
    let watch = |quantity: &str, settings: &[&str]| {
        let mut model = model(&position, settings);
        let frames = model.frames(&position, quantity);
        let map = |frame: &model::Frame| match &frame.data {
            Data::Field(states) => states.clone(),
            other => panic!("{other:?}"),
        };
        let captions: Vec<String> = frames.iter().map(|frame| frame.caption.clone()).collect();
        let count = |state: f64| map(frames.last().unwrap()).iter().filter(|known| **known == state).count();
        (captions, [2.0, 3.0, 4.0].map(count))
    };
    // C3 touches the chain of B3 alone, and the number has nowhere to go.
    let (captions, [_, first, second]) = watch("cellular.chains", &["cellular.point=C3"]);
    assert_eq!((captions[0].as_str(), first, second), ("Black on C3", 1, 0));
    // Beside D4 White breathes on D5 only; with Black there and on C3 it is taken.
    let (_, [_, without_air, _]) = watch("cellular.captures", &["cellular.point=C3"]);
    assert_eq!(without_air, 0, "D5 is still open");
    let (captions, _) = watch("cellular.liberties", &["cellular.point=D5"]);
    assert_eq!(captions[0], "Black on D5");
    assert!(captions.last().unwrap().ends_with("the fixed point"));
    let (captions, _) = watch("cellular.liberties", &["cellular.point=A4"]);
    assert_eq!(captions[0], "the stones", "nobody can play on a stone");
}

#[test]
fn a_game_vector_can_be_ones_own() {
    let position = position(Color::Black, BOARD);
    let votes = |settings: &[&str]| {
        let ratings = model(&position, settings).rate(&position, &position.legal_points(), &mut || true);
        ratings.iter().map(|rating| rating.value).collect::<Vec<f64>>()
    };
    assert_eq!(votes(&["cellular.vector=0,1,0,0"]), votes(&["cellular.style=breathe"]));
    assert_eq!(votes(&["cellular.vector=2,2,-1,1"]), votes(&["cellular.style=offensive"]));
    let family = Cellular::new();
    for (setting, why) in
        [("cellular.vector=1,2", "four whole numbers"), ("cellular.point=Z9", "no point of this board")]
    {
        let mut settings = Settings::default();
        settings.add(setting).unwrap();
        let parameters = settings.apply(family.card()).unwrap();
        let error = family.begin(&position, &parameters, Seed(1)).err().unwrap().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn points_are_explained_in_words() {
    let white = position(Color::White, BOARD);
    assert_eq!(
        ask(&white, "C5"),
        "The black stone on C5 keeps its state and counts a point for Black. Its chain of 5 stones has 8 liberties."
    );
    assert_eq!(
        ask(&white, "A5"),
        "A5 is Black's: its region of 4 empty points touches black stones only. Black reaches it with step 2 of 5, \
         which decides it. White on A5 would begin a new chain: move-vector [0, 1, 0, 0]. \
         4 of 200 game-vectors vote for it."
    );
    let text = ask(&white, "C2");
    assert!(
        text.starts_with(
            "C2 is nobody's: its region of 9 empty points touches stones of both colours. Both colours reach it with step 1 \
             of 5, which decides it. White on C2 would extend a chain, win 1 liberty and take 1 liberty from Black: \
             move-vector [1, 1, -1, 0]. "
        ),
        "{text}"
    );
    assert!(ask(&white, "A1").contains("Black reaches it with step 2, White with step 4 of 5, which decides it."));
}

#[test]
fn what_cannot_be_played_is_explained_too() {
    let white = position(
        Color::White,
        ". X . .
         X X . .
         . . . .
         . . . .",
    );
    assert!(ask(&white, "A4").ends_with("White may not play A4: suicide."));
    let free = Position::new(goban::BoardSize::NINE, Rules::CHINESE);
    assert!(ask(&free, "E5").starts_with("E5 is free: there is no stone on the board. Black on E5 would"));
    let far = goban::BoardSize::NINETEEN.parse_vertex("T1").unwrap();
    assert_eq!(model(&free, &[]).explain(&free, Question::Point(far)), None);
    assert_eq!(model(&free, &[]).explain(&free, Question::Candidate(far.into())), None);
}

#[test]
fn the_last_move_is_explained() {
    let size = goban::BoardSize::new(4).unwrap();
    let mut game = Game::new(size);
    let mut at = game.root();
    for (color, vertex) in [("b", "A3"), ("w", "A4"), ("b", "B4")] {
        at = game.add_move(at, Color::parse(color).unwrap(), size.parse_vertex(vertex).unwrap().into());
    }
    let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
    let mut model = model(replay.position(), &[]);
    assert_eq!(model.explain(replay.position(), Question::LastMove), None);
    while let Some(ply) = replay.next_ply().unwrap() {
        model.observe(&ply, replay.position());
    }
    assert_eq!(
        words(model.explain(replay.position(), Question::LastMove)),
        "Black on B4 began a new chain, took 1 liberty from White and captured 1 stone: move-vector [0, 1, -1, 1]."
    );
}

#[test]
fn parameters_fit_their_ranges() {
    let family = Cellular::new();
    let parameters = Parameters::defaults(family.card());
    assert_eq!(
        parameters.to_string(),
        "cellular.komi=false cellular.point= cellular.spare_eyes=false cellular.style=mixed cellular.vector= cellular.vectors=200 cellular.weight=10"
    );
}
