//! What every player minds, whoever rates its moves: eyes, ground that is settled, and when to pass.

use goban::{Board, ByColor, Color, Point, PointSet, Position, Scoring, UnconditionalLife};

use crate::ending::{is_self_atari, liberties_after};

/// What a player may think about in a position.
pub(crate) struct Survey {
    /// Legal moves that are not suicide, fill no eye and lie in nobody's unconditional territory, but for those that take
    /// stones there.
    pub(crate) sensible: PointSet,
    /// Those of them that are not in the player's own enclosed ground.
    pub(crate) open: PointSet,
    /// Whether some open move lies where both sides have stones, or where nobody has closed the ground yet, and is no
    /// self-atari: the game goes on.
    pub(crate) contested: bool,
    /// What lives whatever happens.
    pub(crate) life: ByColor<UnconditionalLife>,
}

impl Survey {
    pub(crate) fn of(position: &Position) -> Survey {
        let (board, color) = (position.board(), position.to_move());
        let stones = board.stones();
        let life = ByColor::new(|color| board.unconditional_life(color));
        let mut settled = life.black.territory | life.white.territory;
        if position.rules().scoring == Scoring::Area {
            // Counted by area, dead stones have to come off.
            for chain in board.chains() {
                if chain.color() != color && chain.stones().meets(&life[color].territory) {
                    settled -= *chain.liberties();
                }
            }
        }
        let sensible: PointSet = (position.legal_points() - settled)
            .iter()
            .filter(|&point| !wastes_eye(board, color, point) && !is_suicide(board, color, point))
            .collect();
        let (mut ground, mut disputed) = (PointSet::EMPTY, PointSet::EMPTY);
        let largest = board.size().area() / 3;
        for region in board.empty().components() {
            let border = region.grown();
            let touches = stones.map(|set| set.meets(&border));
            if touches[color] == touches[!color] || region.len() > largest {
                disputed |= region;
            } else if touches[color] && !is_pressed(board, &(border & stones[color]), region.len()) {
                ground |= region;
            }
        }
        let open = sensible - ground;
        let contested = (open & disputed).iter().any(|point| !is_self_atari(board, color, point));
        Survey { sensible, open, contested, life }
    }
}

/// Whether a chain around enclosed ground needs help: it is in atari, or it may lose its link through a single point.
fn is_pressed(board: &Board, around: &PointSet, n_points: usize) -> bool {
    let few = if n_points == 1 { 2 } else { 1 };
    around.iter().filter_map(|stone| board.chain(stone)).any(|chain| chain.n_liberties() <= few)
}

/// Whether a stone there would fill a single-point eye of its own side for nothing: it takes no stones and saves none.
pub(crate) fn wastes_eye(board: &Board, color: Color, point: Point) -> bool {
    if !board.is_eye(color, point) || !board.would_capture(color, point).is_empty() {
        return false;
    }
    let in_atari = |near| board.chain(near).is_some_and(|chain| chain.in_atari());
    !(board.size().neighbors(point).any(in_atari) && liberties_after(board, color, point) >= 2)
}

/// Whether a stone there would come off at once, with all that it belongs to. Some rules allow it; nobody here wants it.
fn is_suicide(board: &Board, color: Color, point: Point) -> bool {
    liberties_after(board, color, point) == 0 && board.would_capture(color, point).is_empty()
}
