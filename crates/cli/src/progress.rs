//! Long work: how many threads do it, and bars that show how far it is, on standard error and only if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// More threads than this are no use to anybody, and some systems fall over when they are asked for very many.
pub(crate) const MOST_THREADS: i64 = 1024;

/// A bar in this form (see `indicatif`); its length may come later.
pub(crate) fn bar(length: usize, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style)
}

/// So many threads, as `--threads` says; 0 is as many as there are cores.
///
/// # Errors
/// When they cannot be started.
pub(crate) fn pool(threads: u16) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new().num_threads(threads.into()).build().map_err(|error| {
        Failure::usage(format!("{threads} threads could not be started ({error}); ask for fewer")).about("--threads")
    })
}
