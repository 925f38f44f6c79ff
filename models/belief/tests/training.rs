//! Trainings of small networks: what they learn, that they repeat, and their files.

use belief::{Boards, Collection, Network, Options, Precision, Step, Top, Training, TrainingError, Units};
use goban::{Board, BoardSize, Diagram};
use model::{Rng, Seed};

fn board(text: &str) -> Board {
    let setup = Diagram::parse(text).unwrap();
    Board::with_stones(setup.size, &setup.stones)
}

/// Four boards of 3×3, as often as planted.
const PLANTED: [(&str, u64); 4] = [
    ("X X X\n. . .\nO O O", 40),
    ("X . O\nX . O\nX . O", 30),
    (". . .\n. X .\n. . .", 20),
    ("O O O\nO . O\nX X X", 10),
];

/// This many boards of the planted distribution.
fn planted(n: usize, seed: u64) -> Collection {
    let mut boards = Boards::new(BoardSize::new(3).unwrap());
    let mut rng = Seed(seed).rng();
    for _ in 0..n {
        let mut at = rng.next_u64() % 100;
        for (text, share) in PLANTED {
            if at < share {
                boards.push(&board(text));
                break;
            }
            at -= share;
        }
    }
    Collection::draw(&boards, n / 5, Seed(seed), "planted").unwrap()
}

fn options() -> Options {
    Options {
        layers: vec![20, 12],
        epochs: 6,
        batch: 30,
        rate: 0.1,
        last_rate: 0.05,
        decay: 0.0002,
        ..Options::default()
    }
}

fn trained(collection: &Collection, options: Options) -> Network {
    let mut training = Training::new(collection, options, Seed(3)).unwrap();
    while training.step().unwrap() != Step::Done {}
    Network::finish(&training, 2000, Top::Boards, &mut |_| true).unwrap().unwrap()
}

#[test]
fn a_planted_distribution_is_learned() {
    let collection = planted(1500, 1);
    let network = trained(&collection, Options { epochs: 100, ..options() });
    let pseudo = belief::pseudo_likelihood(&network, &collection.validation, 300);
    let independent = belief::independent_likelihood(&collection.training, &collection.validation);
    assert!(independent < -0.6, "{independent}");
    assert!(pseudo > -0.05, "given all others, a point is nearly certain: {pseudo}, alone {independent}");
    let partition = belief::partition(&network.layers()[0], &[0.3; 27], 200, 1000, Seed(1));
    let whole = belief::log_likelihood(&network, &collection.validation, 300, partition);
    // The planted distribution itself has 1.28 nats a board.
    assert!(whole > independent && whole < -1.2 / 9.0, "a whole board: {whole}");
    for top in [Top::Boards, Top::Independent] {
        let look = belief::look(&network, &collection.training, 500, top, Seed(1));
        assert!(look.several < 0.2 && look.none < 0.2, "{look:?}");
    }
    let samples = belief::sampled_boards(&network, &collection.training, 1000, Top::Boards, Seed(5));
    let differences = |a: &Board, b: &Board| a.size().points().filter(|&point| a.get(point) != b.get(point)).count();
    let nearest = |sample: &Board| (0..4).min_by_key(|&i| differences(sample, &board(PLANTED[i].0))).unwrap();
    for (i, (text, share)) in PLANTED.into_iter().enumerate() {
        let found = samples.iter().filter(|sample| nearest(sample) == i).count() as f64 / 10.0;
        assert!((found - share as f64).abs() < 5.0, "{found} % instead of {share} % of\n{text}");
    }
    let exact = samples.iter().filter(|sample| differences(sample, &board(PLANTED[nearest(sample)].0)) == 0).count();
    assert!(exact > 600, "{exact} of 1000 samples are exactly what was planted");
    let frequencies = belief::Maps::from(&collection.training);
    let (mean, most) = belief::distance(network.maps().planes(), frequencies.planes());
    assert!(mean < 0.03 && most < 0.1, "{mean} {most}");
    // Given a corner of the first board and its middle, the rest is known.
    let maps = network.conditional(&board("X . X\n. . .\n. . ."), 50, 60, Seed(1));
    assert!(maps.black[1] > 0.8 && maps.white[7] > 0.8, "{maps:?}");
}

