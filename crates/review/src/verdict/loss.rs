//! What a move cost.

use std::iter;
use std::ops::Range;

use goban::{BoardSize, ByColor, Color, Point, Position};
use libm::log;
use model::{Judgement, seen_by};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};
use record::Ply;

use super::strength::Strength;
use super::{Grade, Judged};
use crate::oracle::chance;
use crate::{Guess, Replayed};

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
        let points = around.loss(fallen, ply, was)?.max(0.0);
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

/// How the leads fell along a game that our own search judged, and how well the sides play.
pub(crate) struct Falls {
    size: BoardSize,
    /// Black's lead at the start and after every move, in the games.
    leads: Vec<Option<f64>>,
    /// What learned owners make of these games, on boards where there are some.
    learned: Vec<Option<Outlook>>,
    strengths: ByColor<Strength>,
}

/// What is known of a move that our own search judged, beside by how much the lead fell with it.
///
/// The lead that a few hundred games see leans to the side to move, so it falls with every move, and a single fall says little. Three
/// things say more together: what learned owners make of the same games, the leads of several positions before and after the move,
/// and how likely a move of this kind is to cost something at all.
pub(crate) struct Around {
    size: BoardSize,
    /// Black's lead after the move, as it is told.
    pub(super) after: Option<f64>,
    /// By how much the lead of the side fell in the eyes of learned owners.
    learned: f64,
    /// By how much the lead of the side is lower in the positions after the move than in as many before it, on average. Both sides are to
    /// move in half of them.
    lasting: f64,
    /// How unlikely experts are to play the move, and how unlikely the likeliest is, as logarithms: many moves are about as good where no move stands out.
    unlikely: f64,
    unclear: f64,
    /// How much of the board has been played on: moves by points.
    stage: f64,
    /// Steps from the last move of the other side.
    away: f64,
    /// How well its side plays, and both together.
    strength: Strength,
    strengths: f64,
}

/// So many positions before a move and after it say what lasts.
const LASTING: usize = 4;

/// A fall by more than this says no more.
const MOST: f64 = 25.0;

/// How far the last move is where there is none.
const NOWHERE: f64 = 10.0;

impl Falls {
    /// From what our own search said of a line, and how well the sides play.
    pub(crate) fn new(line: &Replayed<'_>, judged: &Judged, strengths: ByColor<Strength>) -> Falls {
        let steps = line.steps();
        let positions = iter::once(line.start()).chain(steps.iter().map(|(_, position)| position));
        let (mut leads, mut learned) = (Vec::new(), Vec::new());
        for (number, position) in positions.enumerate() {
            let said = judged.at(number);
            let next = steps.get(number).map_or(position.to_move(), |(ply, _)| ply.color);
            leads.push(said.and_then(|said| said.black_leads));
            learned.push(said.and_then(|said| by_learned_owners(position, next, said)));
        }
        Falls { size: line.start().size(), leads, learned, strengths }
    }

    /// Who is ahead at the start or after so many moves where learned owners see that better than the games: in the judged games of 19×19 they have the same side ahead as KataGo
    /// where the games often have not, while on smaller boards both see about as much.
    pub(crate) fn told(&self, number: usize) -> Option<&Outlook> {
        self.learned.get(number)?.as_ref().filter(|_| Reading::on(self.size.area()).is_of_odds())
    }

    /// What is known of a ply, counted from 0, of which a model said how likely it is; `last` is the one before it.
    pub(crate) fn around(&self, index: usize, ply: &Ply, last: Option<&Ply>, guess: Option<&Guess>) -> Around {
        let sign = ply.color.sign();
        let mean = |range: Range<usize>| {
            let leads: Vec<f64> = self.leads.get(range).unwrap_or_default().iter().flatten().copied().collect();
            (!leads.is_empty()).then(|| leads.iter().sum::<f64>() / leads.len() as f64)
        };
        let next = index + 1;
        let before = mean(next.saturating_sub(LASTING)..next);
        let after = mean(next..(next + LASTING).min(self.leads.len()));
        let learned = [index, next].map(|number| Some(self.learned.get(number)?.as_ref()?.lead));
        let fall = |was: Option<f64>, is: Option<f64>| {
            was.zip(is).map_or(0.0, |(was, is)| (sign * (was - is)).clamp(-MOST, MOST))
        };
        let steps = ply.mv.point().map(|point| {
            let last = last.and_then(|last| last.mv.point());
            last.map_or(NOWHERE, |last| distance(last, point))
        });
        Around {
            size: self.size,
            after: self.told(next).map_or_else(|| self.leads.get(next).copied().flatten(), |told| Some(told.lead)),
            learned: fall(learned[0], learned[1]),
            lasting: fall(before, after),
            unlikely: guess.map_or(0.0, |guess| -log(guess.probability.max(Guess::HARDLY))),
            unclear: guess.map_or(0.0, |guess| -log(guess.likelihood.max(Guess::HARDLY))),
            stage: index as f64 / self.size.area() as f64,
            away: steps.unwrap_or(0.0),
            strength: self.strengths[ply.color],
            strengths: self.strengths.black + self.strengths.white,
        }
    }
}

