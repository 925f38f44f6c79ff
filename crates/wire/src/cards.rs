//! The card of a family.

use model::{Family, Kind, Parameters, Scale, Seed, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Named, Number};

/// A family as `aji models` gives it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Card {
    /// The name for `--model`.
    pub name: String,
    /// The idea in one line.
    pub idea: String,
    /// Where it was published.
    pub reference: String,
    /// The smallest and the largest side of a board.
    pub sizes: [usize; 2],
    /// What it can do beside observing.
    pub abilities: Vec<Ability>,
    /// The lead at which a host shows a win rate of about 73 %; not calibrated.
    pub lead_scale: Option<f64>,
    /// The ways to play that have a name of their own.
    pub styles: Vec<Style>,
    /// The kind of file that it takes, if any.
    pub file: Option<FileKind>,
    /// What can be set.
    pub parameters: Vec<Parameter>,
    /// What can be set for learning; nothing where it does not learn.
    pub learning: Vec<Parameter>,
    /// What it sees.
    pub quantities: Vec<Quantity>,
}

/// A way to play.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Style {
    /// What comes after the colon in the name of the player; empty for the name of the family alone.
    pub name: String,
    /// How it plays.
    pub about: String,
}

/// A kind of file that models take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FileKind {
    /// The name for `--model-file NAME=FILE`.
    pub name: String,
    /// What such a file is and where it comes from.
    pub about: String,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Parameter {
    /// The name for `--set`.
    pub name: String,
    /// What it does.
    pub about: String,
    /// What it takes.
    pub kind: ParameterKind,
    /// The least value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The greatest value of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Whether the least value itself is excluded.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub above_min: bool,
    /// The words of a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<String>>,
    /// The value when nothing is set.
    pub default: Setting,
}

/// A quantity.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Quantity {
    /// The stable dotted name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What its values look like.
    pub shape: Shape,
    /// What it depends on.
    pub scope: Scope,
    /// Whom a positive value favours.
    pub sign: Sign,
    /// What it is good for.
    pub role: Role,
    /// The unit; empty for a pure number.
    pub unit: String,
    /// The names of the few values that a field has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
}

/// A value of a field with a name.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Category {
    /// The value.
    pub value: Number,
    /// Its name.
    pub name: String,
}

/// The cards of all families, as `aji models` lists them.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Models {
    /// The cards.
    pub models: Vec<Card>,
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$each:meta])* $word:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$each])* $word),* }

        impl std::fmt::Display for $name {
            /// As JSON writes it.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.serialize(f)
            }
        }
    };
}

words! {
    /// What a family can do beside observing.
    Ability {
        /// It rates moves, which makes it a player.
        Rates,
        /// It explains points and pairs of points.
        Explains,
        /// It shows the steps behind a quantity.
        Frames,
        /// It learns from games.
        Learns,
        /// It runs by itself.
        Simulates,
        /// It lists the classes that it knows.
        Lists,
    }
}

words! {
    /// What a parameter takes.
    ParameterKind {
        /// A number.
        Real,
        /// A whole number.
        Integer,
        /// One of some words.
        Choice,
        /// Yes or no.
        Flag,
        /// Any text.
        Text,
    }
}

words! {
    /// What the values of a quantity look like.
    Shape {
        /// One number.
        Number,
        /// A number for every point.
        Field,
        /// A text on some points.
        Labels,
        /// Nodes and edges.
        Graph,
    }
}

words! {
    /// What a quantity depends on.
    Scope {
        /// The position alone.
        Position,
        /// The game up to here.
        Game,
    }
}

words! {
    /// Whom a positive value favours.
    Sign {
        /// Black.
        Black,
        /// The side that just moved.
        Mover,
        /// Nobody: it is never negative.
        None,
        /// As the paper has it.
        Paper,
    }
}

words! {
    /// What a quantity is good for.
    Role {
        /// It says who leads.
        Lead,
        /// It says whose the points are.
        Ownership,
        /// It says what a move won.
        Gain,
        /// It says how likely each next move is.
        NextMove,
        /// Something else.
        None,
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    /// Yes or no.
    Flag(bool),
    /// A seed.
    Seed(u64),
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

/// Parameters by name, with the seed among them.
pub type Settings = Named<Setting>;

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Flag(value) => value.fmt(f),
            Setting::Seed(value) => value.fmt(f),
            Setting::Integer(value) => value.fmt(f),
            Setting::Real(value) => value.fmt(f),
            Setting::Text(value) => value.fmt(f),
        }
    }
}

