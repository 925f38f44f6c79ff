//! Taking a chain: ladders, nets, throw-ins, and whatever else catches it before it has five liberties.

use goban::{Color, Point, PointSet};

use super::field::{Chain, Field};
use super::search::Goal;
use super::table::Numbers;

/// A chain with more liberties than this, the attacker to move, has got away.
const MOST_LIBERTIES: usize = 4;

/// The attacker wants to take the chain on a point.
pub(crate) struct Capture {
    pub(crate) target: Point,
    pub(crate) attacker: Color,
}

impl Goal for Capture {
    fn seeker(&self) -> Color {
        self.attacker
    }

    fn judge(&mut self, field: &Field, to_move: Color) -> Option<bool> {
        let Some(chain) = field.chain(self.target) else { return field.is_lost(self.target, to_move, self.attacker) };
        if chain.color == self.attacker {
            return Some(true);
        }
        if to_move == self.attacker && field.can_be_taken(chain) {
            return Some(true);
        }
        (chain.n_liberties > MOST_LIBERTIES).then_some(false)
    }

    fn moves(&mut self, field: &Field, to_move: Color, moves: &mut Vec<Point>) {
        let Some(chain) = field.chain(self.target) else {
            moves.push(self.target);
            return;
        };
        if to_move == self.attacker { self.attacks(field, chain, moves) } else { self.defences(field, chain, moves) }
    }

    fn estimate(&self, field: &Field, to_move: Color) -> Numbers {
        let liberties = field.chain(self.target).map_or(0, |chain| chain.n_liberties) as u32;
        let attacks = u32::from(to_move == self.attacker);
        Numbers {
            proof: 1 + (liberties - attacks.min(liberties)) * 2,
            disproof: 1 + 2 * (6u32).saturating_sub(liberties),
        }
    }
}

/// Points with a worth each, the first worth counts.
#[derive(Default)]
struct Ranking {
    seen: PointSet,
    ranked: Vec<(i32, Point)>,
}

impl Ranking {
    fn add(&mut self, point: Point, worth: i32) {
        if self.seen.insert(point) {
            self.ranked.push((-worth, point));
        }
    }

    fn all(&mut self, points: PointSet, worth: i32) {
        for point in points - self.seen {
            self.add(point, worth);
        }
    }

    /// The best first.
    fn pour(mut self, moves: &mut Vec<Point>) {
        self.ranked.sort_by_key(|&(worth, _)| worth);
        moves.extend(self.ranked.into_iter().map(|(_, point)| point));
    }
}

impl Capture {
    fn attacks(&self, field: &Field, chain: &Chain, moves: &mut Vec<Point>) {
        let defender = !self.attacker;
        let mut ranking = Ranking::default();
        for liberty in &chain.liberties {
            let room = field.liberties_after(defender, liberty) as i32;
            let own = field.liberties_after(self.attacker, liberty) as i32;
            ranking.add(liberty, 20 + 2 * room + own.min(2));
        }
        let mut weak = PointSet::EMPTY;
        for wall in field.chains_around(chain.stones, self.attacker) {
            if wall.n_liberties <= 2 {
                ranking.all(wall.liberties, if wall.n_liberties == 1 { 24 } else { 12 });
                weak |= wall.stones;
            }
        }
        for other in field.chains_around(weak, defender) {
            if other.n_liberties <= 2 && !other.stones.contains(self.target) {
                ranking.all(other.liberties, if other.n_liberties == 1 { 25 } else { 12 });
            }
        }
        if chain.n_liberties > 1 {
            for point in chain.liberties.grown() & field.empty() {
                ranking.add(point, 8 + field.liberties_after(self.attacker, point).min(3) as i32);
            }
            // Friends of the chain that it could join.
            for friend in field.chains_around(chain.liberties, defender) {
                if friend.n_liberties <= 3 && !friend.stones.contains(self.target) {
                    ranking.all(friend.liberties, if friend.n_liberties == 1 { 15 } else { 7 });
                }
            }
        }
        ranking.pour(moves);
    }

    fn defences(&self, field: &Field, chain: &Chain, moves: &mut Vec<Point>) {
        let defender = !self.attacker;
        let mut ranking = Ranking::default();
        for wall in field.chains_around(chain.stones, self.attacker) {
            if wall.n_liberties <= chain.n_liberties + 1 {
                let worth = if wall.n_liberties == 1 { 30 } else { 12 - 2 * wall.n_liberties as i32 };
                ranking.all(wall.liberties, worth);
            }
        }
        for liberty in &chain.liberties {
            ranking.add(liberty, 10 + 4 * field.liberties_after(defender, liberty) as i32);
        }
        let near = chain.liberties.grown() & field.empty();
        if chain.n_liberties > 1 {
            for point in near {
                ranking.add(point, 6 + field.liberties_after(defender, point).min(4) as i32);
            }
        }
        // Friends that it may join, and what stands between.
        for friend in field.chains_around(chain.liberties, defender) {
            if friend.n_liberties <= 4 {
                ranking.all(friend.liberties, if friend.n_liberties == 1 { 9 } else { 5 });
            }
        }
        for wall in field.chains_around(near, self.attacker) {
            if wall.n_liberties <= 3 {
                ranking.all(wall.liberties, if wall.n_liberties == 1 { 12 } else { 4 });
            }
        }
        ranking.pour(moves);
    }
}
