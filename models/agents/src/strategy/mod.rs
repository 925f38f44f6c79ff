//! How a side chooses among its candidates. To add a strategy, write a file like [`hottest`](self) beside this one and
//! a line in [`all`]; a program that uses this crate can pass its own and needs neither.

mod coldest;
mod hottest;
mod random;

use std::sync::Arc;

use goban::{BoardSize, ByColor, Color, Point, PointSet};
use model::Unknown;

use crate::Temperature;
use crate::chance::Chance;

pub use coldest::Coldest;
pub use hottest::Hottest;
pub use random::Random;

/// How a side chooses. It plays the candidate that it likes best; among equals, chance decides.
///
/// ```
/// use agents::{Scene, Strategy};
/// use goban::Point;
///
/// /// Stays near the edge.
/// struct Crawler;
///
/// impl Strategy for Crawler {
///     fn name(&self) -> &'static str {
///         "crawler"
///     }
///
///     fn about(&self) -> &'static str {
///         "plays as near to the edge as it can"
///     }
///
///     fn liking(&self, scene: &Scene<'_>, point: Point) -> f64 {
///         -(scene.size.edge_distance(point) as f64)
///     }
/// }
/// ```
pub trait Strategy: Send + Sync {
    /// The stable name.
    fn name(&self) -> &'static str;

    /// What it does, in one line.
    fn about(&self) -> &'static str;

    /// How much it likes a candidate.
    fn liking(&self, scene: &Scene<'_>, point: Point) -> f64;

    /// Whether it likes all points alike whatever the scene, so that nobody needs to ask.
    fn is_indifferent(&self) -> bool {
        false
    }
}

/// What a side sees when it chooses.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// Who chooses.
    pub color: Color,
    /// The stones on the board.
    pub stones: &'a ByColor<PointSet>,
    /// The points it may choose.
    pub candidates: &'a PointSet,
    /// The temperatures as they were taken at the beginning of the tick.
    pub temperature: &'a Temperature,
}

/// The strategies that have a name, the default first.
#[must_use]
pub fn all() -> Vec<Arc<dyn Strategy>> {
    vec![Arc::new(Random), Arc::new(Hottest), Arc::new(Coldest)]
}

/// The strategy with a name.
///
/// # Errors
/// When there is none.
pub fn named(name: &str) -> Result<Arc<dyn Strategy>, Unknown> {
    let known = all();
    let unknown = Unknown::new("strategy", name, known.iter().map(|strategy| strategy.name()));
    known.into_iter().find(|strategy| strategy.name() == name).ok_or(unknown)
}

/// The side's choice; none if it has no candidate. One random number is drawn if there is something to choose from.
pub(crate) fn choose(strategy: &dyn Strategy, scene: &Scene<'_>, chance: &mut Chance) -> Option<Point> {
    if strategy.is_indifferent() {
        return chance.pick(scene.candidates);
    }
    let mut best = PointSet::EMPTY;
    let mut highest = f64::NEG_INFINITY;
    for point in scene.candidates {
        let liking = strategy.liking(scene, point);
        if best.is_empty() || liking > highest {
            best = PointSet::EMPTY;
            highest = liking;
        }
        if liking >= highest {
            best.insert(point);
        }
    }
    chance.pick(if best.is_empty() { scene.candidates } else { &best })
}
