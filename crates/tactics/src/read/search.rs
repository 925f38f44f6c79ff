//! Depth-first proof-number search (A. Nagai, 2002) for any question that one side wants to answer with yes and the other with no.
//!
//! Proof-number search counts the ways that are left to prove and to disprove a position and follows the shortest. Numbers of several children
//! are not summed up but taken as the greatest and one for every other one (T. Ueda and others: Weak proof-number search, 2008), because
//! the same stones come about in many orders on a Go board.
//!
//! Both sides may play anywhere, but few moves matter. Each side begins with those that suggest themselves. A proof that one of them is not enough
//! has a zone, the points where another stone of the losing side could make a difference; when all have failed, the points of these zones
//! are tried as well, and then nothing is left that could help (T. Thomsen: Lambda-search in game trees, 2000; C.-C. Shih and others: A novel
//! approach to solving goal-achieving problems for board games, 2022).

use goban::{Color, Move, Point, PointSet};

use super::field::{Field, mixed};
use super::table::{Known, NEVER, Numbers, Table};

/// A question about a position. The seeker wants the answer yes, the other side no.
pub(crate) trait Goal {
    /// Who wants it.
    fn seeker(&self) -> Color;

    /// The answer, if it can be told without reading.
    fn judge(&self, field: &Field, to_move: Color) -> Option<bool>;

    /// The moves worth trying, best first; passing is not among them.
    fn moves(&self, field: &Field, to_move: Color, moves: &mut Vec<Point>);

    /// The points on which an answer that can be told rests: a stone of the side that lost anywhere else leaves it as it is.
    fn zone(&self, field: &Field, reached: bool) -> PointSet;

    /// How many moves suggest themselves to a side.
    fn natural(&self, _: Color) -> usize {
        NATURAL
    }

    /// Whether a point is in play for a side at all.
    fn allows(&self, color: Color, point: Point) -> bool;

    /// How far it seems to a yes and to a no, at least 1 each.
    fn estimate(&self, field: &Field, to_move: Color) -> Numbers;
}

/// Who may retake a ko at once, as if there were a threat for it. There are [`MOST_THREATS`] of them in a line of play: enough to win a ko or two, not to fight one
/// for ever that cannot be ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Threats {
    Nobody,
    Of(Color),
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) struct End {
    /// The answer; none when the bound was met.
    pub(crate) reached: Option<bool>,
    /// What it looks like, answered or not.
    pub(crate) guess: bool,
    /// The best first move.
    pub(crate) first: Option<Move>,
    pub(crate) line: Vec<(Color, Move)>,
    /// Whether a ko stood in anybody's way.
    pub(crate) met_ko: bool,
}

const MAX_DEPTH: usize = 90;
/// How many threats a side has that wins its kos.
const MOST_THREATS: u32 = 2;
/// Chains of the seeker with so few liberties may be put in danger by the free moves that the other side has.
const SCARCE: usize = 3;
/// How many moves suggest themselves.
const NATURAL: usize = 7;

#[derive(Clone, Copy)]
struct Child {
    mv: Move,
    numbers: Numbers,
    work: u32,
    /// The depth of the earliest position on the way here that the numbers depend on; [`usize::MAX`] for none.
    depends: usize,
    /// Whether it may be settled otherwise if somebody else wins kos.
    ko: bool,
    /// Once it is settled: where a stone of the side that lost could make a difference.
    zone: PointSet,
}

/// What was found about a position.
struct Found {
    numbers: Numbers,
    depends: usize,
    ko: bool,
    zone: PointSet,
}

pub(crate) struct Search<'f> {
    pub(crate) field: &'f mut Field,
    pub(crate) table: Table,
    pub(crate) nodes: usize,
    pub(crate) most_nodes: usize,
    threats: Threats,
    /// How many threats were spent on the way here.
    spent: u32,
    /// Whether each move on the way here was paid for with a threat.
    paid: Vec<bool>,
    met_ko: bool,
    /// Whether a line was cut off because it was too long.
    cut_off: bool,
    path: Vec<u64>,
    /// Identifies the set of positions on the path.
    path_key: u64,
    /// Whether anything was stored that holds for one path only.
    path_dependent: bool,
    salt: u64,
    /// The same for what holds whoever wins kos.
    common_salt: u64,
    first: Option<Move>,
}

