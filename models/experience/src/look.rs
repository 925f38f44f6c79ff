//! Which classes every legal move belongs to: the fast way, kind by kind for all candidates together, so that the memory of
//! the table is asked for many classes at a time.

use std::hint::black_box;

use goban::{Color, Point, Position};

use crate::fact::Fact;
use crate::geometry::{CANDIDATE, DISC, LIBERTIES, MOVES, NOTHING, PLACED, RADII, STRIDE, Sums, add, least, ring};
use crate::history::History;
use crate::memory::Memory;
use crate::scene::{Candidate, OTHER, OWN, Scene, cell, offset};
use crate::template::{
    ANSWER_LIBERTIES_RADII, ANSWER_RADII, ASK_RADII, BOARDS_UNTIL, CORNERS_UNTIL, FOLLOW_RADII, Form, Mark, TEMPLATES,
    marks, small_shape,
};

/// Where classes are kept.
pub(crate) trait Known {
    /// The index of a class, if it is known.
    fn find(&self, key: u64) -> Option<u32>;
    /// Its weight.
    fn weight(&self, index: u32) -> f32;
    /// Looks where a class would be, so that it is found quickly a moment later; what it gives means nothing.
    fn touch(&self, key: u64) -> u32;
}

/// Shapes up to this radius are drawn for every candidate, as other kinds use them.
const SMALL: u8 = 5;

/// So many classes are looked up at a time.
const TOGETHER: usize = 64;

/// No class.
pub(crate) const NONE: u32 = u32::MAX;

/// A class that was looked for.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) candidate: u16,
    pub(crate) template: u16,
    pub(crate) key: u64,
}

/// What is kept of each candidate while its classes are looked up.
#[derive(Clone)]
struct Drawn {
    /// The shape around it, as far as it is known.
    shape: Sums,
    /// Liberties of the four neighbours and of all eight.
    four: Sums,
    eight: Sums,
    /// The last three moves.
    moves: [Sums; 3],
    /// The candidate as the last move and the one before it see it.
    seen: [Sums; 2],
    /// The shapes of radius 3 and 5.
    inner: [Sums; 2],
    /// The names of the small shapes that make pairs.
    small: [u64; 4],
    /// A bit for each [`Mark`] whose shapes are still known.
    alive: u8,
    /// How far shapes without marked moves were looked for.
    reach: u8,
    /// Its shapes are remembered.
    kept: bool,
}

impl Drawn {
    const BLANK: Drawn = Drawn {
        shape: NOTHING,
        four: NOTHING,
        eight: NOTHING,
        moves: [NOTHING; 3],
        seen: [NOTHING; 2],
        inner: [NOTHING; 2],
        small: [0; 4],
        alive: 1 << Mark::Plain as u8,
        reach: 0,
        kept: false,
    };
}

/// Looks at positions and finds the classes of all legal moves. Made once and used again.
#[derive(Default)]
pub(crate) struct Look {
    pub(crate) scene: Scene,
    drawn: Vec<Drawn>,
    asked: Vec<Asked>,
    /// What was looked for and is not known.
    pub(crate) missed: Vec<Asked>,
    /// For every candidate an index a template.
    pub(crate) indices: Vec<u32>,
    /// The sum of the weights, one a candidate.
    pub(crate) scores: Vec<f64>,
    /// The candidates that are looked at in full.
    active: Vec<u16>,
    /// What each side found when it last had to move.
    memories: [Memory; 2],
}

fn bit(mark: Mark) -> u8 {
    1 << mark as u8
}

impl Look {
    /// Finds all classes of all legal moves of a position.
    pub(crate) fn look(&mut self, position: &Position, history: &History, known: &impl Known) {
        self.look_at(position, history, known, |scene, _, active| active.extend(0..scene.candidates.len() as u16));
    }

