//! Reviews: facts, words and the story of a game.

use figures::{BoardFigure, Chart, Figure, Series};
use goban::Board;
use model::{Role, Seed, Subject};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use review::{Catalogue, Level, LineError, Options, Replayed};

use crate::game::Game;
use crate::models::{self, Reader};
use crate::work::{self, Progress, Watch};
use crate::{error, foreign, json};

/// Reviews a game; see `aji.review`.
#[pyfunction]
#[pyo3(name = "review", signature = (game, *, chosen, level, to, variation, settings, seed, words))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn make_review(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    chosen: Option<Vec<Bound<'_, PyAny>>>,
    level: &str,
    to: Option<usize>,
    variation: Vec<usize>,
    settings: Option<&Bound<'_, PyDict>>,
    seed: u64,
    words: Option<(String, String)>,
) -> PyResult<Review> {
    let game = game.get().clone();
    let names = Level::ALL.map(Level::name);
    let level = Level::ALL.into_iter().find(|known| known.name() == level);
    let level = level.ok_or_else(|| error::wrong(format!("a level is one of {}", names.join(", "))))?;
    let families = models::families();
    let settings = models::settings(None, settings)?;
    settings.check(families.cards()).map_err(|problem| error::parameter(&problem))?;
    let subject = |family| Subject::new(family, &settings, Seed(seed)).map_err(|problem| error::parameter(&problem));
    let leave_out = chosen.is_none();
    let subjects: Vec<Subject> = match chosen {
        None => families.iter().map(subject).collect::<PyResult<_>>()?,
        Some(chosen) => chosen
            .iter()
            .map(|item| {
                if let Ok(reader) = item.cast::<Reader>() {
                    return Ok(reader.get().0.clone());
                }
                let name: String = item.extract()?;
                subject(families.get(&name).map_err(|problem| error::unknown(&problem))?)
            })
            .collect::<PyResult<_>>()?,
    };
    let options = Options { level, maps: true, leave_out };
    let line = Replayed::new(&game.inner, &game.line(&variation)?, to).map_err(|problem| match &problem {
        LineError::Replay(problem) => game.fault(problem),
        other => error::wrong(other),
    })?;
    let watch = Watch::default();
    let review = work::run(py, &watch, &mut Progress::new(None, None), |_| {
        let catalogue = match &words {
            None => Catalogue::english(),
            Some((language, text)) => Catalogue::new(language, text).map_err(|problem| problem.to_string())?,
        };
        Ok(review::review(&line, &subjects, &catalogue, &options))
    });
    foreign::raise(subjects.iter().map(Subject::family))?;
    let review = review?.map_err(|problem: String| error::wrong(problem))?.map_err(|problem| error::begin(&problem))?;
    Ok(Review { game, review, seed: Seed(seed) })
}

/// A game explained. ``aji.review`` makes one.
///
/// ``data`` is what ``aji review --json`` gives; ``story`` and ``words`` are for reading; ``curves`` has the numbers of all models along the
/// game. A notebook shows the story, the last board and the leads.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Review {
    game: Game,
    review: review::Review,
    seed: Seed,
}

