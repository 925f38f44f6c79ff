//! The answer to the last move: take what it left in atari, and save what it put in atari.

use crate::LightBoard;
use crate::board::{Chain, stone};
use crate::cell::beside;
use crate::policy::ladder::Reader;
use crate::policy::{Proposed, Reason};

pub(super) fn propose(board: &LightBoard, reader: &mut Reader, proposed: &mut Proposed) {
    let color = board.to_move();
    let [last, before] = board.last();
    // What the own last move put in atari and the answer left there.
    for id in board.beside(before, !color).iter() {
        let chain = board.named(id);
        if chain.liberties.len() == 1 {
            take(board, chain, proposed);
        }
    }
    if board.stone_at(last) == stone(!color) {
        let chain = board.chain_of(last);
        if chain.liberties.len() == 1 {
            take(board, chain, proposed);
        }
    }
    for id in board.beside(last, color).iter() {
        let chain = board.named(id);
        if chain.liberties.len() == 1 {
            save(board, chain, reader, proposed);
        }
    }
}

/// Where nobody knows what the last move was, every chain in atari may be what it was about.
pub(super) fn propose_anywhere(board: &LightBoard, reader: &mut Reader, proposed: &mut Proposed) {
    let color = board.to_move();
    for chain in board.all_chains().filter(|chain| chain.liberties.len() == 1) {
        if board.stone_at(chain.head) == stone(color) {
            save(board, chain, reader, proposed);
        } else {
            take(board, chain, proposed);
        }
    }
}

/// Takes a chain in atari, if the rules allow it.
fn take(board: &LightBoard, chain: &Chain, proposed: &mut Proposed) {
    let cell = chain.liberties.last();
    if board.may_play(cell) {
        proposed.push(cell, 4 * u32::from(chain.n_stones), Reason::Take);
    }
}

/// Gets an own chain out of atari: by taking a chain that surrounds it, or by running.
fn save(board: &LightBoard, chain: &Chain, reader: &mut Reader, proposed: &mut Proposed) {
    let color = board.to_move();
    let stake = u32::from(chain.n_stones);
    let already = proposed.moves.len();
    for own in board.stones_of(chain) {
        for near in beside(own) {
            if board.stone_at(near) != stone(!color) {
                continue;
            }
            let rival = board.chain_of(near);
            let cell = rival.liberties.last();
            if rival.liberties.len() == 1
                && board.may_play(cell)
                && proposed.moves[already..].iter().all(|&(known, ..)| known != cell)
            {
                proposed.push(cell, 4 * (stake + u32::from(rival.n_stones)), Reason::Take);
            }
        }
    }
    let cell = chain.liberties.last();
    if board.may_play(cell) && reader.runs_free(board, color, cell) {
        proposed.push(cell, 4 * stake, Reason::Flee);
    }
}
