//! Follows a game and keeps every element of all levels with its time, changing only what a move changes.
//!
//! Level 0 goes by moments: what is attended to, one after the other. Above it time is that of the board: what was seen in
//! the course of one tick was there at once, in whatever order it was looked at.
//!
//! Nothing is stored per tick: an element is stored once, with the moment at which it begins and the one at which it has
//! ended. The events themselves are made on demand ([`Recorder::expand`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use goban::{Board, BoardSize, Point, PointSet};
use record::Ply;

use super::attention::Attention;
use super::cell::{Cell, Grid, Side, SpotIndex};
use super::groups::Groups;
use super::plan::{Form, Offset, Pattern, PatternId, Plan, beside_index, change_index};
use super::upper::{UpperRun, Uppers};
use crate::ets::{ClassId, Id, Span, Table, id, ids};

/// An element of any level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ElementId {
    /// The level.
    pub level: usize,
    /// The index in the order in which the elements of the level began.
    pub index: usize,
}

id!(
    /// An element of level 0.
    pub(crate) Element0(u32), "elements of level 0"
);
id!(
    /// An element of level 1.
    pub(crate) Element1(u32), "elements of level 1"
);
id!(
    /// An element of level 2.
    pub(crate) Element2(u32), "elements of level 2"
);
id!(
    /// A set of stones that is or was a block.
    pub(crate) BlockId(u32), "blocks"
);

impl Element1 {
    /// The least of them.
    const FIRST: Element1 = Element1(0);
}

impl ElementId {
    pub(crate) fn of_level0(self) -> Element0 {
        Element0::new(self.index).expect(ELEMENT)
    }

    pub(crate) fn of_level1(self) -> Element1 {
        Element1::new(self.index).expect(ELEMENT)
    }

    fn of_level2(self) -> Element2 {
        Element2::new(self.index).expect(ELEMENT)
    }
}

/// Why an id of an element is always small enough.
const ELEMENT: &str = "ids of elements come from their recording";

impl From<Element0> for ElementId {
    fn from(element: Element0) -> ElementId {
        ElementId { level: 0, index: element.index() }
    }
}

impl From<Element1> for ElementId {
    fn from(element: Element1) -> ElementId {
        ElementId { level: 1, index: element.index() }
    }
}

impl From<Element2> for ElementId {
    fn from(element: Element2) -> ElementId {
        ElementId { level: 2, index: element.index() }
    }
}

/// Adds to what is recorded.
pub(crate) fn append<I: Id, T>(table: &mut Table<I, T>, item: T) -> I {
    table.push(item).expect("a recording this long fits in no memory")
}

/// The end of what goes on.
pub(crate) const OPEN: u32 = u32::MAX;

/// An element of level 0: on a point, or on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run0 {
    pub(crate) class: ClassId,
    /// A point, for cells and changes; a line, for pairs.
    pub(crate) spot: SpotIndex,
    pub(crate) begin: u32,
    pub(crate) end: u32,
}

/// An element of level 1: a space or a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run1 {
    pub(crate) class: ClassId,
    pub(crate) body: Body,
    pub(crate) begin: u32,
    pub(crate) end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Body {
    /// A pattern on its anchor.
    Space { pattern: PatternId, at: SpotIndex },
    /// A set of stones.
    Block(BlockId),
}

/// An element that a move makes or breaks: its class and its points.
pub(crate) type Touched = (ClassId, PointSet);

/// What the last ply began and ended, at levels 1 and 2.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Changes {
    /// Elements that began.
    pub made: Vec<ElementId>,
    /// Elements that ended.
    pub ended: Vec<ElementId>,
}

/// An element as it is described to people.
#[derive(Clone, PartialEq, Debug)]
pub struct ElementInfo {
    /// Which.
    pub id: ElementId,
    /// The class in its level.
    pub class: ClassId,
    /// The points that it is about.
    pub points: PointSet,
    /// When it is, in ticks; the end is open while it lasts.
    pub span: Span,
}

/// What kind of thing an element is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementKind {
    /// A stone, or a point without one.
    Point,
    /// A play or a removal.
    Change,
    /// Two points side by side, or a point at the edge.
    Line,
    /// An element of level 1 or 2.
    Shape,
}

/// What a tick does to a point.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: usize,
    /// What it was, if it was seen to change.
    was: Cell,
    is: Cell,
}

