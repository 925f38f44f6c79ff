//! Learning from games: positions by lot, first growing classes, then settling the weights of those that are kept.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use goban::Move;
use model::{
    Cell, Learn, LearnError, Learner, LeftOut, Measure, Parameter, Parameters, Progress, Report, Seed, Summary,
};
use rayon::prelude::*;
use record::{GameInfo, Replay};

use crate::body::Body;
use crate::classes::{Class, Classes, thousandths};
use crate::games::{Games, Lesson};
use crate::hash::mix;
use crate::look::{Known, Look};
use crate::scene::Scene;
use crate::table::{Table, Witness};
use crate::template::TEMPLATES;
use crate::train::{BATCH, Counts, Sureness, Tally, Trainer, partition, take};

/// The share of the lessons in which classes are found; in the others the weights of those that are kept settle.
const GROWING: f64 = 0.9;
/// How often the log gets a line.
const NEWS: usize = 20_000;
/// Positions that a summary is made from.
const EXAMINED: usize = 5_000;
/// The first bytes of a checkpoint.
const CHECKPOINT: &[u8] = b"aji experience checkpoint 1\n";

/// The ability to learn.
pub(crate) struct Pupil(Vec<Parameter>);

impl Pupil {
    pub(crate) fn new() -> Pupil {
        Pupil(vec![
            Parameter::real(
                "experience.share",
                "the share of all positions that is learned from, drawn by lot",
                0.0,
                1.0,
                1.0,
            ),
            Parameter::integer(
                "experience.classes",
                "how many classes are kept, the weightiest and what they refine; 0 keeps all",
                0,
                100_000_000,
                3_000_000,
            ),
        ])
    }
}

impl Learn for Pupil {
    fn settings(&self) -> &[Parameter] {
        &self.0
    }

    fn learner(&self, settings: &Parameters, seed: Seed) -> Result<Box<dyn Learner>, LearnError> {
        let keep = usize::try_from(settings.integer("experience.classes")).unwrap_or(0);
        Ok(Box::new(Student { share: settings.real("experience.share"), keep, seed: seed.0, games: Games::default() }))
    }
}

struct Student {
    share: f64,
    /// How many classes are kept; 0 for all.
    keep: usize,
    seed: u64,
    games: Games,
}

/// The lessons and where one kind of work gives way to the other.
struct Plan {
    lessons: Vec<Lesson>,
    grown: usize,
}

impl Plan {
    fn done(&self, number: usize) -> f64 {
        number as f64 / self.lessons.len() as f64
    }

    /// The share of the full rate for a lesson.
    fn rate(&self, number: usize, pruned: bool) -> f64 {
        if number < self.grown {
            return Trainer::fall(number as f64 / self.grown as f64);
        }
        let settled = (number - self.grown) as f64 / (self.lessons.len() - self.grown).max(1) as f64;
        // Where classes are missing, the others have to take over their part.
        let (high, low) = if pruned { (0.4, 0.04) } else { (0.07, 0.02) };
        high + (low - high) * settled
    }

    /// Whether the weights have come to rest at a lesson: from the middle of settling on.
    fn is_calm(&self, number: usize) -> bool {
        number >= self.grown.midpoint(self.lessons.len())
    }
}

impl Student {
    fn plan(&self) -> Result<Plan, LearnError> {
        let lessons = self.games.lessons(self.share, self.seed);
        if lessons.is_empty() {
            let what = "there are no moves to learn from: give game records, and a share above 0";
            return Err(LearnError::Settings(what.to_string()));
        }
        let grown = (lessons.len() as f64 * GROWING) as usize / BATCH * BATCH;
        Ok(Plan { lessons, grown })
    }

    /// A number that only the same games with the same settings have. How many classes are kept matters only once they have
    /// grown: until then a checkpoint serves for any number.
    fn fingerprint(&self, growing: bool) -> u64 {
        let keep = if growing { 0 } else { self.keep as u64 };
        [self.share.to_bits(), keep, self.seed].into_iter().fold(self.games.fingerprint(), |sum, n| mix(sum ^ n))
    }

