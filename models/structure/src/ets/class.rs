//! What a domain consists of: primitives, links, constraints, generating systems, classes, levels.

use super::table::{Table, id};

id!(
    /// A class of a level.
    pub ClassId(u16), "classes in a level"
);
id!(
    /// A link of a level.
    pub LinkId(u16), "links in a level"
);
id!(
    /// A constraint of a class.
    pub ConstraintId(u16), "constraints in a class"
);
id!(
    /// An abstract primitive of level 0.
    pub PrimitiveId(u16), "primitives"
);

/// A domain, level by level: level 0 at the front.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct System {
    /// The levels.
    pub levels: Vec<Level>,
    /// What else a player counts, by name, where the definitions say so.
    pub play: Vec<(String, f64)>,
}

/// One level of classes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Level {
    /// Its height.
    pub number: usize,
    /// What its classes are.
    pub title: String,
    /// The primal classes; level 0 only.
    pub primals: Vec<String>,
    /// The abstract primitives; level 0 only.
    pub primitives: Table<PrimitiveId, Primitive>,
    /// The constraints that elements of this level can share.
    pub links: Table<LinkId, Link>,
    /// The images of the links: permutations under which classes of the next level are closed. The first is the identity.
    pub images: Vec<Table<LinkId, LinkId>>,
    /// The classes.
    pub classes: Table<ClassId, Class>,
}

/// An abstract primitive: a kind of event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Primitive {
    /// Its name.
    pub name: String,
    /// The processes that end in it, in order.
    pub initials: Vec<Site>,
    /// The processes that begin in it, in order.
    pub terminals: Vec<Site>,
}

/// Where a process enters or leaves a primitive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// The primal class of the process, by its index in the level.
    pub primal: usize,
}

/// A constraint that two or more elements can share, in one or more forms.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// Its name in the definitions: `Con 2` is `2`.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Its forms.
    pub forms: Vec<Constraint>,
}

/// A class: constraints, and the generating system that applies them.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Its name in the definitions: `C5`.
    pub name: String,
    /// What people call its elements: `one-point jump`.
    pub title: String,
    /// The name of its count: `one_point_jump.black`.
    pub key: String,
    /// Whose it is, where the domain has sides.
    pub color: Option<String>,
    /// The class with the sides exchanged.
    pub twin: Option<ClassId>,
    /// How much an element is worth to a player.
    pub worth: Worth,
    /// What is added where the element has the stone that was played last.
    pub answer: Worth,
    /// How much an element tells a reader, where that is not what it is worth to make one.
    pub telling: Option<f64>,
    /// What an element is one maximal chain of, if the class says so.
    pub chain: Option<Chain>,
    /// The constraints: first those written, then their images.
    pub constraints: Table<ConstraintId, Constraint>,
    /// Whether it is meant as written: its constraints have no images.
    pub oriented: bool,
    /// The generating system.
    pub steps: Vec<Step>,
    /// The line of the definitions on which it begins.
    pub line: usize,
}

/// How much an element is worth to a player who makes it, breaks it, or loses it.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Worth {
    /// To whoever makes it.
    pub made: f64,
    /// To whoever breaks one of the other side, or of both; where nothing is said, a share of what it is worth to make it.
    pub broken: Option<f64>,
    /// To whoever loses one of its own, usually less than nothing; where nothing is said, a share again.
    pub lost: Option<f64>,
}

/// Elements of one class joined by elements of another: a set that is recognised only as a whole, for as long as it is
/// the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The class of its members.
    pub nodes: ClassId,
    /// The class that joins two members.
    pub by: ClassId,
}

/// A step of a generating system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Whether what it adds begins later than all that is there.
    pub later: bool,
    /// The alternatives: constraints that are applied one after the other. The empty row is the null constraint Θ.
    pub items: Vec<Vec<ConstraintId>>,
    /// How often it is done.
    pub times: Times,
}

/// How often a step is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// This many times.
    Exactly(usize),
    /// As often as something can be added.
    Any,
}

/// Members of certain kinds and what they share. Those that are given, the context, must be there already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Its name in the class.
    pub name: String,
    /// Who takes part.
    pub members: Vec<Member>,
    /// What they have in common.
    pub ties: Vec<Tie>,
}

/// A member of a constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The variable.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Whether it must be there already.
    pub given: bool,
}

