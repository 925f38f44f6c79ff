//! How a search goes about it.

use goban::BoardSize;
use model::Seed;
use playout::Rates;
use ripple::Ripple;

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
    /// Where leaves are looked at by the automaton instead of being played out, and how; nowhere if there is none. Games that are for something else than the score are played.
    pub looks: Option<Looks>,
    /// How often the rules of the games are listened to.
    pub rates: Rates,
}

/// Looking at leaves instead of playing games from them. A look tells more than a game and takes longer, so that each leaf grows at once, and other settings do well.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Looks {
    /// The smallest board on which leaves are looked at, if the automaton knows it.
    pub from: BoardSize,
    /// How much the prior draws looks to likely moves.
    pub curiosity: f64,
    /// What prior probabilities are raised to.
    pub trust: f64,
    /// How much of the prior is what the automaton wishes, from 0 to 1: probabilities are multiplied, those of the model raised to the rest.
    pub heed: f64,
    /// How much worse than the position a move of which nothing is known is taken to be.
    pub doubt: f64,
}

/// A look of the automaton counts for so many games: by their speed one after the other it takes about as long, in matches of the player it took as long as 18.
pub(crate) const GAMES_FOR_A_LOOK: usize = 10;

impl Settings {
    /// How often leaves are looked at on boards of a size in the time of so many games; how many games that are where they are played.
    #[must_use]
    pub fn leaves(&self, size: BoardSize, games: usize) -> usize {
        if self.looks_at(size) { games.div_ceil(GAMES_FOR_A_LOOK) } else { games }
    }

    /// Whether leaves are looked at on boards of a size.
    fn looks_at(&self, size: BoardSize) -> bool {
        self.looks.is_some_and(|looks| size >= looks.from) && Ripple::shipped_for(size).is_some()
    }

    /// What holds on boards of a size. Games that are for something else than the score are played.
    pub(crate) fn on(self, size: BoardSize, has_aim: bool) -> Settings {
        match self.looks.filter(|_| !has_aim && self.looks_at(size)) {
            Some(Looks { curiosity, trust, .. }) => Settings { curiosity, trust, rave: 0.0, grow_at: 0, ..self },
            None => Settings { looks: None, ..self },
        }
    }
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
            looks: None,
            rates: Rates::default(),
        }
    }
}
