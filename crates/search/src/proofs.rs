//! What reading proves before any game is played: chains that whoever moves first takes or saves.

use goban::{Color, Move, Point, PointSet, Position};
use tactics::{Answer, Bounds, Success, attack, defend};

/// Chains with more liberties are not read.
const MOST_LIBERTIES: usize = 4;

/// Memory of a question; it is asked about a few hundred positions only.
const MEMORY: usize = 1 << 20;

/// A move that decides about a chain, by reading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof {
    /// The move.
    pub point: Point,
    /// The chain that it takes or saves.
    pub stones: PointSet,
    /// Whose the chain is: of the side to move if it is saved.
    pub color: Color,
}

impl Proof {
    /// How much of the prior the move is given beside its own: the more, the more stones are at stake.
    pub(crate) fn share(&self) -> f32 {
        let n = self.stones.len() as f32;
        0.3 * n / (n + 2.0)
    }
}

/// The moves that decide about chains short of liberties, in the order of the chains. A chain that is lost or safe whoever moves is no
/// reason to move. Each question looks at this many positions at most; what is not proved by then says nothing.
pub(crate) fn proofs(position: &Position, nodes: usize, go_on: &mut dyn FnMut() -> bool) -> Vec<Proof> {
    let color = position.to_move();
    let bounds = Bounds { nodes, memory: MEMORY };
    let few = |chain: &goban::Chain<'_>| chain.n_liberties() <= MOST_LIBERTIES;
    let mut found = Vec::new();
    for chain in position.board().chains().filter(few) {
        if !go_on() {
            break;
        }
        let Some(target) = chain.stones().first() else { continue };
        let Some(taken) = attack(position, target, &bounds).and_then(works) else { continue };
        let Some(saved) = defend(position, target, &bounds).and_then(works) else { continue };
        let (Move::Play(takes), Move::Play(saves)) = (taken, saved) else { continue };
        let point = if chain.color() == color { saves } else { takes };
        if position.check(Move::Play(point)).is_ok() {
            found.push(Proof { point, stones: *chain.stones(), color: chain.color() });
        }
    }
    found
}

/// The first move, if it is proved to work whatever the opponent does.
fn works(answer: Answer) -> Option<Move> {
    answer.first.filter(|_| answer.known() == Some(Success::Yes))
}
