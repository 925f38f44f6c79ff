//! What many games say together.

use std::fmt;

use goban::{BoardSize, Color, Point, PointSet};

use crate::board::stone;
use crate::{Batch, Game};

/// What became of a chain in many games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fate {
    /// Its stones.
    pub stones: PointSet,
    /// Whose it is.
    pub color: Color,
    /// In how many games the points of its stones were its owner's in the end.
    pub n_survived: usize,
    /// In how many of those it lived in seki.
    pub n_seki: usize,
    /// How many games there were.
    pub n_games: usize,
}

/// What a chain is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It stays on the board.
    Alive,
    /// It comes off.
    Dead,
    /// It stays, but without eyes: whoever attacks it dies.
    Seki,
    /// That depends on moves still to be played.
    Unsettled,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::Unsettled => "unsettled",
        })
    }
}

impl Fate {
    /// A chain that survives in this share of the games or more is alive, one that is lost in this many is dead.
    pub const SURE: f64 = 0.75;

    /// The share of games in which it survives.
    #[must_use]
    pub fn survival(&self) -> f64 {
        self.n_survived as f64 / self.n_games.max(1) as f64
    }

    /// What it is, by the games.
    #[must_use]
    pub fn status(&self) -> Status {
        let survival = self.survival();
        if survival <= 1.0 - Fate::SURE {
            Status::Dead
        } else if survival < Fate::SURE {
            Status::Unsettled
        } else if 2 * self.n_seki > self.n_survived {
            Status::Seki
        } else {
            Status::Alive
        }
    }
}

/// What became of every point and chain in many games, and how they ended.
///
/// All shares are of the games played; signs favour Black.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    size: BoardSize,
    n_games: usize,
    n_unfinished: usize,
    /// For every point, in how many games it was Black's and White's.
    owned: Vec<[u32; 2]>,
    /// For every point, in how many games its owner won, Black and White.
    owned_and_won: Vec<[u32; 2]>,
    fates: Vec<Fate>,
    leads: Vec<f32>,
    /// The owners of every point in each lot of games.
    lots: Vec<Vec<f64>>,
}

impl Tally {
    pub(crate) fn of(batch: &Batch) -> Tally {
        let position = batch.position();
        let size = position.size();
        let chains: Vec<(Point, Fate)> = position
            .board()
            .chains()
            .filter_map(|chain| {
                let fate = Fate { stones: *chain.stones(), color: chain.color(), n_survived: 0, n_seki: 0, n_games: 0 };
                Some((chain.stones().first()?, fate))
            })
            .collect();
        let correction = batch.correction();
        let begin = || Tally {
            size,
            n_games: 0,
            n_unfinished: 0,
            owned: vec![[0; 2]; size.area()],
            owned_and_won: vec![[0; 2]; size.area()],
            fates: chains.iter().map(|(_, fate)| *fate).collect(),
            leads: Vec::new(),
            lots: Vec::new(),
        };
        let see = |tally: &mut Tally, _, game: &Game| {
            tally.n_games += 1;
            tally.n_unfinished += usize::from(!game.is_finished());
            let lead = f64::from(game.area_lead()) + correction;
            tally.leads.push(lead as f32);
            let winner = if lead > 0.0 { stone(Color::Black) } else { stone(Color::White) };
            let won = u32::from(lead != 0.0);
            for (i, owner) in game.raw_owners().enumerate() {
                if owner > 0 {
                    let side = usize::from(owner - 1);
                    tally.owned[i][side] += 1;
                    tally.owned_and_won[i][side] += won & u32::from(owner == winner);
                }
            }
            for (fate, (first, _)) in tally.fates.iter_mut().zip(&chains) {
                fate.n_games += 1;
                if game.owner(*first) == Some(fate.color) {
                    fate.n_survived += 1;
                    fate.n_seki += usize::from(game.is_seki(*first));
                }
            }
        };
        let mut whole = begin();
        for numbers in batch.lots() {
            let lot = batch.fold_some(numbers, begin, see, Tally::add);
            whole.lots.push(lot.owners());
            whole.add(lot);
        }
        whole
    }

