//! What games are played for, where it is not the score.

use goban::PointSet;
use playout::Game;

/// What a game was worth to Black, from 0 to 1.
type Worth = dyn Fn(&Game) -> f64 + Send + Sync;

/// What games are played for, where it is not the score: that some stones stay on the board, for instance.
pub struct Aim {
    worth: Box<Worth>,
    within: PointSet,
}

impl Aim {
    /// Games whose worth to Black, from 0 to 1, is what a function says of their end. The tree tries moves on the given points only;
    /// the games beyond it go on everywhere.
    pub fn new(within: PointSet, worth: impl Fn(&Game) -> f64 + Send + Sync + 'static) -> Aim {
        Aim { worth: Box::new(worth), within }
    }

    pub(crate) fn worth(&self, game: &Game) -> f64 {
        (self.worth)(game)
    }

    pub(crate) fn within(&self) -> &PointSet {
        &self.within
    }
}
