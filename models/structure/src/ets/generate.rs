//! Generating systems at work: elements made by chance, in an environment that adds its own events.

use std::collections::BTreeSet;

use model::{Rng, unit};

use super::class::{Class, ClassId, Constraint, ConstraintId, Kind, Label, Level, LinkId, PrimitiveId, Times};
use super::world::{NodeId, Span, World};

/// What a generating system made: a world, and which of its nodes are the element. The others are the environment's.
#[derive(Clone, Debug)]
pub struct Generated {
    /// All nodes and their ties.
    pub world: World,
    /// The element.
    pub nodes: BTreeSet<NodeId>,
}

/// A repeated step goes on with this chance, so that elements stay small enough to look at.
const GO_ON: f64 = 0.8;

impl Level {
    /// Makes an element of a class. Between steps the environment adds a node with chance `noise`. None if the choices
    /// led nowhere; another draw may succeed.
    pub fn generate(&self, below: Option<&Level>, class: ClassId, noise: f64, rng: &mut impl Rng) -> Option<Generated> {
        let class = &self.classes[class];
        let mut growth =
            Growth { level: self, below, world: World::default(), nodes: BTreeSet::new(), n_instances: 0, time: 0 };
        for step in &class.steps {
            let mut done = 0;
            loop {
                let enough = match step.times {
                    Times::Exactly(n) => done >= n,
                    Times::Any => !chance(rng, GO_ON),
                };
                if enough {
                    break;
                }
                if step.later {
                    growth.time += 1;
                }
                if chance(rng, noise) {
                    growth.noise(rng);
                }
                if !growth.step(class, &step.items, rng) {
                    match step.times {
                        Times::Any => break,
                        Times::Exactly(_) => return None,
                    }
                }
                done += 1;
            }
        }
        (!growth.nodes.is_empty()).then_some(Generated { world: growth.world, nodes: growth.nodes })
    }
}

pub(crate) fn chance(rng: &mut impl Rng, probability: f64) -> bool {
    unit(rng) < probability
}

pub(crate) fn pick<T: Clone>(rng: &mut impl Rng, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| items[(rng.next_u64() % items.len() as u64) as usize].clone())
}

struct Growth<'a> {
    level: &'a Level,
    below: Option<&'a Level>,
    world: World,
    nodes: BTreeSet<NodeId>,
    n_instances: u32,
    time: u32,
}

