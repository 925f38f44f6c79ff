//! The paper's formulas for paths that cross, each as it is printed, against the master formula.

use freedom::joined;
use goban::{BoardSize, Point};
use proptest::prelude::*;

/// Paths of these lengths that share their first stones, each worth R, together; none has a stone of its own in common
/// with another.
fn together(shared: usize, paths: &[(usize, f64)], q: f64) -> f64 {
    let size = BoardSize::NINETEEN;
    let points: Vec<Point> = size.points().collect();
    let mut free = points[shared..].iter().copied();
    let mut path =
        |n: usize| -> Vec<Point> { points[..shared].iter().copied().chain(free.by_ref().take(n - shared)).collect() };
    let paths: Vec<(Vec<Point>, f64)> = paths.iter().map(|&(n, r)| (path(n), r)).collect();
    joined(paths.iter().map(|(stones, r)| (&stones[..], *r)), q)
}

/// The paper's limits: a path worth nothing adds nothing, one worth everything counts alone, and one that needs ever more
/// stones is worth ever less.
#[test]
fn the_limits_of_the_papers_formula() {
    for q in [1.1, 2.0, 7.0] {
        assert_eq!(together(1, &[(3, 0.0), (2, 0.4)], q), 0.8);
        let large = together(1, &[(3, 1e15), (2, 0.4)], q) / 3e15;
        assert!((large - 1.0).abs() < 1e-12, "{large}");
        let worth = |n: usize| 12.0 * (1.0f64 / 3.0).powi(n as i32) / n as f64;
        let far: Vec<f64> = (2..60).map(|n| together(1, &[(n, worth(n)), (2, 0.4)], q)).collect();
        assert!(far.windows(2).all(|pair| pair[1] <= pair[0]), "each stone more makes it less");
        assert!((far[57] - 0.8).abs() < 1e-9, "until nothing is left");
    }
}

proptest! {
    /// The paper's further examples: two paths that share two stones, and three that share one.
    #[test]
    fn two_shared_stones_and_three_paths(
        n in prop::array::uniform3(2usize..8), r in prop::array::uniform3(1e-4f64..3.0), q in 1.1f64..16.0,
    ) {
        let [n1, n2, n3] = n;
        let [r1, r2, r3] = r;
        let rest = |n: usize, shared: usize, r: f64| (n - shared) as f64 * r;
        let two = 2.0 * (r1.powf(q) + r2.powf(q)).powf(1.0 / q) + rest(n1, 2, r1) + rest(n2, 2, r2);
        prop_assert!((together(2, &[(n1, r1), (n2, r2)], q) - two).abs() <= 1e-12 * two);
        let norm = (r1.powf(q) + r2.powf(q) + r3.powf(q)).powf(1.0 / q);
        let three = norm + rest(n1, 1, r1) + rest(n2, 1, r2) + rest(n3, 1, r3);
        prop_assert!((together(1, &[(n1, r1), (n2, r2), (n3, r3)], q) - three).abs() <= 1e-12 * three);
    }

    /// The paper's three principles: more influence with fewer stones, with more paths, and with more liberties; and what p
    /// and q do.
    #[test]
    fn the_three_principles(
        n in 1usize..8, other in 2usize..8, shared in 1usize..3, l in 1u32..30, more in 1u32..9, q in 1.1f64..16.0,
    ) {
        let with = |p: f64, liberties: u32, n: usize| f64::from(liberties) * p.powi(n as i32) / n as f64;
        let worth = |liberties: u32, n: usize| with(1.0 / 3.0, liberties, n);
        let alone = |liberties: u32, n: usize| together(0, &[(n, worth(liberties, n))], q);
        prop_assert!(alone(l, n + 1) < alone(l, n), "(i)");
        let n = n.max(2);
        let both = |liberties: u32| together(shared, &[(n, worth(liberties, n)), (other, worth(l, other))], q);
        prop_assert!(both(l) > alone(l, other), "(ii)");
        prop_assert!(both(l + more) > both(l), "(iii)");
        let of = |p: f64, q: f64| together(shared, &[(n, with(p, l, n)), (other, with(p, l, other))], q);
        prop_assert!(of(0.4, q) > of(0.3, q), "more likely connections, more influence");
        prop_assert!(of(0.4, q + 1.0) <= of(0.4, q), "the larger q, the less do crossing paths add");
    }
}
