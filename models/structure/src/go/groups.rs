//! Level 2, as blocks and spaces come and go: every new element is tried in every place of every constraint.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::cell::{Cell, Side};
use super::plan::{Form, Line1, Plan};
use super::recorder::{Body, OPEN, Recorder};
use crate::ets::{Class, Constraint, Kind, Label, Times};

/// An element of level 2.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Run2 {
    pub(crate) class: u16,
    /// Its elements of level 1, in order.
    pub(crate) members: Vec<u32>,
    pub(crate) begin: u32,
    pub(crate) end: u32,
}

/// An element with a history that has not come to its end.
#[derive(Clone, Debug)]
struct Partial {
    class: usize,
    /// How many rounds of its steps are done.
    done: usize,
    members: Vec<u32>,
}

/// The elements of level 2 and what is needed to follow them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Groups {
    pub(crate) runs: Vec<Run2>,
    /// The elements of level 2 that end with an element of level 1.
    held_by: HashMap<u32, Vec<u32>>,
    partials: Vec<Partial>,
    /// For each class of level 1 the constraints that have it: class of level 2 and constraint.
    with_kind: Vec<Vec<(u16, u16)>>,
}

/// The steps of a class, one for each time it is done.
fn rounds(class: &Class) -> Vec<&crate::ets::Step> {
    let times = |step: &crate::ets::Step| if let Times::Exactly(n) = step.times { n } else { 0 };
    class.steps.iter().flat_map(|step| std::iter::repeat_n(step, times(step))).collect()
}

impl Groups {
    pub(crate) fn new(plan: &Plan) -> Groups {
        let mut with_kind = vec![Vec::new(); plan.level(1).classes.len()];
        for (place, class) in plan.level(2).classes.iter().enumerate() {
            let used: BTreeSet<usize> = class.steps.iter().flat_map(|step| &step.items).flatten().copied().collect();
            for con in used {
                let kinds: BTreeSet<Kind> = class.constraints[con].members.iter().map(|member| member.kind).collect();
                for kind in kinds {
                    match kind {
                        Kind::Of(kind) => with_kind[kind].push((place as u16, con as u16)),
                        Kind::Any => with_kind.iter_mut().for_each(|list| list.push((place as u16, con as u16))),
                    }
                }
            }
        }
        Groups { with_kind, ..Groups::default() }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.runs.iter().map(|run| size_of::<Run2>() + run.members.capacity() * 4).sum()
    }

    /// Takes note of what level 1 began and ended; tells what level 2 did.
    pub(crate) fn follow(
        &mut self,
        recorder: &Recorder,
        now: u32,
        made: Range<u32>,
        ended: &[u32],
    ) -> (Vec<u32>, Vec<u32>) {
        let mut over = Vec::new();
        for member in ended {
            for run in self.held_by.remove(member).unwrap_or_default() {
                if self.runs[run as usize].end == OPEN {
                    self.runs[run as usize].end = now;
                    over.push(run);
                }
            }
        }
        let level = recorder.plan.level(2);
        let mut found: Vec<(usize, Vec<u32>, Vec<u32>)> = Vec::new();
        let mut seen: HashSet<(usize, Vec<u32>)> = HashSet::new();
        let mut fresh_partials = Vec::new();
        for x in made {
            let kind = usize::from(recorder.runs1[x as usize].class);
            for &(place, con) in &self.with_kind[kind] {
                let (place, con) = (usize::from(place), usize::from(con));
                let class = &level.classes[place];
                let search = Search { recorder, class };
                if class.has_history() {
                    continue;
                }
                let rounds = rounds(class);
                for (i, round) in rounds.iter().enumerate() {
                    for row in round.items.iter().filter(|row| row.first() == Some(&con) || row.contains(&con)) {
                        for first in search.embeddings(&class.constraints[con], Some(x), &[]) {
                            let mut rest: Vec<Vec<usize>> =
                                vec![row.iter().copied().filter(|other| *other != con).collect()];
                            rest.retain(|row| !row.is_empty());
                            let others: Vec<usize> = (0..rounds.len()).filter(|other| *other != i).collect();
                            search.complete(&rounds, &rest, &others, sorted(first), &mut |members| {
                                if seen.insert((place, members.to_vec())) {
                                    found.push((place, members.to_vec(), members.to_vec()));
                                }
                            });
                        }
                    }
                }
            }
            self.histories(recorder, x, &mut seen, &mut found, &mut fresh_partials);
        }
        self.partials.extend(fresh_partials);
        // Partials none of whose elements last can never go on.
        self.partials
            .retain(|partial| partial.members.iter().any(|&member| recorder.runs1[member as usize].end == OPEN));
        let mut began = Vec::new();
        for (class, members, holding) in found {
            let run = self.runs.len() as u32;
            self.runs.push(Run2 { class: class as u16, members, begin: now, end: OPEN });
            for member in holding {
                self.held_by.entry(member).or_default().push(run);
            }
            began.push(run);
        }
        (began, over)
    }

