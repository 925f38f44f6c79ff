//! An automaton with learned rules, of whose the points of a board become.
//!
//! Every point keeps a few numbers. At first they say what stands on it: a stone of the side to move or of the other, the liberties of its
//! chain, whether a ladder takes it, how far the edge is. Then the clock ticks. With every tick a point hears what those beside it and across from it
//! keep, and what lies on both sides of it; makes something of it by the rule of that tick; shares half of that with its whole chain or its
//! whole empty area, as joined points share their fate; and adds it to what it keeps. So what a stone means spreads over the board. After the last tick every
//! point says whose it becomes, and all of them together how large the lead is and how sure.
//!
//! A rule is the same for every point, knows no direction and no colour but "mine" and "theirs": turned and mirrored boards and exchanged colours give
//! exactly the same. The rules are learned from positions of which a strong program said whose the points become.
//!
//! ```
//! use goban::{BoardSize, Diagram, Position, Rules};
//! use ripple::Ripple;
//! let setup = Diagram::parse("
//!     . . . . . . .
//!     . X X X X X .
//!     . . . . . . .
//!     . . . . . . .
//!     . O O O . . .
//!     . . . . O O .
//!     . . . . . . .").unwrap();
//! let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
//! let seen = Ripple::shipped().see(&position);
//! let top = setup.size.index(setup.size.parse_vertex("D7").unwrap());
//! assert!(seen.owners[top] > 0.5);
//! ```

mod file;
#[cfg(test)]
mod obvious;
mod scene;
mod shape;
mod spread;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use goban::{BoardSize, Position};
use libm::{exp, tanh};
use tactics::Ladders;

pub use file::RippleError;
pub use scene::Scene;
use scene::{Around, FACTS};
use shape::{Form, VOICES};
use spread::{hear, multiply, share};

/// The automaton: how many numbers a point keeps, for how many ticks, and the rule of each.
#[derive(Clone, PartialEq, Debug)]
pub struct Ripple {
    /// What it was learned from, in words.
    origin: String,
    form: Form,
    weights: Vec<f32>,
}

/// What the automaton sees in a position. Signs favour Black.
#[derive(Clone, PartialEq, Debug)]
pub struct Seen {
    /// Whose every point becomes, row by row from the top left: from −1, White's, to +1, Black's.
    pub owners: Vec<f64>,
    /// How many points more of the board Black has in the end, before komi.
    pub area: f64,
    /// What a point of lead adds to the log-odds of winning.
    pub steepness: f64,
    /// How much the side to move would like to play on each point: log-odds against any other.
    pub wishes: Vec<f64>,
}

impl Seen {
    /// Black's chance to win where `correction` points are added to the area that Black has more: komi and what else the rules count.
    #[must_use]
    pub fn chance(&self, correction: f64) -> f64 {
        model::likelihood(self.steepness * (self.area + correction))
    }
}

const SHIPPED_FILE: &[u8] = include_bytes!("../assets/ripple.bin");

/// What ships with the program; `assets/README.md` says what it was learned from.
static SHIPPED: LazyLock<Ripple> = LazyLock::new(|| {
    Ripple::from_bytes(SHIPPED_FILE).expect("the shipped file of rules can be read, as a test of this crate says")
});

/// Memory that is used again from one position to the next.
#[derive(Default)]
pub struct Pond {
    ladders: Ladders,
    kept: Vec<f32>,
    said: Vec<f32>,
    heard: Vec<f32>,
    made: Vec<f32>,
    sums: Vec<f64>,
}

