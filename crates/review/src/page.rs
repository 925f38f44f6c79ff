//! The review as one page that needs nothing else: no files beside it, no network, no code of others.

use figures::escape;
use std::fmt::Write as _;

use goban::{BoardSize, Point, PointSet};
use model::words::count;
use model::{Cell, Role, Scale};
use record::Game;
use serde_json::{Map, Value, json};

use crate::{Curve, Finding, Overlay, Review, ReviewedMove};

const PAGE: &str = include_str!("../assets/page.html");

/// What stands around a review on its page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Who played, on the first line, and what else is known on the others.
    pub heading: &'a str,
    /// Size, rules, komi, result.
    pub conditions: &'a str,
    /// The name of the record.
    pub file: &'a str,
}

/// The page: a board to click through, the words beside it, a map and a curve of every model. All texts of the record stay texts.
#[must_use]
pub fn html(review: &Review, game: &Game, page: &Page<'_>) -> String {
    let first = page.heading.lines().next().unwrap_or_default();
    let mut heading = format!("<h1>{}</h1>\n", escape(first));
    for line in page.heading.lines().skip(1).chain([page.conditions]) {
        let _ = writeln!(heading, "<p>{}</p>", escape(line));
    }
    let footer = format!(
        "{} · a review by aji {}, made from the rules, short reading and {}.",
        escape(page.file),
        env!("CARGO_PKG_VERSION"),
        match review.curves.len() {
            0 => "no models".to_string(),
            _ => "the models named above".to_string(),
        }
    );
    // JSON inside a page must not be able to end its element.
    let data = data(review, game).to_string().replace('<', "\\u003c");
    fill(&[
        ("title", escape(first)),
        ("heading", heading),
        ("story", story(review)),
        ("moves", moves(review)),
        ("footer", footer),
        ("data", data),
    ])
}

/// Puts texts into the page. What is put in is not looked at again.
fn fill(parts: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(PAGE.len() + parts.iter().map(|(_, text)| text.len()).sum::<usize>());
    let mut rest = PAGE;
    for (name, text) in parts {
        let mark = format!("<!--{name}-->");
        let Some((before, after)) = rest.split_once(&mark) else { continue };
        out.push_str(before);
        out.push_str(text);
        rest = after;
    }
    out.push_str(rest);
    out
}

fn story(review: &Review) -> String {
    let mut out = String::new();
    if review.story.paragraphs.is_empty() {
        return out;
    }
    out.push_str("<section><h2>The story of the game</h2>\n");
    for paragraph in &review.story.paragraphs {
        let text = escape(&paragraph.sentences.join(" "));
        let _ = writeln!(out, "<h3>{}</h3><p>{text}</p>", escape(&paragraph.title));
    }
    out.push_str("</section>");
    out
}

fn moves(review: &Review) -> String {
    let mut out = String::new();
    for played in &review.moves {
        let vertex = review.size.move_name(played.ply.mv);
        let (text, color) = (played.text(), played.ply.color.letter());
        let class = if text.is_empty() { " class=\"quiet\"" } else { "" };
        let _ = writeln!(
            out,
            "<li{class}><span class=\"n\">{}</span><span><i class=\"stone {color}\"></i></span><span class=\"v\">{vertex}</span><span>{}</span></li>",
            played.ply.number,
            escape(&text)
        );
    }
    out
}

fn board(size: BoardSize, stones: &goban::ByColor<PointSet>) -> String {
    let digit = |point: Point| match (stones.black.contains(point), stones.white.contains(point)) {
        (true, _) => '1',
        (_, true) => '2',
        _ => '0',
    };
    size.points().map(digit).collect()
}

