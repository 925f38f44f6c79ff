//! The program of the paper's appendix. Names and line numbers in comments are the listing's.

use std::collections::BTreeMap;

use goban::{BoardSize, ByColor, Color, Move, Point, PointSet};
use model::Event;

use crate::chance::Chance;
use crate::look::{self, Liberties};
use crate::world::{Watched, World};

pub(crate) struct Listing {
    size: BoardSize,
    stones: ByColor<PointSet>,
    turtles: BTreeMap<Point, Turtle>,
    /// `global-score-blacks` and `global-score-whites`: what the *other* side is credited with.
    credit: ByColor<usize>,
}

/// A stone of the listing (19–31).
#[derive(Default)]
struct Turtle {
    /// `libertynot` and `libertygroup`.
    liberties: Liberties,
    /// `score-blacks` or `score-whites`.
    score: usize,
    links: PointSet,
}

impl Listing {
    pub(crate) fn new(size: BoardSize) -> Listing {
        Listing { size, stones: ByColor::default(), turtles: BTreeMap::new(), credit: ByColor::default() }
    }

    fn turtle(&mut self, point: Point) -> &mut Turtle {
        self.turtles.entry(point).or_default()
    }

    fn link(&mut self, a: Point, b: Point) {
        self.turtle(a).links.insert(b);
        self.turtle(b).links.insert(a);
    }

    /// `set-as-blacks`, `set-as-whites` (95–122).
    fn sprout(&mut self, color: Color, point: Point, chance: &mut Chance) {
        self.put(color, point);
        // The loop stops after its first round, so a single start is explored: any stone of the colour (102, 106).
        if let Some(start) = chance.pick(&self.stones[color]) {
            self.explore(start);
        }
    }

    /// A stone with links to its neighbours, before anything is explored (99).
    pub(crate) fn put(&mut self, color: Color, point: Point) {
        self.stones[color].insert(point);
        self.turtles.insert(point, Turtle::default());
        for near in self.size.neighbors(point) {
            if self.stones[color].contains(near) {
                self.link(point, near);
            }
        }
    }

    /// `explore` (124–132). It reaches all that the links connect, and each stone links itself on its way back with all
    /// that are explored by then: of two stones the one that comes back later finds the other explored, so every pair is
    /// linked, whatever the order.
    fn explore(&mut self, start: Point) {
        let mut explored = PointSet::from(start);
        let mut open = vec![start];
        while let Some(stone) = open.pop() {
            for linked in self.turtle(stone).links {
                if explored.insert(linked) {
                    open.push(linked);
                }
            }
        }
        for a in explored {
            for b in explored {
                if a != b {
                    self.link(a, b);
                }
            }
        }
    }

    /// The end of `go_blacks` and `go_whites` (165, 186). Agents are asked in a random order, and each sums what its linked
    /// stones say at that moment: those asked before it have looked already, the others still hold old values.
    fn count(&mut self, color: Color, chance: &mut Chance) {
        for stone in chance.order().sorted(&self.stones[color]) {
            let own = look::own_liberties(self.size, &self.stones, stone);
            let linked: usize = self.turtle(stone).links.iter().map(|linked| self.turtles[&linked].liberties.own).sum();
            self.turtle(stone).liberties = Liberties { own, group: linked + own };
        }
    }

    /// `die`: a turtle takes its links with it.
    fn die(&mut self, color: Color, point: Point) {
        self.turtles.remove(&point);
        self.stones[color].remove(point);
        for turtle in self.turtles.values_mut() {
            turtle.links.remove(point);
        }
    }
}

impl World for Listing {
    fn size(&self) -> BoardSize {
        self.size
    }

    fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    fn play(&mut self, color: Color, mv: Move, chance: &mut Chance, _: &mut Vec<Event>) -> bool {
        let mut suicide = false;
        if let Move::Play(point) = mv {
            self.sprout(color, point, chance);
            suicide = look::is_suicide(self.size, &self.stones, color, point);
        }
        self.count(color, chance);
        suicide
    }

    /// `check-survivability` (135–148).
    fn bury(&mut self, color: Color, chance: &mut Chance, events: &mut Vec<Event>) {
        for stone in chance.order().sorted(&self.stones[color]) {
            if !self.turtles.get(&stone).is_some_and(|turtle| turtle.liberties.none()) {
                continue;
            }
            // Inside `ask whites` the count of link-neighbors is that of the stone asked, not of the one that dies (139).
            for own in self.stones[color] {
                let turtle = self.turtle(own);
                turtle.score += turtle.links.len() + 1;
            }
            let mut stones = self.turtle(stone).links;
            stones.insert(stone);
            let chains = stones.flooded(&self.stones[color]);
            let breathing = look::breathes(self.size, &self.stones, &chains);
            for dying in stones {
                self.die(color, dying);
            }
            events.push(Event::Death { color, stones, breathing });
        }
    }

    /// The scores at the end of `go` (72–75). Where a side has no stone left the listing would fail; its credit stays.
    fn settle(&mut self) {
        for color in Color::ALL {
            let scores = self.stones[color].iter().map(|stone| self.turtles[&stone].score);
            let Some(highest) = scores.max() else { continue };
            self.credit[color] = highest;
            for stone in self.stones[color] {
                self.turtle(stone).score = highest;
            }
        }
    }

    /// `num-blackss` and `num-whitess` by the comments on them (3, 4): the listing never sets them.
    fn scores(&self) -> ByColor<f64> {
        ByColor::new(|color| (self.stones[color].len() + self.credit[!color]) as f64)
    }
}

impl Watched for Listing {
    fn liberties(&self, point: Point) -> Option<Liberties> {
        self.turtles.get(&point).map(|turtle| turtle.liberties)
    }

    fn links(&self, point: Point) -> PointSet {
        self.turtles.get(&point).map_or(PointSet::EMPTY, |turtle| turtle.links)
    }

    /// `sprout-blacks` and `sprout-whites` alone (201, 203): nobody counts, so the stone has no liberty until its side has
    /// moved. Black moves before its stones are judged; White does not.
    fn paint(&mut self, color: Color, point: Point, chance: &mut Chance) -> bool {
        self.sprout(color, point, chance);
        true
    }

    /// `ask blacks-here [die]` (207): there is no such line for white stones.
    fn erase(&mut self, color: Color, point: Point) -> bool {
        if color == Color::Black {
            self.die(color, point);
        }
        color == Color::Black
    }
}
