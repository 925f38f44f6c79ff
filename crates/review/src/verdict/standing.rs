//! What becomes of the groups of a position.

use std::collections::HashMap;

use goban::{Color, PointSet, Position};
use model::Judgement;
use playout::Status;
use tactics::{Bounds, Life};

/// How a group stands after a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Its stones.
    pub stones: PointSet,
    /// Whose it is.
    pub color: Color,
    /// What becomes of it.
    pub status: Status,
    /// How that is known.
    pub by: Grounds,
    /// Where it is killed or saved, if it hangs on who plays there first.
    pub vital: PointSet,
}

/// How it is known what becomes of a group.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Grounds {
    /// By reading to the end.
    Proof,
    /// By whose its points become where our own search looks ahead.
    Futures,
    /// By whom an engine gives its points.
    Engine,
}

impl Grounds {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grounds::Proof => "proof",
            Grounds::Futures => "futures",
            Grounds::Engine => "engine",
        }
    }
}

/// A group is read no further than this: there are hundreds of them in a game.
const BOUNDS: Bounds = Bounds { nodes: 4_000, memory: 8 << 20 };

/// Smaller groups are not read.
const LEAST: usize = 2;

/// The stones of a group belong to their owner for sure from here on, as owners go from −1 to 1.
const SURE: f64 = 0.45;

/// How far around a group stones matter to its reading, in steps.
const REACH: usize = 4;

/// Says how groups stand, and remembers what it read of those that nothing happened to.
#[derive(Default)]
pub(crate) struct Reader {
    known: HashMap<(PointSet, [PointSet; 2]), Option<Life>>,
}

impl Reader {
    /// How all groups of a position stand.
    pub(crate) fn standings(&mut self, position: &Position, judgement: &Judgement, own: bool) -> Vec<Standing> {
        let Some(owners) = &judgement.ownership else { return Vec::new() };
        let size = position.size();
        let by = if own { Grounds::Futures } else { Grounds::Engine };
        let stand = |(color, stones): (Color, PointSet)| {
            let sum: f64 = stones.iter().map(|stone| owners[size.index(stone)]).sum();
            let mean = color.sign() * sum / stones.len().max(1) as f64;
            let status = match mean {
                mean if mean >= SURE => Status::Alive,
                mean if mean <= -SURE => Status::Dead,
                _ => Status::Unsettled,
            };
            let mut standing = Standing { stones, color, status, by, vital: PointSet::EMPTY };
            if status == Status::Unsettled && stones.len() >= LEAST {
                self.read(position, &mut standing);
            }
            standing
        };
        tactics::groups(position).into_iter().map(stand).collect()
    }

    /// Lets a proof decide, where there is one.
    fn read(&mut self, position: &Position, standing: &mut Standing) {
        let around = (0..REACH).fold(standing.stones, |set, _| set.grown());
        let stones = position.board().stones();
        let scene = (standing.stones, [stones.black & around, stones.white & around]);
        let life = self
            .known
            .entry(scene)
            .or_insert_with(|| standing.stones.first().and_then(|stone| tactics::life(position, stone, &BOUNDS)));
        let Some(life) = life else { return };
        let status = match life.status {
            tactics::Status::Alive => Status::Alive,
            tactics::Status::Seki => Status::Seki,
            tactics::Status::Dead => Status::Dead,
            tactics::Status::Critical | tactics::Status::Ko => Status::Unsettled,
            tactics::Status::Unknown => return,
        };
        (standing.status, standing.by) = (status, Grounds::Proof);
        if status == Status::Unsettled {
            let firsts = [&life.kill, &life.save].map(|answer| answer.first.and_then(|mv| mv.point()));
            standing.vital = firsts.into_iter().flatten().collect();
        }
    }
}
