//! Recording real games of 19×19 with the whole board attended: plies a second and bytes a game, by levels, and how both
//! grow with the length of the game.
//!
//! `cargo bench -p aji-structure` runs it; a number after `--` sets how many games. The baseline in the same run is the
//! replay of the games alone.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use goban::Position;
use record::{Game, Mode, Ply};
use structure::go::{Attention, Plan, Recorder};

/// A game, replayed beforehand: what is timed is the recording.
struct Replayed {
    start: Position,
    plies: Vec<(Ply, Position)>,
}

fn replay(game: &Game) -> Replayed {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).expect("the games are legal");
    let start = replay.position().clone();
    let mut plies = Vec::new();
    while let Some(ply) = replay.next_ply().expect("the games are legal") {
        let mut position = replay.position().clone();
        position.forget_way_back();
        plies.push((ply, position));
    }
    Replayed { start, plies }
}

fn main() {
    let n_games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(50);
    let games: Vec<Replayed> = testkit::fixtures::real_games(1)
        .iter()
        .map(replay)
        .filter(|game| game.plies.len() >= 250)
        .take(n_games)
        .collect();
    println!("{} real games of at least 250 moves, 19×19, one core", games.len());
    println!("{:>12} | {:>6} {:>12} {:>14} {:>10}", "levels", "moves", "plies/s", "kB a game", "elements");
    let plan = Plan::built_in();
    for (name, with_groups) in [("0 and 1", false), ("0 to 2", true)] {
        for length in [50, 100, 150, 200, 250] {
            let (mut plies, mut bytes, mut elements) = (0, 0, 0);
            let mut best = f64::INFINITY;
            for _ in 0..3 {
                (plies, bytes, elements) = (0, 0, 0);
                let start = Instant::now();
                for game in &games {
                    let make = if with_groups { Recorder::new } else { Recorder::without_groups };
                    let mut recorder = make(plan.clone(), game.start.board(), Attention::Whole);
                    for (ply, position) in &game.plies[..length] {
                        recorder.observe(ply, position.board());
                        plies += 1;
                    }
                    bytes += recorder.bytes();
                    elements += (0..3).map(|level| recorder.n_elements(level)).sum::<usize>();
                    black_box(&recorder);
                }
                best = best.min(start.elapsed().as_secs_f64());
            }
            let n = games.len().max(1);
            println!(
                "{name:>12} | {length:>6} {:>12.0} {:>14.1} {:>10}",
                plies as f64 / best,
                bytes as f64 / 1000.0 / n as f64,
                elements / n
            );
        }
    }
}
