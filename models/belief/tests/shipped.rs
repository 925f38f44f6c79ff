//! The boards and the network that ship with the program, and the families that use them.

use belief::{Maps, Networks, Top};
use goban::{Board, BoardSize, Color, Point, PointSet, Position, Rules};
use model::{BeginError, Parameters, Question, Rng, Seed, Selection, Settings, Sheet};
use testkit::{With, laws, random_position};

const SIZE: BoardSize = BoardSize::NINETEEN;

#[test]
fn the_boards_are_those_of_the_paper() {
    let collection = belief::shipped_boards();
    assert_eq!((collection.training.len(), collection.validation.len()), (69_100, 10_900));
    assert_eq!((collection.size(), collection.seed), (SIZE, 1));
    for boards in [&collection.training, &collection.validation] {
        for i in (0..boards.len()).step_by(97) {
            let board = boards.board(i);
            assert!(board.chains().all(|chain| chain.n_liberties() > 0), "board {i} is not a position");
            assert!(board.stones().black.len() > 40 && board.stones().white.len() > 40, "board {i} is not a final one");
        }
    }
    // The two sets are drawn from the same games.
    let (mean, _) =
        belief::distance(Maps::from(&collection.training).planes(), Maps::from(&collection.validation).planes());
    assert!(mean < 0.01, "{mean}");
}

