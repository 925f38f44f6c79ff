//! Cellular automata on the board: cells with a state, a rule that looks at a cell and its four neighbours, and the
//! steps to the fixed point. Nothing here knows what the states of an automaton mean.

use std::fmt;

use goban::{BoardSize, Point, PointSet};

/// The state of a cell. Each automaton says what its numbers mean.
pub type State = i8;

/// The state of the ring of cells around the board. It never changes.
pub const EDGE: State = -1;

/// The local rule of an automaton on the von Neumann neighbourhood.
pub trait Rule {
    /// The next state of a cell of the board, from its own and those to the right, left, above and below it. Beyond the
    /// edge of the board the state is [`EDGE`]; edge cells themselves stay, so no rule is asked about them.
    fn next(&self, cell: State, around: [State; 4]) -> State;
}

/// The states of all cells at one moment: a board ringed by edge cells.
///
/// ```
/// use cellular::Grid;
/// use goban::BoardSize;
/// let size = BoardSize::new(3).unwrap();
/// let corner = size.point(0, 0).unwrap();
/// let grid = Grid::new(size, |point| if point == corner { 15 } else { 1 });
/// assert_eq!(grid.to_string(), "15  1  1\n 1  1  1\n 1  1  1\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    size: BoardSize,
    /// Row by row, the ring included.
    cells: Vec<State>,
}

impl Grid {
    /// A grid with a state for every point of the board.
    pub fn new(size: BoardSize, mut state: impl FnMut(Point) -> State) -> Grid {
        let width = size.get() + 2;
        let mut grid = Grid { size, cells: vec![EDGE; width * width] };
        for point in size.points() {
            let at = grid.at(point);
            grid.cells[at] = state(point);
        }
        grid
    }

    fn width(&self) -> usize {
        self.size.get() + 2
    }

    fn at(&self, point: Point) -> usize {
        (point.row() + 1) * self.width() + point.column() + 1
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The state on a point; [`EDGE`] if it is off the board.
    #[must_use]
    pub fn get(&self, point: Point) -> State {
        if self.size.contains(point) { self.cells[self.at(point)] } else { EDGE }
    }

    /// The states of the board, row by row from the top left.
    pub fn states(&self) -> impl Iterator<Item = State> {
        self.size.points().map(|point| self.cells[self.at(point)])
    }

    /// The points in one of these states.
    #[must_use]
    pub fn points_in(&self, states: &[State]) -> PointSet {
        self.size.points().filter(|&point| states.contains(&self.cells[self.at(point)])).collect()
    }

    /// Number of points in one of these states.
    #[must_use]
    pub fn count(&self, states: &[State]) -> usize {
        self.states().filter(|state| states.contains(state)).count()
    }

    /// Applies a rule to every cell at once and writes the result into `next`, a grid of the same board. Says whether any
    /// cell changed.
    fn advance(&self, rule: &impl Rule, next: &mut Grid) -> bool {
        let width = self.width();
        let mut changed = false;
        for row in 1..=self.size.get() {
            for at in row * width + 1..(row + 1) * width - 1 {
                let cells = &self.cells;
                let new = rule.next(cells[at], [cells[at + 1], cells[at - 1], cells[at - width], cells[at + width]]);
                changed |= new != cells[at];
                next.cells[at] = new;
            }
        }
        changed
    }

    /// Steps a cell of these automata can change at most: a rule under which each cell changes at most four times comes to
    /// rest within this number, as every step before the fixed point changes some cell.
    fn limit(&self) -> usize {
        4 * self.size.area()
    }

    /// The board drawn with one sign for every state.
    pub fn draw(&self, sign: impl Fn(State) -> char) -> String {
        let mut text = String::new();
        for (i, state) in self.states().enumerate() {
            text.push(sign(state));
            text.push(if (i + 1) % self.size.get() == 0 { '\n' } else { ' ' });
        }
        text
    }
}

impl fmt::Display for Grid {
    /// The states as numbers, row by row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, state) in self.states().enumerate() {
            let end = if (i + 1) % self.size.get() == 0 { '\n' } else { ' ' };
            write!(f, "{state:2}{end}")?;
        }
        Ok(())
    }
}

/// Where an automaton came to rest, without the way there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The last grid.
    pub grid: Grid,
    /// Number of steps to it.
    pub n_steps: usize,
}

impl Settled {
    /// Runs a rule to its fixed point, or as far as [`Evolution::new`] would.
    #[must_use]
    pub fn new(rule: &impl Rule, start: Grid) -> Settled {
        let mut next = start.clone();
        let mut grid = start;
        let mut n_steps = 0;
        while n_steps < grid.limit() && grid.advance(rule, &mut next) {
            std::mem::swap(&mut grid, &mut next);
            n_steps += 1;
        }
        Settled { grid, n_steps }
    }
}

/// An automaton from its start to its fixed point, with every step between.
///
/// ```
/// use cellular::evaluation;
/// use goban::Diagram;
/// let board = Diagram::parse("
///     X . . .
///     . . . .
///     . . . .
///     . . . O").unwrap().board().unwrap();
/// let evolution = evaluation::evolve(&board);
/// assert_eq!(evolution.n_steps(), 5);
/// assert_eq!(evolution.steps()[1].draw(evaluation::sign), "X b . .\nb . . .\n. . . w\n. . w O\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evolution {
    steps: Vec<Grid>,
    settled: bool,
}

impl Evolution {
    /// Runs a rule from a start.
    ///
    /// All four automata of this crate come to rest. A rule that does not is stopped after four steps for every point of
    /// the board; [`is_settled`](Evolution::is_settled) is false then.
    #[must_use]
    pub fn new(rule: &impl Rule, start: Grid) -> Evolution {
        let limit = start.limit();
        let mut next = start.clone();
        let mut steps = vec![start];
        let mut settled = false;
        while let Some(grid) = steps.last().filter(|_| !settled && steps.len() <= limit) {
            if grid.advance(rule, &mut next) {
                steps.push(next.clone());
            } else {
                settled = true;
            }
        }
        Evolution { steps, settled }
    }

    /// The grids in order: the start first, the fixed point last.
    #[must_use]
    pub fn steps(&self) -> &[Grid] {
        &self.steps
    }

    /// Number of steps to the fixed point: the smallest n with Φⁿ = Φⁿ⁺¹.
    #[must_use]
    pub fn n_steps(&self) -> usize {
        self.steps.len() - 1
    }

    /// The last grid.
    #[must_use]
    pub fn fixed_point(&self) -> &Grid {
        &self.steps[self.n_steps()]
    }

    /// Whether the last grid is a fixed point.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// The step with which a point took the state that it kept; 0 if it had it from the start.
    #[must_use]
    pub fn decided(&self, point: Point) -> usize {
        let last = self.fixed_point().get(point);
        self.steps.iter().rposition(|grid| grid.get(point) != last).map_or(0, |step| step + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Blink;

    impl Rule for Blink {
        fn next(&self, cell: State, _: [State; 4]) -> State {
            1 - cell
        }
    }

    #[test]
    fn a_rule_that_never_rests_is_stopped() {
        let size = BoardSize::new(2).unwrap();
        let evolution = Evolution::new(&Blink, Grid::new(size, |_| 0));
        assert!(!evolution.is_settled());
        assert_eq!(evolution.n_steps(), 16);
        assert_eq!(Settled::new(&Blink, Grid::new(size, |_| 0)).n_steps, 16);
    }
}
