//! What a move cost.

use model::{Judgement, seen_by};
use record::Ply;

use super::Grade;
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
        let points = around.map_or(fallen, |around| around.loss(fallen, ply, was));
        Some(Loss { points: points.max(0.0), fall: chance_fallen(ply, was, is) })
    }

    /// How bad it is; none if it is good enough.
    pub(crate) fn grade(&self) -> Option<Grade> {
        Grade::of(self.points, self.fall)
    }
}

/// How the leads fell along a game that our own search judged: by every move, for its own side.
pub(crate) struct Falls(Vec<Option<f64>>);

/// What the search saw around a move. The lead that a few hundred games see leans to the side to move, by more in one stretch of a
/// game than in another: so it falls with every move, and only what it falls more than usual says something.
pub(crate) struct Around {
    /// By how much the lead falls with the moves around, the middle of them.
    usual: f64,
    /// By how much more than that it fell with the moves of the other side just before and after, together. What the search begins to
    /// see there was not lost here.
    beside: f64,
    /// How much likelier than this move the likeliest was to experts, as a logarithm.
    surprise: f64,
}

/// So many moves before and after a move say what is usual there.
const NEAR: usize = 12;

/// A move that experts play less often than this is no more of a surprise.
const SELDOM: f64 = 1e-4;

impl Falls {
    /// From what was said before and after every ply.
    pub(crate) fn new<'a>(
        plies: impl IntoIterator<Item = (&'a Ply, Option<&'a Judgement>, Option<&'a Judgement>)>,
    ) -> Falls {
        let fall = |(ply, was, is): (&Ply, Option<&Judgement>, Option<&Judgement>)| {
            fallen(ply, was.filter(|_| !ply.edited && ply.illegal.is_none())?, is?)
        };
        Falls(plies.into_iter().map(fall).collect())
    }

    /// What was seen around a move, counted from 0, of which a model said how likely it is.
    pub(crate) fn around(&self, index: usize, guess: Option<&Guess>) -> Around {
        let near = index.saturating_sub(NEAR)..(index + NEAR + 1).min(self.0.len());
        let mut falls: Vec<f64> = self.0[near].iter().flatten().copied().collect();
        falls.sort_by(f64::total_cmp);
        let usual = falls.get(falls.len() / 2).copied().unwrap_or(0.0);
        let beside = [index.checked_sub(1), Some(index + 1)];
        let beside =
            beside.into_iter().flatten().filter_map(|index| *self.0.get(index)?).map(|fall| fall - usual).sum();
        let surprise = guess.map_or(0.0, |guess| (guess.likelihood / guess.probability.max(SELDOM)).ln().max(0.0));
        Around { usual, beside, surprise }
    }
}

/// How what our own search saw is read as a loss.
struct Reading {
    /// By how much the lead falls with moves that cost nothing, if that is the same in every stretch of a game.
    usual: Option<f64>,
    /// Of what it falls more than usual, so much is a loss.
    fall: f64,
    /// So much less for what it falls beside.
    beside: f64,
    /// So much more for a surprise.
    surprise: f64,
    /// This much of it all is noise.
    noise: f64,
    /// A move that the search itself plays in this share of its games is good enough.
    often: f64,
}

impl Reading {
    /// The numbers fit KataGo's judgement of amateur games such that what is called a mistake is one. On small boards the games of a
    /// search see enough; on a large one many a loss drowns in the noise, and what experts would have played helps to tell.
    fn on(area: usize) -> Reading {
        let small = Reading { usual: Some(0.5), fall: 1.6, beside: 0.0, surprise: 0.0, noise: 0.0, often: 0.15 };
        match area {
            ..=100 => small,
            101..=196 => Reading { usual: Some(2.0), fall: 1.3, ..small },
            _ => Reading { usual: None, fall: 2.0, beside: 1.0, surprise: 1.7, noise: 7.4, often: 0.3 },
        }
    }
}

impl Around {
    /// What a fall of the lead means when our own search sees it.
    fn loss(&self, fallen: f64, ply: &Ply, was: &Judgement) -> f64 {
        let reading = Reading::on(was.ownership.as_ref().map_or(0, Vec::len));
        let visits = was.candidates.iter().find(|candidate| candidate.mv == ply.mv).map_or(0, |played| played.visits);
        if was.best() == Some(ply.mv) || visits as f64 > reading.often * was.games as f64 {
            return 0.0;
        }
        let fell = reading.fall * (fallen - reading.usual.unwrap_or(self.usual));
        let told = fell - reading.beside * self.beside + reading.surprise * self.surprise - reading.noise;
        // What experts hardly play is no mistake by itself: that it is rare only makes up for the noise in what was seen to fall.
        told.min(fell)
    }
}

#[cfg(test)]
mod tests {
    use goban::{BoardSize, Color, Move, Position, Rules};

    use super::*;

    /// The loss of the seventh of thirteen moves of Black's and White's, with which the lead falls as usual but for one.
    fn loss(usual: f64, fall: f64, guess: Option<Guess>) -> f64 {
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
        let falls = Falls::new((0..13).map(|i| (&plies[i], Some(&judgements[i]), Some(&judgements[i + 1]))));
        Loss::of(&plies[6], &judgements[6], &judgements[7], Some(&falls.around(6, guess.as_ref()))).unwrap().points
    }

    #[test]
    fn only_what_falls_more_than_usual_is_a_loss() {
        assert_eq!(loss(5.0, 5.0, None), 0.0);
        assert_eq!(loss(0.0, 10.0, None), loss(5.0, 15.0, None));
        assert!(loss(5.0, 15.0, None) > 6.0);
    }

    #[test]
    fn a_move_that_experts_hardly_play_is_sooner_called_a_mistake() {
        let expected = BoardSize::NINETEEN.points().last().unwrap();
        let guess = |probability, rank| Guess { probability, rank, expected, likelihood: 0.5, calibrated: true };
        assert_eq!(loss(5.0, 10.0, Some(guess(0.5, 1))), loss(5.0, 10.0, None));
        assert!(loss(5.0, 10.0, Some(guess(0.001, 40))) > loss(5.0, 10.0, None) + 3.0);
        assert_eq!(loss(5.0, 5.0, Some(guess(0.0001, 200))), 0.0, "but not where the lead has not fallen");
    }
}
