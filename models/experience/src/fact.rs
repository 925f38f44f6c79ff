//! Facts of a move: small whole numbers with a name and words for their values.

/// What is known of playing on a point, beside the shape around it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Fact {
    Line,
    Along,
    Phase,
    Stage,
    NearestOwn,
    NearestOther,
    Influence,
    Region,
    Takes,
    TakesLast,
    TakesRunner,
    TakesKo,
    Rescues,
    Joins,
    OwnLiberties,
    OwnSize,
    LibertiesAfter,
    SelfAtari,
    Touches,
    OtherLiberties,
    Atari,
    AtariSize,
    Ladder,
    TouchesLast,
    Empty,
    Saves,
    SavesSize,
    SavesAttacked,
    Threatened,
    Attacked,
    AttackedSize,
    OwnEye,
    OtherEye,
    KoFight,
    WeakOwn,
    WeakOwnSize,
    WeakOther,
    WeakOtherSize,
    Size,
    // From here on they are others with every move.
    Last,
    Second,
    NearLast,
    NearSecond,
    NearThird,
    FateLast,
    FateSecond,
    LastLiberties,
    LastSize,
    NewestOwn,
    NewestOther,
}

/// Moves that have been played when a phase ends and the next one begins.
pub(crate) const PHASES: [usize; 10] = [8, 16, 24, 40, 60, 90, 120, 160, 200, 250];
/// The same of the coarser stages.
pub(crate) const STAGES: [usize; 6] = [16, 40, 80, 120, 160, 210];

impl Fact {
    /// The first and the last of the moves that a value speaks of, if it speaks of a time; the last stretch has no end.
    pub(crate) fn moves(self, value: u8) -> Option<(usize, Option<usize>)> {
        let ends: &[usize] = match self {
            Fact::Phase => &PHASES,
            Fact::Stage => &STAGES,
            _ => return None,
        };
        let at = usize::from(value).checked_sub(1).filter(|&at| at <= ends.len())?;
        Some((at.checked_sub(1).map_or(1, |before| ends[before] + 1), ends.get(at).copied()))
    }
}

/// Number of facts.
pub(crate) const N_FACTS: usize = Fact::NewestOther as usize + 1;

/// The first of them stay what they are at most points from one move to the next.
pub(crate) const N_STILL: usize = Fact::Last as usize;

/// Values of a fact are below this.
pub(crate) const VALUES: u64 = 32;

/// The values of all facts for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts([u8; N_FACTS]);

impl Default for Facts {
    fn default() -> Facts {
        Facts([0; N_FACTS])
    }
}

impl Facts {
    /// Sets a value.
    pub(crate) fn set(&mut self, fact: Fact, value: u8) {
        debug_assert!(u64::from(value) < VALUES, "{fact:?} = {value}");
        self.0[fact as usize] = value;
    }

    /// A value.
    #[inline]
    pub(crate) fn get(&self, fact: Fact) -> u8 {
        self.0[fact as usize]
    }

    /// The values of those that seldom change.
    #[inline]
    pub(crate) fn still(&self) -> &[u8; N_STILL] {
        self.0.first_chunk().expect("they are fewer than all")
    }

    /// The values of some facts in one number.
    #[inline]
    pub(crate) fn pack(&self, facts: &[Fact]) -> u64 {
        let all = |facts: &[Fact]| pack(facts.iter().map(|&fact| self.get(fact)));
        // What is known to be short is faster.
        match *facts {
            [a] => all(&[a]),
            [a, b] => all(&[a, b]),
            [a, b, c] => all(&[a, b, c]),
            [a, b, c, d] => all(&[a, b, c, d]),
            _ => all(facts),
        }
    }
}

/// Values in one number, the first in the highest place.
#[inline]
pub(crate) fn pack(values: impl Iterator<Item = u8>) -> u64 {
    values.fold(0, |packed, value| packed * VALUES + u64::from(value))
}
