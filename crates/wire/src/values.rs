//! The smallest shapes.

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

/// Things by name, in the order in which they were found.
pub type Named<T> = IndexMap<String, T>;

/// A number; whole ones are written without a point, those beyond the range of f64 as null.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Up to 2^53 a whole number survives the way through a float.
        if self.0.fract() == 0.0 && self.0.abs() <= 9_007_199_254_740_992.0 {
            serializer.serialize_i64(self.0 as i64)
        } else if self.0.is_finite() {
            serializer.serialize_f64(self.0)
        } else {
            serializer.serialize_none()
        }
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["number", "null"]})
    }
}

impl std::fmt::Display for Number {
    /// As JSON writes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| std::fmt::Error)?)
    }
}

/// Black or White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Color {
    /// Black.
    B,
    /// White.
    W,
}

impl From<goban::Color> for Color {
    fn from(color: goban::Color) -> Color {
        match color {
            goban::Color::Black => Color::B,
            goban::Color::White => Color::W,
        }
    }
}

impl std::fmt::Display for Color {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Color::B => "B",
            Color::W => "W",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_json() {
        assert_eq!(Number(3.0).to_string(), "3");
        assert_eq!(Number(-0.5).to_string(), "-0.5");
        assert_eq!(Number(1e300).to_string(), "1e+300");
        assert_eq!(Number(f64::INFINITY).to_string(), "null");
        assert_eq!(Number(f64::NAN).to_string(), "null");
    }
}
