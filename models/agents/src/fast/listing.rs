//! The program of the paper's appendix, with the stones that have no liberty of their own kept apart.
//!
//! A stone dies when it has no liberty and the sum over its links, old and new values mixed by the order of asking, is
//! zero. Since liberties are never negative it is enough to know of each linked stone whether its old and its new value
//! are zero; the order matters only where the two differ, which is next to the last few moves.

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::Event;

use super::Ground;
use crate::chance::Chance;
use crate::look;
use crate::world::World;

pub(crate) struct Listing {
    ground: Ground,
    links: Vec<PointSet>,
    /// Stones without an empty point beside them.
    tight: ByColor<PointSet>,
    /// Stones that counted no liberty of their own when they last looked; a new stone has not looked yet.
    counted_tight: ByColor<PointSet>,
    /// Stones that counted none for their whole group either.
    doomed: ByColor<Vec<Point>>,
    /// What each stone holds as its score; see the plain listing for what it means.
    scores: Vec<u32>,
    credit: ByColor<u32>,
}

impl Listing {
    pub(crate) fn new(size: BoardSize) -> Listing {
        Listing {
            ground: Ground::new(size),
            links: vec![PointSet::EMPTY; size.area()],
            tight: ByColor::default(),
            counted_tight: ByColor::default(),
            doomed: ByColor::default(),
            scores: vec![0; size.area()],
            credit: ByColor::default(),
        }
    }

    fn sprout(&mut self, color: Color, point: Point, chance: &mut Chance) {
        self.put(color, point);
        if let Some(start) = chance.pick(&self.ground.stones()[color]) {
            self.explore(start);
        }
    }

    pub(crate) fn put(&mut self, color: Color, point: Point) {
        let at = self.ground.index(point);
        self.ground.put(color, at);
        self.counted_tight[color].insert(point);
        self.scores[at] = 0;
        let mut links = PointSet::EMPTY;
        if self.ground.liberties(at) == 0 {
            self.tight[color].insert(point);
        }
        for near in self.ground.near(at) {
            let Some(owner) = self.ground.color(near) else { continue };
            let neighbor = self.ground.point(near);
            if self.ground.liberties(near) == 0 {
                self.tight[owner].insert(neighbor);
            }
            if owner == color {
                links.insert(neighbor);
                self.links[near].insert(point);
            }
        }
        self.links[at] = links;
    }

    fn explore(&mut self, start: Point) {
        let mut explored = PointSet::from(start);
        let mut open = explored;
        while !open.is_empty() {
            let before = explored;
            for stone in open {
                explored |= self.links[self.ground.index(stone)];
            }
            open = explored - before;
        }
        for stone in explored {
            self.links[self.ground.index(stone)] = explored - stone.into();
        }
    }

    fn count(&mut self, color: Color, chance: &mut Chance) {
        let order = chance.order();
        let (tight, counted) = (self.tight[color], self.counted_tight[color]);
        let open = self.ground.stones()[color] - tight;
        let (surely_open, opened, closed) = (open - counted, open & counted, tight - counted);
        let ground = &self.ground;
        let links = &self.links;
        let sums_to_nothing = |stone: &Point| {
            let linked = &links[ground.index(*stone)];
            let turn = order.turn(*stone);
            !linked.meets(&surely_open)
                && (*linked & opened).iter().all(|other| order.turn(other) > turn)
                && (*linked & closed).iter().all(|other| order.turn(other) < turn)
        };
        self.doomed[color].clear();
        self.doomed[color].extend(tight.iter().filter(sums_to_nothing));
        self.counted_tight[color] = tight;
    }

    fn take(&mut self, color: Color, stones: &PointSet) {
        for stone in *stones {
            let at = self.ground.index(stone);
            self.ground.take(color, at);
            for near in self.ground.near(at) {
                if let Some(owner) = self.ground.color(near) {
                    self.tight[owner].remove(self.ground.point(near));
                }
            }
        }
        self.tight[color] -= *stones;
        self.counted_tight[color] -= *stones;
        for stone in self.ground.stones()[color] {
            self.links[self.ground.index(stone)] -= *stones;
        }
    }
}

impl World for Listing {
    fn size(&self) -> BoardSize {
        self.ground.size()
    }

    fn stones(&self) -> &ByColor<PointSet> {
        self.ground.stones()
    }

    fn candidates(&self) -> PointSet {
        self.ground.candidates()
    }

    fn capacity(&self) -> usize {
        self.ground.capacity()
    }

    fn play(&mut self, color: Color, mv: Move, chance: &mut Chance, _: &mut Vec<Event>) -> bool {
        let mut suicide = false;
        if let Move::Play(point) = mv {
            self.sprout(color, point, chance);
            suicide = self.tight[color].contains(point)
                && look::is_suicide(self.ground.size(), self.ground.stones(), color, point);
        }
        self.count(color, chance);
        suicide
    }

    fn bury(&mut self, color: Color, chance: &mut Chance, events: &mut Vec<Event>) {
        let order = chance.order();
        let mut doomed = std::mem::take(&mut self.doomed[color]);
        doomed.sort_unstable_by_key(|&stone| order.turn(stone));
        for stone in doomed.drain(..) {
            let own = self.ground.stones()[color];
            if !own.contains(stone) {
                continue;
            }
            for other in own {
                let at = self.ground.index(other);
                self.scores[at] += self.links[at].len() as u32 + 1;
            }
            let stones = self.links[self.ground.index(stone)] | stone.into();
            let breathing = look::breathes(self.ground.size(), self.ground.stones(), &stones.flooded(&own));
            self.take(color, &stones);
            events.push(Event::Death { color, stones, breathing });
        }
        self.doomed[color] = doomed;
    }

    fn settle(&mut self) {
        for color in Color::ALL {
            let stones = self.ground.stones()[color];
            let scores = stones.iter().map(|stone| self.scores[self.ground.index(stone)]);
            let Some(highest) = scores.max() else { continue };
            self.credit[color] = highest;
            for stone in stones {
                self.scores[self.ground.index(stone)] = highest;
            }
        }
    }

    fn scores(&self) -> ByColor<f64> {
        ByColor::new(|color| self.stones()[color].len() as f64 + f64::from(self.credit[!color]))
    }
}
