//! Models written in Python: a class becomes a family, and is then used wherever a family is.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use goban::{Point, PointSet, Position as Inner};
use model::{
    Abilities, BeginError, Card, Data, Explanation, Family, Model, Parameter, Parameters, Quantity, Question, Rating,
    Role, Scale, Seed, Sentence, Shape, Sheet, Sign, Swap, Value,
};
use numpy::PyReadonlyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};
use record::Ply;

use crate::position::Position;
use crate::{error, json, models};

/// What went wrong in a Python model, by its name. The contract has no way to fail in the middle of a game, so the model goes on
/// with empty values and whoever asked raises this afterwards.
static FAILURES: Mutex<Option<HashMap<String, PyErr>>> = Mutex::new(None);
static ANY_FAILURE: AtomicBool = AtomicBool::new(false);

fn keep_failure(name: &str, failure: PyErr) {
    let mut failures = FAILURES.lock().unwrap_or_else(PoisonError::into_inner);
    failures.get_or_insert_default().entry(name.to_string()).or_insert(failure);
    ANY_FAILURE.store(true, Ordering::Release);
}

/// Whether one of these models has failed: a reason to stop early.
pub(crate) fn any_failed<'f>(families: impl IntoIterator<Item = &'f Arc<dyn Family>>) -> bool {
    families.into_iter().any(|family| failed(&family.card().name))
}

fn failed(name: &str) -> bool {
    // Mostly nothing has failed, and the lock is not asked.
    ANY_FAILURE.load(Ordering::Acquire)
        && FAILURES
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .is_some_and(|known| known.contains_key(name))
}

/// Raises what went wrong in one of these models, if something did.
pub(crate) fn raise<'f>(families: impl IntoIterator<Item = &'f Arc<dyn Family>>) -> PyResult<()> {
    if !ANY_FAILURE.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut failures = FAILURES.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(known) = failures.as_mut() else { return Ok(()) };
    let failure = families.into_iter().find_map(|family| known.remove(&family.card().name));
    if known.is_empty() {
        ANY_FAILURE.store(false, Ordering::Release);
    }
    failure.map_or(Ok(()), Err)
}

/// Registers a class with its card, which `aji.register` has put together.
#[pyfunction]
pub(crate) fn register(class: Bound<'_, PyAny>, card: &Bound<'_, PyDict>) -> PyResult<()> {
    let (card, hands) = read_card(card)?;
    let name = card.name.clone();
    let taken = registry::families().cards().any(|known| known.name == name);
    if taken || ["random", "blend", "aji"].contains(&name.as_str()) {
        return Err(error::model(format!("{name} is the name of a model or player that is there already")));
    }
    models::put(&name, Some(Arc::new(Foreign { card: Arc::new(card), class: class.unbind(), hands })));
    Ok(())
}

/// Takes a registered class away.
#[pyfunction]
pub(crate) fn unregister(name: &str) -> PyResult<()> {
    if registry::families().cards().any(|known| known.name == name) {
        return Err(error::model(format!("{name} is part of the program and stays")));
    }
    models::families().get(name).map_err(|problem| error::unknown(&problem))?;
    models::put(name, None);
    Ok(())
}

/// Which methods the class has of its own.
#[derive(Clone, Copy)]
struct Hands {
    observes: bool,
}

fn read_card(given: &Bound<'_, PyDict>) -> PyResult<(Card, Hands)> {
    let text = |name: &str| -> PyResult<String> { item(given, name)?.extract() };
    let name = text("name")?;
    let mut card = Card::new(&name, &text("idea")?, &text("reference")?);
    let (smallest, largest): (usize, usize) = item(given, "sizes")?.extract()?;
    card.sizes = smallest..=largest;
    card.lead_scale = item(given, "lead_scale")?.extract()?;
    let flag = |name: &str| -> PyResult<bool> { item(given, name)?.extract() };
    card.abilities = Abilities { rates: flag("rates")?, explains: flag("explains")?, ..Abilities::default() };
    for parameter in item(given, "parameters")?.try_iter()? {
        card.parameters.push(read_parameter(&name, parameter?.cast::<PyDict>()?)?);
    }
    for quantity in item(given, "quantities")?.try_iter()? {
        card.quantities.push(read_quantity(&name, quantity?.cast::<PyDict>()?)?);
    }
    Ok((card, Hands { observes: flag("observes")? }))
}

fn item<'py>(dict: &Bound<'py, PyDict>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    dict.get_item(name)?.ok_or_else(|| error::model(format!("the card has no {name}")))
}

