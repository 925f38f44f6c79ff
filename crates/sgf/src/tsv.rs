//! Move lists: one game a line, with its number, result and moves. Knows nothing about players and variations.
//!
//! The format is that of the large public collections of server games: a header line `id result moves`, then a line a game,
//! fields separated by tabs. Moves are two SGF letters each, without separators, Black first and alternating; `tt` is a pass.
//! Every game is on 19×19 with komi 6.5 under Korean rules, without handicap.
//!
//! ```
//! let game = sgf::tsv::read_line("185606604\tB+Resign\tpddpqptt").unwrap();
//! assert_eq!(game.info.name.as_deref(), Some("185606604"));
//! assert_eq!(game.moves().count(), 4);
//! assert_eq!(sgf::tsv::write_line(&game).unwrap(), "185606604\tB+Resign\tpddpqptt");
//! ```

use std::fmt;

use goban::{BoardSize, Color, Move};
use record::Game;

use crate::found::{Builder, Found};
use crate::problem::{ProblemKind, Problems, quoted};
use crate::property;

/// The first line of a file.
pub const HEADER: &str = "id\tresult\tmoves";

const KOMI: f64 = 6.5;
const RULES: &str = "Korean";
/// What is written for a number or a result that is not known.
const UNKNOWN: &str = "?";

/// Why a line is not a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineError {
    /// Fewer than three fields.
    Fields(usize),
    /// An odd number of letters.
    HalfMove,
    /// A move that is not a point of the board: its number, and its letters.
    NoPoint(usize, String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Fields(1) => write!(f, "it has 1 field, not number, result and moves with tabs between"),
            LineError::Fields(n) => write!(f, "it has {n} fields, not number, result and moves with tabs between"),
            LineError::HalfMove => write!(f, "its last move has one letter"),
            LineError::NoPoint(number, letters) => write!(f, "move {number}, `{letters}`, is no point of the board"),
        }
    }
}

impl std::error::Error for LineError {}

/// Reads a line.
///
/// # Errors
/// When it is not a game.
pub fn read_line(line: &str) -> Result<Game, LineError> {
    read_at(line, 0, &mut Problems::default()).map(|found| found.game)
}

/// Reads the line at a byte of a text.
fn read_at(line: &str, offset: usize, problems: &mut Problems) -> Result<Found, LineError> {
    let mut fields = line.trim_end_matches(['\r', '\n']).split('\t');
    let (Some(id), Some(result), Some(moves)) = (fields.next(), fields.next(), fields.next()) else {
        return Err(LineError::Fields(line.split('\t').count()));
    };
    let moves_at = offset + id.len() + result.len() + 2;
    let size = BoardSize::NINETEEN;
    let mut builder = Builder::new(size, offset);
    builder.reserve(moves.len() / 2);
    builder.root(offset);
    let (pairs, odd) = moves.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return Err(LineError::HalfMove);
    }
    let mut color = Color::Black;
    for (i, &letters) in pairs.iter().enumerate() {
        let Some(mv) = property::letters_move(size, letters) else {
            return Err(LineError::NoPoint(i + 1, quoted(&String::from_utf8_lossy(&letters))));
        };
        builder.play(moves_at + 2 * i, color, mv, problems);
        color = !color;
    }
    let info = &mut builder.game.info;
    let said = |text: &str| property::plain_line(text).filter(|text| text != UNKNOWN);
    info.name = said(id);
    info.result = said(result).map(|result| property::respelled_result(&result).unwrap_or(result));
    info.komi = Some(KOMI);
    info.rules = Some(RULES.to_string());
    Ok(builder.finish())
}

/// Why a game is not a line of a move list.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Unfit {
    /// Another board than 19×19.
    Board(BoardSize),
    /// Stones put up by hand.
    Setup,
    /// A side plays out of turn: the number of the move.
    Turn(usize),
    /// Another komi than the format stands for.
    Komi(f64),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game does not fit a move list: ")?;
        match self {
            Unfit::Board(size) => write!(f, "its board is {size}, and the list is for 19×19"),
            Unfit::Setup => write!(f, "it has stones put up by hand"),
            Unfit::Turn(number) => write!(f, "move {number} is out of turn, and the list alternates from Black"),
            Unfit::Komi(komi) => write!(f, "its komi is {komi}, and the list stands for {KOMI}"),
        }
    }
}

