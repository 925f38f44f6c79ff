//! Our statistics against those of scipy and numpy, kept in `fixtures/statistics/scipy.json`.

use proptest::prelude::*;
use serde_json::Value;
use statistics::{RankSum, Share, Summary, binomial_p, chi_squared_p, holm, homogeneity_p, log10_two_sided, spearman};

fn scipy() -> Value {
    serde_json::from_str(&testkit::fixtures::text("statistics/scipy.json")).unwrap()
}

fn cases(kind: &str) -> Vec<Value> {
    scipy()[kind].as_array().unwrap().clone()
}

fn real(case: &Value, key: &str) -> f64 {
    case[key].as_f64().unwrap_or_else(|| panic!("{key} in {case}"))
}

fn reals(case: &Value, key: &str) -> Vec<f64> {
    case[key].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect()
}

#[track_caller]
fn near(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() <= 1e-9 * (1.0 + b.abs()), "{what}: {a}, scipy says {b}");
}

#[test]
fn rank_sums_are_those_of_scipy() {
    for case in cases("rank_sum") {
        let name = case["name"].as_str().unwrap();
        let (a, b) = (reals(&case, "a"), reals(&case, "b"));
        let test = RankSum::of(&a, &b).unwrap();
        assert_eq!(test.exact, case["exact"].as_bool().unwrap(), "{name}");
        near(test.u, real(&case, "u"), name);
        near(test.p(), real(&case, "p"), name);
        near(test.superiority(), real(&case, "u") / (a.len() * b.len()) as f64, name);
        let back = RankSum::of(&b, &a).unwrap();
        near(back.log10_p, test.log10_p, name);
        near(back.superiority(), 1.0 - test.superiority(), name);
    }
    assert_eq!(RankSum::of(&[], &[1.0]), None);
    let tied = RankSum::of(&[3.0; 3], &[3.0; 2]).unwrap();
    assert_eq!((tied.z, tied.log10_p, tied.superiority()), (0.0, 0.0, 0.5));
}

#[test]
fn tails_far_beyond_f64_have_a_logarithm() {
    for case in cases("normal_tails") {
        let z = real(&case, "z");
        near(log10_two_sided(z), real(&case, "log10_p"), &format!("z = {z}"));
        near(log10_two_sided(-z), real(&case, "log10_p"), &format!("z = -{z}"));
    }
    // Three thousand values each, none of them shared: a p-value of 0 would say nothing.
    let low: Vec<f64> = (0..3000).map(f64::from).collect();
    let high: Vec<f64> = (3000..6000).map(f64::from).collect();
    let test = RankSum::of(&low, &high).unwrap();
    assert!(test.p() == 0.0 && test.log10_p < -900.0 && test.log10_p.is_finite());
}

#[test]
fn intervals_are_those_of_scipy() {
    for case in cases("wilson") {
        let share = Share::of(real(&case, "hits") as usize, real(&case, "n") as usize);
        near(share.interval[0], real(&case, "low"), &case.to_string());
        near(share.interval[1], real(&case, "high"), &case.to_string());
    }
    assert_eq!(Share::of(0, 0).interval, [0.0, 1.0]);
}

#[test]
fn counts_and_orders_are_those_of_scipy() {
    for case in cases("binomial") {
        let p = binomial_p(real(&case, "hits") as usize, real(&case, "n") as usize, real(&case, "chance"));
        near(p, real(&case, "p"), &case.to_string());
    }
    for case in cases("spearman") {
        let (a, b) = (reals(&case, "a"), reals(&case, "b"));
        near(spearman(&a, &b).unwrap(), real(&case, "rho"), &case.to_string());
        near(spearman(&b, &a).unwrap(), real(&case, "rho"), &case.to_string());
    }
    assert_eq!((binomial_p(0, 0, 0.5), binomial_p(0, 3, 0.0), binomial_p(1, 3, 0.0)), (1.0, 1.0, 0.0));
    assert_eq!((spearman(&[], &[]), spearman(&[1.0], &[2.0])), (None, None));
}

#[test]
fn sums_of_squares_are_those_of_scipy() {
    for case in cases("chi_squared") {
        let p = chi_squared_p(real(&case, "sum"), real(&case, "degrees") as usize);
        near(p, real(&case, "p"), &case.to_string());
    }
    for case in cases("homogeneity") {
        let groups = case["groups"].as_array().unwrap().iter();
        let groups: Vec<[usize; 2]> =
            groups.map(|group| [0, 1].map(|side| group[side].as_u64().unwrap() as usize)).collect();
        near(homogeneity_p(&groups).unwrap(), real(&case, "p"), &case.to_string());
    }
    assert_eq!(homogeneity_p(&[[3, 4]]), None);
    assert_eq!(homogeneity_p(&[[3, 0], [4, 0], [0, 0]]), None);
}

#[test]
fn holm_never_turns_two_tests_round() {
    let p = [0.04, 0.001, 0.9, 0.02, 0.02];
    let corrected = holm(&p);
    assert_eq!(corrected, [0.08, 0.005, 0.9, 0.08, 0.08]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn boxes_are_those_of_numpy() {
    for case in cases("summaries") {
        let found = Summary::of_sorted(&reals(&case, "values")).unwrap();
        let text = case.to_string();
        near(found.q1, real(&case, "q1"), &text);
        near(found.median, real(&case, "median"), &text);
        near(found.q3, real(&case, "q3"), &text);
        near(found.iqr(), real(&case, "iqr"), &text);
        near(found.skew(), real(&case, "skew"), &text);
        near(found.whiskers[0], real(&case, "low"), &text);
        near(found.whiskers[1], real(&case, "high"), &text);
        assert_eq!(found.n_outliers as f64, real(&case, "outliers"), "{text}");
    }
    assert_eq!(Summary::of_sorted(&[]), None);
}

#[test]
fn infinite_values_are_ranked_and_never_become_nan() {
    let most = [f64::NEG_INFINITY, -1.0, 0.0, 2.0, f64::INFINITY, f64::INFINITY, f64::INFINITY];
    let found = Summary::of_sorted(&most).unwrap();
    assert_eq!((found.n_infinite, found.median, found.greatest), (4, 2.0, f64::INFINITY));
    for value in [found.q1, found.q3, found.iqr(), found.skew(), found.whiskers[0], found.whiskers[1]] {
        assert!(!value.is_nan(), "{found:?}");
    }
    let test = RankSum::of(&most, &[0.0, 1.0, f64::INFINITY]).unwrap();
    assert!(test.log10_p <= 0.0 && (0.0..=1.0).contains(&test.superiority()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn superiority_counts_pairs(
        a in prop::collection::vec(-3i32..4, 1..12),
        b in prop::collection::vec(-3i32..4, 1..12),
    ) {
        let count: f64 = a.iter().flat_map(|x| b.iter().map(move |y| match x.cmp(y) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })).sum();
        let real = |values: &[i32]| values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>();
        let test = RankSum::of(&real(&a), &real(&b)).unwrap();
        prop_assert!((test.u - count).abs() < 1e-9);
        prop_assert!(test.log10_p <= 1e-12);
    }
}
