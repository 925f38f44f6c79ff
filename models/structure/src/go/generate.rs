//! Classes at work on a board: stones put up and played so that an element of a class comes to be, in an environment of
//! other stones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use goban::{BoardSize, Color, Move, Setup};
use model::{Rng, Seed};
use record::{Game, Mode, SetupChange};

use super::attention::Attention;
use super::cell::{Cell, Grid, Side};
use super::plan::{Form, Line1, PatternId, Plan};
use super::recorder::{ElementId, ElementInfo, Recorder};
use crate::ets::{Class, ClassId, Label, LinkId, Times, chance, pick};

/// A game in which an element of a class comes to be.
#[derive(Clone, Debug)]
pub struct Made {
    /// Stones put up, and moves where the element needs them.
    pub game: Game,
    /// The element, as the recogniser found it.
    pub element: ElementInfo,
}

/// How often chance may lead nowhere.
const ATTEMPTS: u64 = 3000;

/// Makes an element of a class of a level on a board. The environment puts a stone on each free point with chance `noise`,
/// as long as the element comes to be all the same. What is made was recognised; none if the board has no room for it, if the
/// class says that one thing became another, or if it is above level 2: so far can chance not plan.
///
/// ```
/// use goban::BoardSize;
/// use model::Seed;
/// use structure::go::{Plan, make};
/// let plan = Plan::built_in();
/// let eye = plan.system().levels[2].class_id("C5").unwrap();
/// let made = make(&plan, 2, eye, BoardSize::NINE, 0.1, Seed(1)).unwrap();
/// assert!(made.element.points.len() >= 5);
/// ```
#[must_use]
pub fn make(plan: &Arc<Plan>, level: usize, class: ClassId, size: BoardSize, noise: f64, seed: Seed) -> Option<Made> {
    let grid = Grid::new(size);
    (0..ATTEMPTS).find_map(|attempt| {
        let mut rng = seed.stream(attempt).rng();
        let mut canvas =
            Board { plan, grid: &grid, cells: BTreeMap::new(), stages: vec![BTreeSet::new()], moves: Vec::new() };
        let points = match level {
            0 => canvas.level0(class, &mut rng)?,
            1 => canvas.level1(class, &mut rng)?,
            2 => canvas.level2(class, &mut rng)?,
            _ => return None,
        };
        // The environment is quieter the longer it does not work.
        let noise = noise * (-(attempt as f64) / 200.0).exp();
        let game = canvas.game(noise, &mut rng)?;
        let element = recognised(plan, &game, level, class, &points)?;
        Some(Made { game, element })
    })
}

/// The element of the class that holds these points, if the game has one.
fn recognised(plan: &Arc<Plan>, game: &Game, level: usize, class: ClassId, points: &[usize]) -> Option<ElementInfo> {
    let mut replay = game.replay(&game.main_line(), Mode::Strict).ok()?;
    let mut recorder = Recorder::new(Arc::clone(plan), replay.position().board(), Attention::Whole);
    while let Some(ply) = replay.next_ply().ok()? {
        recorder.observe(&ply, replay.position().board());
    }
    let size = recorder.size();
    (0..recorder.n_elements(level))
        .map(|index| recorder.info(ElementId { level, index }))
        .filter(|info| info.class == class)
        .find(|info| points.iter().filter_map(|&at| size.point_at(at)).all(|point| info.points.contains(point)))
}

/// An element of level 1 on the board.
#[derive(Clone, Debug)]
enum Piece {
    Space {
        pattern: PatternId,
        at: usize,
    },
    /// The stones that ties ask for, and how many there may be.
    Block {
        cell: Cell,
        stones: BTreeSet<usize>,
        least: usize,
        most: Option<usize>,
    },
}

/// What must be where, and in which order it comes.
struct Board<'a> {
    plan: &'a Plan,
    grid: &'a Grid,
    cells: BTreeMap<usize, Cell>,
    /// Stones by the step that brings them; those of the first are put up.
    stages: Vec<BTreeSet<usize>>,
    moves: Vec<(Color, usize)>,
}

