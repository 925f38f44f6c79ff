//! Points of the board, board sizes, and moves.
//!
//! A point knows its column and row, counted from the top left, and nothing of the size of its board: the same value
//! names the same corner distance on every board. Inside, rows are 32 apart and a margin of one surrounds the board, so
//! that a neighbour is a sum away and nothing has to be looked up.

use std::fmt;
use std::num::NonZeroU16;

use crate::PointSet;

/// Distance between two rows in a point's index.
pub(crate) const STRIDE: u16 = 32;

/// The side length of a square board, from 2 to 25.
///
/// ```
/// use goban::BoardSize;
/// let size = BoardSize::new(19).unwrap();
/// let star = size.parse_vertex("Q16").unwrap();
/// assert_eq!((star.column(), star.row()), (15, 3));
/// assert_eq!(size.vertex(star), "Q16");
/// assert!(BoardSize::new(26).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: usize = 2;
    /// The largest board.
    pub const MAX: usize = 25;
    /// 9×9.
    pub const NINE: BoardSize = BoardSize(9);
    /// 13×13.
    pub const THIRTEEN: BoardSize = BoardSize(13);
    /// 19×19.
    pub const NINETEEN: BoardSize = BoardSize(19);

    /// A size, if it is from 2 to 25.
    #[must_use]
    pub const fn new(side: usize) -> Option<BoardSize> {
        if side >= Self::MIN && side <= Self::MAX { Some(BoardSize(side as u8)) } else { None }
    }

    /// Every size, from the smallest.
    pub fn all() -> impl Iterator<Item = BoardSize> {
        (Self::MIN..=Self::MAX).map(|side| BoardSize(side as u8))
    }

    /// Points along one side.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Number of points on the board.
    #[must_use]
    pub const fn area(self) -> usize {
        self.get() * self.get()
    }

    /// The point at a column and a row, both counted from 0 at the top left; none if it is off this board.
    #[must_use]
    pub const fn point(self, column: usize, row: usize) -> Option<Point> {
        if column < self.get() && row < self.get() { Some(Point::at(column as u16, row as u16)) } else { None }
    }

    /// The point with an index as [`BoardSize::index`] gives it.
    #[must_use]
    pub const fn point_at(self, index: usize) -> Option<Point> {
        self.point(index % self.get(), index / self.get())
    }

    /// The index of a point when the board is read row by row from the top left: the order of every field over points.
    #[inline]
    #[must_use]
    pub const fn index(self, point: Point) -> usize {
        point.row() * self.get() + point.column()
    }

    /// Whether the point lies on this board.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.column() < self.get() && point.row() < self.get()
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let side = self.0 as u16;
        (0..side).flat_map(move |row| (0..side).map(move |column| Point::at(column, row)))
    }

    /// All points as a set.
    #[must_use]
    pub fn all_points(self) -> PointSet {
        PointSet::square(self)
    }

    /// The neighbours of a point that lie on this board: right, left, up, down.
    pub fn neighbors(self, point: Point) -> impl Iterator<Item = Point> {
        point.around().into_iter().filter_map(move |near| self.checked(near))
    }

    /// The diagonal neighbours of a point that lie on this board.
    pub fn diagonals(self, point: Point) -> impl Iterator<Item = Point> {
        point.corners().into_iter().filter_map(move |near| self.checked(near))
    }

    /// The point moved by some columns and rows, if that is still on the board.
    #[must_use]
    pub fn offset(self, point: Point, columns: i32, rows: i32) -> Option<Point> {
        let column = usize::try_from(point.column() as i32 + columns).ok()?;
        let row = usize::try_from(point.row() as i32 + rows).ok()?;
        self.point(column, row)
    }

    /// A raw index in the margin or on the board, as a point if it is on the board.
    fn checked(self, raw: u16) -> Option<Point> {
        let (column, row) = (raw % STRIDE, raw / STRIDE);
        (column < self.0.into() && (1..=u16::from(self.0)).contains(&row)).then(|| Point::at(column, row - 1))
    }

    /// How many lines the point is from the nearest edge: 0 on the edge.
    #[must_use]
    pub fn edge_distance(self, point: Point) -> usize {
        let last = self.get() - 1;
        let (column, row) = (point.column(), point.row());
        column.min(row).min(last - column).min(last - row)
    }

    /// The point as people write it: `A1` is the bottom left, the letter I is left out.
    #[must_use]
    pub fn vertex(self, point: Point) -> String {
        format!("{}{}", Self::column_letter(point.column()), self.get() - point.row())
    }

    /// A move as people write it: its point, or `pass`.
    #[must_use]
    pub fn move_name(self, mv: Move) -> String {
        mv.point().map_or_else(|| "pass".to_string(), |point| self.vertex(point))
    }

    /// The letter of a column: A to Z without I.
    #[must_use]
    pub fn column_letter(column: usize) -> char {
        let letter = b'A' + column as u8;
        char::from(if letter >= b'I' { letter + 1 } else { letter })
    }

    /// Reads a point as people write it, in any case.
    #[must_use]
    pub fn parse_vertex(self, text: &str) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let column = match letter {
            b'A'..=b'H' => letter - b'A',
            b'J'..=b'Z' => letter - b'A' - 1,
            _ => return None,
        };
        let digits = text.get(1..)?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        self.point(column.into(), self.get().checked_sub(number)?)
    }

    /// The star points of this board, as they are drawn.
    #[must_use]
    pub fn stars(self) -> PointSet {
        let side = self.get();
        let Some(line) = self.star_line() else { return PointSet::EMPTY };
        let ends = [line, side - 1 - line];
        let middle = (side % 2 == 1).then_some(side / 2);
        let mut stars = PointSet::EMPTY;
        let mut add = |column, row| stars.extend(self.point(column, row));
        for row in ends {
            for column in ends {
                add(column, row);
            }
        }
        if let Some(middle) = middle.filter(|_| side >= 9) {
            add(middle, middle);
            if side >= 15 {
                for end in ends {
                    add(middle, end);
                    add(end, middle);
                }
            }
        }
        stars
    }

    /// The line of the star points, counted from 0 at the edge.
    fn star_line(self) -> Option<usize> {
        match self.get() {
            0..=6 => None,
            7..=12 => Some(2),
            _ => Some(3),
        }
    }

    /// The points of a fixed handicap in the order of GTP 2; none if this board has no such handicap.
    ///
    /// ```
    /// use goban::BoardSize;
    /// let size = BoardSize::NINETEEN;
    /// let three: Vec<_> = size.fixed_handicap(3).unwrap().iter().map(|&p| size.vertex(p)).collect();
    /// assert_eq!(three, ["D4", "Q16", "D16"]);
    /// ```
    #[must_use]
    pub fn fixed_handicap(self, stones: usize) -> Option<Vec<Point>> {
        let side = self.get();
        let low = self.star_line()?;
        let most = if side == 7 || side.is_multiple_of(2) { 4 } else { 9 };
        if !(2..=most).contains(&stones) {
            return None;
        }
        let high = side - 1 - low;
        let middle = side / 2;
        // Rows count from the top, so the high row index is the bottom of the board.
        let mut points = vec![(low, high), (high, low), (low, low), (high, high)];
        points.truncate(stones);
        if stones >= 6 {
            points.extend([(low, middle), (high, middle)]);
        }
        if stones >= 8 {
            points.extend([(middle, high), (middle, low)]);
        }
        if matches!(stones, 5 | 7 | 9) {
            points.push((middle, middle));
        }
        Some(points.into_iter().filter_map(|(column, row)| self.point(column, row)).collect())
    }

    /// The points of any handicap: the fixed one where there is one, and beyond it stones spread as evenly as they can be. Each
    /// further stone has the largest distance to all before it; the first two lines stay empty, as a stone there is hardly one.
    /// None below two, and above a third of the board.
    ///
    /// ```
    /// use goban::BoardSize;
    /// let size = BoardSize::NINETEEN;
    /// let thirteen: Vec<_> = size.handicap(13).unwrap()[9..].iter().map(|&p| size.vertex(p)).collect();
    /// assert_eq!(thirteen, ["G13", "N13", "G7", "N7"]);
    /// ```
    #[must_use]
    pub fn handicap(self, stones: usize) -> Option<Vec<Point>> {
        let most = self.area() / 3;
        let fixed = (2..=stones.min(most)).rev().find_map(|n| self.fixed_handicap(n));
        let mut points = fixed.filter(|_| stones <= most)?;
        let distance = |a: Point, b: Point| a.column().abs_diff(b.column()).pow(2) + a.row().abs_diff(b.row()).pow(2);
        while points.len() < stones {
            let near = |point: &Point| points.iter().map(|&other| distance(*point, other)).min().unwrap_or(0);
            let inside = self.points().filter(|&point| self.edge_distance(point) >= 2);
            // Of equals the first in reading order: `max_by_key` gives the last.
            let next = inside.rev().max_by_key(near)?;
            if near(&next) == 0 {
                return None;
            }
            points.push(next);
        }
        Some(points)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}×{0}", self.0)
    }
}

