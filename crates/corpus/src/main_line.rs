//! The main line of a game as two columns, and back.
//!
//! `moves` has two letters a move as in SGF: the column, then the row, both from `a` at the top left. A pass is `--`, on
//! every board size (SGF's `tt` is a point of a board with 20 lines). Nothing else is needed if Black begins, the sides
//! alternate and no stone is put up by hand.
//!
//! Otherwise `line` says who played the moves and what was changed between them, as a list of steps: a byte for what it
//! is, a number in groups of seven bits (the lowest first, the top bit says that another follows), and for stones two
//! bytes a point, column and row from 0.
//!
//! | byte | step |
//! |---|---|
//! | 1, 2 | so many moves in turn, Black or White first |
//! | 3, 4, 5 | so many points: black stones, white stones, nothing there |
//! | 6, 7 | Black or White is to move (only in a line without moves; the number is 0) |
//!
//! Records say the same thing in many ways. A line says it in one: what was put up between two moves is one change, in which
//! each point has its last state; setup after the last move and turns that the next move shows are left out. So the same
//! game has the same [`hash`](MainLine::hash), whatever wrote it.

use std::hash::Hasher;

use goban::{BoardSize, Color, Move, Point, PointSet};
use record::{Game, SetupChange};
use twox_hash::XxHash64;

/// How a pass is written in `moves`.
pub const PASS: &str = "--";

/// The main line of a game: its moves, who played them, and the stones put up by hand.
///
/// ```
/// use corpus::MainLine;
/// let reading = sgf::read(b"(;SZ[9]AB[cc][gg]HA[2];W[ee];B[];W[ec])");
/// let line = MainLine::of(&reading.games[0]);
/// assert_eq!(line.moves(), "ee--ec");
/// let again = MainLine::parse(line.size(), line.moves(), line.code()).unwrap();
/// assert_eq!(again.game().moves().collect::<Vec<_>>(), reading.games[0].moves().collect::<Vec<_>>());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    size: BoardSize,
    moves: String,
    code: Option<Vec<u8>>,
}

/// Why two columns are not the main line of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MainLineError {
    /// A move that is not a point of the board.
    #[error("move {number}, `{letters}`, is no point of a board with {side} lines")]
    NoPoint {
        /// Which move, from 1.
        number: usize,
        /// How it is written.
        letters: String,
        /// Lines of the board.
        side: usize,
    },
    /// An odd number of letters.
    #[error("the last move has one letter")]
    HalfMove,
    /// Bytes that are not steps, or steps that do not fit the moves.
    #[error("byte {0} of the line is no step of a game")]
    Step(usize),
}

mod step {
    pub(super) const PLAYS: [u8; 2] = [1, 2];
    pub(super) const STONES: [u8; 2] = [3, 4];
    pub(super) const CLEAR: u8 = 5;
    pub(super) const TURN: [u8; 2] = [6, 7];
}

fn index(color: Color) -> usize {
    usize::from(color == Color::White)
}

impl MainLine {
    /// The main line of a game.
    #[must_use]
    pub fn of(game: &Game) -> MainLine {
        let size = game.size();
        let mut moves = String::new();
        let mut writer = Writer::default();
        let mut change = SetupChange::default();
        let mut turn = None;
        let mut at = Some(game.root());
        while let Some(id) = at {
            let node = game.node(id);
            if let Some(more) = &node.setup {
                join(&mut change, more, size);
                turn = more.to_move.or(turn);
            }
            if let Some((color, mv)) = node.play {
                writer.change(&std::mem::take(&mut change), size, moves.is_empty());
                writer.play(color);
                push(&mut moves, mv);
            }
            at = game.children(id).next();
        }
        if moves.is_empty() {
            writer.change(&change, size, true);
            let handicap = game.info.handicap.is_some_and(|stones| stones >= 2)
                && !change.add.black.is_empty()
                && change.add.white.is_empty();
            let usual = if handicap { Color::White } else { Color::Black };
            writer.turn(turn.unwrap_or(usual));
        }
        MainLine { size, moves, code: writer.finish() }
    }

