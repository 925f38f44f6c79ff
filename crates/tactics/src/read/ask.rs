//! One question, asked of the search as often as ko makes it necessary.

use goban::{Color, Move, Point, Position};

use super::capture::Capture;
use super::connection::Connection;
use super::field::Field;
use super::life::{Death, idle, in_seki};
use super::scene::Scene;
use super::search::{Goal, Search, Threats};
use super::table::Table;
use super::{Answer, Bounds, Success};

/// Whether the chain on `target` can be taken when its opponent moves first; none if there is no stone.
///
/// The chain counts as safe once it has five liberties, so `No` is a proof against whatever keeps it short of liberties, and no more.
#[must_use]
pub fn attack(position: &Position, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    Some(Question::new(position, !owner, bounds).ask(&mut Capture::of(target, !owner), !owner))
}

/// Whether the chain on `target` can be saved when its owner moves first; none if there is no stone. Where there is nothing to save it
/// from, the first move is a pass.
#[must_use]
pub fn defend(position: &Position, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    Some(Question::new(position, owner, bounds).ask(&mut Capture::of(target, !owner), owner))
}

/// Whether the group of the stone on `target` can be killed when its opponent moves first; none if there is no stone.
#[must_use]
pub fn owl_attack(position: &Position, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    let mut question = Question::new(position, !owner, bounds);
    let mut goal = Death::in_scenes(Scene::of_group(&question.field, target));
    let answer = question.ask_for_good(&mut goal, !owner);
    let seki = || in_seki(position, target, bounds);
    Some(if answer.known() == Some(Success::Yes) { seki().unwrap_or(answer) } else { answer })
}

/// Whether the group of the stone on `target` can be made alive when its owner moves first; none if there is no stone.
#[must_use]
pub fn owl_defend(position: &Position, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    let mut question = Question::new(position, owner, bounds);
    let mut goal = Death::in_scenes(Scene::of_group(&question.field, target));
    let answer = question.ask_for_good(&mut goal, owner);
    let lives = answer.proved && answer.first == Some(Move::Pass);
    Some(if !lives && in_seki(position, target, bounds).is_some() { idle(&answer) } else { answer })
}

/// Whether the opponent's move on `point` kills the group of the stone on `target`; none if there is no stone or the move is not allowed.
#[must_use]
pub fn owl_does_attack(position: &Position, point: Point, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    after(position, !owner, point, target, bounds, owl_defend)
}

/// Whether its owner's move on `point` saves the group of the stone on `target`; none if there is no stone or the move is not allowed.
#[must_use]
pub fn owl_does_defend(position: &Position, point: Point, target: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(target)?;
    after(position, owner, point, target, bounds, owl_attack)
}

/// What a first move achieves, from the opponent's answer to it.
fn after(
    position: &Position,
    color: Color,
    point: Point,
    target: Point,
    bounds: &Bounds,
    answer: fn(&Position, Point, &Bounds) -> Option<Answer>,
) -> Option<Answer> {
    let mut next = position.forgetful();
    next.play_as(color, point).ok()?;
    let mut found = match answer(&next, target, bounds) {
        Some(found) => found,
        // The stone itself was taken.
        None => Answer { success: Success::No, proved: true, first: None, line: Vec::new(), nodes: 1 },
    };
    found.success = found.success.against();
    found.first = (found.success != Success::No).then_some(point.into());
    found.line.insert(0, (color, point.into()));
    Some(found)
}

/// Whether two chains can be connected when their owner moves first; none unless both points have stones of one colour.
#[must_use]
pub fn connect(position: &Position, a: Point, b: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(a).filter(|&owner| position.board().get(b) == Some(owner))?;
    if are_one(position, a, b) {
        let first = Some(Move::Pass);
        return Some(Answer { success: Success::Yes, proved: true, first, line: Vec::new(), nodes: 0 });
    }
    Some(Question::new(position, owner, bounds).ask(&mut Connection::of(a, b, owner), owner))
}

