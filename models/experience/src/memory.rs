//! What was found for every point when a side last had to move. From one of its moves to the next little changes on the board, so
//! that most classes of most points need not be looked for again.

use goban::Point;

use crate::fact::N_STILL;
use crate::geometry::distance;
use crate::look::Outline;
use crate::scene::{Grid, Scene, cell, offset};
use crate::template::TEMPLATES;

/// What is kept of the shapes around a point.
#[derive(Clone)]
struct Kept {
    /// How far from the point classes were looked for; 0 if nothing is known.
    reach: u8,
    /// The sum of the weights of their classes in which no move is marked.
    score: f64,
    outline: Outline,
}

impl Kept {
    const NOTHING: Kept = Kept { reach: 0, score: 0.0, outline: Outline::NOTHING };
}

/// What a side remembers.
#[derive(Default)]
pub(crate) struct Memory {
    /// The board as the side saw it last; none at first.
    seen: Option<(usize, Box<Grid>, Box<Grid>)>,
    /// By point.
    kept: Vec<Kept>,
    /// By point: what small shapes and facts that seldom change are worth together.
    still: Vec<Still>,
    /// For the kinds that are noted, by point, the key of the class that was looked for there and its weight.
    classes: Vec<Vec<(u64, f32)>>,
}

/// Small shapes, facts that seldom change, and the sum of the weights of the classes that are made of these alone.
#[derive(Clone)]
struct Still {
    small: [u64; 4],
    facts: [u8; N_STILL],
    weight: f64,
}

impl Still {
    /// No facts have such values.
    const NOTHING: Still = Still { small: [0; 4], facts: [u8::MAX; N_STILL], weight: 0.0 };
}

impl Memory {
    /// Forgets what is not as it was.
    pub(crate) fn refresh(&mut self, scene: &Scene) {
        let (size, area) = (scene.size, scene.size.area());
        match &mut self.seen {
            Some((side, grid, liberties)) if *side == size.get() => {
                for point in size.points() {
                    let at = cell(point);
                    if grid[at] != scene.grid[at] {
                        for (kept, other) in self.kept.iter_mut().zip(size.points()) {
                            let (dx, dy) = offset(point, other);
                            if distance(dx, dy) <= kept.reach.into() {
                                kept.reach = 0;
                            }
                        }
                    }
                    if liberties[at] != scene.liberties[at] {
                        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                            if let Some(near) = size.offset(point, dx, dy) {
                                self.kept[size.index(near)].reach = 0;
                            }
                        }
                    }
                }
                grid.copy_from_slice(&scene.grid[..]);
                liberties.copy_from_slice(&scene.liberties[..]);
            }
            seen => {
                *seen = Some((size.get(), scene.grid.clone(), scene.liberties.clone()));
                self.kept = vec![Kept::NOTHING; area];
                self.still = vec![Still::NOTHING; area];
                self.classes = vec![Vec::new(); TEMPLATES.all.len()];
            }
        }
    }

    /// What is known of the shapes around a candidate, unless one of the last two moves lies among them.
    pub(crate) fn shapes(&self, scene: &Scene, point: Point) -> Option<(f64, &Outline)> {
        let index = scene.size.index(point);
        let kept = &self.kept[index];
        let is_far = |last: &Option<Point>| {
            last.is_none_or(|last| {
                let (dx, dy) = offset(point, last);
                distance(dx, dy) > kept.reach.into()
            })
        };
        (kept.reach > 0 && scene.last[..2].iter().all(is_far)).then_some((kept.score, &kept.outline))
    }

    /// Takes note of the shapes around a point: `reach` is how far they were looked for.
    pub(crate) fn keep(&mut self, index: usize, reach: u8, score: f64, outline: &Outline) {
        self.kept[index] = Kept { reach, score, outline: *outline };
    }

    /// What the small shapes and the still facts of a point are worth, if they are as they were.
    pub(crate) fn still(&self, index: usize, small: &[u64; 4], facts: &[u8; N_STILL]) -> Option<f64> {
        let kept = &self.still[index];
        (kept.facts == *facts && kept.small == *small).then_some(kept.weight)
    }

    /// Takes note of that.
    pub(crate) fn keep_still(&mut self, index: usize, small: [u64; 4], facts: [u8; N_STILL], weight: f64) {
        self.still[index] = Still { small, facts, weight };
    }

    /// The weight of a class, if it is the one that was looked for there the last time.
    pub(crate) fn recall(&self, index: usize, template: usize, key: u64) -> Option<f32> {
        let (before, weight) = *self.classes[template].get(index)?;
        (before == key).then_some(weight)
    }

    /// Takes note of a class that was looked for.
    pub(crate) fn note(&mut self, index: usize, template: usize, key: u64, weight: f32) {
        let of_kind = &mut self.classes[template];
        if of_kind.is_empty() {
            of_kind.resize(self.kept.len(), (0, 0.0));
        }
        of_kind[index] = (key, weight);
    }
}
