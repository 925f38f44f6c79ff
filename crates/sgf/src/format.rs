//! A file as text, in one of the formats we read. Knows how the formats begin, not what they mean.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use crate::grammar::{Cursor, Passed};
use crate::place::Index;
use crate::problem::ProblemKind;
use crate::{Games, Place, encoding};

/// The formats of game records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// Smart Game Format, one or more games.
    Sgf,
    /// The Tygem and eWeiqi servers.
    Gib,
    /// The WBaduk and CyberOro servers.
    Ngf,
    /// One game a line: number, result, moves; see [`tsv`](crate::tsv).
    Tsv,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Sgf, Format::Gib, Format::Ngf, Format::Tsv];

    /// The usual ending of file names, without the dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Gib => "gib",
            Format::Ngf => "ngf",
            Format::Tsv => "tsv",
        }
    }

    /// The format of files with this ending, in any case.
    ///
    /// ```
    /// use sgf::Format;
    /// assert_eq!(Format::from_extension("SGF"), Some(Format::Sgf));
    /// assert_eq!(Format::from_extension("sgfs"), Some(Format::Sgf));
    /// assert_eq!(Format::from_extension("png"), None);
    /// ```
    #[must_use]
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "sgf" | "sgfs" | "rsgf" | "mgt" => Some(Format::Sgf),
            other => Format::ALL.into_iter().find(|format| format.extension() == other),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.extension().to_ascii_uppercase())
    }
}

/// A file as text, with its charset and format found out.
#[derive(Debug)]
pub struct Text<'b> {
    text: Cow<'b, str>,
    charset: &'static str,
    format: Format,
    pub(crate) problem: Option<(usize, ProblemKind)>,
    index: OnceLock<Index>,
}

impl<'b> Text<'b> {
    /// Decodes a file. The hint is what its name says about the format; its content counts for more.
    ///
    /// A byte order mark outweighs everything; then bytes that are valid UTF-8 are UTF-8, whatever `CA` says; then `CA`
    /// counts, if the bytes are valid in it; then UTF-8 with a few broken characters; then the charset is guessed.
    #[must_use]
    pub fn new(bytes: &'b [u8], hint: Option<Format>) -> Text<'b> {
        let mut text = Text::decode(bytes, Format::Sgf);
        text.format = format_of(&text.text).or(hint).unwrap_or(Format::Sgf);
        text
    }

    /// Decodes a file whose format is known.
    #[must_use]
    pub fn decode(bytes: &'b [u8], format: Format) -> Text<'b> {
        let encoding::Decoded { text, charset, problem } = encoding::decode(bytes);
        Text { text, charset, format, problem, index: OnceLock::new() }
    }

    /// The text itself.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The charset the file is in, by its usual name, such as `UTF-8` or `Shift_JIS`.
    #[must_use]
    pub fn charset(&self) -> &'static str {
        self.charset
    }

    /// The format the file is in.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The games, read one by one.
    #[must_use]
    pub fn games(&self) -> Games<'_> {
        Games::new(self)
    }

    /// The place of a byte of the text.
    pub(crate) fn place(&self, offset: usize) -> Place {
        self.index.get_or_init(|| Index::new(&self.text)).place(&self.text, offset)
    }
}

/// The format a text shows by itself.
fn format_of(text: &str) -> Option<Format> {
    const HEAD: usize = 1 << 14;
    let text = text.trim_start_matches(|c: char| c.is_whitespace() && c != '\n' || c == '\u{FEFF}');
    let start = text.trim_start();
    if start.starts_with("\\HS") || start.starts_with("\\[") {
        return Some(Format::Gib);
    }
    if crate::tsv::looks_like(start) {
        return Some(Format::Tsv);
    }
    let head = &text[..text.floor_char_boundary(HEAD)];
    if crate::ngf::looks_like(head) {
        return Some(Format::Ngf);
    }
    let found = matches!(Cursor::new(text).find_game(), (Some(_), Passed::Nothing)) || text.contains("(;");
    found.then_some(Format::Sgf)
}

/// Why a text without any game has none.
pub(crate) fn why_no_game(text: &str) -> ProblemKind {
    const HEAD: usize = 1 << 12;
    let blank = |c: char| c.is_whitespace() || c.is_control() || c == '\u{FEFF}';
    if text.chars().all(|c| c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{1A}')) {
        return ProblemKind::EmptyFile;
    }
    let head = &text[..text.floor_char_boundary(HEAD)];
    let odd = |c: &char| (c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{C}' | '\u{1A}')) || *c == '\u{FFFD}';
    if head.contains('\0') || head.chars().filter(odd).count() * 20 > head.chars().count() {
        return ProblemKind::BinaryFile;
    }
    let small = head.to_ascii_lowercase();
    if small.trim_start_matches(blank).starts_with('<') && (small.contains("<html") || small.contains("<!doctype")) {
        return ProblemKind::WebPage;
    }
    ProblemKind::NoGame
}
