//! A position as the side to move sees it: what surrounds each point, and the facts of playing there.

use goban::{Board, BoardSize, Color, Point, PointSet, Position};
use tactics::Ladders;

use crate::fact::{Fact, Facts, PHASES, STAGES};
use crate::geometry::{REACH, STRIDE, distance};
use crate::history::History;

/// What stands on a cell: 0 nothing, 1 an own stone, 2 another, 3 off the board.
pub(crate) type Grid = [u8; STRIDE * STRIDE];

/// A stone of the side to move.
pub(crate) const OWN: u8 = 1;
/// A stone of the other side.
pub(crate) const OTHER: u8 = 2;
/// No point of the board.
pub(crate) const OFF: u8 = 3;

const AREA: usize = 25 * 25;
const NO_CHAIN: u16 = u16::MAX;

/// Common fate is told apart up to here.
const FATE_FAR: u8 = 8;
/// So is the way to the nearest stone.
const NEAREST_FAR: u8 = 7;

/// What is known of one chain.
#[derive(Clone, Copy)]
struct Group {
    first: Point,
    own: bool,
    liberties: u8,
    size: u8,
    /// For an own chain: the other side takes it in a ladder if it moves there next.
    /// For another's in atari: it would get away if its owner moved.
    fate: bool,
    /// For another's chain with two liberties: the liberties from which a ladder works.
    ladders: [Option<Point>; 2],
    /// Touches the last move.
    touched: bool,
}

/// A legal move and the facts of it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) point: Point,
    /// Its index in a [`Grid`].
    pub(crate) at: usize,
    pub(crate) facts: Facts,
}

/// A position seen by the side to move. Made once and used again for many positions.
pub(crate) struct Scene {
    pub(crate) size: BoardSize,
    pub(crate) n_moves: usize,
    pub(crate) grid: Box<Grid>,
    /// Liberties of the chain on a cell, 4 for more than 3; 0 where there is no stone.
    pub(crate) liberties: Box<Grid>,
    pub(crate) last: [Option<Point>; 3],
    pub(crate) candidates: Vec<Candidate>,
    groups: Vec<Group>,
    group_at: Box<[u16; AREA]>,
    ladders: Ladders,
    /// Those of boards on which stones have run.
    later_ladders: Ladders,
    influence: Vec<i16>,
    /// The signs of influence, with a margin of nobody's all around.
    signs: Vec<i16>,
    /// Distances of the candidates from the last two moves where stones of a chain are one point.
    fate: [Vec<u8>; 2],
    nearest: [Vec<u8>; 2],
    region: Vec<u16>,
    /// The newest own and other stones and the weakest own and other chains near each cell.
    near: Box<[Grid; 4]>,
    /// The same of each cell itself.
    here: Box<[Grid; 4]>,
    after: Option<Board>,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            size: BoardSize::NINETEEN,
            n_moves: 0,
            grid: Box::new([OFF; STRIDE * STRIDE]),
            liberties: Box::new([0; STRIDE * STRIDE]),
            last: [None; 3],
            candidates: Vec::new(),
            groups: Vec::new(),
            group_at: Box::new([NO_CHAIN; AREA]),
            ladders: Ladders::default(),
            later_ladders: Ladders::default(),
            influence: Vec::new(),
            signs: Vec::new(),
            near: Box::new([[0; STRIDE * STRIDE]; 4]),
            here: Box::new([[0; STRIDE * STRIDE]; 4]),
            fate: [Vec::new(), Vec::new()],
            nearest: [Vec::new(), Vec::new()],
            region: Vec::new(),
            after: None,
        }
    }
}

/// The index of a point in a [`Grid`].
pub(crate) fn cell(point: Point) -> usize {
    (point.row() + REACH) * STRIDE + point.column() + REACH
}

/// From one point to another, in columns and rows.
pub(crate) fn offset(from: Point, to: Point) -> (i32, i32) {
    (to.column() as i32 - from.column() as i32, to.row() as i32 - from.row() as i32)
}

/// In which of a list of steps a number falls: 0 below the first, and so on.
fn step(number: usize, steps: &[usize]) -> u8 {
    steps.partition_point(|&limit| limit <= number) as u8
}

/// 1, 2, 3 to 5, 6 and more stones; 0 for none.
fn stones(n: usize) -> u8 {
    step(n, &[1, 2, 3, 6])
}

