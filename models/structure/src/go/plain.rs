//! The obvious recogniser: it expands a recording to its events and lets the formalism find all elements from scratch.
//! Tests trust it and hold [`Recorder`] equal to it.

use goban::{BoardSize, PointSet};

use super::recorder::{Element0, Element1, Element2, ElementId, Recorder};
use crate::ets::{ClassId, Element, Id, Label, LinkId, Name, NodeId, Span, World, overlaps};

/// An element in terms that both recognisers know: its class and its parts, down to points and times.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    /// The class in its level.
    pub class: ClassId,
    /// When it is: at level 0 in moments, above in ticks.
    pub span: Span,
    /// Level 0: the indices of its points, and after all points those of its lines to the edge. Above: nothing.
    pub points: Vec<usize>,
    /// Above level 0: its elements of the level below.
    pub parts: Vec<Key>,
}

impl Key {
    /// The points of its stones and empty points, on a board of this size; at level 0 also those of its lines.
    #[must_use]
    pub fn all_points(&self, size: BoardSize) -> PointSet {
        let is_line = |key: &&Key| key.points.len() == 1;
        let parts = |key: &Key| -> PointSet {
            let area = size.area();
            key.points.iter().filter(|at| **at < area).filter_map(|&at| size.point_at(at)).collect()
        };
        match self.parts.first() {
            None => parts(self),
            // A block holds the lines around it, which lead to points that are not its own.
            Some(part) if part.parts.is_empty() => {
                self.parts.iter().filter(is_line).fold(PointSet::EMPTY, |all, part| all | parts(part))
            }
            Some(_) => self.parts.iter().fold(PointSet::EMPTY, |all, part| all | part.all_points(size)),
        }
    }
}

/// All elements of all levels, and the edges of the overlap graphs with the names of their links.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// The elements of each level, in order.
    pub elements: Vec<Vec<Key>>,
    /// For each level but the last the pairs of elements that share links.
    pub overlaps: Vec<Vec<(Key, Key, Vec<LinkId>)>>,
    /// The elements of level 1 of which the first became the second.
    pub became: Vec<(Key, Key)>,
}

/// Finds everything by the formalism alone.
#[must_use]
pub fn recognise(recorder: &Recorder) -> Found {
    let all: PointSet = recorder.size().all_points();
    let expansion = recorder.expand(0, recorder.n_moments(), &all);
    let system = recorder.plan().system();
    let level0 = &system.levels[0];
    // Only cells have a time of their own: lines lie between two moments.
    let cell = |name: Name| {
        let event = expansion.events.event(name)?;
        let happening = &expansion.happenings[&name];
        let kind = level0.primitives[event.primitive].name.as_str();
        let moment = u32::try_from(happening.layer / 2).ok().filter(|_| happening.layer >= 0)?;
        matches!(kind, "black" | "white" | "empty").then_some((happening.point, moment))
    };
    let area = recorder.size().area();
    let spot = |name: Name| {
        let happening = &expansion.happenings[&name];
        let event = expansion.events.event(name)?;
        match (cell(name), happening.side) {
            (Some((point, _)), _) => Some(point),
            (None, Some(side)) if level0.primitives[event.primitive].name == "edge" => {
                Some(area + 4 * happening.point + side as usize)
            }
            _ => None,
        }
    };
    let span = |name: Name| cell(name).map(|(_, moment)| Span { begin: moment, end: moment + 1 });
    let (mut world, names) = expansion.events.world(span);
    let mut found = Found::default();
    let mut keys: Vec<Key> = Vec::new();
    for (height, level) in system.levels.iter().enumerate() {
        let mut elements = level.recognise(&world);
        let of_level: Vec<Key> = elements
            .iter()
            .map(|element| {
                let points = match height {
                    0 => points(element, |node| spot(names[node.index()])),
                    _ => Vec::new(),
                };
                let mut parts: Vec<Key> = match height {
                    0 => Vec::new(),
                    _ => element.nodes.iter().map(|&node| keys[node.index()].clone()).collect(),
                };
                parts.sort();
                Key { class: element.class, span: element.span, points, parts }
            })
            .collect();
        if height == 0 {
            // Above level 0 time is that of the board.
            for element in &mut elements {
                let Span { begin, end } = element.span;
                element.span = Span { begin: recorder.tick(begin), end: recorder.tick(end - 1) + 1 };
            }
        }
        if height + 1 < system.levels.len() {
            let next: World = level.ascend(&world, &elements);
            if height == 1 {
                let ties = next.ties().iter().filter(|tie| tie.label == Label::Became);
                found.became = ties.map(|tie| tie.nodes.map(|node| of_level[node.index()].clone()).into()).collect();
                found.became.sort();
            }
            let edges = overlaps(&next).into_iter().map(|edge| {
                let (a, b) = (of_level[edge.a.index()].clone(), of_level[edge.b.index()].clone());
                if a <= b { (a, b, edge.links) } else { (b, a, edge.links) }
            });
            let mut edges: Vec<_> = edges.collect();
            edges.sort();
            if height < 2 {
                found.overlaps.push(edges);
            }
            world = next;
        }
        let mut sorted = of_level.clone();
        sorted.sort();
        found.elements.push(sorted);
        keys = of_level;
    }
    found
}

