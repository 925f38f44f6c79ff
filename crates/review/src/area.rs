//! Parts of the board, as people name them.

use goban::{BoardSize, Point, PointSet};

/// A part of the board: a corner, a side, the centre; the whole board where it is too small to have parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Area {
    /// The upper left corner.
    UpperLeft,
    /// The upper side.
    Top,
    /// The upper right corner.
    UpperRight,
    /// The left side.
    Left,
    /// The centre.
    Centre,
    /// The right side.
    Right,
    /// The lower left corner.
    LowerLeft,
    /// The lower side.
    Bottom,
    /// The lower right corner.
    LowerRight,
    /// A board that is too small to have parts.
    Board,
}

impl Area {
    /// Boards with fewer lines have no parts.
    const SMALLEST: usize = 7;

    const GRID: [[Area; 3]; 3] = [
        [Area::UpperLeft, Area::Top, Area::UpperRight],
        [Area::Left, Area::Centre, Area::Right],
        [Area::LowerLeft, Area::Bottom, Area::LowerRight],
    ];

    /// The part in which a point lies. A third of the lines, rounded down, is a side: 6 of 19, 4 of 13, 3 of 9.
    ///
    /// ```
    /// use goban::BoardSize;
    /// use review::Area;
    /// let size = BoardSize::NINETEEN;
    /// let at = |vertex| Area::of(size, size.parse_vertex(vertex).unwrap());
    /// assert_eq!((at("Q16"), at("K3"), at("K10")), (Area::UpperRight, Area::Bottom, Area::Centre));
    /// ```
    #[must_use]
    pub fn of(size: BoardSize, point: Point) -> Area {
        let side = size.get();
        if side < Area::SMALLEST {
            return Area::Board;
        }
        let third = |at: usize| usize::from(at >= side / 3) + usize::from(at >= side - side / 3);
        Area::GRID[third(point.row())][third(point.column())]
    }

    /// The parts of a board, in reading order.
    #[must_use]
    pub fn all(size: BoardSize) -> Vec<Area> {
        if size.get() < Area::SMALLEST { vec![Area::Board] } else { Area::GRID.concat() }
    }

    /// The points of a part.
    #[must_use]
    pub fn points(self, size: BoardSize) -> PointSet {
        size.points().filter(|&point| Area::of(size, point) == self).collect()
    }

    /// The part in which most of the points lie; of equals the first.
    #[must_use]
    pub fn of_most(size: BoardSize, points: &PointSet) -> Area {
        let count = |area: &Area| points.iter().filter(|&point| Area::of(size, point) == *area).count();
        Area::all(size).into_iter().rev().max_by_key(count).unwrap_or(Area::Board)
    }

    /// The stable name, by which catalogues and JSON know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Area::UpperLeft => "upper-left",
            Area::Top => "top",
            Area::UpperRight => "upper-right",
            Area::Left => "left",
            Area::Centre => "centre",
            Area::Right => "right",
            Area::LowerLeft => "lower-left",
            Area::Bottom => "bottom",
            Area::LowerRight => "lower-right",
            Area::Board => "board",
        }
    }

    /// Whether it is a corner.
    #[must_use]
    pub fn is_corner(self) -> bool {
        matches!(self, Area::UpperLeft | Area::UpperRight | Area::LowerLeft | Area::LowerRight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_every_board_once() {
        for size in BoardSize::all() {
            let total: usize = Area::all(size).into_iter().map(|area| area.points(size).len()).sum();
            assert_eq!(total, size.area(), "{size}");
        }
        assert_eq!(Area::UpperLeft.points(BoardSize::NINETEEN).len(), 36);
        assert_eq!(Area::Centre.points(BoardSize::NINETEEN).len(), 49);
    }

    #[test]
    fn most_points_decide() {
        let size = BoardSize::NINE;
        let points: PointSet = ["A1", "B1", "E5"].iter().filter_map(|vertex| size.parse_vertex(vertex)).collect();
        assert_eq!(Area::of_most(size, &points), Area::LowerLeft);
        assert_eq!(Area::of_most(size, &PointSet::EMPTY), Area::UpperLeft);
    }
}
