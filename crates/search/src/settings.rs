//! How a search goes about it.

use model::Seed;
use playout::Rates;

/// How a search goes about it. What each part is worth by default is measured in `docs/search.md`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Threads that play games. What is found after a number of games does not depend on it.
    pub threads: usize,
    /// Where all chance comes from.
    pub seed: Seed,
    /// The most memory that the tree takes, in bytes. When it is full, no leaf grows any more; games go on.
    pub memory: usize,
    /// How much the prior draws games to likely moves.
    pub curiosity: f64,
    /// What prior probabilities are raised to before they are shared out anew; less than 1 trusts them less.
    pub trust: f64,
    /// Visits at which a move's own games count as much as games in which it was played later; 0 leaves those out. They tell something where no prior leads, and in a fight about few
    /// stones; over a whole board with a prior they cost games.
    pub rave: f64,
    /// Visits after which a leaf grows.
    pub grow_at: u32,
    /// How much of a game's value is the size of the win; the rest is the win itself.
    pub margin: f64,
    /// Black's lead at which a game counts as even. A player wants 0. Whoever judges a game that is decided already sets it near the lead
    /// there is, as both sides then fight for every point.
    pub even: f64,
    /// Positions that reading looks at, for each question about a chain short of liberties at the root; 0 reads nothing. Moves that
    /// are proved to take or save a chain are looked at early. Whoever has read them already, or judges many positions, does without.
    pub proofs: usize,
    /// How often the rules of the games are listened to.
    pub rates: Rates,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            seed: Seed(1),
            memory: 512 << 20,
            curiosity: 2.0,
            trust: 1.0,
            rave: 0.0,
            grow_at: 6,
            margin: 0.05,
            even: 0.0,
            proofs: 0,
            rates: Rates::default(),
        }
    }
}
