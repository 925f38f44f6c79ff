//! Connecting two chains, and keeping them apart.

use goban::{Color, Point, PointSet};

use super::field::{Chain, Field};
use super::search::Goal;
use super::table::Numbers;

/// How many answers of the opponent suggest themselves.
const NATURAL: usize = 12;
/// Chains that need more moves than this are apart.
const MOST_STEPS: usize = 4;
/// How far apart they may be.
const STEPS: [usize; 1] = [MOST_STEPS];

/// The owner of two stones wants them in one chain.
pub(crate) struct Connection {
    pub(crate) a: Point,
    pub(crate) b: Point,
    pub(crate) owner: Color,
    most_steps: usize,
}

/// The points within reach of a chain: layer `n` holds what takes `n` moves at least.
type Layers = [PointSet; MOST_STEPS + 1];

impl Connection {
    /// The question in its narrow forms first.
    pub(crate) fn of(a: Point, b: Point, owner: Color) -> Vec<Connection> {
        STEPS.map(|most_steps| Connection { a, b, owner, most_steps }).into()
    }

    fn layers(&self, field: &Field, chain: &Chain) -> Layers {
        let own = field.stones()[self.owner];
        let rivals = field.stones()[!self.owner];
        let empty = field.empty();
        let mut layers = [chain.stones; MOST_STEPS + 1];
        for n in 1..=MOST_STEPS {
            let grown = layers[n - 1].grown();
            let mut next = layers[n - 1] | (grown & empty);
            for rival in field.chains_in(grown & rivals) {
                if rival.n_liberties <= n {
                    next |= rival.stones;
                }
            }
            next |= (next.grown() & own).flooded(&own);
            layers[n] = next;
        }
        layers
    }

    /// The fewest moves in a row that connect.
    fn distance(&self, field: &Field) -> Option<(usize, Layers, Layers)> {
        let (a, b) = (field.chain(self.a)?, field.chain(self.b)?);
        let from_a = self.layers(field, a);
        let from_b = self.layers(field, b);
        let n = (1..=MOST_STEPS).find(|&n| from_a[n].meets(&b.stones))?;
        Some((n, from_a, from_b))
    }
}

impl Goal for Connection {
    fn seeker(&self) -> Color {
        self.owner
    }

    fn judge(&self, field: &Field, to_move: Color) -> Option<bool> {
        let (Some(a), Some(b)) = (field.chain(self.a), field.chain(self.b)) else { return Some(false) };
        if a.color != self.owner || b.color != self.owner {
            return Some(false);
        }
        if field.chain_id(self.a) == field.chain_id(self.b) {
            return Some(a.n_liberties > 1 || to_move == self.owner);
        }
        let shared = a.liberties & b.liberties;
        if to_move == self.owner {
            if shared.iter().any(|point| field.liberties_after(self.owner, point) >= 2 && field.ko() != Some(point)) {
                return Some(true);
            }
        } else if shared.len() >= 2 && a.n_liberties >= 3 && b.n_liberties >= 3 {
            return Some(true);
        }
        let most = if to_move == self.owner { self.most_steps } else { self.most_steps - 1 };
        match self.distance(field) {
            Some((n, ..)) if n <= most => None,
            _ => Some(false),
        }
    }

    fn moves(&self, field: &Field, to_move: Color, moves: &mut Vec<Point>) {
        let Some((distance, from_a, from_b)) = self.distance(field) else { return };
        let empty = field.empty();
        let mut ranked: Vec<(usize, Point)> = Vec::new();
        let mut seen = PointSet::EMPTY;
        let mut touched = PointSet::EMPTY;
        for total in distance + 1..=(distance + 2).min(2 * MOST_STEPS) {
            for (n, near_a) in from_a.iter().enumerate().take(total).skip(1) {
                let Some(near_b) = from_b.get(total - n) else { continue };
                let between = *near_a & *near_b;
                touched |= between;
                for point in (between & empty) - seen {
                    ranked.push((total * 4, point));
                    seen.insert(point);
                }
            }
        }
        // Chains that are short of liberties beside the ways between.
        for chain in field.chains_in(touched.grown()) {
            let worth = match chain.n_liberties {
                1 => distance * 4,
                2 => (distance + 1) * 4 + 2,
                3 if chain.color == !to_move => (distance + 2) * 4 + 2,
                _ => continue,
            };
            for point in chain.liberties - seen {
                ranked.push((worth, point));
                seen.insert(point);
            }
        }
        for (worth, point) in &mut ranked {
            if field.liberties_after(to_move, *point) <= 1 {
                *worth += 3;
            }
        }
        ranked.sort_by_key(|&(worth, _)| worth);
        moves.extend(ranked.into_iter().map(|(_, point)| point));
    }

    /// The owner has to find its moves between the chains; the opponent may answer anywhere.
    fn natural(&self, color: Color) -> usize {
        if color == self.owner { usize::MAX } else { NATURAL }
    }

    fn allows(&self, _: Color, _: Point) -> bool {
        true
    }

    fn zone(&self, field: &Field, reached: bool) -> PointSet {
        let (Some(a), Some(b)) = (field.chain(self.a), field.chain(self.b)) else { return PointSet::EMPTY };
        if !reached {
            // A stone anywhere between would bring them nearer.
            return self.layers(field, a)[MOST_STEPS - 1] & self.layers(field, b)[MOST_STEPS - 1];
        }
        let scarce = [a, b].into_iter().filter(|chain| chain.n_liberties <= 3).map(|chain| chain.liberties);
        scarce.fold(a.stones | b.stones | (a.liberties & b.liberties), |zone, liberties| zone | liberties)
    }

    fn estimate(&self, field: &Field, to_move: Color) -> Numbers {
        let n = self.distance(field).map_or(MOST_STEPS, |(n, ..)| n) as u32;
        let moves = u32::from(to_move == self.owner);
        Numbers {
            proof: (1 + 3 * n).saturating_sub(2 * moves).max(1),
            disproof: 1 + 2 * (MOST_STEPS as u32 + 1 - n) + moves,
        }
    }
}
