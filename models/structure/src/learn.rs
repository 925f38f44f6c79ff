//! Learning what elements are worth: the move that was played against the others that were candidates.
//!
//! What a move does to elements of levels 1 and 2 are its features; the rating is the sum of their worths, and the worths are those
//! under which the moves that were played are most likely (softmax over the candidates, gradient steps). Twins, classes with the colours
//! exchanged, share theirs. What is learned is written as definitions.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use goban::{Color, Move, Point, Position};
use model::{
    Cell, Learn, LearnError, Learner, LeftOut, Measure, Parameter, Parameters, Progress, Report, Seed, Summary,
};
use rayon::prelude::*;
use record::{GameInfo, Ply, Replay};

use crate::definitions::{self, DefinitionError, Lessons};
use crate::ets::{Id, Worth};
use crate::go::{Attention, Plan, Recorder};
use crate::mine::{Found, Mined};
use crate::rate::{self, Deeds, MoveEffect, Prices, Role, Turn, Weights};

/// Games that are looked at between two reports.
const GAMES: usize = 32;
/// How often all positions are gone through, first for level 1 alone and then for both.
const EPOCHS: usize = 12;
/// Positions for one step, and for one piece of it: sums are made piece by piece, so that threads do not matter.
const STEP: usize = 128;
const PIECE: usize = 16;
/// How far a step goes.
const RATE: f64 = 0.1;
/// Keeps the first steps short.
const CAUTION: f64 = 1.0;
/// Of the classes of level 2 that are found, so many times as many as are wanted are tried.
const TRIED_GROUPS: usize = 3;
/// Positions that a summary is made from.
const EXAMINED: usize = 5_000;
/// The first bytes of a checkpoint.
const CHECKPOINT: &[u8] = b"aji structure checkpoint 1\n";

/// The ability to learn.
pub(crate) struct Pupil {
    settings: Vec<Parameter>,
    plan: Arc<Plan>,
    text: String,
}

impl Pupil {
    /// Someone who learns what the elements of these definitions are worth; `text` is what they were made from.
    pub(crate) fn new(plan: Arc<Plan>, text: &str) -> Pupil {
        let share = "the share of all positions that is learned from, drawn by lot";
        let groups = "how many classes of level 2 are learned beside those there are: pairs of spaces that moves often make, \
                      as far as they earn their place";
        let settings = vec![
            Parameter::real("structure.share", share, 0.0, 1.0, 0.1),
            Parameter::integer("structure.groups", groups, 0, 1000, 30),
        ];
        Pupil { settings, plan, text: text.to_string() }
    }
}

impl Learn for Pupil {
    fn settings(&self) -> &[Parameter] {
        &self.settings
    }

    fn learner(&self, settings: &Parameters, seed: Seed) -> Result<Box<dyn Learner>, LearnError> {
        Ok(Box::new(Student {
            plan: Arc::clone(&self.plan),
            text: self.text.clone(),
            share: settings.real("structure.share"),
            n_groups: usize::try_from(settings.integer("structure.groups")).unwrap_or(0),
            seed,
            games: Vec::new(),
        }))
    }
}

struct Student {
    plan: Arc<Plan>,
    text: String,
    share: f64,
    n_groups: usize,
    seed: Seed,
    games: Vec<Played>,
}

/// A game, or what of it was played before hands changed the board.
struct Played {
    start: Position,
    moves: Vec<(Color, Move)>,
}

/// The candidates of a position, and which of them was played.
struct Lesson {
    /// Of each candidate where its deeds end, and its stones.
    candidates: Vec<(u32, [u8; 4])>,
    deeds: Vec<u32>,
    played: usize,
}

impl Lesson {
    fn new(plan: &Plan, effects: &[(Point, MoveEffect)], played: usize) -> Lesson {
        let shared = shared(plan);
        let mut lesson = Lesson { candidates: Vec::with_capacity(effects.len()), deeds: Vec::new(), played };
        for (_, effect) in effects {
            lesson.deeds.extend(effect.deeds.iter().map(|&deed| shared[deed as usize]));
            let stones = effect.stones.map(|n| u8::try_from(n).unwrap_or(u8::MAX));
            lesson.candidates.push((lesson.deeds.len() as u32, stones));
        }
        lesson
    }

