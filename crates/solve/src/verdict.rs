//! What becomes of a group.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use goban::{BoardSize, Color, Point, PointSet, Position};
use rayon::prelude::*;
use tactics::{Answer, Certain, Certainty, Life, Status};

use crate::{Reader, words};

/// Groups with no stone of the other side within so many steps are not asked about.
const REACH: usize = 2;

/// What becomes of a group, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it, as far as it is proved.
    pub status: Status,
    /// What reading found; none where the rules alone decide: whatever anybody plays, the group is alive or dead.
    pub life: Option<Life>,
}

/// Why nothing can be asked about a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unasked {
    /// There is no stone.
    Empty,
    /// No stone of the other side is near the group: nobody attacks it.
    Alone(Color),
}

impl fmt::Display for Unasked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unasked::Empty => f.write_str("there is no stone"),
            Unasked::Alone(color) => {
                write!(f, "no {} stone is near, so there is nothing to read", (!*color).to_string().to_lowercase())
            }
        }
    }
}

impl std::error::Error for Unasked {}

/// What becomes of the group of the stone on a point.
///
/// # Errors
/// When there is no stone, or nobody near it.
pub fn group(position: &Position, at: Point, reader: &Reader) -> Result<Verdict, Unasked> {
    position.board().get(at).ok_or(Unasked::Empty)?;
    let found = tactics::groups(position).into_iter().find(|(_, stones)| stones.contains(at));
    let (color, stones) = found.ok_or(Unasked::Empty)?;
    if is_alone(position, color, &stones) {
        Err(Unasked::Alone(color))
    } else {
        Ok(judge(position, &Certain::of(position.board()), (color, stones), at, reader))
    }
}

/// What becomes of every group that somebody is near, in reading order.
#[must_use]
pub fn groups(position: &Position, reader: &Reader) -> Vec<Verdict> {
    groups_while(position, reader, &|_, _| true).unwrap_or_default()
}

/// What becomes of every group, as [`groups`] finds it, as long as `go_on` says so; none if it was stopped. It is asked before every
/// group, and told how many are judged, and of how many.
#[must_use]
pub fn groups_while(
    position: &Position,
    reader: &Reader,
    go_on: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Option<Vec<Verdict>> {
    let mut asked = tactics::groups(position);
    asked.retain(|(color, stones)| !is_alone(position, *color, stones));
    let certain = Certain::of(position.board());
    let n_groups = asked.len();
    let n_done = AtomicUsize::new(0);
    let judged = |group: &(Color, PointSet)| {
        let verdict = judge(position, &certain, *group, group.1.first()?, reader);
        n_done.fetch_add(1, Ordering::Relaxed);
        Some(verdict)
    };
    let all: Option<Vec<Option<Verdict>>> = asked
        .par_iter()
        .with_max_len(1)
        .map(|group| go_on(n_done.load(Ordering::Relaxed), n_groups).then(|| judged(group)))
        .collect();
    Some(all?.into_iter().flatten().collect())
}

fn is_alone(position: &Position, color: Color, stones: &PointSet) -> bool {
    let near = (0..REACH).fold(*stones, |set, _| set.grown());
    !near.meets(&position.board().stones()[!color])
}

fn judge(
    position: &Position,
    certain: &Certain,
    (color, stones): (Color, PointSet),
    at: Point,
    reader: &Reader,
) -> Verdict {
    let all = |wanted: Certainty| stones.iter().all(|stone| certain.at(stone) == wanted);
    let (status, life) = match certain.at(at) {
        Certainty::Alive if all(Certainty::Alive) => (Status::Alive, None),
        Certainty::Dead if all(Certainty::Dead) => (Status::Dead, None),
        _ => match reader.life(position, at) {
            Some(life) => (life.status, Some(life)),
            None => (Status::Unknown, None),
        },
    };
    Verdict { color, stones, status, life }
}

impl Verdict {
    /// The group by its size and its first stone: `White's 5 stones at A2`.
    #[must_use]
    pub fn name(&self, size: BoardSize) -> String {
        words::name(self.color, &self.stones, size)
    }

    /// What becomes of it, in a sentence.
    #[must_use]
    pub fn sentence(&self, size: BoardSize) -> String {
        words::sentence(self, size)
    }

    /// The play that shows it, the opponent first and the owner first, each in a line of words; none where no reading was needed.
    #[must_use]
    pub fn play(&self, size: BoardSize) -> Vec<String> {
        let Some(life) = &self.life else { return Vec::new() };
        vec![
            words::played(!self.color, &life.kill, words::Aim::Kill, size),
            words::played(self.color, &life.save, words::Aim::Live, size),
        ]
    }

    /// What each side gets by moving first: the opponent, then the owner.
    pub fn answers(&self) -> impl Iterator<Item = (Color, &Answer)> {
        self.life.iter().flat_map(|life| [(!self.color, &life.kill), (self.color, &life.save)])
    }
}
