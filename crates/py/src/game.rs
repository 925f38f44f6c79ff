//! Games: what a record says, its replay, its variations.

use std::sync::{Arc, Mutex, PoisonError};

use figures::Figure;
use goban::{Color, Move};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rayon::prelude::*;
use record::{Mode, NodeId};
use sgf::{Format, Severity};

use crate::position::{self, Position, cells, vertex};
use crate::{error, json, work};

/// Where a game was read.
pub(crate) struct Source {
    /// The name of the file, if it has one.
    name: Option<String>,
    bytes: Vec<u8>,
    hint: Option<Format>,
    /// Which of its games.
    multiple: bool,
}

/// A game: a tree of moves, who played, the result.
///
/// Made by ``aji.read`` and ``aji.read_one``, or from moves:
///
/// >>> import aji
/// >>> game = aji.Game.from_moves(["E5", "C3", "pass"], size=9, black="Ann", komi=7)
/// >>> game.moves
/// [('B', 'E5'), ('W', 'C3'), ('B', 'pass')]
/// >>> len(game), game.black, game.komi
/// (3, 'Ann', 7.0)
#[pyclass(module = "aji", frozen, name = "Game")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) inner: Arc<record::Game>,
    source: Option<Arc<Source>>,
    number: usize,
}

impl Game {
    pub(crate) fn new(inner: record::Game) -> Game {
        Game { inner: Arc::new(inner), source: None, number: 0 }
    }

    /// Name and number, for messages; none for a game that was not read.
    pub(crate) fn name(&self) -> Option<String> {
        let source = self.source.as_ref()?;
        let name = source.name.as_deref()?;
        Some(if source.multiple { format!("{name} (game {})", self.number + 1) } else { name.to_string() })
    }

    pub(crate) fn line(&self, variation: &[usize]) -> PyResult<Vec<NodeId>> {
        self.inner.variation(variation).map_err(error::wrong)
    }

    /// An error of the replay, with line and column. The file is read again for that: they are not kept.
    pub(crate) fn fault(&self, problem: &record::ReplayError) -> PyErr {
        let source = self.source.as_deref();
        let place = source.map(|source| sgf::read_any(&source.bytes, source.hint).place(self.number, problem.node));
        error::record(source.and_then(|source| source.name.as_deref()), place, &problem.to_string())
    }

    fn replayed(&self, variation: &[usize], strict: bool) -> PyResult<Replayed> {
        let line = self.line(variation)?;
        let mode = if strict { Mode::Strict } else { Mode::Tolerant };
        let mut replay = self.inner.replay(&line, mode).map_err(|problem| self.fault(&problem))?;
        let start = replay.position().clone();
        let mut plies = Vec::new();
        while let Some(ply) = replay.next_ply().map_err(|problem| self.fault(&problem))? {
            plies.push(ply);
        }
        let cursor = Mutex::new((0, start.clone()));
        Ok(Replayed { game: Arc::clone(&self.inner), line, start, plies, cursor })
    }

    /// The position after so many moves of a line, by default all.
    pub(crate) fn at(&self, to: Option<usize>, variation: &[usize]) -> PyResult<Position> {
        let replayed = self.replayed(variation, false)?;
        let length = replayed.plies.len();
        let to = to.unwrap_or(length);
        if to > length {
            return Err(error::wrong(format!("there is no move {to}; the line has {length}")));
        }
        Ok(replayed.position(to))
    }
}

/// A line of a game that was played through once.
struct Replayed {
    game: Arc<record::Game>,
    line: Vec<NodeId>,
    start: goban::Position,
    plies: Vec<record::Ply>,
    /// A position on the way, by its number: whoever goes forward does not start anew each time.
    cursor: Mutex<(usize, goban::Position)>,
}

