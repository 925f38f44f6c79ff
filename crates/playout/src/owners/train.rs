//! Learning: gradient steps, one position after the other.

use libm::exp;

use super::evidence::Evidence;
use super::file::take;
use super::look::{Look, Looked, STRETCHES, refines};
use super::scale::{Fit, Parts};
use super::table::{NOWHERE, Table};
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
/// A shape is looked at more closely once it was met so often.
const COMMON: u32 = 200;

/// Of every so many points one is learned from before the games.
const GLANCE: usize = 3;

/// The step for a class that is new, and for what the chance to win is read from.
const RATE: f32 = 0.05;
const RATE_OF_ODDS: f32 = 0.3;

/// How much a point that the lead is off counts beside the owner of a point, in each look: points that err together are set right together.
const PULLS: [f32; Trainer::STAGES] = [0.0, 0.04, 0.02];
/// How fast it is learned what a lead has beside the owners.
const RATE_OF_ASIDES: f64 = 0.002;
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

/// Someone who learns classes, one look after the other. What is learned depends on the positions and their order alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    /// The looks that were learned already, as they will be kept, so that a later look learns from what it will meet.
    learned: Owners,
    /// Which look is learned now.
    stage: usize,
    /// Its classes.
    classes: Table<Slot>,
    /// Whether no more classes are taken up.
    settled: bool,
    /// How the lead is read from owners, for every stretch. Only what comes once the classes of a look are settled is taken into account.
    fits: [Fit; STRETCHES],
    /// The same for the while: what of a lead owners need not explain.
    asides: [Aside; STRETCHES],
    chance: [Slot; STRETCHES],
}

/// What a lead has beside the sum of the owners: something for each point that Black gives, and something for being the one who moves.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Aside {
    given: f64,
    turn: f64,
}

impl Aside {
    /// How far the sum of the owners is from the lead, but for this.
    fn off(self, parts: Parts, lead: f64) -> f64 {
        (lead - parts.sum - self.given * parts.given - self.turn * parts.turn).clamp(-FAR_OFF, FAR_OFF)
    }

    fn follow(&mut self, parts: Parts, off: f64) {
        let step = RATE_OF_ASIDES * off / (parts.given * parts.given + parts.turn * parts.turn).max(1.0);
        self.given += step * parts.given;
        self.turn += step * parts.turn;
    }
}

/// A position as it is looked at to learn from it.
#[derive(Clone, Debug)]
pub struct Seen {
    looked: Looked,
    /// What other classes add up to already, in thousandths; of every point, or none.
    so_far: Vec<i32>,
    /// The first point that is looked at, and one of how many.
    from: usize,
    every: usize,
}

impl Default for Trainer {
    fn default() -> Trainer {
        Trainer::new()
    }
}

impl Trainer {
    /// How many looks there are to learn.
    pub const STAGES: usize = Look::ALL.len();
    /// The first look that is learned from games: before it positions need not be played out.
    pub const PLAYED: usize = Look::Games as usize;

    /// Someone who knows nothing yet.
    #[must_use]
    pub fn new() -> Trainer {
        let slot = |weight| Slot { weight, squares: 1.0, n: 0 };
        Trainer {
            learned: Owners::ignorant(),
            stage: 0,
            classes: Table::new(),
            settled: false,
            fits: Default::default(),
            asides: Default::default(),
            chance: [slot(1.0); STRETCHES],
        }
    }

    /// Which look is learned.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// How many classes there are.
    #[must_use]
    pub fn n_classes(&self) -> usize {
        self.learned.n_classes() + self.classes.len()
    }

    /// Of the classes of this look keeps the weightiest, at most so many, of those that were met often enough, and takes up no
    /// more. What is learned from now on settles the weights of those that stay.
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

    /// Ends a look, and begins the next one. Classes that were met seldom or say nothing are left out.
    pub fn next(&mut self) {
        self.learned.weights[self.stage] = self.kept();
        self.classes = Table::new();
        self.settled = false;
        // The next look adds up to other sums.
        self.fits = Default::default();
        self.asides = Default::default();
        self.stage += 1;
    }