    /// A line from its columns.
    ///
    /// # Errors
    /// When they are not the main line of a game on a board of this size.
    pub fn parse(size: BoardSize, moves: &str, code: Option<&[u8]>) -> Result<MainLine, MainLineError> {
        let line = MainLine { size, moves: moves.to_string(), code: code.map(<[u8]>::to_vec) };
        line.check()?;
        Ok(line)
    }

    fn check(&self) -> Result<(), MainLineError> {
        let (pairs, odd) = self.moves.as_bytes().as_chunks::<2>();
        if !odd.is_empty() {
            return Err(MainLineError::HalfMove);
        }
        if let Some(bad) = pairs.iter().position(|&pair| read(self.size, pair).is_none()) {
            return Err(MainLineError::NoPoint {
                number: bad + 1,
                letters: String::from_utf8_lossy(&pairs[bad]).into_owned(),
                side: self.size.get(),
            });
        }
        let Some(code) = &self.code else { return Ok(()) };
        let mut reader = Reader { code, at: 0, size: self.size };
        let mut played = 0_usize;
        while let Some(step) = reader.step()? {
            if let Step::Plays(_, n) = step {
                played = played.saturating_add(n);
            }
            if played > pairs.len() {
                return Err(MainLineError::Step(reader.at));
            }
        }
        if played < pairs.len() { Err(MainLineError::Step(code.len())) } else { Ok(()) }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The column `moves`.
    #[must_use]
    pub fn moves(&self) -> &str {
        &self.moves
    }

    /// The column `line`: none if Black begins, the sides alternate and nothing is put up.
    #[must_use]
    pub fn code(&self) -> Option<&[u8]> {
        self.code.as_deref()
    }

    /// Number of moves, passes included.
    #[must_use]
    pub fn n_moves(&self) -> usize {
        self.moves.len() / 2
    }

    /// The number of the game in every corpus: XXH64 with seed 0 of the side of the board (one byte), the length of
    /// `line` (four bytes, the lowest first), `line`, and `moves`.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let code = self.code.as_deref().unwrap_or_default();
        let mut hash = XxHash64::with_seed(0);
        hash.write(&[self.size.get() as u8]);
        hash.write(&u32::try_from(code.len()).unwrap_or(u32::MAX).to_le_bytes());
        hash.write(code);
        hash.write(self.moves.as_bytes());
        hash.finish()
    }

    /// The line as a game of one branch, to be replayed. Rules and komi are in other columns.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.size);
        game.reserve(self.n_moves() + 1);
        let (pairs, _) = self.moves.as_bytes().as_chunks::<2>();
        let mut moves = pairs.iter().filter_map(|&pair| read(self.size, pair));
        let mut at = game.root();
        let mut alternate = |game: &mut Game, at: &mut _, first: Color, n: usize| {
            let mut color = first;
            for mv in moves.by_ref().take(n) {
                *at = game.add_move(*at, color, mv);
                color = !color;
            }
        };
        let Some(code) = &self.code else {
            alternate(&mut game, &mut at, Color::Black, self.n_moves());
            return game;
        };
        // The root takes what is put up before the first move, as records have it.
        let mut fresh = true;
        let mut reader = Reader { code, at: 0, size: self.size };
        while let Ok(Some(step)) = reader.step() {
            if let Step::Plays(color, n) = step {
                alternate(&mut game, &mut at, color, n);
                fresh = false;
                continue;
            }
            if !fresh {
                at = game.add_child(at);
                fresh = true;
            }
            let change = game.node_mut(at).setup.get_or_insert_default();
            match step {
                Step::Stones(color, points) => change.add[color] |= points,
                Step::Clear(points) => change.clear |= points,
                Step::Turn(color) => change.to_move = Some(color),
                Step::Plays(..) => {}
            }
        }
        game
    }
}

/// The letters of a move.
fn push(moves: &mut String, mv: Move) {
    match mv {
        Move::Play(point) => moves.extend([point.column(), point.row()].map(|line| char::from(b'a' + line as u8))),
        Move::Pass => moves.push_str(PASS),
    }
}

fn read(size: BoardSize, pair: [u8; 2]) -> Option<Move> {
    if pair == PASS.as_bytes() {
        return Some(Move::Pass);
    }
    let [column, row] = pair.map(|letter| usize::from(letter.wrapping_sub(b'a')));
    size.point(column, row).map(Move::Play)
}