    /// Finds all classes of all legal moves of a position, like [`look`](Look::look), but quickly where the same side was asked a few
    /// moves before. The scores are the same if weights are whole numbers; what is not known is not listed.
    pub(crate) fn follow(&mut self, position: &Position, history: &History, known: &impl Known) {
        self.scene.look(position, history);
        let side = usize::from(position.to_move() == Color::White);
        let mut memory = std::mem::take(&mut self.memories[side]);
        memory.refresh(&self.scene);
        let all = |scene: &Scene, _: &[f64], active: &mut Vec<u16>| active.extend(0..scene.candidates.len() as u16);
        self.classify(known, Some(&mut memory), all);
        self.memories[side] = memory;
    }

    /// Finds the classes of some moves of a position. Facts are looked up for all of them first; `choose` is shown what
    /// they say and lists, in order, the candidates that are looked at in full.
    pub(crate) fn look_at(
        &mut self,
        position: &Position,
        history: &History,
        known: &impl Known,
        choose: impl FnOnce(&Scene, &[f64], &mut Vec<u16>),
    ) {
        self.scene.look(position, history);
        self.classify(known, None, choose);
    }

    /// The indices of the classes of one candidate, by template.
    pub(crate) fn classes(&self, candidate: usize) -> &[u32] {
        let n = TEMPLATES.all.len();
        &self.indices[candidate * n..][..n]
    }

    fn classify(
        &mut self,
        known: &impl Known,
        mut memory: Option<&mut Memory>,
        choose: impl FnOnce(&Scene, &[f64], &mut Vec<u16>),
    ) {
        let n = self.scene.candidates.len();
        self.indices.clear();
        self.indices.resize(n * TEMPLATES.all.len(), NONE);
        self.scores.clear();
        self.scores.resize(n, 0.0);
        self.missed.clear();
        self.facts(known);
        self.active.clear();
        choose(&self.scene, &self.scores, &mut self.active);
        self.draw();
        if let Some(memory) = &memory {
            self.remember(memory);
        }
        self.around(known);
        if let Some(memory) = &mut memory {
            self.keep(memory, known);
        }
        self.pairs(known);
        self.answers(known);
        self.asks(known);
        self.joints(known);
        self.boths(known);
        self.corners(known);
        self.board(known);
    }

    fn ask(&mut self, candidate: u16, template: usize, drawing: u64, facts: u64) {
        let key = TEMPLATES.all[template].key(drawing, facts);
        self.asked.push(Asked { candidate, template: template as u16, key });
    }

    /// Looks up everything that was asked for. The order is that of the templates for every candidate, so that the sums do
    /// not depend on how the board lies.
    fn answer(&mut self, known: &impl Known) {
        let n = TEMPLATES.all.len();
        // Neighbouring candidates often have the same class, which is then not looked up again.
        let mut before = (0, None);
        for asked in self.asked.chunks(TOGETHER) {
            // Memory answers many questions together nearly as fast as one, and remembers what it was asked a moment ago.
            black_box(asked.iter().fold(0, |seen, asked| seen ^ known.touch(asked.key)));
            for &asked in asked {
                if before.0 != asked.key {
                    before = (asked.key, known.find(asked.key).map(|index| (index, known.weight(index))));
                }
                match before.1 {
                    Some((index, weight)) => {
                        let candidate = usize::from(asked.candidate);
                        self.indices[candidate * n + usize::from(asked.template)] = index;
                        self.scores[candidate] += f64::from(weight);
                    }
                    None => self.missed.push(asked),
                }
            }
        }
        self.asked.clear();
    }

    fn is_known(&self, candidate: u16, template: usize) -> bool {
        self.indices[usize::from(candidate) * TEMPLATES.all.len() + template] != NONE
    }