/// Whether two chains can be kept apart when their opponent moves first; none unless both points have stones of one colour.
#[must_use]
pub fn disconnect(position: &Position, a: Point, b: Point, bounds: &Bounds) -> Option<Answer> {
    let owner = position.board().get(a).filter(|&owner| position.board().get(b) == Some(owner))?;
    if are_one(position, a, b) {
        return Some(Answer { success: Success::No, proved: true, first: None, line: Vec::new(), nodes: 0 });
    }
    Some(Question::new(position, !owner, bounds).ask(&mut Connection::of(a, b, owner), !owner))
}

/// Whether two stones are of one chain.
fn are_one(position: &Position, a: Point, b: Point) -> bool {
    position.board().chain(a).is_some_and(|chain| chain.stones().contains(b))
}

/// A position in which one side moves first and something is asked.
pub(crate) struct Question {
    pub(crate) field: Field,
    pub(crate) bounds: Bounds,
    /// Whether the next goals are those that were asked about last, so that what was found is of use.
    pub(crate) keeps: bool,
    table: Option<Table>,
}

impl Question {
    /// A ko binds only the side that would have to move in the position.
    pub(crate) fn new(position: &Position, first: Color, bounds: &Bounds) -> Question {
        let mut field = Field::new(position);
        if position.to_move() != first {
            field.forget_ko();
        }
        Question::on(field, bounds)
    }

    /// A question about a board.
    pub(crate) fn on(field: Field, bounds: &Bounds) -> Question {
        Question { field, bounds: *bounds, keeps: false, table: None }
    }

    /// Asks whether `first`, who moves first, gets what it wants: the goal if it is the seeker, to prevent it if not.
    ///
    /// The goals are the same question, asked more and more widely: what a seeker reaches in a narrow one it reaches in all of them.
    pub(crate) fn ask(&mut self, goals: &mut [impl Goal], first: Color) -> Answer {
        let kept = self.table.take().filter(|_| self.keeps);
        let table = kept.unwrap_or_else(|| Table::new(self.bounds.memory));
        let mut search = Search::new(&mut self.field, self.bounds.nodes, table);
        let n_goals = goals.len();
        let mut best: Option<(Answer, usize)> = None;
        for (level, goal) in goals.iter_mut().enumerate() {
            let seeks = first == goal.seeker();
            // What the narrow ones have left over is for those that follow.
            let share = self.bounds.nodes.saturating_sub(search.nodes) / (n_goals - level);
            let found = ask_one(&mut search, goal, first, level as u64, share);
            let settled = found.proved && found.success == if seeks { Success::Yes } else { Success::No };
            best = match best {
                // What a narrow question said is a better guess than one that was not read to the end.
                Some((narrow, at)) if !found.proved => {
                    Some((Answer { proved: false, nodes: found.nodes, ..narrow }, at))
                }
                _ => Some((found, level)),
            };
            if settled {
                break;
            }
        }
        let nothing = Answer { success: Success::No, proved: false, first: None, line: Vec::new(), nodes: 0 };
        let Some((answer, level)) = best else { return nothing };
        let answer = match answer.known() {
            Some(Success::Yes) => plainer(&mut search, &mut goals[level], first, level as u64, answer),
            _ => answer,
        };
        self.table = Some(search.table);
        answer
    }

    /// The same as players count it. Where the owner can do nothing but wait until the attacker begins a ko in which the owner has to find the first threat,
    /// the attacker takes all threats away before: the ko is as good as won (bent four in the corner).
    pub(crate) fn ask_for_good(&mut self, goals: &mut [impl Goal], first: Color) -> Answer {
        self.ask_without_ko(goals, first, waits)
    }

    /// The same in a race, where the owner may have moves left that put the ko off.
    pub(crate) fn ask_in_race(&mut self, goals: &mut [impl Goal], first: Color) -> Answer {
        self.ask_without_ko(goals, first, |_| true)
    }

