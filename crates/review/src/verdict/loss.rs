//! What a move cost.

use goban::ByColor;
use libm::{exp, sqrt};
use model::{Judgement, seen_by};
use record::Ply;

use super::Grade;
use super::strength::Strength;
use crate::Guess;

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

/// By how many points the lead of a move's side is lower after it. None where that cannot be said.
fn fallen(ply: &Ply, was: &Judgement, is: &Judgement) -> Option<f64> {
    let lead = was.black_leads.zip(is.black_leads).map(|(was, is)| ply.color.sign() * (was - is));
    lead.or(chance_fallen(ply, was, is).map(|fall| fall * POINTS))
}

fn chance_fallen(ply: &Ply, was: &Judgement, is: &Judgement) -> Option<f64> {
    let chance = |judgement: &Judgement| Some(seen_by(ply.color, judgement.black_wins?));
    chance(was).zip(chance(is)).map(|(was, is)| was - is)
}

impl Loss {
    /// The loss by a ply, from what was said before and after it. None where that cannot be said.
    pub(crate) fn of(ply: &Ply, was: &Judgement, is: &Judgement, around: Option<&Around>) -> Option<Loss> {
        let fallen = fallen(ply, was, is)?;
        let points = around.map_or(Some(fallen), |around| around.loss(fallen, ply, was))?;
        Some(Loss { points: points.max(0.0), fall: chance_fallen(ply, was, is) })
    }

    /// How bad it is; none if it is good enough.
    pub(crate) fn grade(&self) -> Option<Grade> {
        Grade::of(self.points, self.fall)
    }
}

/// How the leads fell along a game that our own search judged, and how well the sides play.
pub(crate) struct Falls {
    /// By every move, for its own side.
    falls: Vec<Option<f64>>,
    /// Black's lead before the first of them.
    start: f64,
    strengths: ByColor<Strength>,
}

/// What is known of a move that our own search judged, beside by how much the lead fell with it.
///
/// The lead that a few hundred games see leans to the side to move, by more in one stretch of a game than in another: so it falls with
/// every move, and only what it falls more than usual says something.
pub(crate) struct Around {
    /// By how much the lead falls with the moves around, the middle of them.
    usual: f64,
    /// By how much more than that it fell with the moves of the other side just before and after, together. What the search begins to
    /// see there was not lost here.
    beside: f64,
    /// How much of a surprise the move is to experts.
    surprise: f64,
    /// Black's lead before the game.
    start: f64,
    /// How well its side plays.
    strength: Strength,
}

/// So many moves before and after a move say what is usual there.
const NEAR: usize = 12;

impl Falls {
    /// From what was said before and after every ply, and how well the sides play.
    pub(crate) fn new<'a>(
        plies: impl IntoIterator<Item = (&'a Ply, Option<&'a Judgement>, Option<&'a Judgement>)>,
        strengths: ByColor<Strength>,
    ) -> Falls {
        let mut start = None;
        let fall = |(ply, was, is): (&Ply, Option<&Judgement>, Option<&Judgement>)| {
            start = start.or(was.and_then(|was| was.black_leads));
            fallen(ply, was.filter(|_| !ply.edited && ply.illegal.is_none())?, is?)
        };
        let falls = plies.into_iter().map(fall).collect();
        Falls { falls, start: start.unwrap_or(0.0), strengths }
    }

    /// What is known of a ply, counted from 0, of which a model said how likely it is.
    pub(crate) fn around(&self, index: usize, ply: &Ply, guess: Option<&Guess>) -> Around {
        let near = index.saturating_sub(NEAR)..(index + NEAR + 1).min(self.falls.len());
        let mut falls: Vec<f64> = self.falls[near].iter().flatten().copied().collect();
        falls.sort_by(f64::total_cmp);
        let usual = falls.get(falls.len() / 2).copied().unwrap_or(0.0);
        let beside = [index.checked_sub(1), Some(index + 1)];
        let beside =
            beside.into_iter().flatten().filter_map(|index| *self.falls.get(index)?).map(|fall| fall - usual).sum();
        Around {
            usual,
            beside,
            surprise: guess.map_or(0.0, Guess::surprise),
            start: self.start,
            strength: self.strengths[ply.color],
        }
    }
}

/// How what our own search saw is read as a loss. The numbers fit KataGo's judgement of games such that what is called a mistake is one.
enum Reading {
    /// On small boards the games of a search see enough.
    Points {
        /// By how much the lead falls with moves that cost nothing.
        usual: f64,
        /// Of what it falls more than that, so much is a loss.
        fall: f64,
        /// A move that the search itself plays in this share of its games is good enough.
        often: f64,
    },
    /// On a large one many a loss drowns in the noise. What can be told are the odds that a move cost a point or more.
    Odds,
}

impl Reading {
    fn on(area: usize) -> Reading {
        match area {
            ..=100 => Reading::Points { usual: 0.5, fall: 1.6, often: 0.3 },
            101..=196 => Reading::Points { usual: 1.0, fall: 2.2, often: 0.3 },
            _ => Reading::Odds,
        }
    }
}

