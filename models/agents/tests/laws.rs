//! What holds in every game.

use agents::{Agents, Contest, End, Event, Played, Run, Summary, Temperature, Variant, strategy};
use goban::{Board, BoardSize, ByColor, Color, Move, Position, Rules, Setup};
use model::{Family, Parameters, Question, Seed};
use proptest::prelude::{ProptestConfig, any};
use proptest::test_runner::TestRunner;
use record::Mode;

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

/// Watches a game to its end and returns what a fast game gives.
fn watch(contest: &Contest, seed: Seed) -> Played {
    let mut run = Run::new(contest, seed);
    let mut capacity = Vec::new();
    assert!(run.step(), "the set-up");
    loop {
        let now = run.temperature().capacity() as u16;
        if !run.step() {
            break;
        }
        capacity.push(now);
    }
    Played { end: run.end().unwrap(), scores: run.scores(), stones: *run.stones(), tally: run.tally(), capacity }
}

#[test]
fn the_fast_way_plays_the_game_that_is_watched() {
    for variant in Variant::ALL {
        for (side, games) in [(2, 40), (3, 40), (4, 40), (5, 40), (7, 5), (9, 5)] {
            for contest in pairings(&contest(side, variant)) {
                for game in 0..games {
                    let seed = Seed(side as u64).stream(game);
                    assert_eq!(watch(&contest, seed), contest.play(seed), "{}, seed {seed}", names(&contest));
                }
            }
        }
        for side in [13, 19] {
            let contest = contest(side, variant);
            assert_eq!(watch(&contest, Seed(1)), contest.play(Seed(1)), "{}", names(&contest));
        }
    }
}

#[test]
fn the_events_of_a_run_make_its_boards() {
    for variant in Variant::ALL {
        for seed in 0..20 {
            let mut run = Run::new(&contest(7, variant), Seed(seed));
            let mut stones = ByColor::default();
            while run.step() {
                for event in run.events() {
                    match event {
                        Event::Move { color, mv } => stones[*color] = with(stones[*color], mv.point()),
                        Event::Death { color, stones: dead, .. } => {
                            assert!(dead.is_subset(&stones[*color]));
                            stones[*color] -= *dead;
                        }
                    }
                }
                assert_eq!(stones, *run.stones());
                for point in run.size().points() {
                    let is_stone = stones.black.contains(point) || stones.white.contains(point);
                    assert_eq!(run.liberties(point).is_some(), is_stone);
                    for linked in run.links(point) {
                        assert!(run.links(linked).contains(point), "links go both ways");
                    }
                }
            }
        }
    }
}

fn with(mut set: goban::PointSet, point: Option<goban::Point>) -> goban::PointSet {
    set.extend(point);
    set
}

#[test]
fn two_hundred_games_of_every_size_and_variant_end() {
    for variant in Variant::ALL {
        for side in [9, 13, 19] {
            let contest = contest(side, variant);
            let summary = contest.simulate(200, Seed(1), 0, &|_| {}).unwrap();
            assert_eq!(summary.games.len(), 200);
            assert_eq!(summary.cut_off(), 0, "{}", names(&contest));
        }
    }
}

#[test]
fn a_game_that_goes_on_and_on_is_cut_off_and_counted_apart() {
    // Two sides that both seek the crowd can fill and empty the same corner for ever.
    let contest = pairings(&contest(13, Variant::Netlogo)).nth(4).unwrap();
    assert_eq!(names(&contest), "netlogo on 13×13, hottest against hottest");
    let summary = contest.simulate(400, Seed(1), 0, &|_| {}).unwrap();
    assert!(summary.cut_off() > 0);
    for row in summary.games.iter().filter(|row| row.end == End::CutOff) {
        assert_eq!((row.tally.ticks, row.winner), (20 * 13 * 13, None));
    }
    let counted = summary.wins(Color::Black) + summary.wins(Color::White) + summary.ties() + summary.cut_off();
    assert_eq!(counted, 400);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for variant in Variant::ALL {
        let contest = contest(9, variant);
        let with = |threads| -> Summary { contest.simulate(60, Seed(9), threads, &|_| {}).unwrap() };
        let one = with(1);
        assert_eq!(one, with(2));
        assert_eq!(one, with(7));
        assert_ne!(one, contest.simulate(60, Seed(10), 1, &|_| {}).unwrap());
        let third = contest.play(Contest::seed_of_game(Seed(9), 2));
        assert_eq!((third.scores, third.tally), (one.games[2].scores, one.games[2].tally));
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

#[test]
fn under_real_rules_every_move_is_legal() {
    for contest in pairings(&contest(7, Variant::Rules)) {
        for seed in 0..10 {
            let (game, played) = contest.record(Seed(seed));
            let mut position = Position::new(contest.size, contest.rules());
            for (color, mv) in game.moves() {
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
fn a_replay_of_a_record_shows_the_boards_of_the_model() {
    for variant in Variant::ALL {
        for (side, seed) in [(5, 1), (5, 2), (7, 3), (9, 4), (9, 5), (13, 6)] {
            let contest = contest(side, variant);
            let seed = Seed(seed);
            let (game, played) = contest.record(seed);

            // By the rules, with setup where it is written.
            let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
            while replay.next_ply().unwrap().is_some() {}
            if !replay.trailing_setup() {
                let setup = Setup { size: contest.size, stones: played.stones, to_move: Color::Black };
                assert_eq!(*replay.position().board().stones(), setup.repaired().stones, "{}", names(&contest));
            }

            // By hand: stones are put and cleared as written, and nothing else is done.
            let mut boards = Vec::new();
            let mut stones = ByColor::<goban::PointSet>::default();
            for id in game.main_line() {
                let node = game.node(id);
                if let Some((color, mv)) = node.play {
                    stones[color].extend(mv.point());
                }
                if let Some(change) = &node.setup {
                    stones = ByColor::new(|color| (stones[color] - change.clear) | change.add[color]);
                }
                boards.push(stones);
            }
            if variant != Variant::Rules {
                assert_eq!(stones, played.stones);
                let mut run = Run::new(&contest, seed);
                let mut rest = boards.iter();
                while run.step() {
                    assert!(rest.any(|board| board == run.stones()), "{} shows every tick", names(&contest));
                }
            }
        }
    }
}

#[test]
fn a_run_behind_the_contract_is_the_same_run() {
    let family = Agents::new();
    let mut settings = model::Settings::default();
    for setting in ["agents.variant=netlogo-exact", "agents.black=hottest"] {
        settings.add(setting).unwrap();
    }
    let parameters = settings.apply(family.card()).unwrap();
    let mut shown = family.simulate().unwrap().start(BoardSize::NINE, &parameters, Seed(3)).unwrap();
    let mut ticks = 0;
    while let Some(tick) = shown.step() {
        ticks += 1;
        assert!(tick.moves.len() == 2 || tick.moves.len() == 1);
    }
    let mut contest = contest(9, Variant::NetlogoExact);
    contest.players.black = strategy::named("hottest").unwrap();
    let played = contest.play(Seed(3));
    assert_eq!(ticks, played.tally.ticks + 1);
    assert_eq!(*shown.board(), Board::with_stones(BoardSize::NINE, &played.stones));
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
