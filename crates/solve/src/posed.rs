//! Records that pose a problem, and which group it is about.

use goban::Position;
use record::{Game, Mode, Outcome};
use tactics::Status;

use crate::verdict::{Verdict, groups};
use crate::{Problem, Reader, problem};

/// A record with more moves than this is a game, also one that began with stones on the board.
const MOST_MOVES: usize = 60;

/// With more stones than this it is the middle of a game.
const MOST_STONES: usize = 90;

/// Whether a record poses a problem and is no game: it begins with stones of both sides on the board, has no result, and at most a solution of
/// moves. Gives the position that is asked about.
///
/// ```
/// let posed = |text: &str| solve::posed(&sgf::read(text.as_bytes()).games[0]).is_some();
/// assert!(posed("(;SZ[9]AB[ca][cb][bc][ac]AW[ba][bb][ab](;B[aa])(;W[aa]))"));
/// assert!(!posed("(;SZ[9]HA[2]AB[cc][gg];W[cg];B[gc])"), "a handicap is no problem");
/// assert!(!posed("(;SZ[9]AB[cc]AW[gg]RE[B+R];W[cg];B[gc])"), "it has a result");
/// ```
#[must_use]
pub fn posed(game: &Game) -> Option<Position> {
    let line = game.main_line();
    let n_moves = line.iter().filter(|&&id| game.node(id).play.is_some()).count();
    let start = game.replay(&line, Mode::Tolerant).ok()?.position().clone();
    let stones = start.board().stones();
    let (black, white) = (stones.black.len(), stones.white.len());
    let ended = game.info.outcome().is_some_and(|outcome| outcome != Outcome::Unknown);
    let few = black + white <= MOST_STONES && n_moves <= MOST_MOVES.min(black + white);
    let asked = black > 0 && white > 0 && !ended && few;
    asked.then_some(start)
}

/// What becomes of the groups of a posed position, and the problem itself: about the largest group whose fate hangs on who plays first.
/// No problem where reading finds no such group.
#[must_use]
pub fn solve_posed(position: &Position, reader: &Reader) -> (Vec<Verdict>, Option<Problem>) {
    let verdicts = groups(position, reader);
    let hangs = |verdict: &&Verdict| matches!(verdict.status, Status::Critical | Status::Ko);
    // Of two as large the first, where eyes begin to read.
    let asked = verdicts.iter().filter(hangs).rev().max_by_key(|verdict| verdict.stones.len());
    let solved = asked.and_then(|verdict| problem(position, verdict.stones.first()?, reader).ok());
    (verdicts, solved)
}
