//! The player that is made around whoever rates the moves.

use goban::{Move, Point, PointSet, Position};
use model::words::number;
use model::{Explanation, Mark, Rating, Seed, Sentence};
use playout::Settlement;
use record::Ply;

use crate::ending::useful;
use crate::manners::Survey;
use crate::rater::Rater;
use crate::{Choice, Player, PlayerError, Reason, chance, reading};

/// What a player does beside asking its rater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conduct {
    /// It spares its eyes and knows when a game is over.
    Plain,
    /// It reads a little as well.
    Reads,
    /// Nothing: it plays what its rater likes best, and passes only where that likes nothing.
    Bare,
}

/// A rater with manners, or without.
pub(crate) struct Person {
    name: String,
    seed: Seed,
    rater: Box<dyn Rater>,
    conduct: Conduct,
    /// The position it was last shown, by its board and the number of moves.
    at: Option<(u64, usize)>,
}

impl Person {
    pub(crate) fn new(name: String, seed: Seed, rater: Box<dyn Rater>, conduct: Conduct) -> Person {
        Person { name, seed, rater, conduct, at: None }
    }

    /// Begins anew if the position is not the one it was led to.
    fn catch_up(&mut self, position: &Position) -> Result<(), PlayerError> {
        if self.at != Some(mark(position)) { self.begin(position) } else { Ok(()) }
    }

    /// The moves to think about, none when it is time to pass; and whether the game is about to end, so that what would be
    /// lost is not among them already.
    fn worth_thinking(&self, position: &Position) -> (PointSet, bool) {
        match survey(position, self.seed) {
            (survey, None) => (survey.open, false),
            (_, Some(useful)) => (useful, true),
        }
    }