    fn ask_without_ko(
        &mut self,
        goals: &mut [impl Goal],
        first: Color,
        has_to_wait: impl Fn(&Answer) -> bool,
    ) -> Answer {
        let answer = self.ask(goals, first);
        let attacks = goals.first().is_some_and(|goal| goal.seeker() == first);
        let is_ko = if attacks { Success::GoodKo } else { Success::BadKo };
        if answer.known() != Some(is_ko) || (!attacks && !has_to_wait(&answer)) {
            return answer;
        }
        let kept = std::mem::replace(&mut self.keeps, true);
        let other = self.ask(goals, !first);
        self.keeps = kept;
        let nodes = answer.nodes + other.nodes;
        match other.known() {
            Some(Success::BadKo) if attacks && has_to_wait(&other) => Answer { success: Success::Yes, nodes, ..answer },
            Some(Success::No) if attacks => Answer { success: Success::Yes, nodes, ..answer },
            Some(Success::GoodKo) if !attacks => {
                Answer { success: Success::No, first: None, line: other.line, nodes, ..answer }
            }
            _ => Answer { nodes, ..answer },
        }
    }
}

/// Whether a side gets what it gets without a move of its own.
fn waits(answer: &Answer) -> bool {
    matches!(answer.first, None | Some(Move::Pass))
}

/// Whether a move was needed at all may cost so much more than to find one.
const IDLE: usize = 4;

/// Asks one question, as often as ko makes it necessary.
fn ask_one(search: &mut Search<'_>, goal: &mut impl Goal, first: Color, question: u64, nodes: usize) -> Answer {
    let wants = first == goal.seeker();
    let before = search.nodes;
    let mut proved = true;
    let mut line = Vec::new();
    for (success, threats) in
        [(Success::Yes, Threats::Of(!first)), (Success::GoodKo, Threats::Nobody), (Success::BadKo, Threats::Of(first))]
    {
        search.most_nodes = before + nodes;
        let end = search.run(goal, first, threats, question);
        let works = end.reached.unwrap_or(end.guess) == wants;
        proved &= end.reached.is_some();
        if works {
            if !wants && success == Success::Yes && proved {
                // Nothing has to be done against what does not work anyway.
                search.most_nodes = (before + nodes).min(search.nodes + (search.nodes - before) * IDLE + nodes / 10);
                let idle = search.run(goal, !first, Threats::Of(!first), question);
                if idle.reached == Some(false) {
                    let (first, line) = (Some(Move::Pass), idle.line);
                    return Answer { success, proved, first, line, nodes: search.nodes };
                }
            }
            return Answer { success, proved, first: end.first, line: end.line, nodes: search.nodes };
        }
        line = end.line;
        // What is not known without kos is not known with them.
        if !end.met_ko || !proved {
            break;
        }
    }
    Answer { success: Success::No, proved, first: None, line, nodes: search.nodes }
}

/// How many moves of a line are tried in place of its first.
const TRIED_EARLIER: usize = 3;
/// What trying one may cost, as part of what was read so far, and at least.
const SHARE_OF_PLAINER: usize = 8;
const LEAST_FOR_PLAINER: usize = 1000;

/// The same answer with the first move that people would play. A forcing move that works because the right one follows is not needed: where a later move of the
/// line, or the point on which the opponent would answer, works at once, and no more slowly, that is the one.
fn plainer(search: &mut Search<'_>, goal: &mut impl Goal, side: Color, question: u64, answer: Answer) -> Answer {
    let own = answer.line.iter().skip(2).step_by(2).take(TRIED_EARLIER);
    let others = answer.line.iter().skip(1).take(1);
    let others: Vec<Move> = own.chain(others).map(|&(_, mv)| mv).filter(|mv| mv.point().is_some()).collect();
    let wants = side == goal.seeker();
    for mv in others.into_iter().filter(|_| matches!(answer.first, Some(Move::Play(_)))) {
        search.most_nodes = search.nodes + (search.nodes / SHARE_OF_PLAINER).max(LEAST_FOR_PLAINER);
        let Some(end) = search.run_after(goal, side, mv, question) else { continue };
        if end.reached == Some(wants) && end.line.len() < answer.line.len() {
            let line = std::iter::once((side, mv)).chain(end.line).collect();
            return Answer { first: Some(mv), line, nodes: search.nodes, ..answer };
        }
    }
    Answer { nodes: search.nodes, ..answer }
}