/// Follows a game.
///
/// ```
/// use goban::{BoardSize, Position, Rules};
/// use structure::go::{Attention, Plan, Recorder};
/// let size = BoardSize::NINE;
/// let position = Position::new(size, Rules::CHINESE);
/// let mut recorder = Recorder::new(Plan::built_in(), position.board(), Attention::Whole);
/// assert_eq!(recorder.counts(0)[2], 81, "empty points");
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    pub(crate) plan: Arc<Plan>,
    pub(crate) grid: Grid,
    attention: Attention,
    /// The tick of every moment, and what was attended to in it.
    pub(crate) ticks: Vec<u32>,
    pub(crate) attended: Vec<Arc<PointSet>>,
    /// What is seen in this moment.
    cells: Vec<Cell>,
    /// What was seen in this tick.
    known: Vec<Cell>,
    /// For each point the tick since which it is what it is.
    since: Vec<u32>,
    pub(crate) runs0: Table<Element0, Run0>,
    open_points: Vec<Vec<Element0>>,
    open_lines: Vec<Vec<Element0>>,
    pub(crate) runs1: Table<Element1, Run1>,
    pub(crate) blocks: Table<BlockId, PointSet>,
    /// Whether a play made the block.
    pub(crate) played: Table<BlockId, bool>,
    /// The elements of level 1 that need a point, for as long as they last.
    pub(crate) alive_at: Vec<Vec<Element1>>,
    /// Which element of level 1 became which, and the same the other way round; kept where something depends on it.
    became: [BTreeSet<(Element1, Element1)>; 2],
    pub(crate) groups: Groups,
    uppers: Option<Box<Uppers>>,
    counts: Vec<Table<ClassId, u32>>,
    changes: Changes,
    levels: Levels,
}

/// Which levels are kept beside level 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Levels {
    /// Level 0.
    Lower,
    /// Level 2: enough to say what a move would do to shapes.
    Upper,
    /// Both.
    All,
}

impl Recorder {
    /// Begins on a board, at tick 0.
    #[must_use]
    pub fn new(plan: Arc<Plan>, board: &Board, attention: Attention) -> Recorder {
        Recorder::begin(plan, board, attention, Levels::All)
    }

    /// The same without level 2.
    #[must_use]
    pub fn without_groups(plan: Arc<Plan>, board: &Board, attention: Attention) -> Recorder {
        Recorder::begin(plan, board, attention, Levels::Lower)
    }

    pub(crate) fn begin(plan: Arc<Plan>, board: &Board, attention: Attention, levels: Levels) -> Recorder {
        let grid = Grid::new(board.size());
        let area = grid.area();
        let counts = plan.system.levels.iter().map(|level| level.classes.map(|_| 0)).collect();
        let uppers = Uppers::new(&plan).filter(|_| levels == Levels::All).map(Box::new);
        let mut recorder = Recorder {
            plan,
            attention,
            ticks: Vec::new(),
            attended: Vec::new(),
            cells: vec![Cell::Unseen; area],
            known: vec![Cell::Unseen; area],
            since: vec![0; area],
            runs0: Table::new(),
            open_points: vec![Vec::new(); area],
            open_lines: vec![Vec::new(); 4 * area],
            runs1: Table::new(),
            blocks: Table::new(),
            played: Table::new(),
            alive_at: vec![Vec::new(); area],
            became: Default::default(),
            groups: Groups::default(),
            uppers,
            counts,
            changes: Changes::default(),
            levels,
            grid,
        };
        recorder.attend(0, board, None);
        recorder.changes = Changes::default();
        recorder
    }

    /// Takes note of a ply; `board` is the one after it.
    pub fn observe(&mut self, ply: &Ply, board: &Board) {
        self.changes = Changes::default();
        let tick = u32::try_from(ply.number).expect("a game this long fits in no memory");
        let played = ply.mv.point();
        let by_hand = if ply.edited || ply.illegal.is_some() { self.by_hand(ply, board) } else { PointSet::EMPTY };
        if !by_hand.is_empty() {
            // What hands did is not a play: attention blinks, so that old elements end and new ones begin.
            let blind: Vec<(usize, Cell)> =
                by_hand.iter().map(|point| (self.grid.size.index(point), Cell::Unseen)).collect();
            let seen = *self.attended.last().map_or(&PointSet::EMPTY, |seen| seen.as_ref()) - by_hand;
            self.level0(tick - 1, Arc::new(seen), &blind);
        }
        if self.attention == Attention::Whole && by_hand.is_empty() {
            self.play(tick, ply.captured.iter().chain(played), board);
        } else {
            self.attend(tick, board, played);
        }
    }

    /// The points that changed in other ways than by the move and its captures.
    fn by_hand(&self, ply: &Ply, board: &Board) -> PointSet {
        let size = self.grid.size;
        size.points()
            .filter(|&point| {
                let (old, new) = (self.cells[size.index(point)], Cell::of(board.get(point)));
                let played = ply.mv.point() == Some(point) && old == Cell::Empty;
                let taken = ply.captured.contains(point) && new == Cell::Empty;
                old != Cell::Unseen && old != new && !played && !taken
            })
            .collect()
    }

