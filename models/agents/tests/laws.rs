//! What holds in every game.

use agents::{Agents, Contest, Run, Stroke, Temperature, Variant, strategy};
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
                        Event::Painted { .. } => panic!("nobody painted"),
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

/// A run with the listed strokes, and what was painted in it.
fn painted(side: usize, variant: Variant, strokes: &str, seed: u64) -> (Vec<Tick>, Contest) {
    let mut contest = contest(side, variant);
    contest.paint = Stroke::list(strokes, contest.size).unwrap();
    (told(|hear| contest.play_and_tell(Seed(seed), hear)).0, contest)
}

fn by_hand(tick: &Tick, size: BoardSize) -> Vec<String> {
    let stone = |stone: Option<Color>| stone.map_or('.', Color::letter);
    let told = |event: &Event| match event {
        Event::Painted { point, before, after } => {
            Some(format!("{} {}{}", size.vertex(*point), stone(*before), stone(*after)))
        }
        _ => None,
    };
    tick.events.iter().filter_map(told).collect()
}

/// The first two free points of a run before a tick, so that something can be put there whatever was played.
fn free_points(side: usize, variant: Variant, seed: u64, tick: usize) -> [Point; 2] {
    let mut run = Run::new(&contest(side, variant), Seed(seed));
    (0..tick).for_each(|_| drop(run.step()));
    let taken = run.stones().black | run.stones().white;
    let mut free = run.size().points().filter(|point| !taken.contains(*point));
    [free.next().unwrap(), free.next_back().unwrap()]
}

#[test]
fn stones_are_put_into_a_run_and_taken_out_of_it() {
    for variant in Variant::ALL {
        for seed in 0..10 {
            let [a, b] = free_points(9, variant, seed, 3).map(|point| BoardSize::NINE.vertex(point));
            let strokes = format!("3 black {a}, 3 white {a}, 3 remove {b}, 3 remove {a}, 400 black {b}");
            let (ticks, contest) = painted(9, variant, &strokes, seed);
            // Step 0 is the set-up. Until the hand comes in, it is the game without it; a taken point stays as it is.
            let plain = told(|hear| Contest { paint: Vec::new(), ..contest.clone() }.play_and_tell(Seed(seed), hear)).0;
            assert_eq!(ticks[..3], plain[..3], "{variant}");
            let expected = [format!("{a} .B"), format!("{a} BB"), format!("{b} .."), format!("{a} B.")];
            assert_eq!(by_hand(&ticks[3], contest.size), expected, "{variant}");
            assert!(ticks.len() < 400 && ticks[4..].iter().all(|tick| by_hand(tick, contest.size).is_empty()));
            // What is told makes the boards, in every tick.
            let mut run = Run::new(&contest, Seed(seed));
            let mut stones = ByColor::<PointSet>::default();
            while let Some(tick) = run.step() {
                for event in &tick.events {
                    match event {
                        Event::Move { color, mv, .. } => stones[*color].extend(mv.point()),
                        Event::Death { color, stones: dead, .. } => stones[*color] -= *dead,
                        Event::Painted { point, after, .. } => {
                            stones = stones.map(|set| set - (*point).into());
                            if let Some(color) = after {
                                stones[*color].insert(*point);
                            }
                        }
                    }
                }
                assert_eq!(stones, *run.stones(), "{variant}");
            }
        }
    }
}

/// Whether a stone would have an empty point beside it before tick 12 of a run.
fn breathed(variant: Variant, seed: u64, point: Point) -> bool {
    let mut run = Run::new(&contest(9, variant), Seed(seed));
    (0..12).for_each(|_| drop(run.step()));
    let taken = run.stones().black | run.stones().white;
    run.size().neighbors(point).any(|near| !taken.contains(near))
}

/// A painted stone of the listing counts no liberty before its side has moved. Black moves before its stones are judged; white
/// stones are judged first, and everything linked with a painted one dies with it.
#[test]
fn the_printed_program_kills_white_stones_that_are_painted() {
    let mut linked = 0;
    for seed in 0..40 {
        let [a, _] = free_points(9, Variant::NetlogoExact, seed, 12);
        let vertex = BoardSize::NINE.vertex(a);
        for variant in [Variant::Netlogo, Variant::NetlogoExact] {
            for color in ["black", "white"] {
                let (ticks, _) = painted(9, variant, &format!("12 {color} {vertex}"), seed);
                let Event::Painted { before: None, after: Some(_), point } = ticks[12].events[0] else { continue };
                let dead: Vec<PointSet> = ticks[12]
                    .events
                    .iter()
                    .filter_map(|event| match event {
                        Event::Death { stones, .. } if stones.contains(point) => Some(*stones),
                        _ => None,
                    })
                    .collect();
                if (variant, color) == (Variant::NetlogoExact, "white") {
                    assert_eq!(dead.len(), 1, "seed {seed}");
                    linked += usize::from(dead[0].len() > 1);
                } else if variant == Variant::Netlogo {
                    // It dies only of what it saw: nothing free beside it or its chain when it was put.
                    assert!(dead.is_empty() || !breathed(variant, seed, point), "seed {seed}");
                }
            }
        }
    }
    assert!(linked > 0, "no painted stone had a neighbour of its colour");
}

#[test]
fn the_printed_program_takes_only_black_stones_off() {
    let mut run = Run::new(&contest(9, Variant::NetlogoExact), Seed(1));
    (0..4).for_each(|_| drop(run.step()));
    let first = |stones: PointSet| run.size().vertex(stones.first().unwrap());
    let (black, white) = (first(run.stones().black), first(run.stones().white));
    let (ticks, contest) = painted(9, Variant::NetlogoExact, &format!("4 remove {black}, 4 remove {white}"), 1);
    assert_eq!(by_hand(&ticks[4], contest.size), [format!("{black} B."), format!("{white} WW")]);
}

#[test]
fn under_real_rules_no_stone_is_painted_without_a_liberty() {
    // The hand builds an eye in the corner before anything else and then fills it.
    let (ticks, contest) = painted(9, Variant::Rules, "1 black A8, 1 black B9, 1 white A9, 1 black A9, 1 remove B9", 3);
    let told = by_hand(&ticks[1], contest.size);
    assert_eq!(told, ["A8 .B", "B9 .B", "A9 ..", "A9 .B", "B9 B."]);
}

#[test]
fn what_is_no_stroke_is_refused_with_its_reason() {
    let wrong = |text: &str| Stroke::list(text, BoardSize::NINE).unwrap_err().to_string();
    let how = "; write a tick, a word and a point, such as 5 black D4, 5 white E5, 9 remove D4";
    assert_eq!(wrong("5 black"), format!("'5 black' is no stroke: it has not three parts{how}"));
    assert_eq!(wrong("0 black D4"), format!("'0 black D4' is no stroke: ticks are counted from 1{how}"));
    assert_eq!(wrong("5 blue D4"), format!("'5 blue D4' is no stroke: the word is black, white or remove{how}"));
    assert_eq!(
        wrong("1 white D4, 5 black T19"),
        format!("'5 black T19' is no stroke: T19 is no point of a 9×9 board{how}")
    );
    assert_eq!(Stroke::list(" , ", BoardSize::NINE), Ok(Vec::new()));
}
