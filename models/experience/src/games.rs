//! Games to learn from, kept small: two bytes a move.

use goban::{Board, BoardSize, Color, Move, Position, Rules, Setup};

use crate::hash::mix;
use crate::history::History;

/// Games, or parts of games between changes by hand.
#[derive(Default)]
pub(crate) struct Games {
    games: Vec<Game>,
    plies: Vec<u16>,
}

struct Game {
    size: BoardSize,
    rules: Rules,
    /// What stood there at the start, if the board was not empty.
    setup: Option<Box<Setup>>,
    first: u32,
    end: u32,
}

const PASS: u16 = 1023;
const WHITE: u16 = 1 << 15;

/// A position to learn from: before a ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lesson {
    pub(crate) game: u32,
    pub(crate) ply: u32,
}

impl Games {
    /// A game begins.
    pub(crate) fn begin(&mut self, start: &Position) {
        let board = start.board();
        let is_empty = *board == Board::new(board.size()) && start.to_move() == Color::Black;
        let setup = (!is_empty).then(|| Box::new(Setup { to_move: start.to_move(), ..Setup::from(board) }));
        let end = self.plies.len() as u32;
        self.games.push(Game { size: board.size(), rules: *start.rules(), setup, first: end, end });
    }

    /// The next move of the last game.
    pub(crate) fn push(&mut self, color: Color, mv: Move) {
        let Some(game) = self.games.last_mut() else { return };
        let index = mv.point().map_or(PASS, |point| (point.row() * 25 + point.column()) as u16);
        self.plies.push(index | if color == Color::White { WHITE } else { 0 });
        game.end += 1;
    }

    /// Number of games.
    pub(crate) fn n_games(&self) -> usize {
        self.games.len()
    }

    /// A number that only the same games have.
    pub(crate) fn fingerprint(&self) -> u64 {
        let starts =
            self.games.iter().fold(0, |sum, game| mix(sum ^ u64::from(game.first) ^ (game.size.get() as u64) << 32));
        self.plies.iter().fold(starts, |sum, &ply| mix(sum ^ u64::from(ply)))
    }

    /// Number of moves of all games.
    pub(crate) fn n_plies(&self) -> usize {
        self.plies.len()
    }

    fn ply(&self, game: &Game, at: usize) -> (Color, Move) {
        let code = self.plies[game.first as usize + at];
        let color = if code & WHITE != 0 { Color::White } else { Color::Black };
        let index = usize::from(code & !WHITE);
        let mv = match index {
            index if index == usize::from(PASS) => Move::Pass,
            index => game.size.point(index % 25, index / 25).map_or(Move::Pass, Move::Play),
        };
        (color, mv)
    }

    /// A share of all positions before a stone was played, in an order that depends on the seed alone. A smaller share is the
    /// beginning of a larger one.
    pub(crate) fn lessons(&self, share: f64, seed: u64) -> Vec<Lesson> {
        let limit = (share.clamp(0.0, 1.0) * u64::MAX as f64) as u64;
        let mut chosen = Vec::new();
        for (number, game) in self.games.iter().enumerate() {
            let stream = mix(seed ^ mix(number as u64));
            for ply in 0..(game.end - game.first) {
                let chance = mix(stream.wrapping_add(u64::from(ply)));
                if chance <= limit && self.ply(game, ply as usize).1 != Move::Pass {
                    chosen.push((chance, Lesson { game: number as u32, ply }));
                }
            }
        }
        chosen.sort_unstable_by_key(|&(chance, lesson)| (chance, lesson.game, lesson.ply));
        chosen.into_iter().map(|(_, lesson)| lesson).collect()
    }

    /// The position before a ply with the way there, and what was played.
    pub(crate) fn replay(&self, lesson: Lesson) -> Option<(Position, History, Color, Move)> {
        let game = self.games.get(lesson.game as usize)?;
        let mut position = match &game.setup {
            None => Position::new(game.size, game.rules),
            Some(setup) => Position::from_setup(setup, game.rules).ok()?,
        };
        let mut history = History::new(&position);
        for at in 0..lesson.ply as usize {
            let (color, mv) = self.ply(game, at);
            position.play_anyway(color, mv);
            history.push(mv, &position);
        }
        let (color, mv) = self.ply(game, lesson.ply as usize);
        if position.to_move() != color {
            position.set_to_move(color);
        }
        Some((position, history, color, mv))
    }
}
