//! The position at the root of a tree, and the game that led there.

use goban::{BoardSize, Move, Played, PointSet, Position};
use playout::LightBoard;
use record::Ply;

/// The position at the root, and the game that led there: what those who play games from it look at.
pub(crate) struct Root {
    pub(crate) start: Position,
    /// Each ply of the game, with the position after it.
    plies: Vec<(Ply, Position)>,
    /// The position now, with its past: superko needs it.
    pub(crate) position: Position,
    pub(crate) board: LightBoard,
}

impl Root {
    pub(crate) fn new(start: &Position) -> Root {
        let mut root = Root {
            start: start.forgetful(),
            plies: Vec::new(),
            position: start.clone(),
            board: LightBoard::new(start),
        };
        root.position.forget_way_back();
        root
    }

    pub(crate) fn size(&self) -> BoardSize {
        self.position.size()
    }

    /// The game goes on; `position` is the one after the ply.
    pub(crate) fn play(&mut self, ply: &Ply, position: &Position) {
        self.position.clone_from(position);
        self.position.forget_way_back();
        self.plies.push((ply.clone(), position.forgetful()));
        let last = |back: usize| {
            let played = self.plies.len().checked_sub(back).map(|i| self.plies[i].0.mv);
            played.and_then(Move::point)
        };
        self.board = LightBoard::new(&self.position).with_last(last(1), last(2));
    }

    /// Walks the game from its start.
    pub(crate) fn walk(&self, mut see: impl FnMut(&Ply, &Position)) {
        // Whoever has seen another game begins anew by this.
        let nothing = Played { captured: PointSet::EMPTY, suicide: false, replaced: false };
        let again = Ply::played(&self.start, !self.start.to_move(), Move::Pass, &nothing);
        let again = Ply { edited: true, ..again };
        see(&again, &self.start);
        for (ply, position) in &self.plies {
            see(ply, position);
        }
    }

    /// Passes since the last stone.
    pub(crate) fn n_passes(&self) -> usize {
        match (self.position.is_over(), self.position.last_pass()) {
            (true, _) => 2,
            (false, Some(_)) => 1,
            (false, None) => 0,
        }
    }
}
