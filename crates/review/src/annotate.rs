//! The review inside the game record: words as comments, marks on points, curves for programs that draw them.

use goban::{BoardSize, Point, PointSet};
use record::{Game, NodeId, Property};

use crate::lead::Lead;
use crate::{Grade, Paragraph, Review, ReviewedMove};

/// Properties that mark points; a point may have only one of them.
const MARKS: [&str; 7] = ["CR", "MA", "SL", "SQ", "TR", "LB", "TB"];

/// Properties that judge a move; a node has at most one.
const JUDGES: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Properties that judge a position; a node has at most one.
const POSITIONS: [&str; 5] = ["DM", "GB", "GW", "UC", "HO"];

/// Writes a review into the line of a game that it was made of. Everything the record has stays as it is: words follow a
/// comment that is there already, and a node with marks of its own gets no others. At the moments of the game, what follows and what would have
/// been better are variations.
///
/// `SBKS` is the lead that Sabaki draws as a curve, in points and positive for Black, and `SBKV` the win rate of Black in percent; they are
/// written where the positions were judged, and the comment of the first node says by whom.
#[must_use]
pub fn annotate(game: &Game, review: &Review) -> Game {
    let mut out = game.clone();
    let size = review.size;
    let lead = Lead::of(review);
    let paragraph = |paragraph: &Paragraph| format!("{}. {}", paragraph.title, paragraph.sentences.join(" "));
    let headline = Some(review.story.headline.clone()).filter(|text| !text.is_empty());
    let mut intro: Vec<String> = headline.into_iter().chain(review.story.paragraphs.iter().map(paragraph)).collect();
    if let Some(lead) = &lead {
        intro.push(format!("SBKS is the lead in points by {}; positive is Black's.", lead.whose));
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
        if let Some(grade) = played.verdict.grade.filter(|_| !has(&JUDGES, &out)) {
            // A move is doubtful or bad as SGF marks it; the worst of a moment is a hot spot too.
            let (name, value) = match grade {
                Grade::Inaccuracy => ("DO", ""),
                Grade::Mistake => ("BM", "1"),
                Grade::Blunder => ("BM", "2"),
            };
            out.node_mut(id).properties.push(Property::new(name, value));
        }
        if review.shown_moments().any(|moment| moment.ply == played.ply.number) {
            add_variations(&mut out, id, played);
            if !has(&POSITIONS, &out) {
                out.node_mut(id).properties.push(Property::new("HO", "1"));
            }
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

/// Adds what is expected to follow a move, and what should have been played instead, as variations.
fn add_variations(game: &mut Game, id: NodeId, played: &ReviewedMove) {
    let (Some(why), Some(before)) = (&played.verdict.why, game.parent(id)) else { return };
    if let Some(&first) = game.add_line(before, &why.better_line).first()
        && !game.node(first).properties.iter().any(|property| property.name == "TE")
    {
        game.node_mut(first).properties.push(Property::new("TE", "1"));
    }
    // The line begins with the move itself. After the last move of the record it would become a part of the game.
    if game.children(id).next().is_some() {
        game.add_line(id, why.line.get(1..).unwrap_or_default());
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
