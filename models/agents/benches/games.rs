//! Games per second, by variant and size, on one thread and on two; with `--peer PYTHON` also of the transliteration of the
//! printed program, in the same run. Not part of the tests.
#![allow(clippy::print_stdout)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agents::{Contest, Variant};
use goban::BoardSize;
use model::{Contest as _, Played, Seed};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

const PEER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/agents/netlogo.py");

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let python = arguments.iter().position(|word| word == "--peer").and_then(|at| arguments.get(at + 1));
    println!("{:14} {:>6} {:>12} {:>12} {:>14}", "variant", "size", "one thread", "two threads", "2000 games");
    for variant in Variant::ALL {
        for side in [9, 13, 19] {
            let Some(size) = BoardSize::new(side) else { continue };
            let contest = Contest { variant, ..Contest::new(size) };
            let (one, two) = (games_per_second(&contest, 1), games_per_second(&contest, 2));
            println!("{variant:14} {side:>6} {one:>10.0}/s {two:>10.0}/s {:>12.2} s", 2000.0 / one);
            if let (Some(python), Variant::NetlogoExact) = (python, variant) {
                let peer = peer(python, side);
                println!("{:>21} {peer:>10.2}/s {:>27} times", "peer in Python", format!("ours {:.0}", one / peer));
            }
        }
    }
}

/// The best of a few rounds; the number of games is such that a round takes a quarter of a second.
fn games_per_second(contest: &Contest, threads: usize) -> f64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("two threads can be started");
    let round = |games: usize| -> Duration {
        let start = Instant::now();
        let play = |game| contest.play(Seed(1).stream(game));
        let played: Vec<Played> = pool.install(|| (0..games as u64).into_par_iter().map(play).collect());
        assert_eq!(played.len(), games);
        start.elapsed()
    };
    let games = (0.25 / (round(40).as_secs_f64() / 40.0)) as usize + 1;
    let best = (0..5).map(|_| round(games)).min().unwrap_or_default();
    games as f64 / best.as_secs_f64()
}

/// Games per second of the peer, by its own clock.
fn peer(python: &str, side: usize) -> f64 {
    let games = if side > 9 { 2 } else { 20 };
    let output = Command::new(python)
        .args([PEER, "--size", &side.to_string(), "--games", &games.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .expect("python starts");
    let told = String::from_utf8_lossy(&output.stderr);
    let rate = told.split_whitespace().next().and_then(|word| word.parse().ok());
    rate.unwrap_or_else(|| panic!("the peer says {told}"))
}
