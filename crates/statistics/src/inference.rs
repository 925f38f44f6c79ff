//! Tests and intervals beside those of ranks: counts, many tests at once, means of games, agreement of orders.

use model::{Seed, below, shuffle};

/// The two-sided p-value of this many hits in n tries that each hit with the given probability: all outcomes that are not more
/// likely than the one seen.
///
/// ```
/// // A fair coin that falls on one side nine times out of ten.
/// assert!((statistics::binomial_p(9, 10, 0.5) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn binomial_p(hits: usize, n: usize, chance: f64) -> f64 {
    if n == 0 {
        return 1.0;
    }
    if chance <= 0.0 || chance >= 1.0 {
        let certain = if chance <= 0.0 { 0 } else { n };
        return if hits == certain { 1.0 } else { 0.0 };
    }
    let (ln_hit, ln_miss) = (chance.ln(), (-chance).ln_1p());
    let ln_ways =
        |k: usize| libm::lgamma(n as f64 + 1.0) - libm::lgamma(k as f64 + 1.0) - libm::lgamma((n - k) as f64 + 1.0);
    let ln_p = |k: usize| ln_ways(k) + k as f64 * ln_hit + (n - k) as f64 * ln_miss;
    // Outcomes as likely as the one seen belong to it; rounding must not part them.
    let bound = ln_p(hits) + 1e-7;
    let sum: f64 = (0..=n).map(ln_p).filter(|&ln| ln <= bound).map(f64::exp).sum();
    sum.min(1.0)
}

/// P-values of several tests, corrected with Holm's method: in the order of the tests, none above 1.
///
/// ```
/// assert_eq!(statistics::holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![1.0; p.len()];
    let mut least = 0.0f64;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(p[at] * (p.len() - rank) as f64).min(1.0);
        corrected[at] = least;
    }
    corrected
}

/// How far two lists put the same things in the same order: Spearman's rank correlation, −1 to 1, equal values sharing their
/// ranks. None for fewer than two things, or where one list has all values the same.
///
/// ```
/// assert_eq!(statistics::spearman(&[1.0, 2.0, 3.0], &[10.0, 20.0, 90.0]), Some(1.0));
/// assert_eq!(statistics::spearman(&[1.0, 2.0, 3.0], &[5.0, 5.0, 5.0]), None);
/// ```
#[must_use]
pub fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    assert_eq!(a.len(), b.len(), "two ratings of the same things");
    let (a, b) = (ranks(a), ranks(b));
    // The mean of ranks is known, which keeps equal orders at exactly 1.
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let scale = (dot(&a, &a) * dot(&b, &b)).sqrt();
    (scale > 0.0).then(|| (dot(&a, &b) / scale).clamp(-1.0, 1.0))
}

/// The rank of every value, from 1; equal values get the middle of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut at = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = at as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|&index| ranks[index] = rank);
        at += group.len();
    }
    ranks
}

/// How often a bootstrap draws anew.
const ROUNDS: usize = 1000;

/// The 95 % interval of a weighted mean, by drawing whole units anew: games are independent of each other, the positions in
/// one are not. Every unit is a sum and how many went into it. None where nothing went into any.
///
/// ```
/// use model::Seed;
/// let games: Vec<(f64, f64)> = (0..100).map(|game| (f64::from(game % 2), 1.0)).collect();
/// let [low, high] = statistics::bootstrap(&games, Seed(1)).unwrap();
/// assert!((low - 0.4).abs() < 0.02 && (high - 0.6).abs() < 0.02);
/// ```
#[must_use]
pub fn bootstrap(units: &[(f64, f64)], seed: Seed) -> Option<[f64; 2]> {
    let counted: Vec<(f64, f64)> = units.iter().copied().filter(|unit| unit.1 > 0.0).collect();
    if counted.is_empty() {
        return None;
    }
    let mut rng = seed.rng();
    let mut means: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (mut sum, mut n) = (0.0, 0.0);
            for _ in 0..counted.len() {
                let at = below(&mut rng, counted.len());
                sum += counted[at].0;
                n += counted[at].1;
            }
            sum / n
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Some([means[ROUNDS * 25 / 1000], means[ROUNDS - 1 - ROUNDS * 25 / 1000]])
}

