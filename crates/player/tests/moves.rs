//! What players do on drawn boards.

use std::sync::{Arc, LazyLock};

use goban::{BoardSize, Color, Diagram, Move, Point, Position, Rules, Setup};
use model::{Abilities, BeginError, Card, Families, Family, Model, Parameters, Seed};
use player::{Choice, Reason, Spec, list, play};
use playout::Settlement;

static FAMILIES: LazyLock<Families> = LazyLock::new(registry::families);

fn board(text: &str, to_move: Color, rules: Rules) -> Position {
    let setup = Diagram::parse(text).unwrap();
    Position::from_setup(&Setup { to_move, ..setup }, rules).unwrap()
}

fn at(position: &Position, vertex: &str) -> Point {
    position.size().parse_vertex(vertex).unwrap()
}

fn choose(name: &str, position: &Position) -> Choice {
    Spec::parse(name).unwrap().player(&FAMILIES).unwrap().choose(position).unwrap()
}

/// What it plays with any of many seeds.
fn all_choices(name: &str, position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = (0..40)
        .map(|seed| {
            let spec = Spec::parse(name).unwrap().seed(Seed(seed));
            spec.player(&FAMILIES).unwrap().choose(position).unwrap().mv
        })
        .collect();
    moves.sort_by_key(|mv| mv.point());
    moves.dedup();
    moves
}

/// Both sides live, and every move fills an eye.
const FINISHED: &str = "
        . X O . O
        X X O O .
        . X O . O
        X X O O .
        . X O . O";

#[test]
fn a_finished_board_is_passed() {
    let position = board(FINISHED, Color::Black, Rules::TROMP_TAYLOR);
    for name in ["random", "freedom", "cellular:grow", "ising.atomic", "agents:hottest", "blend+search"] {
        let choice = choose(name, &position);
        assert_eq!((choice.mv, choice.reason), (Move::Pass, Reason::Finished), "{name}");
    }
}

#[test]
fn without_manners_a_finished_board_is_played_on() {
    // The same board: the vote of the paper goes on into its own eyes, since it passes only where no point has a vote.
    let position = board(FINISHED, Color::Black, Rules::TROMP_TAYLOR);
    let eyes = ["A1", "A3", "A5"].map(|vertex| Move::Play(at(&position, vertex)));
    for mv in all_choices("cellular+bare", &position) {
        assert!(eyes.contains(&mv), "{mv:?}");
    }
    let choice = choose("cellular+bare", &position);
    assert_eq!(choice.reason, Reason::Rating);
    // Who likes none of its moves passes: to fill an eye costs a liberty.
    let choice = choose("cellular:breathe+bare", &position);
    assert_eq!((choice.mv, choice.reason), (Move::Pass, Reason::Unmoved));
    assert_eq!(choice.reason.to_string(), "its model likes no move");
}