impl std::error::Error for Unfit {}

/// Writes the main line of a game as a line, without a line end. Players, comments and variations are left out.
///
/// # Errors
/// When the line would say something else than the game.
pub fn write_line(game: &Game) -> Result<String, Unfit> {
    if game.size() != BoardSize::NINETEEN {
        return Err(Unfit::Board(game.size()));
    }
    if let Some(komi) = game.info.komi.filter(|&komi| komi != KOMI) {
        return Err(Unfit::Komi(komi));
    }
    let field =
        |text: &Option<String>| text.as_deref().and_then(property::plain_line).unwrap_or_else(|| UNKNOWN.to_string());
    let mut line = format!("{}\t{}\t", field(&game.info.name), field(&game.info.result));
    let mut turn = Color::Black;
    let mut number = 0;
    for id in game.main_line() {
        let node = game.node(id);
        if node.setup.as_ref().is_some_and(|setup| setup.changes_stones()) {
            return Err(Unfit::Setup);
        }
        let Some((color, mv)) = node.play else { continue };
        number += 1;
        if color != turn {
            return Err(Unfit::Turn(number));
        }
        turn = !turn;
        match mv {
            Move::Play(point) => line.extend(property::letters(point)),
            Move::Pass => line.push_str("tt"),
        }
    }
    Ok(line)
}

/// Whether a text begins like a move list.
pub(crate) fn looks_like(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    let mut fields = line.split('\t');
    let (Some(id), Some(result), Some(moves)) = (fields.next(), fields.next(), fields.next()) else { return false };
    let letters = moves.len() >= 4 && moves.len() % 2 == 0 && moves.bytes().all(|byte| matches!(byte, b'a'..=b't'));
    line.trim_end() == HEADER || (letters && !id.contains('(') && result.len() < 16)
}

/// The games of a text, line by line.
pub(crate) struct Lines<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Lines<'t> {
        Lines { text, at: 0 }
    }

    pub(crate) fn next_game(&mut self, problems: &mut Problems) -> Option<Found> {
        while self.at < self.text.len() {
            let start = self.at;
            let rest = &self.text[start..];
            let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
            self.at += line.len();
            let header = start == 0 && line.trim() == HEADER;
            if header || line.trim().is_empty() {
                continue;
            }
            problems.begin_game();
            match read_at(line, start, problems) {
                Ok(found) => return Some(found),
                Err(error) => problems.add(start, ProblemKind::BadLine { reason: error.to_string() }),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_games_say_why() {
        for (line, why) in [
            ("7", "it has 1 field, not number, result and moves with tabs between"),
            ("7\tB+R\tpdd", "its last move has one letter"),
            ("7\tB+R\tpdzz", "move 2, `zz`, is no point of the board"),
            ("7\tB+R\tpdéé", "move 2, `é`, is no point of the board"),
        ] {
            assert_eq!(read_line(line).unwrap_err().to_string(), why);
        }
    }

    #[test]
    fn games_that_are_no_lines_say_why() {
        let write = |text: &str| write_line(&crate::read(text.as_bytes()).games[0]).map_err(|unfit| unfit.to_string());
        assert_eq!(write("(;GN[a\tb];B[pd];W[];B[dd])").unwrap(), "a b\t?\tpdttdd");
        for (text, why) in [
            ("(;SZ[9];B[ee])", "its board is 9×9, and the list is for 19×19"),
            ("(;AB[dd];B[pd])", "it has stones put up by hand"),
            ("(;B[pd];B[dd])", "move 2 is out of turn, and the list alternates from Black"),
            ("(;KM[7.5];B[pd])", "its komi is 7.5, and the list stands for 6.5"),
        ] {
            assert_eq!(write(text).unwrap_err(), format!("the game does not fit a move list: {why}"));
        }
    }
}
