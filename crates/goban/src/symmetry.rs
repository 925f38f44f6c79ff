//! The eight ways to lay a square board on itself.

use crate::{Board, BoardSize, ByColor, Move, Point, PointSet, Setup};

/// A symmetry of the square: first, if asked, exchange columns and rows, then mirror columns, then rows.
///
/// ```
/// use goban::{BoardSize, Symmetry};
/// let size = BoardSize::NINE;
/// let corner = size.parse_vertex("A9").unwrap();
/// let turned: Vec<_> = Symmetry::ALL.iter().map(|s| size.vertex(s.apply(size, corner))).collect();
/// assert_eq!(turned.iter().filter(|v| *v == "J1").count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transpose: bool,
    mirror_columns: bool,
    mirror_rows: bool,
}

impl Symmetry {
    /// Leaves everything where it is.
    pub const IDENTITY: Symmetry = Symmetry { transpose: false, mirror_columns: false, mirror_rows: false };

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Symmetry { transpose: i & 4 != 0, mirror_columns: i & 2 != 0, mirror_rows: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// Where a point goes on a board of this size.
    #[must_use]
    pub fn apply(self, size: BoardSize, point: Point) -> Point {
        let last = size.get() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if self.transpose {
            std::mem::swap(&mut column, &mut row);
        }
        if self.mirror_columns {
            column = last - column;
        }
        if self.mirror_rows {
            row = last - row;
        }
        Point::at(column as u16, row as u16)
    }

    /// Where a move goes.
    #[must_use]
    pub fn apply_move(self, size: BoardSize, mv: Move) -> Move {
        match mv {
            Move::Play(point) => Move::Play(self.apply(size, point)),
            Move::Pass => Move::Pass,
        }
    }

    /// Where a set of points goes.
    #[must_use]
    pub fn apply_set(self, size: BoardSize, set: &PointSet) -> PointSet {
        set.iter().map(|point| self.apply(size, point)).collect()
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Mirroring after an exchange of axes is undone by mirroring the other axis before it.
        if self.transpose {
            Symmetry { transpose: true, mirror_columns: self.mirror_rows, mirror_rows: self.mirror_columns }
        } else {
            self
        }
    }

    /// This symmetry followed by another.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        let (columns, rows) = if next.transpose {
            (self.mirror_rows, self.mirror_columns)
        } else {
            (self.mirror_columns, self.mirror_rows)
        };
        Symmetry {
            transpose: self.transpose ^ next.transpose,
            mirror_columns: columns ^ next.mirror_columns,
            mirror_rows: rows ^ next.mirror_rows,
        }
    }
}

impl Setup {
    /// The setup as a symmetry lays it.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Setup {
        Setup { stones: self.stones.map(|set| symmetry.apply_set(self.size, &set)), ..*self }
    }

    /// The setup with the colours exchanged, the turn included.
    #[must_use]
    pub fn color_swapped(&self) -> Setup {
        Setup { stones: self.stones.swapped(), to_move: !self.to_move, ..*self }
    }
}

impl Board {
    /// The board as a symmetry lays it.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let stones: ByColor<PointSet> = self.stones().map(|set| symmetry.apply_set(self.size(), &set));
        Board::with_stones(self.size(), &stones)
    }

    /// The board with the colours exchanged.
    #[must_use]
    pub fn color_swapped(&self) -> Board {
        Board::with_stones(self.size(), &self.stones().swapped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_form_a_group() {
        for size in BoardSize::all() {
            for a in Symmetry::ALL {
                for point in size.points() {
                    assert_eq!(a.inverse().apply(size, a.apply(size, point)), point);
                }
                for b in Symmetry::ALL {
                    let both = a.then(b);
                    assert!(Symmetry::ALL.contains(&both));
                    for point in size.points() {
                        assert_eq!(both.apply(size, point), b.apply(size, a.apply(size, point)));
                    }
                }
            }
        }
    }
}
