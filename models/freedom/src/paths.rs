//! The influence paths of one colour: one search for all points, grown outwards from the chains.
//!
//! A path to an empty point V is a smallest set of empty points, V among them, that joins V to a stone on the board once
//! the colour's stones stand on all of them. Such a set is a line of points, each next to the one before and to no
//! earlier one, that starts on a liberty of an own chain, leaves the liberties of all own chains behind at once and ends
//! at V: any shortcut, and any second contact with an own chain, would make the set larger than it must be. So every
//! line that is grown from a liberty over points that touch no own stone is a path to the point it has just reached, and
//! no step of the search is in vain.

use goban::{Board, Chain, Color, Point, PointSet};

use crate::Params;

/// One way to join an empty point to the stones of a colour.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The stones still to be played, the point itself among them, in the order of their names: A1, A2, …, B1.
    pub stones: Vec<Point>,
    /// Liberties of the chain of the point when all of them stand and what they capture is off.
    pub liberties: usize,
    /// The relative influence `R = L · pⁿ / n`; 0 for a path that would end without a liberty.
    pub r: f64,
}

impl Path {
    /// Number of stones still to be played.
    #[must_use]
    pub fn n(&self) -> usize {
        self.stones.len()
    }
}

/// The paths by which stones of a colour reach an empty point, short ones first, then by the names of their stones.
/// A point with a stone has none.
///
/// ```
/// use freedom::{Params, paths_to};
/// use goban::{Board, BoardSize, Color};
/// let size = BoardSize::NINETEEN;
/// let mut board = Board::new(size);
/// board.place(Color::White, size.parse_vertex("K4").unwrap());
/// let paths = paths_to(&board, Color::White, size.parse_vertex("J6").unwrap(), &Params::default());
/// let drawn: Vec<_> = paths.iter().map(|path| path.stones.iter().map(|&s| size.vertex(s)).collect::<Vec<_>>()).collect();
/// assert_eq!(drawn, [["J4", "J5", "J6"], ["J5", "J6", "K5"], ["J6", "K5", "K6"]]);
/// assert_eq!(paths[1].liberties, 8);
/// ```
#[must_use]
pub fn paths_to(board: &Board, color: Color, point: Point, params: &Params) -> Vec<Path> {
    let mut list = List { params, paths: Vec::new() };
    if board.is_empty(point) {
        Search::default().run(board, color, params.reach(), Some(&PointSet::from(point)), &mut list);
    }
    sort_paths(&mut list.paths, |path| &path.stones);
    list.paths
}

/// Sorts the stones of each path by their names, and the paths by length and then by stones.
pub(crate) fn sort_paths<P>(paths: &mut [P], stones: impl Fn(&P) -> &[Point]) {
    paths.sort_by(|one, other| {
        let key =
            |path: &P| (stones(path).len(), stones(path).iter().map(|&stone| name_order(stone)).collect::<Vec<_>>());
        key(one).cmp(&key(other))
    });
}

/// The order of names: by column, then from the bottom up.
pub(crate) fn name_order(point: Point) -> (usize, std::cmp::Reverse<usize>) {
    (point.column(), std::cmp::Reverse(point.row()))
}

/// Writes the paths down.
struct List<'a> {
    params: &'a Params,
    paths: Vec<Path>,
}

impl Sink for List<'_> {
    fn path(&mut self, cells: &[u16], liberties: usize) {
        let mut stones: Vec<Point> = cells.iter().filter_map(|&cell| point_at(cell)).collect();
        stones.sort_by_key(|&stone| name_order(stone));
        let r = liberties as f64 * self.params.weight(stones.len());
        self.paths.push(Path { stones, liberties, r });
    }
}

/// Who receives the paths of a search.
pub(crate) trait Sink {
    /// One path: the cells from the liberty where it leaves an own chain to the point it reaches, and its liberties.
    fn path(&mut self, cells: &[u16], liberties: usize);
}

/// Cells of a board with a margin: rows are 32 apart. A power of two, so that a masked index needs no bounds check.
pub(crate) const CELLS: usize = 1024;
const STRIDE: usize = 32;
/// From a cell to its neighbours: right, left, up, down, with wrapping.
const STEPS: [usize; 4] = [1, CELLS - 1, CELLS - STRIDE, STRIDE];

/// The cell of a point.
#[inline]
pub(crate) fn cell_of(point: Point) -> u16 {
    ((point.row() + 1) * STRIDE + point.column()) as u16
}

