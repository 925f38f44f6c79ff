//! Structs: observed events joined by processes.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::class::{Kind, Label, Level, PrimitiveId};
use super::world::{Span, World};

/// The name of a concrete primitive: what relabelling changes.
pub type Name = u32;

/// A concrete primitive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its abstract primitive.
    pub primitive: PrimitiveId,
    /// Where the process of each initial site comes from: an event and its terminal site.
    pub initials: Vec<Option<(Name, usize)>>,
    /// Where the process of each terminal site goes to: an event and its initial site.
    pub terminals: Vec<Option<(Name, usize)>>,
}

/// Events joined by processes from terminal sites to initial sites of later events: at most one a site, never in a
/// circle.
///
/// ```
/// use structure::ets::Struct;
/// let system = structure::definitions::built_in();
/// let level = &system.levels[0];
/// let [black, adjacency] = ["black", "adjacency"].map(|name| level.primitive_id(name).unwrap());
/// let mut one = Struct::default();
/// one.add(level, 1, black);
/// one.add(level, 2, adjacency);
/// one.link(level, (1, 3), (2, 0)).unwrap();
/// assert!(one.link(level, (2, 0), (1, 0)).is_err(), "time does not run in circles");
/// let other = one.relabelled(|name| name + 10);
/// assert_eq!(one.identity(&other).unwrap()[&2], 12);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Struct {
    events: BTreeMap<Name, Event>,
}

/// Why two sites cannot be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum LinkError {
    /// There is no such event.
    #[error("there is no event {0}")]
    NoEvent(Name),
    /// The event has no such site.
    #[error("event {0} has no site {1}")]
    NoSite(Name, usize),
    /// A site takes one process only.
    #[error("site {1} of event {0} is taken")]
    Taken(Name, usize),
    /// The process would be of two primal classes.
    #[error("the sites are of different primal classes")]
    Primal,
    /// The later event comes before the earlier one.
    #[error("events {0} and {1} would each come before the other")]
    Circle(Name, Name),
}

/// Why two structs cannot be assembled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum AssemblyError {
    /// They have no event in common.
    #[error("the structs have no event in common")]
    Disjoint,
    /// An event has two kinds.
    #[error("event {0} is of two kinds")]
    Kind(Name),
    /// A process contradicts another.
    #[error(transparent)]
    Link(#[from] LinkError),
}

impl Struct {
    /// Adds an event with open sites. An event with this name is replaced, so names should be new.
    pub fn add(&mut self, level: &Level, name: Name, primitive: PrimitiveId) {
        let kind = &level.primitives[primitive];
        let event =
            Event { primitive, initials: vec![None; kind.initials.len()], terminals: vec![None; kind.terminals.len()] };
        self.events.insert(name, event);
    }

    /// Joins a terminal site of an event to an initial site of another.
    ///
    /// # Errors
    /// When a site does not exist or is taken, the primal classes differ, or time would run in a circle.
    pub fn link(&mut self, level: &Level, from: (Name, usize), to: (Name, usize)) -> Result<(), LinkError> {
        self.check_link(level, from, to)?;
        if self.reaches(to.0, from.0) {
            return Err(LinkError::Circle(from.0, to.0));
        }
        self.join(from, to);
        Ok(())
    }

    /// Joins without looking for circles: for recorders that add events in the order of time.
    pub(crate) fn join(&mut self, from: (Name, usize), to: (Name, usize)) {
        if let Some(event) = self.events.get_mut(&from.0) {
            event.terminals[from.1] = Some(to);
        }
        if let Some(event) = self.events.get_mut(&to.0) {
            event.initials[to.1] = Some(from);
        }
    }

    fn check_link(&self, level: &Level, from: (Name, usize), to: (Name, usize)) -> Result<(), LinkError> {
        let event = |name| self.events.get(&name).ok_or(LinkError::NoEvent(name));
        let (first, second) = (event(from.0)?, event(to.0)?);
        let open = first.terminals.get(from.1).ok_or(LinkError::NoSite(from.0, from.1))?;
        let target = second.initials.get(to.1).ok_or(LinkError::NoSite(to.0, to.1))?;
        if open.is_some() {
            return Err(LinkError::Taken(from.0, from.1));
        }
        if target.is_some() {
            return Err(LinkError::Taken(to.0, to.1));
        }
        let leaves = level.primitives[first.primitive].terminals[from.1].primal;
        let enters = level.primitives[second.primitive].initials[to.1].primal;
        if leaves == enters { Ok(()) } else { Err(LinkError::Primal) }
    }

