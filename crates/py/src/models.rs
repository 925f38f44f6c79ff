//! Models by name, and what they see.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use figures::{BoardFigure, FieldStyle, Figure};
use goban::BoardSize;
use model::{Card, Data, Families, Family, Model, Question, Rating, Seed, Selection, Settings, Shape, Sheet, Subject};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList};
use record::Mode;

use crate::game::Game;
use crate::position::{self, Position, square};
use crate::{error, foreign, json};

/// The families there are: those that ship, and those that Python has registered.
fn state() -> &'static RwLock<Families> {
    static STATE: OnceLock<RwLock<Families>> = OnceLock::new();
    STATE.get_or_init(|| RwLock::new(registry::families()))
}

/// All families there are now.
pub(crate) fn families() -> Families {
    state().read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Adds a family, or replaces the one with the same name; none removes that one.
pub(crate) fn put(name: &str, family: Option<Arc<dyn Family>>) {
    let mut state = state().write().unwrap_or_else(PoisonError::into_inner);
    let others = state.iter().filter(|other| other.card().name != name).cloned();
    *state = Families::new(others.chain(family).collect());
}

/// Settings from Python's keyword arguments and dicts: `reach=3` of a family, or `freedom.reach` of any.
pub(crate) fn settings(of: Option<&str>, given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let full = match of {
            Some(family) if !name.starts_with(&format!("{family}.")) => format!("{family}.{name}"),
            _ => name,
        };
        let text = if value.is_instance_of::<pyo3::types::PyBool>() {
            value.extract::<bool>()?.to_string()
        } else {
            value.str()?.to_string()
        };
        settings.add(&format!("{full}={text}")).map_err(|problem| error::parameter(&problem))?;
    }
    Ok(settings)
}

/// The cards of all models, as dicts.
#[pyfunction]
pub(crate) fn cards(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for family in families().iter() {
        list.append(json::shape(py, &wire::card(&**family))?)?;
    }
    Ok(list)
}

/// Adds the dummy model of the test kit: the tests see that a model which nobody knows by name appears everywhere. Only in builds
/// with the feature `dummy`.
#[pyfunction]
pub(crate) fn add_dummy() -> PyResult<()> {
    #[cfg(feature = "dummy")]
    {
        put("dummy", Some(Arc::new(testkit::Dummy::new())));
        Ok(())
    }
    #[cfg(not(feature = "dummy"))]
    Err(error::wrong("this build of the package has no dummy model; it is for the tests"))
}

/// The family with a file of a kind, or of whatever kind it takes where none is named.
fn loaded(
    families: &Families,
    family: &Arc<dyn Family>,
    kind: Option<&str>,
    bytes: &[u8],
) -> PyResult<Arc<dyn Family>> {
    let takes = |card: &Card| card.file.as_ref().is_some_and(|file| kind.is_none_or(|kind| file.name == kind));
    let kind = kind.unwrap_or("file");
    if !takes(family.card()) {
        let others: Vec<&str> = families.cards().filter(|card| takes(card)).map(|card| card.name.as_str()).collect();
        let name = &family.card().name;
        return Err(error::model(format!("{name} takes no {kind}; {} does", others.join(" or "))));
    }
    family.load(bytes).map_err(|problem| {
        let space = if problem.at.is_some() { "" } else { " " };
        error::model(format!("{kind}:{space}{problem}"))
    })
}

