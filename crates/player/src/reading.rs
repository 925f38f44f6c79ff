//! A little reading before a move: what can be taken, what has to be saved, and what would be lost.

use goban::{Board, Move, Point, PointSet, Position};
use tactics::{Limits, Outcome, Reading, capture};

use crate::Reason;
use crate::ending::is_self_atari;

/// How far captures are read: ladders across a board, nets of one quiet move, and all of it short enough for every move.
const LIMITS: Limits = Limits { nodes: 400, depth: 120, quiet_moves: 1, liberties: 3 };

/// Chains with more liberties are not looked at.
const MOST_LIBERTIES: usize = 3;

/// The move that takes or saves most, among the allowed ones: a chain that is taken by whoever moves first there. A chain
/// in ko, or one that is lost or safe whoever moves, is no reason to move.
pub(crate) fn urgent(
    position: &Position,
    allowed: &PointSet,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Point, Reason)> {
    let color = position.to_move();
    let mut best: Option<(usize, Point, Reason)> = None;
    let chains = position.board().chains().take_while(|_| go_on());
    for chain in chains.filter(|chain| chain.n_liberties() <= MOST_LIBERTIES) {
        // A stone saved and a stone taken are worth the same; where nobody can wait comes first.
        let worth = 2 * chain.size() + usize::from(chain.in_atari());
        if best.is_some_and(|(most, ..)| most >= worth) {
            continue;
        }
        let stones = *chain.stones();
        let found = if chain.color() == color {
            is_taken(position, &stones, true)
                .then(|| rescue(position, &stones, allowed))
                .flatten()
                .map(|point| (point, Reason::Rescues { stones }))
        } else {
            attack(position, &stones)
                .filter(|point| allowed.contains(*point) && !is_taken(position, &stones, false))
                .map(|point| (point, Reason::Captures { stones }))
        };
        if let Some((point, reason)) = found {
            best = Some((worth, point, reason));
        }
    }
    best.map(|(_, point, reason)| (point, reason))
}

/// Whether a stone there takes nothing and is lost at once, by itself or in a ladder or net.
pub(crate) fn is_lost(position: &Position, point: Point) -> bool {
    let (board, color) = (position.board(), position.to_move());
    if !board.would_capture(color, point).is_empty() {
        return false;
    }
    if is_self_atari(board, color, point) {
        return true;
    }
    after(position, point).is_some_and(|next| {
        next.board().chain(point).is_some_and(|chain| chain.n_liberties() <= MOST_LIBERTIES) && falls(&next, point)
    })
}

/// Whether a chain is taken when its opponent moves first, or, if not `attacked`, even when its owner does.
fn is_taken(position: &Position, stones: &PointSet, attacked: bool) -> bool {
    let first = |board: &Board| stones.first().and_then(|stone| Some((stone, board.get(stone)?)));
    first(position.board()).is_some_and(|(stone, owner)| {
        let first = if attacked { !owner } else { owner };
        is_capture(capture(position, stone, first, LIMITS))
    })
}

/// The first move by which the chain is taken.
fn attack(position: &Position, stones: &PointSet) -> Option<Point> {
    let reading = capture(position, stones.first()?, position.to_move(), LIMITS)?;
    match reading.line.first()? {
        (_, Move::Play(point)) if reading.outcome == Outcome::Captured => Some(*point),
        _ => None,
    }
}

/// A move after which the chain is no longer taken: one that takes a chain beside it, or one at its liberties.
fn rescue(position: &Position, stones: &PointSet, allowed: &PointSet) -> Option<Point> {
    let board = position.board();
    let color = position.to_move();
    let mut tries = PointSet::EMPTY;
    for near in stones.grown() & board.stones()[!color] {
        if let Some(rival) = board.chain(near).filter(|rival| rival.n_liberties() == 1) {
            tries |= *rival.liberties();
        }
    }
    let extensions =
        stones.first().and_then(|stone| board.chain(stone)).map_or(PointSet::EMPTY, |chain| *chain.liberties()) - tries;
    let saves = |point: &Point| {
        allowed.contains(*point)
            && after(position, *point).is_some_and(|next| stones.first().is_some_and(|stone| !falls(&next, stone)))
    };
    tries.iter().chain(extensions).find(saves)
}

/// The position after a move of the side to move; none if it is illegal.
fn after(position: &Position, point: Point) -> Option<Position> {
    let mut next = position.forgetful();
    next.play(point).ok()?;
    Some(next)
}

/// Whether the chain on a point is taken by the side to move.
fn falls(position: &Position, stone: Point) -> bool {
    is_capture(capture(position, stone, position.to_move(), LIMITS))
}

fn is_capture(reading: Option<Reading>) -> bool {
    reading.is_some_and(|reading| reading.outcome == Outcome::Captured)
}
