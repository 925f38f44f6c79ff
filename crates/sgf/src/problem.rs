//! What can be wrong with a record, in plain words. Knows nothing about how it was found.

use std::fmt;

use crate::Place;
use crate::place::Walk;

/// How much a problem costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The record was understood in spite of it.
    Repaired,
    /// A piece of the record was left out; the rest was read.
    Ignored,
    /// A whole game, or the file, gives nothing.
    Unreadable,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Repaired => "repaired",
            Severity::Ignored => "ignored",
            Severity::Unreadable => "unreadable",
        })
    }
}

/// Something wrong in a record. It prints as a sentence; whoever knows the file's name puts name and place before it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What.
    pub kind: ProblemKind,
    /// How often in the same game; `place` is the first.
    pub times: usize,
}

impl Problem {
    /// How much it costs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match self.times {
            0 | 1 => Ok(()),
            times => write!(f, " ({times} times in this game)"),
        }
    }
}

/// What is wrong.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are what the sentence of the variant names")]
pub enum ProblemKind {
    /// The file has no text.
    EmptyFile,
    /// The file is not text.
    BinaryFile,
    /// The file is a web page without a game.
    WebPage,
    /// Text, but no game in any known format.
    NoGame,
    /// A header that breaks off before it says what is needed.
    HeaderIncomplete { format: &'static str },
    /// More than a program should hold at once.
    TooLarge { what: &'static str, limit: usize },
    /// A record of another game than Go.
    OtherGame { number: String },
    /// A board that is not square or not from 2 to 25 lines.
    BoardSize { text: String },
    /// The charset the file names is not the one it is in.
    WrongCharset { said: String, is: &'static str },
    /// Bytes that are not characters in the charset of the file.
    BrokenCharacters { charset: &'static str, count: usize },
    /// Text before, between or after the games.
    TextOutside,
    /// Text inside a game that belongs to nothing.
    StrayText { text: String },
    /// A node that does not begin with a semicolon.
    NoSemicolon,
    /// A game that does not begin with a parenthesis.
    NoOpening,
    /// A game whose last parenthesis is missing.
    NotClosed,
    /// A parenthesis that closes nothing.
    ClosedTwice,
    /// Moves after the parenthesis that should end the game.
    ClosedEarly,
    /// Parentheses with no node between.
    EmptyVariation,
    /// A node after the variations of the node before it.
    NodeAfterVariations,
    /// A value without its closing bracket.
    ValueNotClosed { name: String },
    /// A closing bracket inside a text without the backslash it needs.
    BracketInText { name: String },
    /// A property without a value.
    NoValue { name: String },
    /// A property name that is not in capital letters alone.
    NameSpelling { found: String, meant: String },
    /// A property that stands twice in a node.
    Duplicate { name: String },
    /// A property with more values than it can have.
    SeveralValues { name: String },
    /// A point that is not two small letters.
    PointSpelling { found: String },
    /// A move that names no point of the board; it is left out.
    NoMove { text: String },
    /// A setup stone or empty point outside the board.
    SetupPoint { name: String, text: String },
    /// More than one move in a node.
    SeveralMoves,
    /// A value that says nothing to us.
    Meaningless { name: String, text: String },
    /// A value in another spelling than the standard's.
    ValueSpelling { name: String, text: String, read: String },
    /// Comments that a program wrote for itself.
    MachineComments,
    /// A line of a move list that is not a game.
    BadLine { reason: String },
}

impl ProblemKind {
    /// How much it costs.
    #[must_use]
    pub fn severity(&self) -> Severity {
        use ProblemKind::*;
        match self {
            EmptyFile
            | BinaryFile
            | WebPage
            | NoGame
            | HeaderIncomplete { .. }
            | OtherGame { .. }
            | BoardSize { .. }
            | BadLine { .. } => Severity::Unreadable,
            TooLarge { .. }
            | TextOutside
            | StrayText { .. }
            | EmptyVariation
            | NoValue { .. }
            | SeveralValues { .. }
            | NoMove { .. }
            | SetupPoint { .. }
            | Meaningless { .. }
            | MachineComments => Severity::Ignored,
            WrongCharset { .. }
            | BrokenCharacters { .. }
            | NoSemicolon
            | NoOpening
            | NotClosed
            | ClosedTwice
            | ClosedEarly
            | NodeAfterVariations
            | ValueNotClosed { .. }
            | BracketInText { .. }
            | NameSpelling { .. }
            | Duplicate { .. }
            | PointSpelling { .. }
            | SeveralMoves
            | ValueSpelling { .. } => Severity::Repaired,
        }
    }

    /// Whether it is a habit of the program that wrote the file, told once a game.
    fn is_habit(&self) -> bool {
        use ProblemKind::*;
        matches!(
            self,
            StrayText { .. }
                | NoSemicolon
                | EmptyVariation
                | NodeAfterVariations
                | NameSpelling { .. }
                | PointSpelling { .. }
                | SeveralMoves
                | MachineComments
        )
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind::*;
        match self {
            EmptyFile => write!(f, "the file is empty"),
            BinaryFile => write!(f, "this is no text, so no game record"),
            WebPage => write!(f, "this is a web page without a game record in it: the download went wrong"),
            NoGame => write!(f, "no game found: an SGF record begins with `(;`"),
            HeaderIncomplete { format } => write!(f, "the header of the {format} record is not complete"),
            TooLarge { what, limit } => write!(f, "more than {limit} {what}: the rest is left out"),
            OtherGame { number } => write!(f, "GM[{number}] is not Go, which is GM[1]: the game is left out"),
            BoardSize { text } => {
                write!(f, "a board of size {text} cannot be read: boards are square, with 2 to 25 lines")
            }
            WrongCharset { said, is } => write!(f, "the file says it is in {said}, but it is in {is}: read as {is}"),
            BrokenCharacters { charset, count: 1 } => {
                write!(f, "one character is broken in {charset}: shown as \u{FFFD}")
            }
            BrokenCharacters { charset, count } => {
                write!(f, "{count} characters are broken in {charset}: shown as \u{FFFD}")
            }
            TextOutside => write!(f, "text that belongs to no game is left out"),
            StrayText { text } => write!(f, "`{text}` belongs to no property and is left out"),
            NoSemicolon => write!(f, "a `;` is missing before this node"),
            NoOpening => write!(f, "the `(` that begins the game is missing"),
            NotClosed => write!(f, "the `)` that ends the game is missing"),
            ClosedTwice => write!(f, "a `)` too many"),
            ClosedEarly => write!(f, "the game goes on after its last `)`"),
            EmptyVariation => write!(f, "a variation without a node is left out"),
            NodeAfterVariations => write!(f, "a node after variations is read as one more variation"),
            ValueNotClosed { name } => write!(f, "the `]` after the value of {name} is missing"),
            BracketInText { name } => write!(f, "`]` inside the text of {name} needs a backslash before it"),
            NoValue { name } => write!(f, "{name} has no value and is left out"),
            NameSpelling { found, meant } => write!(f, "{found} is read as {meant}"),
            Duplicate { name } => write!(f, "{name} stands twice in this node: read as one"),
            SeveralValues { name } => write!(f, "{name} has several values: only one is read"),
            PointSpelling { found } => write!(f, "`{found}` is no usual way to write a point, but it can be read"),
            NoMove { text } => write!(f, "`{text}` is no point of the board: the move is left out"),
            SetupPoint { name, text } => write!(f, "`{text}` in {name} is no point of the board and is left out"),
            SeveralMoves => write!(f, "several moves in one node are read one after the other"),
            Meaningless { name, text } => write!(f, "{name}[{text}] cannot be understood and is left out"),
            ValueSpelling { name, text, read } => write!(f, "{name}[{text}] is read as {read}"),
            MachineComments => write!(f, "comments that a program wrote for itself are left out"),
            BadLine { reason } => write!(f, "this line is no game: {reason}"),
        }
    }
}

/// A value shortened to what fits into a sentence.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.trim().chars().map(clean).take(LONGEST).collect();
    if text.trim().chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// Problems as they are found, by the byte where they stand.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    found: Vec<(usize, ProblemKind, usize)>,
    /// Where the problems of the present game begin in the list.
    game: usize,
    /// How many were given out before.
    given: usize,
    omitted: usize,
    unreadable: bool,
}

impl Problems {
    /// A hostile file can hold millions of problems: this many are listed, the others are counted.
    pub(crate) const LISTED: usize = 1000;

    pub(crate) fn begin_game(&mut self) {
        self.game = self.found.len();
    }

    #[cold]
    pub(crate) fn add(&mut self, offset: usize, kind: ProblemKind) {
        if kind.is_habit() {
            let same = |(_, other, _): &&mut (usize, ProblemKind, usize)| {
                std::mem::discriminant(other) == std::mem::discriminant(&kind)
            };
            if let Some((_, _, times)) = self.found[self.game..].iter_mut().find(same) {
                *times += 1;
                return;
            }
        }
        // Missing games, or games of which most is missing, are reported even then, up to twice the number.
        let unreadable = kind.severity() == Severity::Unreadable;
        self.unreadable |= unreadable;
        let grave = unreadable || matches!(kind, ProblemKind::TooLarge { .. });
        let room = if grave { 2 * Problems::LISTED } else { Problems::LISTED };
        if self.given + self.found.len() < room {
            self.found.push((offset, kind, 1));
        } else {
            self.omitted += 1;
        }
    }

    /// Those found since the last call, in the order of the text.
    pub(crate) fn take(&mut self, text: &str, walk: &mut Walk) -> Vec<Problem> {
        self.found.sort_by_key(|&(offset, ..)| offset);
        self.given += self.found.len();
        self.game = 0;
        let located = self.found.drain(..);
        located.map(|(offset, kind, times)| Problem { place: walk.to(text, offset), kind, times }).collect()
    }

    /// Whether a game was found that gives nothing.
    pub(crate) fn any_unreadable(&self) -> bool {
        self.unreadable
    }

    pub(crate) fn omitted(&self) -> usize {
        self.omitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_are_told_once_a_game() {
        let mut problems = Problems::default();
        for _ in 0..3 {
            problems.begin_game();
            for offset in 0..5 {
                problems.add(offset, ProblemKind::SeveralMoves);
            }
        }
        let told = problems.take("(;)...", &mut Walk::start());
        assert_eq!(told.iter().map(|problem| problem.times).collect::<Vec<_>>(), [5, 5, 5]);
        assert_eq!(
            told[0].to_string(),
            "several moves in one node are read one after the other (5 times in this game)"
        );
    }

    #[test]
    fn the_list_is_bounded() {
        let mut problems = Problems::default();
        for offset in 0..5000 {
            problems.add(offset, ProblemKind::NotClosed);
        }
        problems.add(5000, ProblemKind::NoGame);
        assert_eq!(problems.take("", &mut Walk::start()).len(), Problems::LISTED + 1);
        assert_eq!(problems.omitted(), 4000);
    }

    #[test]
    fn long_values_are_cut_for_the_sentence() {
        assert_eq!(quoted(" a\nb "), "a b");
        assert_eq!(quoted(&"黒".repeat(30)), "黒".repeat(24) + "…");
    }
}
