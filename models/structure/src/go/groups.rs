//! Level 2, as blocks and spaces come and go: every new element is tried as every member of every constraint whose
//! links it has, and what was begun goes on from there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use goban::{Board, Point, PointSet};

use super::cell::{Cell, Side};
use super::plan::{Form, Line1, ShapeId, link_index};
use super::recorder::{Body, Element1, Element2, OPEN, Recorder, append};
use crate::ets::{
    Class, ClassId, Constraint, ConstraintId, Follower, Id, Kind, Label, LinkId, Member, NodeId, Scene, Table, Tie,
};

/// An element of level 2.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run2 {
    pub(crate) class: ClassId,
    /// Its elements of level 1, in order.
    pub(crate) members: Vec<Element1>,
    pub(crate) begin: u32,
    pub(crate) end: u32,
}

/// The elements of level 2 and what is needed to follow them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Groups {
    pub(crate) runs: Table<Element2, Run2>,
    /// For each class what is known of its elements.
    followed: Table<ClassId, Followed>,
}

/// What is known of a class: how far its elements are, and which of them last.
#[derive(Clone, Default, Debug)]
struct Followed {
    follower: Follower,
    alive: BTreeMap<Vec<NodeId>, Element2>,
    /// The elements of level 1 whose end would change something.
    watched: BTreeSet<NodeId>,
}

/// What a change of level 1 does to level 2.
#[derive(Default, Debug)]
pub(crate) struct Effect {
    /// What begins: the class, and its elements of level 1.
    pub(crate) began: Vec<(ClassId, Vec<Element1>)>,
    /// What ends.
    pub(crate) over: Vec<Element2>,
    followers: Vec<(ClassId, Follower)>,
}

/// Elements of level 1 as nodes, under the same indices.
pub(crate) fn node(element: Element1) -> NodeId {
    NodeId::new(element.index()).expect("there are as many nodes as elements")
}

fn element(node: NodeId) -> Element1 {
    Element1::new(node.index()).expect("nodes are elements of level 1")
}

impl Groups {
    pub(crate) fn bytes(&self) -> usize {
        self.runs.iter().map(|run| size_of::<Run2>() + run.members.capacity() * 4).sum()
    }

    /// Takes note of what level 1 began and ended, and returns what level 2 did.
    pub(crate) fn follow(
        &mut self,
        recorder: &Recorder,
        now: u32,
        made: &[Element1],
        ended: &[Element1],
    ) -> (Vec<Element2>, Vec<Element2>) {
        if self.followed.is_empty() {
            self.followed = recorder.plan.level(2).classes.map(|_| Followed::default());
        }
        let effect = self.effect(recorder, made, ended);
        for &run in &effect.over {
            self.runs[run].end = now;
        }
        for (class, follower) in effect.followers {
            let followed = &mut self.followed[class];
            followed.watched = follower.watched();
            followed.follower = follower;
            followed.alive.retain(|_, run| self.runs[*run].end == OPEN);
        }
        let mut began = Vec::new();
        for (class, members) in effect.began {
            let nodes = members.iter().map(|&member| node(member)).collect();
            let run = append(&mut self.runs, Run2 { class, members, begin: now, end: OPEN });
            self.followed[class].alive.insert(nodes, run);
            began.push(run);
        }
        (began, effect.over)
    }

    /// What level 2 does when level 1, as it is now, began and ended these elements.
    pub(crate) fn effect(&self, recorder: &Recorder, made: &[Element1], ended: &[Element1]) -> Effect {
        let plan = &recorder.plan;
        let mut anchors: Anchors = HashMap::new();
        for &x in made {
            let trials = &plan.trials[recorder.runs1[x].class];
            if !trials.is_empty() {
                let links = recorder.links(x);
                for trial in trials.iter().filter(|trial| trial.may_hold(links)) {
                    anchors.entry(trial.class).or_default().entry(trial.con).or_default().push(x);
                }
            }
        }
        let memo = Memo::default();
        let mut effect = Effect::default();
        for (id, class) in plan.level(2).classes.entries() {
            let Some(followed) = self.followed.get(id.index()) else { continue };
            let anchors = anchors.get(&id);
            if anchors.is_none() && !ended.iter().any(|&over| followed.watched.contains(&node(over))) {
                continue;
            }
            let mut follower = followed.follower.clone();
            follower.follow(class, &Search { recorder, class, id, memo: &memo, anchors });
            let found = follower.elements(class);
            effect.over.extend(followed.alive.iter().filter(|(nodes, _)| !found.contains(nodes)).map(|(_, run)| *run));
            let fresh = found.into_iter().filter(|nodes| !followed.alive.contains_key(*nodes));
            effect.began.extend(fresh.map(|nodes| (id, nodes.iter().map(|&node| element(node)).collect())));
            effect.followers.push((id, follower));
        }
        effect
    }
}