    fn kept(&self) -> Table<i16> {
        let mut weights = Table::new();
        for (key, slot) in self.classes.sorted() {
            let weight = (1000.0 * slot.weight).round().clamp(-32000.0, 32000.0) as i16;
            if slot.n >= SELDOM && weight != 0 {
                *weights.entry(key) = weight;
            }
        }
        weights
    }

    /// Looks at a position to learn from it. Of the stones alone, only every third point is looked at, since neighbours say nearly the
    /// same; `lot` says which.
    #[must_use]
    pub fn look(&self, evidence: &Evidence, lot: usize) -> Seen {
        let nothing = evidence.nothing();
        let points = evidence.size().points();
        match Look::ALL[self.stage] {
            look @ Look::Stones => {
                let from = lot % GLANCE;
                let looked = Looked::new(look, evidence, &nothing, points.skip(from).step_by(GLANCE));
                Seen { looked, so_far: Vec::new(), from, every: GLANCE }
            }
            look @ Look::Games => {
                let looked = Looked::new(look, evidence, &nothing, points);
                Seen { looked, so_far: Vec::new(), from: 0, every: 1 }
            }
            Look::Again => {
                let games = Looked::new(Look::Games, evidence, &nothing, points);
                let so_far = self.learned.sums(Look::Games, &games);
                Seen { looked: self.learned.look_again(evidence, &so_far), so_far, from: 0, every: 1 }
            }
        }
    }

    /// Learns from a position. `rate` is the share of the full step. Gives back what was believed before; of points that were
    /// not looked at, nothing.
    pub fn learn(&mut self, evidence: &Evidence, seen: &Seen, truth: &Truth, rate: f32) -> Outlook {
        let [step, step_of_odds] = [RATE, RATE_OF_ODDS].map(|full| full * rate);
        let looked = &seen.looked;
        let found = self.find(looked);
        let slots = || found.chunks_exact(2 * looked.n_kinds());
        let so_far = seen.so_far.iter().map(|&sum| sum as f32 / 1000.0).chain(std::iter::repeat(0.0));
        let owners: Vec<f64> = slots().zip(so_far).map(|(slots, so_far)| owner(so_far + self.weigh(slots))).collect();
        let is_whole = seen.every == 1;
        let stretch = looked.stretch();
        let parts = evidence.parts(&owners);
        let off = self.asides[stretch].off(parts, f64::from(truth.lead));
        let pull = if is_whole { PULLS[self.stage] * off as f32 } else { 0.0 };
        let truths = truth.owners.iter().skip(seen.from).step_by(seen.every);
        for ((&owner, &owner_truth), slots) in owners.iter().zip(truths).zip(slots()) {
            let owner = owner as f32;
            // The slope of the log-likelihood, twice over as owners go from −1 to +1, and that of the error of the lead.
            let slope = (owner_truth - owner) / 2.0 + pull * (1.0 - owner * owner);
            self.follow(slots, slope, step);
        }
        if !is_whole {
            let mut all = evidence.nothing();
            all.iter_mut().skip(seen.from).step_by(seen.every).zip(&owners).for_each(|(one, owner)| *one = *owner);
            return Outlook { owners: all, lead: 0.0, chance: 0.5 };
        }
        self.asides[stretch].follow(parts, off);
        let fit = &mut self.fits[stretch];
        let lead = fit.scale().lead(parts);
        if self.settled {
            fit.add(parts, f64::from(truth.lead));
        }
        let slot = &mut self.chance[stretch];
        let chance = 1.0 / (1.0 + exp(-f64::from(slot.weight) * lead / 10.0));
        // A lead of fifty points says no more about this than one of thirty.
        let slope = (f64::from(truth.chance) - chance) * lead.clamp(-30.0, 30.0) / 10.0;
        slot.follow(slope as f32, step_of_odds);
        Outlook { owners, lead, chance }
    }

    /// What the classes of a point add up to, Black's first.
    fn weigh(&self, slots: &[u32]) -> f32 {
        let weight = |&slot: &u32| self.classes.at(slot).map_or(0.0, |slot| slot.weight);
        let (black, white) = slots.split_at(slots.len() / 2);
        black.iter().map(weight).sum::<f32>() - white.iter().map(weight).sum::<f32>()
    }