/// Puts a later change on top of an earlier one: the last word on each point counts.
fn join(change: &mut SetupChange, later: &SetupChange, size: BoardSize) {
    let all = size.all_points();
    // White comes last where a record gives a point to both, as in a replay.
    let white = later.add.white & all;
    let black = (later.add.black & all) - white;
    let clear = (later.clear & all) - black - white;
    change.add.black = (change.add.black - clear - white) | black;
    change.add.white = (change.add.white - clear - black) | white;
    change.clear = (change.clear - black - white) | clear;
}

/// The steps as they are found; none are kept if the plain reading of the moves says the same.
#[derive(Default)]
struct Writer {
    code: Vec<u8>,
    /// The moves in turn that are not written yet: who began, and how many.
    run: Option<(Color, usize)>,
    plain: Option<bool>,
}

impl Writer {
    fn change(&mut self, change: &SetupChange, size: BoardSize, at_start: bool) {
        // Nothing stands on an empty board that could be taken off.
        let clear = if at_start { PointSet::EMPTY } else { change.clear };
        let [black, white] = step::STONES;
        for (kind, points) in [(black, change.add.black), (white, change.add.white), (step::CLEAR, clear)] {
            if points.is_empty() {
                continue;
            }
            self.flush();
            self.plain = Some(false);
            self.number(kind, points.len());
            // In reading order, which is part of the one way to say it.
            for point in size.points().filter(|&point| points.contains(point)) {
                self.code.extend([point.column() as u8, point.row() as u8]);
            }
        }
    }

    fn play(&mut self, color: Color) {
        match &mut self.run {
            Some((first, n)) if (if *n % 2 == 0 { *first } else { !*first }) == color => *n += 1,
            run => {
                let begins = run.is_none() && self.plain.is_none() && color == Color::Black;
                self.flush();
                self.plain = Some(begins);
                self.run = Some((color, 1));
            }
        }
    }

    fn turn(&mut self, color: Color) {
        // Black's turn on an empty board is what everybody expects.
        if self.plain.is_some() || color == Color::White {
            self.plain = Some(false);
            self.number(step::TURN[index(color)], 0);
        }
    }

    fn flush(&mut self) {
        if let Some((color, n)) = self.run.take() {
            self.number(step::PLAYS[index(color)], n);
        }
    }

    fn number(&mut self, kind: u8, mut n: usize) {
        self.code.push(kind);
        while n >= 0x80 {
            self.code.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.code.push(n as u8);
    }

    fn finish(mut self) -> Option<Vec<u8>> {
        self.flush();
        (self.plain == Some(false)).then_some(self.code)
    }
}

enum Step {
    Plays(Color, usize),
    Stones(Color, PointSet),
    Clear(PointSet),
    Turn(Color),
}

struct Reader<'c> {
    code: &'c [u8],
    at: usize,
    size: BoardSize,
}

impl Reader<'_> {
    fn step(&mut self) -> Result<Option<Step>, MainLineError> {
        let begin = self.at;
        let Some(kind) = self.byte() else { return Ok(None) };
        let n = self.number().ok_or(MainLineError::Step(begin))?;
        let step = match kind {
            1 => Step::Plays(Color::Black, n),
            2 => Step::Plays(Color::White, n),
            3 => Step::Stones(Color::Black, self.points(n)?),
            4 => Step::Stones(Color::White, self.points(n)?),
            step::CLEAR => Step::Clear(self.points(n)?),
            6 => Step::Turn(Color::Black),
            7 => Step::Turn(Color::White),
            _ => return Err(MainLineError::Step(begin)),
        };
        Ok(Some(step))
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.code.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<usize> {
        let mut n = 0_usize;
        // Five groups are more than any game needs.
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            n |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(n);
            }
        }
        None
    }

    fn points(&mut self, n: usize) -> Result<PointSet, MainLineError> {
        let mut points = PointSet::EMPTY;
        for _ in 0..n {
            let begin = self.at;
            let point = self
                .byte()
                .zip(self.byte())
                .and_then(|(column, row)| -> Option<Point> { self.size.point(column.into(), row.into()) });
            points.insert(point.ok_or(MainLineError::Step(begin))?);
        }
        Ok(points)
    }
}