    /// Adds the games of another part of the batch, or of another batch from the same position.
    pub(crate) fn add(&mut self, other: Tally) {
        self.n_games += other.n_games;
        self.n_unfinished += other.n_unfinished;
        for (mine, more) in [(&mut self.owned, &other.owned), (&mut self.owned_and_won, &other.owned_and_won)] {
            for (here, there) in mine.iter_mut().zip(more) {
                here[0] += there[0];
                here[1] += there[1];
            }
        }
        for (fate, more) in self.fates.iter_mut().zip(&other.fates) {
            fate.n_survived += more.n_survived;
            fate.n_seki += more.n_seki;
            fate.n_games += more.n_games;
        }
        self.leads.extend(other.leads);
        self.lots.extend(other.lots);
    }

    /// How many games were played.
    #[must_use]
    pub fn n_games(&self) -> usize {
        self.n_games
    }

    /// How many of them came to the bound on their length.
    #[must_use]
    pub fn n_unfinished(&self) -> usize {
        self.n_unfinished
    }

    /// In how many games a point was Black's, and in how many White's.
    #[must_use]
    pub fn n_owned(&self, point: Point) -> [usize; 2] {
        self.owned.get(self.size.index(point)).map_or([0; 2], |n| n.map(|n| n as usize))
    }

    /// The owner of every point, row by row: from −1, always White's, to +1, always Black's.
    #[must_use]
    pub fn owners(&self) -> Vec<f64> {
        let n = self.n_games.max(1) as f64;
        self.owned.iter().map(|&[black, white]| (f64::from(black) - f64::from(white)) / n).collect()
    }

    /// The same for each lot of games.
    pub(crate) fn lots(&self) -> &[Vec<f64>] {
        &self.lots
    }

    /// The chains of the position, in the order of their first stones.
    #[must_use]
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// What becomes of the chain on a point.
    #[must_use]
    pub fn fate(&self, point: Point) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.stones.contains(point))
    }

    /// Black's lead in each game, in points under the rules of the position, in the order of the games.
    #[must_use]
    pub fn leads(&self) -> &[f32] {
        &self.leads
    }

    /// Black's lead in the middle of all games: half of them end with more. A few games in which a large group dies move an
    /// average far, but not this.
    #[must_use]
    pub fn lead(&self) -> f64 {
        let mut sorted = self.leads.clone();
        sorted.sort_by(f32::total_cmp);
        let n = sorted.len();
        match n {
            0 => 0.0,
            _ => (f64::from(sorted[(n - 1) / 2]) + f64::from(sorted[n / 2])) / 2.0,
        }
    }

    /// The standard deviation of the lead.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let mean = self.leads.iter().map(|&lead| f64::from(lead)).sum::<f64>() / self.n_games.max(1) as f64;
        let squares: f64 = self.leads.iter().map(|&lead| (f64::from(lead) - mean).powi(2)).sum();
        (squares / self.n_games.max(1) as f64).sqrt()
    }

    /// The share of games that a colour wins; a draw is half a win.
    #[must_use]
    pub fn chance(&self, color: Color) -> f64 {
        let half_wins: u32 = self.leads.iter().map(|&lead| half_wins(f64::from(lead) * color.sign())).sum();
        f64::from(half_wins) / 2.0 / self.n_games.max(1) as f64
    }

    /// For every point, row by row, how much owning it goes with winning: the share of games in which its owner wins, less what that
    /// would be if the two had nothing to do with each other (Coulom, "Criticality: a Monte-Carlo heuristic for Go programs", 2009).
    #[must_use]
    pub fn criticality(&self) -> Vec<f64> {
        let n = self.n_games.max(1) as f64;
        let won = |color: Color| self.leads.iter().filter(|&&lead| f64::from(lead) * color.sign() > 0.0).count() as f64;
        let chances = [won(Color::Black) / n, won(Color::White) / n];
        let of = |(owned, both): (&[u32; 2], &[u32; 2])| {
            (0..2).map(|side| f64::from(both[side]) / n - f64::from(owned[side]) / n * chances[side]).sum()
        };
        self.owned.iter().zip(&self.owned_and_won).map(of).collect()
    }
}

/// Two for a win, one for a draw.
fn half_wins(lead: f64) -> u32 {
    u32::from(lead > 0.0) + u32::from(lead >= 0.0)
}
