//! What becomes of the groups on the last board: by reading where it comes to an end, by the games played on where it does not.

use goban::{Color, Point, PointSet, Position};
use playout::{Fate, Settlement};
use tactics::{Bounds, Life};

/// Each group is read no further than this: a review does not wait for a hard problem.
const BOUNDS: Bounds = Bounds { nodes: 20_000, memory: 16 << 20 };

/// So many groups are told, the largest.
const MOST: usize = 4;

/// Smaller groups are not worth a sentence.
const LEAST: usize = 2;

/// A group on the last board that is not simply alive.
#[derive(Clone, PartialEq, Debug)]
pub struct LastGroup {
    /// Whose.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// What becomes of it.
    pub outlook: Outlook,
    /// Whether reading came to its end; if not, it is what happens in most of the games played on.
    pub proved: bool,
    /// The share of the games played on in which its stones stay.
    pub survival: f64,
}

/// What becomes of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It lives.
    Alive,
    /// It is dead.
    Dead,
    /// It lives in seki.
    Seki,
    /// Its opponent kills it with this move, and its owner can prevent that.
    Killable(Point),
    /// A ko decides.
    Ko,
    /// It may live or die.
    Open,
}

impl Outlook {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outlook::Alive => "alive",
            Outlook::Dead => "dead",
            Outlook::Seki => "seki",
            Outlook::Killable(_) => "killable",
            Outlook::Ko => "ko",
            Outlook::Open => "open",
        }
    }

    /// What a proof says; none where there is no proof.
    fn proved(life: &Life) -> Option<Outlook> {
        match life.status {
            tactics::Status::Alive => Some(Outlook::Alive),
            tactics::Status::Dead => Some(Outlook::Dead),
            tactics::Status::Seki => Some(Outlook::Seki),
            tactics::Status::Ko => Some(Outlook::Ko),
            tactics::Status::Critical => life.kill.first.and_then(|mv| mv.point()).map(Outlook::Killable),
            tactics::Status::Unknown => None,
        }
    }

    /// What most of the games say.
    fn played(survival: f64, seki: bool) -> Outlook {
        if survival <= 1.0 - Fate::SURE {
            Outlook::Dead
        } else if survival < Fate::SURE {
            Outlook::Open
        } else if seki {
            Outlook::Seki
        } else {
            Outlook::Alive
        }
    }
}

/// The groups that the games do not simply call alive, the largest first.
pub(crate) fn groups(end: &Position, settlement: &Settlement) -> Vec<LastGroup> {
    let mut doubtful: Vec<(Color, PointSet, f64, bool)> = Vec::new();
    for (color, stones) in tactics::groups(end) {
        let fates: Vec<&Fate> = settlement.fates().iter().filter(|fate| fate.stones.meets(&stones)).collect();
        let n: usize = fates.iter().map(|fate| fate.stones.len()).sum();
        let survival =
            fates.iter().map(|fate| fate.survival() * fate.stones.len() as f64).sum::<f64>() / n.max(1) as f64;
        let seki = fates.iter().any(|fate| fate.status() == playout::Status::Seki);
        if stones.len() >= LEAST && Outlook::played(survival, seki) != Outlook::Alive {
            doubtful.push((color, stones, survival, seki));
        }
    }
    doubtful.sort_by_key(|(_, stones, ..)| (std::cmp::Reverse(stones.len()), stones.first()));
    doubtful.truncate(MOST);
    let told = doubtful.into_iter().map(|(color, stones, survival, seki)| {
        let life = stones.first().and_then(|stone| tactics::life(end, stone, &BOUNDS));
        let proved = life.as_ref().and_then(Outlook::proved);
        let played = Outlook::played(survival, seki);
        // Reading takes the stones around for safe. Where it finds life that hardly any game sees, one of the two is wrong.
        let contrary = played == Outlook::Dead && matches!(proved, Some(Outlook::Alive | Outlook::Seki));
        let proved = proved.filter(|_| !contrary);
        let outlook = if contrary { Outlook::Open } else { proved.unwrap_or(played) };
        LastGroup { color, stones, outlook, proved: proved.is_some(), survival }
    });
    told.collect()
}
