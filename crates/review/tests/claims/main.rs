//! Every claim of a review is replayed on the board, and the one who checks is checked with lies.

mod check;
mod naive;
mod verdict;

use goban::{BoardSize, Move, PointSet};
use model::{Seed, Settings, Subject};
use record::Game;
use review::{
    Catalogue, Change, Chase, Fact, Judged, Judgement, Level, Looking, Options, Oracle, Positions, Purpose, Replayed,
    Review,
};
use tactics::Outcome;
use testkit::{Randomness, fixtures, random_game};

use check::Scene;

fn subjects() -> Vec<Subject> {
    let subject = |family| Subject::new(family, &Settings::default(), Seed(1)).expect("the defaults fit");
    registry::families().iter().map(subject).collect()
}

fn reviewed(game: &Game, subjects: &[Subject], level: Level) -> Review {
    let options = Options { level, leave_out: true, ..Options::default() };
    let line = Replayed::new(game, &game.main_line(), None).expect("a game that can be replayed");
    review::review(&line, subjects, &Catalogue::english(), &options).expect("a review")
}

/// Checks all facts and sentences; gives the number of facts.
fn check(review: &Review, name: &str) -> usize {
    let mut n = 0;
    for scene in Scene::all(review) {
        let number = scene.played.ply.number;
        for finding in &scene.played.findings {
            n += 1;
            if let Err(what) = scene.check(&finding.fact) {
                panic!("{name}, move {number}: not true that {what}: {:?}", finding.fact);
            }
        }
        for sentence in &scene.played.sentences {
            assert!(!sentence.facts.is_empty(), "{name}, move {number}: made from nothing: {}", sentence.text);
            if let Err(what) = scene.check_text(sentence) {
                panic!("{name}, move {number}: not true that {what}: {}", sentence.text);
            }
        }
    }
    n
}

fn read(file: &str) -> Game {
    sgf::read_any(&fixtures::bytes(file), None).games.remove(0)
}

#[test]
fn every_claim_about_real_games_holds() {
    let subjects = subjects();
    let files = ["real/047-property-rd-alphago-2-0.sgf", "gnugo/9x9-02-level-3.sgf", "gnugo/9x9-handicap-4.sgf"];
    for file in files {
        assert!(check(&reviewed(&read(file), &subjects, Level::Player), file) > 100, "{file}");
    }
    for (i, game) in fixtures::real_games(500).iter().enumerate() {
        let level = Level::ALL[i % 3];
        assert!(check(&reviewed(game, &[], level), &format!("tygem {i}")) > 300);
    }
}

#[test]
fn every_claim_about_random_games_holds() {
    for (i, side) in [5usize, 7, 9, 13].into_iter().enumerate() {
        let size = BoardSize::new(side).unwrap();
        for seed in 0..4 {
            let game = random_game(size, side * side, Randomness::EDITED, Seed(seed));
            check(&reviewed(&game, &[], Level::ALL[i % 3]), &format!("{size}, seed {seed}"));
        }
    }
}

