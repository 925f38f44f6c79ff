//! Somebody who looks ahead beside the models of a study: an engine, or our own search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;
use model::words::count;
use review::{Positions, Replayed};
use study::{Said, Witness};

use crate::failure::Failure;
use crate::oracle::Asking;
use crate::progress;

/// How often the bar moves, so that one sees that somebody thinks.
const TICK: Duration = Duration::from_millis(200);

/// An engine that is asked about the positions of one game after the other.
pub(super) struct Engine {
    pub(super) name: String,
    asking: Mutex<Asking>,
    stop: Arc<AtomicBool>,
    /// How many positions were judged.
    bar: ProgressBar,
    /// What went wrong first.
    problem: Mutex<Option<Failure>>,
}

impl Engine {
    pub(super) fn new(asking: Asking) -> Engine {
        let name = asking.name().to_string();
        let bar =
            progress::bar(0, "{spinner} {msg}: {human_pos} positions judged in {elapsed}").with_message(name.clone());
        bar.enable_steady_tick(TICK);
        let stop = Arc::clone(asking.stop());
        Engine { name, asking: Mutex::new(asking), stop, bar, problem: Mutex::new(None) }
    }

    /// Whether the user has seen enough.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Keeps what was said.
    ///
    /// # Errors
    /// When that is not possible, when something went wrong before, or when not all was said that was asked.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let n = usize::try_from(self.bar.position()).unwrap_or(usize::MAX);
        self.bar.finish_and_clear();
        let mut asking = self.asking.into_inner().unwrap_or_else(PoisonError::into_inner);
        asking.keep()?;
        if let Some(problem) = self.problem.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(problem);
        }
        if asking.is_stopped() {
            return Err(asking.stopped(&count(n, "position", "positions")));
        }
        Ok(())
    }

    fn complain(&self, failure: Failure) {
        self.problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
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
        let result = asking.outlook(&positions, &mut |ply, judgement| {
            let Ok(at) = plies.binary_search(&ply) else { return };
            self.bar.inc(1);
            let n = judgement.candidates.len();
            let ratings = judgement.points().enumerate().map(|(rank, point)| (point, (n - rank) as f64));
            said[at] = Said { ratings: ratings.collect(), lead: judgement.black_leads, owners: judgement.ownership };
        });
        if let Err(failure) = asking.keep_now_and_then() {
            self.complain(failure);
        }
        match result {
            Ok(()) => Some(said),
            Err(error) => {
                self.complain(Failure::work(error).about("--engine"));
                None
            }
        }
    }
}
