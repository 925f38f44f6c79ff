//! Whose is what when a game is about to end: what lives whatever happens, and what playouts say of the rest.

use std::cmp::Reverse;

use goban::{Agreement, Board, ByColor, Color, Point, PointSet, Position, Score, UnconditionalLife};
use model::Seed;
use tactics::{Answer, Bounds, Success};

use crate::{Batch, Fate, Status, Tally, bent_four};

/// How many games are played on, half of them begun by each side.
const GAMES: usize = 128;

/// Whoever counts a board for others counts with this seed, so that a board has one score, whoever is asked.
pub const COUNTING: Seed = Seed(1);

/// A group is read no further than this.
const BOUNDS: Bounds = Bounds { nodes: 60_000, memory: 16 << 20 };

/// So many groups are read, the largest.
const MOST_READ: usize = 8;

/// Games that differ from one half by less say nothing about a group.
const DOUBT: f64 = 0.15;

/// A point counted for a side that does not own it in so many games is open.
const FIRM: f64 = 0.5;

/// A finished board has at most one neutral or doubtful point in so many, or this number of them.
const NEUTRAL_SHARE: usize = 12;
const NEUTRAL_LEAST: usize = 4;

/// What becomes of a board if both sides play on: the one place where dead stones are found.
///
/// Stones that live whatever happens (Benson's algorithm) and stones in their territory are certain. Of all others playouts are
/// asked, half of which each side begins, so that nobody is favoured. What they say depends on the stones, the ko and the seed alone.
/// Groups that live in some of them and die in others are read.
///
/// Two things are not left to them, as they depend on what players leave alone. A group around a bent four in the corner is dead, and
/// a stone in a ko lives with the stones that it would be connected to: the ko is theirs as the board stands.
///
/// ```
/// use goban::{Diagram, Position, Rules};
/// use model::Seed;
/// use playout::Settlement;
/// let setup = Diagram::parse("
///     . X . X . O
///     X X X X O O
///     O X . X O .
///     . X . X O O
///     X X X X O .
///     . O O O O O").unwrap();
/// let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
/// let settlement = Settlement::of(&position, Seed(1));
/// assert_eq!(settlement.agreement().dead, setup.size.parse_vertex("A4").unwrap().into());
/// assert!(settlement.unsettled().is_empty());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Settlement {
    tally: Tally,
    owners: Vec<f64>,
    fates: Vec<Fate>,
    agreement: Agreement,
}

impl Settlement {
    /// Asks 128 games from a position.
    #[must_use]
    pub fn of(position: &Position, seed: Seed) -> Settlement {
        let life = ByColor::new(|color| position.board().unconditional_life(color));
        let mut settlement = Settlement::with(position, &life, seed);
        settlement.read(position);
        settlement
    }

    /// Reads the groups of which games say neither that they live nor that they die. Whoever leaves a group alone that its opponent kills by
    /// beginning has given it up.
    fn read(&mut self, position: &Position) {
        let unsettled = self.unsettled();
        let mut groups: Vec<PointSet> = tactics::groups(position)
            .into_iter()
            .map(|(_, stones)| stones & unsettled)
            .filter(|stones| !stones.is_empty())
            .collect();
        groups.sort_by_key(|stones| (Reverse(stones.len()), stones.first()));
        for stones in groups.into_iter().take(MOST_READ) {
            let kill = stones.first().and_then(|stone| tactics::owl_attack(position, stone, &BOUNDS));
            let expected = kill.as_ref().filter(|kill| kill.success == Success::Yes && self.is_in_doubt(&stones));
            // Where games are of two minds, that reading expects to kill is better than nothing; that it does not yet see how says nothing.
            match kill.as_ref().and_then(Answer::known).or(expected.map(|kill| kill.success)) {
                Some(Success::Yes) => {
                    self.agreement.dead |= stones;
                    // Whoever takes these does not live beside them in seki.
                    let killers = position.board().whole_chains(&(stones.grown() & self.agreement.seki));
                    self.agreement.seki -= stones | killers;
                }
                Some(Success::No) => self.agreement.dead -= stones,
                _ => {}
            }
        }
    }

    /// Whether some stones live about as often as they die.
    fn is_in_doubt(&self, stones: &PointSet) -> bool {
        let mut fates = self.fates.iter().filter(|fate| fate.stones.meets(stones));
        fates.all(|fate| (fate.survival() - 0.5).abs() < DOUBT)
    }

