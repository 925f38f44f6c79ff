//! A game to be watched, with everything that the stones know.

use goban::{BoardSize, ByColor, Point, PointSet};
use model::Seed;

use crate::rules::RealRules;
use crate::world::{Driver, End, Event, Tally, Watched};
use crate::{Contest, Liberties, Temperature, Variant, plain};

/// A game in progress, tick by tick. With the same seed it is the game of [`Contest::play`].
///
/// ```
/// use agents::{Contest, Run};
/// use goban::BoardSize;
/// use model::Seed;
/// let contest = Contest::new(BoardSize::NINE);
/// let mut run = Run::new(&contest, Seed(1));
/// while run.step() {}
/// assert_eq!(run.scores(), contest.play(Seed(1)).scores);
/// ```
pub struct Run(Driver<dyn Watched>);

impl Run {
    /// The empty board before the set-up.
    #[must_use]
    pub fn new(contest: &Contest, seed: Seed) -> Run {
        let world: Box<dyn Watched> = match contest.variant {
            Variant::Netlogo => Box::new(plain::Text::new(contest.size)),
            Variant::NetlogoExact => Box::new(plain::Listing::new(contest.size)),
            Variant::Rules => Box::new(RealRules::new(contest)),
        };
        Run(Driver::new(contest, seed, world))
    }

    /// One tick; the first step is the set-up, a stone of each side. False when the game has ended.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// What happened in the last step, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.0.events()
    }

    /// How the game ended; none while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.0.end()
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.0.size()
    }

    /// What is played.
    #[must_use]
    pub fn contest(&self) -> &Contest {
        self.0.contest()
    }

    /// The stones on the board.
    #[must_use]
    pub fn stones(&self) -> &ByColor<PointSet> {
        self.0.world.stones()
    }

    /// Each side's score so far.
    #[must_use]
    pub fn scores(&self) -> ByColor<f64> {
        self.0.world.scores()
    }

    /// What was counted so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.0.tally()
    }

    /// The temperatures of the board as it is now.
    #[must_use]
    pub fn temperature(&self) -> Temperature {
        Temperature::of(self.size(), self.stones())
    }

    /// What the stone on a point counted when it last looked, which the moves since then have made stale.
    #[must_use]
    pub fn liberties(&self, point: Point) -> Option<Liberties> {
        self.0.world.liberties(point)
    }

    /// The stones that the stone on a point is linked with.
    #[must_use]
    pub fn links(&self, point: Point) -> PointSet {
        self.0.world.links(point)
    }
}