    /// All moments of a tick, then what was seen in them.
    fn attend(&mut self, tick: u32, board: &Board, last: Option<Point>) {
        let size = self.grid.size;
        let mut before: Option<Arc<PointSet>> = None;
        let mut known = vec![Cell::Unseen; self.grid.area()];
        // What is seen anew in this tick, and what it was before, if it was seen without a break.
        let mut fresh: BTreeMap<usize, Cell> = BTreeMap::new();
        for seen in self.attention.moments(size, last) {
            let seen = match before.take() {
                Some(before) if *before == seen => before,
                _ => Arc::new(seen),
            };
            before = Some(Arc::clone(&seen));
            let cell = |point: Point| if seen.contains(point) { Cell::of(board.get(point)) } else { Cell::Unseen };
            let changed: Vec<(usize, Cell)> = size
                .points()
                .map(|point| (size.index(point), cell(point)))
                .filter(|&(at, cell)| self.cells[at] != cell)
                .collect();
            for point in *seen {
                known[size.index(point)] = cell(point);
            }
            let begun = changed.iter().filter(|(_, cell)| *cell != Cell::Unseen);
            fresh.extend(begun.map(|&(at, _)| (at, self.cells[at])));
            self.level0(tick, seen, &changed);
        }
        let changed: Vec<Change> = (0..known.len())
            .filter(|at| self.known[*at] != known[*at] || fresh.contains_key(at))
            .map(|at| Change { at, was: fresh.get(&at).copied().unwrap_or(self.known[at]), is: known[at] })
            .collect();
        self.upper(tick, &changed);
    }

    /// One moment of level 0: these cells are now so, all others are as before.
    fn level0(&mut self, tick: u32, seen: Arc<PointSet>, changed: &[(usize, Cell)]) {
        let now = self.n_moments();
        self.ticks.push(tick);
        self.attended.push(seen);
        if self.levels == Levels::Upper {
            changed.iter().for_each(|&(at, cell)| self.cells[at] = cell);
        } else {
            self.points_and_lines(now, changed);
        }
    }

    /// All that a tick does above level 0.
    fn upper(&mut self, tick: u32, changed: &[Change]) {
        if changed.is_empty() {
            return;
        }
        let (made, ended) = self.shapes(tick, changed);
        self.changes.ended.extend(ended.iter().map(|&element| ElementId::from(element)));
        self.changes.made.extend(made.iter().map(|&element| ElementId::from(element)));
        if self.levels == Levels::Lower {
            return;
        }
        let mut groups = std::mem::take(&mut self.groups);
        let (began, over) = groups.follow(self, tick, &made, &ended);
        self.groups = groups;
        for &element in &began {
            self.counts[2][self.groups.runs[element].class] += 1;
        }
        self.changes.made.extend(began.iter().map(|&run| ElementId::from(run)));
        self.changes.ended.extend(over.iter().map(|&run| ElementId::from(run)));
        if let Some(mut uppers) = self.uppers.take() {
            for (i, (began, over)) in
                uppers.follow(self, tick, (&made, &ended), (&began, &over)).into_iter().enumerate()
            {
                let level = i + 3;
                for &index in &began {
                    self.counts[level][uppers.runs(level)[index].class] += 1;
                }
                self.changes.made.extend(began.into_iter().map(|index| ElementId { level, index }));
                self.changes.ended.extend(over.into_iter().map(|index| ElementId { level, index }));
            }
            self.uppers = Some(uppers);
        }
    }

    /// The same for level 1 alone; returns what began and ended.
    fn shapes(&mut self, tick: u32, changed: &[Change]) -> (Vec<Element1>, Vec<Element1>) {
        let first = self.runs1.len();
        for change in changed {
            self.known[change.at] = change.is;
            self.since[change.at] = tick;
        }
        let mut ended = Vec::new();
        self.end_spaces(tick, changed, &mut ended);
        self.blocks(tick, changed, &mut ended);
        self.begin_spaces(tick, changed);
        let made: Vec<Element1> = ids(first..self.runs1.len()).collect();
        if self.plan.keeps_becoming {
            let pairs = ended.iter().flat_map(|&a| made.iter().map(move |&b| (a, b)));
            for (a, b) in pairs.filter(|&(a, b)| self.has_common_part(a, b)).collect::<Vec<_>>() {
                self.became[0].insert((a, b));
                self.became[1].insert((b, a));
            }
        }
        (made, ended)
    }

