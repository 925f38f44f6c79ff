//! Greedy layerwise training by contrastive divergence and up–down tuning after it, batch by batch, so that it can stop and go on
//! anywhere.

use model::Seed;
use ndarray::Array2;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::boards::{self, Boards, Collection, planes};
use crate::math::{add, sum_of_squares};
use crate::product;
use crate::rbm::{Rbm, Units, view};
use crate::{chance, file};

/// How a network learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// Units of each hidden layer, from the lowest.
    pub layers: Vec<usize>,
    /// How often each layer sees all boards.
    pub epochs: usize,
    /// Boards of a batch.
    pub batch: usize,
    /// Steps of the chain: the k of CD-k.
    pub steps: usize,
    /// How far a batch moves the weights in the first epoch of a layer.
    pub rate: f64,
    /// The same in its last epoch; in between it falls along a line.
    pub last_rate: f64,
    /// How much of the movement goes on from batch to batch, at first.
    pub momentum: f64,
    /// The same later.
    pub last_momentum: f64,
    /// After how many epochs later is.
    pub momentum_epochs: usize,
    /// How strongly weights are drawn to zero.
    pub decay: f64,
    /// Whether each board is turned and mirrored at random every time it is seen.
    pub symmetries: bool,
    /// What the visible units of the lowest layer are.
    #[serde(skip_serializing_if = "Units::is_binary")]
    pub units: Units,
    /// How often up–down tuning sees all boards, after all layers have learned; 0 leaves them as they are.
    #[serde(skip_serializing_if = "is_none")]
    pub tuning: usize,
    /// How far a batch moves the weights in it.
    #[serde(skip_serializing_if = "is_usual")]
    pub tuning_rate: f64,
}

/// What was not there when the first networks were written is left out where it changes nothing: their files stay the same.
fn is_none(epochs: &usize) -> bool {
    *epochs == 0
}

fn is_usual(rate: &f64) -> bool {
    *rate == Options::default().tuning_rate
}

impl Default for Options {
    /// The paper's layers, and what was found good for them.
    fn default() -> Options {
        Options {
            layers: vec![500, 600, 1000],
            epochs: 12,
            batch: 100,
            steps: 1,
            rate: 0.02,
            last_rate: 0.002,
            momentum: 0.5,
            last_momentum: 0.9,
            momentum_epochs: 5,
            decay: 0.02,
            symmetries: false,
            units: Units::Binary,
            tuning: 0,
            tuning_rate: 0.002,
        }
    }
}

/// Most units of a layer.
const MOST_UNITS: usize = 100_000;

impl Options {
    /// Checks that one can learn so.
    ///
    /// # Errors
    /// With what is wrong.
    pub fn check(&self) -> Result<(), TrainingError> {
        let wrong = |what: &str| Err(TrainingError::Options(what.to_string()));
        let whole = |value: f64| (0.0..1.0).contains(&value);
        match self {
            _ if self.layers.is_empty() => wrong("a network has at least one hidden layer"),
            _ if self.layers.iter().any(|n| !(1..=MOST_UNITS).contains(n)) => {
                wrong("a layer has from 1 to 100000 units")
            }
            _ if self.epochs == 0 => wrong("there is at least one epoch"),
            _ if !(1..=1_000_000).contains(&self.batch) => wrong("a batch has from 1 to 1000000 boards"),
            _ if !(1..=1000).contains(&self.steps) => wrong("a chain has from 1 to 1000 steps"),
            _ if !(self.rate > 0.0 && self.rate <= 10.0) => wrong("the rate is above 0 and at most 10"),
            _ if !(self.last_rate > 0.0 && self.last_rate <= 10.0) => wrong("the last rate is above 0 and at most 10"),
            _ if !whole(self.momentum) || !whole(self.last_momentum) => wrong("a momentum is at least 0 and below 1"),
            _ if !whole(self.decay) => wrong("the decay is at least 0 and below 1"),
            _ if !(self.tuning_rate > 0.0 && self.tuning_rate <= 10.0) => {
                wrong("the rate of tuning is above 0 and at most 10")
            }
            _ if self.tuning > 0 && self.layers.len() < 2 => wrong("up–down tuning takes two hidden layers or more"),
            _ => Ok(()),
        }
    }

    fn rate_in(&self, epoch: usize) -> f64 {
        let share = if self.epochs > 1 { epoch as f64 / (self.epochs - 1) as f64 } else { 0.0 };
        self.rate + share * (self.last_rate - self.rate)
    }

