//! What the models see along a game: curves, whose each point is, shapes, maps to draw.

use goban::{BoardSize, ByColor, Color, Point, PointSet, Position};
use model::{
    BeginError, Cell, Data, Model, Parameters, Quantity, Question, Role, Row, Scale, Selection, Shape, Sheet, Sign,
    Subject,
};
use record::Ply;

use crate::Area;
use crate::fact::{Change, Fact, Finding};

/// One number of a model along the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The name of the quantity.
    pub name: String,
    /// Its unit; empty for a pure number.
    pub unit: String,
    /// What it is for.
    pub role: Role,
    /// What its sign means.
    pub sign: Sign,
    /// The values; the first is that of the start.
    pub values: Vec<f64>,
}

impl Curve {
    /// Models measure in different units, so each is drawn in one of its own: the size that nineteen of twenty of its
    /// values stay below. The few beyond are cut, or they would flatten the rest.
    #[must_use]
    pub fn unit_of_bars(&self) -> f64 {
        let mut sizes: Vec<f64> =
            self.values.iter().filter(|value| value.is_finite()).map(|value| value.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.get(sizes.len() * 19 / 20).or(sizes.last()).copied().filter(|unit| *unit > 0.0).unwrap_or(1.0)
    }
}

/// A map or labels of a model along the game, made small for a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Overlay {
    /// The name of the quantity.
    pub name: String,
    /// What it is, in one line.
    pub about: String,
    /// How it is drawn.
    pub scale: Scale,
    /// The greatest size of a value; a level of [`Overlay::LEVELS`] stands for it.
    pub limit: f64,
    /// For the start and every ply, a level for every point; empty for labels.
    pub levels: Vec<Vec<i8>>,
    /// For the start and every ply, the labels; empty for a map.
    pub labels: Vec<Vec<(Point, String)>>,
}

impl Overlay {
    /// Levels on each side of zero.
    pub const LEVELS: i8 = 24;
}

/// Raw values of a map along the game, until its scale is known.
struct Recording {
    quantity: Quantity,
    fields: Vec<Vec<f32>>,
    labels: Vec<Vec<(Point, String)>>,
}

impl Recording {
    fn finish(self) -> Overlay {
        let categories = matches!(self.quantity.scale, Scale::Categories(_));
        let mut sizes: Vec<f32> =
            self.fields.iter().flatten().map(|value| value.abs()).filter(|v| v.is_finite() && *v > 0.0).collect();
        // Few values are huge: the colours serve the ninety-seven of a hundred others.
        let index = (sizes.len() * 97 / 100).min(sizes.len().saturating_sub(1));
        let limit = if sizes.is_empty() { 1.0 } else { *sizes.select_nth_unstable_by(index, f32::total_cmp).1 };
        let level = |value: &f32| {
            if categories {
                return value.clamp(-100.0, 100.0) as i8;
            }
            let part = (value / limit).clamp(-1.0, 1.0);
            let part = if part.is_nan() { 0.0 } else { part };
            // The root keeps small values apart from none.
            (part.signum() * part.abs().sqrt() * f32::from(Overlay::LEVELS)).round() as i8
        };
        let levels = self.fields.iter().map(|field| field.iter().map(level).collect()).collect();
        Overlay {
            name: self.quantity.name,
            about: self.quantity.about,
            scale: self.quantity.scale,
            limit: f64::from(limit),
            levels,
            labels: self.labels,
        }
    }
}

/// What a model that knows how likely moves are said of a move before it was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guess {
    /// How likely the move was, from 0 to 1.
    pub probability: f64,
    /// Its rank among all moves, from 1; of several that are as likely the first.
    pub rank: usize,
    /// The likeliest move.
    pub expected: Point,
    /// How likely that one was.
    pub likelihood: f64,
    /// Whether moves are played as often as that on boards of this size.
    pub calibrated: bool,
}

impl Guess {
    /// A likelier move than this is missed by one that is played less often than [`Guess::SELDOM`].
    const OFTEN: f64 = 0.2;
    const SELDOM: f64 = 0.01;

    /// A move that is played less often than this is no more of a surprise.
    pub(crate) const HARDLY: f64 = 1e-4;

    /// How much likelier than the move the likeliest was, as a logarithm.
    pub(crate) fn surprise(&self) -> f64 {
        (self.likelihood / self.probability.max(Guess::HARDLY)).ln().max(0.0)
    }

