//! Batches of games for the terminal, and as a table for other programs.

use std::fmt::Write as _;

use figures::{TerminalOptions, sparkline};
use goban::{ByColor, Color};

use super::{Batch, Row, Spread, words};

/// One line a game.
#[must_use]
pub fn csv(runs: &[Batch]) -> String {
    let mut text = "variant,size,black,white,game,winner,end,ticks,plays,black_score,white_score,black_removed,\
                    white_removed,deaths,breathing_deaths,suicides\n"
        .to_string();
    for Batch { terms, games, .. } in runs {
        let ByColor { black, white } = &terms.players;
        for (i, row) in games.iter().enumerate() {
            let winner = row.winner.map_or_else(String::new, |color| color.letter().to_string());
            let tally = row.tally;
            let _ = writeln!(
                text,
                "{},{},{black},{white},{},{winner},{},{},{},{},{},{},{},{},{},{}",
                terms.variant,
                terms.size.get(),
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
pub fn details(run: &Batch, terminal: &TerminalOptions) -> String {
    let Batch { terms, seed, .. } = run;
    let games = run.games.len();
    let mut text = format!("{}\n", terminal.bold(&format!("{}: {}", terms.title, words(terms))));
    let _ = writeln!(text, "{}", terminal.dim(&format!("{games} games, seed {seed}; intervals are Wilson's, 95 %")));
    let mut line = |name: &str, number: usize, note: &str| {
        let _ = writeln!(text, "{}", format!("  {name:20} {number:>8}  {note}").trim_end());
    };
    line("Black wins", run.wins(Color::Black), &percent(run, Color::Black));
    line("White wins", run.wins(Color::White), &percent(run, Color::White));
    line("ties", run.ties(), "");
    let limit = format!("longer than {} ticks, counted apart", terms.tick_limit);
    line("cut off", run.cut_off(), if run.cut_off() > 0 { &limit } else { "" });
    if run.without_stones() > 0 {
        line("ended without stones", run.without_stones(), "a side had none left; the higher score wins");
    }
    let heading = format!("  {:20} {:>9} {:>9} {:>9} {:>9} {:>9}", "", "mean", "sd", "least", "median", "most");
    let _ = writeln!(text, "\n{}", terminal.bold(&heading));
    let mut row = |name: &str, spread: Option<Spread>| {
        if let Some(Spread { mean, sd, min, median, max }) = spread {
            let _ = writeln!(text, "  {name:20} {mean:9.1} {sd:9.1} {min:9} {median:9} {max:9}");
        }
    };
    row("ticks", run.spread(|row| row.tally.ticks as f64));
    row("stones played", run.spread(|row| row.tally.plays as f64));
    row("Black's score", run.spread(|row| row.scores.black));
    row("White's score", run.spread(|row| row.scores.white));
    row("groups that died", run.spread(|row| row.tally.deaths as f64));
    if terms.rules.is_none() {
        row("  with a liberty", run.spread(|row| row.tally.breathing_deaths as f64));
        row("suicides", run.spread(|row| row.tally.suicides as f64));
    }
    if let Some(gauge) = terms.gauge {
        let curve = run.gauge();
        let small = TerminalOptions { width: 50, ..*terminal };
        let highest = curve.iter().copied().fold(0.0, f64::max);
        let at = curve.iter().position(|value| *value == highest).unwrap_or(0);
        let _ = writeln!(
            text,
            "\n  {} {}  over the mean game; highest {highest:.0} after {at} % of it",
            gauge.name(),
            sparkline(&curve, &small)
        );
    }
    text
}

/// Several batches, a line each.
#[must_use]
pub fn table(runs: &[Batch], terminal: &TerminalOptions) -> String {
    let Some(Batch { terms, seed, games, .. }) = runs.first() else { return String::new() };
    let mut text = format!("{}\n", terminal.bold(&format!("{}: {}", terms.title, terms.variant)));
    let games = games.len();
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
        let mean = |number: &dyn Fn(&Row) -> f64| run.spread(number).map_or(0.0, |spread| spread.mean);
        let ByColor { black, white } = &run.terms.players;
        let _ = writeln!(
            text,
            "{:7} {black:9} {white:9} {:>28} {:>28} {:>6} {:>7} {:>7.1} {:>9.1} {:>9.1}",
            run.terms.size.to_string(),
            percent(run, Color::Black),
            percent(run, Color::White),
            run.ties(),
            run.cut_off(),
            mean(&|row| row.tally.ticks as f64),
            mean(&|row| row.scores.black),
            mean(&|row| row.scores.white),
        );
    }
    text
}
