//! Which classes every legal move belongs to: the fast way, kind by kind for all candidates together, so that the memory of
//! the table is asked for many classes at a time.

use std::hint::black_box;

use goban::{Color, Point, Position};

use crate::fact::{Fact, Facts, VALUES};
use crate::geometry::{CANDIDATE, DISC, LIBERTIES, MOVES, NOTHING, PLACED, RADII, STRIDE, Sums, add, least, ring};
use crate::history::History;
use crate::memory::Memory;
use crate::scene::{Candidate, OTHER, OWN, Scene, cell, offset};
use crate::template::{
    ANSWER_LIBERTIES_RADII, ANSWER_RADII, ASK_RADII, BOARDS_UNTIL, CORNERS_UNTIL, FOLLOW_RADII, Form, Mark, TEMPLATES,
    Template, marks, small_shape,
};

/// Where classes are kept.
pub(crate) trait Known {
    /// The index of a class, if it is known.
    fn find(&self, key: u64) -> Option<u32>;
    /// Its weight.
    fn weight(&self, index: u32) -> f32;
    /// Whether a class may be known; where this says no, it is not.
    fn may_know(&self, _key: u64) -> bool {
        true
    }
    /// Looks where a class would be, so that it is found quickly a moment later; what it gives means nothing.
    fn touch(&self, key: u64) -> u32;
    /// The sum of the weights of the classes of facts alone: of kinds that seldom change, or of those that do with every move.
    fn weight_of_facts(&self, facts: &Facts, still: bool) -> f64 {
        let kinds = kinds_of_facts().filter(|(_, kind)| kind.is_still() == still);
        let found = kinds.filter_map(|(_, kind)| self.find(kind.key(0, facts.pack(kind.facts))));
        found.map(|index| f64::from(self.weight(index))).sum()
    }
}

/// The kinds of classes that are facts alone.
pub(crate) fn kinds_of_facts() -> impl Iterator<Item = (usize, &'static Template)> {
    TEMPLATES.all.iter().enumerate().take(TEMPLATES.corners).skip(TEMPLATES.facts)
}

/// Shapes up to this radius are drawn for every candidate, as other kinds use them.
const SMALL: u8 = 5;

/// So many classes are looked up at a time.
const TOGETHER: usize = u64::BITS as usize;

/// No class.
pub(crate) const NONE: u32 = u32::MAX;

/// A class that was looked for.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) candidate: u16,
    pub(crate) template: u16,
    pub(crate) key: u64,
}

/// A candidate whose shapes are drawn while their classes are looked up.
#[derive(Clone)]
struct Drawn {
    /// Which of those that are looked at in full.
    k: u16,
    /// The shape around it, as far as it is known.
    shape: Sums,
    /// Liberties of the four neighbours and of all eight.
    four: Sums,
    eight: Sums,
    /// A bit for each [`Mark`] whose shapes are still known.
    alive: u8,
    /// How far shapes without marked moves were looked for.
    reach: u8,
    /// The weights of its shapes without marked moves.
    unmarked: f64,
}

impl Drawn {
    fn new(k: usize) -> Drawn {
        Drawn {
            k: k as u16,
            shape: NOTHING,
            four: NOTHING,
            eight: NOTHING,
            alive: 1 << Mark::Plain as u8,
            reach: 0,
            unmarked: 0.0,
        }
    }
}

/// What other kinds need of the shapes around a candidate.
#[derive(Clone, Copy)]
pub(crate) struct Outline {
    /// The shapes of radius 3 and 5.
    inner: [Sums; 2],
    /// The names of the small shapes that make pairs.
    pub(crate) small: [u64; 4],
}

impl Outline {
    pub(crate) const NOTHING: Outline = Outline { inner: [NOTHING; 2], small: [0; 4] };
}

/// What small shapes and facts that seldom change are worth together.
#[derive(Clone, Copy, Default)]
struct Stillness {
    weight: f64,
    /// It is remembered.
    kept: bool,
}

/// Looks at positions and finds the classes of all legal moves. Made once and used again.
#[derive(Default)]
pub(crate) struct Look {
    pub(crate) scene: Scene,
    /// Those whose shapes are not remembered.
    drawn: Vec<Drawn>,
    /// For each candidate that is looked at in full.
    outlines: Vec<Outline>,
    stillness: Vec<Stillness>,
    /// How the last move and the one before it see them.
    seen: [Vec<Sums>; 2],
    /// How they see these two moves.
    two_moves: Vec<Sums>,
    asked: Vec<Asked>,
    /// Which of the drawn ask for shapes.
    askers: Vec<u16>,
    /// What was looked up last, and the weights of those classes that are known.
    answered: Vec<Asked>,
    weights: Vec<Option<f32>>,
    /// What was looked for and is not known, unless only scores were asked for.
    pub(crate) missed: Vec<Asked>,
    /// For every candidate an index a template; empty where only scores were asked for.
    pub(crate) indices: Vec<u32>,
    /// For every candidate a bit a template: its class is known. The kinds that others refine come first and have room.
    known: Vec<u64>,
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

