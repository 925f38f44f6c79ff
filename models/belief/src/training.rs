//! Greedy layerwise training by contrastive divergence, batch by batch, so that it can stop and go on anywhere.

use model::Seed;
use ndarray::Array2;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::boards::{self, Boards, Collection, planes};
use crate::math::{add, sum_of_squares};
use crate::product;
use crate::rbm::{Rbm, view};
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

/// How far training has come: what a checkpoint holds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    /// The layers that have learned.
    pub(crate) lower: Vec<Rbm>,
    /// The layer that learns, unless all have.
    pub(crate) current: Option<(Rbm, Velocity)>,
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
        let state = State { lower: Vec::new(), current: None, epoch: 0, batch: 0, error: 0.0, history: Vec::new() };
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
            rbm.visible_bias = means.iter().map(|&p| libm::log(p / (1.0 - p)) as f32).collect();
            let velocity = Velocity::zero(&rbm);
            (rbm, velocity)
        });
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
        for rbm in &self.state.lower {
            units = rbm.hidden(&units);
        }
        units
    }

    /// Learns one batch; at the end of an epoch also looks at what it came to.
    ///
    /// # Errors
    /// When the weights are not numbers any more.
    pub fn step(&mut self) -> Result<Step, TrainingError> {
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
        let of_epoch = |part| self.seed.stream(part).stream(self.layer() as u64).stream(self.state.epoch as u64);
        let turns = options.symmetries.then(|| of_epoch(TURNS));
        let units_seed = of_epoch(UNITS);
        let seed = |draw: usize| move |row: usize| units_seed.stream(rows[row].into()).stream(draw as u64);
        let (n, n_visible, n_hidden) = (rows.len(), rbm.n_visible(), rbm.n_hidden());
        // The data stand above what the machine makes of them, so that one product takes the difference.
        let mut visible = self.input(&self.collection.training, rows, turns);
        visible.resize(2 * n * n_visible, 0.0);
        let mut hidden = vec![0.0; 2 * n * n_hidden];
        let mut probabilities = vec![0.0; n * n_visible];
        let mut units = vec![0.0; n * n_hidden];
        let (data, dream) = visible.split_at_mut(n * n_visible);
        let (felt, dreamt) = hidden.split_at_mut(n * n_hidden);
        rbm.draw_up(data, felt, &mut units, seed(0));
        let mut error = 0.0;
        for step in 0..options.steps {
            rbm.draw_down(&units, &mut probabilities, dream, seed(2 * step + 1));
            if step == 0 {
                error = sum_of_rows(data, &probabilities, n_visible);
            }
            if step + 1 < options.steps {
                rbm.draw_up(dream, dreamt, &mut units, seed(2 * step + 2));
            } else {
                rbm.up(dream, dreamt);
            }
        }
        dreamt.iter_mut().for_each(|unit| *unit = -*unit);
        let rate = options.rate_in(self.state.epoch);
        let keep = options.momentum_in(self.state.epoch) as f32;
        let scale = (rate / n as f64) as f32;
        let decay = (rate * options.decay) as f32;
        let mut push = vec![0.0; n_hidden];
        hidden.chunks_exact(n_hidden).for_each(|row| add(&mut push, row));
        move_bias(&mut rbm.hidden_bias, &mut velocity.hidden, &push, keep, scale);
        let mut push = vec![0.0; n_visible];
        let mut pull = vec![0.0; n_visible];
        let (data, dream) = visible.split_at(n * n_visible);
        data.chunks_exact(n_visible).for_each(|row| add(&mut push, row));
        dream.chunks_exact(n_visible).for_each(|row| add(&mut pull, row));
        push.iter_mut().zip(pull).for_each(|(push, pull)| *push -= pull);
        move_bias(&mut rbm.visible_bias, &mut velocity.visible, &push, keep, scale);
        product::learn(
            view(&visible, n_visible),
            view(&hidden, n_hidden),
            [keep, scale, decay],
            velocity.weights.view_mut(),
            rbm.weights.view_mut(),
        );
        error
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
        self.state.current.is_none().then_some(&self.state.lower)
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
        let all: Vec<(Vec<f32>, f64)> =
            states(v).map(|z| (rbm.free_energy(&z), z)).map(|(f, z)| (z, (-f).exp())).collect();
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
        for (steps, size) in [(1, 0.25), (20, 0.75)] {
            let mut training = Training::new(&collection, Options { steps, ..options.clone() }, Seed(7)).unwrap();
            let (start, _) = training.state.current.clone().unwrap();
            let weights = chance::normal(Seed(8), 0.5, 60);
            let start = Rbm::from_parts(weights, start.visible_bias, start.hidden_bias).unwrap();
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
