//! From owners to the lead.

/// How the lead is read from the sum of the owners.
///
/// Where little is certain, owners are drawn towards an equal board. Players aim at an equal game instead: Black, who gives komi, takes
/// more of the board. So a part of what Black gives comes back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    /// What a point of the sum counts.
    pub(super) sum: f32,
    /// The same for a point that Black gives.
    pub(super) given: f32,
}

impl Default for Scale {
    fn default() -> Scale {
        Scale { sum: 1.0, given: 0.0 }
    }
}

impl Scale {
    /// Black's lead, from the sum of the owners with all corrections and what Black gives, which is negative.
    pub(super) fn lead(self, sum: f64, given: f64) -> f64 {
        f64::from(self.sum) * sum + f64::from(self.given) * given
    }
}

/// The scale of least squares: sums over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fit {
    sum_sum: f64,
    sum_given: f64,
    given_given: f64,
    sum_lead: f64,
    given_lead: f64,
}

/// How much the scale that takes the sum as it is counts: as much as a few dozen positions.
const PRIOR: f64 = 2000.0;

impl Default for Fit {
    fn default() -> Fit {
        Fit { sum_sum: PRIOR, sum_given: 0.0, given_given: PRIOR, sum_lead: PRIOR, given_lead: 0.0 }
    }
}

impl Fit {
    /// Takes a position with its true lead into account.
    pub(super) fn add(&mut self, sum: f64, given: f64, lead: f64) {
        self.sum_sum += sum * sum;
        self.sum_given += sum * given;
        self.given_given += given * given;
        self.sum_lead += sum * lead;
        self.given_lead += given * lead;
    }

    /// The scale that fits best.
    pub(super) fn scale(&self) -> Scale {
        // Never zero, as the prior is in both.
        let determinant = self.sum_sum * self.given_given - self.sum_given * self.sum_given;
        let sum = self.sum_lead * self.given_given - self.given_lead * self.sum_given;
        let given = self.given_lead * self.sum_sum - self.sum_lead * self.sum_given;
        Scale { sum: (sum / determinant) as f32, given: (given / determinant) as f32 }
    }

    /// Its numbers, to go on later.
    pub(super) fn numbers(&self) -> [f64; 5] {
        [self.sum_sum, self.sum_given, self.given_given, self.sum_lead, self.given_lead]
    }

    /// From its numbers.
    pub(super) fn from_numbers([sum_sum, sum_given, given_given, sum_lead, given_lead]: [f64; 5]) -> Fit {
        Fit { sum_sum, sum_given, given_given, sum_lead, given_lead }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_finds_the_scale_that_made_the_leads_and_knows_none_without_positions() {
        assert_eq!(Fit::default().scale(), Scale::default());
        let mut fit = Fit::default();
        for i in 0..20_000 {
            let (sum, given) = (f64::from(i % 41 - 20), if i % 3 == 0 { -6.5 } else { 0.5 });
            fit.add(sum, given, 0.8 * sum - 0.4 * given);
        }
        let found = fit.scale();
        assert!((found.sum - 0.8).abs() < 0.01 && (found.given + 0.4).abs() < 0.01, "{found:?}");
        assert_eq!(Fit::from_numbers(fit.numbers()), fit);
    }
}