    fn new(size: BoardSize, likely: &[f64], played: Point, calibrated: bool) -> Option<Guess> {
        let expected = size.points().reduce(|best, point| {
            let (a, b) = (likely[size.index(best)], likely[size.index(point)]);
            if b > a { point } else { best }
        })?;
        let probability = likely[size.index(played)];
        let rank = 1 + likely.iter().filter(|other| **other > probability).count();
        Some(Guess { probability, rank, expected, likelihood: likely[size.index(expected)], calibrated })
    }

    /// A fact, if the move is one that hardly anybody plays while another stands out.
    pub(crate) fn finding(&self) -> Option<Finding> {
        let Guess { probability, rank, expected, likelihood, calibrated } = *self;
        let fact = Fact::Unusual { probability, rank, expected, likelihood, calibrated };
        (likelihood >= Guess::OFTEN && probability < Guess::SELDOM).then(|| Finding::new(fact))
    }
}

/// A family at work.
struct Work {
    subject: Subject,
    model: Box<dyn Model>,
    selection: Selection,
    /// The index of its first curve in the list of all.
    first_curve: usize,
    recording: Option<usize>,
    explains: bool,
    /// The map of how likely each next move is, if it is asked for it.
    next: Option<String>,
}

/// Whose each point is in the eyes of several models.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Owners {
    /// The points that more than half of them give to a side: its influence.
    pub most: ByColor<PointSet>,
    /// The points that all of them give to a side: its territory, stones included.
    pub all: ByColor<PointSet>,
}

/// Whose each point is in the eyes of one model.
type Sides = ByColor<PointSet>;

/// The models along a game.
pub(crate) struct Seeing {
    size: BoardSize,
    works: Vec<Work>,
    pub(crate) curves: Vec<Curve>,
    recordings: Vec<Recording>,
    /// Names of the maps that say whose a point is.
    pub(crate) voters: Vec<String>,
    votes: Vec<Vec<Sides>>,
    /// Whether a voter ever said anything about an empty point.
    speaks: Vec<bool>,
    /// Named shapes that came and went, for every ply.
    pub(crate) shapes: Vec<Vec<Finding>>,
    pub(crate) gains: Vec<usize>,
    /// How likely each next move is, after the last ply that was seen; empty if nobody says.
    likely: Vec<f64>,
    /// Whether that was found to be right on boards of this size.
    calibrated: bool,
    /// What was said of every ply before it was played.
    pub(crate) guesses: Vec<Option<Guess>>,
}

impl Seeing {
    /// Begins on the start of a line. With `leave_out`, who cannot begin is left out; with `maps`, a map of every model is kept for
    /// every ply.
    pub(crate) fn begin(
        start: &Position,
        subjects: &[Subject],
        leave_out: bool,
        maps: bool,
    ) -> Result<Seeing, BeginError> {
        let mut seeing = Seeing {
            size: start.size(),
            works: Vec::new(),
            curves: Vec::new(),
            recordings: Vec::new(),
            voters: Vec::new(),
            votes: Vec::new(),
            speaks: Vec::new(),
            shapes: Vec::new(),
            gains: Vec::new(),
            likely: Vec::new(),
            calibrated: false,
            guesses: Vec::new(),
        };
        for subject in subjects {
            let card = subject.card();
            let model = match BeginError::check_size(card, start.size()).and_then(|()| subject.begin(start)) {
                Err(_) if leave_out => continue,
                begun => begun?,
            };
            let first_curve = seeing.curves.len();
            let mut names: Vec<String> = Vec::new();
            let mut gain = None;
            for quantity in &card.quantities {
                match (quantity.shape, quantity.role) {
                    (Shape::Number, role) => {
                        let curve = seeing.curves.len();
                        if role == Role::Gain {
                            gain = gain.or(Some(curve));
                        }
                        seeing.curves.push(Curve {
                            name: quantity.name.clone(),
                            unit: quantity.unit.clone(),
                            role,
                            sign: quantity.sign,
                            values: Vec::new(),
                        });
                    }
                    (Shape::Field, Role::Ownership) => seeing.voters.push(quantity.name.clone()),
                    _ => continue,
                }
                names.push(quantity.name.clone());
            }
            seeing.gains.extend(gain);
            // One opinion is enough: the first family that has one.
            let asked = seeing.works.iter().any(|work| work.next.is_some());
            let next = card.with_role(Role::NextMove).find(|quantity| !asked && quantity.shape == Shape::Field);
            seeing.calibrated |= next.is_some_and(|quantity| quantity.calibrated_on == Some(seeing.size.get()));
            let next = next.map(|quantity| quantity.name.clone());
            names.extend(next.clone());
            let target = model::Target { family: subject.family(), quantity: None };
            let picture = target.picture().filter(|quantity| maps && quantity.shape != Shape::Graph);
            let recording = picture.map(|quantity| {
                names.push(quantity.name.clone());
                let quantity = quantity.clone();
                seeing.recordings.push(Recording { quantity, fields: Vec::new(), labels: Vec::new() });
                seeing.recordings.len() - 1
            });
            seeing.works.push(Work {
                subject: subject.clone(),
                model,
                selection: Selection::Names(names),
                first_curve,
                recording,
                explains: card.abilities.explains,
                next,
            });
        }
        seeing.speaks = vec![false; seeing.voters.len()];
        Ok(seeing)
    }

