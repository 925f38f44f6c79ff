//! What the points of a board know before the first tick, seen by the side to move.

use std::sync::OnceLock;

use goban::{BoardSize, Point, PointSet, Position};
use tactics::Ladders;

/// Facts that a point knows at the beginning.
pub(crate) const FACTS: usize = 24;

/// The points around every point of a board, as indices row by row from the top left; the number of points where the board ends. Opposite
/// ones are two apart.
pub(crate) struct Around {
    pub(crate) beside: Vec<[u16; 4]>,
    pub(crate) across: Vec<[u16; 4]>,
}

impl Around {
    /// That of a size. Made once.
    pub(crate) fn of(size: BoardSize) -> &'static Around {
        static ALL: [OnceLock<Around>; 32] = [const { OnceLock::new() }; 32];
        ALL[size.get()].get_or_init(|| {
            let at = |point, steps: [(i32, i32); 4]| {
                steps.map(|(columns, rows)| {
                    size.offset(point, columns, rows).map_or(size.area(), |near| size.index(near)) as u16
                })
            };
            let beside = |point| at(point, [(0, -1), (1, 0), (0, 1), (-1, 0)]);
            let across = |point| at(point, [(1, -1), (1, 1), (-1, 1), (-1, -1)]);
            Around { beside: size.points().map(beside).collect(), across: size.points().map(across).collect() }
        })
    }
}

/// A board as the automaton sees it: what every point knows, and which points share what they learn.
pub struct Scene {
    pub(crate) size: BoardSize,
    /// The facts of every point.
    pub(crate) facts: Vec<f32>,
    /// For every point, which chain or which empty area it belongs to.
    pub(crate) parts: Vec<u16>,
    /// How many points each of these has.
    pub(crate) sizes: Vec<f32>,
}

impl Scene {
    /// The board of a position. Ladders keep what they have read from one board to the next.
    #[must_use]
    pub fn new(position: &Position, ladders: &mut Ladders) -> Scene {
        let (board, size, mover) = (position.board(), position.size(), position.to_move());
        let mut scene =
            Scene { size, facts: vec![0.0; size.area() * FACTS], parts: vec![0; size.area()], sizes: Vec::new() };
        ladders.turn_to(board);
        for chain in board.chains() {
            let known = |facts: &mut [f32]| {
                let own = chain.color() == mover;
                let side = usize::from(!own);
                facts[side] = 1.0;
                facts[3 + 5 * side + chain.n_liberties().clamp(1, 5) - 1] = 1.0;
            };
            scene.part(chain.stones(), known);
            if chain.n_liberties() > 2 {
                continue;
            }
            let Some(stone) = chain.stones().first() else { continue };
            let side = usize::from(chain.color() != mover);
            for (fact, first) in [(13 + side, !chain.color()), (15 + side, chain.color())] {
                if ladders.works(board, stone, first) {
                    chain.stones().iter().for_each(|stone| scene.know(stone, fact, 1.0));
                }
            }
        }
        for area in board.empty().components() {
            scene.part(&area, |facts| facts[2] = 1.0);
        }
        let stones = board.stones();
        let full = (stones.black.len() + stones.white.len()) as f32 / size.area() as f32;
        for point in size.points() {
            let line = size.edge_distance(point);
            if line < 4 {
                scene.know(point, 17 + line, 1.0);
            }
            scene.know(point, 22, full);
        }
        if let Some(ko) = position.ko() {
            scene.know(ko, 23, 1.0);
        }
        scene
    }

    fn know(&mut self, point: Point, fact: usize, value: f32) {
        self.facts[self.size.index(point) * FACTS + fact] = value;
    }

    /// Points that share what they learn, and what all of them know.
    fn part(&mut self, points: &PointSet, known: impl Fn(&mut [f32])) {
        let (part, n) = (self.sizes.len() as u16, points.len() as f32);
        self.sizes.push(n);
        for point in points.iter() {
            let at = self.size.index(point);
            self.parts[at] = part;
            let facts = &mut self.facts[at * FACTS..][..FACTS];
            known(facts);
            facts[21] = libm::logf(1.0 + n) / 4.0;
        }
    }

    /// What is known before the first tick, in few bytes, to learn from elsewhere: for every point what stands there, with liberties; which
    /// ladders work; and its part of the board.
    #[must_use]
    pub fn points(&self) -> Vec<(u8, u8, u16)> {
        let of = |(at, facts): (usize, &[f32])| {
            let first =
                |from: usize, to: usize| (from..to).position(|fact| facts[fact] > 0.0).map_or(0, |at| at as u8 + 1);
            let stands = match (first(3, 8), first(8, 13), facts[23] > 0.0) {
                (0, 0, false) => 0,
                (0, 0, true) => 11,
                (own, 0, _) => own,
                (_, other, _) => 5 + other,
            };
            let ladders = (13..17).map(|fact| u8::from(facts[fact] > 0.0) << (fact - 13)).sum();
            (stands, ladders, self.parts[at])
        };
        self.facts.chunks_exact(FACTS).enumerate().map(of).collect()
    }

    /// Its number of points.
    pub(crate) fn area(&self) -> usize {
        self.size.area()
    }
}
