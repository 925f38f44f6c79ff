//! What a model saw, in four closed shapes.

use std::collections::BTreeMap;

use goban::PointSet;

use crate::{Card, Quantity, Shape};

/// The value of a quantity.
#[derive(Clone, PartialEq, Debug)]
pub enum Data {
    /// One number.
    Number(f64),
    /// A number for every point, row by row from the top left.
    Field(Vec<f64>),
    /// A text for some points, row by row from the top left.
    Labels(Vec<Option<String>>),
    /// Nodes on points and edges between them.
    Graph(Graph),
}

impl Data {
    /// Which of the four shapes it has.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match self {
            Data::Number(_) => Shape::Number,
            Data::Field(_) => Shape::Field,
            Data::Labels(_) => Shape::Labels,
            Data::Graph(_) => Shape::Graph,
        }
    }
}

/// Nodes on points and edges between them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Graph {
    /// The nodes; edges name them by their index in this list.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// A node of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// A name that is unique in the graph.
    pub id: String,
    /// The points it stands for.
    pub points: PointSet,
    /// What it is, in a word or two.
    pub label: String,
    /// Named numbers.
    pub numbers: BTreeMap<String, f64>,
    /// Named texts. A colour is `B` or `W`.
    pub texts: BTreeMap<String, String>,
}

/// An edge of a graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Edge {
    /// The index of the first node.
    pub from: usize,
    /// The index of the second node.
    pub to: usize,
    /// What it is, in a word or two.
    pub label: String,
    /// How strong it is.
    pub weight: f64,
    /// Whether it leads from the first to the second only.
    pub directed: bool,
}

/// A quantity with its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation<'a> {
    /// The card's entry.
    pub quantity: &'a Quantity,
    /// The value.
    pub data: &'a Data,
}

/// Which quantities someone wants.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// All of one shape.
    Shape(Shape),
    /// Those with these names, in every shape they have.
    Names(Vec<String>),
    /// Exactly these, by name and shape.
    Quantities(Vec<(String, Shape)>),
}

impl Selection {
    /// Whether a quantity is wanted.
    #[must_use]
    pub fn wants(&self, quantity: &Quantity) -> bool {
        match self {
            Selection::All => true,
            Selection::Shape(shape) => quantity.shape == *shape,
            Selection::Names(names) => names.contains(&quantity.name),
            Selection::Quantities(exact) => {
                exact.iter().any(|(name, shape)| *name == quantity.name && *shape == quantity.shape)
            }
        }
    }
}

/// What a model writes on: it knows which quantities are wanted and keeps their values.
///
/// Writing what nobody wants costs nothing but its computation; [`wants`](Sheet::wants) saves that too.
#[derive(Clone, Debug)]
pub struct Sheet<'c> {
    card: &'c Card,
    wanted: Vec<bool>,
    values: Vec<Option<Data>>,
    undeclared: Vec<String>,
}

impl<'c> Sheet<'c> {
    /// A blank sheet for the wanted quantities of a card.
    #[must_use]
    pub fn new(card: &'c Card, selection: &Selection) -> Sheet<'c> {
        let wanted = card.quantities.iter().map(|quantity| selection.wants(quantity)).collect();
        Sheet { card, wanted, values: vec![None; card.quantities.len()], undeclared: Vec::new() }
    }

    /// Wipes the values, for the next position.
    pub fn clear(&mut self) {
        self.values.fill(None);
        self.undeclared.clear();
    }

    fn index(&self, name: &str, shape: Shape) -> Option<usize> {
        self.card.quantities.iter().position(|quantity| quantity.shape == shape && quantity.name == name)
    }

    /// Whether anybody wants this quantity.
    #[must_use]
    pub fn wants(&self, name: &str, shape: Shape) -> bool {
        self.index(name, shape).is_some_and(|index| self.wanted[index])
    }

    /// Whether anybody wants any of the quantities with these names.
    #[must_use]
    pub fn wants_any(&self, names: &[&str]) -> bool {
        self.card
            .quantities
            .iter()
            .zip(&self.wanted)
            .any(|(quantity, wanted)| *wanted && names.contains(&&*quantity.name))
    }

    /// Writes a value of any shape.
    pub fn put(&mut self, name: &str, data: Data) {
        match self.index(name, data.shape()) {
            Some(index) if self.wanted[index] => self.values[index] = Some(data),
            Some(_) => {}
            None => self.undeclared.push(name.to_string()),
        }
    }

    /// Writes a number.
    pub fn number(&mut self, name: &str, value: f64) {
        self.put(name, Data::Number(value));
    }

    /// Writes a field, computed only if it is wanted.
    pub fn field(&mut self, name: &str, make: impl FnOnce() -> Vec<f64>) {
        if self.index(name, Shape::Field).is_none_or(|index| self.wanted[index]) {
            self.put(name, Data::Field(make()));
        }
    }

    /// Writes labels, computed only if they are wanted.
    pub fn labels(&mut self, name: &str, make: impl FnOnce() -> Vec<Option<String>>) {
        if self.index(name, Shape::Labels).is_none_or(|index| self.wanted[index]) {
            self.put(name, Data::Labels(make()));
        }
    }

    /// Writes a graph, computed only if it is wanted.
    pub fn graph(&mut self, name: &str, make: impl FnOnce() -> Graph) {
        if self.index(name, Shape::Graph).is_none_or(|index| self.wanted[index]) {
            self.put(name, Data::Graph(make()));
        }
    }

    /// What was written, in the order of the card.
    pub fn observations(&self) -> impl Iterator<Item = Observation<'_>> {
        self.card
            .quantities
            .iter()
            .zip(&self.values)
            .filter_map(|(quantity, data)| Some(Observation { quantity, data: data.as_ref()? }))
    }

    /// The value of a quantity.
    #[must_use]
    pub fn get(&self, name: &str, shape: Shape) -> Option<&Data> {
        self.values[self.index(name, shape)?].as_ref()
    }

    /// The value of a number.
    #[must_use]
    pub fn get_number(&self, name: &str) -> Option<f64> {
        match self.get(name, Shape::Number)? {
            Data::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The values of a field.
    #[must_use]
    pub fn get_field(&self, name: &str) -> Option<&[f64]> {
        match self.get(name, Shape::Field)? {
            Data::Field(values) => Some(values),
            _ => None,
        }
    }

    /// The wanted quantities that the model did not write: a broken promise of its card.
    #[must_use]
    pub fn missing(&self) -> Vec<&'c Quantity> {
        self.card
            .quantities
            .iter()
            .enumerate()
            .filter(|(index, _)| self.wanted[*index] && self.values[*index].is_none())
            .map(|(_, quantity)| quantity)
            .collect()
    }

    /// The names that the model wrote without having declared them: the other way to break the promise.
    #[must_use]
    pub fn undeclared(&self) -> &[String] {
        &self.undeclared
    }
}
