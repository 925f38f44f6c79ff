//! Ranks, intervals and quartiles. They are robust, because the energies of Go have long tails, and none of them turns a value
//! beyond the range of f64 into nonsense.

use std::f64::consts::{LN_10, PI, SQRT_2};

/// The quantile of the normal distribution that leaves 95 % between its two sides.
const Z95: f64 = 1.959_963_984_540_054;

/// Samples without ties whose product of sizes is not greater get the exact distribution.
const MOST_EXACT: usize = 400;

/// What the rank-sum test of Wilcoxon, Mann and Whitney says of two samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankSum {
    /// How many values each sample has.
    pub n: [usize; 2],
    /// Pairs in which the first sample has the greater value, ties counted half.
    pub u: f64,
    /// How far `u` is from what chance gives, in standard deviations; 0 where all values are the same.
    pub z: f64,
    /// The decimal logarithm of the two-sided p-value: it tells 1e-300 from 1e-3000.
    pub log10_p: f64,
    /// Whether the p-value is exact; otherwise it is that of the normal distribution, corrected for ties.
    pub exact: bool,
}

impl RankSum {
    /// Compares two samples, in any order; none if one is empty.
    ///
    /// ```
    /// use statistics::RankSum;
    /// let test = RankSum::of(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0]).unwrap();
    /// assert_eq!((test.u, test.superiority()), (0.0, 0.0));
    /// assert!((test.p() - 2.0 / 35.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of(first: &[f64], second: &[f64]) -> Option<RankSum> {
        let n = [first.len(), second.len()];
        if n.contains(&0) {
            return None;
        }
        let mut all: Vec<(f64, bool)> =
            first.iter().map(|&value| (value, true)).chain(second.iter().map(|&value| (value, false))).collect();
        all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let (n1, n2, total) = (n[0] as f64, n[1] as f64, all.len() as f64);
        let mut ranks = 0.0;
        let mut ties = 0.0;
        let mut at = 0;
        for group in all.chunk_by(|a, b| a.0 == b.0) {
            let size = group.len() as f64;
            // All values of a group get the middle of their ranks.
            let rank = at as f64 + (size + 1.0) / 2.0;
            ranks += rank * group.iter().filter(|(_, of_first)| *of_first).count() as f64;
            ties += size * (size * size - 1.0);
            at += group.len();
        }
        let u = ranks - n1 * (n1 + 1.0) / 2.0;
        let variance = n1 * n2 / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
        let z = if variance > 0.0 { (u - n1 * n2 / 2.0) / variance.sqrt() } else { 0.0 };
        let exact = ties == 0.0 && n[0] * n[1] <= MOST_EXACT;
        let log10_p = if exact { exact_p(n, u as usize).log10() } else { log10_two_sided(z) };
        Some(RankSum { n, u, z, log10_p, exact })
    }

    /// The two-sided p-value; 0 where it is too small for f64, which is why [`RankSum::log10_p`] is there.
    #[must_use]
    pub fn p(&self) -> f64 {
        10f64.powf(self.log10_p)
    }

    /// The probability of superiority: how often a value of the first sample is greater than one of the second, ties counted
    /// half. ½ says that neither is.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        self.u / (self.n[0] as f64 * self.n[1] as f64)
    }

    /// Cliff's delta, the same effect from −1 to 1: how much more often the first sample is above the second than below it.
    #[must_use]
    pub fn cliffs_delta(&self) -> f64 {
        2.0 * self.superiority() - 1.0
    }
}

/// The exact two-sided p-value of U for samples without ties.
fn exact_p(n: [usize; 2], u: usize) -> f64 {
    let most = n[0] * n[1];
    // In how many orders of the values each U comes about: the number of partitions of U into at most n[0] parts, none
    // greater than n[1]. Parts are added one size after the other.
    let mut ways = vec![vec![0.0; most + 1]; n[0] + 1];
    ways[0][0] = 1.0;
    for part in 1..=n[1] {
        for parts in 1..=n[0] {
            for sum in part..=most {
                ways[parts][sum] += ways[parts - 1][sum - part];
            }
        }
    }
    let count = |sum: usize| ways.iter().map(|of_parts| of_parts[sum]).sum::<f64>();
    let all: f64 = (0..=most).map(count).sum();
    let tail: f64 = (0..=u.min(most - u)).map(count).sum();
    (2.0 * tail / all).min(1.0)
}

