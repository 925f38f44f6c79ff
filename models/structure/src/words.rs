//! What shapes are called, and what is said of them.

use goban::{Color, Point};
use model::words::count;
use model::{Cell as Value, Explanation, Mark, Row, Sentence};

use crate::ets::{Class, Span};
use crate::go::{ElementId, ElementInfo, ElementKind, Recorder};

/// A move, for sentences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) number: usize,
    pub(crate) color: Color,
    pub(crate) point: Option<Point>,
    /// Stones taken.
    pub(crate) taken: usize,
}

/// A shape that a move made or destroyed.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) info: ElementInfo,
    pub(crate) made: bool,
}

fn class<'r>(recorder: &'r Recorder, info: &ElementInfo) -> &'r Class {
    &recorder.plan().system().levels[info.id.level].classes[info.class]
}

/// How much a shape tells a reader.
fn telling(class: &Class) -> f64 {
    class.telling.unwrap_or(class.worth.made)
}

fn color_of(class: &Class) -> Option<Color> {
    class.color.as_deref().and_then(Color::parse)
}

/// Blocks come and go with every stone; they are not shapes worth a word.
fn is_told(class: &Class) -> bool {
    class.chain.is_none()
}

/// The shapes that the last ply made and destroyed: level 2 first, what was made before what was destroyed.
pub(crate) fn shapes(recorder: &Recorder) -> Vec<Shape> {
    let changes = recorder.changes();
    let of = |ids: &[ElementId], made: bool| -> Vec<Shape> {
        ids.iter().map(|&id| Shape { info: recorder.info(id), made }).collect()
    };
    let mut all: Vec<Shape> = of(&changes.made, true).into_iter().chain(of(&changes.ended, false)).collect();
    all.retain(|shape| is_told(class(recorder, &shape.info)));
    // What was made comes first, then the larger shapes, then those that are worth most.
    all.sort_by(|a, b| {
        let rank = |shape: &Shape| (!shape.made, std::cmp::Reverse(shape.info.id.level));
        let (one, other) = (class(recorder, &a.info), class(recorder, &b.info));
        let by_name = one.title.cmp(&other.title).then_with(|| one.key.cmp(&other.key));
        rank(a)
            .cmp(&rank(b))
            .then(telling(other).total_cmp(&telling(one)))
            .then(by_name)
            .then(a.info.points.cmp(&b.info.points))
    });
    all
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("one") { "an" } else { "a" }
}