    /// Finds the scores of all legal moves of a position as [`look`](Look::look) does, but quickly where the same side was asked a few
    /// moves before. They are the same if weights are whole numbers; the classes are not listed. What is asked must be the same
    /// `known` every time.
    pub(crate) fn follow(&mut self, position: &Position, history: &History, known: &impl Known) {
        self.scene.look(position, history);
        let side = usize::from(position.to_move() == Color::White);
        let mut memory = std::mem::take(&mut self.memories[side]);
        memory.refresh(&self.scene);
        let n = self.scene.candidates.len();
        self.clear();
        self.active.extend(0..n as u16);
        for (score, candidate) in self.scores.iter_mut().zip(&self.scene.candidates) {
            *score += known.weight_of_facts(&candidate.facts, false);
        }
        self.remember(&memory);
        self.draw();
        self.around(known);
        self.keep(&mut memory);
        self.recall(&memory, known);
        self.classify(known, Some(&mut memory));
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
        self.clear();
        self.stillness.clear();
        self.indices.resize(self.scene.candidates.len() * TEMPLATES.all.len(), NONE);
        self.facts(known);
        choose(&self.scene, &self.scores, &mut self.active);
        self.drawn.extend((0..self.active.len()).map(Drawn::new));
        self.outlines.resize(self.active.len(), Outline::NOTHING);
        self.draw();
        self.around(known);
        self.classify(known, None);
    }

    /// The indices of the classes of one candidate, by template.
    pub(crate) fn classes(&self, candidate: usize) -> &[u32] {
        let n = TEMPLATES.all.len();
        &self.indices[candidate * n..][..n]
    }

    /// Forgets the position before this one.
    fn clear(&mut self) {
        let n = self.scene.candidates.len();
        self.indices.clear();
        self.missed.clear();
        self.active.clear();
        self.drawn.clear();
        self.outlines.clear();
        self.known.clear();
        self.known.resize(n, 0);
        self.scores.clear();
        self.scores.resize(n, 0.0);
    }

    /// Looks up all kinds but facts and the shapes around the candidates.
    fn classify(&mut self, known: &impl Known, mut memory: Option<&mut Memory>) {
        self.pairs(known, memory.as_deref_mut());
        self.answers(known);
        self.asks(known);
        self.joints(known);
        self.boths(known);
        self.corners(known, memory);
        self.board(known);
    }

    fn ask(&mut self, candidate: u16, template: usize, drawing: u64, facts: u64) {
        let key = TEMPLATES.all[template].key(drawing, facts);
        self.asked.push(Asked { candidate, template: template as u16, key });
    }

    /// Looks up a kind for every candidate whose smaller class is known; `what` gives the drawing and the facts of one of those that
    /// are looked at in full.
    fn ask_each(&mut self, known: &impl Known, id: usize, what: impl Fn(&Look, usize) -> (u64, u64)) {
        let template = &TEMPLATES.all[id];
        let needed = template.parent.map_or(0, |parent| 1u64 << parent);
        let mut asked = std::mem::take(&mut self.asked);
        for (k, &candidate) in self.active.iter().enumerate() {
            if self.known[usize::from(candidate)] & needed == needed {
                let (drawing, facts) = what(self, k);
                asked.push(Asked { candidate, template: id as u16, key: template.key(drawing, facts) });
            }
        }
        self.asked = asked;
        self.answer(known);
    }

    /// Asks for a class, unless a point has the class of this kind that it had before.
    fn ask_or_recall(&mut self, candidate: u16, template: usize, drawing: u64, facts: u64, memory: &Memory) {
        let key = TEMPLATES.all[template].key(drawing, facts);
        let point = self.scene.candidates[usize::from(candidate)].point;
        match memory.recall(self.scene.size.index(point), template, key) {
            Some(weight) => self.scores[usize::from(candidate)] += f64::from(weight),
            None => self.asked.push(Asked { candidate, template: template as u16, key }),
        }
    }