    /// Whether an element of level 1 that ends now and one that begins now have an element of level 0 in common.
    fn has_common_part(&self, a: Element1, b: Element1) -> bool {
        // Their common parts are what has not changed, so that they were then what they are now.
        let begins = self.runs1[b].begin;
        let stays = |at: usize| self.since[at] < begins;
        let ((points, lines), (others, other_lines)) = (self.spots(a), self.spots(b));
        points.iter().any(|&at| stays(at) && others.contains(&at))
            || lines.iter().any(|line| {
                let (at, _, near) = self.grid.ends(*line);
                stays(at) && near.is_none_or(stays) && other_lines.contains(line)
            })
    }

    /// What became an element of level 1.
    pub(crate) fn before(&self, run: Element1) -> impl Iterator<Item = Element1> + '_ {
        self.turned(run, false)
    }

    /// What an element of level 1 became, or what became it.
    pub(crate) fn turned(&self, run: Element1, forth: bool) -> impl Iterator<Item = Element1> + '_ {
        let pairs = &self.became[usize::from(!forth)];
        pairs.range((run, Element1::FIRST)..).take_while(move |(from, _)| *from == run).map(|(_, to)| *to)
    }

    /// Whether an element of level 1 became another.
    pub(crate) fn became(&self, a: Element1, b: Element1) -> bool {
        self.became[0].contains(&(a, b))
    }

    /// Since when what an element shares at a spot (see [`Recorder::shared_spots`]) is what it is.
    pub(crate) fn since(&self, spot: usize, run: Element1) -> u32 {
        let area = self.grid.area();
        match spot.checked_sub(area) {
            None => self.since[spot],
            Some(line) if line < 4 * area => {
                let (at, _, near) = self.grid.ends(line);
                self.since[at].max(near.map_or(0, |near| self.since[near]))
            }
            Some(_) => self.runs1[run].begin,
        }
    }

    fn begin0(&mut self, class: ClassId, spot: usize, begin: u32, end: u32) -> Element0 {
        self.counts[0][class] += 1;
        append(&mut self.runs0, Run0 { class, spot: SpotIndex::of(spot), begin, end })
    }

    /// Level 0.
    fn points_and_lines(&mut self, now: u32, changed: &[(usize, Cell)]) {
        let plan = Arc::clone(&self.plan);
        for &(at, cell) in changed {
            for run in std::mem::take(&mut self.open_points[at]) {
                self.runs0[run].end = now;
            }
            for side in Side::ALL {
                for run in std::mem::take(&mut self.open_lines[self.grid.line(at, side)]) {
                    self.runs0[run].end = now;
                }
            }
            for &class in &plan.changes[change_index(self.cells[at], cell)] {
                self.begin0(class, at, now - 1, now + 1);
            }
        }
        for &(at, cell) in changed {
            self.cells[at] = cell;
        }
        for &(at, cell) in changed {
            if cell == Cell::Unseen {
                continue;
            }
            for &class in &plan.stays[cell as usize] {
                let run = self.begin0(class, at, now, OPEN);
                self.open_points[at].push(run);
            }
            for side in Side::ALL {
                let line = self.grid.line(at, side);
                if !self.open_lines[line].is_empty() {
                    continue;
                }
                let (point, along, near) = self.grid.ends(line);
                let there = near.map_or(Cell::Edge, |near| self.cells[near]);
                for &class in &plan.pairs[beside_index(along, self.cells[point], there)] {
                    let run = self.begin0(class, line, now, OPEN);
                    self.open_lines[line].push(run);
                }
            }
        }
    }

    /// The classes of a line as it was seen in this tick.
    pub(crate) fn pair_classes<'p>(&self, plan: &'p Plan, line: usize) -> &'p [ClassId] {
        &plan.pairs[self.pair_index(line)]
    }

    /// What is on a line in this tick, as an index into the tables of pairs of the plan.
    pub(crate) fn pair_index(&self, line: usize) -> usize {
        let (at, side, near) = self.grid.ends(line);
        beside_index(side, self.known[at], near.map_or(Cell::Edge, |near| self.known[near]))
    }

    fn begin1(&mut self, class: ClassId, body: Body, now: u32) -> Element1 {
        self.counts[1][class] += 1;
        append(&mut self.runs1, Run1 { class, body, begin: now, end: OPEN })
    }

    fn end_spaces(&mut self, now: u32, changed: &[Change], ended: &mut Vec<Element1>) {
        for &Change { at, .. } in changed {
            for run in self.alive_at[at].clone() {
                let Run1 { body: Body::Space { .. }, end: OPEN, .. } = self.runs1[run] else { continue };
                self.end1(run, now);
                ended.push(run);
            }
        }
    }

    /// Ends an element of level 1 and takes it off its points.
    fn end1(&mut self, run: Element1, now: u32) {
        self.runs1[run].end = now;
        match self.runs1[run].body {
            Body::Space { pattern, at } => {
                let plan = Arc::clone(&self.plan);
                for (offset, cell) in &plan.patterns[pattern].cells {
                    if let (Some(at), true) = (self.grid.offset(at.index(), *offset), *cell != Cell::Edge) {
                        self.alive_at[at].retain(|other| *other != run);
                    }
                }
            }
            Body::Block(block) => {
                for point in self.blocks[block] {
                    self.alive_at[self.grid.size.index(point)].retain(|other| *other != run);
                }
            }
        }
    }

    /// What is at an offset from a point: a cell of the board, or the edge.
    fn cell_near(&self, at: usize, offset: Offset) -> Cell {
        self.grid.offset(at, offset).map_or(Cell::Edge, |near| self.known[near])
    }

    fn begin_spaces(&mut self, now: u32, changed: &[Change]) {
        let plan = Arc::clone(&self.plan);
        let all = changed.len() == self.known.len();
        let changes: PointSet = changed.iter().map(|change| self.grid.point(change.at)).collect();
        for &Change { at, is: cell, .. } in changed {
            for &(pattern, index) in &plan.by_cell[cell as usize] {
                // With several changed cells it is found at the first of them; the first of all is on the board.
                if all && index > 0 {
                    continue;
                }
                let cells = &plan.patterns[pattern].cells;
                let (x, y) = cells[index].0;
                let Some(anchor) = self.grid.offset(at, (-x, -y)) else { continue };
                if !cells.iter().all(|(offset, cell)| self.cell_near(anchor, *offset) == *cell) {
                    continue;
                }
                let earlier = cells[..index].iter().any(|(offset, _)| {
                    self.grid.offset(anchor, *offset).is_some_and(|near| changes.contains(self.grid.point(near)))
                });
                if earlier {
                    continue;
                }
                let body = Body::Space { pattern, at: SpotIndex::of(anchor) };
                let run = self.begin1(plan.patterns[pattern].class, body, now);
                for (offset, cell) in cells {
                    if let (Some(at), true) = (self.grid.offset(anchor, *offset), *cell != Cell::Edge) {
                        self.alive_at[at].push(run);
                    }
                }
            }
        }
    }

    fn blocks(&mut self, now: u32, changed: &[Change], ended: &mut Vec<Element1>) {
        let size = self.grid.size;
        // Stones whose blocks are no longer what they were, by colour; and those that are new.
        let mut dirty = [PointSet::EMPTY; 2];
        let mut over: Vec<Element1> = Vec::new();
        let mut touch = |recorder: &Recorder, at: usize, dirty: &mut [PointSet; 2]| {
            for &run in &recorder.alive_at[at] {
                let Run1 { body: Body::Block(block), end: OPEN, class, .. } = recorder.runs1[run] else {
                    continue;
                };
                if over.contains(&run) {
                    continue;
                }
                over.push(run);
                let form = recorder.plan.blocks.iter().find(|form| form.class == class);
                if let Some(form) = form {
                    dirty[form.cell as usize] |= recorder.blocks[block];
                }
            }
        };
        for &Change { at, is: cell, .. } in changed {
            touch(self, at, &mut dirty);
            if matches!(cell, Cell::Black | Cell::White) {
                dirty[cell as usize].insert(self.grid.point(at));
                for side in Side::ALL {
                    if let Some(near) = self.grid.beside(at, side).filter(|near| self.known[*near] == cell) {
                        touch(self, near, &mut dirty);
                        dirty[cell as usize].insert(self.grid.point(near));
                    }
                }
            }
        }
        for run in over {
            self.end1(run, now);
            ended.push(run);
        }
        for (color, cell) in [Cell::Black, Cell::White].into_iter().enumerate() {
            let stones: PointSet = dirty[color].iter().filter(|point| self.known[size.index(*point)] == cell).collect();
            for stones in stones.components() {
                let n = stones.len();
                let plan = Arc::clone(&self.plan);
                let mut block = None;
                for class in plan.block_classes(cell, n) {
                    let block = *block.get_or_insert_with(|| append(&mut self.blocks, stones));
                    let run = self.begin1(class, Body::Block(block), now);
                    for point in stones {
                        self.alive_at[size.index(point)].push(run);
                    }
                }
                if block.is_some() {
                    let by_play =
                        |change: &Change| change.was == Cell::Empty && stones.contains(self.grid.point(change.at));
                    append(&mut self.played, changed.iter().any(by_play));
                }
            }
        }
    }

    /// How many elements of each class of a level have begun.
    #[must_use]
    pub fn counts(&self, level: usize) -> &[u32] {
        self.counts.get(level).map_or(&[], |counts| counts)
    }

    /// The definitions.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.grid.size
    }

    /// The tick of a moment; of a moment to come, the tick after the last.
    #[must_use]
    pub fn tick(&self, moment: u32) -> u32 {
        match self.ticks.get(moment as usize) {
            Some(tick) => *tick,
            None => self.ticks.last().map_or(0, |tick| tick + 1),
        }
    }

    /// The number of moments so far.
    ///
    /// # Panics
    /// When there are four billion.
    #[must_use]
    pub fn n_moments(&self) -> u32 {
        u32::try_from(self.ticks.len()).expect("a recording this long fits in no memory")
    }

    /// What the last ply began and ended.
    #[must_use]
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// How many elements of a level have begun.
    #[must_use]
    pub fn n_elements(&self, level: usize) -> usize {
        match level {
            0 => self.runs0.len(),
            1 => self.runs1.len(),
            2 => self.groups.runs.len(),
            _ => self.runs(level).len(),
        }
    }

    /// An element as it is described to people.
    ///
    /// # Panics
    /// If there is no such element.
    #[must_use]
    pub fn info(&self, id: ElementId) -> ElementInfo {
        let (class, points) = match id.level {
            0 => {
                let run = self.runs0[id.of_level0()];
                (run.class, self.points0(&run))
            }
            1 => (self.runs1[id.of_level1()].class, self.points1(id.of_level1())),
            2 => {
                let run = &self.groups.runs[id.of_level2()];
                let points = run.members.iter().fold(PointSet::EMPTY, |all, &member| all | self.points1(member));
                (run.class, points)
            }
            level => {
                let run = &self.runs(level)[id.index];
                let points = |&index: &usize| self.info(ElementId { level: level - 1, index }).points;
                (run.class, run.members.iter().fold(PointSet::EMPTY, |all, member| all | points(member)))
            }
        };
        ElementInfo { id, class, points, span: self.span(id) }
    }

    /// The elements of a level above the second.
    pub(crate) fn runs(&self, level: usize) -> &[UpperRun] {
        self.uppers.as_ref().map_or(&[], |uppers| uppers.runs(level))
    }

    /// When an element of level 0 is, in ticks.
    pub(crate) fn ticks0(&self, run: &Run0) -> Span {
        let end = if run.end == OPEN { OPEN } else { self.tick(run.end - 1) + 1 };
        Span { begin: self.tick(run.begin), end }
    }

    /// Whether something with this span lasts now.
    #[must_use]
    pub fn is_now(&self, span: Span) -> bool {
        let now = self.ticks.last().copied().unwrap_or(0);
        span.begin <= now && now < span.end
    }

    /// When an element is, in ticks.
    fn span(&self, id: ElementId) -> Span {
        let (begin, end) = match id.level {
            0 => return self.ticks0(&self.runs0[id.of_level0()]),
            1 => (self.runs1[id.of_level1()].begin, self.runs1[id.of_level1()].end),
            2 => (self.groups.runs[id.of_level2()].begin, self.groups.runs[id.of_level2()].end),
            level => (self.runs(level)[id.index].begin, self.runs(level)[id.index].end),
        };
        Span { begin, end }
    }

    /// The points of an element of level 0: its point, or the ends of its line.
    pub(crate) fn points0(&self, run: &Run0) -> PointSet {
        match self.plan.forms[run.class] {
            Form::Pairs(_) => {
                let (at, _, near) = self.grid.ends(run.spot.index());
                [Some(at), near].into_iter().flatten().map(|at| self.grid.point(at)).collect()
            }
            _ => PointSet::from(self.grid.point(run.spot.index())),
        }
    }

    /// The points whose elements belong to an element of level 1.
    pub(crate) fn points1(&self, run: Element1) -> PointSet {
        match self.runs1[run].body {
            Body::Space { pattern, at } => self.plan.patterns[pattern]
                .points
                .iter()
                .filter_map(|offset| self.grid.offset(at.index(), *offset))
                .map(|at| self.grid.point(at))
                .collect(),
            Body::Block(block) => self.blocks[block],
        }
    }

    /// Every element that a point belongs to, by level and then in the order of time.
    #[must_use]
    pub fn at(&self, point: Point) -> Vec<ElementInfo> {
        let mut infos = Vec::new();
        for level in 0..self.plan.system.levels.len() {
            let of_level = (0..self.n_elements(level))
                .map(|index| self.info(ElementId { level, index }))
                .filter(|info| info.points.contains(point));
            let mut of_level: Vec<ElementInfo> = of_level.collect();
            of_level.sort_by_key(|info| (info.span.begin, info.span.end));
            infos.extend(of_level);
        }
        infos
    }

    /// The elements of a level that last now, in the order in which they began. Changes last through the tick that they
    /// lead to, and what a sweep has left behind through the tick in which it was seen.
    pub fn alive(&self, level: usize) -> impl Iterator<Item = ElementId> + '_ {
        let all = (0..self.n_elements(level)).map(move |index| ElementId { level, index });
        all.filter(|id| self.is_now(self.span(*id)))
    }

    /// The board at a moment, from the elements of level 0 alone; unattended points are empty.
    #[must_use]
    pub fn board_at(&self, moment: u32) -> Board {
        let mut stones: goban::ByColor<PointSet> = goban::ByColor::new(|_| PointSet::EMPTY);
        for run in self.runs0.iter().filter(|run| run.begin <= moment && moment < run.end) {
            if let Form::Stays(cell) = self.plan.forms[run.class]
                && let Some(color) = cell.color()
            {
                stones[color].insert(self.grid.point(run.spot.index()));
            }
        }
        Board::with_stones(self.grid.size, &stones)
    }

    /// The memory that what was recorded takes, in bytes: all elements of levels 0 and 1, and the moments.
    #[must_use]
    pub fn bytes(&self) -> usize {
        fn lists<T>(lists: &Vec<Vec<T>>) -> usize {
            let items: usize = lists.iter().map(|list| list.capacity() * size_of::<T>()).sum();
            lists.capacity() * size_of::<Vec<T>>() + items
        }
        self.runs0.capacity() * size_of::<Run0>()
            + self.runs1.capacity() * size_of::<Run1>()
            + self.blocks.capacity() * size_of::<PointSet>()
            + self.ticks.capacity() * 4
            + self.attended.capacity() * size_of::<Arc<PointSet>>()
            + lists(&self.open_points)
            + lists(&self.open_lines)
            + lists(&self.alive_at)
            + self.groups.bytes()
    }

    /// What is on a point, as it was seen in this tick.
    pub(crate) fn cell(&self, at: usize) -> Cell {
        self.known[at]
    }
}

