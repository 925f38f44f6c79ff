//! Positions: stones, rules, whose turn it is; to and from NumPy.

use std::hash::{Hash, Hasher};

use figures::{BoardFigure, Figure};
use goban::{Agreement, BoardSize, Color, Diagram, Illegal, Move, Point, PointSet, Rules, Setup, Symmetry};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{error, json};

/// A board with its rules, whose turn it is, and the way it came about (for ko).
///
/// A position never changes: ``play`` gives the next one. Points are texts such as ``"Q16"`` or pairs ``(row, column)``; row 0 is
/// the top of the board, as in ``array``.
///
/// >>> import aji
/// >>> position = aji.Position(9, rules="tromp-taylor").play("E5").play("C3")
/// >>> position.next, position.array[4, 4], position.array[6, 2]
/// ('B', np.int8(1), np.int8(-1))
/// >>> position.play("E5")
/// Traceback (most recent call last):
/// aji.errors.IllegalMoveError: Black E5 is illegal: the point is occupied by Black
#[pyclass(module = "aji", frozen, name = "Position", eq, hash)]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) inner: goban::Position,
    pub(crate) last: Option<Move>,
}

impl Position {
    pub(crate) fn new(inner: goban::Position, last: Option<Move>) -> Position {
        Position { inner, last }
    }

    pub(crate) fn figure(&self) -> BoardFigure {
        BoardFigure::new(self.inner.board()).last_move(self.last.and_then(Move::point)).id(&self.mark())
    }

    /// A name for the pictures of this position: a notebook is a page of many figures.
    pub(crate) fn mark(&self) -> String {
        format!("{:x}-{}", self.inner.board().hash(), self.inner.n_moves())
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.inner == other.inner
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.inner.board().hash(), self.inner.to_move()).hash(state);
    }
}

/// A point: `"Q16"` or `(row, column)`.
pub(crate) fn point(size: BoardSize, given: &Bound<'_, PyAny>) -> PyResult<Point> {
    match mv(size, given)? {
        Move::Play(point) => Ok(point),
        Move::Pass => Err(error::wrong("a pass is no point of the board")),
    }
}

/// A move: a point, or `"pass"`.
pub(crate) fn mv(size: BoardSize, given: &Bound<'_, PyAny>) -> PyResult<Move> {
    if let Ok(text) = given.extract::<String>() {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        return size.parse_vertex(&text).map(Move::Play).ok_or_else(|| {
            error::wrong(format!("'{text}' is no point of a {size} board; write it as D4 (no I), or pass"))
        });
    }
    let Ok((row, column)) = given.extract::<(i64, i64)>() else {
        return Err(pyo3::exceptions::PyTypeError::new_err(
            "a point is a text such as 'D4', or a pair (row, column); a move may also be 'pass'",
        ));
    };
    let on = |at: i64| usize::try_from(at).ok();
    let found = on(row).zip(on(column)).and_then(|(row, column)| size.point(column, row));
    found.map(Move::Play).ok_or_else(|| {
        error::wrong(format!("row {row}, column {column} is not on a {size} board; both are counted from 0"))
    })
}

pub(crate) fn vertex(size: BoardSize, mv: Move) -> String {
    mv.point().map_or_else(|| "pass".to_string(), |point| size.vertex(point))
}

pub(crate) fn color(text: &str) -> PyResult<Color> {
    Color::parse(text).ok_or_else(|| error::wrong(format!("'{text}' is no colour; write 'B' or 'W'")))
}

pub(crate) fn size(side: usize) -> PyResult<BoardSize> {
    BoardSize::new(side).ok_or_else(|| error::wrong(format!("a board of size {side}: boards go from 2 to 25 lines")))
}