fn listed(recorder: &Recorder, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| recorder.size().vertex(point)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// What is said of a shape: `White 14 makes a knight's jump from Q10.`
fn sentence(recorder: &Recorder, turn: &Turn, shape: &Shape) -> String {
    let class = class(recorder, &shape.info);
    let points = shape.info.points;
    let stones = recorder.stones_then(&shape.info);
    let mut others = stones;
    if let Some(point) = turn.point {
        others.remove(point);
    }
    let who = format!("{} {}", turn.color, turn.number);
    let name = format!("{} {}", article(&class.title), class.title);
    let own = color_of(class).is_none_or(|color| color == turn.color);
    let played = turn.point.is_some_and(|point| points.contains(point));
    match (shape.made, played) {
        (true, true) if !others.is_empty() && own => {
            // A shape of your own leads from the stones that were there; one between rivals is at them.
            let from = if color_of(class).is_some() { "from" } else { "at" };
            format!("{who} makes {name} {from} {}.", listed(recorder, others))
        }
        (true, true) if own => format!("{who} makes {name}."),
        (true, _) => {
            let whose = color_of(class).map_or(name, |color| format!("{color}'s {}", class.title));
            format!("{who} leaves {whose} at {}.", listed(recorder, stones))
        }
        (false, _) => {
            let whose = color_of(class).map_or("the ".to_string(), |color| format!("{color}'s "));
            let at = if others.is_empty() { listed(recorder, points) } else { listed(recorder, others) };
            format!("{who} ends {whose}{} at {at}.", class.title)
        }
    }
}

/// A shape as a row that others can read without knowing this family.
fn row(recorder: &Recorder, shape: &Shape) -> Row {
    let class = class(recorder, &shape.info);
    let color = color_of(class).map_or("both", |color| if color == Color::Black { "black" } else { "white" });
    Row {
        kind: "shape",
        cells: vec![
            ("class", Value::Text(class.key.clone())),
            ("name", Value::Text(class.title.clone())),
            ("color", Value::Text(color.to_string())),
            ("change", Value::Text(if shape.made { "made" } else { "destroyed" }.to_string())),
            ("level", Value::Number(shape.info.id.level as f64)),
            ("worth", Value::Number(telling(class))),
            ("points", Value::Points(shape.info.points)),
        ],
    }
}

/// Adds a sentence. What two shapes have to say in the same words, as the two sides of one diagonal do, is said once.
fn say(sentences: &mut Vec<Sentence>, sentence: Sentence) {
    let Some(said) = sentences.iter_mut().find(|said| said.text == sentence.text) else {
        sentences.push(sentence);
        return;
    };
    let new = |mark: &Mark| said.marks.iter().all(|known| known.point != mark.point);
    let new: Vec<Mark> = sentence.marks.into_iter().filter(new).collect();
    said.marks.extend(new);
}

/// What a move did to shapes.
pub(crate) fn explain_turn(recorder: &Recorder, turn: &Turn) -> Explanation {
    let shapes = shapes(recorder);
    let mut sentences = Vec::new();
    for shape in &shapes {
        say(&mut sentences, Sentence::new(sentence(recorder, turn, shape), recorder.stones_then(&shape.info)));
    }
    if turn.taken > 0 {
        let text = format!("{} {} takes {}.", turn.color, turn.number, count(turn.taken, "stone", "stones"));
        sentences.insert(0, Sentence::new(text, turn.point));
    }
    if sentences.is_empty() {
        let text = match turn.point {
            Some(_) => format!("{} {} makes and breaks no shape.", turn.color, turn.number),
            None => format!("{} {} passes.", turn.color, turn.number),
        };
        sentences.push(Sentence::new(text, turn.point));
    }
    Explanation { sentences, rows: shapes.iter().map(|shape| row(recorder, shape)).collect() }
}

/// The labels of what the last move did: on the stones of the shape other than the one played, or on its own.
pub(crate) fn labels(recorder: &Recorder, turn: Option<&Turn>) -> Vec<Option<String>> {
    let size = recorder.size();
    let mut texts: Vec<Vec<String>> = vec![Vec::new(); size.area()];
    let played = turn.and_then(|turn| turn.point);
    for shape in shapes(recorder) {
        let mut at = recorder.stones_then(&shape.info);
        if let Some(point) = played.filter(|_| at.len() > 1) {
            at.remove(point);
        }
        let sign = if shape.made { '+' } else { '−' };
        for point in at {
            texts[size.index(point)].push(format!("{sign}{}", class(recorder, &shape.info).title));
        }
    }
    let label = |mut texts: Vec<String>| {
        texts.sort();
        texts.dedup();
        (!texts.is_empty()).then(|| texts.join(", "))
    };
    texts.into_iter().map(label).collect()
}

/// The story of a point: its elements in the order of time.
pub(crate) fn explain_point(recorder: &Recorder, point: Point) -> Explanation {
    let name = recorder.size().vertex(point);
    let mut sentences = Vec::new();
    let mut rows = Vec::new();
    let when = |info: &ElementInfo| {
        let Span { begin, end } = info.span;
        let lasts = recorder.is_now(info.span);
        match (begin, lasts) {
            (0, true) => "all the time".to_string(),
            (0, false) => format!("until move {end}"),
            (begin, true) => format!("since move {begin}"),
            (begin, false) => format!("from move {begin} to move {end}"),
        }
    };
    for info in recorder.at(point) {
        let class = class(recorder, &info);
        // Lines between points are evidence, not news.
        match recorder.kind(&info) {
            ElementKind::Line => {}
            ElementKind::Change => {
                let tick = info.span.begin + 1;
                say(&mut sentences, Sentence::new(format!("{name}: {} at move {tick}.", class.title), [point]));
            }
            ElementKind::Point => {
                let text = format!("{name}: {} {}.", class.title, when(&info));
                say(&mut sentences, Sentence::new(text, [point]));
            }
            ElementKind::Shape => {
                let whose = color_of(class).map_or(String::new(), |color| format!("{color}'s "));
                let points = listed(recorder, recorder.stones_then(&info));
                let text = format!("{whose}{} of {points} {}.", class.title, when(&info));
                say(&mut sentences, Sentence::new(capital(&text), info.points));
            }
        }
        rows.push(Row {
            kind: "elements",
            cells: vec![
                ("level", Value::Number(info.id.level as f64)),
                ("class", Value::Text(class.key.clone())),
                ("name", Value::Text(class.title.clone())),
                ("begin", Value::Number(f64::from(info.span.begin))),
                ("end", Value::Number(end_tick(recorder, &info))),
                ("points", Value::Points(info.points)),
            ],
        });
    }
    if sentences.is_empty() {
        sentences.push(Sentence::new(format!("{name} was never attended to."), [point]));
    }
    Explanation { sentences, rows }
}

/// The tick at which an element has ended; −1 while it lasts.
fn end_tick(recorder: &Recorder, info: &ElementInfo) -> f64 {
    if recorder.is_now(info.span) { -1.0 } else { f64::from(info.span.end) }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
