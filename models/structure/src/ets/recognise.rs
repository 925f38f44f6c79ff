//! Finding the elements of classes, and the world that they are for the next level.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Class, ClassId, ConstraintId, Kind, Label, Level, LinkId, Times};
use super::table::Id;
use super::world::{NodeId, Span, World};

/// An element of a class: some nodes of a world.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Element {
    /// The class.
    pub class: ClassId,
    /// The nodes, in order.
    pub nodes: Vec<NodeId>,
    /// When it is.
    pub span: Span,
}

/// Two elements and the links that they share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Overlap {
    /// The first element.
    pub a: NodeId,
    /// The second.
    pub b: NodeId,
    /// What they share.
    pub links: Vec<LinkId>,
}

/// An element in the making.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Partial {
    nodes: BTreeSet<NodeId>,
    /// The nodes of the last application.
    last: BTreeSet<NodeId>,
}

impl Level {
    /// All elements of all classes of this level in a world: each as large as it gets, and once.
    #[must_use]
    pub fn recognise(&self, world: &World) -> Vec<Element> {
        self.classes.ids().flat_map(|class| self.recognise_class(world, class)).collect()
    }

    /// All elements of one class.
    #[must_use]
    pub fn recognise_class(&self, world: &World, class: ClassId) -> Vec<Element> {
        match self.classes[class].chain {
            Some(_) => self.chains(class, world),
            None => self.grown(class, world),
        }
    }

    /// Follows the generating system through the world, along all its choices.
    fn grown(&self, id: ClassId, world: &World) -> Vec<Element> {
        let class = &self.classes[id];
        let mut partials = BTreeSet::from([Partial::default()]);
        for step in &class.steps {
            partials = match step.times {
                Times::Exactly(n) => (0..n).fold(partials, |partials, _| {
                    partials.iter().flat_map(|partial| self.stepped(class, world, partial, step)).collect()
                }),
                // What can be added at all is added: the order does not matter then.
                Times::Any => partials.into_iter().map(|partial| self.closed(class, world, partial, step)).collect(),
            };
        }
        let spanned = partials.into_iter().filter(|partial| !partial.nodes.is_empty()).filter_map(|partial| {
            let span = self.span(class, world, &partial)?;
            Some(Element { class: id, nodes: partial.nodes.into_iter().collect(), span })
        });
        largest(spanned.collect())
    }

    /// When an element is. At level 0 it lasts from its first event to its last; above, while all its elements do, or,
    /// if it has a history, those of its last step.
    fn span(&self, class: &Class, world: &World, partial: &Partial) -> Option<Span> {
        let spans = |nodes: &BTreeSet<NodeId>| nodes.iter().filter_map(|&node| world.span(node)).collect::<Vec<_>>();
        if self.number == 0 {
            return spans(&partial.nodes).into_iter().reduce(Span::hull);
        }
        common(spans(if class.has_history() { &partial.last } else { &partial.nodes }))
    }

    /// All ways to do a step once.
    fn stepped(&self, class: &Class, world: &World, partial: &Partial, step: &super::Step) -> Vec<Partial> {
        let mut out = Vec::new();
        for row in &step.items {
            let mut open = vec![partial.clone()];
            for &con in row {
                open = open.iter().flat_map(|partial| self.applied(class, world, partial, con, step.later)).collect();
            }
            out.extend(open);
        }
        out
    }

    /// All ways to apply a constraint.
    fn applied(&self, class: &Class, world: &World, partial: &Partial, con: ConstraintId, later: bool) -> Vec<Partial> {
        let con = &class.constraints[con];
        let first = partial.nodes.is_empty();
        let last_begin = partial.nodes.iter().filter_map(|&node| world.span(node)).map(|span| span.begin).max();
        let found = world.embeddings(con, &partial.nodes, !first).into_iter().filter_map(|nodes| {
            let added = |node: &&NodeId| !partial.nodes.contains(*node);
            let begins = nodes.iter().filter(added).filter_map(|&node| world.span(node)).map(|span| span.begin).min();
            if later && begins <= last_begin {
                return None;
            }
            let last: BTreeSet<NodeId> = nodes.into_iter().collect();
            let next = Partial { nodes: &partial.nodes | &last, last };
            // Elements of one time live together; with a history, those of one step do.
            let together = self.number == 0 || self.span(class, world, &next).is_some();
            together.then_some(next)
        });
        found.collect()
    }

