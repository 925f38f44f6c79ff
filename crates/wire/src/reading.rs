//! What a model sees in a position.

use goban::BoardSize;
use model::{Data, Question, Scope, Sheet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Color, Illegal, Named, Number, Position, Settings, rows, vertices};

/// A number for every point, as rows from the top.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Field(pub Vec<Vec<Number>>);

/// Texts on points, as rows from the top; null where there is none.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Labels(pub Vec<Vec<Option<String>>>);

impl Field {
    /// Values in reading order, as rows.
    pub fn new(size: BoardSize, values: &[f64]) -> Field {
        Field(rows(size, values.iter().map(|value| Number(*value))))
    }
}

impl Labels {
    fn new(size: BoardSize, labels: &[Option<String>]) -> Labels {
        Labels(rows(size, labels.iter().cloned()))
    }
}

/// What a model sees, by shape and name.
#[derive(Clone, PartialEq, Default, Debug, Serialize, JsonSchema)]
pub struct Readings {
    /// Numbers.
    pub values: Named<Number>,
    /// Fields.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub maps: Named<Field>,
    /// Labels.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub labels: Named<Labels>,
    /// Graphs.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub graphs: Named<Graph>,
    /// Names of numbers beyond the range of f64, which are null above.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out_of_range: Vec<String>,
}

impl Readings {
    /// Joins what another model sees.
    pub fn extend(&mut self, other: Readings) {
        self.values.extend(other.values);
        self.maps.extend(other.maps);
        self.labels.extend(other.labels);
        self.graphs.extend(other.graphs);
        self.out_of_range.extend(other.out_of_range);
    }
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
            Data::Number(value) => drop(readings.values.insert(name, Number(*value))),
            Data::Field(values) => drop(readings.maps.insert(name, Field::new(size, values))),
            Data::Labels(labels) => drop(readings.labels.insert(name, Labels::new(size, labels))),
            Data::Graph(drawn) => drop(readings.graphs.insert(name, graph(drawn, size))),
        }
    }
    readings
}

/// One step behind a quantity: its words, and the value in the shape of the quantity.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Frame {
    /// What happens here.
    pub caption: String,
    /// A number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Number>,
    /// A field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<Field>,
    /// Labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labels>,
    /// A graph.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Graph>,
}

/// The shape of one step behind a quantity.
#[must_use]
pub fn frame(frame: &model::Frame, size: BoardSize) -> Frame {
    let mut shape = Frame { caption: frame.caption.clone(), value: None, map: None, labels: None, graph: None };
    match &frame.data {
        Data::Number(value) => shape.value = Some(Number(*value)),
        Data::Field(values) => shape.map = Some(Field::new(size, values)),
        Data::Labels(labels) => shape.labels = Some(Labels::new(size, labels)),
        Data::Graph(drawn) => shape.graph = Some(graph(drawn, size)),
    }
    shape
}

/// Nodes and edges.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The edges.
    pub edges: Vec<GraphEdge>,
}

/// A node; what else the model says of it stands beside, by name.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GraphNode {
    /// Its name in the graph.
    pub id: String,
    /// What it is, in words.
    #[serde(flatten)]
    pub texts: Named<Cell>,
    /// Its points.
    pub points: Vec<String>,
    /// What to write on it.
    pub label: String,
    /// What it is, in numbers.
    #[serde(flatten)]
    pub numbers: Named<Cell>,
}

/// An edge.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GraphEdge {
    /// The id of the node where it begins.
    pub from: String,
    /// The id of the node where it ends.
    pub to: String,
    /// What to write on it.
    pub label: String,
    /// How strong it is.
    pub weight: Number,
    /// Whether it has a direction.
    pub directed: bool,
}

/// The shape of a graph.
#[must_use]
pub fn graph(graph: &model::Graph, size: BoardSize) -> Graph {
    let nodes = graph.nodes.iter().map(|node| GraphNode {
        id: node.id.clone(),
        texts: node.texts.iter().map(|(name, text)| (name.clone(), Cell::Text(text.clone()))).collect(),
        points: vertices(size, node.points),
        label: node.label.clone(),
        numbers: node.numbers.iter().map(|(name, value)| (name.clone(), Cell::Number(Number(*value)))).collect(),
    });
    let edges = graph.edges.iter().map(|edge| GraphEdge {
        from: graph.nodes[edge.from].id.clone(),
        to: graph.nodes[edge.to].id.clone(),
        label: edge.label.clone(),
        weight: Number(edge.weight),
        directed: edge.directed,
    });
    Graph { nodes: nodes.collect(), edges: edges.collect() }
}