    fn momentum_in(&self, epoch: usize) -> f64 {
        if epoch < self.momentum_epochs { self.momentum } else { self.last_momentum }
    }
}

/// Why training cannot begin or go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// An option makes no sense.
    #[error("{0}")]
    Options(String),
    /// There is nothing to learn from.
    #[error("there are no boards to learn from")]
    NoBoards,
    /// The checkpoint cannot be read.
    #[error("{0}")]
    Checkpoint(#[from] file::FileError),
    /// The checkpoint is of another training.
    #[error(
        "the checkpoint belongs to another training ({0} differ); finish that one with its own options, or begin anew"
    )]
    Other(&'static str),
    /// The weights grew beyond all bounds.
    #[error("layer {layer} diverged in epoch {epoch}: its weights are no numbers any more; take a smaller rate")]
    Diverged {
        /// The layer, from 1.
        layer: usize,
        /// The epoch, from 1.
        epoch: usize,
    },
}

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The layer, from 1.
    pub layer: usize,
    /// The epoch of the layer, from 1.
    pub number: usize,
    /// Mean squared difference between a unit and its reconstruction, over all boards while learning.
    pub error: f64,
    /// The same over validation boards, after the epoch; not a number if there are none.
    pub validation_error: f64,
    /// Mean free energy of boards that were learned from.
    pub free_energy: f64,
    /// Mean free energy of validation boards; where it rises above the other, the layer learns by heart.
    pub validation_free_energy: f64,
}

impl Epoch {
    /// How much higher the free energy of validation boards is.
    #[must_use]
    pub fn gap(&self) -> f64 {
        self.validation_free_energy - self.free_energy
    }
}

/// What a step of training did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A batch was learned.
    Batch,
    /// The last batch of an epoch was learned.
    Epoch(Epoch),
    /// Nothing is left to do.
    Done,
}

/// Movements of the parameters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Velocity {
    pub(crate) weights: Array2<f32>,
    pub(crate) visible: Vec<f32>,
    pub(crate) hidden: Vec<f32>,
}

impl Velocity {
    fn zero(rbm: &Rbm) -> Velocity {
        Velocity {
            weights: Array2::zeros(rbm.weights.dim()),
            visible: vec![0.0; rbm.n_visible()],
            hidden: vec![0.0; rbm.n_hidden()],
        }
    }
}

/// What up–down tuning moves beside the layers: after it, units are no longer recognised by the weights that generate those below.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tuning {
    /// How the units of every layer but the top one are recognised from those below.
    pub(crate) recognition: Vec<Rbm>,
    /// Movements of the layers.
    pub(crate) velocities: Vec<Velocity>,
    /// Movements of recognition.
    pub(crate) recognising: Vec<Velocity>,
}

impl Tuning {
    fn new(layers: &[Rbm]) -> Tuning {
        let recognition = layers[..layers.len() - 1].to_vec();
        Tuning {
            velocities: layers.iter().map(Velocity::zero).collect(),
            recognising: recognition.iter().map(Velocity::zero).collect(),
            recognition,
        }
    }
}

/// How far training has come: what a checkpoint holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    /// The layers that have learned.
    pub(crate) lower: Vec<Rbm>,
    /// The layer that learns, unless all have.
    pub(crate) current: Option<(Rbm, Velocity)>,
    /// What up–down tuning moves, while it goes on.
    pub(crate) tuning: Option<Tuning>,
    /// How units are recognised once tuning is done; nothing where nothing was tuned.
    pub(crate) recognition: Vec<Rbm>,
    pub(crate) epoch: usize,
    pub(crate) batch: usize,
    /// Sum of the squared errors of the epoch so far.
    pub(crate) error: f64,
    pub(crate) history: Vec<Epoch>,
}

/// A training in progress.
///
/// Every chance depends only on the seed, the layer, the epoch and the board, so that the result is the same to the last bit
/// for any number of threads, and whether or not the training was interrupted.
pub struct Training<'c> {
    collection: &'c Collection,
    options: Options,
    seed: Seed,
    turned: Vec<Vec<usize>>,
    order: Vec<u32>,
    state: State,
}

/// What the parts of a seed are for.
const WEIGHTS: u64 = 1;
const ORDER: u64 = 2;
const TURNS: u64 = 3;
const UNITS: u64 = 4;

/// This many boards are looked at after every epoch, of those learned from and of the others.
const LOOKED_AT: usize = 2000;