impl Replayed {
    fn position(&self, to: usize) -> Position {
        let last = to.checked_sub(1).map(|at| self.plies[at].mv);
        let mut cursor = self.cursor.lock().unwrap_or_else(PoisonError::into_inner);
        if cursor.0 > to {
            *cursor = (0, self.start.clone());
        }
        while cursor.0 < to {
            let ply = &self.plies[cursor.0];
            if ply.edited {
                // Stones were changed by hand, which only the record tells.
                *cursor = (to, self.as_recorded(to));
                break;
            }
            cursor.1.play_anyway(ply.color, ply.mv);
            cursor.0 += 1;
        }
        Position::new(cursor.1.clone(), last)
    }

    fn as_recorded(&self, to: usize) -> goban::Position {
        let Ok(mut replay) = self.game.replay(&self.line, Mode::Tolerant) else { return self.start.clone() };
        for _ in 0..to {
            if !matches!(replay.next_ply(), Ok(Some(_))) {
                break;
            }
        }
        replay.position().clone()
    }
}

/// A move of a replayed game.
///
/// ``number`` counts from 1, ``color`` is ``"B"`` or ``"W"``, ``move`` a point or ``"pass"``; ``position`` is the one after it.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Ply {
    replayed: Arc<Replayed>,
    at: usize,
}

impl Ply {
    fn ply(&self) -> &record::Ply {
        &self.replayed.plies[self.at]
    }
}

#[pymethods]
impl Ply {
    /// Its number, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.ply().number
    }

    /// Who moved.
    #[getter]
    fn color(&self) -> String {
        self.ply().color.letter().to_string()
    }

    /// The point, or ``"pass"``.
    #[getter]
    fn r#move(&self) -> String {
        vertex(self.replayed.game.size(), self.ply().mv)
    }

    /// Row and column of the point, from 0 at the top left; ``None`` for a pass.
    #[getter]
    fn point(&self) -> Option<(usize, usize)> {
        self.ply().mv.point().map(|point| (point.row(), point.column()))
    }

    /// The stones that came off.
    #[getter]
    fn captured(&self) -> Vec<String> {
        wire::vertices(self.replayed.game.size(), self.ply().captured)
    }

    /// Why the move was illegal, if it was; it is done as the record says all the same.
    #[getter]
    fn illegal(&self) -> Option<String> {
        self.ply().illegal.map(|reason| reason.to_string())
    }

    /// Whether stones were changed by hand since the move before.
    #[getter]
    fn edited(&self) -> bool {
        self.ply().edited
    }

    /// The comment of the record.
    #[getter]
    fn comment(&self) -> Option<String> {
        self.replayed.game.node(self.ply().node).comment.clone()
    }

    /// What else the record has there: SGF's names and their values.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for property in &self.replayed.game.node(self.ply().node).properties {
            dict.set_item(&*property.name, property.values().collect::<Vec<_>>())?;
        }
        Ok(dict)
    }

    /// The position after the move.
    #[getter]
    fn position(&self) -> Position {
        self.replayed.position(self.at + 1)
    }

    /// The position before the move.
    #[getter]
    fn before(&self) -> Position {
        self.replayed.position(self.at)
    }

    fn __repr__(&self) -> String {
        let ply = self.ply();
        format!("<aji.Ply {} {} {}>", ply.number, ply.color.letter(), vertex(self.replayed.game.size(), ply.mv))
    }
}

/// The plies of a line, one after the other.
#[pyclass(module = "aji")]
pub(crate) struct Replay {
    replayed: Arc<Replayed>,
    next: usize,
}

#[pymethods]
impl Replay {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Ply> {
        let at = self.next;
        (at < self.replayed.plies.len()).then(|| {
            self.next += 1;
            Ply { replayed: Arc::clone(&self.replayed), at }
        })
    }

    fn __len__(&self) -> usize {
        self.replayed.plies.len() - self.next
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        self.replayed.position(0)
    }
}

