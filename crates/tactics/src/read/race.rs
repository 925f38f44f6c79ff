//! Races: two groups, each of which lives only if the other dies.

use goban::{Color, Move, Point, PointSet, Position};

use super::ask::Question;
use super::count::{Counted, Liberties, count};
use super::life::{Death, Living};
use super::scene::{SPOILS, Scene, linked};
use super::{Answer, Bounds, Success};

/// Which part of the bound goes into whether one of the groups lives by itself.
const SHARE_OF_LIFE: usize = 10;

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
    /// Whether the answers that are not proved come from these liberties: both groups are shut in, and counting tells.
    pub counted: bool,
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
    let (liberties, counted) = count(&question.field, &own_stones, &other_stones, first);
    if let Some((save, take)) = apart(&mut question, bounds, [(own, &own_stones), (other, &other_stones)], first) {
        let first = if take.success == Success::No { save.first } else { take.first };
        let (first, counted) = (first.unwrap_or(Move::Pass), false);
        return Some(Race { save, take, first, liberties, counted });
    }
    let few = |point: Point| question.field.chain(point).is_none_or(|chain| chain.n_stones < SPOILS);
    let (few_own, few_other) = (few(own), few(other));
    let mut killing = Death::in_race(Scene::of_race(&question.field, other, own, &own_stones), few_other);
    let take = question.ask_in_race(&mut killing, first);
    let mut dying = Death::in_race(Scene::of_race(&question.field, own, other, &other_stones), few_own);
    let mut save = question.ask_in_race(&mut dying, first);
    // Whoever takes the other group lives by that.
    if (!save.proved || !few_other) && take.success.worth() > save.success.worth() {
        save = Answer { nodes: take.nodes + save.nodes, ..take.clone() };
    }
    if let Some(counted) = counted.filter(|counted| !(save.proved && take.proved) && counted.agrees(&save, &take)) {
        let first = counted.first.map_or(Move::Pass, Move::Play);
        let told = |answer: Answer, works: bool| {
            if answer.proved {
                return answer;
            }
            let success = if works { Success::Yes } else { Success::No };
            Answer { success, first: works.then_some(first), line: Vec::new(), ..answer }
        };
        let (save, take) = (told(save, counted.saves), told(take, counted.takes));
        return Some(Race { save, take, first, liberties, counted: true });
    }
    // Of several moves that work people take one that both saves and takes, or the one by which they count.
    let both = save
        .first
        .and_then(Move::point)
        .filter(|_| (save.known(), take.known()) == (Some(Success::Yes), Some(Success::Yes)));
    let counts =
        counted.filter(|counted| counted.takes && counted.agrees(&save, &take)).and_then(|counted| counted.first);
    let plain = both.into_iter().chain(counts).find(|&point| {
        question.field.play(first, point);
        let answer = question.ask(&mut killing, !first);
        question.field.undo();
        answer.known() == Some(Success::No)
    });
    let first = match (save.success, take.success) {
        (Success::No, Success::No) => Move::Pass,
        (_, Success::No) => save.first.unwrap_or(Move::Pass),
        // Nothing has to be played where the other side comes too late even if it moves first.
        (Success::Yes, Success::Yes) if question.ask(&mut killing, !first).known() == Some(Success::No) => Move::Pass,
        _ => plain.map(Move::Play).or(take.first).unwrap_or(Move::Pass),
    };
    Some(Race { save, take, first, liberties, counted: false })
}

/// Whether the first side saves its group and takes the other, where one of the two lives by itself: then there is no race, and the question is
/// whether the other one lives inside. None if neither is proved to, or if that question comes to no end.
fn apart(
    question: &mut Question,
    bounds: &Bounds,
    groups: [(Point, &PointSet); 2],
    first: Color,
) -> Option<(Answer, Answer)> {
    let [(own, own_stones), (other, other_stones)] = groups;
    // What may be taken at once is no wall, and moves elsewhere could save it.
    if question.field.chains_in(*own_stones | *other_stones).any(|chain| chain.n_liberties == 1) {
        return None;
    }
    let small = Bounds { nodes: bounds.nodes / SHARE_OF_LIFE, ..*bounds };
    let ask = |question: &mut Question, bounds: &Bounds, target: Point, walls: &PointSet, side: Color| {
        question.bounds = *bounds;
        let mut goals = Death::in_scenes(Scene::beside(&question.field, target, walls));
        question.ask_for_good(&mut goals, side)
    };
    let kept = question.bounds;
    let takes = ask(question, &small, other, own_stones, first);
    let found = if takes.known() == Some(Success::No) {
        let save = ask(question, bounds, own, other_stones, first);
        Some((save, takes))
    } else if ask(question, &small, own, other_stones, !first).known() == Some(Success::No)
        && (other_stones.len() >= SPOILS || has_eyes(question, own, other_stones, !first))
    {
        let take = if takes.proved { takes } else { ask(question, bounds, other, own_stones, first) };
        let save = Answer { success: Success::Yes, proved: true, first: Some(Move::Pass), line: Vec::new(), nodes: 0 };
        Some((save, take))
    } else {
        None
    };
    question.bounds = kept;
    found.filter(|(save, take)| save.proved && take.proved)
}

/// Whether a group gets two eyes, or away, even if its opponent moves first: who only cannot be taken may die of taking few stones.
fn has_eyes(question: &mut Question, target: Point, walls: &PointSet, opponent: Color) -> bool {
    let mut goals = Living::in_scenes(Scene::beside(&question.field, target, walls));
    question.ask(&mut goals, opponent).known() == Some(Success::No)
}

impl Counted {
    /// Whether nothing that was proved says otherwise.
    fn agrees(&self, save: &Answer, take: &Answer) -> bool {
        let fits = |answer: &Answer, works: bool| {
            answer.known().is_none_or(|success| success == if works { Success::Yes } else { Success::No })
        };
        fits(save, self.saves) && fits(take, self.takes)
    }
}