    /// The ratings of these points, best first.
    fn rated(
        &mut self,
        position: &Position,
        among: &PointSet,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Rating>, PlayerError> {
        self.catch_up(position)?;
        let mut candidates = if go_on() { self.rater.rate(position, among, go_on)? } else { Vec::new() };
        let rated: PointSet = candidates.iter().map(|rating| rating.point).collect();
        let lowest = candidates.iter().map(|rating| rating.value).fold(0.0, f64::min);
        if self.conduct == Conduct::Bare {
            // What it dislikes more than doing nothing is no move of its.
            candidates.retain(|rating| rating.value >= 0.0);
        } else {
            let unrated = |point| Rating { point, value: lowest - 1.0, details: Vec::new() };
            candidates.extend((*among - rated).iter().map(unrated));
        }
        model::shuffle(&mut candidates, &mut chance::of_position(self.seed, position).rng());
        sort_by_value(&mut candidates);
        Ok(candidates)
    }
}

/// What a player may think about; and, when the game is about to end, the points of these that can still change something.
pub(crate) fn survey(position: &Position, seed: Seed) -> (Survey, Option<PointSet>) {
    let survey = Survey::of(position);
    let (n_moves, area) = (position.n_moves(), position.size().area());
    let late = 2 * area <= n_moves;
    let answers_pass = position.last_pass() == Some(!position.to_move());
    if survey.sensible.is_empty() || (survey.contested && !answers_pass && !late) {
        return (survey, None);
    }
    // What 85 of 100 playouts decide alike is settled; the longer a game, the less it takes.
    let firmness = match n_moves {
        _ if 5 * area <= 2 * n_moves => 0.0,
        _ if late => 0.3,
        _ => 0.7,
    };
    let settlement = Settlement::with(position, &survey.life, seed);
    let useful = useful(&settlement, position, &survey.sensible, firmness);
    (survey, Some(useful))
}

/// Best first. What differs by no more than sums of floats do stays in the order that chance gave it.
fn sort_by_value(candidates: &mut [Rating]) {
    let order: Vec<Point> = candidates.iter().map(|rating| rating.point).collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    for equals in candidates.chunk_by_mut(|a, b| is_equal(a.value, b.value)) {
        // The sort has left what is exactly equal in its order.
        if equals.iter().any(|rating| rating.value != equals[0].value) {
            equals.sort_by_cached_key(|rating| order.iter().position(|point| *point == rating.point));
        }
    }
}

fn is_equal(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

pub(crate) fn mark(position: &Position) -> (u64, usize) {
    (position.board().hash(), position.n_moves())
}

impl Player for Person {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, start: &Position) -> Result<(), PlayerError> {
        self.rater.begin(start)?;
        self.at = Some(mark(start));
        Ok(())
    }

    fn observe(&mut self, ply: &Ply, position: &Position) {
        self.rater.observe(ply, position);
        self.at = Some(mark(position));
    }

    fn choose_while(&mut self, position: &Position, go_on: &mut dyn FnMut() -> bool) -> Result<Choice, PlayerError> {
        if let Some(reason) = Reason::to_pass(position) {
            return Ok(Choice::pass(reason));
        }
        let (points, ending) = match self.conduct {
            Conduct::Bare => (position.legal_points(), false),
            Conduct::Plain | Conduct::Reads => self.worth_thinking(position),
        };
        if points.is_empty() {
            return Ok(Choice::pass(Reason::Finished));
        }
        let candidates = self.rated(position, &points, go_on)?;
        if candidates.is_empty() {
            return Ok(Choice::pass(Reason::Unmoved));
        }
        let reason = if go_on() { Reason::Rating } else { Reason::Hurry };
        let mut refused = Vec::new();
        if self.conduct == Conduct::Reads {
            if let Some((point, reason)) = reading::urgent(position, &points, go_on) {
                return Ok(Choice { mv: point.into(), reason, candidates, refused });
            }
            if !ending {
                let points = candidates.iter().map(|rating| rating.point);
                refused = points.take_while(|&point| go_on() && reading::is_lost(position, point)).collect();
            }
            if refused.len() == candidates.len() {
                return Ok(Choice::pass(Reason::Finished));
            }
        }
        let mv = candidates.get(refused.len()).map_or(Move::Pass, |rating| rating.point.into());
        Ok(Choice { mv, reason, candidates, refused })
    }

    fn explain(&mut self, position: &Position, choice: &Choice) -> Explanation {
        let mut sentences = vec![self.headline(position, choice)];
        if !choice.refused.is_empty() {
            let text = match choice.refused.as_slice() {
                [one] => {
                    format!("Reading refused {}, rated higher: the stone would be lost.", position.size().vertex(*one))
                }
                more => format!("Reading refused {} moves rated higher: their stones would be lost.", more.len()),
            };
            sentences.push(Sentence::new(text, choice.refused.iter().copied()));
        }
        let mut rows = Vec::new();
        if let (Move::Play(_), Ok(())) = (choice.mv, self.catch_up(position))
            && let Some(more) = self.rater.explain(position, choice.mv)
        {
            sentences.extend(more.sentences);
            rows = more.rows;
        }
        sentences.extend(others(position, choice));
        Explanation { sentences, rows }
    }
}

impl Person {
    fn headline(&self, position: &Position, choice: &Choice) -> Sentence {
        let (name, color, vertex) = (&self.name, position.to_move(), position.size().move_name(choice.mv));
        let counted = |stones: &PointSet| match stones.len() {
            1 => "a stone".to_string(),
            n => format!("{n} stones"),
        };
        let (text, stones) = match &choice.reason {
            Reason::Captures { stones } => {
                (format!("{name} plays {color} {vertex}: it takes {} that could get away.", counted(stones)), *stones)
            }
            Reason::Rescues { stones } => {
                (format!("{name} plays {color} {vertex}: it saves {} that could be taken.", counted(stones)), *stones)
            }
            Reason::Hurry => {
                let text =
                    format!("{name} plays {color} {vertex} in a hurry: there was no time to think of all moves.");
                return Sentence::new(text, choice.mv.point());
            }
            Reason::Rating => match choice.candidates.as_slice() {
                [_] => {
                    (format!("{name} plays {color} {vertex}: it is the one move left to think about."), PointSet::EMPTY)
                }
                all => {
                    let asked = all.iter().find(|rating| Move::Play(rating.point) == choice.mv);
                    let Some(&Rating { value, .. }) = asked else {
                        let text = format!("{name} does not think of {vertex} for {color}.");
                        return Sentence::new(text, choice.mv.point());
                    };
                    let before = |rating: &&Rating| {
                        let higher = rating.value > value && !is_equal(rating.value, value);
                        higher && !choice.refused.contains(&rating.point)
                    };
                    let better = all.iter().filter(before).count();
                    if better > 0 {
                        // Asked about a move that it would not play.
                        let (rank, n) = (better + 1, all.len());
                        let text =
                            format!("{name} rates {color} {vertex} {}, number {rank} of {n} moves.", number(value, 2));
                        return Sentence::new(text, choice.mv.point());
                    }
                    let equals = all.iter().filter(|rating| is_equal(rating.value, value)).count();
                    let text = match equals {
                        1 => format!(
                            "{name} plays {color} {vertex}, rated {}, the first of {} moves.",
                            number(value, 2),
                            all.len()
                        ),
                        n if n == all.len() => {
                            format!("{name} plays {color} {vertex}, one of {n} moves that are all alike to it.")
                        }
                        n => format!(
                            "{name} plays {color} {vertex}, rated {}, one of {n} equals among {} moves; chance chose.",
                            number(value, 2),
                            all.len()
                        ),
                    };
                    (text, PointSet::EMPTY)
                }
            },
            reason => (format!("{name} passes for {color}: {reason}."), PointSet::EMPTY),
        };
        let marks: PointSet = stones | choice.mv.point().map_or(PointSet::EMPTY, PointSet::from);
        Sentence::new(text, marks)
    }
}

/// What else it thought of, with the points marked by letters.
fn others(position: &Position, choice: &Choice) -> Option<Sentence> {
    let next: Vec<&Rating> = choice
        .candidates
        .iter()
        .filter(|rating| Move::Play(rating.point) != choice.mv && !choice.refused.contains(&rating.point))
        .take(3)
        .collect();
    if next.is_empty() || choice.candidates.iter().all(|rating| rating.value == next[0].value) {
        return None;
    }
    let size = position.size();
    let text: Vec<String> =
        next.iter().map(|rating| format!("{} ({})", size.vertex(rating.point), number(rating.value, 2))).collect();
    let marks = next.iter().zip(["a", "b", "c"]).map(|(rating, label)| mark_at(rating.point, label)).collect();
    Some(Sentence { text: format!("Next: {}.", text.join(", ")), marks })
}

fn mark_at(point: Point, label: &str) -> Mark {
    Mark { point, label: label.to_string() }
}
