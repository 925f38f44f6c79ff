//! The studies on games whose answer is known, with the dummy model.

use std::sync::Arc;

use goban::{BoardSize, Color, Move, Point};
use model::{Family, Seed, Settings, Subject};
use record::{Game, Outcome};
use study::{
    Agreement, By, Judge, Said, Suspect, When, Windows, Witness, agree, energy, likeness, moves, predict, score,
};
use testkit::Dummy;

fn subject() -> Subject {
    let family: Arc<dyn Family> = Arc::new(Dummy::new());
    Subject::new(&family, &Settings::default(), Seed(1)).unwrap()
}

fn game(moves: &str, result: &str, names: [&str; 2]) -> Game {
    let size = BoardSize::NINE;
    let mut game = Game::new(size);
    game.info.result = Some(result.to_string());
    game.info.players.black.name = Some(names[0].to_string());
    game.info.players.white.name = Some(names[1].to_string());
    let mut at = game.root();
    for (i, vertex) in moves.split_whitespace().enumerate() {
        let mv = size.parse_vertex(vertex).map_or(Move::Pass, Move::Play);
        at = game.add_move(at, Color::ALL[i % 2], mv);
    }
    game
}

/// A stone is worth 1 and half of its liberties: a lone stone in the middle 3, on the edge 2.5, in the corner 2.
fn games() -> Vec<Game> {
    vec![
        game("E5 A1 C3 A9", "B+R", ["Ann", "Bob"]),
        game("J1 E5 J9 C3 A9", "W+3.5", ["Bob", "Ann"]),
        game("E5 pass", "W+T", ["Ann", "Cid"]),
        game("E5", "?", ["Bob", "Ann"]),
    ]
}

#[test]
fn energies_are_collected_for_each_side() {
    let found = energy(games(), &subject(), By::Color);
    assert_eq!((found.n_games, found.n_left_out), (4, 0));
    let [pairing] = &found.pairings[..] else { panic!("one pairing") };
    assert_eq!(pairing.names, ["Black", "White"]);
    let [gain] = &pairing.comparisons[..] else { panic!("one quantity") };
    assert_eq!(gain.quantity, "dummy.gain");
    assert_eq!(gain.samples[0], [2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 3.0]);
    assert_eq!(gain.samples[1], [2.0, 2.0, 3.0, 3.0], "the pass is left out");
    assert_eq!(gain.test.n, [7, 4]);

    let found = energy(games(), &subject(), By::Result);
    assert_eq!((found.n_games, found.n_left_out), (3, 1));
    let gain = &found.pairings[0].comparisons[0];
    assert_eq!(found.pairings[0].names, ["winner", "loser"]);
    assert_eq!(gain.samples[0], [3.0, 3.0, 3.0, 3.0]);
    assert_eq!(gain.samples[1], [2.0, 2.0, 2.0, 2.0, 2.0, 3.0]);

    let found = energy(games(), &subject(), By::Player);
    let names: Vec<_> = found.pairings.iter().map(|pairing| (pairing.names.clone(), pairing.n_games)).collect();
    let pair = |a: &str, b: &str| [a.to_string(), b.to_string()];
    assert_eq!(names, [(pair("Ann", "Bob"), 3), (pair("Ann", "Cid"), 1)]);
    let gain = &found.pairings[0].comparisons[0];
    assert_eq!(gain.samples[0], [3.0, 3.0, 3.0, 3.0]);
    assert!(gain.test.superiority() > 0.8);
    assert!(found.pairings[1].comparisons.is_empty(), "Cid never moved");
}

#[test]
fn winners_are_predicted_by_the_lead() {
    let times = [When::Move(1), When::Move(2), When::Move(5), When::End];
    let found = predict(games(), &[subject()], None, &times);
    assert_eq!((found.n_games, found.n_left_out), (3, 1));
    let names: Vec<&str> = found.predictors.iter().map(|predictor| predictor.name.as_str()).collect();
    assert_eq!(names, ["always Black", "dummy.lead", "dummy.lead - komi"]);
    let hits = |i: usize| -> Vec<(usize, usize)> {
        found.predictors[i].scores.iter().map(|score| (score.share.hits, score.share.n)).collect()
    };
    assert_eq!(hits(0), [(1, 3), (1, 3), (0, 1), (1, 3)]);
    // After one move Black leads everywhere; then Ann with her stones in the middle; at last Bob has three in the corner.
    assert_eq!(hits(1), [(1, 3), (2, 3), (0, 0), (1, 2)]);
    let undecided: Vec<usize> = found.predictors[1].scores.iter().map(|score| score.n_undecided).collect();
    assert_eq!(undecided, [0, 0, 1, 1], "three corners are worth two stones in the middle");
    // Nobody leads by the komi.
    assert_eq!(hits(2), [(2, 3), (2, 3), (1, 1), (2, 3)]);
}

