//! Who looks ahead for a query.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use corpus::sql::Judge;
use goban::Position;
use model::words::count;
use review::{Judgement, Positions};

use crate::failure::Failure;
use crate::oracle::Asking;

/// So many positions are asked about at once; between them what was said may be kept.
const AT_ONCE: usize = 64;

/// Somebody who looks ahead for all threads of a query, one after the other.
pub(super) struct Bench(Arc<Seat>);

struct Seat {
    asking: Mutex<Asking>,
    /// Positions that were judged.
    judged: AtomicUsize,
}

impl Bench {
    pub(super) fn new(asking: Asking) -> Bench {
        Bench(Arc::new(Seat { asking: Mutex::new(asking), judged: AtomicUsize::new(0) }))
    }

    /// As the query asks it.
    pub(super) fn judge(&self) -> Arc<Judge> {
        let seat = Arc::clone(&self.0);
        Arc::new(move |positions| seat.judge(positions))
    }

    /// Keeps what was said, and tells what became of the query.
    ///
    /// # Errors
    /// When it failed or was stopped, or what was said cannot be kept.
    pub(super) fn finish(self, written: Result<(), Failure>) -> Result<(), Failure> {
        let mut asking = self.0.lock();
        let kept = asking.keep();
        if asking.is_stopped() {
            let judged = self.0.judged.load(Ordering::Relaxed);
            return Err(asking.stopped(&count(judged, "judged position", "judged positions")));
        }
        written.and(kept)
    }
}

impl Seat {
    /// A thread that panicked while it asked has said so; the others go on.
    fn lock(&self) -> MutexGuard<'_, Asking> {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judge(&self, positions: &[Position]) -> Result<Vec<Option<Judgement>>, String> {
        let mut said = vec![None; positions.len()];
        for (chunk, said) in positions.chunks(AT_ONCE).zip(said.chunks_mut(AT_ONCE)) {
            let mut asking = self.lock();
            let heard = asking.outlook(&Positions::alone(chunk), &mut |at, judgement| said[at] = Some(judgement));
            self.judged.fetch_add(said.iter().flatten().count(), Ordering::Relaxed);
            heard.map_err(|error| format!("{}: {error}", asking.name()))?;
            if asking.is_stopped() {
                return Err("stopped".to_string());
            }
            asking.keep_now_and_then().map_err(|failure| failure.to_string())?;
        }
        Ok(said)
    }
}