#[test]
fn errors_fall_and_are_told() {
    let collection = planted(400, 2);
    let network = trained(&collection, options());
    let history = network.history();
    assert_eq!(history.len(), 12);
    let epochs: Vec<(usize, usize)> = history.iter().map(|epoch| (epoch.layer, epoch.number)).collect();
    assert_eq!((epochs[0], epochs[5], epochs[6]), ((1, 1), (1, 6), (2, 1)));
    assert!(history[5].error < 0.8 * history[0].error && history[5].validation_error < history[0].validation_error);
    assert!(history.iter().all(|epoch| epoch.gap().is_finite()));
    let about = network.about();
    assert_eq!((about.training, about.validation, about.source.as_str()), (320, 80, "planted"));
}

fn on_threads<T: Send>(n: usize, act: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(act)
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let collection = planted(400, 3);
    for (symmetries, units, tuning) in [(false, Units::Binary, 0), (true, Units::ThreeState, 1)] {
        // Wide enough that products are cut into several parts.
        let options = Options { layers: vec![300, 280], epochs: 2, steps: 2, symmetries, units, tuning, ..options() };
        let train = |threads| on_threads(threads, || trained(&collection, options.clone()).to_bytes(Precision::Full));
        let one = train(1);
        assert!(one == train(2) && one == train(3));
    }
    let other = |symmetries| trained(&collection, Options { symmetries, ..options() }).to_bytes(Precision::Full);
    assert_ne!(other(false), other(true));
}

#[test]
fn an_interrupted_training_ends_the_same_wherever_it_was_interrupted() {
    for (units, tuning) in [(Units::Binary, 0), (Units::ThreeState, 2)] {
        interrupted(units, tuning);
    }
}

fn interrupted(units: Units, tuning: usize) {
    let collection = planted(200, 4);
    let options = Options { layers: vec![7, 5], epochs: 2, symmetries: true, units, tuning, ..options() };
    let whole = trained(&collection, options.clone()).to_bytes(Precision::Half);
    let mut steps = 0;
    loop {
        let mut training = Training::new(&collection, options.clone(), Seed(3)).unwrap();
        let mut last = Step::Batch;
        for _ in 0..steps {
            last = training.step().unwrap();
        }
        let checkpoint = training.checkpoint();
        let mut resumed = Training::new(&collection, options.clone(), Seed(3)).unwrap();
        resumed.resume(&checkpoint).unwrap();
        assert_eq!(resumed.checkpoint(), checkpoint);
        assert!((resumed.done() - training.done()).abs() < 1e-12);
        while resumed.step().unwrap() != Step::Done {}
        assert_eq!(resumed.done(), 1.0);
        let network = Network::finish(&resumed, 2000, Top::Boards, &mut |_| true).unwrap().unwrap();
        assert!(network.to_bytes(Precision::Half) == whole, "interrupted after {steps} batches");
        if last == Step::Done {
            break;
        }
        steps += 1;
    }
    assert_eq!(steps, (2 * 2 + tuning) * 6 + 1);
}

#[test]
fn a_checkpoint_of_another_training_is_refused() {
    let (collection, others) = (planted(200, 5), planted(200, 6));
    let checkpoint = Training::new(&collection, options(), Seed(1)).unwrap().checkpoint();
    let resume = |collection, options, seed, bytes: &[u8]| {
        Training::new(collection, options, Seed(seed)).unwrap().resume(bytes).unwrap_err()
    };
    assert_eq!(
        resume(&collection, Options { rate: 0.2, ..options() }, 1, &checkpoint),
        TrainingError::Other("options")
    );
    assert_eq!(resume(&collection, options(), 2, &checkpoint), TrainingError::Other("seeds"));
    assert_eq!(resume(&others, options(), 1, &checkpoint), TrainingError::Other("boards"));
    for end in (0..checkpoint.len()).step_by(41) {
        let error = resume(&collection, options(), 1, &checkpoint[..end]).to_string();
        assert!(error.starts_with("not a checkpoint of a training, or a damaged one ("), "{error}");
    }
    let network = trained(&collection, options()).to_bytes(Precision::Full);
    let error = resume(&collection, options(), 1, &network).to_string();
    assert!(error.contains("it says it is 'aji belief network 1'"), "{error}");
}