#[test]
fn somebody_who_looks_ahead_predicts_beside_the_models() {
    let times = [When::Move(1), When::Move(5), When::End];
    let found = predict(games(), &[subject()], Some(&White), &times);
    let white = found.predictors.last().unwrap();
    assert_eq!(white.name, "white");
    let hits: Vec<(usize, usize)> = white.scores.iter().map(|score| (score.share.hits, score.share.n)).collect();
    assert_eq!(hits, [(2, 3), (1, 1), (2, 3)], "Black wins one of three games, and one lasts five moves");
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let games = testkit::fixtures::real_games(100);
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let guessed = moves(&games[..10], &[subject()], &[&White], 7, Seed(1));
            let suspects = [Suspect { name: "later".to_string(), games: games[6..12].to_vec() }];
            let windows = Windows { moves: 20, after: 0, until: 60 };
            let told = likeness(&games[..6], &suspects, Some(&subject()), windows, Seed(1));
            (energy(&games, &subject(), By::Result), predict(&games, &[subject()], None, &When::USUAL), guessed, told)
        })
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_model_agrees_with_itself() {
    let found = agree(games(), &[subject(), subject()], None, 2, Seed(1));
    assert_eq!((found.n_games, found.n_left_out, found.n_positions), (4, 0, 2 + 2 + 1));
    let [pair] = &found.pairs[..] else { panic!("one pair") };
    assert_eq!(pair.names, ["dummy", "dummy"]);
    assert_eq!(pair.apart, None);
    let order = pair.whole.order.unwrap();
    assert_eq!((order.value, order.interval, order.n), (1.0, [1.0, 1.0], 5));
    let shares = [pair.whole.favourite, pair.whole.owner].map(|share| share.map(|share| share.value));
    assert_eq!(shares, [Some(1.0), Some(1.0)]);
    assert_eq!(pair.phases[0], pair.whole, "nine moves in all are an opening");
    let endgame = Agreement { order: None, favourite: None, owner: None };
    assert_eq!(pair.phases[2], endgame, "where there is no position, nothing is said");
}

/// Gives every point to White and likes the first empty points best.
struct White;

impl Witness for White {
    fn name(&self) -> &str {
        "white"
    }

    fn testify(&self, game: &Game, plies: &[usize]) -> Option<Vec<Said>> {
        let points: Vec<Point> = game.size().points().collect();
        let ratings: Vec<(Point, f64)> =
            points.iter().rev().zip(0..).map(|(point, value)| (*point, f64::from(value))).collect();
        Some(vec![Said { ratings, owners: Some(vec![-1.0; points.len()]), lead: Some(-1.0) }; plies.len()])
    }
}

#[test]
fn somebody_else_is_compared_as_a_model_is() {
    let found = agree(games(), &[subject()], Some(&White), 2, Seed(1));
    let [pair] = &found.pairs[..] else { panic!("one pair") };
    assert_eq!(pair.names, ["dummy", "white"]);
    assert_eq!((found.n_positions, pair.whole.order.unwrap().n), (5, 5));
    let apart = pair.apart.as_ref().unwrap();
    let [dummy, white] = apart.owners.as_ref().unwrap();
    assert_eq!(apart.disputed.unwrap()[0], dummy.iter().filter(|value| **value > 0.0).count());
    assert!(white.iter().all(|value| *value == -1.0));
}

#[test]
fn moves_are_guessed_by_models_and_others() {
    let found = moves(games(), &[subject()], &[&White], 1, Seed(1));
    assert_eq!((found.n_games, found.n_left_out, found.n_positions), (4, 0, 4 + 5 + 1 + 1), "a pass is not guessed");
    let [dummy, white] = &found.guessers[..] else { panic!("two guessers") };
    assert_eq!((dummy.name.as_str(), white.name.as_str()), ("dummy", "white"));
    assert_eq!((white.whole.n, white.whole.log_loss, &white.calibration), (11, None, &None));
    let first = white.whole.among[0].unwrap();
    assert!((first.value - 2.0 / 11.0).abs() < 1e-12, "it is right about the two stones on A9");
    assert!(first.interval[0] <= first.value && first.value <= first.interval[1]);
    // Each of the 81 points is as likely as the others at first, then one of 80, and so on.
    let lengths = [4, 5, 1, 1];
    let loss: f64 = lengths.iter().flat_map(|n| (0..*n).map(|i| f64::from(81 - i).ln())).sum();
    assert!((dummy.whole.log_loss.unwrap().value - loss / 11.0).abs() < 1e-12);
    let [bin] = &dummy.calibration.as_ref().unwrap()[..] else { panic!("all is unlikely") };
    assert_eq!((bin.from, bin.n), (0.0, lengths.iter().flat_map(|n| (0..*n).map(|i| 81 - i as usize)).sum()));
    assert!((bin.predicted - bin.played).abs() < 1e-12, "chance is calibrated");
    // The first stone of a game stands best anywhere but on the edge: one of 49 equals.
    let [opening] = &moves([game("E5", "?", ["Ann", "Bob"])], &[subject()], &[], 1, Seed(1)).guessers[..] else {
        panic!("one guesser")
    };
    let among = opening.whole.among.map(|mean| mean.unwrap().value);
    assert_eq!(among, [1.0 / 49.0, 5.0 / 49.0, 20.0 / 49.0]);
    assert_eq!((opening.stretches[0].n, opening.stretches[1].n), (1, 0));

    let thinned = moves(games(), &[subject()], &[], 2, Seed(1));
    assert_eq!(thinned.n_positions, (2 + 3) + 1, "every second move, of the other colour in the next game");
}

