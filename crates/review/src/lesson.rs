//! What a judged game comes to: where it was decided, and what each side can learn from it.

use goban::Color;

use crate::{Kind, Moment, Review};

/// What a side lost by mistakes of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// Whose mistakes.
    pub color: Color,
    /// What they have in common.
    pub kind: Kind,
    /// The moves.
    pub plies: Vec<usize>,
    /// What they cost together, in points.
    pub points: f64,
}

/// A moment belongs to the turn of a game if it is no further away than this, in moves.
const NEAR: usize = 6;

impl Review {
    /// What a moment cost the side that went wrong, in points: its worst move.
    #[must_use]
    pub fn cost(&self, moment: &Moment) -> f64 {
        let own = moment.plies.iter().filter_map(|&ply| self.moves.get(ply - 1));
        let own = own.filter(|played| played.ply.color == moment.color);
        own.filter_map(|played| played.verdict.loss).fold(0.0, f64::max)
    }

    /// The moments to show: those of the side that the review is for, or of both.
    pub fn shown_moments(&self) -> impl Iterator<Item = &Moment> {
        self.moments.iter().filter(|moment| self.side.is_none_or(|side| side == moment.color))
    }

    /// The moment that decided the game: the costliest mistake of the side that lost around the move from which the other was ahead for
    /// good, or else its costliest of all. Where nobody is known to have won, it is the costliest of both sides.
    #[must_use]
    pub fn decisive(&self) -> Option<&Moment> {
        let costliest = |moments: &mut dyn Iterator<Item = &'_ Moment>| -> Option<usize> {
            let best = moments.max_by(|a, b| self.cost(a).total_cmp(&self.cost(b)).then(b.ply.cmp(&a.ply)))?;
            self.moments.iter().position(|moment| moment == best)
        };
        let Some(winner) = self.ending.winner() else {
            return costliest(&mut self.moments.iter()).map(|at| &self.moments[at]);
        };
        let behind = |lead: f64| lead * winner.sign() <= 0.0;
        let turned = self.moves.iter().rposition(|played| played.verdict.lead.is_some_and(behind)).map_or(1, |i| i + 2);
        let of_loser = || self.moments.iter().filter(|moment| moment.color != winner);
        let near = |moment: &&Moment| {
            let to = moment.plies.last().copied().unwrap_or(moment.ply);
            moment.ply <= turned + NEAR && turned <= to + NEAR
        };
        let found = costliest(&mut of_loser().filter(near));
        let found = found.or_else(|| costliest(&mut of_loser())).or_else(|| costliest(&mut self.moments.iter()));
        found.map(|at| &self.moments[at])
    }

    /// What the mistakes of each side were about, the costliest kind of each first; what is not known teaches nothing.
    #[must_use]
    pub fn lessons(&self) -> Vec<Lesson> {
        let mut lessons: Vec<Lesson> = Vec::new();
        for played in self.moves.iter().filter(|played| self.side.is_none_or(|side| side == played.ply.color)) {
            let (color, verdict) = (played.ply.color, &played.verdict);
            let (Some(why), Some(loss)) = (&verdict.why, verdict.loss) else { continue };
            if why.kind == Kind::Unknown {
                continue;
            }
            let known = lessons.iter().position(|lesson| (lesson.color, lesson.kind) == (color, why.kind));
            let at = known.unwrap_or_else(|| {
                lessons.push(Lesson { color, kind: why.kind, plies: Vec::new(), points: 0.0 });
                lessons.len() - 1
            });
            lessons[at].plies.push(played.ply.number);
            lessons[at].points += loss;
        }
        lessons.sort_by(|a, b| (a.color as u8).cmp(&(b.color as u8)).then(b.points.total_cmp(&a.points)));
        lessons
    }
}
