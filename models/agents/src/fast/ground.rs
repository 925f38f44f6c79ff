//! Stones with their neighbours counted, and the candidates that follow from the counts. Knows nothing about groups.

use goban::{BoardSize, ByColor, Color, Point, PointSet};

pub(crate) struct Ground {
    size: BoardSize,
    cells: Vec<Cell>,
    stones: ByColor<PointSet>,
    candidates: PointSet,
    capacity: usize,
}

#[derive(Clone, Copy)]
struct Cell {
    point: Point,
    /// The indices of the neighbours; the first `n_near` count.
    near: [u16; 4],
    n_near: u8,
    color: Option<Color>,
    stones_near: ByColor<u8>,
}

impl Ground {
    pub(crate) fn new(size: BoardSize) -> Ground {
        let cell = |point| {
            let mut near = [0; 4];
            let mut n_near = 0;
            for (index, neighbor) in near.iter_mut().zip(size.neighbors(point)) {
                *index = size.index(neighbor) as u16;
                n_near += 1;
            }
            Cell { point, near, n_near, color: None, stones_near: ByColor::default() }
        };
        Ground {
            size,
            cells: size.points().map(cell).collect(),
            stones: ByColor::default(),
            candidates: size.all_points(),
            capacity: 0,
        }
    }

    #[inline]
    pub(crate) fn size(&self) -> BoardSize {
        self.size
    }

    #[inline]
    pub(crate) fn index(&self, point: Point) -> usize {
        self.size.index(point)
    }

    #[inline]
    pub(crate) fn point(&self, at: usize) -> Point {
        self.cells[at].point
    }

    #[inline]
    pub(crate) fn color(&self, at: usize) -> Option<Color> {
        self.cells[at].color
    }

    /// The neighbours of a point.
    #[inline]
    pub(crate) fn near(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let Cell { near, n_near, .. } = self.cells[at];
        near.into_iter().take(n_near.into()).map(usize::from)
    }

    /// The number of empty points beside a point.
    #[inline]
    pub(crate) fn liberties(&self, at: usize) -> usize {
        let cell = &self.cells[at];
        usize::from(cell.n_near - cell.stones_near.black - cell.stones_near.white)
    }

    pub(crate) fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    pub(crate) fn candidates(&self) -> PointSet {
        self.candidates
    }

    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Puts a stone on an empty point.
    pub(crate) fn put(&mut self, color: Color, at: usize) {
        let point = self.cells[at].point;
        self.cells[at].color = Some(color);
        self.stones[color].insert(point);
        self.candidates.remove(point);
        self.capacity += usize::from(self.cells[at].n_near);
        for near in self.near(at) {
            let cell = &mut self.cells[near];
            cell.stones_near[color] += 1;
            if cell.stones_near[color] == cell.n_near {
                self.candidates.remove(cell.point);
            }
        }
    }

    /// Takes a stone off.
    pub(crate) fn take(&mut self, color: Color, at: usize) {
        let point = self.cells[at].point;
        self.cells[at].color = None;
        self.stones[color].remove(point);
        self.capacity -= usize::from(self.cells[at].n_near);
        for near in self.near(at) {
            self.cells[near].stones_near[color] -= 1;
            self.judge(near);
        }
        self.judge(at);
    }

    /// Makes a point a candidate if it is one.
    fn judge(&mut self, at: usize) {
        let cell = &self.cells[at];
        let surrounded = cell.stones_near.black == cell.n_near || cell.stones_near.white == cell.n_near;
        if cell.color.is_none() && !surrounded {
            self.candidates.insert(cell.point);
        }
    }
}
