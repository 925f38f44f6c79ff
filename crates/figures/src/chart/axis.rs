//! Axes: a range of numbers with round ticks.

use crate::text::compact;

/// What is nearer to zero is drawn as zero.
const SMALLEST: f64 = 1e-150;

/// A range with ticks at round numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) ticks: Vec<f64>,
    step: f64,
}

impl Axis {
    /// An axis that holds all values, with about this many ticks. With `round` the ends are ticks.
    pub(crate) fn over(values: impl IntoIterator<Item = f64>, wanted: usize, round: bool) -> Axis {
        let finite = values.into_iter().filter(|value| value.is_finite());
        // Numbers that have lost digits to being so small would make steps of zero.
        let finite = finite.map(|value| if value.abs() < SMALLEST { 0.0 } else { value });
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low > high {
            (0.0, 1.0)
        } else if high - low <= low.abs().max(high.abs()) * 1e-9 {
            // One value only: room on both sides, one step of its size.
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.5 };
            (low - room, high + room)
        } else {
            (low, high)
        };
        let step = round_step((high - low) / wanted.max(1) as f64);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let (low, high) = if round { (first * step, last * step) } else { (low, high) };
        let slack = (high - low) * 1e-9;
        let ticks = (0..=(last - first) as usize)
            .map(|i| (first + i as f64) * step)
            .filter(|tick| (low - slack..=high + slack).contains(tick))
            .collect();
        Axis { low, high, ticks, step }
    }

    /// The part of the axis up to a value, 0 at the low end and 1 at the high one.
    pub(crate) fn part(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// A tick in as many decimals as the step needs.
    pub(crate) fn text(&self, tick: f64) -> String {
        let decimals = (-self.step.log10()).ceil().max(0.0);
        // A tick that misses zero by rounding is zero.
        let tick = if tick.abs() < self.step * 1e-6 { 0.0 } else { tick };
        if tick.abs() >= 1e5 || decimals > 4.0 {
            return compact(tick);
        }
        let text = format!("{:.*}", decimals as usize, tick.abs());
        if tick < 0.0 { format!("−{text}") } else { text }
    }

    /// Whether zero lies inside.
    pub(crate) fn crosses_zero(&self) -> bool {
        self.low < 0.0 && self.high > 0.0
    }
}

/// The smallest of 1, 2, 5, 10, 20, … and their tenths that is no less than the step.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= step * (1.0 - 1e-9)).unwrap_or(10.0);
    digit * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(values: &[f64]) -> String {
        let axis = Axis::over(values.iter().copied(), 5, true);
        axis.ticks.iter().map(|&tick| axis.text(tick)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(&[0.0, 1.0]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(ticks(&[-7.3, 12.1]), "−10 −5 0 5 10 15");
        assert_eq!(ticks(&[0.0, 250.0]), "0 50 100 150 200 250");
        assert_eq!(ticks(&[1e6, 3e6]), "1M 1.5M 2M 2.5M 3M");
        assert_eq!(ticks(&[0.001, 0.0042]), "0.001 0.002 0.003 0.004 0.005");
    }

    #[test]
    fn odd_ranges_have_ticks_too() {
        assert_eq!(ticks(&[]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(ticks(&[f64::NAN, f64::INFINITY]), "0.0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(ticks(&[0.0, 0.0]), "−1.0 −0.5 0.0 0.5 1.0");
        assert_eq!(ticks(&[-4.0]), "−6 −5 −4 −3 −2");
        for end in [1e150, 1e-149, 5e-324] {
            let axis = Axis::over([-end, end], 5, true);
            assert!(axis.ticks.len() < 12 && axis.ticks.iter().all(|tick| tick.is_finite()), "{end}: {:?}", axis.ticks);
        }
    }
}
