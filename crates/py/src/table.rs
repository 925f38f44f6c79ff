//! Quantities along many games, as a table for NumPy and Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Float64Array, Int8Array, ListArray, RecordBatch, StringArray, UInt32Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use model::{Families, Model, Selection, Settings, Shape, Sheet, Subject};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use pyo3_arrow::PyTable;
use rayon::prelude::*;
use record::{Game as Record, Mode};

use crate::game::Game;
use crate::models::{self, Reader};
use crate::work::{self, Progress, Watch};
use crate::{error, foreign};

/// Games that are worked on before the next are taken from Python.
const BATCH: usize = 512;

/// A table: rows by moves, columns by name.
///
/// ``table["freedom.lead"]`` is a NumPy array. pandas, polars, pyarrow, DuckDB and others take the table itself through Arrow's C
/// interface, without copying: ``polars.DataFrame(table)``, ``pyarrow.table(table)``; ``to_pandas`` and ``to_polars`` do that.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Table {
    schema: SchemaRef,
    batch: RecordBatch,
    /// The side of the boards of maps, if it is the same for all.
    side: Option<usize>,
}

impl Table {
    pub(crate) fn new(columns: Vec<(String, ArrayRef)>, side: Option<usize>) -> PyResult<Table> {
        let field = |(name, array): &(String, ArrayRef)| Field::new(name, array.data_type().clone(), true);
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(error::wrong)?;
        Ok(Table { schema, batch, side })
    }

    fn capsules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTable>> {
        Bound::new(py, PyTable::try_new(vec![self.batch.clone()], Arc::clone(&self.schema))?)
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// A column as a NumPy array. Where there is no value it is NaN. Maps have the shape (rows, size, size) if all boards have the
    /// same size, and are a list of arrays otherwise.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some(array) = self.batch.column_by_name(name) else {
            return Err(error::unknown(&model::Unknown::new("column", name, self.columns())));
        };
        match array.data_type() {
            DataType::UInt32 => Ok(PyArray1::from_slice(py, array.as_primitive::<UInt32Type>().values()).into_any()),
            DataType::Int8 => Ok(PyArray1::from_slice(py, array.as_primitive::<Int8Type>().values()).into_any()),
            DataType::Float64 => {
                let values = array.as_primitive::<Float64Type>();
                let values: Vec<f64> = values.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
                Ok(PyArray1::from_vec(py, values).into_any())
            }
            DataType::FixedSizeList(..) => {
                let list = array.as_fixed_size_list();
                let values = list.values().as_primitive::<Float64Type>();
                let (rows, area) = (list.len(), list.value_length() as usize);
                let side = self.side.unwrap_or_else(|| area.isqrt());
                let mut flat = values.values().to_vec();
                for row in (0..rows).filter(|row| list.is_null(*row)) {
                    flat[row * area..(row + 1) * area].fill(f64::NAN);
                }
                Ok(PyArray1::from_vec(py, flat).reshape([rows, side, side])?.into_any())
            }
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                let items: Vec<Option<Bound<'py, PyAny>>> = (0..list.len())
                    .map(|row| {
                        if list.is_null(row) {
                            return Ok(None);
                        }
                        let values = list.value(row);
                        let values = values.as_primitive::<Float64Type>().values().to_vec();
                        let side = values.len().isqrt();
                        Ok(Some(PyArray1::from_vec(py, values).reshape([side, side])?.into_any()))
                    })
                    .collect::<PyResult<_>>()?;
                items.into_bound_py_any(py)
            }
            DataType::Utf8 => {
                let texts: Vec<Option<&str>> = array.as_string::<i32>().iter().collect();
                let object = py.import("builtins")?.getattr("object")?;
                py.import("numpy")?.call_method1("array", (texts, object))
            }
            other => Err(error::wrong(format!("{name} is of the type {other}, which NumPy does not have"))),
        }
    }

    fn __contains__(&self, name: &str) -> bool {
        self.batch.column_by_name(name).is_some()
    }

    /// All columns as a dict of NumPy arrays.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.columns() {
            let column = self.__getitem__(py, &name)?;
            dict.set_item(name, column)?;
        }
        Ok(dict)
    }

    /// The table in pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let frame = py.import("pandas")?.getattr("DataFrame")?;
        frame.call_method1("from_arrow", (self.capsules(py)?,))
    }

    /// The table in polars.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.getattr("DataFrame")?.call1((self.capsules(py)?,))
    }

    /// The table in pyarrow.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pyarrow")?.call_method1("table", (self.capsules(py)?,))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.capsules(py)?.call_method1("__arrow_c_stream__", (requested_schema,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.capsules(py)?.call_method0("__arrow_c_schema__")
    }

    fn __repr__(&self) -> String {
        format!("<aji.Table of {} rows: {}>", self.batch.num_rows(), self.columns().join(", "))
    }

    /// The first rows, for a notebook.
    fn _repr_html_(&self) -> String {
        const MOST: usize = 10;
        let mut out = String::from("<table><thead><tr>");
        for name in self.columns() {
            out.push_str(&format!("<th>{}</th>", figures::escape(&name)));
        }
        out.push_str("</tr></thead><tbody>");
        for row in 0..self.batch.num_rows().min(MOST) {
            out.push_str("<tr>");
            for column in self.batch.columns() {
                out.push_str(&format!("<td>{}</td>", figures::escape(&cell(column, row))));
            }
            out.push_str("</tr>");
        }
        out.push_str(&format!("</tbody></table><p>{} rows</p>", self.batch.num_rows()));
        out
    }
}