/// The p-value, two-sided, of the difference of the means of two groups of units, by giving the units out to the groups anew this
/// many times: nothing is assumed but that the units are independent of each other. None where a group is empty.
///
/// ```
/// use model::Seed;
/// let (low, high): (Vec<f64>, Vec<f64>) = ((0..20).map(f64::from).collect(), (12..32).map(f64::from).collect());
/// assert!(statistics::permutation_p(&low, &high, 999, Seed(1)).unwrap() <= 0.002);
/// assert!(statistics::permutation_p(&low, &low, 999, Seed(1)).unwrap() > 0.9);
/// ```
#[must_use]
pub fn permutation_p(first: &[f64], second: &[f64], rounds: usize, seed: Seed) -> Option<f64> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let mut all: Vec<f64> = first.iter().chain(second).copied().collect();
    let total: f64 = all.iter().sum();
    let (n, rest) = (first.len() as f64, second.len() as f64);
    let apart = |sum: f64| (sum / n - (total - sum) / rest).abs();
    let seen = apart(first.iter().sum());
    let mut rng = seed.rng();
    let mut as_far = 1;
    for _ in 0..rounds {
        shuffle(&mut all, &mut rng);
        // What differs by rounding only is as far.
        as_far += usize::from(apart(all[..first.len()].iter().sum()) >= seen * (1.0 - 1e-12));
    }
    Some(as_far as f64 / (rounds + 1) as f64)
}

/// The p-value, two-sided, that the mean of these units is 0, by turning the sign of each unit by chance this many times. None
/// where there are no units.
///
/// ```
/// use model::Seed;
/// assert!(statistics::sign_flip_p(&[1.0; 12], 999, Seed(1)).unwrap() <= 0.005);
/// assert_eq!(statistics::sign_flip_p(&[1.0, -1.0], 999, Seed(1)), Some(1.0));
/// ```
#[must_use]
pub fn sign_flip_p(units: &[f64], rounds: usize, seed: Seed) -> Option<f64> {
    if units.is_empty() {
        return None;
    }
    let seen = units.iter().sum::<f64>().abs();
    let mut rng = seed.rng();
    let mut as_far = 1;
    for _ in 0..rounds {
        let sum: f64 = units.iter().map(|unit| if below(&mut rng, 2) == 0 { *unit } else { -unit }).sum();
        as_far += usize::from(sum.abs() >= seen * (1.0 - 1e-12));
    }
    Some(as_far as f64 / (rounds + 1) as f64)
}

/// The probability that a sum of this many squared normal values is at least this: the p-value of a χ² test.
///
/// ```
/// assert!((statistics::chi_squared_p(5.991_464_547, 2) - 0.05).abs() < 1e-9);
/// assert!((statistics::chi_squared_p(3.841_458_821, 1) - 0.05).abs() < 1e-9);
/// ```
///
/// # Panics
/// When there is no degree of freedom.
#[must_use]
pub fn chi_squared_p(sum: f64, degrees: usize) -> f64 {
    assert!(degrees > 0, "a test has degrees of freedom");
    let half = sum.max(0.0) / 2.0;
    // The gamma function of whole and half numbers has closed sums: each term is the one before times half over the next.
    let (mut total, mut term, mut next) = match degrees % 2 {
        0 => (0.0, (-half).exp(), 1.0),
        _ => (libm::erfc(half.sqrt()), (-half).exp() * (half / std::f64::consts::PI).sqrt() * 2.0, 1.5),
    };
    for _ in 0..degrees / 2 {
        total += term;
        term *= half / next;
        next += 1.0;
    }
    total.min(1.0)
}

/// Whether shares differ between groups, each with its hits and its misses: the p-value of the χ² test of homogeneity. None
/// where there are fewer than two groups with anything in them, or all went one way.
///
/// ```
/// let p = statistics::homogeneity_p(&[[30, 70], [45, 55]]).unwrap();
/// assert!((p - 0.028_460).abs() < 1e-5);
/// ```
#[must_use]
pub fn homogeneity_p(groups: &[[usize; 2]]) -> Option<f64> {
    let groups: Vec<[f64; 2]> = groups.iter().filter(|g| g[0] + g[1] > 0).map(|g| g.map(|n| n as f64)).collect();
    let totals = [0, 1].map(|side| groups.iter().map(|group| group[side]).sum::<f64>());
    let all = totals[0] + totals[1];
    if groups.len() < 2 || totals.contains(&0.0) {
        return None;
    }
    let cell = |group: &[f64; 2], side: usize| {
        let expected = (group[0] + group[1]) * totals[side] / all;
        (group[side] - expected).powi(2) / expected
    };
    let sum = groups.iter().map(|group| cell(group, 0) + cell(group, 1)).sum();
    Some(chi_squared_p(sum, groups.len() - 1))
}
