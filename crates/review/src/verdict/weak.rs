//! The groups that were ever in danger, from their first stone to the end.

use goban::{Board, Color, PointSet};
use playout::Status;

use crate::ReviewedMove;

/// Smaller groups are nobody's worry.
const LEAST: usize = 3;

/// A group that was in danger at some time.
#[derive(Clone, PartialEq, Debug)]
pub struct WeakGroup {
    /// Whose.
    pub color: Color,
    /// Its stones when they were last on the board together.
    pub stones: PointSet,
    /// The move with which its first stone came; 0 if that stood from the start.
    pub born: usize,
    /// The move after which it was first in danger.
    pub danger: usize,
    /// What became of it for good, if that was settled.
    pub settled: Option<Settled>,
}

/// When it was settled what becomes of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The move after which nothing changed any more. A group that is caught is dead, long before it is taken off.
    pub ply: usize,
    /// Whether it lives.
    pub alive: bool,
}

/// A group as it is followed through the game.
struct Followed {
    color: Color,
    stones: PointSet,
    born: usize,
    danger: Option<usize>,
    /// Since which move it stands as it does.
    since: usize,
    status: Status,
    most: usize,
}

/// The groups that were ever unsettled or dead, in the order in which they came into danger.
pub(crate) fn weak_groups(start: &Board, moves: &[ReviewedMove]) -> Vec<WeakGroup> {
    let stood = start.stones().black | start.stones().white;
    let mut open: Vec<Followed> = Vec::new();
    let mut done: Vec<WeakGroup> = Vec::new();
    for played in moves.iter().filter(|played| !played.verdict.groups.is_empty()) {
        let ply = played.ply.number;
        let mut next: Vec<Followed> = Vec::new();
        for standing in &played.verdict.groups {
            let mut earlier: Vec<Followed> = open
                .extract_if(.., |known| known.color == standing.color && known.stones.meets(&standing.stones))
                .collect();
            // Of groups that joined, the one that was in danger is followed, or else the oldest.
            earlier.sort_by_key(|known| (known.danger.is_none(), known.born));
            let status = standing.status;
            let followed = match earlier.into_iter().next() {
                Some(known) => Followed {
                    stones: standing.stones,
                    since: if known.status == status { known.since } else { ply },
                    status,
                    most: known.most.max(standing.stones.len()),
                    ..known
                },
                None => Followed {
                    color: standing.color,
                    stones: standing.stones,
                    born: if standing.stones.meets(&stood) { 0 } else { ply },
                    danger: None,
                    since: ply,
                    status,
                    most: standing.stones.len(),
                },
            };
            next.push(followed.in_danger());
        }
        // What is left was taken off: it died when it was caught.
        done.extend(open.drain(..).filter_map(|known| known.end(Some(ply))));
        open = next;
    }
    done.extend(open.into_iter().filter_map(|known| known.end(None)));
    done.sort_by_key(|group| (group.danger, group.born));
    done
}

impl Followed {
    /// A group that grows worth a word while it is weak has been in danger for as long as it has stood so.
    fn in_danger(mut self) -> Followed {
        let weak = matches!(self.status, Status::Unsettled | Status::Dead) && self.stones.len() >= LEAST;
        self.danger = self.danger.or(weak.then_some(self.since));
        self
    }

    /// What is told of it; `taken` is the move by which it was taken off, if it was.
    fn end(self, taken: Option<usize>) -> Option<WeakGroup> {
        let settled = match (self.status, taken) {
            (Status::Dead, _) => Some(Settled { ply: self.since, alive: false }),
            (_, Some(ply)) => Some(Settled { ply, alive: false }),
            (Status::Alive | Status::Seki, None) => Some(Settled { ply: self.since, alive: true }),
            (Status::Unsettled, None) => None,
        };
        let danger = self.danger.filter(|_| self.most >= LEAST)?;
        Some(WeakGroup { color: self.color, stones: self.stones, born: self.born, danger, settled })
    }
}