fn cell(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match column.data_type() {
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).to_string(),
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Float64 => format!("{:.6}", column.as_primitive::<Float64Type>().value(row)),
        DataType::Utf8 => column.as_string::<i32>().value(row).to_string(),
        _ => "map".to_string(),
    }
}

/// Whole numbers as a column.
pub(crate) fn whole(values: Vec<u32>) -> ArrayRef {
    Arc::new(UInt32Array::from(values))
}

/// Small numbers with a sign as a column.
pub(crate) fn signs(values: Vec<i8>) -> ArrayRef {
    Arc::new(Int8Array::from(values))
}

/// Numbers as a column.
pub(crate) fn numbers(values: Vec<f64>) -> ArrayRef {
    Arc::new(Float64Array::from(values))
}

/// Texts as a column.
pub(crate) fn texts<T: AsRef<str>>(values: impl IntoIterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<StringArray>())
}

/// A model that is asked, and for which quantities.
struct Asked {
    subject: Subject,
    names: Vec<String>,
}

/// A column to fill.
struct Column {
    asked: usize,
    quantity: String,
    shape: Shape,
    title: String,
}

#[derive(Default)]
struct Plan {
    asked: Vec<Asked>,
    columns: Vec<Column>,
}

impl Plan {
    /// Whether one of its models has failed in Python.
    fn failed(&self) -> bool {
        foreign::any_failed(self.asked.iter().map(|asked| asked.subject.family()))
    }

    fn subject(&mut self, subject: &Subject) -> usize {
        let same = |asked: &Asked| {
            // Two of the same name may differ in what they were given: a network, definitions.
            Arc::ptr_eq(asked.subject.family(), subject.family())
                && asked.subject.parameters() == subject.parameters()
                && asked.subject.seed() == subject.seed()
        };
        if let Some(index) = self.asked.iter().position(same) {
            return index;
        }
        self.asked.push(Asked { subject: subject.clone(), names: Vec::new() });
        self.asked.len() - 1
    }

    fn add(&mut self, asked: usize, quantity: &str, shape: Shape) {
        let column = |column: &Column| column.asked == asked && column.quantity == quantity && column.shape == shape;
        if self.columns.iter().any(column) {
            return;
        }
        let title = if shape == Shape::Field { format!("{quantity}.map") } else { quantity.to_string() };
        let same = self
            .columns
            .iter()
            .filter(|column| column.title == title || column.title.starts_with(&format!("{title} #")));
        let title = match same.count() {
            0 => title,
            n => format!("{title} #{}", n + 1),
        };
        self.columns.push(Column { asked, quantity: quantity.to_string(), shape, title });
        let names = &mut self.asked[asked].names;
        if !names.iter().any(|name| name == quantity) {
            names.push(quantity.to_string());
        }
    }

    /// Adds what one entry of the user's list asks for.
    fn want(
        &mut self,
        families: &Families,
        settings: &Settings,
        seed: u64,
        item: &Bound<'_, PyAny>,
        shape: Shape,
    ) -> PyResult<()> {
        if let Ok(reader) = item.cast::<Reader>() {
            let subject = &reader.get().0;
            let asked = self.subject(subject);
            let card = subject.card();
            let all: Vec<&str> = card.quantities.iter().filter(|q| q.shape == shape).map(|q| q.name.as_str()).collect();
            all.into_iter().for_each(|name| self.add(asked, name, shape));
            return Ok(());
        }
        let name: String = item.extract().map_err(|_| {
            pyo3::exceptions::PyTypeError::new_err(
                "quantities are names such as 'freedom.lead', or models from aji.model",
            )
        })?;
        let target = families.target(&name).map_err(|problem| error::unknown(&problem))?;
        let card = target.family.card();
        let subject = Subject::new(target.family, settings, model::Seed(seed));
        let asked = self.subject(&subject.map_err(|problem| error::parameter(&problem))?);
        match target.quantity {
            None => {
                let all = card.quantities.iter().filter(|quantity| quantity.shape == shape);
                for quantity in all {
                    self.add(asked, &quantity.name, shape);
                }
            }
            Some(quantity) if card.quantity(quantity, shape).is_some() => self.add(asked, quantity, shape),
            // A quantity that has no number is meant as the map it is.
            Some(quantity) if card.quantity(quantity, Shape::Field).is_some() => {
                self.add(asked, quantity, Shape::Field);
            }
            Some(quantity) => {
                return Err(error::model(format!(
                    "{quantity} is no number and no map; read it with aji.model(…).read"
                )));
            }
        }
        Ok(())
    }
}

