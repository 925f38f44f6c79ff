//! Text for a terminal: lines of characters with colours.

use crate::Rgb;
use crate::text::{cells, cells_of, shorten, wrap};

/// How many colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ColorMode {
    /// No escape sequences at all.
    #[default]
    None,
    /// The 256 colours that nearly all terminals have.
    Ansi256,
    /// Any colour.
    TrueColor,
}

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TerminalOptions {
    /// Colours.
    pub color: ColorMode,
    /// Whether box-drawing characters, discs and blocks may be used; otherwise plain ASCII.
    pub unicode: bool,
    /// Columns. A board that needs more gets narrower down to one column a point, and no narrower.
    pub width: usize,
}

impl Default for TerminalOptions {
    fn default() -> Self {
        TerminalOptions { color: ColorMode::None, unicode: true, width: 80 }
    }
}

impl TerminalOptions {
    /// Bold text, where the terminal has colours.
    #[must_use]
    pub fn bold(&self, text: &str) -> String {
        self.wrapped("1", text)
    }

    /// Faint text, where the terminal has colours.
    #[must_use]
    pub fn dim(&self, text: &str) -> String {
        self.wrapped("2", text)
    }

    fn wrapped(&self, code: &str, text: &str) -> String {
        if self.has_color() { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    pub(crate) fn has_color(&self) -> bool {
        self.color != ColorMode::None
    }

    /// One of two spellings, by what the terminal can show.
    pub(crate) fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// The text in ASCII where the terminal wants that.
    pub(crate) fn plain(&self, text: &str) -> String {
        if self.unicode {
            return text.to_owned();
        }
        let ascii = |c: char| match c {
            '−' | '–' | '—' | '‐' => "-".to_owned(),
            '…' => "...".to_owned(),
            '×' => "x".to_owned(),
            '·' => "-".to_owned(),
            '→' => "->".to_owned(),
            '∞' => "inf".to_owned(),
            '‘' | '’' => "'".to_owned(),
            '“' | '”' => "\"".to_owned(),
            c if c.is_ascii() => c.to_string(),
            _ => "?".to_owned(),
        };
        text.chars().map(ascii).collect()
    }
}

/// The colours of a character; none is the terminal's own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Ink {
    pub(crate) text: Option<Rgb>,
    pub(crate) ground: Option<Rgb>,
    pub(crate) bold: bool,
}

impl Ink {
    pub(crate) const PLAIN: Ink = Ink { text: None, ground: None, bold: false };
    pub(crate) const BOLD: Ink = Ink { text: None, ground: None, bold: true };

    pub(crate) fn of(text: Rgb) -> Ink {
        Ink { text: Some(text), ..Ink::PLAIN }
    }

    pub(crate) fn on(self, ground: Rgb) -> Ink {
        Ink { ground: Some(ground), ..self }
    }

    pub(crate) fn bold(self) -> Ink {
        Ink { bold: true, ..self }
    }
}

/// A line of characters with their colours.
#[derive(Clone, Default, Debug)]
pub(crate) struct InkedLine(Vec<(char, Ink)>);

impl InkedLine {
    pub(crate) fn new() -> InkedLine {
        InkedLine::default()
    }

    pub(crate) fn of(text: &str, ink: Ink) -> InkedLine {
        let mut line = InkedLine::new();
        line.text(text, ink);
        line
    }

    pub(crate) fn push(&mut self, c: char, ink: Ink) -> &mut Self {
        self.0.push((c, ink));
        self
    }

    pub(crate) fn text(&mut self, text: &str, ink: Ink) -> &mut Self {
        self.0.extend(text.chars().map(|c| (c, ink)));
        self
    }

    /// The line less its first character.
    pub(crate) fn without_first(mut self) -> InkedLine {
        if !self.0.is_empty() {
            self.0.remove(0);
        }
        self
    }

    pub(crate) fn width(&self) -> usize {
        self.0.iter().map(|&(c, _)| cells_of(c)).sum()
    }
}

/// A text in lines that fit the terminal.
pub(crate) fn paragraph(text: &str, ink: Ink, options: &TerminalOptions) -> Vec<InkedLine> {
    let text = options.plain(text);
    let allowed = options.width.max(1) as f64;
    wrap(&text, allowed, |part| cells(part) as f64).iter().map(|line| InkedLine::of(line, ink)).collect()
}

/// A text in one line of at most this many columns.
pub(crate) fn fitted(text: &str, columns: usize, options: &TerminalOptions) -> String {
    shorten(&options.plain(text), columns as f64, |part| cells(&options.plain(part)) as f64)
        .replace('…', options.pick("…", "..."))
}

/// Short pieces in lines that fit the terminal, two spaces between them.
pub(crate) fn flow(pieces: Vec<InkedLine>, options: &TerminalOptions) -> Vec<InkedLine> {
    let mut lines: Vec<InkedLine> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + piece.width() <= options.width => {
                line.text("  ", Ink::PLAIN).0.extend(piece.0);
            }
            _ => lines.push(piece),
        }
    }
    lines
}

/// The lines as one text.
pub(crate) fn render(lines: &[InkedLine], options: &TerminalOptions) -> String {
    let mut out = String::new();
    for line in lines {
        let mut current = Ink::PLAIN;
        for &(c, ink) in &line.0 {
            if options.has_color() && ink != current {
                out.push_str(&escape(ink, options.color));
                current = ink;
            }
            out.push(c);
        }
        if current != Ink::PLAIN {
            out.push_str("\x1b[0m");
        }
        out.push('\n');
    }
    out
}

/// The sequence that leads from any colours to these.
fn escape(ink: Ink, mode: ColorMode) -> String {
    let mut codes = vec!["0".to_owned()];
    if ink.bold {
        codes.push("1".to_owned());
    }
    for (color, layer) in [(ink.text, 38), (ink.ground, 48)] {
        match (color, mode) {
            (Some(color), ColorMode::TrueColor) => codes.push(format!("{layer};2;{};{};{}", color.0, color.1, color.2)),
            (Some(color), _) => codes.push(format!("{layer};5;{}", color.to_ansi256())),
            (None, _) => {}
        }
    }
    format!("\x1b[{}m", codes.join(";"))
}
