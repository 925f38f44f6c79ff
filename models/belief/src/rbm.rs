//! One restricted Boltzmann machine: a visible and a hidden layer of units, joined by weights.

use model::Seed;
use ndarray::{Array2, ArrayView2, ArrayViewMut2};
use serde::{Deserialize, Serialize};

use crate::chance::{self, Lanes};
use crate::math::{activate, add, share, sum_softplus};
use crate::network::one_of;
use crate::product;

/// What the visible units of a machine are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// Each is on or off by itself, as in the paper: a point may be black and white at once, or nothing at all.
    #[default]
    Binary,
    /// They stand in three planes, and at every point exactly one of the three is on.
    ThreeState,
}

impl Units {
    pub(crate) fn is_binary(&self) -> bool {
        *self == Units::Binary
    }
}

/// A restricted Boltzmann machine with the energy −hᵀWz − cᵀz − bᵀh of visible units z and hidden units h.
///
/// ```
/// use belief::Rbm;
/// // One visible and one hidden unit that like to be on together.
/// let rbm = Rbm::from_parts(vec![2.0], vec![0.0], vec![-1.0]).unwrap();
/// assert_eq!(rbm.energy(&[1.0], &[1.0]), -1.0);
/// assert!((rbm.hidden(&[1.0])[0] - 0.731).abs() < 1e-3);
/// assert!((rbm.free_energy(&[1.0]) + (1.0 + 1.0f64.exp()).ln()).abs() < 1e-6);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Rbm {
    /// A row for every visible unit, a column for every hidden one.
    pub(crate) weights: Array2<f32>,
    pub(crate) visible_bias: Vec<f32>,
    pub(crate) hidden_bias: Vec<f32>,
    pub(crate) units: Units,
}

/// The parts of a machine do not fit together: numbers of weights, visible and hidden units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{weights} weights do not join {visible} visible and {hidden} hidden units")]
pub struct ShapeError {
    /// How many weights there are.
    pub weights: usize,
    /// How many visible units.
    pub visible: usize,
    /// How many hidden units.
    pub hidden: usize,
}

impl Rbm {
    /// A machine that knows nothing: small random weights, no biases.
    #[must_use]
    pub fn new(visible: usize, hidden: usize, seed: Seed) -> Rbm {
        let weights = chance::normal(seed, 0.01, visible * hidden);
        Rbm {
            weights: Array2::from_shape_fn((visible, hidden), |(i, j)| weights[i * hidden + j]),
            visible_bias: vec![0.0; visible],
            hidden_bias: vec![0.0; hidden],
            units: Units::Binary,
        }
    }

    /// A machine from its weights (a row for every visible unit) and biases.
    ///
    /// # Errors
    /// When the numbers of weights and biases do not fit.
    pub fn from_parts(weights: Vec<f32>, visible_bias: Vec<f32>, hidden_bias: Vec<f32>) -> Result<Rbm, ShapeError> {
        let (visible, hidden) = (visible_bias.len(), hidden_bias.len());
        let wrong = ShapeError { weights: weights.len(), visible, hidden };
        let weights = Array2::from_shape_vec((visible, hidden), weights).map_err(|_| wrong)?;
        Ok(Rbm { weights, visible_bias, hidden_bias, units: Units::Binary })
    }

    /// The same machine with other visible units.
    ///
    /// # Panics
    /// If they are to have three states and do not stand in three planes.
    #[must_use]
    pub fn with_units(self, units: Units) -> Rbm {
        assert!(units.is_binary() || self.n_visible().is_multiple_of(3), "three planes have three times as many units");
        Rbm { units, ..self }
    }

    /// The biases that make visible units without weights be on as often as this.
    pub(crate) fn biases_of(&self, means: &[f64]) -> Vec<f32> {
        let bias = |p: f64| if self.units.is_binary() { libm::log(p / (1.0 - p)) } else { libm::log(p) };
        means.iter().map(|p| bias(p.clamp(1e-4, 1.0 - 1e-4)) as f32).collect()
    }

    /// What its visible units are.
    #[must_use]
    pub fn units(&self) -> Units {
        self.units
    }

    /// How many visible units there are.
    #[must_use]
    pub fn n_visible(&self) -> usize {
        self.visible_bias.len()
    }

    /// How many hidden units there are.
    #[must_use]
    pub fn n_hidden(&self) -> usize {
        self.hidden_bias.len()
    }

    /// The weight between a visible and a hidden unit.
    #[must_use]
    pub fn weight(&self, visible: usize, hidden: usize) -> f32 {
        self.weights[[visible, hidden]]
    }

    /// The energy of a state.
    ///
    /// # Panics
    /// If the state has another shape than the machine. So with all of these.
    #[must_use]
    pub fn energy(&self, visible: &[f32], hidden: &[f32]) -> f64 {
        assert_eq!((visible.len(), hidden.len()), (self.n_visible(), self.n_hidden()));
        let mut energy = 0.0;
        for (i, z) in visible.iter().enumerate() {
            energy -= f64::from(self.visible_bias[i]) * f64::from(*z);
            for (j, h) in hidden.iter().enumerate() {
                energy -= f64::from(self.weights[[i, j]]) * f64::from(*z) * f64::from(*h);
            }
        }
        energy - hidden.iter().zip(&self.hidden_bias).map(|(h, b)| f64::from(*h) * f64::from(*b)).sum::<f64>()
    }