    /// Takes a step with the classes of a point, Black's first.
    fn follow(&mut self, slots: &[u32], slope: f32, step: f32) {
        let (black, white) = slots.split_at(slots.len() / 2);
        for (slots, sign) in [(black, 1.0), (white, -1.0)] {
            for &slot in slots {
                if let Some(slot) = self.classes.at_mut(slot) {
                    slot.n = slot.n.saturating_add(1);
                    slot.follow(sign * slope, step);
                }
            }
        }
    }

    /// Where the classes of a position are in the table. They are taken up if they are new, unless no more are taken up or they
    /// refine a shape that is not common yet.
    fn find(&mut self, looked: &Looked) -> Vec<u32> {
        let keys = looked.keys();
        let classes = &mut self.classes;
        if self.settled {
            return keys.iter().map(|&key| classes.find(key)).collect();
        }
        classes.reserve(keys.len());
        let nests = Look::ALL[self.stage] == Look::Stones;
        let mut common = true;
        let mut place = |key: u64| {
            let is_open = common || !nests || !refines(key);
            let slot = if is_open { classes.place(key) } else { NOWHERE };
            common = is_open && classes.at(slot).is_some_and(|slot| slot.n >= COMMON);
            slot
        };
        keys.iter().map(|&key| place(key)).collect()
    }

    /// What was learned. `origin` says from what, in words.
    #[must_use]
    pub fn owners(&self, origin: &str) -> Owners {
        let mut learned = self.learned.clone();
        learned.origin = origin.to_string();
        if let Some(weights) = learned.weights.get_mut(self.stage) {
            *weights = self.kept();
        }
        learned.scales = self.fits.map(|fit| fit.scale());
        learned.chance = self.chance.map(|slot| slot.weight);
        learned
    }

    /// Everything it knows, to go on later.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.stage as u8, u8::from(self.settled)];
        let asides = self.asides.iter().flat_map(|aside| [aside.given, aside.turn]);
        bytes.extend(self.fits.iter().flat_map(Fit::numbers).chain(asides).flat_map(f64::to_le_bytes));
        let put = |bytes: &mut Vec<u8>, slot: &Slot| {
            bytes.extend(slot.weight.to_le_bytes());
            bytes.extend(slot.squares.to_le_bytes());
            bytes.extend(slot.n.to_le_bytes());
        };
        self.chance.iter().for_each(|slot| put(&mut bytes, slot));
        let learned = self.learned.to_bytes();
        bytes.extend((learned.len() as u64).to_le_bytes());
        bytes.extend(learned);
        for (key, slot) in self.classes.sorted() {
            bytes.extend(key.to_le_bytes());
            put(&mut bytes, slot);
        }
        bytes
    }

    /// Takes up what [`to_bytes`](Trainer::to_bytes) gave; none if the bytes are something else.
    #[must_use]
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Trainer> {
        let mut trainer = Trainer::new();
        let [stage, settled] = take(&mut bytes)?;
        trainer.stage = Some(usize::from(stage)).filter(|stage| *stage < Trainer::STAGES)?;
        trainer.settled = settled != 0;
        let mut next = || take(&mut bytes).map(f64::from_le_bytes);
        for fit in &mut trainer.fits {
            *fit = Fit::read(&mut next)?;
        }
        for aside in &mut trainer.asides {
            *aside = Aside { given: next()?, turn: next()? };
        }
        for slot in &mut trainer.chance {
            *slot = Slot::take(&mut bytes)?;
        }
        let length = usize::try_from(u64::from_le_bytes(take(&mut bytes)?)).ok()?;
        let (learned, mut bytes) = bytes.split_at_checked(length)?;
        trainer.learned = Owners::from_bytes(learned).ok()?;
        while !bytes.is_empty() {
            let key = u64::from_le_bytes(take(&mut bytes)?);
            *trainer.classes.entry(Some(key).filter(|key| *key != 0)?) = Slot::take(&mut bytes)?;
        }
        Some(trainer)
    }
}

/// Whose a point is by what its classes add up to: twice the probability less one.
fn owner(score: f32) -> f64 {
    f64::from(libm::tanhf(score / 2.0))
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
