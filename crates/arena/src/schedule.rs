//! Which game comes when, who has Black, and where its chance comes from.

use goban::{ByColor, Color, Move, Position};
use model::{Rng, Seed};

use crate::tournament::{Tournament, hash};

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The pair, by its index among the pairs of the tournament.
    pub pair: usize,
    /// The number of the game among those of the pair, from 0.
    pub index: usize,
    /// The players, by their indices among the contestants.
    pub players: ByColor<usize>,
    /// Handicap stones for Black.
    pub handicap: usize,
    /// Where the chance of this game comes from. It depends on the seed of the tournament, the names of the pair and the
    /// number of the game, and on nothing else.
    pub seed: Seed,
    /// The same for both games of a pair with colours exchanged.
    opening_seed: Seed,
}

impl Tournament {
    /// All games, in the order in which they are begun: the first of every pair, the second of every pair, and so on.
    #[must_use]
    pub fn schedule(&self) -> Vec<Fixture> {
        let longest = self.pairs.iter().map(|pair| pair.games).max().unwrap_or(0);
        let mut all = Vec::with_capacity(self.n_games());
        for index in 0..longest {
            let open = self.pairs.iter().enumerate().filter(|(_, pair)| index < pair.games);
            all.extend(open.map(|(pair, _)| self.fixture(pair, index)));
        }
        all
    }

    /// One game of a pair.
    #[must_use]
    pub fn fixture(&self, pair: usize, index: usize) -> Fixture {
        let [first, second] = self.pairs[pair].players;
        let gives = |player: usize| self.contestants[player].gives;
        let (players, handicap) = match (gives(first), gives(second)) {
            // Who gives stones has White.
            (0, stones) if stones > 0 => (ByColor { black: first, white: second }, stones),
            (stones, 0) if stones > 0 => (ByColor { black: second, white: first }, stones),
            _ if index.is_multiple_of(2) => (ByColor { black: first, white: second }, 0),
            _ => (ByColor { black: second, white: first }, 0),
        };
        let names = [first, second].map(|player| self.contestants[player].name.as_str()).join("\n");
        let of_pair = self.seed.stream(hash(names.as_bytes()));
        Fixture {
            pair,
            index,
            players,
            handicap,
            seed: of_pair.stream(2 * index as u64),
            opening_seed: of_pair.stream(2 * (index / 2) as u64 + 1),
        }
    }

    /// The position a game begins from, before the opening.
    #[must_use]
    pub(crate) fn start(&self, fixture: &Fixture) -> Position {
        if fixture.handicap == 0 {
            return Position::new(self.size, self.rules);
        }
        let stones = self.size.handicap(fixture.handicap).unwrap_or_default();
        let mut setup = goban::Setup::new(self.size);
        setup.stones.black = stones.into_iter().collect();
        setup.to_move = Color::White;
        let rules = goban::Rules { komi: self.handicap_komi, ..self.rules };
        Position::from_setup(&setup, rules).expect("handicap stones have liberties")
    }

    /// The moves that are played before the players are asked: an opening of the list, then random ones.
    #[must_use]
    pub(crate) fn opening(&self, fixture: &Fixture) -> Vec<(Color, Move)> {
        let mut position = self.start(fixture);
        let mut moves = Vec::new();
        if fixture.handicap == 0 && !self.openings.is_empty() {
            moves.clone_from(&self.openings[fixture.index / 2 % self.openings.len()]);
        }
        for &(color, mv) in &moves {
            position.play_anyway(color, mv);
        }
        let mut rng = fixture.opening_seed.rng();
        for _ in 0..self.random_moves {
            let color = position.to_move();
            let legal = position.legal_points();
            let open: Vec<_> = legal.iter().filter(|&point| !position.board().is_eye(color, point)).collect();
            if open.is_empty() {
                break;
            }
            let mv = Move::Play(open[(rng.next_u64() % open.len() as u64) as usize]);
            position.play_anyway(color, mv);
            moves.push((color, mv));
        }
        moves
    }
}
