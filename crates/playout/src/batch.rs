//! Many games from one position.

use std::ops::Range;
use std::sync::LazyLock;

use goban::{Color, Point, Position};
use model::Seed;
use rayon::prelude::*;

use crate::policy::{Agent, Policy};
use crate::{Chance, Game, LightBoard, Tally};

/// Games that one thread plays in a row. What is found does not depend on it.
const CHUNK: usize = 8;

/// The least games in a lot: as many as the classes of learned owners were learned from. What they say of two lots errs by chance twice and not once, and
/// the mean of both less.
const LOT: usize = 64;
/// More lots than this take more time than they are worth.
const MOST_LOTS: usize = 8;

static DEFAULT: LazyLock<Policy> = LazyLock::new(Policy::default);

/// Many games to be played from a position. The games are the same, one by one, for any number of threads.
///
/// ```
/// use goban::{BoardSize, Position, Rules};
/// use model::Seed;
/// use playout::Batch;
/// let position = Position::new(BoardSize::new(5).unwrap(), Rules::CHINESE);
/// let batch = Batch::new(&position).games(20).seed(Seed(7));
/// let n_moves = batch.fold(|| 0, |sum, _, game| *sum += game.steps().len(), |sum, more| *sum += more);
/// assert!(n_moves > 20 * 15);
/// assert_eq!(batch.tally().n_games(), 20);
/// ```
#[derive(Clone)]
pub struct Batch<'a> {
    position: &'a Position,
    start: LightBoard,
    policy: &'a Policy,
    n_games: usize,
    seed: Seed,
    handicap: usize,
    here: bool,
}

impl<'a> Batch<'a> {
    /// 64 games from a position, by the policy that is shipped.
    #[must_use]
    pub fn new(position: &'a Position) -> Batch<'a> {
        let start = LightBoard::new(position);
        Batch { position, start, policy: &DEFAULT, n_games: 64, seed: Seed(1), handicap: 0, here: false }
    }

    /// How many games.
    #[must_use]
    pub fn games(mut self, n: usize) -> Self {
        self.n_games = n;
        self
    }

    /// Where their chance comes from. Game `i` gets the stream `i` of it.
    #[must_use]
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = seed;
        self
    }

    /// How they are played.
    #[must_use]
    pub fn policy(mut self, policy: &'a Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Who moves first, whoever's turn it is in the position.
    #[must_use]
    pub fn begun_by(mut self, color: Color) -> Self {
        self.start.set_to_move(color);
        self
    }

    /// The last move and the one before it, for the first answer.
    #[must_use]
    pub fn last(mut self, last: Option<Point>, before: Option<Point>) -> Self {
        self.start = self.start.with_last(last, before);
        self
    }

    /// The number of handicap stones, for White's bonus.
    #[must_use]
    pub fn handicap(mut self, stones: usize) -> Self {
        self.handicap = stones;
        self
    }

    /// All of them on the thread that asks. Whoever holds something that other threads wait for must not wait for those threads.
    #[must_use]
    pub fn here(mut self) -> Self {
        self.here = true;
        self
    }

    /// The position from which they begin.
    #[must_use]
    pub fn position(&self) -> &'a Position {
        self.position
    }

    /// What is added to the area lead of a game.
    pub(crate) fn correction(&self) -> f64 {
        self.start.correction(self.position.rules(), self.handicap)
    }

    /// What Black gives before the game, as a negative number: komi, and what handicap stones cost.
    pub(crate) fn given(&self) -> f64 {
        let rules = self.position.rules();
        -(rules.komi + rules.bonus(self.handicap))
    }

    /// Plays one of the games again.
    pub fn play(&self, number: usize, game: &mut Game) {
        game.play(&self.start, &mut Agent::new(self.policy), &mut Chance::new(self.seed.stream(number as u64)));
    }

    /// Plays all games, on all threads there are unless they are to be played [here](Batch::here), and puts together what each of them gives: `see` gets the number of a game and
    /// the game, `join` puts the results of later games after those of earlier ones.
    pub fn fold<T: Send>(
        &self,
        begin: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, usize, &Game) + Sync,
        join: impl FnMut(&mut T, T),
    ) -> T {
        self.fold_some(0..self.n_games, begin, see, join)
    }

    /// The same with some of the games only.
    pub(crate) fn fold_some<T: Send>(
        &self,
        numbers: Range<usize>,
        begin: impl Fn() -> T + Sync,
        see: impl Fn(&mut T, usize, &Game) + Sync,
        mut join: impl FnMut(&mut T, T),
    ) -> T {
        let Range { start, end } = numbers;
        let parts: Vec<T> = (0..(end - start).div_ceil(CHUNK))
            .into_par_iter()
            // What is not divided never leaves the thread.
            .with_min_len(if self.here { usize::MAX } else { 1 })
            .map_init(
                || (Game::new(), Agent::new(self.policy)),
                |(game, agent), chunk| {
                    let mut part = begin();
                    let first = start + chunk * CHUNK;
                    for number in first..(first + CHUNK).min(end) {
                        game.play(&self.start, agent, &mut Chance::new(self.seed.stream(number as u64)));
                        see(&mut part, number, game);
                    }
                    part
                },
            )
            .collect();
        let mut whole = begin();
        for part in parts {
            join(&mut whole, part);
        }
        whole
    }

    /// The numbers of the games in each of the lots that learned owners are asked about.
    pub(crate) fn lots(&self) -> impl Iterator<Item = Range<usize>> {
        let (n, n_lots) = (self.n_games, (self.n_games / LOT).clamp(1, MOST_LOTS));
        (0..n_lots).map(move |lot| lot * n / n_lots..(lot + 1) * n / n_lots)
    }

    /// Plays all games and adds up what became of every point and chain.
    #[must_use]
    pub fn tally(&self) -> Tally {
        Tally::of(self)
    }
}