#[pymethods]
impl Review {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Everything as a dict: the game, every move with its facts and words, the story, a summary.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let settings = wire::settings(self.review.parameters.iter(), self.seed);
        let name = self.game.name().unwrap_or_default();
        json::shape(py, &wire::Answer::new(wire::review(&name, &self.game.inner, &self.review, settings)))
    }

    /// The story of the game, as text.
    #[getter]
    fn story(&self) -> String {
        let paragraphs = &self.review.story.paragraphs;
        let text = |paragraph: &review::Paragraph| format!("{}. {}", paragraph.title, paragraph.sentences.join(" "));
        paragraphs.iter().map(text).collect::<Vec<_>>().join("\n\n")
    }

    /// The words about a move, counted from 1; empty for a quiet one.
    fn words(&self, r#move: usize) -> PyResult<String> {
        let played = r#move.checked_sub(1).and_then(|at| self.review.moves.get(at));
        played.map(review::ReviewedMove::text).ok_or_else(|| {
            error::wrong(format!("there is no move {}; the review has {}", r#move, self.review.moves.len()))
        })
    }

    /// The numbers of the models along the game, by name: arrays whose first value is that of the start.
    #[getter]
    fn curves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for curve in &self.review.curves {
            dict.set_item(&curve.name, PyArray1::from_slice(py, &curve.values))?;
        }
        Ok(dict)
    }

    /// The record with the words as comments, as SGF.
    fn to_sgf(&self) -> String {
        sgf::write(&[review::annotate(&self.game.inner, &self.review)])
    }

    /// A table with a line for every move, as CSV.
    fn to_csv(&self) -> String {
        review::csv(&self.review)
    }

    /// A page that needs nothing else: the board to click through, the words, a map and a curve of every model.
    fn to_html(&self) -> String {
        let file = self.game.name().unwrap_or_else(|| "a game".to_string());
        let heading = self.game.heading();
        let heading = page::Heading { players: &heading, conditions: &self.conditions(), file: &file };
        let settings = wire::settings(self.review.parameters.iter(), self.seed);
        page::report(&self.review, &self.game.inner, &heading, settings)
    }

    /// The leads of all models over the moves, each in a unit of its own, as SVG.
    fn leads_svg(&self) -> String {
        let leads = self.review.curves.iter().filter(|curve| curve.role == Role::Lead).map(|curve| {
            let unit = curve.unit_of_bars();
            let name = format!("{} (1 is {})", curve.name, model::words::signed(unit).trim_start_matches('+'));
            Series::new(&name, curve.values.iter().map(|value| (value / unit).clamp(-1.0, 1.0)))
        });
        Chart::curves(leads.collect::<Vec<_>>())
            .title(&self.game.heading())
            .axes("move", "lead of Black")
            .caption("each model in a unit of its own, as the legend says; what is beyond 1 is cut")
            .lead(true)
            .to_svg()
    }

    /// The board after a move, with the points that its words speak of, as SVG; default the last.
    #[pyo3(signature = (r#move = None))]
    fn svg(&self, r#move: Option<usize>) -> PyResult<String> {
        let at = r#move.unwrap_or(self.review.moves.len());
        let words = if at == 0 { String::new() } else { self.words(at)? };
        let Some(played) = at.checked_sub(1).map(|at| &self.review.moves[at]) else {
            return Ok(BoardFigure::new(&self.review.start).to_svg());
        };
        let board = Board::with_stones(self.review.size, &played.stones);
        let id = format!("review-{:x}-{at}", board.hash());
        let marks = played.sentences.iter().flat_map(|sentence| sentence.points.iter()).collect::<Vec<_>>();
        let figure = BoardFigure::new(&board)
            .id(&id)
            .last_move(played.ply.mv.point())
            .title(&format!("Move {at}"))
            .caption(&words);
        Ok(figure.marks(figures::Mark::Triangle, marks).to_svg())
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let mut out = format!("<h3>{}</h3>", figures::escape(&self.game.heading()));
        for paragraph in &self.review.story.paragraphs {
            let text = figures::escape(&paragraph.sentences.join(" "));
            out.push_str(&format!("<p><b>{}.</b> {text}</p>", figures::escape(&paragraph.title)));
        }
        out.push_str(&self.svg(None)?);
        if self.review.curves.iter().any(|curve| curve.role == Role::Lead) {
            out.push_str(&self.leads_svg());
        }
        Ok(out)
    }

    fn __str__(&self) -> String {
        self.story()
    }

    fn __repr__(&self) -> String {
        format!("<aji.Review of {}, {} moves>", self.game.heading(), self.review.moves.len())
    }
}

impl Review {
    fn conditions(&self) -> String {
        let shape = wire::game(&self.game.inner);
        let result = shape.result.map_or_else(String::new, |result| format!(" · {result}"));
        format!("{} · {} rules · komi {}{result}", self.review.size, shape.rules, shape.komi)
    }
}
