//! What becomes of a space that one side has all around it: whether its opponent can keep it from making two eyes of it, and then fill it.
//!
//! Small spaces come again and again, so what was found of one is remembered, wherever on the board it lies.

use std::cell::RefCell;
use std::collections::HashMap;

use goban::PointSet;

/// Larger spaces are left to reading.
const MOST_POINTS: usize = 8;
/// A space is kept as bits with rows of this length, the last column of which stays free, so that shifts lead nowhere.
const STRIDE: usize = 8;
/// So many spaces are remembered, which take some megabytes.
const MOST_KNOWN: usize = 1 << 18;

/// A space with the opponent's stones in it. The owner's stones in it have made it smaller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Space {
    points: u64,
    stones: u64,
}

/// What is asked of a space.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    Taken,
    Dead,
    Alive,
}

thread_local! {
    static KNOWN: RefCell<HashMap<(Space, Asked, bool), bool>> = RefCell::default();
}

fn beside(points: u64) -> u64 {
    points << 1 | points >> 1 | points << STRIDE | points >> STRIDE
}

fn flooded(mut from: u64, within: u64) -> u64 {
    loop {
        let next = (from | beside(from)) & within;
        if next == from {
            return from;
        }
        from = next;
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

impl Space {
    /// The space of these points with the opponent's stones in it; none if it is too large.
    pub(crate) fn new(points: &PointSet, stones: &PointSet) -> Option<Space> {
        if points.len() > MOST_POINTS {
            return None;
        }
        let top = points.iter().map(|point| point.row()).min().unwrap_or(0);
        let left = points.iter().map(|point| point.column()).min().unwrap_or(0);
        let mut space = Space { points: 0, stones: 0 };
        for point in points {
            let (row, column) = (point.row() - top, point.column() - left);
            if row >= STRIDE || column >= STRIDE - 1 {
                return None;
            }
            let bit = 1 << (row * STRIDE + column);
            space.points |= bit;
            if stones.contains(point) {
                space.stones |= bit;
            }
        }
        Some(space)
    }

    /// Whether the opponent takes whoever has nothing but this space, and no liberties outside.
    pub(crate) fn is_taken(self, attacker_moves: bool) -> bool {
        self.known(Asked::Taken, attacker_moves)
    }

    /// Whether it is so however many liberties there are outside, which have to be taken first: nothing that the owner plays meanwhile helps.
    pub(crate) fn is_dead(self, attacker_moves: bool) -> bool {
        self.known(Asked::Dead, attacker_moves)
    }

    /// Whether the owner makes two eyes of it, with no liberties outside. All of the space has to be beside the owner's stones around it.
    pub(crate) fn is_alive(self, attacker_moves: bool) -> bool {
        self.known(Asked::Alive, attacker_moves)
    }

    fn known(self, asked: Asked, attacker_moves: bool) -> bool {
        let key = (self, asked, attacker_moves);
        if let Some(found) = KNOWN.with_borrow(|known| known.get(&key).copied()) {
            return found;
        }
        let found = self.find(asked, attacker_moves);
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(key, found);
        });
        found
    }

    fn find(self, asked: Asked, attacker_moves: bool) -> bool {
        let lowest = self.points & self.points.wrapping_neg();
        let is_split = flooded(lowest, self.points) != self.points;
        let is_one_eye = self.points.count_ones() <= 2;
        if is_split || is_one_eye {
            return is_split == (asked == Asked::Alive);
        }
        let is_last_liberty = self.empty().count_ones() == 1;
        match (asked, attacker_moves) {
            (Asked::Taken, true) => is_last_liberty || self.attacks().any(|next| next.is_taken(false)),
            (Asked::Taken, false) => self.is_taken(true) && self.answers().all(|next| next.is_taken(true)),
            (Asked::Dead, true) => self.is_dead(false) || self.attacks().any(|next| next.is_dead(false)),
            (Asked::Dead, false) => self.is_taken(false) && self.answers().all(|next| next.is_dead(true)),
            // Whoever lives only as long as the opponent stays away has no two eyes.
            (Asked::Alive, true) => {
                !is_last_liberty && self.is_alive(false) && self.attacks().all(|next| next.is_alive(false))
            }
            (Asked::Alive, false) => self.answers().any(|next| next.is_alive(true)),
        }
    }

    fn empty(self) -> u64 {
        self.points & !self.stones
    }

    /// After every move of the opponent that leaves its stones a liberty.
    fn attacks(self) -> impl Iterator<Item = Space> {
        bits(self.empty()).filter_map(move |point| {
            let stones = self.stones | point;
            let chain = flooded(point, stones);
            (beside(chain) & self.points & !stones != 0).then_some(Space { stones, ..self })
        })
    }

    /// After every move of the owner, which takes what has no liberties left.
    fn answers(self) -> impl Iterator<Item = Space> {
        bits(self.empty()).map(move |point| {
            let points = self.points & !point;
            let empty = self.empty() & !point;
            Space { points, stones: flooded(beside(empty) & self.stones, self.stones) }
        })
    }
}

