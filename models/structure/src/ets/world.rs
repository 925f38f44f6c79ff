//! Nodes with kinds and what they have in common: the view of a struct, or of the elements of a level, in which
//! constraints are looked for.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Class, Constraint, ConstraintId, Kind, Label, Level, LinkId};
use super::follow::Scene;
use super::recognise::Element;
use super::table::{Id, Table, id};

id!(
    /// A node of a world.
    pub NodeId(u32), "nodes"
);
id!(TieId(u32), "ties");

/// From the first moment to the first after the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    /// The first moment.
    pub begin: u32,
    /// The first moment after it.
    pub end: u32,
}

impl Span {
    /// The moments that both have, if there are any.
    #[must_use]
    pub fn common(self, other: Span) -> Option<Span> {
        let (begin, end) = (self.begin.max(other.begin), self.end.min(other.end));
        (begin < end).then_some(Span { begin, end })
    }

    /// The shortest span that holds both.
    #[must_use]
    pub fn hull(self, other: Span) -> Span {
        Span { begin: self.begin.min(other.begin), end: self.end.max(other.end) }
    }
}

/// Something that two nodes have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorldTie {
    /// What it is.
    pub label: Label,
    /// The two nodes; where one is earlier, for sites and for what became something, it comes first.
    pub nodes: [NodeId; 2],
    /// Which instance of the link it is: several nodes share one when they share it pair by pair.
    pub instance: u32,
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    span: Option<Span>,
    ties: Vec<TieId>,
}

/// Nodes and ties.
#[derive(Clone, Debug, Default)]
pub struct World {
    nodes: Table<NodeId, Node>,
    ties: Table<TieId, WorldTie>,
    of_kind: BTreeMap<Kind, Vec<NodeId>>,
}

impl World {
    /// Adds a node of a kind, with its span if it has one.
    ///
    /// # Panics
    /// When there are four billion nodes.
    pub fn add(&mut self, kind: Kind, span: Option<Span>) -> NodeId {
        let node =
            self.nodes.push(Node { kind, span, ties: Vec::new() }).expect("a world this large fits in no memory");
        self.of_kind.entry(kind).or_default().push(node);
        node
    }

    /// When something begins or ends, in order.
    pub(crate) fn times(&self) -> BTreeSet<u32> {
        self.nodes.iter().filter_map(|node| node.span).flat_map(|span| [span.begin, span.end]).collect()
    }

    /// Ends a node.
    pub(crate) fn end(&mut self, node: NodeId, end: u32) {
        if let Some(span) = &mut self.nodes[node].span {
            span.end = end;
        }
    }

    /// Whether a node lasts at a moment. What has no time always does.
    pub(crate) fn lasts(&self, node: NodeId, now: u32) -> bool {
        self.span(node).is_none_or(|span| span.begin <= now && now < span.end)
    }

    /// Ties two nodes.
    ///
    /// # Panics
    /// When there are four billion ties.
    pub fn tie(&mut self, label: Label, nodes: [NodeId; 2], instance: u32) {
        let tie = self.ties.push(WorldTie { label, nodes, instance }).expect("a world this large fits in no memory");
        for node in nodes {
            self.nodes[node].ties.push(tie);
        }
    }

    /// Number of nodes.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The kind of a node.
    #[must_use]
    pub fn kind(&self, node: NodeId) -> Kind {
        self.nodes[node].kind
    }

    /// When a node is, if it has a time.
    #[must_use]
    pub fn span(&self, node: NodeId) -> Option<Span> {
        self.nodes[node].span
    }

    /// All ties.
    #[must_use]
    pub fn ties(&self) -> &[WorldTie] {
        &self.ties
    }

    /// The ties of a node.
    pub fn ties_of(&self, node: NodeId) -> impl Iterator<Item = &WorldTie> {
        self.nodes[node].ties.iter().map(|&tie| &self.ties[tie])
    }

    /// The nodes of a kind.
    pub(crate) fn of_kind(&self, kind: Kind) -> Vec<NodeId> {
        match kind {
            Kind::Any => self.nodes.ids().collect(),
            _ => self.of_kind.get(&kind).cloned().unwrap_or_default(),
        }
    }

    /// The nodes on the other end of ties with a label. Where ends differ, `first` says which one `node` is.
    fn across(&self, node: NodeId, label: Label, first: bool) -> impl Iterator<Item = (NodeId, u32)> {
        self.ties_of(node).filter(move |tie| tie.label == label).filter_map(move |tie| {
            let [a, b] = tie.nodes;
            match label {
                Label::Sites { .. } | Label::Became if first => (a == node).then_some((b, tie.instance)),
                Label::Sites { .. } | Label::Became => (b == node).then_some((a, tie.instance)),
                Label::Link(_) => Some((if a == node { b } else { a }, tie.instance)),
            }
        })
    }