/// A point of the board. Points are made by a [`BoardSize`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(NonZeroU16);

impl Point {
    pub(crate) const fn at(column: u16, row: u16) -> Point {
        Point(NonZeroU16::new((row + 1) * STRIDE + column).expect("the margin keeps every index above zero"))
    }

    /// Whoever calls this knows that the index is on a board.
    #[inline]
    pub(crate) const fn from_raw(raw: u16) -> Point {
        Point(NonZeroU16::new(raw).expect("the margin keeps every index above zero"))
    }

    /// The index into the arrays of this crate, margin included.
    #[inline]
    pub(crate) const fn raw(self) -> u16 {
        self.0.get()
    }

    /// The four indices around this point, on the board or in the margin: right, left, up, down.
    #[inline]
    pub(crate) const fn around(self) -> [u16; 4] {
        let at = self.raw();
        [at + 1, at - 1, at - STRIDE, at + STRIDE]
    }

    /// The four indices diagonal to this point. Beyond the top left corner the index wraps around, to a column that no
    /// board has.
    #[inline]
    pub(crate) const fn corners(self) -> [u16; 4] {
        let at = self.raw();
        [at.wrapping_sub(STRIDE + 1), at - STRIDE + 1, at + STRIDE - 1, at + STRIDE + 1]
    }

