//! Times an evaluation and all move-vectors of 19×19 boards from real games: the fast path against the plain automata,
//! and, with `--peer PYTHON`, the evaluation alone against numpy. All in one run, reported as ratios.
//!
//! `cargo bench -p aji-cellular --bench vectors -- --peer python3`
#![allow(clippy::print_stdout, reason = "a benchmark reports on the terminal")]

use std::hint::black_box;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cellular::{Evaluation, PlainVectors, Voter, fast};
use goban::{Color, Position};

#[path = "../tests/tygem/mod.rs"]
mod tygem;

const PEER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/cellular/numpy_ca.py");
/// One game of every so many, and one position of every so many moves.
const GAME_STEP: usize = 100;
const MOVE_STEP: usize = 20;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test --all-targets` runs this file too, without the flag: the tests have checked the answers already.
    if !arguments.iter().any(|word| word == "--bench") {
        return;
    }
    let positions = positions();
    let n = positions.len();
    println!("{n} positions, every {MOVE_STEP}th of every {GAME_STEP}th game of tygem-2000.tsv");

    for position in &positions {
        assert_eq!(fast::evaluate(position.board()), Evaluation::by_automaton(position.board()));
        assert_eq!(fast::vectors(position), PlainVectors::of_position(position));
    }

    let evaluation = compare(
        "evaluation",
        &positions,
        |position| fast::evaluate(position.board()).n_steps,
        |position| Evaluation::by_automaton(position.board()).n_steps,
    );
    compare(
        "move-vectors",
        &positions,
        |position| fast::vectors(position).len(),
        |position| PlainVectors::of_position(position).len(),
    );
    compare(
        "both",
        &positions,
        |position| fast::evaluate(position.board()).n_steps + fast::vectors(position).len(),
        |position| Evaluation::by_automaton(position.board()).n_steps + PlainVectors::of_position(position).len(),
    );
    let voter = Voter::default();
    let vote = seconds_each(&positions, |position| voter.vote(position, None, model::Seed(1)).n_abstained);
    println!("a vote of 200 game-vectors: {:.1} µs", vote * 1e6);

    if let Some(python) = arguments.iter().position(|word| word == "--peer").and_then(|at| arguments.get(at + 1)) {
        peer(python, &positions, 1.0 / evaluation);
    }
}

/// Times both ways on the same positions and gives the seconds of the fast one.
fn compare(
    what: &str,
    positions: &[Position],
    quick: impl Fn(&Position) -> usize,
    plain: impl Fn(&Position) -> usize,
) -> f64 {
    let quick = seconds_each(positions, quick);
    let plain = seconds_each(positions, plain);
    println!("{what}: fast {:.2} µs, plain automata {:.1} µs, ratio {:.0}", quick * 1e6, plain * 1e6, plain / quick);
    quick
}

/// Seconds for one position: the best of several rounds over all positions, which half a second is spent on.
fn seconds_each(positions: &[Position], work: impl Fn(&Position) -> usize) -> f64 {
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < 3 || begun.elapsed() < Duration::from_millis(500) {
        let start = Instant::now();
        for position in positions {
            black_box(work(black_box(position)));
        }
        best = best.min(start.elapsed().as_secs_f64());
        rounds += 1;
    }
    best / positions.len() as f64
}

fn positions() -> Vec<Position> {
    let games = tygem::games();
    let some = games.iter().step_by(GAME_STEP);
    some.flat_map(|game| (MOVE_STEP..=game.moves.len()).step_by(MOVE_STEP).map(|n| game.after(n))).collect()
}

/// Lets numpy evolve the same boards, checks that it finds the same, and compares the evolutions per second.
fn peer(python: &str, positions: &[Position], ours: f64) {
    let mut child =
        Command::new(python).arg(PEER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python starts");
    let mut boards = String::new();
    for position in positions {
        boards.extend(position.size().points().map(|point| match position.board().get(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        }));
        boards.push('\n');
    }
    child.stdin.take().expect("stdin is piped").write_all(boards.as_bytes()).expect("the peer reads the boards");
    let mut answer = String::new();
    child.stdout.take().expect("stdout is piped").read_to_string(&mut answer).expect("the peer writes text");
    assert!(child.wait().expect("the peer ends").success(), "the peer fails");

    let mut lines = answer.lines();
    for position in positions {
        let evaluation = fast::evaluate(position.board());
        let area = evaluation.area();
        let expected = format!("{} {} {} {}", area.black, area.white, evaluation.neutral.len(), evaluation.n_steps);
        assert_eq!(lines.next(), Some(expected.as_str()), "{position:?}");
    }
    println!("evolutions per second: ours {ours:.0}");
    for line in lines {
        let (name, rate) = line.rsplit_once(' ').expect("a name and a number");
        let rate: f64 = rate.parse().expect("a number");
        println!("{name}: {rate:.0}, ours is {:.0} times as fast", ours / rate);
    }
}
