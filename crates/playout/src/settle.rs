//! Whose is what when a game is about to end: what lives whatever happens, and what playouts say of the rest.

use goban::{Agreement, ByColor, Color, Point, PointSet, Position, Score, UnconditionalLife};
use model::Seed;

use crate::{Batch, Fate, Status, Tally};

/// How many games are played on, half of them begun by each side.
const GAMES: usize = 128;

/// What becomes of a board if both sides play on: the one place where dead stones are found.
///
/// Stones that live whatever happens (Benson's algorithm) and stones in their territory are certain. Of all others playouts are
/// asked, half of which each side begins, so that nobody is favoured. What they say depends on the stones, the ko and the seed alone.
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
        Settlement::with(position, &ByColor::new(|color| position.board().unconditional_life(color)), seed)
    }

    /// The same for someone who has found out already what lives unconditionally.
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
        let agreement = agreement_on(&fates);
        Settlement { tally, owners, fates, agreement }
    }

    /// Dead stones and stones in seki, as the players of a finished game would agree on them: a chain is dead if it is lost in most
    /// games.
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

    /// The games themselves.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// What is dead and what lives in seki by the fates of the chains.
fn agreement_on(fates: &[Fate]) -> Agreement {
    let mut agreed = Agreement::default();
    for fate in fates {
        if 2 * fate.n_survived < fate.n_games {
            agreed.dead |= fate.stones;
        } else if 2 * fate.n_seki > fate.n_survived {
            agreed.seki |= fate.stones;
        }
    }
    agreed
}
