//! How fast the board is, for a quick look while working on it. Comparisons with other crates: docs/benchmarks.md.
//!
//! `cargo bench -p aji-goban --bench board [-- FILTER]`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use goban::{Board, BoardSize, Color, Ko, Move, Playout, Position, Rules};

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/tygem-2000.tsv");

fn main() {
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let games = read_games();
    for (name, ko) in [("simple ko", Ko::Simple), ("positional superko", Ko::Positional)] {
        let rules = Rules { ko, ..Rules::CHINESE };
        bench(&filter, &format!("replay, {name}"), "moves/s", || replay(&games, rules));
        bench(&filter, &format!("replay and take back, {name}"), "moves/s", || there_and_back(&games, rules));
    }
    for side in [9, 19] {
        let mut state = 1u64;
        let mut below = move |n: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (((state >> 32) * u64::from(n)) >> 32) as u32
        };
        let start = Board::new(BoardSize::new(side).expect("a board size"));
        let mut playout = Playout::new();
        let n = 360_000 / side.pow(2);
        bench(&filter, &format!("playouts {side}×{side}"), "playouts/s", || {
            for _ in 0..n {
                playout.run(&start, Color::Black, None, &mut below);
            }
            n
        });
    }
    let boards: Vec<Position> = games.iter().take(200).map(|game| played(game, Rules::CHINESE)).collect();
    bench(&filter, "legal points of a last position", "boards/s", || {
        boards.iter().map(|position| position.legal_points().len()).sum::<usize>().min(1) * boards.len()
    });
    bench(&filter, "unconditional life of a last position", "boards/s", || {
        let alive = |p: &Position| p.board().unconditional_life(Color::Black).stones.len();
        boards.iter().map(alive).sum::<usize>().min(1) * boards.len()
    });
}

/// Times five rounds and prints the middle one.
fn bench(filter: &str, name: &str, unit: &str, mut run: impl FnMut() -> usize) {
    if !name.contains(filter) {
        return;
    }
    run();
    let mut rates: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            run() as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    println!("{name:<44} {:>12.0} {unit}", rates[2]);
}

fn read_games() -> Vec<Vec<Move>> {
    let text = std::fs::read_to_string(GAMES).unwrap_or_else(|error| panic!("{GAMES}: {error}"));
    let size = BoardSize::NINETEEN;
    let at = |pair: &[u8]| {
        let point = size.point((pair[0] - b'a').into(), (pair[1] - b'a').into());
        point.map_or(Move::Pass, Move::Play)
    };
    let moves = |line: &str| Some(line.split('\t').nth(2)?.as_bytes().chunks_exact(2).map(at).collect());
    text.lines().skip(1).filter_map(moves).collect()
}

fn played(game: &[Move], rules: Rules) -> Position {
    let mut position = Position::new(BoardSize::NINETEEN, rules);
    for &mv in game {
        if position.play(mv).is_err() {
            break;
        }
    }
    position
}

fn replay(games: &[Vec<Move>], rules: Rules) -> usize {
    let start = Position::new(BoardSize::NINETEEN, rules);
    let mut position = start.clone();
    let mut n_moves = 0;
    for game in games {
        position.clone_from(&start);
        n_moves += game.iter().take_while(|&&mv| position.play(mv).is_ok()).count();
    }
    n_moves
}

fn there_and_back(games: &[Vec<Move>], rules: Rules) -> usize {
    let mut position = Position::new(BoardSize::NINETEEN, rules);
    let mut n_moves = 0;
    for game in games {
        n_moves += game.iter().take_while(|&&mv| position.play(mv).is_ok()).count();
        while position.take_back() {}
    }
    n_moves
}
