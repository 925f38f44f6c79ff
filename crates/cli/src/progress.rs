//! Bars that show how far the work is: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar in this form (see `indicatif`); its length may come later.
pub(crate) fn bar(length: usize, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style)
}
