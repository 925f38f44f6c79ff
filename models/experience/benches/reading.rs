//! How long it takes to rate every legal move of real 19×19 games, on one core: each position from scratch, and following the
//! games move by move; with the replay of the games alone as the baseline. And how long the classes take to load.
//!
//! `cargo bench -p aji-experience` runs it; a number after `--` sets how many games, and `followed` leaves out the rest.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use experience::Experience;
use model::{Family, Parameters, Seed, Selection, Sheet};
use record::{Game, Mode};

/// Goes through the games and times what is done in each position, and everything.
fn through(
    games: &[Game],
    mut each: impl FnMut(&record::Ply, &goban::Position, bool) -> Duration,
) -> (usize, Duration) {
    let (mut plies, mut spent) = (0, Duration::ZERO);
    for game in games {
        let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("the games are legal");
        let mut first = true;
        while let Some(ply) = replay.next_ply().expect("the games are legal") {
            let mut position = replay.position().clone();
            position.forget_way_back();
            spent += each(&ply, &position, first);
            first = false;
            plies += 1;
        }
    }
    (plies, spent)
}

fn main() {
    let n_games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(20);
    let mut games = testkit::fixtures::real_games(1);
    games.retain(|game| game.main_line().len() > 150);
    games.truncate(n_games);
    let family = Experience::new();
    let bytes = family.to_bytes();
    let mut loads: Vec<Duration> = (0..5)
        .map(|_| {
            let start = Instant::now();
            black_box(Experience::from_file(&bytes).expect("it was just written"));
            start.elapsed()
        })
        .collect();
    loads.sort();
    println!("loading {:.1} MB: {:.0} ms", bytes.len() as f64 / 1e6, 1000.0 * loads[2].as_secs_f64());

    let card = family.card();
    let parameters = Parameters::defaults(card);
    let selection = Selection::Names(vec!["experience.probability".to_string()]);
    let begin = |position: &goban::Position| family.begin(position, &parameters, Seed(1)).expect("every size will do");
    let start = Instant::now();
    let (plies, _) = through(&games, |_, position, _| {
        black_box(position.board().hash());
        Duration::ZERO
    });
    let micros = |spent: Duration| 1e6 * spent.as_secs_f64() / plies as f64;
    println!("{} games, {plies} positions; replay alone {:.1} µs", games.len(), micros(start.elapsed()));
    let read = |model: &mut dyn model::Model, position: &goban::Position| {
        let mut sheet = Sheet::new(card, &selection);
        model.read(position, &mut sheet);
        black_box(sheet.get_field("experience.probability").map(<[f64]>::len));
    };
    let only_followed = std::env::args().any(|arg| arg == "followed");
    for round in 1..=3 {
        let (_, scratch) = through(if only_followed { &[] } else { &games }, |_, position, _| {
            let start = Instant::now();
            read(&mut *begin(position), position);
            start.elapsed()
        });
        let mut model = None;
        let (_, followed) = through(&games, |ply, position, first| {
            let start = Instant::now();
            let model = match &mut model {
                Some(model) if !first => model,
                model => model.insert(begin(position)),
            };
            if !first {
                model.observe(ply, position);
            }
            read(&mut **model, position);
            start.elapsed()
        });
        println!(
            "round {round}: from scratch {:.0} µs, followed {:.0} µs a position, a ratio of {:.2}",
            micros(scratch),
            micros(followed),
            scratch.as_secs_f64() / followed.as_secs_f64()
        );
    }
}
