//! What a judge makes of a game: who was ahead, what each move cost and why, what became of the groups.

mod grade;
mod loss;
mod moment;
mod standing;
mod strength;
mod weak;
mod why;
mod words;

use goban::{BoardSize, Move, Position};
use model::Judgement;
use record::Ply;

pub use grade::Grade;
pub use moment::{MeanLoss, Moment};
pub use standing::{Grounds, Standing};
pub use weak::{Settled, WeakGroup};
pub use why::{Deed, Kind, Stake, What, Why};

pub(crate) use loss::Around;
use loss::Loss;
pub(crate) use moment::{mean_losses, moments};
pub(crate) use standing::Reader;
pub(crate) use strength::{Strength, strengths};
pub(crate) use weak::weak_groups;
use why::Comparison;
#[cfg(test)]
pub(crate) use words::MESSAGES;
pub(crate) use words::sentences;

/// What a judge makes of a move and of the position after it. What was not judged is missing.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Verdict {
    /// Black's lead in points after the move.
    pub lead: Option<f64>,
    /// What the move cost its side in points; never negative.
    pub loss: Option<f64>,
    /// How bad that is; none for moves that are good enough.
    pub grade: Option<Grade>,
    /// What would have been better; none for moves that are good enough.
    pub better: Option<Move>,
    /// Why.
    pub why: Option<Why>,
    /// The groups on the board after the move.
    pub groups: Vec<Standing>,
}

/// What a judge said of a game.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Judged {
    /// Its name.
    pub judge: String,
    /// Whether it is our own search, whose owners are futures, and not another engine.
    pub own: bool,
    /// What it said of the start and of every position after a move, as far as it got.
    pub positions: Vec<Option<Judgement>>,
}

impl Judged {
    /// What it said of the position after so many moves.
    #[must_use]
    pub fn at(&self, ply: usize) -> Option<&Judgement> {
        self.positions.get(ply)?.as_ref()
    }

    /// What is known of a ply by a side of such strength, if our own search judged it: what others see needs no reading.
    pub(crate) fn around(&self, ply: &Ply, size: BoardSize, strength: Strength) -> Option<Around> {
        let after = self.at(ply.number).and_then(|said| said.black_leads);
        self.own.then_some(Around { size, after, strength })
    }

    /// Judges a ply, by which `before` became `after`.
    pub(crate) fn verdict(
        &self,
        ply: &Ply,
        [before, after]: [&Position; 2],
        around: Option<&Around>,
        reader: &mut Reader,
    ) -> Verdict {
        let is = self.at(ply.number);
        let mut verdict = Verdict {
            lead: around.map_or_else(|| is.and_then(|judgement| judgement.black_leads), |around| around.after),
            groups: is.map(|judgement| reader.standings(after, judgement, self.own)).unwrap_or_default(),
            ..Verdict::default()
        };
        // What came of a change by hand is nobody's mistake.
        let was = self.at(ply.number - 1).filter(|_| !ply.edited && ply.illegal.is_none());
        let (Some(was), Some(is)) = (was, is) else { return verdict };
        let Some(loss) = Loss::of(ply, was, is, around) else { return verdict };
        verdict.loss = Some(loss.points);
        // Our own search may find afterwards what is wrong with the move that it liked best; what a strong engine plays itself is good.
        let best = if self.own { was.candidates.iter().map(|one| one.mv).find(|mv| *mv != ply.mv) } else { was.best() };
        let better = best.filter(|best| *best != ply.mv);
        if let (Some(better), Some(grade)) = (better, loss.grade()) {
            (verdict.better, verdict.grade) = (Some(better), Some(grade));
            verdict.why = Comparison::new(ply, better, [before, after], [was, is]).map(Comparison::why);
        }
        verdict
    }
}
