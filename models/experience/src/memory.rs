//! What was found for every point when a side last had to move. From one of its moves to the next little changes on the board, so
//! that most classes of most points need not be looked for again.

use goban::Point;

use crate::geometry::{NOTHING, Sums, distance};
use crate::look::NONE;
use crate::scene::{Grid, Scene, cell, offset};
use crate::template::TEMPLATES;

/// What is kept of the shapes around a point.
#[derive(Clone)]
pub(crate) struct Kept {
    /// How far from the point classes were looked for; 0 if nothing is known.
    reach: u8,
    /// What [`Look`](crate::look::Look) has drawn of it.
    pub(crate) inner: [Sums; 2],
    pub(crate) small: [u64; 4],
    /// The sum of the weights.
    pub(crate) score: f64,
}

impl Kept {
    const NOTHING: Kept = Kept { reach: 0, inner: [NOTHING; 2], small: [0; 4], score: 0.0 };
}

/// What a side remembers.
#[derive(Default)]
pub(crate) struct Memory {
    /// The board as the side saw it last; none at first.
    seen: Option<(usize, Box<Grid>, Box<Grid>)>,
    /// By point.
    kept: Vec<Kept>,
    /// The classes of the shapes around each point, in which no move is marked: for every point an index a kind.
    shapes: Vec<u32>,
}

/// The kinds of shapes around a point are the first of all.
fn n_shapes() -> usize {
    TEMPLATES.answers
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
                self.shapes = vec![NONE; area * n_shapes()];
            }
        }
    }

    /// What is known of the shapes around a candidate and their classes, unless one of the last two moves lies among them.
    pub(crate) fn shapes(&self, scene: &Scene, point: Point) -> Option<(&Kept, &[u32])> {
        let index = scene.size.index(point);
        let kept = &self.kept[index];
        let is_far = |last: &Option<Point>| {
            last.is_none_or(|last| {
                let (dx, dy) = offset(point, last);
                distance(dx, dy) > kept.reach.into()
            })
        };
        let n = n_shapes();
        (kept.reach > 0 && scene.last[..2].iter().all(is_far)).then(|| (kept, &self.shapes[index * n..][..n]))
    }

    /// Takes note of the shapes around a candidate: `reach` is how far they were looked for, `indices` gives the class of a
    /// kind of shapes without marked moves.
    pub(crate) fn keep(
        &mut self,
        index: usize,
        reach: u8,
        drawn: ([Sums; 2], [u64; 4]),
        score: f64,
        indices: impl Iterator<Item = (usize, u32)>,
    ) {
        let n = n_shapes();
        let shapes = &mut self.shapes[index * n..][..n];
        shapes.fill(NONE);
        for (template, index) in indices {
            shapes[template] = index;
        }
        self.kept[index] = Kept { reach, inner: drawn.0, small: drawn.1, score };
    }
}