    /// The same without reading, for someone in a hurry who has found out already what lives unconditionally.
    #[must_use]
    pub fn with(position: &Position, life: &ByColor<UnconditionalLife>, seed: Seed) -> Settlement {
        let seed = seed.stream(position.board().hash());
        let tally = Color::ALL
            .into_iter()
            .map(|first| Batch::new(position).begun_by(first).games(GAMES / 2).seed(seed.stream(first as u64)).tally())
            .reduce(|mut all, more| {
                all.add(more);
                all
            });
        let tally = tally.unwrap_or_else(|| Batch::new(position).games(0).tally());
        let size = position.size();
        let mut owners = tally.owners();
        for (color, side) in life.iter() {
            for point in side.stones | side.territory {
                owners[size.index(point)] = color.sign();
            }
        }
        let mut fates = tally.fates().to_vec();
        for fate in &mut fates {
            if fate.stones.meets(&life[fate.color].stones) {
                fate.n_survived = fate.n_games;
                fate.n_seki = 0;
            } else if fate.stones.meets(&life[!fate.color].territory) {
                (fate.n_survived, fate.n_seki) = (0, 0);
            }
        }
        let board = position.board();
        for corner in bent_four::find(board, position.rules().scoring, &agreement_on(board, &fates)) {
            for fate in &mut fates {
                if fate.stones.meets(&corner.inside) {
                    (fate.n_survived, fate.n_seki) = (fate.n_games, 0);
                } else if fate.stones.meets(&corner.dead) {
                    (fate.n_survived, fate.n_seki) = (0, 0);
                }
            }
            for point in corner.inside | corner.dead | corner.liberties {
                owners[size.index(point)] = corner.owner.sign();
            }
        }
        let agreement = agreement_on(board, &fates);
        Settlement { tally, owners, fates, agreement }
    }

    /// Dead stones and stones in seki, as the players of a finished game would agree on them: a chain is dead if its opponent kills it by
    /// beginning, as reading finds, or, where neither this nor the contrary was found, if it is lost in most games.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        self.agreement
    }

    /// Counts the position as if the game ended now.
    #[must_use]
    pub fn score(&self, position: &Position, handicap: usize) -> Score {
        position.score(&self.agreement, handicap)
    }

    /// Whose every point is, row by row from the top left: from −1, White's in every game, to +1, Black's.
    #[must_use]
    pub fn owners(&self) -> &[f64] {
        &self.owners
    }

    /// The chains of the position, in the order of their first stones, and what becomes of them.
    #[must_use]
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// What becomes of the chain on a point.
    #[must_use]
    pub fn fate(&self, point: Point) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.stones.contains(point))
    }

    /// The stones whose life depends on moves still to be played.
    #[must_use]
    pub fn unsettled(&self) -> PointSet {
        let open = self.fates.iter().filter(|fate| fate.status() == Status::Unsettled);
        open.fold(PointSet::EMPTY, |set, fate| set | fate.stones)
    }

    /// Empty points that a count gives to a side although they are not firmly its own.
    #[must_use]
    pub fn open(&self, position: &Position, score: &Score) -> PointSet {
        let size = position.size();
        let is_open = |color: Color, point: Point| self.owners[size.index(point)] * color.sign() < FIRM;
        Color::ALL.into_iter().fold(PointSet::EMPTY, |set, color| {
            let ground = score.area[color] & position.board().empty();
            set | ground.iter().filter(|&point| is_open(color, point)).collect()
        })
    }

    /// Whether a count says who won: nothing depends on moves still to be played but a few neutral points.
    #[must_use]
    pub fn is_final(&self, position: &Position, score: &Score) -> bool {
        let neutral = position.board().empty() - score.area.black - score.area.white;
        let most = (position.size().area() / NEUTRAL_SHARE).max(NEUTRAL_LEAST);
        self.unsettled().is_empty() && neutral.len() + self.open(position, score).len() <= most
    }

    /// The games themselves.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// What is dead and what lives in seki by the fates of the chains.
fn agreement_on(board: &Board, fates: &[Fate]) -> Agreement {
    let mut agreed = Agreement::default();
    for fate in fates {
        if 2 * fate.n_survived < fate.n_games {
            agreed.dead |= fate.stones;
        } else if 2 * fate.n_seki > fate.n_survived {
            agreed.seki |= fate.stones;
        }
    }
    let in_kos: Vec<(PointSet, PointSet)> =
        fates.iter().filter_map(|fate| Some((fate.stones, joined(board, fate)?))).collect();
    for (stone, others) in in_kos {
        if !others.meets(&agreed.dead) {
            agreed.dead -= stone;
        }
        if others.meets(&agreed.seki) {
            agreed.seki |= stone - agreed.dead;
        }
    }
    agreed
}

/// The stones that a stone in a ko would be connected to, if its owner filled the ko; none if it is not in one.
fn joined(board: &Board, fate: &Fate) -> Option<PointSet> {
    let chain = board.chain(fate.stones.first()?)?;
    let mouth = chain.liberties().first().filter(|_| chain.size() == 1 && chain.in_atari())?;
    let around = PointSet::from(mouth).grown() & board.stones()[fate.color];
    board.is_surrounded(fate.color, mouth).then(|| board.whole_chains(&around) - fate.stones)
}
