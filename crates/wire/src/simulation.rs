//! Games that models play by themselves.

use goban::{ByColor, Color};
use schemars::JsonSchema;
use serde::Serialize;
use study::contests::{self, Batch, Row};

use crate::Named;

/// Games that a model played by itself.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Simulation {
    /// The model.
    pub model: String,
    /// Which reading of it was played.
    pub variant: String,
    /// Points along a side.
    pub size: usize,
    /// How each side chooses its moves.
    pub players: Pair<String>,
    /// The seed of all chance.
    pub seed: u64,
    /// How the board is counted, where the rules of Go are kept: `area` or `territory`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    /// The komi, where the rules of Go are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// How many games were played.
    pub games: usize,
    /// How many Black won.
    pub black: usize,
    /// How many White won.
    pub white: usize,
    /// How many nobody won.
    pub ties: usize,
    /// How many were not finished.
    pub cut_off: usize,
    /// How many ended because a side had no stone left.
    pub without_stones: usize,
    /// After how many steps a game is cut off.
    pub tick_limit: usize,
    /// How sure the shares are.
    pub intervals: Intervals,
    /// Steps of a game.
    pub lengths: Option<Spread>,
    /// Moves of a game.
    pub moves: Option<Spread>,
    /// Scores of each side.
    pub scores: Pair<Option<Spread>>,
    /// Scores by their size.
    pub log_scores: Option<LogScores>,
    /// What the model follows over a game, by its name (such as `capacity`): at every hundredth of the game, on average.
    #[serde(flatten)]
    pub gauge: Named<Vec<f64>>,
    /// Groups that died.
    pub deaths: Option<Spread>,
    /// Of these, with a liberty left.
    pub breathing_deaths: Option<Spread>,
    /// Stones that were put where they had no liberty and took nothing.
    pub suicides: Option<Spread>,
}

/// Something of each side.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Pair<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// Intervals of confidence of both sides' shares.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Intervals {
    /// How they are computed.
    pub method: &'static str,
    /// How often such an interval holds the truth.
    pub level: f64,
    /// Of how many games.
    pub of: usize,
    /// Black's.
    pub black: Option<ShareBetween>,
    /// White's.
    pub white: Option<ShareBetween>,
}

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ShareBetween {
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Numbers in short.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[allow(missing_docs, reason = "the names of the numbers are those of statistics")]
pub struct Spread {
    pub mean: f64,
    pub sd: f64,
    pub min: f64,
    pub median: f64,
    pub max: f64,
}

/// Scores by their size, in classes of equal width of the logarithm.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct LogScores {
    /// Where the first class begins.
    pub from: f64,
    /// How wide a class is.
    pub width: f64,
    /// How many scores of Black fall into each.
    pub black: Vec<usize>,
    /// How many scores of White do.
    pub white: Vec<usize>,
}

/// A batch of games in numbers.
#[must_use]
pub fn simulation(batch: &Batch) -> Simulation {
    let Batch { terms, seed, games, .. } = batch;
    let spread = |number: &dyn Fn(&Row) -> f64| {
        let contests::Spread { mean, sd, min, median, max } = batch.spread(number)?;
        Some(Spread { mean, sd, min, median, max })
    };
    let interval = |color| {
        let share = batch.share(color)?;
        Some(ShareBetween { share: share.value, low: share.interval[0], high: share.interval[1] })
    };
    let ByColor { black, white } = terms.players.clone();
    Simulation {
        model: terms.family.clone(),
        variant: terms.variant.clone(),
        size: terms.size.get(),
        players: Pair { black, white },
        seed: seed.0,
        scoring: terms.rules.map(|rules| contests::scoring_name(rules.scoring)),
        komi: terms.rules.map(|rules| rules.komi),
        games: games.len(),
        black: batch.wins(Color::Black),
        white: batch.wins(Color::White),
        ties: batch.ties(),
        cut_off: batch.cut_off(),
        without_stones: batch.without_stones(),
        tick_limit: terms.tick_limit,
        intervals: Intervals {
            method: "Wilson",
            level: 0.95,
            of: batch.finished(),
            black: interval(Color::Black),
            white: interval(Color::White),
        },
        lengths: spread(&|row| row.tally.ticks as f64),
        moves: spread(&|row| row.tally.plays as f64),
        scores: Pair { black: spread(&|row| row.scores.black), white: spread(&|row| row.scores.white) },
        log_scores: batch.log_scores(contests::CLASSES).map(|logs| LogScores {
            from: logs.from,
            width: logs.width,
            black: logs.counts.black,
            white: logs.counts.white,
        }),
        gauge: terms.gauge.iter().map(|gauge| (gauge.name().to_string(), batch.gauge())).collect(),
        deaths: spread(&|row| row.tally.deaths as f64),
        breathing_deaths: spread(&|row| row.tally.breathing_deaths as f64),
        suicides: spread(&|row| row.tally.suicides as f64),
    }
}
