//! The pages, as the build left them in the program: the files of the workbench, and a review as one file that needs nothing else.
//!
//! Both are made from `web/src` and draw the board with the same code. The build runs npm once for both; without npm the program has neither, and a
//! review is the words and the last board alone.

mod index;
mod report;
mod solved;

pub use index::{IndexEntry, index};
pub use report::{Heading, report};
pub use solved::solved;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// A file of the workbench.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path, without a slash before it.
    pub path: &'static str,
    /// What it is, as HTTP says it.
    pub kind: &'static str,
    /// What it holds.
    pub content: &'static [u8],
}

/// A file of the workbench by its path.
#[must_use]
pub fn file(path: &str) -> Option<File> {
    FILES.iter().copied().find(|file| file.path == path)
}

/// Why the pages are not in this program; none if they are.
#[must_use]
pub fn missing() -> Option<&'static str> {
    Some(MISSING).filter(|reason| !reason.is_empty())
}