/// For each class and constraint of level 2 the new elements of level 1 that may be its members.
type Anchors = HashMap<ClassId, HashMap<ConstraintId, Vec<Element1>>>;

/// Constraints of one shape that were found with an element, by the shape and the element.
type Memo = RefCell<HashMap<(ShapeId, Element1), Rc<Vec<Vec<Element1>>>>>;

/// Looks for constraints among the elements of level 1 that last now.
struct Search<'a> {
    recorder: &'a Recorder,
    class: &'a Class,
    id: ClassId,
    memo: &'a Memo,
    anchors: Option<&'a HashMap<ConstraintId, Vec<Element1>>>,
}

impl Scene for Search<'_> {
    fn begin(&self, node: NodeId) -> u32 {
        self.recorder.runs1[element(node)].begin
    }

    fn lasts(&self, node: NodeId) -> bool {
        self.recorder.runs1[element(node)].end == OPEN
    }

    fn begun(&self, con: ConstraintId) -> Vec<Vec<NodeId>> {
        let anchors = self.anchors.and_then(|anchors| anchors.get(&con));
        let mut found = Vec::new();
        for &x in anchors.into_iter().flatten() {
            found.extend(self.with(con, x).iter().map(|nodes| nodes.iter().map(|&member| node(member)).collect()));
        }
        found
    }

    fn added(&self, con: ConstraintId, working: &BTreeSet<NodeId>) -> Vec<Vec<NodeId>> {
        let constraint = &self.class.constraints[con];
        let mut found: BTreeSet<Vec<NodeId>> = BTreeSet::new();
        for &start in working {
            for nodes in self.with(con, element(start)).iter() {
                let nodes: Vec<NodeId> = nodes.iter().map(|&member| node(member)).collect();
                let adds = nodes.iter().any(|node| !working.contains(node));
                let given = |(member, node): (&Member, &NodeId)| !member.given || working.contains(node);
                if adds && constraint.members.iter().zip(&nodes).all(given) {
                    found.insert(nodes);
                }
            }
        }
        found.into_iter().collect()
    }
}