    fn draw(&mut self) {
        let Scene { candidates, liberties, last, .. } = &self.scene;
        self.drawn.clear();
        self.drawn.resize(self.active.len(), Drawn::BLANK);
        for (drawn, &candidate) in self.drawn.iter_mut().zip(&self.active) {
            let Candidate { point, at, facts } = &candidates[usize::from(candidate)];
            for (index, terms) in LIBERTIES.iter().enumerate() {
                let step = (index / 3) * STRIDE + index % 3;
                let n = usize::from(liberties[at + step - STRIDE - 1]);
                if n > 0 {
                    add(&mut drawn.eight, &terms[n - 1]);
                    drawn.alive |= bit(Mark::Eight);
                    if index % 2 == 1 {
                        add(&mut drawn.four, &terms[n - 1]);
                        drawn.alive |= bit(Mark::Four);
                    }
                }
            }
            for (back, last) in last.iter().enumerate() {
                let Some(last) = *last else { continue };
                let (dx, dy) = offset(*point, last);
                drawn.moves[back] = MOVES[back].sums(dx, dy);
                if back < 2 {
                    drawn.seen[back] = CANDIDATE.sums(-dx, -dy);
                }
            }
            let widest = RADII[RADII.len() - 1];
            for (fact, mark) in [(Fact::Last, Mark::Last), (Fact::Second, Mark::Two)] {
                if (1..=widest).contains(&facts.get(fact)) {
                    drawn.alive |= bit(mark);
                }
            }
        }
    }

    /// Takes over the shapes that are as they were.
    fn remember(&mut self, memory: &Memory) {
        let n = TEMPLATES.all.len();
        for (drawn, &candidate) in self.drawn.iter_mut().zip(&self.active) {
            let candidate = usize::from(candidate);
            let Some((kept, indices)) = memory.shapes(&self.scene, self.scene.candidates[candidate].point) else {
                continue;
            };
            (drawn.kept, drawn.inner, drawn.small) = (true, kept.inner, kept.small);
            self.indices[candidate * n..][..indices.len()].copy_from_slice(indices);
            self.scores[candidate] += kept.score;
        }
    }

    /// Takes note of the shapes that were found.
    fn keep(&self, memory: &mut Memory, known: &impl Known) {
        for (drawn, &candidate) in self.drawn.iter().zip(&self.active).filter(|(drawn, _)| !drawn.kept) {
            let indices = self.classes(candidate.into());
            let found = || {
                let rings = TEMPLATES.all[..TEMPLATES.answers].iter().enumerate();
                let unmarked = rings.filter(|(_, template)| match template.form {
                    Form::Around { mark, .. } => matches!(mark, Mark::Plain | Mark::Four | Mark::Eight),
                    _ => false,
                });
                unmarked.map(|(id, _)| (id, indices[id])).filter(|(_, index)| *index != NONE)
            };
            let score = found().map(|(_, index)| f64::from(known.weight(index))).sum();
            let index = self.scene.size.index(self.scene.candidates[usize::from(candidate)].point);
            memory.keep(index, drawn.reach.max(SMALL), (drawn.inner, drawn.small), score, found());
        }
    }

