//! Reading: can a chain be taken, does a group live, who wins a race, can two chains be cut apart? With the line of play that shows it.
//!
//! [`attack`], [`defend`], [`life`], [`race`], [`connect`] and [`disconnect`] prove their answers by search, within [`Bounds`], or say that nothing is
//! known. The two older readers are quick and narrow:
//!
//! [`ladder`] reads a chase in which every move of the attacker is an atari. [`capture`] also reads nets and other quiet
//! moves, as long as each of them threatens a ladder. Both know ladder breakers, counter-captures, snapbacks and ko, and
//! both stop at the bounds of their [`Limits`]. Nothing else about a position is judged: a chain that cannot be taken this way may
//! still be dead, and one that can may be worth nothing.
//!
//! ```
//! use goban::{Color, Diagram, Position, Rules};
//! use tactics::{Limits, Outcome, ladder};
//! let setup = Diagram::parse("
//!     . . . . .
//!     . X X . .
//!     X O . . .
//!     . X . . .
//!     . . . . .").unwrap();
//! let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
//! let target = setup.size.parse_vertex("B3").unwrap();
//! let reading = ladder(&position, target, Color::White, Limits::default()).unwrap();
//! assert_eq!(reading.outcome, Outcome::Captured);
//! assert_eq!(reading.line_text(setup.size), "W C3 B D3 W C2 B D2 W C1 B B1 W D1 B E1");
//! ```

mod capture;
mod chase;
mod combination;
mod ladder;
mod read;
mod search;

use std::fmt;

use goban::{BoardSize, Color, Move, Point, Position};

pub use chase::Ladders;
pub use combination::{attack_either, combination_attack, combination_defend, defend_both};
pub use read::{
    Answer, Bounds, Certain, Certainty, Liberties, Life, Race, Status, Success, attack, connect, defend, disconnect,
    groups, life, owl_attack, owl_defend, owl_does_attack, owl_does_defend, race,
};
use search::{Found, Search, Verdict};

/// How far to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Most moves tried in all.
    pub nodes: usize,
    /// Most moves in a row.
    pub depth: usize,
    /// Most quiet moves of the attacker in one line: moves that threaten a ladder without giving atari.
    pub quiet_moves: usize,
    /// A chain with more liberties than this is not hunted by quiet moves.
    pub liberties: usize,
}

impl Limits {
    /// The greatest depth: the search calls itself once for every move in a row, and the stack is not endless.
    pub const MAX_DEPTH: usize = 400;
}

impl Default for Limits {
    fn default() -> Self {
        Limits { nodes: 50_000, depth: Limits::MAX_DEPTH, quiet_moves: 2, liberties: 4 }
    }
}

/// What becomes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It is taken, whatever its owner does, even if its owner wins every ko on the way.
    Captured,
    /// It is not taken in this way, even if the attacker wins every ko.
    Escapes,
    /// Whoever wins the ko has it.
    Ko,
    /// The limits were reached before this was known.
    Unknown,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Captured => "captured",
            Outcome::Escapes => "escapes",
            Outcome::Ko => "ko",
            Outcome::Unknown => "unknown",
        })
    }
}

/// What reading found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// What becomes of the chain.
    pub outcome: Outcome,
    /// How: the winning side plays a move that works, the losing side the one that holds out longest. A pass means that
    /// there is nothing useful to play. Empty where nothing had to be played.
    pub line: Vec<(Color, Move)>,
    /// Moves tried.
    pub nodes: usize,
}

impl Reading {
    /// The line as people write it: `W C3 B D3`.
    #[must_use]
    pub fn line_text(&self, size: BoardSize) -> String {
        line_text(&self.line, size)
    }
}

fn line_text(line: &[(Color, Move)], size: BoardSize) -> String {
    let text = |(color, mv): &(Color, Move)| format!("{} {}", color.letter(), size.move_name(*mv));
    line.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Reads whether the chain on `target` is taken in a ladder when `first` moves first; none if there is no stone.
///
/// The attacker puts it in atari with every move. The owner of the chain runs, or takes stones that surround it; nothing
/// else would help, so a chain that is captured here is captured against any defence. It escapes when it has three
/// liberties, or two and the move.
#[must_use]
pub fn ladder(position: &Position, target: Point, first: Color, limits: Limits) -> Option<Reading> {
    read(position, target, first, limits, |search, attacks| {
        if attacks {
            search.chase()
        } else if search.n_liberties() > 1 {
            Found::escapes()
        } else {
            search.run()
        }
    })
}

/// Reads whether the chain on `target` is taken when `first` moves first, by a ladder or by quiet moves that threaten
/// one; none if there is no stone.
///
/// The owner of the chain may answer a quiet move anywhere: what is tried are all points that can make a difference to the
/// threat. So a chain that is captured here is captured against any defence. The attacker's quiet moves are few and looked
/// for near the chain only, so [`Outcome::Escapes`] is a sign and no proof.
#[must_use]
pub fn capture(position: &Position, target: Point, first: Color, limits: Limits) -> Option<Reading> {
    read(position, target, first, limits, |search, attacks| {
        // Few quiet moves first: what they find is found sooner and is easier to follow.
        let mut found = Found::escapes();
        for quiet_moves in 0..=limits.quiet_moves {
            search.scarce = 2 + quiet_moves;
            found = if attacks { search.hunt(quiet_moves) } else { search.defend(quiet_moves) };
            if found.verdict == Verdict::Captured || search.is_spent() {
                break;
            }
        }
        found
    })
}

/// Reads once with every ko going to the defender and, if a ko made a difference, once with all going to the attacker.
fn read(
    position: &Position,
    target: Point,
    first: Color,
    limits: Limits,
    look: impl Fn(&mut Search, bool) -> Found,
) -> Option<Reading> {
    let defender = position.board().get(target)?;
    let attacker = !defender;
    let mut search = Search::new(position, target, first, defender, limits);
    let found = look(&mut search, first == attacker);
    let (mut outcome, mut line) = (found.outcome(), found.into_line());
    let mut nodes = search.n_nodes();
    if outcome != Outcome::Captured && search.met_ko() {
        let mut search = Search::new(position, target, first, attacker, limits);
        let found = look(&mut search, first == attacker);
        nodes += search.n_nodes();
        outcome = match (outcome, found.outcome()) {
            (Outcome::Escapes, Outcome::Captured) => Outcome::Ko,
            (Outcome::Escapes, Outcome::Escapes) => Outcome::Escapes,
            _ => Outcome::Unknown,
        };
        line = found.into_line();
    }
    Some(Reading { outcome, line, nodes })
}