/// The point of a cell on the board.
fn point_at(cell: u16) -> Option<Point> {
    let cell = usize::from(cell);
    goban::BoardSize::new(goban::BoardSize::MAX)?.point(cell % STRIDE, cell / STRIDE - 1)
}

#[inline]
fn step(cell: usize, by: usize) -> usize {
    (cell + by) % CELLS
}

/// What a cell is to the colour whose paths are sought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A stone, or no point of the board.
    Closed,
    /// Empty, and next to no own stone.
    Open,
    /// Empty, and a liberty of an own chain: a path starts here and comes back to none of its kind.
    Shore,
}

/// The opponent's chains next to an empty point that a path could capture.
#[derive(Clone, Copy, Default)]
struct Prey {
    ids: [u16; 4],
    len: u8,
}

/// A chain of the opponent with no more liberties than a path has stones.
#[derive(Clone, Copy)]
struct Short {
    stones: PointSet,
    n_liberties: u8,
    /// How many of its liberties the path of the moment takes.
    covered: u8,
}

/// The memory of a search, kept from one to the next.
#[derive(Clone)]
pub(crate) struct Search {
    kinds: [Kind; CELLS],
    points: [Option<Point>; CELLS],
    /// How many stones of the path of the moment are on the cell or next to it.
    touched: [u8; CELLS],
    /// How many steps over open cells it is to the nearest point that is asked for.
    missing: [u8; CELLS],
    prey: [Prey; CELLS],
    shorts: Vec<Short>,
    /// How many of the short chains the path of the moment captures.
    n_captured: usize,
    reach: usize,
    empty: PointSet,
    /// The stones and liberties that the path of the moment starts from.
    base_stones: PointSet,
    base_liberties: PointSet,
    cells: [u16; Params::MAX_REACH],
}

impl Default for Search {
    fn default() -> Search {
        Search {
            kinds: [Kind::Closed; CELLS],
            points: [None; CELLS],
            touched: [0; CELLS],
            missing: [0; CELLS],
            prey: [Prey::default(); CELLS],
            shorts: Vec::new(),
            n_captured: 0,
            reach: 1,
            empty: PointSet::EMPTY,
            base_stones: PointSet::EMPTY,
            base_liberties: PointSet::EMPTY,
            cells: [0; Params::MAX_REACH],
        }
    }
}

/// The empty points that touch no stone of the colour, and those that do.
pub(crate) fn open_and_shore(board: &Board, color: Color) -> (PointSet, PointSet) {
    let empty = board.empty();
    let shore = board.stones()[color].grown() & empty;
    (empty - shore, shore)
}

impl Search {
    /// Finds all paths of at most `reach` stones to the points asked for, or to all; each point's paths always come in the
    /// same order, whatever else is asked for.
    pub(crate) fn run(
        &mut self,
        board: &Board,
        color: Color,
        reach: usize,
        asked: Option<&PointSet>,
        sink: &mut impl Sink,
    ) {
        let (open, shore) = open_and_shore(board, color);
        self.lay_out(board, color, reach, &open, &shore);
        let roots = match asked {
            None => {
                self.missing.fill(0);
                shore
            }
            Some(asked) => self.measure(asked, &open, &shore),
        };
        for root in &roots {
            self.grow_from(board, color, root, sink);
        }
    }

    fn lay_out(&mut self, board: &Board, color: Color, reach: usize, open: &PointSet, shore: &PointSet) {
        self.reach = reach;
        self.kinds.fill(Kind::Closed);
        self.points.fill(None);
        self.empty = *open | *shore;
        for (points, kind) in [(open, Kind::Open), (shore, Kind::Shore)] {
            for point in points {
                let cell = usize::from(cell_of(point));
                self.kinds[cell % CELLS] = kind;
                self.points[cell % CELLS] = Some(point);
            }
        }
        self.prey.fill(Prey::default());
        self.shorts.clear();
        for chain in board.chains().filter(|chain| chain.color() != color) {
            if !(1..=reach).contains(&chain.n_liberties()) {
                continue;
            }
            let id = self.shorts.len() as u16;
            self.shorts.push(Short { stones: *chain.stones(), n_liberties: chain.n_liberties() as u8, covered: 0 });
            for liberty in chain.liberties() {
                let prey = &mut self.prey[usize::from(cell_of(liberty)) % CELLS];
                prey.ids[usize::from(prey.len)] = id;
                prey.len += 1;
            }
        }
    }