    /// The parameters in use, by family.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &Parameters> {
        self.works.iter().map(|work| work.subject.parameters())
    }

    /// Takes note of the start (no ply) or of a ply.
    pub(crate) fn see(&mut self, ply: Option<&Ply>, position: &Position) {
        if let Some(ply) = ply {
            let played = ply.mv.point().filter(|_| !ply.edited && ply.illegal.is_none() && !self.likely.is_empty());
            self.guesses.push(played.and_then(|point| Guess::new(self.size, &self.likely, point, self.calibrated)));
        }
        let mut votes = Vec::with_capacity(self.voters.len());
        let mut shapes = Vec::new();
        let empty = position.board().empty();
        for work in &mut self.works {
            if let Some(ply) = ply {
                work.model.observe(ply, position);
            }
            let card = work.subject.card();
            let mut sheet = Sheet::new(card, &work.selection);
            work.model.read(position, &mut sheet);
            let numbers = card.quantities.iter().filter(|quantity| quantity.shape == Shape::Number);
            for (index, quantity) in numbers.enumerate() {
                let value = sheet.get_number(&quantity.name).unwrap_or(f64::NAN);
                self.curves[work.first_curve + index].values.push(value);
            }
            for quantity in card.with_role(Role::Ownership).filter(|quantity| quantity.shape == Shape::Field) {
                let mut sides = Sides::default();
                let field = sheet.get_field(&quantity.name).unwrap_or_default();
                for (point, value) in self.size.points().zip(field) {
                    if *value > 0.0 {
                        sides.black.insert(point);
                    } else if *value < 0.0 {
                        sides.white.insert(point);
                    }
                }
                self.speaks[votes.len()] |= (sides.black | sides.white).meets(&empty);
                votes.push(sides);
            }
            if let Some(likely) = work.next.as_ref().and_then(|next| sheet.get_field(next)) {
                self.likely.clear();
                self.likely.extend_from_slice(likely);
            }
            if let Some(recording) = work.recording.map(|recording| &mut self.recordings[recording]) {
                match sheet.get(&recording.quantity.name, recording.quantity.shape) {
                    Some(Data::Field(values)) => recording.fields.push(values.iter().map(|v| *v as f32).collect()),
                    Some(Data::Labels(labels)) => {
                        let some = self.size.points().zip(labels);
                        recording.labels.push(some.filter_map(|(p, label)| Some((p, label.clone()?))).collect());
                    }
                    _ => {}
                }
            }
            if ply.is_some() && work.explains {
                let answer = work.model.explain(position, Question::LastMove).unwrap_or_default();
                let found = answer.rows.iter().filter_map(shape);
                shapes.extend(found.filter(|found| is_of_several_stones(&found.fact, position)));
            }
        }
        self.votes.push(votes);
        if ply.is_some() {
            self.shapes.push(shapes);
        }
    }

    /// Whose each point is at every moment, in the eyes of the models that speak of empty points.
    pub(crate) fn owners(&self) -> Vec<Owners> {
        let speakers: Vec<usize> = (0..self.voters.len()).filter(|&i| self.speaks[i]).collect();
        let owners = |votes: &Vec<Sides>| {
            let votes: Vec<Sides> = speakers.iter().map(|&i| votes[i]).collect();
            Owners { most: majority(&votes), all: unanimous(&votes) }
        };
        self.votes.iter().map(owners).collect()
    }

    /// How many models speak of empty points.
    pub(crate) fn n_speakers(&self) -> usize {
        self.speaks.iter().filter(|speaks| **speaks).count()
    }

    /// The first curve of every family that says what a move won.
    pub(crate) fn gains(&self) -> impl Iterator<Item = &Curve> {
        self.gains.iter().map(|&curve| &self.curves[curve])
    }

    /// The maps, if they were kept.
    pub(crate) fn overlays(&mut self) -> Vec<Overlay> {
        std::mem::take(&mut self.recordings).into_iter().map(Recording::finish).collect()
    }
}

