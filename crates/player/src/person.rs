//! The player that is made around whoever rates the moves.

use goban::{Move, Point, PointSet, Position};
use model::{Explanation, Seed, Sentence};
use record::Ply;

use crate::rater::Rater;
use crate::{Choice, Player, PlayerError, Reason, chance, vertex};

/// A rater with manners.
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) seed: Seed,
    pub(crate) rater: Box<dyn Rater>,
    /// The position it was last shown, by its board and the number of moves.
    at: Option<(u64, usize)>,
}

impl Person {
    pub(crate) fn new(name: String, seed: Seed, rater: Box<dyn Rater>) -> Person {
        Person { name, seed, rater, at: None }
    }

    /// Begins anew if the position is not the one it was led to.
    fn catch_up(&mut self, position: &Position) -> Result<(), PlayerError> {
        if self.at != Some(mark(position)) { self.begin(position) } else { Ok(()) }
    }
}

fn mark(position: &Position) -> (u64, usize) {
    (position.board().hash(), position.n_moves())
}

/// Whether a stone there would fill a single-point eye of the player's own for nothing.
fn wastes_eye(position: &Position, point: Point) -> bool {
    let (board, color) = (position.board(), position.to_move());
    board.is_eye(color, point) && board.would_capture(color, point).is_empty()
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

    fn choose(&mut self, position: &Position) -> Result<Choice, PlayerError> {
        let pass = |reason| Choice { mv: Move::Pass, reason, candidates: Vec::new() };
        if position.is_over() {
            return Ok(pass(Reason::Over));
        }
        if position.n_moves() + 2 >= 3 * position.size().area() {
            return Ok(pass(Reason::TooLong));
        }
        let open: PointSet = position.legal_points().iter().filter(|&point| !wastes_eye(position, point)).collect();
        if open.is_empty() {
            return Ok(pass(Reason::Finished));
        }
        self.catch_up(position)?;
        let mut candidates = self.rater.rate(position, &open)?;
        candidates.retain(|rating| open.contains(rating.point));
        chance::shuffle(&mut candidates, chance::of_position(self.seed, position));
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        match candidates.first() {
            Some(best) => Ok(Choice { mv: best.point.into(), reason: Reason::Rating, candidates }),
            None => Ok(pass(Reason::Finished)),
        }
    }

    fn explain(&mut self, position: &Position, choice: &Choice) -> Explanation {
        let text = format!("{} plays {}: {}.", self.name, vertex(position, choice.mv), choice.reason);
        let mut answer = Explanation { sentences: vec![Sentence::new(text, choice.mv.point())], rows: Vec::new() };
        if self.catch_up(position).is_ok()
            && let Some(more) = self.rater.explain(position, choice.mv)
        {
            answer.sentences.extend(more.sentences);
            answer.rows.extend(more.rows);
        }
        answer
    }
}