/// A model by name, with its parameters.
#[pyfunction]
#[pyo3(name = "model", signature = (name, *, seed = 1, files = Vec::new(), parameters = None))]
pub(crate) fn make_model(
    name: &str,
    seed: u64,
    files: Vec<(Option<String>, Vec<u8>)>,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Reader> {
    let families = families();
    let mut family = Arc::clone(families.get(name).map_err(|problem| error::unknown(&problem))?);
    for (kind, bytes) in &files {
        family = loaded(&families, &family, kind.as_deref(), bytes)?;
    }
    let settings = settings(Some(name), parameters)?;
    settings.check([family.card()]).map_err(|problem| error::parameter(&problem))?;
    let subject = Subject::new(&family, &settings, Seed(seed)).map_err(|problem| error::parameter(&problem))?;
    Ok(Reader(subject))
}

/// A model with its parameters, ready to read positions and games. ``aji.model`` makes one.
///
/// >>> import aji
/// >>> freedom = aji.model("freedom", reach=3)
/// >>> freedom.name, freedom.parameters["freedom.reach"]
/// ('freedom', 3)
#[pyclass(module = "aji", frozen)]
pub(crate) struct Reader(pub(crate) Subject);

impl Reader {
    fn begin(&self, position: &goban::Position) -> PyResult<Box<dyn Model>> {
        let begun = self.0.begin(position);
        foreign::raise([self.0.family()])?;
        begun.map_err(|problem| error::begin(&problem))
    }

    /// The model after it has followed a game, or begun on a position.
    fn follow(&self, target: &Bound<'_, PyAny>, to: Option<usize>, variation: &[usize]) -> PyResult<Followed> {
        if let Ok(position) = target.cast::<Position>() {
            if to.is_some() || !variation.is_empty() {
                return Err(error::wrong("a position has no moves to choose from; give a game"));
            }
            let position = position.get().clone();
            let model = self.begin(&position.inner)?;
            return Ok(Followed { model, position, with_game: false });
        }
        let game = target
            .cast::<Game>()
            .map_err(|_| pyo3::exceptions::PyTypeError::new_err("a model reads an aji.Position or an aji.Game"))?;
        let game = game.get();
        let line = game.line(variation)?;
        let fault = |problem| game.fault(&problem);
        let mut replay = game.inner.replay(&line, Mode::Tolerant).map_err(fault)?;
        let length = line.iter().filter(|&&id| game.inner.node(id).play.is_some()).count();
        let to = to.unwrap_or(length);
        if to > length {
            return Err(error::wrong(format!("there is no move {to}; the line has {length}")));
        }
        let mut model = self.begin(replay.position())?;
        let mut last = None;
        for _ in 0..to {
            let Some(ply) = replay.next_ply().map_err(fault)? else { break };
            last = Some(ply.mv);
            model.observe(&ply, replay.position());
        }
        foreign::raise([self.0.family()])?;
        Ok(Followed { model, position: Position::new(replay.position().clone(), last), with_game: true })
    }
}

struct Followed {
    model: Box<dyn Model>,
    position: Position,
    with_game: bool,
}

#[pymethods]
impl Reader {
    /// The name of the family.
    #[getter]
    fn name(&self) -> &str {
        &self.0.card().name
    }

    /// Its card as a dict: idea, reference, parameters, quantities, abilities.
    #[getter]
    fn card<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::card(&**self.0.family()))
    }

    /// The values of all its parameters and the seed.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::settings([self.0.parameters()], self.0.seed()))
    }

    /// Reads a position, or a game up to a move (default: its end). A game also gives the quantities that depend on how the position
    /// came about. ``quantities`` chooses some by name; by default all are computed.
    #[pyo3(signature = (target, r#move = None, *, variation = Vec::new(), quantities = None))]
    fn read(
        &self,
        target: &Bound<'_, PyAny>,
        r#move: Option<usize>,
        variation: Vec<usize>,
        quantities: Option<Vec<String>>,
    ) -> PyResult<Observation> {
        let card = self.0.card();
        let selection = match quantities {
            None => Selection::All,
            Some(names) => {
                for name in &names {
                    if !card.names().contains(&name.as_str()) {
                        return Err(error::unknown(&model::Unknown::new("quantity", name, card.names())));
                    }
                }
                Selection::Names(names)
            }
        };
        let Followed { mut model, position, with_game } = self.follow(target, r#move, &variation)?;
        let mut sheet = Sheet::new(card, &selection);
        target.py().detach(|| model.read(&position.inner, &mut sheet));
        foreign::raise([self.0.family()])?;
        let seen = sheet
            .observations()
            .filter(|seen| with_game || seen.quantity.scope == model::Scope::Position)
            .map(|seen| (seen.quantity.clone(), seen.data.clone()))
            .collect();
        Ok(Observation { subject: self.0.clone(), position, seen, model: Mutex::new(model) })
    }

    /// How it rates the moves of the side to move, in reading order: a list of dicts with ``point``, ``rating`` and what the rating is
    /// made of.
    #[pyo3(signature = (target, r#move = None, *, variation = Vec::new()))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        target: &Bound<'py, PyAny>,
        r#move: Option<usize>,
        variation: Vec<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Followed { mut model, position, .. } = self.follow(target, r#move, &variation)?;
        rate(py, self.0.family(), &mut *model, &position)
    }

    fn __repr__(&self) -> String {
        format!("<aji.Reader {} {}>", self.0.card().name, self.0)
    }
}

