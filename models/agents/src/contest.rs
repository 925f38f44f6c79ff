//! Who plays whom, where and how; one game of it, played to the end.

use std::sync::Arc;

use goban::{BoardSize, ByColor, Scoring};
use model::{Gauge, Played, Seed, Simulation, Terms, Tick, play_by_steps};

use crate::family::FAMILY;
use crate::rules::RealRules;
use crate::strategy::Random;
use crate::world::{Driver, World};
use crate::{Run, Strategy, Stroke, Variant, fast};

/// What two sides of agents play.
///
/// ```
/// use agents::Contest;
/// use goban::BoardSize;
/// use model::{Contest as _, End, Seed};
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
    /// Stones put into a run and taken out of it by hand, in the order of their ticks.
    pub paint: Vec<Stroke>,
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
            paint: Vec::new(),
        }
    }

    /// The tick after which a game is cut off: twenty for every point of the board.
    #[must_use]
    pub fn tick_limit(&self) -> usize {
        20 * self.size.area()
    }
}

impl model::Contest for Contest {
    fn terms(&self) -> Terms {
        Terms {
            family: FAMILY.to_string(),
            title: "Stones as agents",
            variant: self.variant.to_string(),
            size: self.size,
            players: ByColor::new(|color| self.players[color].name().to_string()),
            by_hand: self.paint.len(),
            rules: (self.variant == Variant::Rules).then(|| self.rules()),
            score: "stones and credit for stones taken",
            gauge: Some(Gauge { quantity: "agents.capacity", about: "sum of the temperatures" }),
            tick_limit: self.tick_limit(),
        }
    }

    fn start(&self, seed: Seed) -> Box<dyn Simulation> {
        Box::new(Run::new(self, seed))
    }

    /// With worlds that keep up to date what those of a [`Run`] look for. Nobody can reach into these, so a painted game is
    /// played as it is watched.
    fn play_and_tell(&self, seed: Seed, hear: &mut dyn FnMut(&Tick)) -> Played {
        if !self.paint.is_empty() {
            return play_by_steps(self, seed, hear);
        }
        let world: Box<dyn World> = match self.variant {
            Variant::Netlogo => Box::new(fast::Text::new(self.size)),
            Variant::NetlogoExact => Box::new(fast::Listing::new(self.size)),
            Variant::Rules => Box::new(RealRules::new(self)),
        };
        Driver::new(self, seed, world).play(hear)
    }
}
