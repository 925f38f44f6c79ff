//! Who plays whom, where and how; one game of it, played to the end.

use std::sync::Arc;

use goban::{BoardSize, ByColor, Color, PointSet, Scoring};
use model::Seed;

use crate::rules::RealRules;
use crate::strategy::Random;
use crate::world::{Driver, End, Tally, World};
use crate::{Strategy, Variant, fast};

/// What two sides of agents play.
///
/// ```
/// use agents::{Contest, End};
/// use goban::BoardSize;
/// use model::Seed;
/// let game = Contest::new(BoardSize::NINE).play(Seed(1));
/// assert_eq!(game.end, End::Passes);
/// assert_eq!(game, Contest::new(BoardSize::NINE).play(Seed(1)));
/// ```
#[derive(Clone)]
pub struct Contest {
    /// The board.
    pub size: BoardSize,
    /// The reading of the model.
    pub variant: Variant,
    /// How each side chooses.
    pub players: ByColor<Arc<dyn Strategy>>,
    /// What counts at the end; under the variant `rules` only.
    pub scoring: Scoring,
    /// What White gets; under the variant `rules` only.
    pub komi: f64,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// Each side's score.
    pub scores: ByColor<f64>,
    /// The stones at the end.
    pub stones: ByColor<PointSet>,
    /// What was counted on the way.
    pub tally: Tally,
    /// The capacity at the beginning of every tick.
    pub capacity: Vec<u16>,
}

impl Contest {
    /// The paper's contest on a board: two random players in the default variant.
    #[must_use]
    pub fn new(size: BoardSize) -> Contest {
        Contest {
            size,
            variant: Variant::default(),
            players: ByColor { black: Arc::new(Random), white: Arc::new(Random) },
            scoring: Scoring::Area,
            komi: 0.0,
        }
    }

    /// The tick after which a game is cut off: twenty for every point of the board.
    #[must_use]
    pub fn tick_limit(&self) -> usize {
        20 * self.size.area()
    }

    /// Plays a game, as fast as it can be done.
    #[must_use]
    pub fn play(&self, seed: Seed) -> Played {
        let mut driver = self.driver(seed);
        while driver.step() {}
        Played::of(driver)
    }

    pub(crate) fn driver(&self, seed: Seed) -> Driver<dyn World> {
        let world: Box<dyn World> = match self.variant {
            Variant::Netlogo => Box::new(fast::Text::new(self.size)),
            Variant::NetlogoExact => Box::new(fast::Listing::new(self.size)),
            Variant::Rules => Box::new(RealRules::new(self)),
        };
        Driver::new(self, seed, world)
    }
}

impl Played {
    pub(crate) fn of(driver: Driver<dyn World>) -> Played {
        Played {
            end: driver.end().unwrap_or(End::CutOff),
            scores: driver.world.scores(),
            stones: *driver.world.stones(),
            tally: driver.tally(),
            capacity: driver.into_capacity(),
        }
    }

    /// Who won; none after a tie, and none when the game was cut off.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let ByColor { black, white } = self.scores;
        match self.end {
            End::CutOff => None,
            _ if black > white => Some(Color::Black),
            _ if white > black => Some(Color::White),
            _ => None,
        }
    }
}