impl Scene {
    /// Looks at a position.
    pub(crate) fn look(&mut self, position: &Position, history: &History) {
        let board = position.board();
        let color = position.to_move();
        self.size = board.size();
        self.n_moves = history.n_moves();
        self.last = std::array::from_fn(|back| history.last(back));
        self.see_stones(board, color);
        self.see_ladders(board, color);
        self.see_influence();
        self.see_fate_distances(board);
        self.see_nearest(board, color);
        self.see_regions(board);
        self.see_near(history);
        self.candidates.clear();
        let legal = position.legal_points();
        for point in &legal {
            let facts = self.facts(position, history.took_ko, point);
            self.candidates.push(Candidate { point, at: cell(point), facts });
        }
    }

    fn index(&self, point: Point) -> usize {
        self.size.index(point)
    }

    fn group(&self, point: Point) -> Option<&Group> {
        self.groups.get(usize::from(self.group_at[self.index(point)]))
    }

    fn see_stones(&mut self, board: &Board, color: Color) {
        self.grid.fill(OFF);
        self.liberties.fill(0);
        self.groups.clear();
        for point in self.size.points() {
            self.grid[cell(point)] = 0;
        }
        self.group_at.fill(NO_CHAIN);
        for chain in board.chains() {
            let Some(first) = chain.stones().first() else { continue };
            let own = chain.color() == color;
            let id = self.groups.len() as u16;
            let liberties = chain.n_liberties().min(4) as u8;
            let mut touched = false;
            for stone in chain.stones() {
                let at = cell(stone);
                self.grid[at] = if own { OWN } else { OTHER };
                self.liberties[at] = liberties;
                self.group_at[self.size.index(stone)] = id;
                touched |= self.last[0].is_some_and(|last| distance_between(last, stone) == 2);
            }
            self.groups.push(Group {
                first,
                own,
                liberties: chain.n_liberties().min(200) as u8,
                size: chain.size().min(200) as u8,
                fate: false,
                ladders: [None; 2],
                touched,
            });
        }
    }

    fn see_ladders(&mut self, board: &Board, color: Color) {
        self.ladders.turn_to(board);
        for group in &mut self.groups {
            match (group.own, group.liberties) {
                (true, 2) => group.fate = self.ladders.works(board, group.first, !color),
                (false, 1) => group.fate = !self.ladders.works(board, group.first, !color),
                (false, 2) => {
                    let Some(chain) = board.chain(group.first) else { continue };
                    for (kept, at) in group.ladders.iter_mut().zip(chain.liberties()) {
                        *kept = self.ladders.works_by(board, group.first, at).then_some(at);
                    }
                }
                _ => {}
            }
        }
    }

    /// Zobrist's influence, signed for the side to move.
    fn see_influence(&mut self) {
        let side = self.size.get();
        self.influence.clear();
        for point in self.size.points() {
            self.influence.push(match self.grid[cell(point)] {
                OWN => 50,
                OTHER => -50,
                _ => 0,
            });
        }
        let width = side + 2;
        self.signs.clear();
        self.signs.resize(width * width, 0);
        for _ in 0..4 {
            for (row, values) in self.influence.chunks_exact(side).enumerate() {
                let signs = &mut self.signs[(row + 1) * width + 1..][..side];
                signs.iter_mut().zip(values).for_each(|(sign, value)| *sign = value.signum());
            }
            for (row, values) in self.influence.chunks_exact_mut(side).enumerate() {
                let rows: [&[i16]; 3] = std::array::from_fn(|i| &self.signs[(row + i) * width..][..width]);
                for (column, value) in values.iter_mut().enumerate() {
                    *value += rows[0][column + 1] + rows[1][column] + rows[1][column + 2] + rows[2][column + 1];
                }
            }
        }
    }

    /// How far each point is from the last two moves, when all stones of a chain count as one.
    fn see_fate_distances(&mut self, board: &Board) {
        let all = self.size.all_points();
        for (field, last) in self.fate.iter_mut().zip(self.last) {
            field.clear();
            field.resize(self.size.area(), FATE_FAR);
            let mut rest = all;
            let mut front = last.map_or(PointSet::EMPTY, PointSet::from);
            for far in 0..FATE_FAR {
                // With a stone its whole chain is there.
                let mut stones = front - board.empty();
                while let Some(chain) = stones.first().and_then(|stone| board.chain(stone)) {
                    stones -= *chain.stones();
                    front |= *chain.stones();
                }
                for point in &front {
                    field[self.size.index(point)] = far;
                }
                rest -= front;
                front = front.grown() & rest;
            }
        }
    }

