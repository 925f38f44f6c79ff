//! Those who play the games.

use goban::{BoardSize, Color, Point, PointSet, Position};
use model::{Card, Model, Role, Seed, Selection, Shape, Sheet, Subject, likelihood};
use playout::{Agent, Chance, Game, LightBoard, Policy};
use record::Ply;
use ripple::{Pond, Ripple};

use crate::root::Root;
use crate::tree::{PASS, from_index, to_index};
use crate::{Aim, Looks, Settings};

/// How likely a pass is taken to be. Games show soon enough whether it is good.
const PASS_PRIOR: f32 = 1e-3;

/// How much likelier a move is that the policy of the games proposes, where no model says it.
const PROPOSED: f32 = 8.0;

/// A game to be played: where it leaves the tree, and what became of it.
#[derive(Default)]
pub(crate) struct Job {
    pub(crate) number: u64,
    /// The nodes it went through, the root first.
    pub(crate) path: Vec<u32>,
    /// The moves that led there.
    pub(crate) moves: Vec<u16>,
    /// Whether the last node grows.
    pub(crate) grows: bool,
    /// The moves there, and how likely they are.
    pub(crate) children: Vec<(u16, f32)>,
    /// For every point, who played there first after the last node: 1 for Black, 2 for White, 0 for nobody. Empty where that does not count.
    pub(crate) first: Vec<u8>,
    /// For every point, whose it was in the end: +1 Black's, −1 White's. Looks are not always sure.
    pub(crate) owners: Vec<f32>,
    /// Black's lead in points under the rules of the game.
    pub(crate) lead: f64,
    /// What a point of lead adds to the log-odds of winning, if the last node was looked at: no game was played then.
    pub(crate) steepness: Option<f64>,
    /// What it was worth to Black, if games are played for something else than the score.
    pub(crate) worth: Option<f64>,
}

/// What the automaton sees in a position. Signs favour Black.
pub(crate) struct Look {
    pub(crate) owners: Vec<f64>,
    /// The lead under the rules of the game.
    pub(crate) lead: f64,
    /// What a point of lead adds to the log-odds of winning.
    pub(crate) steepness: f64,
    /// How much the side to move would like to play on each point: log-odds against any other.
    wishes: Vec<f64>,
}

impl Look {
    pub(crate) fn at(ripple: &Ripple, position: &Position, pond: &mut Pond) -> Look {
        let seen = ripple.see_with(position, pond);
        let lead = seen.area + LightBoard::new(position).correction(position.rules(), 0);
        Look { owners: seen.owners, lead, steepness: seen.steepness, wishes: seen.wishes }
    }

    /// The chance to win if a game counts as even at this lead.
    pub(crate) fn chance(&self, even: f64) -> f64 {
        likelihood(self.steepness * (self.lead - even))
    }
}

/// What all who play games for a root have in common.
pub(crate) struct Task<'a> {
    pub(crate) root: &'a Root,
    pub(crate) settings: &'a Settings,
    pub(crate) prior: Option<&'a Subject>,
    pub(crate) policy: &'a Policy,
    pub(crate) aim: Option<&'a Aim>,
    pub(crate) seed: Seed,
}

impl Task<'_> {
    /// Who looks at leaves, if games are not played there.
    fn ripple(&self) -> Option<&'static Ripple> {
        Ripple::shipped_for(self.root.size()).filter(|_| self.settings.looks.is_some())
    }
}

/// Plays games, one after the other, with memory of its own.
#[derive(Default)]
pub(crate) struct Worker {
    game: Game,
    board: Option<LightBoard>,
    /// Follows lines of play, wherever they go.
    model: Option<Box<dyn Model>>,
    position: Option<Position>,
    pond: Pond,
}

impl Worker {
    /// Plays a game, or looks at where it would begin.
    pub(crate) fn play(&mut self, task: &Task<'_>, agent: &mut Agent<'_>, job: &mut Job) {
        job.children.clear();
        job.first.clear();
        job.owners.clear();
        job.worth = None;
        job.steepness = None;
        match task.ripple() {
            Some(ripple) => self.look(task, agent, ripple, job),
            None => self.play_out(task, agent, job),
        }
    }

    /// Finds the moves at the root, and how likely they are.
    pub(crate) fn open(&mut self, task: &Task<'_>, agent: &mut Agent<'_>, job: &mut Job) {
        job.grows = true;
        match task.ripple() {
            Some(ripple) => self.look(task, agent, ripple, job),
            None => self.grow(task, agent, job),
        }
    }

    fn play_out(&mut self, task: &Task<'_>, agent: &mut Agent<'_>, job: &mut Job) {
        let size = task.root.size();
        let board = self.board.get_or_insert_with(|| task.root.board.clone());
        board.clone_from(&task.root.board);
        for &mv in &job.moves {
            board.play(from_index(size, mv));
        }
        self.game.play(board, agent, &mut Chance::new(task.seed.stream(job.number)));
        job.lead = f64::from(self.game.area_lead()) + board.correction(task.root.position.rules(), 0);
        job.worth = task.aim.map(|aim| aim.worth(&self.game));
        job.owners.extend(self.game.owners().map(|owner| owner.map_or(0.0, |color| color.sign() as f32)));
        if task.settings.rave > 0.0 {
            job.first.resize(size.area(), 0);
            for step in self.game.steps() {
                if let Some(point) = step.mv.point() {
                    let first = &mut job.first[size.index(point)];
                    if *first == 0 {
                        *first = step.color as u8 + 1;
                    }
                }
            }
        }
        if job.grows {
            self.grow(task, agent, job);
        }
    }

