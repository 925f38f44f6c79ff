//! Tests and intervals of `statistics`. Samples are sequences or arrays of numbers.

use model::Seed;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use statistics::{RankSum, Share, Summary};

use crate::error;

/// A sample: anything that NumPy makes an array of.
fn sample(given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let numpy = given.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (given, "float64"))?.call_method0("ravel")?;
    let array: PyReadonlyArray1<'_, f64> = array.extract()?;
    let values: Vec<f64> = array.as_array().iter().copied().collect();
    match values.iter().position(|value| value.is_nan()) {
        Some(index) => Err(error::wrong(format!("value {index} of the sample is not a number"))),
        None => Ok(values),
    }
}

fn named<'py>(py: Python<'py>, class: &str, values: &[(&str, Bound<'py, PyAny>)]) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    for (name, value) in values {
        fields.set_item(name, value)?;
    }
    py.import("aji.stats")?.getattr(class)?.call((), Some(&fields))
}

fn any<'py, T: pyo3::IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> PyResult<Bound<'py, PyAny>> {
    value.into_bound_py_any(py)
}

/// A share with Wilson's interval.
pub(crate) fn share<'py>(py: Python<'py>, share: &Share) -> PyResult<Bound<'py, PyAny>> {
    let [low, high] = share.interval;
    let fields = [
        ("hits", any(py, share.hits)?),
        ("n", any(py, share.n)?),
        ("value", any(py, share.value)?),
        ("interval", any(py, (low, high))?),
    ];
    named(py, "Share", &fields)
}

#[pyfunction]
pub(crate) fn rank_sum<'py>(
    py: Python<'py>,
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (first, second) = (sample(first)?, sample(second)?);
    let test = py.detach(|| RankSum::of(&first, &second));
    let test = test.ok_or_else(|| error::wrong("a test of two samples needs a value in each"))?;
    let fields = [
        ("n", any(py, (test.n[0], test.n[1]))?),
        ("u", any(py, test.u)?),
        ("z", any(py, test.z)?),
        ("p", any(py, test.p())?),
        ("log10_p", any(py, test.log10_p)?),
        ("exact", any(py, test.exact)?),
        ("superiority", any(py, test.superiority())?),
        ("cliffs_delta", any(py, test.cliffs_delta())?),
    ];
    named(py, "RankSum", &fields)
}

#[pyfunction]
pub(crate) fn wilson(py: Python<'_>, hits: usize, n: usize) -> PyResult<Bound<'_, PyAny>> {
    if hits > n {
        return Err(error::wrong(format!("{hits} hits in {n} tries cannot be")));
    }
    share(py, &Share::of(hits, n))
}

#[pyfunction]
#[pyo3(signature = (sums, counts = None, seed = 1))]
pub(crate) fn bootstrap(
    py: Python<'_>,
    sums: &Bound<'_, PyAny>,
    counts: Option<&Bound<'_, PyAny>>,
    seed: u64,
) -> PyResult<Option<(f64, f64)>> {
    let sums = sample(sums)?;
    let counts = counts.map_or_else(|| Ok(vec![1.0; sums.len()]), sample)?;
    if sums.len() != counts.len() {
        return Err(error::wrong("every unit has a sum and a count"));
    }
    let units: Vec<(f64, f64)> = sums.into_iter().zip(counts).collect();
    Ok(py.detach(|| statistics::bootstrap(&units, Seed(seed))).map(|[low, high]| (low, high)))
}

#[pyfunction]
pub(crate) fn holm<'py>(py: Python<'py>, p: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<f64>>> {
    Ok(PyArray1::from_vec(py, statistics::holm(&sample(p)?)))
}

#[pyfunction]
pub(crate) fn spearman(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    let (a, b) = (sample(a)?, sample(b)?);
    if a.len() != b.len() {
        return Err(error::wrong(format!("two ratings of the same things, not of {} and {}", a.len(), b.len())));
    }
    Ok(statistics::spearman(&a, &b))
}

#[pyfunction]
#[pyo3(signature = (hits, n, chance = 0.5))]
pub(crate) fn binomial_p(hits: usize, n: usize, chance: f64) -> PyResult<f64> {
    if hits > n || !(0.0..=1.0).contains(&chance) {
        return Err(error::wrong(format!("{hits} hits in {n} tries with a chance of {chance} cannot be")));
    }
    Ok(statistics::binomial_p(hits, n, chance))
}

#[pyfunction]
pub(crate) fn chi_squared_p(sum: f64, degrees: usize) -> PyResult<f64> {
    if degrees == 0 {
        return Err(error::wrong("a test has degrees of freedom"));
    }
    Ok(statistics::chi_squared_p(sum, degrees))
}

#[pyfunction]
pub(crate) fn homogeneity_p(groups: Vec<(usize, usize)>) -> Option<f64> {
    let groups: Vec<[usize; 2]> = groups.into_iter().map(|(hits, misses)| [hits, misses]).collect();
    statistics::homogeneity_p(&groups)
}

#[pyfunction]
pub(crate) fn summary<'py>(py: Python<'py>, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let mut values = sample(values)?;
    values.sort_by(f64::total_cmp);
    let summary = Summary::of_sorted(&values).ok_or_else(|| error::wrong("a summary needs a value"))?;
    let fields = [
        ("n", any(py, summary.n)?),
        ("least", any(py, summary.least)?),
        ("q1", any(py, summary.q1)?),
        ("median", any(py, summary.median)?),
        ("q3", any(py, summary.q3)?),
        ("greatest", any(py, summary.greatest)?),
        ("whiskers", any(py, (summary.whiskers[0], summary.whiskers[1]))?),
        ("n_outliers", any(py, summary.n_outliers)?),
        ("n_infinite", any(py, summary.n_infinite)?),
    ];
    named(py, "Summary", &fields)
}