#[pymethods]
impl Game {
    /// A game from its moves, which are points, ``"pass"``, or pairs of a colour and one of these; colours alternate where none is
    /// given.
    #[staticmethod]
    #[pyo3(signature = (moves, *, size = 19, komi = None, rules = None, black = None, white = None, result = None))]
    fn from_moves(
        moves: Vec<Bound<'_, PyAny>>,
        size: usize,
        komi: Option<f64>,
        rules: Option<String>,
        black: Option<String>,
        white: Option<String>,
        result: Option<String>,
    ) -> PyResult<Game> {
        let size = position::size(size)?;
        let mut game = record::Game::new(size);
        (game.info.komi, game.info.rules, game.info.result) = (komi, rules, result);
        game.info.players.black.name = black;
        game.info.players.white.name = white;
        let (mut at, mut turn) = (game.root(), Color::Black);
        for given in &moves {
            // A pair of texts is a colour and a move, a pair of numbers is a point.
            let (color, mv) = match given.extract::<(String, Bound<'_, PyAny>)>() {
                Ok((color, mv)) if !given.is_instance_of::<pyo3::types::PyString>() => {
                    (position::color(&color)?, position::mv(size, &mv)?)
                }
                _ => (turn, position::mv(size, given)?),
            };
            at = game.add_move(at, color, mv);
            turn = !color;
        }
        Ok(Game::new(game))
    }

    /// Points along a side.
    #[getter]
    fn size(&self) -> usize {
        self.inner.size().get()
    }