/// Who is ahead by learned owners, who set right what the games of a search said; none on boards where they see no better.
fn by_learned_owners(position: &Position, next: Color, said: &Judgement) -> Option<Outlook> {
    let learned = Owners::shipped_for(position.size())?;
    let mut position = position.forgetful();
    position.set_to_move(next);
    let outlook = Outlook { owners: said.ownership.clone()?, lead: said.black_leads?, chance: said.black_wins? };
    Some(learned.judge(&Evidence::known(&Batch::new(&position), outlook)))
}

/// Black's lead in a position where `next` moves, as a review tells it if our own search said this.
pub(crate) fn told_lead(position: &Position, next: Color, said: &Judgement) -> Option<f64> {
    let learned = Reading::on(position.size().area()).is_of_odds().then(|| by_learned_owners(position, next, said));
    learned.flatten().map(|told| told.lead).or(said.black_leads)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.row().abs_diff(b.row()) + a.column().abs_diff(b.column())) as f64
}

/// How what our own search saw is read as a loss. The numbers fit KataGo's judgement of games such that what is called a mistake is one.
enum Reading {
    /// On small boards the games of a search see enough.
    Points {
        /// So much of what the lead falls is a loss.
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
            ..=100 => Reading::Points { fall: 1.8, often: 0.3 },
            101..=196 => Reading::Points { fall: 1.6, often: 0.3 },
            _ => Reading::Odds,
        }
    }

    fn is_of_odds(&self) -> bool {
        matches!(self, Reading::Odds)
    }
}

/// Sides that play as well as this are told no losses on a large board: what the search sees in their moves is mostly its own errors.
const TOO_WELL: Strength = 0.0;

/// What is less likely than this is not told.
const SURE: f64 = 0.6;

/// By how much the lead falls with most moves on a large board.
const USUAL: f64 = 3.8;

impl Around {
    /// What a fall of the lead means when our own search sees it; none where the side plays too well for it.
    fn loss(&self, fallen: f64, ply: &Ply, was: &Judgement) -> Option<f64> {
        let is_best = was.best() == Some(ply.mv);
        match Reading::on(self.size.area()) {
            Reading::Points { fall, often } => {
                let played = was.candidates.iter().find(|candidate| candidate.mv == ply.mv);
                let visits = played.map_or(0, |played| played.visits);
                let is_good = is_best || visits as f64 > often * was.games as f64;
                Some(if is_good { 0.0 } else { fall * fallen })
            }
            Reading::Odds if self.strength >= TOO_WELL => None,
            Reading::Odds => {
                let fallen = fallen.clamp(-MOST, MOST);
                let seen = self.seen(fallen);
                let odds = seen + self.likely();
                // That weak players lose something with most of their moves is no reason to blame one where nothing was seen to fall.
                let is_told = !is_best && seen > 0.0 && odds >= log(SURE / (1.0 - SURE));
                Some(if is_told { self.points(fallen, odds) } else { 0.0 })
            }
        }
    }

    /// What the falls of the lead say about a move on a large board, in log-odds that it cost its side a point or more.
    fn seen(&self, fallen: f64) -> f64 {
        0.0158 * (fallen - USUAL) + 0.0829 * self.learned + 0.0996 * self.lasting
    }

    /// The log-odds that such a move costs a point or more, whatever was seen of it.
    fn likely(&self) -> f64 {
        // Most is lost in the fights of the middle game.
        let opening = self.stage.min(0.15);
        let late = (self.stage - 0.5).max(0.0);
        // Moves far from the last one are always unlikelier than answers, which says nothing against them.
        let rare = 0.421 * self.unlikely + 0.297 * self.unclear - 0.684 * log(1.0 + self.away);
        rare + 15.7 * opening - 5.37 * late - 0.0403 * self.strengths - 3.05
    }

