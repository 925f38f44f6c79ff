//! What can lie on a board: fields, classes, graphs, paths and marks, as plain data.

use goban::{BoardSize, Color, Point};
use model::Edge;

use crate::Rgb;
use crate::color::Scale;
use crate::text::{clean, compact};

/// A sign on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// A ring.
    Circle,
    /// An open square.
    Square,
    /// An open triangle.
    Triangle,
    /// Two crossing strokes.
    Cross,
    /// A filled disc.
    Dot,
}

/// How a field is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum FieldStyle {
    /// A tile of colour on every point.
    #[default]
    Heat,
    /// A square on every point whose area shows the size of the value, over the stones.
    Squares,
    /// The numbers themselves.
    Numbers,
}

/// A number on every point, row by row from the top left.
///
/// Points without a value (a list that is too short, or NaN) are not drawn. Infinite values are drawn as the end of
/// the scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub(crate) name: String,
    pub(crate) values: Vec<f64>,
    pub(crate) style: FieldStyle,
    pub(crate) scale: Scale,
    pub(crate) limit: f64,
}

impl Field {
    /// A field whose positive values are in Black's favour and whose negative ones are in White's. The scale is
    /// symmetric about zero.
    #[must_use]
    pub fn signed(name: &str, values: impl Into<Vec<f64>>) -> Field {
        Field::new(name, values.into(), Scale::Signed)
    }

    /// A field of values that are zero or more.
    #[must_use]
    pub fn sequential(name: &str, values: impl Into<Vec<f64>>) -> Field {
        Field::new(name, values.into(), Scale::Sequential)
    }

    fn new(name: &str, values: Vec<f64>, scale: Scale) -> Field {
        let magnitude = |value: &f64| match scale {
            Scale::Signed => value.abs(),
            Scale::Sequential => *value,
        };
        let limit = values.iter().filter(|value| value.is_finite()).map(magnitude).fold(0.0, f64::max);
        Field { name: clean(name), values, style: FieldStyle::default(), scale, limit }
    }

    /// How the field is drawn.
    #[must_use]
    pub fn style(mut self, style: FieldStyle) -> Self {
        self.style = style;
        self
    }

    /// The value at the end of the scale, instead of the largest value of the field: for figures that are compared.
    #[must_use]
    pub fn limit(mut self, limit: f64) -> Self {
        self.limit = if limit.is_finite() { limit.abs() } else { self.limit };
        self
    }

    /// The value of a point, if there is one.
    pub(crate) fn value(&self, size: BoardSize, point: Point) -> Option<f64> {
        self.values.get(size.index(point)).copied().filter(|value| !value.is_nan())
    }

    /// The power of a thousand in which the numbers of this field are short.
    pub(crate) fn unit(&self) -> Unit {
        let power = if self.limit > 0.0 && !(0.1..1000.0).contains(&self.limit) {
            (self.limit.log10() / 3.0).floor().clamp(-100.0, 100.0) as i32 * 3
        } else {
            0
        };
        Unit { factor: 10f64.powi(power), power }
    }

    /// The name, and the power of ten by which the numbers on the points are to be multiplied.
    pub(crate) fn name_with_unit(&self) -> String {
        match self.unit().power {
            0 => self.name.clone(),
            power if power < 0 => format!("{} × 1e−{}", self.name, -power),
            power => format!("{} × 1e{power}", self.name),
        }
    }

    /// What a level on the scale means.
    pub(crate) fn end_text(&self, level: f64) -> String {
        let number = compact(self.limit * level);
        match self.scale {
            Scale::Signed if level <= -1.0 => format!("{number} White"),
            Scale::Signed if level >= 1.0 => format!("+{number} Black"),
            Scale::Signed if level > 0.0 => format!("+{number}"),
            _ => number,
        }
    }

    /// The level of a value on the scale: −1 to 1, or 0 to 1.
    pub(crate) fn level(&self, value: f64) -> f64 {
        let lowest = if self.scale == Scale::Signed { -1.0 } else { 0.0 };
        let level = if value.is_infinite() {
            value.signum()
        } else if self.limit > 0.0 {
            value / self.limit
        } else {
            0.0
        };
        level.clamp(lowest, 1.0)
    }
}

/// A power of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Unit {
    pub(crate) factor: f64,
    pub(crate) power: i32,
}