impl<'c> Training<'c> {
    /// Begins.
    ///
    /// # Errors
    /// When there are no boards, or an option makes no sense.
    pub fn new(collection: &'c Collection, options: Options, seed: Seed) -> Result<Training<'c>, TrainingError> {
        options.check()?;
        if collection.training.is_empty() {
            return Err(TrainingError::NoBoards);
        }
        let turned = boards::turned(collection.size());
        let state = State {
            lower: Vec::new(),
            current: None,
            tuning: None,
            recognition: Vec::new(),
            epoch: 0,
            batch: 0,
            error: 0.0,
            history: Vec::new(),
        };
        let mut training = Training { collection, options, seed, turned, order: Vec::new(), state };
        training.begin_layer();
        Ok(training)
    }

    /// Goes on from a checkpoint of the same training.
    ///
    /// # Errors
    /// When the checkpoint is damaged or of another training.
    pub fn resume(&mut self, checkpoint: &[u8]) -> Result<(), TrainingError> {
        let (training, state) = file::read_checkpoint(checkpoint)?;
        let ours = self.identity();
        let other = |what| Err(TrainingError::Other(what));
        match () {
            () if training.options != ours.options => return other("options"),
            () if training.seed != ours.seed => return other("seeds"),
            () if training.boards != ours.boards => return other("boards"),
            () => {}
        }
        self.state = state;
        self.begin_epoch();
        Ok(())
    }

    /// From here training can go on later.
    #[must_use]
    pub fn checkpoint(&self) -> Vec<u8> {
        file::write_checkpoint(&self.identity(), &self.state)
    }

    fn identity(&self) -> file::Identity {
        file::Identity {
            options: serde_json::to_string(&self.options).unwrap_or_default(),
            seed: self.seed.0,
            boards: self.collection.digest(),
        }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What the epochs so far came to.
    #[must_use]
    pub fn history(&self) -> &[Epoch] {
        &self.state.history
    }

    /// Share of the work done, from 0 to 1, measured in multiplications.
    #[must_use]
    pub fn done(&self) -> f64 {
        let (mut done, mut all) = (0.0, 0.0);
        let mut below = 3 * self.collection.size().area();
        let mut up = 0.0;
        for (layer, &units) in self.options.layers.iter().enumerate() {
            let joints = (below * units) as f64;
            let cost = up + joints * (3.0 + 2.0 * self.options.steps as f64);
            let epochs = self.options.epochs as f64;
            all += cost * epochs;
            done += cost
                * match layer.cmp(&self.state.lower.len()) {
                    std::cmp::Ordering::Less => epochs,
                    std::cmp::Ordering::Equal => {
                        self.state.epoch as f64 + self.state.batch as f64 / self.batches() as f64
                    }
                    std::cmp::Ordering::Greater => 0.0,
                };
            up += joints;
            below = units;
        }
        if self.options.tuning > 0 {
            let cost = up * (6.0 + 2.0 * self.options.steps as f64);
            let epochs = match &self.state.tuning {
                Some(_) => self.state.epoch as f64 + self.state.batch as f64 / self.batches() as f64,
                None if self.state.recognition.is_empty() => 0.0,
                None => self.options.tuning as f64,
            };
            all += cost * self.options.tuning as f64;
            done += cost * epochs;
        }
        done / all
    }

    fn batches(&self) -> usize {
        self.collection.training.len().div_ceil(self.options.batch)
    }

    /// The layer that learns, from 0.
    fn layer(&self) -> usize {
        self.state.lower.len()
    }

    fn begin_layer(&mut self) {
        let layer = self.layer();
        self.state.current = self.options.layers.get(layer).map(|&hidden| {
            let means = self.means();
            let mut rbm = Rbm::new(means.len(), hidden, self.seed.stream(WEIGHTS).stream(layer as u64));
            // A unit that is on in this share of the boards begins with the bias that makes it so.
            let units = if layer == 0 { self.options.units } else { Units::Binary };
            let bias = |p: f64| if units.is_binary() { libm::log(p / (1.0 - p)) } else { libm::log(p) };
            rbm.visible_bias = means.iter().map(|&p| bias(p) as f32).collect();
            let rbm = rbm.with_units(units);
            let velocity = Velocity::zero(&rbm);
            (rbm, velocity)
        });
        if self.state.current.is_none() && self.options.tuning > 0 {
            self.state.tuning = Some(Tuning::new(&self.state.lower));
        }
        self.state.epoch = 0;
        self.begin_epoch();
    }

    /// How often each visible unit of the layer is on, kept away from never and always.
    fn means(&self) -> Vec<f64> {
        let boards = &self.collection.training;
        let sums: Vec<Vec<f64>> = blocks(boards.len())
            .into_par_iter()
            .map(|block| {
                let rows = self.input(boards, &block, None);
                let width = rows.len() / block.len();
                let mut sums = vec![0.0; width];
                for row in rows.chunks_exact(width) {
                    sums.iter_mut().zip(row).for_each(|(sum, unit)| *sum += f64::from(*unit));
                }
                sums
            })
            .collect();
        let n = boards.len() as f64;
        let width = sums.first().map_or(0, Vec::len);
        (0..width).map(|i| (sums.iter().map(|block| block[i]).sum::<f64>() + 0.5) / (n + 1.0)).collect()
    }

    fn begin_epoch(&mut self) {
        let seed = self.seed.stream(ORDER).stream(self.layer() as u64).stream(self.state.epoch as u64);
        self.order = chance::shuffled(seed, self.collection.training.len());
    }

    /// What the layer sees of some boards: probabilities of the layers below. With a seed, boards are turned.
    fn input(&self, boards: &Boards, rows: &[u32], turns: Option<Seed>) -> Vec<f32> {
        let mut units = self.shown(boards, rows, turns);
        for rbm in &self.state.lower {
            units = rbm.hidden(&units);
        }
        units
    }

    /// The visible units of some boards.
    fn shown(&self, boards: &Boards, rows: &[u32], turns: Option<Seed>) -> Vec<f32> {
        let area = boards.size().area();
        let mut units = vec![0.0; rows.len() * 3 * area];
        let mut turned = vec![0; area];
        for (units, &row) in units.chunks_exact_mut(3 * area).zip(rows) {
            let states = boards.states(row as usize);
            match turns {
                None => planes(states, units),
                Some(seed) => {
                    let from = &self.turned[model::below(&mut seed.stream(row.into()).rng(), 8)];
                    turned.iter_mut().zip(from).for_each(|(state, &from)| *state = states[from]);
                    planes(&turned, units);
                }
            }
        }
        units
    }

    /// Learns one batch; at the end of an epoch also looks at what it came to.
    ///
    /// # Errors
    /// When the weights are not numbers any more.
    pub fn step(&mut self) -> Result<Step, TrainingError> {
        if let Some(tuning) = self.state.tuning.take() {
            return self.tune(tuning);
        }
        let Some((mut rbm, mut velocity)) = self.state.current.take() else { return Ok(Step::Done) };
        let from = self.state.batch * self.options.batch;
        let rows = &self.order[from..(from + self.options.batch).min(self.order.len())];
        self.state.error += self.learn(&mut rbm, &mut velocity, rows);
        self.state.batch += 1;
        if self.state.batch < self.batches() {
            self.state.current = Some((rbm, velocity));
            return Ok(Step::Batch);
        }
        let epoch = self.look(&rbm);
        if !(epoch.error.is_finite() && epoch.free_energy.is_finite()) {
            return Err(TrainingError::Diverged { layer: epoch.layer, epoch: epoch.number });
        }
        self.state.history.push(epoch);
        self.state.epoch += 1;
        self.state.batch = 0;
        self.state.error = 0.0;
        if self.state.epoch < self.options.epochs {
            self.state.current = Some((rbm, velocity));
            self.begin_epoch();
        } else {
            self.state.lower.push(rbm);
            self.begin_layer();
        }
        Ok(Step::Epoch(epoch))
    }

    /// Contrastive divergence on one batch; returns the sum of the squared errors.
    fn learn(&self, rbm: &mut Rbm, velocity: &mut Velocity, rows: &[u32]) -> f64 {
        let options = &self.options;
        let data = self.input(&self.collection.training, rows, self.turns());
        let pace = Pace {
            rate: options.rate_in(self.state.epoch),
            keep: options.momentum_in(self.state.epoch) as f32,
            decay: options.decay,
            steps: options.steps,
        };
        contrast(rbm, velocity, data, pace, self.chance(rows)).0
    }

    fn of_epoch(&self, part: u64) -> Seed {
        self.seed.stream(part).stream(self.layer() as u64).stream(self.state.epoch as u64)
    }

    /// How the boards of this epoch are turned, if they are.
    fn turns(&self) -> Option<Seed> {
        self.options.symmetries.then(|| self.of_epoch(TURNS))
    }

    /// The chance of a draw for a row of a batch.
    fn chance<'r>(&self, rows: &'r [u32]) -> impl Fn(usize, usize) -> Seed + Sync + Send + Copy + use<'r> {
        let seed = self.of_epoch(UNITS);
        move |draw, row| seed.stream(rows[row].into()).stream(draw as u64)
    }

