//! Classes above level 0 as time goes on: what a generating system can make of what lasts now and of what has been.
//!
//! The steps of a class fall into stages: those before the first `then`, and each `then` with the steps behind it. What a
//! stage adds lives together; what an earlier stage added may have ended. So an element is followed from stage to stage,
//! and nothing that was begun is forgotten.

use std::collections::{BTreeMap, BTreeSet};

use super::class::{Class, ConstraintId, Step, Times};
use super::world::NodeId;

/// Nodes at one moment: where the constraints of one class are looked for.
pub(crate) trait Scene {
    /// When a node began.
    fn begin(&self, node: NodeId) -> u32;

    /// Whether a node lasts now.
    fn lasts(&self, node: NodeId) -> bool;

    /// The ways to find a constraint now that were not there before, a node for each member. More may be told.
    fn begun(&self, con: ConstraintId) -> Vec<Vec<NodeId>>;

    /// All ways to find a constraint now that share a node with `working` and add one; given members are in it.
    fn added(&self, con: ConstraintId, working: &BTreeSet<NodeId>) -> Vec<Vec<NodeId>>;
}

/// A run of steps that are done in one time.
struct Stage<'a> {
    /// Whether it begins later than all that is there.
    later: bool,
    /// Whether it is done again and again, each time later.
    again: bool,
    steps: Vec<(&'a Step, Times)>,
}

impl Class {
    fn stages(&self) -> Vec<Stage<'_>> {
        let mut stages: Vec<Stage<'_>> = Vec::new();
        for step in &self.steps {
            match (step.later, step.times) {
                (true, Times::Exactly(times)) => {
                    for _ in 0..times {
                        stages.push(Stage { later: true, again: false, steps: vec![(step, Times::Exactly(1))] });
                    }
                }
                (true, Times::Any) => {
                    stages.push(Stage { later: true, again: true, steps: vec![(step, Times::Exactly(1))] });
                }
                (false, times) => match stages.last_mut() {
                    Some(stage) if !stage.again => stage.steps.push((step, times)),
                    _ => stages.push(Stage { later: false, again: false, steps: vec![(step, times)] }),
                },
            }
        }
        stages
    }

    /// Whether its elements can be larger or smaller than others: some step is repeated at will or left out.
    fn varies(&self) -> bool {
        let varies = |step: &Step| step.times == Times::Any || step.items.iter().any(Vec::is_empty);
        self.steps.iter().any(varies)
    }

    /// Whether elements are done with their first constraint.
    fn is_single(&self) -> bool {
        matches!(self.steps.as_slice(), [step] if step.times == Times::Exactly(1) && step.items.iter().all(|row| row.len() == 1))
    }

    /// Whether one element can be a part of another: not if all have the same number of nodes.
    pub(crate) fn may_nest(&self) -> bool {
        let mut sizes: Vec<usize> = self
            .steps
            .iter()
            .flat_map(|step| &step.items)
            .flatten()
            .map(|con| self.constraints[*con].members.len())
            .collect();
        sizes.dedup();
        !self.is_single() || sizes.len() > 1
    }
}

/// Something in the making, or made: its nodes, and those of them that must last for it to last.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Strand {
    nodes: BTreeSet<NodeId>,
    standing: BTreeSet<NodeId>,
}

/// The first constraint of a row of the first step, found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Seed {
    row: usize,
    strand: Strand,
}

/// What is known of the elements of one class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Follower {
    seeds: BTreeSet<Seed>,
    /// For each stage but the last what it has made. What is done again and has grown is out of date.
    strands: Vec<BTreeMap<Strand, bool>>,
    /// What stands now: the nodes of elements, and for each the ways in which it stands.
    found: BTreeMap<Vec<NodeId>, BTreeSet<BTreeSet<NodeId>>>,
}

