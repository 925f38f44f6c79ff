//! Answers: an analysis as KataGo writes it, and our words under a key of their own.

use std::sync::atomic::{AtomicBool, Ordering};

use goban::{BoardSize, Color, Position, Symmetry};
use model::{Question, Seed, Shape};
use serde_json::{Map, Value, json};

use super::query::Query;
use super::{Config, ReportAs};
use crate::{Analysis, Analyst, Variation, Worth};

/// Looks at a turn of a query and writes the answer.
pub(super) fn answer(config: &Config, analyst: &mut Analyst, query: &Query, turn: usize, stop: &AtomicBool) -> Value {
    let line = query.line(turn);
    let to_move = line.position().to_move();
    let analysis = match analyst.analyze(&line, &query.wish(to_move), &mut || stop.load(Ordering::Relaxed)) {
        Ok(analysis) => analysis,
        Err(error) => return json!({"error": error.to_string(), "id": query.id, "turnNumber": turn}),
    };
    let side = match query.report_as.unwrap_or(config.report_as) {
        ReportAs::Black => Color::Black,
        ReportAs::White => Color::White,
        ReportAs::SideToMove => to_move,
    };
    let size = line.size();
    let own = |field: &[f64]| json!(field.iter().map(|value| rounded(value * side.sign())).collect::<Vec<f64>>());
    let visits: u32 = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
    let infos = analysis.candidates.iter().enumerate().map(|(order, candidate)| {
        let mv = gtp::write_move(size, candidate.mv);
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
        put("move", json!(mv));
        put("order", json!(order));
        put("visits", json!(candidate.visits));
        worth(&mut put, candidate.worth.seen_by(side));
        put("prior", json!(rounded(candidate.prior)));
        put("pv", json!([mv]));
        if query.pv_visits {
            put("pvVisits", json!([candidate.visits]));
        }
        if query.moves_ownership {
            put("ownership", own(&candidate.ownership));
        }
        Value::Object(fields)
    });
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
    put("id", json!(query.id));
    put("turnNumber", json!(turn));
    put("isDuringSearch", json!(false));
    put("moveInfos", Value::Array(infos.collect()));
    put("rootInfo", root(&line, &analysis, visits, side));
    if query.ownership {
        put("ownership", own(&analysis.ownership));
    }
    if query.policy {
        put("policy", json!(analysis.policy.iter().map(|value| rounded(*value)).collect::<Vec<f64>>()));
    }
    put("aji", words(config, analyst, query, &line, &analysis));
    Value::Object(fields)
}

/// Six digits behind the point, and no minus before nothing.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// The fields that moves and the root share.
fn worth(put: &mut impl FnMut(&str, Value), worth: Worth) {
    let (win, lead) = (rounded(worth.win), rounded(worth.lead));
    let utility = rounded(2.0 * worth.win - 1.0);
    put("winrate", json!(win));
    put("lcb", json!(win));
    for name in ["scoreLead", "scoreMean", "scoreSelfplay"] {
        put(name, json!(lead));
    }
    put("scoreStdev", json!(rounded(worth.spread)));
    put("utility", json!(utility));
    put("utilityLcb", json!(utility));
}

fn root(line: &Variation, analysis: &Analysis, visits: u32, side: Color) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
    put("currentPlayer", json!(analysis.to_move.letter()));
    put("visits", json!(visits));
    worth(&mut put, analysis.worth.seen_by(side));
    let position = line.position();
    put("thisHash", json!(format!("{:016X}", hash(position, Symmetry::IDENTITY))));
    let least = Symmetry::ALL.into_iter().map(|symmetry| hash(position, symmetry)).min();
    put("symHash", json!(format!("{:016X}", least.unwrap_or_default())));
    Value::Object(fields)
}

/// A number for the stones, the side to move and the ko, with the board turned or mirrored.
fn hash(position: &Position, symmetry: Symmetry) -> u64 {
    let size = position.size();
    let board = position.board().transformed(symmetry);
    let side = u64::from(position.to_move() == Color::White);
    let ko = position.ko().map_or(0, |point| 1 + size.index(symmetry.apply(size, point)) as u64);
    Seed(board.hash()).stream(2 * ko + side).0
}

/// What our models say: whose numbers these are, what they are made of, and why the moves.
fn words(config: &Config, analyst: &mut Analyst, query: &Query, line: &Variation, analysis: &Analysis) -> Value {
    let size = line.size();
    let card = analyst.judge.watcher.card().clone();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
    put("player", json!(analyst.player()));
    put("model", json!(card.name));
    put("seed", json!(config.player.seed.0));
    put("leadScale", json!(card.lead_scale));
    put("calibrated", json!(false));
    put("visits", json!("shares of the player's preference; nothing was searched"));
    if let Ok(sheet) = analyst.judge.watcher.read_here(line, Shape::Number) {
        put("values", Value::Object(wire::readings(&sheet, size, false).values));
    }
    put("moves", Value::Array(explained(analyst, query.explain, line, analysis, size)));
    if let Ok(Some(answer)) = analyst.judge.watcher.explain_last_move(line) {
        put("lastMove", wire::explanation(Question::LastMove, &answer, size));
    }
    Value::Object(fields)
}

/// The first candidates in words.
fn explained(analyst: &mut Analyst, most: usize, line: &Variation, analysis: &Analysis, size: BoardSize) -> Vec<Value> {
    let candidates = analysis.candidates.iter().take(most);
    candidates
        .filter_map(|candidate| {
            let answer = analyst.explain(line, &analysis.choice, candidate.mv).ok()?;
            let mut shape = wire::explanation(Question::Candidate(candidate.mv), &answer, size);
            if let (Value::Object(fields), Some(rating)) = (&mut shape, candidate.rating) {
                fields.insert("rating".to_string(), wire::number(rating));
            }
            Some(shape)
        })
        .collect()
}
