//! A curve in one line of text.

use crate::TerminalOptions;
use crate::chart::columns;

/// The values as a row of blocks, at most as many as the options allow columns: where there are more values, each
/// block is the mean of its neighbours. Missing values (NaN, infinite) leave a space.
///
/// ```
/// use figures::{TerminalOptions, sparkline};
/// let values = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
/// assert_eq!(sparkline(&values, &TerminalOptions::default()), "▁▂▃▄▅▆▇█");
/// let narrow = TerminalOptions { unicode: false, width: 4, ..TerminalOptions::default() };
/// assert_eq!(sparkline(&values, &narrow), "_-*#");
/// ```
#[must_use]
pub fn sparkline(values: &[f64], options: &TerminalOptions) -> String {
    let means = means(values, options.width);
    let known = || means.iter().flatten().copied();
    let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    let part = |mean: f64| {
        // Halves keep the distance of large values finite.
        let (range, above) = (high / 2.0 - low / 2.0, mean / 2.0 - low / 2.0);
        let part = if range > 0.0 { above / range } else { 0.5 };
        // The lowest value is the lowest block, not an empty one.
        ((part * 7.0).round() + 1.0) / 8.0
    };
    let parts: Vec<Option<f64>> = means.iter().map(|mean| mean.map(part)).collect();
    columns(&parts, 1, options.unicode).concat()
}

/// At most this many means of neighbouring values; none where no value is finite.
pub(crate) fn means(values: &[f64], columns: usize) -> Vec<Option<f64>> {
    let width = values.len().min(columns);
    let mean = |i: usize| {
        let part = &values[i * values.len() / width..(i + 1) * values.len() / width];
        let finite: Vec<f64> = part.iter().copied().filter(|value| value.is_finite()).collect();
        let n = finite.len() as f64;
        // Dividing first keeps the sum of large values finite.
        (n > 0.0).then(|| finite.iter().map(|value| value / n).sum::<f64>())
    };
    (0..width).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_values_are_survived() {
        let options = TerminalOptions::default();
        assert_eq!(sparkline(&[], &options), "");
        assert_eq!(sparkline(&[3.0, 3.0], &options), "▅▅");
        assert_eq!(sparkline(&[f64::NAN, 1.0, f64::INFINITY, 2.0], &options), " ▁ █");
        assert_eq!(sparkline(&[-f64::MAX, f64::MAX], &options), "▁█");
        assert_eq!(sparkline(&[1.0], &TerminalOptions { width: 0, ..options }), "");
    }
}