    fn look(&mut self, task: &Task<'_>, agent: &mut Agent<'_>, ripple: &Ripple, job: &mut Job) {
        if job.grows {
            self.grow(task, agent, job);
        }
        let position = self.position.get_or_insert_with(|| task.root.position.clone());
        if !job.grows {
            position.clone_from(&task.root.position);
            for &mv in &job.moves {
                // Moves of the tree are legal.
                let _ = position.play(from_index(task.root.size(), mv));
            }
        }
        let seen = Look::at(ripple, position, &mut self.pond);
        if let Some(looks) = task.settings.looks.filter(|looks| job.grows && looks.heed > 0.0) {
            heed(&seen.wishes, task.root.size(), looks, &mut job.children);
        }
        (job.lead, job.steepness) = (seen.lead, Some(seen.steepness));
        job.owners.extend(seen.owners.iter().map(|&owner| owner as f32));
    }

    /// Finds the moves at the end of a job's path, and how likely they are.
    fn grow(&mut self, task: &Task<'_>, agent: &mut Agent<'_>, job: &mut Job) {
        let Task { root, settings, .. } = *task;
        let size = root.size();
        let board = self.board.get_or_insert_with(|| root.board.clone());
        board.clone_from(&root.board);
        let position = self.position.get_or_insert_with(|| root.position.clone());
        position.clone_from(&root.position);
        if let (None, Some(subject)) = (&self.model, task.prior) {
            self.model = subject.begin(&root.start).ok();
        }
        let mut model = self.model.as_mut();
        if let Some(model) = &mut model {
            root.walk(|ply, position| model.observe(ply, position));
        }
        for &mv in &job.moves {
            let (mv, color) = (from_index(size, mv), position.to_move());
            board.play(mv);
            if let (Ok(played), Some(model)) = (position.play(mv), &mut model) {
                model.observe(&Ply::played(position, color, mv, &played), position);
            }
        }
        let within = task.aim.map_or_else(|| size.all_points(), |aim| *aim.within());
        let points = sensible(position, board, &within);
        let field = model.zip(task.prior).and_then(|(model, subject)| likely(&mut **model, subject, position));
        job.children.clear();
        match field {
            Some(field) => {
                let share = |value: f64| value.max(1e-9).powf(settings.trust) as f32;
                job.children.extend(points.iter().map(|p| (to_index(size, p.into()), share(field[size.index(p)]))));
            }
            None => {
                let proposed: PointSet = agent.candidates(board).iter().map(|candidate| candidate.point).collect();
                let weight = |point| if proposed.contains(point) { PROPOSED } else { 1.0 };
                job.children.extend(points.iter().map(|point| (to_index(size, point.into()), weight(point))));
            }
        }
        let sum: f32 = job.children.iter().map(|(_, prior)| prior).sum();
        job.children.iter_mut().for_each(|(_, prior)| *prior /= sum);
        job.children.push((PASS, PASS_PRIOR));
    }

    /// Another game begins: what was followed is of no use.
    pub(crate) fn forget(&mut self) {
        self.model = None;
        self.position = None;
    }
}

/// Lets what the automaton wishes have a say in how likely the moves are.
fn heed(wishes: &[f64], size: BoardSize, looks: Looks, children: &mut [(u16, f32)]) {
    let most = wishes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (mv, prior) in children.iter_mut() {
        if let Some(point) = from_index(size, *mv).point() {
            let wish = looks.trust * (wishes[size.index(point)] - most);
            *prior = (f64::from(*prior).powf(1.0 - looks.heed) * (looks.heed * wish).exp()) as f32;
            sum += *prior;
        }
    }
    for (_, prior) in children.iter_mut().filter(|(mv, _)| *mv != PASS) {
        *prior /= sum.max(f32::MIN_POSITIVE);
    }
}

/// How likely each point is to be played next, by what a model says that follows the position.
pub(crate) fn likely(model: &mut dyn Model, subject: &Subject, position: &Position) -> Option<Vec<f64>> {
    let quantity = next_move(subject.card())?;
    let mut sheet = Sheet::new(subject.card(), &Selection::Names(vec![quantity.to_string()]));
    model.read(position, &mut sheet);
    Some(sheet.get_field(quantity)?.to_vec())
}

/// The points on which the side to move may play without wasting an eye of its own.
pub(crate) fn sensible(position: &Position, board: &LightBoard, within: &PointSet) -> PointSet {
    let color = position.to_move();
    let points = position.legal_points() & *within;
    points.iter().filter(|&point| board.is_legal(point) && !wastes_eye(board, color, point)).collect()
}

/// The quantity of a family that says how likely each move is.
fn next_move(card: &Card) -> Option<&str> {
    let mut found = card.with_role(Role::NextMove).filter(|quantity| quantity.shape == Shape::Field);
    found.next().map(|quantity| quantity.name.as_str())
}

/// Whether a stone fills an own eye without saving a chain beside it.
fn wastes_eye(board: &LightBoard, color: Color, point: Point) -> bool {
    board.is_eye(color, point)
        && !board.size().neighbors(point).any(|near| board.chain(near).is_some_and(|(_, liberties)| liberties == 1))
}