    /// Black's name.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.inner.info.players.black.name.as_deref()
    }

    /// White's name.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.inner.info.players.white.name.as_deref()
    }

    /// The result, as the record has it.
    #[getter]
    fn result(&self) -> Option<&str> {
        self.inner.info.result.as_deref()
    }

    /// ``"B"``, ``"W"``, or ``None`` where the record names no winner.
    #[getter]
    fn winner(&self) -> Option<String> {
        let winner = self.inner.info.outcome()?.winner()?;
        Some(winner.letter().to_string())
    }

    /// The komi in force: the record's, or the usual one of its rules.
    #[getter]
    fn komi(&self) -> f64 {
        self.inner.rules().komi
    }

    /// The rules in force: the record's, or Chinese rules.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name().or(record_rules(&self.inner)).unwrap_or("chinese")
    }

    /// Handicap stones.
    #[getter]
    fn handicap(&self) -> usize {
        self.inner.info.handicap.unwrap_or(0)
    }

    /// When it was played, as the record has it.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.inner.info.date.as_deref()
    }

    /// Everything the record says about the game as a whole, as a dict.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::game(&self.inner))
    }

    /// The file it was read from, if any.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.source.as_ref()?.name.as_deref()
    }

    /// Its index in that file, from 0.
    #[getter]
    fn number(&self) -> usize {
        self.number
    }

    /// The moves of the main line: pairs of a colour and a point or ``"pass"``.
    #[getter]
    fn moves(&self) -> Vec<(String, String)> {
        let size = self.inner.size();
        self.inner.moves().map(|(color, mv)| (color.letter().to_string(), vertex(size, mv))).collect()
    }

    /// The moves of the main line as an array with a row for each: colour (+1, -1), row, column; both -1 for a pass.
    #[getter]
    fn moves_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray2<i8>>> {
        let mut values: Vec<i8> = Vec::new();
        for (color, mv) in self.inner.moves() {
            let [row, column] = mv.point().map_or([-1, -1], |point| [point.row() as i8, point.column() as i8]);
            values.extend([color.sign() as i8, row, column]);
        }
        let n = values.len() / 3;
        PyArray1::from_vec(py, values).reshape([n, 3])
    }

    /// The lines of play, each as the choices that lead to it: which way to go at each branching, counted from 1. The first is the
    /// main line.
    ///
    /// >>> import aji
    /// >>> game = aji.read_one("(;SZ[9];B[ee](;W[cc])(;W[gg];B[cc]))")
    /// >>> game.variations
    /// [[1], [2]]
    /// >>> [ply.move for ply in game.replay(variation=[2])]
    /// ['E5', 'G3', 'C7']
    #[getter]
    fn variations(&self) -> Vec<Vec<usize>> {
        let game = &self.inner;
        let leaves = game.nodes().filter(|(id, _)| game.children(*id).next().is_none());
        let mut all: Vec<Vec<usize>> = leaves
            .map(|(leaf, _)| {
                let line = game.line_to(leaf);
                line.windows(2)
                    .filter_map(|step| {
                        let mut children = game.children(step[0]);
                        let branch = children.position(|child| child == step[1])? + 1;
                        (game.children(step[0]).count() > 1).then_some(branch)
                    })
                    .collect()
            })
            .collect();
        all.sort();
        all
    }

    /// Replays a line, by default the main one: an iterator of plies.
    ///
    /// Illegal moves are done as the record says, and marked; with ``strict`` they raise ``RecordError`` with the place in the file.
    #[pyo3(signature = (*, variation = Vec::new(), strict = false))]
    fn replay(&self, variation: Vec<usize>, strict: bool) -> PyResult<Replay> {
        Ok(Replay { replayed: Arc::new(self.replayed(&variation, strict)?), next: 0 })
    }

    /// The position after so many moves; 0 is the start, default the last.
    #[pyo3(signature = (r#move = None, *, variation = Vec::new()))]
    fn position(&self, r#move: Option<usize>, variation: Vec<usize>) -> PyResult<Position> {
        self.at(r#move, &variation)
    }

    /// The boards of the main line as one ``int8`` array, from the start to the end: (moves + 1, size, size).
    #[pyo3(signature = (*, variation = Vec::new()))]
    fn boards<'py>(&self, py: Python<'py>, variation: Vec<usize>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let line = self.line(&variation)?;
        let mut replay = self.inner.replay(&line, Mode::Tolerant).map_err(|problem| self.fault(&problem))?;
        let size = self.inner.size();
        let mut values = cells(replay.position().board());
        values.reserve(line.len() * size.area());
        while let Some(ply) = replay.next_ply().map_err(|problem| self.fault(&problem))? {
            let before = values.len() - size.area();
            if ply.edited || ply.illegal.is_some() {
                values.extend(cells(replay.position().board()));
                continue;
            }
            // A move changes few points: the board before it is copied and changed.
            values.extend_from_within(before..);
            let board = &mut values[before + size.area()..];
            if let Move::Play(point) = ply.mv {
                board[size.index(point)] = ply.color.sign() as i8;
            }
            ply.captured.iter().for_each(|point| board[size.index(point)] = 0);
        }
        let n = values.len() / size.area();
        PyArray1::from_vec(py, values).reshape([n, size.get(), size.get()])
    }

    /// The record as clean SGF.
    fn to_sgf(&self) -> String {
        let mut text = String::new();
        sgf::write_game(&self.inner, &mut text);
        text
    }

    /// The whole tree as a dict, node by node: parents, moves, stones put up, comments and properties.
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::tree(&self.inner))
    }

    /// The position after so many moves as SVG; default the last, with its move marked.
    #[pyo3(signature = (r#move = None, *, variation = Vec::new(), numbers = 0))]
    fn svg(&self, r#move: Option<usize>, variation: Vec<usize>, numbers: usize) -> PyResult<String> {
        let position = self.at(r#move, &variation)?;
        let to = position.inner.n_moves();
        let line = self.line(&variation)?;
        let moves: Vec<(u32, Move)> = line
            .iter()
            .filter_map(|&id| self.inner.node(id).play)
            .zip(1..)
            .map(|((_, mv), number)| (number, mv))
            .take(to)
            .collect();
        let last = moves.iter().skip(to.saturating_sub(numbers));
        let numbered: Vec<_> = last.filter_map(|&(number, mv)| Some((mv.point()?, number))).collect();
        let figure = position.figure().title(&self.heading()).caption(&format!("after move {to}"));
        Ok(figure.numbers(numbered).to_svg())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None, Vec::new(), 0)
    }

    /// A part of the moves as an animation in SVG, which a browser plays by itself.
    #[pyo3(signature = (first = 0, last = None, *, milliseconds = 500))]
    fn animation(&self, first: usize, last: Option<usize>, milliseconds: u32) -> PyResult<String> {
        let replayed = self.replayed(&[], false)?;
        let last = last.unwrap_or(replayed.plies.len()).min(replayed.plies.len());
        if first > last {
            return Err(error::wrong(format!("there is no move {first}; the line ends at {last}")));
        }
        let frames: Vec<_> = (first..=last).map(|at| replayed.position(at).figure().title(&self.heading())).collect();
        Ok(figures::Animation::new(frames).frame_time(milliseconds).to_svg())
    }

    fn __len__(&self) -> usize {
        self.inner.moves().count()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().inner == self.inner)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.inner.moves().for_each(|(color, mv)| (color, mv).hash(&mut hasher));
        hasher.finish()
    }

    /// Games travel to other processes as SGF.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read_one = py.import("aji")?.getattr("read_one")?;
        Ok((read_one, (PyBytes::new(py, self.to_sgf().as_bytes()),)))
    }

    fn __repr__(&self) -> String {
        let result = self.result().map_or_else(String::new, |result| format!(", {result}"));
        format!("<aji.Game {}, {}, {} moves{result}>", self.heading(), self.inner.size(), self.__len__())
    }
}

