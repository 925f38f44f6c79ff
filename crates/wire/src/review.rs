//! A review: the game move by move, with facts, words and the story.

use goban::{BoardSize, ByColor, Color, Point, PointSet};
use record::Game;
use review::{Finding, Judgement, Review, ReviewedMove, Story};
use serde_json::{Map, Value, json};

use crate::position::insert_cells;
use crate::{number, ply, vertices};

fn sides(pair: &ByColor<usize>) -> Value {
    json!({"black": pair.black, "white": pair.white})
}

/// The shape of a review: the game, the values at the start, every ply, the story, and a summary.
#[must_use]
pub fn review(name: &str, game: &Game, review: &Review, settings: Value) -> Map<String, Value> {
    let value = |curve: &review::Curve, i: usize| curve.values.get(i).copied().map(number).unwrap_or(Value::Null);
    let values = |i: usize| -> Map<String, Value> {
        review.curves.iter().map(|curve| (curve.name.clone(), value(curve, i))).collect()
    };
    let with_engine = |mut object: Map<String, Value>, i: usize| {
        if let Some(judgement) = review.judgement(i) {
            object.insert("engine".to_string(), engine(judgement, review.size));
        }
        object
    };
    let plies: Vec<Value> = review
        .moves
        .iter()
        .enumerate()
        .map(|(i, played)| {
            let mut object = told_ply(played, review.size);
            object.insert("values".to_string(), Value::Object(values(i + 1)));
            Value::Object(with_engine(object, i + 1))
        })
        .collect();
    let start = Map::from_iter([("values".to_string(), Value::Object(values(0)))]);
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| drop(object.insert(name.to_string(), value));
    put("schema", json!(crate::SCHEMA));
    put("aji", json!(env!("CARGO_PKG_VERSION")));
    put("file", json!(name));
    put("game", json!(crate::game(game)));
    put("settings", settings);
    if let Some(engine) = &review.engine {
        put("engine", json!(engine));
    }
    put("start", Value::Object(with_engine(start, 0)));
    put("plies", Value::Array(plies));
    put("story", story(&review.story, review.size));
    put("summary", summary(review));
    object
}

fn told_ply(played: &ReviewedMove, size: BoardSize) -> Map<String, Value> {
    let mut object = match serde_json::to_value(ply(&played.ply, size)) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    };
    object.insert("liberties".to_string(), sides(&played.liberties));
    let facts: Vec<Value> = played.findings.iter().map(|finding| fact(finding, size)).collect();
    object.insert("facts".to_string(), Value::Array(facts));
    let words: Vec<Value> = played
        .sentences
        .iter()
        .map(|sentence| {
            let marks = vertices(size, sentence.points);
            json!({"text": sentence.text, "facts": sentence.facts, "marks": marks})
        })
        .collect();
    object.insert("words".to_string(), Value::Array(words));
    object
}

/// A fact: its kind, its weight, and its parts by name.
fn fact(finding: &Finding, size: BoardSize) -> Value {
    let mut object = Map::new();
    object.insert("kind".to_string(), json!(finding.fact.kind()));
    object.insert("weight".to_string(), number((finding.weight * 10.0).round() / 10.0));
    insert_cells(&mut object, &finding.fact.cells(&|point: Point| size.vertex(point)), size);
    Value::Object(object)
}

fn engine(judgement: &Judgement, size: BoardSize) -> Value {
    let mut object = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            object.insert(name.to_string(), value);
        }
    };
    put("black_wins", judgement.black_wins.map(number));
    put("black_leads", judgement.black_leads.map(number));
    put("best", judgement.best.map(|mv| json!(size.move_name(mv))));
    put(
        "ownership",
        judgement.ownership.as_ref().map(|values| {
            let round = |value: &f64| number((value * 1000.0).round() / 1000.0);
            Value::Array(values.chunks(size.get()).map(|row| row.iter().map(round).collect()).collect())
        }),
    );
    Value::Object(object)
}

fn story(story: &Story, size: BoardSize) -> Value {
    let points = |points: &PointSet| vertices(size, *points);
    let phases: Vec<Value> = story
        .phases
        .iter()
        .map(|phase| json!({"stage": phase.stage.name(), "from": phase.from, "to": phase.to}))
        .collect();
    let turning: Vec<Value> = story
        .turning_points
        .iter()
        .map(|point| {
            json!({"ply": point.ply, "color": point.color.letter(), "shift": number(point.shift),
                   "models": point.models, "of": point.of})
        })
        .collect();
    let fights: Vec<Value> = story
        .fights
        .iter()
        .map(|fight| {
            json!({"from": fight.from, "to": fight.to, "moves": fight.moves, "area": fight.area.name(),
                   "exchange": number(fight.exchange), "captures": sides(&fight.captures),
                   "points": points(&fight.points)})
        })
        .collect();
    let groups: Vec<Value> = story
        .groups
        .iter()
        .map(|group| {
            json!({"color": group.color.letter(), "fate": group.fate.name(), "ply": group.ply,
                   "stones": points(&group.stones)})
        })
        .collect();
    let seers: Map<String, Value> = story.seers.iter().map(|seer| (seer.name.clone(), json!(seer.since))).collect();
    let paragraphs: Vec<Value> = story
        .paragraphs
        .iter()
        .map(|paragraph| json!({"title": paragraph.title, "sentences": paragraph.sentences}))
        .collect();
    json!({"phases": phases, "turning_points": turning, "fights": fights, "groups": groups,
           "winner_seen_since": seers, "paragraphs": paragraphs})
}

fn summary(review: &Review) -> Value {
    let score = &review.score;
    let side = |color: Color| {
        let side = score.sides[color];
        json!({"stones": side.stones, "territory": side.territory, "prisoners": side.prisoners,
               "compensation": side.compensation, "total": side.total})
    };
    let out_of_range: Vec<&str> = review
        .curves
        .iter()
        .filter(|curve| curve.values.iter().any(|value| !value.is_finite()))
        .map(|curve| curve.name.as_str())
        .collect();
    let illegal: Vec<Value> = review
        .moves
        .iter()
        .filter_map(|played| Some(json!({"ply": played.ply.number, "reason": played.ply.illegal?.to_string()})))
        .collect();
    let units: Map<String, Value> = review.curves.iter().map(|curve| (curve.name.clone(), json!(curve.unit))).collect();
    json!({
        "moves": review.moves.len(),
        "passes": review.moves.iter().filter(|played| played.ply.mv == goban::Move::Pass).count(),
        "captures": sides(&review.end.prisoners()),
        "illegal": illegal,
        "score": {"result": score.to_string(), "lead": score.lead(),
                  "black": side(Color::Black), "white": side(Color::White)},
        "units": units,
        "out_of_range": out_of_range,
    })
}