/// The same fact with something wrong in it.
fn lies(fact: &Fact, size: BoardSize) -> Vec<Fact> {
    let wrong = |stones: &PointSet| {
        // One stone less, or another instead.
        let stone = stones.first().unwrap();
        let other = size.points().find(|point| !stones.contains(*point)).unwrap();
        let less = *stones - PointSet::from(stone);
        [less, less | PointSet::from(other)]
    };
    let turned = |chase: &Chase| match chase.outcome {
        Outcome::Captured => Chase { outcome: Outcome::Escapes, ..chase.clone() },
        _ => Chase { outcome: Outcome::Captured, ..chase.clone() },
    };
    match fact.clone() {
        Fact::Capture { stones } => wrong(&stones).map(|stones| Fact::Capture { stones }).to_vec(),
        Fact::Atari { stones, liberty, chase } => {
            let mut lies: Vec<Fact> =
                wrong(&stones).map(|stones| Fact::Atari { stones, liberty, chase: chase.clone() }).to_vec();
            lies.push(Fact::Atari { stones, liberty, chase: turned(&chase) });
            lies.push(Fact::Atari { stones, liberty: stones.first().unwrap(), chase });
            lies
        }
        Fact::Threat { stones, chase } => vec![
            Fact::Threat { stones: wrong(&stones)[0], chase: chase.clone() },
            Fact::Threat { stones, chase: turned(&chase) },
        ],
        Fact::Caught { stones, chase } => vec![
            Fact::Caught { stones: wrong(&stones)[1], chase: chase.clone() },
            Fact::Caught { stones, chase: turned(&chase) },
        ],
        Fact::Doomed { stones, chase } => vec![Fact::Doomed { stones, chase: turned(&chase) }],
        Fact::Saved { stones, atari, liberties } => vec![
            Fact::Saved { stones: wrong(&stones)[1], atari, liberties },
            Fact::Saved { stones, atari: !atari, liberties },
            Fact::Saved { stones, atari, liberties: liberties + 1 },
        ],
        Fact::Connect { first, second, chains } => vec![
            Fact::Connect { first: wrong(&first)[1], second, chains },
            Fact::Connect { first, second, chains: chains + 1 },
        ],
        Fact::Cut { first, second } => {
            vec![Fact::Cut { first: wrong(&first)[1], second }, Fact::Cut { first, second: first }]
        }
        Fact::Squeeze { stones, before, after } => vec![
            Fact::Squeeze { stones, before: before + 1, after },
            Fact::Squeeze { stones, before, after: after - 1 },
        ],
        Fact::EyesMade { eyes } => vec![Fact::EyesMade { eyes: wrong(&eyes)[1] }],
        Fact::Left { stones, liberty } => vec![Fact::Left { stones: wrong(&stones)[1], liberty }],
        Fact::Extend { stones, before, after, line, from } => {
            vec![Fact::Extend { stones, before, after: after + 1, line, from }]
        }
        Fact::Judged { win, points, best } => vec![
            Fact::Judged { win: win.map(|win| win - 1.0), points, best },
            Fact::Judged { win, points: points.map(|points| points - 1.0), best },
            Fact::Judged { win, points, best: Some(Move::Pass) },
        ],
        Fact::Expected { area, change } => {
            let more = change.after.map(|points| points + 1);
            vec![Fact::Expected { area, change: Change { after: more, ..change } }]
        }
        _ => Vec::new(),
    }
}

/// A review beside an engine that thinks something else after every move.
fn judged(file: &str) -> Review {
    let game = read(file);
    let mut review = reviewed(&game, &[], Level::Player);
    let size = review.size;
    let judgement = |moves: usize| {
        let wave = |pace: f64| (moves as f64 * pace).sin();
        Judgement {
            black_wins: (!moves.is_multiple_of(5)).then(|| 0.5 + 0.4 * wave(1.3)),
            black_leads: (!moves.is_multiple_of(7)).then(|| 12.0 * wave(0.9)),
            ownership: Some(size.points().map(|point| wave(0.7 + 0.1 * point.column() as f64)).collect()),
            candidates: size.points().nth(moves * 7 % size.area()).map(|p| Move::Play(p).into()).into_iter().collect(),
            ..Judgement::default()
        }
    };
    let positions =
        (0..=review.moves.len()).map(|moves| (!moves.is_multiple_of(11)).then(|| judgement(moves))).collect();
    let line = Replayed::new(&game, &game.main_line(), None).expect("a game that can be replayed");
    let judged = Judged { judge: "an engine".to_string(), own: false, positions };
    review.judged(&line, judged, &Catalogue::english());
    review
}

/// A review of the first moves of a game by somebody who has Black ahead by some points, and by twenty fewer after one of Black's moves.
fn told(own: bool, games: u64, lead: f64, n_moves: usize, blunder: usize) -> Review {
    let game = read("gnugo/9x9-02-level-3.sgf");
    let line = Replayed::new(&game, &game.main_line(), Some(n_moves)).expect("a game that can be replayed");
    let options = Options { leave_out: true, ..Options::default() };
    let mut review = review::review(&line, &[], &Catalogue::english(), &options).expect("a review");
    let leads = (0..=n_moves).map(|moves| if moves < blunder { lead + 20.0 } else { lead });
    let judgement = |black_leads: f64| {
        let black_wins = Some(if black_leads > 0.0 { 0.9 } else { 0.1 });
        let corner = review.size.points().next().map(|point| Move::Play(point).into());
        let candidates = corner.into_iter().collect();
        Some(Judgement { games, black_leads: Some(black_leads), black_wins, candidates, ..Judgement::default() })
    };
    let judged = Judged { judge: "somebody".to_string(), own, positions: leads.map(judgement).collect() };
    review.judged(&line, judged, &Catalogue::english());
    review
}