    /// One batch of up–down tuning, and at the end of an epoch a look at what it came to.
    fn tune(&mut self, mut tuning: Tuning) -> Result<Step, TrainingError> {
        let from = self.state.batch * self.options.batch;
        let rows = self.order[from..(from + self.options.batch).min(self.order.len())].to_vec();
        let data = self.shown(&self.collection.training, &rows, self.turns());
        let pace = Pace {
            rate: self.options.tuning_rate,
            keep: self.options.last_momentum as f32,
            decay: self.options.decay,
            steps: self.options.steps,
        };
        let chance = self.chance(&rows);
        self.state.error += up_and_down(&mut self.state.lower, &mut tuning, data, pace, chance);
        self.state.batch += 1;
        if self.state.batch < self.batches() {
            self.state.tuning = Some(tuning);
            return Ok(Step::Batch);
        }
        let epoch = self.look_tuned(&tuning);
        if !(epoch.error.is_finite() && epoch.free_energy.is_finite()) {
            return Err(TrainingError::Diverged { layer: epoch.layer, epoch: epoch.number });
        }
        self.state.history.push(epoch);
        self.state.epoch += 1;
        self.state.batch = 0;
        self.state.error = 0.0;
        if self.state.epoch < self.options.tuning {
            self.state.tuning = Some(tuning);
            self.begin_epoch();
        } else {
            self.state.recognition = tuning.recognition;
        }
        Ok(Step::Epoch(epoch))
    }