    /// Takes note of what was looked up last.
    fn note(&self, memory: &mut Memory) {
        for (asked, &weight) in self.answered.iter().zip(&self.weights) {
            let point = self.scene.candidates[usize::from(asked.candidate)].point;
            memory.note(self.scene.size.index(point), asked.template.into(), asked.key, weight.unwrap_or(0.0));
        }
    }

    /// Looks up everything that was asked for. The order is that of the templates for every candidate, so that the sums do
    /// not depend on how the board lies.
    fn answer(&mut self, known: &impl Known) {
        let n = TEMPLATES.all.len();
        let lists = !self.indices.is_empty();
        let refined = TEMPLATES.pairs;
        self.weights.clear();
        // Neighbouring candidates often have the same class, which is then not looked up again.
        let mut before = (0, None);
        for asked in self.asked.chunks(TOGETHER) {
            // Memory answers many questions together nearly as fast as one, and remembers what it was asked a moment ago.
            let mut maybe = 0;
            for (i, asked) in asked.iter().enumerate() {
                maybe |= u64::from(known.may_know(asked.key)) << i;
            }
            let (mut rest, mut seen) = (maybe, 0);
            while rest != 0 {
                seen ^= known.touch(asked[rest.trailing_zeros() as usize].key);
                rest &= rest - 1;
            }
            black_box(seen);
            for (i, &asked) in asked.iter().enumerate() {
                if before.0 != asked.key {
                    let found = if maybe >> i & 1 == 0 { None } else { known.find(asked.key) };
                    before = (asked.key, found.map(|index| (index, known.weight(index))));
                }
                let (candidate, template) = (usize::from(asked.candidate), usize::from(asked.template));
                match before.1 {
                    Some((index, weight)) => {
                        if template < refined {
                            self.known[candidate] |= 1 << template;
                        }
                        if lists {
                            self.indices[candidate * n + template] = index;
                        }
                        self.scores[candidate] += f64::from(weight);
                    }
                    None if lists => self.missed.push(asked),
                    None => {}
                }
                self.weights.push(before.1.map(|(_, weight)| weight));
            }
        }
        std::mem::swap(&mut self.asked, &mut self.answered);
        self.asked.clear();
    }

