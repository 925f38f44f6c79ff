//! Quantities as GoGui shows them: rows of numbers, colours or texts, and drawing commands.

use std::fmt::Write;

use goban::{BoardSize, Color, Move, Point, PointSet};
use model::words::number;
use model::{Data, Explanation, Graph, Quantity, Rating, Scale, Shape};

/// More lines of text than this are counted and not shown.
const MOST_LINES: usize = 60;

/// How GoGui is to show a quantity: the type of an analyze command.
pub(crate) fn kind(quantity: &Quantity) -> &'static str {
    match (quantity.shape, &quantity.scale) {
        (Shape::Number, _) => "string",
        (Shape::Field, Scale::Categories(_)) => "cboard",
        (Shape::Field, Scale::Signed | Scale::Magnitude) => "dboard",
        (Shape::Labels, _) => "sboard",
        (Shape::Graph, _) => "gfx",
    }
}

/// A value in the form that [`kind`] names.
pub(crate) fn data(quantity: &Quantity, value: &Data, size: BoardSize) -> String {
    match (value, &quantity.scale) {
        (Data::Number(value), _) => match quantity.unit.as_str() {
            "" => number(*value, 3),
            unit => format!("{} {unit}", number(*value, 3)),
        },
        (Data::Field(values), Scale::Categories(names)) => {
            rows(size, values.iter().map(|value| category_color(names, *value).to_string()))
        }
        (Data::Field(values), Scale::Signed | Scale::Magnitude) => scaled(values, size),
        (Data::Labels(labels), _) => rows(size, labels.iter().map(|label| quoted(label.as_deref().unwrap_or("")))),
        (Data::Graph(graph), _) => drawn_graph(graph, size),
    }
}

/// A number that fits on a point.
fn short(value: f64) -> String {
    let magnitude = value.abs();
    match value {
        0.0 => String::new(),
        value if !value.is_finite() => if value > 0.0 { "+∞" } else { "-∞" }.to_string(),
        value if magnitude >= 1000.0 => format!("{value:.0e}"),
        value if magnitude >= 10.0 || value.fract() == 0.0 => format!("{value:.0}"),
        value if magnitude >= 0.995 => format!("{value:.1}"),
        // The zero before the point takes room that says nothing.
        value => format!("{value:.2}").replace("0.", "."),
    }
}

/// Words row by row from the top. The first line is left empty, so that the rows stand below each other.
fn rows(size: BoardSize, words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    words.chunks(size.get()).map(|row| format!("\n{}", row.join(" "))).collect()
}

/// A word of a board of texts.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c == '"' || c == '\\' { '\'' } else { c }).collect();
    if text.is_empty() || text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}

/// A field as numbers from −1 to +1: the largest becomes one, zero stays zero.
pub(crate) fn scaled(values: &[f64], size: BoardSize) -> String {
    let finite = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-1e300, 1e300) };
    let largest = values.iter().fold(0.0, |largest: f64, &value| largest.max(finite(value).abs()));
    let scale = if largest > 0.0 { largest } else { 1.0 };
    rows(size, values.iter().map(|&value| plain(finite(value) / scale)))
}

/// Three digits behind the point, without a minus before nothing.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    if text == "-0.000" { "0.000".to_string() } else { text }
}

/// A field as its own numbers, short enough for the points; nothing where it is zero.
pub(crate) fn numbers(values: &[f64], size: BoardSize) -> String {
    rows(size, values.iter().map(|&value| quoted(&short(value))))
}

/// The colour of a category: dark for Black's, light for White's, others as they come.
fn category_color(names: &[(f64, String)], value: f64) -> &'static str {
    const OTHERS: [&str; 6] = ["#808080", "#2e8b57", "#c05030", "#7a5fb0", "#c0a030", "#3090b0"];
    let category = names.iter().position(|(known, _)| *known == value);
    let name = category.map_or(String::new(), |category| names[category].1.to_lowercase());
    let sides = (name.contains("black"), name.contains("white"), name.contains("stone"));
    match (category, sides) {
        (_, (true, false, true)) => "#000000",
        (_, (true, false, false)) => "#404858",
        (_, (false, true, true)) => "#ffffff",
        (_, (false, true, false)) => "#d8d8e0",
        (Some(0), _) | (None, _) => "\"\"",
        (Some(category), _) => OTHERS[category % OTHERS.len()],
    }
}

/// What the colours of a field with categories mean.
pub(crate) fn legend(names: &[(f64, String)]) -> String {
    names.iter().map(|(value, name)| format!("{} {name}\n", category_color(names, *value))).collect()
}

fn points(size: BoardSize, points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| format!(" {}", size.vertex(point))).collect()
}

/// Lines for the text of a drawing; what is too much is counted.
fn texts(out: &mut String, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    for line in lines.iter().take(MOST_LINES) {
        let _ = writeln!(out, "TEXT {}", line.replace('\n', " "));
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(out, "TEXT and {} more", lines.len() - MOST_LINES);
    }
}

