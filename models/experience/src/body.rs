//! Bodies of classes: what a class of moves looks like, term by term, so that it can be drawn, written down and read again.

use std::sync::LazyLock;

use goban::Point;

use crate::fact::pack;
use crate::geometry::{DISC, Field, NOTHING, RADII, Sums, Term, add, distance, ring, turned};
use crate::look::from_corner;
use crate::scene::{Scene, cell, distance_between, offset};
use crate::template::{BOARDS_UNTIL, CORNERS_UNTIL, Form, Mark, TEMPLATES, Template};

/// A term where it lies. Offsets are counted from the point for cells and liberties around it and for moves, from the move for
/// what lies around a move, from the corner and from the middle of the board (in half steps) for corners and boards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Placed {
    pub(crate) term: Term,
    pub(crate) dx: i8,
    pub(crate) dy: i8,
}

const SPAN: i32 = 24;
const WIDTH: i32 = 2 * SPAN + 1;

/// The numbers of every kind of term, by the upper bits of its code.
static NUMBERS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let term = |kind: u16| Placed::from_code(kind << 12).map_or(Term::Candidate, |placed| placed.term);
    (0..16).map(|kind| Field::new(term(kind))).collect()
});

impl Placed {
    pub(crate) fn new(term: Term, (dx, dy): (i32, i32)) -> Placed {
        Placed { term, dx: dx as i8, dy: dy as i8 }
    }

    pub(crate) fn offset(self) -> (i32, i32) {
        (self.dx.into(), self.dy.into())
    }

    /// Its numbers in all eight orientations.
    pub(crate) fn sums(self) -> Sums {
        NUMBERS[usize::from(self.code() >> 12)].sums(self.dx.into(), self.dy.into())
    }

    fn distance(self) -> u32 {
        distance(self.dx.into(), self.dy.into())
    }

    /// The number that stands for it in files.
    pub(crate) fn code(self) -> u16 {
        let kind = match self.term {
            Term::Cell(cell) => cell,
            Term::Away(cell) => 3 + cell,
            Term::Liberties(n) => 6 + n,
            Term::Move(which) => 10 + which,
            Term::Candidate => 14,
            Term::Placed(1) => 15,
            Term::Placed(_) => 0,
        };
        let cell = (i32::from(self.dx) + SPAN) * WIDTH + i32::from(self.dy) + SPAN;
        u16::from(kind) << 12 | cell as u16
    }

    /// What a number of a file stands for.
    pub(crate) fn from_code(code: u16) -> Option<Placed> {
        let term = match (code >> 12) as u8 {
            kind @ 1..=3 => Term::Cell(kind),
            kind @ 4..=6 => Term::Away(kind - 3),
            kind @ 7..=10 => Term::Liberties(kind - 6),
            kind @ 11..=13 => Term::Move(kind - 10),
            14 => Term::Candidate,
            15 => Term::Placed(1),
            _ => Term::Placed(2),
        };
        let cell = i32::from(code & 0xfff);
        (cell < WIDTH * WIDTH).then(|| Placed::new(term, (cell / WIDTH - SPAN, cell % WIDTH - SPAN)))
    }
}

/// What a class looks like: its terms in order, and the values of the facts of its kind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Body {
    pub(crate) terms: Vec<Placed>,
    pub(crate) facts: Vec<u8>,
}

impl Template {
    fn radius_of(form: Form) -> u32 {
        match form {
            Form::Around { ring, .. } | Form::Both { ring } | Form::Joint { ring: Some(ring), .. } => {
                RADII[ring].into()
            }
            Form::Answer { radius, .. } | Form::Asks { radius } => radius.into(),
            _ => 0,
        }
    }

    /// Whether a class of this kind can have this term.
    pub(crate) fn takes(&self, placed: Placed) -> bool {
        let radius = Template::radius_of(self.form);
        let far = placed.distance();
        match (self.form, placed.term) {
            (Form::Around { .. } | Form::Both { .. } | Form::Joint { ring: Some(_), .. }, Term::Cell(_)) => {
                far > 0 && far <= radius
            }
            (Form::Around { mark: Mark::Four, .. }, Term::Liberties(_)) => far == 2,
            (Form::Around { mark: Mark::Eight, .. }, Term::Liberties(_)) => far == 2 || far == 3,
            // A stone that has been taken since may have stood on the point itself.
            (Form::Around { mark: Mark::Last | Mark::Two, .. }, Term::Move(1)) => far <= radius,
            (Form::Around { mark: Mark::Two, .. }, Term::Move(2)) => far <= radius,
            (Form::Answer { .. } | Form::Asks { .. } | Form::Both { .. }, Term::Away(_)) => far <= radius,
            (Form::Answer { liberties: true, .. }, Term::Liberties(_)) => far == 0 || far == 2,
            (Form::Answer { .. } | Form::Both { .. }, Term::Candidate) => true,
            (Form::Joint { moves, .. }, Term::Move(which)) => usize::from(which) <= moves,
            (Form::Corner { side, .. }, Term::Placed(_) | Term::Candidate) => in_corner(placed, side),
            (Form::Corner { side, last: true }, Term::Move(1)) => in_corner(placed, side),
            (Form::Board, Term::Placed(_) | Term::Candidate) => true,
            _ => false,
        }
    }

