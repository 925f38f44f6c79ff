//! The stones around a point, farther and farther: shapes that each refine one smaller shape.
//!
//! The nearest points have classes of their own, whose keys are their bodies. A body of up to 140 cells would be longer than
//! everything else that is kept, so the key of a larger shape is a number made of its cells. Nothing is lost to a reader: a shape is
//! only ever told about a point of a board, on which it can be seen. Forty bits remain of the number, so that of a million
//! shapes that were never met fewer than one is taken for one that was.

use goban::Point;

use super::look::Grid;
use crate::shape::turned;

/// How far the shapes go, by the sum of both distances and the larger of them: the twelve nearest points are those up to 4.
pub(super) const REACHES: [i32; 5] = [5, 6, 8, 10, 14];

/// The bits that are left of a number.
const BITS: u32 = 40;

/// The cells of the largest shape, the nearest first, and for what is on each the numbers that it adds, one for every way in which the
/// board may lie.
pub(super) struct Nest {
    cells: Vec<Cell>,
    /// How many of the cells each of the shapes has.
    n_cells: [usize; REACHES.len()],
}

struct Cell {
    offset: (i32, i32),
    /// By what is there: a stone of one's own, one of the other side, the edge.
    numbers: [[u64; 8]; 3],
}

fn distance((x, y): (i32, i32)) -> i32 {
    x.abs() + y.abs() + x.abs().max(y.abs())
}

/// A number by chance that belongs to what is on a cell: the last step of SplitMix64.
fn number(place: u64) -> u64 {
    let mut number = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

impl Nest {
    pub(super) fn new() -> Nest {
        let farthest = REACHES[REACHES.len() - 1];
        let mut offsets: Vec<(i32, i32)> = (-farthest..=farthest)
            .flat_map(|y| (-farthest..=farthest).map(move |x| (x, y)))
            .filter(|&offset| distance(offset) <= farthest)
            .collect();
        offsets.sort_unstable_by_key(|&(x, y)| (distance((x, y)), y, x));
        let n_cells = REACHES.map(|reach| offsets.iter().filter(|&&offset| distance(offset) <= reach).count());
        let cell = |&(x, y): &(i32, i32)| {
            let numbers = std::array::from_fn(|kind| {
                std::array::from_fn(|symmetry| {
                    let (x, y) = turned((x, y), symmetry);
                    let place = ((y + farthest) as u64 * 64 + (x + farthest) as u64) * 4 + kind as u64 + 1;
                    number(place)
                })
            });
            Cell { offset: (x, y), numbers }
        };
        Nest { cells: offsets.iter().map(cell).collect(), n_cells }
    }

    /// The numbers of the shapes around a point, as Black sees them and as White does: the same wherever and however the board lies.
    pub(super) fn around(&self, grid: &Grid, point: Point) -> [[u64; REACHES.len()]; 2] {
        let mut sums = [[0u64; 8]; 2];
        let mut shapes = [[0; REACHES.len()]; 2];
        let mut done = 0;
        for (shape, &n_cells) in self.n_cells.iter().enumerate() {
            for cell in &self.cells[done..n_cells] {
                let kinds = match grid.get(point, cell.offset) {
                    Grid::BLACK => [0, 1],
                    Grid::WHITE => [1, 0],
                    Grid::EDGE => [2, 2],
                    _ => continue,
                };
                for (sums, kind) in sums.iter_mut().zip(kinds) {
                    for (sum, number) in sums.iter_mut().zip(&cell.numbers[kind]) {
                        *sum = sum.wrapping_add(*number);
                    }
                }
            }
            done = n_cells;
            for (shapes, sums) in shapes.iter_mut().zip(&sums) {
                shapes[shape] = sums.iter().min().unwrap_or(&0) >> (64 - BITS);
            }
        }
        shapes
    }
}