/// The card of a family, and what can be set for learning.
#[must_use]
pub fn card(family: &dyn Family) -> Card {
    let card = family.card();
    let learning = family.learn().map(model::Learn::settings).unwrap_or_default();
    let abilities = card.abilities;
    let named = [
        (abilities.rates, Ability::Rates),
        (abilities.explains, Ability::Explains),
        (abilities.frames, Ability::Frames),
        (abilities.learns, Ability::Learns),
        (abilities.simulates, Ability::Simulates),
        (abilities.lists, Ability::Lists),
    ];
    Card {
        name: card.name.clone(),
        idea: card.idea.clone(),
        reference: card.reference.clone(),
        sizes: [*card.sizes.start(), *card.sizes.end()],
        abilities: named.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect(),
        lead_scale: card.lead_scale,
        styles: card
            .styles
            .iter()
            .map(|style| Style { name: style.name.clone(), about: style.about.clone() })
            .collect(),
        file: card.file.as_ref().map(|file| FileKind { name: file.name.clone(), about: file.about.clone() }),
        parameters: card.parameters.iter().map(parameter).collect(),
        learning: learning.iter().map(parameter).collect(),
        quantities: card.quantities.iter().map(quantity).collect(),
    }
}

fn parameter(parameter: &model::Parameter) -> Parameter {
    let mut shape = Parameter {
        name: parameter.name.clone(),
        about: parameter.about.clone(),
        kind: ParameterKind::Text,
        min: None,
        max: None,
        above_min: false,
        choices: None,
        default: value(&parameter.default),
    };
    match &parameter.kind {
        Kind::Real { min, max, above_min } => {
            (shape.kind, shape.min, shape.max, shape.above_min) =
                (ParameterKind::Real, Some(*min), Some(*max), *above_min);
        }
        Kind::Integer { min, max } => {
            (shape.kind, shape.min, shape.max) = (ParameterKind::Integer, Some(*min as f64), Some(*max as f64));
        }
        Kind::Choice(words) => (shape.kind, shape.choices) = (ParameterKind::Choice, Some(words.clone())),
        Kind::Flag => shape.kind = ParameterKind::Flag,
        Kind::Text => {}
    }
    shape
}

fn value(value: &Value) -> Setting {
    match value {
        // Whole numbers are written without a point.
        Value::Real(value) if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 => {
            Setting::Integer(*value as i64)
        }
        Value::Real(value) => Setting::Real(*value),
        Value::Integer(value) => Setting::Integer(*value),
        Value::Text(value) => Setting::Text(value.clone()),
        Value::Flag(value) => Setting::Flag(*value),
    }
}

/// The parameters and the seed that a result was computed with.
pub fn settings<'a>(parameters: impl IntoIterator<Item = &'a Parameters>, seed: Seed) -> Settings {
    let values = parameters.into_iter().flat_map(Parameters::iter).map(|(name, set)| (name.to_string(), value(set)));
    values.chain([("seed".to_string(), Setting::Seed(seed.0))]).collect()
}

fn quantity(quantity: &model::Quantity) -> Quantity {
    Quantity {
        name: quantity.name.clone(),
        about: quantity.about.clone(),
        shape: match quantity.shape {
            model::Shape::Number => Shape::Number,
            model::Shape::Field => Shape::Field,
            model::Shape::Labels => Shape::Labels,
            model::Shape::Graph => Shape::Graph,
        },
        scope: match quantity.scope {
            model::Scope::Position => Scope::Position,
            model::Scope::Game => Scope::Game,
        },
        sign: match quantity.sign {
            model::Sign::BlackPositive => Sign::Black,
            model::Sign::MoverPositive => Sign::Mover,
            model::Sign::NonNegative => Sign::None,
            model::Sign::Paper => Sign::Paper,
        },
        role: match quantity.role {
            model::Role::Lead => Role::Lead,
            model::Role::Ownership => Role::Ownership,
            model::Role::Gain => Role::Gain,
            model::Role::NextMove => Role::NextMove,
            model::Role::None => Role::None,
        },
        unit: quantity.unit.clone(),
        categories: match &quantity.scale {
            Scale::Categories(names) => {
                names.iter().map(|(value, name)| Category { value: Number(*value), name: name.clone() }).collect()
            }
            Scale::Signed | Scale::Magnitude => Vec::new(),
        },
    }
}
