//! Levels above the second, where definitions have them: the elements of the level below are the nodes of a world, and the
//! formalism does the rest.

use std::collections::{BTreeMap, HashMap};

use super::groups::node;
use super::plan::Plan;
use super::recorder::{Element1, Element2, OPEN, Recorder};
use crate::ets::{Ascent, ClassId, Element, Follower, Id, Kind, Label, LinkId, Moment, NodeId, Span, Table, World};

/// An element of a level above the second.
#[derive(Clone, Debug)]
pub(crate) struct UpperRun {
    pub(crate) class: ClassId,
    /// The indices of its elements of the level below.
    pub(crate) members: Vec<usize>,
    pub(crate) begin: u32,
    pub(crate) end: u32,
}

/// One such level.
#[derive(Clone, Default, Debug)]
struct Upper {
    /// The elements of the level below.
    below: Ascent,
    followers: Table<ClassId, (Follower, BTreeMap<Vec<NodeId>, usize>)>,
    runs: Vec<UpperRun>,
}

/// All of them.
#[derive(Clone, Debug)]
pub(crate) struct Uppers {
    /// The elements of level 1 and what they share.
    world: World,
    /// The links that elements of level 1 share: which, where, and since when it is what it is.
    instances: HashMap<(LinkId, usize, u32), u32>,
    levels: Vec<Upper>,
}

/// What a level began and ended, by indices.
pub(crate) type Began = (Vec<usize>, Vec<usize>);

impl Uppers {
    /// None if definitions end with level 2.
    pub(crate) fn new(plan: &Plan) -> Option<Uppers> {
        let levels: Vec<Upper> = plan
            .system
            .levels
            .iter()
            .skip(3)
            .map(|level| Upper { followers: level.classes.map(|_| Default::default()), ..Upper::default() })
            .collect();
        (!levels.is_empty()).then(|| Uppers { world: World::default(), instances: HashMap::new(), levels })
    }

    /// The elements of a level above the second.
    pub(crate) fn runs(&self, level: usize) -> &[UpperRun] {
        level.checked_sub(3).and_then(|upper| self.levels.get(upper)).map_or(&[], |upper| &upper.runs)
    }

    /// Takes note of what levels 1 and 2 began and ended; returns what each level above them did.
    pub(crate) fn follow(
        &mut self,
        recorder: &Recorder,
        now: u32,
        (made, ended): (&[Element1], &[Element1]),
        (began, over): (&[Element2], &[Element2]),
    ) -> Vec<Began> {
        self.shapes(recorder, now, made, ended);
        let runs = &recorder.groups.runs;
        let mut fresh: Vec<(ClassId, Vec<NodeId>)> = began
            .iter()
            .map(|&run| (runs[run].class, runs[run].members.iter().map(|&member| node(member)).collect()))
            .collect();
        let mut over: Vec<usize> = over.iter().map(|run| run.index()).collect();
        let mut all = Vec::new();
        for i in 0..self.levels.len() {
            let (lower, upper) = self.levels.split_at_mut(i);
            let (below, upper) = (lower.last().map_or(&self.world, |lower| &lower.below.world), &mut upper[0]);
            let level_below = recorder.plan.level(i + 2);
            for &ended in &over {
                upper.below.world.end(NodeId::new(ended).expect("it was added"), now);
            }
            for (class, nodes) in fresh.drain(..) {
                let element = Element { class, nodes, span: Span { begin: now, end: OPEN } };
                upper.below.add(level_below, below, &element);
            }
            let (began, ended) = upper.step(recorder, i + 3, now);
            fresh = began.iter().map(|&run| (upper.runs[run].class, upper.nodes(run))).collect();
            over = ended.clone();
            all.push((began, ended));
        }
        all
    }

    /// Takes note of the elements of level 1 and of what new ones share with others.
    fn shapes(&mut self, recorder: &Recorder, now: u32, made: &[Element1], ended: &[Element1]) {
        for &over in ended {
            self.world.end(node(over), now);
        }
        for &x in made {
            let fresh = self.world.add(Kind::Class(recorder.runs1[x].class), Some(Span { begin: now, end: OPEN }));
            for a in recorder.before(x) {
                self.world.tie(Label::Became, [node(a), fresh], 0);
            }
        }
        for &x in made {
            for y in recorder.touching(x, Kind::Any) {
                if y > x && made.contains(&y) {
                    continue;
                }
                for link in recorder.plan.lines1.ids() {
                    for spot in recorder.shared_spots(x, y, link) {
                        let next = self.instances.len() as u32;
                        let instance = *self.instances.entry((link, spot, recorder.since(spot, x))).or_insert(next);
                        self.world.tie(Label::Link(link), [node(y), node(x)], instance);
                    }
                }
            }
        }
    }
}

impl Upper {
    fn nodes(&self, run: usize) -> Vec<NodeId> {
        self.runs[run].members.iter().filter_map(|&member| NodeId::new(member)).collect()
    }

    fn step(&mut self, recorder: &Recorder, level: usize, now: u32) -> Began {
        let (mut began, mut over) = (Vec::new(), Vec::new());
        for (id, class) in recorder.plan.level(level).classes.entries() {
            let (follower, alive) = &mut self.followers[id];
            follower.follow(class, &Moment { world: &self.below.world, class, now, afresh: false });
            let found = follower.elements(class);
            alive.retain(|nodes, run| {
                let stands = found.contains(nodes);
                if !stands {
                    self.runs[*run].end = now;
                    over.push(*run);
                }
                stands
            });
            for nodes in found {
                if !alive.contains_key(nodes) {
                    let members = nodes.iter().map(|node| node.index()).collect();
                    self.runs.push(UpperRun { class: id, members, begin: now, end: OPEN });
                    began.push(self.runs.len() - 1);
                    alive.insert(nodes.clone(), self.runs.len() - 1);
                }
            }
        }
        (began, over)
    }
}