    /// Whether nodes have this in common.
    fn holds(&self, label: Label, nodes: &[NodeId]) -> bool {
        match *nodes {
            [] => true,
            // One element shares a link with itself when anybody shares it there.
            [a] => self.ties_of(a).any(|tie| tie.label == label),
            [a, b] => self.across(a, label, true).any(|(other, _)| other == b),
            [a, ref others @ ..] => self.across(a, label, true).map(|(_, instance)| instance).any(|instance| {
                let shares = |x: NodeId, y: NodeId| self.across(x, label, true).any(|found| found == (y, instance));
                others.iter().all(|&b| shares(a, b))
                    && others.iter().enumerate().all(|(i, &b)| others[..i].iter().all(|&c| shares(b, c)))
            }),
        }
    }

    /// Every way to find a constraint here: a node for each member, all different. Given members, and with `share` at
    /// least one member, are in `working`; with `share` at least one is not.
    pub(crate) fn embeddings(&self, con: &Constraint, working: &BTreeSet<NodeId>, share: bool) -> Vec<Vec<NodeId>> {
        self.embeddings_at(con, working, share, None)
    }

    /// The same for one moment: all members last then, but those that became others.
    pub(crate) fn embeddings_at(
        &self,
        con: &Constraint,
        working: &BTreeSet<NodeId>,
        share: bool,
        now: Option<u32>,
    ) -> Vec<Vec<NodeId>> {
        let mut found = Vec::new();
        let mut bound = vec![None; con.members.len()];
        self.bind(con, working, share, now, &mut bound, &mut found);
        found
    }

    /// Every way to find a constraint among some nodes.
    fn embeddings_in(
        &self,
        con: &Constraint,
        nodes: &[NodeId],
        bound: &mut Vec<Option<NodeId>>,
        found: &mut Vec<Vec<NodeId>>,
    ) {
        let Some(next) = bound.iter().position(Option::is_none) else {
            found.push(bound.iter().flatten().copied().collect());
            return;
        };
        for &node in nodes {
            if !con.members[next].kind.takes(self.kind(node)) || bound.contains(&Some(node)) {
                continue;
            }
            bound[next] = Some(node);
            if self.ties_hold(con, bound, next) {
                self.embeddings_in(con, nodes, bound, found);
            }
            bound[next] = None;
        }
    }

    /// Whether the ties of a member hold whose members are all bound.
    fn ties_hold(&self, con: &Constraint, bound: &[Option<NodeId>], member: usize) -> bool {
        con.ties.iter().filter(|tie| tie.members.contains(&member)).all(|tie| {
            let nodes: Option<Vec<NodeId>> = tie.members.iter().map(|&member| bound[member]).collect();
            nodes.is_none_or(|nodes| self.holds(tie.label, &nodes))
        })
    }

    fn bind(
        &self,
        con: &Constraint,
        working: &BTreeSet<NodeId>,
        share: bool,
        now: Option<u32>,
        bound: &mut Vec<Option<NodeId>>,
        found: &mut Vec<Vec<NodeId>>,
    ) {
        let Some((next, candidates)) = self.next(con, working, share, bound) else {
            let nodes: Vec<NodeId> = bound.iter().flatten().copied().collect();
            let shared = nodes.iter().filter(|node| working.contains(node)).count();
            if !share || shared > 0 && shared < nodes.len() {
                found.push(nodes);
            }
            return;
        };
        let member = &con.members[next];
        for node in candidates {
            let fits = member.kind.takes(self.kind(node))
                && !bound.contains(&Some(node))
                && now.is_none_or(|now| con.is_gone(next) || self.lasts(node, now))
                && (!share || !member.given || working.contains(&node));
            if !fits {
                continue;
            }
            bound[next] = Some(node);
            if self.ties_hold(con, bound, next) {
                self.bind(con, working, share, now, bound, found);
            }
            bound[next] = None;
        }
    }

