//! What a move cost.

use model::{Judgement, seen_by};
use record::Ply;

use super::Grade;

/// What a move cost its side, as a judge sees it from both sides of the move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Loss {
    /// In points; never negative.
    pub(crate) points: f64,
    /// By how much the chance to win fell, from 0 to 1, where that is known.
    pub(crate) fall: Option<f64>,
}

/// Of judges without a lead, four percent count as a point.
const POINTS: f64 = 25.0;

impl Loss {
    /// The loss by a ply, from what was said before and after it. None where that cannot be said.
    pub(crate) fn of(ply: &Ply, was: &Judgement, is: &Judgement, own: bool) -> Option<Loss> {
        let mover = ply.color;
        let lead = |judgement: &Judgement| Some(mover.sign() * judgement.black_leads?);
        let chance = |judgement: &Judgement| Some(seen_by(mover, judgement.black_wins?));
        let fall = chance(was).zip(chance(is)).map(|(was, is)| was - is);
        let fallen = lead(was).zip(lead(is)).map(|(was, is)| was - is);
        let points = fallen.or(fall.map(|fall| fall * POINTS))?;
        let points = if own { seen_by_search(points, ply, was) } else { points };
        Some(Loss { points: points.max(0.0), fall })
    }

    /// How bad it is; none if it is good enough.
    pub(crate) fn grade(&self) -> Option<Grade> {
        Grade::of(self.points, self.fall)
    }
}

/// Of the fall of the lead that our own search sees, so many points are noise on boards of 15 lines and more.
///
/// This and the numbers below are what fits KataGo's judgement of amateur games best, such that what is called a mistake is one: there the
/// lead of the same position falls and rises by about as much between moves that cost nothing.
const NOISE: f64 = 4.0;

/// Of the rest so much is a loss there.
const SLOPE: f64 = 0.8;

/// The same on smaller boards, on which games see more, but see losses too small.
const NOISE_SMALL: f64 = 0.5;
const SLOPE_SMALL: f64 = 1.6;

/// A move that the search itself plays in so many of its games is good enough.
const OFTEN: f64 = 0.15;

/// What a fall of the lead means when our own search sees it.
fn seen_by_search(fallen: f64, ply: &Ply, was: &Judgement) -> f64 {
    let visits = was.candidates.iter().find(|candidate| candidate.mv == ply.mv).map_or(0, |played| played.visits);
    if was.best() == Some(ply.mv) || visits as f64 > OFTEN * was.games as f64 {
        return 0.0;
    }
    let area = was.ownership.as_ref().map_or(0, Vec::len);
    if area >= 15 * 15 { SLOPE * (fallen - NOISE) } else { SLOPE_SMALL * (fallen - NOISE_SMALL) }
}