/// Sides that play as well as this are told no losses on a large board: what the search sees in their moves is mostly its own errors.
const TOO_WELL: Strength = 0.0;

/// What is less likely than this is not told.
const SURE: f64 = 0.7;

/// Leads further than this from the first say no more.
const FAR: f64 = 60.0;

impl Around {
    /// What a fall of the lead means when our own search sees it; none where the side plays too well for it.
    fn loss(&self, fallen: f64, ply: &Ply, was: &Judgement) -> Option<f64> {
        let is_best = was.best() == Some(ply.mv);
        match Reading::on(was.ownership.as_ref().map_or(0, Vec::len)) {
            Reading::Points { usual, fall, often } => {
                let played = was.candidates.iter().find(|candidate| candidate.mv == ply.mv);
                let visits = played.map_or(0, |played| played.visits);
                let is_good = is_best || visits as f64 > often * was.games as f64;
                Some(if is_good { 0.0 } else { fall * (fallen - usual) })
            }
            Reading::Odds if self.strength >= TOO_WELL => None,
            Reading::Odds => {
                let more = fallen - self.usual;
                let odds = self.odds(more, was.black_leads.unwrap_or(0.0));
                // That weak players lose something with most of their moves is no reason to blame one where nothing was seen to fall.
                let is_told = !is_best && more > 0.0 && odds >= SURE / (1.0 - SURE);
                // What such moves cost on average.
                Some(if is_told { 0.3 * more + 3.5 * sqrt(odds) - 0.6 } else { 0.0 })
            }
        }
    }

    /// The odds that a move on a large board, with which the lead fell by so much more than usual, cost its side a point or more: the
    /// logistic regression of 3,000 moves of 24 games.
    fn odds(&self, more: f64, lead: f64) -> f64 {
        // Where the lead has gone far from what it was, groups are dying, and most moves cost something.
        let away = (lead - self.start).abs().min(FAR);
        let seen = 0.08 * more - 0.034 * self.beside + 0.116 * self.surprise;
        exp(seen - 0.084 * self.strength + 0.0275 * away - 0.9)
    }
}

#[cfg(test)]
mod tests {
    use goban::{BoardSize, Color, Move, Position, Rules};

    use super::*;

    /// The loss of the seventh of thirteen moves of Black's and White's, with which the lead falls as usual but for one.
    fn loss(usual: f64, fall: f64, strength: Strength, guess: Option<Guess>) -> Option<f64> {
        let size = BoardSize::NINETEEN;
        let mut position = Position::new(size, Rules::KOREAN);
        let mut lead = 0.0;
        let said = |lead: f64| Judgement {
            black_leads: Some(lead),
            ownership: Some(vec![0.0; size.area()]),
            ..Judgement::default()
        };
        let mut judgements = vec![said(lead)];
        let mut plies = Vec::new();
        for (i, point) in size.points().take(13).enumerate() {
            let color = if i % 2 == 0 { Color::Black } else { Color::White };
            let played = position.play(Move::Play(point)).unwrap();
            plies.push(Ply::played(&position, color, Move::Play(point), &played));
            lead -= color.sign() * if i == 6 { fall } else { usual };
            judgements.push(said(lead));
        }
        let plies_said = (0..13).map(|i| (&plies[i], Some(&judgements[i]), Some(&judgements[i + 1])));
        let falls = Falls::new(plies_said, ByColor::new(|_| strength));
        let around = falls.around(6, &plies[6], guess.as_ref());
        Loss::of(&plies[6], &judgements[6], &judgements[7], Some(&around)).map(|loss| loss.points)
    }

    const KYU: Strength = -10.0;

    #[test]
    fn only_what_falls_more_than_usual_is_a_loss() {
        assert_eq!(loss(5.0, 5.0, KYU, None), Some(0.0));
        assert_eq!(loss(0.0, 15.0, KYU, None), loss(5.0, 20.0, KYU, None));
        assert!(loss(5.0, 20.0, KYU, None).unwrap() > 4.0);
    }

    #[test]
    fn a_move_that_experts_hardly_play_is_sooner_called_a_mistake() {
        let expected = BoardSize::NINETEEN.points().last().unwrap();
        let guess = |probability, rank| Guess { probability, rank, expected, likelihood: 0.5, calibrated: true };
        assert_eq!(loss(5.0, 20.0, KYU, Some(guess(0.5, 1))), loss(5.0, 20.0, KYU, None));
        assert!(loss(5.0, 20.0, KYU, Some(guess(0.001, 40))) > loss(5.0, 20.0, KYU, None));
        assert_eq!(loss(5.0, 5.0, KYU, Some(guess(0.0001, 200))), Some(0.0), "but not where the lead has not fallen");
    }

    #[test]
    fn whoever_plays_well_is_told_less_and_in_the_end_nothing() {
        assert!(loss(5.0, 20.0, -18.0, None) > loss(5.0, 20.0, KYU, None));
        assert_eq!(loss(5.0, 15.0, -1.0, None), Some(0.0));
        assert_eq!(loss(5.0, 60.0, 3.0, None), None);
    }
}
