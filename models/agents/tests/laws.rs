//! What holds in every game.

use agents::{Agents, Contest, Run, Temperature, Variant, strategy};
use goban::{BoardSize, ByColor, Color, Move, Point, PointSet, Position, Rules, Setup};
use model::{Contest as _, End, Event, Family, Parameters, Played, Question, Seed, Simulation, Tick, play_by_steps};
use proptest::prelude::{ProptestConfig, any};
use proptest::test_runner::TestRunner;

const STRATEGIES: [&str; 3] = ["random", "hottest", "coldest"];

fn contest(side: usize, variant: Variant) -> Contest {
    let mut contest = Contest::new(BoardSize::new(side).unwrap());
    contest.variant = variant;
    contest
}

fn pairings(contest: &Contest) -> impl Iterator<Item = Contest> {
    STRATEGIES.into_iter().flat_map(move |black| {
        STRATEGIES.into_iter().map(move |white| {
            let players = ByColor { black, white }.map(|name| strategy::named(name).unwrap());
            Contest { players, ..contest.clone() }
        })
    })
}

fn names(contest: &Contest) -> String {
    let Contest { size, variant, players, .. } = contest;
    format!("{variant} on {size}, {} against {}", players.black.name(), players.white.name())
}

/// A game with every step of it.
fn told(play: impl FnOnce(&mut dyn FnMut(&Tick)) -> Played) -> (Vec<Tick>, Played) {
    let mut ticks = Vec::new();
    let played = play(&mut |tick| ticks.push(tick.clone()));
    (ticks, played)
}

#[track_caller]
fn is_played_as_it_is_watched(contest: &Contest, seed: Seed) {
    let fast = told(|hear| contest.play_and_tell(seed, hear));
    let watched = told(|hear| play_by_steps(contest, seed, hear));
    assert_eq!(fast, watched, "{}, seed {seed}", names(contest));
}

#[test]
fn the_fast_way_plays_the_game_that_is_watched() {
    for variant in Variant::ALL {
        for (side, games) in [(2, 40), (3, 40), (4, 40), (5, 40), (7, 5), (9, 5)] {
            for contest in pairings(&contest(side, variant)) {
                for game in 0..games {
                    let seed = Seed(side as u64).stream(game);
                    is_played_as_it_is_watched(&contest, seed);
                }
            }
        }
        for side in [13, 19] {
            is_played_as_it_is_watched(&contest(side, variant), Seed(1));
        }
    }
}

#[test]
fn links_go_both_ways() {
    for variant in Variant::ALL {
        for seed in 0..20 {
            let mut run = Run::new(&contest(7, variant), Seed(seed));
            while run.step().is_some() {
                let stones = run.stones();
                for point in run.size().points() {
                    let is_stone = stones.black.contains(point) || stones.white.contains(point);
                    assert_eq!(run.liberties(point).is_some(), is_stone);
                    assert!(run.links(point).iter().all(|linked| run.links(linked).contains(point)));
                }
            }
        }
    }
}

fn games(contest: &Contest, n: u64) -> impl Iterator<Item = Played> {
    (0..n).map(|game| contest.play(Seed(1).stream(game)))
}

#[test]
fn two_hundred_games_of_every_size_and_variant_end() {
    for variant in Variant::ALL {
        for side in [9, 13, 19] {
            let contest = contest(side, variant);
            assert!(games(&contest, 200).all(|played| played.end != End::CutOff), "{}", names(&contest));
        }
    }
}

#[test]
fn a_game_that_goes_on_and_on_is_cut_off_and_has_no_winner() {
    // Two sides that both seek the crowd can fill and empty the same corner for ever.
    let contest = pairings(&contest(13, Variant::Netlogo)).nth(4).unwrap();
    assert_eq!(names(&contest), "netlogo on 13×13, hottest against hottest");
    let cut_off: Vec<Played> = games(&contest, 400).filter(|played| played.end == End::CutOff).collect();
    assert!(!cut_off.is_empty());
    for played in cut_off {
        assert_eq!((played.tally.ticks, played.winner()), (20 * 13 * 13, None));
    }
}

/// As NetLogo does it: every patch gives an eighth of its half to each neighbour and keeps what is left.
fn diffused(size: BoardSize, counts: &[f64]) -> Vec<f64> {
    let mut after = counts.to_vec();
    for point in size.points() {
        let share = counts[size.index(point)] * 0.5 / 8.0;
        for near in size.neighbors(point).chain(size.diagonals(point)) {
            after[size.index(near)] += share;
            after[size.index(point)] -= share;
        }
    }
    after
}

#[test]
fn diffusion_is_netlogos_and_keeps_the_sum() {
    let config = ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&(2usize..=25, any::<u64>()), |(side, seed)| {
            let size = BoardSize::new(side).unwrap();
            let mut setup = Setup::new(size);
            for point in size.points() {
                match Seed(seed).stream(size.index(point) as u64).0 % 3 {
                    0 => _ = setup.stones.black.insert(point),
                    1 => _ = setup.stones.white.insert(point),
                    _ => {}
                }
            }
            let temperature = Temperature::of(size, &setup.stones);
            let counts = temperature.counts();
            for point in size.points() {
                let near = size.neighbors(point);
                let stones = near.filter(|&p| setup.stones.iter().any(|(_, set)| set.contains(p))).count();
                assert_eq!(counts[size.index(point)], stones as f64);
            }
            assert_eq!(temperature.field(), diffused(size, &counts));
            assert_eq!(temperature.field().iter().sum::<f64>(), temperature.capacity() as f64);
            Ok(())
        })
        .unwrap();
}