#[test]
fn the_vote_without_manners_is_the_voter_of_the_paper() {
    // Wherever the vote has a clear winner, the player without manners plays it.
    let position = board(
        "
        . . . . . . .
        . . X O . . .
        . X O . O . .
        . . X O . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    for seed in 0..20 {
        let spec = Spec::parse("cellular+bare").unwrap().seed(Seed(seed));
        let choice = spec.player(&FAMILIES).unwrap().choose(&position).unwrap();
        let most = choice.candidates[0].value;
        assert!(choice.candidates.iter().all(|rating| rating.value <= most) && most > 0.0);
        assert_eq!(choice.mv, Move::Play(choice.candidates[0].point));
    }
}

#[test]
fn what_is_added_to_a_name_is_one_thing() {
    let spec = Spec::parse("cellular:grow+bare").unwrap();
    assert_eq!((spec.name.as_str(), spec.bare, spec.search), ("cellular:grow", true, false));
    assert_eq!(spec.to_string(), "cellular:grow+bare");
    for name in ["cellular+bare+search", "cellular+search+bare"] {
        assert!(Spec::parse(name).unwrap_err().to_string().starts_with("unknown addition to a player"), "{name}");
    }
    let house = Spec::parse("aji+bare").unwrap().player(&FAMILIES).err().unwrap();
    assert!(house.to_string().starts_with("unknown player 'aji+bare'"), "{house}");
}

#[test]
fn dead_stones_are_taken_before_the_pass_where_area_counts() {
    let text = "
        . X X O .
        X X X O O
        . X X O .
        O X X O O
        . X X O .";
    let area = board(text, Color::Black, Rules::TROMP_TAYLOR);
    let taking = [at(&area, "A1"), at(&area, "A3")].map(Move::Play);
    for name in ["random", "freedom", "cellular", "agents:coldest", "random+search"] {
        for mv in all_choices(name, &area) {
            assert!(taking.contains(&mv), "{name} plays {mv:?}");
        }
    }
    let territory = board(text, Color::Black, Rules::JAPANESE);
    assert_eq!(choose("random", &territory).mv, Move::Pass);
    assert_eq!(Settlement::of(&territory, Seed(1)).agreement().dead, at(&territory, "A2").into());
}

#[test]
fn the_last_eye_of_a_dead_chain_is_played() {
    // White's chain has one eye of two points and no other liberty: a stone must be thrown in.
    let position = board(
        "
        . X . X O .
        X X X X O .
        . X X X O O
        X X . X O O
        X X X X O O
        . X X X O O",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    let throwing_in = [at(&position, "F6"), at(&position, "F5")].map(Move::Play);
    for mv in all_choices("random", &position) {
        assert!(throwing_in.contains(&mv), "{mv:?}");
    }
}

#[test]
fn an_eye_is_filled_only_to_take_or_to_save() {
    // A1 is Black's eye; C1 is where Black takes.
    let position = board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X . . . . .
        X X X X O . .
        . X O . X O .",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    let eye = Move::Play(at(&position, "A1"));
    assert!(!all_choices("random", &position).contains(&eye));
    let candidates = choose("freedom", &position).candidates;
    assert!(candidates.iter().all(|rating| Move::Play(rating.point) != eye));
    assert!(candidates.iter().any(|rating| rating.point == at(&position, "D1")));
}

#[test]
fn reading_takes_saves_and_refuses() {
    // White's stone on C3 is in atari, and so is nobody else: it would get away.
    let position = board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    let choice = choose("random+search", &position);
    assert_eq!(choice.mv, at(&position, "D3").into());
    assert!(matches!(choice.reason, Reason::Captures { stones } if stones.contains(at(&position, "C3"))));

    // Black's two stones can be taken by a stone on D4 or saved by one.
    let position = board(
        "
        . . . . . . .
        . . . . . . .
        . . O O . . .
        . O X X . . .
        . . O O . . .
        . . . . . . .
        . . . . . . .",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    let choice = choose("random+search", &position);
    assert_eq!(choice.mv, at(&position, "E4").into());
    assert!(matches!(choice.reason, Reason::Rescues { stones } if stones.len() == 2));

    // Black's stones would still be in atari after A1: the style that grows likes it, reading does not.
    let position = board(
        "
        . . . . .
        . . . . .
        O . . . .
        . O . . .
        . X O . .",
        Color::Black,
        Rules::TROMP_TAYLOR,
    );
    let corner = at(&position, "A1");
    assert!(all_choices("cellular:grow", &position).contains(&corner.into()));
    assert!(!all_choices("cellular:grow+search", &position).contains(&corner.into()));
    let refused = (0..40).any(|seed| {
        let spec = Spec::parse("cellular:grow+search").unwrap().seed(Seed(seed));
        spec.player(&FAMILIES).unwrap().choose(&position).unwrap().refused.contains(&corner)
    });
    assert!(refused);
}

#[test]
fn superko_is_kept_by_who_reads_and_who_does_not() {
    for name in ["cellular:capture", "random+search"] {
        let mut position = board(
            "
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            . . . . .",
            Color::White,
            Rules::TROMP_TAYLOR,
        );
        let mut player = Spec::parse(name).unwrap().player(&FAMILIES).unwrap();
        player.begin(&position).unwrap();
        let ko = at(&position, "B4");
        play(&mut position, ko.into(), &mut [&mut *player]).unwrap();
        let choice = player.choose(&position).unwrap();
        assert_ne!(choice.mv, Move::Play(at(&position, "C4")), "{name}");
        position.check(choice.mv).unwrap();
    }
}

/// The dummy without ratings of its own.
struct Silent(testkit::Dummy, Card);

impl Family for Silent {
    fn card(&self) -> &Card {
        &self.1
    }

    fn begin(&self, start: &Position, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        self.0.begin(start, parameters, seed)
    }
}

#[test]
fn a_family_without_ratings_plays_by_its_lead() {
    let dummy = testkit::Dummy::new();
    let mut card = dummy.card().clone();
    card.abilities = Abilities::default();
    let silent = Families::new(vec![Arc::new(Silent(dummy, card))]);
    let rating = Families::new(vec![Arc::new(testkit::Dummy::new())]);
    assert!(list(&silent).iter().any(|card| card.name == "dummy"));
    for length in [0, 10, 25] {
        let position = testkit::random_position(BoardSize::new(7).unwrap(), length, Seed(3));
        let choose = |families: &Families| {
            let choice = Spec::parse("dummy").unwrap().player(families).unwrap().choose(&position).unwrap();
            choice.candidates.into_iter().map(|rating| (rating.point, rating.value)).collect::<Vec<_>>()
        };
        assert_eq!(choose(&silent), choose(&rating));
    }
}

#[test]
fn names_are_checked_and_the_nearest_is_offered() {
    let families = &*FAMILIES;
    let wrong = |name: &str| match Spec::parse(name) {
        Ok(spec) => spec.player(families).err().unwrap().to_string(),
        Err(error) => error.to_string(),
    };
    assert!(wrong("agents:hotest").starts_with("unknown player 'agents:hotest' (did you mean 'agents:hottest'?)"));
    assert!(wrong("freedom:grow").starts_with("unknown player 'freedom:grow'"));
    assert_eq!(
        wrong("freedom+serch"),
        "unknown addition to a player '+serch' (did you mean '+search'?); there are: +search, +bare"
    );
    assert_eq!(wrong("blend:mine.toml"), "the recipe mine.toml has not been read");
    let mut spec = Spec::parse("freedom").unwrap();
    spec.settings.add("freedom.reach=99").unwrap();
    assert!(spec.player(families).err().unwrap().to_string().starts_with("freedom.reach takes"));
    // The name of a family with styles is a player too: the default of its parameters.
    assert_eq!(Spec::parse("agents").unwrap().player(families).unwrap().name(), "agents");
}

#[test]
fn a_blend_of_one_is_that_one() {
    let families = &*FAMILIES;
    let mut spec = Spec::parse("blend").unwrap();
    let position = testkit::random_position(BoardSize::new(7).unwrap(), 14, Seed(5));
    for name in ["freedom", "cellular:capture", "nearest"] {
        spec.recipe = Some(player::Recipe::parse(&format!("[weights]\n'{name}' = 2")).unwrap());
        let blend = spec.player(families).unwrap().choose(&position).unwrap();
        assert_eq!(blend.mv, choose(name, &position).mv, "{name}");
    }
    let wrong = |text: &str| player::Recipe::parse(text).unwrap_err().to_string();
    assert_eq!(wrong("freedom = 1"), "'freedom' is not in one of the tables [weights] and [settings]");
    assert_eq!(wrong("[weights]\nfreedom = \"much\""), "the weight of freedom is 'much', not a number");
    assert!(wrong("[settings]").starts_with("nobody has a weight"));
    assert!(wrong("[weights").starts_with("1:"));
}

#[test]
fn a_board_that_a_model_does_not_take_is_told_at_the_beginning() {
    let families = &*FAMILIES;
    let mut player = Spec::parse("ising.generative").unwrap();
    player.settings.add("ising.generative.spins=2").unwrap();
    let start = Position::new(BoardSize::NINE, Rules::TROMP_TAYLOR);
    let error = player.player(families).unwrap().begin(&start).unwrap_err().to_string();
    assert!(error.starts_with("ising.generative.spins:"), "{error}");
}

#[test]
fn the_house_player_says_games_where_it_plays_and_looks_where_it_looks() {
    for (size, tries) in [(BoardSize::NINE, "games"), (BoardSize::THIRTEEN, "looks")] {
        let position = Position::new(size, Rules::TROMP_TAYLOR);
        let mut house = Spec::parse("aji:100").unwrap().player(&FAMILIES).unwrap();
        let choice = house.choose(&position).unwrap();
        let said: String =
            house.explain(&position, &choice).sentences.iter().map(|sentence| sentence.text.as_str()).collect();
        let other = if tries == "games" { "looks" } else { "games" };
        assert!(said.contains(&format!(" {tries} ")) && !said.contains(&format!(" {other} ")), "{size}: {said}");
    }
}
