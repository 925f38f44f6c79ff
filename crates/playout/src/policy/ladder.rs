//! Short ladders and the nets before them, read along one line of play.
//!
//! `tactics::ladder` tries everything and takes its time. Here the attacker follows the one atari
//! that leaves the chain least room, and a chain that can take one of its attackers counts as free. So "caught" means caught,
//! but for kos and snapbacks on the way, and "free" is a good guess.

use goban::Color;

use crate::LightBoard;
use crate::board::{Chain, EMPTY, stone};
use crate::cell::{Cell, beside};

/// Longest ladder, in moves of both sides.
const LONGEST: usize = 80;

/// Reads on a board of its own.
#[derive(Clone, Default, Debug)]
pub(super) struct Reader {
    board: Option<LightBoard>,
    netted: Option<LightBoard>,
}

impl Reader {
    /// Whether a chain in atari that extends to its last liberty gets away.
    pub(super) fn runs_free(&mut self, board: &LightBoard, color: Color, liberty: Cell) -> bool {
        let after = board.after(color, liberty);
        match after.n_liberties {
            0 | 1 => false,
            2 => {
                let trial = self.copy(board);
                trial.set_to_move(color);
                trial.play_cell(liberty);
                !is_caught(trial, liberty)
            }
            _ => true,
        }
    }

    /// Whether a chain of two liberties is caught when its opponent plays on the first of them.
    pub(super) fn catches(&mut self, board: &LightBoard, prey: Cell, first: Cell) -> bool {
        let Some(color) = board.color_at(prey) else { return false };
        let chain = board.chain_of(prey);
        let attack = board.after(!color, first);
        let second = chain.liberties.last() ^ first;
        let run = board.after(color, second);
        if attack.n_liberties < 2 && attack.n_captured == 0 {
            // Thrown in: whoever takes the stone has its point for his last liberty, and is taken back.
            let taken_there = attack.n_stones == 1 && beside(first).contains(&second);
            return taken_there && run.n_liberties == 1 && !can_take(board, chain, color);
        }
        // The first liberty is gone by then.
        let left = run.n_liberties.saturating_sub(1);
        if run.n_captured > 0 || left >= 3 || can_take(board, chain, color) {
            return false;
        }
        if left <= 1 {
            return true;
        }
        let trial = self.copy(board);
        trial.set_to_move(!color);
        trial.play_cell(first);
        is_caught(trial, prey)
    }

    /// The point of a net around a chain of two liberties, if there is one: it touches both, and whichever way the chain runs, it is caught.
    pub(super) fn net(&mut self, board: &LightBoard, prey: Cell) -> Option<Cell> {
        let color = board.color_at(prey)?;
        let chain = board.chain_of(prey);
        let pair = chain.liberties.pair();
        let beyond = beside(pair[1]);
        let touches_both = |near: &Cell| beyond.contains(near) && board.stone_at(*near) == EMPTY;
        let point = beside(pair[0]).into_iter().find(touches_both)?;
        let closes = |run: Cell| {
            let after = board.after(color, run);
            // The stone of the net takes one of them.
            after.n_captured == 0 && after.n_liberties <= 3
        };
        let is_sound = board.has_room(!color, point) && board.after(!color, point).n_liberties >= 2;
        if !is_sound || !pair.into_iter().all(closes) || can_take(board, chain, color) {
            return None;
        }
        let mut netted = self.netted.take().unwrap_or_else(|| board.clone());
        netted.clone_from(board);
        netted.set_to_move(!color);
        netted.play_cell(point);
        let holds = pair.into_iter().all(|run| match netted.after(color, run).n_liberties {
            0 | 1 => true,
            2 => {
                let trial = self.copy(&netted);
                trial.play_cell(run);
                is_caught(trial, prey)
            }
            _ => false,
        });
        self.netted = Some(netted);
        holds.then_some(point)
    }

    fn copy(&mut self, board: &LightBoard) -> &mut LightBoard {
        let trial = self.board.get_or_insert_with(|| board.clone());
        trial.clone_from(board);
        trial
    }
}