/// A class of a map: its value, name, colour, and the character that stands for it in a terminal without colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The value in the map.
    pub value: i64,
    /// What it means.
    pub name: String,
    /// Its colour; none leaves the board as it is.
    pub color: Option<Rgb>,
    /// Its character in a terminal.
    pub symbol: char,
}

/// A class on every point, row by row from the top left.
///
/// ```
/// use figures::{Rgb, States};
/// let map = States::new("cellular.state", [1, 2, 3, 6])
///     .class(1, "free", None, '.')
///     .class(2, "White's", Rgb::hex(0xd55e00), 'w')
///     .class(3, "Black's", Rgb::hex(0x0067b0), 'b')
///     .class(6, "neither's", Rgb::hex(0x888888), '/');
/// # let _ = map;
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct States {
    pub(crate) name: String,
    pub(crate) values: Vec<i64>,
    pub(crate) classes: Vec<State>,
}

impl States {
    /// A map of values; those that get no class are not drawn.
    #[must_use]
    pub fn new(name: &str, values: impl Into<Vec<i64>>) -> States {
        States { name: clean(name), values: values.into(), classes: Vec::new() }
    }

    /// Adds a class.
    #[must_use]
    pub fn class(mut self, value: i64, name: &str, color: impl Into<Option<Rgb>>, symbol: char) -> Self {
        let symbol = if symbol.is_ascii_graphic() { symbol } else { '?' };
        self.classes.push(State { value, name: clean(name), color: color.into(), symbol });
        self
    }

    pub(crate) fn at(&self, size: BoardSize, point: Point) -> Option<&State> {
        let value = *self.values.get(size.index(point))?;
        self.classes.iter().find(|class| class.value == value)
    }
}

/// How the nodes of a graph are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum NodeStyle {
    /// An outline around all points of the node.
    #[default]
    Outline,
    /// A dot on the first point of the node.
    Dot,
}

/// A node of a graph: points, and perhaps a label.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    /// The points it lies on.
    pub points: Vec<Point>,
    /// A short text.
    pub label: Option<String>,
    /// The side it belongs to.
    pub color: Option<Color>,
}

/// A graph on the board. Edges between nodes that do not exist are left out.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Graph {
    pub(crate) name: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) style: NodeStyle,
}

impl Graph {
    /// A graph from its nodes and edges.
    #[must_use]
    pub fn new(name: &str, nodes: impl Into<Vec<Node>>, edges: impl Into<Vec<Edge>>) -> Graph {
        let mut nodes = nodes.into();
        let mut edges = edges.into();
        for node in &mut nodes {
            node.label = node.label.as_deref().map(clean).filter(|label| !label.is_empty());
        }
        edges.retain(|edge| edge.from < nodes.len() && edge.to < nodes.len());
        for edge in &mut edges {
            edge.label = clean(&edge.label);
        }
        Graph { name: clean(name), nodes, edges, style: NodeStyle::default() }
    }

    /// How the nodes are drawn.
    #[must_use]
    pub fn style(mut self, style: NodeStyle) -> Self {
        self.style = style;
        self
    }

    /// The labels of the edges in the order in which they first appear.
    pub(crate) fn edge_labels(&self) -> Vec<&str> {
        let mut labels: Vec<&str> = Vec::new();
        for edge in &self.edges {
            if !labels.contains(&edge.label.as_str()) {
                labels.push(&edge.label);
            }
        }
        labels
    }

    /// The largest weight, for the width of edges.
    pub(crate) fn heaviest(&self) -> f64 {
        self.edges.iter().map(|edge| edge.weight.abs()).filter(|weight| weight.is_finite()).fold(0.0, f64::max)
    }
}

/// A sequence of points, drawn as a line from one to the next.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Path {
    pub(crate) points: Vec<Point>,
    pub(crate) label: String,
    pub(crate) color: Option<Color>,
    pub(crate) directed: bool,
}

impl Path {
    /// A path over points.
    #[must_use]
    pub fn new(points: impl Into<Vec<Point>>) -> Path {
        Path { points: points.into(), ..Path::default() }
    }

    /// What the path is; paths with the same label have the same colour.
    #[must_use]
    pub fn label(mut self, label: &str) -> Self {
        self.label = clean(label);
        self
    }

    /// The side whose path it is: it gets that side's colour of the signed scale.
    #[must_use]
    pub fn color(mut self, color: Color) -> Self {
        self.color = Some(color);
        self
    }

    /// Whether the path has an arrow at its end.
    #[must_use]
    pub fn directed(mut self, directed: bool) -> Self {
        self.directed = directed;
        self
    }
}
