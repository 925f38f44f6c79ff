//! When a player gives a game up.

use goban::{ByColor, Color};

use crate::Choice;

/// Moves in a row at which a game looks lost before it is given up: a single look may err.
const LOOKS: u32 = 3;

/// Whoever may resign: watches what a player thinks of its own moves.
///
/// ```
/// use player::{Choice, Reason, Surrender};
/// use model::{Cell, Rating};
/// let point = goban::BoardSize::NINE.points().next().unwrap();
/// let rating = Rating { point, value: 1.0, details: vec![("chance", Cell::Number(0.02))] };
/// let choice = Choice { mv: point.into(), reason: Reason::Search { games: 100 }, candidates: vec![rating], refused: vec![] };
/// let mut surrender = Surrender::below(0.05);
/// let gives_up = [(); 4].map(|()| surrender.gives_up(goban::Color::White, &choice));
/// assert_eq!(gives_up, [false, false, true, true]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Surrender {
    below: f64,
    /// How many moves in a row looked lost, of each side.
    hopeless: ByColor<u32>,
}

impl Surrender {
    /// Gives a game up when the chance to win, from 0 to 1, stays below this.
    #[must_use]
    pub fn below(chance: f64) -> Surrender {
        Surrender { below: chance, hopeless: ByColor::default() }
    }

    /// Takes note of a move that the player is about to make for a side, and says whether it resigns instead. Moves of which the player does not know
    /// the chance to win change nothing.
    pub fn gives_up(&mut self, color: Color, choice: &Choice) -> bool {
        let hopeless = &mut self.hopeless[color];
        match choice.chance() {
            Some(chance) if chance < self.below => *hopeless += 1,
            Some(_) => *hopeless = 0,
            None => {}
        }
        *hopeless >= LOOKS
    }

    /// Another game, or another past.
    pub fn forget(&mut self) {
        self.hopeless = ByColor::default();
    }
}
