//! Sums without rounding errors on the way.
//!
//! A chain of a hundred stones with many eyes has a strength of 1e20 and more. What a small move does elsewhere must not
//! drown in it, so changes and running sums are kept exactly (J. R. Shewchuk: Adaptive Precision Floating-Point Arithmetic,
//! 1997) and rounded once, when somebody looks.

/// An exact sum of f64 numbers.
///
/// ```
/// use ising::ExactSum;
/// let mut sum = ExactSum::default();
/// for term in [1e30, 12.0, -1e30] {
///     sum.add(term);
/// }
/// assert_eq!(sum.value(), 12.0);
/// ```
#[derive(Clone, Default, Debug)]
pub struct ExactSum {
    /// Numbers that do not overlap, the smallest first: together they are the sum.
    parts: Vec<f64>,
    /// What is beyond the range of f64, if anything.
    beyond: Option<f64>,
}

impl ExactSum {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        let mut carried = term;
        let mut kept = 0;
        for i in 0..self.parts.len() {
            let (mut large, mut small) = (carried, self.parts[i]);
            if large.abs() < small.abs() {
                (large, small) = (small, large);
            }
            let sum = large + small;
            let error = small - (sum - large);
            if error != 0.0 && sum.is_finite() {
                self.parts[kept] = error;
                kept += 1;
            }
            carried = sum;
        }
        self.parts.truncate(kept);
        if carried.is_finite() {
            self.parts.push(carried);
        } else {
            self.beyond = Some(self.beyond.map_or(carried, |before| known(before + carried)));
            self.parts.clear();
        }
    }

    /// The sum, rounded once; infinite where a term or the sum is beyond the range of f64.
    #[must_use]
    pub fn value(&self) -> f64 {
        if let Some(beyond) = self.beyond {
            return known(beyond);
        }
        let mut rest = self.parts.iter().rev();
        let Some(&first) = rest.next() else { return 0.0 };
        let mut sum = first;
        while let Some(&part) = rest.next() {
            let before = sum;
            sum = before + part;
            let error = part - (sum - before);
            if error != 0.0 {
                // Halfway cases are decided by what still follows.
                if rest.next().is_some_and(|next| (*next < 0.0) == (error < 0.0)) {
                    let twice = 2.0 * error;
                    let up = sum + twice;
                    if twice == up - sum {
                        sum = up;
                    }
                }
                break;
            }
        }
        sum
    }
}

impl Extend<f64> for ExactSum {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, terms: I) {
        for term in terms {
            self.add(term);
        }
    }
}

/// A value that is not a number because infinities met is beyond the range of f64; nobody knows on which side.
pub(crate) fn known(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

/// A product in which nothing times infinity is nothing.
pub(crate) fn times(factor: f64, value: f64) -> f64 {
    if factor == 0.0 { 0.0 } else { factor * value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[f64]) -> f64 {
        let mut sum = ExactSum::default();
        sum.extend(terms.iter().copied());
        sum.value()
    }

    #[test]
    fn sums_are_rounded_once() {
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[1e16, 1.0, 1.0, -1e16]), 2.0);
        assert_eq!(sum(&[1e300, 1e-300, -1e300]), 1e-300);
        // Halfway between two numbers, and a little more.
        assert_eq!(sum(&[9_007_199_254_740_992.0, 1.0, 1e-16]), 9_007_199_254_740_994.0);
        assert_eq!(sum(&[9_007_199_254_740_992.0, 1.0]), 9_007_199_254_740_992.0);
    }

    #[test]
    fn the_order_of_terms_does_not_matter() {
        let mut terms = [3e17, 0.1, -2e5, 7e-9, 1e17, -3e17, 12.5];
        let first = sum(&terms);
        for _ in 0..terms.len() {
            terms.rotate_left(1);
            assert_eq!(sum(&terms), first);
        }
    }

    #[test]
    fn beyond_the_range_nothing_becomes_nan() {
        let most = f64::MAX;
        assert_eq!(sum(&[most, most]), f64::INFINITY);
        assert_eq!(sum(&[-most, -most, 5.0]), f64::NEG_INFINITY);
        assert_eq!(sum(&[f64::INFINITY, 1.0, f64::NEG_INFINITY, 2.0]), f64::INFINITY);
        assert_eq!(sum(&[f64::NEG_INFINITY, 3.0]), f64::NEG_INFINITY);
    }
}
