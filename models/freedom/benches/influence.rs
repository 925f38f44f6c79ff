//! The cost of a map: both colours on positions of real games, from scratch and after the next move, for every reach.
//!
//! Prints the median over the games. `cargo bench -p aji-freedom` runs it; a number after `--` sets how many games.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use freedom::{Params, Tracker, influence};
use goban::{Board, BoardSize};

#[path = "../tests/laws/games.rs"]
mod games;

const MOVES: [usize; 4] = [50, 100, 150, 200];

fn main() {
    let n_games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(100);
    let games: Vec<Vec<Board>> = games::real_games(2000)
        .iter()
        .filter(|moves| moves.len() > MOVES[3])
        .take(n_games)
        .map(|moves| games::boards(BoardSize::NINETEEN, moves[..=MOVES[3]].iter().copied()))
        .collect();
    println!("influence of both colours, 19×19, {} games, median in microseconds", games.len());
    println!("{:>5} {:>4} | {:>9} {:>9} {:>9} {:>9}   after move", "reach", "q", 50, 100, 150, 200);
    for (reach, q) in (1..=7).map(|reach| (reach, 2.0)).chain([(4, 3.0)]) {
        let params = Params::new(1.0 / 3.0, q, reach).expect("in range");
        for (name, time) in [("from scratch", scratch as fn(&[Board], usize, &Params) -> Duration), ("update", update)]
        {
            print!("{reach:>5} {q:>4} |");
            for number in MOVES {
                let mut times: Vec<Duration> = games.iter().map(|boards| time(boards, number, &params)).collect();
                times.sort();
                print!(" {:>9.1}", times[times.len() / 2].as_secs_f64() * 1e6);
            }
            println!("   {name}");
        }
    }
}

/// The quickest of a few runs: what the machine does beside this does not belong to it.
fn quickest(mut run: impl FnMut() -> Duration) -> Duration {
    (0..3).map(|_| run()).min().unwrap_or_default()
}

fn scratch(boards: &[Board], number: usize, params: &Params) -> Duration {
    quickest(|| {
        let start = Instant::now();
        let map = influence(black_box(&boards[number]), params);
        let time = start.elapsed();
        black_box(map.lead());
        time
    })
}

/// From the position before the move to the one after it.
fn update(boards: &[Board], number: usize, params: &Params) -> Duration {
    let before = Tracker::new(&boards[number - 1], params);
    quickest(|| {
        let mut tracker = before.clone();
        let start = Instant::now();
        tracker.update(black_box(&boards[number]));
        let time = start.elapsed();
        black_box(tracker.influence().lead());
        time
    })
}