    /// What an epoch of tuning came to. Boards are recognised up to the top machine, whose free energy it is, and made again from the
    /// lowest hidden units.
    fn look_tuned(&self, tuning: &Tuning) -> Epoch {
        let layers = &self.state.lower;
        let n_visible = layers[0].n_visible();
        let look_at = |boards: &Boards| {
            let n = boards.len().min(LOOKED_AT);
            let sums: Vec<(f64, f64)> = blocks(n)
                .into_par_iter()
                .map(|block| {
                    let shown = self.shown(boards, &block, None);
                    let back = layers[0].visible(&tuning.recognition[0].hidden(&shown));
                    let error = sum_of_rows(&shown, &back, n_visible);
                    let units = tuning.recognition.iter().fold(shown, |units, rbm| rbm.hidden(&units));
                    let top = &layers[layers.len() - 1];
                    (error, units.chunks_exact(top.n_visible()).map(|row| top.free_energy(row)).sum())
                })
                .collect();
            let error: f64 = sums.iter().map(|(error, _)| error).sum();
            let free: f64 = sums.iter().map(|(_, free)| free).sum();
            (error / (n * n_visible) as f64, free / n as f64)
        };
        let training = &self.collection.training;
        let (_, free_energy) = look_at(training);
        let (validation_error, validation_free_energy) = look_at(&self.collection.validation);
        Epoch {
            layer: self.layer() + 1,
            number: self.state.epoch + 1,
            error: self.state.error / (training.len() * n_visible) as f64,
            validation_error,
            free_energy,
            validation_free_energy,
        }
    }

    /// What the epoch came to.
    fn look(&self, rbm: &Rbm) -> Epoch {
        let training = &self.collection.training;
        let (_, free_energy) = self.look_at(rbm, training);
        let (validation_error, validation_free_energy) = self.look_at(rbm, &self.collection.validation);
        Epoch {
            layer: self.layer() + 1,
            number: self.state.epoch + 1,
            error: self.state.error / (training.len() * rbm.n_visible()) as f64,
            validation_error,
            free_energy,
            validation_free_energy,
        }
    }

    /// Error and free energy over the first boards of a set.
    fn look_at(&self, rbm: &Rbm, boards: &Boards) -> (f64, f64) {
        let n = boards.len().min(LOOKED_AT);
        let sums: Vec<(f64, f64)> = blocks(n)
            .into_par_iter()
            .map(|block| {
                let rows = self.input(boards, &block, None);
                let back = rbm.visible(&rbm.hidden(&rows));
                let free: f64 = rows.chunks_exact(rbm.n_visible()).map(|row| rbm.free_energy(row)).sum();
                (sum_of_rows(&rows, &back, rbm.n_visible()), free)
            })
            .collect();
        let error: f64 = sums.iter().map(|(error, _)| error).sum();
        let free: f64 = sums.iter().map(|(_, free)| free).sum();
        (error / (n * rbm.n_visible()) as f64, free / n as f64)
    }

