//! The figures of the paper.

use std::path::Path;

use agents::Contest;
use figures::{Bars, BoardFigure, Chart, Figure, Sample, Series};
use goban::{Board, ByColor, Color};
use model::Seed;

use super::{Run, finished, share, slug, words};
use crate::failure::Failure;
use crate::output::{self, Existing};

/// Classes of the histograms of logarithms.
pub(crate) const CLASSES: usize = 24;

/// The width of the PNG files.
const WIDTH: u32 = 1000;

pub(crate) fn write(runs: &[Run], seed: Seed, folder: &Path, existing: Existing) -> Result<(), Failure> {
    let save = |name: &str, figure: &dyn Figure| {
        let path = folder.join(format!("{name}.svg"));
        output::write_file(&path, figure.to_svg().as_bytes(), existing)?;
        let path = folder.join(format!("{name}.png"));
        let png = figure.to_png(WIDTH).map_err(|error| Failure::work(format!("{}: {error}", path.display())))?;
        output::write_file(&path, &png, existing)
    };
    for run in runs {
        let (board, scores, capacity) = first_game(&run.contest, seed);
        let name = slug(&run.contest);
        save(&format!("{name}-game"), &board)?;
        save(&format!("{name}-scores"), &scores)?;
        save(&format!("{name}-capacity"), &capacity)?;
    }
    save("wins", &wins(runs, seed))?;
    save("log-scores", &log_scores(runs, seed))
}

/// The paper's figure 5: how a game ended, and the way there.
fn first_game(contest: &Contest, seed: Seed) -> (BoardFigure, Chart, Chart) {
    let mut run = agents::Run::new(contest, Contest::seed_of_game(seed, 0));
    let mut curves = ByColor::<Vec<f64>>::default();
    let mut capacity = Vec::new();
    while run.step() {
        for (color, score) in run.scores().iter() {
            curves[color].push(*score);
        }
        capacity.push(run.temperature().capacity() as f64);
    }
    let ByColor { black, white } = run.scores();
    let board = Board::with_stones(run.size(), run.stones());
    let caption = format!("{}, seed {seed}, game 1", words(contest));
    let figure = BoardFigure::new(&board)
        .title(&format!("The end of a game: Black {black}, White {white}"))
        .caption(&format!("{caption}, after {} ticks", run.tally().ticks));
    let scores = Chart::curves([Series::new("Black", curves.black), Series::new("White", curves.white)])
        .title("Scores over time")
        .axes("tick", "stones and credit for stones taken")
        .caption(&caption);
    let capacity = Chart::curves([Series::new("capacity", capacity)])
        .title("Capacity over time")
        .axes("tick", "sum of the temperatures")
        .caption(&caption);
    (figure, scores, capacity)
}

/// What tells the contests of a figure apart.
fn labels(runs: &[Run]) -> Vec<String> {
    let first = |run: &Run| ByColor::new(|color| run.contest.players[color].name());
    let one_pair = runs.windows(2).all(|pair| first(&pair[0]) == first(&pair[1]));
    let label = |run: &Run| {
        let ByColor { black, white } = first(run);
        if one_pair { run.contest.size.to_string() } else { format!("{} {black}–{white}", run.contest.size) }
    };
    runs.iter().map(label).collect()
}

/// Which games a figure shows.
fn source(runs: &[Run], seed: Seed) -> String {
    let Some(Run { contest, summary }) = runs.first() else { return String::new() };
    format!("{}, {} games each, seed {seed}", contest.variant, summary.games.len())
}

/// The paper's figure 6: who wins, by board size.
fn wins(runs: &[Run], seed: Seed) -> Chart {
    let bars = Color::ALL.map(|color| {
        let shares: Vec<(f64, [f64; 2])> =
            runs.iter().map(|run| share(&run.summary, color).unwrap_or_default()).collect();
        Bars::new(&color.to_string(), shares.iter().map(|(share, _)| 100.0 * share).collect::<Vec<_>>())
            .intervals(shares.iter().map(|(_, [low, high])| (100.0 * low, 100.0 * high)).collect::<Vec<_>>())
    });
    let all = runs.iter().map(|run| finished(&run.summary)).sum::<usize>();
    Chart::bars(labels(runs), bars)
        .title("Games won")
        .axes("", "per cent of the games that ended")
        .caption(&format!("{}; {all} games that ended, 95 % intervals after Wilson", source(runs, seed)))
}

/// The paper's figure 7: the distribution of the scores.
fn log_scores(runs: &[Run], seed: Seed) -> Chart {
    let mut samples = Vec::new();
    for (run, label) in runs.iter().zip(labels(runs)) {
        for color in Color::ALL {
            let logs = run.summary.games.iter().map(|row| row.scores[color]).filter(|score| *score > 0.0).map(f64::ln);
            samples.push(Sample::new(&format!("{label} {color}"), logs));
        }
    }
    Chart::histogram(samples, if runs.len() == 1 { CLASSES } else { 2 * CLASSES })
        .title("Logarithms of the scores")
        .axes("natural logarithm of the score", "share of the games")
        .caption(&source(runs, seed))
}
