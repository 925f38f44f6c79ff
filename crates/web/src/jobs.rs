//! Work that takes a processor: bounded in number, in waiting and in time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use lru::LruCache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::Limits;
use crate::failure::Failure;

/// How long a piece of work takes, by its kind: long work must not keep quick answers waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// One position.
    Quick,
    /// A whole game.
    Long,
    /// A whole game that our own search judges: it takes so long that even long work must not wait for it.
    Judging,
}

/// Those who work, those who wait, and the answers that are kept.
pub(crate) struct Jobs {
    limits: Limits,
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    judging: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// Kilobytes of questions that may come in.
    held: Arc<Semaphore>,
    /// Kilobytes of records that may be read at once. What is read of one takes many times its room, so that the longest is read alone.
    read: Arc<Semaphore>,
    kept: Mutex<Kept>,
}

/// The right to work, while it is held.
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
    clock: Clock,
}

/// When the work has to be done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    until: Instant,
    now: fn() -> Instant,
}

impl Clock {
    /// # Errors
    /// When the time is up.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if (self.now)() > self.until { Err(Failure::too_long()) } else { Ok(()) }
    }
}

/// Tells the work when whoever asked has gone: held by the answer that is being made, which is dropped then.
#[derive(Default)]
pub(crate) struct Listener(Arc<AtomicBool>);

impl Listener {
    /// Set once nobody listens any more.
    pub(crate) fn gone(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Someone who waits, and is counted.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Jobs {
    pub(crate) fn new(limits: &Limits) -> Jobs {
        let workers = limits.workers.max(1);
        Jobs {
            limits: limits.clone(),
            quick: Arc::new(Semaphore::new(workers)),
            long: Arc::new(Semaphore::new(workers.div_ceil(2))),
            judging: Arc::new(Semaphore::new(workers.div_ceil(2))),
            waiting: Arc::new(AtomicUsize::new(0)),
            held: Arc::new(Semaphore::new(limits.held.max(limits.record) >> 10)),
            read: Arc::new(Semaphore::new(limits.record >> 10)),
            kept: Mutex::new(Kept { answers: LruCache::unbounded(), bytes: 0, most: limits.kept }),
        }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// When too many wait already, or it takes too long.
    pub(crate) async fn turn(&self, kind: Kind) -> Result<Turn, Failure> {
        let (semaphore, most) = match kind {
            Kind::Quick => (&self.quick, self.limits.work),
            Kind::Long => (&self.long, self.limits.work),
            Kind::Judging => (&self.judging, self.limits.judging),
        };
        let waiting = Waiting(Arc::clone(&self.waiting));
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.limits.waiting {
            return Err(Failure::busy());
        }
        let permit = tokio::time::timeout(self.limits.patience, Arc::clone(semaphore).acquire_owned()).await;
        drop(waiting);
        match permit {
            Ok(Ok(permit)) => {
                let now = self.limits.now;
                Ok(Turn { _permit: permit, clock: Clock { until: now() + most, now } })
            }
            _ => Err(Failure::busy()),
        }
    }

    /// Waits for room for a question of so many bytes.
    ///
    /// # Errors
    /// When it takes too long.
    pub(crate) async fn room(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Failure> {
        self.some_of(&self.held, bytes).await
    }

    /// Waits for its turn to read a record of so many bytes, which lasts as long as the games are there.
    ///
    /// # Errors
    /// When it takes too long.
    pub(crate) async fn reading(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Failure> {
        self.some_of(&self.read, bytes.min(self.limits.record)).await
    }

    async fn some_of(&self, of: &Arc<Semaphore>, bytes: usize) -> Result<OwnedSemaphorePermit, Failure> {
        let kilobytes = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
        let room = Arc::clone(of).acquire_many_owned(kilobytes);
        match tokio::time::timeout(self.limits.patience, room).await {
            Ok(Ok(room)) => Ok(room),
            _ => Err(Failure::busy()),
        }
    }

    /// Does a piece of work away from the threads that listen.
    ///
    /// # Errors
    /// As the work; or when it broke, or nobody is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        kind: Kind,
        work: impl FnOnce(Clock) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.turn(kind).await?;
        turn.run(work).await
    }

    /// The answer to the same question, if it is still there.
    pub(crate) fn kept(&self, question: &str) -> Option<Arc<str>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.answers.get(question).cloned()
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, question: String, answer: Arc<str>) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).put(question, answer);
    }
}

impl Turn {
    /// Does the work.
    ///
    /// # Errors
    /// As the work, or when it broke.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(Clock) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let done = tokio::task::spawn_blocking(move || work(self.clock)).await;
        done.unwrap_or_else(|_| Err(Failure::broken()))
    }
}

/// Answers, the least used of which goes first.
struct Kept {
    answers: LruCache<String, Arc<str>>,
    bytes: usize,
    most: usize,
}

impl Kept {
    fn put(&mut self, question: String, answer: Arc<str>) {
        let size = |question: &str, answer: &str| question.len() + answer.len();
        self.bytes += size(&question, &answer);
        if let Some((question, old)) = self.answers.push(question, answer) {
            self.bytes -= size(&question, &old);
        }
        while self.bytes > self.most {
            let Some((question, old)) = self.answers.pop_lru() else { break };
            self.bytes -= size(&question, &old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_answers_are_bounded() {
        let jobs = Jobs::new(&Limits { kept: 30, ..Limits::default() });
        for i in 0..9 {
            jobs.keep(i.to_string(), "123456789".into());
        }
        assert!(jobs.kept("5").is_none());
        assert!(jobs.kept("6").is_some() && jobs.kept("8").is_some());
        jobs.keep("8".to_string(), "12345".into());
        assert_eq!(jobs.kept("8").as_deref(), Some("12345"));
        assert_eq!(jobs.kept.lock().unwrap().bytes, 26);
        jobs.keep("much".to_string(), "x".repeat(100).into());
        assert_eq!(jobs.kept.lock().unwrap().bytes, 0);
    }
}
