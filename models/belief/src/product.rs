//! Products of matrices, on several threads with the same bits as on one.
//!
//! The result is cut into parts of a fixed size, whatever the number of threads, and each part is one product on one thread.
//! Nobody waits at barriers, so that a busy machine slows the work down by no more than its share.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2, Axis};
use rayon::prelude::*;

/// Columns or rows of a part.
const PART: usize = 256;

/// out = a · b.
pub(crate) fn times(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, mut out: ArrayViewMut2<'_, f32>) {
    let parts: Vec<_> = out.axis_chunks_iter_mut(Axis(1), PART).zip(b.axis_chunks_iter(Axis(1), PART)).collect();
    each(parts, |(mut out, b)| general_mat_mul(1.0, &a, &b, 0.0, &mut out));
}

/// velocity = keep · velocity + scale · aᵀ · b − decay · weights, and then weights = weights + velocity.
pub(crate) fn learn(
    a: ArrayView2<'_, f32>,
    b: ArrayView2<'_, f32>,
    [keep, scale, decay]: [f32; 3],
    mut velocity: ArrayViewMut2<'_, f32>,
    mut weights: ArrayViewMut2<'_, f32>,
) {
    let a = a.reversed_axes();
    let parts: Vec<_> = velocity
        .axis_chunks_iter_mut(Axis(0), PART)
        .zip(weights.axis_chunks_iter_mut(Axis(0), PART))
        .zip(a.axis_chunks_iter(Axis(0), PART))
        .collect();
    each(parts, |((mut velocity, mut weights), a)| {
        general_mat_mul(scale, &a, &b, keep, &mut velocity);
        ndarray::Zip::from(&mut weights).and(&mut velocity).for_each(|weight, velocity| {
            *velocity -= decay * *weight;
            *weight += *velocity;
        });
    });
}

/// Does something with every part, on all threads there are.
pub(crate) fn each<T: Send>(parts: Vec<T>, act: impl Fn(T) + Sync + Send) {
    if rayon::current_num_threads() == 1 {
        parts.into_iter().for_each(act);
    } else {
        parts.into_par_iter().for_each(act);
    }
}

/// Rows that one thread takes at a time when units are drawn.
const ROWS: usize = 16;

/// Does something with every row of two matrices of the same shape, on all threads there are. The first number is the row's.
pub(crate) fn each_row(
    width: usize,
    first: &mut [f32],
    second: &mut [f32],
    act: impl Fn(usize, &mut [f32], &mut [f32]) + Sync + Send,
) {
    let parts: Vec<_> = first.chunks_mut(ROWS * width).zip(second.chunks_mut(ROWS * width)).enumerate().collect();
    each(parts, |(part, (first, second))| {
        for (i, (first, second)) in first.chunks_mut(width).zip(second.chunks_mut(width)).enumerate() {
            act(part * ROWS + i, first, second);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    fn matrix(rows: usize, columns: usize, salt: usize) -> Array2<f32> {
        Array2::from_shape_fn((rows, columns), |(i, j)| ((i * 31 + j * 17 + salt * 7) % 23) as f32 / 23.0 - 0.4)
    }

    fn on_threads<T: Send>(n: usize, act: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(act)
    }

    #[test]
    fn products_are_what_they_should_be_on_any_number_of_threads() {
        let (a, b) = (matrix(37, 300, 1), matrix(300, 530, 2));
        let product = |threads| {
            on_threads(threads, || {
                let mut out = Array2::zeros((37, 530));
                times(a.view(), b.view(), out.view_mut());
                out
            })
        };
        let one = product(1);
        assert_eq!(one, product(2));
        assert_eq!(one, product(3));
        for (i, j) in [(0, 0), (36, 529), (5, 255), (5, 256)] {
            let exact: f64 = (0..300).map(|k| f64::from(a[[i, k]]) * f64::from(b[[k, j]])).sum();
            assert!((f64::from(one[[i, j]]) - exact).abs() < 1e-4);
        }
    }

    #[test]
    fn a_step_of_learning_is_what_it_should_be_on_any_number_of_threads() {
        let (a, b) = (matrix(20, 530, 3), matrix(20, 70, 4));
        let step = |threads| {
            on_threads(threads, || {
                let (mut velocity, mut weights) = (matrix(530, 70, 5), matrix(530, 70, 6));
                learn(a.view(), b.view(), [0.9, 0.5, 0.01], velocity.view_mut(), weights.view_mut());
                (velocity, weights)
            })
        };
        let one = step(1);
        assert_eq!(one, step(2));
        assert_eq!(one, step(3));
        for (i, j) in [(0, 0), (529, 69), (255, 3), (256, 3)] {
            let sum: f64 = (0..20).map(|k| f64::from(a[[k, i]]) * f64::from(b[[k, j]])).sum();
            let before = f64::from(matrix(530, 70, 6)[[i, j]]);
            let velocity = 0.9 * f64::from(matrix(530, 70, 5)[[i, j]]) + 0.5 * sum - 0.01 * before;
            assert!((f64::from(one.0[[i, j]]) - velocity).abs() < 1e-4);
            assert!((f64::from(one.1[[i, j]]) - (before + velocity)).abs() < 1e-4);
        }
    }
}