/// Rules by name, with another komi if one is given.
pub(crate) fn rules(name: &str, komi: Option<f64>) -> PyResult<Rules> {
    let known = Rules::NAMED.map(|(name, _)| name);
    let rules = Rules::named(name).ok_or_else(|| error::unknown(&model::Unknown::new("rules", name, known)))?;
    match komi {
        Some(komi) if !komi.is_finite() => Err(error::wrong(format!("a komi of {komi}: give a number"))),
        komi => Ok(Rules { komi: komi.unwrap_or(rules.komi), ..rules }),
    }
}

/// The stones as numbers, row by row from the top left.
pub(crate) fn cells(board: &goban::Board) -> Vec<i8> {
    let stones = board.stones();
    let cell = |point: Point| i8::from(stones.black.contains(point)) - i8::from(stones.white.contains(point));
    board.size().points().map(cell).collect()
}

/// Numbers of all points as rows from the top.
pub(crate) fn square<'py, T: numpy::Element>(
    py: Python<'py>,
    size: BoardSize,
    values: Vec<T>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    PyArray1::from_vec(py, values).reshape([size.get(), size.get()])
}

fn from_setup(setup: &Setup, rules: Rules) -> PyResult<Position> {
    let inner = goban::Position::from_setup(setup, rules).map_err(|problem| {
        let points: Vec<String> = problem.points().iter().map(|point| setup.size.vertex(point)).collect();
        error::wrong(format!("not a possible position: {problem} ({})", points.join(" ")))
    })?;
    Ok(Position::new(inner, None))
}

#[pymethods]
impl Position {
    /// An empty board.
    #[new]
    #[pyo3(signature = (size = 19, *, rules = "chinese", komi = None, next = "B"))]
    fn empty(size: usize, rules: &str, komi: Option<f64>, next: &str) -> PyResult<Position> {
        let mut inner = goban::Position::new(self::size(size)?, self::rules(rules, komi)?);
        inner.set_to_move(color(next)?);
        Ok(Position::new(inner, None))
    }

    /// A position drawn as text: ``X`` black, ``O`` white, ``.`` empty; letters and numbers at the border may stand or not.
    ///
    /// >>> import aji
    /// >>> aji.Position.from_text("X O\n. .").array
    /// array([[ 1, -1],
    ///        [ 0,  0]], dtype=int8)
    #[staticmethod]
    #[pyo3(signature = (text, *, next = "B", rules = "chinese", komi = None))]
    fn from_text(text: &str, next: &str, rules: &str, komi: Option<f64>) -> PyResult<Position> {
        let mut setup = Diagram::parse(text)
            .map_err(|problem| error::wrong(format!("line {} of the drawing: {}", problem.line, problem.kind)))?;
        setup.to_move = color(next)?;
        from_setup(&setup, self::rules(rules, komi)?)
    }

    /// A position from a square array of whole numbers: above 0 is black, below 0 white, 0 empty; row 0 is the top.
    ///
    /// >>> import aji, numpy as np
    /// >>> board = np.zeros((9, 9), dtype=np.int8)
    /// >>> board[0, 8] = 1
    /// >>> aji.Position.from_array(board, next="W").at("J9")
    /// 'B'
    #[staticmethod]
    #[pyo3(signature = (array, *, next = "B", rules = "chinese", komi = None))]
    fn from_array(
        py: Python<'_>,
        array: &Bound<'_, PyAny>,
        next: &str,
        rules: &str,
        komi: Option<f64>,
    ) -> PyResult<Position> {
        // NumPy turns lists, other kinds of numbers and other strides into what is read here.
        let array = py.import("numpy")?.call_method1("sign", (array,))?.call_method1("astype", ("int8",))?;
        let array: PyReadonlyArray2<'_, i8> = array
            .extract()
            .map_err(|_| error::wrong("a board is a square array with two dimensions, one number a point"))?;
        let view = array.as_array();
        let [rows, columns] = [view.shape()[0], view.shape()[1]];
        if rows != columns {
            return Err(error::wrong(format!("a board is square, not {rows} by {columns}")));
        }
        let mut setup = Setup::new(size(rows)?);
        for point in setup.size.points() {
            match view[[point.row(), point.column()]] {
                1.. => drop(setup.stones.black.insert(point)),
                ..0 => drop(setup.stones.white.insert(point)),
                0 => {}
            }
        }
        setup.to_move = color(next)?;
        from_setup(&setup, self::rules(rules, komi)?)
    }

