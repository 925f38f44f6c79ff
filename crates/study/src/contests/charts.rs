//! The figures of batches. Those of the agents' paper are such figures.

use figures::{Bars, BoardFigure, Chart, Sample, Series};
use goban::{ByColor, Color};
use model::{Contest, Seed};
use statistics::Share;

use super::{Batch, CLASSES, seed_of_game, words};

/// The first game of a batch: how it ended, and the way there.
pub struct FirstGame {
    /// The last board.
    pub board: BoardFigure,
    /// The scores over time.
    pub scores: Chart,
    /// What the terms say is followed over time; none where nothing is.
    pub gauge: Option<Chart>,
}

impl FirstGame {
    /// Plays it.
    #[must_use]
    pub fn of(contest: &dyn Contest, seed: Seed) -> FirstGame {
        let terms = contest.terms();
        let mut run = contest.start(seed_of_game(seed, 0));
        let mut curves = ByColor::<Vec<f64>>::default();
        let mut followed = Vec::new();
        let mut ticks = 0;
        while let Some(tick) = run.step() {
            ticks += usize::from(!tick.setup);
            for (color, score) in run.scores().iter() {
                curves[color].push(*score);
            }
            followed.push(run.gauge());
        }
        let ByColor { black, white } = run.scores();
        let caption = format!("{}, seed {seed}, game 1", words(&terms));
        let board = BoardFigure::new(run.board())
            .title(&format!("The end of a game: Black {black}, White {white}"))
            .caption(&format!("{caption}, after {ticks} ticks"));
        let scores = Chart::curves([Series::new("Black", curves.black), Series::new("White", curves.white)])
            .title("Scores over time")
            .axes("tick", terms.score)
            .caption(&caption);
        let gauge = terms.gauge.map(|gauge| {
            Chart::curves([Series::new(gauge.name(), followed)])
                .title(&format!("{} over time", capitalized(gauge.name())))
                .axes("tick", gauge.about)
                .caption(&caption)
        });
        FirstGame { board, scores, gauge }
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What tells the contests of a figure apart.
fn labels(batches: &[Batch]) -> Vec<String> {
    let one_pair = batches.windows(2).all(|pair| pair[0].terms.players == pair[1].terms.players);
    let label = |Batch { terms, .. }: &Batch| {
        let ByColor { black, white } = &terms.players;
        if one_pair { terms.size.to_string() } else { format!("{} {black}–{white}", terms.size) }
    };
    batches.iter().map(label).collect()
}

/// Which games a figure shows.
fn source(batches: &[Batch]) -> String {
    let Some(Batch { terms, seed, games, .. }) = batches.first() else { return String::new() };
    format!("{}, {} games each, seed {seed}", terms.variant, games.len())
}

/// Who wins each contest, such as every board size.
#[must_use]
pub fn wins(batches: &[Batch]) -> Chart {
    let bars = Color::ALL.map(|color| {
        let shares: Vec<Option<Share>> = batches.iter().map(|batch| batch.share(color)).collect();
        let percent = |value: f64| 100.0 * value;
        let value = |share: &Option<Share>| share.map_or(0.0, |share| percent(share.value));
        let interval = |share: &Option<Share>| share.map_or((0.0, 0.0), |share| share.interval.map(percent).into());
        Bars::new(&color.to_string(), shares.iter().map(value).collect::<Vec<_>>())
            .intervals(shares.iter().map(interval).collect::<Vec<_>>())
    });
    let all = batches.iter().map(Batch::finished).sum::<usize>();
    Chart::bars(labels(batches), bars)
        .title("Games won")
        .axes("", "per cent of the games that ended")
        .caption(&format!("{}; {all} games that ended, 95 % intervals after Wilson", source(batches)))
}

/// How the scores are distributed.
#[must_use]
pub fn log_scores(batches: &[Batch]) -> Chart {
    let mut samples = Vec::new();
    for (batch, label) in batches.iter().zip(labels(batches)) {
        for color in Color::ALL {
            samples.push(Sample::new(&format!("{label} {color}"), batch.logs(color)));
        }
    }
    Chart::histogram(samples, if batches.len() == 1 { CLASSES } else { 2 * CLASSES })
        .title("Logarithms of the scores")
        .axes("natural logarithm of the score", "share of the games")
        .caption(&source(batches))
}