    /// The layers, from the lowest, once nothing is left to do.
    pub(crate) fn layers(&self) -> Option<&[Rbm]> {
        (self.state.current.is_none() && self.state.tuning.is_none()).then_some(&self.state.lower)
    }

    /// How units are recognised, where that was tuned.
    pub(crate) fn recognition(&self) -> &[Rbm] {
        &self.state.recognition
    }

    pub(crate) fn collection(&self) -> &'c Collection {
        self.collection
    }

    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }
}

/// Row numbers in parts of a fixed size.
fn blocks(n: usize) -> Vec<Vec<u32>> {
    const ROWS: usize = 250;
    (0..n).step_by(ROWS).map(|from| (from as u32..(from + ROWS).min(n) as u32).collect()).collect()
}

fn sum_of_rows(a: &[f32], b: &[f32], width: usize) -> f64 {
    a.chunks_exact(width).zip(b.chunks_exact(width)).map(|(a, b)| sum_of_squares(a, b)).sum()
}

/// How fast something learns.
#[derive(Clone, Copy)]
struct Pace {
    rate: f64,
    keep: f32,
    decay: f64,
    steps: usize,
}

/// Contrastive divergence on rows of visible units; gives the sum of the squared errors, and what the machine dreamt at the end.
fn contrast(
    rbm: &mut Rbm,
    velocity: &mut Velocity,
    mut visible: Vec<f32>,
    pace: Pace,
    chance: impl Fn(usize, usize) -> Seed + Sync + Send + Copy,
) -> (f64, Vec<f32>) {
    let (n_visible, n_hidden) = (rbm.n_visible(), rbm.n_hidden());
    let n = visible.len() / n_visible;
    let seed = |draw: usize| move |row: usize| chance(draw, row);
    // The data stand above what the machine makes of them, so that one product takes the difference.
    visible.resize(2 * n * n_visible, 0.0);
    let mut hidden = vec![0.0; 2 * n * n_hidden];
    let mut probabilities = vec![0.0; n * n_visible];
    let mut units = vec![0.0; n * n_hidden];
    let (data, dream) = visible.split_at_mut(n * n_visible);
    let (felt, dreamt) = hidden.split_at_mut(n * n_hidden);
    rbm.draw_up(data, felt, &mut units, seed(0));
    let mut error = 0.0;
    for step in 0..pace.steps {
        rbm.draw_down(&units, &mut probabilities, dream, seed(2 * step + 1));
        if step == 0 {
            error = sum_of_rows(data, &probabilities, n_visible);
        }
        if step + 1 < pace.steps {
            rbm.draw_up(dream, dreamt, &mut units, seed(2 * step + 2));
        } else {
            rbm.up(dream, dreamt);
        }
    }
    dreamt.iter_mut().for_each(|unit| *unit = -*unit);
    let scale = (pace.rate / n as f64) as f32;
    let decay = (pace.rate * pace.decay) as f32;
    let mut push = vec![0.0; n_hidden];
    hidden.chunks_exact(n_hidden).for_each(|row| add(&mut push, row));
    move_bias(&mut rbm.hidden_bias, &mut velocity.hidden, &push, pace.keep, scale);
    let mut push = vec![0.0; n_visible];
    let mut pull = vec![0.0; n_visible];
    let (data, dream) = visible.split_at(n * n_visible);
    data.chunks_exact(n_visible).for_each(|row| add(&mut push, row));
    dream.chunks_exact(n_visible).for_each(|row| add(&mut pull, row));
    push.iter_mut().zip(pull).for_each(|(push, pull)| *push -= pull);
    move_bias(&mut rbm.visible_bias, &mut velocity.visible, &push, pace.keep, scale);
    product::learn(
        view(&visible, n_visible),
        view(&hidden, n_hidden),
        [pace.keep, scale, decay],
        velocity.weights.view_mut(),
        rbm.weights.view_mut(),
    );
    (error, visible.split_off(n * n_visible))
}