fn read_parameter(family: &str, given: &Bound<'_, PyDict>) -> PyResult<Parameter> {
    let text = |name: &str| -> PyResult<String> { item(given, name)?.extract() };
    let name = format!("{family}.{}", text("name")?);
    let about = text("about")?;
    let parameter = match text("kind")?.as_str() {
        "real" => {
            let (min, max): (f64, f64) = (item(given, "min")?.extract()?, item(given, "max")?.extract()?);
            Parameter::real(&name, &about, min, max, item(given, "default")?.extract()?)
        }
        "integer" => {
            let (min, max): (i64, i64) = (item(given, "min")?.extract()?, item(given, "max")?.extract()?);
            Parameter::integer(&name, &about, min, max, item(given, "default")?.extract()?)
        }
        "flag" => Parameter::flag(&name, &about, item(given, "default")?.extract()?),
        "choice" => {
            let words: Vec<String> = item(given, "choices")?.extract()?;
            Parameter::choice(&name, &about, &words.iter().map(String::as_str).collect::<Vec<_>>())
        }
        "text" => Parameter::text(&name, &about, &text("default")?),
        other => return Err(error::model(format!("'{other}' is no kind of parameter"))),
    };
    Ok(parameter)
}

fn read_quantity(family: &str, given: &Bound<'_, PyDict>) -> PyResult<Quantity> {
    let text = |name: &str| -> PyResult<String> { item(given, name)?.extract() };
    let name = format!("{family}.{}", text("name")?);
    let about = text("about")?;
    let quantity = match text("shape")?.as_str() {
        "number" => Quantity::number(&name, &about),
        "field" => Quantity::field(&name, &about),
        other => return Err(error::model(format!("'{other}' is no shape of a quantity; number and field are"))),
    };
    let sign = match text("sign")?.as_str() {
        "black" => Sign::BlackPositive,
        "mover" => Sign::MoverPositive,
        "none" => Sign::NonNegative,
        "paper" => Sign::Paper,
        other => return Err(error::model(format!("'{other}' is no sign; black, mover, none and paper are"))),
    };
    let role = match text("role")?.as_str() {
        "lead" => Role::Lead,
        "ownership" => Role::Ownership,
        "gain" => Role::Gain,
        "next_move" => Role::NextMove,
        "none" => Role::None,
        other => {
            return Err(error::model(format!("'{other}' is no role; lead, ownership, gain, next_move and none are")));
        }
    };
    let quantity = quantity.role(role).sign(sign).unit(&text("unit")?).swap(Swap::Free).turns_freely();
    let categories: Vec<(f64, String)> = item(given, "categories")?.extract()?;
    let quantity = if categories.is_empty() { quantity } else { quantity.scale(Scale::Categories(categories)) };
    Ok(if item(given, "of_game")?.extract()? { quantity.of_game() } else { quantity })
}

/// A Python class as a family.
struct Foreign {
    card: Arc<Card>,
    class: Py<PyAny>,
    hands: Hands,
}

impl Family for Foreign {
    fn card(&self) -> &Card {
        &self.card
    }

    fn begin(&self, start: &Inner, parameters: &Parameters, seed: Seed) -> Result<Box<dyn Model>, BeginError> {
        BeginError::check_size(&self.card, start.size())?;
        let begun = Python::attach(|py| -> PyResult<Py<PyAny>> {
            let values = PyDict::new(py);
            for (name, value) in parameters.iter() {
                let key = name.strip_prefix(&format!("{}.", self.card.name)).unwrap_or(name);
                match value {
                    Value::Real(value) => values.set_item(key, value)?,
                    Value::Integer(value) => values.set_item(key, value)?,
                    Value::Text(value) => values.set_item(key, value)?,
                    Value::Flag(value) => values.set_item(key, value)?,
                }
            }
            self.class.call_method1(py, "_begin", (Position::new(start.clone(), None), values, seed.0))
        });
        match begun {
            Ok(object) => Ok(Box::new(Begun { card: Arc::clone(&self.card), object, hands: self.hands })),
            Err(failure) => {
                let told = failure.to_string();
                keep_failure(&self.card.name, failure);
                Err(BeginError::Missing(told))
            }
        }
    }
}

/// An object of a Python class that follows a game.
struct Begun {
    card: Arc<Card>,
    object: Py<PyAny>,
    hands: Hands,
}

impl Begun {
    /// Asks the object, and keeps what goes wrong.
    fn ask<T>(&self, ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        match Python::attach(ask) {
            Ok(answer) => Some(answer),
            Err(failure) => {
                keep_failure(&self.card.name, failure);
                None
            }
        }
    }