impl<'f> Search<'f> {
    pub(crate) fn new(field: &'f mut Field, most_nodes: usize, table: Table) -> Search<'f> {
        Search {
            field,
            table,
            nodes: 0,
            most_nodes,
            threats: Threats::Nobody,
            spent: 0,
            paid: Vec::new(),
            met_ko: false,
            cut_off: false,
            path: Vec::new(),
            path_key: 0,
            path_dependent: false,
            salt: 0,
            common_salt: 0,
            first: None,
        }
    }

    fn is_spent(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Answers a question when `first` moves first. What is found stays in the table for other questions with the same goal, which the
    /// caller keeps apart by a number.
    pub(crate) fn run(&mut self, goal: &mut impl Goal, first: Color, threats: Threats, question: u64) -> End {
        self.threats = threats;
        self.met_ko = false;
        self.cut_off = false;
        self.path.clear();
        self.path_key = 0;
        self.first = None;
        // Far from the numbers that the keys of stones are made of.
        let salt = |who_wins_kos: u64| mixed(0x7175_0000 + question * 4 + who_wins_kos);
        self.salt = salt(match threats {
            Threats::Nobody => 0,
            Threats::Of(Color::Black) => 1,
            Threats::Of(Color::White) => 2,
        });
        self.common_salt = salt(3);
        let most = Numbers { proof: NEVER - 1, disproof: NEVER - 1 };
        let Found { numbers, ko, .. } = self.look(goal, first, most);
        let reached = match numbers {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } if !self.cut_off => Some(false),
            _ => None,
        };
        let guess = numbers.proof < numbers.disproof;
        let line = self.line(goal, first);
        End { reached, guess, first: self.first, line, met_ko: self.met_ko && ko }
    }

    /// Answers the same question after a move of the side that moves first, if that is allowed, with all kos lost to it.
    pub(crate) fn run_after(&mut self, goal: &mut impl Goal, side: Color, mv: Move, question: u64) -> Option<End> {
        self.threats = Threats::Of(!side);
        if !self.play(side, mv) {
            return None;
        }
        let end = self.run(goal, !side, Threats::Of(!side), question);
        self.undo();
        Some(end)
    }

    fn key(&self, to_move: Color) -> u64 {
        let spent = if self.spent == 0 { 0 } else { mixed(0x7370_0000 + u64::from(self.spent)) };
        self.position_key(to_move) ^ self.salt ^ spent
    }

    /// The place of what holds whoever wins kos.
    fn common_key(&self, to_move: Color) -> u64 {
        self.position_key(to_move) ^ self.common_salt
    }

    fn position_key(&self, to_move: Color) -> u64 {
        self.field.hash() ^ if to_move == Color::Black { 0 } else { 0x5bd1_e995_9d1a_2f63 }
    }

    /// Plays if that is allowed.
    fn play(&mut self, color: Color, mv: Move) -> bool {
        let mut pays = false;
        match mv {
            Move::Pass => self.field.pass(color),
            Move::Play(point) => {
                if !self.field.has_room(color, point) {
                    return false;
                }
                if self.field.ko() == Some(point) {
                    self.met_ko = true;
                    if self.threats != Threats::Of(color) || self.spent >= MOST_THREATS {
                        return false;
                    }
                    pays = true;
                }
                self.field.play(color, point);
                self.met_ko |= self.field.ko().is_some();
            }
        }
        self.spent += u32::from(pays);
        self.paid.push(pays);
        true
    }

    fn undo(&mut self) {
        self.field.undo();
        self.spent -= u32::from(self.paid.pop().unwrap_or(false));
    }

    /// The children to begin with: the moves that suggest themselves, and the pass of the side that hinders.
    fn children(&mut self, goal: &mut impl Goal, to_move: Color, children: &mut Vec<Child>) {
        let seeks = to_move == goal.seeker();
        let mut points = Vec::with_capacity(32);
        goal.moves(self.field, to_move, &mut points);
        points.truncate(goal.natural(to_move));
        // Whoever may not take a ko back can wait, to see whether the other side is able to end it.
        let waits = self.field.ko().is_some() && self.threats == Threats::Of(!to_move);
        let pass = (!seeks || waits).then_some(Move::Pass);
        for mv in points.into_iter().map(Move::Play).chain(pass) {
            let Some(child) = self.child(goal, to_move, mv) else { continue };
            children.push(child);
            if child.depends == usize::MAX && (if seeks { child.numbers.proof } else { child.numbers.disproof }) == 0 {
                break;
            }
        }
    }

    /// Once it is proved that none of the moves so far is enough: the others that could make a difference to one of the proofs.
    fn widen(&mut self, goal: &mut impl Goal, to_move: Color, children: &mut Vec<Child>) {
        let seeks = to_move == goal.seeker();
        let tried: PointSet = children.iter().filter_map(|child| child.mv.point()).collect();
        let zone = children.iter().fold(PointSet::EMPTY, |zone, child| zone | child.zone);
        for point in (zone & self.field.empty()) - tried {
            if !goal.allows(to_move, point) {
                continue;
            }
            let Some(child) = self.child(goal, to_move, point.into()) else { continue };
            children.push(child);
            if child.depends == usize::MAX && (if seeks { child.numbers.proof } else { child.numbers.disproof }) == 0 {
                break;
            }
        }
    }

    fn child(&mut self, goal: &mut impl Goal, to_move: Color, mv: Move) -> Option<Child> {
        if !self.play(to_move, mv) {
            return None;
        }
        let key = self.key(!to_move);
        let common_key = self.common_key(!to_move);
        let mut child =
            Child { mv, numbers: Numbers::FAILED, work: 0, depends: usize::MAX, ko: true, zone: PointSet::EMPTY };
        if let Some(depth) = self.path.iter().position(|&before| before == key) {
            // What comes again goes on for ever, and the seeker has not got what it wants.
            child.depends = depth;
        } else if let Some(known) = self.table.get(common_key) {
            (child.numbers, child.work, child.zone) = (known.numbers, known.work, known.zone);
            child.ko = false;
        } else if let Some(known) = self.table.get(key) {
            (child.numbers, child.work, child.zone) = (known.numbers, known.work, known.zone);
        } else if let Some(known) = self.path_dependent.then(|| self.table.get(key ^ self.path_key)).flatten() {
            (child.numbers, child.work, child.zone) = (known.numbers, known.work, known.zone);
            child.depends = 0;
        } else {
            self.nodes += 1;
            match goal.judge(self.field, !to_move) {
                Some(yes) => {
                    child.numbers = if yes { Numbers::REACHED } else { Numbers::FAILED };
                    child.zone = self.with_scarce(goal, yes, goal.zone(self.field, yes));
                    child.ko = false;
                    self.table.put(common_key, Known { numbers: child.numbers, work: 1, zone: child.zone });
                }
                None => child.numbers = goal.estimate(self.field, !to_move),
            }
        }
        self.undo();
        Some(child)
    }

    /// A zone with what may become of the winner's chains around it.
    fn with_scarce(&self, goal: &impl Goal, reached: bool, mut zone: PointSet) -> PointSet {
        let winner = if reached { goal.seeker() } else { !goal.seeker() };
        for chain in self.field.chains_around(zone, winner) {
            if chain.n_liberties <= SCARCE {
                zone |= chain.liberties;
            }
        }
        zone
    }

    /// Looks at the position until one of its numbers reaches the bound. Gives them, and the depth that they depend on.
    fn look(&mut self, goal: &mut impl Goal, to_move: Color, bound: Numbers) -> Found {
        let depth = self.path.len();
        let key = self.key(to_move);
        let before = self.nodes;
        self.nodes += 1;
        if depth >= MAX_DEPTH {
            self.cut_off = true;
            return Found { numbers: Numbers::FAILED, depends: 0, ko: true, zone: PointSet::EMPTY };
        }
        let seeks = to_move == goal.seeker();
        let outer_key = self.path_key;
        self.path.push(key);
        self.path_key ^= mixed(key);
        let mut children = Vec::with_capacity(24);
        self.children(goal, to_move, &mut children);
        let numbers = loop {
            let (mut numbers, mut best, mut second) = summary(&children, seeks);
            if (if seeks { numbers.disproof } else { numbers.proof }) == 0 && goal.natural(to_move) < usize::MAX {
                self.widen(goal, to_move, &mut children);
                (numbers, best, second) = summary(&children, seeks);
            }
            if numbers.is_settled()
                || numbers.proof >= bound.proof
                || numbers.disproof >= bound.disproof
                || self.is_spent()
            {
                if depth == 0 {
                    self.first = best.map(|i| children[i].mv);
                }
                break numbers;
            }
            let Some(i) = best else { break numbers };
            let child = children[i];
            // A little beyond the second best, so that the search does not jump to and fro.
            let enough = second + second / 4 + 1;
            let bound = if seeks {
                Numbers {
                    proof: bound.proof.min(enough),
                    disproof: (bound.disproof - numbers.disproof).saturating_add(child.numbers.disproof),
                }
            } else {
                Numbers {
                    proof: (bound.proof - numbers.proof).saturating_add(child.numbers.proof),
                    disproof: bound.disproof.min(enough),
                }
            };
            self.play(to_move, child.mv);
            let started = self.nodes;
            let found = self.look(goal, !to_move, bound);
            self.undo();
            let child = &mut children[i];
            (child.numbers, child.depends, child.ko, child.zone) = (found.numbers, found.depends, found.ko, found.zone);
            child.work = child.work.saturating_add((self.nodes - started) as u32);
        };
        let depends = depends_on(&children, numbers, seeks);
        let mut ko = true;
        let zone = if numbers.is_settled() {
            let reached = numbers.proof == 0;
            let zone = if reached == seeks {
                let winner = children.iter().find(|child| child.numbers == numbers && child.depends == depends);
                let retakes = |child: &Child| child.mv.point().is_some_and(|point| self.field.ko() == Some(point));
                ko = winner.is_none_or(|child| child.ko || retakes(child));
                winner.map_or(PointSet::EMPTY, |child| child.zone | child.mv.point().into_iter().collect())
            } else {
                ko = self.field.ko().is_some() || children.iter().any(|child| child.ko);
                children.iter().fold(PointSet::EMPTY, |zone, child| zone | child.zone)
            };
            self.with_scarce(goal, reached, zone)
        } else {
            PointSet::EMPTY
        };
        self.path.pop();
        self.path_key = outer_key;
        let work = (self.nodes - before).min(u32::MAX as usize) as u32;
        let (key, depends) = if numbers.disproof == 0 && depends < depth {
            self.path_dependent = true;
            ko = true;
            (key ^ outer_key, depends)
        } else {
            (if ko { key } else { self.common_key(to_move) }, usize::MAX)
        };
        self.table.put(key, Known { numbers, work, zone });
        Found { numbers, depends, ko, zone }
    }

    /// The moves that show the answer, as far as the table remembers them.
    fn line(&mut self, goal: &mut impl Goal, first: Color) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut to_move = first;
        let mut next = self.first;
        self.path.clear();
        self.path_key = 0;
        while let Some(mv) = next {
            self.path.push(self.key(to_move));
            if !self.play(to_move, mv) {
                break;
            }
            line.push((to_move, mv));
            to_move = !to_move;
            if line.len() >= MAX_DEPTH || goal.judge(self.field, to_move).is_some() {
                break;
            }
            let known = self.table.get(self.common_key(to_move)).or_else(|| self.table.get(self.key(to_move)));
            let Some(Known { numbers, .. }) = known else { break };
            if !numbers.is_settled() {
                break;
            }
            let mut children = Vec::new();
            self.children(goal, to_move, &mut children);
            let seeks = to_move == goal.seeker();
            let wins = (numbers.proof == 0) == seeks;
            let fits = |child: &&Child| {
                child.depends == usize::MAX
                    && child.numbers.is_settled()
                    && (child.numbers.proof == 0) == (numbers.proof == 0)
            };
            let best = if wins {
                children.iter().find(fits)
            } else {
                // The losing side holds out where it took most work to show that it loses.
                children.iter().filter(fits).rev().max_by_key(|child| child.work)
            };
            next = best.map(|child| child.mv);
        }
        for _ in &line {
            self.undo();
        }
        // A pass at the end says nothing.
        while line.last().is_some_and(|(_, mv)| *mv == Move::Pass) {
            line.pop();
        }
        line
    }
}