    /// The nested shapes around the candidates, ring by ring as long as anything is known of them.
    fn around(&mut self, known: &impl Known) {
        let disc = &*DISC;
        let mut begin = 0;
        for (i, &radius) in RADII.iter().enumerate() {
            let end = disc.ends[i];
            let first = TEMPLATES.rings[i];
            for (drawn, &candidate) in self.drawn.iter_mut().zip(&self.active) {
                // Small shapes serve others too.
                if drawn.kept || drawn.alive == 0 && radius > SMALL {
                    continue;
                }
                let Candidate { at, facts, .. } = &self.scene.candidates[usize::from(candidate)];
                for spot in &disc.spots[begin..end] {
                    let content = self.scene.grid[(*at as isize + spot.step) as usize];
                    if content != 0 {
                        add(&mut drawn.shape, &spot.near[usize::from(content) - 1]);
                    }
                }
                match radius {
                    3 => {
                        drawn.inner[0] = drawn.shape;
                        drawn.small[small_shape(3, Mark::Four)] = least(&drawn.shape, &drawn.four);
                        drawn.small[small_shape(3, Mark::Plain)] = least(&drawn.shape, &NOTHING);
                    }
                    4 => drawn.small[small_shape(4, Mark::Plain)] = least(&drawn.shape, &NOTHING),
                    5 => {
                        drawn.inner[1] = drawn.shape;
                        drawn.small[small_shape(5, Mark::Plain)] = least(&drawn.shape, &NOTHING);
                    }
                    _ => {}
                }
                let inside = |fact| (1..=radius).contains(&facts.get(fact));
                for (j, &mark) in marks(radius).iter().enumerate() {
                    if drawn.alive & bit(mark) == 0 {
                        continue;
                    }
                    let drawing = match mark {
                        Mark::Plain => least(&drawn.shape, &NOTHING),
                        Mark::Four => least(&drawn.shape, &drawn.four),
                        Mark::Eight => least(&drawn.shape, &drawn.eight),
                        Mark::Last if inside(Fact::Last) => least(&drawn.shape, &drawn.moves[0]),
                        Mark::Two if inside(Fact::Second) => {
                            let mut terms = drawn.moves[1];
                            if inside(Fact::Last) {
                                add(&mut terms, &drawn.moves[0]);
                            }
                            least(&drawn.shape, &terms)
                        }
                        Mark::Last | Mark::Two => continue,
                    };
                    if matches!(mark, Mark::Plain | Mark::Four | Mark::Eight) {
                        drawn.reach = radius;
                    }
                    let template = first + j;
                    let key = TEMPLATES.all[template].key(drawing, 0);
                    self.asked.push(Asked { candidate, template: template as u16, key });
                }
            }
            let from = self.missed.len();
            self.answer(known);
            for missed in &self.missed[from..] {
                let Form::Around { mark, .. } = TEMPLATES.all[usize::from(missed.template)].form else { continue };
                let Ok(index) = self.active.binary_search(&missed.candidate) else { continue };
                let drawn = &mut self.drawn[index];
                drawn.alive &= !bit(mark);
                if mark == Mark::Plain {
                    // Moves that are not inside yet never will be in a shape that is known.
                    let facts = &self.scene.candidates[usize::from(missed.candidate)].facts;
                    for (fact, mark) in [(Fact::Last, Mark::Last), (Fact::Second, Mark::Two)] {
                        if facts.get(fact) > radius {
                            drawn.alive &= !bit(mark);
                        }
                    }
                }
            }
            begin = end;
        }
    }

    /// The shape around another point than a candidate, up to each of some radii; with the liberties there if asked.
    fn away(&self, centre: Point, radii: &[u8], with_liberties: bool) -> Vec<Sums> {
        let disc = &*DISC;
        let at = cell(centre);
        let mut sums = NOTHING;
        if with_liberties {
            for (index, terms) in LIBERTIES.iter().enumerate() {
                let step = (index / 3) * STRIDE + index % 3;
                let n = usize::from(self.scene.liberties[at + step - STRIDE - 1]);
                if n > 0 && (index % 2 == 1 || index == 4) {
                    add(&mut sums, &terms[n - 1]);
                }
            }
        }
        // The stone itself: it may have been taken since, or be anybody's.
        let content = self.scene.grid[at];
        if content != 0 {
            add(&mut sums, &crate::geometry::Term::Away(content).sums(0, 0));
        }
        let mut begin = 0;
        radii
            .iter()
            .map(|&radius| {
                let end = disc.ends[ring(radius)];
                for spot in &disc.spots[begin..end] {
                    let content = self.scene.grid[(at as isize + spot.step) as usize];
                    if content != 0 {
                        add(&mut sums, &spot.away[usize::from(content) - 1]);
                    }
                }
                begin = end;
                sums
            })
            .collect()
    }