impl Search<'_> {
    /// All ways to find a constraint one of whose members is this element.
    fn with(&self, con: ConstraintId, start: Element1) -> Rc<Vec<Vec<Element1>>> {
        let key = (self.recorder.plan.shapes[self.id][con], start);
        if let Some(found) = self.memo.borrow().get(&key) {
            return Rc::clone(found);
        }
        let con = &self.class.constraints[con];
        let kind = Kind::Class(self.recorder.runs1[start].class);
        let mut found = Vec::new();
        let mut bound = vec![None; con.members.len()];
        for member in (0..con.members.len()).filter(|&member| con.members[member].kind.takes(kind)) {
            bound[member] = Some(start);
            self.bind(con, &mut bound, &mut found);
            bound[member] = None;
        }
        let found = Rc::new(found);
        self.memo.borrow_mut().insert(key, Rc::clone(&found));
        found
    }

    fn bind(&self, con: &Constraint, bound: &mut Vec<Option<Element1>>, found: &mut Vec<Vec<Element1>>) {
        let open = |tie: &Tie| {
            let open = tie.members.iter().find(|&&member| bound[member].is_none())?;
            let near = tie.members.iter().find_map(|&member| bound[member])?;
            let is_first = tie.members.first() != Some(open);
            Some((*open, near, tie.label, is_first))
        };
        // Spaces have few partners, large blocks have many.
        let is_block =
            |(_, near, ..): &(usize, Element1, Label, bool)| matches!(self.recorder.runs1[*near].body, Body::Block(_));
        let Some((member, near, label, is_first)) = con.ties.iter().filter_map(open).min_by_key(is_block) else {
            let nodes: Vec<Element1> = bound.iter().flatten().copied().collect();
            if nodes.len() == bound.len() && self.ties_hold(con, bound) {
                found.push(nodes);
            }
            return;
        };
        let kind = con.members[member].kind;
        for node in self.recorder.partners(near, label, kind, is_first) {
            if bound.contains(&Some(node)) {
                continue;
            }
            bound[member] = Some(node);
            if self.ties_hold(con, bound) {
                self.bind(con, bound, found);
            }
            bound[member] = None;
        }
    }

    /// Whether the ties hold whose members are all known. Members must last now, but those that became others.
    fn ties_hold(&self, con: &Constraint, bound: &[Option<Element1>]) -> bool {
        let lasts = |(member, node): (usize, &Option<Element1>)| {
            node.is_none_or(|node| self.recorder.runs1[node].end == OPEN || con.is_gone(member))
        };
        bound.iter().enumerate().all(lasts)
            && con.ties.iter().all(|tie| {
                let Label::Link(link) = tie.label else {
                    return match *tie.members.as_slice() {
                        [a, b] => {
                            let (Some(a), Some(b)) = (bound[a], bound[b]) else { return true };
                            self.recorder.became(a, b)
                        }
                        _ => false,
                    };
                };
                if let [a, b] = *tie.members.as_slice() {
                    let (Some(a), Some(b)) = (bound[a], bound[b]) else { return true };
                    return self.recorder.shares(a, b, link);
                }
                let nodes: Option<Vec<Element1>> = tie.members.iter().map(|&member| bound[member]).collect();
                let Some(nodes) = nodes else { return true };
                let first = self.recorder.shared_spots(nodes[0], nodes[1], link);
                first.iter().any(|spot| {
                    let all = |a: Element1, b: Element1| self.recorder.shared_spots(a, b, link).contains(spot);
                    nodes.iter().enumerate().all(|(i, &b)| nodes[..i].iter().all(|&a| all(a, b)))
                })
            })
    }
}

/// Two spaces: their classes, the links that they share, and the points of both.
type SharedBy = ([ClassId; 2], Vec<LinkId>, PointSet);

impl Recorder {
    /// The pairs of spaces that share a link, a side of a stone or an empty point, of which a move that is only tried would make
    /// one at least.
    pub(crate) fn pairs_made(&self, point: Point, captured: PointSet, board: &Board) -> Vec<SharedBy> {
        let (next, made, _) = self.tried(point, captured, board);
        let is_space = |run: &Element1| matches!(next.runs1[*run].body, Body::Space { .. });
        let links = || next.plan.lines1.entries().filter(|(_, line)| matches!(line, Line1::Side(..) | Line1::Cell(_)));
        let mut pairs = Vec::new();
        for &x in made.iter().filter(|run| is_space(run)) {
            for y in next.touching(x, Kind::Any).into_iter().filter(is_space) {
                // A pair that is made whole is met from both ends.
                if y < x && made.contains(&y) {
                    continue;
                }
                let shared: Vec<LinkId> =
                    links().map(|(link, _)| link).filter(|&link| next.shares(x, y, link)).collect();
                if !shared.is_empty() {
                    let classes = [x, y].map(|run| next.runs1[run].class);
                    pairs.push((classes, shared, next.points1(x) | next.points1(y)));
                }
            }
        }
        pairs
    }

    /// The elements of a kind of level 1 that last now and touch this one, among them all that share this with it.
    /// Where the two differ, `is_first` says which one it is.
    fn partners(&self, run: Element1, label: Label, kind: Kind, is_first: bool) -> Vec<Element1> {
        let Label::Link(link) = label else {
            let fits = |other: &Element1| kind.takes(Kind::Class(self.runs1[*other].class));
            return self.turned(run, is_first).filter(fits).collect();
        };
        let Line1::Side(_, _, side) = self.plan.lines1[link] else { return self.touching(run, kind) };
        let mut spots = Vec::new();
        self.each_held_side(run, Some(side), |at, side| {
            if self.is_link(link, at, side) {
                spots.push(at);
            }
            false
        });
        self.others_at(spots.into_iter(), run, kind)
    }

