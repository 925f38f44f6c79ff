//! What a tick does: points hear of those around them, make something of it, share it with those they are joined to, and keep it.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::scene::{Around, Scene};
use crate::shape::{Form, VOICES};

/// Adds the product of two matrices, row by row, to a third: `n` rows of `k` numbers times `k` rows of `m`.
pub(crate) fn multiply(a: &[f32], b: &[f32], sum: &mut [f32], [n, k, m]: [usize; 3]) {
    if let (Ok(a), Ok(b), Ok(mut sum)) =
        (ArrayView2::from_shape((n, k), a), ArrayView2::from_shape((k, m), b), ArrayViewMut2::from_shape((n, m), sum))
    {
        general_mat_mul(1.0, &a, &b, 1.0, &mut sum);
    }
}

/// What every point hears: `said` has a row for every point and one of zeros for what is off the board. Sums are taken of opposite points
/// first, so that they are the same however the board lies.
pub(crate) fn hear(said: &[f32], around: &Around, width: usize, heard: &mut [f32]) {
    let row = |at: u16| &said[usize::from(at) * width..][..width];
    for (at, heard) in heard.chunks_exact_mut(VOICES * width).enumerate() {
        let (own, rest) = heard.split_at_mut(width);
        let (beside, rest) = rest.split_at_mut(width);
        let (across, between) = rest.split_at_mut(width);
        own.copy_from_slice(row(at as u16));
        let [a, b, c, d] = around.beside[at].map(row);
        for i in 0..width {
            beside[i] = ((a[i] + c[i]) + (b[i] + d[i])) * 0.25;
            between[i] = (a[i].min(c[i]) + b[i].min(d[i])) * 0.5;
        }
        let [a, b, c, d] = around.across[at].map(row);
        for i in 0..width {
            across[i] = ((a[i] + c[i]) + (b[i] + d[i])) * 0.25;
        }
    }
}

/// The means of some of the numbers over every part of the board, and of others over all of it, take their places.
pub(crate) fn share(made: &mut [f32], scene: &Scene, form: Form, sums: &mut Vec<f64>) {
    let (parts, whole, width) = (form.shared(), form.whole(), form.width);
    let (n, all) = (parts.len(), scene.sizes.len() * parts.len());
    sums.clear();
    sums.resize(all + whole.len(), 0.0);
    // In such sums of a few hundred numbers nothing is rounded, as a rule, so that their order does not matter.
    let add =
        |sums: &mut [f64], made: &[f32]| sums.iter_mut().zip(made).for_each(|(sum, &made)| *sum += f64::from(made));
    for (made, &part) in made.chunks_exact(width).zip(&scene.parts) {
        add(&mut sums[usize::from(part) * n..][..n], &made[parts.clone()]);
        add(&mut sums[all..], &made[whole.clone()]);
    }
    let (of_parts, of_all) = sums.split_at_mut(all);
    for (sums, &size) in of_parts.chunks_exact_mut(n.max(1)).zip(&scene.sizes) {
        sums.iter_mut().for_each(|sum| *sum /= f64::from(size));
    }
    of_all.iter_mut().for_each(|sum| *sum /= scene.area() as f64);
    let take = |made: &mut [f32], sums: &[f64]| made.iter_mut().zip(sums).for_each(|(made, &sum)| *made = sum as f32);
    for (made, &part) in made.chunks_exact_mut(width).zip(&scene.parts) {
        take(&mut made[parts.clone()], &of_parts[usize::from(part) * n..][..n]);
        take(&mut made[whole.clone()], of_all);
    }
}
