//! Places in the arrays of the light board.
//!
//! Rows are 32 apart with a margin of one around the board, so that a neighbour is a sum away on every size. The number of
//! cells is a power of two: an index that is masked needs no check.

use goban::{BoardSize, Point};

/// Length of an array with a value for every cell.
pub(crate) const CELLS: usize = 1024;
const STRIDE: u16 = 32;

/// A cell of the padded board: a point, or part of the margin.
pub(crate) type Cell = u16;

/// Stands for no cell: the corner of the margin, where nothing happens.
pub(crate) const NOWHERE: Cell = 0;

/// The place of a cell in an array of [`CELLS`] values.
#[inline]
pub(crate) const fn at(cell: Cell) -> usize {
    cell as usize % CELLS
}

#[inline]
pub(crate) const fn cell_of(point: Point) -> Cell {
    (point.row() as u16 + 1) * STRIDE + point.column() as u16 + 1
}

/// The point of a cell; none in the margin.
#[inline]
pub(crate) fn point_of(size: BoardSize, cell: Cell) -> Option<Point> {
    let column = (cell % STRIDE).wrapping_sub(1);
    let row = (cell / STRIDE).wrapping_sub(1);
    size.point(column.into(), row.into())
}

/// The neighbours along the lines: right, left, up, down.
#[inline]
pub(crate) const fn beside(cell: Cell) -> [Cell; 4] {
    [cell + 1, cell.wrapping_sub(1), cell.wrapping_sub(STRIDE), cell + STRIDE]
}

/// All eight neighbours. The first four are those along the lines, and number `i` lies opposite number `i ^ 1`.
#[inline]
pub(crate) const fn around(cell: Cell) -> [Cell; 8] {
    let [right, left, up, down] = beside(cell);
    [right, left, up, down, up.wrapping_sub(1), down + 1, up + 1, down.wrapping_sub(1)]
}
