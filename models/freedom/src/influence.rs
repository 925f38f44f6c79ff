//! The influence of both colours on every empty point: the master formula over the paths of one search a colour, from
//! scratch or only where a move can have changed it.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

use crate::Params;
use crate::paths::{CELLS, Search, Sink, cell_of, open_and_shore};

/// The influence of both colours on every point.
#[derive(Clone, PartialEq, Debug)]
pub struct Influence {
    size: BoardSize,
    values: ByColor<Vec<f64>>,
}

impl Influence {
    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The influence of a colour on a point; 0 where a stone stands.
    #[must_use]
    pub fn at(&self, color: Color, point: Point) -> f64 {
        if self.size.contains(point) { self.values[color][self.size.index(point)] } else { 0.0 }
    }

    /// The influence of a colour on all points in reading order.
    #[must_use]
    pub fn field(&self, color: Color) -> &[f64] {
        &self.values[color]
    }

    /// Black's influence less White's, on all points in reading order.
    #[must_use]
    pub fn difference(&self) -> Vec<f64> {
        self.values.black.iter().zip(&self.values.white).map(|(black, white)| black - white).collect()
    }

    /// The sum of the influence of each colour over all points.
    #[must_use]
    pub fn totals(&self) -> ByColor<f64> {
        // Always in reading order, so that the same values give the same sum to the last bit.
        ByColor::new(|color| self.values[color].iter().sum())
    }

    /// Black's total less White's.
    #[must_use]
    pub fn lead(&self) -> f64 {
        let totals = self.totals();
        totals.black - totals.white
    }
}

/// The influence of both colours on a board. Every chain on it must have a liberty, as play and
/// [`Setup`](goban::Setup) leave it.
///
/// ```
/// use freedom::{Params, influence};
/// use goban::{Board, BoardSize, Color};
/// let size = BoardSize::NINE;
/// let mut board = Board::new(size);
/// let [centre, beside] = ["E5", "E6"].map(|vertex| size.parse_vertex(vertex).unwrap());
/// board.place(Color::Black, centre);
/// let map = influence(&board, &Params::default());
/// // Next to the stone there is one path, the point itself; the two stones would have six liberties.
/// assert_eq!(map.at(Color::Black, beside), 6.0 / 3.0);
/// assert_eq!(map.at(Color::White, beside), 0.0);
/// ```
#[must_use]
pub fn influence(board: &Board, params: &Params) -> Influence {
    Tracker::new(board, params).influence
}

/// The influence on a board that changes: after a move only those points are computed anew that it can have changed.
///
/// What it gives is what [`influence`] gives, to the last bit: each point's paths are summed in the same order.
///
/// ```
/// use freedom::{Params, Tracker, influence};
/// use goban::{Board, BoardSize, Color};
/// let size = BoardSize::NINE;
/// let mut board = Board::new(size);
/// let mut tracker = Tracker::new(&board, &Params::default());
/// board.place(Color::Black, size.parse_vertex("E5").unwrap());
/// tracker.update(&board);
/// assert_eq!(*tracker.influence(), influence(&board, &Params::default()));
/// ```
#[derive(Clone)]
pub struct Tracker {
    board: Board,
    influence: Influence,
    work: Work,
}

impl Tracker {
    /// The influence on a board, from scratch.
    #[must_use]
    pub fn new(board: &Board, params: &Params) -> Tracker {
        let size = board.size();
        let mut tracker = Tracker {
            board: board.clone(),
            influence: Influence { size, values: ByColor::new(|_| vec![0.0; size.area()]) },
            work: Work::new(size, params),
        };
        tracker.recompute();
        tracker
    }

    /// The board of the last update.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The influence on that board.
    #[must_use]
    pub fn influence(&self) -> &Influence {
        &self.influence
    }

    /// Computes everything anew.
    pub fn recompute(&mut self) {
        for color in Color::ALL {
            self.work.fill(&self.board, color, None, &mut self.influence.values[color]);
        }
    }

    /// Goes on to another board: after a move, a move taken back, or any other change of stones.
    pub fn update(&mut self, board: &Board) {
        if board.size() != self.board.size() {
            *self = Tracker::new(board, &self.work.params);
        }
        if *board == self.board {
            return;
        }
        self.work.update(&self.board, board, &mut self.influence);
        self.board.clone_from(board);
    }

    /// The influence on another board; the tracker stays where it is. For trying a move.
    #[must_use]
    pub fn preview(&mut self, board: &Board) -> Influence {
        if board.size() != self.board.size() {
            return influence(board, &self.work.params);
        }
        let mut influence = self.influence.clone();
        self.work.update(&self.board, board, &mut influence);
        influence
    }
}

