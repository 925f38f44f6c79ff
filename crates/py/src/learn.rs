//! Learning, and belief networks: their files and samples.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use belief::Precision;
use goban::BoardSize;
use model::{LearnError, Seed};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use record::Mode;

use crate::position::{Position, square};
use crate::work::{self, Progress, Watch};
use crate::{error, json, models, table};

/// A deep belief network of final boards. ``aji.train`` makes one, ``aji.load_network`` reads one.
///
/// ``aji.model("belief", network=network)`` reads positions with it.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Network(Arc<belief::Network>);

#[pymethods]
impl Network {
    /// A network from the bytes of its file.
    #[staticmethod]
    fn from_bytes(bytes: &[u8]) -> PyResult<Network> {
        Ok(Network(Arc::new(belief::Network::from_bytes(bytes).map_err(error::model)?)))
    }

    /// The bytes of its file (safetensors); with ``full`` four bytes a weight instead of two.
    #[pyo3(signature = (*, full = false))]
    fn to_bytes<'py>(&self, py: Python<'py>, full: bool) -> Bound<'py, PyBytes> {
        let precision = if full { Precision::Full } else { Precision::Half };
        PyBytes::new(py, &self.0.to_bytes(precision))
    }

    /// Points along a side of its boards.
    #[getter]
    fn size(&self) -> usize {
        self.0.size().get()
    }

    /// How often each point is ``black``, ``white`` and ``empty`` in its samples: a dict of arrays.
    #[getter]
    fn maps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        maps(py, self.0.size(), self.0.maps())
    }

    /// The same, given the stones of a position.
    #[pyo3(signature = (position, *, chains = 20, sweeps = 40, seed = 1))]
    fn conditional<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, Position>,
        chains: usize,
        sweeps: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let board = position.get().inner.board();
        self.check(board.size())?;
        let found = py.detach(|| self.0.conditional(board, chains.max(1), sweeps.max(1), Seed(seed)));
        maps(py, board.size(), &found)
    }

    /// The free energy of a position: the lower, the more the network expects it.
    fn free_energy(&self, position: &Bound<'_, Position>) -> PyResult<f64> {
        let board = position.get().inner.board();
        self.check(board.size())?;
        Ok(self.0.free_energy(board))
    }

    /// What happened in every epoch of its training: a list of dicts.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::shape(py, &self.0.history().iter().map(epoch).collect::<Vec<_>>())
    }

    /// Where it comes from: a dict.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let about = self.0.about();
        let dict = PyDict::new(py);
        dict.set_item("source", &about.source)?;
        dict.set_item("training", about.training)?;
        dict.set_item("validation", about.validation)?;
        dict.set_item("seed", about.seed)?;
        dict.set_item("samples", about.samples)?;
        dict.set_item("layers", json::shape(py, &about.options.layers)?)?;
        dict.set_item("epochs", json::shape(py, &about.options.epochs)?)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let about = self.0.about();
        format!("<aji.Network {}, layers {:?}, {} boards>", self.0.size(), about.options.layers, about.training)
    }
}

impl Network {
    fn check(&self, size: BoardSize) -> PyResult<()> {
        if size == self.0.size() {
            return Ok(());
        }
        Err(error::model(format!("the network knows boards of {}, not {size}", self.0.size())))
    }
}

fn maps<'py>(py: Python<'py>, size: BoardSize, maps: &belief::Maps) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, values) in [("black", &maps.black), ("white", &maps.white), ("empty", &maps.empty)] {
        dict.set_item(name, square(py, size, values.clone())?)?;
    }
    Ok(dict)
}

fn epoch(epoch: &belief::Epoch) -> wire::Epoch {
    wire::Epoch {
        layer: epoch.layer,
        epoch: epoch.number,
        error: epoch.error,
        validation_error: epoch.validation_error,
        free_energy: epoch.free_energy,
        validation_free_energy: epoch.validation_free_energy,
    }
}

/// Parts of the whole in which progress is told.
const PARTS: usize = 1000;

/// The bytes of a file, or of a checkpoint.
type Bytes<'py> = Option<Bound<'py, PyBytes>>;

/// Teaches a model from games; see `aji.learn`. Gives the bytes of its file or, if it was stopped, nothing and the checkpoint.
#[pyfunction]
#[pyo3(signature = (model, games, *, settings, seed, source, threads, checkpoint, progress))]
#[allow(clippy::too_many_arguments, reason = "the Python function in front of it names them")]
pub(crate) fn learn<'py>(
    py: Python<'py>,
    model: &str,
    games: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
    seed: u64,
    source: &str,
    threads: usize,
    checkpoint: Option<Vec<u8>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bytes<'py>, Bytes<'py>, Option<PyErr>)> {
    let families = models::families();
    let family = families.get(model).map_err(|problem| error::unknown(&problem))?;
    let learn = family.learn().ok_or_else(|| error::model(format!("{model} does not learn")))?;
    let settings = models::settings(Some(model), settings)?;
    let settings = settings.values(learn.settings()).map_err(|problem| error::parameter(&problem))?;
    let mut learner = learn.learner(&settings, Seed(seed)).map_err(error::model)?;
    if let Some(games) = games {
        learner.accept(source, b"").map_err(error::model)?;
        let mut games = games.try_iter()?;
        loop {
            let batch = table::taken(&mut games)?;
            if batch.is_empty() {
                break;
            }
            py.check_signals()?;
            for game in batch {
                // A game that is of no use is passed over, as the command does it.
                if let Ok(mut replay) = game.inner.replay(&game.inner.main_line(), Mode::Tolerant) {
                    let _ = learner.take_game(&game.inner.info, &mut replay);
                }
            }
        }
    }
    let watch = Watch::default();
    let pool = work::pool(threads)?;
    let mut progress = Progress::new(progress, Some(PARTS));
    let left: Mutex<Option<Vec<u8>>> = Mutex::new(None);
    let trained = work::run(py, &watch, &mut progress, |watch| {
        pool.install(|| {
            let file = learner.train(checkpoint.as_deref(), &mut |progress| {
                let stopped = watch.stopped();
                // Whoever hears of the end may still raise something, and then needs a state to go on from.
                if stopped || progress.done >= 1.0 {
                    *left.lock().unwrap_or_else(PoisonError::into_inner) = Some((progress.checkpoint)());
                }
                if stopped {
                    return ControlFlow::Break(());
                }
                watch.set_done((progress.done * (PARTS - 1) as f64) as usize);
                ControlFlow::Continue(())
            });
            watch.set_done(PARTS);
            file
        })
    });
    let bytes = |bytes: Vec<u8>| PyBytes::new(py, &bytes);
    let left = left.into_inner().unwrap_or_else(PoisonError::into_inner).map(bytes);
    match trained {
        Ok(Ok(file)) => Ok((Some(bytes(file)), None, None)),
        // Whoever stopped it can go on from here.
        Ok(Err(LearnError::Stopped)) => Ok((None, left, None)),
        Ok(Err(problem)) => Err(error::model(problem)),
        Err(stopped) => Ok((None, left, Some(stopped))),
    }
}