    fn answers(&mut self, known: &impl Known) {
        let kinds = [
            (TEMPLATES.answers, 0, &ANSWER_RADII[..], false),
            (TEMPLATES.answers_with_liberties, 0, &ANSWER_LIBERTIES_RADII[..], true),
            (TEMPLATES.follows, 1, &FOLLOW_RADII[..], false),
        ];
        for (first, back, radii, with_liberties) in kinds {
            let Some(centre) = self.scene.last[back] else { continue };
            for (i, shape) in self.away(centre, radii, with_liberties).iter().enumerate() {
                for k in 0..self.active.len() {
                    let candidate = self.active[k];
                    if i == 0 || self.is_known(candidate, first + i - 1) {
                        let drawing = least(shape, &self.drawn[k].seen[back]);
                        self.ask(candidate, first + i, drawing, 0);
                    }
                }
                self.answer(known);
            }
        }
    }

    fn asks(&mut self, known: &impl Known) {
        let Some(centre) = self.scene.last[0] else { return };
        let first = TEMPLATES.asks;
        for (i, shape) in self.away(centre, &ASK_RADII, false).iter().enumerate() {
            let drawing = least(shape, &NOTHING);
            for k in 0..self.active.len() {
                let candidate = self.active[k];
                if i == 0 || self.is_known(candidate, first + i - 1) {
                    let near = self.scene.candidates[usize::from(candidate)].facts.get(Fact::NearLast);
                    self.ask(candidate, first + i, drawing, near.into());
                }
            }
            self.answer(known);
        }
    }

    fn joints(&mut self, known: &impl Known) {
        for i in 0..4 {
            let id = TEMPLATES.joints + i;
            let template = &TEMPLATES.all[id];
            let Form::Joint { moves, ring } = template.form else { continue };
            if self.scene.last[..moves].contains(&None) {
                continue;
            }
            for k in 0..self.active.len() {
                let candidate = self.active[k];
                if template.parent.is_some_and(|parent| !self.is_known(candidate, parent)) {
                    continue;
                }
                let drawn = &self.drawn[k];
                let mut terms = drawn.moves[0];
                for more in &drawn.moves[1..moves] {
                    add(&mut terms, more);
                }
                let drawing = least(&terms, if ring.is_some() { &drawn.inner[0] } else { &NOTHING });
                self.ask(candidate, id, drawing, 0);
            }
            self.answer(known);
        }
    }

    fn boths(&mut self, known: &impl Known) {
        let Some(centre) = self.scene.last[0] else { return };
        for (i, shape) in self.away(centre, &[3, 5], false).iter().enumerate() {
            let id = TEMPLATES.boths + i;
            for k in 0..self.active.len() {
                let candidate = self.active[k];
                if i == 0 || self.is_known(candidate, id - 1) {
                    let drawn = &self.drawn[k];
                    let mut terms = drawn.inner[i];
                    add(&mut terms, &drawn.seen[0]);
                    let drawing = least(shape, &terms);
                    self.ask(candidate, id, drawing, 0);
                }
            }
            self.answer(known);
        }
    }

    /// Pairs of a small shape with facts.
    fn pairs(&mut self, known: &impl Known) {
        for id in TEMPLATES.pairs..TEMPLATES.facts {
            let template = &TEMPLATES.all[id];
            let Form::Around { ring, mark } = template.form else { continue };
            let small = small_shape(RADII[ring], mark);
            for k in 0..self.active.len() {
                let candidate = self.active[k];
                let facts = self.scene.candidates[usize::from(candidate)].facts.pack(template.facts);
                let drawing = self.drawn[k].small[small];
                self.ask(candidate, id, drawing, facts);
            }
            self.answer(known);
        }
    }

    /// Facts alone.
    fn facts(&mut self, known: &impl Known) {
        for id in TEMPLATES.facts..TEMPLATES.corners {
            let template = &TEMPLATES.all[id];
            for candidate in 0..self.scene.candidates.len() {
                let facts = self.scene.candidates[candidate].facts.pack(template.facts);
                self.ask(candidate as u16, id, 0, facts);
            }
            self.answer(known);
        }
    }