    /// Whether processes lead from one event to another.
    fn reaches(&self, from: Name, to: Name) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            if name == to {
                return true;
            }
            let next = self.events.get(&name).into_iter().flat_map(|event| event.terminals.iter().flatten());
            open.extend(next.map(|(name, _)| *name).filter(|name| seen.insert(*name)));
        }
        false
    }

    /// The events by name.
    pub fn events(&self) -> impl Iterator<Item = (Name, &Event)> {
        self.events.iter().map(|(name, event)| (*name, event))
    }

    /// The event with this name.
    #[must_use]
    pub fn event(&self, name: Name) -> Option<&Event> {
        self.events.get(&name)
    }

    /// Number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether nothing happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The processes: from an event and its terminal site to an event and its initial site.
    pub fn links(&self) -> impl Iterator<Item = ((Name, usize), (Name, usize))> + '_ {
        self.events().flat_map(|(name, event)| {
            event.terminals.iter().enumerate().filter_map(move |(site, to)| Some(((name, site), (*to)?)))
        })
    }

    /// The same with other names. The names must stay different.
    #[must_use]
    pub fn relabelled(&self, mut of: impl FnMut(Name) -> Name) -> Struct {
        let names: BTreeMap<Name, Name> = self.events.keys().map(|&name| (name, of(name))).collect();
        let site = |end: &Option<(Name, usize)>| end.map(|(name, site)| (names[&name], site));
        let events = self.events.iter().map(|(name, event)| {
            let event = Event {
                primitive: event.primitive,
                initials: event.initials.iter().map(site).collect(),
                terminals: event.terminals.iter().map(site).collect(),
            };
            (names[name], event)
        });
        Struct { events: events.collect() }
    }

    /// The struct that holds both, on the events that they have in common.
    ///
    /// # Errors
    /// When they have none, or contradict each other.
    pub fn assembled(&self, level: &Level, other: &Struct) -> Result<Struct, AssemblyError> {
        if !other.events.keys().any(|name| self.events.contains_key(name)) {
            return Err(AssemblyError::Disjoint);
        }
        let mut whole = self.clone();
        for (name, event) in other.events() {
            match self.events.get(&name) {
                Some(known) if known.primitive != event.primitive => return Err(AssemblyError::Kind(name)),
                Some(_) => {}
                None => whole.add(level, name, event.primitive),
            }
        }
        for (from, to) in other.links() {
            let known = whole.events[&from.0].terminals[from.1] == Some(to);
            if !known {
                whole.link(level, from, to)?;
            }
        }
        Ok(whole)
    }

    /// The part with these events and the processes between them.
    #[must_use]
    pub fn part(&self, names: &BTreeSet<Name>) -> Struct {
        let inside = |end: &Option<(Name, usize)>| end.filter(|(name, _)| names.contains(name));
        let events = self.events.iter().filter(|(name, _)| names.contains(name)).map(|(name, event)| {
            let event = Event {
                primitive: event.primitive,
                initials: event.initials.iter().map(inside).collect(),
                terminals: event.terminals.iter().map(inside).collect(),
            };
            (*name, event)
        });
        Struct { events: events.collect() }
    }

    /// The relabelling that makes this struct the other one, if they are structurally identical.
    ///
    /// Each site has at most one process, so that one pair of events settles the whole connected part around it: parts
    /// are matched one after the other.
    #[must_use]
    pub fn identity(&self, other: &Struct) -> Option<BTreeMap<Name, Name>> {
        if self.len() != other.len() {
            return None;
        }
        let mut names = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for &first in self.events.keys() {
            if names.contains_key(&first) {
                continue;
            }
            let part = other
                .events
                .keys()
                .filter(|name| !taken.contains(*name))
                .find_map(|&image| self.spread(other, first, image))?;
            taken.extend(part.values().copied());
            names.extend(part);
        }
        (taken.len() == self.len()).then_some(names)
    }

    /// Follows all processes from a pair of events; none if anything differs.
    fn spread(&self, other: &Struct, first: Name, image: Name) -> Option<BTreeMap<Name, Name>> {
        let mut names = BTreeMap::from([(first, image)]);
        let mut back = BTreeMap::from([(image, first)]);
        let mut open = vec![(first, image)];
        while let Some((a, b)) = open.pop() {
            let (x, y) = (&self.events[&a], &other.events[&b]);
            if x.primitive != y.primitive {
                return None;
            }
            let sites = x.initials.iter().zip(&y.initials).chain(x.terminals.iter().zip(&y.terminals));
            for (end, image) in sites {
                match (end, image) {
                    (None, None) => {}
                    (Some((end, site)), Some((image, same))) if site == same => {
                        match (names.get(end), back.get(image)) {
                            (None, None) => {
                                names.insert(*end, *image);
                                back.insert(*image, *end);
                                open.push((*end, *image));
                            }
                            (Some(known), _) if known == image => {}
                            _ => return None,
                        }
                    }
                    _ => return None,
                }
            }
        }
        Some(names)
    }

    /// The struct as a world: a node for every event, in the order of names, and the names of the nodes. `span` says
    /// when an event is, if it has a time.
    #[must_use]
    pub fn world(&self, mut span: impl FnMut(Name) -> Option<Span>) -> (World, Vec<Name>) {
        let mut world = World::default();
        let names: Vec<Name> = self.events.keys().copied().collect();
        let mut nodes = BTreeMap::new();
        for (name, event) in &self.events {
            nodes.insert(*name, world.add(Kind::Primitive(event.primitive), span(*name)));
        }
        for ((from, terminal), (to, initial)) in self.links() {
            world.tie(Label::Sites { terminal, initial }, [nodes[&from], nodes[&to]], 0);
        }
        (world, names)
    }
}
