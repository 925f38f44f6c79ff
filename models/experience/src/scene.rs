//! A position as the side to move sees it: what surrounds each point, and the facts of playing there.

use goban::{Board, BoardSize, Color, Point, PointSet, Position};
use tactics::Chase;

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
    chase: Chase,
    influence: Vec<i16>,
    spare: Vec<i16>,
    /// Distances of the candidates from the last two moves where stones of a chain are one point.
    fate: [Vec<u8>; 2],
    nearest: [Vec<u8>; 2],
    region: Vec<u16>,
    queue: Vec<u16>,
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
            chase: Chase::default(),
            influence: Vec::new(),
            spare: Vec::new(),
            fate: [Vec::new(), Vec::new()],
            nearest: [Vec::new(), Vec::new()],
            region: Vec::new(),
            queue: Vec::new(),
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
        self.see_nearest();
        self.see_regions();
        self.candidates.clear();
        let legal = position.legal_points();
        for point in &legal {
            let facts = self.facts(position, history, point);
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
        for group in &mut self.groups {
            match (group.own, group.liberties) {
                (true, 2) => group.fate = self.chase.works(board, group.first, !color),
                (false, 1) => group.fate = !self.chase.works(board, group.first, !color),
                (false, 2) => {
                    let Some(chain) = board.chain(group.first) else { continue };
                    for (kept, at) in group.ladders.iter_mut().zip(chain.liberties()) {
                        *kept = self.chase.works_by(board, group.first, at).then_some(at);
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
        for _ in 0..4 {
            self.spare.clone_from(&self.influence);
            for row in 0..side {
                for column in 0..side {
                    let at = row * side + column;
                    let mut gain = 0;
                    let mut near = |at: usize| gain += self.spare[at].signum();
                    if column > 0 {
                        near(at - 1);
                    }
                    if column + 1 < side {
                        near(at + 1);
                    }
                    if row > 0 {
                        near(at - side);
                    }
                    if row + 1 < side {
                        near(at + side);
                    }
                    self.influence[at] += gain;
                }
            }
        }
    }

    /// How far each point is from the last two moves, when all stones of a chain count as one.
    fn see_fate_distances(&mut self, board: &Board) {
        const FAR: u8 = 8;
        for back in 0..2 {
            let mut field = std::mem::take(&mut self.fate[back]);
            field.clear();
            field.resize(self.size.area(), FAR);
            self.queue.clear();
            if let Some(start) = self.last[back] {
                self.reach(board, &mut field, start, 0);
                let mut next = 0;
                while next < self.queue.len() {
                    let at = usize::from(self.queue[next]);
                    next += 1;
                    let far = field[at] + 1;
                    let Some(point) = self.size.point_at(at).filter(|_| far < FAR) else { continue };
                    for near in self.size.neighbors(point) {
                        if field[self.index(near)] == FAR {
                            self.reach(board, &mut field, near, far);
                        }
                    }
                }
            }
            self.fate[back] = field;
        }
    }

    /// Enters a point, and with a stone its whole chain.
    fn reach(&mut self, board: &Board, field: &mut [u8], point: Point, far: u8) {
        match board.chain(point) {
            None => {
                let at = self.index(point);
                field[at] = far;
                self.queue.push(at as u16);
            }
            Some(chain) => {
                for stone in chain.stones() {
                    let at = self.index(stone);
                    field[at] = far;
                    self.queue.push(at as u16);
                }
            }
        }
    }

    /// Steps along lines to the nearest own and other stone.
    fn see_nearest(&mut self) {
        const FAR: u8 = 60;
        let side = self.size.get();
        for (kind, field) in [OWN, OTHER].into_iter().zip(&mut self.nearest) {
            field.clear();
            for point in self.size.points() {
                field.push(if self.grid[cell(point)] == kind { 0 } else { FAR });
            }
            for at in 0..field.len() {
                let left = if at % side > 0 { field[at - 1] } else { FAR };
                let above = if at >= side { field[at - side] } else { FAR };
                field[at] = field[at].min(left.min(above) + 1);
            }
            for at in (0..field.len()).rev() {
                let right = if at % side + 1 < side { field[at + 1] } else { FAR };
                let below = if at + side < field.len() { field[at + side] } else { FAR };
                field[at] = field[at].min(right.min(below) + 1);
            }
        }
    }

    /// The number of empty points that hang together with each empty one.
    fn see_regions(&mut self) {
        self.region.clear();
        self.region.resize(self.size.area(), 0);
        for start in self.size.points() {
            let at = self.size.index(start);
            if self.region[at] != 0 || self.grid[cell(start)] != 0 {
                continue;
            }
            self.queue.clear();
            self.queue.push(at as u16);
            self.region[at] = 1;
            let mut next = 0;
            while next < self.queue.len() {
                let Some(point) = self.size.point_at(self.queue[next].into()) else { break };
                next += 1;
                for near in self.size.neighbors(point) {
                    let at = self.size.index(near);
                    if self.region[at] == 0 && self.grid[cell(near)] == 0 {
                        self.region[at] = 1;
                        self.queue.push(at as u16);
                    }
                }
            }
            for &at in &self.queue {
                self.region[usize::from(at)] = self.queue.len() as u16;
            }
        }
    }

    /// The facts of playing on a point.
    fn facts(&mut self, position: &Position, history: &History, point: Point) -> Facts {
        let mut facts = Facts::default();
        self.place_facts(&mut facts, point);
        self.chain_facts(&mut facts, position, point);
        self.near_facts(&mut facts, history, point);
        facts.set(Fact::KoFight, u8::from(history.took_ko));
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
        facts.set(Fact::FateLast, if self.last[0].is_some() { self.fate[0][at].min(8) } else { 9 });
        facts.set(Fact::FateSecond, if self.last[1].is_some() { self.fate[1][at].min(8) } else { 9 });
        facts.set(Fact::NearestOwn, self.nearest[0][at].min(7));
        facts.set(Fact::NearestOther, self.nearest[1][at].min(7));
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
        let caught = self.chase.works(&after, point, !color);
        self.after = Some(after);
        caught
    }

    /// The newest stones and the weakest chains within reach.
    fn near_facts(&self, facts: &mut Facts, history: &History, point: Point) {
        // Within a distance of 6 are 28 points, the first 12 of them within 4.
        let disc = &*crate::geometry::DISC;
        let at = cell(point) as isize;
        let mut newest: [Option<u16>; 2] = [None; 2];
        let mut weakest = [(9u8, 0u8); 2];
        for (i, spot) in disc.spots[..disc.ends[4]].iter().enumerate() {
            let content = self.grid[(at + spot.step) as usize];
            if content != OWN && content != OTHER {
                continue;
            }
            let side = usize::from(content - 1);
            let Some(near) = self.size.offset(point, spot.dx, spot.dy) else { continue };
            if i < disc.ends[2]
                && let Some(age) = history.age(near)
            {
                newest[side] = Some(newest[side].map_or(age, |newest| newest.min(age)));
            }
            if let Some(group) = self.group(near) {
                let weak = (group.liberties.min(5), stones(group.size.into()));
                if weak.0 < weakest[side].0 || (weak.0 == weakest[side].0 && weak.1 > weakest[side].1) {
                    weakest[side] = weak;
                }
            }
        }
        let aged = |age: Option<u16>| age.map_or(0, |age| step(age.into(), &[2, 3, 4, 5, 7, 11, 21, 51]) + 1);
        facts.set(Fact::NewestOwn, aged(newest[0]));
        facts.set(Fact::NewestOther, aged(newest[1]));
        for (side, (liberties, size)) in
            [(Fact::WeakOwn, Fact::WeakOwnSize), (Fact::WeakOther, Fact::WeakOtherSize)].into_iter().enumerate()
        {
            let (weak, big) = weakest[side];
            facts.set(liberties, if weak == 9 { 0 } else { weak });
            facts.set(size, if weak == 9 { 0 } else { big });
        }
    }
}

/// The distance of two points as shapes measure it.
pub(crate) fn distance_between(a: Point, b: Point) -> u32 {
    let (dx, dy) = offset(a, b);
    distance(dx, dy)
}
