//! A position and what a model sees in it.

use goban::{BoardSize, Color, Point, Position};
use model::{Cell, Data, Explanation, Frame, Graph, Question, Rating, Scope, Sheet};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A position as `aji read` gives it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionJson {
    /// Points along a side.
    pub size: usize,
    /// Number of moves so far.
    pub ply: usize,
    /// Who moves next.
    pub next: char,
    /// Rows from the top: X black, O white, . empty.
    pub board: Vec<String>,
    /// Stones taken by each side.
    pub captures: CapturesJson,
    /// The point that the ko rule forbids to the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ko: Option<String>,
}

/// Stones taken by each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct CapturesJson {
    /// White stones taken by Black.
    pub black: usize,
    /// Black stones taken by White.
    pub white: usize,
}

/// The shape of a position.
#[must_use]
pub fn position(position: &Position) -> PositionJson {
    let prisoners = position.prisoners();
    PositionJson {
        size: position.size().get(),
        ply: position.n_moves(),
        next: position.to_move().letter(),
        board: board(position),
        captures: CapturesJson { black: prisoners.black, white: prisoners.white },
        ko: position.ko().map(|point| position.size().vertex(point)),
    }
}

/// The rows of a board from the top: X black, O white, . empty.
#[must_use]
pub fn board(position: &Position) -> Vec<String> {
    let size = position.size();
    (0..size.get())
        .map(|row| {
            (0..size.get())
                .filter_map(|column| size.point(column, row))
                .map(|point| match position.board().get(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                })
                .collect()
        })
        .collect()
}

/// What a model sees, by shape and name.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Readings {
    /// Numbers.
    pub values: Map<String, Value>,
    /// Fields, as rows from the top.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub maps: Map<String, Value>,
    /// Labels, as rows from the top; null where there is none.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub labels: Map<String, Value>,
    /// Graphs.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub graphs: Map<String, Value>,
    /// Names of numbers beyond the range of f64, which are null above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out_of_range: Vec<String>,
}

/// The shape of a sheet. Quantities of the game are left out where there is no game behind the position.
#[must_use]
pub fn readings(sheet: &Sheet<'_>, size: BoardSize, with_game: bool) -> Readings {
    let mut readings = Readings::default();
    for observation in sheet.observations() {
        if observation.quantity.scope == Scope::Game && !with_game {
            continue;
        }
        let name = observation.quantity.name.clone();
        let all_finite = match observation.data {
            Data::Number(value) => value.is_finite(),
            Data::Field(values) => values.iter().all(|value| value.is_finite()),
            Data::Labels(_) | Data::Graph(_) => true,
        };
        if !all_finite && !readings.out_of_range.contains(&name) {
            readings.out_of_range.push(name.clone());
        }
        match observation.data {
            Data::Number(value) => drop(readings.values.insert(name, number(*value))),
            Data::Field(values) => {
                drop(readings.maps.insert(name, rows(size, values.iter().map(|value| number(*value)))));
            }
            Data::Labels(labels) => {
                drop(readings.labels.insert(name, rows(size, labels.iter().map(|label| json!(label)))));
            }
            Data::Graph(drawn) => drop(readings.graphs.insert(name, graph(drawn, size))),
        }
    }
    readings
}

/// The shape of one step behind a quantity: its words, and the value under `map`, `labels`, `graph` or `value`.
#[must_use]
pub fn frame(frame: &Frame, size: BoardSize) -> Value {
    let (name, value) = match &frame.data {
        Data::Number(value) => ("value", number(*value)),
        Data::Field(values) => ("map", rows(size, values.iter().map(|value| number(*value)))),
        Data::Labels(labels) => ("labels", rows(size, labels.iter().map(|label| json!(label)))),
        Data::Graph(drawn) => ("graph", graph(drawn, size)),
    };
    json!({"caption": frame.caption, name: value})
}

/// Joins the readings of several models by name.
pub fn merge(into: &mut Map<String, Value>, from: Value) {
    let Value::Object(from) = from else { return };
    for (name, value) in from {
        match (into.get_mut(&name), value) {
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more),
            (Some(Value::Array(there)), Value::Array(more)) => there.extend(more),
            (_, value) => drop(into.insert(name, value)),
        }
    }
}

pub(crate) fn rows(size: BoardSize, cells: impl Iterator<Item = Value>) -> Value {
    let cells: Vec<Value> = cells.collect();
    Value::Array(cells.chunks(size.get()).map(|row| Value::Array(row.to_vec())).collect())
}

/// A number; whole ones are written without a point, those beyond the range of f64 as null.
#[must_use]
pub fn number(value: f64) -> Value {
    // Up to 2^53 a whole number survives the way through a float.
    if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 { json!(value as i64) } else { json!(value) }
}