impl Board<'_> {
    /// Asks for a cell; false if something else is asked for there.
    fn ask(&mut self, at: usize, cell: Cell) -> bool {
        let fits = *self.cells.entry(at).or_insert(cell) == cell;
        if fits
            && cell.color().is_some()
            && !self.stages.iter().any(|stage| stage.contains(&at))
            && let Some(stage) = self.stages.last_mut()
        {
            stage.insert(at);
        }
        fits
    }

    fn any_point(&self, rng: &mut impl Rng) -> usize {
        (rng.next_u64() % self.grid.area() as u64) as usize
    }

    fn level0(&mut self, class: ClassId, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let at = self.any_point(rng);
        match &self.plan.forms[class] {
            Form::Stays(cell) => self.ask(at, *cell).then(|| vec![at]),
            Form::Pairs(pairs) => {
                let (a, b, along) = pick(rng, pairs)?;
                match (a, b, self.grid.beside(at, along), self.grid.beside(at, along.opposite())) {
                    (Cell::Edge, cell, _, None) | (cell, Cell::Edge, None, _) => self.ask(at, cell).then(|| vec![at]),
                    (Cell::Edge, ..) | (_, Cell::Edge, ..) => None,
                    (_, _, Some(near), _) => (self.ask(at, a) && self.ask(near, b)).then(|| vec![at, near]),
                    _ => None,
                }
            }
            Form::Changes(Cell::Empty, to) => {
                self.cells.insert(at, Cell::Empty);
                self.moves.push((to.color()?, at));
                Some(vec![at])
            }
            Form::Changes(from, Cell::Empty) => {
                // A stone in atari, and the move that takes it.
                let color = from.color()?;
                let around: Vec<usize> = Side::ALL.iter().filter_map(|&side| self.grid.beside(at, side)).collect();
                let last = pick(rng, &around)?;
                let fits = self.ask(at, *from)
                    && around.iter().filter(|near| **near != last).all(|&near| self.ask(near, Cell::of(Some(!color))));
                self.cells.insert(last, Cell::Empty);
                self.moves.push((!color, last));
                fits.then(|| vec![at])
            }
            Form::Changes(..) => None,
        }
    }

    fn level1(&mut self, class: ClassId, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let at = self.any_point(rng);
        if let Some(form) = self.plan.blocks.iter().find(|form| form.class == class) {
            let span = form.most.unwrap_or(form.least + 6) - form.least + 1;
            let size = form.least + (rng.next_u64() % span as u64) as usize;
            let stones = self.grow(&BTreeSet::from([at]), form.cell, size, rng)?;
            return Some(stones.into_iter().collect());
        }
        let patterns: Vec<PatternId> =
            self.plan.patterns.ids().filter(|&pattern| self.plan.patterns[pattern].class == class).collect();
        let pattern = pick(rng, &patterns)?;
        self.lay(pattern, at).then(|| self.points(&Piece::Space { pattern, at }))
    }

    /// Lays a pattern on its anchor; false if it does not fit.
    fn lay(&mut self, pattern: PatternId, at: usize) -> bool {
        let plan = self.plan;
        plan.patterns[pattern].cells.iter().all(|(offset, cell)| match (self.grid.offset(at, *offset), cell) {
            (None, Cell::Edge) => true,
            (Some(near), cell) if *cell != Cell::Edge => self.ask(near, *cell),
            _ => false,
        })
    }

    /// A connected set of this many stones that holds these.
    fn grow(&mut self, from: &BTreeSet<usize>, cell: Cell, size: usize, rng: &mut impl Rng) -> Option<BTreeSet<usize>> {
        let mut stones = from.clone();
        for &at in from {
            if !self.ask(at, cell) {
                return None;
            }
        }
        // First what is apart is joined along the shortest way, then the chain grows by chance.
        while let Some(way) = self.way(&stones, cell) {
            for at in way {
                if !self.ask(at, cell) {
                    return None;
                }
                stones.insert(at);
            }
        }
        if !self.is_connected(&stones) {
            return None;
        }
        let grid = self.grid;
        while stones.len() < size {
            let around: BTreeSet<usize> = stones
                .iter()
                .flat_map(|&at| Side::ALL.iter().filter_map(move |&side| grid.beside(at, side)))
                .filter(|near| !stones.contains(near) && self.cells.get(near).is_none_or(|there| *there == cell))
                .collect();
            let next = pick(rng, &around.into_iter().collect::<Vec<_>>())?;
            if !self.ask(next, cell) {
                return None;
            }
            stones.insert(next);
        }
        Some(stones)
    }

    fn part(&self, stones: &BTreeSet<usize>) -> BTreeSet<usize> {
        let mut part: BTreeSet<usize> = stones.first().copied().into_iter().collect();
        let mut open: Vec<usize> = part.iter().copied().collect();
        while let Some(at) = open.pop() {
            for near in Side::ALL.iter().filter_map(|&side| self.grid.beside(at, side)) {
                if stones.contains(&near) && part.insert(near) {
                    open.push(near);
                }
            }
        }
        part
    }

    fn is_connected(&self, stones: &BTreeSet<usize>) -> bool {
        self.part(stones).len() == stones.len()
    }

    /// The shortest way over free points from one part of the stones to another; none if they are one part, or cannot be.
    fn way(&self, stones: &BTreeSet<usize>, cell: Cell) -> Option<Vec<usize>> {
        let part = self.part(stones);
        if part.len() == stones.len() {
            return None;
        }
        let mut from: BTreeMap<usize, usize> = BTreeMap::new();
        let mut open: std::collections::VecDeque<usize> = part.iter().copied().collect();
        while let Some(at) = open.pop_front() {
            for near in Side::ALL.iter().filter_map(|&side| self.grid.beside(at, side)) {
                if part.contains(&near) || from.contains_key(&near) {
                    continue;
                }
                if stones.contains(&near) {
                    let mut way = Vec::new();
                    let mut back = at;
                    while !part.contains(&back) {
                        way.push(back);
                        back = from[&back];
                    }
                    return Some(way);
                }
                if self.cells.get(&near).is_none_or(|there| *there == cell) {
                    from.insert(near, at);
                    open.push_back(near);
                }
            }
        }
        None
    }

    fn points(&self, piece: &Piece) -> Vec<usize> {
        match piece {
            Piece::Space { pattern, at } => {
                self.plan.patterns[*pattern].points.iter().filter_map(|offset| self.grid.offset(*at, *offset)).collect()
            }
            Piece::Block { stones, .. } => stones.iter().copied().collect(),
        }
    }

    /// Whether a piece holds the line on a side of one of its points.
    fn has_line(&self, piece: &Piece, at: usize, side: Side) -> bool {
        match piece {
            Piece::Block { stones, .. } => stones.contains(&at),
            Piece::Space { pattern, at: anchor } => {
                let line = self.grid.line(at, side);
                self.plan.patterns[*pattern].lines.iter().any(|(offset, along)| {
                    let here = self.grid.offset(*anchor, *offset).map(|at| self.grid.line(at, *along));
                    let (x, y) = along.step();
                    let there = || {
                        let end = self.grid.offset(*anchor, (offset.0 + x, offset.1 + y))?;
                        Some(self.grid.line(end, along.opposite()))
                    };
                    here.or_else(there) == Some(line)
                })
            }
        }
    }

    /// Makes two pieces share a link, if they can: a block takes the stone that the link asks for.
    fn share(&self, a: &mut Piece, b: &mut Piece, link: LinkId, rng: &mut impl Rng) -> bool {
        let cell_of = |class: ClassId| match self.plan.forms[class] {
            Form::Stays(cell) => Some(cell),
            _ => None,
        };
        let (cell, side) = match self.plan.lines1[link] {
            Line1::Side(cell, _, side) => (cell_of(cell), Some(side)),
            Line1::Cell(cell) => (cell_of(cell), None),
            Line1::Whole => (None, None),
            Line1::Other => return false,
        };
        let (space, other) = if matches!(a, Piece::Block { .. }) { (b, a) } else { (a, b) };
        let held = self.points(other);
        let fits = |at: &usize| {
            cell.is_none_or(|cell| self.cells.get(at) == Some(&cell))
                && side.is_none_or(|side| self.has_line(space, *at, side))
        };
        let candidates: Vec<usize> = self.points(space).into_iter().filter(fits).collect();
        let shared: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|at| held.contains(at) && side.is_none_or(|side| self.has_line(other, *at, side)))
            .collect();
        if !shared.is_empty() {
            return true;
        }
        match other {
            Piece::Block { cell, stones, most, .. } if most.is_none_or(|most| stones.len() < most) => {
                let own: Vec<usize> = candidates.into_iter().filter(|at| self.cells.get(at) == Some(&*cell)).collect();
                pick(rng, &own).is_some_and(|at| stones.insert(at))
            }
            _ => false,
        }
    }

    /// All ways to lay a piece of a class where it touches one of these points, or somewhere if there are none.
    fn pieces(&self, class: ClassId, mut points: Vec<usize>, rng: &mut impl Rng) -> Vec<Piece> {
        if let Some(form) = self.plan.blocks.iter().find(|form| form.class == class) {
            return vec![Piece::Block { cell: form.cell, stones: BTreeSet::new(), least: form.least, most: form.most }];
        }
        if points.is_empty() {
            points.push(self.any_point(rng));
        }
        let mut all = Vec::new();
        for (pattern, shape) in self.plan.patterns.entries().filter(|(_, shape)| shape.class == class) {
            for &at in &points {
                for &(x, y) in &shape.points {
                    all.extend(self.grid.offset(at, (-x, -y)).map(|at| Piece::Space { pattern, at }));
                }
            }
        }
        all
    }

    fn level2(&mut self, class: ClassId, rng: &mut impl Rng) -> Option<Vec<usize>> {
        let plan = self.plan;
        let class: &Class = &plan.level(2).classes[class];
        let mut working: Vec<(ClassId, Piece)> = Vec::new();
        for step in &class.steps {
            let times = match step.times {
                Times::Exactly(times) => times,
                // As often as chance has it: what can be added beyond that belongs to the element too, if it is there.
                Times::Any => (rng.next_u64() % 3) as usize,
            };
            for _ in 0..times {
                if step.later {
                    self.stages.push(BTreeSet::new());
                }
                for &con in &pick(rng, &step.items)? {
                    self.apply(&class.constraints[con], &mut working, rng)?;
                }
            }
        }
        let mut points = BTreeSet::new();
        for (_, piece) in &working {
            if let Piece::Block { cell, stones, least, .. } = piece {
                let grown = self.grow(stones, *cell, *least, rng)?;
                points.extend(grown);
            } else {
                points.extend(self.points(piece));
            }
        }
        Some(points.into_iter().collect())
    }

    /// Lays the pieces of a constraint. Given pieces, and blocks that can be meant, are those that are there.
    fn apply(
        &mut self,
        con: &crate::ets::Constraint,
        working: &mut Vec<(ClassId, Piece)>,
        rng: &mut impl Rng,
    ) -> Option<()> {
        let kind = |member: usize| con.members[member].kind.class();
        let mut bound: Vec<Option<usize>> = vec![None; con.members.len()];
        if !working.is_empty() {
            // Something is shared: what is given, or one member that is of a kind that is there.
            let mut given: Vec<usize> = (0..bound.len()).filter(|&member| con.members[member].given).collect();
            if given.is_empty() {
                let is_there = |&member: &usize| working.iter().any(|(class, _)| Some(*class) == kind(member));
                given = vec![(0..bound.len()).find(is_there)?];
            }
            for member in given {
                let there: Vec<usize> =
                    (0..working.len()).filter(|&piece| Some(working[piece].0) == kind(member)).collect();
                bound[member] = Some(pick(rng, &there)?);
            }
        }
        loop {
            let open = |member: &usize| bound[*member].is_none();
            let beside = con.ties.iter().find_map(|tie| {
                tie.members.iter().find_map(|&member| bound[member])?;
                tie.members.iter().find(|member| open(member)).copied()
            });
            // Spaces say where blocks are: without anything to go by, begin with a space.
            let is_space = |member: &usize| {
                kind(*member).is_some_and(|class| self.plan.blocks.iter().all(|form| form.class != class))
            };
            let start = || {
                let mut members = (0..bound.len()).filter(open);
                members.clone().find(is_space).or_else(|| members.next())
            };
            let Some(member) = beside.or_else(start) else { return Some(()) };
            let class = kind(member)?;
            let near: BTreeSet<usize> = con
                .ties
                .iter()
                .filter(|tie| tie.members.contains(&member))
                .flat_map(|tie| tie.members.iter().filter_map(|&other| bound[other]))
                .flat_map(|piece| self.points(&working[piece].1))
                .collect();
            let mut candidates = self.pieces(class, near.into_iter().collect(), rng);
            loop {
                let index = (rng.next_u64() % candidates.len().max(1) as u64) as usize;
                if candidates.is_empty() {
                    return None;
                }
                let piece = candidates.swap_remove(index);
                let (cells, stages, pieces) = (self.cells.clone(), self.stages.clone(), working.clone());
                let laid = match &piece {
                    Piece::Space { pattern, at } => self.lay(*pattern, *at),
                    Piece::Block { .. } => true,
                };
                working.push((class, piece));
                bound[member] = Some(working.len() - 1);
                if laid && self.ties_hold(con, &bound, working, member, rng) {
                    break;
                }
                (self.cells, self.stages, *working) = (cells, stages, pieces);
                bound[member] = None;
            }
        }
    }

    fn ties_hold(
        &self,
        con: &crate::ets::Constraint,
        bound: &[Option<usize>],
        working: &mut [(ClassId, Piece)],
        member: usize,
        rng: &mut impl Rng,
    ) -> bool {
        con.ties.iter().filter(|tie| tie.members.contains(&member)).all(|tie| {
            let pieces: Vec<usize> = tie.members.iter().filter_map(|&member| bound[member]).collect();
            let (Label::Link(link), &[a, b]) = (tie.label, pieces.as_slice()) else { return true };
            let (mut one, mut other) = (working[a].1.clone(), working[b].1.clone());
            let holds = self.share(&mut one, &mut other, link, rng);
            (working[a].1, working[b].1) = (one, other);
            holds
        })
    }

    /// Stones put up, then those that come later, and the environment.
    fn game(&self, noise: f64, rng: &mut impl Rng) -> Option<Game> {
        let size = self.grid.size;
        let mut setup = Setup::new(size);
        let color = |at: &usize| self.cells.get(at).and_then(|cell| cell.color());
        for at in self.stages.first()? {
            setup.stones[color(at)?].insert(self.grid.point(*at));
        }
        for at in (0..self.grid.area()).filter(|at| !self.cells.contains_key(at)) {
            if chance(rng, noise) {
                setup.stones[if chance(rng, 0.5) { Color::Black } else { Color::White }].insert(self.grid.point(at));
            }
        }
        setup.board().ok()?;
        let mut game = Game::new(size);
        let root = game.root();
        let add = setup.stones;
        game.node_mut(root).setup = Some(Box::new(SetupChange { add, ..SetupChange::default() }));
        let mut at = root;
        let later = self.stages.iter().skip(1).flatten().filter_map(|at| Some((color(at)?, *at)));
        for (color, point) in later.chain(self.moves.iter().copied()) {
            at = game.add_move(at, color, Move::Play(self.grid.point(point)));
        }
        Some(game)
    }
}
