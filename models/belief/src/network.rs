//! The deep belief network: machines on top of each other, sampled from the top down.

use std::ops::Range;

use goban::{Board, BoardSize};
use model::Seed;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::boards::{self, BLACK, Boards, EMPTY, WHITE, planes};
use crate::chance::Lanes;
use crate::rbm::Rbm;
use crate::training::{Epoch, Options, Training};

/// How often each point is black, white and empty: three numbers a point that add up to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Maps {
    /// P(black), row by row from the top left.
    pub black: Vec<f64>,
    /// P(white).
    pub white: Vec<f64>,
    /// P(empty).
    pub empty: Vec<f64>,
}

impl Maps {
    /// Maps from sums of three planes, brought to 1 at every point.
    pub(crate) fn normalised(planes: &[f64]) -> Maps {
        let area = planes.len() / 3;
        let plane = |state: u8| -> Vec<f64> {
            let value = |i: usize| {
                let all = planes[i] + planes[area + i] + planes[2 * area + i];
                if all > 0.0 { planes[usize::from(state) * area + i] / all } else { 1.0 / 3.0 }
            };
            (0..area).map(value).collect()
        };
        Maps { black: plane(BLACK), white: plane(WHITE), empty: plane(EMPTY) }
    }

    /// The three maps in the order of the planes.
    #[must_use]
    pub fn planes(&self) -> [&[f64]; 3] {
        [&self.black, &self.white, &self.empty]
    }

    /// P(white) − P(black) at every point: the spin to be expected.
    #[must_use]
    pub fn spins(&self) -> Vec<f64> {
        self.white.iter().zip(&self.black).map(|(white, black)| white - black).collect()
    }
}

/// Where samples begin, at the top of the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Top {
    /// The top units are drawn as a training board makes them, a new one for every sample.
    Boards,
    /// Every top unit is drawn by itself, as often on as it is over all training boards.
    Independent,
}

/// What is known of how a network came about.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct About {
    /// Where the boards come from.
    pub source: String,
    /// How many it learned from.
    pub training: usize,
    /// How many were kept back.
    pub validation: usize,
    /// The seed of all chance.
    pub seed: u64,
    /// How it learned.
    pub options: Options,
    /// Samples behind its maps.
    pub samples: usize,
}

/// A deep belief network of final boards.
///
/// Its visible layer has three units a point, in planes: black stones, white stones, empty points.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub(crate) size: BoardSize,
    pub(crate) layers: Vec<Rbm>,
    /// How units are recognised from those below, for every layer but the top one; nothing where the layers do it themselves.
    pub(crate) recognition: Vec<Rbm>,
    pub(crate) maps: Maps,
    /// How often each top unit is on over the training boards.
    pub(crate) top_means: Vec<f32>,
    pub(crate) history: Vec<Epoch>,
    pub(crate) about: About,
}

/// Layers that make no network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct NetworkError(pub(crate) String);

/// Samples that are drawn together.
const BLOCK: usize = 250;

/// Blocks whose sums are kept at a time.
const WAVE: usize = 64;

impl Network {
    /// A network of these machines, from the lowest, about which nothing else is known: its maps are even.
    ///
    /// # Errors
    /// When the machines do not fit each other and the board.
    pub fn new(size: BoardSize, layers: Vec<Rbm>) -> Result<Network, NetworkError> {
        let network = Network {
            size,
            top_means: vec![0.5; layers.last().map_or(0, Rbm::n_hidden)],
            layers,
            recognition: Vec::new(),
            maps: Maps::normalised(&vec![0.0; 3 * size.area()]),
            history: Vec::new(),
            about: About::default(),
        };
        network.check()?;
        Ok(network)
    }

    /// The same with what recognises units, as a file has it.
    pub(crate) fn read(size: BoardSize, layers: Vec<Rbm>, recognition: Vec<Rbm>) -> Result<Network, NetworkError> {
        let network = Network { recognition, ..Network::new(size, layers)? };
        network.check()?;
        Ok(network)
    }