    fn restore(
        &self,
        bytes: &[u8],
        trainer: &mut Trainer<'_>,
        plan: &Plan,
    ) -> Result<(usize, Option<Counts>, Sureness), LearnError> {
        let wrong = |what: &str| LearnError::Checkpoint(format!("the checkpoint {what}; start again without it"));
        let mut rest = bytes.strip_prefix(CHECKPOINT).ok_or_else(|| wrong("is none of this family"))?;
        let cut = || wrong("is damaged");
        let sum = u64::from_le_bytes(take(&mut rest).ok_or_else(cut)?);
        if sum != checksum(rest) {
            return Err(cut());
        }
        let fingerprint = u64::from_le_bytes(take(&mut rest).ok_or_else(cut)?);
        let number = u64::from_le_bytes(take(&mut rest).ok_or_else(cut)?) as usize;
        if fingerprint != self.fingerprint(number < plan.grown) {
            return Err(wrong("is of other games or settings"));
        }
        let n_counts = u64::from_le_bytes(take(&mut rest).ok_or_else(cut)?) as usize;
        let mut sureness = Sureness::default();
        if n_counts > 0 {
            sureness.excess = f64::from_le_bytes(take(&mut rest).ok_or_else(cut)?);
            sureness.growth = f64::from_le_bytes(take(&mut rest).ok_or_else(cut)?);
        }
        let (counted, state) = rest.split_at_checked(n_counts.saturating_mul(16)).ok_or_else(cut)?;
        trainer.restore(state).filter(|()| number <= plan.lessons.len()).ok_or_else(cut)?;
        if number < plan.grown || n_counts == 0 {
            return Ok((number, None, Sureness::default()));
        }
        let counts = Counts::new(&trainer.table);
        let mut counted = counted;
        for _ in 0..n_counts {
            let key = u64::from_le_bytes(take(&mut counted).ok_or_else(cut)?);
            let index = trainer.table.find(key).ok_or_else(cut)? as usize;
            counts.seen[index].store(u32::from_le_bytes(take(&mut counted).ok_or_else(cut)?), Ordering::Relaxed);
            counts.played[index].store(u32::from_le_bytes(take(&mut counted).ok_or_else(cut)?), Ordering::Relaxed);
        }
        Ok((number, Some(counts), sureness))
    }

    fn checkpoint(&self, trainer: &Trainer<'_>, number: usize, counts: Option<&Counts>, sureness: Sureness) -> Vec<u8> {
        let mut rest = Vec::new();
        rest.extend(self.fingerprint(counts.is_none()).to_le_bytes());
        rest.extend((number as u64).to_le_bytes());
        rest.extend((counts.map_or(0, |_| trainer.table.len) as u64).to_le_bytes());
        if let Some(counts) = counts.filter(|_| trainer.table.len > 0) {
            rest.extend(sureness.excess.to_le_bytes());
            rest.extend(sureness.growth.to_le_bytes());
            for (key, ..) in trainer.table.classes() {
                let Some(index) = trainer.table.find(key) else { continue };
                rest.extend(key.to_le_bytes());
                rest.extend(counts.seen[index as usize].load(Ordering::Relaxed).to_le_bytes());
                rest.extend(counts.played[index as usize].load(Ordering::Relaxed).to_le_bytes());
            }
        }
        rest.extend(trainer.state());
        let mut bytes = CHECKPOINT.to_vec();
        bytes.extend(checksum(&rest).to_le_bytes());
        bytes.extend(rest);
        bytes
    }
}

/// A number that changes with any of the bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mut chunks = bytes.chunks_exact(8);
    let mut sum = bytes.len() as u64;
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word));
    }
    chunks.remainder().iter().fold(sum, |sum, &byte| mix(sum ^ u64::from(byte)))
}