/// The decimal logarithm of the probability that a normal value is further from 0 than z.
#[must_use]
pub fn log10_two_sided(z: f64) -> f64 {
    let x = z.abs() / SQRT_2;
    if x < 5.0 {
        return libm::erfc(x).log10();
    }
    // The continued fraction of Laplace, from its far end: after 60 steps nothing changes any more for such x.
    let fraction = (1..=60).rev().fold(x, |rest, k| x + f64::from(k) / 2.0 / rest);
    (-x * x - 0.5 * PI.ln() - fraction.ln()) / LN_10
}

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// How often it happened.
    pub hits: usize,
    /// How often it could have.
    pub n: usize,
    /// Hits over n; 0 where n is 0.
    pub value: f64,
    /// The 95 % interval of Wilson; 0 to 1 where n is 0.
    pub interval: [f64; 2],
}

impl Share {
    /// The share of this many hits.
    ///
    /// ```
    /// let share = statistics::Share::of(5, 10);
    /// assert_eq!(share.value, 0.5);
    /// assert!((share.interval[0] - 0.2366).abs() < 1e-4 && (share.interval[1] - 0.7634).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn of(hits: usize, n: usize) -> Share {
        if n == 0 {
            return Share { hits, n, value: 0.0, interval: [0.0, 1.0] };
        }
        let (share, n_real) = (hits as f64 / n as f64, n as f64);
        let z2 = Z95 * Z95 / n_real;
        let middle = (share + z2 / 2.0) / (1.0 + z2);
        let reach = (share * (1.0 - share) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
        let bound = |value: f64| value.clamp(0.0, 1.0);
        // At the ends the interval ends there too; rounding must not say otherwise.
        let low = if hits == 0 { 0.0 } else { bound(middle - reach) };
        let high = if hits == n { 1.0 } else { bound(middle + reach) };
        Share { hits, n, value: share, interval: [low, high] }
    }
}

/// What a box plot shows of a sample, and a little more.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many values.
    pub n: usize,
    /// How many of them are beyond the range of f64.
    pub n_infinite: usize,
    /// The least value.
    pub least: f64,
    /// The first quartile.
    pub q1: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub q3: f64,
    /// The greatest value.
    pub greatest: f64,
    /// The last values within 1.5 boxes of the box.
    pub whiskers: [f64; 2],
    /// Values beyond the whiskers.
    pub n_outliers: usize,
}

impl Summary {
    /// The summary of values in rising order; none where there are none.
    #[must_use]
    pub fn of_sorted(sorted: &[f64]) -> Option<Summary> {
        let (least, greatest) = (*sorted.first()?, *sorted.last()?);
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(|part| quantile(sorted, part));
        let reach = 1.5 * (q3 - q1);
        let reach = if reach.is_nan() { 0.0 } else { reach };
        // Values rise, so those inside stand together. The quartiles themselves are inside, and so is a value near them.
        let first = sorted.partition_point(|value| *value < q1 - reach).min(sorted.len() - 1);
        let end = sorted.partition_point(|value| *value <= q3 + reach).max(first + 1);
        Some(Summary {
            n: sorted.len(),
            n_infinite: sorted.iter().filter(|value| value.is_infinite()).count(),
            least,
            q1,
            median,
            q3,
            greatest,
            whiskers: [sorted[first], sorted[end - 1]],
            n_outliers: sorted.len() - (end - first),
        })
    }

    /// The height of the box.
    #[must_use]
    pub fn iqr(&self) -> f64 {
        let height = self.q3 - self.q1;
        if height.is_nan() { 0.0 } else { height }
    }

    /// The skewness of the box, (Q1 + Q3 − 2·median)/(Q3 − Q1): from −1 (median at the top) to +1 (at the bottom); 0 for a box
    /// without height.
    #[must_use]
    pub fn skew(&self) -> f64 {
        let skew = (self.q1 + self.q3 - 2.0 * self.median) / (self.q3 - self.q1);
        if skew.is_finite() { skew } else { 0.0 }
    }
}

/// The value below which a part of the values lies, on the straight line between neighbours.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let index = part * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[index as usize], sorted[(index.ceil() as usize).min(sorted.len() - 1)]);
    // Between equal values there is no line to walk on, not even between infinite ones.
    if low == high { low } else { low + (high - low) * index.fract() }
}