    /// Points along a side.
    #[getter]
    fn size(&self) -> usize {
        self.inner.size().get()
    }

    /// Who moves next: ``"B"`` or ``"W"``.
    #[getter]
    fn next(&self) -> String {
        self.inner.to_move().letter().to_string()
    }

    /// The name of the rules.
    #[getter]
    fn rules(&self) -> &'static str {
        self.inner.rules().name().unwrap_or("custom")
    }

    /// The komi, in points for White.
    #[getter]
    fn komi(&self) -> f64 {
        self.inner.rules().komi
    }

    /// How many moves were played, passes included.
    #[getter]
    fn moves_played(&self) -> usize {
        self.inner.n_moves()
    }

    /// The last move, if one is known.
    #[getter]
    fn last(&self) -> Option<String> {
        self.last.map(|mv| vertex(self.inner.size(), mv))
    }

    /// The point that the ko rule forbids to the side to move.
    #[getter]
    fn ko(&self) -> Option<String> {
        self.inner.ko().map(|point| self.inner.size().vertex(point))
    }

    /// Whether both sides have passed.
    #[getter]
    fn over(&self) -> bool {
        self.inner.is_over()
    }

    /// The stones that each side took.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let taken = self.inner.prisoners();
        let dict = PyDict::new(py);
        dict.set_item("B", taken.black)?;
        dict.set_item("W", taken.white)?;
        Ok(dict)
    }

    /// The stones as ``int8``: +1 black, -1 white, 0 empty; row 0 is the top of the board.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        square(py, self.inner.size(), cells(self.inner.board()))
    }

    /// What lies on a point: ``"B"``, ``"W"`` or ``None``.
    fn at(&self, point: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let point = self::point(self.inner.size(), point)?;
        Ok(self.inner.board().get(point).map(|color| color.letter().to_string()))
    }

    /// The chain on a point, as a dict with its ``stones`` and ``liberties``; ``None`` on an empty point.
    fn chain<'py>(&self, py: Python<'py>, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let size = self.inner.size();
        let point = self::point(size, point)?;
        let Some(chain) = self.inner.board().chain(point) else { return Ok(None) };
        json::shape(py, &wire::chain(&chain, size)).map(Some)
    }

    /// The position after a move of the side to move, or of ``color``.
    ///
    /// Raises ``IllegalMoveError`` if the rules forbid it.
    #[pyo3(signature = (r#move, color = None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<Position> {
        let size = self.inner.size();
        let mv = self::mv(size, r#move)?;
        let color = color.map_or(Ok(self.inner.to_move()), self::color)?;
        let mut inner = self.inner.clone();
        inner.play_as(color, mv).map_err(|reason| error::illegal(color, &vertex(size, mv), reason))?;
        Ok(Position::new(inner, Some(mv)))
    }

    /// Whether the side to move, or ``color``, may play there.
    #[pyo3(signature = (r#move, color = None))]
    fn legal(&self, r#move: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<bool> {
        Ok(self.check(r#move, color)?.is_none())
    }

    /// Why a move is illegal, in words; ``None`` if it is legal.
    #[pyo3(signature = (r#move, color = None))]
    fn why_illegal(&self, r#move: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<Option<String>> {
        Ok(self.check(r#move, color)?.map(|reason| reason.to_string()))
    }

    /// The points where the side to move may play, in reading order. A pass is always legal until the game is over.
    fn legal_moves(&self) -> Vec<String> {
        let size = self.inner.size();
        self.inner.legal_points().iter().map(|point| size.vertex(point)).collect()
    }

    /// The legal moves as ``int8``, 1 is legal: all points row by row from the top left, then the pass.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let over = self.inner.is_over();
        let legal = if over { PointSet::EMPTY } else { self.inner.legal_points() };
        let points = self.inner.size().points().map(|point| i8::from(legal.contains(point)));
        PyArray1::from_vec(py, points.chain([i8::from(!over)]).collect())
    }

    /// The score under the rules of the position, as a dict: ``result`` (``"B+3.5"``), ``lead`` (positive for Black), the parts of
    /// each side, and ``area``, an array of +1, -1 and 0. Stones on a point of ``dead`` are taken off first, with their chains.
    #[pyo3(signature = (dead = Vec::new(), *, handicap = 0))]
    fn score<'py>(
        &self,
        py: Python<'py>,
        dead: Vec<Bound<'py, PyAny>>,
        handicap: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let size = self.inner.size();
        let dead = dead.iter().map(|given| point(size, given)).collect::<PyResult<PointSet>>()?;
        let score = self.inner.score(&Agreement { dead, seki: PointSet::EMPTY }, handicap);
        let dict = PyDict::new(py);
        dict.set_item("result", score.to_string())?;
        dict.set_item("lead", score.lead())?;
        dict.set_item("black", json::shape(py, &wire::side_score(&score.sides.black))?)?;
        dict.set_item("white", json::shape(py, &wire::side_score(&score.sides.white))?)?;
        let area = &score.area;
        let owner = |point: Point| i8::from(area.black.contains(point)) - i8::from(area.white.contains(point));
        dict.set_item("area", square(py, size, size.points().map(owner).collect())?)?;
        Ok(dict)
    }

    /// The same stones turned or mirrored: one of the eight symmetries, counted from 0, which changes nothing.
    fn transformed(&self, symmetry: usize) -> PyResult<Position> {
        let symmetry = Symmetry::ALL.get(symmetry).copied();
        let symmetry = symmetry.ok_or_else(|| error::wrong("a board has eight symmetries, counted from 0 to 7"))?;
        let setup = Setup { to_move: self.inner.to_move(), ..Setup::from(self.inner.board()) };
        from_setup(&setup.transformed(symmetry), *self.inner.rules())
    }

    /// The board as SVG. ``marks`` puts a triangle on some points; ``labels`` puts texts on points.
    #[pyo3(signature = (*, title = "", marks = Vec::new(), labels = None))]
    fn svg(&self, title: &str, marks: Vec<Bound<'_, PyAny>>, labels: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let size = self.inner.size();
        let marks = marks.iter().map(|given| point(size, given)).collect::<PyResult<Vec<_>>>()?;
        let mut figure = self.figure().title(title).marks(figures::Mark::Triangle, marks);
        if let Some(labels) = labels {
            for (at, text) in labels {
                figure = figure.labels([(point(size, &at)?, text.str()?.to_string())]);
            }
        }
        Ok(figure.to_svg())
    }

    fn _repr_svg_(&self) -> String {
        self.figure().to_svg()
    }

    /// The board as PNG, so many pixels wide.
    #[pyo3(signature = (width = 600))]
    fn png<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, pyo3::types::PyBytes>> {
        let png = self.figure().to_png(width).map_err(error::wrong)?;
        Ok(pyo3::types::PyBytes::new(py, &png))
    }

    fn __str__(&self) -> String {
        Diagram::new(self.inner.board()).coordinates(true).to_string()
    }

    pub(crate) fn __repr__(&self) -> String {
        let stones = self.inner.board().stones();
        format!(
            "<aji.Position {}, {} black and {} white stones, {} to move>",
            self.inner.size(),
            stones.black.len(),
            stones.white.len(),
            self.inner.to_move().letter()
        )
    }
}

impl Position {
    fn check(&self, given: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<Option<Illegal>> {
        let mv = mv(self.inner.size(), given)?;
        let color = color.map_or(Ok(self.inner.to_move()), self::color)?;
        Ok(self.inner.check_as(color, mv).err())
    }
}