#[cfg(test)]
mod tests {
    use goban::Diagram;

    use super::*;

    /// A drawing of the space: stones of the opponent are X, its empty points +.
    fn space(drawn: &str) -> Space {
        let (mut points, mut stones) = (0, 0);
        for (row, line) in drawn.lines().map(str::trim).filter(|line| !line.is_empty()).enumerate() {
            for (column, cell) in line.split(' ').enumerate().filter(|(_, cell)| *cell != ".") {
                let bit = 1 << (row * STRIDE + column);
                points |= bit;
                stones |= if cell == "X" { bit } else { 0 };
            }
        }
        Space { points, stones }
    }

    fn told(drawn: &str) -> [bool; 2] {
        let space = space(drawn);
        let dead = [true, false].map(|attacker_moves| space.is_dead(attacker_moves));
        assert_eq!(dead, [true, false].map(|attacker_moves| space.is_taken(attacker_moves)), "{drawn}");
        assert_eq!(dead, [true, false].map(|attacker_moves| !space.is_alive(attacker_moves)), "{drawn}");
        dead
    }

    const DEAD: [bool; 2] = [true, true];
    const CRITICAL: [bool; 2] = [true, false];
    const ALIVE: [bool; 2] = [false, false];

    #[test]
    fn textbook_spaces_are_known() {
        assert_eq!(told("+"), DEAD);
        assert_eq!(told("+ +"), DEAD);
        assert_eq!(told("+ + +"), CRITICAL);
        assert_eq!(told("+ X +"), DEAD);
        assert_eq!(told("X + +"), CRITICAL);
        assert_eq!(told("+ + + +"), ALIVE);
        assert_eq!(told("+ + \n + +"), DEAD);
        assert_eq!(told(". + . \n + + +"), CRITICAL);
        assert_eq!(told(". + . \n + + + \n . + ."), CRITICAL);
        assert_eq!(told("+ + . \n + + +"), CRITICAL);
        assert_eq!(told("+ + . \n + X +"), DEAD);
        assert_eq!(told("+ + + \n + + +"), ALIVE);
        assert_eq!(told(". + . \n + + + \n . + + "), CRITICAL);
        assert_eq!(told("+ + + + +"), ALIVE);
        assert_eq!(told("+ . \n + + \n . + +"), ALIVE);
    }

    #[test]
    fn who_would_have_to_fill_a_space_in_vain_does_not() {
        // Three stones in a row of five: one more, and they leave four.
        assert_eq!([true, false].map(|moves| space("+ X X X +").is_taken(moves)), ALIVE);
        assert_eq!([true, false].map(|moves| space("+ X X X +").is_dead(moves)), ALIVE);
        // It has no two eyes either.
        assert_eq!([true, false].map(|moves| space("+ X X X +").is_alive(moves)), [false, false]);
    }

    #[test]
    fn spaces_are_the_same_wherever_they_lie() {
        let setup = Diagram::parse(
            "
            . . . . .
            . . . . .
            . . X O .
            . . . X O
            . . . . .",
        )
        .unwrap();
        let at =
            |names: [&str; 3]| names.iter().map(|name| setup.size.parse_vertex(name).unwrap()).collect::<PointSet>();
        let [low, high] =
            [at(["A1", "B1", "C1"]), at(["C5", "D5", "E5"])].map(|set| Space::new(&set, &PointSet::EMPTY));
        assert_eq!(low, high);
        assert!(Space::new(&setup.size.all_points(), &PointSet::EMPTY).is_none());
    }
}