impl Game {
    /// Who played, in one line.
    pub(crate) fn heading(&self) -> String {
        format!("{} – {}", self.black().unwrap_or("Black"), self.white().unwrap_or("White"))
    }
}

/// The name of the rules without regard to the komi of the record.
fn record_rules(game: &record::Game) -> Option<&'static str> {
    let named = game.info.rules.as_deref().and_then(goban::Rules::named)?;
    named.name()
}

/// What came of one file.
struct Read {
    games: Vec<Game>,
    problems: Vec<(Severity, Option<sgf::Place>, String)>,
}

fn read_source(source: Source) -> Read {
    let reading = sgf::read_any(&source.bytes, source.hint);
    let games = reading.games;
    let mut problems: Vec<_> =
        reading.problems.iter().map(|problem| (problem.severity(), Some(problem.place), problem.to_string())).collect();
    if reading.n_omitted > 0 {
        problems.push((Severity::Ignored, None, format!("and {} more problems", reading.n_omitted)));
    }
    let source = Arc::new(Source { multiple: games.len() > 1, ..source });
    let game = |(number, game)| Game { inner: Arc::new(game), source: Some(Arc::clone(&source)), number };
    Read { games: games.into_iter().enumerate().map(game).collect(), problems }
}

/// Reads files that were loaded already: triples of a name, the bytes, and the ending that tells the format. Gives games and
/// problems, the latter as tuples of file, severity, line, column and words.
#[pyfunction]
#[pyo3(signature = (files, threads = 0))]
pub(crate) fn read<'py>(
    py: Python<'py>,
    files: Vec<(Option<String>, Vec<u8>, Option<String>)>,
    threads: usize,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let names: Vec<Option<String>> = files.iter().map(|(name, ..)| name.clone()).collect();
    let sources: Vec<Source> = files
        .into_iter()
        .map(|(name, bytes, ending)| {
            let hint = ending.as_deref().and_then(Format::from_extension);
            Source { name, bytes, hint, multiple: false }
        })
        .collect();
    let done: Vec<Read> = match sources.len() {
        0 | 1 => py.detach(|| sources.into_iter().map(read_source).collect()),
        _ => {
            let pool = work::pool(threads)?;
            py.detach(|| pool.install(|| sources.into_par_iter().map(read_source).collect()))
        }
    };
    let (games, problems) = (PyList::empty(py), PyList::empty(py));
    for (read, name) in done.into_iter().zip(names) {
        for game in read.games {
            games.append(Py::new(py, game)?)?;
        }
        for (severity, place, text) in read.problems {
            let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
            problems.append((&name, severity.to_string(), line, column, text))?;
        }
    }
    Ok((games, problems))
}
