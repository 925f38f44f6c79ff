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
                    // None of nothing is no share.
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