    /// Steps along lines to the nearest own and other stone, as far as they are told apart.
    fn see_nearest(&mut self, board: &Board, color: Color) {
        let all = self.size.all_points();
        for (field, color) in self.nearest.iter_mut().zip([color, !color]) {
            field.clear();
            field.resize(self.size.area(), NEAREST_FAR);
            let mut reached = board.stones()[color];
            for point in &reached {
                field[self.size.index(point)] = 0;
            }
            for far in 1..NEAREST_FAR {
                let front = (reached.grown() & all) - reached;
                for point in &front {
                    field[self.size.index(point)] = far;
                }
                reached |= front;
            }
        }
    }

    /// The number of empty points that hang together with each empty one.
    fn see_regions(&mut self, board: &Board) {
        self.region.clear();
        self.region.resize(self.size.area(), 0);
        let empty = board.empty();
        let mut rest = empty;
        while let Some(start) = rest.first() {
            let region = PointSet::from(start).flooded(&empty);
            rest -= region;
            let n = region.len() as u16;
            for point in &region {
                self.region[self.size.index(point)] = n;
            }
        }
    }

    /// The newest stones within a distance of 4 and the weakest chains within 6 of every cell, as [`newness`] and [`weakness`] have
    /// them.
    fn see_near(&mut self, history: &History) {
        let disc = &*crate::geometry::DISC;
        let rows = REACH * STRIDE..(REACH + self.size.get()) * STRIDE;
        self.here.iter_mut().for_each(|grid| grid.fill(0));
        for point in self.size.points() {
            let at = cell(point);
            if let Some(group) = self.groups.get(usize::from(self.group_at[self.size.index(point)])) {
                let side = usize::from(!group.own);
                self.here[side][at] = history.age(point).map_or(0, newness);
                self.here[2 + side][at] = weakness(group);
            }
        }
        for (kind, (near, here)) in self.near.iter_mut().zip(&*self.here).enumerate() {
            let near = &mut near[rows.clone()];
            near.fill(0);
            for spot in &disc.spots[..disc.ends[if kind < 2 { 2 } else { 4 }]] {
                let there = &here[(rows.start as isize + spot.step) as usize..][..near.len()];
                near.iter_mut().zip(there).for_each(|(most, there)| *most = (*most).max(*there));
            }
        }
    }

    /// The facts of playing on a point.
    fn facts(&mut self, position: &Position, took_ko: bool, point: Point) -> Facts {
        let mut facts = Facts::default();
        self.place_facts(&mut facts, point);
        self.chain_facts(&mut facts, position, point);
        self.near_facts(&mut facts, cell(point));
        facts.set(Fact::KoFight, u8::from(took_ko));
        facts
    }

    fn place_facts(&self, facts: &mut Facts, point: Point) {
        let last_line = self.size.get() - 1;
        let (column, row) = (point.column(), point.row());
        let (a, b) = (column.min(last_line - column), row.min(last_line - row));
        let at = self.index(point);
        facts.set(Fact::Size, self.size.get() as u8);
        facts.set(Fact::Line, a.min(b).min(9) as u8 + 1);
        facts.set(Fact::Along, a.max(b).min(11) as u8 + 1);
        facts.set(Fact::Phase, step(self.n_moves, &PHASES) + 1);
        facts.set(Fact::Stage, step(self.n_moves, &STAGES) + 1);
        let far = |back: usize| self.last[back].map_or(0, |last| distance_between(last, point).clamp(2, 18) as u8);
        facts.set(Fact::Last, far(0));
        facts.set(Fact::Second, far(1));
        let near = |back: usize| match far(back) {
            0 => 0,
            far => step(usize::from(far), &[4, 6, 9, 14]) + 1,
        };
        facts.set(Fact::NearLast, near(0));
        facts.set(Fact::NearSecond, near(1));
        facts.set(Fact::NearThird, near(2));
        facts.set(Fact::FateLast, if self.last[0].is_some() { self.fate[0][at] } else { 9 });
        facts.set(Fact::FateSecond, if self.last[1].is_some() { self.fate[1][at] } else { 9 });
        facts.set(Fact::NearestOwn, self.nearest[0][at]);
        facts.set(Fact::NearestOther, self.nearest[1][at]);
        let influence = self.influence[at];
        let strength = step(usize::from(influence.unsigned_abs()), &[1, 3, 6, 10, 20]);
        facts.set(Fact::Influence, if influence < 0 { 6 + strength } else { strength });
        facts.set(Fact::Region, step(usize::from(self.region[at]), &[2, 3, 4, 5, 7, 11, 21, 51]) + 1);
    }

