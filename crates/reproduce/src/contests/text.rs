//! Batches of games for the terminal, and as a table for other programs.

use std::fmt::Write as _;

use ::agents::{Row, Spread, Variant};
use figures::{TerminalOptions, sparkline};
use goban::{ByColor, Color};

use super::{Batch, words};

/// One line a game.
#[must_use]
pub fn csv(runs: &[Batch]) -> String {
    let mut text = "variant,size,black,white,game,winner,end,ticks,plays,black_score,white_score,black_removed,\
                    white_removed,deaths,breathing_deaths,suicides\n"
        .to_string();
    for Batch { contest, summary } in runs {
        let ByColor { black, white } = &contest.players;
        for (i, row) in summary.games.iter().enumerate() {
            let winner = row.winner.map_or_else(String::new, |color| color.letter().to_string());
            let tally = row.tally;
            let _ = writeln!(
                text,
                "{},{},{},{},{},{winner},{},{},{},{},{},{},{},{},{},{}",
                contest.variant,
                contest.size.get(),
                black.name(),
                white.name(),
                i + 1,
                row.end.name(),
                tally.ticks,
                tally.plays,
                row.scores.black,
                row.scores.white,
                tally.removed.black,
                tally.removed.white,
                tally.deaths,
                tally.breathing_deaths,
                tally.suicides,
            );
        }
    }
    text
}

fn percent(run: &Batch, color: Color) -> String {
    run.share(color).map_or_else(String::new, |share| {
        let [low, high] = share.interval.map(|bound| 100.0 * bound);
        format!("{:5.2} % ({low:.2} to {high:.2} %)", 100.0 * share.value)
    })
}

/// A batch in numbers.
#[must_use]
pub fn details(run: &Batch, seed: u64, terminal: &TerminalOptions) -> String {
    let Batch { contest, summary } = run;
    let games = summary.games.len();
    let mut text = format!("{}\n", terminal.bold(&format!("Stones as agents: {}", words(contest))));
    let _ = writeln!(text, "{}", terminal.dim(&format!("{games} games, seed {seed}; intervals are Wilson's, 95 %")));
    let mut line = |name: &str, number: usize, note: &str| {
        let _ = writeln!(text, "{}", format!("  {name:20} {number:>8}  {note}").trim_end());
    };
    line("Black wins", summary.wins(Color::Black), &percent(run, Color::Black));
    line("White wins", summary.wins(Color::White), &percent(run, Color::White));
    line("ties", summary.ties(), "");
    let limit = format!("longer than {} ticks, counted apart", contest.tick_limit());
    line("cut off", summary.cut_off(), if summary.cut_off() > 0 { &limit } else { "" });
    if summary.without_stones() > 0 {
        line("ended without stones", summary.without_stones(), "a side had none left; the higher score wins");
    }
    let heading = format!("  {:20} {:>9} {:>9} {:>9} {:>9} {:>9}", "", "mean", "sd", "least", "median", "most");
    let _ = writeln!(text, "\n{}", terminal.bold(&heading));
    let mut row = |name: &str, spread: Option<Spread>| {
        if let Some(Spread { mean, sd, min, median, max }) = spread {
            let _ = writeln!(text, "  {name:20} {mean:9.1} {sd:9.1} {min:9} {median:9} {max:9}");
        }
    };
    row("ticks", summary.spread(|row| row.tally.ticks as f64));
    row("stones played", summary.spread(|row| row.tally.plays as f64));
    row("Black's score", summary.spread(|row| row.scores.black));
    row("White's score", summary.spread(|row| row.scores.white));
    row("groups that died", summary.spread(|row| row.tally.deaths as f64));
    if contest.variant != Variant::Rules {
        row("  with a liberty", summary.spread(|row| row.tally.breathing_deaths as f64));
        row("suicides", summary.spread(|row| row.tally.suicides as f64));
    }
    let capacity = summary.capacity();
    let small = TerminalOptions { width: 50, ..*terminal };
    let highest = capacity.iter().copied().fold(0.0, f64::max);
    let at = capacity.iter().position(|value| *value == highest).unwrap_or(0);
    let _ = writeln!(
        text,
        "\n  capacity {}  over the mean game; highest {highest:.0} after {at} % of it",
        sparkline(&capacity, &small)
    );
    text
}

/// Several batches, a line each.
#[must_use]
pub fn table(runs: &[Batch], seed: u64, terminal: &TerminalOptions) -> String {
    let variant = runs.first().map_or("", |run| run.contest.variant.name());
    let mut text = format!("{}\n", terminal.bold(&format!("Stones as agents: {variant}")));
    let games = runs.first().map_or(0, |run| run.summary.games.len());
    let _ = writeln!(
        text,
        "{}",
        terminal
            .dim(&format!("{games} games each, seed {seed}; intervals are Wilson's, 95 %, of the games not cut off"))
    );
    let heading = format!(
        "{:7} {:9} {:9} {:>28} {:>28} {:>6} {:>7} {:>7} {:>9} {:>9}",
        "size", "Black", "White", "Black wins", "White wins", "ties", "cut off", "ticks", "B's score", "W's score"
    );
    let _ = writeln!(text, "{}", terminal.bold(&heading));
    for run in runs {
        let Batch { contest, summary } = run;
        let mean = |number: &dyn Fn(&Row) -> f64| summary.spread(number).map_or(0.0, |spread| spread.mean);
        let ByColor { black, white } = &contest.players;
        let _ = writeln!(
            text,
            "{:7} {:9} {:9} {:>28} {:>28} {:>6} {:>7} {:>7.1} {:>9.1} {:>9.1}",
            contest.size.to_string(),
            black.name(),
            white.name(),
            percent(run, Color::Black),
            percent(run, Color::White),
            summary.ties(),
            summary.cut_off(),
            mean(&|row| row.tally.ticks as f64),
            mean(&|row| row.scores.black),
            mean(&|row| row.scores.white),
        );
    }
    text
}
