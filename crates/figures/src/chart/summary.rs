//! The numbers behind a box plot and a histogram.

/// What a box plot shows of a sample.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Summary {
    pub(crate) quartiles: [f64; 3],
    pub(crate) whiskers: [f64; 2],
    pub(crate) outliers: Vec<f64>,
}

/// The summary of values in rising order; none where there are none.
pub(crate) fn summary(sorted: &[f64]) -> Option<Summary> {
    let quartiles = [quantile(sorted, 0.25)?, quantile(sorted, 0.5)?, quantile(sorted, 0.75)?];
    let reach = 1.5 * (quartiles[2] - quartiles[0]);
    let inside = |value: &f64| (quartiles[0] - reach..=quartiles[2] + reach).contains(value);
    let whiskers = [*sorted.iter().find(|v| inside(v))?, *sorted.iter().rev().find(|v| inside(v))?];
    let outliers = sorted.iter().copied().filter(|value| !inside(value)).collect();
    Some(Summary { quartiles, whiskers, outliers })
}

/// The value below which a part of the sample lies, on the straight line between neighbours.
fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let index = part * (sorted.len().checked_sub(1)? as f64);
    let low = sorted[index as usize];
    let high = sorted[(index.ceil() as usize).min(sorted.len() - 1)];
    Some(low + (high - low) * index.fract())
}

/// How many values lie in each of some bins between two ends; the last bin has both its ends.
pub(crate) fn counts(values: &[f64], low: f64, high: f64, bins: usize) -> Vec<usize> {
    let mut counts = vec![0; bins];
    for value in values {
        let bin = (value - low) / (high - low) * bins as f64;
        counts[(bin.max(0.0) as usize).min(bins - 1)] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_and_outliers() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 30.0];
        let found = summary(&values).unwrap();
        assert_eq!(found.quartiles, [3.0, 5.0, 7.0]);
        assert_eq!(found.whiskers, [1.0, 8.0]);
        assert_eq!(found.outliers, [30.0]);
        assert_eq!(summary(&[]), None);
        assert_eq!(summary(&[2.0]).unwrap().quartiles, [2.0; 3]);
    }

    #[test]
    fn every_value_is_in_one_bin() {
        assert_eq!(counts(&[0.0, 0.4, 0.5, 0.9, 1.0], 0.0, 1.0, 2), [2, 3]);
    }
}
