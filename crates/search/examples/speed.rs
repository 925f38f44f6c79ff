//! Games a second that the search plays, by processor time of the whole program and by the clock.
//!
//! `cargo run --release -p aji-search --example speed -- [GAMES] [THREADS]`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use goban::{BoardSize, Position, Rules};
use model::{Seed, Settings as Parameters, Subject};
use search::{Looks, Search, Settings};

const LOOKS: Looks = Looks { from: BoardSize::NINE, curiosity: 1.0, trust: 1.0, heed: 0.5, doubt: 0.1 };

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (games, threads) = (numbers.first().copied().unwrap_or(3000), numbers.get(1).copied().unwrap_or(1));
    let families = registry::families();
    for side in [9, 13, 19] {
        for (prior, looks) in [(None, false), (Some("experience"), false), (Some("experience"), true)] {
            let subject = prior.map(|name| {
                let family = families.get(name).expect("a family of this program");
                Subject::new(family, &Parameters::default(), Seed(1)).expect("the defaults fit")
            });
            let mut search =
                Search::new(Settings { threads, looks: looks.then_some(LOOKS), ..Settings::default() }, subject);
            let size = BoardSize::new(side).expect("a size");
            search.begin(&Position::new(size, Rules::CHINESE)).expect("every size will do");
            search.think(1, None, &mut || true);
            let games = search.settings().leaves(size, games);
            let start = Instant::now();
            let cpu = cpu_seconds();
            search.think(games, None, &mut || true);
            let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds() - cpu);
            let judgement = search.judgement();
            let best = &judgement.candidates[0];
            let line: Vec<String> = best.line.iter().map(|mv| size.move_name(*mv)).collect();
            println!(
                "{size} prior {prior:?}{}: {:.0} games a second by the clock, {:.0} a second of the processor; {} of {} games: {}",
                if looks { ", looks" } else { "" },
                games as f64 / seconds,
                games as f64 / cpu,
                best.visits,
                judgement.games,
                line.join(" ")
            );
        }
    }
}

/// Seconds of processor time that the program has taken, on Linux.
fn cpu_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = told.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
