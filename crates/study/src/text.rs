//! Studies for a reader: tables for the terminal, and charts.

use std::fmt::Write as _;

use figures::{Bars, BoardFigure, Chart, Field, FieldStyle, Sample, TerminalOptions};
use goban::{BoardSize, Point};
use model::words::{count, number};

use crate::Summary;
use crate::agree::{AgreeStudy, Agreement, Apart, Mean, Pair, Phase};
use crate::energy::{By, Comparison, EnergyStudy, Pairing};
use crate::predict::{PredictStudy, Score, When};
use crate::score::{Counter, ScoreStudy};
use statistics::Share;

impl EnergyStudy {
    /// Every quantity of every side as a box; `about` says how the model was set.
    #[must_use]
    pub fn to_chart(&self, model: &str, about: &str) -> Chart {
        let mut samples = Vec::new();
        for pairing in &self.pairings {
            for comparison in &pairing.comparisons {
                let quantity = comparison.quantity.rsplit('.').next().unwrap_or_default();
                for (name, values) in pairing.names.iter().zip(&comparison.samples) {
                    samples.push(Sample::new(&format!("{name}: {quantity}"), values.iter().copied()));
                }
            }
        }
        Chart::boxes(samples)
            .without_outliers()
            .title(&format!("What moves do: {model}"))
            .caption(&format!("{about}; {} games, values beyond the whiskers not drawn", self.n_games))
            .axes("", "a move")
    }

    /// The numbers of all comparisons as tables.
    #[must_use]
    pub fn to_text(&self, by: By, terminal: &TerminalOptions) -> String {
        let mut text = format!("{} games, by {by}", self.n_games);
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push('\n');
        for Pairing { names, n_games, comparisons } in &self.pairings {
            let _ = writeln!(text, "\n{}, {n_games} games", terminal.bold(&names.join(" – ")));
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
            for comparison in comparisons {
                let _ = writeln!(text, "{}", comparison.quantity);
                let columns = ["moves", "least", "Q1", "median", "Q3", "greatest", "skew"];
                let _ = write!(text, "  {:width$}", "");
                for column in columns {
                    let _ = write!(text, " {column:>10}");
                }
                text.push('\n');
                for (name, summary) in names.iter().zip(&comparison.summaries) {
                    let Summary { n, least, q1, median, q3, greatest, .. } = *summary;
                    let _ = write!(text, "  {name:width$} {n:>10}");
                    for value in [least, q1, median, q3, greatest] {
                        let _ = write!(text, " {:>10}", number(value, 3));
                    }
                    let _ = writeln!(text, " {:>10.3}", summary.skew());
                }
                let _ = writeln!(text, "  {}", verdict(comparison, names));
            }
        }
        text
    }
}

/// The tests of a comparison in one line.
fn verdict(comparison: &Comparison, names: &[String; 2]) -> String {
    let test = &comparison.test;
    let how = if test.exact { "exact" } else { "normal, tie-corrected" };
    let ratio = comparison.iqr_ratio().map_or("–".to_string(), |ratio| format!("{ratio:.3}"));
    format!(
        "rank sum: z {:.2}, log10 p {:.2} ({how}); a move of {} is above one of {} with probability {:.4}; boxes {ratio}",
        test.z,
        test.log10_p,
        names[0],
        names[1],
        test.superiority(),
    )
}

impl PredictStudy {
    /// How often each predictor was right, with intervals, over the moments of the game.
    #[must_use]
    pub fn to_chart(&self) -> Chart {
        let times: Vec<String> = self.times.iter().map(When::to_string).collect();
        let bars: Vec<Bars> = self
            .predictors
            .iter()
            .map(|predictor| {
                let percent = |share: f64| 100.0 * share;
                let values: Vec<f64> = predictor.scores.iter().map(|score| percent(score.share.value)).collect();
                let intervals: Vec<(f64, f64)> =
                    predictor.scores.iter().map(|score| score.share.interval.map(percent).into()).collect();
                Bars::new(&predictor.name, values).intervals(intervals)
            })
            .collect();
        Chart::bars(times, bars)
            .title("How often the side ahead wins")
            .caption(&format!("{} games; whiskers are 95 % intervals", self.n_games))
            .axes("after move", "% of games")
    }