impl Recorder {
    /// The stone on a point now, if it is attended to.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<goban::Color> {
        self.known[self.grid.size.index(point)].color()
    }

    /// The line to the edge that an element of level 0 is on, if it is on one.
    pub(crate) fn edge_line(&self, element: Element0) -> Option<usize> {
        let run = &self.runs0[element];
        let is_pair = matches!(self.plan.forms[run.class], Form::Pairs(_));
        let line = run.spot.index();
        (is_pair && self.grid.ends(line).2.is_none()).then_some(line)
    }

    /// What kind of thing an element is.
    #[must_use]
    pub fn kind(&self, info: &ElementInfo) -> ElementKind {
        match (info.id.level, &self.plan.forms) {
            (0, forms) => match forms[info.class] {
                Form::Stays(_) => ElementKind::Point,
                Form::Changes(..) => ElementKind::Change,
                Form::Pairs(_) => ElementKind::Line,
            },
            _ => ElementKind::Shape,
        }
    }

    /// The stones of an element above level 0, whether they are still there or not.
    pub(crate) fn stones_then(&self, info: &ElementInfo) -> PointSet {
        let members: Vec<Element1> = match info.id.level {
            1 => vec![info.id.of_level1()],
            2 => self.groups.runs[info.id.of_level2()].members.clone(),
            0 => Vec::new(),
            level => {
                let members = &self.runs(level)[info.id.index].members;
                let below = members.iter().map(|&index| self.info(ElementId { level: level - 1, index }));
                return below.fold(PointSet::EMPTY, |all, member| all | self.stones_then(&member));
            }
        };
        let mut stones = PointSet::EMPTY;
        for member in members {
            match self.runs1[member].body {
                Body::Block(block) => stones |= self.blocks[block],
                Body::Space { pattern, at } => {
                    let pattern = &self.plan.patterns[pattern];
                    let is_stone = |offset: &&Offset| {
                        pattern.cells.iter().any(|(at, cell)| at == *offset && cell.color().is_some())
                    };
                    let offsets = pattern.points.iter().filter(is_stone);
                    stones.extend(
                        offsets
                            .filter_map(|offset| self.grid.offset(at.index(), *offset))
                            .map(|at| self.grid.point(at)),
                    );
                }
            }
        }
        stones
    }
}

