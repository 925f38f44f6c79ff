//! The games of a file, one by one or all at once. Knows the formats by name only.

use record::{Game, NodeId};

use crate::found::{Found, Nodes};
use crate::place::Walk;
use crate::problem::{ProblemKind, Problems};
use crate::tree::Trees;
use crate::{Format, Place, Problem, Text, format, gib, ngf, tsv};

/// The games of a text, read one by one. The problems found on the way are taken with
/// [`take_problems`](Games::take_problems), now and then and after the last game.
pub struct Games<'t> {
    text: &'t Text<'t>,
    source: Source<'t>,
    problems: Problems,
    walk: Walk,
    n_games: usize,
}

enum Source<'t> {
    Sgf(Trees<'t>),
    Tsv(tsv::Lines<'t>),
    /// Formats with one game a file.
    Single(fn(&str, &mut Problems) -> Option<Found>),
    Over,
}

impl<'t> Games<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Games<'t> {
        let source = match text.format() {
            Format::Sgf => Source::Sgf(Trees::new(text.as_str())),
            Format::Tsv => Source::Tsv(tsv::Lines::new(text.as_str())),
            Format::Gib => Source::Single(gib::read),
            Format::Ngf => Source::Single(ngf::read),
        };
        let mut problems = Problems::default();
        if let Some((offset, kind)) = &text.problem {
            problems.add(*offset, kind.clone());
        }
        Games { text, source, problems, walk: Walk::start(), n_games: 0 }
    }

    /// The problems found since the last call, in the order of the text. A file can hold millions of problems: after
    /// the first thousand they are only counted.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        self.problems.take(self.text.as_str(), &mut self.walk)
    }

    /// How many problems were found and are not listed.
    #[must_use]
    pub fn n_omitted(&self) -> usize {
        self.problems.omitted()
    }

    fn read_next(&mut self) -> Option<Found> {
        match &mut self.source {
            Source::Sgf(trees) => trees.next_game(&mut self.problems),
            Source::Tsv(lines) => lines.next_game(&mut self.problems),
            Source::Single(read) => {
                let read = *read;
                self.source = Source::Over;
                read(self.text.as_str(), &mut self.problems)
            }
            Source::Over => None,
        }
    }
}

impl Iterator for Games<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let found = self.read_next();
        if found.is_some() {
            self.n_games += 1;
        } else {
            self.source = Source::Over;
            if self.n_games == 0 && !self.problems.any_unreadable() {
                self.problems.add(0, format::why_no_game(self.text.as_str()));
            }
        }
        found
    }
}

/// A file that has been read: its games, and what was wrong with it.
#[derive(Debug)]
pub struct Reading<'b> {
    /// The games, in the order of the file.
    pub games: Vec<Game>,
    /// What was wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// How many more problems there were, not listed.
    pub n_omitted: usize,
    text: Text<'b>,
    nodes: Vec<Nodes>,
}

impl<'b> Reading<'b> {
    /// Nodes, properties and values of all games together: whoever has larger files reads the games one by one.
    const MOST_PIECES: usize = 32_000_000;

    /// Reads all games of a text.
    #[must_use]
    pub fn new(text: Text<'b>) -> Reading<'b> {
        let (mut games, mut nodes) = (Vec::new(), Vec::new());
        let mut weight = 0;
        let mut stream = text.games();
        for found in &mut stream {
            weight += found.weight;
            if weight > Reading::MOST_PIECES {
                let what = "nodes and values in one file";
                stream.problems.add(found.nodes.offset(), ProblemKind::TooLarge { what, limit: Reading::MOST_PIECES });
                break;
            }
            games.push(found.game);
            nodes.push(found.nodes);
        }
        let problems = stream.take_problems();
        let n_omitted = stream.n_omitted();
        Reading { games, problems, n_omitted, text, nodes }
    }

    /// The text the games were read from, with its charset and format.
    #[must_use]
    pub fn text(&self) -> &Text<'b> {
        &self.text
    }

    /// The place in the file where a node of a game begins; the first character if there is no such game.
    ///
    /// ```
    /// let reading = sgf::read(b"(;SZ[9]\n;B[ee]\n;W[ee])");
    /// let game = &reading.games[0];
    /// let last = game.main_line()[2];
    /// assert_eq!(reading.place(0, last).to_string(), "3:1");
    /// ```
    #[must_use]
    pub fn place(&self, game: usize, node: NodeId) -> Place {
        self.nodes.get(game).map_or(Place::START, |nodes| self.text.place(nodes.node_offset(node)))
    }
}

impl Text<'_> {
    /// The place of a node of a game that was found in this text.
    #[must_use]
    pub fn node_place(&self, found: &Found, node: NodeId) -> Place {
        self.place(found.nodes.node_offset(node))
    }
}

/// Reads SGF.
///
/// ```
/// let reading = sgf::read(b"(;GM[2])");
/// assert!(reading.games.is_empty());
/// assert_eq!(reading.problems[0].to_string(), "GM[2] is not Go, which is GM[1]: the game is left out");
/// assert_eq!(reading.problems[0].severity(), sgf::Severity::Unreadable);
/// ```
#[must_use]
pub fn read(bytes: &[u8]) -> Reading<'_> {
    Reading::new(Text::decode(bytes, Format::Sgf))
}

/// Reads a file in any format. The hint is what its name says about the format; its content counts for more.
#[must_use]
pub fn read_any(bytes: &[u8], hint: Option<Format>) -> Reading<'_> {
    Reading::new(Text::new(bytes, hint))
}
