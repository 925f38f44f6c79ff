//! What becomes of chains, for energies that know life and death.

use goban::{Board, Color, Point, PointSet, Position, Rules, Setup, Symmetry};
use tactics::{Bounds, Certain, Certainty, Status};

/// How far the life of a group is read.
const BOUNDS: Bounds = Bounds { nodes: 2_000, memory: 4 << 20 };

/// Two eyes are life, and more are no more than that.
pub(crate) const EYES_OF_LIFE: usize = 2;

/// A space with more than one of so many points of the board is nobody's eye.
const SHARE_OF_AN_EYE: usize = 8;

/// Who says which chains live and which are dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// Nobody: the paper has no life and death.
    Off,
    /// The rules alone: what cannot be taken whatever is played (Benson's life), and what stands in such a chain's territory.
    Benson,
    /// Reading as well, as far as a little of it proves something.
    Read,
}

/// What becomes of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It lives.
    Alive,
    /// It is dead, and its opponent's.
    Dead,
}

/// The stones whose fate is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Fates {
    alive: PointSet,
    dead: PointSet,
}

impl Fates {
    /// What becomes of the stones of a board.
    pub(crate) fn of(board: &Board, life: Life) -> Fates {
        let mut fates = Fates::default();
        if life == Life::Off {
            return fates;
        }
        let certain = Certain::of(board);
        let stones = board.stones().black | board.stones().white;
        for stone in stones {
            match certain.at(stone) {
                Certainty::Alive => drop(fates.alive.insert(stone)),
                Certainty::Dead => drop(fates.dead.insert(stone)),
                Certainty::Territory(_) | Certainty::Undecided => {}
            }
        }
        if life == Life::Read {
            fates.read(board);
        }
        fates
    }

    /// Reads what is not certain. How far a bounded search comes may depend on how the board lies and who has which colour, and an energy must not: it is read as it
    /// lies first in order, and where several ways are first, what they agree on counts.
    fn read(&mut self, board: &Board) {
        let plain = Setup::from(board);
        let lie = |symmetry: Symmetry, swap: bool| {
            let turned = plain.transformed(symmetry);
            if swap { turned.color_swapped() } else { turned }
        };
        let ways = || Symmetry::ALL.into_iter().flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
        let rank = |setup: &Setup| (setup.stones.black, setup.stones.white);
        let Some(first) = ways().map(|(symmetry, swap)| rank(&lie(symmetry, swap))).min() else { return };
        let mut agreed: Option<Fates> = None;
        for (symmetry, swap) in ways() {
            let setup = lie(symmetry, swap);
            if rank(&setup) != first {
                continue;
            }
            let back = |set: PointSet| symmetry.inverse().apply_set(setup.size, &set);
            let there = |set: PointSet| symmetry.apply_set(setup.size, &set);
            // Who moves first does not matter: both are asked.
            let setup = Setup { to_move: Color::Black, ..setup.clone() };
            let found = Fates::found(&setup, there(self.alive | self.dead));
            let (alive, dead) = (back(found.alive), back(found.dead));
            agreed = Some(match agreed {
                None => Fates { alive, dead },
                Some(before) => Fates { alive: before.alive & alive, dead: before.dead & dead },
            });
        }
        if let Some(agreed) = agreed {
            self.alive |= agreed.alive;
            self.dead |= agreed.dead;
        }
    }

    /// What reading finds about the stones that are not settled.
    fn found(setup: &Setup, settled: PointSet) -> Fates {
        let mut fates = Fates::default();
        let Ok(position) = Position::from_setup(setup, Rules::JAPANESE) else { return fates };
        for (_, stones) in tactics::groups(&position) {
            let open = stones - settled;
            let Some(stone) = open.first() else { continue };
            match tactics::life(&position, stone, &BOUNDS).map(|life| life.status) {
                Some(Status::Alive | Status::Seki) => fates.alive |= open,
                Some(Status::Dead) => fates.dead |= open,
                _ => {}
            }
        }
        fates
    }

    /// What becomes of the chain of a stone, if that is known.
    pub(crate) fn at(&self, stone: Point) -> Option<Fate> {
        if self.alive.contains(stone) { Some(Fate::Alive) } else { self.dead.contains(stone).then_some(Fate::Dead) }
    }

    /// How many spaces a chain alone encloses, with nothing in them but dead stones of its opponent: its eyes, of any size.
    pub(crate) fn eyes(&self, board: &Board, color: Color, stones: &PointSet) -> usize {
        let size = board.size();
        let all = size.all_points();
        let rivals = board.stones()[!color] - self.dead;
        let beside = (stones.grown() & all) - board.stones()[color];
        let mut rest = beside;
        let mut eyes = 0;
        while let Some(first) = rest.first() {
            let space = PointSet::from(first).flooded(&(all - board.stones()[color]));
            rest -= space;
            let border = (space.grown() & all) - space;
            let small = space.len() * SHARE_OF_AN_EYE <= size.area();
            eyes += usize::from(small && !space.meets(&rivals) && border.is_subset(stones));
        }
        eyes
    }
}
