//! Reviews: facts, words and the story of a game.

use figures::{BoardFigure, Figure};
use goban::{Board, Color};
use model::{Role, Seed, Subject};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use review::{Catalogue, Level, LineError, Looking, Options, Oracle, Positions, Purpose, Replayed};

use crate::game::Game;
use crate::models::{self, Reader};
use crate::work::{self, Progress, Watch};
use crate::{error, foreign, json};

/// Reviews a game; see `aji.review`.
#[pyfunction]
#[pyo3(name = "review", signature = (game, *, chosen, level, to, variation, settings, seed, words, language, games, side))]
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
    language: &str,
    games: Option<usize>,
    side: Option<&str>,
) -> PyResult<Review> {
    let game = game.get().clone();
    let names = Level::ALL.map(Level::name);
    let level = Level::ALL.into_iter().find(|known| known.name() == level);
    let level = level.ok_or_else(|| error::wrong(format!("a level is one of {}", names.join(", "))))?;
    let wrong =
        || error::wrong(format!("a language is one of {}", Catalogue::languages().collect::<Vec<_>>().join(", ")));
    let language = Catalogue::languages().find(|known| *known == language).ok_or_else(wrong)?;
    let side =
        side.map(|side| Color::parse(side).ok_or_else(|| error::wrong("a side is black or white"))).transpose()?;
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
    let options = Options { level, maps: true, leave_out, side };
    let guesses =
        |family: &&std::sync::Arc<dyn model::Family>| family.card().with_role(Role::NextMove).next().is_some();
    let looking = match games {
        None => None,
        Some(games) => {
            let prior = families.iter().find(guesses).map(subject).transpose()?;
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            Some(Looking { prior, games: Some(games), seed: Seed(seed), threads, purpose: Purpose::Losses })
        }
    };
    let line = Replayed::new(&game.inner, &game.line(&variation)?, to).map_err(|problem| match &problem {
        LineError::Replay(problem) => game.fault(problem),
        other => error::wrong(other),
    })?;
    let watch = Watch::default();
    let review = work::run(py, &watch, &mut Progress::new(None, None), |_| {
        let catalogue = match &words {
            None => Catalogue::of(language).unwrap_or_else(Catalogue::english),
            Some((language, text)) => Catalogue::new(language, text).map_err(|problem| problem.to_string())?,
        };
        let mut review = review::review(&line, &subjects, &catalogue, &options);
        if let (Ok(review), Some(looking)) = (&mut review, looking) {
            let judged = Oracle::looking(looking).judged(&Positions::of(&line));
            review.judged(&line, judged.map_err(|problem| problem.to_string())?, &catalogue);
        }
        Ok(review)
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
        let headline = std::iter::once(self.review.story.headline.clone());
        headline.chain(paragraphs.iter().map(text)).collect::<Vec<_>>().join("\n\n")
    }

    /// The moments as problems, as SGF: the position before each mistake, with the better line as the solution.
    fn to_problems(&self) -> String {
        sgf::write(&self.review.problems())
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

    /// Who leads over the moves, as SVG: in points where the positions were judged, else by each model in a unit of its own.
    fn leads_svg(&self) -> String {
        self.review.leads_chart(&self.game.heading()).to_svg()
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
        out.push_str(&format!("<p><b>{}</b></p>", figures::escape(&self.review.story.headline)));
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
