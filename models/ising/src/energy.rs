//! What every Hamiltonian says of a board, and what a move does to it. Knows no particular Hamiltonian.

use goban::{ByColor, Color, Point, PointSet, Position};
use model::{Explanation, Sheet};

use crate::sum::known;

/// The energies of a board.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Energies {
    /// What neighbours or related chains do to each other, with the sign of the paper.
    pub interaction: f64,
    /// What liberties do, with the sign of the paper: White's lower it, Black's raise it.
    pub field: f64,
    /// What belongs to each colour; never negative.
    pub own: ByColor<f64>,
}

impl Energies {
    /// The Hamiltonian H: interaction and field together. Infinite where it is beyond the range of f64.
    #[must_use]
    pub fn hamiltonian(&self) -> f64 {
        known(self.interaction + self.field)
    }

    /// What changed since these were the energies.
    pub(crate) fn since(&self, before: &Energies) -> Change {
        Change {
            hamiltonian: known(self.hamiltonian() - before.hamiltonian()),
            own: ByColor::new(|color| known(self.own[color] - before.own[color])),
        }
    }
}

/// What a move changed.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Change {
    /// The Hamiltonian after the move minus the one before it.
    pub hamiltonian: f64,
    /// What each colour won of its own.
    pub own: ByColor<f64>,
}

impl Change {
    /// The change of energy with inverted sign, as the paper has it: positive is favourable.
    #[must_use]
    pub fn delta(&self) -> f64 {
        0.0 - self.hamiltonian
    }

    /// What the move won for the side that made it: its own gain less the opponent's.
    #[must_use]
    pub fn gain(&self, mover: Color) -> f64 {
        known(self.own[mover] - self.own[!mover])
    }
}

/// A board seen through a Hamiltonian, followed move by move.
pub(crate) trait Matter: Send {
    /// What has to be replaced after a move.
    type Update;

    /// The energies now.
    fn energies(&self) -> Energies;

    /// Starts anew on a position.
    fn restart(&mut self, position: &Position);

    /// What a move does whose points with another content are `changed`, and how to take it over.
    fn consider(&self, after: &Position, changed: &PointSet) -> (Change, Self::Update);

    /// Takes a move over.
    fn accept(&mut self, update: Self::Update);

    /// Writes maps and graphs.
    fn write(&self, position: &Position, sheet: &mut Sheet<'_>);

    /// What there is to say about a point of the board.
    fn explain(&self, position: &Position, point: Point) -> Explanation;
}