    /// The same as tables, and how often nobody was ahead; `notes` come after them.
    #[must_use]
    pub fn to_text(&self, notes: &[String], terminal: &TerminalOptions) -> String {
        let mut text = format!("{} games with a winner", self.n_games);
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push_str(
        "\nHow often the side ahead is the recorded winner, in percent of the games in which somebody is ahead, with its \
         95 % interval.\n\n",
    );
        let share = |score: &Score| {
            let [low, high] = score.share.interval.map(|end| 100.0 * end);
            match score.share.n {
                0 => "–".to_string(),
                _ => format!("{:.1} ({low:.1}–{high:.1})", 100.0 * score.share.value),
            }
        };
        let undecided = |score: &Score| match score.n_undecided {
            0 => String::new(),
            n => n.to_string(),
        };
        table(&mut text, self, share);
        text.push_str("\nGames in which nobody is ahead.\n\n");
        table(&mut text, self, undecided);
        for note in notes {
            let _ = writeln!(text, "\n{}", terminal.dim(note));
        }
        text
    }
}

impl ScoreStudy {
    /// How often each way to count finds the winner and comes near the margin.
    #[must_use]
    pub fn to_chart(&self) -> Chart {
        let bars: Vec<Bars> = self
            .counters
            .iter()
            .map(|counter| {
                let shares = [&counter.winner, &counter.within_one, &counter.within_three];
                let percent = |share: f64| 100.0 * share;
                Bars::new(&counter.name, shares.map(|share| percent(share.value)).to_vec())
                    .intervals(shares.map(|share| share.interval.map(percent).into()).to_vec())
            })
            .collect();
        Chart::bars(["winner", "within 1 point", "within 3 points"], bars)
            .title("How well last boards are counted")
            .caption(&format!("{} games; whiskers are 95 % intervals", self.n_games))
            .axes("", "% of games")
    }

    /// The same as a table.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = count(self.n_games, "game that was counted", "games that were counted");
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push_str(
            "\nHow often the last board gives the recorded winner and a margin within one and three points of the recorded one, in\n\
             percent with 95 % intervals, and by how many points it is off on average.\n\n",
        );
        let width = self.counters.iter().map(|counter| counter.name.chars().count()).max().unwrap_or(0);
        let _ = writeln!(text, "{:width$}  {:18}  {:18}  {:18}  off by", "", "winner", "within 1", "within 3");
        let share = |share: &Share| {
            let [low, high] = share.interval.map(|end| 100.0 * end);
            format!("{:.1} ({low:.1}–{high:.1})", 100.0 * share.value)
        };
        for Counter { name, winner, within_one, within_three, mean_error } in &self.counters {
            let [winner, one, three] = [winner, within_one, within_three].map(share);
            let _ = writeln!(text, "{name:width$}  {winner:18}  {one:18}  {three:18}  {mean_error:.1}");
        }
        text
    }
}

/// One line a predictor, one column a time; lines without anything in them are left out.
fn table(text: &mut String, found: &PredictStudy, cell: impl Fn(&Score) -> String) {
    let width = found.predictors.iter().map(|predictor| predictor.name.chars().count()).max().unwrap_or(0);
    let mut line = |name: &str, cells: Vec<String>| {
        if cells.iter().any(|cell| !cell.is_empty()) {
            let cells: String = cells.iter().map(|cell| format!("  {cell:<16}")).collect();
            let _ = writeln!(text, "{}", format!("{name:width$}{cells}").trim_end());
        }
    };
    line("after move", found.times.iter().map(When::to_string).collect());
    for predictor in &found.predictors {
        line(&predictor.name, predictor.scores.iter().map(&cell).collect());
    }
}

