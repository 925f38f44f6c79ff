//! The kinds of classes: what a class of each kind is made of.

use std::sync::LazyLock;

use crate::fact::Fact::{self, *};
use crate::fact::N_STILL;
use crate::geometry::{RADII, ring};
use crate::hash::mix;

/// Which part of an explanation a class belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Part {
    /// The stones around the point.
    Shape,
    /// What the last moves ask for.
    Answer,
    /// Chains, liberties, captures, ladders.
    Tactics,
    /// Where on the board, when in the game.
    Place,
}

/// What a class of a kind is made of, beside facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Facts alone.
    Facts,
    /// The shape around the point, with what is marked in it.
    Around { ring: usize, mark: Mark },
    /// The shape around the last move (`back` 0) or one's own before it (1), and where the candidate is from there.
    Answer { back: usize, radius: u8, liberties: bool },
    /// The shape around the last move, wherever the candidate is.
    Asks { radius: u8 },
    /// Where the last moves lie from the point: the last two or three, with the shape of a ring around the point or none.
    Joint { moves: usize, ring: Option<usize> },
    /// The shapes around the point and around the last move, and how they lie.
    Both { ring: usize },
    /// All stones in a corner of this many lines, and where the point is in it; the last move may be marked.
    Corner { side: usize, last: bool },
    /// All stones of the board.
    Board,
}

/// What is marked in a shape around the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Stones alone.
    Plain,
    /// The last move, which lies inside.
    Last,
    /// The move before it, which lies inside, and the last if it does too.
    Two,
    /// The liberties of the four neighbours, one of which is a stone.
    Four,
    /// The liberties of all eight around, one of which is a stone.
    Eight,
}

/// A kind of classes.
pub(crate) struct Template {
    pub(crate) name: String,
    pub(crate) part: Part,
    pub(crate) form: Form,
    pub(crate) facts: &'static [Fact],
    /// The name of a class of facts alone none of which is so.
    pub(crate) nothing: &'static str,
    /// The kind that is one ring smaller: a class is looked for only where its smaller one is known.
    pub(crate) parent: Option<usize>,
    salt: u64,
}

impl Template {
    /// Whether all its facts seldom change.
    pub(crate) fn is_still(&self) -> bool {
        self.facts.iter().all(|&fact| (fact as usize) < N_STILL)
    }

    /// The name of a class of this kind, from the least sum of its drawing and its packed facts.
    #[inline]
    pub(crate) fn key(&self, drawing: u64, facts: u64) -> u64 {
        mix(drawing.wrapping_add(facts.wrapping_mul(0xd6e8_feb8_6659_fd93)).wrapping_add(self.salt))
    }
}

/// The last move of the opening: corners are remembered up to here.
pub(crate) const CORNERS_UNTIL: usize = 120;
/// Whole boards are remembered up to here.
pub(crate) const BOARDS_UNTIL: usize = 30;

/// Radii of the shapes around the last move.
pub(crate) const ANSWER_RADII: [u8; 6] = [3, 5, 6, 8, 10, 12];
pub(crate) const ANSWER_LIBERTIES_RADII: [u8; 3] = [3, 5, 8];
pub(crate) const FOLLOW_RADII: [u8; 4] = [3, 5, 6, 8];
pub(crate) const ASK_RADII: [u8; 3] = [3, 5, 8];

/// Which marks a ring of the nested shapes has.
pub(crate) fn marks(radius: u8) -> &'static [Mark] {
    use Mark::*;
    match radius {
        2 => &[Plain, Last, Four],
        3 | 5 => &[Plain, Last, Four, Eight],
        4 | 6 | 8 => &[Plain, Last, Two, Four],
        12 => &[Plain, Last, Two],
        _ => &[Plain, Last],
    }
}

