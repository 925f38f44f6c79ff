//! Times an epoch of the lowest machine (69,100 boards, 1083–500 units, batches of 100, CD-1), samples of the whole network and
//! readings of a position; with `--peer PYTHON` also an epoch of PyTorch and scikit-learn, in the same run, reported as ratios.
//!
//! `cargo bench -p aji-belief --bench training -- --peer python3 --rounds 3`
#![allow(clippy::print_stdout, reason = "a benchmark reports on the terminal")]

use std::process::Command;
use std::time::Instant;

use belief::{Networks, Options, Step, Top, Training};
use goban::BoardSize;
use model::Seed;
use rustix::time::{ClockId, clock_gettime};

const PEER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/peers/belief/rbm.py");

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test --all-targets` runs this file too, without the flag: the tests have checked the answers already.
    if !arguments.iter().any(|word| word == "--bench") {
        return;
    }
    let after = |flag: &str| arguments.iter().position(|word| word == flag).and_then(|at| arguments.get(at + 1));
    let rounds: usize = after("--rounds").and_then(|text| text.parse().ok()).unwrap_or(3);
    let python = after("--peer");
    for threads in [1, 2] {
        let (mut ours, mut peers) = (Vec::new(), vec![Vec::new(); 3]);
        for _ in 0..rounds {
            ours.push(on_threads(threads, epoch));
            for (name, times) in PEERS.iter().zip(&mut peers) {
                times.extend(python.map(|python| peer(python, name, threads)));
            }
        }
        println!("{threads} thread(s), seconds an epoch, medians of {rounds}: by the clock, by CPU time");
        let of = |times: &[Time], which: usize| median(times.iter().map(|time| time[which]));
        println!("  {:10} {:8.2} {:8.2}", "ours", of(&ours, 0), of(&ours, 1));
        for (name, times) in PEERS.iter().zip(&peers).filter(|(_, times)| !times.is_empty()) {
            let ratio = |which: usize| median(times.iter().zip(&ours).map(|(peer, ours)| peer[which] / ours[which]));
            println!(
                "  {name:10} {:8.2} {:8.2}   ratios {:.2} and {:.2}",
                of(times, 0),
                of(times, 1),
                ratio(0),
                ratio(1)
            );
        }
    }
    let network = Networks::shipped().get(BoardSize::NINETEEN).expect("it ships");
    let boards = belief::shipped_boards().training;
    let samples = 5000;
    for threads in [1, 2] {
        let seconds = on_threads(threads, || {
            timed(|| drop(network.occurrence(&boards, samples, Top::Boards, Seed(1), &mut |_| true)))
        });
        println!("{threads} thread(s): {:.0} samples/s", samples as f64 / seconds);
    }
    let board = boards.board(0);
    on_threads(1, || {
        let seconds = timed(|| {
            let sum: f64 = (0..2000).map(|_| std::hint::black_box(&network).free_energy(&board)).sum();
            std::hint::black_box(sum);
        });
        println!("a free energy: {:.1} µs", seconds / 2000.0 * 1e6);
        let seconds = timed(|| (0..20).for_each(|i| drop(network.conditional(&board, 8, 12, Seed(i)))));
        println!("maps given the stones (8 chains, 12 sweeps): {:.1} ms", seconds / 20.0 * 1e3);
    });
}

const PEERS: [&str; 3] = ["torch", "sklearn32", "sklearn64"];

fn on_threads<T: Send>(n: usize, act: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("threads").install(act)
}

fn timed(act: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    act();
    begun.elapsed().as_secs_f64()
}

/// Seconds on the clock, and of CPU time.
type Time = [f64; 2];

fn now() -> Time {
    let cpu = clock_gettime(ClockId::ProcessCPUTime);
    let clock = clock_gettime(ClockId::Monotonic);
    [clock, cpu].map(|time| time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

/// The time of one epoch, without what is measured after it.
fn epoch() -> Time {
    let collection = belief::shipped_boards();
    let options = Options { layers: vec![500], epochs: 2, rate: 0.01, ..Options::default() };
    let batches = collection.training.len().div_ceil(options.batch);
    let mut training = Training::new(&collection, options, Seed(1)).expect("the options are good");
    // The last batch of an epoch looks at the boards too; its share is taken from the others.
    let begun = now();
    for _ in 1..batches {
        assert_eq!(training.step(), Ok(Step::Batch));
    }
    let end = now();
    [0, 1].map(|which| (end[which] - begun[which]) * batches as f64 / (batches - 1) as f64)
}

fn peer(python: &str, name: &str, threads: usize) -> Time {
    let output = Command::new(python).args([PEER, name, &threads.to_string()]).output().expect("the peer starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = words.split_whitespace().map(|word| word.parse().expect("the peer prints seconds"));
    [(); 2].map(|()| numbers.next().expect("the peer prints two numbers"))
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
