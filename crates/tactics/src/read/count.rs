//! Races by counting liberties, as textbooks do (M. Müller: Race to capture, 1999).

use std::cmp::Ordering;

use goban::{Color, Point, PointSet};

use super::field::{Chain, Field};

/// How many moves it takes to fill an eye of so many points, from one to six: a larger shape is taken and played into again.
const FILLED_IN: [usize; 6] = [1, 2, 3, 5, 8, 12];
/// An eye of so many points is two eyes once its owner plays there, unless the opponent has.
const DIVISIBLE: usize = 3;

/// How many moves a group is from being taken, at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Liberties {
    /// Liberties that the rival does not share, with the moves that have to be made before some of them can be taken.
    pub outer: usize,
    /// Liberties that both groups have.
    pub shared: usize,
    /// The moves that it takes to fill its eye.
    pub eye: usize,
    /// The points of its eye, stones of the rival included.
    pub eye_points: usize,
}

impl Liberties {
    /// What nobody but the rival takes away.
    fn own(&self) -> usize {
        self.outer + self.eye
    }

    /// Of two eyes the one that is larger in this counts; small ones are alike.
    fn rank(&self) -> usize {
        if self.eye_points == 0 { 0 } else { self.eye_points.max(DIVISIBLE) }
    }

    /// Whether this side takes the other group, moving first or second. Shared liberties are the last to be filled: they are those of the side with
    /// the better eye, and between equals whoever has to fill them loses as many moves.
    fn takes(&self, other: &Liberties, moves_first: bool) -> bool {
        let (own, others) = (self.own() + usize::from(moves_first), other.own());
        let shared = self.shared;
        match self.rank().cmp(&other.rank()) {
            _ if shared == 0 => own > others,
            Ordering::Greater => own + shared > others,
            Ordering::Equal if self.rank() == 0 => own >= others + shared,
            _ => own > others + shared,
        }
    }
}

/// What counting says of a race, for the side that moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub(crate) saves: bool,
    pub(crate) takes: bool,
    /// What to play; none where a pass does as well.
    pub(crate) first: Option<Point>,
}

/// A group in a race.
struct Side<'a> {
    color: Color,
    stones: &'a PointSet,
    liberties: PointSet,
    /// What only its own stones enclose.
    eyes: Vec<PointSet>,
    outer: PointSet,
}

impl Side<'_> {
    fn of<'a>(field: &Field, color: Color, stones: &'a PointSet, rivals: &PointSet) -> Side<'a> {
        let liberties = stones.grown() & field.empty();
        let board = field.size().all_points();
        let eyes: Vec<PointSet> = (board - field.stones()[color])
            .components()
            .filter(|space| {
                space.meets(&liberties)
                    && !space.meets(rivals)
                    && ((space.grown() & board) - *space).is_subset(stones)
                    && space.len() <= FILLED_IN.len()
            })
            .collect();
        let inside = eyes.iter().fold(PointSet::EMPTY, |all, eye| all | *eye);
        let outer = liberties - (rivals.grown() & field.empty()) - inside;
        Side { color, stones, liberties, eyes, outer }
    }

    fn counted(&self, field: &Field, other: &Side<'_>) -> Liberties {
        let points = |eye: &PointSet| eye.len();
        let eye = self.eyes.iter().max_by_key(|eye| points(eye));
        let inside = |eye: &PointSet| (*eye & field.stones()[!self.color]).len();
        Liberties {
            outer: self.outer.iter().map(|point| 1 + usize::from(self.is_out_of_reach(field, point))).sum(),
            shared: (self.liberties & other.liberties).len(),
            eye: eye.map_or(0, |eye| (FILLED_IN[eye.len() - 1].saturating_sub(inside(eye))).max(1)),
            eye_points: eye.map_or(0, points),
        }
    }

    /// Whether the rival would be taken on a liberty and has to come nearer first.
    fn is_out_of_reach(&self, field: &Field, point: Point) -> bool {
        !field.has_room(!self.color, point) || field.liberties_after(!self.color, point) <= 1
    }

    /// The points that a stone on a liberty would win.
    fn won(&self, field: &Field, point: Point) -> usize {
        let free = |near: &Point| field.is_empty(*near) && !self.liberties.contains(*near);
        field.size().neighbors(point).filter(free).count()
    }

    /// Whether nothing is left to it but to have its liberties filled: no way out, no friends, no stones to take, and no second eye.
    fn is_shut_in(&self, field: &Field, other: &Side<'_>) -> bool {
        let friends = field.stones()[self.color] - *self.stones;
        let joins = |point: &Point| PointSet::from(*point).grown().meets(&friends);
        let is_weak = |chain: &Chain| chain.n_liberties == 1 && !chain.stones.meets(other.stones);
        let divisible = |eye: &PointSet| eye.len() >= DIVISIBLE && !eye.meets(&field.stones()[!self.color]);
        let inside = self.eyes.iter().fold(PointSet::EMPTY, |all, eye| all | *eye);
        self.eyes.len() <= 1
            && !self.eyes.iter().any(divisible)
            && !(self.liberties - inside).iter().any(|point| joins(&point))
            && !self.outer.iter().any(|point| self.won(field, point) > 1)
            && !field
                .chains_around(*self.stones, !self.color)
                .any(|chain| is_weak(chain) && !chain.stones.meets(&inside))
    }
}

/// The liberties of two groups of different colours, and what they say of the race if the first one's owner moves: nothing, unless both are shut in.
pub(crate) fn count(
    field: &Field,
    own: &PointSet,
    other: &PointSet,
    color: Color,
) -> ([Liberties; 2], Option<Counted>) {
    let sides = [Side::of(field, color, own, other), Side::of(field, !color, other, own)];
    let [one, two] = &sides;
    let (mine, theirs) = (one.counted(field, two), two.counted(field, one));
    let clear = one.is_shut_in(field, two) && two.is_shut_in(field, one);
    let counted = clear.then(|| {
        let takes = mine.takes(&theirs, true);
        let saves = takes || !theirs.takes(&mine, false);
        let idle_takes = mine.takes(&theirs, false);
        let idle_saves = idle_takes || !theirs.takes(&mine, true);
        let needed = (takes, saves) != (idle_takes, idle_saves);
        Counted { saves, takes, first: needed.then(|| nearest(field, one, two)).flatten() }
    });
    ([mine, theirs], counted)
}

/// What to fill first: outer liberties, best where the rival would win others, then shared ones, the eye at last.
fn nearest(field: &Field, own: &Side<'_>, other: &Side<'_>) -> Option<Point> {
    let worth = |point: &Point| {
        let outer = other.outer.contains(*point);
        let safe = outer && !other.is_out_of_reach(field, *point);
        let shared = own.liberties.contains(*point);
        (safe, outer, shared, other.won(field, *point), field.liberties_after(own.color, *point))
    };
    let free = other.liberties.iter().filter(|point| field.has_room(own.color, *point));
    // The first of the best.
    free.min_by_key(|point| std::cmp::Reverse(worth(point)))
}
