//! Functions of many numbers at once, written so that the compiler turns them into vector instructions.

/// e to the power of `x`, with a relative error below 3e−7, for x within ±87; beyond that as at the ends.
#[inline(always)]
fn exp(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    // Adding this rounds to a whole number, which then stands in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 87.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN_2_HIGH) - n * LN_2_LOW;
    // Taylor's series to the sixth power: |r| is at most ln 2 / 2.
    let series = 1.0 / 720.0;
    let series = series * r + 1.0 / 120.0;
    let series = series * r + 1.0 / 24.0;
    let series = series * r + 1.0 / 6.0;
    let series = series * r + 0.5;
    let series = series * r + 1.0;
    let series = series * r + 1.0;
    let power = f32::from_bits(shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127) << 23);
    series * power
}

/// 1 / (1 + e^−x).
#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Turns the sums of a row into probabilities: the sigmoid of each with its bias.
#[inline]
pub(crate) fn activate(row: &mut [f32], bias: &[f32]) {
    for (unit, bias) in row.iter_mut().zip(bias) {
        *unit = sigmoid(*unit + bias);
    }
}

/// Turns the sums of a row of three planes into probabilities: those of the three states of a point add up to 1.
pub(crate) fn share(row: &mut [f32], bias: &[f32]) {
    let area = row.len() / 3;
    for i in 0..area {
        let at = [i, area + i, 2 * area + i];
        let sums = at.map(|unit| row[unit] + bias[unit]);
        let most = sums[0].max(sums[1]).max(sums[2]);
        let weights = sums.map(|sum| exp(sum - most));
        let all = weights[0] + weights[1] + weights[2];
        at.iter().zip(weights).for_each(|(&unit, weight)| row[unit] = weight / all);
    }
}

/// Σ over the points of ln(e^a + e^b + e^c), where a, b and c are what three planes hold there.
pub(crate) fn sum_of_three(planes: &[f32]) -> f64 {
    let area = planes.len() / 3;
    let point = |i: usize| {
        let sums = [planes[i], planes[area + i], planes[2 * area + i]].map(f64::from);
        let most = sums[0].max(sums[1]).max(sums[2]);
        most + libm::log(sums.iter().map(|sum| libm::exp(sum - most)).sum())
    };
    (0..area).map(point).sum()
}

/// This many sums run side by side.
const LANES: usize = 16;

/// Most factors of a product that stays within the range of f32: each is at most 2.
const FACTORS: usize = 100 * LANES;

/// Σ ln(1 + e^x) over `n` values, the j-th of which is `x(j)`.
#[inline(always)]
pub(crate) fn sum_softplus(n: usize, x: impl Fn(usize) -> f32) -> f64 {
    let mut sum = 0.0;
    let mut from = 0;
    while from < n {
        let to = (from + FACTORS).min(n);
        // ln(1 + e^x) = max(x, 0) + ln(1 + e^−|x|), and logarithms of factors add up to one of their product.
        let (mut above, mut product) = ([0.0f32; LANES], [1.0f32; LANES]);
        let whole = (to - from) / LANES * LANES;
        for block in (from..from + whole).step_by(LANES) {
            for lane in 0..LANES {
                let value = x(block + lane);
                above[lane] += value.max(0.0);
                product[lane] *= 1.0 + exp(-value.abs());
            }
        }
        for (lane, j) in (from + whole..to).enumerate() {
            let value = x(j);
            above[lane] += value.max(0.0);
            product[lane] *= 1.0 + exp(-value.abs());
        }
        for lane in 0..LANES {
            sum += f64::from(above[lane]) + libm::log(f64::from(product[lane]));
        }
        from = to;
    }
    sum
}

/// Σ (a − b)².
#[inline]
pub(crate) fn sum_of_squares(a: &[f32], b: &[f32]) -> f64 {
    let mut sums = [0.0f32; LANES];
    for (a, b) in a.chunks(LANES).zip(b.chunks(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().map(|sum| f64::from(*sum)).sum()
}

/// Adds a row to another.
#[inline]
pub(crate) fn add(sum: &mut [f32], row: &[f32]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_exact_to_the_last_bits() {
        for i in -870_000..=870_000 {
            let x = i as f32 * 1e-4;
            let exact = libm::exp(f64::from(x));
            let error = (f64::from(exp(x)) - exact).abs() / exact;
            assert!(error < 3e-7, "exp({x}): {error}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(1000.0).is_finite() && exp(-1000.0) > 0.0);
        assert_eq!((sigmoid(0.0), sigmoid(200.0)), (0.5, 1.0));
        assert!(sigmoid(-200.0) < 1e-30);
    }

    #[test]
    fn softplus_sums_are_exact() {
        for n in [0, 1, 15, 16, 17, 500, 1600, 1601, 5000] {
            let value = |j: usize| ((j * 7919 % 1000) as f32 / 25.0 - 20.0) * if j % 100 == 3 { 10.0 } else { 1.0 };
            let exact: f64 =
                (0..n).map(|j| f64::from(value(j))).map(|x| x.max(0.0) + libm::log1p(libm::exp(-x.abs()))).sum();
            let sum = sum_softplus(n, value);
            assert!((sum - exact).abs() <= 1e-5 * exact.max(1.0), "{n}: {sum} and {exact}");
        }
    }
}
