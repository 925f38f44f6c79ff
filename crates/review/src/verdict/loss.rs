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

/// By how many points the side of a move would be better off with the next best one.
fn spared(ply: &Ply, was: &Judgement, is: &Judgement) -> Option<f64> {
    let next = was.candidates.iter().find(|candidate| candidate.mv != ply.mv)?;
    Some(ply.color.sign() * (next.black_leads? - is.black_leads?))
}

impl Loss {
    /// The loss by a ply, from what was said before and after it. None where that cannot be said.
    pub(crate) fn of(ply: &Ply, was: &Judgement, is: &Judgement, around: Option<&Around>) -> Option<Loss> {
        let fallen = fallen(ply, was, is)?;
        let Some(around) = around else {
            return Some(Loss { points: fallen.max(0.0), fall: chance_fallen(ply, was, is) });
        };
        let points = if was.best() == Some(ply.mv) {
            around.loss(spared(ply, was, is).map_or(0.0, |spared| fallen.min(spared)), SURPRISE)?
        } else {
            around.loss(fallen, 0.0)?
        };
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

/// On smaller boards more is lost than what our own search sees to fall: moves of judged games with which its lead fell by three points or more lost 1.22 (9×9) and 1.28 (13×13) times as
/// much, and 1.02 times on 19×19.
const UNSEEN: f64 = 1.25;

/// A move that the search would have played itself is good enough, unless the lead falls by so many points once it looks from behind it.
const SURPRISE: f64 = 5.0;

impl Around {
    /// What a fall of the lead means when our own search sees it, of which anything under `least` is nothing; none where the side plays too well for it.
    fn loss(&self, fallen: f64, least: f64) -> Option<f64> {
        let is_large = self.size >= LARGE;
        if is_large && self.strength >= TOO_WELL {
            return None;
        }
        let seen = if is_large { 1.0 } else { UNSEEN };
        Some(if fallen < least { 0.0 } else { (seen * fallen).max(0.0) })
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Move};

    use super::*;
    use crate::Replayed;

    /// What a search said: Black's lead, and the best move. The next best leads by two points less.
    fn said(lead: f64, best: &str) -> Judgement {
        let candidate = |vertex: &str, black_leads: f64| {
            let point = BoardSize::NINETEEN.parse_vertex(vertex).unwrap();
            model::Candidate { black_leads: Some(black_leads), ..model::Candidate::from(Move::Play(point)) }
        };
        let candidates = vec![candidate(best, lead), candidate("B2", lead - 2.0)];
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
    fn on_small_boards_a_loss_is_a_little_more_than_what_was_seen_of_it() {
        let points = |size, fall| loss(size, fall, 0.0, "Q16", KYU).unwrap().points;
        assert!((points(BoardSize::NINETEEN, 5.0) - 5.0).abs() < 1e-9);
        assert!((points(BoardSize::NINE, 4.0) - 5.0).abs() < 1e-9);
        assert_eq!(points(BoardSize::NINETEEN, -3.0), 0.0, "what rises is no loss");
    }

    #[test]
    fn what_the_search_plays_itself_is_good_enough_unless_it_finds_much_against_it() {
        let points = |fall| loss(BoardSize::NINETEEN, fall, 0.0, "K10", KYU).unwrap().points;
        assert_eq!(points(6.0), 0.0, "the next best move would have spared four points");
        assert_eq!(points(9.0), 7.0, "the next best move would have spared seven");
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