impl Follower {
    /// Takes note of a moment.
    pub(crate) fn follow(&mut self, class: &Class, scene: &impl Scene) {
        self.found.retain(|_, ways| {
            ways.retain(|standing| standing.iter().all(|&node| scene.lasts(node)));
            !ways.is_empty()
        });
        self.seeds.retain(|seed| seed.strand.standing.iter().all(|&node| scene.lasts(node)));
        let Some(first) = class.steps.first() else { return };
        let work = Work { class, scene };
        let mut seeds = BTreeSet::new();
        for (row, cons) in first.items.iter().enumerate() {
            let Some(&con) = cons.first() else { continue };
            for nodes in scene.begun(con) {
                seeds.insert(Seed { row, strand: work.grown(&Strand::default(), con, nodes) });
            }
        }
        if class.is_single() {
            seeds.into_iter().for_each(|seed| self.stands(seed.strand));
            return;
        }
        // Without anything new in a later constraint nothing old can go on, unless steps are left out or repeated.
        let behind = class.steps.iter().enumerate().flat_map(|(i, step)| {
            step.items
                .iter()
                .flat_map(move |row| row.iter().skip(usize::from(i == 0 && step.times == Times::Exactly(1))))
        });
        let goes_on = class.varies()
            || behind.copied().collect::<BTreeSet<_>>().into_iter().any(|con| !scene.begun(con).is_empty());
        let old = std::mem::take(&mut self.seeds);
        let open: Vec<Seed> =
            if goes_on { old.union(&seeds).cloned().collect() } else { seeds.difference(&old).cloned().collect() };
        self.seeds = old;
        self.seeds.extend(seeds);
        let stages = class.stages();
        self.strands.resize_with(stages.len(), BTreeMap::new);
        let mut fresh: BTreeSet<Strand> = open.iter().flat_map(|seed| work.first_stage(&stages[0], seed)).collect();
        for (i, stage) in stages.iter().enumerate() {
            // What stage `i` made just now is in `fresh`; what it made before, in its strands.
            let known = &mut self.strands[i];
            for strand in fresh {
                known.entry(strand).or_insert(false);
            }
            if stage.again {
                // It takes whatever can be added, and is then no longer what it was.
                for strand in
                    known.iter().filter(|(_, grown)| !**grown).map(|(strand, _)| strand.clone()).collect::<Vec<_>>()
                {
                    let more = work.all_added(stage, &strand);
                    if more.nodes.len() > strand.nodes.len() {
                        known.insert(strand, true);
                        known.entry(more).or_insert(false);
                    }
                }
            }
            let open: Vec<Strand> =
                known.iter().filter(|(_, grown)| !**grown).map(|(strand, _)| strand.clone()).collect();
            fresh = match stages.get(i + 1) {
                Some(next) if next.again => open.into_iter().collect(),
                Some(next) if goes_on => open.iter().flat_map(|strand| work.stage(next, strand)).collect(),
                Some(_) => BTreeSet::new(),
                None => {
                    open.into_iter().for_each(|strand| self.stands_if(strand, scene));
                    if !stage.again {
                        self.strands[i].clear();
                    }
                    return;
                }
            };
        }
    }

    /// The nodes whose end would change something.
    pub(crate) fn watched(&self) -> BTreeSet<NodeId> {
        let seeds = self.seeds.iter().flat_map(|seed| &seed.strand.standing);
        seeds.chain(self.found.values().flatten().flatten()).copied().collect()
    }

    fn stands_if(&mut self, strand: Strand, scene: &impl Scene) {
        if strand.standing.iter().all(|&node| scene.lasts(node)) {
            self.stands(strand);
        }
    }

    fn stands(&mut self, strand: Strand) {
        self.found.entry(strand.nodes.into_iter().collect()).or_default().insert(strand.standing);
    }

    /// The elements that stand now: each as large as it gets.
    pub(crate) fn elements(&self, class: &Class) -> BTreeSet<&Vec<NodeId>> {
        let all: BTreeSet<&Vec<NodeId>> = self.found.keys().collect();
        if class.may_nest() { largest(all) } else { all }
    }
}

/// Without the sets that are part of another.
fn largest(all: BTreeSet<&Vec<NodeId>>) -> BTreeSet<&Vec<NodeId>> {
    let mut holders: BTreeMap<NodeId, Vec<&Vec<NodeId>>> = BTreeMap::new();
    for nodes in &all {
        nodes.iter().for_each(|&node| holders.entry(node).or_default().push(nodes));
    }
    let is_part = |nodes: &Vec<NodeId>| {
        let holders = nodes.first().and_then(|first| holders.get(first));
        holders
            .into_iter()
            .flatten()
            .any(|other| other.len() > nodes.len() && nodes.iter().all(|node| other.binary_search(node).is_ok()))
    };
    all.iter().filter(|nodes| !is_part(nodes)).copied().collect()
}

