//! The master formula: how paths that share points count together.

use goban::Point;

/// The `q`-norm of numbers that are not negative, scaled by the largest so that a large `q` does not underflow.
///
/// ```
/// assert_eq!(freedom::q_norm(&[3.0, 4.0], 2.0), 5.0);
/// assert_eq!(freedom::q_norm(&[1e-9, 1e-9], 1000.0), 1e-9 * 2f64.powf(1e-3));
/// ```
#[must_use]
pub fn q_norm(values: &[f64], q: f64) -> f64 {
    let largest = values.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    let sum: f64 = values.iter().map(|value| (value / largest).powf(q)).sum();
    largest * sum.powf(1.0 / q)
}

/// The master formula: over all points of the paths, the sum of the `q`-norm of what the paths through the point are
/// worth. Points are taken in reading order.
///
/// ```
/// use goban::BoardSize;
/// let size = BoardSize::NINE;
/// let [a, b, c] = ["A1", "B1", "C1"].map(|vertex| size.parse_vertex(vertex).unwrap());
/// let both = freedom::joined([(&[a, b][..], 3.0), (&[b, c][..], 4.0)], 2.0);
/// assert_eq!(both, 3.0 + 5.0 + 4.0);
/// ```
#[must_use]
pub fn joined<'a>(paths: impl IntoIterator<Item = (&'a [Point], f64)>, q: f64) -> f64 {
    let mut shares: Vec<(Point, f64)> =
        paths.into_iter().flat_map(|(stones, r)| stones.iter().map(move |&stone| (stone, r))).collect();
    // Points compare in reading order; the sort is stable, so that each point's paths keep their order.
    shares.sort_by_key(|&(stone, _)| stone);
    shares
        .chunk_by(|one, other| one.0 == other.0)
        .map(|at| q_norm(&at.iter().map(|&(_, r)| r).collect::<Vec<_>>(), q))
        // The sum of no numbers is −0.0 in this language; no path is worth 0.
        .fold(0.0, |sum, norm| sum + norm)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::BoardSize;
    use proptest::prelude::*;

    /// The two paths of the paper's equation (3): one of 3 stones, one of 2, one stone in common.
    #[test]
    fn equation_three_ends_in_r2() {
        let size = BoardSize::NINE;
        let at = |text: &str| text.split(' ').filter_map(|vertex| size.parse_vertex(vertex)).collect::<Vec<_>>();
        let (first, second) = (at("A1 B1 C1"), at("C1 C2"));
        let (r1, r2, q) = (0.7f64, 0.4f64, 3.0);
        let sum = joined([(&first[..], r1), (&second[..], r2)], q);
        let shared = (r1.powf(q) + r2.powf(q)).powf(1.0 / q);
        assert!((sum - (shared + 2.0 * r1 + r2)).abs() < 1e-15);
        assert!((sum - (shared + 2.0 * r1 + r1)).abs() > 0.1, "the term as printed");
    }

    #[test]
    fn nothing_is_worth_zero() {
        let none: [(&[Point], f64); 0] = [];
        assert!(joined(none, 2.0).is_sign_positive());
        assert_eq!(q_norm(&[0.0, 0.0], 3.0), 0.0);
    }

    proptest! {
        /// The paper's inequality (2): together more than each, but less than both apart.
        #[test]
        fn shared_stones_cost(
            shared in 1usize..4, only_first in 1usize..5, only_second in 1usize..5,
            r1 in 1e-4f64..3.0, ratio in 0.05f64..20.0, q in 1.1f64..16.0,
        ) {
            let size = BoardSize::NINE;
            let points: Vec<_> = size.points().collect();
            let r2 = r1 * ratio;
            let first = &points[..only_first + shared];
            let second = &points[only_first..only_first + shared + only_second];
            let alone = |path: &[Point], r: f64| {
                let worth = path.len() as f64 * r;
                assert!((joined([(path, r)], q) - worth).abs() <= 1e-14 * worth);
                worth
            };
            let (one, other) = (alone(first, r1), alone(second, r2));
            let both = joined([(first, r1), (second, r2)], q);
            prop_assert!(one.max(other) < both);
            prop_assert!(both < one + other);
        }

        #[test]
        fn norm_scales_and_bounds(values in prop::collection::vec(0.0f64..5.0, 1..9), q in 1.001f64..2000.0) {
            let norm = q_norm(&values, q);
            let largest = values.iter().copied().fold(0.0, f64::max);
            let sum: f64 = values.iter().sum();
            prop_assert!(norm >= largest && norm <= sum * (1.0 + 1e-12));
            let tiny: Vec<f64> = values.iter().map(|value| value * 1e-200).collect();
            prop_assert!((q_norm(&tiny, q) - norm * 1e-200).abs() <= 1e-12 * norm * 1e-200);
        }
    }
}