/// The points on which the influence of a colour can differ between two boards of one size; none if the boards are equal.
fn changed_points(old: &Board, new: &Board, color: Color, reach: usize) -> PointSet {
    let all = old.size().all_points();
    let changed = Color::ALL
        .into_iter()
        .fold(PointSet::EMPTY, |changed, color| changed | (old.stones()[color] ^ new.stones()[color]));
    // A path changes where it runs beside a changed point …
    let around = changed.grown() & all;
    let mut changed = around;
    let mut open = PointSet::EMPTY;
    for board in [old, new] {
        let mut stones = around & (board.stones().black | board.stones().white);
        while let Some(chain) = stones.first().and_then(|stone| board.chain(stone)) {
            stones -= *chain.stones();
            // … where it starts from an own chain with other stones or liberties, or where it takes a liberty of an
            // opponent's chain that it could capture before or can now.
            if chain.color() == color || chain.n_liberties() <= reach {
                changed |= *chain.liberties();
            }
        }
        open |= open_and_shore(board, color).0;
    }
    for _ in 1..reach {
        changed |= changed.grown() & open;
    }
    changed & all
}

/// The memory of the computation.
#[derive(Clone)]
struct Work {
    params: Params,
    search: Box<Search>,
    sums: Sums,
}

/// The sums of the paths, by the point reached and the point passed.
#[derive(Clone)]
enum Sums {
    /// For `q = 2`, without a power or logarithm.
    Squares(Box<Table<f64, Squares>>),
    /// For any `q`.
    Powers(Box<Table<Peak, Powers>>),
}

impl Work {
    fn new(size: BoardSize, params: &Params) -> Work {
        let sums = if params.q() == 2.0 {
            Sums::Squares(Box::new(Table::new(size, params.reach(), Squares::new(params))))
        } else {
            Sums::Powers(Box::new(Table::new(size, params.reach(), Powers::new(params))))
        };
        Work { params: *params, search: Box::default(), sums }
    }

    fn update(&mut self, old: &Board, new: &Board, influence: &mut Influence) {
        for color in Color::ALL {
            let changed = changed_points(old, new, color, self.params.reach());
            if !changed.is_empty() {
                self.fill(new, color, Some(&changed), &mut influence.values[color]);
            }
        }
    }

    /// Computes the influence of a colour on the points asked for, or on all.
    fn fill(&mut self, board: &Board, color: Color, asked: Option<&PointSet>, values: &mut [f64]) {
        match &mut self.sums {
            Sums::Squares(table) => table.fill(&mut self.search, board, color, asked, values),
            Sums::Powers(table) => table.fill(&mut self.search, board, color, asked, values),
        }
    }
}

/// How the shares of the paths through one point are summed, and the norm of the sum. `nearest` is the length of the
/// shortest path to the point reached.
trait Norm<S> {
    fn add(&self, sum: &mut S, nearest: usize, n: usize, liberties: usize);
    /// The norm of one sum, in units of [`unit`](Norm::unit).
    fn norm(&self, sum: &S) -> f64;
    fn unit(&self, nearest: usize) -> f64;
}

/// One sum for each point that is reached and each point that a path to it can pass: those fewer than `reach` steps away.
#[derive(Clone)]
struct Table<S, N> {
    size: BoardSize,
    reach: usize,
    norm: N,
    /// Sums of one reached point.
    width: usize,
    /// From the difference of two cells, biased to be positive, to the column within a row; rows in reading order.
    columns: Vec<u8>,
    /// From a cell to its row.
    rows: Vec<u16>,
    /// By row: the length of the shortest path.
    nearest: Vec<u8>,
    sums: Vec<S>,
}

impl<S: Clone + Default, N: Norm<S>> Table<S, N> {
    fn new(size: BoardSize, reach: usize, norm: N) -> Table<S, N> {
        let far = reach as i32 - 1;
        let mut columns = vec![0; 2 * Self::bias(reach) + 1];
        let mut width = 0;
        for row in -far..=far {
            for column in -far..=far {
                if row.abs() + column.abs() <= far {
                    columns[(Self::bias(reach) as i32 + 32 * row + column) as usize] = width;
                    width += 1;
                }
            }
        }
        let width = usize::from(width);
        let mut rows = vec![0; CELLS];
        for point in size.points() {
            rows[usize::from(cell_of(point))] = size.index(point) as u16;
        }
        let nearest = vec![0; size.area()];
        Table { size, reach, norm, width, columns, rows, nearest, sums: vec![S::default(); size.area() * width] }
    }

    /// The largest difference of two cells of a path.
    fn bias(reach: usize) -> usize {
        32 * (reach - 1)
    }

