//! Short ladders, read along one line of play.
//!
//! `tactics::ladder` tries everything and takes its time. Here the attacker follows the one atari
//! that leaves the chain least room, and a chain that can take one of its attackers counts as free. So "caught" means caught,
//! but for kos and snapbacks on the way, and "free" is a good guess.

use goban::Color;

use crate::LightBoard;
use crate::board::{Chain, stone};
use crate::cell::{Cell, beside};

/// Longest ladder, in moves of both sides.
const LONGEST: usize = 80;

/// Reads on a board of its own.
#[derive(Clone, Default, Debug)]
pub(super) struct Reader {
    board: Option<LightBoard>,
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
        if attack.n_liberties < 2 && attack.n_captured == 0 {
            return false;
        }
        let second = chain.liberties.last() ^ first;
        let run = board.after(color, second);
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