impl AgreeStudy {
    /// How far each pair agrees, as tables.
    #[must_use]
    pub fn to_text(&self, terminal: &TerminalOptions) -> String {
        let mut text = format!("{} positions of {}", self.n_positions, count(self.n_games, "game", "games"));
        if self.n_left_out > 0 {
            let _ = write!(text, "; {} left out", self.n_left_out);
        }
        text.push_str(
            "\norder: rank correlation of move ratings; first: share of positions with the same best move;\n",
        );
        text.push_str("owner: share of points on which both see the same side, among those that both give to a side\n");
        for pair in &self.pairs {
            let _ = writeln!(text, "\n{}", terminal.bold(&pair.names.join(" – ")));
            let _ = writeln!(text, "  {:12} {:>24} {:>8} {:>24}", "", "order", "first", "owner");
            line(&mut text, "whole game", &pair.whole, self.n_games);
            for (phase, agreement) in Phase::ALL.iter().zip(&pair.phases) {
                line(&mut text, &phase.to_string(), agreement, self.n_games);
            }
            if let Some(apart) = &pair.apart {
                let _ = writeln!(text, "  furthest apart: {}", location(apart));
            }
        }
        text
    }
}

fn line(text: &mut String, name: &str, agreement: &Agreement, n_games: usize) {
    let Agreement { order, favourite, owner } = agreement;
    // One game, drawn again and again, has no spread to speak of.
    let within = |interval: String| if n_games > 1 { interval } else { String::new() };
    let order = order.map_or("–".to_string(), |Mean { value, interval: [low, high], .. }| {
        format!("{value:.3}{}", within(format!(" ({low:.3} to {high:.3})")))
    });
    let first = favourite.map_or("–".to_string(), |favourite| format!("{:.1} %", 100.0 * favourite.value));
    let owner = owner.map_or("–".to_string(), |owner| {
        let [low, high] = owner.interval.map(|end| 100.0 * end);
        format!("{:.1} %{}", 100.0 * owner.value, within(format!(" ({low:.1} to {high:.1})")))
    });
    let _ = writeln!(text, "  {name:12} {order:>24} {first:>8} {owner:>24}");
}

fn vertices(size: BoardSize, favourites: [Point; 2]) -> [String; 2] {
    favourites.map(|point| size.vertex(point))
}

fn location(apart: &Apart) -> String {
    let mut text = format!("game {}, move {}", apart.game + 1, apart.ply);
    if let Some([disputed, both]) = apart.disputed {
        let _ = write!(text, ": {disputed} of {both} points have two owners");
    }
    if let (Some(order), Some(favourites)) = (apart.order, apart.favourites) {
        let [a, b] = vertices(apart.position.size(), favourites);
        let _ = write!(text, "; order {order:.3}, best moves {a} and {b}");
    }
    text
}

impl Pair {
    /// The position on which two models differ most: disputed points in the colour of the owner that the first sees, and the
    /// best move of each.
    #[must_use]
    pub fn to_figure(&self) -> Option<BoardFigure> {
        let apart = self.apart.as_ref()?;
        let [a, b] = &self.names;
        let mut figure = BoardFigure::new(apart.position.board())
            .title(&format!("{a} and {b} differ most"))
            .caption(&location(apart));
        if let Some([first, second]) = &apart.owners {
            let disputed = |(x, y): (&f64, &f64)| if x * y < 0.0 { x.signum() } else { 0.0 };
            let values: Vec<f64> = first.iter().zip(second).map(disputed).collect();
            figure = figure
                .field(Field::signed(&format!("{a} (the other side for {b})"), values).style(FieldStyle::Squares));
        }
        if let Some([x, y]) = apart.favourites {
            figure = figure.labels(if x == y { vec![(x, "1=2")] } else { vec![(x, "1"), (y, "2")] });
        }
        Some(figure)
    }
}
