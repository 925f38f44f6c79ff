//! Chains that belong together, and what is certain without reading.

use goban::{Board, Color, Point, PointSet, Position};

use super::field::Field;
use super::scene::linked;

/// The groups of a position: chains of one colour that cannot be cut apart at a glance, as sets of stones in reading order.
#[must_use]
pub fn groups(position: &Position) -> Vec<(Color, PointSet)> {
    linked(&Field::new(position)).into_iter().map(|group| (group.color, group.stones)).collect()
}

/// What is certain about a point without reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// A stone that cannot be taken even if its owner always passes.
    Alive,
    /// A stone inside the certain territory of its opponent.
    Dead,
    /// An empty point in somebody's certain territory.
    Territory(Color),
    /// Nothing is certain.
    Undecided,
}

/// What is certain about a point, by Benson's algorithm.
#[must_use]
pub fn certainty(board: &Board, point: Point) -> Certainty {
    for color in Color::ALL {
        let life = board.unconditional_life(color);
        if life.stones.contains(point) {
            return Certainty::Alive;
        }
        if life.territory.contains(point) {
            return if board.is_empty(point) { Certainty::Territory(color) } else { Certainty::Dead };
        }
    }
    Certainty::Undecided
}
