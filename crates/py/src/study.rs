//! Questions to many games: who is predicted to win, and how far models agree.

use std::sync::Arc;

use model::{Seed, Subject};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use record::Game as Record;
use study::When;

use crate::models::{self, Reader};
use crate::table::taken;
use crate::work::{self, Progress, Watch};
use crate::{error, foreign, json};

/// The models that are asked: names, or readers with settings of their own; none are all that can answer.
fn subjects(
    chosen: Option<Vec<Bound<'_, PyAny>>>,
    settings: Option<&Bound<'_, PyDict>>,
    seed: u64,
    can: fn(&model::Card) -> bool,
) -> PyResult<Vec<Subject>> {
    let families = models::families();
    let settings = models::settings(None, settings)?;
    settings.check(families.cards()).map_err(|problem| error::parameter(&problem))?;
    let subject = |family| Subject::new(family, &settings, Seed(seed)).map_err(|problem| error::parameter(&problem));
    let Some(chosen) = chosen else {
        return families.iter().filter(|family| can(family.card())).map(subject).collect();
    };
    let named = |item: &Bound<'_, PyAny>| {
        if let Ok(reader) = item.cast::<Reader>() {
            return Ok(reader.get().0.clone());
        }
        let name: String = item.extract()?;
        let family = families.get(&name).map_err(|problem| error::unknown(&problem))?;
        if !can(family.card()) {
            return Err(error::model(format!("{name} has nothing to say to this question")));
        }
        subject(family)
    };
    chosen.iter().map(named).collect()
}

fn all_games(games: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<Record>>> {
    let mut games = games.try_iter()?;
    let mut all = Vec::new();
    loop {
        let batch = taken(&mut games)?;
        if batch.is_empty() {
            return Ok(all);
        }
        all.extend(batch.into_iter().map(|game| game.inner));
    }
}

/// Hands the games over one by one, and none any more when the work is to stop.
fn handed<'g>(
    games: &'g [Arc<Record>],
    subjects: &'g [Subject],
    watch: &'g Watch,
) -> impl Iterator<Item = Arc<Record>> + 'g {
    games
        .iter()
        .take_while(move |_| !watch.stopped() && !foreign::any_failed(subjects.iter().map(Subject::family)))
        .inspect(move |_| watch.one_done())
        .cloned()
}

/// How often the side that a model sees ahead is the recorded winner; see `aji.predict`.
#[pyfunction]
#[pyo3(signature = (games, chosen, *, times, settings, seed, threads, progress))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn predict<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    chosen: Option<Vec<Bound<'py, PyAny>>>,
    times: Vec<Option<usize>>,
    settings: Option<&Bound<'py, PyDict>>,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let subjects = subjects(chosen, settings, seed, study::predicts)?;
    let games = all_games(games)?;
    let times: Vec<When> = times.into_iter().map(|time| time.map_or(When::End, When::Move)).collect();
    let pool = work::pool(threads)?;
    let watch = Watch::default();
    let mut progress = Progress::new(progress, Some(games.len()));
    let found = work::run(py, &watch, &mut progress, |watch| {
        pool.install(|| study::predict(handed(&games, &subjects, watch), &subjects, None, &times))
    });
    foreign::raise(subjects.iter().map(Subject::family))?;
    let found = found?;
    json::shape(py, &wire::predict(&found))
}

/// How far models agree; see `aji.agree`.
#[pyfunction]
#[pyo3(signature = (games, chosen, *, every, settings, seed, threads, progress))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn agree<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    chosen: Option<Vec<Bound<'py, PyAny>>>,
    every: usize,
    settings: Option<&Bound<'py, PyDict>>,
    seed: u64,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if every == 0 {
        return Err(error::wrong("every=0: give a number of moves from 1"));
    }
    let subjects = subjects(chosen, settings, seed, study::compares)?;
    let games = all_games(games)?;
    let pool = work::pool(threads)?;
    let watch = Watch::default();
    let mut progress = Progress::new(progress, Some(games.len()));
    let found = work::run(py, &watch, &mut progress, |watch| {
        pool.install(|| study::agree(handed(&games, &subjects, watch), &subjects, None, every, Seed(seed)))
    });
    foreign::raise(subjects.iter().map(Subject::family))?;
    let found = found?;
    json::shape(py, &wire::agree(&found))
}