impl Recorder {
    /// A move that is only tried: what it changes, as if it were the next ply.
    pub(crate) fn try_move(&mut self, point: Point, captured: PointSet, board: &Board) {
        self.changes = Changes::default();
        self.play(self.tick(self.n_moments()), captured.iter().chain([point]), board);
    }

    /// What a move that is only tried would do to level 2, whose elements `groups` are: the classes and points of what begins, and
    /// of what ends. Level 0 need not be there.
    pub(crate) fn trial(&self, groups: &Groups, point: Point, captured: PointSet, board: &Board) -> [Vec<Touched>; 2] {
        let (next, made, ended) = self.tried(point, captured, board);
        let effect = groups.effect(&next, &made, &ended);
        let points = |members: &[Element1]| {
            members.iter().fold(PointSet::EMPTY, |points, &member| points | next.points1(member))
        };
        let began = effect.began.iter().map(|(class, members)| (*class, points(members)));
        let over = effect.over.iter().map(|&run| (groups.runs[run].class, points(&groups.runs[run].members)));
        [began.collect(), over.collect()]
    }

    /// The recording after a move that is only tried, without level 2, and what level 1 began and ended.
    pub(crate) fn tried(
        &self,
        point: Point,
        captured: PointSet,
        board: &Board,
    ) -> (Recorder, Vec<Element1>, Vec<Element1>) {
        let mut next = self.clone();
        let changed = self.changed(captured.iter().chain([point]), board);
        let (made, ended) = next.shapes(self.tick(self.n_moments()), &changed);
        (next, made, ended)
    }

