//! Learning: gradient steps, one position after the other.

use libm::exp;

use super::evidence::Evidence;
use super::file::take;
use super::look::{Looked, PHASES};
use super::scale::Fit;
use super::table::Table;
use super::{Outlook, Owners};

/// What a class is learned with.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Slot {
    weight: f32,
    /// The sum of squared gradients.
    squares: f32,
    /// How often the class was met.
    n: u32,
}

/// A class that was met less often is not kept.
const SELDOM: u32 = 24;

/// The step for a class that is new, and for what the chance to win is read from.
const RATE: f32 = 0.05;
const RATE_OF_ODDS: f32 = 0.3;

/// How much a point that the lead is off counts beside the owner of a point. Points that err together are set right together.
const PULL: f32 = 0.04;
/// A lead that is farther off counts no more.
const FAR_OFF: f64 = 30.0;

/// What should have been said about a position, from Black's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// From −1 to +1, row by row.
    pub owners: Vec<f32>,
    /// Black's lead in points.
    pub lead: f32,
    /// Black's chance to win, from 0 to 1.
    pub chance: f32,
}

/// Someone who learns classes. What is learned depends on the positions and their order alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    classes: Table<Slot>,
    /// Whether no more classes are taken up.
    settled: bool,
    /// How the lead is read from owners, for every phase. Only what comes once the classes are settled is taken into account.
    fits: [Fit; PHASES],
    chance: [Slot; PHASES],
}

impl Default for Trainer {
    fn default() -> Trainer {
        Trainer::new()
    }
}

impl Trainer {
    /// Someone who knows nothing yet, and believes the playouts.
    #[must_use]
    pub fn new() -> Trainer {
        let slot = |weight| Slot { weight, squares: 1.0, n: 0 };
        Trainer { classes: Table::new(), settled: false, fits: Default::default(), chance: [slot(1.0); PHASES] }
    }

    /// How many classes there are.
    #[must_use]
    pub fn n_classes(&self) -> usize {
        self.classes.len()
    }

    /// Keeps the weightiest classes, at most so many, of those that were met often enough, and takes up no more. What is learned
    /// from now on settles the weights of those that stay.
    pub fn settle(&mut self, most: usize) {
        let mut kept: Vec<(u64, Slot)> = self
            .classes
            .sorted()
            .into_iter()
            .filter(|(_, slot)| slot.n >= SELDOM)
            .map(|(key, slot)| (key, *slot))
            .collect();
        kept.sort_by(|(a, one), (b, other)| other.importance().total_cmp(&one.importance()).then(a.cmp(b)));
        kept.truncate(most);
        self.classes = Table::new();
        for (key, slot) in kept {
            *self.classes.entry(key) = slot;
        }
        self.settled = true;
    }

    /// Learns from a position. `rate` is the share of the full step. Gives back what was believed before.
    pub fn learn(&mut self, evidence: &Evidence, looked: &Looked, truth: &Truth, rate: f32) -> Outlook {
        let [step, step_of_odds] = [RATE, RATE_OF_ODDS].map(|full| full * rate);
        let score = |[black, white]: [&[u64]; 2]| {
            let sum = |keys: &[u64]| {
                keys.iter().map(|&key| self.classes.get(key).map_or(0.0, |slot| slot.weight)).sum::<f32>()
            };
            sum(black) - sum(white)
        };
        let owners: Vec<f64> = looked.points().map(|views| f64::from(libm::tanhf(score(views) / 2.0))).collect();
        let sum = evidence.lead_by(&owners);
        let off = (f64::from(truth.lead) - sum).clamp(-FAR_OFF, FAR_OFF) as f32 * PULL;
        for ((views, &owner_truth), &owner) in looked.points().zip(&truth.owners).zip(&owners) {
            let owner = owner as f32;
            // The slope of the log-likelihood, twice over as owners go from −1 to +1, and that of the error of the lead.
            let slope = (owner_truth - owner) / 2.0 + off * (1.0 - owner * owner);
            for (keys, sign) in views.into_iter().zip([1.0, -1.0]) {
                for &key in keys {
                    let slot = if self.settled { self.classes.get_mut(key) } else { Some(self.classes.entry(key)) };
                    if let Some(slot) = slot {
                        slot.n = slot.n.saturating_add(1);
                        slot.follow(sign * slope, step);
                    }
                }
            }
        }
        let fit = &mut self.fits[looked.phase()];
        let lead = fit.scale().lead(sum, evidence.given);
        if self.settled {
            fit.add(sum, evidence.given, f64::from(truth.lead));
        }
        let slot = &mut self.chance[looked.phase()];
        let chance = 1.0 / (1.0 + exp(-f64::from(slot.weight) * lead / 10.0));
        // A lead of fifty points says no more about this than one of thirty.
        let slope = (f64::from(truth.chance) - chance) * lead.clamp(-30.0, 30.0) / 10.0;
        slot.follow(slope as f32, step_of_odds);
        Outlook { owners, lead, chance }
    }