#[test]
fn points_are_told_as_far_as_their_judge_can_see_them() {
    let story = |own, games, lead| {
        let review = told(own, games, lead, 40, 0);
        review.story.paragraphs.iter().flat_map(|part| part.sentences.clone()).collect::<Vec<_>>().join(" ")
    };
    let tells = |own, lead: f64, what: &str| {
        let story = story(own, 3_000, lead);
        assert!(story.contains(what), "{what} is missing: {story}");
    };
    tells(true, 2.0, "too close for aji's own search to say who is ahead");
    tells(true, -12.0, "White is ahead, by something like 10 points");
    tells(false, 2.0, "Black is ahead by about 2 points");
    tells(false, -12.0, "White is ahead by about 12 points");
    tells(false, 0.2, "neither side is ahead");
    let story = story(true, 30, -12.0);
    assert!(story.contains("too little ahead at each position to say who is ahead"), "{story}");
    assert!(!story.contains("something like"), "{story}");
}

#[test]
fn a_game_that_nobody_is_known_to_have_won_was_not_decided() {
    let review = told(false, 100, -5.0, 24, 21);
    assert!(review.ending.winner().is_none(), "an unfinished board");
    assert!(review.digest.decided.starts_with("The costliest mistake is move 21, Black "), "{}", review.digest.decided);
    let whole = read("gnugo/9x9-02-level-3.sgf").moves().count();
    let review = told(false, 100, -5.0, whole, 21);
    assert!(review.ending.winner().is_some());
    assert!(review.digest.decided.starts_with("It was decided with move 21, Black "), "{}", review.digest.decided);
}

/// A review of a game that our own search has judged, though not for long.
fn looked_at(game: &Game, games: usize) -> Review {
    let line = Replayed::new(game, &game.main_line(), None).expect("a game that can be replayed");
    let families = registry::families();
    let prior = Subject::new(families.get("experience").expect("a family"), &Settings::default(), Seed(1));
    let looking = Looking {
        prior: Some(prior.expect("the defaults fit")),
        games: Some(games),
        seed: Seed(1),
        threads: 2,
        purpose: Purpose::Losses,
    };
    let mut oracle = Oracle::looking(looking);
    let positions = Positions::of(&line);
    let mut said = vec![None; positions.len()];
    oracle.judge(&positions, &mut |ply, judgement| said[ply] = Some(judgement)).expect("a search does not fail");
    let mut review = reviewed(game, &[], Level::Player);
    let judged = Judged { judge: oracle.name().to_string(), own: true, positions: said };
    review.judged(&line, judged, &Catalogue::english());
    review
}

/// Checks all verdicts; gives those moves that were found fault with, and counts the lies that were found out.
fn check_verdicts(review: &Review, name: &str) -> (usize, usize) {
    let (mut faults, mut n_lies) = (0, 0);
    // The naive board knows no suicide, which some rules allow.
    for trial in verdict::Trial::all(review).into_iter().filter(|trial| !trial.played.ply.suicide) {
        let (number, verdict) = (trial.played.ply.number, &trial.played.verdict);
        faults += usize::from(verdict.grade.is_some());
        if let Err(what) = trial.check(verdict) {
            panic!("{name}, move {number}: not true that {what}: {verdict:?}");
        }
        for lie in verdict::lies(verdict, review.size) {
            assert!(trial.check(&lie).is_err(), "{name}, move {number}: {lie:?} passed");
            n_lies += 1;
        }
    }
    for group in &review.weak_groups {
        let settled = group.settled.map_or(usize::MAX, |settled| settled.ply);
        assert!(group.born <= group.danger && group.danger <= settled, "{name}: in danger after its end: {group:?}");
    }
    (faults, n_lies)
}

