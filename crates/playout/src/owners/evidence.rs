//! What is known about a position before anything learned is asked.

use goban::{Board, BoardSize, Color};

use super::Outlook;
use super::scale::Parts;
use crate::{Batch, Tally};

/// A position and what its games said: all that learned owners look at.
#[derive(Clone, Debug)]
pub struct Evidence {
    pub(super) board: Board,
    /// Whose every point was in the games: from −1, always White's, to +1, always Black's.
    pub(super) owners: Vec<f64>,
    /// The same in each lot of games; none where they are not known apart.
    pub(super) lots: Vec<Vec<f64>>,
    /// What is added to the sum of owners to give the lead.
    pub(super) correction: f64,
    /// The part of it that Black gives before the game: komi, and what handicap stones cost.
    pub(super) given: f64,
    /// Whose turn it is: +1 for Black, −1 for White, 0 once nobody moves any more.
    pub(super) turn: f64,
    pub(super) lead: f64,
    pub(super) chance: f64,
}

impl Evidence {
    /// The position of a batch and what its games said.
    #[must_use]
    pub fn of(batch: &Batch<'_>, tally: &Tally) -> Evidence {
        let [lead, chance] = [tally.lead(), tally.chance(Color::Black)];
        let said = Outlook { owners: tally.owners(), lead, chance };
        Evidence { lots: tally.lots().to_vec(), ..Evidence::known(batch, said) }
    }

    /// The position of a batch and what its games are known to say, without playing them.
    #[must_use]
    pub fn known(batch: &Batch<'_>, said: Outlook) -> Evidence {
        let position = batch.position();
        Evidence {
            board: position.board().clone(),
            owners: said.owners,
            lots: Vec::new(),
            correction: batch.correction(),
            given: batch.given(),
            turn: if position.is_over() { 0.0 } else { position.to_move().sign() },
            lead: said.lead,
            chance: said.chance,
        }
    }

    /// The position of a batch before any games.
    #[must_use]
    pub fn unplayed(batch: &Batch<'_>) -> Evidence {
        let owners = vec![0.0; batch.position().size().area()];
        Evidence::known(batch, Outlook { owners, lead: 0.0, chance: 0.5 })
    }

    /// The same position as the last of its game. That it was somebody's turn there says who gave up, which nobody should learn.
    #[must_use]
    pub fn over(self) -> Evidence {
        Evidence { turn: 0.0, ..self }
    }

    /// What the games say without anything learned.
    #[must_use]
    pub fn plain(&self) -> Outlook {
        Outlook { owners: self.owners.clone(), lead: self.lead, chance: self.chance }
    }

    /// Owners of which nothing is known.
    pub(super) fn nothing(&self) -> Vec<f64> {
        vec![0.0; self.size().area()]
    }

    /// The same position with other owners.
    pub(super) fn believing(&self, owners: Vec<f64>) -> Evidence {
        let lots = Vec::new();
        Evidence { board: self.board.clone(), owners, lots, ..*self }
    }

    /// The position with what each lot of its games said, one after the other.
    pub(super) fn by_lot(&self) -> impl ExactSizeIterator<Item = Evidence> {
        let lots = if self.lots.is_empty() { std::slice::from_ref(&self.owners) } else { &self.lots[..] };
        lots.iter().map(|owners| self.believing(owners.clone()))
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// How often the chain on each point stays, row by row; none on empty points.
    pub(super) fn survival(&self) -> Vec<Option<f64>> {
        let size = self.size();
        let mut survival = vec![None; size.area()];
        for chain in self.board.chains() {
            // In whole numbers, so that it does not depend on the order of the stones.
            let sum: i64 =
                chain.stones().iter().map(|stone| (self.owners[size.index(stone)] * 1e6).round() as i64).sum();
            let share = (1.0 + sum as f64 / 1e6 / chain.size() as f64 * chain.color().sign()) / 2.0;
            chain.stones().iter().for_each(|stone| survival[size.index(stone)] = Some(share));
        }
        survival
    }

    /// What Black's lead is read from, where these are the owners of the points.
    pub(super) fn parts(&self, owners: &[f64]) -> Parts {
        // In whole numbers, so that it does not depend on how the board lies.
        let added = |value: fn(&f64) -> f64| -> f64 {
            owners.iter().map(|owner| (value(owner) * 1e9).round() as i64).sum::<i64>() as f64 / 1e9
        };
        let (sum, sure) = (added(|owner| *owner), added(|owner| owner.powi(3)));
        Parts { sum: sum + self.correction, sure, given: self.given, turn: self.turn }
    }
}
