//! Overlap graphs: elements, and the links that two of them share.

use std::collections::BTreeMap;

use goban::PointSet;

use super::cell::{Cell, Side};
use super::plan::{Form, Line0, Line1};
use super::recorder::{Body, ElementId, Recorder, Run0};
use crate::ets::Span;

/// An overlap graph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    /// The elements.
    pub nodes: Vec<Node>,
    /// Two nodes and the links that they share, by their places in the level.
    pub edges: Vec<(usize, usize, Vec<usize>)>,
}

/// An element in an overlap graph.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Which.
    pub id: ElementId,
    /// Its class, by its place in the level.
    pub class: usize,
    /// Its points.
    pub points: PointSet,
    /// When it is, in moments.
    pub span: Span,
}

/// Elements of level 0 by where they are.
pub(crate) struct Index0 {
    stays: Vec<Vec<u32>>,
    changes: Vec<Vec<u32>>,
    lines: Vec<Vec<u32>>,
}

fn span(run: &Run0) -> Span {
    Span { begin: run.begin, end: run.end }
}

impl Recorder {
    pub(crate) fn index0(&self) -> Index0 {
        let area = self.grid.area();
        let mut index = Index0 {
            stays: vec![Vec::new(); area],
            changes: vec![Vec::new(); area],
            lines: vec![Vec::new(); 4 * area],
        };
        for (place, run) in self.runs0.iter().enumerate() {
            let list = match self.plan.forms[usize::from(run.class)] {
                Form::Stays(_) => &mut index.stays,
                Form::Changes(..) => &mut index.changes,
                Form::Pairs(_) => &mut index.lines,
            };
            list[usize::from(run.place)].push(place as u32);
        }
        index
    }

    /// The elements of level 0 that an element of level 1 is made of.
    pub(crate) fn members0(&self, run: u32, index: &Index0) -> Vec<u32> {
        let element = self.runs1[run as usize];
        let lasts = |place: &&u32| {
            let run = &self.runs0[**place as usize];
            run.begin <= element.begin && element.begin < run.end
        };
        let mut members: Vec<u32> = Vec::new();
        match element.body {
            Body::Space { pattern, at } => {
                let pattern = &self.plan.patterns[usize::from(pattern)];
                let points = pattern.points.iter().filter_map(|offset| self.grid.offset(at.into(), *offset));
                members.extend(points.flat_map(|at| index.stays[at].iter().filter(lasts)).copied());
                let lines = pattern.lines.iter().filter_map(|(offset, side)| self.line_near(at.into(), *offset, *side));
                members.extend(lines.flat_map(|line| index.lines[line].iter().filter(lasts)).copied());
            }
            Body::Block(block) => {
                let form = self.plan.blocks.iter().find(|form| form.class == usize::from(element.class));
                let carried = |place: &&u32| {
                    form.is_some_and(|form| form.carries.contains(&usize::from(self.runs0[**place as usize].class)))
                };
                let time = Span { begin: element.begin, end: element.end };
                for point in self.blocks[block as usize] {
                    let at = self.grid.size.index(point);
                    members.extend(index.stays[at].iter().filter(lasts));
                    let overlaps = |place: &&u32| span(&self.runs0[**place as usize]).common(time).is_some();
                    let changes = index.changes[at].iter().filter(carried).filter(overlaps);
                    members.extend(changes);
                    for side in Side::ALL {
                        let lines = index.lines[self.grid.line(at, side)].iter().filter(carried).filter(overlaps);
                        members.extend(lines);
                    }
                }
            }
        }
        members.sort_unstable();
        members.dedup();
        members
    }

    fn nodes(&self, level: u8, places: impl Iterator<Item = u32>) -> Vec<Node> {
        places
            .map(|place| {
                let story = self.story(ElementId { level, place });
                Node { id: story.id, class: story.class, points: story.points, span: story.span }
            })
            .collect()
    }

    /// The overlap graph of level 0, 1: of what lasts now, or with `history` of all that ever was.
    #[must_use]
    pub fn overlap(&self, level: usize, history: bool) -> Graph {
        let places: Vec<u32> = match history {
            true => (0..self.n_elements(level) as u32).collect(),
            false => self.alive(level).map(|id| id.place).collect(),
        };
        let nodes = self.nodes(level as u8, places.iter().copied());
        let edges = match level {
            0 => self.overlap0(&places),
            1 => self.overlap1(&places),
            _ => Vec::new(),
        };
        Graph { nodes, edges }
    }

