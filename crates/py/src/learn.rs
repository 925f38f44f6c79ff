//! Belief networks: training, files, samples.

use std::sync::Arc;

use belief::{Boards, Collection, Options, Precision, Step, Top, Training};
use goban::{Board, BoardSize};
use model::Seed;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use record::Mode;
use serde_json::{Value, json};

use crate::position::{self, Position, square};
use crate::work::{self, Progress, Watch};
use crate::{error, json, table};

/// A deep belief network of final boards. ``aji.train`` makes one, ``aji.load_network`` reads one.
///
/// ``aji.model("belief", network=network)`` reads positions with it.
#[pyclass(module = "aji", frozen)]
pub(crate) struct Network(Arc<belief::Network>);

impl Network {
    pub(crate) fn inner(&self) -> belief::Network {
        (*self.0).clone()
    }
}

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
        json::to_python(py, &self.0.history().iter().map(epoch).collect())
    }

    /// Where it comes from: a dict.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let about = self.0.about();
        let shape = json!({"source": about.source, "training": about.training, "validation": about.validation,
                           "seed": about.seed, "samples": about.samples, "layers": about.options.layers,
                           "epochs": about.options.epochs});
        json::to_python(py, &shape)
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

fn epoch(epoch: &belief::Epoch) -> Value {
    json!({"layer": epoch.layer, "epoch": epoch.number, "error": epoch.error,
           "validation_error": epoch.validation_error, "free_energy": epoch.free_energy,
           "validation_free_energy": epoch.validation_free_energy})
}

/// The board at the end of a game, if it has one of that size.
fn final_board(game: &record::Game, size: BoardSize) -> Option<Board> {
    if game.size() != size {
        return None;
    }
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    while replay.next_ply().ok()?.is_some() {}
    let board = replay.position().board();
    (board.empty() != size.all_points()).then(|| board.clone())
}

/// Parts of the whole in which progress is told.
const PARTS: usize = 1000;

/// Trains a belief network; see `aji.train`. Gives the network, or, if it was stopped, nothing and the checkpoint.
#[pyfunction]
#[pyo3(signature = (games, *, size, validation, options, samples, seed, source, threads, checkpoint, progress))]
#[allow(clippy::too_many_arguments, clippy::type_complexity, reason = "the Python function in front of it names them")]
pub(crate) fn train<'py>(
    py: Python<'py>,
    games: Option<&Bound<'py, PyAny>>,
    size: usize,
    validation: Option<usize>,
    options: &Bound<'py, PyDict>,
    samples: usize,
    seed: u64,
    source: &str,
    threads: usize,
    checkpoint: Option<Vec<u8>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Option<Network>, Option<Bound<'py, PyBytes>>, Option<PyErr>)> {
    let size = position::size(size)?;
    let options = read_options(options)?;
    options.check().map_err(error::model)?;
    let collection = match games {
        None => {
            let shipped = belief::shipped_boards();
            if shipped.size() != size {
                return Err(error::model(format!("the boards that ship are {}; give games on {size}", shipped.size())));
            }
            shipped
        }
        Some(games) => {
            let mut boards = Boards::new(size);
            let mut games = games.try_iter()?;
            loop {
                let batch = table::taken(&mut games)?;
                if batch.is_empty() {
                    break;
                }
                py.check_signals()?;
                for board in batch.iter().filter_map(|game| final_board(&game.inner, size)) {
                    boards.push(&board);
                }
            }
            if boards.is_empty() {
                return Err(error::model(format!("there is no game on {size} to learn from")));
            }
            let validation = validation.unwrap_or(boards.len() / 10);
            Collection::draw(&boards, validation, Seed(seed), source).map_err(error::model)?
        }
    };
    let mut training = Training::new(&collection, options, Seed(seed)).map_err(error::model)?;
    if let Some(bytes) = checkpoint {
        training.resume(&bytes).map_err(error::model)?;
    }
    let watch = Watch::default();
    let pool = work::pool(threads)?;
    let mut progress = Progress::new(progress, Some(PARTS));
    let trained = work::run(py, &watch, &mut progress, |watch| {
        pool.install(|| -> Result<Option<belief::Network>, String> {
            loop {
                if watch.stopped() {
                    return Ok(None);
                }
                if training.step().map_err(|problem| problem.to_string())? == Step::Done {
                    break;
                }
                watch.set_done((training.done() * (PARTS - 1) as f64) as usize);
            }
            let network = belief::Network::finish(&training, samples, Top::Boards, &mut |_| ());
            watch.set_done(PARTS);
            network.map(Some).map_err(|problem| problem.to_string())
        })
    });
    match trained {
        Ok(Ok(Some(network))) => Ok((Some(Network(Arc::new(network))), None, None)),
        Ok(Err(problem)) => Err(error::model(problem)),
        // Whoever stopped it can go on from here.
        Ok(Ok(None)) => Ok((None, Some(PyBytes::new(py, &training.checkpoint())), None)),
        Err(stopped) => Ok((None, Some(PyBytes::new(py, &training.checkpoint())), Some(stopped))),
    }
}

fn read_options(given: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in given {
        let name: String = name.extract()?;
        match name.as_str() {
            "layers" => options.layers = value.extract()?,
            "epochs" => options.epochs = value.extract()?,
            "batch" => options.batch = value.extract()?,
            "steps" => options.steps = value.extract()?,
            "rate" => options.rate = value.extract()?,
            "last_rate" => options.last_rate = value.extract()?,
            "momentum" => options.momentum = value.extract()?,
            "last_momentum" => options.last_momentum = value.extract()?,
            "momentum_epochs" => options.momentum_epochs = value.extract()?,
            "decay" => options.decay = value.extract()?,
            "symmetries" => options.symmetries = value.extract()?,
            other => {
                let known = [
                    "layers",
                    "epochs",
                    "batch",
                    "steps",
                    "rate",
                    "last_rate",
                    "momentum",
                    "last_momentum",
                    "momentum_epochs",
                    "decay",
                    "symmetries",
                ];
                return Err(error::unknown(&model::Unknown::new("option", other, known)));
            }
        }
    }
    Ok(options)
}
