//! Nodes with kinds and what they have in common: the view of a struct, or of the elements of a level, in which
//! constraints are looked for.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Constraint, Kind, Label};
use super::table::{Table, id};

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
    /// The two nodes; for sites the earlier event comes first.
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

    /// The nodes on the other end of ties with a label. For sites `first` says which end `node` is.
    fn across(&self, node: NodeId, label: Label, first: bool) -> impl Iterator<Item = (NodeId, u32)> {
        self.ties_of(node).filter(move |tie| tie.label == label).filter_map(move |tie| {
            let [a, b] = tie.nodes;
            match label {
                Label::Sites { .. } if first => (a == node).then_some((b, tie.instance)),
                Label::Sites { .. } => (b == node).then_some((a, tie.instance)),
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
        let mut found = Vec::new();
        let mut bound = vec![None; con.members.len()];
        self.bind(con, working, share, &mut bound, &mut found);
        found
    }

    fn bind(
        &self,
        con: &Constraint,
        working: &BTreeSet<NodeId>,
        share: bool,
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
                && (!share || !member.given || working.contains(&node));
            if !fits {
                continue;
            }
            bound[next] = Some(node);
            let holds = con.ties.iter().filter(|tie| tie.members.contains(&next)).all(|tie| {
                let nodes: Option<Vec<NodeId>> = tie.members.iter().map(|&member| bound[member]).collect();
                nodes.is_none_or(|nodes| self.holds(tie.label, &nodes))
            });
            if holds {
                self.bind(con, working, share, bound, found);
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