    /// Fills in how far every cell is from the points asked for, and gives the liberties from where they can be reached.
    fn measure(&mut self, asked: &PointSet, open: &PointSet, shore: &PointSet) -> PointSet {
        self.missing.fill(u8::MAX);
        let mut ring = *asked & self.empty;
        let mut roots = ring & *shore;
        let mut seen = ring;
        for distance in 0..self.reach {
            for point in &ring {
                self.missing[usize::from(cell_of(point)) % CELLS] = distance as u8;
            }
            if distance + 1 == self.reach {
                break;
            }
            // Only open points lead on: a path through a liberty ends there.
            let next = ((ring & *open).grown() & self.empty) - seen;
            seen |= next;
            roots |= next & *shore;
            ring = next;
        }
        roots
    }

    /// Grows every path that starts on this liberty.
    fn grow_from(&mut self, board: &Board, color: Color, root: Point, sink: &mut impl Sink) {
        let mut n_liberties = 0;
        let mut n_chains = 0;
        self.base_stones = PointSet::EMPTY;
        self.base_liberties = PointSet::EMPTY;
        for near in board.size().neighbors(root) {
            let Some(chain) = board.chain(near).filter(|chain| chain.color() == color) else { continue };
            if self.base_stones.contains(near) {
                continue;
            }
            self.join(chain);
            n_chains += 1;
            n_liberties = chain.n_liberties();
        }
        if n_chains > 1 {
            n_liberties = self.base_liberties.len();
        }
        let cell = usize::from(cell_of(root));
        // The stone takes the liberty it stands on and brings those around it.
        let liberties = n_liberties - 1 + self.fresh(cell);
        self.cells[0] = cell as u16;
        self.extend(1, liberties, sink);
    }

    fn join(&mut self, chain: Chain<'_>) {
        self.base_stones |= *chain.stones();
        self.base_liberties |= *chain.liberties();
    }

    /// The liberties that a stone on this cell would add to the path.
    #[inline]
    fn fresh(&self, cell: usize) -> usize {
        STEPS
            .iter()
            .filter(|&&by| {
                let near = step(cell, by);
                match self.kinds[near] {
                    Kind::Closed => false,
                    Kind::Open => self.touched[near] == 0,
                    Kind::Shore => {
                        self.touched[near] == 0
                            && !self.points[near].is_some_and(|point| self.base_liberties.contains(point))
                    }
                }
            })
            .count()
    }

    /// Hands over the path of `n` stones whose last stone is new, and grows it on. `liberties` does not count captures.
    fn extend(&mut self, n: usize, liberties: usize, sink: &mut impl Sink) {
        let cell = usize::from(self.cells[n - 1]) % CELLS;
        let prey = self.prey[cell];
        for &id in &prey.ids[..usize::from(prey.len)] {
            let short = &mut self.shorts[usize::from(id)];
            short.covered += 1;
            self.n_captured += usize::from(short.covered == short.n_liberties);
        }
        if self.missing[cell] == 0 {
            let liberties = if self.n_captured == 0 { liberties } else { self.liberties_after_capture(n) };
            sink.path(&self.cells[..n], liberties);
        }
        if n < self.reach {
            self.touch(cell, 1);
            for by in STEPS {
                let near = step(cell, by);
                // Touched once: by the last stone only, so that the line has no shortcut.
                if self.kinds[near] == Kind::Open
                    && self.touched[near] == 1
                    && n + 1 + usize::from(self.missing[near]) <= self.reach
                {
                    self.cells[n] = near as u16;
                    let liberties = liberties - 1 + self.fresh(near);
                    self.extend(n + 1, liberties, sink);
                }
            }
            self.touch(cell, u8::MAX);
        }
        for &id in &prey.ids[..usize::from(prey.len)] {
            let short = &mut self.shorts[usize::from(id)];
            self.n_captured -= usize::from(short.covered == short.n_liberties);
            short.covered -= 1;
        }
    }

    /// Adds `by`, with wrapping, to the count of a cell and of its neighbours.
    #[inline]
    fn touch(&mut self, cell: usize, by: u8) {
        let mut add = |cell: usize| self.touched[cell] = self.touched[cell].wrapping_add(by);
        add(cell);
        for by in STEPS {
            add(step(cell, by));
        }
    }

    /// The liberties of a path that captures: the points of the captured stones are empty then.
    #[cold]
    fn liberties_after_capture(&self, n: usize) -> usize {
        let path: PointSet =
            self.cells[..n].iter().filter_map(|&cell| self.points[usize::from(cell) % CELLS]).collect();
        let empty = self
            .shorts
            .iter()
            .filter(|short| short.covered == short.n_liberties)
            .fold(self.empty - path, |empty, short| empty | short.stones);
        ((self.base_stones | path).grown() & empty).len()
    }
}
