//! How many games a second, on one thread, beside the uniform ones of `goban`; and how many final boards are counted.
//!
//! Seconds are those of the processor where the system tells them (Linux), so that other work on the machine disturbs less.
//!
//! `cargo bench -p aji-playout --bench playout [-- FILTER]`
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use goban::{BoardSize, Move, Playout, Position, Rules};
use model::Seed;
use playout::{Agent, Chance, Game, LightBoard, Policy, Rates, Settlement, Shapes};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/tygem-2000.tsv");

fn main() {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let tactical = Policy::default();
    let plain = Policy { rates: Rates::PLAIN, shapes: Shapes::none() };
    let empty = |side| vec![Position::new(BoardSize::new(side).expect("a board size"), Rules::CHINESE)];
    let starts = [
        ("9×9", empty(9)),
        ("19×19", empty(19)),
        ("19×19 from move 150", played(150)),
        ("19×19 from the last move", played(usize::MAX)),
    ];
    for (name, positions) in &starts {
        let boards: Vec<LightBoard> = positions.iter().map(LightBoard::new).collect();
        for (kind, policy) in [("tactical", &tactical), ("plain", &plain)] {
            let (mut game, mut agent, mut chance) = (Game::new(), Agent::new(policy), Chance::new(Seed(1)));
            bench(&filter, &format!("{kind}, {name}"), |i| {
                game.play(&boards[i % boards.len()], &mut agent, &mut chance);
                game.steps().len()
            });
        }
        let mut state = 1u64;
        let mut below = |n: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (((state >> 32) * u64::from(n)) >> 32) as u32
        };
        let mut uniform = Playout::new();
        bench(&filter, &format!("goban's uniform, {name}"), |i| {
            let position = &positions[i % positions.len()];
            uniform.run(position.board(), position.to_move(), position.ko(), &mut below).n_moves
        });
    }
    let last = played(usize::MAX);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        bench(&filter, "counting a last board of 19×19", |i| {
            let settlement = Settlement::of(&last[i % last.len()], Seed(1));
            settlement.tally().n_games()
        });
    });
}

/// The processor time of this thread, or the time on the clock where that is not told.
fn now(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Times five rounds of about half a second and prints the middle one.
fn bench(filter: &str, name: &str, mut run: impl FnMut(usize) -> usize) {
    if !name.contains(filter) {
        return;
    }
    let mut rates: Vec<(f64, f64)> = (0..5)
        .map(|_| {
            let clock = Instant::now();
            let start = now(clock);
            let (mut games, mut moves) = (0, 0);
            // Asking for the time costs as much as a small game.
            while games % 16 > 0 || (now(clock) - start).as_millis() < 400 {
                moves += run(games);
                games += 1;
            }
            (games as f64 / (now(clock) - start).as_secs_f64(), moves as f64 / games as f64)
        })
        .collect();
    rates.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("{name:<44} {:>9.0} a second, of {:.0} moves or games", rates[2].0, rates[2].1);
}

/// Positions of real games after this many moves.
fn played(n_moves: usize) -> Vec<Position> {
    let text = std::fs::read_to_string(GAMES).unwrap_or_else(|error| panic!("{GAMES}: {error}"));
    let size = BoardSize::NINETEEN;
    let at = |pair: &[u8]| {
        let point = size.point((pair[0] - b'a').into(), (pair[1] - b'a').into());
        point.map_or(Move::Pass, Move::Play)
    };
    let games = text.lines().skip(1).filter_map(|line| line.split('\t').nth(2));
    let position = |moves: &str| {
        let mut position = Position::new(size, Rules::KOREAN);
        for mv in moves.as_bytes().chunks_exact(2).map(at).take(n_moves) {
            position.play(mv).expect("the games are legal");
        }
        position
    };
    games.take(50).map(position).collect()
}