#[cfg(test)]
mod tests {
    use record::Mode;

    use super::*;

    fn line(text: &str) -> MainLine {
        MainLine::of(&sgf::read(text.as_bytes()).games[0])
    }

    /// What a replay shows: the start, and each ply with the position after it.
    fn seen(game: &Game) -> Vec<String> {
        let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
        let mut seen = vec![format!("{:?} {:?}", replay.position().to_move(), replay.position().board().stones())];
        while let Some(ply) = replay.next_ply().unwrap() {
            let after = replay.position();
            seen.push(format!(
                "{} {:?} {:?} {:?} {} {:?} {:?}",
                ply.number,
                ply.color,
                ply.mv,
                ply.captured,
                ply.edited,
                after.to_move(),
                after.board().stones()
            ));
        }
        seen
    }

    #[test]
    fn plain_games_need_no_line() {
        assert_eq!(line("(;SZ[19];B[pd];W[dp];B[tt])"), line("(;B[pd]PL[W];C[x];W[dp];B[])"));
        let plain = line("(;B[pd];W[dp];B[])");
        assert_eq!((plain.moves(), plain.code()), ("pddp--", None));
        let wide = line("(;SZ[25];B[tt];W[])");
        assert_eq!((wide.moves(), wide.code()), ("tt--", None));
        assert_eq!(line("(;SZ[9])").code(), None);
    }

    #[test]
    fn every_line_comes_back() {
        for text in [
            "(;SZ[9])",
            "(;SZ[9]PL[W])",
            "(;SZ[9]AB[cc][gg]HA[2])",
            "(;SZ[9]AB[cc][gg]HA[2];W[ee];B[])",
            "(;SZ[9]AB[cc]AW[gg]PL[W])",
            "(;SZ[9];W[ee];B[ef])",
            "(;SZ[9];B[ee];B[ef];W[gg];W[];B[cc])",
            "(;SZ[9];B[ee];AW[ef]AE[ee];W[gg];AB[ef];AE[ef];W[hh];AB[aa])",
            "(;SZ[9];B[ee]AB[ef];AB[eg];W[gg])",
            "(;SZ[25]AB[yy];B[ay];W[])",
            "(;SZ[2];B[aa];W[bb];B[ab];W[ba];B[ab])",
        ] {
            let reading = sgf::read(text.as_bytes());
            let there = MainLine::of(&reading.games[0]);
            let back = MainLine::parse(there.size(), there.moves(), there.code()).unwrap();
            assert_eq!(MainLine::of(&back.game()), there, "{text}");
            assert_eq!(seen(&back.game()), seen(&reading.games[0]), "{text}");
        }
    }

    #[test]
    fn what_differs_has_another_hash() {
        let different =
            ["(;SZ[9];B[ee];W[gg])", "(;SZ[9];B[ee];B[gg])", "(;SZ[13];B[ee];W[gg])", "(;SZ[9]AB[aa];B[ee];W[gg])"];
        let mut hashes: Vec<u64> = different.iter().map(|text| line(text).hash()).collect();
        hashes.dedup();
        assert_eq!(hashes.len(), different.len());
        // Written down, so that it never changes by accident.
        assert_eq!(line("(;SZ[9];B[ee];W[gg])").hash(), 3_223_091_809_516_767_347);
    }

    #[test]
    fn columns_that_are_no_line_say_why() {
        let nine = BoardSize::NINE;
        let why = |moves, code: Option<&[u8]>| MainLine::parse(nine, moves, code).unwrap_err().to_string();
        assert_eq!(why("eej", None), "the last move has one letter");
        assert_eq!(why("eejj", None), "move 2, `jj`, is no point of a board with 9 lines");
        assert_eq!(why("ee", Some(&[1, 2])), "byte 2 of the line is no step of a game");
        assert_eq!(why("ee", Some(&[3, 1, 9, 0])), "byte 2 of the line is no step of a game");
        assert_eq!(why("ee", Some(&[9, 1])), "byte 0 of the line is no step of a game");
        assert_eq!(why("ee", Some(&[1, 0x80])), "byte 0 of the line is no step of a game");
    }
}
