//! The lead in points along a game: one curve, by whoever judged the positions.
//!
//! Models' leads are in units of their own; on an axis of points they would mislead.

use crate::Review;

pub(crate) struct Lead {
    /// Whose it is.
    pub(crate) whose: String,
    /// Black's points at the start and after every move; NaN where nobody judged.
    pub(crate) values: Vec<f64>,
}

impl Lead {
    /// None where no position was judged.
    pub(crate) fn of(review: &Review) -> Option<Lead> {
        let value = |i: usize| review.judgement(i).and_then(|judgement| judgement.black_leads).unwrap_or(f64::NAN);
        let values: Vec<f64> = (0..=review.moves.len()).map(value).collect();
        let whose = review.engine.clone().unwrap_or_default();
        values.iter().any(|value| value.is_finite()).then_some(Lead { whose, values })
    }
}