/// The bodies of some classes, by looking again where each was met.
fn harvest(games: &Games, lessons: &[Lesson], mut met: Vec<(Witness, u64)>) -> Vec<(u64, usize, Body)> {
    met.sort_unstable_by_key(|&(witness, key)| (witness.lesson, witness.candidate, witness.template, key));
    let together: Vec<&[(Witness, u64)]> = met.chunk_by(|a, b| a.0.lesson == b.0.lesson).collect();
    let look = |scene: &mut Scene, classes: &&[(Witness, u64)]| -> Vec<(u64, usize, Body)> {
        let lesson = classes.first().and_then(|(witness, _)| lessons.get(witness.lesson as usize));
        let Some((position, history, ..)) = lesson.and_then(|&lesson| games.replay(lesson)) else { return Vec::new() };
        scene.look(&position, &history);
        let body = |&(witness, key): &(Witness, u64)| {
            let template = usize::from(witness.template);
            let body = Body::of(scene, witness.candidate.into(), TEMPLATES.all.get(template)?)?;
            Some((key, template, body))
        };
        classes.iter().filter_map(body).collect()
    };
    together.par_iter().map_init(Scene::default, look).flatten_iter().collect()
}

/// The weightiest classes of a table and everything that they refine.
fn weightiest(table: &Table, keep: usize, games: &Games, lessons: &[Lesson]) -> Table {
    let weight = |slot: &crate::table::Slot| slot.weight * slot.weight * slot.squares;
    let mut order: Vec<(f32, u64, Witness)> =
        table.classes().map(|(key, slot, witness)| (weight(slot), key, witness)).collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.truncate(keep);
    let mut kept: HashSet<u64> = order.iter().map(|&(_, key, _)| key).collect();
    let mut open = harvest(games, lessons, order.into_iter().map(|(_, key, witness)| (witness, key)).collect());
    while let Some((_, template, body)) = open.pop() {
        if let Some((parent, body)) = body.parent(&TEMPLATES.all[template]) {
            let (key, body) = body.canonical(&TEMPLATES.all[parent]);
            if kept.insert(key) {
                open.push((key, parent, body));
            }
        }
    }
    table.rebuilt(kept.len(), |key, _| kept.contains(&key))
}

impl Learner for Student {
    fn take_game(&mut self, _: &GameInfo, replay: &mut Replay<'_>) -> Result<(), LeftOut> {
        let before = self.games.n_plies();
        self.games.begin(replay.position());
        while let Some(ply) = replay.next_ply()? {
            if ply.edited {
                self.games.begin(replay.position());
            } else {
                self.games.push(ply.color, ply.mv);
            }
        }
        if self.games.n_plies() > before { Ok(()) } else { Err(LeftOut("without a move".to_string())) }
    }

    fn train(&mut self, from: Option<&[u8]>, report: &mut Report<'_>) -> Result<Vec<u8>, LearnError> {
        let plan = self.plan()?;
        let mut trainer = Trainer::new(&self.games, self.seed, plan.lessons.len());
        let (mut number, mut counts, mut sureness) = match from {
            Some(bytes) => self.restore(bytes, &mut trainer, &plan)?,
            None => (0, None, Sureness::default()),
        };
        let mut tally = Tally::default();
        loop {
            let growing = number < plan.grown;
            if !growing && counts.is_none() {
                if self.keep > 0 {
                    trainer.table = weightiest(&trainer.table, self.keep, &self.games, &plan.lessons);
                }
                counts = Some(Counts::new(&trainer.table));
            }
            let n = tally.n as f64;
            let mut news = Vec::new();
            if tally.n >= NEWS || number == plan.lessons.len() && tally.n > 0 {
                news = vec![
                    ("first", 100.0 * tally.first / n),
                    ("log_loss", tally.loss / n),
                    ("classes", trainer.table.len as f64),
                ];
                tally = Tally::default();
            }
            let stage = format!(
                "{} position {number} of {}, {} classes",
                if growing { "growing," } else { "settling," },
                plan.lessons.len(),
                trainer.table.len
            );
            let progress = Progress {
                done: plan.done(number),
                stage: Cow::Owned(stage),
                news: &news,
                checkpoint: &|| self.checkpoint(&trainer, number, counts.as_ref(), sureness),
            };
            if report(progress) == ControlFlow::Break(()) {
                return Err(LearnError::Stopped);
            }
            if number == plan.lessons.len() {
                break;
            }
            let limit = if growing { plan.grown } else { plan.lessons.len() };
            let batch = &plan.lessons[number..(number + BATCH).min(limit)];
            let rate = plan.rate(number, self.keep > 0);
            let was_sure = trainer.step(batch, number, rate, growing, counts.as_ref(), &mut tally);
            if plan.is_calm(number) {
                sureness.add(was_sure);
            }
            number += batch.len();
        }
        let origin = format!(
            "{} games, {} of {} positions, seed {}",
            self.games.n_games(),
            plan.lessons.len(),
            self.games.n_plies(),
            self.seed
        );
        let settled = (plan.lessons.len() - plan.grown) as u64;
        // Weights that follow single games are too sure of themselves; positions that were new to them tell by how much. What they
        // are multiplied with is the same for all, so that no order changes.
        trainer.table.slots.iter_mut().for_each(|slot| slot.weight *= sureness.scale() as f32);
        let classes = learned(&trainer.table, counts.as_ref(), &self.games, &plan.lessons);
        let classes = Classes::build(origin, settled, classes);
        Ok(classes.map_err(|_| LearnError::Failed("two classes have one key".to_string()))?.to_bytes())
    }