/// A detail: a number, a text, a colour, a point, or several of them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(Number),
    /// Numbers.
    Numbers(Vec<Number>),
    /// A text, a colour or a point.
    Text(String),
    /// Points.
    Points(Vec<String>),
}

/// The shapes of details, by name.
pub(crate) fn cells(cells: &[(&'static str, model::Cell)], size: BoardSize) -> Named<Cell> {
    let shape = |cell: &model::Cell| match cell {
        model::Cell::Number(value) => Cell::Number(Number(*value)),
        model::Cell::Numbers(values) => Cell::Numbers(values.iter().map(|value| Number(*value)).collect()),
        model::Cell::Text(text) => Cell::Text(text.clone()),
        model::Cell::Color(color) => Cell::Text(Color::from(*color).to_string()),
        model::Cell::Point(point) => Cell::Text(size.vertex(*point)),
        model::Cell::Points(points) => Cell::Points(vertices(size, *points)),
    };
    cells.iter().map(|(name, cell)| ((*name).to_string(), shape(cell))).collect()
}

/// A move and what it is worth to a model, with what that is made of beside it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Rating {
    /// Where.
    pub point: String,
    /// How good.
    pub rating: Number,
    /// What the rating is made of.
    #[serde(flatten)]
    pub details: Named<Cell>,
}

/// The shapes of move ratings.
#[must_use]
pub fn moves(ratings: &[model::Rating], size: BoardSize) -> Vec<Rating> {
    let rating = |rating: &model::Rating| Rating {
        point: size.vertex(rating.point),
        rating: Number(rating.value),
        details: cells(&rating.details, size),
    };
    ratings.iter().map(rating).collect()
}

/// What was asked, the sentences, and the evidence: rows by their kind.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The point that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// The first point of a pair that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The move that was asked about; `last` is the one that led here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The answer in words.
    pub sentences: Vec<Sentence>,
    /// The evidence.
    #[serde(flatten)]
    pub rows: Named<Vec<Named<Cell>>>,
}

/// A sentence and the points it speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The points.
    pub marks: Vec<Mark>,
}

/// A point that a sentence speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Mark {
    /// The point alone.
    Point(String),
    /// The point, and what to write on it.
    Labelled {
        /// The point.
        point: String,
        /// The text.
        label: String,
    },
}

/// The shape of an answer.
#[must_use]
pub fn explanation(question: Question, answer: &model::Explanation, size: BoardSize) -> Explanation {
    let mark = |mark: &model::Mark| match mark.label.as_str() {
        "" => Mark::Point(size.vertex(mark.point)),
        label => Mark::Labelled { point: size.vertex(mark.point), label: label.to_string() },
    };
    let sentence = |sentence: &model::Sentence| Sentence {
        text: sentence.text.clone(),
        marks: sentence.marks.iter().map(mark).collect(),
    };
    let mut shape = Explanation {
        point: None,
        from: None,
        to: None,
        mv: None,
        sentences: answer.sentences.iter().map(sentence).collect(),
        rows: Named::new(),
    };
    match question {
        Question::Point(point) => shape.point = Some(size.vertex(point)),
        Question::Pair { from, to } => (shape.from, shape.to) = (Some(size.vertex(from)), Some(size.vertex(to))),
        Question::LastMove => shape.mv = Some("last".to_string()),
        Question::Candidate(mv) => shape.mv = Some(size.move_name(mv)),
    }
    for row in &answer.rows {
        shape.rows.entry(row.kind.to_string()).or_default().push(cells(&row.cells, size));
    }
    shape
}

/// The answer of one model, or those of several under their names.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Of<T> {
    /// One model.
    One(T),
    /// Several.
    Several(Named<T>),
}

impl<T> Of<T> {
    /// Answers with the names of the models; none where no model answered. `several` says whether several were asked.
    #[must_use]
    pub fn new(answers: Vec<(String, T)>, several: bool) -> Option<Of<T>> {
        if several && !answers.is_empty() {
            return Some(Of::Several(answers.into_iter().collect()));
        }
        answers.into_iter().next().map(|(_, answer)| Of::One(answer))
    }
}

/// A position, and what models see in it, as `aji read` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Read {
    /// The name of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The model, where one is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The models, where several are asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<Vec<String>>,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
    /// What they see.
    #[serde(flatten)]
    pub readings: Option<Readings>,
    /// How they rate moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Of<Vec<Rating>>>,
    /// What they answer to the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Of<Explanation>>,
    /// What they were asked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// Moves on the way that the rules do not allow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<Illegal>,
    /// Which game of the file, where it holds several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_number: Option<usize>,
}