#[test]
fn every_verdict_holds_and_lies_about_it_are_found_out() {
    let file = "gnugo/9x9-02-level-3.sgf";
    let (faults, lies) = check_verdicts(&judged(file), file);
    assert!(faults > 10 && lies > 100, "{faults} faults, {lies} lies");
    let review = looked_at(&read(file), 60);
    let (faults, lies) = check_verdicts(&review, file);
    assert!(faults >= 3 && lies > 100, "{faults} faults, {lies} lies");
    assert!(review.moments.iter().all(|moment| review.moves[moment.ply - 1].verdict.grade.is_some()));
    let random = random_game(BoardSize::new(7).unwrap(), 60, Randomness::PLAY, Seed(5));
    check_verdicts(&looked_at(&random, 20), "random");
}

#[test]
fn every_claim_about_what_an_engine_thinks_holds() {
    let file = "gnugo/9x9-02-level-3.sgf";
    let review = judged(file);
    check(&review, file);
    let mut kinds: Vec<&str> = Vec::new();
    for scene in Scene::all(&review) {
        for finding in &scene.played.findings {
            if matches!(finding.fact, Fact::Judged { .. } | Fact::Expected { .. }) {
                kinds.push(finding.fact.kind());
                for lie in lies(&finding.fact, review.size).into_iter().filter(|lie| *lie != finding.fact) {
                    assert!(scene.check(&lie).is_err(), "move {}: {lie:?} passed", scene.played.ply.number);
                }
            }
        }
    }
    assert!(kinds.contains(&"judged") && kinds.contains(&"expected"), "{kinds:?}");
}

#[test]
fn lies_about_stones_counts_and_ladders_are_found_out() {
    let mut kinds: Vec<&str> = Vec::new();
    let mut n = 0;
    for game in fixtures::real_games(1000) {
        let review = reviewed(&game, &[], Level::Player);
        for scene in Scene::all(&review) {
            for finding in &scene.played.findings {
                for lie in lies(&finding.fact, review.size) {
                    assert!(scene.check(&lie).is_err(), "move {}: {lie:?} passed", scene.played.ply.number);
                    n += 1;
                    if !kinds.contains(&lie.kind()) {
                        kinds.push(lie.kind());
                    }
                }
            }
        }
    }
    assert!(n > 500 && kinds.len() >= 9, "{n} lies of {kinds:?}");
}

#[test]
fn lies_in_sentences_are_found_out() {
    let review = reviewed(&read("real/047-property-rd-alphago-2-0.sgf"), &[], Level::Player);
    let mut n = 0;
    for scene in Scene::all(&review) {
        for sentence in &scene.played.sentences {
            for (truth, lie) in [("two", "97"), ("three", "98"), (" at ", " at T1 and at "), (" takes ", " takes 57 ")]
            {
                if sentence.text.contains(truth) && !sentence.text.contains("two spaces") {
                    let mut changed = sentence.clone();
                    changed.text = changed.text.replacen(truth, lie, 1);
                    assert!(scene.check_text(&changed).is_err(), "{}", changed.text);
                    n += 1;
                }
            }
        }
    }
    assert!(n > 50, "{n}");
}

#[test]
fn words_are_few_and_do_not_repeat() {
    let catalogue_levels = Level::ALL;
    for (i, game) in fixtures::real_games(400).iter().enumerate() {
        let review = reviewed(game, &[], catalogue_levels[i % 3]);
        let mut told_lately: Vec<Vec<&str>> = Vec::new();
        let mut silent = 0;
        for played in &review.moves {
            let sentences: Vec<&str> = played.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
            assert!(sentences.len() <= 3, "{sentences:?}");
            let words: usize = sentences.iter().map(|text| text.split_whitespace().count()).sum();
            assert!(words <= 60, "{words} words: {sentences:?}");
            for text in &sentences {
                let again = told_lately.iter().rev().take(5).flatten().any(|known| known == text);
                assert!(!again, "move {}: said again: {text}", played.ply.number);
                assert!(!text.contains("{") && !text.contains("  "), "{text}");
            }
            silent += usize::from(sentences.is_empty());
            told_lately.push(sentences);
        }
        // What is forced or quiet is not worth a word, but a game is not made of that alone.
        assert!(silent * 4 < 3 * review.moves.len(), "{silent} of {} moves say nothing", review.moves.len());
    }
}
