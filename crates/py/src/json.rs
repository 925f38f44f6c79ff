//! JSON values as Python objects: the shapes are those of `wire`.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// The value as dicts, lists, texts and numbers. Recursion is as deep as our own shapes are, which is a few steps.
fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_bound_py_any(py),
            None => match number.as_u64() {
                Some(whole) => whole.into_bound_py_any(py),
                None => number.as_f64().into_bound_py_any(py),
            },
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// Anything that has a JSON shape.
pub(crate) fn shape<'py>(py: Python<'py>, shape: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &serde_json::to_value(shape).map_err(crate::error::wrong)?)
}
