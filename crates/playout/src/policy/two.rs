//! Chains of two liberties beside the last move: catch them, or help them.

use crate::LightBoard;
use crate::board::{Chain, stone};
use crate::cell::{Cell, beside};
use crate::policy::ladder::Reader;
use crate::policy::{Proposed, Reason};

pub(super) fn propose(board: &LightBoard, last: Cell, reader: &mut Reader, proposed: &mut Proposed) {
    let color = board.to_move();
    if board.stone_at(last) == stone(!color) {
        attack(board, board.chain_of(last), reader, proposed);
    }
    for id in board.beside(last, color).iter() {
        let chain = board.named(id);
        if chain.liberties.len() == 2 {
            defend(board, chain, reader, proposed);
        }
    }
}

/// Plays the liberties from which a chain of two is caught, or the point of a net around it.
fn attack(board: &LightBoard, chain: &Chain, reader: &mut Reader, proposed: &mut Proposed) {
    if chain.liberties.len() != 2 {
        return;
    }
    let already = proposed.moves.len();
    for first in chain.liberties.pair() {
        if board.may_play(first) && reader.catches(board, chain.head, first) {
            proposed.push(first, 4 * u32::from(chain.n_stones), Reason::Attack);
        }
    }
    if proposed.moves.len() == already
        && let Some(net) = reader.net(board, chain.head)
        && board.may_play(net)
    {
        proposed.push(net, 4 * u32::from(chain.n_stones), Reason::Attack);
    }
}

/// Helps an own chain of two liberties that the opponent would catch: it runs to three liberties, or turns on a chain around it
/// that has two liberties or fewer.
fn defend(board: &LightBoard, chain: &Chain, reader: &mut Reader, proposed: &mut Proposed) {
    let color = board.to_move();
    let pair = chain.liberties.pair();
    if !pair.iter().any(|&first| board.has_room(!color, first) && reader.catches(board, chain.head, first)) {
        return;
    }
    let stake = 4 * u32::from(chain.n_stones);
    for cell in pair {
        if board.may_play(cell) && board.after(color, cell).n_liberties >= 3 {
            proposed.push(cell, stake, Reason::Defend);
        }
    }
    let already = proposed.moves.len();
    for own in board.stones_of(chain) {
        for near in beside(own) {
            if board.stone_at(near) != stone(!color) {
                continue;
            }
            let rival = board.chain_of(near);
            if rival.liberties.len() > 2 {
                continue;
            }
            let known = |cell: Cell, proposed: &Proposed| proposed.moves[already..].iter().any(|&(c, ..)| c == cell);
            for cell in rival.liberties.iter() {
                let sound = || board.after(color, cell).n_liberties >= 2;
                if !known(cell, proposed) && board.may_play(cell) && sound() {
                    proposed.push(cell, stake, Reason::Defend);
                }
            }
        }
    }
}