    fn fill(&mut self, search: &mut Search, board: &Board, color: Color, asked: Option<&PointSet>, values: &mut [f64]) {
        match asked {
            None => {
                values.fill(0.0);
                self.sums.fill(S::default());
            }
            Some(asked) => {
                for point in asked {
                    let row = self.size.index(point);
                    values[row] = 0.0;
                    self.sums[row * self.width..][..self.width].fill(S::default());
                }
            }
        }
        let (open, shore) = open_and_shore(board, color);
        let mut reached = shore;
        let mut ring = shore;
        for n in 1..=self.reach {
            for point in &ring {
                self.nearest[self.size.index(point)] = n as u8;
            }
            ring = (ring.grown() & open) - reached;
            if n < self.reach {
                reached |= ring;
            }
        }
        search.run(board, color, self.reach, asked, self);
        for point in &asked.map_or(reached, |asked| *asked & reached) {
            let row = self.size.index(point);
            let sums = &self.sums[row * self.width..][..self.width];
            let total: f64 = sums.iter().map(|sum| self.norm.norm(sum)).sum();
            values[row] = total * self.norm.unit(self.nearest[row].into());
        }
    }
}

impl<S, N: Norm<S>> Sink for Table<S, N> {
    #[inline]
    fn path(&mut self, cells: &[u16], liberties: usize) {
        let Some(&reached) = cells.last() else { return };
        let row = usize::from(self.rows[usize::from(reached)]);
        let nearest = usize::from(self.nearest[row]);
        let bias = 32 * (self.reach - 1);
        let sums = &mut self.sums[row * self.width..][..self.width];
        for &cell in cells {
            let column = self.columns[bias + usize::from(cell) - usize::from(reached)];
            self.norm.add(&mut sums[usize::from(column)], nearest, cells.len(), liberties);
        }
    }
}

const LENGTHS: usize = Params::MAX_REACH + 1;

/// Sums of squares, in units of the weight of the shortest path to the point: no weight is too small to be squared.
#[derive(Clone)]
struct Squares {
    units: [f64; LENGTHS],
    /// By the lengths of the shortest path and of the path at hand.
    squares: [[f64; LENGTHS]; LENGTHS],
}

impl Squares {
    fn new(params: &Params) -> Squares {
        let units = weights(params);
        let square = |unit: f64, weight: f64| if unit == 0.0 { 0.0 } else { (weight / unit) * (weight / unit) };
        Squares { units, squares: units.map(|unit| units.map(|weight| square(unit, weight))) }
    }
}

impl Norm<f64> for Squares {
    #[inline]
    fn add(&self, sum: &mut f64, nearest: usize, n: usize, liberties: usize) {
        *sum += (liberties * liberties) as f64 * self.squares[nearest][n];
    }

    #[inline]
    fn norm(&self, sum: &f64) -> f64 {
        sum.sqrt()
    }

    fn unit(&self, nearest: usize) -> f64 {
        self.units[nearest]
    }
}

/// The logarithm of the largest share so far, and the sum of the powers of all shares, each divided by the largest.
#[derive(Clone, Copy)]
struct Peak {
    log: f64,
    /// The sum of all powers, in units of the power of the largest.
    scaled: f64,
}

impl Default for Peak {
    fn default() -> Peak {
        Peak { log: f64::NEG_INFINITY, scaled: 0.0 }
    }
}

/// Sums of any power.
#[derive(Clone)]
struct Powers {
    q: f64,
    log_weights: [f64; LENGTHS],
    /// Logarithms of numbers of liberties.
    logs: Vec<f64>,
}

impl Powers {
    fn new(params: &Params) -> Powers {
        let most = BoardSize::MAX * BoardSize::MAX;
        Powers {
            q: params.q(),
            log_weights: weights(params).map(f64::ln),
            logs: (0..=most).map(|n| (n as f64).ln()).collect(),
        }
    }
}

impl Norm<Peak> for Powers {
    #[inline]
    fn add(&self, sum: &mut Peak, _nearest: usize, n: usize, liberties: usize) {
        let log = self.logs[liberties] + self.log_weights[n];
        if log == f64::NEG_INFINITY {
            return;
        }
        if log <= sum.log {
            sum.scaled += (self.q * (log - sum.log)).exp();
        } else {
            sum.scaled = sum.scaled * (self.q * (sum.log - log)).exp() + 1.0;
            sum.log = log;
        }
    }

    fn norm(&self, sum: &Peak) -> f64 {
        if sum.scaled == 0.0 { 0.0 } else { (sum.log + sum.scaled.ln() / self.q).exp() }
    }

    fn unit(&self, _nearest: usize) -> f64 {
        1.0
    }
}

/// The weight of a liberty on paths of 0, 1, 2, … stones; paths of none do not exist.
fn weights(params: &Params) -> [f64; LENGTHS] {
    std::array::from_fn(|n| if n == 0 { 0.0 } else { params.weight(n) })
}