#[test]
fn a_rate_that_is_too_large_is_told_and_not_learned() {
    let collection = planted(100, 7);
    let options =
        Options { rate: 10.0, last_rate: 10.0, momentum_epochs: 0, last_momentum: 0.999, epochs: 400, ..options() };
    let mut training = Training::new(&collection, Options { decay: 0.9, ..options }, Seed(1)).unwrap();
    let error = loop {
        match training.step() {
            Ok(Step::Done) => panic!("it learned"),
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(error.to_string().ends_with("take a smaller rate"), "{error}");
}

#[test]
fn files_hold_what_was_learned() {
    let network = trained(&planted(200, 8), options());
    let full = Network::from_bytes(&network.to_bytes(Precision::Full)).unwrap();
    assert_eq!(full, network);
    let bytes = network.to_bytes(Precision::Half);
    let half = Network::from_bytes(&bytes).unwrap();
    assert!(bytes.len() < network.to_bytes(Precision::Full).len());
    assert_eq!(half.maps(), network.maps());
    for (a, b) in network.layers().iter().zip(half.layers()) {
        for i in 0..a.n_visible() {
            for j in 0..a.n_hidden() {
                assert!((a.weight(i, j) - b.weight(i, j)).abs() <= 5e-4 * a.weight(i, j).abs() + 1e-7);
            }
        }
    }
    assert_eq!(half.to_bytes(Precision::Half), bytes);
}

#[test]
fn damaged_and_misshapen_files_are_refused_with_the_reason() {
    let network = trained(&planted(200, 9), options());
    let bytes = network.to_bytes(Precision::Full);
    let refused = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
    for end in 0..bytes.len().min(3000) {
        refused(&bytes[..end]);
    }
    refused(&bytes[..bytes.len() - 1]);
    assert!(refused(b"(;GM[1]FF[4])").starts_with("not a belief network, or a damaged one ("));
    // Every byte of the header flipped: nothing panics.
    for i in 0..1500.min(bytes.len()) {
        let mut broken = bytes.clone();
        broken[i] ^= 0x15;
        let _ = Network::from_bytes(&broken);
    }
    let edited = |bytes: &[u8], from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap_or_else(|| panic!("{from}"));
        let mut bytes = bytes.to_vec();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        bytes
    };
    let altered = refused(&edited(&bytes, "layer.1.weights", "layer.9.weights"));
    assert!(altered.ends_with("(its numbers were altered since it was written)"), "{altered}");
    // Files of earlier versions have no sums: there the shapes tell.
    let old = edited(&edited(&bytes, r#"\"sum\""#, r#"\"was\""#), r#"\"tensors\""#, r#"\"written\""#);
    assert_eq!(Network::from_bytes(&old).unwrap(), network);
    let edited = |from: &str, to: &str| refused(&edited(&old, from, to));
    assert_eq!(edited("layer.1.weights", "layer.9.weights"), "the file has no tensor 'layer.1.weights'");
    assert_eq!(
        edited("\"shape\":[20,12]", "\"shape\":[12,20]"),
        "layer.1: weights of 12×20 do not join 20 visible and 12 hidden units"
    );
    let told = edited(r#"\"size\":3"#, r#"\"size\":2"#);
    assert!(told.contains("'maps' holds no three maps of a 2×2 board"), "{told}");
    let told = edited("aji belief network 1", "aji belief network 2");
    assert_eq!(told, "not a belief network: it says it is 'aji belief network 2', not 'aji belief network 1'");
    // A weight that is not a number.
    let mut broken = old.clone();
    let header = 8 + u64::from_le_bytes(old[..8].try_into().unwrap()) as usize;
    for byte in &mut broken[header..] {
        *byte = 0xff;
    }
    assert!(refused(&broken).contains("not a number") || refused(&broken).contains("'maps'"));
}

#[test]
fn the_family_keeps_the_laws_of_learning() {
    let size = BoardSize::new(5).unwrap();
    let games: Vec<record::Game> =
        (0..40).map(|seed| testkit::random_game(size, 20, testkit::Randomness::PLAY, Seed(seed))).collect();
    let settings = [
        "belief.size=5",
        "belief.layers=8,5",
        "belief.epochs=2",
        "belief.batch=9",
        "belief.samples=500",
        "belief.symmetries=true",
    ];
    testkit::laws::check_learning(&belief::Belief::new(belief::Networks::shipped()), &settings, &games);
}

/// Mean of ln P over the validation boards by a network of two layers, in nats a board: the sum over all units between.
fn exact(network: &Network, boards: &Boards) -> f64 {
    let [lowest, top] = network.layers() else { panic!("two layers") };
    let n = top.n_visible();
    let between: Vec<Vec<f32>> = (0..1u32 << n).map(|bits| (0..n).map(|i| (bits >> i & 1) as f32).collect()).collect();
    let weights: Vec<f64> = between.iter().map(|h| (-top.free_energy(h)).exp()).collect();
    let z: f64 = weights.iter().sum();
    let shown: Vec<Vec<f32>> = between.iter().map(|h| lowest.visible(h)).collect();
    let area = boards.size().area();
    let log = |board: Board| {
        let state = |point| match board.get(point) {
            Some(goban::Color::Black) => 0,
            Some(goban::Color::White) => 1,
            None => 2,
        };
        let states: Vec<usize> = board.size().points().map(state).collect();
        let made = |shown: &Vec<f32>| {
            let unit = |(i, p): (usize, &f32)| match (states[i % area] == i / area, lowest.units()) {
                (true, _) => f64::from(*p),
                (false, Units::Binary) => 1.0 - f64::from(*p),
                (false, Units::ThreeState) => 1.0,
            };
            shown.iter().enumerate().map(unit).product::<f64>()
        };
        shown.iter().zip(&weights).map(|(shown, weight)| made(shown) * weight / z).sum::<f64>().ln()
    };
    (0..boards.len()).map(|i| log(boards.board(i))).sum::<f64>() / boards.len() as f64
}

#[test]
fn up_and_down_makes_boards_likelier_and_three_states_more_so() {
    let collection = planted(600, 6);
    let independent = 9.0 * belief::independent_likelihood(&collection.training, &collection.validation);
    let mut found = Vec::new();
    for units in [Units::Binary, Units::ThreeState] {
        let greedy = Options { layers: vec![6, 6], epochs: 30, units, ..options() };
        let tuned = Options { tuning: 150, tuning_rate: 0.05, ..greedy.clone() };
        let [greedy, tuned] = [greedy, tuned].map(|options| trained(&collection, options));
        assert!(!greedy.is_tuned() && tuned.is_tuned());
        let [before, after] = [&greedy, &tuned].map(|network| exact(network, &collection.validation));
        assert!(after > before + 0.02, "{units:?}: {before} before, {after} after");
        // What is estimated of the tuned network, recognised by other weights than those that make, is the exact likelihood.
        let top = belief::top_partition(&tuned, &collection.training, 200, 500, Seed(1));
        let estimate = belief::network_likelihood(&tuned, &collection.validation, 1000, 300, top, Seed(1));
        assert!(
            (9.0 * estimate.estimate - after).abs() < 0.1,
            "{units:?}: {estimate:?} a point, exactly {after} a board"
        );
        assert!(9.0 * estimate.bound < after + 0.05, "{units:?}: {estimate:?} a point, exactly {after} a board");
        found.push(after);
    }
    // The planted distribution itself has 1.28 nats a board.
    assert!(
        found[1] > found[0] && found[1] > independent + 1.0 && found[1] < -1.0,
        "{found:?}, independent {independent}"
    );
}

#[test]
fn a_network_of_three_states_that_was_tuned_comes_back_from_its_file() {
    let collection = planted(200, 7);
    let options = Options { layers: vec![7, 5], epochs: 2, units: Units::ThreeState, tuning: 1, ..options() };
    let network = trained(&collection, options);
    let read = Network::from_bytes(&network.to_bytes(Precision::Full)).unwrap();
    assert!(read == network && read.is_tuned() && read.layers()[0].units() == Units::ThreeState);
    let samples = |network: &Network| network.sample(&collection.training, 0..20, Top::Boards, Seed(1));
    assert_eq!(samples(&read), samples(&network));
    for row in samples(&network).chunks_exact(27) {
        (0..9).for_each(|point| assert!(((0..3).map(|plane| row[plane * 9 + point]).sum::<f32>() - 1.0).abs() < 1e-5));
    }
    assert_eq!(belief::look(&network, &collection.training, 100, Top::Boards, Seed(1)).several, 0.0);
}
