//! Long work: done by threads without Python's lock, while the calling thread listens for Ctrl-C and tells of progress.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::error;

/// How often signals are looked for and progress is told.
const LISTEN: Duration = Duration::from_millis(50);

/// What a worker sees of the one who waits for it.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
}

impl Watch {
    /// Whether the work is to be given up.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// One more piece is done.
    pub(crate) fn one_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// So many pieces are done.
    pub(crate) fn set_done(&self, pieces: usize) {
        self.done.store(pieces, Ordering::Relaxed);
    }

    /// The flag that is set to stop.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
}

/// Who hears of progress: called with how many pieces are done, and of how many where that is known.
pub(crate) struct Progress {
    hear: Option<Py<PyAny>>,
    total: Option<usize>,
    reported: Option<usize>,
}

impl Progress {
    pub(crate) fn new(hear: Option<Py<PyAny>>, total: Option<usize>) -> Progress {
        Progress { hear, total, reported: None }
    }

    fn tell(&mut self, py: Python<'_>, done: usize) -> PyResult<()> {
        py.check_signals()?;
        if let Some(hear) = &self.hear
            && self.reported != Some(done)
        {
            self.reported = Some(done);
            hear.call1(py, (done, self.total))?;
        }
        Ok(())
    }
}

/// Runs the work. Ctrl-C, and an exception in whoever hears of progress, stop it and are raised.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    watch: &Watch,
    progress: &mut Progress,
    work: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let (result, error) = py.detach(|| {
        std::thread::scope(|scope| {
            let (tell, hear) = channel::<()>();
            let worker = scope.spawn(move || {
                // The channel closes when the work is over, however it ends.
                let _tell = tell;
                catch_unwind(AssertUnwindSafe(|| work(watch)))
            });
            let mut error = None;
            loop {
                let over = hear.recv_timeout(LISTEN) != Err(RecvTimeoutError::Timeout);
                if error.is_none() {
                    let done = watch.done.load(Ordering::Relaxed);
                    error = Python::attach(|py| progress.tell(py, done)).err();
                    if error.is_some() {
                        watch.stop.store(true, Ordering::Relaxed);
                    }
                }
                if over {
                    break;
                }
            }
            (worker.join(), error)
        })
    });
    if let Some(error) = error {
        return Err(error);
    }
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(panic)) | Err(panic) => resume_unwind(panic),
    }
}

/// So many threads; 0 is one for each core.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|problem| error::wrong(format!("{threads} threads could not be started ({problem}); ask for fewer")))
}
