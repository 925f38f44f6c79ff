//! The review inside the game record: words as comments, marks on points, curves for programs that draw them.

use goban::{BoardSize, Point, PointSet};
use model::Role;
use record::{Game, NodeId, Property};

use crate::{Curve, Review};

/// Properties that mark points; a point may have only one of them.
const MARKS: [&str; 7] = ["CR", "MA", "SL", "SQ", "TR", "LB", "TB"];

/// Properties that judge a position; a node has at most one.
const JUDGES: [&str; 5] = ["DM", "GB", "GW", "UC", "HO"];

/// Writes a review into the line of a game that it was made of. Everything the record has stays as it is: words follow a
/// comment that is there already, and a node with marks of its own gets no others.
///
/// `SBKS` is the lead that Sabaki draws as a curve, positive for Black: the engine's, or else the median of the models that
/// count in points; the comment of the first node says whose it is. `SBKV`, the win rate of Black in percent, is written
/// only where an engine gave it.
#[must_use]
pub fn annotate(game: &Game, review: &Review) -> Game {
    let mut out = game.clone();
    let size = review.size;
    let lead = Lead::of(review);
    let mut intro: Vec<String> = review
        .story
        .paragraphs
        .iter()
        .map(|paragraph| format!("{}. {}", paragraph.title, paragraph.sentences.join(" ")))
        .collect();
    if let Some(lead) = &lead {
        intro.push(format!("SBKS is {}; positive is Black's.", lead.whose));
    }
    let root = out.root();
    add_comment(&mut out, root, &intro.join("\n\n"));
    for (i, played) in review.moves.iter().enumerate() {
        let id = played.ply.node;
        add_comment(&mut out, id, &played.text());
        let board_points = played.sentences.iter().fold(PointSet::EMPTY, |all, sentence| all | sentence.points);
        let own = played.ply.mv.point().map_or(PointSet::EMPTY, PointSet::from);
        let has = |names: &[&str], out: &Game| out.node(id).properties.iter().any(|p| names.contains(&&*p.name));
        if !has(&MARKS, &out) {
            let gone = played.ply.captured;
            add_points(&mut out, id, "TR", &(board_points - own - gone), size);
            add_points(&mut out, id, "MA", &(board_points & gone), size);
        }
        let turning = review.story.turning_points.iter().any(|point| point.ply == played.ply.number);
        if turning && !has(&JUDGES, &out) {
            out.node_mut(id).properties.push(Property::new("HO", "1"));
        }
        if let Some(value) = lead.as_ref().map(|lead| lead.values[i + 1]).filter(|value| value.is_finite()) {
            replace(&mut out, id, "SBKS", format!("{value:.1}"));
        }
        if let Some(win) = review.judgement(i + 1).and_then(|judgement| judgement.black_wins) {
            replace(&mut out, id, "SBKV", format!("{:.2}", win * 100.0));
        }
    }
    out
}

/// A lead in points along the game.
pub(crate) struct Lead {
    pub(crate) whose: String,
    pub(crate) values: Vec<f64>,
}

impl Lead {
    /// The engine's lead, or the median of the models that count in points.
    pub(crate) fn of(review: &Review) -> Option<Lead> {
        let n = review.moves.len() + 1;
        let engine: Vec<f64> =
            (0..n).map(|i| review.judgement(i).and_then(|j| j.black_leads).unwrap_or(f64::NAN)).collect();
        if engine.iter().any(|value| value.is_finite()) {
            let name = review.engine.as_deref().unwrap_or("the engine");
            return Some(Lead { whose: format!("the lead in points by {name}"), values: engine });
        }
        let in_points = |curve: &&Curve| curve.role == Role::Lead && curve.unit == "points";
        let curves: Vec<&Curve> = review.curves.iter().filter(in_points).collect();
        if curves.is_empty() {
            return None;
        }
        let median = |i: usize| {
            let mut values: Vec<f64> = curves.iter().map(|curve| curve.values[i]).filter(|v| v.is_finite()).collect();
            values.sort_by(f64::total_cmp);
            let middle = values.len() / 2;
            match values.len() {
                0 => f64::NAN,
                n if n % 2 == 1 => values[middle],
                _ => f64::midpoint(values[middle - 1], values[middle]),
            }
        };
        let names: Vec<&str> = curves.iter().map(|curve| curve.name.as_str()).collect();
        let whose = match names[..] {
            [one] => format!("the lead in points by {one}"),
            _ => format!("the median lead in points by {}", names.join(", ")),
        };
        Some(Lead { whose, values: (0..n).map(median).collect() })
    }
}

fn add_comment(game: &mut Game, id: NodeId, text: &str) {
    if text.is_empty() {
        return;
    }
    let comment = &mut game.node_mut(id).comment;
    *comment = Some(match comment.take() {
        Some(known) if !known.trim().is_empty() => format!("{known}\n\n{text}"),
        _ => text.to_string(),
    });
}

fn add_points(game: &mut Game, id: NodeId, name: &'static str, points: &PointSet, size: BoardSize) {
    let letters = |point: Point| {
        let letter = |at: usize| char::from(b'a' + at as u8);
        [letter(point.column()), letter(point.row())].iter().collect::<String>()
    };
    let mut values = points.iter().filter(|&point| size.contains(point)).map(letters);
    if let Some(first) = values.next() {
        game.node_mut(id).properties.push(Property { more: values.collect(), ..Property::new(name, first) });
    }
}

/// A curve of an earlier review gives way to this one.
fn replace(game: &mut Game, id: NodeId, name: &'static str, value: String) {
    let properties = &mut game.node_mut(id).properties;
    properties.retain(|property| property.name != name);
    properties.push(Property::new(name, value));
}
