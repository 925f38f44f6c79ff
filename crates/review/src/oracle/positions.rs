//! The positions of a line, as somebody can be asked about them.

use std::sync::Arc;

use goban::{BoardSize, Color, Move, Position};
use model::{Judgement, Subject};
use record::Ply;

use crate::Replayed;

/// The positions of a line, or some that stand alone, as a judge can be asked about them: stretches in which only legal moves change the
/// board.
#[derive(Clone, Debug)]
pub struct Positions {
    pub(super) stretches: Vec<Stretch>,
    pub(super) keys: Vec<u64>,
    pub(super) wanted: Vec<bool>,
}

#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// The number of the ply after which it begins.
    pub(super) at: usize,
    pub(super) start: Arc<Position>,
    /// The plies, each with the position after it.
    pub(super) steps: Vec<(Ply, Position)>,
}

impl Stretch {
    fn begin(at: usize, start: &Position) -> Stretch {
        Stretch { at, start: Arc::new(start.clone()), steps: Vec::new() }
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        self.steps.iter().map(|(ply, _)| (ply.color, ply.mv))
    }

    /// The position after so many of its moves.
    pub(super) fn position(&self, turn: usize) -> &Position {
        turn.checked_sub(1).map_or(&*self.start, |last| &self.steps[last].1)
    }

    /// Who is asked to move after so many of its moves: whoever does in the record, else whose turn it is.
    pub(super) fn to_move(&self, turn: usize) -> Color {
        self.steps.get(turn).map_or_else(|| self.position(turn).to_move(), |(ply, _)| ply.color)
    }

    /// What tells the way to a position apart from others, and what was played there.
    pub(super) fn way(&self, turn: usize) -> u64 {
        let step = |(color, mv): (Color, Move)| {
            let at = mv.point().map_or(0, |point| 1 + (point.row() * BoardSize::MAX + point.column()) as u64);
            2 * at + color as u64
        };
        mix(self.moves().take(turn + 1).map(step))
    }
}

impl Positions {
    /// The start of a line and the positions after its moves.
    #[must_use]
    pub fn of(line: &Replayed<'_>) -> Positions {
        let mut stretches = vec![Stretch::begin(0, line.start())];
        let mut keys = vec![key(line.start())];
        for (ply, position) in line.steps() {
            keys.push(key(position));
            if ply.edited || ply.illegal.is_some() {
                stretches.push(Stretch::begin(ply.number, position));
            } else if let Some(stretch) = stretches.last_mut() {
                stretch.steps.push((ply.clone(), position.clone()));
            }
        }
        let wanted = vec![true; keys.len()];
        Positions { stretches, keys, wanted }
    }

    /// Positions of which nobody knows how they came about; each of them may have its own board and rules.
    #[must_use]
    pub fn alone(positions: &[Position]) -> Positions {
        Positions {
            stretches: positions.iter().enumerate().map(|(at, position)| Stretch::begin(at, position)).collect(),
            keys: positions.iter().map(key).collect(),
            wanted: vec![true; positions.len()],
        }
    }

    /// The same line, of which only some positions are to be judged, by the number of moves before them.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(usize) -> bool) -> Positions {
        self.wanted.iter_mut().enumerate().for_each(|(ply, is)| *is = wanted(ply));
        self
    }

    /// Who is ahead, by how much, and whose the points are where our own search said this of the position after so many plies, set right by learned
    /// owners. They name the winner more often than the games of a search do; what a move cost is read from the games.
    #[must_use]
    pub(super) fn outlook(&self, ply: usize, prior: Option<&Subject>, mut judgement: Judgement) -> Judgement {
        if let Some(stretch) = self.stretches.iter().rfind(|stretch| stretch.at <= ply) {
            search::set_right(stretch.position(ply - stretch.at), prior, &mut judgement);
        }
        judgement
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none; of a line there is always the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// What tells positions apart for an engine: the stones, who moves, what ko forbids, and how it is counted.
fn key(position: &Position) -> u64 {
    let rules = position.rules();
    mix([
        position.board().hash(),
        position.size().get() as u64,
        u64::from(position.to_move() == Color::White),
        position.ko().map_or(0, |point| position.size().index(point) as u64 + 1),
        rules.komi.to_bits(),
        rules.scoring as u64,
    ])
}

/// One number that tells lists of numbers apart.
pub(super) fn mix(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, part| (hash ^ part).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_hand_begin_a_stretch() {
        let game = sgf::read(b"(;SZ[9];B[ee];W[ge];AB[aa];B[cc];W[cc])").games.remove(0);
        let positions = Positions::of(&Replayed::new(&game, &game.main_line(), None).unwrap());
        let stretches: Vec<(usize, usize)> = positions.stretches.iter().map(|s| (s.at, s.steps.len())).collect();
        assert_eq!((positions.len(), stretches), (5, vec![(0, 2), (3, 0), (4, 0)]));
    }

    #[test]
    fn a_position_that_stands_alone_is_known_as_in_its_game() {
        let game = sgf::read(b"(;SZ[9]KM[7];B[ee];W[ge])").games.remove(0);
        let line = Replayed::new(&game, &game.main_line(), None).unwrap();
        let small = Position::new(BoardSize::new(5).unwrap(), *line.start().rules());
        let alone = Positions::alone(&[line.end().clone(), small]);
        assert_eq!(alone.keys[0], Positions::of(&line).keys[2]);
        let stretches: Vec<(usize, usize)> = alone.stretches.iter().map(|s| (s.at, s.steps.len())).collect();
        assert_eq!((alone.len(), stretches), (2, vec![(0, 0), (1, 0)]));
    }
}
