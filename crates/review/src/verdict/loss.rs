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

/// How a fall of the lead is read when our own search sees it.
struct Reading {
    /// So many points are noise: the lead falls by as much after moves that cost nothing.
    noise: f64,
    /// Of the rest so much is a loss.
    slope: f64,
    /// A move that the search itself plays in this share of its games is good enough.
    often: f64,
}

impl Reading {
    /// The numbers fit KataGo's judgement of amateur games such that what is called a mistake is one. The smaller the board, the more the
    /// games of a search see of it; on a large one many a loss drowns in the noise.
    fn on(area: usize) -> Reading {
        match area {
            ..=100 => Reading { noise: 0.5, slope: 1.6, often: 0.15 },
            101..=196 => Reading { noise: 2.0, slope: 1.3, often: 0.15 },
            _ => Reading { noise: 6.0, slope: 1.3, often: 0.08 },
        }
    }
}

/// What a fall of the lead means when our own search sees it.
fn seen_by_search(fallen: f64, ply: &Ply, was: &Judgement) -> f64 {
    let Reading { noise, slope, often } = Reading::on(was.ownership.as_ref().map_or(0, Vec::len));
    let visits = was.candidates.iter().find(|candidate| candidate.mv == ply.mv).map_or(0, |played| played.visits);
    if was.best() == Some(ply.mv) || visits as f64 > often * was.games as f64 {
        return 0.0;
    }
    slope * (fallen - noise)
}