/// The points that every voter gives to a side.
fn unanimous(votes: &[Sides]) -> Sides {
    let all = |one: Sides, other: &Sides| ByColor::new(|color| one[color] & other[color]);
    votes.iter().copied().reduce(|one, other| all(one, &other)).unwrap_or_default()
}

/// The points that more than half of the voters give to a side.
fn majority(votes: &[Sides]) -> Sides {
    // Counting in binary, one set for each digit: this many sets of points are added at once.
    let count = |color: Color| {
        let mut digits: Vec<PointSet> = Vec::new();
        for vote in votes {
            let mut carry = vote[color];
            for digit in &mut digits {
                let next = *digit & carry;
                *digit = (*digit | carry) - next;
                carry = next;
            }
            if !carry.is_empty() {
                digits.push(carry);
            }
        }
        digits
    };
    let needed = votes.len() / 2 + 1;
    ByColor::new(|color| {
        let digits = count(color);
        let all = digits.iter().fold(PointSet::EMPTY, |all, digit| all | *digit);
        all.iter()
            .filter(|point| {
                let n: usize =
                    digits.iter().enumerate().map(|(i, digit)| usize::from(digit.contains(*point)) << i).sum();
                n >= needed
            })
            .collect()
    })
}

/// What one stone does by itself is said in other words, where it is said at all.
fn is_of_several_stones(fact: &Fact, position: &Position) -> bool {
    let Fact::Shape { color, points, .. } = fact else { return true };
    points.iter().filter(|&point| position.board().get(point) == Some(*color)).nth(1).is_some()
}

/// A shape out of a row of evidence: kind `shape`, with texts `name`, `change` and `color`, its points
/// and, if the model says so, how much it is `worth`.
fn shape(row: &Row) -> Option<Finding> {
    if !matches!(row.kind, "shape" | "shapes") {
        return None;
    }
    let cell = |name: &str| row.cells.iter().find(|(known, _)| *known == name).map(|(_, cell)| cell);
    let text = |name: &str| match cell(name)? {
        Cell::Text(text) => Some(text.clone()),
        Cell::Color(color) => Some(color.letter().to_string()),
        _ => None,
    };
    let points = row.cells.iter().find_map(|(_, cell)| match cell {
        Cell::Points(points) => Some(*points),
        _ => None,
    })?;
    let made = match text("change")?.as_str() {
        "made" => true,
        "destroyed" => false,
        _ => return None,
    };
    let worth = match cell("worth") {
        Some(Cell::Number(worth)) if worth.is_finite() => *worth,
        _ => 1.0,
    };
    let fact = Fact::Shape { name: text("name")?, color: Color::parse(&text("color")?)?, made, points };
    Some(Finding::scaled(fact, worth))
}

/// How much a part of the board has to change before it is mentioned.
fn least_change(size: BoardSize) -> usize {
    (size.area() / 45).max(4)
}

/// By which share a change is above that.
fn excess(change: &Change, least: usize) -> f64 {
    change.most() as f64 / least as f64 - 1.0
}

/// The parts of the board in which the points of a side changed much between two moments, with this many stones played.
pub(crate) fn territory(size: BoardSize, before: &Owners, after: &Owners, stones: usize) -> Vec<Finding> {
    if stones * 18 < size.area() {
        // On an empty board the first stones own everything; that is not news.
        return Vec::new();
    }
    let least = least_change(size);
    let mut found = Vec::new();
    for area in Area::all(size) {
        let points = area.points(size);
        let count = |sides: &Sides| ByColor::new(|color| (sides[color] & points).len());
        let firm = Change { before: count(&before.all), after: count(&after.all) };
        if firm.most() >= least {
            found.push(Finding::scaled(Fact::Territory { area, change: firm }, excess(&firm, least)));
        }
        let loose = Change { before: count(&before.most), after: count(&after.most) };
        if loose.most() >= least + least / 2 {
            found.push(Finding::scaled(Fact::Influence { area, change: loose }, excess(&loose, least)));
        }
    }
    found
}

