//! Overlap graphs: elements, and the links that two of them share.

use std::collections::BTreeMap;

use goban::PointSet;

use super::cell::{Cell, Side};
use super::plan::{Form, Line0, Line1};
use super::recorder::{Body, Element0, Element1, ElementId, Recorder, Run0};
use crate::ets::{ClassId, Id, LinkId, Span};

/// Two nodes of a graph and the links that they share.
pub type Shared = (usize, usize, Vec<LinkId>);

/// An overlap graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// The elements.
    pub nodes: Vec<Node>,
    /// Two nodes and the links that they share.
    pub edges: Vec<Shared>,
    /// Nodes above level 0 that ended when the second began, which has a part of them.
    pub became: Vec<(usize, usize)>,
}

/// An element in an overlap graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Which.
    pub id: ElementId,
    /// Its class.
    pub class: ClassId,
    /// Its points.
    pub points: PointSet,
    /// When it is, in ticks.
    pub span: Span,
}

/// Elements of level 0 by where they are.
pub(crate) struct BySpot {
    stays: Vec<Vec<Element0>>,
    changes: Vec<Vec<Element0>>,
    lines: Vec<Vec<Element0>>,
}

fn span(run: &Run0) -> Span {
    Span { begin: run.begin, end: run.end }
}

impl Recorder {
    pub(crate) fn by_spot(&self) -> BySpot {
        let area = self.grid.area();
        let mut by_spot = BySpot {
            stays: vec![Vec::new(); area],
            changes: vec![Vec::new(); area],
            lines: vec![Vec::new(); 4 * area],
        };
        for (element, run) in self.runs0.entries() {
            let list = match self.plan.forms[run.class] {
                Form::Stays(_) => &mut by_spot.stays,
                Form::Changes(..) => &mut by_spot.changes,
                Form::Pairs(_) => &mut by_spot.lines,
            };
            list[run.spot.index()].push(element);
        }
        by_spot
    }

    /// The elements of level 0 that an element of level 1 is made of.
    pub(crate) fn members0(&self, run: Element1, by_spot: &BySpot) -> Vec<Element0> {
        let element = self.runs1[run];
        let lasts = |member: &&Element0| {
            let ticks = self.ticks0(&self.runs0[**member]);
            ticks.begin <= element.begin && element.begin < ticks.end
        };
        let mut members: Vec<Element0> = Vec::new();
        match element.body {
            Body::Space { pattern, at } => {
                let pattern = &self.plan.patterns[pattern];
                let points = pattern.points.iter().filter_map(|offset| self.grid.offset(at.index(), *offset));
                members.extend(points.flat_map(|at| by_spot.stays[at].iter().filter(lasts)).copied());
                let lines =
                    pattern.lines.iter().filter_map(|(offset, side)| self.line_near(at.index(), *offset, *side));
                members.extend(lines.flat_map(|line| by_spot.lines[line].iter().filter(lasts)).copied());
            }
            Body::Block(block) => {
                let form = self.plan.blocks.iter().find(|form| form.class == element.class);
                let carried =
                    |member: &&Element0| form.is_some_and(|form| form.carries.contains(&self.runs0[**member].class));
                let time = Span { begin: element.begin, end: element.end };
                for point in self.blocks[block] {
                    let at = self.grid.size.index(point);
                    members.extend(by_spot.stays[at].iter().filter(lasts));
                    let overlaps = |member: &&Element0| self.ticks0(&self.runs0[**member]).common(time).is_some();
                    let changes = by_spot.changes[at].iter().filter(carried).filter(overlaps);
                    members.extend(changes);
                    for side in Side::ALL {
                        let lines = by_spot.lines[self.grid.line(at, side)].iter().filter(carried).filter(overlaps);
                        members.extend(lines);
                    }
                }
            }
        }
        members.sort_unstable();
        members.dedup();
        members
    }

    /// The overlap graph of level 0 or 1: of what lasts now, or with `history` of all that ever was.
    #[must_use]
    pub fn overlap(&self, level: usize, history: bool) -> Graph {
        let elements: Vec<ElementId> = match history {
            true => (0..self.n_elements(level)).map(|index| ElementId { level, index }).collect(),
            false => self.alive(level).collect(),
        };
        let (edges, became) = match level {
            0 => (self.overlap0(&elements.iter().map(|id| id.of_level0()).collect::<Vec<_>>()), Vec::new()),
            1 => self.overlap1(&elements.iter().map(|id| id.of_level1()).collect::<Vec<_>>()),
            _ => (Vec::new(), Vec::new()),
        };
        let node = |id: ElementId| {
            let info = self.info(id);
            Node { id, class: info.class, points: info.points, span: info.span }
        };
        Graph { nodes: elements.into_iter().map(node).collect(), edges, became }
    }

