//! The paper's players.

use goban::Point;

use super::{Scene, Strategy};

/// Plays anywhere.
pub struct Random;

impl Strategy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "plays any candidate, all equally likely"
    }

    fn liking(&self, _: &Scene<'_>, _: Point) -> f64 {
        0.0
    }

    fn is_indifferent(&self) -> bool {
        true
    }
}