    /// Applies the constraints of a step until nothing is added.
    fn closed(&self, class: &Class, world: &World, mut partial: Partial, step: &super::Step) -> Partial {
        if partial.nodes.is_empty() {
            return partial;
        }
        loop {
            let before = partial.nodes.len();
            for row in &step.items {
                for &con in row {
                    for next in self.applied(class, world, &partial, con, step.later) {
                        partial.nodes.extend(next.nodes);
                        partial.last = next.last;
                    }
                }
            }
            if partial.nodes.len() == before {
                return partial;
            }
        }
    }

    /// The elements of a class of chains: every set of joined nodes, for as long as it is the same set, with all that the
    /// constraints join to it in that time.
    fn chains(&self, id: ClassId, world: &World) -> Vec<Element> {
        let class = &self.classes[id];
        let (Some(chain), Some((least, most))) = (class.chain, class.chain_sizes()) else { return Vec::new() };
        let mut elements = Vec::new();
        for (core, span) in cores(world, Kind::Class(chain.nodes), Kind::Class(chain.by)) {
            if core.len() < least || most.is_some_and(|most| core.len() > most) {
                continue;
            }
            let mut nodes = core.clone();
            loop {
                let before = nodes.len();
                for con in &class.constraints {
                    for found in world.embeddings(con, &nodes, true) {
                        let in_time = |node: &NodeId| {
                            world.kind(*node) != Kind::Class(chain.nodes)
                                && world.span(*node).is_some_and(|s| s.common(span).is_some())
                                || core.contains(node)
                        };
                        if found.iter().all(in_time) {
                            nodes.extend(found);
                        }
                    }
                }
                if nodes.len() == before {
                    break;
                }
            }
            elements.push(Element { class: id, nodes: nodes.into_iter().collect(), span });
        }
        elements
    }

    /// The elements of this level as the world of the next: tied where they share a link. Of two links on the same
    /// nodes the larger counts.
    #[must_use]
    pub fn ascend(&self, world: &World, elements: &[Element]) -> World {
        let mut next = World::default();
        let mut holders: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for element in elements {
            let holder = next.add(Kind::Class(element.class), Some(element.span));
            for &node in &element.nodes {
                holders.entry(node).or_default().push(holder);
            }
        }
        // For every pair of elements the instances of links that both hold.
        let mut shared: BTreeMap<[NodeId; 2], BTreeSet<(LinkId, Vec<NodeId>)>> = BTreeMap::new();
        for (link, definition) in self.links.entries() {
            for form in &definition.forms {
                for mut nodes in world.embeddings(form, &BTreeSet::new(), false) {
                    nodes.sort_unstable();
                    let all: Vec<NodeId> = holders.get(&nodes[0]).map_or(&[][..], Vec::as_slice).to_vec();
                    let holds = |holder: &NodeId| {
                        nodes.iter().all(|node| elements[holder.index()].nodes.binary_search(node).is_ok())
                    };
                    let all: Vec<NodeId> = all.into_iter().filter(holds).collect();
                    for (i, &b) in all.iter().enumerate() {
                        for &a in &all[..i] {
                            let overlap =
                                elements[a.index()].span.common(elements[b.index()].span).is_some() || self.number == 0;
                            if overlap {
                                shared.entry([a, b]).or_default().insert((link, nodes.clone()));
                            }
                        }
                    }
                }
            }
        }
        let mut instances: BTreeMap<(LinkId, Vec<NodeId>), u32> = BTreeMap::new();
        for (pair, links) in shared {
            let inside = |small: &Vec<NodeId>, large: &Vec<NodeId>| {
                small.len() < large.len() && small.iter().all(|node| large.binary_search(node).is_ok())
            };
            for (link, nodes) in &links {
                if links.iter().any(|(_, other)| inside(nodes, other)) {
                    continue;
                }
                let fresh = instances.len() as u32;
                let instance = *instances.entry((*link, nodes.clone())).or_insert(fresh);
                next.tie(Label::Link(*link), pair, instance);
            }
        }
        next
    }
}