    fn chain_facts(&mut self, facts: &mut Facts, position: &Position, point: Point) {
        let board = position.board();
        let mut met = [NO_CHAIN; 4];
        let (mut n_own, mut n_other, mut free) = (0u8, 0u8, 0u8);
        let (mut own_size, mut own_least, mut other_least) = (0usize, 9u8, 9u8);
        let (mut taken, mut taken_last, mut taken_runs) = (0usize, false, false);
        let (mut saved, mut fled_before) = (0usize, false);
        let (mut threatened, mut atari, mut atari_size, mut ladder, mut hits_last) =
            (0usize, 0u8, 0usize, false, false);
        let (mut attacked, mut attacked_size) = (0u8, 0usize);
        let mut breath = PointSet::EMPTY;
        let mut captured = PointSet::EMPTY;
        for (i, near) in self.size.neighbors(point).enumerate() {
            let id = self.group_at[self.size.index(near)];
            if id == NO_CHAIN {
                free += 1;
                breath.insert(near);
                continue;
            }
            if met[..i].contains(&id) {
                continue;
            }
            met[i] = id;
            let group = &self.groups[usize::from(id)];
            let Some(chain) = board.chain(near) else { continue };
            let size = usize::from(group.size);
            if group.own {
                n_own += 1;
                own_size += size;
                own_least = own_least.min(group.liberties.min(5));
                breath |= *chain.liberties();
                if group.liberties == 1 {
                    saved = saved.max(size);
                    fled_before |= group.touched;
                }
                if group.liberties == 2 && group.fate {
                    threatened = threatened.max(size);
                }
                if group.touched && group.liberties <= 3 {
                    attacked = if attacked == 0 { group.liberties } else { attacked.min(group.liberties) };
                    attacked_size = attacked_size.max(size);
                }
            } else {
                n_other += 1;
                other_least = other_least.min(group.liberties.min(5));
                let is_last = self.last[0].is_some_and(|last| chain.stones().contains(last));
                hits_last |= is_last;
                if group.liberties == 1 {
                    taken += size;
                    taken_last |= is_last;
                    taken_runs |= group.fate;
                    captured |= *chain.stones();
                }
                if group.liberties == 2 {
                    atari += 1;
                    atari_size = atari_size.max(size);
                    ladder |= group.ladders.contains(&Some(point));
                }
            }
        }
        let liberties_after = if taken > 0 {
            let after = self.after.get_or_insert_with(|| board.clone());
            after.clone_from(board);
            after.place(position.to_move(), point);
            after.chain(point).map_or(0, |chain| chain.n_liberties())
        } else {
            breath.remove(point);
            breath.len()
        };
        // Own chains in atari that touch what is taken are saved by it.
        let mut rescued = 0;
        if taken > 0 {
            let around = captured.grown() & board.stones()[position.to_move()];
            let mut seen = NO_CHAIN;
            for stone in &around {
                let id = self.group_at[self.size.index(stone)];
                let group = &self.groups[usize::from(id)];
                if id != seen && group.liberties == 1 {
                    rescued = rescued.max(usize::from(group.size));
                }
                seen = id;
            }
        }
        let after = liberties_after.min(6) as u8;
        facts.set(Fact::Takes, stones(taken));
        facts.set(Fact::TakesLast, u8::from(taken_last));
        facts.set(Fact::TakesRunner, u8::from(taken_runs));
        facts.set(Fact::Rescues, stones(rescued));
        facts.set(Fact::TakesKo, u8::from(taken == 1 && n_own == 0 && liberties_after == 1));
        facts.set(Fact::Joins, n_own);
        facts.set(Fact::OwnLiberties, if n_own == 0 { 0 } else { own_least });
        facts.set(Fact::OwnSize, stones(own_size));
        facts.set(Fact::LibertiesAfter, after);
        facts.set(Fact::SelfAtari, if after == 1 && taken == 0 { stones(own_size + 1) } else { 0 });
        facts.set(Fact::Touches, n_other);
        facts.set(Fact::OtherLiberties, if n_other == 0 { 0 } else { other_least });
        facts.set(Fact::Atari, atari.min(2));
        facts.set(Fact::AtariSize, if atari == 0 { 0 } else { stones(atari_size) });
        facts.set(Fact::Ladder, u8::from(ladder));
        facts.set(Fact::TouchesLast, u8::from(hits_last));
        facts.set(Fact::Empty, free);
        // In atari: does the extension get away?
        let mut flight = 0;
        if saved > 0 {
            let lost = after <= 1 || (after == 2 && self.caught_after(board, position.to_move(), point));
            flight = if lost { 2 } else { 1 };
        }
        facts.set(Fact::Saves, flight);
        facts.set(Fact::SavesSize, if saved == 0 { 0 } else { stones(saved) });
        facts.set(Fact::SavesAttacked, u8::from(fled_before));
        facts.set(Fact::Threatened, if threatened == 0 { 0 } else { stones(threatened) });
        facts.set(Fact::Attacked, attacked);
        facts.set(Fact::AttackedSize, if attacked == 0 { 0 } else { stones(attacked_size) });
        let last_group = self.last[0].and_then(|last| self.group(last));
        facts.set(Fact::LastLiberties, last_group.map_or(0, |group| group.liberties.min(5)));
        facts.set(Fact::LastSize, last_group.map_or(0, |group| stones(group.size.min(3).into())));
        facts.set(
            Fact::OwnEye,
            u8::from(board.is_surrounded(position.to_move(), point))
                + u8::from(board.is_eye(position.to_move(), point)),
        );
        facts.set(
            Fact::OtherEye,
            u8::from(board.is_surrounded(!position.to_move(), point))
                + u8::from(board.is_eye(!position.to_move(), point)),
        );
    }