/// The parts of the board in which the points that an engine gives to a side changed much.
pub(crate) fn expected(size: BoardSize, before: &Sides, after: &Sides) -> Vec<Finding> {
    let least = least_change(size);
    let mut found = Vec::new();
    for area in Area::all(size) {
        let points = area.points(size);
        let count = |sides: &Sides| ByColor::new(|color| (sides[color] & points).len());
        let change = Change { before: count(before), after: count(after) };
        if change.most() >= least {
            found.push(Finding::scaled(Fact::Expected { area, change }, excess(&change, least)));
        }
    }
    found
}

/// Whether a stone enters what models give to the other side. `own` are the mover's stones before it.
pub(crate) fn enters(size: BoardSize, before: &Owners, color: Color, point: Point, own: &PointSet) -> Option<Finding> {
    let near = own.iter().any(|stone| crate::placement::distance(stone, point) <= 2);
    if near || !before.most[!color].contains(point) || own.is_empty() {
        return None;
    }
    let deep = before.all[!color].contains(point);
    let area = Area::of(size, point);
    Some(Finding::new(Fact::Enters { area, deep }))
}

/// The moves with the largest values of a curve, largest first; the earlier of equals.
pub(crate) fn largest(values: &[f64], n: usize) -> Vec<usize> {
    let mut plies: Vec<usize> = (1..values.len()).filter(|&i| values[i].is_finite() && values[i] != 0.0).collect();
    plies.sort_by(|&a, &b| values[b].abs().total_cmp(&values[a].abs()).then(a.cmp(&b)));
    plies.truncate(n);
    plies
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_majority_is_more_than_half() {
        let size = BoardSize::NINE;
        let set =
            |text: &str| text.split_whitespace().filter_map(|vertex| size.parse_vertex(vertex)).collect::<PointSet>();
        let votes = ["A1 B1 C1", "A1 B1", "A1 D1", "A1"].map(|black| Sides { black: set(black), white: set("E5") });
        let sides = majority(&votes);
        assert_eq!((sides.black, sides.white), (set("A1"), set("E5")));
        assert_eq!(majority(&votes[..3]).black, set("A1 B1"));
        assert_eq!(majority(&[]), Sides::default());
    }

    #[test]
    fn the_largest_come_first() {
        assert_eq!(largest(&[9.0, 1.0, -3.0, 0.0, 3.0, f64::NAN], 3), [2, 4, 1]);
    }

    #[test]
    fn a_move_is_unusual_where_another_stands_out() {
        let size = BoardSize::NINE;
        let at = |vertex: &str| size.parse_vertex(vertex).unwrap();
        let guess = |others: &[(&str, f64)], played| {
            let mut likely = vec![0.001; size.area()];
            for (vertex, share) in others {
                likely[size.index(at(vertex))] = *share;
            }
            Guess::new(size, &likely, at(played), true).unwrap()
        };
        let missed = guess(&[("C3", 0.6), ("G7", 0.2)], "A1");
        assert_eq!((missed.rank, missed.expected, missed.likelihood), (3, at("C3"), 0.6));
        assert!(missed.finding().is_some());
        assert_eq!(guess(&[("C3", 0.6)], "C3").finding(), None, "it is the move that stands out");
        assert_eq!(guess(&[("C3", 0.6), ("G7", 0.2)], "G7").finding(), None, "others play it too");
        assert_eq!(guess(&[("C3", 0.1), ("G7", 0.1)], "A1").finding(), None, "nothing stands out");
    }

    #[test]
    fn shapes_are_read_from_rows() {
        let size = BoardSize::NINE;
        let points: PointSet = size.parse_vertex("E5").into_iter().collect();
        let text = |text: &str| Cell::Text(text.to_string());
        let row = Row {
            kind: "shape",
            cells: vec![
                ("class", text("jump")),
                ("name", text("knight's jump")),
                ("color", Cell::Color(Color::White)),
                ("change", text("made")),
                ("points", Cell::Points(points)),
            ],
        };
        let fact = Fact::Shape { name: "knight's jump".to_string(), color: Color::White, made: true, points };
        assert_eq!(shape(&row).map(|found| found.fact), Some(fact));
        assert_eq!(shape(&Row { kind: "paths", ..row }), None);
    }
}
