//! The card of a family.

use model::{Card, Kind, Parameters, Role, Scale, Scope, Seed, Shape, Sign, Value};
use serde::Serialize;
use serde_json::json;

use crate::position::number;

/// A family as `aji models` gives it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CardJson {
    /// The name for `--model`.
    pub name: String,
    /// The idea in one line.
    pub idea: String,
    /// Where it was published.
    pub reference: String,
    /// The smallest and the largest side of a board.
    pub sizes: [usize; 2],
    /// What it can do beside observing: `rates`, `explains`, `frames`, `learns`, `simulates`.
    pub abilities: Vec<&'static str>,
    /// The lead at which a host shows a win rate of about 73 %; not calibrated.
    pub lead_scale: Option<f64>,
    /// The ways to play that have a name of their own.
    pub styles: Vec<StyleJson>,
    /// What can be set.
    pub parameters: Vec<ParameterJson>,
    /// What it sees.
    pub quantities: Vec<QuantityJson>,
}

/// A way to play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StyleJson {
    /// What comes after the colon in the name of the player; empty for the name of the family alone.
    pub name: String,
    /// How it plays.
    pub about: String,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ParameterJson {
    /// The name for `--set`.
    pub name: String,
    /// What it does.
    pub about: String,
    /// `real`, `integer`, `choice`, `flag` or `text`.
    pub kind: &'static str,
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
    pub default: serde_json::Value,
}

/// A quantity.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct QuantityJson {
    /// The stable dotted name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// `number`, `field`, `labels` or `graph`.
    pub shape: &'static str,
    /// `position` or `game`.
    pub scope: &'static str,
    /// `black`: positive favours Black; `mover`: the side that just moved; `none`: never negative; `paper`: as published.
    pub sign: &'static str,
    /// `lead`, `ownership`, `gain` or `none`.
    pub role: &'static str,
    /// The unit; empty for a pure number.
    pub unit: String,
    /// The names of the few values that a field has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryJson>,
}

/// A value of a field with a name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CategoryJson {
    /// The value.
    pub value: serde_json::Value,
    /// Its name.
    pub name: String,
}

/// The shape of a card.
#[must_use]
pub fn card(card: &Card) -> CardJson {
    let abilities = card.abilities;
    let named = [
        (abilities.rates, "rates"),
        (abilities.explains, "explains"),
        (abilities.frames, "frames"),
        (abilities.learns, "learns"),
        (abilities.simulates, "simulates"),
    ];
    CardJson {
        name: card.name.clone(),
        idea: card.idea.clone(),
        reference: card.reference.clone(),
        sizes: [*card.sizes.start(), *card.sizes.end()],
        abilities: named.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect(),
        lead_scale: card.lead_scale,
        styles: card
            .styles
            .iter()
            .map(|style| StyleJson { name: style.name.clone(), about: style.about.clone() })
            .collect(),
        parameters: card.parameters.iter().map(parameter).collect(),
        quantities: card.quantities.iter().map(quantity).collect(),
    }
}

fn parameter(parameter: &model::Parameter) -> ParameterJson {
    let mut shape = ParameterJson {
        name: parameter.name.clone(),
        about: parameter.about.clone(),
        kind: "text",
        min: None,
        max: None,
        above_min: false,
        choices: None,
        default: value(&parameter.default),
    };
    match &parameter.kind {
        Kind::Real { min, max, above_min } => {
            (shape.kind, shape.min, shape.max, shape.above_min) = ("real", Some(*min), Some(*max), *above_min);
        }
        Kind::Integer { min, max } => {
            (shape.kind, shape.min, shape.max) = ("integer", Some(*min as f64), Some(*max as f64));
        }
        Kind::Choice(words) => (shape.kind, shape.choices) = ("choice", Some(words.clone())),
        Kind::Flag => shape.kind = "flag",
        Kind::Text => {}
    }
    shape
}

fn value(value: &Value) -> serde_json::Value {
    match value {
        Value::Real(value) => number(*value),
        Value::Integer(value) => json!(value),
        Value::Text(value) => json!(value),
        Value::Flag(value) => json!(value),
    }
}

/// The parameters and the seed that a result was computed with.
pub fn settings<'a>(parameters: impl IntoIterator<Item = &'a Parameters>, seed: Seed) -> serde_json::Value {
    let values = parameters.into_iter().flat_map(Parameters::iter).map(|(name, set)| (name.to_string(), value(set)));
    let mut settings: serde_json::Map<String, serde_json::Value> = values.collect();
    settings.insert("seed".to_string(), json!(seed.0));
    serde_json::Value::Object(settings)
}

fn quantity(quantity: &model::Quantity) -> QuantityJson {
    QuantityJson {
        name: quantity.name.clone(),
        about: quantity.about.clone(),
        shape: match quantity.shape {
            Shape::Number => "number",
            Shape::Field => "field",
            Shape::Labels => "labels",
            Shape::Graph => "graph",
        },
        scope: match quantity.scope {
            Scope::Position => "position",
            Scope::Game => "game",
        },
        sign: match quantity.sign {
            Sign::BlackPositive => "black",
            Sign::MoverPositive => "mover",
            Sign::NonNegative => "none",
            Sign::Paper => "paper",
        },
        role: match quantity.role {
            Role::Lead => "lead",
            Role::Ownership => "ownership",
            Role::Gain => "gain",
            Role::NextMove => "next_move",
            Role::None => "none",
        },
        unit: quantity.unit.clone(),
        categories: match &quantity.scale {
            Scale::Categories(names) => {
                names.iter().map(|(value, name)| CategoryJson { value: number(*value), name: name.clone() }).collect()
            }
            Scale::Signed | Scale::Magnitude => Vec::new(),
        },
    }
}
