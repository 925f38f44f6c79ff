//! The study for a reader: a table for the terminal, and a chart.

use std::fmt::Write as _;

use figures::{Bars, Chart};
use model::words::count;

use super::{AMONG, Guesser, Guessing, MovesStudy, Stretch};
use crate::agree::Mean;

/// A bin with fewer moves says little of how well its probabilities are calibrated.
const ENOUGH: usize = 1_000;

impl MovesStudy {
    /// How often each guesser was right over whole games, with intervals.
    #[must_use]
    pub fn to_chart(&self) -> Chart {
        let columns = AMONG.map(|n| if n == 1 { "first choice".to_string() } else { format!("first {n}") });
        let bars = self.guessers.iter().filter(|guesser| guesser.whole.n > 0).map(|guesser| {
            let means: Vec<Mean> = guesser.whole.among.into_iter().flatten().collect();
            let values: Vec<f64> = means.iter().map(|mean| 100.0 * mean.value).collect();
            let intervals: Vec<(f64, f64)> =
                means.iter().map(|mean| mean.interval.map(|end| 100.0 * end).into()).collect();
            Bars::new(&guesser.name, values).intervals(intervals)
        });
        Chart::bars(columns.to_vec(), bars.collect::<Vec<Bars>>())
            .title("How often the move that was played is guessed")
            .caption(&format!("{} moves of {} games; whiskers are 95 % intervals", self.n_positions, self.n_games))
            .axes("", "% of moves")
    }

    /// A table of all guessers, over whole games and by stretch, and how well those are calibrated that give probabilities.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{} moves of {}", self.n_positions, count(self.n_games, "game", "games"));
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push_str(
            "\nHow often the move that was played is the first choice, or among the first 5 and 20, in percent with its \
             95 %\ninterval; equals share their ranks. Log-loss is the mean of −ln p of the move.\n",
        );
        self.table(&mut text, "whole game", |guesser| &guesser.whole);
        for (i, stretch) in Stretch::ALL.iter().enumerate() {
            self.table(&mut text, &stretch.to_string(), |guesser| &guesser.stretches[i]);
        }
        for guesser in &self.guessers {
            calibration(&mut text, guesser);
        }
        text
    }

    fn table(&self, text: &mut String, heading: &str, of: impl Fn(&Guesser) -> &Guessing) {
        if self.guessers.iter().all(|guesser| of(guesser).n == 0) {
            return;
        }
        let names = self.guessers.iter().map(|guesser| guesser.name.chars().count());
        let width = names.max().unwrap_or(0).max(heading.chars().count());
        let _ = write!(text, "\n{heading:width$}  {:>9}", "moves");
        for n in AMONG {
            let _ = write!(text, "  {:>18}", if n == 1 { "first".to_string() } else { format!("first {n}") });
        }
        let _ = writeln!(text, "  {:>20}", "log-loss");
        for guesser in &self.guessers {
            let guessing = of(guesser);
            let _ = write!(text, "{:width$}  {:>9}", guesser.name, guessing.n);
            // Games are the units: one of them says nothing about others.
            let several = self.n_games > 1;
            for mean in guessing.among {
                let _ = write!(text, "  {:>18}", interval(mean, several, 100.0, 1));
            }
            let _ = writeln!(text, "  {:>20}", interval(guessing.log_loss, several, 1.0, 3));
        }
    }
}

/// A mean and its interval, such as `46.1 (45.9–46.3)`; `46.1` alone where there is no interval.
fn interval(mean: Option<Mean>, has_interval: bool, factor: f64, digits: usize) -> String {
    mean.map_or("–".to_string(), |Mean { value, interval: [low, high], .. }| {
        let [value, low, high] = [value, low, high].map(|number| factor * number);
        if has_interval {
            format!("{value:.digits$} ({low:.digits$}–{high:.digits$})")
        } else {
            format!("{value:.digits$}")
        }
    })
}

fn calibration(text: &mut String, guesser: &Guesser) {
    let Some(bins) = &guesser.calibration else { return };
    let _ = writeln!(text, "\n{}: moves found so likely, and how often they were played, in percent", guesser.name);
    let _ = writeln!(text, "{:>10}  {:>11}  {:>9}  {:>6}", "predicted", "moves", "mean", "played");
    for bin in bins {
        let [from, mean, played] = [bin.from, bin.predicted, bin.played].map(|share| 100.0 * share);
        let few = if bin.n < ENOUGH { "  (few)" } else { "" };
        let range = format!("{from:.0}–{:.0}", from + 10.0);
        let _ = writeln!(text, "{range:>10}  {:>11}  {mean:>9.2}  {played:>6.2}{few}", bin.n);
    }
}