fn rate<'py>(
    py: Python<'py>,
    family: &Arc<dyn Family>,
    model: &mut dyn Model,
    position: &Position,
) -> PyResult<Bound<'py, PyAny>> {
    if !family.card().abilities.rates {
        return Err(error::model(format!("{} does not rate moves", family.card().name)));
    }
    let ratings: Vec<Rating> = py.detach(|| model.rate_all(&position.inner));
    foreign::raise([family])?;
    json::shape(py, &wire::moves(&ratings, position.inner.size()))
}

/// What a model sees in a position.
///
/// ``values`` has the numbers, ``maps`` arrays with a number for every point (row 0 is the top), ``labels`` texts on points, ``graphs``
/// nodes and edges. A notebook shows the map that says whose the points are, or the first there is.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Observation {
    subject: Subject,
    position: Position,
    seen: Vec<(model::Quantity, Data)>,
    model: Mutex<Box<dyn Model>>,
}

impl Observation {
    fn size(&self) -> BoardSize {
        self.position.inner.size()
    }

    fn of_shape(&self, shape: Shape) -> impl Iterator<Item = &(model::Quantity, Data)> {
        self.seen.iter().filter(move |(quantity, _)| quantity.shape == shape)
    }

    fn card(&self) -> &Card {
        self.subject.card()
    }

    fn drawn(&self, quantity: Option<&str>) -> PyResult<&(model::Quantity, Data)> {
        let wanted = |(of, _): &&(model::Quantity, Data)| match quantity {
            Some(name) => of.name == name && of.shape != Shape::Number,
            None => of.shape != Shape::Number,
        };
        let ownership = |(of, _): &&(model::Quantity, Data)| of.role == model::Role::Ownership;
        let field = |(of, _): &&(model::Quantity, Data)| of.shape == Shape::Field;
        let drawn: Vec<&(model::Quantity, Data)> = self.seen.iter().filter(wanted).collect();
        let best = drawn.iter().copied().find(|seen| field(seen) && ownership(seen));
        best.or_else(|| drawn.iter().copied().find(|seen| field(seen))).or_else(|| drawn.first().copied()).ok_or_else(
            || match quantity {
                Some(name) => {
                    let known: Vec<&str> = self
                        .seen
                        .iter()
                        .filter(|(of, _)| of.shape != Shape::Number)
                        .map(|(of, _)| of.name.as_str())
                        .collect();
                    error::unknown(&model::Unknown::new("map", name, known))
                }
                None => error::model(format!("{} has nothing to draw here", self.card().name)),
            },
        )
    }

    fn figure(&self) -> BoardFigure {
        let parameters = self.subject.parameters().to_string();
        self.position.figure().caption(&parameters)
    }

    fn picture(&self, quantity: Option<&str>) -> PyResult<BoardFigure> {
        let (quantity, data) = self.drawn(quantity)?;
        let title = if quantity.about.is_empty() { &quantity.name } else { &quantity.about };
        let id = format!("{}-{}", quantity.name, self.position.mark());
        Ok(self.figure().id(&id).title(title).observation(quantity, data, FieldStyle::default()))
    }
}

/// A value of any shape as a Python object.
fn value<'py>(py: Python<'py>, size: BoardSize, data: &Data) -> PyResult<Bound<'py, PyAny>> {
    match data {
        Data::Number(number) => number.into_bound_py_any(py),
        Data::Field(values) => Ok(square(py, size, values.clone())?.into_any()),
        Data::Labels(labels) => {
            let rows: Vec<Vec<Option<&str>>> =
                labels.chunks(size.get()).map(|row| row.iter().map(Option::as_deref).collect()).collect();
            rows.into_bound_py_any(py)
        }
        Data::Graph(graph) => json::shape(py, &wire::graph(graph, size)),
    }
}

#[pymethods]
impl Observation {
    /// The name of the model.
    #[getter(model)]
    fn model_name(&self) -> &str {
        &self.card().name
    }

    /// The position that was read.
    #[getter]
    fn position(&self) -> Position {
        self.position.clone()
    }

