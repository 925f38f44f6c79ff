//! The model of the paper's text, with the groups and the sums of their liberties kept.

use goban::{BoardSize, ByColor, Color, Move, PointSet};
use model::Event;

use super::Ground;
use crate::chance::Chance;
use crate::world::World;

pub(crate) struct Text {
    ground: Ground,
    /// For a point with a stone, the point that names its group.
    group: Vec<u16>,
    /// The next stone of the same group; the last leads back to the first.
    next: Vec<u16>,
    /// For a point that names a group, its number of stones and the sum of their liberties.
    n_stones: Vec<u16>,
    liberties: Vec<u16>,
    /// A stone of each group whose sum fell to zero since its side last looked. Some have risen again.
    fallen: ByColor<Vec<u16>>,
    /// A stone of each group that counted zero when its side last looked.
    doomed: ByColor<Vec<u16>>,
    removed: ByColor<usize>,
}

impl Text {
    pub(crate) fn new(size: BoardSize) -> Text {
        let area = size.area();
        Text {
            ground: Ground::new(size),
            group: vec![0; area],
            next: vec![0; area],
            n_stones: vec![0; area],
            liberties: vec![0; area],
            fallen: ByColor::default(),
            doomed: ByColor::default(),
            removed: ByColor::default(),
        }
    }

    fn sum(&mut self, at: usize) -> &mut u16 {
        &mut self.liberties[usize::from(self.group[at])]
    }

    /// Puts a stone and says whether it was suicide.
    fn put(&mut self, color: Color, at: usize) -> bool {
        self.ground.put(color, at);
        self.group[at] = at as u16;
        self.next[at] = at as u16;
        self.n_stones[at] = 1;
        self.liberties[at] = self.ground.liberties(at) as u16;
        let mut took_last = false;
        for near in self.ground.near(at) {
            let Some(owner) = self.ground.color(near) else { continue };
            let sum = self.sum(near);
            *sum -= 1;
            if owner == color {
                self.join(at, near);
            } else if *sum == 0 {
                took_last = true;
                self.fallen[owner].push(near as u16);
            }
        }
        let breathless = *self.sum(at) == 0;
        if breathless {
            self.fallen[color].push(at as u16);
        }
        breathless && !took_last
    }

    /// Makes two groups one: the stones of the smaller take the name of the larger.
    fn join(&mut self, a: usize, b: usize) {
        let [a, b] = [self.group[a], self.group[b]].map(usize::from);
        if a == b {
            return;
        }
        let (into, from) = if self.n_stones[a] >= self.n_stones[b] { (a, b) } else { (b, a) };
        let mut stone = from;
        loop {
            self.group[stone] = into as u16;
            stone = self.next[stone].into();
            if stone == from {
                break;
            }
        }
        self.next.swap(into, from);
        self.n_stones[into] += self.n_stones[from];
        self.liberties[into] += self.liberties[from];
    }

    fn take(&mut self, color: Color, at: usize) -> PointSet {
        let mut stones = PointSet::EMPTY;
        let mut stone = at;
        loop {
            stones.insert(self.ground.point(stone));
            self.ground.take(color, stone);
            for near in self.ground.near(stone) {
                // Neighbours of its own colour go with it.
                if self.ground.color(near) == Some(!color) {
                    *self.sum(near) += 1;
                }
            }
            stone = self.next[stone].into();
            if stone == at {
                break;
            }
        }
        stones
    }
}

impl World for Text {
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

    fn play(&mut self, color: Color, mv: Move, _: &mut Chance, _: &mut Vec<Event>) -> bool {
        let suicide = mv.point().is_some_and(|point| self.put(color, self.ground.index(point)));
        let mut doomed = std::mem::take(&mut self.doomed[color]);
        doomed.append(&mut self.fallen[color]);
        doomed.retain(|&stone| self.ground.color(stone.into()) == Some(color) && *self.sum(stone.into()) == 0);
        self.doomed[color] = doomed;
        suicide
    }

    fn bury(&mut self, color: Color, _: &mut Chance, events: &mut Vec<Event>) {
        let from = events.len();
        let mut doomed = std::mem::take(&mut self.doomed[color]);
        for stone in doomed.drain(..).map(usize::from) {
            // Two stones may stand for one group.
            if self.ground.color(stone) == Some(color) {
                let breathing = *self.sum(stone) > 0;
                let stones = self.take(color, stone);
                self.removed[color] += stones.len();
                events.push(Event::Death { color, stones, breathing });
            }
        }
        self.doomed[color] = doomed;
        events[from..].sort_by_key(|event| match event {
            Event::Death { stones, .. } => stones.first(),
            Event::Move { .. } | Event::Painted { .. } => None,
        });
    }

    fn scores(&self) -> ByColor<f64> {
        ByColor::new(|color| (self.stones()[color].len() + self.removed[!color]) as f64)
    }
}
