//! Which move the paper's player prefers: many tastes, drawn at random, each vote for the move they like best.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use goban::{Color, Move, Point, Position};
use model::{Rng, Seed};

use crate::fast;
use crate::vector::MoveVector;

/// A taste: how much each component of a move-vector counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameVector {
    /// Weight of m1, touching own chains.
    pub d1: i32,
    /// Weight of m2, own liberties won.
    pub d2: i32,
    /// Weight of m3. Liberties that the opponent loses make m3 negative: who wants to take them has a negative weight.
    pub o1: i32,
    /// Weight of m4, stones taken.
    pub o2: i32,
}

impl GameVector {
    /// The value φ of a move: the scalar product.
    ///
    /// ```
    /// use cellular::{GameVector, MoveVector};
    /// let taste = GameVector { d1: 2, d2: 0, o1: -3, o2: 5 };
    /// assert_eq!(taste.value(MoveVector { m1: 1, m2: 2, m3: -1, m4: 0 }), 5);
    /// ```
    #[must_use]
    pub fn value(self, vector: MoveVector) -> i64 {
        let weights = [self.d1, self.d2, self.o1, self.o2];
        weights.into_iter().zip(vector.to_array()).map(|(weight, m)| i64::from(weight) * i64::from(m)).sum()
    }
}

impl fmt::Display for GameVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameVector { d1, d2, o1, o2 } = self;
        write!(f, "[{d1}, {d2}, {o1}, {o2}]")
    }
}

impl FromStr for GameVector {
    type Err = String;

    /// Four whole numbers up to 1,000, as `2,1,-3,0` or in brackets.
    ///
    /// ```
    /// let vector: cellular::GameVector = "2, 1, -3, 0".parse().unwrap();
    /// assert_eq!(vector.to_string(), "[2, 1, -3, 0]");
    /// assert!("2,1,-3".parse::<cellular::GameVector>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<GameVector, String> {
        let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
        let weight = |part: &str| part.trim().parse::<i32>().ok().filter(|weight| weight.abs() <= 1000);
        let weights: Option<Vec<i32>> = inside.split(',').map(weight).collect();
        match weights.as_deref() {
            Some(&[d1, d2, o1, o2]) => Ok(GameVector { d1, d2, o1, o2 }),
            _ => Err(format!("{text:?} is no game-vector: four whole numbers up to 1000, as 2,1,-3,0")),
        }
    }
}

/// What the player likes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Style {
    /// The vote of a random sample of game-vectors: the player of the paper.
    #[default]
    Mixed,
    /// Touch as many own chains as possible.
    Grow,
    /// Win as many liberties as possible.
    Breathe,
    /// Take liberties from the opponent.
    Squeeze,
    /// Take stones.
    Capture,
    /// What the paper calls offensive: own chains and liberties count twice as much as the opponent's losses.
    Offensive,
    /// What the paper calls defensive: the opponent's losses count twice as much.
    Defensive,
    /// What the paper calls neutral: all four count alike.
    Neutral,
    /// A game-vector of somebody's own.
    Own(GameVector),
}

impl Style {
    /// Every style that has a name.
    pub const ALL: [Style; 8] = [
        Style::Mixed,
        Style::Grow,
        Style::Breathe,
        Style::Squeeze,
        Style::Capture,
        Style::Offensive,
        Style::Defensive,
        Style::Neutral,
    ];

    /// The name of the style, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Style::Mixed => "mixed",
            Style::Grow => "grow",
            Style::Breathe => "breathe",
            Style::Squeeze => "squeeze",
            Style::Capture => "capture",
            Style::Offensive => "offensive",
            Style::Defensive => "defensive",
            Style::Neutral => "neutral",
            Style::Own(_) => "own",
        }
    }

    /// The style with a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.name() == name)
    }

    /// The one game-vector of the style; none for the vote.
    #[must_use]
    pub const fn vector(self) -> Option<GameVector> {
        let [d1, d2, o1, o2] = match self {
            Style::Mixed => return None,
            Style::Grow => [1, 0, 0, 0],
            Style::Breathe => [0, 1, 0, 0],
            Style::Squeeze => [0, 0, -1, 0],
            Style::Capture => [0, 0, 0, 1],
            // With the sign of o1 that the words ask for: m3 falls when the opponent loses liberties.
            Style::Offensive => [2, 2, -1, 1],
            Style::Defensive => [1, 1, -2, 2],
            Style::Neutral => [1, 1, -1, 1],
            Style::Own(vector) => return Some(vector),
        };
        Some(GameVector { d1, d2, o1, o2 })
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Own(vector) => vector.fmt(f),
            named => f.write_str(named.name()),
        }
    }
}

