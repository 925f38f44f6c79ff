//! What the paper claims about its games, counted: `cargo run --release -p aji-agents --example claims`.
#![allow(clippy::print_stdout)]

use agents::{Contest, Variant};
use goban::{Board, BoardSize, Color};
use model::{Contest as _, End, Played, Seed};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};

const GAMES: usize = 2000;

/// What one game says about the claims.
struct Verdict {
    ended_by_passes: bool,
    suicides: usize,
    /// Chains at the end, and those among them that cannot be taken even if their owner only passes.
    chains: usize,
    living: usize,
    /// The shares of the game after which the capacity had reached half and nine tenths of its highest value.
    half: f64,
    most: f64,
}

fn judge(contest: &Contest, played: &Played) -> Verdict {
    let board = Board::with_stones(contest.size, &played.stones);
    let alive = Color::ALL.map(|color| board.unconditional_life(color).stones);
    let highest = played.gauge.iter().copied().fold(0.0, f64::max);
    let reached = |share: f64| {
        let at = played.gauge.iter().position(|&value| value >= share * highest);
        at.unwrap_or(0) as f64 / played.gauge.len().max(1) as f64
    };
    Verdict {
        ended_by_passes: played.end == End::Passes,
        suicides: played.tally.suicides,
        chains: board.chains().count(),
        living: board.chains().filter(|chain| alive.iter().any(|set| chain.stones().is_subset(set))).count(),
        half: reached(0.5),
        most: reached(0.9),
    }
}

fn main() {
    println!(
        "{:14} {:>4} {:>10} {:>14} {:>12} {:>14} {:>12} {:>12}",
        "variant", "size", "by passes", "with suicides", "all alive", "chains alive", "half warm", "9/10 warm"
    );
    for variant in Variant::ALL {
        for side in [9, 13, 19] {
            let Some(size) = BoardSize::new(side) else { continue };
            let contest = Contest { variant, ..Contest::new(size) };
            let verdicts: Vec<Verdict> = (0..GAMES as u64)
                .into_par_iter()
                .map(|game| judge(&contest, &contest.play(Seed(1).stream(game))))
                .collect();
            let percent = |holds: &dyn Fn(&Verdict) -> bool| {
                100.0 * verdicts.iter().filter(|verdict| holds(verdict)).count() as f64 / GAMES as f64
            };
            let mean = |number: &dyn Fn(&Verdict) -> f64| verdicts.iter().map(number).sum::<f64>() / GAMES as f64;
            let (chains, living) = (mean(&|v| v.chains as f64), mean(&|v| v.living as f64));
            println!(
                "{variant:14} {side:>4} {:>8.2} % {:>12.2} % {:>10.2} % {:>12.1} % {:>10.0} % {:>10.0} %",
                percent(&|v| v.ended_by_passes),
                percent(&|v| v.suicides > 0),
                percent(&|v| v.chains == v.living),
                100.0 * living / chains,
                100.0 * mean(&|v| v.half),
                100.0 * mean(&|v| v.most),
            );
        }
    }
}
