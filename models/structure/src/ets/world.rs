//! Nodes with kinds and what they have in common: the view of a struct, or of the elements of a level, in which
//! constraints are looked for.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Constraint, Kind, Label};

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
    pub nodes: [u32; 2],
    /// Which instance of the link it is: several nodes share one when they share it pair by pair.
    pub instance: u32,
}

/// Nodes and ties.
#[derive(Clone, Debug, Default)]
pub struct World {
    kinds: Vec<usize>,
    spans: Vec<Option<Span>>,
    ties: Vec<WorldTie>,
    at: Vec<Vec<u32>>,
    of_kind: BTreeMap<usize, Vec<u32>>,
}

impl World {
    /// Adds a node of a kind, with the time it lasts if it has one of its own.
    pub fn add(&mut self, kind: usize, span: Option<Span>) -> u32 {
        let node = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.spans.push(span);
        self.at.push(Vec::new());
        self.of_kind.entry(kind).or_default().push(node);
        node
    }

    /// Ties two nodes.
    pub fn tie(&mut self, label: Label, nodes: [u32; 2], instance: u32) {
        let place = self.ties.len() as u32;
        self.ties.push(WorldTie { label, nodes, instance });
        for node in nodes {
            self.at[node as usize].push(place);
        }
    }

    /// Number of nodes.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.kinds.len()
    }

    /// The kind of a node.
    #[must_use]
    pub fn kind(&self, node: u32) -> usize {
        self.kinds[node as usize]
    }

    /// The time of a node.
    #[must_use]
    pub fn span(&self, node: u32) -> Option<Span> {
        self.spans[node as usize]
    }

    /// All ties.
    #[must_use]
    pub fn ties(&self) -> &[WorldTie] {
        &self.ties
    }

    /// The ties of a node.
    pub fn ties_of(&self, node: u32) -> impl Iterator<Item = &WorldTie> {
        self.at[node as usize].iter().map(|&place| &self.ties[place as usize])
    }

    /// The nodes of a kind.
    pub(crate) fn of_kind(&self, kind: Kind) -> Vec<u32> {
        match kind {
            Kind::Of(kind) => self.of_kind.get(&kind).cloned().unwrap_or_default(),
            Kind::Any => (0..self.kinds.len() as u32).collect(),
        }
    }

    /// The nodes on the other end of ties with a label. For sites `first` says which end `node` is.
    fn across(&self, node: u32, label: Label, first: bool) -> impl Iterator<Item = (u32, u32)> {
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
    fn holds(&self, label: Label, nodes: &[u32]) -> bool {
        match *nodes {
            [] => true,
            // One element shares a link with itself when anybody shares it there.
            [a] => self.ties_of(a).any(|tie| tie.label == label),
            [a, b] => self.across(a, label, true).any(|(other, _)| other == b),
            [a, ref others @ ..] => self.across(a, label, true).map(|(_, instance)| instance).any(|instance| {
                let shares = |x: u32, y: u32| self.across(x, label, true).any(|found| found == (y, instance));
                others.iter().all(|&b| shares(a, b))
                    && others.iter().enumerate().all(|(i, &b)| others[..i].iter().all(|&c| shares(b, c)))
            }),
        }
    }

    /// Every way to find a constraint here: a node for each member, all different. Given members, and with `share` at
    /// least one member, are in `working`; with `share` at least one is not.
    pub(crate) fn embeddings(&self, con: &Constraint, working: &BTreeSet<u32>, share: bool) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let mut bound = vec![None; con.members.len()];
        self.bind(con, working, share, &mut bound, &mut found);
        found
    }

    fn bind(
        &self,
        con: &Constraint,
        working: &BTreeSet<u32>,
        share: bool,
        bound: &mut Vec<Option<u32>>,
        found: &mut Vec<Vec<u32>>,
    ) {
        let Some((next, candidates)) = self.next(con, working, share, bound) else {
            let nodes: Vec<u32> = bound.iter().flatten().copied().collect();
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
                let nodes: Option<Vec<u32>> = tie.members.iter().map(|&member| bound[member]).collect();
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
        working: &BTreeSet<u32>,
        share: bool,
        bound: &[Option<u32>],
    ) -> Option<(usize, Vec<u32>)> {
        for tie in &con.ties {
            let Some(open) = tie.members.iter().position(|&member| bound[member].is_none()) else { continue };
            let Some(near) = tie.members.iter().position(|&member| bound[member].is_some()) else { continue };
            if let Some(node) = bound[tie.members[near]] {
                let mut candidates: Vec<u32> =
                    self.across(node, tie.label, near < open).map(|(other, _)| other).collect();
                candidates.sort_unstable();
                candidates.dedup();
                return Some((tie.members[open], candidates));
            }
        }
        let open = |place: &usize| bound[*place].is_none();
        let given = (0..bound.len()).filter(open).find(|&place| con.members[place].given && share);
        let place = given.or_else(|| (0..bound.len()).find(open))?;
        let kind = con.members[place].kind;
        let candidates = match given {
            Some(_) => working.iter().copied().filter(|node| kind.takes(self.kind(*node))).collect(),
            None => self.of_kind(kind),
        };
        Some((place, candidates))
    }
}