    /// What marks the shapes around the candidates.
    fn draw(&mut self) {
        let Scene { candidates, liberties, .. } = &self.scene;
        for drawn in &mut self.drawn {
            let Candidate { at, facts, .. } = &candidates[usize::from(self.active[usize::from(drawn.k)])];
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
        for (k, candidate) in self.scene.candidates.iter().enumerate() {
            match memory.shapes(&self.scene, candidate.point) {
                Some((score, outline)) => {
                    self.scores[k] += score;
                    self.outlines.push(*outline);
                }
                None => {
                    self.drawn.push(Drawn::new(k));
                    self.outlines.push(Outline::NOTHING);
                }
            }
        }
    }

    /// Takes note of the shapes that were found.
    fn keep(&self, memory: &mut Memory) {
        for drawn in &self.drawn {
            let k = usize::from(drawn.k);
            let index = self.scene.size.index(self.scene.candidates[k].point);
            memory.keep(index, drawn.reach.max(SMALL), drawn.unmarked, &self.outlines[k]);
        }
    }

    /// Takes over what depends on small shapes and on facts that are as they were.
    fn recall(&mut self, memory: &Memory, known: &impl Known) {
        self.stillness.clear();
        for (k, candidate) in self.scene.candidates.iter().enumerate() {
            let index = self.scene.size.index(candidate.point);
            let kept = memory.still(index, &self.outlines[k].small, candidate.facts.still());
            let weight = kept.unwrap_or_else(|| known.weight_of_facts(&candidate.facts, true));
            self.stillness.push(Stillness { weight, kept: kept.is_some() });
            self.scores[k] += weight;
        }
    }

    /// The nested shapes around the candidates, ring by ring as long as anything is known of them.
    fn around(&mut self, known: &impl Known) {
        let disc = &*DISC;
        let mut begin = 0;
        for (i, &radius) in RADII.iter().enumerate() {
            let end = disc.ends[i];
            let first = TEMPLATES.rings[i];
            self.askers.clear();
            for (d, drawn) in self.drawn.iter_mut().enumerate() {
                // Small shapes serve others too.
                if drawn.alive == 0 && radius > SMALL {
                    continue;
                }
                let candidate = self.active[usize::from(drawn.k)];
                let Outline { inner, small } = &mut self.outlines[usize::from(drawn.k)];
                let Candidate { at, facts, .. } = &self.scene.candidates[usize::from(candidate)];
                for spot in &disc.spots[begin..end] {
                    let content = self.scene.grid[(*at as isize + spot.step) as usize];
                    if content != 0 {
                        add(&mut drawn.shape, &spot.near[usize::from(content) - 1]);
                    }
                }
                match radius {
                    3 => {
                        inner[0] = drawn.shape;
                        small[small_shape(3, Mark::Four)] = least(&drawn.shape, &drawn.four);
                        small[small_shape(3, Mark::Plain)] = least(&drawn.shape, &NOTHING);
                    }
                    4 => small[small_shape(4, Mark::Plain)] = least(&drawn.shape, &NOTHING),
                    5 => {
                        inner[1] = drawn.shape;
                        small[small_shape(5, Mark::Plain)] = least(&drawn.shape, &NOTHING);
                    }
                    _ => {}
                }
                let inside = |fact| (1..=radius).contains(&facts.get(fact));
                let seen = |back: usize| move_from(&self.scene, candidate, back);
                for (j, &mark) in marks(radius).iter().enumerate() {
                    if drawn.alive & bit(mark) == 0 {
                        continue;
                    }
                    let drawing = match mark {
                        Mark::Plain => least(&drawn.shape, &NOTHING),
                        Mark::Four => least(&drawn.shape, &drawn.four),
                        Mark::Eight => least(&drawn.shape, &drawn.eight),
                        Mark::Last if inside(Fact::Last) => least(&drawn.shape, &seen(0)),
                        Mark::Two if inside(Fact::Second) => {
                            let mut terms = seen(1);
                            if inside(Fact::Last) {
                                add(&mut terms, &seen(0));
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
                    self.askers.push(d as u16);
                }
            }
            self.answer(known);
            for ((asked, weight), &d) in self.answered.iter().zip(&self.weights).zip(&self.askers) {
                let drawn = &mut self.drawn[usize::from(d)];
                let mark = marks(radius)[usize::from(asked.template) - first];
                match weight {
                    Some(weight) if matches!(mark, Mark::Plain | Mark::Four | Mark::Eight) => {
                        drawn.unmarked += f64::from(*weight);
                    }
                    Some(_) => {}
                    None => {
                        drawn.alive &= !bit(mark);
                        if mark == Mark::Plain {
                            // Moves that are not inside yet never will be in a shape that is known.
                            let facts = &self.scene.candidates[usize::from(asked.candidate)].facts;
                            for (fact, mark) in [(Fact::Last, Mark::Last), (Fact::Second, Mark::Two)] {
                                if facts.get(fact) > radius {
                                    drawn.alive &= !bit(mark);
                                }
                            }
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
        for back in 0..2 {
            let sums = self.active.iter().map(|&candidate| seen_from(&self.scene, candidate, back));
            self.seen[back].clear();
            self.seen[back].extend(sums);
        }
        let kinds = [
            (TEMPLATES.answers, 0, &ANSWER_RADII[..], false),
            (TEMPLATES.answers_with_liberties, 0, &ANSWER_LIBERTIES_RADII[..], true),
            (TEMPLATES.follows, 1, &FOLLOW_RADII[..], false),
        ];
        for (first, back, radii, with_liberties) in kinds {
            let Some(centre) = self.scene.last[back] else { continue };
            for (i, shape) in self.away(centre, radii, with_liberties).iter().enumerate() {
                self.ask_each(known, first + i, |look, k| (least(shape, &look.seen[back][k]), 0));
            }
        }
    }

    fn asks(&mut self, known: &impl Known) {
        let Some(centre) = self.scene.last[0] else { return };
        let first = TEMPLATES.asks;
        for (i, shape) in self.away(centre, &ASK_RADII, false).iter().enumerate() {
            let drawing = least(shape, &NOTHING);
            if self.indices.is_empty() {
                // Only scores are asked for, and there are few of them.
                self.asks_of_distances(known, first + i, drawing);
                continue;
            }
            self.ask_each(known, first + i, |look, k| {
                let candidate = &look.scene.candidates[usize::from(look.active[k])];
                (drawing, candidate.facts.get(Fact::NearLast).into())
            });
        }
    }

    /// The same for each distance from the last move only once.
    fn asks_of_distances(&mut self, known: &impl Known, id: usize, drawing: u64) {
        let template = &TEMPLATES.all[id];
        let mut found: [Option<Option<f32>>; VALUES as usize] = [None; VALUES as usize];
        for (candidate, score) in self.scores.iter_mut().enumerate() {
            if template.parent.is_some_and(|parent| self.known[candidate] >> parent & 1 == 0) {
                continue;
            }
            let near = self.scene.candidates[candidate].facts.get(Fact::NearLast);
            let weight = *found[usize::from(near)]
                .get_or_insert_with(|| known.find(template.key(drawing, near.into())).map(|index| known.weight(index)));
            if let Some(weight) = weight {
                self.known[candidate] |= 1 << id;
                *score += f64::from(weight);
            }
        }
    }

    fn joints(&mut self, known: &impl Known) {
        self.two_moves.clear();
        self.two_moves.extend(self.active.iter().map(|&candidate| {
            let mut terms = move_from(&self.scene, candidate, 0);
            add(&mut terms, &move_from(&self.scene, candidate, 1));
            terms
        }));
        for i in 0..4 {
            let id = TEMPLATES.joints + i;
            let Form::Joint { moves, ring } = TEMPLATES.all[id].form else { continue };
            if self.scene.last[..moves].contains(&None) {
                continue;
            }
            self.ask_each(known, id, |look, k| {
                let shape = if ring.is_some() { &look.outlines[k].inner[0] } else { &NOTHING };
                let two = &look.two_moves[k];
                if moves < 3 {
                    return (least(two, shape), 0);
                }
                let mut terms = move_from(&look.scene, look.active[k], 2);
                add(&mut terms, two);
                (least(&terms, shape), 0)
            });
        }
    }

    fn boths(&mut self, known: &impl Known) {
        let Some(centre) = self.scene.last[0] else { return };
        for (i, shape) in self.away(centre, &[3, 5], false).iter().enumerate() {
            self.ask_each(known, TEMPLATES.boths + i, |look, k| {
                let mut terms = look.outlines[k].inner[i];
                add(&mut terms, &look.seen[0][k]);
                (least(shape, &terms), 0)
            });
        }
    }

    /// Pairs of a small shape with facts.
    fn pairs(&mut self, known: &impl Known, mut memory: Option<&mut Memory>) {
        for id in TEMPLATES.pairs..TEMPLATES.facts {
            let template = &TEMPLATES.all[id];
            let Form::Around { ring, mark } = template.form else { continue };
            let small = small_shape(RADII[ring], mark);
            let is_still = template.is_still();
            for k in 0..self.active.len() {
                if is_still && self.stillness.get(k).is_some_and(|still| still.kept) {
                    continue;
                }
                let candidate = self.active[k];
                let facts = self.scene.candidates[usize::from(candidate)].facts.pack(template.facts);
                let drawing = self.outlines[k].small[small];
                match &memory {
                    Some(memory) if !is_still => self.ask_or_recall(candidate, id, drawing, facts, memory),
                    _ => self.ask(candidate, id, drawing, facts),
                }
            }
            self.answer(known);
            if let Some(memory) = &mut memory {
                if is_still {
                    for (asked, &weight) in self.answered.iter().zip(&self.weights) {
                        self.stillness[usize::from(asked.candidate)].weight += f64::from(weight.unwrap_or(0.0));
                    }
                } else {
                    self.note(memory);
                }
            }
        }
        let Some(memory) = memory else { return };
        for (k, candidate) in self.scene.candidates.iter().enumerate().filter(|(k, _)| !self.stillness[*k].kept) {
            let index = self.scene.size.index(candidate.point);
            memory.keep_still(index, self.outlines[k].small, *candidate.facts.still(), self.stillness[k].weight);
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

    fn corners(&mut self, known: &impl Known, mut memory: Option<&mut Memory>) {
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
                    match &memory {
                        Some(memory) => self.ask_or_recall(candidate, id, one.min(two), 0, memory),
                        None => self.ask(candidate, id, one.min(two), 0),
                    }
                }
            }
            self.answer(known);
            if let Some(memory) = &mut memory {
                self.note(memory);
            }
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

/// One of the last moves as a candidate sees it.
fn move_from(scene: &Scene, candidate: u16, back: usize) -> Sums {
    scene.last[back].map_or(NOTHING, |last| {
        let (dx, dy) = offset(scene.candidates[usize::from(candidate)].point, last);
        MOVES[back].sums(dx, dy)
    })
}

/// A candidate as one of the last moves sees it.
fn seen_from(scene: &Scene, candidate: u16, back: usize) -> Sums {
    scene.last[back].map_or(NOTHING, |last| {
        let (dx, dy) = offset(last, scene.candidates[usize::from(candidate)].point);
        CANDIDATE.sums(dx, dy)
    })
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
                        assert_eq!(body.is_some(), look.classes(candidate)[id] != NONE, "{}", template.name);
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