    /// Whether these terms, all of which fit, are enough for a class of this kind.
    pub(crate) fn is_whole(&self, terms: &[Placed]) -> bool {
        let has = |test: &dyn Fn(Term) -> bool| terms.iter().any(|placed| test(placed.term));
        match self.form {
            Form::Around { mark: Mark::Last, .. } => has(&|term| term == Term::Move(1)),
            Form::Around { mark: Mark::Two, .. } => has(&|term| term == Term::Move(2)),
            // Pairs take small shapes without stones too.
            Form::Around { mark: Mark::Four | Mark::Eight, .. } if self.facts.is_empty() => {
                has(&|term| matches!(term, Term::Liberties(_)))
            }
            Form::Answer { .. } | Form::Both { .. } | Form::Corner { .. } | Form::Board => {
                has(&|term| term == Term::Candidate)
            }
            Form::Joint { moves, .. } => (1..=moves).all(|which| has(&|term| term == Term::Move(which as u8))),
            _ => true,
        }
    }

    /// In how many orientations a drawing of this kind means the same: corners have two.
    pub(crate) fn orientations(&self) -> &'static [usize] {
        match self.form {
            Form::Corner { .. } => &[0, 4],
            _ => &[0, 1, 2, 3, 4, 5, 6, 7],
        }
    }

    /// The key of a class from the sums of its terms.
    pub(crate) fn key_of(&self, sums: &Sums, facts: &[u8]) -> u64 {
        let least = self.orientations().iter().map(|&symmetry| sums[symmetry]).min().unwrap_or(0);
        self.key(least, pack(facts.iter().copied()))
    }
}

fn in_corner(placed: Placed, side: usize) -> bool {
    let inside = |line: i8| usize::try_from(line).is_ok_and(|line| line < side);
    inside(placed.dx) && inside(placed.dy)
}

/// The sums of some terms.
pub(crate) fn sums(terms: &[Placed]) -> Sums {
    let mut sums = NOTHING;
    for placed in terms {
        add(&mut sums, &placed.sums());
    }
    sums
}

/// The terms as a symmetry lays them, in order.
pub(crate) fn laid(terms: &[Placed], symmetry: usize) -> Vec<Placed> {
    let lay = |placed: &Placed| Placed::new(placed.term, turned(symmetry, placed.dx.into(), placed.dy.into()));
    let mut turned: Vec<Placed> = terms.iter().map(lay).collect();
    turned.sort_unstable();
    turned
}

impl Body {
    /// The body in the orientation that names it, with its key.
    pub(crate) fn canonical(self, template: &Template) -> (u64, Body) {
        let sums = sums(&self.terms);
        let best = template.orientations().iter().copied().min_by_key(|&symmetry| sums[symmetry]).unwrap_or(0);
        (template.key_of(&sums, &self.facts), Body { terms: laid(&self.terms, best), facts: self.facts })
    }

    /// The body that this one refines, if its kind has such.
    pub(crate) fn parent(&self, template: &Template) -> Option<(usize, Body)> {
        let id = template.parent?;
        let parent = &TEMPLATES.all[id];
        let terms: Vec<Placed> = self.terms.iter().copied().filter(|&placed| parent.takes(placed)).collect();
        parent.is_whole(&terms).then(|| (id, Body { terms, facts: self.facts.clone() }))
    }

    /// What a candidate of a scene looks like to a kind of classes; none if it has no class of this kind.
    pub(crate) fn of(scene: &Scene, candidate: usize, template: &Template) -> Option<Body> {
        let seen = scene.candidates.get(candidate)?;
        let mut eye = Eye { scene, point: seen.point, terms: Vec::new() };
        match template.form {
            Form::Facts => {}
            Form::Around { ring, mark } => eye.around(ring, mark),
            Form::Answer { back, radius, liberties } => {
                eye.away(scene.last[back]?, ring(radius), liberties);
                eye.candidate_from(scene.last[back]?);
            }
            Form::Asks { radius } => eye.away(scene.last[0]?, ring(radius), false),
            Form::Joint { moves, ring } => {
                eye.moves(moves, u32::MAX);
                if let Some(ring) = ring {
                    eye.disc(ring);
                }
            }
            Form::Both { ring } => {
                eye.disc(ring);
                eye.away(scene.last[0]?, ring, false);
                eye.candidate_from(scene.last[0]?);
            }
            Form::Corner { side, last } => {
                if scene.n_moves >= CORNERS_UNTIL || scene.size.get() < side + 4 {
                    return None;
                }
                eye.corner(side, last)?;
            }
            Form::Board => {
                if scene.n_moves >= BOARDS_UNTIL {
                    return None;
                }
                eye.board();
            }
        }
        let mut terms = eye.terms;
        terms.sort_unstable();
        let facts = template.facts.iter().map(|&fact| seen.facts.get(fact)).collect();
        template.is_whole(&terms).then_some(Body { terms, facts })
    }
}

