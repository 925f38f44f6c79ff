//! What the terminal can show: colours, characters, width.

use figures::{ColorMode, TerminalOptions};

use crate::output::{self, ColorWhen};

/// How to write for the terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    color: bool,
    unicode: bool,
}

impl Paint {
    pub(crate) fn new(when: ColorWhen, ascii: bool) -> Paint {
        Paint { color: when.wanted(), unicode: !ascii }
    }

    /// What a figure needs to know.
    pub(crate) fn terminal(self) -> TerminalOptions {
        let full = std::env::var_os("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        let color = match (self.color, full) {
            (false, _) => ColorMode::None,
            (true, true) => ColorMode::TrueColor,
            (true, false) => ColorMode::Ansi256,
        };
        TerminalOptions { color, unicode: self.unicode, width: output::width() }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(crate) fn dim(self, text: &str) -> String {
        self.wrap("2", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_string() }
    }
}