/// Applies constraints at one moment.
struct Work<'a, S> {
    class: &'a Class,
    scene: &'a S,
}

impl<S: Scene> Work<'_, S> {
    /// A strand with the nodes of a constraint: all of them stand but those of which it says that they became something.
    fn grown(&self, strand: &Strand, con: ConstraintId, nodes: Vec<NodeId>) -> Strand {
        let con = &self.class.constraints[con];
        let mut next = strand.clone();
        for (member, node) in nodes.into_iter().enumerate() {
            next.nodes.insert(node);
            if !con.is_gone(member) {
                next.standing.insert(node);
            }
        }
        next
    }

    fn lives(&self, strand: &Strand) -> bool {
        strand.standing.iter().all(|&node| self.scene.lasts(node))
    }

    /// All ways to apply a row of constraints. What it adds begins after a moment, if that is said.
    fn row(&self, row: &[ConstraintId], strand: &Strand, after: Option<u32>) -> BTreeSet<Strand> {
        let mut open = BTreeSet::from([strand.clone()]);
        for &con in row {
            let mut next = BTreeSet::new();
            for strand in &open {
                for nodes in self.scene.added(con, &strand.nodes) {
                    let is_later = |node: &NodeId| {
                        strand.nodes.contains(node) || after.is_none_or(|after| self.scene.begin(*node) > after)
                    };
                    if nodes.iter().all(is_later) {
                        next.extend(Some(self.grown(strand, con, nodes)).filter(|strand| self.lives(strand)));
                    }
                }
            }
            open = next;
        }
        open
    }

    /// All ways to do a step a number of times.
    fn step(&self, step: &Step, times: Times, open: BTreeSet<Strand>) -> BTreeSet<Strand> {
        match times {
            Times::Exactly(n) => (0..n).fold(open, |open, _| {
                open.iter().flat_map(|strand| step.items.iter().flat_map(|row| self.row(row, strand, None))).collect()
            }),
            // What can be added at all is added: the order does not matter then.
            Times::Any => open.into_iter().map(|strand| self.closed(step, strand)).collect(),
        }
    }

    fn closed(&self, step: &Step, mut strand: Strand) -> Strand {
        loop {
            let before = strand.nodes.len();
            for row in &step.items {
                for more in self.row(row, &strand, None) {
                    strand.nodes.extend(more.nodes);
                    strand.standing.extend(more.standing);
                }
            }
            if strand.nodes.len() == before {
                return strand;
            }
        }
    }

    /// What the first stage makes of a seed.
    fn first_stage(&self, stage: &Stage<'_>, seed: &Seed) -> BTreeSet<Strand> {
        let Some((first, times)) = stage.steps.first() else { return BTreeSet::new() };
        let mut open = self.row(&first.items[seed.row][1..], &seed.strand, None);
        let more = match times {
            Times::Exactly(n) => Times::Exactly(n.saturating_sub(1)),
            Times::Any => Times::Any,
        };
        open = self.step(first, more, open);
        for (step, times) in &stage.steps[1..] {
            open = self.step(step, *times, open);
        }
        open
    }

    /// What a stage makes of what the one before it made.
    fn stage(&self, stage: &Stage<'_>, from: &Strand) -> BTreeSet<Strand> {
        let mut steps = stage.steps.iter();
        let mut open = BTreeSet::new();
        if stage.later {
            let Some((first, _)) = steps.next() else { return open };
            let after = from.nodes.iter().map(|&node| self.scene.begin(node)).max();
            let bare = Strand { nodes: from.nodes.clone(), standing: BTreeSet::new() };
            for row in &first.items {
                match row.as_slice() {
                    [] => open.extend(Some(from.clone()).filter(|strand| self.lives(strand))),
                    row => open.extend(self.row(row, &bare, after)),
                }
            }
        } else if self.lives(from) {
            open.insert(from.clone());
        }
        steps.fold(open, |open, (step, times)| self.step(step, *times, open))
    }

    /// A strand with all that a stage can add to it now.
    fn all_added(&self, stage: &Stage<'_>, from: &Strand) -> Strand {
        let mut all = Strand { nodes: from.nodes.clone(), standing: BTreeSet::new() };
        for more in self.stage(stage, from).into_iter().filter(|more| more.nodes.len() > from.nodes.len()) {
            all.nodes.extend(more.nodes);
            all.standing.extend(more.standing);
        }
        all
    }
}
