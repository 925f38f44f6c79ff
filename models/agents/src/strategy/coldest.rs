//! Away from the crowd.

use goban::Point;

use super::{Scene, Strategy};

/// Plays where fewest stones are near.
pub struct Coldest;

impl Strategy for Coldest {
    fn name(&self) -> &'static str {
        "coldest"
    }

    fn about(&self) -> &'static str {
        "plays the coldest candidate"
    }

    fn liking(&self, scene: &Scene<'_>, point: Point) -> f64 {
        -scene.temperature.get(point)
    }
}