    /// Classes with a history: partials that `x` brings a step further, and those that begin with it.
    fn histories(
        &self,
        recorder: &Recorder,
        x: u32,
        seen: &mut HashSet<(usize, Vec<u32>)>,
        found: &mut Vec<(usize, Vec<u32>, Vec<u32>)>,
        fresh: &mut Vec<Partial>,
    ) {
        let level = recorder.plan.level(2);
        let mut open: Vec<Partial> = level
            .classes
            .iter()
            .enumerate()
            .filter(|(_, class)| class.has_history())
            .map(|(class, _)| Partial { class, done: 0, members: Vec::new() })
            .chain(self.partials.iter().cloned())
            .chain(fresh.iter().cloned())
            .collect();
        while let Some(partial) = open.pop() {
            let class = &level.classes[partial.class];
            let rounds = rounds(class);
            let Some(round) = rounds.get(partial.done) else { continue };
            let search = Search { recorder, class };
            for row in &round.items {
                // Steps with a history apply one constraint at a time.
                let [con] = row.as_slice() else { continue };
                for nodes in search.embeddings(&class.constraints[*con], Some(x), &partial.members) {
                    if partial.members.contains(&x) {
                        continue;
                    }
                    let begin = |member: &u32| recorder.runs1[*member as usize].begin;
                    let last = partial.members.iter().map(begin).max();
                    let adds = nodes.iter().filter(|node| !partial.members.contains(node)).map(begin).min();
                    if round.later && adds <= last {
                        continue;
                    }
                    let mut members = partial.members.clone();
                    members.extend(nodes.iter().copied());
                    let members = sorted(members);
                    let next = Partial { class: partial.class, done: partial.done + 1, members: members.clone() };
                    let key = (partial.class + level.classes.len() * next.done, members.clone());
                    if !seen.insert(key) {
                        continue;
                    }
                    if next.done == rounds.len() {
                        found.push((partial.class, members, nodes));
                    } else {
                        open.push(next.clone());
                        fresh.push(next);
                    }
                }
            }
        }
    }
}

fn sorted(mut members: Vec<u32>) -> Vec<u32> {
    members.sort_unstable();
    members.dedup();
    members
}

/// Looks for constraints among the elements of level 1 that last now.
struct Search<'a> {
    recorder: &'a Recorder,
    class: &'a Class,
}

