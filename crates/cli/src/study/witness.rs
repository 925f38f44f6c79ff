//! Somebody who looks ahead beside the models of a study: an engine, or our own search.

use std::sync::{Mutex, PoisonError};

use review::{Positions, Replayed};
use study::{Said, Witness};

use crate::failure::Failure;
use crate::oracle::Asking;

/// An engine that is asked about the positions of one game after the other.
pub(super) struct Engine {
    pub(super) name: String,
    asking: Mutex<Asking>,
    /// What went wrong first.
    problem: Mutex<Option<String>>,
}

impl Engine {
    pub(super) fn new(asking: Asking) -> Engine {
        Engine { name: asking.name().to_string(), asking: Mutex::new(asking), problem: Mutex::new(None) }
    }

    /// Keeps what was said; what went wrong.
    pub(super) fn finish(self) -> Result<Option<String>, Failure> {
        self.asking.into_inner().unwrap_or_else(PoisonError::into_inner).keep()?;
        Ok(self.problem.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Witness for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn testify(&self, game: &record::Game, plies: &[usize]) -> Option<Vec<Said>> {
        let last = plies.last().copied();
        let positions =
            Positions::of(&Replayed::new(game, &game.main_line(), last).ok()?).only(|ply| plies.contains(&ply));
        let mut said = vec![Said::default(); plies.len()];
        // A thread that panicked while it asked has said so; the others need not.
        let mut asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        let result = asking.judge(&positions, &mut |ply, judgement| {
            let Ok(at) = plies.binary_search(&ply) else { return };
            let n = judgement.candidates.len();
            let ratings = judgement.points().enumerate().map(|(rank, point)| (point, (n - rank) as f64));
            said[at] = Said { ratings: ratings.collect(), lead: judgement.black_leads, owners: judgement.ownership };
        });
        match result {
            Ok(()) => Some(said),
            Err(error) => {
                let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
                problem.get_or_insert(error.to_string());
                None
            }
        }
    }
}