    /// Leaves out what does not count any more.
    fn forget(&mut self, dropped: &[bool]) {
        let mut kept = Vec::with_capacity(self.deeds.len());
        let mut start = 0;
        for (end, _) in &mut self.candidates {
            let deeds = &self.deeds[start..*end as usize];
            start = *end as usize;
            kept.extend(deeds.iter().copied().filter(|&deed| !dropped[deed as usize]));
            *end = kept.len() as u32;
        }
        self.deeds = kept;
    }

    /// The deeds and stones of all candidates.
    fn each(&self) -> impl Iterator<Item = (&[u32], &[u8; 4])> {
        let starts = std::iter::once(0).chain(self.candidates.iter().map(|(end, _)| *end as usize));
        starts.zip(&self.candidates).map(|(start, (end, stones))| (&self.deeds[start..*end as usize], stones))
    }

    /// Adds the slope of −ln p of the played move, and returns that.
    fn learn(&self, weights: &[f64], slope: &mut [f64]) -> f64 {
        let base = weights.len() - 4;
        let scores: Vec<f64> = self
            .each()
            .map(|(deeds, stones)| {
                let shapes: f64 = deeds.iter().map(|&deed| weights[deed as usize]).sum();
                shapes + stones.iter().zip(&weights[base..]).map(|(&n, weight)| f64::from(n) * weight).sum::<f64>()
            })
            .collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = scores.iter().map(|score| (score - highest).exp()).sum();
        for (i, ((deeds, stones), score)) in self.each().zip(&scores).enumerate() {
            let error = (score - highest).exp() / total - if i == self.played { 1.0 } else { 0.0 };
            if error.abs() > 1e-4 {
                deeds.iter().for_each(|&deed| slope[deed as usize] += error);
                stones.iter().zip(&mut slope[base..]).for_each(|(&n, slope)| *slope += f64::from(n) * error);
            }
        }
        total.ln() + highest - scores[self.played]
    }
}

/// For each deed the one that stands for it and for its twin.
fn shared(plan: &Plan) -> Vec<u32> {
    let deeds = Deeds::of(plan);
    let mut shared: Vec<u32> = (0..deeds.len()).map(|deed| deed as u32).collect();
    for level in [1, 2] {
        for (id, class) in plan.level(level).classes.entries() {
            let Some(twin) = class.twin.filter(|twin| twin.index() < id.index()) else { continue };
            for role in ROLES {
                for answers in [false, true] {
                    shared[deeds.number(level, id, role, answers)] = deeds.number(level, twin, role, answers) as u32;
                }
            }
        }
    }
    shared
}

/// How far training has come.
#[derive(Clone, PartialEq, Debug, Default)]
struct State {
    /// Steps that were reported.
    done: usize,
    /// The weights after the first fit, by which moves are chosen that are tried for level 2.
    first: Vec<f64>,
    /// Those after the second, which say what classes of level 2 are kept.
    second: Vec<f64>,
    weights: Vec<f64>,
    squares: Vec<f64>,
}

/// Why a checkpoint is of no use.
fn wrong(what: &str) -> LearnError {
    LearnError::Checkpoint(format!("the checkpoint {what}; start again without it"))
}

impl State {
    /// Goes through all positions once; returns the mean of −ln p.
    fn epoch(&mut self, lessons: &[Lesson], rate: f64) -> f64 {
        let mut loss = 0.0;
        for step in lessons.chunks(STEP) {
            let pieces: Vec<(f64, Vec<f64>)> = step
                .par_chunks(PIECE)
                .map(|piece| {
                    let mut slope = vec![0.0; self.weights.len()];
                    let loss = piece.iter().map(|lesson| lesson.learn(&self.weights, &mut slope)).sum();
                    (loss, slope)
                })
                .collect();
            let mut slope = vec![0.0; self.weights.len()];
            for (piece, slopes) in pieces {
                loss += piece;
                slope.iter_mut().zip(slopes).for_each(|(sum, part)| *sum += part);
            }
            for ((weight, square), slope) in self.weights.iter_mut().zip(&mut self.squares).zip(slope) {
                let slope = slope / step.len() as f64;
                *square += slope * slope;
                *weight -= rate * slope / (CAUTION / STEP as f64 + *square).sqrt();
            }
        }
        loss / lessons.len() as f64
    }