    fn overlap0(&self, elements: &[Element0]) -> Vec<Shared> {
        let of_side: BTreeMap<(Cell, Side), LinkId> = self
            .plan
            .lines0
            .entries()
            .filter_map(
                |(link, line)| if let Line0::Side(cell, side) = line { Some(((*cell, *side), link)) } else { None },
            )
            .collect();
        let of_change: BTreeMap<Cell, LinkId> = self
            .plan
            .lines0
            .entries()
            .filter_map(|(link, line)| if let Line0::Change(cell) = line { Some((*cell, link)) } else { None })
            .collect();
        let area = self.grid.area();
        let mut on_line: Vec<Vec<usize>> = vec![Vec::new(); 4 * area];
        let mut changes: Vec<Vec<usize>> = vec![Vec::new(); area];
        for (node, &element) in elements.iter().enumerate() {
            let run = &self.runs0[element];
            match self.plan.forms[run.class] {
                Form::Pairs(_) => on_line[run.spot.index()].push(node),
                Form::Changes(..) => changes[run.spot.index()].push(node),
                Form::Stays(_) => {}
            }
        }
        let run = |node: usize| &self.runs0[elements[node]];
        let mut edges = Vec::new();
        let mut add = |a: usize, b: usize, link: Option<&LinkId>| {
            if let Some(&link) = link {
                edges.push((a.min(b), a.max(b), vec![link]));
            }
        };
        for node in 0..elements.len() {
            let here = run(node);
            // A change shares with pairs what it shares with the cell that it ends.
            let (cell, when) = match self.plan.forms[here.class] {
                Form::Stays(cell) => (cell, span(here)),
                Form::Changes(from, _) => (from, Span { begin: here.begin, end: here.begin + 1 }),
                Form::Pairs(_) => continue,
            };
            let at = here.spot.index();
            for side in Side::ALL {
                for &other in &on_line[self.grid.line(at, side)] {
                    if span(run(other)).common(when).is_some() {
                        add(node, other, of_side.get(&(cell, side)));
                    }
                }
            }
            if let Form::Stays(cell) = self.plan.forms[here.class] {
                for &other in &changes[at] {
                    let moment = run(other).begin + 1;
                    if here.end == moment || here.begin == moment {
                        add(node, other, of_change.get(&cell));
                    }
                }
            }
        }
        edges.sort();
        edges
    }

    fn overlap1(&self, elements: &[Element1]) -> (Vec<Shared>, Vec<(usize, usize)>) {
        let by_spot = self.by_spot();
        let members: Vec<Vec<Element0>> = elements.iter().map(|&element| self.members0(element, &by_spot)).collect();
        let mut shared: BTreeMap<(usize, usize), Vec<Element0>> = BTreeMap::new();
        let mut holders: BTreeMap<Element0, Vec<usize>> = BTreeMap::new();
        let time = |node: usize| {
            let run = &self.runs1[elements[node]];
            Span { begin: run.begin, end: run.end }
        };
        let mut became = Vec::new();
        for (node, members) in members.iter().enumerate() {
            for &member in members {
                let list = holders.entry(member).or_default();
                for &other in list.iter() {
                    if time(other).common(time(node)).is_some() {
                        shared.entry((other, node)).or_default().push(member);
                    } else if time(other).end == time(node).begin {
                        became.push((other, node));
                    }
                }
                list.push(node);
            }
        }
        let mut edges = Vec::new();
        for ((a, b), both) in shared {
            let mut links = Vec::new();
            let mut paired = Vec::new();
            for (link, line) in self.plan.lines1.entries() {
                let Line1::Side(cell, pair, side) = *line else { continue };
                for &stay in both.iter().filter(|&&member| self.runs0[member].class == cell) {
                    let here = &self.runs0[stay];
                    let line = self.grid.line(here.spot.index(), side);
                    for &other in &both {
                        let run = &self.runs0[other];
                        let on_side = run.class == pair && run.spot.index() == line;
                        if on_side && span(run).common(span(here)).is_some() {
                            links.push(link);
                            paired.extend([stay, other]);
                        }
                    }
                }
            }
            for (link, line) in self.plan.lines1.entries() {
                let fits = |member: &&Element0| match line {
                    Line1::Whole => true,
                    Line1::Cell(cell) => self.runs0[**member].class == *cell,
                    Line1::Side(..) | Line1::Other => false,
                };
                if both.iter().filter(fits).any(|member| !paired.contains(member)) {
                    links.push(link);
                }
            }
            links.sort_unstable();
            links.dedup();
            if !links.is_empty() {
                edges.push((a, b, links));
            }
        }
        became.sort_unstable();
        became.dedup();
        (edges, became)
    }
}