/// Collects the terms of a candidate.
struct Eye<'s> {
    scene: &'s Scene,
    point: Point,
    terms: Vec<Placed>,
}

impl Eye<'_> {
    fn put(&mut self, term: Term, offset: (i32, i32)) {
        self.terms.push(Placed::new(term, offset));
    }

    fn disc(&mut self, ring: usize) {
        for spot in &DISC.spots[..DISC.ends[ring]] {
            let content = self.scene.grid[(cell(self.point) as isize + spot.step) as usize];
            if content != 0 {
                self.put(Term::Cell(content), (spot.dx, spot.dy));
            }
        }
    }

    fn around(&mut self, ring: usize, mark: Mark) {
        self.disc(ring);
        match mark {
            Mark::Plain => {}
            Mark::Four => self.liberties(self.point, DISC.ends[0], false),
            Mark::Eight => self.liberties(self.point, DISC.ends[1], false),
            Mark::Last => self.moves(1, RADII[ring].into()),
            Mark::Two => self.moves(2, RADII[ring].into()),
        }
    }

    fn liberties(&mut self, centre: Point, n: usize, and_itself: bool) {
        let mut see = |at: usize, offset| match self.scene.liberties[at] {
            0 => {}
            n => self.terms.push(Placed::new(Term::Liberties(n), offset)),
        };
        if and_itself {
            see(cell(centre), (0, 0));
        }
        for spot in &DISC.spots[..n] {
            see((cell(centre) as isize + spot.step) as usize, (spot.dx, spot.dy));
        }
    }

    fn moves(&mut self, n: usize, reach: u32) {
        for (back, last) in self.scene.last[..n].iter().enumerate() {
            if let Some(last) = last.filter(|&last| distance_between(last, self.point) <= reach) {
                self.put(Term::Move(back as u8 + 1), offset(self.point, last));
            }
        }
    }

    fn away(&mut self, centre: Point, ring: usize, liberties: bool) {
        let at = cell(centre);
        let mut see = |content: u8, offset| match content {
            0 => {}
            content => self.terms.push(Placed::new(Term::Away(content), offset)),
        };
        see(self.scene.grid[at], (0, 0));
        for spot in &DISC.spots[..DISC.ends[ring]] {
            see(self.scene.grid[(at as isize + spot.step) as usize], (spot.dx, spot.dy));
        }
        if liberties {
            self.liberties(centre, DISC.ends[0], true);
        }
    }

    fn candidate_from(&mut self, centre: Point) {
        self.put(Term::Candidate, offset(centre, self.point));
    }

    fn corner(&mut self, side: usize, last: bool) -> Option<()> {
        let size = self.scene.size;
        let last_line = size.get() as i32 - 1;
        let (column, row) = (self.point.column() as i32, self.point.row() as i32);
        if 2 * column == last_line || 2 * row == last_line {
            return None;
        }
        let corner = usize::from(2 * column > last_line) + 2 * usize::from(2 * row > last_line);
        let inside = |(a, b): (i32, i32)| a.max(b) < side as i32;
        let here = from_corner(self.point, corner, last_line);
        if !inside(here) {
            return None;
        }
        self.put(Term::Candidate, here);
        for point in size.points() {
            let offset = from_corner(point, corner, last_line);
            if !inside(offset) {
                continue;
            }
            match self.scene.grid[cell(point)] {
                0 => {}
                stone => self.put(Term::Placed(stone), offset),
            }
            if last && self.scene.last[0] == Some(point) {
                self.put(Term::Move(1), offset);
            }
        }
        Some(())
    }

    fn board(&mut self) {
        let size = self.scene.size;
        let last_line = size.get() as i32 - 1;
        let from_middle = |point: Point| (2 * point.column() as i32 - last_line, 2 * point.row() as i32 - last_line);
        for point in size.points() {
            match self.scene.grid[cell(point)] {
                0 => {}
                stone => self.put(Term::Placed(stone), from_middle(point)),
            }
        }
        self.put(Term::Candidate, from_middle(self.point));
    }
}