/// The numbers of a position from those of its children, the child to look at next, and the number of the second best.
fn summary(children: &[Child], seeks: bool) -> (Numbers, Option<usize>, u32) {
    let own = |child: &Child| if seeks { child.numbers.proof } else { child.numbers.disproof };
    let other = |child: &Child| if seeks { child.numbers.disproof } else { child.numbers.proof };
    let (mut best, mut least, mut second) = (None, NEVER, NEVER);
    let (mut greatest, mut open) = (0, 0u32);
    for (i, child) in children.iter().enumerate() {
        let n = own(child);
        if n < least || best.is_none() {
            (best, second, least) = (Some(i), if best.is_none() { NEVER } else { least }, n);
        } else if n < second {
            second = n;
        }
        if other(child) > 0 {
            greatest = greatest.max(other(child));
            open += 1;
        }
    }
    let hard = if least == 0 {
        NEVER
    } else if open == 0 {
        0
    } else {
        (greatest + open - 1).min(NEVER)
    };
    let numbers =
        if seeks { Numbers { proof: least, disproof: hard } } else { Numbers { proof: hard, disproof: least } };
    (numbers, best, second)
}

/// The depth that a disproof depends on. The other numbers depend on nothing that matters: a proof never rests on a repetition.
fn depends_on(children: &[Child], numbers: Numbers, seeks: bool) -> usize {
    if numbers.disproof != 0 {
        return usize::MAX;
    }
    let failed = children.iter().filter(|child| child.numbers.disproof == 0).map(|child| child.depends);
    if seeks { failed.min().unwrap_or(usize::MAX) } else { failed.max().unwrap_or(usize::MAX) }
}
