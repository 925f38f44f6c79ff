//! Players by name, and what they choose.

use std::sync::{Mutex, PoisonError};

use goban::Move;
use model::{Question, Seed};
use player::{Recipe, Spec};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyList};
use record::Mode;

use crate::game::Game;
use crate::models::{self, Explanation};
use crate::position::{Position, vertex};
use crate::{error, foreign, json};

/// The players there are, as dicts with `name` and `idea`.
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for card in player::list(&models::families()) {
        list.append(json::shape(py, &wire::PlayerCard { name: card.name.clone(), idea: card.idea.clone() })?)?;
    }
    Ok(list)
}

/// Reads a name, and the recipe of a blend, whose text Python has read.
pub(crate) fn spec(
    name: &str,
    seed: u64,
    settings: Option<&Bound<'_, PyDict>>,
    recipe: Option<&str>,
) -> PyResult<Spec> {
    let mut spec = Spec::parse(name).map_err(|problem| error::player(&problem))?;
    spec.seed = Seed(seed);
    spec.settings = models::settings(None, settings)?;
    if let Some(text) = recipe {
        spec.recipe = Some(Recipe::parse(text).map_err(|problem| error::player(&problem))?);
    }
    Ok(spec)
}

/// A player by name; see `aji.player`.
#[pyfunction]
#[pyo3(name = "player", signature = (name, *, seed = 1, settings = None, recipe = None))]
pub(crate) fn make_player(
    name: &str,
    seed: u64,
    settings: Option<&Bound<'_, PyDict>>,
    recipe: Option<&str>,
) -> PyResult<Player> {
    let families = models::families();
    let spec = spec(name, seed, settings, recipe)?;
    let made = spec.player(&families).map_err(|problem| error::player(&problem))?;
    Ok(Player { name: spec.to_string(), families, made: Mutex::new(made) })
}

/// Someone who plays. ``aji.player`` makes one.
///
/// >>> import aji
/// >>> player = aji.player("cellular", seed=3)
/// >>> choice = player.choose(aji.Position(9))
/// >>> aji.Position(9).legal(choice.move)
/// True
#[pyclass(module = "aji", frozen)]
pub(crate) struct Player {
    name: String,
    families: model::Families,
    made: Mutex<Box<dyn player::Player>>,
}

#[pymethods]
impl Player {
    /// The name by which ``aji.player`` knows it.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What it plays for the side to move, in a position or at the end of a game. It passes when nothing is left to do, and never
    /// resigns.
    fn choose(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<Choice> {
        let mut made = self.made.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let made: &mut Box<dyn player::Player> = &mut made;
        let position = match target.cast::<Position>() {
            Ok(position) => position.get().clone(),
            Err(_) => {
                let game = target.cast::<Game>().map_err(|_| {
                    pyo3::exceptions::PyTypeError::new_err("a player looks at an aji.Position or an aji.Game")
                })?;
                let game = game.get();
                let fault = |problem| game.fault(&problem);
                let mut replay = game.inner.replay(&game.line(&[])?, Mode::Tolerant).map_err(fault)?;
                made.begin(replay.position()).map_err(|problem| error::player(&problem))?;
                let mut last = None;
                while let Some(ply) = replay.next_ply().map_err(fault)? {
                    made.observe(&ply, replay.position());
                    last = Some(ply.mv);
                }
                Position::new(replay.position().clone(), last)
            }
        };
        let chosen = py.detach(|| {
            let choice = made.choose(&position.inner)?;
            let words = made.explain(&position.inner, &choice);
            Ok((choice, words))
        });
        foreign::raise(self.families.iter())?;
        let (choice, words) = chosen.map_err(|problem| error::player(&problem))?;
        Ok(Choice { position, choice, words })
    }

    /// The move alone: a point or ``"pass"``.
    fn genmove(&self, py: Python<'_>, target: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.choose(py, target)?.r#move())
    }

    fn __repr__(&self) -> String {
        format!("<aji.Player {}>", self.name)
    }
}

/// What a player plays, and why.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Choice {
    position: Position,
    choice: player::Choice,
    words: model::Explanation,
}

#[pymethods]
impl Choice {
    /// The point, or ``"pass"``.
    #[getter]
    fn r#move(&self) -> String {
        vertex(self.position.inner.size(), self.choice.mv)
    }

    /// What decided, in a few words.
    #[getter]
    fn reason(&self) -> String {
        self.choice.reason.to_string()
    }

    /// The moves it thought about, best first: a list of dicts with ``point`` and ``rating``.
    #[getter]
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &wire::moves(&self.choice.candidates, self.position.inner.size()))
    }

    /// Why it plays this, in words and marks.
    #[getter]
    fn explanation(&self) -> Explanation {
        let answer = self.words.clone();
        Explanation { position: self.position.clone(), question: Question::Candidate(self.choice.mv), answer }
    }

    /// The words of the explanation.
    #[getter]
    fn text(&self) -> String {
        self.words.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    fn _repr_svg_(&self) -> String {
        use figures::Figure;
        let question = match self.choice.mv {
            Move::Pass => Question::LastMove,
            mv => Question::Candidate(mv),
        };
        self.position.figure().explanation(question, &self.words).to_svg()
    }

    fn __repr__(&self) -> String {
        format!("<aji.Choice {}: {}>", self.r#move(), self.choice.reason)
    }
}
