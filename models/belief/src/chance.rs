//! Random numbers for many units at once, the same for a seed on every machine and for any number of threads.

use model::{Rng, Seed};

/// This many generators run side by side: a row of units is drawn in steps of this many, which the compiler turns into vector
/// instructions.
const LANES: usize = 16;

/// The numbers of one row: xoshiro128++ in each lane, seeded with SplitMix64 from the seed of the row.
#[derive(Clone)]
pub(crate) struct Lanes([[u32; LANES]; 4]);

impl Lanes {
    pub(crate) fn new(seed: Seed) -> Lanes {
        let mut state = [[0; LANES]; 4];
        let mut word = seed.0;
        for pair in state.as_flattened_mut().chunks_exact_mut(2) {
            // SplitMix64; its constants are the published ones.
            word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^= z >> 31;
            pair[0] = z as u32;
            pair[1] = (z >> 32) as u32;
        }
        Lanes(state)
    }

    #[inline(always)]
    fn next(&mut self) -> [u32; LANES] {
        let [a, b, c, d] = &mut self.0;
        let mut drawn = [0; LANES];
        for i in 0..LANES {
            drawn[i] = a[i].wrapping_add(d[i]).rotate_left(7).wrapping_add(a[i]);
            let t = b[i] << 9;
            c[i] ^= a[i];
            d[i] ^= b[i];
            b[i] ^= c[i];
            a[i] ^= d[i];
            c[i] ^= t;
            d[i] = d[i].rotate_left(11);
        }
        drawn
    }

    /// Numbers from 0 up to but without 1, in steps of 2⁻²⁴.
    #[inline(always)]
    fn uniform(&mut self) -> [f32; LANES] {
        self.next().map(|word| (word >> 8) as i32 as f32 * (1.0 / (1 << 24) as f32))
    }

    /// Draws every unit: 1 with its probability, else 0.
    #[inline]
    pub(crate) fn draw(&mut self, probabilities: &[f32], units: &mut [f32]) {
        for (units, probabilities) in units.chunks_mut(LANES).zip(probabilities.chunks(LANES)) {
            let uniform = self.uniform();
            for ((unit, probability), uniform) in units.iter_mut().zip(probabilities).zip(uniform) {
                *unit = if uniform < *probability { 1.0 } else { 0.0 };
            }
        }
    }

    /// Fills a row with numbers from 0 up to but without 1.
    pub(crate) fn fill(&mut self, row: &mut [f32]) {
        for part in row.chunks_mut(LANES) {
            let uniform = self.uniform();
            part.copy_from_slice(&uniform[..part.len()]);
        }
    }
}

/// Numbers of a normal distribution around 0, after Box and Muller.
pub(crate) fn normal(seed: Seed, deviation: f64, n: usize) -> Vec<f32> {
    let mut rng = seed.rng();
    let mut uniform = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let mut numbers = Vec::with_capacity(n + 1);
    while numbers.len() < n {
        let (radius, angle) = (libm::sqrt(-2.0 * libm::log(uniform())), std::f64::consts::TAU * uniform());
        numbers.push((deviation * radius * libm::cos(angle)) as f32);
        numbers.push((deviation * radius * libm::sin(angle)) as f32);
    }
    numbers.truncate(n);
    numbers
}

/// A shuffled list of the numbers below `n`.
pub(crate) fn shuffled(seed: Seed, n: usize) -> Vec<u32> {
    let mut rng = seed.rng();
    let mut order: Vec<u32> = (0..n as u32).collect();
    model::shuffle(&mut order, &mut rng);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_on_as_often_as_they_should_be() {
        let probabilities: Vec<f32> = (0..50).map(|i| i as f32 / 49.0).collect();
        let mut counts = [0u32; 50];
        let rows = 20_000;
        for row in 0..rows {
            let mut units = [0.0; 50];
            Lanes::new(Seed(3).stream(row)).draw(&probabilities, &mut units);
            for (count, unit) in counts.iter_mut().zip(units) {
                *count += unit as u32;
            }
        }
        for (count, p) in counts.iter().zip(&probabilities) {
            let deviation = (rows as f32 * p * (1.0 - p)).sqrt();
            assert!((*count as f32 - rows as f32 * p).abs() <= 5.0 * deviation, "{count} of {rows} at {p}");
        }
        assert_eq!((counts[0], counts[49]), (0, rows as u32));
    }

    #[test]
    fn neighbouring_rows_and_units_have_nothing_to_do_with_each_other() {
        let rows = 4000;
        let width = 40;
        let drawn: Vec<Vec<f32>> = (0..rows)
            .map(|row| {
                let mut numbers = vec![0.0; width];
                Lanes::new(Seed(9).stream(row)).fill(&mut numbers);
                numbers
            })
            .collect();
        let correlation = |f: &dyn Fn(usize, usize) -> (f32, f32)| {
            let mut sum = 0.0;
            for row in 1..rows as usize {
                for unit in 1..width {
                    let (x, y) = f(row, unit);
                    sum += f64::from((x - 0.5) * (y - 0.5));
                }
            }
            12.0 * sum / (rows as usize * width) as f64
        };
        assert!(correlation(&|row, unit| (drawn[row][unit], drawn[row - 1][unit])).abs() < 0.015);
        assert!(correlation(&|row, unit| (drawn[row][unit], drawn[row][unit - 1])).abs() < 0.015);
        assert!((correlation(&|row, unit| (drawn[row][unit], drawn[row][unit])) - 1.0).abs() < 0.03);
    }

    #[test]
    fn normal_numbers_have_their_deviation() {
        let numbers = normal(Seed(1), 0.01, 20_001);
        assert_eq!(numbers.len(), 20_001);
        let square: f64 = numbers.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / 20_001.0;
        assert!((square.sqrt() - 0.01).abs() < 2e-4);
        let mut order = shuffled(Seed(2), 1000);
        assert!(order[0] != 0 || order[1] != 1);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..1000));
    }
}
