//! What a network learned, in numbers: likelihoods, distances of maps, and what its samples look like.

use goban::{Board, BoardSize, Setup};
use model::Seed;
use rayon::prelude::*;

use crate::boards::{self, Boards, planes};
use crate::chance::Lanes;
use crate::math::{add, sum_of_three, sum_softplus};
use crate::network::{Maps, Network, Top, one_of};
use crate::rbm::{Rbm, Units};

/// Pseudo-likelihood: the mean logarithm of the probability that the lowest machine gives to the state of a point (black,
/// white or empty), given all other points, over the first `n` boards. In nats a point; never positive, and the higher the better.
#[must_use]
pub fn pseudo_likelihood(network: &Network, boards: &Boards, n: usize) -> f64 {
    let rbm = &network.layers()[0];
    let n = n.min(boards.len());
    let sums: Vec<f64> = (0..n).into_par_iter().map(|i| pseudo(rbm, boards.states(i))).collect();
    sums.iter().sum::<f64>() / (n * boards.size().area()) as f64
}

/// Σ ln P(state of a point | the others) over the points of a board.
fn pseudo(rbm: &Rbm, states: &[u8]) -> f64 {
    let area = states.len();
    let mut sums = rbm.hidden_bias.clone();
    let unit = |state: u8, i: usize| usize::from(state) * area + i;
    for (i, &state) in states.iter().enumerate() {
        add(&mut sums, rbm.row(unit(state, i)));
    }
    let here = sum_softplus(sums.len(), |j| sums[j]);
    let mut log = 0.0;
    for (i, &state) in states.iter().enumerate() {
        let own = rbm.row(unit(state, i));
        let mut odds = 1.0;
        for other in (0..3).filter(|other| *other != state) {
            let row = rbm.row(unit(other, i));
            let there = sum_softplus(sums.len(), |j| sums[j] - own[j] + row[j]);
            let bias = f64::from(rbm.visible_bias[unit(other, i)]) - f64::from(rbm.visible_bias[unit(state, i)]);
            odds += libm::exp(there - here + bias);
        }
        log -= libm::log(odds);
    }
    log
}

/// The same for independent points: each is black, white or empty as often as in the boards learned from (one board of each
/// kind added, so that nothing is impossible).
#[must_use]
pub fn independent_likelihood(training: &Boards, boards: &Boards) -> f64 {
    let total = training.len() as f64;
    let logs = training.frequencies().map(|plane| -> Vec<f64> {
        plane.iter().map(|share| libm::log((share * total + 1.0) / (total + 3.0))).collect()
    });
    let mut sum = 0.0;
    for i in 0..boards.len() {
        for (point, &state) in boards.states(i).iter().enumerate() {
            sum += logs[usize::from(state)][point];
        }
    }
    sum / (boards.len() * boards.size().area()) as f64
}

/// An estimate of ln Z, the logarithm of the sum of e^−energy over all states of a machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Partition {
    /// The estimate.
    pub log_z: f64,
    /// Its standard error, from the spread of the runs.
    pub error: f64,
}