/// Whether a chain can take one of those around it.
fn can_take(board: &LightBoard, chain: &Chain, color: Color) -> bool {
    board.stones_of(chain).any(|own| {
        beside(own)
            .into_iter()
            .any(|near| board.stone_at(near) == stone(!color) && board.chain_of(near).liberties.len() == 1)
    })
}

/// Whether a chain is caught: with its owner to move it is in atari, with the other side to move it has two liberties.
fn is_caught(board: &mut LightBoard, prey: Cell) -> bool {
    for _ in 0..LONGEST {
        let Some(color) = board.color_at(prey) else { return true };
        let chain = board.chain_of(prey);
        let next = if board.to_move() == color {
            if can_take(board, chain, color) {
                return false;
            }
            let liberty = chain.liberties.last();
            if !board.may_play(liberty) {
                return true;
            }
            match board.after(color, liberty).n_liberties {
                0 | 1 => return true,
                2 => liberty,
                _ => return false,
            }
        } else {
            let Some(atari) = best_atari(board, chain, color) else { return false };
            atari
        };
        board.play_cell(next);
    }
    false
}

/// The atari at a chain of two liberties that leaves it the least room; none if it gets away.
fn best_atari(board: &LightBoard, chain: &Chain, color: Color) -> Option<Cell> {
    let [one, other] = chain.liberties.pair();
    let room = |first: Cell, second: Cell| {
        // An attacker who is in atari himself is taken.
        let attack = board.after(!color, first);
        let sound = board.may_play(first) && (attack.n_liberties >= 2 || attack.n_captured > 0);
        let run = board.after(color, second);
        let left = run.n_liberties.saturating_sub(1);
        (sound && left <= 2 && run.n_captured == 0).then_some((left, first))
    };
    match (room(one, other), room(other, one)) {
        (Some(a), Some(b)) => Some(if b.0 < a.0 { b.1 } else { a.1 }),
        (a, b) => a.or(b).map(|(_, first)| first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::cell_of;
    use goban::{BoardSize, Position};
    use model::Seed;
    use tactics::{Limits, Outcome};

    /// Random positions hold ladders of all kinds. What is caught here is caught when everything is tried, but for kos; and few
    /// captures are missed.
    #[test]
    fn what_is_caught_is_caught_when_everything_is_tried() {
        let (mut found, mut missed) = (0, 0);
        for (side, n_moves, n_games) in [(7, 30, 60), (9, 45, 60), (13, 90, 30)] {
            let size = BoardSize::new(side).unwrap();
            for game in 0..n_games {
                let position = testkit::random_position(size, n_moves, Seed(game));
                let (more_found, more_missed) = compare(&position);
                found += more_found;
                missed += more_missed;
            }
        }
        assert!(found > 300, "{found}");
        assert!(missed * 5 < found, "{missed} missed, {found} found");
    }

    fn compare(position: &Position) -> (usize, usize) {
        let size = position.size();
        let board = LightBoard::new(position);
        let mut reader = Reader::default();
        let (mut n_found, mut n_missed) = (0, 0);
        for chain in position.board().chains() {
            let first = chain.stones().first().unwrap();
            let prey = cell_of(first);
            let (attacks, caught) = match chain.n_liberties() {
                1 => {
                    let liberty = board.chain_of(prey).liberties.last();
                    let color = chain.color();
                    let away = can_take(&board, board.chain_of(prey), color)
                        || (board.has_room(color, liberty) && reader.runs_free(&board, color, liberty));
                    (false, !away)
                }
                2 => {
                    let pair = board.chain_of(prey).liberties.pair();
                    let mut works = |&at: &Cell| board.has_room(!chain.color(), at) && reader.catches(&board, prey, at);
                    (true, pair.iter().any(&mut works))
                }
                _ => continue,
            };
            let mover = if attacks { !chain.color() } else { chain.color() };
            let proof = tactics::ladder(position, first, mover, Limits::default()).unwrap();
            let sure = matches!(proof.outcome, Outcome::Captured | Outcome::Ko);
            assert!(sure || !caught, "{position:?} {} {:?}", size.vertex(first), proof);
            n_found += usize::from(caught);
            n_missed += usize::from(proof.outcome == Outcome::Captured && !caught);
        }
        (n_found, n_missed)
    }
}
