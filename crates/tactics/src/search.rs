//! What all readings share: playing and taking back under the rule of ko, counting, and what was found. Knows nothing about
//! which moves are worth trying.

use goban::{Color, Illegal, Ko, Move, Point, PointSet, Position, Rules, Setup, Suicide};

use crate::{Limits, Outcome};

/// The rules in which everybody reads: ko forbids only to retake at once.
const RULES: Rules = Rules { ko: Ko::Simple, suicide: Suicide::Forbidden, ..Rules::JAPANESE };

/// What a search says of a chain, when one side wins every ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Captured,
    Escapes,
    Unknown,
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) verdict: Verdict,
    /// The line of play, last move first.
    backwards: Vec<(Color, Move)>,
    /// For a capture: the points where a stone of the defender could make a difference to it.
    pub(crate) zone: PointSet,
}

impl Found {
    fn new(verdict: Verdict) -> Found {
        Found { verdict, backwards: Vec::new(), zone: PointSet::EMPTY }
    }

    pub(crate) fn captured() -> Found {
        Found::new(Verdict::Captured)
    }

    pub(crate) fn escapes() -> Found {
        Found::new(Verdict::Escapes)
    }

    pub(crate) fn unknown() -> Found {
        Found::new(Verdict::Unknown)
    }

    /// The same, one move earlier.
    pub(crate) fn after(mut self, color: Color, mv: Move) -> Found {
        self.backwards.push((color, mv));
        self.zone.extend(mv.point());
        self
    }

    /// The one that tells more, of two tries that both failed for the side that made them: what is not known comes
    /// first, then what took longer.
    pub(crate) fn or(self, other: Found) -> Found {
        let rank = |found: &Found| (found.verdict == Verdict::Unknown, found.backwards.len());
        if rank(&other) > rank(&self) { other } else { self }
    }

    /// The same, where there may be nothing to compare with.
    pub(crate) fn longer(best: Option<Found>, found: Found) -> Found {
        match best {
            Some(best) => best.or(found),
            None => found,
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match self.verdict {
            Verdict::Captured => Outcome::Captured,
            Verdict::Escapes => Outcome::Escapes,
            Verdict::Unknown => Outcome::Unknown,
        }
    }

    pub(crate) fn into_line(mut self) -> Vec<(Color, Move)> {
        self.backwards.reverse();
        self.backwards
    }
}

/// A search for the capture of one chain.
pub(crate) struct Search {
    pub(crate) position: Position,
    pub(crate) target: Point,
    pub(crate) attacker: Color,
    pub(crate) limits: Limits,
    /// Chains of the attacker with so few liberties could be put in atari by the free moves that the defender has.
    pub(crate) scarce: usize,
    /// The side that may always retake: it is taken to have every ko threat.
    ko_winner: Color,
    /// Where the side that begins may not play at first.
    ban: Option<Point>,
    met_ko: bool,
    nodes: usize,
    /// What stood before each move of the line that is being tried.
    line: Vec<State>,
}

/// What must not come again: the board, who moves, and where ko forbids it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    hash: u64,
    to_move: Color,
    ko: Option<Point>,
}

impl Search {
    /// A search in this position, whatever its rules, with `first` to move.
    pub(crate) fn new(position: &Position, target: Point, first: Color, ko_winner: Color, limits: Limits) -> Search {
        let board = position.board();
        let attacker = board.get(target).map_or(first, |owner| !owner);
        let setup = Setup { to_move: first, ..Setup::from(board) };
        // Boards of a position have passed this door before; an empty board stands in for what cannot be.
        let own = Position::from_setup(&setup, RULES).unwrap_or_else(|_| Position::new(board.size(), RULES));
        let ban = position.ko().filter(|_| position.to_move() == first);
        Search {
            position: own,
            target,
            attacker,
            limits,
            scarce: 2,
            ko_winner,
            ban,
            met_ko: false,
            nodes: 0,
            line: Vec::new(),
        }
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes
    }

    /// Whether a ko stood in anybody's way.
    pub(crate) fn met_ko(&self) -> bool {
        self.met_ko
    }

    /// Whether the limits are reached.
    pub(crate) fn is_spent(&self) -> bool {
        self.nodes >= self.limits.nodes || self.line.len() >= self.limits.depth.min(Limits::MAX_DEPTH)
    }

    /// Liberties of the target; 0 when it is gone.
    pub(crate) fn n_liberties(&self) -> usize {
        self.position.board().chain(self.target).map_or(0, |chain| chain.n_liberties())
    }

    /// Liberties of the target as points.
    pub(crate) fn liberties(&self) -> PointSet {
        self.position.board().chain(self.target).map_or(PointSet::EMPTY, |chain| *chain.liberties())
    }

    /// Plays, if the rules allow it or the ko is this side's. [`Search::undo`] takes it back.
    pub(crate) fn play(&mut self, color: Color, point: Point) -> bool {
        let at_first = self.line.is_empty() && self.ban == Some(point);
        match self.position.check_as(color, point) {
            Ok(()) if !at_first => {}
            Ok(()) | Err(Illegal::Ko) => {
                self.met_ko = true;
                if color != self.ko_winner {
                    return false;
                }
            }
            Err(_) => return false,
        }
        self.nodes += 1;
        self.apply(color, point.into());
        true
    }

    /// Lets a side do nothing.
    pub(crate) fn pass(&mut self, color: Color) {
        self.apply(color, Move::Pass);
    }

    fn apply(&mut self, color: Color, mv: Move) {
        self.line.push(self.state());
        self.position.play_anyway(color, mv);
    }

    pub(crate) fn undo(&mut self) {
        self.position.take_back();
        self.line.pop();
    }

    fn state(&self) -> State {
        State { hash: self.position.board().hash(), to_move: self.position.to_move(), ko: self.position.ko() }
    }

    /// Whether the line has come back to where it was: two kos can feed each other for ever, and the chain lives on.
    pub(crate) fn repeats(&self) -> bool {
        self.line.contains(&self.state())
    }
}
