//! From owners to the lead.

/// How many things a lead is read from.
const N_PARTS: usize = 5;

/// How the lead is read from the sum of the owners.
///
/// Where little is certain, owners are drawn towards an equal board. So what is sure, which has the greater part in the sum of the cubes, says less of the lead than
/// its share of the sum: there is more to come where the other points lean. Among strong players a small sum in the opening is mostly chance; one that is far from nothing is not. Players aim at an equal game, not at an equal board: Black, who gives komi, takes
/// more of it. So a part of what Black gives comes back. And whoever is to move will make something of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    /// What a point of the sum counts, one of the far sum, one of the sum of cubes, one that Black gives, and to be the one who moves.
    pub(super) counts: [f32; N_PARTS],
}

/// What a lead is read from: the sum of the owners with all corrections, the sum of their cubes, what Black gives, which is negative, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Parts {
    pub(super) sum: f64,
    pub(super) sure: f64,
    pub(super) given: f64,
    pub(super) turn: f64,
}

/// Half of a sum of so many points counts as far.
const FAR: f64 = 30.0;

impl Parts {
    fn all(self) -> [f64; N_PARTS] {
        let far = self.sum / (1.0 + (FAR / self.sum).powi(2));
        [self.sum, far, self.sure, self.given, self.turn]
    }
}

impl Default for Scale {
    fn default() -> Scale {
        Scale { counts: [1.0, 0.0, 0.0, 0.0, 0.0] }
    }
}

impl Scale {
    /// Black's lead.
    pub(super) fn lead(self, parts: Parts) -> f64 {
        self.counts.iter().zip(parts.all()).map(|(&count, part)| f64::from(count) * part).sum()
    }
}

/// The scale of least squares: sums over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fit {
    /// The products of any two parts.
    products: [[f64; N_PARTS]; N_PARTS],
    /// Of each part and the lead.
    leads: [f64; N_PARTS],
}

/// How much the scale that takes the sum as it is counts: as much as a few dozen positions.
const PRIOR: f64 = 1000.0;

impl Default for Fit {
    fn default() -> Fit {
        let mut fit = Fit { products: [[0.0; N_PARTS]; N_PARTS], leads: [PRIOR, 0.0, 0.0, 0.0, 0.0] };
        for (i, weight) in [PRIOR, PRIOR, PRIOR, PRIOR, PRIOR / 100.0].into_iter().enumerate() {
            fit.products[i][i] = weight;
        }
        fit
    }
}

/// Where the sum is so far from nothing, a position counts half. Who is ahead is in question where the game is near, and a move is worth more in the
/// wild fights that decide games.
const DECIDED: f64 = 40.0;
/// So does one whose lead is so far from what was expected: what was misjudged there is no matter of scale.
const MISJUDGED: f64 = 10.0;

impl Fit {
    /// Takes a position with its true lead into account.
    pub(super) fn add(&mut self, parts: Parts, lead: f64) {
        let off = lead - self.scale().lead(parts);
        let half = |away: f64, at: f64| 1.0 / (1.0 + (away / at).powi(2));
        let weight = half(parts.sum, DECIDED) * half(off, MISJUDGED);
        let parts = parts.all();
        for ((row, sum), part) in self.products.iter_mut().zip(&mut self.leads).zip(parts) {
            row.iter_mut().zip(parts).for_each(|(product, other)| *product += weight * part * other);
            *sum += weight * part * lead;
        }
    }

    /// The scale that fits best among those by which it is no loss to be the one who moves.
    pub(super) fn scale(&self) -> Scale {
        let best = self.solved(N_PARTS);
        let best = if best[N_PARTS - 1] < 0.0 { self.solved(N_PARTS - 1) } else { best };
        Scale { counts: best.map(|count| count as f32) }
    }

    /// The best counts of the first parts, the others being nothing.
    fn solved(&self, n: usize) -> [f64; N_PARTS] {
        let (mut rows, mut leads) = (self.products, self.leads);
        // Elimination without exchanging rows: with the prior in them all, no pivot comes near zero.
        for i in 0..n {
            let (pivot, lead) = (rows[i], leads[i]);
            for (row, its) in rows.iter_mut().zip(&mut leads).take(n).skip(i + 1) {
                let times = row[i] / pivot[i];
                row.iter_mut().zip(pivot).skip(i).for_each(|(cell, above)| *cell -= times * above);
                *its -= times * lead;
            }
        }
        let mut counts = [0.0; N_PARTS];
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|j| rows[i][j] * counts[j]).sum();
            counts[i] = (leads[i] - known) / rows[i][i];
        }
        counts
    }

    /// Its numbers, to go on later.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.products.into_iter().flatten().chain(self.leads)
    }

    /// From its numbers, one after the other.
    pub(super) fn read(mut next: impl FnMut() -> Option<f64>) -> Option<Fit> {
        let mut fit = Fit::default();
        for number in fit.products.iter_mut().flatten().chain(&mut fit.leads) {
            *number = next()?;
        }
        Some(fit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_positions_that_were_misjudged_do_not_turn_the_scale() {
        let mut fit = Fit::default();
        for i in 0..30_000 {
            let (sum, turn) = (f64::from(i % 21 - 10), f64::from(i % 2 * 2 - 1));
            // One lead in ten is far off, always in favour of the side to move.
            let misjudged = if i % 10 < 2 && i % 20 < 10 { 60.0 * turn } else { 0.0 };
            fit.add(Parts { sum, sure: 0.0, given: 0.5, turn }, sum + turn + misjudged);
        }
        let [.., turn] = fit.scale().counts;
        assert!((turn - 1.0).abs() < 0.5, "{turn}");
    }

    #[test]
    fn a_fit_finds_the_scale_that_made_the_leads_and_knows_none_without_positions() {
        assert_eq!(Fit::default().scale(), Scale::default());
        for (of_turn, expected) in [(1.5, 1.5), (-1.5, 0.0)] {
            let mut fit = Fit::default();
            for i in 0..30_000 {
                let given = if i % 3 == 0 { -6.5 } else { 0.5 };
                let turn = f64::from(i % 2 * 2 - 1);
                let sum = f64::from(i % 141 - 70) - turn;
                let sure = sum / 2.0 + f64::from(i % 13 - 6);
                fit.add(Parts { sum, sure, given, turn }, 0.8 * sum - 0.2 * sure - 0.4 * given + of_turn * turn);
            }
            let [sum, far, sure, given, turn] = fit.scale().counts;
            assert!((sum - 0.8).abs() < 0.03 && far.abs() < 0.03, "{sum} {far}");
            assert!((sure + 0.2).abs() < 0.02, "{sure}");
            assert!((given + 0.4).abs() < 0.02, "{given}");
            assert!((turn - expected).abs() < 0.02, "{turn}");
            let mut numbers = fit.numbers();
            assert_eq!(Fit::read(|| numbers.next()), Some(fit));
        }
    }
}
