//! Threats to several chains at once: each alone is safe, but one move threatens two and one answer does not save both.
//!
//! Whether a chain is taken is read; which moves threaten and which answer is tried near the chains only. So what is found works
//! against the answers that were tried, and is no proof.

use goban::{Color, Move, Point, PointSet, Position};

use crate::{Answer, Bounds, Success, attack, defend};

/// Chains with more liberties than this are not threatened by a single move.
const MOST_LIBERTIES: usize = 4;

/// Reading is asked very often here, and about chains that are short of liberties.
const QUESTION: usize = 2_000;

/// Whether one of two chains of one colour can be taken when their opponent moves first; none unless both points have such stones.
#[must_use]
pub fn attack_either(position: &Position, a: Point, b: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = owner(position, a, b)?;
    let alone = [attack(position, a, bounds)?, attack(position, b, bounds)?];
    if let Some(answer) = alone.iter().find(|answer| answer.success == Success::Yes) {
        return Some(answer.clone());
    }
    let mut here = position.forgetful();
    let board = position.board();
    let liberties = [a, b]
        .into_iter()
        .filter_map(|point| board.chain(point))
        .fold(PointSet::EMPTY, |set, chain| set | *chain.liberties());
    for point in &(liberties | (liberties.grown() & board.empty())) {
        if here.play_as(!owner, point).is_err() {
            continue;
        }
        let saved = save_all(&mut here, owner, &[a, b], bounds);
        here.take_back();
        if saved.is_none() {
            return Some(found(!owner, Move::Play(point)));
        }
    }
    let [first, second] = alone;
    Some(if first.success == Success::No { second } else { first })
}

/// Whether two chains of one colour can both be kept when their owner moves first; none unless both points have such stones.
#[must_use]
pub fn defend_both(position: &Position, a: Point, b: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = owner(position, a, b)?;
    let saved = save_all(&mut position.forgetful(), owner, &[a, b], bounds);
    Some(saved.map_or_else(nothing, |mv| found(owner, mv)))
}

/// A move that takes one of several chains of the opponent, none of which could be taken alone.
#[must_use]
pub fn combination_attack(position: &Position, color: Color, bounds: &Bounds) -> Option<Point> {
    let bounds = &Bounds { nodes: bounds.nodes.min(QUESTION), ..*bounds };
    let board = position.board();
    let short: Vec<(Point, PointSet)> = board
        .chains()
        .filter(|chain| chain.color() != color && chain.n_liberties() <= MOST_LIBERTIES)
        .filter_map(|chain| Some((chain.stones().first()?, *chain.liberties())))
        .filter(|(target, _)| !can_be_taken(position, *target, bounds))
        .collect();
    let mut here = position.forgetful();
    for point in &board.empty() {
        let near = |liberties: &PointSet| liberties.contains(point) || liberties.grown().contains(point);
        let targets: Vec<Point> =
            short.iter().filter(|(_, liberties)| near(liberties)).map(|(target, _)| *target).collect();
        if targets.len() < 2 || here.play_as(color, point).is_err() {
            continue;
        }
        let threatened: Vec<Point> =
            targets.into_iter().filter(|&target| can_be_taken(&here, target, bounds)).collect();
        let works = threatened.len() >= 2 && save_all(&mut here, !color, &threatened, bounds).is_none();
        here.take_back();
        if works {
            return Some(point);
        }
    }
    None
}

/// The moves of the opponent after which `color` has no [`combination_attack`] any more; empty where it has none now.
#[must_use]
pub fn combination_defend(position: &Position, color: Color, bounds: &Bounds) -> PointSet {
    let Some(threat) = combination_attack(position, color, bounds) else { return PointSet::EMPTY };
    let mut here = position.forgetful();
    let near = PointSet::from(threat).grown().grown() & position.board().empty();
    let prevents = |point: &Point| {
        if here.play_as(!color, *point).is_err() {
            return false;
        }
        let prevented = combination_attack(&here, color, bounds).is_none();
        here.take_back();
        prevented
    };
    near.iter().filter(prevents).collect()
}

fn owner(position: &Position, a: Point, b: Point) -> Option<Color> {
    position.board().get(a).filter(|&owner| position.board().get(b) == Some(owner))
}

fn found(color: Color, mv: Move) -> Answer {
    Answer { success: Success::Yes, proved: false, first: Some(mv), line: vec![(color, mv)], nodes: 0 }
}

fn nothing() -> Answer {
    Answer { success: Success::No, proved: false, first: None, line: Vec::new(), nodes: 0 }
}

fn can_be_taken(position: &Position, target: Point, bounds: &Bounds) -> bool {
    attack(position, target, bounds).is_some_and(|answer| answer.success == Success::Yes)
}

/// A move of the owner after which none of these chains can be taken: a pass where none is threatened.
fn save_all(position: &mut Position, owner: Color, targets: &[Point], bounds: &Bounds) -> Option<Move> {
    let is_lost = |position: &Position| {
        targets.iter().any(|&target| is_gone(position, target, owner) || can_be_taken(position, target, bounds))
    };
    if !is_lost(position) {
        return Some(Move::Pass);
    }
    let board = position.board();
    let mut replies = PointSet::EMPTY;
    for &target in targets {
        let chain = board.chain(target).filter(|chain| chain.color() == owner)?;
        replies |= *chain.liberties();
        let around = chain.stones().grown();
        let scarce = board
            .chains()
            .filter(|other| other.color() != owner && other.stones().meets(&around) && other.n_liberties() <= 2);
        replies = scarce.fold(replies, |set, other| set | *other.liberties());
        replies.extend(defend(position, target, bounds).and_then(|answer| answer.first).and_then(|mv| mv.point()));
    }
    replies.iter().find_map(|reply| {
        position.play_as(owner, reply).ok()?;
        let saved = !is_lost(position);
        position.take_back();
        saved.then_some(Move::Play(reply))
    })
}

fn is_gone(position: &Position, target: Point, owner: Color) -> bool {
    position.board().get(target) != Some(owner)
}