    /// What was learned. Classes that were met seldom or say nothing are left out. `origin` says from what, in words.
    #[must_use]
    pub fn owners(&self, origin: &str) -> Owners {
        let mut weights = Table::new();
        for (key, slot) in self.classes.sorted() {
            let weight = (1000.0 * slot.weight).round().clamp(-32000.0, 32000.0) as i16;
            if slot.n >= SELDOM && weight != 0 {
                *weights.entry(key) = weight;
            }
        }
        Owners {
            origin: origin.to_string(),
            weights,
            scales: self.fits.map(|fit| fit.scale()),
            chance: self.chance.map(|slot| slot.weight),
        }
    }

    /// Everything it knows, to go on later.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![u8::from(self.settled)];
        bytes.extend(self.fits.iter().flat_map(Fit::numbers).flat_map(f64::to_le_bytes));
        let mut put = |slot: &Slot| {
            bytes.extend(slot.weight.to_le_bytes());
            bytes.extend(slot.squares.to_le_bytes());
            bytes.extend(slot.n.to_le_bytes());
        };
        self.chance.iter().for_each(&mut put);
        for (key, slot) in self.classes.sorted() {
            bytes.extend(key.to_le_bytes());
            bytes.extend(slot.weight.to_le_bytes());
            bytes.extend(slot.squares.to_le_bytes());
            bytes.extend(slot.n.to_le_bytes());
        }
        bytes
    }

    /// Takes up what [`to_bytes`](Trainer::to_bytes) gave; none if the bytes are something else.
    #[must_use]
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Trainer> {
        let mut trainer = Trainer::new();
        let [settled] = take(&mut bytes)?;
        trainer.settled = settled != 0;
        for fit in &mut trainer.fits {
            let mut numbers = [0.0; 5];
            for number in &mut numbers {
                *number = f64::from_le_bytes(take(&mut bytes)?);
            }
            *fit = Fit::from_numbers(numbers);
        }
        for slot in &mut trainer.chance {
            *slot = Slot::take(&mut bytes)?;
        }
        while !bytes.is_empty() {
            let key = u64::from_le_bytes(take(&mut bytes)?);
            *trainer.classes.entry(Some(key).filter(|key| *key != 0)?) = Slot::take(&mut bytes)?;
        }
        Some(trainer)
    }
}

impl Slot {
    /// How much would be lost without the class.
    fn importance(&self) -> f32 {
        self.weight * self.weight * self.squares
    }

    /// A step along a slope: shorter the more was learned before (AdaGrad).
    fn follow(&mut self, slope: f32, step: f32) {
        self.squares += slope * slope;
        self.weight += step * slope / (self.squares.sqrt() + 1e-3);
    }

    fn take(bytes: &mut &[u8]) -> Option<Slot> {
        Some(Slot {
            weight: f32::from_le_bytes(take(bytes)?),
            squares: f32::from_le_bytes(take(bytes)?),
            n: u32::from_le_bytes(take(bytes)?),
        })
    }
}