/// Games on a 9×9 board: `far` players put each stone far from the one before, others next to it.
fn walks(n: u64, far: bool, first_seed: u64) -> Vec<Game> {
    let size = BoardSize::NINE;
    let walk = |seed: u64| {
        let mut rng = Seed(seed).rng();
        let mut game = Game::new(size);
        let mut at = game.root();
        let mut position = goban::Position::new(size, game.rules());
        let mut last: Option<Point> = None;
        for _ in 0..40 {
            let mut points: Vec<Point> = position.legal_points().iter().collect();
            model::shuffle(&mut points, &mut rng);
            let distance = |point: &Point| {
                last.map_or(0, |last| point.column().abs_diff(last.column()) + point.row().abs_diff(last.row()))
            };
            points.truncate(6);
            let point =
                if far { points.iter().max_by_key(|p| distance(p)) } else { points.iter().min_by_key(|p| distance(p)) };
            let point = *point.unwrap();
            let color = position.to_move();
            position.play(point).unwrap();
            at = game.add_move(at, color, Move::Play(point));
            last = Some(point);
        }
        game
    };
    (first_seed..first_seed + n).map(walk).collect()
}

#[test]
fn players_are_told_apart_by_what_they_do() {
    let windows = Windows { moves: 10, after: 0, until: 40 };
    let suspects = [
        ("near", walks(12, false, 100)),
        ("far", walks(12, true, 200)),
        ("the same game", vec![walks(1, true, 7); 9].concat()),
    ]
    .map(|(name, games)| Suspect { name: name.to_string(), games });
    let told = |suspects: &[Suspect]| likeness(walks(12, false, 1), suspects, Some(&subject()), windows, Seed(1));
    let found = told(&suspects[..2]).unwrap();
    assert_eq!((found.n_games, found.n_left_out), (12, 0));
    let [near, far] = &found.verdicts[..] else { panic!("two verdicts") };
    assert_eq!((near.n_games, near.n_windows, near.game.n), (12, 96, 24));
    assert!(near.window.interval[0] < 0.5 && near.window.value < 0.65, "{near:?}");
    assert!(far.window.value > 0.9 && far.game.value == 1.0, "{far:?}");
    let sign = far.signs[0];
    assert_eq!(sign.fact, "ln distance from the last move");
    assert!(sign.weight > 0.0 && sign.suspect > sign.measure, "{sign:?}");
    let control = found.control.unwrap();
    assert_eq!(control.n_games, 6);
    assert!(control.window.value < 0.7, "{control:?}");

    let one = told(&suspects[2..]).unwrap_err();
    assert_eq!(
        one.to_string(),
        "the same game: 1 different games are long enough for a window, and at least 5 are needed"
    );
    let none = likeness(games(), &[], None, windows, Seed(1)).unwrap_err();
    assert_eq!(none.to_string(), "0 different games are long enough for a window, and at least 5 are needed");
}

/// Two walls on E and F, with a white stone on C8 that is dead: 36 points and a prisoner against 27 by territory.
fn walls(result: &str) -> Game {
    let columns = (1..=9).map(|row| format!("E{row} F{row} ")).collect::<String>();
    let mut game = game(&format!("{columns} pass C8"), result, ["Ann", "Bob"]);
    game.info.rules = Some("Japanese".to_string());
    game.info.komi = Some(0.5);
    game
}

/// Thinks that White always wins by half a point, and cannot count games of Cid.
struct Stubborn;

impl Judge for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }

    fn count(&self, game: &Game) -> Option<Outcome> {
        (game.info.players.white.name.as_deref() != Some("Cid")).then(|| Outcome::parse("W+0.5"))?
    }
}

#[test]
fn last_boards_are_counted() {
    let mut other = walls("B+9.5");
    other.info.players.white.name = Some("Cid".to_string());
    let games = [walls("B+9.5"), walls("W+1.5"), walls("B+R"), other];
    let found = score(games, &[], Some(&Stubborn), Seed(1));
    assert_eq!((found.n_games, found.n_left_out), (3, 1));
    let rows: Vec<_> = found
        .counters
        .iter()
        .map(|row| {
            let hits = [&row.winner, &row.within_one, &row.within_three].map(|share| share.hits);
            (row.name.as_str(), row.winner.n, hits, (10.0 * row.mean_error).round() / 10.0)
        })
        .collect();
    // The stone makes the whole left side neutral; taken off it is worth two points by territory, one of them by area too.
    assert_eq!(
        rows,
        [
            ("every stone alive", 3, [1, 0, 0], 33.3),
            ("dead stones taken off", 3, [2, 2, 2], 3.7),
            ("the same by area", 3, [2, 2, 2], 4.0),
            ("stubborn", 2, [1, 1, 1], 5.5),
        ]
    );
}
