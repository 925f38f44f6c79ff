//! The three numbers of the model, with their ranges.

use std::fmt;

/// The numbers that the model leaves open. Made only by [`Params::new`], so that every value is in range.
///
/// ```
/// use freedom::Params;
/// assert_eq!(Params::default(), Params::new(1.0 / 3.0, 2.0, 4).unwrap());
/// assert_eq!(Params::new(0.5, 1.0, 4).unwrap_err().to_string(), "q is 1; choose a number above 1");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    p: f64,
    q: f64,
    reach: usize,
}

impl Params {
    /// The longest path that may be asked for.
    pub const MAX_REACH: usize = 7;

    /// Checks the three numbers.
    ///
    /// # Errors
    /// With the number that is out of range, and the range.
    pub fn new(p: f64, q: f64, reach: usize) -> Result<Params, ParamsError> {
        if !(0.0..=1.0).contains(&p) {
            return Err(ParamsError::P(p));
        }
        if !(q > 1.0 && q.is_finite()) {
            return Err(ParamsError::Q(q));
        }
        if !(1..=Self::MAX_REACH).contains(&reach) {
            return Err(ParamsError::Reach(reach));
        }
        Ok(Params { p, q, reach })
    }

    /// The chance that one stone still missing from a path will be there: from 0 to 1.
    #[must_use]
    pub fn p(&self) -> f64 {
        self.p
    }

    /// The order of the norm that joins paths through the same point: above 1. Near 1 they add up; for a large `q` only
    /// the strongest counts.
    #[must_use]
    pub fn q(&self) -> f64 {
        self.q
    }

    /// The longest path that counts, in stones still to be played, the virtual stone included: from 1 to 7.
    #[must_use]
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// `pⁿ / n`: what one liberty is worth on each of the `n` points of a path.
    #[must_use]
    pub fn weight(&self, n: usize) -> f64 {
        self.connectedness(n) / n as f64
    }

    /// `pⁿ`: how well a path connects while `n` stones are missing.
    #[must_use]
    pub fn connectedness(&self, n: usize) -> f64 {
        self.p.powi(n as i32)
    }
}

impl Default for Params {
    fn default() -> Params {
        Params { p: 1.0 / 3.0, q: 2.0, reach: 4 }
    }
}

/// Which number is out of range.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ParamsError {
    /// `p` is not a probability.
    P(f64),
    /// `q` is not above 1, or not finite.
    Q(f64),
    /// No path has this many stones.
    Reach(usize),
}

impl fmt::Display for ParamsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamsError::P(p) => write!(f, "p is {p}; choose a number from 0 to 1"),
            ParamsError::Q(q) => write!(f, "q is {q}; choose a number above 1"),
            ParamsError::Reach(reach) => {
                write!(f, "reach is {reach}; choose a whole number from 1 to {}", Params::MAX_REACH)
            }
        }
    }
}

impl std::error::Error for ParamsError {}
