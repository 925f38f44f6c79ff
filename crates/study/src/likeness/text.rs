//! The study for a reader: a table for the terminal, and a chart.

use std::fmt::Write as _;

use figures::{Bars, Chart};
use model::words::{count, number};

use super::{LikenessStudy, Verdict};

/// So many of the signs that weigh most are shown.
const SHOWN: usize = 5;

impl LikenessStudy {
    fn rows(&self) -> impl Iterator<Item = &Verdict> {
        self.control.iter().chain(&self.verdicts)
    }

    /// How often windows and games are told right, with intervals.
    #[must_use]
    pub fn to_chart(&self) -> Chart {
        let bars: Vec<Bars> = self
            .rows()
            .map(|verdict| {
                let percent = |share: f64| 100.0 * share;
                let values = [verdict.window.value, verdict.game.value].map(percent);
                let intervals = [verdict.window.interval, verdict.game.interval].map(|ends| ends.map(percent).into());
                Bars::new(&verdict.name, values.to_vec()).intervals(intervals.to_vec())
            })
            .collect();
        Chart::bars(["one window", "whole game"], bars)
            .title("How often the player is told from the others")
            .caption(&format!("windows of {} moves; 50 % is chance; whiskers are 95 % intervals", self.windows.moves))
            .axes("", "% told right")
    }

    /// A table of all suspects, and for each what gives it away.
    #[must_use]
    pub fn to_text(&self) -> String {
        let windows = &self.windows;
        let mut text = format!(
            "{}, windows of {} moves from move {} to {}",
            count(self.n_games, "game", "games"),
            windows.moves,
            windows.after + 1,
            windows.until
        );
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push_str(
            "\nHow often one who learned from other games tells a window, and a game by all its windows, from these games, in\n\
             percent with 95 % intervals. 50 is chance: nobody can tell them apart.\n\n",
        );
        let names = self.rows().map(|verdict| verdict.name.chars().count());
        let width = names.max().unwrap_or(0);
        let _ = writeln!(
            text,
            "{:width$}  {:>7}  {:>8}  {:>18}  {:>18}",
            "", "games", "windows", "one window", "whole game"
        );
        for verdict in self.rows() {
            let told = |value: f64, [low, high]: [f64; 2]| {
                format!("{:.1} ({:.1}–{:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
            };
            let _ = writeln!(
                text,
                "{:width$}  {:>7}  {:>8}  {:>18}  {:>18}{}",
                verdict.name,
                verdict.n_games,
                verdict.n_windows,
                told(verdict.window.value, verdict.window.interval),
                told(verdict.game.value, verdict.game.interval),
                if verdict.n_left_out > 0 { format!("  ({} left out)", verdict.n_left_out) } else { String::new() },
            );
        }
        for verdict in &self.verdicts {
            let _ = writeln!(text, "\n{}: what gives it away", verdict.name);
            let _ = writeln!(text, "{:>9}  {:>9}  {:>9}", "weight", "its mean", "theirs");
            for sign in verdict.signs.iter().take(SHOWN) {
                let [suspect, measure] = [sign.suspect, sign.measure].map(|mean| number(mean, 3));
                let _ = writeln!(text, "{:>+9.2}  {suspect:>9}  {measure:>9}  {}", sign.weight, sign.fact);
            }
        }
        if !self.verdicts.is_empty() {
            text.push_str("\nWeight: what one standard deviation more adds to the logarithm of the odds.\n");
        }
        text
    }
}
