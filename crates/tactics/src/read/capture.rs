//! Taking a chain: ladders, nets, throw-ins, and whatever else catches it before it has five liberties.

use goban::{Color, Point, PointSet};

use super::field::{Chain, Field};
use super::search::Goal;
use super::table::Numbers;

/// How many answers of the owner suggest themselves.
const NATURAL: usize = 12;
/// How far a chain is hunted, step by step: one with more liberties than this has got away.
const MOST_LIBERTIES: [usize; 3] = [2, 3, 4];

/// The attacker wants to take the chain on a point.
pub(crate) struct Capture {
    pub(crate) target: Point,
    pub(crate) attacker: Color,
    most_liberties: usize,
}

impl Capture {
    /// The question in its narrow forms first.
    pub(crate) fn of(target: Point, attacker: Color) -> Vec<Capture> {
        MOST_LIBERTIES.map(|most_liberties| Capture { target, attacker, most_liberties }).into()
    }
}

impl Goal for Capture {
    fn seeker(&self) -> Color {
        self.attacker
    }

    fn judge(&self, field: &Field, to_move: Color) -> Option<bool> {
        let Some(chain) = field.chain(self.target) else { return field.is_lost(self.target, to_move, self.attacker) };
        if chain.color == self.attacker {
            return Some(true);
        }
        if to_move == self.attacker && field.can_be_taken(chain) {
            return Some(true);
        }
        (chain.n_liberties > self.most_liberties).then_some(false)
    }

    fn moves(&self, field: &Field, to_move: Color, moves: &mut Vec<Point>) {
        let Some(chain) = field.chain(self.target) else {
            moves.push(self.target);
            return;
        };
        let mut ranking = Ranking::default();
        self.candidates(field, chain, to_move, &mut ranking);
        ranking.pour(moves);
    }

    /// The attacker has to find its moves near the chain; the owner may answer anywhere.
    fn natural(&self, color: Color) -> usize {
        if color == self.attacker { usize::MAX } else { NATURAL }
    }

    fn allows(&self, _: Color, _: Point) -> bool {
        true
    }

    fn zone(&self, field: &Field, _: bool) -> PointSet {
        field.chain(self.target).map_or(PointSet::EMPTY, |chain| chain.stones | chain.liberties)
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

/// A chain with at most so many liberties takes part, if it is one, two or three contacts away from the target.
const TAKES_PART: [usize; 3] = [3, 2, 1];

impl Capture {
    fn candidates(&self, field: &Field, chain: &Chain, to_move: Color, ranking: &mut Ranking) {
        let defender = !self.attacker;
        let attacks = to_move == self.attacker;
        for liberty in &chain.liberties {
            let room = field.liberties_after(defender, liberty) as i32;
            let own = field.liberties_after(self.attacker, liberty) as i32;
            ranking.add(liberty, if attacks { 20 + 2 * room + own.min(2) } else { 10 + 4 * room });
        }
        let near = chain.liberties.grown() & field.empty();
        let mut met = chain.stones;
        let mut contacts = (chain.stones | chain.liberties).grown();
        for (step, &few) in TAKES_PART.iter().enumerate() {
            let mut next = PointSet::EMPTY;
            let fresh = contacts - met;
            for other in field.chains_in(fresh) {
                met |= other.stones;
                if other.n_liberties > few {
                    continue;
                }
                let own = other.color == to_move;
                let urgent = match (other.n_liberties, own) {
                    (1, false) => 28,
                    (1, true) => 18,
                    (2, _) => 10,
                    (3, _) => 6,
                    _ => 4,
                };
                ranking.all(other.liberties, urgent - 4 * step as i32);
                next |= other.stones.grown();
                // Friends are met over a common liberty.
                if step == 0 {
                    next |= other.liberties.grown();
                }
            }
            contacts = next;
        }
        if chain.n_liberties > 1 {
            for point in near {
                ranking.add(point, 6 + field.liberties_after(to_move, point).min(4) as i32);
            }
        }
    }
}