/// A graph: every node in a colour with its number on its first point, the edges in words. GoGui draws no lines.
fn drawn_graph(graph: &Graph, size: BoardSize) -> String {
    const COLORS: [&str; 6] = ["#e08030", "#3090d0", "#40a060", "#b060c0", "#d0c040", "#c05060"];
    let mut out = String::new();
    for (i, node) in graph.nodes.iter().enumerate() {
        if node.points.len() > 1 {
            let _ = writeln!(out, "COLOR {}{}", COLORS[i % COLORS.len()], points(size, node.points));
        }
    }
    let named = graph.nodes.iter().enumerate().filter_map(|(i, node)| Some((i + 1, node.points.first()?)));
    let labels: String = named.map(|(number, point)| format!(" {} {number}", size.vertex(point))).collect();
    if !labels.is_empty() {
        let _ = writeln!(out, "LABEL{labels}");
    }
    let nodes = graph.nodes.iter().enumerate().map(|(i, node)| {
        let figures = node.numbers.iter().map(|(name, value)| format!(", {name} {}", number(*value, 3)));
        let words = node.texts.iter().map(|(name, text)| format!(", {name} {text}"));
        format!("{}: {}{}", i + 1, node.label, words.chain(figures).collect::<String>())
    });
    let edges = graph.edges.iter().map(|edge| {
        let arrow = if edge.directed { "->" } else { "--" };
        format!("{} {arrow} {}: {} {}", edge.from + 1, edge.to + 1, edge.label, number(edge.weight, 3))
    });
    texts(&mut out, nodes.chain(edges));
    if out.is_empty() { "TEXT nothing to show".to_string() } else { out }
}

/// Ratings: the ten best moves in their order, the strength of each as a square, and the best in words.
pub(crate) fn ratings(ratings: &[Rating], color: Color, size: BoardSize) -> String {
    let mut sorted: Vec<&Rating> = ratings.iter().filter(|rating| !rating.value.is_nan()).collect();
    sorted.sort_by(|a, b| b.value.total_cmp(&a.value));
    let finite = |value: f64| value.clamp(-1e300, 1e300);
    let (Some(best), Some(worst)) = (sorted.first(), sorted.last()) else { return "TEXT no moves".to_string() };
    let range = finite(best.value) / 2.0 - finite(worst.value) / 2.0;
    let share = |value: f64| if range > 0.0 { (finite(value) / 2.0 - finite(worst.value) / 2.0) / range } else { 1.0 };
    let mut out = String::from("INFLUENCE");
    for rating in &sorted {
        let _ = write!(out, " {} {}", size.vertex(rating.point), plain(color.sign() * share(rating.value)));
    }
    out.push_str("\nLABEL");
    for (i, rating) in sorted.iter().take(10).enumerate() {
        let _ = write!(out, " {} {}", size.vertex(rating.point), i + 1);
    }
    out.push('\n');
    let words = sorted.iter().take(10).enumerate();
    texts(&mut out, words.map(|(i, r)| format!("{}. {} {}", i + 1, size.vertex(r.point), number(r.value, 3))));
    out
}

/// An explanation: marks on the points it speaks of, and the words.
pub(crate) fn explanation(answer: &Explanation, size: BoardSize) -> String {
    let mut out = String::new();
    let marks = || answer.sentences.iter().flat_map(|sentence| &sentence.marks);
    let plain: PointSet = marks().filter(|mark| mark.label.is_empty()).map(|mark| mark.point).collect();
    if !plain.is_empty() {
        let _ = writeln!(out, "SQUARE{}", points(size, plain));
    }
    let labels: String = marks()
        .filter(|mark| !mark.label.is_empty())
        .map(|mark| format!(" {} {}", size.vertex(mark.point), quoted(&mark.label)))
        .collect();
    if !labels.is_empty() {
        let _ = writeln!(out, "LABEL{labels}");
    }
    texts(&mut out, wire::words(answer, size).lines().map(str::to_string));
    out
}

/// A line of play from a side.
pub(crate) fn variation(color: Color, moves: &[Move], size: BoardSize) -> String {
    let mut side = color;
    let mut out = String::from("VAR");
    for mv in moves {
        let _ = write!(out, " {} {}", side.letter().to_ascii_lowercase(), gtp::write_move(size, *mv));
        side = !side;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_where_they_stand() {
        let shown: Vec<String> =
            [0.0, 0.5, -0.25, 3.12, 12.6, 7.0, -150.0, 123_456.0, f64::INFINITY].map(short).to_vec();
        assert_eq!(shown, ["", ".50", "-.25", "3.1", "13", "7", "-150", "1e5", "+∞"]);
    }

    #[test]
    fn a_map_keeps_between_minus_one_and_one() {
        let size = BoardSize::new(2).unwrap();
        assert_eq!(scaled(&[4.0, -2.0, 0.0, -1e-9], size), "\n1.000 -0.500\n0.000 0.000");
        assert_eq!(scaled(&[f64::INFINITY, f64::NAN, 0.0, 1.0], size), "\n1.000 0.000\n0.000 0.000");
        assert_eq!(scaled(&[0.0; 4], size), "\n0.000 0.000\n0.000 0.000");
        assert_eq!(numbers(&[4.0, -2.5, 0.0, 0.25], size), "\n4 -2.5\n\"\" .25");
    }

    #[test]
    fn texts_are_quoted_where_they_must_be() {
        assert_eq!(["", "a", "a b", "say \"x\""].map(quoted), ["\"\"", "a", "\"a b\"", "\"say 'x'\""]);
    }
}