    fn corners(&mut self, known: &impl Known) {
        if self.scene.n_moves >= CORNERS_UNTIL {
            return;
        }
        let size = self.scene.size;
        let last_line = size.get() as i32 - 1;
        for id in TEMPLATES.corners..TEMPLATES.boards {
            let Form::Corner { side, last } = TEMPLATES.all[id].form else { continue };
            if size.get() < side + 4 {
                continue;
            }
            // Both orientations of each of the four corners.
            let mut sums = [[0u64; 2]; 4];
            for point in size.points() {
                let content = self.scene.grid[cell(point)];
                let marked = last && self.scene.last[0] == Some(point);
                if content == 0 && !marked {
                    continue;
                }
                for (corner, sums) in sums.iter_mut().enumerate() {
                    let (a, b) = from_corner(point, corner, last_line);
                    if a.max(b) >= side as i32 {
                        continue;
                    }
                    let mut enter = |field: &crate::geometry::Field| {
                        sums[0] = sums[0].wrapping_add(field.number(a, b));
                        sums[1] = sums[1].wrapping_add(field.number(b, a));
                    };
                    if matches!(content, OWN | OTHER) {
                        enter(&PLACED[usize::from(content) - 1]);
                    }
                    if marked {
                        enter(&MOVES[0]);
                    }
                }
            }
            for k in 0..self.active.len() {
                let candidate = self.active[k];
                let point = self.scene.candidates[usize::from(candidate)].point;
                let (column, row) = (point.column() as i32, point.row() as i32);
                // A point on a middle line belongs to no corner more than to another.
                if 2 * column == last_line || 2 * row == last_line {
                    continue;
                }
                let corner = usize::from(2 * column > last_line) + 2 * usize::from(2 * row > last_line);
                let (a, b) = from_corner(point, corner, last_line);
                if a.max(b) < side as i32 {
                    let one = sums[corner][0].wrapping_add(CANDIDATE.number(a, b));
                    let two = sums[corner][1].wrapping_add(CANDIDATE.number(b, a));
                    self.ask(candidate, id, one.min(two), 0);
                }
            }
            self.answer(known);
        }
    }

    fn board(&mut self, known: &impl Known) {
        if self.scene.n_moves >= BOARDS_UNTIL {
            return;
        }
        let size = self.scene.size;
        let last_line = size.get() as i32 - 1;
        // Twice the way from the centre, so that even sizes have whole numbers too.
        let from_middle = |point: Point| (2 * point.column() as i32 - last_line, 2 * point.row() as i32 - last_line);
        let mut sums = NOTHING;
        for point in size.points() {
            let content = self.scene.grid[cell(point)];
            if matches!(content, OWN | OTHER) {
                let (dx, dy) = from_middle(point);
                add(&mut sums, &PLACED[usize::from(content) - 1].sums(dx, dy));
            }
        }
        for k in 0..self.active.len() {
            let candidate = self.active[k];
            let (dx, dy) = from_middle(self.scene.candidates[usize::from(candidate)].point);
            let drawing = least(&sums, &CANDIDATE.sums(dx, dy));
            self.ask(candidate, TEMPLATES.boards, drawing, size.get() as u64);
        }
        self.answer(known);
    }
}

