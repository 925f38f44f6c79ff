//! What a point can be, and the four sides of a point.

use goban::{BoardSize, Color, Point};

use crate::ets::{Id, id};

/// What is seen at a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Cell {
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Nothing.
    Empty,
    /// Off the board.
    Edge,
    /// Not looked at.
    Unseen,
}

impl Cell {
    /// Number of cells.
    pub(crate) const COUNT: usize = 5;

    /// All of them, in order.
    pub(crate) const ALL: [Cell; Cell::COUNT] = [Cell::Black, Cell::White, Cell::Empty, Cell::Edge, Cell::Unseen];

    /// The cell of a primitive, by its name in level 0.
    pub(crate) fn of_primitive(name: &str) -> Option<Cell> {
        Some(match name {
            "black" => Cell::Black,
            "white" => Cell::White,
            "empty" => Cell::Empty,
            "edge" => Cell::Edge,
            _ => return None,
        })
    }

    /// The cell of a point with a stone or without.
    #[must_use]
    pub fn of(stone: Option<Color>) -> Cell {
        match stone {
            Some(Color::Black) => Cell::Black,
            Some(Color::White) => Cell::White,
            None => Cell::Empty,
        }
    }

    /// The stone, if there is one.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }
}

/// A side of a point, in the order of the links: 2 is right, 3 down, 4 up, 5 left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// To the right.
    Right,
    /// Towards the bottom of the drawn board.
    Down,
    /// Towards its top.
    Up,
    /// To the left.
    Left,
}

impl Side {
    /// All sides, in order.
    pub const ALL: [Side; 4] = [Side::Right, Side::Down, Side::Up, Side::Left];

    /// The side that faces this one.
    #[must_use]
    pub fn opposite(self) -> Side {
        Side::ALL[3 - self as usize]
    }

    /// One step: columns and rows, rows counted from the top.
    #[must_use]
    pub fn step(self) -> (i8, i8) {
        [(1, 0), (0, 1), (0, -1), (-1, 0)][self as usize]
    }

    /// The side of a site, by its name in level 0.
    pub(crate) fn of_site(name: &str) -> Option<Side> {
        let names = ["right", "down", "up", "left"];
        names.iter().position(|known| *known == name).map(|index| Side::ALL[index])
    }
}

id!(
    /// The index of a point or of a line, kept small as thousands of elements hold one.
    pub(crate) SpotIndex(u16), "points and lines"
);

impl SpotIndex {
    /// The same as a small number.
    pub(crate) fn of(index: usize) -> SpotIndex {
        SpotIndex::new(index).expect("the largest board has 2500 lines")
    }
}

/// Points by their indices, and which are neighbours.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) size: BoardSize,
    beside: Vec<[Option<SpotIndex>; 4]>,
}

impl Grid {
    pub(crate) fn new(size: BoardSize) -> Grid {
        let beside = size
            .points()
            .map(|point| {
                Side::ALL.map(|side| {
                    let (x, y) = side.step();
                    size.offset(point, x.into(), y.into()).map(|near| SpotIndex::of(size.index(near)))
                })
            })
            .collect();
        Grid { size, beside }
    }

    pub(crate) fn area(&self) -> usize {
        self.beside.len()
    }

    /// The neighbour on a side.
    pub(crate) fn beside(&self, at: usize, side: Side) -> Option<usize> {
        self.beside[at][side as usize].map(SpotIndex::index)
    }

    pub(crate) fn point(&self, at: usize) -> Point {
        self.size.point_at(at).expect("indices of points are on the board")
    }

    pub(crate) fn offset(&self, at: usize, (x, y): (i8, i8)) -> Option<usize> {
        let side = self.size.get() as i32;
        let (column, row) = ((at % side as usize) as i32 + i32::from(x), (at / side as usize) as i32 + i32::from(y));
        let inside = (0..side).contains(&column) && (0..side).contains(&row);
        inside.then_some((row * side + column) as usize)
    }

    /// A line between two points, or from a point to the edge, as one number: the same from both ends.
    pub(crate) fn line(&self, at: usize, side: Side) -> usize {
        match (side, self.beside(at, side)) {
            (Side::Up | Side::Left, Some(near)) => near * 4 + side.opposite() as usize,
            _ => at * 4 + side as usize,
        }
    }

    /// The two ends of a line: a point and its side, and the point there if it is on the board.
    pub(crate) fn ends(&self, line: usize) -> (usize, Side, Option<usize>) {
        let (at, side) = (line / 4, Side::ALL[line % 4]);
        (at, side, self.beside(at, side))
    }
}
