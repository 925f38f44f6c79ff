//! The padded board: what is on each point and around it. It knows nothing about chains.

use crate::{BoardSize, Color, Point};

/// Cells of the padded board. A power of two, so that a masked index needs no bounds check.
pub(crate) const CELLS: usize = 1024;

/// The index of a cell in an array of [`CELLS`] values.
#[inline]
pub(crate) const fn at(raw: u16) -> usize {
    raw as usize % CELLS
}

/// What is on a point, and how many of its four neighbours are empty, black or white. The edge counts as a stone of
/// either colour, so that "all neighbours are black" is one test on one number.
#[derive(Clone, Copy)]
pub(crate) struct Cell(u16);

/// What is on a cell: a colour as 0 or 1, or one of these.
const EMPTY: u16 = 2;
const EDGE: u16 = 3;

const CONTENT: u16 = 0b11;
const COUNT: u16 = 0b111;
const EMPTY_SHIFT: u16 = 2;
const STONE_SHIFT: [u16; 2] = [5, 8];

impl Cell {
    const OFF_BOARD: Cell = Cell(EDGE | 4 << EMPTY_SHIFT);
    const OPEN: Cell = Cell(EMPTY | 4 << EMPTY_SHIFT);

    /// What the edge adds to a neighbour.
    const EDGE_BESIDE: u16 = (1 << STONE_SHIFT[0]) + (1 << STONE_SHIFT[1]) - (1 << EMPTY_SHIFT);

    /// What a stone adds to a neighbour when it comes, and takes away when it goes.
    #[inline]
    const fn stone_beside(color: Color) -> u16 {
        (1 << STONE_SHIFT[color as usize]) - (1 << EMPTY_SHIFT)
    }

    #[inline]
    const fn content(self) -> u16 {
        self.0 & CONTENT
    }

    /// The colour of its stone.
    #[inline]
    pub(crate) const fn stone(self) -> Option<Color> {
        match self.content() {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// Whether there is a stone of this colour.
    #[inline]
    pub(crate) const fn is(self, color: Color) -> bool {
        self.content() == color as u16
    }

    /// Whether it is an empty point of the board.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.content() == EMPTY
    }

    /// Whether there is a stone.
    #[inline]
    pub(crate) const fn has_stone(self) -> bool {
        self.content() < EMPTY
    }

    /// Number of empty neighbours.
    #[inline]
    pub(crate) const fn n_empty(self) -> u16 {
        self.0 >> EMPTY_SHIFT & COUNT
    }

    /// Whether every neighbour is a stone of this colour or the edge.
    #[inline]
    pub(crate) const fn is_surrounded(self, color: Color) -> bool {
        self.0 >> STONE_SHIFT[color as usize] & COUNT == 4
    }
}

/// All cells, indexed by [`Point::raw`] and the indices around it.
#[derive(Clone, Copy)]
pub(crate) struct Cells([Cell; CELLS]);

impl Cells {
    /// An empty board.
    pub(crate) fn new(size: BoardSize) -> Cells {
        let mut cells = [Cell::OFF_BOARD; CELLS];
        let last = size.get() as u16 - 1;
        for row in 0..=last {
            let first = at(Point::at(0, row).raw());
            cells[first..=first + usize::from(last)].fill(Cell::OPEN);
        }
        for i in 0..=last {
            for beside_edge in [Point::at(0, i), Point::at(last, i), Point::at(i, 0), Point::at(i, last)] {
                let cell = &mut cells[at(beside_edge.raw())].0;
                *cell = cell.wrapping_add(Cell::EDGE_BESIDE);
            }
        }
        Cells(cells)
    }

    #[inline]
    pub(crate) fn get(&self, raw: u16) -> Cell {
        self.0[at(raw)]
    }

    /// The indices around a point whose cells pass a test, as they are now.
    #[inline]
    pub(crate) fn beside(&self, point: Point, test: impl Fn(Cell) -> bool) -> Beside {
        let around = point.around();
        let mut chosen = 0;
        for (i, near) in around.into_iter().enumerate() {
            chosen |= u8::from(test(self.get(near))) << i;
        }
        Beside { around, chosen }
    }

    /// Puts a stone on an empty point.
    #[inline]
    pub(crate) fn fill(&mut self, color: Color, point: Point) {
        self.0[at(point.raw())].0 -= EMPTY - color as u16;
        for near in point.around() {
            let cell = &mut self.0[at(near)].0;
            *cell = cell.wrapping_add(Cell::stone_beside(color));
        }
    }

    /// Takes a stone away.
    #[inline]
    pub(crate) fn clear(&mut self, color: Color, point: Point) {
        self.0[at(point.raw())].0 += EMPTY - color as u16;
        for near in point.around() {
            let cell = &mut self.0[at(near)].0;
            *cell = cell.wrapping_sub(Cell::stone_beside(color));
        }
    }

    /// See [`Board::is_eye`](crate::Board::is_eye).
    #[inline]
    pub(crate) fn is_eye(&self, color: Color, point: Point) -> bool {
        let cell = self.get(point.raw());
        if !(cell.is_empty() && cell.is_surrounded(color)) {
            return false;
        }
        let mut n_theirs = 0;
        let mut edge = 0;
        for near in point.corners() {
            let cell = self.get(near);
            n_theirs += u8::from(cell.is(!color));
            edge |= u8::from(cell.content() == EDGE);
        }
        n_theirs + edge < 2
    }
}

/// Some of the indices around a point. The choice is made once and without branches, which the processor could not
/// foresee.
#[derive(Clone, Copy)]
pub(crate) struct Beside {
    around: [u16; 4],
    /// A bit for each.
    chosen: u8,
}

impl Iterator for Beside {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if self.chosen == 0 {
            return None;
        }
        let i = self.chosen.trailing_zeros() as usize % 4;
        self.chosen &= self.chosen - 1;
        Some(self.around[i])
    }
}