    /// Whether the stones that run to a point are caught there in a ladder.
    fn caught_after(&mut self, board: &Board, color: Color, point: Point) -> bool {
        let mut after = self.after.take().unwrap_or_else(|| board.clone());
        after.clone_from(board);
        after.place(color, point);
        self.later_ladders.turn_to(&after);
        let caught = self.later_ladders.works(&after, point, !color);
        self.after = Some(after);
        caught
    }

    /// The newest stones and the weakest chains within reach.
    fn near_facts(&self, facts: &mut Facts, at: usize) {
        let [new_own, new_other, weak_own, weak_other] = std::array::from_fn(|kind| self.near[kind][at]);
        let age = |newness: u8| if newness == 0 { 0 } else { NEWEST + 1 - newness };
        facts.set(Fact::NewestOwn, age(new_own));
        facts.set(Fact::NewestOther, age(new_other));
        let liberties = |weakness: u8| if weakness == 0 { 0 } else { 5 - weakness / 8 };
        facts.set(Fact::WeakOwn, liberties(weak_own));
        facts.set(Fact::WeakOwnSize, weak_own % 8);
        facts.set(Fact::WeakOther, liberties(weak_other));
        facts.set(Fact::WeakOtherSize, weak_other % 8);
    }
}

/// The highest [`newness`].
const NEWEST: u8 = 9;

/// How new a stone is that came so many moves ago: [`NEWEST`] for the last move, 1 for an old one.
fn newness(age: u16) -> u8 {
    NEWEST - step(age.into(), &[2, 3, 4, 5, 7, 11, 21, 51])
}

/// How weak a chain is: more with fewer liberties, and of those with as many more with more stones. The rest of the division by 8
/// tells the stones, the quotient by how much its liberties are fewer than 5.
fn weakness(group: &Group) -> u8 {
    8 * (5 - group.liberties.min(5)) + stones(group.size.into())
}

/// The distance of two points as shapes measure it.
pub(crate) fn distance_between(a: Point, b: Point) -> u32 {
    let (dx, dy) = offset(a, b);
    distance(dx, dy)
}