    /// The free energy F of visible units: e^−F is the sum of e^−energy over all hidden states.
    #[must_use]
    pub fn free_energy(&self, visible: &[f32]) -> f64 {
        assert_eq!(visible.len(), self.n_visible());
        let mut sums = self.hidden_bias.clone();
        let mut bias = 0.0;
        for (i, z) in visible.iter().enumerate().filter(|(_, z)| **z != 0.0) {
            bias += f64::from(self.visible_bias[i]) * f64::from(*z);
            let row = self.row(i);
            if *z == 1.0 {
                add(&mut sums, row);
            } else {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += z * weight);
            }
        }
        -bias - sum_softplus(sums.len(), |j| sums[j])
    }

    /// The weights of a visible unit.
    pub(crate) fn row(&self, visible: usize) -> &[f32] {
        let n = self.n_hidden();
        let all = self.weights.as_slice().unwrap_or_default();
        &all[visible * n..(visible + 1) * n]
    }

    /// The probabilities of the hidden units, given rows of visible ones.
    #[must_use]
    pub fn hidden(&self, visible: &[f32]) -> Vec<f32> {
        let rows = rows(visible.len(), self.n_visible());
        let mut out = vec![0.0; rows * self.n_hidden()];
        self.up(visible, &mut out);
        out
    }

    /// The probabilities of the visible units, given rows of hidden ones.
    #[must_use]
    pub fn visible(&self, hidden: &[f32]) -> Vec<f32> {
        let rows = rows(hidden.len(), self.n_hidden());
        let mut out = vec![0.0; rows * self.n_visible()];
        self.down(hidden, &mut out);
        out
    }

    /// Probabilities of the hidden units.
    pub(crate) fn up(&self, visible: &[f32], hidden: &mut [f32]) {
        self.sums_up(visible, hidden);
        hidden.chunks_mut(self.n_hidden()).for_each(|row| activate(row, &self.hidden_bias));
    }

    /// Probabilities of the visible units.
    pub(crate) fn down(&self, hidden: &[f32], visible: &mut [f32]) {
        self.sums_down(hidden, visible);
        visible.chunks_mut(self.n_visible()).for_each(|row| self.show(row, &self.visible_bias));
    }

    /// Probabilities of the hidden units, and units drawn with them. Row i takes its chance from `seed(i)`.
    pub(crate) fn draw_up(
        &self,
        visible: &[f32],
        probabilities: &mut [f32],
        hidden: &mut [f32],
        seed: impl Fn(usize) -> Seed + Sync + Send,
    ) {
        self.sums_up(visible, probabilities);
        product::each_row(self.n_hidden(), probabilities, hidden, |row, probabilities, units| {
            activate(probabilities, &self.hidden_bias);
            Lanes::new(seed(row)).draw(probabilities, units);
        });
    }

    /// Probabilities of the visible units, and units drawn with them.
    pub(crate) fn draw_down(
        &self,
        hidden: &[f32],
        probabilities: &mut [f32],
        visible: &mut [f32],
        seed: impl Fn(usize) -> Seed + Sync + Send,
    ) {
        self.sums_down(hidden, probabilities);
        product::each_row(self.n_visible(), probabilities, visible, |row, probabilities, units| {
            self.show(probabilities, &self.visible_bias);
            self.draw_visible(probabilities, units, seed(row));
        });
    }

    /// Turns the sums of a row into probabilities of the visible units, with these biases.
    pub(crate) fn show(&self, row: &mut [f32], bias: &[f32]) {
        match self.units {
            Units::Binary => activate(row, bias),
            Units::ThreeState => share(row, bias),
        }
    }

    /// Draws a row of visible units with their probabilities.
    pub(crate) fn draw_visible(&self, probabilities: &[f32], units: &mut [f32], seed: Seed) {
        if self.units.is_binary() {
            return Lanes::new(seed).draw(probabilities, units);
        }
        let area = units.len() / 3;
        let mut uniform = vec![0.0; area];
        Lanes::new(seed).fill(&mut uniform);
        units.fill(0.0);
        for (i, uniform) in uniform.into_iter().enumerate() {
            let weights = [0, 1, 2].map(|plane| probabilities[plane * area + i]);
            units[one_of(weights, uniform) * area + i] = 1.0;
        }
    }

    pub(crate) fn sums_up(&self, visible: &[f32], hidden: &mut [f32]) {
        let (visible, hidden) = (view(visible, self.n_visible()), view_mut(hidden, self.n_hidden()));
        product::times(visible, self.weights.view(), hidden);
    }

    pub(crate) fn sums_down(&self, hidden: &[f32], visible: &mut [f32]) {
        let (hidden, visible) = (view(hidden, self.n_hidden()), view_mut(visible, self.n_visible()));
        product::times(hidden, self.weights.t(), visible);
    }
}

fn rows(len: usize, width: usize) -> usize {
    assert!(width > 0 && len.is_multiple_of(width), "{len} numbers are no rows of {width}");
    len / width
}

/// Numbers as rows of a width.
pub(crate) fn view(values: &[f32], width: usize) -> ArrayView2<'_, f32> {
    let rows = rows(values.len(), width);
    ArrayView2::from_shape((rows, width), values).expect("whole rows")
}

/// Numbers as rows of a width, to be written.
pub(crate) fn view_mut(values: &mut [f32], width: usize) -> ArrayViewMut2<'_, f32> {
    let rows = rows(values.len(), width);
    ArrayViewMut2::from_shape((rows, width), values).expect("whole rows")
}