/// Where a point is as one of the four corners sees it.
pub(crate) fn from_corner(point: Point, corner: usize, last_line: i32) -> (i32, i32) {
    let (column, row) = (point.column() as i32, point.row() as i32);
    (if corner & 1 != 0 { last_line - column } else { column }, if corner & 2 != 0 { last_line - row } else { row })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use goban::BoardSize;
    use model::Seed;
    use record::Mode;
    use std::cell::RefCell;
    use std::collections::HashSet;
    use testkit::{Randomness, random_game};

    /// Knows every class, or none; and remembers what it was asked for.
    #[derive(Default)]
    struct Listener {
        knows: bool,
        heard: RefCell<HashSet<u64>>,
    }

    impl Known for Listener {
        fn find(&self, key: u64) -> Option<u32> {
            self.heard.borrow_mut().insert(key);
            self.knows.then_some(0)
        }

        fn weight(&self, _: u32) -> f32 {
            0.0
        }

        fn touch(&self, _: u64) -> u32 {
            0
        }
    }

    /// The obvious way, term by term, asks for the same classes as the fast one.
    #[test]
    fn the_classes_of_a_move_are_those_of_its_bodies() {
        let mut n_taken = 0;
        for side in [5, 9, 13, 19, 20] {
            let size = BoardSize::new(side).unwrap();
            let game = random_game(size, 150, Randomness::PLAY, Seed(side as u64));
            let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
            let mut history = History::new(replay.position());
            let mut look = Look::default();
            while let Some(ply) = replay.next_ply().unwrap() {
                history.push(ply.mv, replay.position());
                // Now and then, and where one's own last stone has been taken.
                let board = replay.position().board();
                let taken = history.last(1).is_some_and(|point| board.get(point).is_none());
                if ply.number % 37 != 1 && !taken {
                    continue;
                }
                n_taken += usize::from(taken);
                let listener = Listener { knows: true, ..Listener::default() };
                look.look(replay.position(), &history, &listener);
                let mut bodies = HashSet::new();
                for candidate in 0..look.scene.candidates.len() {
                    for (id, template) in TEMPLATES.all.iter().enumerate() {
                        let body = Body::of(&look.scene, candidate, template);
                        assert_eq!(body.is_some(), look.is_known(candidate as u16, id), "{}", template.name);
                        let Some(body) = body else { continue };
                        assert!(body.terms.iter().all(|&placed| template.takes(placed)), "{}: {body:?}", template.name);
                        let (key, _) = body.canonical(template);
                        bodies.insert(key);
                    }
                }
                assert!(bodies == *listener.heard.borrow(), "{size} after move {}", ply.number);
            }
        }
        assert!(n_taken > 0);
    }

    /// Whole numbers for keys that end in some bits, so that half of the classes are known.
    struct Half;

    impl Known for Half {
        fn find(&self, key: u64) -> Option<u32> {
            (!key.is_multiple_of(4)).then_some((key >> 40) as u32)
        }

        fn weight(&self, index: u32) -> f32 {
            (index % 2001) as f32 - 1000.0
        }

        fn touch(&self, _: u64) -> u32 {
            0
        }
    }

    #[test]
    fn following_finds_what_looking_does() {
        for (side, randomness) in
            [(5, Randomness::EDITED), (9, Randomness::PLAY), (13, Randomness::EDITED), (19, Randomness::PLAY)]
        {
            let size = BoardSize::new(side).unwrap();
            let (mut look, mut follow) = (Look::default(), Look::default());
            for seed in 0..2 {
                let game = random_game(size, 160, randomness, Seed(seed));
                let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
                let mut history = History::new(replay.position());
                while let Some(ply) = replay.next_ply().unwrap() {
                    history.push(ply.mv, replay.position());
                    if seed == 1 && ply.number % 7 == 0 {
                        continue;
                    }
                    look.look(replay.position(), &history, &Half);
                    follow.follow(replay.position(), &history, &Half);
                    assert!(look.indices == follow.indices, "{size}, seed {seed}, move {}", ply.number);
                    assert!(look.scores == follow.scores, "{size}, seed {seed}, move {}", ply.number);
                }
            }
        }
    }

    #[test]
    fn nothing_is_asked_for_beyond_what_is_not_known() {
        let game = random_game(BoardSize::NINE, 40, Randomness::PLAY, Seed(1));
        let mut replay = game.replay(&game.main_line(), Mode::Strict).unwrap();
        let mut history = History::new(replay.position());
        while let Some(ply) = replay.next_ply().unwrap() {
            history.push(ply.mv, replay.position());
        }
        let mut look = Look::default();
        look.look(replay.position(), &history, &Listener::default());
        let asked = look.missed.iter().map(|asked| &TEMPLATES.all[usize::from(asked.template)]);
        assert!(asked.clone().count() > 0);
        assert!(asked.into_iter().all(|template| template.parent.is_none()
            || matches!(template.form, Form::Around { mark: Mark::Last | Mark::Two, .. })));
    }
}
