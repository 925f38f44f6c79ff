//! Learning the weights: gradient steps on the likelihood of what was played among all legal moves.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use libm::exp;
use rayon::prelude::*;

use crate::games::{Games, Lesson};
use crate::hash::mix;
use crate::look::{Asked, Known, Look, NONE};
use crate::table::{Table, Witness};

/// Lessons that are worked out with the same weights.
pub(crate) const BATCH: usize = 32;
/// A class enters when it was met so often: played, or a strong rival of what was played.
const EVENTS: u8 = 3;
/// From this probability on a rival is strong.
const STRONG: f64 = 0.1;
/// Rivals below this probability are drawn by lot, and count for it then: on average as much as all of them would.
const FAINT: f64 = 0.005;
/// The rate of the first step of a weight.
const RATE: f64 = 0.15;
/// What is added to the squares of its gradients.
const CAUTION: f64 = 2.0;

/// What a class takes in a checkpoint.
const CLASS_BYTES: usize = 24;

/// The next bytes.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*chunk)
}

/// A candidate whose facts alone give it less than this is drawn by lot, and counts for more then.
const HOPELESS: f64 = 0.002;
/// But at least one in eight of them is looked at.
const LEAST_LOT: f64 = 0.125;

/// The highest score, and the sum of exponentials beside it, of scores that count so often each.
pub(crate) fn partition(scores: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let highest = scores.clone().map(|(score, _)| score).fold(f64::MIN, f64::max);
    (highest, scores.map(|(score, n)| n * exp(score - highest)).sum())
}

/// How often keys that are no classes yet were met, two bits each; different keys may share them.
#[derive(Clone, Default)]
pub(crate) struct Sketch(pub(crate) Vec<u8>);

impl Sketch {
    pub(crate) fn new(keys: usize) -> Sketch {
        Sketch(vec![0; keys.next_power_of_two().clamp(1 << 12, 1 << 28) / 4])
    }

    /// Counts a key, and says whether it was met often enough.
    fn count(&mut self, key: u64) -> bool {
        let index = (key >> 7) as usize & (4 * self.0.len() - 1);
        let (byte, shift) = (&mut self.0[index / 4], 2 * (index % 4));
        let count = (*byte >> shift & 3) + 1;
        if count >= EVENTS {
            *byte &= !(3 << shift);
            return true;
        }
        *byte += 1 << shift;
        false
    }
}

/// What one position taught.
#[derive(Default)]
struct Taught {
    /// By how much each class was overrated.
    gradients: Vec<(u32, f32)>,
    /// Keys that were played or rivals, and are no classes.
    missed: Vec<Asked>,
    loss: f64,
    first: f64,
    sureness: Sureness,
}

/// How sure the weights should be of themselves: sums over positions that were not learned from yet. What counts is the first choice, which people look
/// at and of which they want to know how likely it is; the likelihood of all moves follows the many faint ones as well, and leaves the first a little
/// too sure.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Sureness {
    /// By how much the first choice is expected more often than it is played.
    pub(crate) excess: f64,
    /// How fast that grows if all weights grow alike.
    pub(crate) growth: f64,
}

impl Sureness {
    pub(crate) fn add(&mut self, other: Sureness) {
        self.excess += other.excess;
        self.growth += other.growth;
    }

    /// What all weights are to be multiplied with: one step of Newton's method, and never far.
    pub(crate) fn scale(self) -> f64 {
        if self.growth > 0.0 { (1.0 - self.excess / self.growth).clamp(0.8, 1.25) } else { 1.0 }
    }
}

/// How often each class was seen and played, by index.
pub(crate) struct Counts {
    pub(crate) seen: Vec<AtomicU32>,
    pub(crate) played: Vec<AtomicU32>,
}

impl Counts {
    pub(crate) fn new(table: &Table) -> Counts {
        let zeros = || table.slots.iter().map(|_| AtomicU32::new(0)).collect();
        Counts { seen: zeros(), played: zeros() }
    }
}