    /// The same recording for moves that are tried: without level 0, which does not matter for what they make and break, and with
    /// level 2 apart.
    pub(crate) fn for_trials(&self) -> (Recorder, Groups) {
        let recorder = Recorder {
            plan: Arc::clone(&self.plan),
            grid: self.grid.clone(),
            attention: self.attention.clone(),
            ticks: self.ticks.clone(),
            attended: Vec::new(),
            cells: self.cells.clone(),
            known: self.known.clone(),
            since: self.since.clone(),
            runs0: Table::new(),
            open_points: Vec::new(),
            open_lines: Vec::new(),
            runs1: self.runs1.clone(),
            blocks: self.blocks.clone(),
            played: self.played.clone(),
            alive_at: self.alive_at.clone(),
            became: self.became.clone(),
            groups: Groups::default(),
            uppers: None,
            counts: self.counts.clone(),
            changes: Changes::default(),
            levels: Levels::Upper,
        };
        (recorder, self.groups.clone())
    }

    /// Whether all of the board is looked at.
    pub(crate) fn sees_everything(&self) -> bool {
        self.attention == Attention::Whole
    }

    /// One moment of the whole board in which only these points can have changed.
    fn play(&mut self, tick: u32, points: impl Iterator<Item = Point>, board: &Board) {
        let changed = self.changed(points, board);
        let seen = self.attended.last().map_or_else(Arc::default, Arc::clone);
        self.level0(tick, seen, &changed.iter().map(|change| (change.at, change.is)).collect::<Vec<_>>());
        self.upper(tick, &changed);
    }