/// Annealed importance sampling of ln Z: runs begin at a machine without weights, whose visible units are on as often as the
/// given means, and come to the real one in this many steps.
#[must_use]
pub fn partition(rbm: &Rbm, means: &[f64], runs: usize, steps: usize, seed: Seed) -> Partition {
    let (n_visible, n_hidden) = (rbm.n_visible(), rbm.n_hidden());
    let base: Vec<f32> = rbm.biases_of(means);
    let visible_log_z =
        if rbm.units().is_binary() { sum_softplus(n_visible, |i| base[i]) } else { sum_of_three(&base) };
    let base_log_z = n_hidden as f64 * std::f64::consts::LN_2 + visible_log_z;
    // Runs go in parts of a fixed size, so that the result does not depend on the number of threads.
    const PART: usize = 25;
    let parts: Vec<usize> = (0..runs).step_by(PART).collect();
    let weights: Vec<f64> = parts
        .into_par_iter()
        .flat_map_iter(|from| {
            let n = PART.min(runs - from);
            let chance = |step: usize, row: usize| seed.stream((from + row) as u64).stream(step as u64);
            let mut visible = vec![0.0; n * n_visible];
            let mut first = vec![0.0; n_visible];
            rbm.show(&mut first, &base);
            for (row, units) in visible.chunks_exact_mut(n_visible).enumerate() {
                rbm.draw_visible(&first, units, chance(0, row));
            }
            let mut logs = vec![0.0; n];
            let mut sums = vec![0.0; n * n_hidden];
            let mut hidden = vec![0.0; n * n_hidden];
            let mut fields = vec![0.0; n * n_visible];
            for step in 1..=steps {
                let (before, beta) = ((step - 1) as f64 / steps as f64, step as f64 / steps as f64);
                rbm.sums_up(&visible, &mut sums);
                for (row, log) in logs.iter_mut().enumerate() {
                    let sums = &mut sums[row * n_hidden..(row + 1) * n_hidden];
                    sums.iter_mut().zip(&rbm.hidden_bias).for_each(|(sum, bias)| *sum += bias);
                    let units = &visible[row * n_visible..(row + 1) * n_visible];
                    let bias: f64 = units
                        .iter()
                        .enumerate()
                        .filter(|(_, unit)| **unit != 0.0)
                        .map(|(i, _)| f64::from(rbm.visible_bias[i]) - f64::from(base[i]))
                        .sum();
                    let free = |beta: f64| sum_softplus(n_hidden, |j| beta as f32 * sums[j]);
                    *log += (beta - before) * bias + free(beta) - free(before);
                }
                // One sweep of the machine at this temperature.
                for (row, (sums, hidden)) in
                    sums.chunks_exact_mut(n_hidden).zip(hidden.chunks_exact_mut(n_hidden)).enumerate()
                {
                    sums.iter_mut().for_each(|sum| *sum = crate::math::sigmoid(beta as f32 * *sum));
                    Lanes::new(chance(2 * step, row)).draw(sums, hidden);
                }
                rbm.sums_down(&hidden, &mut fields);
                let bias: Vec<f32> =
                    (0..n_visible).map(|i| (1.0 - beta as f32) * base[i] + beta as f32 * rbm.visible_bias[i]).collect();
                for (row, (fields, visible)) in
                    fields.chunks_exact_mut(n_visible).zip(visible.chunks_exact_mut(n_visible)).enumerate()
                {
                    fields.iter_mut().for_each(|field| *field *= beta as f32);
                    rbm.show(fields, &bias);
                    rbm.draw_visible(fields, visible, chance(2 * step + 1, row));
                }
            }
            logs
        })
        .collect();
    let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let scaled: Vec<f64> = weights.iter().map(|log| libm::exp(log - most)).collect();
    let n = scaled.len() as f64;
    let mean = scaled.iter().sum::<f64>() / n;
    let variance = scaled.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Partition { log_z: base_log_z + most + libm::log(mean), error: libm::sqrt(variance / n) / mean }
}

/// Mean of ln P(board) over the first `n` boards, in nats a point, with ln Z as estimated.
#[must_use]
pub fn log_likelihood(network: &Network, boards: &Boards, n: usize, partition: Partition) -> f64 {
    let rbm = &network.layers()[0];
    let n = n.min(boards.len());
    let area = boards.size().area();
    let free: Vec<f64> = (0..n)
        .into_par_iter()
        .map(|i| {
            let mut units = vec![0.0; 3 * area];
            planes(boards.states(i), &mut units);
            rbm.free_energy(&units)
        })
        .collect();
    (-free.iter().sum::<f64>() / n as f64 - partition.log_z) / area as f64
}

/// What a whole network makes of boards, in nats a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Likelihood {
    /// The mean of ln P(board) is at least this, but for the noise of its draws: the bound that recognition gives.
    pub bound: f64,
    /// The mean of ln P(board) as estimated from several draws a board. It is not above the truth either, on average, and the more
    /// draws, the nearer.
    pub estimate: f64,
}

/// ln Z of the top machine of a network, by annealed importance sampling that begins with what it is shown of the first boards.
#[must_use]
pub fn top_partition(network: &Network, boards: &Boards, runs: usize, steps: usize, seed: Seed) -> Partition {
    const SHOWN: usize = 1000;
    let top = network.layers().len() - 1;
    let area = boards.size().area();
    let n = boards.len().min(SHOWN);
    let mut units = vec![0.0; n * 3 * area];
    for (i, units) in units.chunks_exact_mut(3 * area).enumerate() {
        planes(boards.states(i), units);
    }
    for layer in 0..top {
        units = network.recognition(layer).hidden(&units);
    }
    let rbm = &network.layers()[top];
    let mut means = vec![0.0; rbm.n_visible()];
    for row in units.chunks_exact(rbm.n_visible()) {
        means.iter_mut().zip(row).for_each(|(mean, unit)| *mean += f64::from(*unit) / n as f64);
    }
    partition(rbm, &means, runs, steps, seed)
}