impl Search<'_> {
    /// Does the constraints that are left of a row, then one row for each of the other rounds; tells every end.
    fn complete(
        &self,
        rounds: &[&crate::ets::Step],
        row: &[Vec<usize>],
        others: &[usize],
        members: Vec<u32>,
        tell: &mut impl FnMut(&[u32]),
    ) {
        if let Some(cons) = row.first() {
            let con = &self.class.constraints[cons[0]];
            for nodes in self.embeddings(con, None, &members) {
                let next = sorted(members.iter().copied().chain(nodes).collect());
                let left: Vec<Vec<usize>> = if cons.len() > 1 { vec![cons[1..].to_vec()] } else { Vec::new() };
                self.complete(rounds, &left, others, next, tell);
            }
            return;
        }
        let Some((&round, rest)) = others.split_first() else {
            tell(&members);
            return;
        };
        for row in &rounds[round].items {
            self.complete(rounds, std::slice::from_ref(row), rest, members.clone(), tell);
        }
    }

    /// All ways to find a constraint. With `x` one of its members is `x`; with `working` it shares a member with it and
    /// adds one.
    fn embeddings(&self, con: &Constraint, x: Option<u32>, working: &[u32]) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let mut bound = vec![None; con.members.len()];
        let starts: Vec<(usize, u32)> = match (x, working) {
            (Some(x), _) => (0..con.members.len()).map(|member| (member, x)).collect(),
            (None, working) => {
                let of = |member: usize| working.iter().map(move |&node| (member, node));
                (0..con.members.len()).flat_map(of).collect()
            }
        };
        for (member, node) in starts {
            if con.members[member].kind.takes(usize::from(self.recorder.runs1[node as usize].class)) {
                bound[member] = Some(node);
                self.bind(con, working, &mut bound, &mut found);
                bound[member] = None;
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn bind(&self, con: &Constraint, working: &[u32], bound: &mut Vec<Option<u32>>, found: &mut Vec<Vec<u32>>) {
        let open = con.ties.iter().find_map(|tie| {
            let open = tie.members.iter().find(|&&member| bound[member].is_none())?;
            let near = tie.members.iter().find_map(|&member| bound[member])?;
            Some((*open, near))
        });
        let Some((member, near)) = open else {
            let nodes: Vec<u32> = bound.iter().flatten().copied().collect();
            let shared = nodes.iter().filter(|node| working.contains(node)).count();
            let given = con.members.iter().zip(bound.iter()).all(|(member, node)| {
                !member.given || working.is_empty() || node.is_some_and(|node| working.contains(&node))
            });
            let fits = working.is_empty() || shared > 0 && shared < nodes.len();
            if nodes.len() == bound.len() && fits && given && self.ties_hold(con, bound) {
                found.push(nodes);
            }
            return;
        };
        let kind = con.members[member].kind;
        for node in self.recorder.near(near) {
            let fits =
                kind.takes(usize::from(self.recorder.runs1[node as usize].class)) && !bound.contains(&Some(node));
            if !fits {
                continue;
            }
            bound[member] = Some(node);
            if self.ties_hold(con, bound) {
                self.bind(con, working, bound, found);
            }
            bound[member] = None;
        }
    }

    /// Whether the ties hold whose members are all known. Members must last now.
    fn ties_hold(&self, con: &Constraint, bound: &[Option<u32>]) -> bool {
        let alive = |node: &u32| self.recorder.runs1[*node as usize].end == OPEN;
        bound.iter().flatten().all(alive)
            && con.ties.iter().all(|tie| {
                let nodes: Option<Vec<u32>> = tie.members.iter().map(|&member| bound[member]).collect();
                let (Some(nodes), Label::Link(link)) = (nodes, tie.label) else { return true };
                match *nodes.as_slice() {
                    [a, b] => self.recorder.shares(a, b, link),
                    _ => {
                        let first = self.recorder.shared_places(nodes[0], nodes[1], link);
                        first.iter().any(|place| {
                            let all = |a: u32, b: u32| self.recorder.shared_places(a, b, link).contains(place);
                            nodes.iter().enumerate().all(|(i, &b)| nodes[..i].iter().all(|&a| all(a, b)))
                        })
                    }
                }
            })
    }
}

impl Recorder {
    /// The elements of level 1 that last now and touch this one.
    fn near(&self, run: u32) -> Vec<u32> {
        let mut near = Vec::new();
        let mut add = |at: usize| near.extend(self.alive_at[at].iter().copied().filter(|other| *other != run));
        match self.runs1[run as usize].body {
            Body::Space { pattern, at } => {
                for (offset, cell) in &self.plan.patterns[usize::from(pattern)].cells {
                    if let (Some(at), true) = (self.grid.offset(at.into(), *offset), *cell != Cell::Edge) {
                        add(at);
                    }
                }
            }
            Body::Block(block) => {
                let stones = self.blocks[block as usize];
                let around = stones.grown() & self.grid.size.all_points();
                around.iter().for_each(|point| add(self.grid.size.index(point)));
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Whether an element of level 1 holds the element of level 0 on this point.
    fn has_point(&self, run: u32, at: usize) -> bool {
        match self.runs1[run as usize].body {
            Body::Space { pattern, at: anchor } => self.plan.patterns[usize::from(pattern)]
                .points
                .iter()
                .any(|offset| self.grid.offset(anchor.into(), *offset) == Some(at)),
            Body::Block(block) => self.blocks[block as usize].contains(self.grid.point(at)),
        }
    }

    /// Whether an element of level 1 holds the element of level 0 on this line, as the board is now.
    pub(crate) fn has_line(&self, run: u32, line: usize) -> bool {
        let super::recorder::Run1 { class, body, .. } = self.runs1[run as usize];
        match body {
            Body::Space { pattern, at } => self.plan.patterns[usize::from(pattern)]
                .lines
                .iter()
                .any(|(offset, side)| self.line_near(at.into(), *offset, *side) == Some(line)),
            Body::Block(block) => {
                let (at, _, near) = self.grid.ends(line);
                let holds = |at: usize| self.blocks[block as usize].contains(self.grid.point(at));
                let carries = |form: &&super::plan::BlockForm| form.class == usize::from(class);
                (holds(at) || near.is_some_and(holds))
                    && self.plan.blocks.iter().find(carries).is_some_and(|form| {
                        self.pair_classes(&self.plan, line)
                            .iter()
                            .any(|pair| form.carries.contains(&usize::from(*pair)))
                    })
            }
        }
    }

    /// The line on the right or lower side of a place near an anchor; the place itself may be off the board.
    pub(crate) fn line_near(&self, anchor: usize, offset: (i8, i8), side: Side) -> Option<usize> {
        match self.grid.offset(anchor, offset) {
            Some(at) => Some(self.grid.line(at, side)),
            None => {
                let (x, y) = side.step();
                let other = self.grid.offset(anchor, (offset.0 + x as i8, offset.1 + y as i8))?;
                Some(self.grid.line(other, side.opposite()))
            }
        }
    }

    /// The points and lines of an element of level 1 that are near another: where they can share something.
    fn places(&self, run: u32) -> (Vec<usize>, Vec<usize>) {
        match self.runs1[run as usize].body {
            Body::Space { pattern, at } => {
                let pattern = &self.plan.patterns[usize::from(pattern)];
                let points = pattern.points.iter().filter_map(|offset| self.grid.offset(at.into(), *offset)).collect();
                let lines = pattern
                    .lines
                    .iter()
                    .filter_map(|(offset, side)| self.line_near(at.into(), *offset, *side))
                    .collect();
                (points, lines)
            }
            Body::Block(block) => {
                let points: Vec<usize> =
                    self.blocks[block as usize].iter().map(|point| self.grid.size.index(point)).collect();
                let mut lines: Vec<usize> =
                    points.iter().flat_map(|&at| Side::ALL.map(|side| self.grid.line(at, side))).collect();
                lines.sort_unstable();
                lines.dedup();
                lines.retain(|line| self.has_line(run, *line));
                (points, lines)
            }
        }
    }

    /// Where two elements of level 1 share this link now: numbers of points, of lines beyond all
    /// points, and of the play that made a block beyond all lines.
    pub(crate) fn shared_places(&self, a: u32, b: u32, link: usize) -> Vec<usize> {
        // Spaces are small: begin with one of them if there is one.
        let (a, b) = if matches!(self.runs1[a as usize].body, Body::Block(_)) { (b, a) } else { (a, b) };
        let (points, lines) = self.places(a);
        let side_holds = |at: usize, cell: usize, pair: usize, side: Side| {
            let line = self.grid.line(at, side);
            self.plan.forms[cell] == Form::Stays(self.cell(at))
                && self.pair_classes(&self.plan, line).contains(&(pair as u16))
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
                let same_play = match (self.runs1[a as usize].body, self.runs1[b as usize].body) {
                    (Body::Block(one), Body::Block(other)) if one == other && self.played[one as usize] => {
                        Some(5 * area)
                    }
                    _ => None,
                };
                whole_points.chain(whole_lines).chain(same_play).collect()
            }
            Line1::Other => Vec::new(),
        }
    }

    /// Whether two elements of level 1 that last now share this link.
    pub(crate) fn shares(&self, a: u32, b: u32, link: usize) -> bool {
        !self.shared_places(a, b, link).is_empty()
    }
}
