//! The numbers behind a box plot and a histogram.

use statistics::Summary;

/// The values beyond the whiskers of a box.
pub(crate) fn outliers<'a>(sorted: &'a [f64], found: &Summary) -> impl Iterator<Item = f64> + 'a {
    let [low, high] = found.whiskers;
    sorted.iter().copied().filter(move |value| !(low..=high).contains(value))
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
    fn what_is_far_from_the_box_is_an_outlier() {
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 30.0];
        let found = Summary::of_sorted(&values).unwrap();
        assert_eq!(outliers(&values, &found).collect::<Vec<_>>(), [30.0]);
    }

    #[test]
    fn every_value_is_in_one_bin() {
        assert_eq!(counts(&[0.0, 0.4, 0.5, 0.9, 1.0], 0.0, 1.0, 2), [2, 3]);
    }
}