fn data(review: &Review, game: &Game) -> Value {
    let size = review.size;
    let index = |point: Point| size.index(point);
    let plies: Vec<Value> = review.moves.iter().map(|played| ply(played, game, size)).collect();
    let curves: Vec<Value> = review
        .curves
        .iter()
        .filter(|curve| curve.role == Role::Lead)
        .map(|curve| json!({"name": curve.name, "unit": unit(curve), "values": shares(curve)}))
        .collect();
    let turning: Vec<Value> = review
        .story
        .turning_points
        .iter()
        .map(|point| json!({"ply": point.ply, "color": point.color.letter(), "models": point.models, "of": point.of}))
        .collect();
    let phases: Vec<Value> =
        review.story.phases.iter().map(|phase| json!([phase.stage.name(), phase.from, phase.to])).collect();
    let overlays: Vec<Value> =
        review.overlays.iter().chain(&review.engine_overlay()).map(|o| overlay(o, size)).collect();
    let mut object = json!({
        "size": size.get(),
        "stars": size.stars().iter().map(index).collect::<Vec<_>>(),
        "start": board(size, review.start.stones()),
        "plies": plies,
        "curves": curves,
        "overlays": overlays,
        "levels": Overlay::LEVELS,
        "turning": turning,
        "phases": phases,
    });
    let first = game.node(game.root()).comment.as_deref().filter(|text| !text.trim().is_empty());
    let root_is_move = review.moves.first().is_some_and(|played| played.ply.node == game.root());
    if let Some(comment) = first.filter(|_| !root_is_move) {
        object["comment"] = json!(comment);
    }
    if let Some(name) = &review.engine {
        let values: Vec<Value> = (0..=review.moves.len())
            .map(|i| review.judgement(i).map_or(Value::Null, |j| json!([j.black_wins, j.black_leads])))
            .collect();
        object["engine"] = json!({"name": name, "values": values});
    }
    object
}

/// Whose unit a curve is drawn in, in words.
fn unit(curve: &Curve) -> String {
    let unit = crate::short(curve.unit_of_bars());
    let unit = unit.trim_start_matches('+');
    if curve.unit.is_empty() { format!("full at {unit}") } else { format!("full at {unit} {}", curve.unit) }
}

/// A curve in its own unit, cut at one.
fn shares(curve: &Curve) -> Vec<Value> {
    let unit = curve.unit_of_bars();
    let share = |value: &f64| {
        if value.is_nan() { 0.0 } else { ((value / unit).clamp(-1.0, 1.0) * 1000.0).round() / 1000.0 }
    };
    curve.values.iter().map(|value| json!(share(value))).collect()
}

fn ply(played: &ReviewedMove, game: &Game, size: BoardSize) -> Value {
    let index = |point: Point| size.index(point);
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| drop(object.insert(name.to_string(), value));
    put("c", json!(played.ply.color.letter().to_string()));
    put("p", played.ply.mv.point().map_or(json!(-1), |point| json!(index(point))));
    if !played.ply.captured.is_empty() {
        put("x", json!(played.ply.captured.iter().map(index).collect::<Vec<_>>()));
    }
    if played.ply.edited || played.ply.illegal.is_some() {
        put("b", json!(board(size, &played.stones)));
    }
    if !played.sentences.is_empty() {
        let words: Vec<Value> = played
            .sentences
            .iter()
            .map(|sentence| json!([sentence.text, sentence.points.iter().map(index).collect::<Vec<_>>()]))
            .collect();
        put("w", json!(words));
    }
    let facts: Vec<String> = played.findings.iter().map(|finding| fact(finding, size)).collect();
    if !facts.is_empty() {
        put("f", json!(facts));
    }
    if let Some(comment) = game.node(played.ply.node).comment.as_deref().filter(|text| !text.trim().is_empty()) {
        put("o", json!(comment));
    }
    Value::Object(object)
}

/// A fact in one line: its kind and its parts.
fn fact(finding: &Finding, size: BoardSize) -> String {
    const MOST: usize = 6;
    let vertex = |point: Point| size.vertex(point);
    let cells = finding.fact.cells(&vertex);
    let parts: Vec<String> = cells
        .iter()
        .filter(|(name, _)| *name != "moves")
        .map(|(name, cell)| match cell {
            Cell::Number(value) => format!("{name} {}", crate::short(*value).trim_start_matches('+')),
            Cell::Numbers(values) => format!("{name} {values:?}"),
            Cell::Text(text) => format!("{name} {text}"),
            Cell::Color(color) => color.to_string(),
            Cell::Point(point) => format!("{name} {}", vertex(*point)),
            Cell::Points(points) => {
                let names: Vec<String> = points.iter().take(MOST).map(vertex).collect();
                let more = if points.len() > MOST { " …" } else { "" };
                format!("{name} {}{more}", names.join(" "))
            }
        })
        .collect();
    if parts.is_empty() {
        finding.fact.kind().to_string()
    } else {
        format!("{}: {}", finding.fact.kind(), parts.join(", "))
    }
}

/// The letter of a level, counted from the lowest.
fn letter(level: i16) -> char {
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    char::from(LETTERS[usize::try_from(level).unwrap_or(0).min(LETTERS.len() - 1)])
}