/// The shape of a graph: named numbers and texts of a node stand beside its id, points and label.
#[must_use]
pub fn graph(graph: &Graph, size: BoardSize) -> Value {
    let nodes: Vec<Value> = graph
        .nodes
        .iter()
        .map(|node| {
            let mut fields = Map::new();
            fields.insert("id".to_string(), json!(node.id));
            for (name, text) in &node.texts {
                fields.insert(name.clone(), json!(text));
            }
            fields.insert("points".to_string(), json!(vertices(size, node.points)));
            fields.insert("label".to_string(), json!(node.label));
            for (name, value) in &node.numbers {
                fields.insert(name.clone(), number(*value));
            }
            Value::Object(fields)
        })
        .collect();
    let edges: Vec<Value> = graph
        .edges
        .iter()
        .map(|edge| {
            let id = |node: usize| &graph.nodes[node].id;
            let (from, to) = (id(edge.from), id(edge.to));
            let weight = number(edge.weight);
            json!({"from": from, "to": to, "label": edge.label, "weight": weight, "directed": edge.directed})
        })
        .collect();
    json!({"nodes": nodes, "edges": edges})
}

/// Points as people write them, in the order of their names: A1, A2, B1.
pub fn vertices(size: BoardSize, points: impl IntoIterator<Item = Point>) -> Vec<String> {
    let mut points: Vec<Point> = points.into_iter().collect();
    points.sort_by_key(|point| (point.column(), std::cmp::Reverse(point.row())));
    points.into_iter().map(|point| size.vertex(point)).collect()
}

/// The shape of move ratings: the point, the rating, and what it is made of.
#[must_use]
pub fn moves(ratings: &[Rating], size: BoardSize) -> Value {
    let moves = ratings.iter().map(|rating| {
        let mut fields = Map::new();
        fields.insert("point".to_string(), json!(size.vertex(rating.point)));
        fields.insert("rating".to_string(), number(rating.value));
        insert_cells(&mut fields, &rating.details, size);
        Value::Object(fields)
    });
    Value::Array(moves.collect())
}

pub(crate) fn insert_cells(fields: &mut Map<String, Value>, cells: &[(&'static str, Cell)], size: BoardSize) {
    for (name, cell) in cells {
        let value = match cell {
            Cell::Number(value) => number(*value),
            Cell::Numbers(values) => Value::Array(values.iter().map(|value| number(*value)).collect()),
            Cell::Text(text) => json!(text),
            Cell::Color(color) => json!(color.letter()),
            Cell::Point(point) => json!(size.vertex(*point)),
            Cell::Points(points) => json!(vertices(size, *points)),
        };
        fields.insert((*name).to_string(), value);
    }
}

/// The shape of an answer: what was asked, the sentences, and the rows by kind.
#[must_use]
pub fn explanation(question: Question, answer: &Explanation, size: BoardSize) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.to_string(), value));
    match question {
        Question::Point(point) => put("point", json!(size.vertex(point))),
        Question::Pair { from, to } => {
            put("from", json!(size.vertex(from)));
            put("to", json!(size.vertex(to)));
        }
        Question::LastMove => put("move", json!("last")),
        Question::Candidate(mv) => put("move", json!(size.move_name(mv))),
    }
    let sentences: Vec<Value> = answer
        .sentences
        .iter()
        .map(|sentence| {
            let marks: Vec<Value> = sentence
                .marks
                .iter()
                .map(|mark| match mark.label.as_str() {
                    "" => json!(size.vertex(mark.point)),
                    label => json!({"point": size.vertex(mark.point), "label": label}),
                })
                .collect();
            json!({"text": sentence.text, "marks": marks})
        })
        .collect();
    put("sentences", Value::Array(sentences));
    for row in &answer.rows {
        let mut cells = Map::new();
        insert_cells(&mut cells, &row.cells, size);
        let list = fields.entry(row.kind).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(Value::Object(cells));
        }
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn numbers_fit_json() {
        assert_eq!(number(3.0).to_string(), "3");
        assert_eq!(number(-0.5).to_string(), "-0.5");
        assert_eq!(number(1e300).to_string(), "1e+300");
        assert_eq!(number(f64::INFINITY), Value::Null);
        assert_eq!(number(f64::NAN), Value::Null);
    }

    #[test]
    fn a_board_is_read_from_the_top() {
        let size = BoardSize::new(3).unwrap();
        let mut game = Position::new(size, Rules::CHINESE);
        for vertex in ["A3", "B1"] {
            game.play(size.parse_vertex(vertex).unwrap()).unwrap();
        }
        let text = serde_json::to_string(&position(&game)).unwrap();
        let expected = r#"{"size":3,"ply":2,"next":"B","board":["X..","...",".O."],"captures":{"black":0,"white":0}}"#;
        assert_eq!(text, expected);
    }
}
