//! What the terminal can show: colours, characters, width.

use figures::{ColorMode, TerminalOptions};

use crate::output::{self, ColorWhen};

/// How to write for the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(TerminalOptions);

impl Paint {
    pub(crate) fn new(when: ColorWhen, ascii: bool) -> Paint {
        let full = std::env::var_os("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        let color = match (when.wanted(), full) {
            (false, _) => ColorMode::None,
            (true, true) => ColorMode::TrueColor,
            (true, false) => ColorMode::Ansi256,
        };
        Paint(TerminalOptions { color, unicode: !ascii, width: output::width() })
    }

    /// What figures and reports need to know.
    pub(crate) fn terminal(self) -> TerminalOptions {
        self.0
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.0.bold(text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.0.dim(text)
    }
}