/// Running numbers of the training.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) n: usize,
    pub(crate) loss: f64,
    pub(crate) first: f64,
}

/// A model in the making.
pub(crate) struct Trainer<'g> {
    pub(crate) games: &'g Games,
    pub(crate) seed: u64,
    pub(crate) table: Table,
    pub(crate) sketch: Sketch,
    looks: Mutex<Vec<Look>>,
}

impl<'g> Trainer<'g> {
    pub(crate) fn new(games: &'g Games, seed: u64, n_lessons: usize) -> Trainer<'g> {
        let table = Table::with_room((3 * n_lessons).min(9 << 20));
        Trainer { games, seed, table, sketch: Sketch::new(64 * n_lessons), looks: Mutex::default() }
    }

    /// Works through one batch. `numbers` are those of its lessons; `rate` is the share of the full rate. New classes enter
    /// if `grows`; seen and played are counted if there is somewhere to. How sure it was before it learned comes back.
    pub(crate) fn step(
        &mut self,
        lessons: &[Lesson],
        number: usize,
        rate: f64,
        grows: bool,
        counts: Option<&Counts>,
        tally: &mut Tally,
    ) -> Sureness {
        let teach = |(i, &lesson): (usize, &Lesson)| {
            let mut look = self.looks.lock().ok().and_then(|mut looks| looks.pop()).unwrap_or_default();
            let taught = self.teach(&mut look, lesson, number + i, counts);
            if let Ok(mut looks) = self.looks.lock() {
                looks.push(look);
            }
            taught
        };
        let all: Vec<Option<Taught>> = lessons.par_iter().enumerate().map(teach).collect();
        let rate = (RATE * rate) as f32;
        let mut sureness = Sureness::default();
        for taught in all.iter().flatten() {
            tally.n += 1;
            tally.loss += taught.loss;
            tally.first += taught.first;
            sureness.add(taught.sureness);
            for &(index, gradient) in &taught.gradients {
                let slot = &mut self.table.slots[index as usize];
                slot.squares += gradient * gradient;
                slot.weight -= rate * gradient / (CAUTION as f32 + slot.squares).sqrt();
            }
        }
        // Only now, as indices change when the table grows.
        for (i, taught) in all.iter().enumerate().filter(|_| grows) {
            for &Asked { candidate, template, key } in taught.iter().flat_map(|taught| &taught.missed) {
                if self.table.find(key).is_none() && self.sketch.count(key) {
                    let witness = Witness { lesson: (number + i) as u32, candidate, template };
                    self.table.insert(key, 0.0, 0.0, witness);
                }
            }
        }
        sureness
    }

    fn teach(&self, look: &mut Look, lesson: Lesson, number: usize, counts: Option<&Counts>) -> Option<Taught> {
        let (position, history, _, mv) = self.games.replay(lesson)?;
        let played = mv.point()?;
        let lot = |purpose: u64, candidate: usize| {
            let lot = mix(mix(self.seed ^ mix(number as u64) ^ purpose).wrapping_add(candidate as u64));
            (lot >> 11) as f64 / (1u64 << 53) as f64
        };
        // What each candidate counts for: those that look hopeless by their facts alone are drawn by lot.
        let mut stands_for = vec![0.0; position.size().area()];
        let mut chosen = None;
        look.look_at(&position, &history, &self.table, |scene, scores, active| {
            chosen = scene.candidates.iter().position(|candidate| candidate.point == played);
            let (highest, total) = partition(scores.iter().map(|&score| (score, 1.0)));
            for (i, score) in scores.iter().enumerate() {
                let share = (exp(score - highest) / (total * HOPELESS)).max(LEAST_LOT);
                if share >= 1.0 || Some(i) == chosen || lot(1, i) < share {
                    stands_for[i] = if Some(i) == chosen { 1.0 } else { 1.0 / share.min(1.0) };
                    active.push(i as u16);
                }
            }
        });
        let chosen = chosen?;
        let weighted = || look.scores.iter().copied().zip(stands_for.iter().copied()).filter(|&(_, n)| n > 0.0);
        let (highest, total) = partition(weighted());
        let mut taught = Taught { gradients: Vec::with_capacity(4096), ..Taught::default() };
        let n_first = weighted().filter(|&(score, _)| score == highest).count() as f64;
        let is_first = f64::from(u8::from(look.scores[chosen] == highest));
        taught.first = is_first / n_first;
        taught.loss = total.ln() + highest - look.scores[chosen];
        let mean: f64 = weighted().map(|(score, n)| n * exp(score - highest) / total * score).sum();
        let expected = n_first / total;
        taught.sureness = Sureness { excess: expected - is_first, growth: expected * (highest - mean) };
        let mut is_event = vec![false; look.scores.len()];
        for (candidate, &score) in look.scores.iter().enumerate() {
            if stands_for[candidate] == 0.0 {
                continue;
            }
            let probability = stands_for[candidate] * exp(score - highest) / total;
            let gradient = if candidate == chosen {
                is_event[candidate] = true;
                probability - 1.0
            } else if probability >= FAINT {
                is_event[candidate] = probability > STRONG;
                probability
            } else if lot(2, candidate) * FAINT >= probability {
                continue;
            } else {
                FAINT
            };
            let known = look.classes(candidate).iter().filter(|&&index| index != NONE);
            taught.gradients.extend(known.map(|&index| (index, gradient as f32)));
        }
        let missed = look.missed.iter().filter(|missed| is_event[usize::from(missed.candidate)]);
        taught.missed.extend(missed);
        if let Some(counts) = counts {
            for candidate in 0..look.scores.len() {
                for &index in look.classes(candidate).iter().filter(|&&index| index != NONE) {
                    counts.seen[index as usize].fetch_add(1, Ordering::Relaxed);
                    if candidate == chosen {
                        counts.played[index as usize].fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
        }
        Some(taught)
    }

    /// Everything that is needed to go on from here, beside the games.
    pub(crate) fn state(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + CLASS_BYTES * self.table.len + self.sketch.0.len());
        bytes.extend((self.table.len as u64).to_le_bytes());
        for (key, slot, witness) in self.table.classes() {
            bytes.extend(key.to_le_bytes());
            bytes.extend(slot.weight.to_le_bytes());
            bytes.extend(slot.squares.to_le_bytes());
            bytes.extend(witness.lesson.to_le_bytes());
            bytes.extend(witness.candidate.to_le_bytes());
            bytes.extend(witness.template.to_le_bytes());
        }
        bytes.extend((self.sketch.0.len() as u64).to_le_bytes());
        bytes.extend(&self.sketch.0);
        bytes
    }

    /// Goes on from there; none if the bytes are not what [`state`](Trainer::state) gave. Where a class lies in the table may
    /// differ then, which nothing depends on.
    pub(crate) fn restore(&mut self, bytes: &[u8]) -> Option<()> {
        let mut rest = bytes;
        let n = u64::from_le_bytes(take(&mut rest)?);
        self.table = Table::with_room(usize::try_from(n).ok().filter(|n| *n <= bytes.len() / CLASS_BYTES)?);
        for _ in 0..n {
            let key = u64::from_le_bytes(take(&mut rest)?);
            let (weight, squares) = (f32::from_le_bytes(take(&mut rest)?), f32::from_le_bytes(take(&mut rest)?));
            let lesson = u32::from_le_bytes(take(&mut rest)?);
            let [candidate, template] = [take(&mut rest)?, take(&mut rest)?].map(u16::from_le_bytes);
            self.table.insert(key, weight, squares, Witness { lesson, candidate, template });
        }
        let n = u64::from_le_bytes(take(&mut rest)?);
        (n == rest.len() as u64 && n == self.sketch.0.len() as u64).then(|| self.sketch.0.copy_from_slice(rest))
    }

    /// The share of the full rate at a point of the work, from 0 to 1.
    pub(crate) fn fall(done: f64) -> f64 {
        1.0 - 0.93 * done
    }
}