/// After which moves a row is made.
enum When {
    Every(usize),
    At(Vec<usize>, bool),
}

impl When {
    fn wants(&self, ply: usize, last: bool) -> bool {
        match self {
            When::Every(step) => ply > 0 && ply.is_multiple_of(*step),
            When::At(plies, end) => plies.contains(&ply) || (*end && last),
        }
    }
}

/// The rows of one game.
#[derive(Default)]
struct Rows {
    area: usize,
    plies: Vec<u32>,
    colors: Vec<i8>,
    /// For every column the values one after the other, or none if its model does not take the game.
    values: Vec<Option<Vec<f64>>>,
}

/// Why a game gives no rows.
enum Trouble {
    Replay(record::ReplayError),
    Begin(model::BeginError),
    Stopped,
}

fn rows(plan: &Plan, when: &When, skip: bool, watch: &Watch, game: &Record) -> Result<Rows, Trouble> {
    let line = game.main_line();
    let length = line.iter().filter(|&&id| game.node(id).play.is_some()).count();
    let mut replay = game.replay(&line, Mode::Tolerant).map_err(Trouble::Replay)?;
    let mut models: Vec<Option<Box<dyn Model>>> = Vec::new();
    for asked in &plan.asked {
        models.push(match asked.subject.begin(replay.position()) {
            Ok(model) => Some(model),
            Err(_) if skip && !plan.failed() => None,
            Err(problem) => return Err(Trouble::Begin(problem)),
        });
    }
    let mut sheets: Vec<Sheet<'_>> = plan
        .asked
        .iter()
        .map(|asked| Sheet::new(asked.subject.card(), &Selection::Names(asked.names.clone())))
        .collect();
    let values = plan.columns.iter().map(|column| models[column.asked].is_some().then(Vec::new)).collect();
    let mut rows = Rows { area: game.size().area(), values, ..Rows::default() };
    let mut ply = 0;
    let mut color = 0;
    loop {
        if watch.stopped() || plan.failed() {
            return Err(Trouble::Stopped);
        }
        if when.wants(ply, ply == length) {
            for (model, sheet) in models.iter_mut().zip(&mut sheets) {
                if let Some(model) = model {
                    sheet.clear();
                    model.read(replay.position(), sheet);
                }
            }
            rows.plies.push(ply as u32);
            rows.colors.push(color);
            for (column, values) in plan.columns.iter().zip(&mut rows.values) {
                let Some(values) = values else { continue };
                let sheet = &sheets[column.asked];
                match column.shape {
                    Shape::Field => match sheet.get_field(&column.quantity) {
                        Some(field) => values.extend_from_slice(field),
                        None => values.resize(values.len() + game.size().area(), f64::NAN),
                    },
                    _ => values.push(sheet.get_number(&column.quantity).unwrap_or(f64::NAN)),
                }
            }
        }
        let Some(next) = replay.next_ply().map_err(Trouble::Replay)? else { break };
        for model in models.iter_mut().flatten() {
            model.observe(&next, replay.position());
        }
        (ply, color) = (next.number, next.color.sign() as i8);
    }
    Ok(rows)
}

