//! Into the crowd.

use goban::Point;

use super::{Scene, Strategy};

/// Plays where most stones are near.
pub struct Hottest;

impl Strategy for Hottest {
    fn name(&self) -> &'static str {
        "hottest"
    }

    fn about(&self) -> &'static str {
        "plays the warmest candidate"
    }

    fn liking(&self, scene: &Scene<'_>, point: Point) -> f64 {
        scene.temperature.get(point)
    }
}