fn points(element: &Element, of: impl Fn(NodeId) -> Option<usize>) -> Vec<usize> {
    let mut points: Vec<usize> = element.nodes.iter().filter_map(|&node| of(node)).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The same from what a recorder kept. What lasts ends with the recording here.
#[must_use]
pub fn recorded(recorder: &Recorder) -> Found {
    let now = recorder.n_moments();
    let size = recorder.size();
    let last = recorder.tick(now.saturating_sub(1)) + 1;
    let span = |span: Span| Span { begin: span.begin, end: span.end.min(last) };
    let by_spot = recorder.by_spot();
    let key0 = |element: Element0| {
        let info = recorder.info(element.into());
        let mut points: Vec<usize> = info.points.iter().map(|point| size.index(point)).collect();
        points.extend(recorder.edge_line(element).map(|line| size.area() + line));
        let run = &recorder.runs0[element];
        let span = Span { begin: run.begin, end: run.end.min(now) };
        Key { class: info.class, span, points, parts: Vec::new() }
    };
    let key1 = |element: Element1| {
        let info = recorder.info(element.into());
        let mut parts: Vec<Key> = recorder.members0(element, &by_spot).into_iter().map(key0).collect();
        parts.sort();
        Key { class: info.class, span: span(info.span), points: Vec::new(), parts }
    };
    let key2 = |element: Element2| {
        let info = recorder.info(element.into());
        let mut parts: Vec<Key> = recorder.groups.runs[element].members.iter().map(|&m| key1(m)).collect();
        parts.sort();
        Key { class: info.class, span: span(info.span), points: Vec::new(), parts }
    };
    let mut elements: Vec<Vec<Key>> = vec![
        recorder.runs0.ids().map(key0).collect(),
        recorder.runs1.ids().map(key1).collect(),
        recorder.groups.runs.ids().map(key2).collect(),
    ];
    let mut below: Vec<Key> = recorder.groups.runs.ids().map(key2).collect();
    for level in 3..recorder.plan().system().levels.len() {
        let key = |index: usize| {
            let info = recorder.info(ElementId { level, index });
            let mut parts: Vec<Key> =
                recorder.runs(level)[index].members.iter().map(|&part| below[part].clone()).collect();
            parts.sort();
            Key { class: info.class, span: span(info.span), points: Vec::new(), parts }
        };
        let keys: Vec<Key> = (0..recorder.n_elements(level)).map(key).collect();
        elements.push(keys.clone());
        below = keys;
    }
    elements.iter_mut().for_each(|keys| keys.sort());
    let mut found = Found { elements, ..Found::default() };
    for level in 0..2 {
        let graph = recorder.overlap(level, true);
        let key = |node: usize| match level {
            0 => key0(graph.nodes[node].id.of_level0()),
            _ => key1(graph.nodes[node].id.of_level1()),
        };
        let edges = graph.edges.iter().map(|(a, b, links)| {
            let (a, b) = (key(*a), key(*b));
            if a <= b { (a, b, links.clone()) } else { (b, a, links.clone()) }
        });
        let mut edges: Vec<_> = edges.collect();
        edges.sort();
        found.overlaps.push(edges);
        found.became.extend(graph.became.iter().map(|&(a, b)| (key(a), key(b))));
    }
    found.became.sort();
    found
}