    /// The elements of a kind of level 1 that last now and touch this one.
    pub(crate) fn touching(&self, run: Element1, kind: Kind) -> Vec<Element1> {
        match self.runs1[run].body {
            Body::Space { pattern, at } => {
                let cells = self.plan.patterns[pattern].cells.iter().filter(|(_, cell)| *cell != Cell::Edge);
                self.others_at(cells.filter_map(|(offset, _)| self.grid.offset(at.index(), *offset)), run, kind)
            }
            Body::Block(block) => {
                let around = self.blocks[block].grown() & self.grid.size.all_points();
                self.others_at(around.iter().map(|point| self.grid.size.index(point)), run, kind)
            }
        }
    }

    /// The other elements of a kind that last on some points, each once.
    fn others_at(&self, spots: impl Iterator<Item = usize>, run: Element1, kind: Kind) -> Vec<Element1> {
        let fits = |other: &Element1| *other != run && kind.takes(Kind::Class(self.runs1[*other].class));
        let mut others: Vec<Element1> = spots.flat_map(|at| self.alive_at[at].iter().copied()).filter(fits).collect();
        others.sort_unstable();
        others.dedup();
        others
    }

    /// Calls `tell` with the points of an element of level 1 and the sides on which it holds the line too, until that
    /// returns true. Returns whether it did.
    fn each_held_side(&self, run: Element1, only: Option<Side>, mut tell: impl FnMut(usize, Side) -> bool) -> bool {
        let wanted = |side: Side| only.is_none_or(|only| only == side);
        match self.runs1[run].body {
            Body::Space { pattern, at } => self.plan.held_sides[pattern]
                .iter()
                .filter(|(_, side)| wanted(*side))
                .any(|(offset, side)| self.grid.offset(at.index(), *offset).is_some_and(|at| tell(at, *side))),
            Body::Block(block) => self.blocks[block].iter().any(|point| {
                let at = self.grid.size.index(point);
                let mut sides = Side::ALL.into_iter().filter(|side| wanted(*side));
                sides.any(|side| self.has_line(run, self.grid.line(at, side)) && tell(at, side))
            }),
        }
    }

    /// Whether what is on a point and on a side of it is this link, a cell with a pair.
    fn is_link(&self, link: LinkId, at: usize, side: Side) -> bool {
        self.plan.link_at[self.link_index(at, side)][link]
    }

    fn link_index(&self, at: usize, side: Side) -> usize {
        let there = self.grid.beside(at, side).map_or(Cell::Edge, |near| self.cell(near));
        link_index(side, self.cell(at), there)
    }

    /// The links of the first 64 that an element of level 1 could share with others, a bit for each.
    fn links(&self, run: Element1) -> u64 {
        let mut links = 0;
        self.each_held_side(run, None, |at, side| {
            links |= self.plan.links[self.link_index(at, side)];
            false
        });
        links
    }

    /// Whether an element of level 1 holds the element of level 0 on this point.
    fn has_point(&self, run: Element1, at: usize) -> bool {
        match self.runs1[run].body {
            Body::Space { pattern, at: anchor } => self.plan.patterns[pattern]
                .points
                .iter()
                .any(|offset| self.grid.offset(anchor.index(), *offset) == Some(at)),
            Body::Block(block) => self.blocks[block].contains(self.grid.point(at)),
        }
    }

    /// Whether an element of level 1 holds the element of level 0 on this line, as the board is now.
    pub(crate) fn has_line(&self, run: Element1, line: usize) -> bool {
        let super::recorder::Run1 { class, body, .. } = self.runs1[run];
        match body {
            Body::Space { pattern, at } => self.plan.patterns[pattern]
                .lines
                .iter()
                .any(|(offset, side)| self.line_near(at.index(), *offset, *side) == Some(line)),
            Body::Block(block) => {
                let (at, _, near) = self.grid.ends(line);
                let holds = |at: usize| self.blocks[block].contains(self.grid.point(at));
                let form = |form: &&super::plan::BlockForm| form.class == class;
                (holds(at) || near.is_some_and(holds))
                    && self.plan.blocks.iter().find(form).is_some_and(|form| form.carries_line[self.pair_index(line)])
            }
        }
    }

    /// The line on the right or lower side of a point near an anchor; the point itself may be off the board.
    pub(crate) fn line_near(&self, anchor: usize, offset: (i8, i8), side: Side) -> Option<usize> {
        match self.grid.offset(anchor, offset) {
            Some(at) => Some(self.grid.line(at, side)),
            None => {
                let (x, y) = side.step();
                let other = self.grid.offset(anchor, (offset.0 + x, offset.1 + y))?;
                Some(self.grid.line(other, side.opposite()))
            }
        }
    }

