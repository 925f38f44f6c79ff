//! Finding the elements of classes, and the world that they are for the next level.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Class, ClassId, ConstraintId, Kind, Label, Level, LinkId, Times};
use super::follow::Follower;
use super::world::{Ascent, Moment, NodeId, Span, World};

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

/// The nodes of an element in the making.
type Partial = BTreeSet<NodeId>;

impl Level {
    /// All elements of all classes of this level in a world: each as large as it gets, and once.
    #[must_use]
    pub fn recognise(&self, world: &World) -> Vec<Element> {
        self.classes.ids().flat_map(|class| self.recognise_class(world, class)).collect()
    }

    /// All elements of one class.
    #[must_use]
    pub fn recognise_class(&self, world: &World, class: ClassId) -> Vec<Element> {
        let Class { steps, constraints, .. } = &self.classes[class];
        let is_fixed = steps.iter().all(|step| {
            !step.later && matches!(step.times, Times::Exactly(_)) && step.items.iter().all(|row| !row.is_empty())
        }) && constraints.iter().flat_map(|con| &con.ties).all(|tie| tie.label != Label::Became);
        match self.classes[class].chain {
            Some(_) => self.chains(class, world),
            None if self.number == 0 || is_fixed => self.grown(class, world),
            None => self.followed(class, world),
        }
    }

    /// Follows a class through all moments at which something begins or ends.
    fn followed(&self, id: ClassId, world: &World) -> Vec<Element> {
        let class = &self.classes[id];
        let mut follower = Follower::default();
        let mut alive: BTreeMap<Vec<NodeId>, u32> = BTreeMap::new();
        let mut elements = Vec::new();
        for now in world.times() {
            follower.follow(class, &Moment { world, class, now, afresh: true });
            let found = follower.elements(class);
            let ended: Vec<Vec<NodeId>> = alive.keys().filter(|nodes| !found.contains(nodes)).cloned().collect();
            for nodes in ended {
                let begin = alive.remove(&nodes).unwrap_or(now);
                elements.push(Element { class: id, nodes, span: Span { begin, end: now } });
            }
            for nodes in found {
                alive.entry(nodes.clone()).or_insert(now);
            }
        }
        elements.sort();
        elements
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
        let spanned = partials.into_iter().filter(|nodes| !nodes.is_empty()).filter_map(|nodes| {
            let span = self.span(world, &nodes)?;
            Some(Element { class: id, nodes: nodes.into_iter().collect(), span })
        });
        largest(spanned.collect(), self.number == 0)
    }

    /// When an element is. At level 0 it lasts from its first event to its last; above, while all its elements do.
    fn span(&self, world: &World, nodes: &Partial) -> Option<Span> {
        let spans: Vec<Span> = nodes.iter().filter_map(|&node| world.span(node)).collect();
        if self.number == 0 { spans.into_iter().reduce(Span::hull) } else { common(spans) }
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
        let first = partial.is_empty();
        let last_begin = partial.iter().filter_map(|&node| world.span(node)).map(|span| span.begin).max();
        let found = world.embeddings(con, partial, !first).into_iter().filter_map(|nodes| {
            let added = |node: &&NodeId| !partial.contains(*node);
            let begins = nodes.iter().filter(added).filter_map(|&node| world.span(node)).map(|span| span.begin).min();
            if later && begins <= last_begin {
                return None;
            }
            let next: Partial = partial.iter().copied().chain(nodes).collect();
            // Above level 0 parts live together.
            let together = self.number == 0 || self.span(world, &next).is_some();
            together.then_some(next)
        });
        found.collect()
    }

    /// Applies the constraints of a step until nothing is added.
    fn closed(&self, class: &Class, world: &World, mut partial: Partial, step: &super::Step) -> Partial {
        if partial.is_empty() {
            return partial;
        }
        loop {
            let before = partial.len();
            for row in &step.items {
                for &con in row {
                    for next in self.applied(class, world, &partial, con, step.later) {
                        partial.extend(next);
                    }
                }
            }
            if partial.len() == before {
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

    /// The elements of this level as the world of the next: tied where they share a link, and above level 0 where one
    /// became the other. Of two links on the same nodes the larger counts.
    #[must_use]
    pub fn ascend(&self, world: &World, elements: &[Element]) -> World {
        let mut ascent = Ascent::default();
        for element in elements {
            ascent.add(self, world, element);
        }
        ascent.world
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

/// Without the elements that are part of another of their class: an element is as large as it gets. Unless elements are
/// events, it is an element of its own before the larger one begins, and when that has ended.
fn largest(mut elements: Vec<Element>, events: bool) -> Vec<Element> {
    elements.sort();
    elements.dedup_by(|a, b| a.nodes == b.nodes);
    let mut holders: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
    for (i, element) in elements.iter().enumerate() {
        for &node in &element.nodes {
            holders.entry(node).or_default().push(i);
        }
    }
    let wholes = |element: &Element| -> Vec<Span> {
        let is_whole = |other: &&Element| {
            other.nodes.len() > element.nodes.len()
                && element.nodes.iter().all(|node| other.nodes.binary_search(node).is_ok())
        };
        holders[&element.nodes[0]].iter().map(|&i| &elements[i]).filter(is_whole).map(|other| other.span).collect()
    };
    let mut out = Vec::new();
    for element in &elements {
        let mut wholes = wholes(element);
        if events && !wholes.is_empty() {
            continue;
        }
        wholes.sort_unstable();
        let Span { mut begin, end } = element.span;
        for whole in wholes {
            if begin < whole.begin.min(end) {
                out.push(Element { span: Span { begin, end: whole.begin.min(end) }, ..element.clone() });
            }
            begin = begin.max(whole.end);
        }
        if begin < end {
            out.push(Element { span: Span { begin, end }, ..element.clone() });
        }
    }
    out.sort();
    out
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
