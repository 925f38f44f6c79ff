//! The chance of one run: drawn in a fixed order from one seed, so that two ways to compute a game meet the same luck.

use goban::{Point, PointSet};
use model::{Rng, Seed, below};

/// A source of random choices.
pub(crate) struct Chance(Box<dyn Rng + Send>);

impl Chance {
    pub(crate) fn new(seed: Seed) -> Chance {
        Chance(Box::new(seed.rng()))
    }

    /// One of the points; none, and nothing drawn, if there is none.
    pub(crate) fn pick(&mut self, points: &PointSet) -> Option<Point> {
        let n = points.len();
        if n == 0 {
            return None;
        }
        let chosen = below(&mut *self.0, n);
        points.iter().nth(chosen)
    }

    /// An order of all points in which agents are asked.
    pub(crate) fn order(&mut self) -> Order {
        Order(Seed(self.0.next_u64()))
    }
}

/// A random order of the points: each has its turn, which can be asked for without sorting the others.
#[derive(Clone, Copy)]
pub(crate) struct Order(Seed);

impl Order {
    /// The smaller comes first.
    pub(crate) fn turn(self, point: Point) -> (u64, Point) {
        (self.0.stream((point.row() << 8 | point.column()) as u64).0, point)
    }

    /// The points in this order.
    pub(crate) fn sorted(self, points: &PointSet) -> Vec<Point> {
        let mut sorted: Vec<Point> = points.iter().collect();
        sorted.sort_unstable_by_key(|&point| self.turn(point));
        sorted
    }
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;

    use super::*;

    #[test]
    fn every_point_is_picked_about_equally_often() {
        let size = BoardSize::NINE;
        let points = size.all_points();
        let mut chance = Chance::new(Seed(1));
        let mut counts = [0i32; 81];
        for _ in 0..81_000 {
            counts[size.index(chance.pick(&points).unwrap())] += 1;
        }
        assert!(counts.iter().all(|count| (count - 1000).abs() < 160), "{counts:?}");
        assert_eq!(chance.pick(&PointSet::EMPTY), None);
    }

    #[test]
    fn every_point_comes_first_about_equally_often() {
        let size = BoardSize::new(4).unwrap();
        let mut chance = Chance::new(Seed(2));
        let mut counts = [0i32; 16];
        for _ in 0..16_000 {
            counts[size.index(chance.order().sorted(&size.all_points())[0])] += 1;
        }
        assert!(counts.iter().all(|count| (count - 1000).abs() < 160), "{counts:?}");
    }
}