/// Mean of ln P(board) over the first `n` boards by the whole network, with ln Z of its top machine as estimated. The units between
/// are drawn `draws` times as they are recognised, and weighed by how likely they are to be made against how likely to be recognised.
#[must_use]
pub fn network_likelihood(
    network: &Network,
    boards: &Boards,
    n: usize,
    draws: usize,
    top: Partition,
    seed: Seed,
) -> Likelihood {
    let n = n.min(boards.len());
    let (area, draws) = (boards.size().area(), draws.max(1));
    let of_board = |i: usize| {
        let mut shown = vec![0.0; 3 * area];
        planes(boards.states(i), &mut shown);
        let chance = seed.stream(i as u64);
        let logs: Vec<f64> = (0..draws).map(|draw| log_weight(network, &shown, chance.stream(draw as u64))).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean = logs.iter().map(|log| libm::exp(log - most)).sum::<f64>() / draws as f64;
        (logs.iter().sum::<f64>() / draws as f64, most + libm::log(mean))
    };
    let all: Vec<(f64, f64)> = (0..n).into_par_iter().map(of_board).collect();
    let mean = |sum: f64| (sum / n as f64 - top.log_z) / area as f64;
    Likelihood {
        bound: mean(all.iter().map(|(bound, _)| bound).sum()),
        estimate: mean(all.iter().map(|(_, estimate)| estimate).sum()),
    }
}

/// Draws the units between the board and the top machine as they are recognised: ln of what makes board and units, without ln Z,
/// less ln of what recognises them.
fn log_weight(network: &Network, shown: &[f32], seed: Seed) -> f64 {
    let layers = network.layers();
    let top = layers.len() - 1;
    let mut log = 0.0;
    let mut below = shown.to_vec();
    for (i, layer) in layers[..top].iter().enumerate() {
        let reading = network.recognition(i);
        let mut sums = vec![0.0; reading.n_hidden()];
        reading.sums_up(&below, &mut sums);
        sums.iter_mut().zip(&reading.hidden_bias).for_each(|(sum, bias)| *sum += bias);
        let probabilities: Vec<f32> = sums.iter().map(|&sum| crate::math::sigmoid(sum)).collect();
        let mut units = vec![0.0; sums.len()];
        Lanes::new(seed.stream(i as u64)).draw(&probabilities, &mut units);
        log -= log_of_binary(&sums, &units);

        let mut sums = vec![0.0; layer.n_visible()];
        layer.sums_down(&units, &mut sums);
        sums.iter_mut().zip(&layer.visible_bias).for_each(|(sum, bias)| *sum += bias);
        log += match layer.units() {
            Units::Binary => log_of_binary(&sums, &below),
            Units::ThreeState => chosen(&sums, &below) - sum_of_three(&sums),
        };
        below = units;
    }
    log - layers[top].free_energy(&below)
}

/// ln of the probability of units that are on or off, by the sums that they get.
fn log_of_binary(sums: &[f32], units: &[f32]) -> f64 {
    chosen(sums, units) - sum_softplus(sums.len(), |j| sums[j])
}

/// The sum over the units that are on.
fn chosen(sums: &[f32], units: &[f32]) -> f64 {
    sums.iter().zip(units).filter(|(_, unit)| **unit != 0.0).map(|(sum, _)| f64::from(*sum)).sum()
}

/// How far maps are from being the same under all turns and mirrorings: the mean difference between a point and the mean of the
/// points it can be turned to, over all points and the three maps.
#[must_use]
pub fn asymmetry(size: BoardSize, maps: [&[f64]; 3]) -> f64 {
    let turned = boards::turned(size);
    let area = size.area();
    let mut sum = 0.0;
    for map in maps {
        for (i, value) in map.iter().enumerate() {
            let mean = turned.iter().map(|from| map[from[i]]).sum::<f64>() / turned.len() as f64;
            sum += (value - mean).abs();
        }
    }
    sum / (3 * area) as f64
}

