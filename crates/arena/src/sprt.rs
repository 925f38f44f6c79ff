//! Wald's sequential test: stop as soon as it is clear enough which of two strengths is the true one.

use serde::Serialize;

/// A sequential probability ratio test of one player's Elo over another's. A draw counts as half a win and half a loss.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference of the first hypothesis, H0.
    pub elo0: f64,
    /// That of the second, H1: greater.
    pub elo1: f64,
    /// How often H1 may be accepted where H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted where H1 is true.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The first player is no stronger than `elo0`.
    H0,
    /// The first player is at least `elo1` stronger.
    H1,
    /// Not clear yet.
    Open,
}

/// The expected score of a player this many Elo points above another.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Sprt {
    /// A test.
    ///
    /// # Errors
    /// With words for the user, when the numbers make no test.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, String> {
        let fine = |risk: f64| risk > 0.0 && risk < 0.5;
        if !(elo0 < elo1 && elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0) {
            return Err(format!("elo0 = {elo0} and elo1 = {elo1}: give two numbers, the first one smaller"));
        }
        if !(fine(alpha) && fine(beta)) {
            return Err(format!("alpha = {alpha} and beta = {beta}: give risks between 0 and 0.5"));
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The logarithm of how much more likely the games are under H1.
    ///
    /// ```
    /// let test = arena::Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    /// assert!(test.llr(0.0, 0.0) == 0.0 && test.llr(20.0, 5.0) > 0.0 && test.llr(5.0, 20.0) < 0.0);
    /// ```
    #[must_use]
    pub fn llr(&self, wins: f64, losses: f64) -> f64 {
        let (p0, p1) = (expected_score(self.elo0), expected_score(self.elo1));
        wins * (p1 / p0).ln() + losses * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// Where the test ends: below the first number with H0, above the second with H1.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// What the games say.
    #[must_use]
    pub fn decide(&self, wins: f64, losses: f64) -> Decision {
        let [low, high] = self.bounds();
        match self.llr(wins, losses) {
            llr if llr <= low => Decision::H0,
            llr if llr >= high => Decision::H1,
            _ => Decision::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Seed, unit};

    #[test]
    fn the_bounds_are_wald_s() {
        let test = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
        let [low, high] = test.bounds();
        assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
    }

    #[test]
    fn it_errs_as_seldom_as_it_says() {
        let test = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
        let wrong = |elo: f64, wrong: Decision| {
            let chance = expected_score(elo);
            let runs = 2000;
            let count = (0..runs).filter(|&run| {
                let mut rng = Seed(17).stream(run).rng();
                let (mut wins, mut losses) = (0.0, 0.0);
                loop {
                    let won = unit(&mut rng) < chance;
                    *(if won { &mut wins } else { &mut losses }) += 1.0;
                    match test.decide(wins, losses) {
                        Decision::Open => {}
                        decision => return decision == wrong,
                    }
                }
            });
            count.count() as f64 / runs as f64
        };
        assert!(wrong(0.0, Decision::H1) < 0.06);
        assert!(wrong(100.0, Decision::H0) < 0.06);
    }

    #[test]
    fn what_makes_no_test_is_refused() {
        assert!(Sprt::new(10.0, 10.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, f64::NAN, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 10.0, 0.0, 0.05).is_err());
    }
}