#[test]
fn the_network_knows_more_than_how_often_points_are_taken() {
    let network = Networks::shipped().get(SIZE).unwrap();
    let units: Vec<usize> = network.layers().iter().map(|rbm| rbm.n_hidden()).collect();
    assert_eq!(units, [500, 600, 1000]);
    let collection = belief::shipped_boards();
    assert_eq!((network.about().training, &network.about().source), (69_100, &collection.source));
    let pseudo = belief::pseudo_likelihood(&network, &collection.validation, 40);
    let independent = belief::independent_likelihood(&collection.training, &collection.validation);
    assert!(pseudo > independent + 0.05, "given the others {pseudo}, alone {independent}");
    // A board that somebody played is likelier than the same stones strewn about.
    let mut rng = Seed(1).rng();
    for i in 0..20 {
        let board = collection.validation.board(i);
        let mut points: Vec<Point> = SIZE.points().collect();
        let strewn = board.stones().map(|stones| {
            let drawn = (0..stones.len()).map(|_| points.swap_remove(rng.next_u64() as usize % points.len()));
            drawn.collect::<PointSet>()
        });
        let strewn = Board::with_stones(SIZE, &strewn);
        assert!(network.free_energy(&board) < network.free_energy(&strewn), "board {i}");
    }
    let frequencies = Maps::from(&collection.training);
    let (mean, most) = belief::distance(network.maps().planes(), frequencies.planes());
    assert!(mean < 0.03 && most < 0.15, "maps and frequencies: {mean}, {most}");
    for i in 0..SIZE.area() {
        let sum: f64 = network.maps().planes().iter().map(|map| map[i]).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
    let again = network.occurrence(&collection.training, 2000, Top::Boards, Seed(9), &mut |_| true).unwrap();
    let (mean, _) = belief::distance(network.maps().planes(), again.planes());
    assert!(mean < 0.02, "other samples give the same maps but for noise: {mean}");
}

#[test]
fn every_family_can_begin_on_the_usual_board() {
    let start = Position::new(SIZE, Rules::CHINESE);
    for family in registry::families().iter() {
        let card = family.card();
        let mut model = family
            .begin(&start, &Parameters::defaults(card), Seed(1))
            .unwrap_or_else(|error| panic!("{}: {error}", card.name));
        let mut sheet = Sheet::new(card, &Selection::All);
        model.read(&start, &mut sheet);
        assert!(sheet.missing().is_empty(), "{}", card.name);
    }
}

fn read(name: &str, setting: &str, position: &Position, seed: u64) -> Vec<Vec<f64>> {
    let families = registry::families();
    let family = families.get(name).unwrap();
    let mut settings = Settings::default();
    settings.add(setting).unwrap();
    let parameters = settings.apply(family.card()).unwrap();
    let mut model = family.begin(position, &parameters, Seed(seed)).unwrap();
    let mut sheet = Sheet::new(family.card(), &Selection::All);
    model.read(position, &mut sheet);
    sheet
        .observations()
        .filter_map(|observation| match observation.data {
            model::Data::Field(values) => Some(values.clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn maps_are_given_the_stones_or_not() {
    let position = random_position(SIZE, 60, Seed(2));
    let conditional = read("belief", "belief.maps=conditional", &position, 1);
    let occurrence = read("belief", "belief.maps=occurrence", &position, 1);
    let maps = Networks::shipped().get(SIZE).unwrap().maps().clone();
    assert_eq!(occurrence, [maps.black, maps.white, maps.empty]);
    for (i, point) in SIZE.points().enumerate() {
        let here = [0, 1, 2].map(|plane: usize| conditional[plane][i]);
        match position.board().get(point) {
            Some(Color::Black) => assert_eq!(here, [1.0, 0.0, 0.0]),
            Some(Color::White) => assert_eq!(here, [0.0, 1.0, 0.0]),
            None => assert!((here.iter().sum::<f64>() - 1.0).abs() < 1e-9),
        }
    }
    assert_ne!(conditional, read("belief", "belief.maps=conditional", &position, 2));
    let families = registry::families();
    let family = families.get("belief").unwrap();
    let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
    let empty = SIZE.points().find(|&point| position.board().is_empty(point)).unwrap();
    let told = model.explain(&position, Question::Point(empty)).unwrap();
    assert!(told.sentences[0].text.starts_with("Given the stones, "), "{}", told.sentences[0].text);
    assert!(model.explain(&position, Question::LastMove).is_none());
}

#[test]
fn empty_points_are_filled_in_three_ways() {
    let position = random_position(SIZE, 60, Seed(3));
    let network = Networks::shipped().get(SIZE).unwrap();
    let spins = |fill: &str, seed| {
        // The local energies come first, then the spins.
        read("ising.generative", &format!("ising.generative.fill={fill}"), &position, seed).pop().unwrap()
    };
    let expected = spins("expected", 1);
    assert_eq!(expected, spins("expected", 2));
    for (i, point) in SIZE.points().enumerate().filter(|(_, point)| position.board().is_empty(*point)) {
        assert_eq!(expected[i], network.maps().white[i] - network.maps().black[i], "{}", SIZE.vertex(point));
    }
    let sampled = spins("sampled", 1);
    assert!(sampled.iter().all(|spin| [-1.0, 0.0, 1.0].contains(spin)));
    assert_ne!(sampled, spins("sampled", 2));
    let empty: Vec<usize> =
        (0..SIZE.area()).filter(|&i| position.board().is_empty(SIZE.points().nth(i).unwrap())).collect();
    let filled = empty.iter().filter(|&&i| sampled[i] != 0.0).count() as f64 / empty.len() as f64;
    let usual = empty.iter().map(|&i| 1.0 - network.maps().empty[i]).sum::<f64>() / empty.len() as f64;
    assert!((filled - usual).abs() < 0.12, "{filled} of the points, usually {usual}");
    let conditional = spins("conditional", 1);
    assert_eq!(conditional, spins("conditional", 1));
    assert_ne!(conditional, expected);
}

#[test]
fn other_boards_are_told_how_to_train_a_network() {
    let families = registry::families();
    let start = Position::new(BoardSize::NINE, Rules::CHINESE);
    for name in ["belief", "ising.generative"] {
        let family = families.get(name).unwrap();
        let error = family.begin(&start, &Parameters::defaults(family.card()), Seed(1)).err().unwrap();
        assert!(
            error.to_string().contains(
                "there is no belief network for 9×9 boards; train one with `aji train belief --set belief.size=9"
            ),
            "{error}"
        );
        assert_eq!(matches!(error, BeginError::Size { .. }), name == "belief");
    }
}

#[test]
fn filled_boards_keep_the_laws_on_the_boards_of_the_network() {
    // The laws try every size of a card; what a network fills has one.
    let families = registry::families();
    let family = families.get("ising.generative").unwrap();
    let mut narrow = family.card().clone();
    narrow.sizes = SIZE.get()..=SIZE.get();
    for fill in ["expected", "sampled"] {
        let set = With::new(&**family, &[&format!("ising.generative.fill={fill}")]);
        let effort = laws::Effort { games: 1, whole_up_to: 0, short: 12, dense_up_to: 0 };
        laws::check(&Narrow { card: &narrow, family: &set }, effort);
    }
}

/// A family on fewer boards.
struct Narrow<'f> {
    card: &'f model::Card,
    family: &'f dyn model::Family,
}

impl model::Family for Narrow<'_> {
    fn card(&self) -> &model::Card {
        self.card
    }

    fn begin(
        &self,
        start: &Position,
        parameters: &Parameters,
        seed: Seed,
    ) -> Result<Box<dyn model::Model>, BeginError> {
        BeginError::check_size(self.card, start.size())?;
        self.family.begin(start, parameters, seed)
    }
}