    fn overlap0(&self, places: &[u32]) -> Vec<(usize, usize, Vec<usize>)> {
        let of_side: BTreeMap<(Cell, Side), usize> = self
            .plan
            .lines0
            .iter()
            .enumerate()
            .filter_map(
                |(link, line)| if let Line0::Side(cell, side) = line { Some(((*cell, *side), link)) } else { None },
            )
            .collect();
        let of_change: BTreeMap<Cell, usize> = self
            .plan
            .lines0
            .iter()
            .enumerate()
            .filter_map(|(link, line)| if let Line0::Change(cell) = line { Some((*cell, link)) } else { None })
            .collect();
        let area = self.grid.area();
        let mut on_line: Vec<Vec<usize>> = vec![Vec::new(); 4 * area];
        let mut changes: Vec<Vec<usize>> = vec![Vec::new(); area];
        for (node, &place) in places.iter().enumerate() {
            let run = &self.runs0[place as usize];
            match self.plan.forms[usize::from(run.class)] {
                Form::Pairs(_) => on_line[usize::from(run.place)].push(node),
                Form::Changes(..) => changes[usize::from(run.place)].push(node),
                Form::Stays(_) => {}
            }
        }
        let run = |node: usize| &self.runs0[places[node] as usize];
        let mut edges = Vec::new();
        let mut add = |a: usize, b: usize, link: Option<&usize>| {
            if let Some(&link) = link {
                edges.push((a.min(b), a.max(b), vec![link]));
            }
        };
        for node in 0..places.len() {
            let here = run(node);
            // A change shares with pairs what it shares with the cell that it ends.
            let (cell, when) = match self.plan.forms[usize::from(here.class)] {
                Form::Stays(cell) => (cell, span(here)),
                Form::Changes(from, _) => (from, Span { begin: here.begin, end: here.begin + 1 }),
                Form::Pairs(_) => continue,
            };
            let at = usize::from(here.place);
            for side in Side::ALL {
                for &other in &on_line[self.grid.line(at, side)] {
                    if span(run(other)).common(when).is_some() {
                        add(node, other, of_side.get(&(cell, side)));
                    }
                }
            }
            if let Form::Stays(cell) = self.plan.forms[usize::from(here.class)] {
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

    fn overlap1(&self, places: &[u32]) -> Vec<(usize, usize, Vec<usize>)> {
        let index = self.index0();
        let members: Vec<Vec<u32>> = places.iter().map(|&place| self.members0(place, &index)).collect();
        let mut shared: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
        let mut holders: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        let time = |node: usize| {
            let run = &self.runs1[places[node] as usize];
            Span { begin: run.begin, end: run.end }
        };
        for (node, members) in members.iter().enumerate() {
            for &member in members {
                let list = holders.entry(member).or_default();
                for &other in list.iter() {
                    if time(other).common(time(node)).is_some() {
                        shared.entry((other, node)).or_default().push(member);
                    }
                }
                list.push(node);
            }
        }
        let mut edges = Vec::new();
        for ((a, b), both) in shared {
            let mut links = Vec::new();
            let mut paired = Vec::new();
            for (link, line) in self.plan.lines1.iter().enumerate() {
                let Line1::Side(cell, pair, side) = *line else { continue };
                for &stay in both.iter().filter(|&&member| usize::from(self.runs0[member as usize].class) == cell) {
                    let here = &self.runs0[stay as usize];
                    let line = self.grid.line(here.place.into(), side);
                    for &other in &both {
                        let run = &self.runs0[other as usize];
                        let on_side = usize::from(run.class) == pair && usize::from(run.place) == line;
                        if on_side && span(run).common(span(here)).is_some() {
                            links.push(link);
                            paired.extend([stay, other]);
                        }
                    }
                }
            }
            for (link, line) in self.plan.lines1.iter().enumerate() {
                let fits = |member: &&u32| match line {
                    Line1::Whole => true,
                    Line1::Cell(cell) => usize::from(self.runs0[**member as usize].class) == *cell,
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
        edges
    }
}