/// A batch of up–down tuning (Hinton, Osindero and Teh 2006); gives the sum of the squared errors of the boards made again.
///
/// Awake, boards are recognised, and every layer below the top learns to make what is below it from what was recognised. The top
/// machine learns by contrastive divergence. Asleep, what it dreamt comes down as a board, and recognition learns to find again what
/// the board was made from.
fn up_and_down(
    layers: &mut [Rbm],
    tuning: &mut Tuning,
    data: Vec<f32>,
    pace: Pace,
    chance: impl Fn(usize, usize) -> Seed + Sync + Send + Copy,
) -> f64 {
    let top = layers.len() - 1;
    let n = data.len() / layers[0].n_visible();
    // Draws of the top machine come first; those of the layers have numbers beyond them.
    let first = 2 * pace.steps + 1;
    let mut awake = vec![data];
    for (i, recognition) in tuning.recognition.iter().enumerate() {
        let mut probabilities = vec![0.0; n * recognition.n_hidden()];
        let mut units = probabilities.clone();
        recognition.draw_up(&awake[i], &mut probabilities, &mut units, |row| chance(first + i, row));
        awake.push(units);
    }
    let (_, dream) = contrast(&mut layers[top], &mut tuning.velocities[top], awake[top].clone(), pace, chance);
    let mut asleep = vec![dream];
    for i in (0..top).rev() {
        let mut probabilities = vec![0.0; n * layers[i].n_visible()];
        let mut units = probabilities.clone();
        layers[i].draw_down(&asleep[0], &mut probabilities, &mut units, |row| chance(first + top + i, row));
        asleep.insert(0, units);
    }
    let scale = (pace.rate / n as f64) as f32;
    let factors = [pace.keep, scale, (pace.rate * pace.decay) as f32];
    let mut error = 0.0;
    for i in 0..top {
        let (n_visible, n_hidden) = (layers[i].n_visible(), layers[i].n_hidden());
        let expected = layers[i].visible(&awake[i + 1]);
        if i == 0 {
            error = sum_of_rows(&awake[0], &expected, n_visible);
        }
        let missed = difference(&awake[i], &expected);
        let (layer, velocity) = (&mut layers[i], &mut tuning.velocities[i]);
        move_bias(&mut layer.visible_bias, &mut velocity.visible, &sums(&missed, n_visible), pace.keep, scale);
        let (velocity, weights) = (velocity.weights.view_mut(), layer.weights.view_mut());
        product::learn(view(&missed, n_visible), view(&awake[i + 1], n_hidden), factors, velocity, weights);

        let recognition = &mut tuning.recognition[i];
        let velocity = &mut tuning.recognising[i];
        let missed = difference(&asleep[i + 1], &recognition.hidden(&asleep[i]));
        move_bias(&mut recognition.hidden_bias, &mut velocity.hidden, &sums(&missed, n_hidden), pace.keep, scale);
        let (velocity, weights) = (velocity.weights.view_mut(), recognition.weights.view_mut());
        product::learn(view(&asleep[i], n_visible), view(&missed, n_hidden), factors, velocity, weights);
    }
    error
}

fn difference(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The sum of every column.
fn sums(rows: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0; width];
    rows.chunks_exact(width).for_each(|row| add(&mut sums, row));
    sums
}