/// How votes are held. The default is the player of the paper; [`Voter::for_games`] is one that can end a game.
///
/// Chance comes from the stream of the seed that the hash of the board and the side to move name (see [`Seed`]). So the
/// sample is a fresh one at every move, and a vote depends on nothing but the seed and the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Voter {
    /// What the player likes.
    pub style: Style,
    /// Number of game-vectors in the sample of [`Style::Mixed`].
    pub n_vectors: usize,
    /// The largest weight of a random game-vector: components are uniform from minus this to this.
    pub largest_weight: u16,
    /// Never fill a single-point eye of your own.
    pub spare_eyes: bool,
    /// Pass when the opponent has just passed and the evaluation has the player ahead.
    pub pass_when_ahead: bool,
    /// What White gets in that evaluation.
    pub komi: f64,
}

impl Default for Voter {
    fn default() -> Voter {
        Voter {
            style: Style::Mixed,
            n_vectors: 200,
            largest_weight: 10,
            spare_eyes: false,
            pass_when_ahead: false,
            komi: 0.0,
        }
    }
}

/// A legal move with its votes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// Where.
    pub point: Point,
    /// What it does.
    pub vector: MoveVector,
    /// How many game-vectors chose it.
    pub votes: usize,
}

/// A vote held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    /// Every legal move that is not a suicide, in reading order.
    pub moves: Vec<Rated>,
    /// Number of game-vectors that liked no move.
    pub n_abstained: usize,
    /// What is played: the point with the most votes, or a pass.
    pub choice: Move,
}

impl Voter {
    /// The player of the paper with what it needs to end a game: it spares its eyes, and passes after a pass when it is
    /// ahead by this komi.
    #[must_use]
    pub fn for_games(komi: f64) -> Voter {
        Voter { spare_eyes: true, pass_when_ahead: true, komi, ..Voter::default() }
    }

    /// Number of game-vectors that are asked.
    #[must_use]
    pub fn n_votes(&self) -> usize {
        if self.style == Style::Mixed { self.n_vectors } else { 1 }
    }

    /// Holds a vote on the next move. `last` is the move that led to the position, if there was one.
    ///
    /// Every game-vector votes for one of the moves with the largest φ, at random among equals; if that φ is negative it
    /// abstains. The move with the most votes is played, at random among equals; without any vote it is a pass.
    #[must_use]
    pub fn vote(&self, position: &Position, last: Option<Move>, seed: Seed) -> Vote {
        let board = position.board();
        let color = position.to_move();
        let side = if color == Color::White { 1 } else { 0 };
        let mut chance = Chance(seed.stream(board.hash().rotate_left(side)).rng());
        let mut moves: Vec<Rated> = fast::vectors(position)
            .into_iter()
            .map(|candidate| Rated { point: candidate.point, vector: candidate.vector, votes: 0 })
            .collect();

        // Most moves of a position share a few vectors, so the tastes need to look at those only.
        let mut kinds: BTreeMap<MoveVector, Vec<usize>> = BTreeMap::new();
        for (i, rated) in moves.iter().enumerate() {
            if !(self.spare_eyes && board.is_eye(color, rated.point)) {
                kinds.entry(rated.vector).or_default().push(i);
            }
        }
        let mut n_abstained = 0;
        for _ in 0..self.n_votes() {
            let taste = self.style.vector().unwrap_or_else(|| chance.game_vector(self.largest_weight));
            match favourite(taste, &kinds, &mut chance) {
                Some(i) => moves[i].votes += 1,
                None => n_abstained += 1,
            }
        }

        let most = moves.iter().map(|rated| rated.votes).max().unwrap_or(0);
        let winners: Vec<Point> = moves.iter().filter(|rated| rated.votes == most).map(|rated| rated.point).collect();
        let content =
            self.pass_when_ahead && last == Some(Move::Pass) && fast::evaluate(board).leader(self.komi) == color;
        let choice = if most == 0 || content { Move::Pass } else { Move::Play(winners[chance.below(winners.len())]) };
        Vote { moves, n_abstained, choice }
    }
}

/// One of the moves that a taste likes best, by its index in the list of moves; none if it likes none.
fn favourite<R: Rng>(
    taste: GameVector,
    kinds: &BTreeMap<MoveVector, Vec<usize>>,
    chance: &mut Chance<R>,
) -> Option<usize> {
    let value = |vector: &MoveVector| taste.value(*vector);
    let best = kinds.keys().map(value).max().filter(|&best| best >= 0)?;
    let equals = || kinds.iter().filter(|(vector, _)| value(vector) == best).flat_map(|(_, moves)| moves);
    equals().nth(chance.below(equals().count())).copied()
}

/// The source of chance for one vote.
struct Chance<R>(R);

impl<R: Rng> Chance<R> {
    /// A number below `n`, each equally likely (Lemire's multiplication with rejection); 0 if `n` is 0.
    fn below(&mut self, n: usize) -> usize {
        let n = (n as u64).max(1);
        let unfair = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            if product as u64 >= unfair {
                return (product >> 64) as usize;
            }
        }
    }

    fn game_vector(&mut self, largest: u16) -> GameVector {
        let mut weight = || self.below(2 * usize::from(largest) + 1) as i32 - i32::from(largest);
        GameVector { d1: weight(), d2: weight(), o1: weight(), o2: weight() }
    }
}