    fn examine(&mut self, file: Option<&[u8]>, report: &mut Report<'_>) -> Result<Summary, LearnError> {
        let bytes = file.unwrap_or(include_bytes!("../assets/classes.bin"));
        let classes = Classes::read(bytes).map_err(|error| LearnError::Failed(error.to_string()))?;
        let mut summary = Summary { title: format!("{} classes of moves", classes.len()), ..Summary::default() };
        summary.about.push(("origin", Cell::Text(classes.origin.clone())));
        let lessons = self.games.lessons(EXAMINED as f64 / self.games.n_plies().max(1) as f64, !self.seed);
        let mut look = Look::default();
        let (mut n, mut first, mut five, mut loss) = (0.0, 0.0, 0.0, 0.0);
        for (i, &lesson) in lessons.iter().enumerate() {
            let progress = Progress {
                done: i as f64 / lessons.len() as f64,
                stage: Cow::Borrowed("measuring"),
                news: &[],
                checkpoint: &Vec::new,
            };
            if report(progress) == ControlFlow::Break(()) {
                return Err(LearnError::Stopped);
            }
            let Some((position, history, _, Move::Play(played))) = self.games.replay(lesson) else { continue };
            look.look(&position, &history, &classes);
            let Some(chosen) = look.scene.candidates.iter().position(|candidate| candidate.point == played) else {
                continue;
            };
            let score = look.scores[chosen];
            let above = look.scores.iter().filter(|&&other| other > score).count() as f64;
            let equals = look.scores.iter().filter(|&&other| other == score).count() as f64;
            n += 1.0;
            first += ((1.0 - above) / equals).clamp(0.0, 1.0);
            five += ((5.0 - above) / equals).clamp(0.0, 1.0);
            let (highest, total) = partition(look.scores.iter().map(|score| (score / 1000.0, 1.0)));
            loss += total.ln() + highest - score / 1000.0;
        }
        if n > 0.0 {
            let over = format!("over {n} positions of the games shown");
            let mut measure = |name, value, about: &str| {
                summary.measures.push(Measure { name, value, about: format!("{about}, {over}") });
            };
            measure("first", 100.0 * first / n, "% in which what was played is the first choice");
            measure("first_five", 100.0 * five / n, "% in which it is among the first five");
            measure("log_loss", loss / n, "nats a move");
        }
        Ok(summary)
    }
}

/// The classes of a table with their bodies. Those without weight are left out: where they are needed as parents, they come
/// back.
fn learned(table: &Table, counts: Option<&Counts>, games: &Games, lessons: &[Lesson]) -> Vec<Class> {
    let heavy = |weight: f32| thousandths(weight.into()) != 0;
    let met = table.classes().filter(|(_, slot, _)| heavy(slot.weight)).map(|(key, _, witness)| (witness, key));
    let count = |list: Option<&Vec<std::sync::atomic::AtomicU32>>, index: u32| {
        list.map_or(0, |list| list[index as usize].load(Ordering::Relaxed))
    };
    let class = |(key, template, body): (u64, usize, Body)| {
        let index = table.find(key)?;
        let weight = thousandths(table.weight(index).into());
        let seen = count(counts.map(|counts| &counts.seen), index);
        let played = count(counts.map(|counts| &counts.played), index);
        Some(Class { template, body, weight, seen, played })
    };
    harvest(games, lessons, met.collect()).into_iter().filter_map(class).collect()
}