impl Ripple {
    /// The rules that ship with the program.
    #[must_use]
    pub fn shipped() -> &'static Ripple {
        &SHIPPED
    }

    /// The same where they see something: on boards of the sizes that they were learned from, and others from 9×9 on.
    #[must_use]
    pub fn shipped_for(size: BoardSize) -> Option<&'static Ripple> {
        (size >= BoardSize::NINE).then(Ripple::shipped)
    }

    /// What they were learned from, in words.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// How often the clock ticks.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.form.ticks
    }

    /// How many numbers a point keeps.
    #[must_use]
    pub fn width(&self) -> usize {
        self.form.width
    }

    /// What it sees in a position.
    #[must_use]
    pub fn see(&self, position: &Position) -> Seen {
        self.see_with(position, &mut Pond::default())
    }

    /// The same, with memory that is used again.
    #[must_use]
    pub fn see_with(&self, position: &Position, pond: &mut Pond) -> Seen {
        let scene = Scene::new(position, &mut pond.ladders);
        self.spread(&scene, pond, |_| ());
        let Pond { said, .. } = pond;
        let sign = position.to_move().sign();
        let read = self.read(&scene, said);
        Seen {
            owners: read.owners.iter().map(|odds| sign * tanh(odds / 2.0)).collect(),
            area: sign * read.area,
            steepness: read.steepness,
            wishes: read.wishes,
        }
    }

    /// Whose the points seem to become at first and after every tick, with what is read from the points at the end. Signs favour Black.
    #[must_use]
    pub fn ticks_of(&self, position: &Position) -> Vec<Vec<f64>> {
        let mut pond = Pond::default();
        let scene = Scene::new(position, &mut pond.ladders);
        let sign = position.to_move().sign();
        let mut frames = Vec::new();
        self.spread(&scene, &mut pond, |said| {
            frames.push(self.read(&scene, said).owners.iter().map(|odds| sign * tanh(odds / 2.0)).collect());
        });
        frames
    }

    /// Lets the clock tick. What the points say after each tick, and before the first, is shown to `look`; what they say at the end is left in the pond.
    fn spread(&self, scene: &Scene, pond: &mut Pond, mut look: impl FnMut(&[f32])) {
        let (Form { width, ticks }, area) = (self.form, scene.area());
        let around = Around::of(scene.size);
        let Pond { kept, said, heard, made, sums, .. } = pond;
        let (facts, bias) = self.form.begin();
        fit(said, (area + 1) * FACTS);
        said[..area * FACTS].copy_from_slice(&scene.facts);
        said[area * FACTS..].fill(0.0);
        fit(heard, area * VOICES * FACTS);
        hear(said, around, FACTS, heard);
        fit(kept, area * width);
        kept.chunks_exact_mut(width).for_each(|kept| kept.copy_from_slice(&self.weights[bias.clone()]));
        multiply(heard, &self.weights[facts], kept, [area, VOICES * FACTS, width]);
        fit(said, (area + 1) * width);
        fit(heard, area * VOICES * width);
        fit(made, area * width);
        said[area * width..].fill(0.0);
        say(kept, said);
        look(said);
        for tick in 0..ticks {
            let rule = self.form.rule(tick);
            hear(said, around, width, heard);
            made.chunks_exact_mut(width).for_each(|made| made.copy_from_slice(&self.weights[rule.bias.clone()]));
            multiply(heard, &self.weights[rule.hear], made, [area, VOICES * width, width]);
            made.iter_mut().for_each(|made| *made = made.max(0.0));
            share(made, scene, self.form, sums);
            multiply(made, &self.weights[rule.keep], kept, [area, width, width]);
            say(kept, said);
            look(said);
        }
    }

    /// What is read from what the points say, as the mover sees it.
    fn read(&self, scene: &Scene, said: &[f32]) -> Read {
        let (width, ends) = (self.form.width, self.form.ends());
        let [owner, lead, sure, wish] = [ends.owner, ends.lead, ends.sure, ends.wish].map(|range| &self.weights[range]);
        let product = |said: &[f32], weights: &[f32]| -> f64 {
            said.iter().zip(weights).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
        };
        let (owners, wishes) = (Vec::with_capacity(scene.area()), Vec::with_capacity(scene.area()));
        let mut read = Read { owners, area: 0.0, steepness: 0.0, wishes };
        let mut sureness = 0.0;
        // Rounded to what is exact in their sums, so that the order of the points does not matter.
        let exact = |value: f64| (value * f64::from(1 << 30)).round() / f64::from(1 << 30);
        for said in said.chunks_exact(width).take(scene.area()) {
            let odds = product(said, owner) + f64::from(owner[width]);
            read.area += exact(tanh(odds / 2.0) + product(said, lead) / 4.0);
            sureness += exact(product(said, sure));
            read.owners.push(odds);
            read.wishes.push(product(said, wish));
        }
        let sureness = sureness / scene.area() as f64 + f64::from(sure[width]);
        read.steepness = exp(sureness.clamp(-4.0, 4.0)) / 10.0;
        read
    }
}

/// What is read from the points, as the mover sees it.
struct Read {
    /// The log-odds that a point becomes the mover's.
    owners: Vec<f64>,
    area: f64,
    steepness: f64,
    wishes: Vec<f64>,
}

/// What points say of what they keep: nothing of what is below zero.
fn say(kept: &[f32], said: &mut [f32]) {
    said.iter_mut().zip(kept).for_each(|(said, &kept)| *said = kept.max(0.0));
}

/// Makes room for so many numbers. What is in it is of no use.
fn fit(numbers: &mut Vec<f32>, n: usize) {
    numbers.resize(n, 0.0);
}
