//! What studies over many games found.

use goban::Point;
use serde::Serialize;
use serde_json::{Value, json};
use study::{
    AgreeStudy, Agreement, Bin, Guessing, Mean, MovesStudy, Pair, Phase, PredictStudy, Predictor, Share, Stretch, When,
};

use crate::position;

/// How often each predictor named the winner: one entry a predictor, with a score for every time.
#[must_use]
pub fn predictors(found: &PredictStudy) -> Value {
    let predictor = |predictor: &Predictor| {
        let scores: Vec<Value> = found
            .times
            .iter()
            .zip(&predictor.scores)
            .map(|(time, score)| {
                let at = match time {
                    When::Move(number) => json!(number),
                    When::End => json!("end"),
                };
                let share = &score.share;
                json!({
                    "at": at,
                    "games": share.n + score.n_undecided,
                    "undecided": score.n_undecided,
                    "hits": share.hits,
                    // None of nothing is not a share.
                    "share": (share.n > 0).then_some(share.value),
                    "interval": (share.n > 0).then_some(share.interval),
                })
            })
            .collect();
        json!({"name": predictor.name, "scores": scores})
    };
    found.predictors.iter().map(predictor).collect()
}

/// How far every two models agree: one entry a pair.
#[must_use]
pub fn pairs(found: &AgreeStudy) -> Value {
    found.pairs.iter().map(pair).collect()
}

fn pair(pair: &Pair) -> Value {
    let phases: Vec<Value> = Phase::ALL
        .iter()
        .zip(&pair.phases)
        .map(|(phase, found)| {
            let mut value = agreement(found);
            value["phase"] = json!(phase.to_string());
            value
        })
        .collect();
    let apart = pair.apart.as_ref().map(|apart| {
        let size = apart.position.size();
        json!({
            "game": apart.game + 1,
            "ply": apart.ply,
            "disputed": apart.disputed.map(|[disputed, _]| disputed),
            "owned_by_both": apart.disputed.map(|[_, both]| both),
            "order": apart.order,
            "best_moves": apart.favourites.map(|both: [Point; 2]| both.map(|point| size.vertex(point))),
            "position": position(&apart.position),
        })
    });
    json!({"models": pair.names, "whole": agreement(&pair.whole), "phases": phases, "furthest_apart": apart})
}

fn agreement(agreement: &Agreement) -> Value {
    let Agreement { order, favourite, owner } = agreement;
    let share = |share: Share, of: &str| {
        let Share { hits, n, value, interval } = share;
        json!({"hits": hits, of: n, "share": value, "interval": interval})
    };
    json!({
        "order": order.map(|Mean { value, interval, n }| json!({"mean": value, "interval": interval, "positions": n})),
        "same_best_move": favourite.map(|favourite| share(favourite, "positions")),
        "same_owner": owner.map(|owner| share(owner, "points")),
    })
}

/// How well somebody guessed the moves of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GuesserJson {
    /// A model, a player or an engine.
    pub name: String,
    /// Over whole games.
    pub whole: GuessingJson,
    /// By stretch of the game.
    pub stretches: Vec<StretchJson>,
    /// How often moves were played that were found so likely; null for those that give no probabilities.
    pub calibration: Option<Vec<BinJson>>,
}

/// How well the moves of one stretch were guessed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StretchJson {
    /// Which stretch, in words.
    pub stretch: String,
    /// How well.
    #[serde(flatten)]
    pub guessing: GuessingJson,
}

/// How often the played move was among the first choices.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GuessingJson {
    /// Moves that were guessed.
    pub moves: usize,
    /// Share of first choices.
    pub first: Option<MeanJson>,
    /// Share among the first five.
    pub first_5: Option<MeanJson>,
    /// Share among the first twenty.
    pub first_20: Option<MeanJson>,
    /// Mean of −ln p; null for those that give no probabilities.
    pub log_loss: Option<MeanJson>,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanJson {
    /// The mean.
    pub mean: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

/// Candidate moves that were found about equally likely.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct BinJson {
    /// The bin holds probabilities from here up to a tenth more.
    pub from: f64,
    /// Candidate moves in it.
    pub moves: usize,
    /// Their mean predicted probability.
    pub predicted: f64,
    /// The share of them that was played.
    pub played: f64,
}

/// How well each model, player and engine guessed.
#[must_use]
pub fn guessers(found: &MovesStudy) -> Vec<GuesserJson> {
    let stretches = |guessings: &[Guessing; 3]| {
        let each = Stretch::ALL.iter().zip(guessings);
        each.map(|(stretch, found)| StretchJson { stretch: stretch.to_string(), guessing: guessing(found) }).collect()
    };
    let bin = |bin: &Bin| BinJson { from: bin.from, moves: bin.n, predicted: bin.predicted, played: bin.played };
    let guesser = |guesser: &study::Guesser| GuesserJson {
        name: guesser.name.clone(),
        whole: guessing(&guesser.whole),
        stretches: stretches(&guesser.stretches),
        calibration: guesser.calibration.as_ref().map(|bins| bins.iter().map(bin).collect()),
    };
    found.guessers.iter().map(guesser).collect()
}

fn guessing(guessing: &Guessing) -> GuessingJson {
    let mean = |mean: Option<Mean>| mean.map(|Mean { value, interval, .. }| MeanJson { mean: value, interval });
    let [first, first_5, first_20] = guessing.among.map(mean);
    GuessingJson { moves: guessing.n, first, first_5, first_20, log_loss: mean(guessing.log_loss) }
}