    /// The column, counted from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn column(self) -> usize {
        (self.raw() % STRIDE) as usize
    }

    /// The row, counted from 0 at the top.
    #[inline]
    #[must_use]
    pub const fn row(self) -> usize {
        (self.raw() / STRIDE - 1) as usize
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({}, {})", self.column(), self.row())
    }
}

/// What a player does in a turn. Resigning ends the game and is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point of a play; none for a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_go_both_ways_on_every_size() {
        for size in BoardSize::all() {
            for point in size.points() {
                assert_eq!(size.parse_vertex(&size.vertex(point)), Some(point));
                assert_eq!(size.point_at(size.index(point)), Some(point));
            }
        }
    }

    #[test]
    fn large_handicaps_begin_as_fixed_ones_and_spread() {
        for size in [2, 5, 7, 8, 9, 13, 19, 25].map(|side| BoardSize::new(side).unwrap()) {
            for stones in (0..=30).chain([60]) {
                let Some(points) = size.handicap(stones) else { continue };
                let distinct: PointSet = points.iter().copied().collect();
                assert_eq!((points.len(), distinct.len()), (stones, stones), "{size}");
                match size.fixed_handicap(stones) {
                    Some(fixed) => assert_eq!(points, fixed, "{size}"),
                    None => assert_eq!(points[..stones - 1], size.handicap(stones - 1).unwrap(), "{size}"),
                }
            }
        }
        let nineteen = BoardSize::NINETEEN;
        assert!([0, 1, 121].iter().all(|&stones| nineteen.handicap(stones).is_none()));
        assert!(BoardSize::NINE.handicap(27).is_none(), "only 25 points of 9×9 are on the third line or above");
        let apart = |stones: usize| {
            let points = nineteen.handicap(stones).unwrap();
            let beside = |point: &Point| nineteen.neighbors(*point).any(|near| points.contains(&near));
            !points.iter().any(beside)
        };
        assert!(apart(60) && points_are_symmetric(nineteen, 13) && points_are_symmetric(nineteen, 25));
    }

    fn points_are_symmetric(size: BoardSize, stones: usize) -> bool {
        let points: PointSet = size.handicap(stones).unwrap().into_iter().collect();
        let last = size.get() - 1;
        points.iter().all(|point| size.point(last - point.column(), point.row()).is_some_and(|p| points.contains(p)))
    }

    #[test]
    fn vertices_off_the_board_are_refused() {
        let size = BoardSize::NINE;
        for text in ["", "A", "I5", "K1", "A0", "A10", "5A", "A1x", "pass", "é1", "A+1"] {
            assert_eq!(size.parse_vertex(text), None, "{text}");
        }
    }

    #[test]
    fn neighbors_stop_at_the_edge() {
        for size in BoardSize::all() {
            let side = size.get();
            let count: usize = size.points().map(|point| size.neighbors(point).count()).sum();
            assert_eq!(count, 4 * side * (side - 1));
            let diagonal: usize = size.points().map(|point| size.diagonals(point).count()).sum();
            assert_eq!(diagonal, 4 * (side - 1) * (side - 1));
        }
    }

    #[test]
    fn handicaps_follow_gtp() {
        let named = |side, n| {
            let size = BoardSize::new(side).unwrap();
            size.fixed_handicap(n).map(|points| points.iter().map(|&p| size.vertex(p)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(named(19, 2).unwrap(), "D4 Q16");
        assert_eq!(named(19, 4).unwrap(), "D4 Q16 D16 Q4");
        assert_eq!(named(19, 5).unwrap(), "D4 Q16 D16 Q4 K10");
        assert_eq!(named(19, 6).unwrap(), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(named(19, 7).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(named(19, 8).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(named(19, 9).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(named(9, 3).unwrap(), "C3 G7 C7");
        assert_eq!(named(7, 5), None);
        assert_eq!(named(12, 5), None);
        assert_eq!(named(19, 10), None);
        assert_eq!(named(5, 2), None);
    }
}
