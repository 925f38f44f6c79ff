//! Races: two groups, each of which lives only if the other dies.

use goban::{Move, Point, PointSet, Position};

use super::ask::Question;
use super::field::Field;
use super::life::Death;
use super::scene::{SPOILS, Scene, linked};
use super::{Answer, Bounds, Success};

/// How many moves a group is from being taken, at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Liberties {
    /// Liberties that the rival does not share.
    pub outer: usize,
    /// Liberties that both groups have.
    pub shared: usize,
}

/// What reading found about a race, one side moving first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// Whether the side that moves first saves its own group.
    pub save: Answer,
    /// Whether it takes the other one.
    pub take: Answer,
    /// The move to play: a pass where nothing has to be done, or nothing helps.
    pub first: Move,
    /// The liberties of its own group and of the other.
    pub liberties: [Liberties; 2],
}

/// The race of the groups of the stones on `own` and `other`, the owner of `own` moving first; none unless the two stones have
/// different colours.
#[must_use]
pub fn race(position: &Position, own: Point, other: Point, bounds: &Bounds) -> Option<Race> {
    let first = position.board().get(own)?;
    if position.board().get(other)? == first {
        return None;
    }
    let mut question = Question::new(position, first, bounds);
    let groups = linked(&question.field);
    let stones = |point: Point| {
        groups.iter().find(|group| group.stones.contains(point)).map_or(PointSet::EMPTY, |group| group.stones)
    };
    let (own_stones, other_stones) = (stones(own), stones(other));
    let liberties = count(&question.field, &own_stones, &other_stones);
    let few = |point: Point| question.field.chain(point).is_none_or(|chain| chain.n_stones < SPOILS);
    let (few_own, few_other) = (few(own), few(other));
    let mut killing = Death::in_race(Scene::of_race(&question.field, other, own, &own_stones), few_other);
    let take = question.ask(&mut killing, first);
    let mut dying = Death::in_race(Scene::of_race(&question.field, own, other, &other_stones), few_own);
    let mut save = question.ask(&mut dying, first);
    // Whoever takes the other group lives by that.
    if (!save.proved || !few_other) && take.success.worth() > save.success.worth() {
        save = Answer { nodes: take.nodes + save.nodes, ..take.clone() };
    }
    let first = match (save.success, take.success) {
        (Success::No, Success::No) => Move::Pass,
        (_, Success::No) => save.first.unwrap_or(Move::Pass),
        // Nothing has to be played where the other side comes too late even if it moves first.
        (Success::Yes, Success::Yes) if question.ask(&mut killing, !first).known() == Some(Success::No) => Move::Pass,
        _ => take.first.unwrap_or(Move::Pass),
    };
    Some(Race { save, take, first, liberties })
}

fn count(field: &Field, own: &PointSet, other: &PointSet) -> [Liberties; 2] {
    let empty = field.empty();
    let (a, b) = (own.grown() & empty, other.grown() & empty);
    let shared = (a & b).len();
    [Liberties { outer: a.len() - shared, shared }, Liberties { outer: b.len() - shared, shared }]
}
