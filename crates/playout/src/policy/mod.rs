//! What a playing agent does: a list of rules in order of urgency, one file each. The first rule that has something to say
//! decides, and its name stays with the move as the reason.

mod answer;
mod ladder;
mod plain;
mod shapes;
mod thrown;
mod two;
mod vital;

use std::fmt;

use goban::Point;

use crate::LightBoard;
use crate::cell::{Cell, NOWHERE, point_of};
use crate::chance::Chance;
use ladder::Reader;
pub use shapes::{Shapes, ShapesError};

/// Why a move was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// It takes the chain that has just moved, or one that surrounds own stones in atari.
    Take,
    /// It takes own stones out of atari, to two liberties or more and not into a ladder.
    Flee,
    /// It is the point on which the eyes of a group depend.
    Vital,
    /// It catches a chain of two liberties.
    Attack,
    /// It helps an own chain of two liberties that would be caught.
    Defend,
    /// It makes a known shape beside the last move.
    Shape,
    /// It is none of these: chance chose it.
    Chance,
    /// Nothing that is left does any good: a pass.
    Nothing,
}

impl Reason {
    /// Every reason, the most urgent first.
    pub const ALL: [Reason; 8] = [
        Reason::Take,
        Reason::Flee,
        Reason::Vital,
        Reason::Attack,
        Reason::Defend,
        Reason::Shape,
        Reason::Chance,
        Reason::Nothing,
    ];

    /// The reason in a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Take => "take",
            Reason::Flee => "flee",
            Reason::Attack => "attack",
            Reason::Defend => "defend",
            Reason::Vital => "vital",
            Reason::Shape => "shape",
            Reason::Chance => "chance",
            Reason::Nothing => "nothing",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How often, in a hundred times, each rule is listened to. Rules that always had their way would play the same game again and
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rates {
    /// Taking, and fleeing from atari.
    pub answer: u8,
    /// Attack and defence of chains with two liberties.
    pub two: u8,
    /// Vital points of eye spaces.
    pub vital: u8,
    /// What going elsewhere weighs against shapes, whose weights are those of the table.
    pub elsewhere: u16,
    /// Single stones thrown in where they are in atari at once.
    pub throw_in: u8,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { answer: 90, two: 60, vital: 90, elsewhere: 10, throw_in: 40 }
    }
}

impl Rates {
    /// No answers: moves by chance that fill no eye and throw no stones away. Together with [`Shapes::none`].
    pub const PLAIN: Rates = Rates { answer: 0, two: 0, vital: 0, elsewhere: 1, throw_in: 100 };
}

/// How agents play: rates and shapes.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// How often each rule is listened to.
    pub rates: Rates,
    /// What a move is worth by the shape it makes.
    pub shapes: Shapes,
}

/// A move that a rule proposes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where.
    pub point: Point,
    /// How much it is worth, among those with the same reason.
    pub weight: u32,
    /// Which rule proposes it.
    pub reason: Reason,
}

/// One who plays by a policy. It keeps memory for its thoughts, so one agent should play many games.
#[derive(Clone, Debug)]
pub struct Agent<'a> {
    policy: &'a Policy,
    proposed: Proposed,
    reader: Reader,
}

/// The proposals of a rule.
#[derive(Clone, Default, Debug)]
struct Proposed {
    moves: Vec<(Cell, u32, Reason)>,
    total: u32,
}

impl Proposed {
    #[inline]
    fn clear(&mut self) {
        self.moves.clear();
        self.total = 0;
    }

    #[inline]
    fn push(&mut self, cell: Cell, weight: u32, reason: Reason) {
        self.moves.push((cell, weight, reason));
        self.total += weight;
    }

    /// One of them, as likely as its weight is in the total; none for the rest of the total.
    #[inline]
    fn pick(&self, chance: &mut Chance) -> Option<(Cell, Reason)> {
        if self.moves.is_empty() {
            return None;
        }
        let mut left = chance.below(self.total);
        for &(cell, weight, reason) in &self.moves {
            if left < weight {
                return Some((cell, reason));
            }
            left -= weight;
        }
        None
    }
}

impl<'a> Agent<'a> {
    /// An agent who plays by this policy.
    #[must_use]
    pub fn new(policy: &'a Policy) -> Agent<'a> {
        Agent { policy, proposed: Proposed::default(), reader: Reader::default() }
    }

    /// Chooses a move for the side to move; [`NOWHERE`] is a pass.
    #[inline]
    pub(crate) fn choose(&mut self, board: &mut LightBoard, chance: &mut Chance) -> (Cell, Reason) {
        let rates = self.policy.rates;
        let [last, _] = board.last();
        self.proposed.clear();
        if last == NOWHERE {
            if chance.happens(rates.answer) {
                answer::propose_anywhere(board, &mut self.reader, &mut self.proposed);
            }
        } else {
            if chance.happens(rates.answer) {
                answer::propose(board, &mut self.reader, &mut self.proposed);
            }
            if self.proposed.moves.is_empty() && chance.happens(rates.vital) {
                vital::propose(board, last, &mut self.proposed);
            }
            if self.proposed.moves.is_empty() && chance.happens(rates.two) {
                two::propose(board, last, &mut self.reader, &mut self.proposed);
            }
        }
        if let Some(urgent) = self.proposed.pick(chance) {
            return urgent;
        }
        if last != NOWHERE {
            self.policy.shapes.propose(board, last, &mut self.proposed);
            // Elsewhere is one more proposal.
            self.proposed.total += u32::from(rates.elsewhere);
        }
        self.proposed.pick(chance).unwrap_or_else(|| plain::choose(board, rates.throw_in, chance))
    }

    /// What the rules propose in this position, the most urgent first and each move once. Plain moves, which chance would choose,
    /// are not among them.
    ///
    /// ```
    /// use goban::{Color, Diagram, Position, Rules, Setup};
    /// use playout::{Agent, LightBoard, Policy, Reason};
    /// let setup = Diagram::parse("
    ///     . . . . .
    ///     . X O . .
    ///     . O X O .
    ///     . . . . .
    ///     . . . . .").unwrap();
    /// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    /// let last = setup.size.parse_vertex("D3");
    /// let board = LightBoard::new(&position).with_last(last, None);
    /// let policy = Policy::default();
    /// let first = Agent::new(&policy).candidates(&board)[0];
    /// assert_eq!((setup.size.vertex(first.point).as_str(), first.reason), ("C2", Reason::Flee));
    /// ```
    #[must_use]
    pub fn candidates(&mut self, board: &LightBoard) -> Vec<Candidate> {
        let [last, _] = board.last();
        self.proposed.clear();
        if last == NOWHERE {
            answer::propose_anywhere(board, &mut self.reader, &mut self.proposed);
        } else {
            answer::propose(board, &mut self.reader, &mut self.proposed);
            vital::propose(board, last, &mut self.proposed);
            two::propose(board, last, &mut self.reader, &mut self.proposed);
            self.policy.shapes.propose(board, last, &mut self.proposed);
        }
        let mut found: Vec<Candidate> = Vec::new();
        for &(cell, weight, reason) in &self.proposed.moves {
            let Some(point) = point_of(board.size(), cell) else { continue };
            match found.iter_mut().find(|known| known.point == point) {
                Some(known) if known.reason == reason => known.weight += weight,
                Some(_) => {}
                None => found.push(Candidate { point, weight, reason }),
            }
        }
        found
    }
}
