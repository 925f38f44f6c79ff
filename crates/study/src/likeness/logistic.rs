//! A reader who learns to tell two sides apart: logistic regression by Newton's method.

use super::facts::WindowFacts;

const N: usize = size_of::<WindowFacts>() / size_of::<f64>();

/// What a weight costs, against the mean loss of a window: enough to keep weights finite where the sides never meet.
const RIDGE: f64 = 0.002;

/// Newton's method doubles the digits with every step; that many are more than there are.
const STEPS: usize = 30;

/// A step that is no better when it is halved so often leads nowhere.
const HALVINGS: usize = 20;

/// The weights of all facts, each in units of its standard deviation.
#[derive(Clone)]
pub(super) struct Logistic {
    pub(super) weights: WindowFacts,
    bias: f64,
    mean: WindowFacts,
    deviation: WindowFacts,
}

impl Logistic {
    /// Learns from windows, of which it is told whether the suspect played them. Both sides weigh the same.
    pub(super) fn fit(rows: &[(&WindowFacts, bool)]) -> Logistic {
        let n_suspect = rows.iter().filter(|(_, is_suspect)| *is_suspect).count();
        let counts = [rows.len() - n_suspect, n_suspect];
        let weight = |is_suspect: bool| 0.5 / counts[usize::from(is_suspect)] as f64;
        let mut mean = [0.0; N];
        let mut deviation = [0.0; N];
        for fact in 0..N {
            mean[fact] = rows.iter().map(|(facts, side)| weight(*side) * facts[fact]).sum();
            let variance: f64 =
                rows.iter().map(|(facts, side)| weight(*side) * (facts[fact] - mean[fact]).powi(2)).sum();
            deviation[fact] = variance.sqrt();
        }
        let mut judge = Logistic { weights: [0.0; N], bias: 0.0, mean, deviation };
        for _ in 0..STEPS {
            // The last of all unknowns is the bias.
            let mut slope = [0.0; N + 1];
            let mut bend = [[0.0; N + 1]; N + 1];
            for (facts, is_suspect) in rows {
                let mut x = [1.0; N + 1];
                x[..N].copy_from_slice(&judge.standard(facts));
                let p = 1.0 / (1.0 + (-judge.log_odds(facts)).exp());
                let error = weight(*is_suspect) * (p - f64::from(u8::from(*is_suspect)));
                let curve = weight(*is_suspect) * p * (1.0 - p);
                for i in 0..=N {
                    slope[i] += error * x[i];
                    for j in 0..=i {
                        bend[i][j] += curve * x[i] * x[j];
                    }
                }
            }
            for i in 0..N {
                slope[i] += RIDGE * judge.weights[i];
                bend[i][i] += RIDGE;
            }
            bend[N][N] += 1e-12;
            let step = solve(bend, slope);
            let before = judge.loss(rows, weight);
            // A full step may go too far where the sides hardly meet.
            let mut length = 1.0;
            let better = (0..HALVINGS).find_map(|_| {
                let next = judge.moved(&step, length);
                length *= 0.5;
                (next.loss(rows, weight) < before).then_some(next)
            });
            match better {
                Some(next) => judge = next,
                None => break,
            }
        }
        judge
    }

    fn moved(&self, step: &[f64; N + 1], length: f64) -> Logistic {
        let mut next = self.clone();
        next.weights.iter_mut().zip(step).for_each(|(weight, step)| *weight -= length * step);
        next.bias -= length * step[N];
        next
    }

    /// What is made as small as possible.
    fn loss(&self, rows: &[(&WindowFacts, bool)], weight: impl Fn(bool) -> f64) -> f64 {
        let losses = rows.iter().map(|(facts, is_suspect)| {
            let odds = if *is_suspect { self.log_odds(facts) } else { -self.log_odds(facts) };
            // ln(1 + exp(−odds)), which does not overflow.
            weight(*is_suspect) * ((-odds).max(0.0) + (-odds.abs()).exp().ln_1p())
        });
        losses.sum::<f64>() + 0.5 * RIDGE * self.weights.iter().map(|weight| weight * weight).sum::<f64>()
    }

    /// Facts in units of their standard deviation; one that is always the same says nothing.
    fn standard(&self, facts: &WindowFacts) -> WindowFacts {
        let mut standard = [0.0; N];
        for fact in 0..N {
            if self.deviation[fact] > 1e-9 {
                standard[fact] = (facts[fact] - self.mean[fact]) / self.deviation[fact];
            }
        }
        standard
    }

    /// The logarithm of the odds that the suspect played the window.
    pub(super) fn log_odds(&self, facts: &WindowFacts) -> f64 {
        self.bias + self.standard(facts).iter().zip(self.weights).map(|(fact, weight)| fact * weight).sum::<f64>()
    }
}

/// Solves a system with a symmetric, positive definite matrix, of which the lower half is given: Cholesky.
fn solve(mut matrix: [[f64; N + 1]; N + 1], mut right: [f64; N + 1]) -> [f64; N + 1] {
    for i in 0..=N {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            matrix[i][j] =
                if i == j { (matrix[i][i] - sum).max(1e-300).sqrt() } else { (matrix[i][j] - sum) / matrix[j][j] };
        }
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..=N).rev() {
        let sum: f64 = (i + 1..=N).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use model::Seed;

    use super::*;

    /// Two facts count, one of them twice as much; the rest is noise.
    #[test]
    fn weights_are_found_again() {
        let mut rng = Seed(7).rng();
        let mut uniform = move || model::unit(&mut rng);
        let windows: Vec<(WindowFacts, bool)> = (0..4000)
            .map(|_| {
                let mut facts = [0.0; N];
                facts.iter_mut().for_each(|fact| *fact = 12f64.sqrt() * (uniform() - 0.5));
                facts[3] = 5.0;
                let odds = 1.5 * facts[0] - 0.75 * facts[1];
                (facts, uniform() < 1.0 / (1.0 + (-odds).exp()))
            })
            .collect();
        let rows: Vec<(&WindowFacts, bool)> = windows.iter().map(|(facts, side)| (facts, *side)).collect();
        let judge = Logistic::fit(&rows);
        assert!((judge.weights[0] - 1.5).abs() < 0.15, "{:?}", judge.weights);
        assert!((judge.weights[1] + 0.75).abs() < 0.15, "{:?}", judge.weights);
        assert_eq!(judge.weights[3], 0.0, "what is always the same says nothing");
        assert!(judge.weights[4..].iter().all(|weight| weight.abs() < 0.15), "{:?}", judge.weights);
    }
}
