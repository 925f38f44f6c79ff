//! Batches of games of stones as agents: shares of wins, and the figures of their paper.

mod text;

pub use text::{csv, details, table};

use ::agents::{Contest, Summary, Variant};
use figures::{Bars, BoardFigure, Chart, Sample, Series};
use goban::{Board, ByColor, Color, Scoring};
use model::Seed;
use statistics::Share;

/// Classes of a histogram of logarithms.
pub const CLASSES: usize = 24;

/// A contest with its games.
pub struct Batch {
    /// What was played.
    pub contest: Contest,
    /// What came of it.
    pub summary: Summary,
}

impl Batch {
    /// The games that were not cut off, ties included: what shares are shares of.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.summary.games.len() - self.summary.cut_off()
    }

    /// The share of wins of a colour; none without finished games.
    #[must_use]
    pub fn share(&self, color: Color) -> Option<Share> {
        let n = self.finished();
        (n > 0).then(|| Share::of(self.summary.wins(color), n))
    }
}

/// The contest as a part of file names.
#[must_use]
pub fn slug(contest: &Contest) -> String {
    let ByColor { black, white } = &contest.players;
    format!("{}-{}-{}-{}", contest.variant, contest.size.get(), black.name(), white.name())
}

/// The contest in words.
#[must_use]
pub fn words(contest: &Contest) -> String {
    let ByColor { black, white } = &contest.players;
    let under = match (contest.variant, contest.scoring) {
        (Variant::Rules, Scoring::Area) => format!(", area scoring, komi {}", contest.komi),
        (Variant::Rules, Scoring::Territory) => format!(", territory scoring, komi {}", contest.komi),
        _ => String::new(),
    };
    format!("{} on {}, {} (Black) against {} (White){under}", contest.variant, contest.size, black.name(), white.name())
}

/// The first game of a batch: how it ended, and the way there. The paper's figure 5.
pub struct FirstGame {
    /// The last board.
    pub board: BoardFigure,
    /// The scores over time.
    pub scores: Chart,
    /// The capacity over time.
    pub capacity: Chart,
}

impl FirstGame {
    /// Plays it.
    #[must_use]
    pub fn of(contest: &Contest, seed: Seed) -> FirstGame {
        let mut run = ::agents::Run::new(contest, Contest::seed_of_game(seed, 0));
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
        let board = BoardFigure::new(&board)
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
        FirstGame { board, scores, capacity }
    }
}

/// What tells the contests of a figure apart.
fn labels(batches: &[Batch]) -> Vec<String> {
    let names = |batch: &Batch| ByColor::new(|color| batch.contest.players[color].name());
    let one_pair = batches.windows(2).all(|pair| names(&pair[0]) == names(&pair[1]));
    let label = |batch: &Batch| {
        let ByColor { black, white } = names(batch);
        if one_pair { batch.contest.size.to_string() } else { format!("{} {black}–{white}", batch.contest.size) }
    };
    batches.iter().map(label).collect()
}

/// Which games a figure shows.
fn source(batches: &[Batch], seed: Seed) -> String {
    let Some(Batch { contest, summary }) = batches.first() else { return String::new() };
    format!("{}, {} games each, seed {seed}", contest.variant, summary.games.len())
}

/// Who wins, by board size: the paper's figure 6.
#[must_use]
pub fn wins(batches: &[Batch], seed: Seed) -> Chart {
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
        .caption(&format!("{}; {all} games that ended, 95 % intervals after Wilson", source(batches, seed)))
}

/// The distribution of the scores: the paper's figure 7.
#[must_use]
pub fn log_scores(batches: &[Batch], seed: Seed) -> Chart {
    let mut samples = Vec::new();
    for (batch, label) in batches.iter().zip(labels(batches)) {
        for color in Color::ALL {
            let scores = batch.summary.games.iter().map(|row| row.scores[color]);
            let logs = scores.filter(|score| *score > 0.0).map(f64::ln);
            samples.push(Sample::new(&format!("{label} {color}"), logs));
        }
    }
    Chart::histogram(samples, if batches.len() == 1 { CLASSES } else { 2 * CLASSES })
        .title("Logarithms of the scores")
        .axes("natural logarithm of the score", "share of the games")
        .caption(&source(batches, seed))
}
