//! Chance that depends on the seed and the position alone.

use goban::{Color, Position};
use model::Seed;

/// The stream of a seed that belongs to a position. Passes change neither board nor, in pairs, the side to move, so the
/// number of moves counts too.
pub(crate) fn of_position(seed: Seed, position: &Position) -> Seed {
    let side = u64::from(position.to_move() == Color::White);
    seed.stream(position.board().hash()).stream(2 * position.n_moves() as u64 + side)
}