    /// What `read` gives for every quantity of the card.
    fn values(&self, position: &Inner) -> Option<Vec<Data>> {
        self.ask(|py| {
            let answer = self.object.call_method1(py, "read", (Position::new(position.clone(), None),))?;
            let answer = answer.bind(py);
            let dict = answer
                .cast::<PyMapping>()
                .map_err(|_| error::model(format!("read of {} gives a dict of names and values", self.card.name)))?;
            self.card
                .quantities
                .iter()
                .map(|quantity| {
                    let short = quantity.name.strip_prefix(&format!("{}.", self.card.name)).unwrap_or_default();
                    let key = if dict.contains(&quantity.name)? { quantity.name.as_str() } else { short };
                    if !dict.contains(key)? {
                        let told = format!("read of {} gives no {short}, which its card declares", self.card.name);
                        return Err(error::model(told));
                    }
                    let value = dict.get_item(key)?;
                    Ok(match quantity.shape {
                        Shape::Number => Data::Number(value.extract()?),
                        _ => Data::Field(field(&value, position, &quantity.name)?),
                    })
                })
                .collect()
        })
    }
}

/// The numbers of an array with one for every point.
fn field(value: &Bound<'_, PyAny>, position: &Inner, name: &str) -> PyResult<Vec<f64>> {
    let side = position.size().get();
    let array = value.py().import("numpy")?.call_method1("asarray", (value, "float64"))?;
    let array: PyReadonlyArray2<'_, f64> =
        array.extract().map_err(|_| error::model(format!("{name} is an array of {side} rows and columns")))?;
    let view = array.as_array();
    if view.shape() != [side, side] {
        let [rows, columns] = [view.shape()[0], view.shape()[1]];
        return Err(error::model(format!("{name} is an array of {side} rows and columns, not {rows} and {columns}")));
    }
    Ok(view.iter().copied().collect())
}

impl Model for Begun {
    fn observe(&mut self, ply: &Ply, position: &Inner) {
        if !self.hands.observes || failed(&self.card.name) {
            return;
        }
        self.ask(|py| {
            let told = json::shape(py, &wire::ply(ply, position.size()))?;
            let after = Position::new(position.clone(), Some(ply.mv));
            self.object.call_method1(py, "observe", (told, after)).map(drop)
        });
    }

    fn read(&mut self, position: &Inner, sheet: &mut Sheet<'_>) {
        let values = if failed(&self.card.name) { None } else { self.values(position) };
        let empty = |quantity: &Quantity| match quantity.shape {
            Shape::Number => Data::Number(f64::NAN),
            _ => Data::Field(vec![0.0; position.size().area()]),
        };
        let values = values.unwrap_or_else(|| self.card.quantities.iter().map(empty).collect());
        for (quantity, data) in self.card.quantities.iter().zip(values) {
            sheet.put(&quantity.name, data);
        }
    }

    fn rate(&mut self, position: &Inner, among: &PointSet, _: &mut dyn FnMut() -> bool) -> Vec<Rating> {
        if !self.card.abilities.rates || failed(&self.card.name) {
            return Vec::new();
        }
        let size = position.size();
        let rated = self.ask(|py| {
            let answer = self.object.call_method1(py, "rate", (Position::new(position.clone(), None),))?;
            let answer = answer.bind(py);
            let mut values: Vec<f64> = vec![f64::NAN; size.area()];
            if let Ok(dict) = answer.cast::<PyMapping>() {
                for pair in dict.items()?.iter() {
                    let (point, value): (Bound<'_, PyAny>, f64) = pair.extract()?;
                    values[size.index(crate::position::point(size, &point)?)] = value;
                }
            } else {
                values = field(answer, position, "the rating of moves")?;
            }
            Ok(values)
        });
        let legal = position.legal_points() & *among;
        let Some(values) = rated else { return Vec::new() };
        let rating = |(point, value): (Point, f64)| {
            (legal.contains(point) && !value.is_nan()).then_some(Rating { point, value, details: Vec::new() })
        };
        size.points().zip(values).filter_map(rating).collect()
    }

    fn explain(&mut self, position: &Inner, question: Question) -> Option<Explanation> {
        if !self.card.abilities.explains || failed(&self.card.name) {
            return None;
        }
        let size = position.size();
        let point = match question {
            Question::Point(point) => point,
            Question::Candidate(mv) => mv.point()?,
            Question::Pair { .. } | Question::LastMove => return None,
        };
        let sentences = self.ask(|py| {
            let arguments = (Position::new(position.clone(), None), size.vertex(point));
            let answer = self.object.call_method1(py, "explain", arguments)?;
            let answer = answer.bind(py);
            if answer.is_none() {
                return Ok(Vec::new());
            }
            if answer.is_instance_of::<PyString>() {
                return Ok(vec![answer.extract::<String>()?]);
            }
            answer.try_iter()?.map(|sentence| sentence?.extract()).collect::<PyResult<Vec<String>>>()
        })?;
        let sentences: Vec<Sentence> = sentences.into_iter().map(|text| Sentence::new(text, [point])).collect();
        (!sentences.is_empty()).then_some(Explanation { sentences, rows: Vec::new() })
    }
}