impl Growth<'_> {
    /// Does one of the alternatives, in an order drawn by chance; false if none can be done.
    fn step(&mut self, class: &Class, items: &[Vec<ConstraintId>], rng: &mut impl Rng) -> bool {
        let mut open: Vec<&Vec<ConstraintId>> = items.iter().collect();
        while let Some(row) = pick(rng, &open) {
            open.retain(|other| *other != row);
            // A row is done as a whole or not at all.
            let before = (self.world.clone(), self.nodes.clone(), self.n_instances);
            if row.iter().all(|&con| self.apply(&class.constraints[con], rng)) {
                return true;
            }
            (self.world, self.nodes, self.n_instances) = before;
        }
        false
    }

    /// Applies a constraint: members that are there already are chosen by chance, the others are made.
    fn apply(&mut self, con: &Constraint, rng: &mut impl Rng) -> bool {
        let mut choices = Vec::new();
        self.choices(con, &mut vec![None; con.members.len()], 0, &mut choices);
        let Some(bound) = pick(rng, &choices) else { return false };
        // What becomes something else is there first, and ends when that begins.
        if con.ties.iter().any(|tie| tie.label == Label::Became) {
            self.time += 1;
        }
        let nodes: Vec<NodeId> = bound
            .iter()
            .zip(&con.members)
            .enumerate()
            .map(|(i, (node, member))| {
                let gone = con.is_gone(i);
                let node = node.unwrap_or_else(|| {
                    let kind = if member.kind == Kind::Any { self.any_kind() } else { member.kind };
                    let begin = if gone { self.time - 1 } else { self.time };
                    self.world.add(kind, Some(Span { begin, end: u32::MAX }))
                });
                if gone {
                    self.world.end(node, self.time);
                }
                node
            })
            .collect();
        for tie in &con.ties {
            if tie.members.iter().all(|&member| bound[member].is_some()) {
                continue;
            }
            self.n_instances += 1;
            for (i, &b) in tie.members.iter().enumerate() {
                for &a in &tie.members[..i] {
                    self.world.tie(tie.label, [nodes[a], nodes[b]], self.n_instances);
                }
            }
        }
        self.nodes.extend(nodes);
        true
    }

    /// What a member that may be anything is made as: the first kind that there is.
    fn any_kind(&self) -> Kind {
        match self.below {
            None => self.level.primitives.ids().next().map_or(Kind::Any, Kind::Primitive),
            Some(below) => below.classes.ids().next().map_or(Kind::Any, Kind::Class),
        }
    }

    /// All ways to choose the members that are there already: some but not all, except at the beginning.
    fn choices(
        &self,
        con: &Constraint,
        bound: &mut Vec<Option<NodeId>>,
        next: usize,
        out: &mut Vec<Vec<Option<NodeId>>>,
    ) {
        if next == bound.len() {
            let known = bound.iter().flatten().count();
            let fits = if self.nodes.is_empty() { known == 0 } else { known > 0 && known < bound.len() };
            if fits && self.can_tie(con, bound) {
                out.push(bound.clone());
            }
            return;
        }
        let member = &con.members[next];
        if !member.given || self.nodes.is_empty() {
            bound[next] = None;
            self.choices(con, bound, next + 1, out);
        }
        for &node in &self.nodes {
            let lasts = con.is_gone(next) || self.world.lasts(node, self.time);
            if lasts && member.kind.takes(self.world.kind(node)) && !bound[..next].contains(&Some(node)) {
                bound[next] = Some(node);
                self.choices(con, bound, next + 1, out);
            }
        }
        bound[next] = None;
    }

    /// Whether ties between known members are there, and new ones find their sites open.
    fn can_tie(&self, con: &Constraint, bound: &[Option<NodeId>]) -> bool {
        con.ties.iter().all(|tie| {
            let known: Vec<Option<NodeId>> = tie.members.iter().map(|&member| bound[member]).collect();
            match (tie.label, known.as_slice()) {
                (_, [None, None]) => true,
                (Label::Sites { .. }, [Some(a), Some(b)]) => {
                    self.world.ties_of(*a).any(|found| found.label == tie.label && found.nodes == [*a, *b])
                }
                (Label::Sites { terminal, .. }, [Some(a), None]) => !self.world.ties_of(*a).any(|found| {
                    found.nodes[0] == *a && matches!(found.label, Label::Sites { terminal: t, .. } if t == terminal)
                }),
                (Label::Sites { initial, .. }, [None, Some(b)]) => !self.world.ties_of(*b).any(|found| {
                    found.nodes[1] == *b && matches!(found.label, Label::Sites { initial: i, .. } if i == initial)
                }),
                (Label::Link(_), known) if known.iter().all(Option::is_some) => {
                    let nodes: Vec<NodeId> = known.iter().flatten().copied().collect();
                    let shared = |a: NodeId, b: NodeId| {
                        let joins = |found: &&super::WorldTie| found.nodes == [a, b] || found.nodes == [b, a];
                        self.world.ties_of(a).filter(joins).any(|found| found.label == tie.label)
                    };
                    nodes.iter().enumerate().all(|(i, &b)| nodes[..i].iter().all(|&a| shared(a, b)))
                }
                // What has begun already came from something else, and what has ended became something else.
                (Label::Became, [_, Some(_)]) => false,
                (Label::Became, [Some(a), None]) => self.world.lasts(*a, self.time),
                _ => true,
            }
        })
    }

    /// The environment adds a node to the working struct: an event on an open site, or above level 0 an
    /// element that shares a link with one that is there.
    fn noise(&mut self, rng: &mut impl Rng) {
        let nodes: Vec<NodeId> = self.nodes.iter().copied().collect();
        let Some(node) = pick(rng, &nodes) else { return };
        match self.below {
            None => {
                let taken: BTreeSet<usize> = self
                    .world
                    .ties_of(node)
                    .filter_map(|tie| match tie.label {
                        Label::Sites { terminal, .. } if tie.nodes[0] == node => Some(terminal),
                        _ => None,
                    })
                    .collect();
                let Kind::Primitive(primitive) = self.world.kind(node) else { return };
                let terminals = &self.level.primitives[primitive].terminals;
                let open: Vec<usize> = (0..terminals.len()).filter(|site| !taken.contains(site)).collect();
                let Some(terminal) = pick(rng, &open) else { return };
                // Only an event that ends a process: it cannot be taken for a part of the element.
                let ends: Vec<PrimitiveId> = self
                    .level
                    .primitives
                    .ids()
                    .filter(|&id| {
                        let primitive = &self.level.primitives[id];
                        primitive.terminals.is_empty()
                            && primitive.initials.len() == 1
                            && primitive.initials[0].primal == terminals[terminal].primal
                    })
                    .collect();
                if let Some(primitive) = pick(rng, &ends) {
                    let end = self.world.add(Kind::Primitive(primitive), None);
                    self.world.tie(Label::Sites { terminal, initial: 0 }, [node, end], 0);
                }
            }
            Some(below) => {
                let links: Vec<LinkId> = below.links.ids().collect();
                let classes: Vec<ClassId> = below.classes.ids().collect();
                if let (Some(link), Some(class)) = (pick(rng, &links), pick(rng, &classes)) {
                    let span = Some(Span { begin: self.time, end: u32::MAX });
                    let other = self.world.add(Kind::Class(class), span);
                    self.n_instances += 1;
                    self.world.tie(Label::Link(link), [node, other], self.n_instances);
                }
            }
        }
    }
}