    /// The numbers, by name.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, Shape::Number)
    }

    /// The maps, by name: ``float64`` arrays, row 0 is the top.
    #[getter]
    fn maps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, Shape::Field)
    }

    /// The texts on points, by name: rows from the top, ``None`` where there is none.
    #[getter]
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, Shape::Labels)
    }

    /// The graphs, by name: dicts with ``nodes`` and ``edges``. ``aji.node_link`` makes what networkx reads.
    #[getter]
    fn graphs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.dict(py, Shape::Graph)
    }

    /// How the model rates the moves of the side to move; see ``Reader.rate``.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut model = self.model.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        rate(py, self.subject.family(), &mut **model, &self.position)
    }

    /// Explains a point, what is between two points (``to``), or with neither what the last move did.
    #[pyo3(signature = (point = None, to = None, *, candidate = None))]
    fn explain(
        &self,
        py: Python<'_>,
        point: Option<&Bound<'_, PyAny>>,
        to: Option<&Bound<'_, PyAny>>,
        candidate: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Explanation> {
        let size = self.size();
        let question = match (point, to, candidate) {
            (Some(from), Some(to), None) => {
                Question::Pair { from: position::point(size, from)?, to: position::point(size, to)? }
            }
            (Some(point), None, None) => Question::Point(position::point(size, point)?),
            (None, None, Some(mv)) => Question::Candidate(position::mv(size, mv)?),
            (None, None, None) => Question::LastMove,
            _ => return Err(error::wrong("ask for a point, for two points, or for a candidate")),
        };
        let answer = {
            let mut model = self.model.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            model.explain(&self.position.inner, question)
        };
        foreign::raise([self.subject.family()])?;
        let answer =
            answer.ok_or_else(|| error::model(format!("{} does not answer such a question", self.card().name)))?;
        Ok(Explanation { position: self.position.clone(), question, answer })
    }

    /// The steps behind a quantity, for models that have them: pairs of a caption and a value.
    fn frames<'py>(&self, py: Python<'py>, quantity: &str) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let mut model = self.model.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let frames = model.frames(&self.position.inner, quantity);
        frames.iter().map(|frame| Ok((frame.caption.clone(), value(py, self.size(), &frame.data)?))).collect()
    }

    /// A map, graph or labels on the board, as SVG.
    #[pyo3(signature = (quantity = None))]
    fn svg(&self, quantity: Option<&str>) -> PyResult<String> {
        Ok(self.picture(quantity)?.to_svg())
    }

    /// The same as PNG, so many pixels wide.
    #[pyo3(signature = (quantity = None, width = 600))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        quantity: Option<&str>,
        width: u32,
    ) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
        let png = self.picture(quantity)?.to_png(width).map_err(error::wrong)?;
        Ok(pyo3::types::PyBytes::new(py, &png))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        match self.picture(None) {
            Ok(figure) => Ok(figure.to_svg()),
            Err(_) => Ok(self.figure().to_svg()),
        }
    }

    /// The number of that name, or else the map, labels or graph.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = self.seen.iter().find(|(quantity, _)| quantity.name == name);
        match found {
            Some((_, data)) => value(py, self.size(), data),
            None => {
                let known = self.seen.iter().map(|(quantity, _)| quantity.name.as_str());
                Err(error::unknown(&model::Unknown::new("quantity", name, known)))
            }
        }
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.seen.iter().map(|(quantity, _)| quantity.name.as_str()).collect();
        format!("<aji.Observation of {}: {}>", self.position.__repr__(), names.join(", "))
    }
}

impl Observation {
    fn dict<'py>(&self, py: Python<'py>, shape: Shape) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (quantity, data) in self.of_shape(shape) {
            dict.set_item(&quantity.name, value(py, self.size(), data)?)?;
        }
        Ok(dict)
    }
}

/// An answer in words, with its evidence.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Explanation {
    pub(crate) position: Position,
    pub(crate) question: Question,
    pub(crate) answer: model::Explanation,
}

#[pymethods]
impl Explanation {
    /// The sentences as one text.
    #[getter]
    fn text(&self) -> String {
        self.answer.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Everything as a dict: the question, the sentences with their marks, and the rows of evidence by kind.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::explanation(self.question, &self.answer, self.position.inner.size()))
    }

    /// The board with what the answer speaks of, as SVG.
    fn svg(&self) -> String {
        self.position.figure().explanation(self.question, &self.answer).to_svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<aji.Explanation {:?}>", self.text())
    }
}