/// Facts that make classes by themselves, by part; with what is said where there is none of them.
const FACTS: &[(&str, &str, Part, &[Fact])] = &[
    ("place", "anywhere", Part::Place, &[Line, Along, Phase]),
    ("distances", "far from everything", Part::Answer, &[Last, Second]),
    ("distances of three", "far from everything", Part::Answer, &[NearLast, NearSecond, NearThird, Stage]),
    ("space", "anywhere", Part::Place, &[Line, Stage, NearestOwn, NearestOther]),
    ("influence", "anywhere", Part::Place, &[Influence, Line, Stage]),
    ("region", "anywhere", Part::Place, &[Region, Line]),
    ("common fate", "no chain in common with the last moves", Part::Answer, &[FateLast, FateSecond]),
    ("common fate and distance", "no chain in common with the last move", Part::Answer, &[FateLast, Last]),
    ("distance and line", "anywhere", Part::Answer, &[Last, Line, Stage]),
    ("capture", "takes nothing", Part::Tactics, &[Takes, TakesLast, TakesRunner, Rescues, TakesKo]),
    ("own chains", "joins no chain", Part::Tactics, &[Joins, OwnLiberties, OwnSize, LibertiesAfter]),
    ("self-atari", "no self-atari", Part::Tactics, &[SelfAtari, Takes, OtherLiberties, OwnEye]),
    (
        "other chains",
        "touches no chain",
        Part::Tactics,
        &[Touches, OtherLiberties, Atari, AtariSize, Ladder, TouchesLast],
    ),
    ("atari", "no atari", Part::Tactics, &[Atari, AtariSize, Ladder, LibertiesAfter, NearLast]),
    ("flight", "nothing to save", Part::Tactics, &[Saves, SavesSize, SavesAttacked, LibertiesAfter]),
    ("ladder threat", "no ladder threatens", Part::Tactics, &[Threatened, LibertiesAfter, Touches]),
    ("attacked chain", "nothing was attacked", Part::Answer, &[Attacked, AttackedSize, LibertiesAfter, TouchesLast]),
    ("chain of the last move", "no last move", Part::Answer, &[LastLiberties, LastSize, TouchesLast, NearLast]),
    ("ko", "no ko", Part::Tactics, &[KoFight, TakesKo, Takes, NearLast, Atari]),
    ("age", "no recent stones near", Part::Answer, &[NewestOwn, NewestOther]),
    ("weak groups", "no chains near", Part::Tactics, &[WeakOwn, WeakOwnSize, WeakOther, WeakOtherSize]),
    ("weak groups and distance", "no chains near", Part::Tactics, &[WeakOwn, WeakOther, NearLast, NearSecond]),
    ("liberties and line", "no liberties", Part::Tactics, &[LibertiesAfter, OtherLiberties, Line, OwnLiberties]),
    ("eyes", "no eye", Part::Tactics, &[OwnEye, OtherEye, Empty, Takes, NearLast]),
];

/// How a pair finds its drawing among those that are kept for every candidate.
pub(crate) fn small_shape(radius: u8, mark: Mark) -> usize {
    match (radius, mark) {
        (3, Mark::Four) => 0,
        (3, _) => 1,
        (4, _) => 2,
        _ => 3,
    }
}

/// Small shapes together with a fact: the part, the radius, the mark, and the facts.
const PAIRS: &[(&str, Part, u8, Mark, &[Fact])] = &[
    ("3×3 and stage", Part::Shape, 3, Mark::Four, &[Stage]),
    ("3×3 and common fate", Part::Answer, 3, Mark::Four, &[FateLast]),
    ("3×3 and distances", Part::Answer, 3, Mark::Four, &[NearLast, NearSecond]),
    ("3×3 and influence", Part::Place, 3, Mark::Four, &[Influence]),
    ("3×3 and age", Part::Answer, 3, Mark::Four, &[NewestOwn, NewestOther]),
    ("3×3 and atari", Part::Tactics, 3, Mark::Four, &[Atari, Ladder, Saves, Takes]),
    ("3×3 and liberties", Part::Tactics, 3, Mark::Four, &[LibertiesAfter, TouchesLast]),
    ("3×3 and weak groups", Part::Tactics, 3, Mark::Four, &[WeakOwn, WeakOther]),
    ("3×3 and line", Part::Shape, 3, Mark::Plain, &[Line, Stage]),
    ("3×3 and region", Part::Place, 3, Mark::Plain, &[Region]),
    ("cross and stage", Part::Shape, 4, Mark::Plain, &[Stage, Line]),
    ("5-shape and distance", Part::Answer, 5, Mark::Plain, &[Last]),
];

/// All kinds, in the order in which weights are added up.
pub(crate) struct Templates {
    pub(crate) all: Vec<Template>,
    /// Where the kinds of each ring begin.
    pub(crate) rings: [usize; RADII.len()],
    pub(crate) answers: usize,
    pub(crate) answers_with_liberties: usize,
    pub(crate) follows: usize,
    pub(crate) asks: usize,
    pub(crate) joints: usize,
    pub(crate) boths: usize,
    pub(crate) pairs: usize,
    pub(crate) facts: usize,
    pub(crate) corners: usize,
    pub(crate) boards: usize,
}

