//! Where the game was decided: moves in which the same thing goes wrong, and how much each side lost on average.

use goban::{ByColor, Color, PointSet};

use super::{Grade, Verdict};
use crate::{Phase, Stage};

/// Most moments of a side.
const MOST: usize = 5;

/// Moves further apart do not belong to the same moment.
const GAP: usize = 4;

/// A mistake that costs so many times what the first of a moment did is told for itself.
const WORSE: f64 = 1.5;

/// Moves in which the same thing goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The move with which it began.
    pub ply: usize,
    /// All moves that belong to it, this one first; of both sides, if both overlook the same.
    pub plies: Vec<usize>,
    /// Who went wrong first.
    pub color: Color,
    /// How bad the worst of them is.
    pub grade: Grade,
}

/// What the moves of a stage cost each side on average.
#[derive(Clone, PartialEq, Debug)]
pub struct MeanLoss {
    /// The stage.
    pub stage: Stage,
    /// Points a move; none where no move of the side was judged.
    pub points: ByColor<Option<f64>>,
    /// How many moves were judged.
    pub moves: ByColor<usize>,
}

/// What each move of a game is known by here: who made it, and what a judge makes of it.
pub(crate) type Move<'a> = (Color, &'a Verdict);

/// The moments of a game, at most five a side, in their order.
pub(crate) fn moments(moves: &[Move<'_>]) -> Vec<Moment> {
    /// A moment with what is at stake in its first move, and what that costs.
    struct Open {
        moment: Moment,
        points: PointSet,
        loss: f64,
    }
    impl Open {
        /// Whether the same goes wrong with a later move: most of the smaller stake is in the other, and no much larger price is paid.
        fn takes(&self, ply: usize, points: &PointSet, loss: f64) -> bool {
            let last = self.moment.plies.last().copied().unwrap_or(0);
            let smaller = self.points.len().min(points.len());
            ply - last <= GAP && 2 * (self.points & *points).len() > smaller && loss <= WORSE * self.loss
        }
    }
    let mut all: Vec<Open> = Vec::new();
    for (i, (color, verdict)) in moves.iter().enumerate() {
        let Some(grade) = verdict.grade else { continue };
        let ply = i + 1;
        let stake = verdict.why.as_ref().map_or(PointSet::EMPTY, |why| why.stake.points);
        let points = stake | verdict.better.and_then(|mv| mv.point()).into_iter().collect();
        let loss = verdict.loss.unwrap_or(0.0);
        match all.iter_mut().rev().find(|open| open.takes(ply, &points, loss)) {
            Some(open) => {
                open.moment.plies.push(ply);
                open.moment.grade = open.moment.grade.max(grade);
            }
            None => {
                let moment = Moment { ply, plies: vec![ply], color: *color, grade };
                all.push(Open { moment, points, loss });
            }
        }
    }
    // In a game that is decided already, points are worth less.
    all.sort_by(|a, b| b.moment.grade.cmp(&a.moment.grade).then(b.loss.total_cmp(&a.loss)));
    let mut left = ByColor::new(|_| MOST);
    let mut chosen: Vec<Moment> = Vec::new();
    for open in all {
        let left = &mut left[open.moment.color];
        if *left > 0 {
            *left -= 1;
            chosen.push(open.moment);
        }
    }
    chosen.sort_by_key(|moment| moment.ply);
    chosen
}

/// What each side's moves cost on average, by stage.
pub(crate) fn mean_losses(moves: &[Move<'_>], phases: &[Phase]) -> Vec<MeanLoss> {
    let of = |phase: &Phase| {
        let mut sum = ByColor::<f64>::default();
        let mut n = ByColor::<usize>::default();
        for (color, verdict) in &moves[phase.from - 1..phase.to.min(moves.len())] {
            if let Some(loss) = verdict.loss {
                sum[*color] += loss;
                n[*color] += 1;
            }
        }
        let points = ByColor::new(|color| (n[color] > 0).then(|| sum[color] / n[color] as f64));
        MeanLoss { stage: phase.stage, points, moves: n }
    };
    phases.iter().map(of).filter(|mean| mean.moves.black + mean.moves.white > 0).collect()
}

#[cfg(test)]
mod tests {
    use goban::BoardSize;

    use super::*;

    /// The moments of mistakes that cost so many points each, one after the other, when the same point would have been better all the time.
    fn plies(losses: &[f64]) -> Vec<Vec<usize>> {
        let better = BoardSize::NINE.parse_vertex("C3").map(goban::Move::Play);
        let verdicts: Vec<Verdict> = losses
            .iter()
            .map(|&loss| Verdict { loss: Some(loss), grade: Grade::of(loss, None), better, ..Verdict::default() })
            .collect();
        let moves: Vec<Move<'_>> = [Color::Black, Color::White].into_iter().cycle().zip(&verdicts).collect();
        moments(&moves).into_iter().map(|moment| moment.plies).collect()
    }

    #[test]
    fn what_both_sides_overlook_is_one_moment() {
        assert_eq!(plies(&[10.0, 11.0, 9.0, 0.0, 12.0]), [vec![1, 2, 3, 5]]);
    }

    #[test]
    fn a_much_larger_mistake_is_no_part_of_a_smaller_one() {
        assert_eq!(plies(&[3.0, 4.0, 20.0, 21.0]), [vec![1, 2], vec![3, 4]]);
    }
}