/// Mean and greatest difference between two triples of maps.
#[must_use]
pub fn distance(a: [&[f64]; 3], b: [&[f64]; 3]) -> (f64, f64) {
    let differences: Vec<f64> =
        a.into_iter().flatten().zip(b.into_iter().flatten()).map(|(a, b)| (a - b).abs()).collect();
    let mean = differences.iter().sum::<f64>() / differences.len().max(1) as f64;
    (mean, differences.into_iter().fold(0.0, f64::max))
}

/// What samples look like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    /// How many were looked at.
    pub samples: usize,
    /// Share of the points on which more than one of the three units is on; zero where units have three states.
    pub several: f64,
    /// Share of the points on which none is.
    pub none: f64,
    /// Samples that are possible positions (every chain has a liberty) when each point takes one state, drawn.
    pub legal_drawn: usize,
    /// The same when each point takes its likeliest state.
    pub legal_likeliest: usize,
    /// Mean number of stones when each point takes one state, drawn.
    pub stones: f64,
}

/// Looks at the first samples of a network.
#[must_use]
pub fn look(network: &Network, boards: &Boards, samples: usize, top: Top, seed: Seed) -> Look {
    let area = network.size().area();
    const BLOCK: usize = 100;
    let starts: Vec<usize> = (0..samples).step_by(BLOCK).collect();
    let counts: Vec<[usize; 5]> = starts
        .into_par_iter()
        .map(|from| {
            let range = from..(from + BLOCK).min(samples);
            let rows = network.sample(boards, range.clone(), top, seed);
            let mut counts = [0; 5];
            for (row, i) in rows.chunks_exact(3 * area).zip(range) {
                let mut units = vec![0.0; 3 * area];
                network.layers()[0].draw_visible(row, &mut units, seed.stream(i as u64).stream(u64::MAX));
                for point in 0..area {
                    let on = units[point] + units[area + point] + units[2 * area + point];
                    counts[0] += usize::from(on > 1.0);
                    counts[1] += usize::from(on == 0.0);
                }
                let (drawn, likeliest) = settled(network.size(), row, seed.stream(i as u64));
                counts[2] += usize::from(is_legal(&drawn));
                counts[3] += usize::from(is_legal(&likeliest));
                counts[4] += drawn.stones.black.len() + drawn.stones.white.len();
            }
            counts
        })
        .collect();
    let sum = |which: usize| counts.iter().map(|count| count[which]).sum::<usize>();
    let points = (samples * area).max(1) as f64;
    Look {
        samples,
        several: sum(0) as f64 / points,
        none: sum(1) as f64 / points,
        legal_drawn: sum(2),
        legal_likeliest: sum(3),
        stones: sum(4) as f64 / samples.max(1) as f64,
    }
}

/// A sample as a board, each point in one state: drawn, and the likeliest.
fn settled(size: BoardSize, row: &[f32], seed: Seed) -> (Setup, Setup) {
    let area = size.area();
    let mut uniform = vec![0.0; area];
    Lanes::new(seed.stream(u64::MAX - 1)).fill(&mut uniform);
    let weights = |i: usize| [row[i], row[area + i], row[2 * area + i]];
    let drawn: Vec<u8> = (0..area).map(|i| one_of(weights(i), uniform[i]) as u8).collect();
    let likeliest: Vec<u8> = (0..area)
        .map(|i| {
            let [black, white, empty] = weights(i);
            if empty >= black && empty >= white { boards::EMPTY } else { u8::from(white > black) }
        })
        .collect();
    let setup = |states: &[u8]| Setup { stones: boards::stones(size, states), ..Setup::new(size) };
    (setup(&drawn), setup(&likeliest))
}

fn is_legal(setup: &Setup) -> bool {
    setup.board().is_ok()
}

/// Some samples as boards, each point in its likeliest state. Chains without liberties stay where they are.
#[must_use]
pub fn sampled_boards(network: &Network, boards: &Boards, samples: usize, top: Top, seed: Seed) -> Vec<Board> {
    let rows = network.sample(boards, 0..samples, top, seed);
    rows.chunks_exact(3 * network.size().area())
        .enumerate()
        .map(|(i, row)| {
            Board::with_stones(network.size(), &settled(network.size(), row, seed.stream(i as u64)).1.stones)
        })
        .collect()
}

/// How often each point is black, white and empty in boards, to compare with.
impl From<&Boards> for Maps {
    fn from(boards: &Boards) -> Maps {
        let [black, white, empty] = boards.frequencies();
        Maps { black, white, empty }
    }
}
