//! Chains that live whatever the opponent does, found by Benson's algorithm.

use crate::score::regions;
use crate::{Board, Color, PointSet};

/// What is alive without a single further move of its owner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UnconditionalLife {
    /// The stones that cannot be captured even if their owner always passes.
    pub stones: PointSet,
    /// The regions enclosed by those stones in which the opponent cannot make life, their points in one set.
    pub territory: PointSet,
}

impl Board {
    /// The unconditionally alive chains of a colour, after David B. Benson, "Life in the Game of Go" (1976).
    ///
    /// ```
    /// use goban::{Color, Diagram};
    /// let board = Diagram::parse("
    ///     . X . X O
    ///     X X X X O
    ///     O O O O O
    ///     . . . . .
    ///     . . . . .").unwrap().board().unwrap();
    /// assert_eq!(board.unconditional_life(Color::Black).stones.len(), 6);
    /// assert!(board.unconditional_life(Color::White).stones.is_empty());
    /// ```
    #[must_use]
    pub fn unconditional_life(&self, color: Color) -> UnconditionalLife {
        struct Region {
            points: PointSet,
            border: PointSet,
            /// The colour's chains (by index) that have every empty point of the region as a liberty.
            vital_to: Vec<usize>,
        }
        let own = self.stones()[color];
        let empty = self.empty();
        let mut chains: Vec<(PointSet, PointSet, bool)> = self
            .chains()
            .filter(|chain| chain.color() == color)
            .map(|chain| (*chain.stones(), *chain.liberties(), true))
            .collect();
        // A region is a connected part of what is not this colour's, enemy stones included.
        let mut enclosed: Vec<(Region, bool)> = (self.size().all_points() - own)
            .components()
            .map(|points| {
                let inner = points & empty;
                let vital_to = (0..chains.len()).filter(|&i| inner.is_subset(&chains[i].1)).collect();
                (Region { points, border: points.grown() & own, vital_to }, true)
            })
            .collect();
        loop {
            let mut changed = false;
            for (i, (.., alive)) in chains.iter_mut().enumerate() {
                let vital = enclosed.iter().filter(|(region, kept)| *kept && region.vital_to.contains(&i)).count();
                if *alive && vital < 2 {
                    *alive = false;
                    changed = true;
                }
            }
            let lost =
                chains.iter().filter(|(.., alive)| !alive).fold(PointSet::EMPTY, |set, (stones, ..)| set | *stones);
            for (region, kept) in &mut enclosed {
                if *kept && region.border.meets(&lost) {
                    *kept = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let stones =
            chains.iter().filter(|(.., alive)| *alive).fold(PointSet::EMPTY, |set, (stones, ..)| set | *stones);
        if stones.is_empty() {
            return UnconditionalLife::default();
        }
        let territory = enclosed
            .iter()
            .filter(|(region, kept)| *kept && !region.vital_to.is_empty())
            .fold(PointSet::EMPTY, |set, (region, _)| set | region.points);
        UnconditionalLife { stones, territory }
    }

    /// The single-point eyes of a colour; see [`is_eye`](Board::is_eye).
    #[must_use]
    pub fn eyes(&self, color: Color) -> PointSet {
        regions(self.empty(), self.stones())
            .filter(|(region, touches)| region.len() == 1 && touches[color] && !touches[!color])
            .flat_map(|(region, _)| region)
            .filter(|&point| self.is_eye(color, point))
            .collect()
    }
}