    /// What moves with such odds that were seen to lose so much cost on average, and no less than a mistake does.
    fn points(&self, fallen: f64, odds: f64) -> f64 {
        let points = 1.5 + 1.16 * odds + 0.32 * fallen.max(0.0) + 0.2 * self.learned.max(0.0);
        points.max(Grade::Mistake.least())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What our own search is taken to have said: Black's lead and nothing else.
    fn said(lead: f64) -> Judgement {
        Judgement { black_leads: Some(lead), ..Judgement::default() }
    }

    /// The loss of the seventh of thirteen moves of Black's and White's on a large board, with which the lead falls as usual but for one.
    fn loss(usual: f64, fall: f64, strength: Strength, guess: Option<Guess>) -> Option<f64> {
        let moves: String = ["aa", "ab", "ac", "ad", "ae", "af", "ag", "ah", "ai", "aj", "ak", "al", "am"]
            .iter()
            .enumerate()
            .map(|(i, at)| format!(";{}[{at}]", if i % 2 == 0 { "B" } else { "W" }))
            .collect();
        let game = sgf::read(format!("(;SZ[19]{moves})").as_bytes()).games.remove(0);
        let line = Replayed::new(&game, &game.main_line(), None).unwrap();
        let mut lead = 0.0;
        let mut positions = vec![Some(said(lead))];
        for (i, (ply, _)) in line.steps().iter().enumerate() {
            lead -= ply.color.sign() * if i == 6 { fall } else { usual };
            positions.push(Some(said(lead)));
        }
        let judged = Judged { judge: "aji".to_string(), own: true, positions };
        let falls = Falls::new(&line, &judged, ByColor::new(|_| strength));
        let [(last, _), (ply, _)] = [5, 6].map(|i| &line.steps()[i]);
        let around = falls.around(6, ply, Some(last), guess.as_ref());
        Loss::of(ply, judged.at(6)?, judged.at(7)?, Some(&around)).map(|loss| loss.points)
    }

    const KYU: Strength = -10.0;

    fn guess(probability: f64) -> Option<Guess> {
        let expected = BoardSize::NINETEEN.points().last().unwrap();
        Some(Guess { probability, rank: 40, expected, likelihood: 0.5, calibrated: true })
    }

    #[test]
    fn only_what_was_seen_to_fall_is_a_loss() {
        assert_eq!(loss(3.0, 3.0, KYU, guess(0.0001)), Some(0.0), "though experts hardly ever play it");
        assert!(loss(3.0, 20.0, KYU, guess(0.0001)).unwrap() > 6.0);
    }

    #[test]
    fn a_move_that_experts_hardly_play_is_sooner_called_a_mistake() {
        assert_eq!(loss(3.0, 20.0, KYU, guess(0.5)), Some(0.0));
        assert!(loss(3.0, 20.0, KYU, guess(0.001)) > loss(3.0, 20.0, KYU, guess(0.01)));
    }

    #[test]
    fn whoever_plays_well_is_told_less_and_in_the_end_nothing() {
        assert!(loss(3.0, 20.0, -18.0, guess(0.001)) > loss(3.0, 20.0, KYU, guess(0.001)));
        assert_eq!(loss(3.0, 9.0, -1.0, guess(0.01)), Some(0.0));
        assert_eq!(loss(3.0, 60.0, 3.0, guess(0.001)), None);
    }

    #[test]
    fn of_two_losses_at_the_same_lead_the_larger_is_never_the_lesser_fault() {
        let game = sgf::read(b"(;SZ[9];B[ee])").games.remove(0);
        let line = Replayed::new(&game, &game.main_line(), None).unwrap();
        let ply = &line.steps()[0].0;
        for after in [-60.0, -20.0, -5.0, 0.0, 5.0, 20.0, 60.0] {
            let grades: Vec<Option<Grade>> = (0..40)
                .map(|fall| {
                    let positions = [after + f64::from(fall) / 2.0, after].map(|lead| Some(said(lead))).to_vec();
                    let judged = Judged { judge: "aji".to_string(), own: true, positions };
                    let around = Falls::new(&line, &judged, ByColor::new(|_| KYU)).around(0, ply, None, None);
                    Loss::of(ply, judged.at(0)?, judged.at(1)?, Some(&around))?.grade()
                })
                .collect();
            assert!(grades.is_sorted(), "{after}: {grades:?}");
        }
    }
}
