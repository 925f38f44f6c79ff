//! The model of the paper's text: groups are the chains, and what counted no liberty dies whole at the next look.

use std::collections::BTreeMap;

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::Event;

use crate::chance::Chance;
use crate::look::{self, Liberties};
use crate::world::{Watched, World};

pub(crate) struct Text {
    size: BoardSize,
    stones: ByColor<PointSet>,
    /// What each stone counted when its side last looked. Later moves make it stale.
    counted: BTreeMap<Point, Liberties>,
    removed: ByColor<usize>,
}

impl Text {
    pub(crate) fn new(size: BoardSize) -> Text {
        Text { size, stones: ByColor::default(), counted: BTreeMap::new(), removed: ByColor::default() }
    }

    fn count(&mut self, color: Color) {
        for stone in self.stones[color] {
            let group = look::chain(&self.stones[color], stone);
            self.counted.insert(stone, look::liberties(self.size, &self.stones, stone, &group));
        }
    }
}

impl World for Text {
    fn size(&self) -> BoardSize {
        self.size
    }

    fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    fn play(&mut self, color: Color, mv: Move, _: &mut Chance, _: &mut Vec<Event>) -> bool {
        let mut suicide = false;
        if let Move::Play(point) = mv {
            self.stones[color].insert(point);
            suicide = look::is_suicide(self.size, &self.stones, color, point);
        }
        self.count(color);
        suicide
    }

    fn bury(&mut self, color: Color, _: &mut Chance, events: &mut Vec<Event>) {
        for stones in self.stones[color].components() {
            if stones.iter().all(|stone| self.counted[&stone].none()) {
                let breathing = look::breathes(self.size, &self.stones, &stones);
                self.stones[color] -= stones;
                self.removed[color] += stones.len();
                self.counted.retain(|stone, _| !stones.contains(*stone));
                events.push(Event::Death { color, stones, breathing });
            }
        }
    }

    fn scores(&self) -> ByColor<f64> {
        ByColor::new(|color| (self.stones[color].len() + self.removed[!color]) as f64)
    }
}

impl Watched for Text {
    fn liberties(&self, point: Point) -> Option<Liberties> {
        self.counted.get(&point).copied()
    }

    fn links(&self, point: Point) -> PointSet {
        let own = self.stones.iter().find(|(_, stones)| stones.contains(point));
        own.map_or(PointSet::EMPTY, |(_, stones)| look::chain(stones, point) - point.into())
    }

    /// The stone looks at once, for it is alive as long as nobody has counted otherwise; the others look when their side moves.
    fn paint(&mut self, color: Color, point: Point, _: &mut Chance) -> bool {
        self.stones[color].insert(point);
        let group = look::chain(&self.stones[color], point);
        self.counted.insert(point, look::liberties(self.size, &self.stones, point, &group));
        true
    }

    fn erase(&mut self, color: Color, point: Point) -> bool {
        self.stones[color].remove(point);
        self.counted.remove(&point);
        true
    }
}