    /// The points and lines of an element of level 1 that are near another: where they can share something.
    pub(crate) fn spots(&self, run: Element1) -> (Vec<usize>, Vec<usize>) {
        match self.runs1[run].body {
            Body::Space { pattern, at } => {
                let pattern = &self.plan.patterns[pattern];
                let points = pattern.points.iter().filter_map(|offset| self.grid.offset(at.index(), *offset)).collect();
                let lines = pattern
                    .lines
                    .iter()
                    .filter_map(|(offset, side)| self.line_near(at.index(), *offset, *side))
                    .collect();
                (points, lines)
            }
            Body::Block(block) => {
                let points: Vec<usize> = self.blocks[block].iter().map(|point| self.grid.size.index(point)).collect();
                let mut lines: Vec<usize> =
                    points.iter().flat_map(|&at| Side::ALL.map(|side| self.grid.line(at, side))).collect();
                lines.sort_unstable();
                lines.dedup();
                lines.retain(|line| self.has_line(run, *line));
                (points, lines)
            }
        }
    }

    /// Where two elements of level 1 share this link now. Points have their indices; those of lines come after all
    /// points, and that of the play that made a block after all lines.
    pub(crate) fn shared_spots(&self, a: Element1, b: Element1, link: LinkId) -> Vec<usize> {
        // Spaces are small: begin with one of them if there is one.
        let (a, b) = if matches!(self.runs1[a].body, Body::Block(_)) { (b, a) } else { (a, b) };
        let (points, lines) = self.spots(a);
        let side_holds = |at: usize, cell: ClassId, pair: ClassId, side: Side| {
            let line = self.grid.line(at, side);
            self.plan.forms[cell] == Form::Stays(self.cell(at))
                && self.pair_classes(&self.plan, line).contains(&pair)
                && lines.contains(&line)
                && self.has_line(b, line)
        };
        let shared: Vec<usize> = points.iter().copied().filter(|&at| self.has_point(b, at)).collect();
        match self.plan.lines1[link] {
            Line1::Side(cell, pair, side) => {
                shared.into_iter().filter(|&at| side_holds(at, cell, pair, side)).collect()
            }
            Line1::Whole | Line1::Cell(_) => {
                // An element that is part of a shared pair counts there.
                let mut paired_points = Vec::new();
                let mut paired_lines = Vec::new();
                for line in &self.plan.lines1 {
                    let Line1::Side(cell, pair, side) = *line else { continue };
                    for &at in shared.iter().filter(|&&at| side_holds(at, cell, pair, side)) {
                        paired_points.push(at);
                        paired_lines.push(self.grid.line(at, side));
                    }
                }
                let whole_points = shared.iter().copied().filter(|at| !paired_points.contains(at));
                if let Line1::Cell(cell) = self.plan.lines1[link] {
                    return whole_points.filter(|&at| self.plan.forms[cell] == Form::Stays(self.cell(at))).collect();
                }
                let area = self.grid.area();
                let whole_lines = lines
                    .iter()
                    .copied()
                    .filter(|line| self.has_line(b, *line) && !paired_lines.contains(line))
                    .map(|line| line + area);
                let same_play = match (self.runs1[a].body, self.runs1[b].body) {
                    (Body::Block(one), Body::Block(other)) if one == other && self.played[one] => Some(5 * area),
                    _ => None,
                };
                whole_points.chain(whole_lines).chain(same_play).collect()
            }
            Line1::Other => Vec::new(),
        }
    }

    /// Whether two elements of level 1 that last now share this link.
    pub(crate) fn shares(&self, a: Element1, b: Element1, link: LinkId) -> bool {
        let Line1::Side(_, _, side) = self.plan.lines1[link] else {
            return !self.shared_spots(a, b, link).is_empty();
        };
        let (a, b) = if matches!(self.runs1[a].body, Body::Block(_)) { (b, a) } else { (a, b) };
        self.each_held_side(a, Some(side), |at, side| {
            self.is_link(link, at, side) && self.has_point(b, at) && self.has_line(b, self.grid.line(at, side))
        })
    }
}
