//! From what a model saw to what is drawn: the only part of figures that knows the contract; it knows no model.

use goban::{BoardSize, Color, Point, PointSet};
use model::{Cell, Data, Explanation, Quantity, Question, Row, Scale};

use crate::{BoardFigure, Field, FieldStyle, Graph, Mark, Node, Path, Rgb, States};

/// Classes that are Black's or White's have the colours of the signed scale.
const BLACKS: Rgb = Rgb::hex(0x0067b0);
const WHITES: Rgb = Rgb::hex(0xd55e00);
/// Classes that are nobody's.
const OTHERS: [Rgb; 4] = [Rgb::hex(0x888888), Rgb::hex(0x009e73), Rgb::hex(0xcc79a7), Rgb::hex(0xf0e442)];

/// More paths than this hide each other.
const MOST_PATHS: usize = 12;

impl BoardFigure {
    /// Lays an observation on the board: a field in the given style, a map of categories as colours, labels as texts, a
    /// graph as outlines and lines. A number does not belong on a board and changes nothing.
    #[must_use]
    pub fn observation(self, quantity: &Quantity, data: &Data, style: FieldStyle) -> BoardFigure {
        let size = self.size;
        match data {
            Data::Number(_) => self,
            Data::Field(values) => match &quantity.scale {
                Scale::Signed => self.field(Field::signed(&quantity.name, values.clone()).style(style)),
                Scale::Magnitude => self.field(Field::sequential(&quantity.name, values.clone()).style(style)),
                Scale::Categories(names) => self.states(states(&quantity.name, names, values)),
            },
            Data::Labels(labels) => {
                let texts: Vec<(Point, &str)> =
                    size.points().zip(labels).filter_map(|(point, label)| Some((point, label.as_deref()?))).collect();
                self.labels(texts)
            }
            Data::Graph(graph) => self.graph(drawn(&quantity.name, graph)),
        }
    }

    /// Marks what an explanation speaks of, and draws the points of its rows as paths.
    #[must_use]
    pub fn explanation(self, question: Question, answer: &Explanation) -> BoardFigure {
        let size = self.size;
        let (asked, end) = match question {
            Question::Point(point) => (vec![point], Some(point)),
            Question::Pair { from, to } => (vec![from, to], Some(from)),
            Question::Candidate(mv) => (mv.point().into_iter().collect(), mv.point()),
            Question::LastMove => (Vec::new(), None),
        };
        let mut figure = self;
        let paths: Vec<Path> = answer.rows.iter().filter_map(|row| path(size, row, end)).take(MOST_PATHS).collect();
        let labelled =
            answer.sentences.iter().flat_map(|sentence| &sentence.marks).filter(|mark| !mark.label.is_empty());
        figure = figure.labels(labelled.map(|mark| (mark.point, mark.label.as_str())).collect::<Vec<_>>());
        if paths.is_empty() {
            let plain: PointSet = answer.sentences.iter().flat_map(|s| &s.marks).map(|mark| mark.point).collect();
            figure = figure.marks(Mark::Triangle, plain.iter().filter(|point| !asked.contains(point)));
        }
        for path in paths {
            figure = figure.path(path);
        }
        figure.marks(Mark::Square, asked)
    }
}

/// A map of categories. Names say whose a category is; stones speak for themselves and get no class.
fn states(name: &str, names: &[(f64, String)], values: &[f64]) -> States {
    let mut map = States::new(name, values.iter().map(|value| *value as i64).collect::<Vec<_>>());
    let mut others = OTHERS.into_iter();
    let mut taken = Vec::new();
    for (value, text) in names {
        let lower = text.to_lowercase();
        let has = |word: &str| lower.contains(word);
        if has("stone") {
            continue;
        }
        let (color, symbol): (Option<Rgb>, char) = if has("free") {
            (None, '.')
        } else if has("black") {
            (Some(BLACKS), 'b')
        } else if has("white") {
            (Some(WHITES), 'w')
        } else {
            (others.next(), '-')
        };
        // Where there are no colours, two categories with one sign could not be told apart: the later takes a letter of its name, or any.
        let letters =
            lower.chars().chain('a'..='z').filter(|letter| letter.is_ascii_lowercase() && !"xo".contains(*letter));
        let symbol = std::iter::once(symbol).chain(letters).find(|symbol| !taken.contains(symbol)).unwrap_or(symbol);
        taken.push(symbol);
        map = map.class(*value as i64, text, color, symbol);
    }
    map
}

fn drawn(name: &str, graph: &model::Graph) -> Graph {
    let nodes: Vec<Node> = graph
        .nodes
        .iter()
        .map(|node| Node {
            points: node.points.iter().collect(),
            label: None,
            color: node.texts.get("color").and_then(|text| Color::parse(text)),
        })
        .collect();
    Graph::new(name, nodes, graph.edges.clone())
}

/// The points of a row as a path. Rows hold sets; a path is drawn from the point that was asked about, always to the
/// nearest point that is left.
fn path(size: BoardSize, row: &Row, end: Option<Point>) -> Option<Path> {
    let mut points = row.cells.iter().find_map(|(_, cell)| match cell {
        Cell::Points(points) => Some(*points),
        _ => None,
    })?;
    let color = row.cells.iter().find_map(|(_, cell)| match cell {
        Cell::Color(color) => Some(*color),
        _ => None,
    });
    let mut at = end.filter(|end| size.contains(*end)).or(points.first())?;
    points.remove(at);
    let mut walk = vec![at];
    let distance = |a: Point, b: Point| a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
    while let Some(next) = points.iter().min_by_key(|point| distance(at, *point)) {
        points.remove(next);
        walk.push(next);
        at = next;
    }
    Some(match color {
        Some(color) => Path::new(walk).label(&format!("{color}'s {}", row.kind)).color(color),
        None => Path::new(walk).label(row.kind),
    })
}