/// Nobody gives up: whoever passes had nothing to play on, as neither the text nor the printed program lets a side do so.
#[test]
fn a_side_passes_only_without_a_candidate() {
    let mut passes = 0;
    for variant in [Variant::Netlogo, Variant::NetlogoExact] {
        for (side, games) in [(2, 40), (5, 40), (9, 10)] {
            let contest = contest(side, variant);
            for game in 0..games {
                let mut stones = ByColor::<PointSet>::default();
                let (ticks, _) = told(|hear| contest.play_and_tell(Seed(side as u64).stream(game), hear));
                for event in ticks.iter().flat_map(|tick| &tick.events) {
                    match event {
                        Event::Move { color, mv: Move::Play(point), .. } => drop(stones[*color].insert(*point)),
                        Event::Move { .. } => {
                            passes += 1;
                            let one_colour = |point: Point| {
                                Color::ALL
                                    .into_iter()
                                    .any(|color| contest.size.neighbors(point).all(|near| stones[color].contains(near)))
                            };
                            let taken = stones.black | stones.white;
                            assert!(contest.size.points().all(|point| taken.contains(point) || one_colour(point)));
                        }
                        Event::Death { color, stones: dead, .. } => stones[*color] -= *dead,
                    }
                }
            }
        }
    }
    assert!(passes > 100, "{passes}");
}

#[test]
fn under_real_rules_every_move_is_legal() {
    for contest in pairings(&contest(7, Variant::Rules)) {
        for seed in 0..10 {
            let (ticks, played) = told(|hear| contest.play_and_tell(Seed(seed), hear));
            let mut position = Position::new(contest.size, contest.rules());
            for (color, mv) in ticks.iter().flat_map(Tick::moves) {
                assert_eq!(position.to_move(), color);
                position.play(mv).unwrap();
            }
            assert!(position.is_over());
            assert_eq!(*position.board().stones(), played.stones);
            assert_eq!(position.score(&goban::Agreement::default(), 0).winner(), played.winner());
        }
    }
}

#[test]
fn parameters_make_the_same_contest() {
    let family = Agents::new();
    let mut settings = model::Settings::default();
    for setting in ["agents.variant=netlogo-exact", "agents.black=hottest"] {
        settings.add(setting).unwrap();
    }
    let parameters = settings.apply(family.card()).unwrap();
    let shown = family.simulate().unwrap().contest(BoardSize::NINE, &parameters).unwrap();
    let mut contest = contest(9, Variant::NetlogoExact);
    contest.players.black = strategy::named("hottest").unwrap();
    assert_eq!(shown.terms(), contest.terms());
    assert_eq!(shown.play(Seed(3)), contest.play(Seed(3)));
}

#[test]
fn ratings_follow_the_strategy_of_the_side_to_move() {
    let family = Agents::new();
    let setup = goban::Diagram::parse(
        "
        . . . . .
        . X O . .
        . . . . .
        . . . . .
        . . . . .",
    )
    .unwrap();
    let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    let best = |strategy: &str| {
        let mut settings = model::Settings::default();
        settings.add(&format!("agents.black={strategy}")).unwrap();
        let parameters: Parameters = settings.apply(family.card()).unwrap();
        let mut model = family.begin(&position, &parameters, Seed(1)).unwrap();
        let ratings = model.rate_all(&position);
        assert_eq!(ratings.len(), 23);
        let best = ratings.iter().max_by(|a, b| a.value.total_cmp(&b.value)).unwrap();
        position.size().vertex(best.point)
    };
    // Points at the edge keep warmth that others give away.
    assert_eq!(best("hottest"), "C5");
    assert_eq!(best("coldest"), "E1");
}

#[test]
fn points_are_explained_in_words() {
    let setup = goban::Diagram::parse(
        "
        . X . . .
        X X O . .
        . . O O .
        . . . . .
        . . . . .",
    )
    .unwrap();
    let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    let family = Agents::new();
    let mut model = family.begin(&position, &Parameters::defaults(family.card()), Seed(1)).unwrap();
    let mut words = |question: Question| {
        let explanation = model.explain(&position, question).unwrap();
        explanation.sentences.iter().map(|sentence| sentence.text.clone()).collect::<Vec<_>>()
    };
    let at = |vertex| position.size().parse_vertex(vertex).unwrap();
    assert_eq!(
        words(Question::Point(at("B4"))),
        [
            "The black stone on B4 has 1 empty point beside it.",
            "It is linked with 2 other stones and together they count 5 liberties; only 4 on the board, since a point \
             beside several stones counts for each. The group dies when the sum is zero.",
            "Its temperature is 2.3125: 3 stones beside it, and what the eight points around give and take.",
        ]
    );
    assert_eq!(
        words(Question::Point(at("A5"))),
        [
            "A5 is no candidate for either side: all its neighbours are black, and agents leave such points alone.",
            "Its temperature is 1.9375: 2 stones beside it, and what the eight points around give and take.",
        ]
    );
    assert_eq!(
        words(Question::Point(at("D4"))),
        [
            "D4 is a candidate for both sides: its neighbours are not all stones of one colour.",
            "Its temperature is 1.5: 2 stones beside it, and what the eight points around give and take.",
        ]
    );
    assert_eq!(
        words(Question::Candidate(Move::Play(at("A5")))),
        ["The agents do not play A5: all its neighbours are black."]
    );
    assert_eq!(words(Question::Candidate(Move::Play(at("A1")))), ["Black may play A1, where the temperature is 0."]);
}