/// The kind of a member of a constraint, or of a node in which constraints are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Level 0: an event of this primitive.
    Primitive(PrimitiveId),
    /// Above: an element of this class of the level below.
    Class(ClassId),
    /// A member that may be anything.
    Any,
}

impl Kind {
    /// Whether a node of the other kind can be a member of this one.
    #[must_use]
    pub fn takes(self, node: Kind) -> bool {
        self == Kind::Any || self == node
    }

    /// The class, if it is one.
    #[must_use]
    pub fn class(self) -> Option<ClassId> {
        if let Kind::Class(class) = self { Some(class) } else { None }
    }
}

/// What members have in common.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tie {
    /// What it is.
    pub label: Label,
    /// Between whom. For sites the earlier event comes first.
    pub members: Vec<usize>,
}

/// A process from one event to a later one, or a shared link.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Label {
    /// Level 0: from a terminal site to an initial site.
    Sites {
        /// The index among the terminals of the first event.
        terminal: usize,
        /// The index among the initials of the second.
        initial: usize,
    },
    /// Above: a link of the level below.
    Link(LinkId),
    /// Above level 1: the first ended when the second began, and they have a part in common.
    Became,
}

impl System {
    /// The class of a level with this name.
    #[must_use]
    pub fn class(&self, level: usize, name: &str) -> Option<&Class> {
        self.levels.get(level)?.classes.iter().find(|class| class.name == name)
    }
}

impl Level {
    /// The class with this name.
    #[must_use]
    pub fn class_id(&self, name: &str) -> Option<ClassId> {
        self.classes.find(|class| class.name == name)
    }

    /// The link with this name.
    #[must_use]
    pub fn link_id(&self, name: &str) -> Option<LinkId> {
        self.links.find(|link| link.name == name)
    }

    /// The primitive with this name.
    #[must_use]
    pub fn primitive_id(&self, name: &str) -> Option<PrimitiveId> {
        self.primitives.find(|primitive| primitive.name == name)
    }
}

impl Class {
    /// Whether its elements have a history: some step comes later than the others.
    #[must_use]
    pub fn has_history(&self) -> bool {
        self.steps.iter().any(|step| step.later)
    }

    /// For a chain class, the sizes that its generating system can make: the least and the greatest, if there is one.
    ///
    /// A step that can only add members of the chain adds as many as it is repeated; one that may be repeated at will
    /// has no greatest size. The first application brings the first member.
    #[must_use]
    pub fn chain_sizes(&self) -> Option<(usize, Option<usize>)> {
        let chain = self.chain?;
        // A constraint grows the chain when it has the joining kind: the other members are around it.
        let grows = |con: &ConstraintId| {
            self.constraints[*con].members.iter().any(|member| member.kind == Kind::Class(chain.by))
        };
        let (mut least, mut most) = (1, Some(1));
        for step in &self.steps {
            let adds = |row: &Vec<ConstraintId>| row.iter().filter(|con| grows(con)).count();
            let (low, high) =
                (step.items.iter().map(adds).min().unwrap_or(0), step.items.iter().map(adds).max().unwrap_or(0));
            match step.times {
                Times::Exactly(n) => {
                    least += n * low;
                    most = most.map(|most| most + n * high);
                }
                Times::Any if high > 0 => most = None,
                Times::Any => {}
            }
        }
        Some((least, most))
    }
}

impl Constraint {
    /// Whether it says of a member that it became another: such a member has ended when the constraint holds.
    #[must_use]
    pub fn is_gone(&self, member: usize) -> bool {
        self.ties.iter().any(|tie| tie.label == Label::Became && tie.members.first() == Some(&member))
    }

    /// The same with every link exchanged for its image.
    #[must_use]
    pub fn image(&self, of_link: &Table<LinkId, LinkId>) -> Constraint {
        let mut image = self.clone();
        for tie in &mut image.ties {
            if let Label::Link(link) = &mut tie.label {
                *link = of_link[*link];
            }
        }
        image
    }

    /// Kinds and ties without the names: constraints that differ only in names have the same, if their members come in
    /// the same order.
    pub(crate) fn shape(&self) -> (Vec<(Kind, bool)>, Vec<Tie>) {
        let mut ties = self.ties.clone();
        for tie in &mut ties {
            if matches!(tie.label, Label::Link(_)) {
                tie.members.sort_unstable();
            }
        }
        ties.sort();
        (self.members.iter().map(|member| (member.kind, member.given)).collect(), ties)
    }
}