    fn to_bytes(&self, fingerprint: u64) -> Vec<u8> {
        let mut bytes = CHECKPOINT.to_vec();
        bytes.extend(fingerprint.to_le_bytes());
        bytes.extend((self.done as u64).to_le_bytes());
        for list in [&self.first, &self.second, &self.weights, &self.squares] {
            bytes.extend((list.len() as u64).to_le_bytes());
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.extend(mixed(0, &bytes).to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8], fingerprint: u64) -> Result<State, LearnError> {
        let damaged = || wrong("is damaged");
        let rest = bytes.strip_prefix(CHECKPOINT).ok_or_else(|| wrong("is none of this family"))?;
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if rest.len() < 8 || mixed(0, body) != u64::from_le_bytes(*sum) {
            return Err(damaged());
        }
        let mut words = rest[..rest.len() - 8].as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let mut next = || words.next().ok_or_else(damaged);
        if next()? != fingerprint {
            return Err(wrong("is of other games, settings or definitions"));
        }
        let done = next()? as usize;
        let mut list = || -> Result<Vec<f64>, LearnError> {
            let n = next()?;
            (0..n).map(|_| Ok(f64::from_bits(next()?))).collect()
        };
        Ok(State { done, first: list()?, second: list()?, weights: list()?, squares: list()? })
    }
}

/// A number that changes with any of the bytes (FNV-1a).
fn mixed(start: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(start ^ 0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Student {
    /// A number that only the same games with the same settings and definitions have.
    fn fingerprint(&self) -> u64 {
        let mut sum = mixed(self.seed.0, self.text.as_bytes());
        sum = mixed(sum, &self.share.to_le_bytes());
        sum = mixed(sum, &self.n_groups.to_le_bytes());
        for game in &self.games {
            let size = game.start.size();
            sum = mixed(sum, &game.start.board().hash().to_le_bytes());
            for (color, mv) in &game.moves {
                let point = mv.point().map_or(u16::MAX, |point| size.index(point) as u16);
                sum = mixed(sum, &[point.to_le_bytes()[0], point.to_le_bytes()[1], u8::from(*color == Color::Black)]);
            }
        }
        sum
    }

    /// Follows a game and calls `tell` at the moves that are chosen by lot, with the recording, the position before the move,
    /// whose turn it is, and the move.
    fn follow(
        &self,
        plan: &Arc<Plan>,
        number: usize,
        share: f64,
        mut tell: impl FnMut(&Recorder, &Position, &Turn, Point),
    ) {
        let game = &self.games[number];
        let mut position = game.start.clone();
        let mut recorder = Recorder::new(Arc::clone(plan), position.board(), Attention::Whole);
        let mut rng = self.seed.stream(number as u64).rng();
        let mut last = None;
        for (i, &(color, mv)) in game.moves.iter().enumerate() {
            let chosen = model::unit(&mut rng) < share;
            if position.to_move() != color {
                position.set_to_move(color);
            }
            if let (true, Move::Play(point)) = (chosen, mv) {
                tell(&recorder, &position, &Turn { color, last }, point);
            }
            let Ok(played) = position.play(mv) else { return };
            let mut ply = Ply::played(&position, color, mv, &played);
            ply.number = i + 1;
            recorder.observe(&ply, position.board());
            last = mv.point();
        }
    }

    /// The lessons of a game at level 1, and the pairs of spaces that its moves made.
    fn lessons(&self, number: usize) -> (Vec<Lesson>, Found) {
        let deeds = Deeds::of(&self.plan);
        let mut lessons = Vec::new();
        let mut found = Found::default();
        self.follow(&self.plan, number, self.share, |recorder, position, turn, played| {
            let effects = rate::candidates(recorder, position, turn, deeds);
            // What no generating system would play cannot be learned.
            let Some(chosen) = effects.iter().position(|(point, _)| *point == played) else { return };
            lessons.push(Lesson::new(&self.plan, &effects, chosen));
            if self.n_groups > 0 {
                found.add(&recorder.for_trials().0, position, played);
            }
        });
        (lessons, found)
    }

    /// The lessons of a game at levels 1 and 2, which is looked at for the moves that are best by these prices.
    fn all_lessons(&self, plan: &Arc<Plan>, number: usize, prices: &Prices) -> Vec<Lesson> {
        let mut lessons = Vec::new();
        self.follow(plan, number, self.share, |recorder, position, turn, played| {
            let (recorder, groups) = recorder.for_trials();
            let mut effects = rate::candidates(&recorder, position, turn, prices.deeds);
            let Some(chosen) = effects.iter().position(|(point, _)| *point == played) else { return };
            for index in rate::tried(&effects, prices) {
                let (point, effect) = &mut effects[index];
                rate::try_groups((&recorder, &groups), position, turn, prices.deeds, *point, effect);
            }
            lessons.push(Lesson::new(plan, &effects, chosen));
        });
        lessons
    }

    /// The definitions with more classes of level 2.
    fn with_groups(&self, mined: &[Mined]) -> Result<Arc<Plan>, LearnError> {
        let text: String = mined.iter().map(|mined| mined.text(&self.plan, "")).collect();
        let failed = |error: DefinitionError| LearnError::Failed(error.to_string());
        // As the text of what was learned is written: levels 1 and 2 whole.
        let lessons = Lessons { origin: "", worth: &|_, _| None, play: &[], groups: &text };
        let text = definitions::learned(&self.text, &lessons).map_err(failed)?;
        let system = definitions::parse(&text).map_err(failed)?;
        Ok(Arc::new(Plan::new(Arc::new(system)).map_err(failed)?))
    }

    /// The definitions with what was learned.
    fn written(&self, plan: &Plan, mined: &[Mined], weights: &[f64], n_lessons: usize) -> Result<Vec<u8>, LearnError> {
        let prices = prices(plan, weights);
        // Zero has no sign in a text.
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0 + 0.0;
        let worth = |level: usize, name: &str| {
            let id = plan.level(level).class_id(name)?;
            let price = |role, answers| rounded(prices.each[prices.deeds.number(level, id, role, answers)]);
            // Nobody owns what is between both sides, so nobody loses it.
            let is_owned = plan.level(level).classes[id].color.is_some();
            Some([false, true].map(|answers| Worth {
                made: price(Role::Made, answers),
                broken: Some(price(Role::Broken, answers)),
                lost: is_owned.then(|| price(Role::Lost, answers)),
            }))
        };
        let groups: String = mined
            .iter()
            .map(|mined| mined.text(plan, &worth(2, &mined.name()).map_or_else(String::new, definitions::worth_lines)))
            .collect();
        let [capture, save, atari, danger] = prices.stones.map(rounded);
        let play = [("capture", capture), ("save", save), ("atari", atari), ("danger", 0.0 - danger), ("group", 1.0)];
        let origin =
            format!("Worth learned from {n_lessons} positions of {} games, seed {}.", self.games.len(), self.seed);
        let lessons = Lessons { origin: &origin, worth: &worth, play: &play, groups: &groups };
        let text = definitions::learned(&self.text, &lessons).map_err(|error| LearnError::Failed(error.to_string()))?;
        Ok(text.into_bytes())
    }
}

const ROLES: [Role; 3] = [Role::Made, Role::Broken, Role::Lost];

/// What deeds are worth by these weights, of which the last four are those of stones.
fn prices(plan: &Plan, weights: &[f64]) -> Prices {
    let (each, stones) = weights.split_at(weights.len() - 4);
    let each = shared(plan).iter().map(|&deed| each[deed as usize]).collect();
    Prices { deeds: Deeds::of(plan), each, stones: [stones[0], stones[1], stones[2], stones[3]] }
}

/// Weights with room for classes that were added to level 2.
fn extended(weights: &[f64], plan: &Plan) -> Vec<f64> {
    let (each, stones) = weights.split_at(weights.len() - 4);
    let room = Deeds::of(plan).len() - each.len();
    each.iter().copied().chain(std::iter::repeat_n(0.0, room)).chain(stones.iter().copied()).collect()
}

/// The numbers of all deeds of a class of level 2 and of its twin.
fn deeds_of(plan: &Plan, name: &str) -> Vec<usize> {
    let deeds = Deeds::of(plan);
    let class = plan.level(2).class_id(name);
    let both = class.into_iter().chain(class.and_then(|class| plan.level(2).classes[class].twin));
    let of =
        |class| ROLES.into_iter().flat_map(move |role| [false, true].map(|last| deeds.number(2, class, role, last)));
    both.flat_map(of).collect()
}

/// Those of the classes that matter most, by the squares of their weights and how often they came up, in their order.
fn earned(plan: &Plan, mined: &[Mined], weights: &[f64], lessons: &[Lesson], keep: usize) -> Vec<Mined> {
    let mut n = vec![0usize; weights.len()];
    lessons.iter().flat_map(|lesson| &lesson.deeds).for_each(|&deed| n[deed as usize] += 1);
    let value = |mined: &Mined| -> f64 {
        deeds_of(plan, &mined.name()).into_iter().map(|deed| weights[deed].powi(2) * n[deed] as f64).sum()
    };
    let values: Vec<f64> = mined.iter().map(value).collect();
    let mut order: Vec<usize> = (0..mined.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order.truncate(keep);
    order.sort_unstable();
    order.into_iter().map(|i| mined[i].clone()).collect()
}

/// For each deed whether it is one of a class that is not kept.
fn dropped(plan: &Plan, mined: &[Mined], kept: &[Mined]) -> Vec<bool> {
    let mut dropped = vec![false; Deeds::of(plan).len()];
    for mined in mined.iter().filter(|mined| !kept.contains(mined)) {
        deeds_of(plan, &mined.name()).into_iter().for_each(|deed| dropped[deed] = true);
    }
    dropped
}

impl Learner for Student {
    fn take_game(&mut self, _: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        let mut game = Played { start: replay.position().forgetful(), moves: Vec::new() };
        while let Some(ply) = replay.next_ply()? {
            if ply.edited || ply.illegal.is_some() {
                break;
            }
            game.moves.push((ply.color, ply.mv));
        }
        if game.moves.is_empty() {
            return Err(LeftOut("without a move".to_string()));
        }
        self.games.push(game);
        Ok(())
    }

    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError> {
        let fingerprint = self.fingerprint();
        let n_weights = Deeds::of(&self.plan).len() + 4;
        let mut state = match from {
            Some(bytes) => State::from_bytes(bytes, fingerprint)?,
            None => State { weights: vec![0.0; n_weights], squares: vec![0.0; n_weights], ..State::default() },
        };
        let batches: Vec<std::ops::Range<usize>> =
            (0..self.games.len()).step_by(GAMES).map(|first| first..(first + GAMES).min(self.games.len())).collect();
        let n_games = self.games.len();
        let total = 2 * batches.len() + 3 * EPOCHS;
        let rate_of = |epoch: usize| RATE * (1.0 - epoch as f64 / EPOCHS as f64);
        let mut tell = |state: &State, stage: String, news: &[(&'static str, f64)]| {
            let progress = Progress {
                done: state.done as f64 / total as f64,
                stage: Cow::Owned(stage),
                news,
                checkpoint: &|| state.to_bytes(fingerprint),
            };
            if report(progress) == ControlFlow::Break(()) { Err(LearnError::Stopped) } else { Ok(()) }
        };
        tell(&state, "beginning".to_string(), &[])?;
        // First spaces and blocks, which are quickly found.
        let mut lessons: Vec<Lesson> = Vec::new();
        let mut found = Found::default();
        for (i, games) in batches.iter().enumerate() {
            let looked: Vec<_> = games.clone().into_par_iter().map(|number| self.lessons(number)).collect();
            for (more, pairs) in looked {
                lessons.extend(more);
                found.append(pairs);
            }
            state.done = state.done.max(i + 1);
            tell(&state, format!("looking for blocks and spaces, game {} of {n_games}", games.end), &[])?;
        }
        if lessons.is_empty() {
            let what = "there are no moves to learn from: give game records, and a share above 0";
            return Err(LearnError::Settings(what.to_string()));
        }
        while state.done < batches.len() + EPOCHS {
            let epoch = state.done - batches.len();
            let loss = state.epoch(&lessons, rate_of(epoch));
            state.done += 1;
            if epoch + 1 == EPOCHS {
                state.first = state.weights.clone();
            }
            let stage = format!("worth of blocks and spaces, round {} of {EPOCHS}", epoch + 1);
            tell(&state, stage, &[("log_loss", loss)])?;
        }
        // Then groups too: more than are wanted at first, and at last those that earned their place.
        let mined = found.classes(&self.plan, TRIED_GROUPS * self.n_groups);
        let plan = self.with_groups(&mined)?;
        let begun = batches.len() + EPOCHS;
        let first = prices(&plan, &extended(&state.first, &plan));
        lessons.clear();
        for (i, games) in batches.iter().enumerate() {
            let looked: Vec<_> =
                games.clone().into_par_iter().map(|number| self.all_lessons(&plan, number, &first)).collect();
            lessons.extend(looked.into_iter().flatten());
            state.done = state.done.max(begun + i + 1);
            tell(&state, format!("looking for groups, game {} of {n_games}", games.end), &[])?;
        }
        let begun = begun + batches.len();
        if state.done == begun {
            state.weights = extended(&state.first, &plan);
            state.squares = vec![0.0; state.weights.len()];
        }
        if state.weights.len() != Deeds::of(&plan).len() + 4 {
            return Err(wrong("is damaged"));
        }
        let mut kept = mined.clone();
        while state.done <= total {
            let epoch = state.done - begun;
            if epoch >= EPOCHS {
                if epoch == EPOCHS {
                    state.second = state.weights.clone();
                }
                if kept.len() == mined.len() {
                    kept = earned(&plan, &mined, &state.second, &lessons, self.n_groups);
                    let dropped = dropped(&plan, &mined, &kept);
                    lessons.iter_mut().for_each(|lesson| lesson.forget(&dropped));
                    dropped.iter().enumerate().filter(|(_, is)| **is).for_each(|(deed, _)| state.weights[deed] = 0.0);
                }
            }
            if state.done == total {
                break;
            }
            let loss = state.epoch(&lessons, rate_of(epoch % EPOCHS));
            state.done += 1;
            let stage = format!("worth of groups too, round {} of {}", epoch + 1, 2 * EPOCHS);
            tell(&state, stage, &[("log_loss", loss)])?;
        }
        self.written(&plan, &kept, &state.weights, lessons.len())
    }

    fn examine(&mut self, file: Option<&[u8]>, report: &mut Report<'_>) -> Result<Summary, LearnError> {
        let failed = |error: &dyn std::fmt::Display| LearnError::Failed(error.to_string());
        if let Some(bytes) = file {
            let text = std::str::from_utf8(bytes).map_err(|error| failed(&error))?;
            let system = definitions::parse(text).map_err(|error| failed(&error))?;
            self.plan = Arc::new(Plan::new(Arc::new(system)).map_err(|error| failed(&error))?);
            self.text = text.to_string();
        }
        let levels = [1, 2].map(|level| self.plan.level(level).classes.len());
        let title = format!("Definitions of {} classes of blocks and spaces and {} of groups", levels[0], levels[1]);
        let mut summary = Summary { title, ..Summary::default() };
        let weights = Weights::new(&Parameters::of(&Weights::parameters(self.plan.system())));
        let prices = Prices::new(&self.plan, &weights);
        let n_moves: usize = self.games.iter().map(|game| game.moves.len()).sum();
        let share = EXAMINED as f64 / n_moves.max(1) as f64;
        let (mut n, mut candidates, mut first, mut five) = (0.0, 0.0, 0.0, 0.0);
        for number in 0..self.games.len() {
            let progress = Progress {
                done: number as f64 / self.games.len() as f64,
                stage: Cow::Borrowed("measuring"),
                news: &[],
                checkpoint: &Vec::new,
            };
            if report(progress) == ControlFlow::Break(()) {
                return Err(LearnError::Stopped);
            }
            self.follow(&self.plan, number, share, |recorder, position, turn, played| {
                let (recorder, groups) = recorder.for_trials();
                let legal = position.legal_points();
                let ratings = rate::rate((&recorder, &groups), position, turn, &prices, &legal, &mut || true);
                n += 1.0;
                let Some(value) = ratings.iter().find(|rating| rating.point == played).map(|rating| rating.value)
                else {
                    return;
                };
                candidates += 1.0;
                let above = ratings.iter().filter(|rating| rating.value > value).count() as f64;
                let equals = ratings.iter().filter(|rating| rating.value == value).count() as f64;
                first += ((1.0 - above) / equals).clamp(0.0, 1.0);
                five += ((5.0 - above) / equals).clamp(0.0, 1.0);
            });
        }
        if n > 0.0 {
            let mut measure = |name, value: f64, about: &str| {
                let about = format!("{about}, over {n} positions of the games shown");
                summary.measures.push(Measure { name, value: 100.0 * value / n, about });
            };
            measure("first", first, "% in which what was played is the first choice");
            measure("first_five", five, "% in which it is among the first five");
            measure("candidates", candidates, "% in which it is a move by which a generating system goes on");
        }
        summary.about.push(("definitions", Cell::Text(self.text.lines().next().unwrap_or("built in").to_string())));
        Ok(summary)
    }
}