    /// What of these points has changed.
    fn changed(&self, points: impl Iterator<Item = Point>, board: &Board) -> Vec<Change> {
        let mut changed: Vec<Change> = Vec::new();
        for point in points {
            let (at, is) = (self.grid.size.index(point), Cell::of(board.get(point)));
            if self.known[at] != is && changed.iter().all(|change| change.at != at) {
                changed.push(Change { at, was: self.known[at], is });
            }
        }
        changed
    }

    /// The spaces that would be there if this point were such a cell, in the order of their patterns: class and points.
    pub(crate) fn completed(&self, at: usize, cell: Cell) -> Vec<Touched> {
        if self.known[at] == cell {
            let mut spaces: Vec<(PatternId, SpotIndex)> = self.alive_at[at]
                .iter()
                .filter_map(|&run| match self.runs1[run].body {
                    Body::Space { pattern, at } => Some((pattern, at)),
                    Body::Block(_) => None,
                })
                .collect();
            spaces.sort_unstable_by_key(|(pattern, at)| (*pattern, at.index()));
            return spaces.into_iter().map(|(pattern, anchor)| self.touched(pattern, anchor.index())).collect();
        }
        self.matching(at, cell)
    }

    fn touched(&self, pattern: PatternId, anchor: usize) -> Touched {
        let Pattern { class, points, .. } = &self.plan.patterns[pattern];
        let points = points.iter().filter_map(|offset| self.grid.offset(anchor, *offset));
        (*class, points.map(|at| self.grid.point(at)).collect())
    }

    /// The same, by trying every pattern that has such a cell.
    pub(crate) fn matching(&self, at: usize, cell: Cell) -> Vec<Touched> {
        let mut found: Vec<(PatternId, usize)> = Vec::new();
        for &(pattern, index) in &self.plan.by_cell[cell as usize] {
            let cells = &self.plan.patterns[pattern].cells;
            let (x, y) = cells[index].0;
            let Some(anchor) = self.grid.offset(at, (-x, -y)) else { continue };
            let others = cells.iter().enumerate().filter(|(other, _)| *other != index);
            if others.map(|(_, seen)| seen).all(|(offset, cell)| self.cell_near(anchor, *offset) == *cell) {
                found.push((pattern, anchor));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(pattern, anchor)| self.touched(pattern, anchor)).collect()
    }
}
