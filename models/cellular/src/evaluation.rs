//! The automaton of evaluation: colour spreads from the stones over the empty points until every point has its owner.

use goban::{Board, BoardSize, ByColor, Color, Point, PointSet};

use crate::automaton::{Evolution, Grid, Rule, Settled, State};

/// A free cell: no colour has reached it.
pub const FREE: State = 1;
/// A cell that only White has reached.
pub const WHITE_TERRITORY: State = 2;
/// A cell that only Black has reached.
pub const BLACK_TERRITORY: State = 3;
/// A cell that both have reached: nobody's.
pub const NEUTRAL: State = 6;
/// A white stone.
pub const WHITE_STONE: State = 10;
/// A black stone.
pub const BLACK_STONE: State = 15;

/// The rule of definition 2.2. Stones stay; any other cell looks at the product of the states of its neighbourhood, in
/// which a factor 3 means Black and a factor 2 means White.
#[derive(Clone, Copy, Debug)]
pub struct Evaluate;

impl Rule for Evaluate {
    fn next(&self, cell: State, around: [State; 4]) -> State {
        if matches!(cell, BLACK_STONE | WHITE_STONE) {
            return cell;
        }
        let product = around.into_iter().fold(i32::from(cell), |product, state| product * i32::from(state));
        if product % 6 == 0 {
            NEUTRAL
        } else if product % 3 == 0 {
            BLACK_TERRITORY
        } else if product % 2 == 0 {
            WHITE_TERRITORY
        } else {
            FREE
        }
    }
}

/// The start: stones and free cells.
#[must_use]
pub fn start(board: &Board) -> Grid {
    Grid::new(board.size(), |point| match board.get(point) {
        Some(Color::Black) => BLACK_STONE,
        Some(Color::White) => WHITE_STONE,
        None => FREE,
    })
}

/// Whose a cell in this state is.
#[must_use]
pub fn owner(state: State) -> Option<Color> {
    match state {
        BLACK_STONE | BLACK_TERRITORY => Some(Color::Black),
        WHITE_STONE | WHITE_TERRITORY => Some(Color::White),
        _ => None,
    }
}

/// What a state means.
#[must_use]
pub fn state_name(state: State) -> &'static str {
    match state {
        BLACK_STONE => "black stone",
        WHITE_STONE => "white stone",
        BLACK_TERRITORY => "Black's",
        WHITE_TERRITORY => "White's",
        NEUTRAL => "neutral",
        FREE => "free",
        _ => "edge",
    }
}

/// The step of the evolution of a board with which a colour came to a point; none if it never does.
#[must_use]
pub fn arrival(evolution: &Evolution, color: Color, point: Point) -> Option<usize> {
    let factor = match color {
        Color::Black => 3,
        Color::White => 2,
    };
    evolution.steps().iter().position(|grid| grid.get(point) % factor == 0)
}

/// The whole evolution of a board.
#[must_use]
pub fn evolve(board: &Board) -> Evolution {
    Evolution::new(&Evaluate, start(board))
}

/// The sign that a state is drawn with: X and O stones, b and w their territory, - neutral, . free.
#[must_use]
pub fn sign(state: State) -> char {
    match state {
        BLACK_STONE => 'X',
        WHITE_STONE => 'O',
        BLACK_TERRITORY => 'b',
        WHITE_TERRITORY => 'w',
        NEUTRAL => '-',
        _ => '.',
    }
}

/// A board as its evaluation has it at the fixed point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The size of the board.
    pub size: BoardSize,
    /// The stones of each side.
    pub stones: ByColor<PointSet>,
    /// The empty points that only this side has reached.
    pub territory: ByColor<PointSet>,
    /// The empty points that both sides have reached.
    pub neutral: PointSet,
    /// The empty points that nobody has reached: all of them on an empty board, none otherwise.
    pub free: PointSet,
    /// Number of steps to the fixed point.
    pub n_steps: usize,
}

impl Evaluation {
    /// Runs the automaton as an automaton. [`fast::evaluate`](crate::fast::evaluate) gives the same sooner.
    #[must_use]
    pub fn by_automaton(board: &Board) -> Evaluation {
        let Settled { grid, n_steps } = Settled::new(&Evaluate, start(board));
        let points = |state| grid.points_in(&[state]);
        Evaluation {
            size: grid.size(),
            stones: ByColor { black: points(BLACK_STONE), white: points(WHITE_STONE) },
            territory: ByColor { black: points(BLACK_TERRITORY), white: points(WHITE_TERRITORY) },
            neutral: points(NEUTRAL),
            free: points(FREE),
            n_steps,
        }
    }

    /// Stones and territory of each side.
    #[must_use]
    pub fn area(&self) -> ByColor<usize> {
        ByColor::new(|color| self.stones[color].len() + self.territory[color].len())
    }

    /// Black's area minus White's, minus the komi (0 in the paper).
    #[must_use]
    pub fn lead(&self, komi: f64) -> f64 {
        let area = self.area();
        area.black as f64 - area.white as f64 - komi
    }

    /// Who is ahead. White, if both have the same: Black had the first move.
    #[must_use]
    pub fn leader(&self, komi: f64) -> Color {
        if self.lead(komi) > 0.0 { Color::Black } else { Color::White }
    }

    /// The state of a point of the board at the fixed point.
    #[must_use]
    pub fn state(&self, point: Point) -> State {
        if self.stones.black.contains(point) {
            BLACK_STONE
        } else if self.stones.white.contains(point) {
            WHITE_STONE
        } else if self.territory.black.contains(point) {
            BLACK_TERRITORY
        } else if self.territory.white.contains(point) {
            WHITE_TERRITORY
        } else if self.neutral.contains(point) {
            NEUTRAL
        } else {
            FREE
        }
    }

    /// The states of the board at the fixed point, row by row from the top left.
    pub fn states(&self) -> impl Iterator<Item = State> {
        self.size.points().map(|point| self.state(point))
    }
}
