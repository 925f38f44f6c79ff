//! A game to be watched, with everything that the stones know.

use goban::{Board, BoardSize, ByColor, Point, PointSet};
use model::{End, Seed, Sheet, Simulation, Tick};

use crate::family::View;
use crate::rules::RealRules;
use crate::world::{Driver, Watched};
use crate::{Contest, Liberties, Temperature, Variant, plain};

/// A game in progress, tick by tick; its liberties and links are those of the game, late and stale as they are there. With
/// the same seed it is the game of [`Contest::play`](model::Contest::play).
///
/// ```
/// use agents::{Contest, Run};
/// use goban::BoardSize;
/// use model::{Contest as _, Seed, Simulation};
/// let contest = Contest::new(BoardSize::NINE);
/// let mut run = Run::new(&contest, Seed(1));
/// while run.step().is_some() {}
/// assert_eq!(run.scores(), contest.play(Seed(1)).scores);
/// ```
pub struct Run {
    driver: Driver<dyn Watched>,
    board: Board,
}

impl Run {
    /// The empty board before the set-up.
    #[must_use]
    pub fn new(contest: &Contest, seed: Seed) -> Run {
        let world: Box<dyn Watched> = match contest.variant {
            Variant::Netlogo => Box::new(plain::Text::new(contest.size)),
            Variant::NetlogoExact => Box::new(plain::Listing::new(contest.size)),
            Variant::Rules => Box::new(RealRules::new(contest)),
        };
        Run { driver: Driver::new(contest, seed, world), board: Board::new(contest.size) }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.driver.size()
    }

    /// The stones on the board.
    #[must_use]
    pub fn stones(&self) -> &ByColor<PointSet> {
        self.driver.world.stones()
    }

    /// The temperatures of the board as it is now.
    #[must_use]
    pub fn temperature(&self) -> Temperature {
        Temperature::of(self.size(), self.stones())
    }

    /// What the stone on a point counted when it last looked, which the moves since then have made stale.
    #[must_use]
    pub fn liberties(&self, point: Point) -> Option<Liberties> {
        self.driver.world.liberties(point)
    }

    /// The stones that the stone on a point is linked with.
    #[must_use]
    pub fn links(&self, point: Point) -> PointSet {
        self.driver.world.links(point)
    }
}

impl Simulation for Run {
    fn board(&self) -> &Board {
        &self.board
    }

    /// One tick; the first step is the set-up, a stone of each side.
    fn step(&mut self) -> Option<Tick> {
        if !self.driver.step_with_strokes() {
            return None;
        }
        self.board = Board::with_stones(self.size(), self.stones());
        Some(self.driver.last_tick().clone())
    }

    fn end(&self) -> Option<End> {
        self.driver.end()
    }

    fn scores(&self) -> ByColor<f64> {
        self.driver.world.scores()
    }

    fn gauge(&self) -> f64 {
        self.temperature().capacity() as f64
    }

    fn read(&mut self, sheet: &mut Sheet<'_>) {
        View {
            size: self.size(),
            stones: self.stones(),
            scores: self.scores(),
            liberties: &|point| self.liberties(point),
            links: &|point| self.links(point),
        }
        .write(sheet);
    }
}