/// Reads quantities along games; see `aji.observe`.
#[pyfunction]
#[pyo3(signature = (games, quantities, maps, *, every, at, settings, seed, threads, skip, progress))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn observe(
    py: Python<'_>,
    games: &Bound<'_, PyAny>,
    quantities: Vec<Bound<'_, PyAny>>,
    maps: Vec<Bound<'_, PyAny>>,
    every: usize,
    at: Option<(Vec<usize>, bool)>,
    settings: Option<&Bound<'_, PyDict>>,
    seed: u64,
    threads: usize,
    skip: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let families = models::families();
    let settings = models::settings(None, settings)?;
    settings.check(families.cards()).map_err(|problem| error::parameter(&problem))?;
    let mut plan = Plan::default();
    for item in &quantities {
        plan.want(&families, &settings, seed, item, Shape::Number)?;
    }
    for item in &maps {
        plan.want(&families, &settings, seed, item, Shape::Field)?;
    }
    if plan.columns.is_empty() {
        return Err(error::wrong("nothing is asked for; name quantities such as 'freedom.lead'"));
    }
    let when = match at {
        Some((plies, end)) => When::At(plies, end),
        None if every == 0 => return Err(error::wrong("every=0: give a number of moves from 1")),
        None => When::Every(every),
    };
    let pool = work::pool(threads)?;
    let watch = Watch::default();
    let mut progress = Progress::new(progress, games.len().ok());
    let mut done: Vec<Rows> = Vec::new();
    let mut games = games.try_iter()?;
    loop {
        let batch: Vec<Game> = taken(&mut games)?;
        if batch.is_empty() {
            break;
        }
        let one = |game: &Game| {
            let rows = rows(&plan, &when, skip, &watch, &game.inner);
            watch.one_done();
            rows
        };
        let many =
            work::run(py, &watch, &mut progress, |_| pool.install(|| batch.par_iter().map(one).collect::<Vec<_>>()));
        foreign::raise(plan.asked.iter().map(|asked| asked.subject.family()))?;
        for (game, rows) in batch.iter().zip(many?) {
            done.push(rows.map_err(|trouble| {
                let name = game.name().unwrap_or_else(|| format!("game {}", done.len()));
                match trouble {
                    Trouble::Replay(problem) => game.fault(&problem),
                    Trouble::Begin(problem) => error::model(format!("{name}: {problem}; errors='null' leaves it out")),
                    Trouble::Stopped => error::wrong("the work was stopped"),
                }
            })?);
        }
    }
    build(&plan, done)
}

/// The next games of an iterator.
pub(crate) fn taken(games: &mut Bound<'_, pyo3::types::PyIterator>) -> PyResult<Vec<Game>> {
    games
        .by_ref()
        .take(BATCH)
        .map(|game| {
            let game = game?;
            let game = game.cast::<Game>().map_err(|_| {
                pyo3::exceptions::PyTypeError::new_err("games are made by aji.read, aji.match or aji.Game.from_moves")
            })?;
            Ok(game.get().clone())
        })
        .collect()
}

fn build(plan: &Plan, games: Vec<Rows>) -> PyResult<Table> {
    let areas: Vec<usize> = games.iter().filter(|rows| !rows.plies.is_empty()).map(|rows| rows.area).collect();
    let area = areas.first().copied().filter(|first| areas.iter().all(|area| area == first));
    let number = |(number, rows): (usize, &Rows)| std::iter::repeat_n(number as u32, rows.plies.len());
    let mut columns: Vec<(String, ArrayRef)> = vec![
        ("game".to_string(), whole(games.iter().enumerate().flat_map(number).collect())),
        ("move_number".to_string(), whole(games.iter().flat_map(|rows| rows.plies.iter().copied()).collect())),
        ("color".to_string(), signs(games.iter().flat_map(|rows| rows.colors.iter().copied()).collect())),
    ];
    for (index, column) in plan.columns.iter().enumerate() {
        let mut values: Vec<f64> = Vec::new();
        let mut valid: Vec<bool> = Vec::new();
        let mut lengths: Vec<usize> = Vec::new();
        for rows in &games {
            let width = if column.shape == Shape::Field { rows.area } else { 1 };
            let there = rows.values[index].as_ref();
            match there {
                Some(seen) => values.extend_from_slice(seen),
                // A list of fixed length has room for what is missing, too.
                None if column.shape != Shape::Field || area.is_some() => {
                    values.resize(values.len() + width * rows.plies.len(), f64::NAN);
                }
                None => {}
            }
            valid.extend(std::iter::repeat_n(there.is_some(), rows.plies.len()));
            let length = if there.is_some() { width } else { 0 };
            lengths.extend(std::iter::repeat_n(length, rows.plies.len()));
        }
        let nulls = valid.iter().any(|valid| !valid).then(|| NullBuffer::from(valid));
        let array: ArrayRef = match (column.shape, area) {
            (Shape::Field, area) => {
                let item = Arc::new(Field::new("item", DataType::Float64, true));
                let values = Arc::new(Float64Array::from(values));
                match area {
                    Some(area) => {
                        Arc::new(FixedSizeListArray::try_new(item, area as i32, values, nulls).map_err(error::wrong)?)
                    }
                    None => {
                        let offsets = OffsetBuffer::from_lengths(lengths);
                        Arc::new(ListArray::try_new(item, offsets, values, nulls).map_err(error::wrong)?)
                    }
                }
            }
            _ => Arc::new(Float64Array::new(values.into(), nulls)),
        };
        columns.push((column.title.clone(), array));
    }
    Table::new(columns, area.map(usize::isqrt))
}