fn overlay(overlay: &Overlay, size: BoardSize) -> Value {
    let mut object = Map::new();
    let mut put = |name: &str, value: Value| drop(object.insert(name.to_string(), value));
    put("name", json!(overlay.name));
    put("about", json!(overlay.about));
    let zero = match &overlay.scale {
        Scale::Signed => {
            put("scale", json!("signed"));
            i16::from(Overlay::LEVELS)
        }
        Scale::Magnitude => {
            put("scale", json!("magnitude"));
            0
        }
        Scale::Categories(names) => {
            put("scale", json!("categories"));
            put("categories", json!(names.iter().map(|(value, name)| json!([value, name])).collect::<Vec<_>>()));
            names.iter().map(|(value, _)| (-value) as i16).max().unwrap_or(0).max(0)
        }
    };
    put("zero", json!(zero));
    if overlay.levels.is_empty() {
        let labels: Vec<Value> = overlay
            .labels
            .iter()
            .map(|labels| {
                json!(labels.iter().map(|(point, text)| json!([size.index(*point), text])).collect::<Vec<_>>())
            })
            .collect();
        put("labels", json!(labels));
        return Value::Object(object);
    }
    let mut before = vec![0i8; size.area()];
    let frames: Vec<String> = overlay
        .levels
        .iter()
        .map(|levels| {
            let mut text = String::new();
            let mut same = 0;
            for (old, new) in before.iter().zip(levels) {
                if old == new {
                    same += 1;
                    continue;
                }
                if same > 0 {
                    let _ = write!(text, "{same}");
                    same = 0;
                }
                text.push(letter(i16::from(*new) + zero));
            }
            before.clone_from(levels);
            text
        })
        .collect();
    put("frames", json!(frames));
    Value::Object(object)
}

/// A page in an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexEntry {
    /// Where it is, from the folder of the index.
    pub link: String,
    /// Who played, and what else is known.
    pub heading: String,
    /// Size, rules, komi, result.
    pub conditions: String,
}

/// A page that leads to the pages of many games.
#[must_use]
pub fn index(entries: &[IndexEntry]) -> String {
    let mut rows = String::new();
    for entry in entries {
        let mut lines = entry.heading.lines();
        let first = lines.next().unwrap_or_default();
        let more: Vec<String> = lines.chain([entry.conditions.as_str()]).map(escape).collect();
        let _ = writeln!(
            rows,
            "<li><a href=\"{}\">{}</a><br><span>{}</span></li>",
            escape(&format!("./{}", figures::address(&entry.link))),
            escape(first),
            more.join(" · ")
        );
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Reviews</title>\n<style>\n\
         body {{ font: 17px/1.5 Palatino, Georgia, serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #26221c; \
         background: #faf7f0; }}\nli {{ margin: 0.6em 0; }} a {{ color: #b2452b; font-weight: 600; }} span {{ color: #786f60; \
         font: 0.85em system-ui, sans-serif; }}\n@media (prefers-color-scheme: dark) {{ body {{ background: #1d1b18; \
         color: #ebe4d7; }} a {{ color: #e58b6d; }} }}\n</style>\n</head>\n<body>\n<h1>{} reviewed</h1>\n<ol>\n{rows}</ol>\n\
         </body>\n</html>\n",
        count(entries.len(), "game", "games")
    )
}

impl Review {
    /// What the engine thinks whose the points are, as a map like those of the models.
    fn engine_overlay(&self) -> Option<Overlay> {
        let name = self.engine.as_ref()?;
        if !self.judgements.iter().flatten().any(|judgement| judgement.ownership.is_some()) {
            return None;
        }
        let level = |value: &f64| (value.clamp(-1.0, 1.0) * f64::from(Overlay::LEVELS)).round() as i8;
        let levels = (0..=self.moves.len())
            .map(|i| match self.judgement(i).and_then(|judgement| judgement.ownership.as_ref()) {
                Some(values) => values.iter().map(level).collect(),
                None => vec![0; self.size.area()],
            })
            .collect();
        Some(Overlay {
            name: name.clone(),
            about: "whose each point will be, as the engine sees it".to_string(),
            scale: Scale::Signed,
            limit: 1.0,
            levels,
            labels: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(escape("<a href='x'>&\""), "&lt;a href='x'&gt;&amp;&quot;");
        let filled = fill(&[("title", "<!--data-->".to_string()), ("data", "DATA".to_string())]);
        assert!(filled.contains("<title><!--data--></title>"), "what is put in is not filled again");
    }
}