/// The one list.
pub(crate) static TEMPLATES: LazyLock<Templates> = LazyLock::new(Templates::new);

/// The list while it is made.
#[derive(Default)]
struct Builder(Vec<Template>);

impl Builder {
    fn push(&mut self, name: String, part: Part, form: Form, facts: &'static [Fact], parent: Option<usize>) -> usize {
        let salt = mix(mix(self.0.len() as u64) ^ 0x6578_7065_7269);
        self.0.push(Template { name, part, form, facts, nothing: "", parent, salt });
        self.0.len() - 1
    }

    /// Kinds that refine each other from radius to radius; gives back the first.
    fn nested(&mut self, name: &str, radii: &[u8], facts: &'static [Fact], form: impl Fn(u8) -> Form) -> usize {
        let first = self.0.len();
        for &radius in radii {
            let parent = (self.0.len() > first).then(|| self.0.len() - 1);
            self.push(format!("{name} {radius}"), Part::Answer, form(radius), facts, parent);
        }
        first
    }
}

impl Templates {
    fn new() -> Templates {
        let mut list = Builder::default();
        let mut rings = [0; RADII.len()];
        let mut inner: [Option<usize>; 5] = [None; 5];
        for (ring, &radius) in RADII.iter().enumerate() {
            rings[ring] = list.0.len();
            for &mark in marks(radius) {
                let (name, part) = match mark {
                    Mark::Plain => ("shape", Part::Shape),
                    Mark::Last => ("shape with the last move", Part::Answer),
                    Mark::Two => ("shape with two moves", Part::Answer),
                    Mark::Four => ("shape with liberties", Part::Shape),
                    Mark::Eight => ("shape with liberties around", Part::Shape),
                };
                let form = Form::Around { ring, mark };
                let parent = inner[mark as usize];
                inner[mark as usize] = Some(list.push(format!("{name} {radius}"), part, form, &[], parent));
            }
        }
        let answer = |back, liberties| move |radius| Form::Answer { back, radius, liberties };
        let answers = list.nested("answer", &ANSWER_RADII, &[], answer(0, false));
        let answers_with_liberties =
            list.nested("answer with liberties", &ANSWER_LIBERTIES_RADII, &[], answer(0, true));
        let follows = list.nested("continuation", &FOLLOW_RADII, &[], answer(1, false));
        let asks = list.nested("call for an answer", &ASK_RADII, &[NearLast], |radius| Form::Asks { radius });
        let joint = |moves, ring| Form::Joint { moves, ring };
        let joints = list.push("two moves".into(), Part::Answer, joint(2, None), &[], None);
        list.push("three moves".into(), Part::Answer, joint(3, None), &[], Some(joints));
        let small = Some(ring(3));
        let two = list.push("two moves and 3×3".into(), Part::Answer, joint(2, small), &[], Some(joints));
        list.push("three moves and 3×3".into(), Part::Answer, joint(3, small), &[], Some(two));
        let boths = list.push("both shapes 3".into(), Part::Answer, Form::Both { ring: ring(3) }, &[], None);
        list.push("both shapes 5".into(), Part::Answer, Form::Both { ring: ring(5) }, &[], Some(boths));
        let pairs = list.0.len();
        for &(name, part, radius, mark, facts) in PAIRS {
            let form = Form::Around { ring: ring(radius), mark };
            list.push(name.into(), part, form, facts, None);
        }
        let facts = list.0.len();
        for &(name, nothing, part, facts) in FACTS {
            let id = list.push(name.into(), part, Form::Facts, facts, None);
            list.0[id].nothing = nothing;
        }
        let corners = list.0.len();
        for (name, side, last) in
            [("corner 9", 9, false), ("corner 9 with the last move", 9, true), ("corner 12", 12, false)]
        {
            list.push(name.into(), Part::Place, Form::Corner { side, last }, &[], None);
        }
        let boards = list.push("whole board".into(), Part::Place, Form::Board, &[Size], None);
        Templates {
            all: list.0,
            rings,
            answers,
            answers_with_liberties,
            follows,
            asks,
            joints,
            boths,
            pairs,
            facts,
            corners,
            boards,
        }
    }
}
