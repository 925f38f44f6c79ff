//! What a move cost.

use goban::BoardSize;
use model::{Judgement, seen_by};
use record::Ply;

use super::Grade;
use super::strength::Strength;
use crate::oracle::chance;

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
        let Some(around) = around else {
            return Some(Loss { points: fallen.max(0.0), fall: chance_fallen(ply, was, is) });
        };
        let points = around.loss(fallen, was.best() == Some(ply.mv))?;
        // The chance falls by what is told, and not by what was seen at this very move: of two losses at the same lead the larger one is
        // never the lesser fault.
        let fall = around.after.map(|lead| {
            let after = ply.color.sign() * lead;
            chance(after + points, around.size) - chance(after, around.size)
        });
        Some(Loss { points, fall })
    }

    /// How bad it is; none if it is good enough.
    pub(crate) fn grade(&self) -> Option<Grade> {
        Grade::of(self.points, self.fall)
    }
}

/// What is known of a move that our own search judged, beside by how much the lead fell with it.
pub(crate) struct Around {
    pub(crate) size: BoardSize,
    /// Black's lead after the move.
    pub(crate) after: Option<f64>,
    /// How well its side plays.
    pub(crate) strength: Strength,
}

/// On boards from this size on, sides that play as well as this are told no losses: what the search sees in their moves is mostly its own errors.
const LARGE: BoardSize = BoardSize::new(15).unwrap();
const TOO_WELL: Strength = 0.0;

/// What our own search sees to fall is a little less than what was lost, as it does not see all of it: in judged games moves with which its lead fell by more than two points lost 1.07
/// (19×19) to 1.2 (13×13) times as much.
const SEEN: f64 = 1.2;

impl Around {
    /// What a fall of the lead means when our own search sees it; none where the side plays too well for it. A move that the search would have played itself is good
    /// enough.
    fn loss(&self, fallen: f64, is_best: bool) -> Option<f64> {
        if self.size >= LARGE && self.strength >= TOO_WELL {
            return None;
        }
        Some(if is_best { 0.0 } else { (SEEN * fallen).max(0.0) })
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Move};

    use super::*;
    use crate::Replayed;

    /// What a search said: Black's lead, and the best move.
    fn said(lead: f64, best: &str) -> Judgement {
        let point = BoardSize::NINETEEN.parse_vertex(best).unwrap();
        let candidates = vec![model::Candidate::from(Move::Play(point))];
        Judgement { black_leads: Some(lead), candidates, ..Judgement::default() }
    }

    /// The loss of Black's first move on K10, with which its lead falls by so much and is then `after`.
    fn loss(size: BoardSize, fall: f64, after: f64, best: &str, strength: Strength) -> Option<Loss> {
        let game = sgf::read(b"(;SZ[19];B[jj])").games.remove(0);
        let line = Replayed::new(&game, &game.main_line(), None).unwrap();
        let ply = &line.steps()[0].0;
        assert_eq!(ply.color, Color::Black);
        let around = Around { size, after: Some(after), strength };
        Loss::of(ply, &said(after + fall, best), &said(after, "A1"), Some(&around))
    }

    const KYU: Strength = -10.0;

    #[test]
    fn a_loss_is_a_little_more_than_what_was_seen_of_it() {
        let points = |fall| loss(BoardSize::NINETEEN, fall, 0.0, "Q16", KYU).unwrap().points;
        assert!((points(5.0) - 6.0).abs() < 1e-9);
        assert_eq!(points(-3.0), 0.0, "what rises is no loss");
    }

    #[test]
    fn what_the_search_plays_itself_is_good_enough() {
        assert_eq!(loss(BoardSize::NINETEEN, 9.0, 0.0, "K10", KYU).unwrap().points, 0.0);
    }

    #[test]
    fn dan_players_are_told_no_losses_on_a_large_board() {
        assert_eq!(loss(BoardSize::NINETEEN, 9.0, 0.0, "Q16", 1.0), None);
        assert!(loss(BoardSize::NINE, 9.0, 0.0, "Q16", 1.0).is_some());
    }

    #[test]
    fn of_two_losses_at_the_same_lead_the_larger_is_never_the_lesser_fault() {
        for after in [-60.0, -20.0, -5.0, 0.0, 5.0, 20.0, 60.0] {
            let grades: Vec<Option<Grade>> = (0..40)
                .map(|fall| loss(BoardSize::NINETEEN, f64::from(fall) / 2.0, after, "Q16", KYU)?.grade())
                .collect();
            assert!(grades.is_sorted(), "{after}: {grades:?}");
        }
    }
}
