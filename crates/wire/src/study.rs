//! What studies over many games found.

use goban::Point;
use serde_json::{Value, json};
use study::{AgreeStudy, Agreement, Mean, Pair, Phase, PredictStudy, Predictor, Share, When};

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
                    "share": value(share),
                    "interval": share.interval,
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
            "disputed": apart.disputed[0],
            "owned_by_both": apart.disputed[1],
            "order": apart.order,
            "best_moves": apart.favourites.map(|both: [Point; 2]| both.map(|point| size.vertex(point))),
            "position": position(&apart.position),
        })
    });
    json!({"models": pair.names, "whole": agreement(&pair.whole), "phases": phases, "furthest_apart": apart})
}

fn agreement(agreement: &Agreement) -> Value {
    let Agreement { order, favourite, owner, owner_interval } = agreement;
    json!({
        "order": order.map(|Mean { value, interval, n }| json!({"mean": value, "interval": interval, "positions": n})),
        "same_best_move": {"hits": favourite.hits, "positions": favourite.n, "share": value(favourite),
            "interval": favourite.interval},
        "same_owner": {"hits": owner.hits, "points": owner.n, "share": value(owner), "interval": owner_interval},
    })
}

/// None of nothing is no share.
fn value(share: &Share) -> Option<f64> {
    (share.n > 0).then_some(share.value)
}