/// The edges of the overlap graph of a world of elements.
#[must_use]
pub fn overlaps(world: &World) -> Vec<Overlap> {
    let mut edges: BTreeMap<[NodeId; 2], BTreeSet<LinkId>> = BTreeMap::new();
    for tie in world.ties() {
        let [a, b] = tie.nodes;
        if let Label::Link(link) = tie.label {
            edges.entry([a.min(b), a.max(b)]).or_default().insert(link);
        }
    }
    edges.into_iter().map(|([a, b], links)| Overlap { a, b, links: links.into_iter().collect() }).collect()
}

fn common(spans: Vec<Span>) -> Option<Span> {
    let first = *spans.first()?;
    spans.into_iter().try_fold(first, Span::common)
}

/// Without the elements that are part of another of their class: an element is as large as it gets.
fn largest(mut elements: Vec<Element>) -> Vec<Element> {
    elements.sort();
    elements.dedup_by(|a, b| a.nodes == b.nodes);
    let mut holders: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
    for (i, element) in elements.iter().enumerate() {
        for &node in &element.nodes {
            holders.entry(node).or_default().push(i);
        }
    }
    let is_part = |element: &Element| {
        holders[&element.nodes[0]].iter().map(|&i| &elements[i]).any(|other| {
            other.nodes.len() > element.nodes.len()
                && element.nodes.iter().all(|node| other.nodes.binary_search(node).is_ok())
        })
    };
    elements.iter().filter(|element| !is_part(element)).cloned().collect()
}

/// Every set of nodes of a kind that are joined by nodes of another kind, with the time in which it is exactly this set.
fn cores(world: &World, kind: Kind, by: Kind) -> Vec<(BTreeSet<NodeId>, Span)> {
    let members = world.of_kind(kind);
    let joints: Vec<(Span, Vec<NodeId>)> = world
        .of_kind(by)
        .into_iter()
        .filter_map(|joint| {
            let ends: BTreeSet<NodeId> =
                world.ties_of(joint).flat_map(|tie| tie.nodes).filter(|&node| world.kind(node) == kind).collect();
            Some((world.span(joint)?, ends.into_iter().collect()))
        })
        .collect();
    let mut times: BTreeSet<u32> = BTreeSet::new();
    for span in members.iter().filter_map(|&node| world.span(node)).chain(joints.iter().map(|(span, _)| *span)) {
        times.extend([span.begin, span.end]);
    }
    let mut alive: BTreeMap<BTreeSet<NodeId>, u32> = BTreeMap::new();
    let mut found = Vec::new();
    for &time in &times {
        let lives = |span: Span| span.begin <= time && time < span.end;
        let mut parts: Vec<BTreeSet<NodeId>> = members
            .iter()
            .filter(|&&node| world.span(node).is_some_and(lives))
            .map(|&node| BTreeSet::from([node]))
            .collect();
        for (_, ends) in joints.iter().filter(|(span, _)| lives(*span)) {
            let (touched, rest): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| ends.iter().any(|end| part.contains(end)));
            parts = rest;
            let merged: BTreeSet<NodeId> = touched.into_iter().flatten().collect();
            if !merged.is_empty() {
                parts.push(merged);
            }
        }
        let now: BTreeMap<BTreeSet<NodeId>, u32> =
            parts.into_iter().map(|part| (part.clone(), alive.get(&part).copied().unwrap_or(time))).collect();
        for (part, begin) in &alive {
            if !now.contains_key(part) {
                found.push((part.clone(), Span { begin: *begin, end: time }));
            }
        }
        alive = now;
    }
    found
}
