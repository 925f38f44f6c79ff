//! Errors as Python meets them. Their classes are written in Python, in `aji/errors.py`.

use model::{BeginError, ParameterError, Unknown};
use player::PlayerError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// An exception of the package, with its attributes.
fn raise(class: &str, message: &str, attributes: &[(&str, Attribute)]) -> PyErr {
    Python::attach(|py| {
        let make = || -> PyResult<Bound<'_, PyAny>> {
            let known = PyDict::new(py);
            for (name, value) in attributes {
                match value {
                    Attribute::Text(text) => known.set_item(name, text)?,
                    Attribute::Number(number) => known.set_item(name, number)?,
                }
            }
            py.import("aji.errors")?.getattr(class)?.call((message,), Some(&known))
        };
        make().map_or_else(|error| error, PyErr::from_value)
    })
}

enum Attribute {
    Text(Option<String>),
    Number(Option<usize>),
}

/// Something that the user can mend, in a sentence.
pub(crate) fn wrong(message: impl ToString) -> PyErr {
    raise("AjiError", &message.to_string(), &[])
}

/// A model, a player or a parameter that cannot be used so.
pub(crate) fn model(message: impl ToString) -> PyErr {
    raise("ModelError", &message.to_string(), &[])
}

/// A name that nothing has.
pub(crate) fn unknown(error: &Unknown) -> PyErr {
    raise("UnknownNameError", &error.to_string(), &[])
}

pub(crate) fn parameter(error: &ParameterError) -> PyErr {
    match error {
        ParameterError::Unknown(name) => unknown(name),
        other => model(other),
    }
}

pub(crate) fn begin(error: &BeginError) -> PyErr {
    model(error)
}

pub(crate) fn player(error: &PlayerError) -> PyErr {
    match error {
        PlayerError::Unknown(name) => unknown(name),
        PlayerError::Parameter(error) => parameter(error),
        other => model(other),
    }
}

/// A record that cannot be read or replayed, with its place.
pub(crate) fn record(file: Option<&str>, place: Option<sgf::Place>, message: &str) -> PyErr {
    let mut text = String::new();
    if let Some(file) = file {
        text.push_str(file);
        text.push(':');
    }
    if let Some(place) = place {
        text.push_str(&format!("{place}:"));
    }
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(message);
    let attributes = [
        ("file", Attribute::Text(file.map(str::to_string))),
        ("line", Attribute::Number(place.map(|place| place.line))),
        ("column", Attribute::Number(place.map(|place| place.column))),
    ];
    raise("RecordError", &text, &attributes)
}

/// A move that the rules forbid.
pub(crate) fn illegal(color: goban::Color, vertex: &str, reason: goban::Illegal) -> PyErr {
    let message = format!("{color} {vertex} is illegal: {reason}");
    let attributes = [
        ("color", Attribute::Text(Some(color.letter().to_string()))),
        ("move", Attribute::Text(Some(vertex.to_string()))),
        ("reason", Attribute::Text(Some(reason.to_string()))),
    ];
    raise("IllegalMoveError", &message, &attributes)
}