    /// The network that a finished training made, with maps of this many samples. `go_on` hears how many are done and says whether to
    /// go on; none if not.
    ///
    /// # Errors
    /// When the training is not finished.
    pub fn finish(
        training: &Training<'_>,
        samples: usize,
        top: Top,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Network>, NetworkError> {
        let layers = training.layers().ok_or_else(|| NetworkError("the training is not finished".to_string()))?;
        let collection = training.collection();
        let boards = &collection.training;
        let mut network = Network::new(collection.size(), layers.to_vec())?;
        network.recognition = training.recognition().to_vec();
        network.history = training.history().to_vec();
        network.about = About {
            source: collection.source.clone(),
            training: boards.len(),
            validation: collection.validation.len(),
            seed: training.seed().0,
            options: training.options().clone(),
            samples,
        };
        network.top_means = network.means_of_top(boards);
        let maps = network.occurrence(boards, samples, top, training.seed(), go_on);
        Ok(maps.map(|maps| Network { maps, ..network }))
    }

    /// Whether the layers fit each other and the board.
    fn check(&self) -> Result<(), NetworkError> {
        let mut below = 3 * self.size.area();
        if self.layers.is_empty() {
            return Err(NetworkError("the network has no layers".to_string()));
        }
        for (i, rbm) in self.layers.iter().enumerate() {
            if rbm.n_visible() != below {
                let below_it = if i == 0 { format!("a {} board", self.size) } else { format!("layer {i}") };
                return Err(NetworkError(format!(
                    "layer {} has {} visible units, but {below_it} has {below}",
                    i + 1,
                    rbm.n_visible()
                )));
            }
            below = rbm.n_hidden();
        }
        let fits = |(layer, reading): (&Rbm, &Rbm)| layer.weights.dim() == reading.weights.dim();
        let all = self.recognition.is_empty() || self.recognition.len() + 1 == self.layers.len();
        if !all || !self.layers.iter().zip(&self.recognition).all(fits) {
            return Err(NetworkError("recognition does not fit the layers".to_string()));
        }
        Ok(())
    }

    /// The size of its boards.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Its machines, from the lowest.
    #[must_use]
    pub fn layers(&self) -> &[Rbm] {
        &self.layers
    }

    /// How often each point is black, white and empty in its samples.
    #[must_use]
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// What the epochs of its training came to.
    #[must_use]
    pub fn history(&self) -> &[Epoch] {
        &self.history
    }

    /// How it came about.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The same network with maps of other samples.
    #[must_use]
    pub fn with_maps(mut self, maps: Maps, samples: usize) -> Network {
        self.maps = maps;
        self.about.samples = samples;
        self
    }

    /// Whether up–down tuning has parted how units are recognised from how they are made.
    #[must_use]
    pub fn is_tuned(&self) -> bool {
        !self.recognition.is_empty()
    }

    /// The machine by which the units of a layer are recognised.
    pub(crate) fn recognition(&self, layer: usize) -> &Rbm {
        self.recognition.get(layer).unwrap_or(&self.layers[layer])
    }

    fn lowest(&self) -> &Rbm {
        &self.layers[0]
    }

    /// The free energy of a board in the lowest machine: the lower, the likelier the board, among boards with as many stones. Up–down
    /// tuning leaves no such machine: it is then that of the layer that makes boards, with the hidden units as they were before.
    ///
    /// # Panics
    /// If the board has another size.
    #[must_use]
    pub fn free_energy(&self, board: &Board) -> f64 {
        assert_eq!(board.size(), self.size, "a network reads boards of its size");
        let mut units = vec![0.0; self.lowest().n_visible()];
        planes(&boards::states(board).collect::<Vec<u8>>(), &mut units);
        self.lowest().free_energy(&units)
    }

    /// Probabilities of the top units of some rows of visible ones, by the probabilities of each layer.
    fn up(&self, mut units: Vec<f32>) -> Vec<f32> {
        for layer in 0..self.layers.len() {
            units = self.recognition(layer).hidden(&units);
        }
        units
    }

    fn means_of_top(&self, boards: &Boards) -> Vec<f32> {
        let starts: Vec<usize> = (0..boards.len()).step_by(BLOCK).collect();
        let width = 3 * self.size.area();
        let sums: Vec<Vec<f64>> = starts
            .into_par_iter()
            .map(|from| {
                let rows = from..(from + BLOCK).min(boards.len());
                let mut units = vec![0.0; rows.len() * width];
                for (units, row) in units.chunks_exact_mut(width).zip(rows) {
                    planes(boards.states(row), units);
                }
                column_sums(&self.up(units), self.n_top())
            })
            .collect();
        let n = boards.len().max(1) as f64;
        (0..self.n_top()).map(|j| (sums.iter().map(|block| block[j]).sum::<f64>() / n) as f32).collect()
    }

    fn n_top(&self) -> usize {
        self.layers.last().map_or(0, Rbm::n_hidden)
    }

    /// Samples by their numbers: probabilities of the visible units, a row each. Sample 7 is the same whatever else is drawn.
    #[must_use]
    pub fn sample(&self, boards: &Boards, samples: Range<usize>, top: Top, seed: Seed) -> Vec<f32> {
        let seeds: Vec<Seed> = samples.map(|i| seed.stream(i as u64)).collect();
        let top_units = self.n_top();
        let mut hidden = vec![0.0; seeds.len() * top_units];
        let probabilities = match top {
            Top::Independent => self.top_means.repeat(seeds.len()),
            Top::Boards => {
                let width = 3 * self.size.area();
                let mut units = vec![0.0; seeds.len() * width];
                for (units, seed) in units.chunks_exact_mut(width).zip(&seeds) {
                    let row = model::below(&mut seed.stream(0).rng(), boards.len().max(1));
                    planes(boards.states(row), units);
                }
                self.up(units)
            }
        };
        for ((hidden, probabilities), seed) in
            hidden.chunks_exact_mut(top_units).zip(probabilities.chunks_exact(top_units)).zip(&seeds)
        {
            Lanes::new(seed.stream(1)).draw(probabilities, hidden);
        }
        self.down(hidden, &|row, draw| seeds[row].stream(2 + draw as u64))
    }

    /// From drawn top units down to the probabilities of the visible ones; the layers between are drawn.
    fn down(&self, top: Vec<f32>, seed: &(dyn Fn(usize, usize) -> Seed + Sync)) -> Vec<f32> {
        let mut units = top;
        for (draw, rbm) in self.layers.iter().enumerate().rev() {
            if draw == 0 {
                return rbm.visible(&units);
            }
            let rows = units.len() / rbm.n_hidden();
            let mut probabilities = vec![0.0; rows * rbm.n_visible()];
            let mut below = vec![0.0; rows * rbm.n_visible()];
            rbm.draw_down(&units, &mut probabilities, &mut below, |row| seed(row, draw));
            units = below;
        }
        units
    }

    /// How often each point is black, white and empty: the mean of this many samples. `go_on` hears how many are done and says whether
    /// to go on; none if not.
    #[must_use]
    pub fn occurrence(
        &self,
        boards: &Boards,
        samples: usize,
        top: Top,
        seed: Seed,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Maps> {
        let width = 3 * self.size.area();
        let mut sums = vec![0.0; width];
        for wave in (0..samples).step_by(BLOCK * WAVE) {
            let starts: Vec<usize> = (wave..(wave + BLOCK * WAVE).min(samples)).step_by(BLOCK).collect();
            let blocks: Vec<Vec<f64>> = starts
                .into_par_iter()
                .map(|from| {
                    let rows = self.sample(boards, from..(from + BLOCK).min(samples), top, seed);
                    column_sums(&rows, width)
                })
                .collect();
            for block in blocks {
                sums.iter_mut().zip(block).for_each(|(sum, more)| *sum += more);
            }
            if !go_on((wave + BLOCK * WAVE).min(samples)) {
                return None;
            }
        }
        Some(Maps::normalised(&sums))
    }

    /// What the network expects on the empty points of a board, given its stones.
    ///
    /// Several chains begin with the stones and a board drawn from the maps. In each sweep all units are drawn up to the
    /// top and down again, the stones are put back, and empty points are drawn, one state each. The probabilities of the
    /// second half of the sweeps are averaged.
    ///
    /// # Panics
    /// If the board has another size.
    #[must_use]
    pub fn conditional(&self, board: &Board, chains: usize, sweeps: usize, seed: Seed) -> Maps {
        assert_eq!(board.size(), self.size, "a network reads boards of its size");
        let area = self.size.area();
        let width = 3 * area;
        let stones: Vec<u8> = boards::states(board).collect();
        let empty: Vec<usize> = (0..area).filter(|&i| stones[i] == EMPTY).collect();
        let mut clamped = vec![0.0; width];
        planes(&stones, &mut clamped);
        let mut rows = vec![0.0; chains.max(1) * width];
        let chance = |sweep: usize, row: usize| seed.stream(sweep as u64).stream(row as u64);
        let maps = self.maps.planes();
        let first: Vec<f32> = maps.into_iter().flatten().map(|p| *p as f32).collect();
        for (row, units) in rows.chunks_exact_mut(width).enumerate() {
            units.copy_from_slice(&first);
            settle(units, &clamped, &empty, chance(0, row).stream(0));
        }
        let mut sums = vec![0.0; width];
        let burn = sweeps / 2;
        for sweep in 1..=sweeps.max(1) {
            let mut units = rows;
            for layer in 0..self.layers.len() {
                let rbm = self.recognition(layer);
                let n = units.len() / rbm.n_visible();
                let (mut probabilities, mut drawn) = (vec![0.0; n * rbm.n_hidden()], vec![0.0; n * rbm.n_hidden()]);
                rbm.draw_up(&units, &mut probabilities, &mut drawn, |row| chance(sweep, row).stream(1 + layer as u64));
                units = drawn;
            }
            let layers = self.layers.len() as u64;
            rows = self.down(units, &|row, draw| chance(sweep, row).stream(1 + layers + draw as u64));
            if sweep > burn {
                column_sums(&rows, width).into_iter().zip(&mut sums).for_each(|(more, sum)| *sum += more);
            }
            for (row, units) in rows.chunks_exact_mut(width).enumerate() {
                settle(units, &clamped, &empty, chance(sweep, row).stream(0));
            }
        }
        for (i, &state) in stones.iter().enumerate().filter(|(_, state)| **state != EMPTY) {
            for plane in [BLACK, WHITE, EMPTY] {
                sums[usize::from(plane) * area + i] = f64::from(u8::from(plane == state));
            }
        }
        Maps::normalised(&sums)
    }
}

/// Puts the stones back, and draws one state for each empty point, as likely as its planes say.
fn settle(units: &mut [f32], clamped: &[f32], empty: &[usize], seed: Seed) {
    let area = units.len() / 3;
    let mut uniform = vec![0.0; empty.len()];
    Lanes::new(seed).fill(&mut uniform);
    let drawn: Vec<usize> =
        empty.iter().zip(uniform).map(|(&i, u)| one_of([units[i], units[area + i], units[2 * area + i]], u)).collect();
    units.copy_from_slice(clamped);
    for (&i, plane) in empty.iter().zip(drawn) {
        units[2 * area + i] = 0.0;
        units[plane * area + i] = 1.0;
    }
}

/// One of three states, as likely as their weights say, by a number from 0 to 1.
pub(crate) fn one_of(weights: [f32; 3], uniform: f32) -> usize {
    let at = uniform * (weights[0] + weights[1] + weights[2]);
    if at < weights[0] {
        0
    } else if at < weights[0] + weights[1] {
        1
    } else {
        2
    }
}

fn column_sums(rows: &[f32], width: usize) -> Vec<f64> {
    let mut sums = vec![0.0; width];
    for row in rows.chunks_exact(width) {
        sums.iter_mut().zip(row).for_each(|(sum, unit)| *sum += f64::from(*unit));
    }
    sums
}