fn move_bias(bias: &mut [f32], velocity: &mut [f32], push: &[f32], keep: f32, scale: f32) {
    for ((bias, velocity), push) in bias.iter_mut().zip(velocity).zip(push) {
        *velocity = keep * *velocity + scale * push;
        *bias += *velocity;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{Board, BoardSize};

    /// All states of this many units.
    fn states(n: usize) -> impl Iterator<Item = Vec<f32>> {
        (0..1u32 << n).map(move |bits| (0..n).map(|i| (bits >> i & 1) as f32).collect())
    }

    /// The gradient of the log-likelihood by the weights: what data make of visible times hidden, less what the machine does.
    fn exact_gradient(rbm: &Rbm, data: &[f32]) -> Array2<f64> {
        let (v, h) = (rbm.n_visible(), rbm.n_hidden());
        let mut gradient = Array2::zeros((v, h));
        let mut add = |visible: &[f32], weight: f64| {
            let hidden = rbm.hidden(visible);
            for i in 0..v {
                for j in 0..h {
                    gradient[[i, j]] += weight * f64::from(visible[i]) * f64::from(hidden[j]);
                }
            }
        };
        let rows = data.len() / v;
        data.chunks_exact(v).for_each(|row| add(row, 1.0 / rows as f64));
        // A machine of three states has boards only.
        let possible =
            |z: &Vec<f32>| rbm.units().is_binary() || (0..v / 3).all(|i| z[i] + z[v / 3 + i] + z[2 * v / 3 + i] == 1.0);
        let all: Vec<(Vec<f32>, f64)> =
            states(v).filter(possible).map(|z| (rbm.free_energy(&z), z)).map(|(f, z)| (z, (-f).exp())).collect();
        let sum: f64 = all.iter().map(|(_, weight)| weight).sum();
        all.iter().for_each(|(z, weight)| add(z, -weight / sum));
        gradient
    }

    /// Boards of 2×2 that are not alike: the first point decides much of the rest.
    fn collection() -> Collection {
        let size = BoardSize::new(2).unwrap();
        let mut boards = Boards::new(size);
        for text in ["XX.O", "XXO.", "X.X.", "O.OO", "OO..", ".XO.", "..X.", "O..O"] {
            let states: Vec<u8> = text
                .bytes()
                .map(|b| {
                    [boards::BLACK, boards::WHITE, boards::EMPTY][match b {
                        b'X' => 0,
                        b'O' => 1,
                        _ => 2,
                    }]
                })
                .collect();
            boards.push(&Board::with_stones(size, &boards::stones(size, &states)));
        }
        Collection::draw(&boards, 0, Seed(1), "drawn").unwrap()
    }

    #[test]
    fn contrastive_divergence_goes_the_way_of_the_likelihood() {
        let collection = collection();
        let options = Options {
            layers: vec![5],
            momentum: 0.0,
            last_momentum: 0.0,
            rate: 1.0,
            last_rate: 1.0,
            decay: 0.0,
            epochs: 10_000,
            ..Options::default()
        };
        for (steps, size, units) in [
            (1, 0.25, Units::Binary),
            (20, 0.75, Units::Binary),
            (1, 0.25, Units::ThreeState),
            (20, 0.75, Units::ThreeState),
        ] {
            let mut training =
                Training::new(&collection, Options { steps, units, ..options.clone() }, Seed(7)).unwrap();
            let (start, _) = training.state.current.clone().unwrap();
            let weights = chance::normal(Seed(8), 0.5, 60);
            let start = Rbm::from_parts(weights, start.visible_bias, start.hidden_bias).unwrap().with_units(units);
            let rows: Vec<u32> = (0..8).collect();
            let data = training.input(&collection.training, &rows, None);
            let exact = exact_gradient(&start, &data);
            let mut mean = Array2::<f64>::zeros((12, 5));
            let tries = 3000;
            for epoch in 0..tries {
                training.state.epoch = epoch;
                let (mut rbm, mut velocity) = (start.clone(), Velocity::zero(&start));
                training.learn(&mut rbm, &mut velocity, &rows);
                mean.zip_mut_with(&velocity.weights, |sum, v| *sum += f64::from(*v) / tries as f64);
            }
            let dot = |a: &Array2<f64>, b: &Array2<f64>| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            let cosine = dot(&mean, &exact) / (dot(&mean, &mean) * dot(&exact, &exact)).sqrt();
            assert!(cosine > 0.85, "CD-{steps}: {cosine}");
            let ratio = (dot(&mean, &mean) / dot(&exact, &exact)).sqrt();
            assert!((size..1.2).contains(&ratio), "CD-{steps}: {ratio} times as long");
            // Where the likelihood has a clear opinion, the sign is the same.
            let greatest = exact.iter().fold(0.0, |most: f64, g| most.max(g.abs()));
            for (cd, exact) in mean.iter().zip(&exact).filter(|(_, exact)| exact.abs() > 0.5 * greatest) {
                assert!(cd * exact > 0.0, "CD-{steps}: {cd} for {exact}");
            }
        }
    }

    #[test]
    fn options_that_make_no_sense_are_refused() {
        let wrong = |change: &dyn Fn(&mut Options)| {
            let mut options = Options::default();
            change(&mut options);
            options.check().unwrap_err().to_string()
        };
        assert_eq!(wrong(&|o| o.layers = vec![]), "a network has at least one hidden layer");
        assert_eq!(wrong(&|o| o.layers = vec![5, 0]), "a layer has from 1 to 100000 units");
        assert_eq!(wrong(&|o| o.rate = f64::NAN), "the rate is above 0 and at most 10");
        assert_eq!(wrong(&|o| o.momentum = 1.0), "a momentum is at least 0 and below 1");
        assert_eq!(wrong(&|o| o.epochs = 0), "there is at least one epoch");
        assert!(Options::default().check().is_ok());
        let empty = Collection { training: Boards::new(BoardSize::NINE), ..collection() };
        assert_eq!(Training::new(&empty, Options::default(), Seed(1)).err(), Some(TrainingError::NoBoards));
    }

    #[test]
    fn rates_and_momenta_go_as_they_should() {
        let options = Options { epochs: 11, rate: 1.0, last_rate: 0.5, momentum_epochs: 2, ..Options::default() };
        assert_eq!((options.rate_in(0), options.rate_in(5), options.rate_in(10)), (1.0, 0.75, 0.5));
        assert_eq!((options.momentum_in(1), options.momentum_in(2)), (0.5, 0.9));
    }
}