    /// The member to bind next and the nodes that may be it: beside a bound one if possible.
    fn next(
        &self,
        con: &Constraint,
        working: &BTreeSet<NodeId>,
        share: bool,
        bound: &[Option<NodeId>],
    ) -> Option<(usize, Vec<NodeId>)> {
        for tie in &con.ties {
            let Some(open) = tie.members.iter().position(|&member| bound[member].is_none()) else { continue };
            let Some(near) = tie.members.iter().position(|&member| bound[member].is_some()) else { continue };
            if let Some(node) = bound[tie.members[near]] {
                let mut candidates: Vec<NodeId> =
                    self.across(node, tie.label, near < open).map(|(other, _)| other).collect();
                candidates.sort_unstable();
                candidates.dedup();
                return Some((tie.members[open], candidates));
            }
        }
        let open = |member: &usize| bound[*member].is_none();
        let given = (0..bound.len()).filter(open).find(|&member| con.members[member].given && share);
        let member = given.or_else(|| (0..bound.len()).find(open))?;
        let kind = con.members[member].kind;
        let candidates = match given {
            Some(_) => working.iter().copied().filter(|node| kind.takes(self.kind(*node))).collect(),
            None => self.of_kind(kind),
        };
        Some((member, candidates))
    }
}

/// The elements of a level as the world of the next, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ascent {
    pub(crate) world: World,
    members: Vec<Vec<NodeId>>,
    /// The elements that hold a node of the level below.
    holders: BTreeMap<NodeId, Vec<NodeId>>,
    instances: BTreeMap<(LinkId, Vec<NodeId>), u32>,
}

impl Ascent {
    /// Adds an element and ties it to those that share something with it. Of two links on the same nodes the larger counts.
    pub(crate) fn add(&mut self, level: &Level, below: &World, element: &Element) -> NodeId {
        let fresh = self.world.add(Kind::Class(element.class), Some(element.span));
        let mut partners: BTreeSet<NodeId> = BTreeSet::new();
        for &node in &element.nodes {
            let holders = self.holders.entry(node).or_default();
            partners.extend(holders.iter().copied());
            holders.push(fresh);
        }
        self.members.push(element.nodes.clone());
        let mut shared: BTreeMap<NodeId, BTreeSet<(LinkId, Vec<NodeId>)>> = BTreeMap::new();
        for other in partners {
            let both: Vec<NodeId> = self.members[other.index()]
                .iter()
                .copied()
                .filter(|node| element.nodes.binary_search(node).is_ok())
                .collect();
            let Some(span) = self.world.span(other) else { continue };
            if level.number > 0 {
                if span.end == element.span.begin {
                    self.world.tie(Label::Became, [other, fresh], 0);
                } else if element.span.end == span.begin {
                    self.world.tie(Label::Became, [fresh, other], 0);
                }
                if span.common(element.span).is_none() {
                    continue;
                }
            }
            for (link, definition) in level.links.entries() {
                for form in &definition.forms {
                    let mut found = Vec::new();
                    below.embeddings_in(form, &both, &mut vec![None; form.members.len()], &mut found);
                    for mut nodes in found {
                        nodes.sort_unstable();
                        shared.entry(other).or_default().insert((link, nodes));
                    }
                }
            }
        }
        for (other, links) in shared {
            let inside = |small: &Vec<NodeId>, large: &Vec<NodeId>| {
                small.len() < large.len() && small.iter().all(|node| large.binary_search(node).is_ok())
            };
            for (link, nodes) in &links {
                if links.iter().any(|(_, other)| inside(nodes, other)) {
                    continue;
                }
                let next = self.instances.len() as u32;
                let instance = *self.instances.entry((*link, nodes.clone())).or_insert(next);
                self.world.tie(Label::Link(*link), [other, fresh], instance);
            }
        }
        fresh
    }
}

/// A class in a world at one moment.
pub(crate) struct Moment<'a> {
    pub(crate) world: &'a World,
    pub(crate) class: &'a Class,
    pub(crate) now: u32,
    /// Whether everything is looked at, not only what began now.
    pub(crate) afresh: bool,
}

impl Scene for Moment<'_> {
    fn begin(&self, node: NodeId) -> u32 {
        self.world.span(node).map_or(0, |span| span.begin)
    }

    fn lasts(&self, node: NodeId) -> bool {
        self.world.lasts(node, self.now)
    }

    fn begun(&self, con: ConstraintId) -> Vec<Vec<NodeId>> {
        let mut all = self.world.embeddings_at(&self.class.constraints[con], &BTreeSet::new(), false, Some(self.now));
        all.retain(|nodes| self.afresh || nodes.iter().any(|&node| self.begin(node) == self.now));
        all
    }

    fn added(&self, con: ConstraintId, working: &BTreeSet<NodeId>) -> Vec<Vec<NodeId>> {
        self.world.embeddings_at(&self.class.constraints[con], working, true, Some(self.now))
    }
}
