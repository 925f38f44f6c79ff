//! The events behind a recording, made on demand: colour and adjacency in turn, attention that begins and ends.

use std::collections::BTreeMap;

use goban::PointSet;

use super::cell::{Cell, Side};
use super::recorder::Recorder;
use crate::ets::{Id, Level, Name, PrimitiveId, Struct};

/// A part of a game as a struct, with what each event is about.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The events and processes.
    pub events: Struct,
    /// Where and when each event is, by its name.
    pub happenings: BTreeMap<Name, Happening>,
}

/// Where and when an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening {
    /// The layer in time: colour layers are even, adjacency layers odd. The layer before the first moment is −1.
    pub layer: i64,
    /// The index of its point, row by row; of a line, that of its left or upper end.
    pub point: usize,
    /// For lines and the edge: on which side of the point it is.
    pub side: Option<Side>,
}

/// What a recorder needs of level 0 to name its events.
struct Alphabet {
    colors: [PrimitiveId; 3],
    adjacency: PrimitiveId,
    edge: PrimitiveId,
    attend: PrimitiveId,
    leave: PrimitiveId,
}

impl Alphabet {
    fn new(level: &Level) -> Option<Alphabet> {
        let primitive = |name: &str| level.primitive_id(name);
        Some(Alphabet {
            colors: [primitive("black")?, primitive("white")?, primitive("empty")?],
            adjacency: primitive("adjacency")?,
            edge: primitive("edge")?,
            attend: primitive("attend")?,
            leave: primitive("leave")?,
        })
    }
}

/// The order of the sites of a colour event: left, up, down, right.
fn site(side: Side) -> usize {
    3 - side as usize
}

struct Drawing<'a> {
    recorder: &'a Recorder,
    level: &'a Level,
    alphabet: Alphabet,
    made: Expansion,
    cells: Vec<Vec<Cell>>,
    first: u32,
    next: Name,
    points: BTreeMap<(i64, usize), Name>,
    lines: BTreeMap<(i64, usize), Name>,
    edges: BTreeMap<(i64, usize), Name>,
}

impl Recorder {
    /// How many events the moments from `first` to before `end` have, without the beginnings and ends of attention.
    #[must_use]
    pub fn n_events(&self, first: u32, end: u32) -> usize {
        let moments = first as usize..(end.min(self.n_moments())) as usize;
        self.attended[moments].iter().map(|seen| 3 * seen.len()).sum()
    }

    /// The events of the moments from `first` to before `end`, of the points in `window` as far as they were attended to.
    ///
    /// # Panics
    /// If the definitions have no such primitives; those that are built in have.
    #[must_use]
    pub fn expand(&self, first: u32, end: u32, window: &PointSet) -> Expansion {
        let level = self.plan.level(0);
        let alphabet = Alphabet::new(level).expect("a plan has the primitives of Go");
        let end = end.min(self.n_moments());
        let mut cells = vec![vec![Cell::Unseen; self.grid.area()]; (end.saturating_sub(first)) as usize];
        for run in &self.runs0 {
            let super::plan::Form::Stays(cell) = self.plan.forms[run.class] else { continue };
            let at = run.spot.index();
            if window.contains(self.grid.point(at)) {
                for moment in run.begin.max(first)..run.end.min(end) {
                    cells[(moment - first) as usize][at] = cell;
                }
            }
        }
        let made = Expansion { events: Struct::default(), happenings: BTreeMap::new() };
        let (points, lines, edges) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut drawing =
            Drawing { recorder: self, level, alphabet, made, cells, first, next: 0, points, lines, edges };
        drawing.layers();
        drawing.join();
        drawing.made
    }
}

impl Drawing<'_> {
    fn cell(&self, moment: i64, at: usize) -> Cell {
        let index = moment - i64::from(self.first);
        usize::try_from(index).ok().and_then(|index| self.cells.get(index)).map_or(Cell::Unseen, |cells| cells[at])
    }

    fn seen(&self, moment: i64, at: usize) -> bool {
        self.cell(moment, at) != Cell::Unseen
    }

    fn add(&mut self, primitive: PrimitiveId, layer: i64, point: usize, side: Option<Side>) -> Name {
        let name = self.next;
        self.next += 1;
        self.made.events.add(self.level, name, primitive);
        self.made.happenings.insert(name, Happening { layer, point, side });
        name
    }

    /// All colour, edge and adjacency events, in the order of time.
    fn layers(&mut self) {
        let (first, end) = (i64::from(self.first), i64::from(self.first) + self.cells.len() as i64);
        let area = self.recorder.grid.area();
        for moment in first - 1..end {
            for at in 0..area {
                let color = match self.cell(moment, at) {
                    Cell::Black => self.alphabet.colors[0],
                    Cell::White => self.alphabet.colors[1],
                    Cell::Empty => self.alphabet.colors[2],
                    Cell::Edge | Cell::Unseen => continue,
                };
                let name = self.add(color, 2 * moment, at, None);
                self.points.insert((moment, at), name);
                for side in Side::ALL {
                    if self.recorder.grid.beside(at, side).is_none() {
                        let edge = self.add(self.alphabet.edge, 2 * moment, at, Some(side));
                        self.edges.insert((moment, self.recorder.grid.line(at, side)), edge);
                    }
                }
            }
            // A line is there after a moment in which one of its ends is seen, and before one.
            for at in (0..area).filter(|&at| self.seen(moment, at) || self.seen(moment + 1, at)).collect::<Vec<_>>() {
                for side in Side::ALL {
                    let line = self.recorder.grid.line(at, side);
                    if !self.lines.contains_key(&(moment, line)) {
                        let (point, side, _) = self.recorder.grid.ends(line);
                        let name = self.add(self.alphabet.adjacency, 2 * moment + 1, point, Some(side));
                        self.lines.insert((moment, line), name);
                    }
                }
            }
        }
    }

    /// The processes: each half of a line goes from the line to the point or edge on its end, or on to the next line.
    fn join(&mut self) {
        for ((moment, line), name) in self.lines.clone() {
            let (at, side, near) = self.recorder.grid.ends(line);
            // The left or upper end has the left site of the line.
            let first_is_left = matches!(side, Side::Right | Side::Down);
            let ends = [(Some(at), side), (near, side.opposite())];
            for (end, (point, side)) in ends.into_iter().enumerate() {
                let half = usize::from((end == 0) != first_is_left);
                let seen_by = point.unwrap_or(at);
                let event = |drawing: &Drawing<'_>, moment: i64| match point {
                    Some(point) => drawing.points.get(&(moment, point)).map(|name| (*name, site(side))),
                    None => drawing.edges.get(&(moment, line)).map(|name| (*name, 0)),
                };
                // What follows on this half.
                let next =
                    event(self, moment + 1).or_else(|| self.lines.get(&(moment + 1, line)).map(|next| (*next, half)));
                match next {
                    Some(to) => self.made.events.join((name, half), to),
                    None => {
                        let leave = self.add(self.alphabet.leave, 2 * moment + 2, seen_by, Some(side));
                        self.made.events.join((name, half), (leave, 0));
                    }
                }
                // What came before it.
                match event(self, moment) {
                    Some(from) => self.made.events.join(from, (name, half)),
                    None if !self.lines.contains_key(&(moment - 1, line)) => {
                        let attend = self.add(self.alphabet.attend, 2 * moment, seen_by, Some(side));
                        self.made.events.join((attend, 0), (name, half));
                    }
                    None => {}
                }
            }
        }
    }
}

impl Expansion {
    /// The struct in the language of Graphviz: events as boxes, layers as ranks, processes as arrows.
    #[must_use]
    pub fn to_dot(&self, recorder: &Recorder) -> String {
        let level = recorder.plan.level(0);
        let mut out = String::from("digraph struct {\n  rankdir=TB;\n  node [shape=box, fontname=\"sans-serif\"];\n");
        let mut layers: BTreeMap<i64, Vec<Name>> = BTreeMap::new();
        for (name, event) in self.events.events() {
            let happening = &self.happenings[&name];
            layers.entry(happening.layer).or_default().push(name);
            let primitive = &level.primitives[event.primitive].name;
            let label = format!("{} {}", primitive, self.location(recorder, name));
            let fill = match Cell::of_primitive(primitive) {
                Some(Cell::Black) => ", style=filled, fillcolor=black, fontcolor=white",
                Some(Cell::White) => ", style=filled, fillcolor=white",
                Some(Cell::Empty) => ", style=filled, fillcolor=\"#f2d9a0\"",
                _ => ", fontsize=10",
            };
            out.push_str(&format!("  e{name} [label=\"{label}\"{fill}];\n"));
        }
        for names in layers.values() {
            let same: Vec<String> = names.iter().map(|name| format!("e{name}")).collect();
            out.push_str(&format!("  {{ rank=same; {}; }}\n", same.join("; ")));
        }
        for ((from, terminal), (to, initial)) in self.events.links() {
            out.push_str(&format!(
                "  e{from} -> e{to} [taillabel=\"{terminal}\", headlabel=\"{initial}\", fontsize=7];\n"
            ));
        }
        out.push_str("}\n");
        out
    }

    /// Where an event is, in words: a point, or the line between two.
    #[must_use]
    pub fn location(&self, recorder: &Recorder, name: Name) -> String {
        let happening = &self.happenings[&name];
        let vertex = |at: usize| recorder.size().vertex(recorder.grid.point(at));
        let here = vertex(happening.point);
        match happening.side.map(|side| recorder.grid.beside(happening.point, side)) {
            None => here,
            Some(Some(near)) => format!("{here}–{}", vertex(near)),
            Some(None) => format!("{here}–edge"),
        }
    }

    /// The struct as text, layer by layer: each event, where it is, and where its processes go.
    #[must_use]
    pub fn to_text(&self, recorder: &Recorder) -> String {
        let level = recorder.plan.level(0);
        let mut names: Vec<Name> = self.happenings.keys().copied().collect();
        names.sort_by_key(|name| (self.happenings[name].layer, *name));
        let mut out = String::new();
        let mut last = None;
        for name in names {
            let Some(event) = self.events.event(name) else { continue };
            let layer = self.happenings[&name].layer;
            if last != Some(layer) {
                let moment = u32::try_from(layer.div_euclid(2)).ok();
                let tick = moment.map_or("before".to_string(), |moment| format!("tick {}", recorder.tick(moment)));
                let kind = if layer.rem_euclid(2) == 0 { "colour" } else { "adjacency" };
                out.push_str(&format!("{kind} layer, {tick}\n"));
                last = Some(layer);
            }
            let to: Vec<String> = event
                .terminals
                .iter()
                .zip(&level.primitives[event.primitive].terminals)
                .filter_map(|(end, site)| {
                    let (to, initial) = (*end)?;
                    let kind = &level.primitives[self.events.event(to)?.primitive];
                    Some(format!("{} > {to}.{}", site.name, kind.initials[initial].name))
                })
                .collect();
            let primitive = &level.primitives[event.primitive].name;
            out.push_str(
                &format!("  {name} {primitive} {}  {}\n", self.location(recorder, name), to.join(", "))
                    .replace("  \n", "\n"),
            );
        }
        out
    }

    /// The struct as a drawing: time runs down, points lie side by side, colour and adjacency layers take turns.
    #[must_use]
    pub fn to_svg(&self, recorder: &Recorder) -> String {
        const STEP: f64 = 46.0;
        const LAYER: f64 = 60.0;
        let level = recorder.plan.level(0);
        // Points side by side in reading order; lines between their ends, fanned out so that they do not hide each other.
        let mut points: Vec<usize> = self
            .events
            .events()
            .filter(|(_, event)| Cell::of_primitive(&level.primitives[event.primitive].name).is_some())
            .map(|(name, _)| self.happenings[&name].point)
            .collect();
        points.sort_unstable();
        points.dedup();
        let column = |at: usize| points.binary_search(&at).map_or(0.0, |index| index as f64) * 4.0 * STEP;
        let shown = |at: usize| points.binary_search(&at).is_ok();
        let fan = |side: Side| [1.5, 0.6, -0.6, -1.5][side as usize] * STEP;
        let first = self.happenings.values().map(|happening| happening.layer).min().unwrap_or(0);
        let center = |name: Name| {
            let happening = &self.happenings[&name];
            let y = (happening.layer - first) as f64 * LAYER + LAYER;
            let x = match happening.side {
                None => column(happening.point),
                Some(side) => {
                    let near = recorder.grid.beside(happening.point, side);
                    let end = |at: usize, side: Side| shown(at).then(|| column(at) + fan(side));
                    let is_line = happening.layer.rem_euclid(2) == 1;
                    match (end(happening.point, side), near.and_then(|near| end(near, side.opposite()))) {
                        (Some(a), Some(b)) if is_line => (a + b) / 2.0,
                        (Some(a), _) => a,
                        (None, Some(b)) => b,
                        (None, None) => 0.0,
                    }
                }
            };
            (x + 2.0 * STEP, y)
        };
        let last = self.happenings.values().map(|happening| happening.layer).max().unwrap_or(0);
        let (w, h) = ((points.len().max(1) as f64) * 4.0 * STEP, (last - first) as f64 * LAYER + 2.0 * LAYER);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" font-family=\"sans-serif\" \
             font-size=\"11\" text-anchor=\"middle\">\n<title>A struct: events and the processes between them, time runs \
             down</title>\n<rect width=\"{w:.0}\" height=\"{h:.0}\" fill=\"#fdfbf5\"/>\n"
        );
        for &at in &points {
            let name = recorder.size().vertex(recorder.grid.point(at));
            let x = column(at) + 2.0 * STEP;
            out.push_str(&format!("<text x=\"{x:.0}\" y=\"16\" font-weight=\"bold\" fill=\"#555\">{name}</text>\n"));
        }
        for ((from, _), (to, _)) in self.events.links() {
            let ((a, b), (c, d)) = (center(from), center(to));
            let (m, n) = (b + (d - b) * 0.5, d - (d - b) * 0.5);
            out.push_str(&format!(
                "<path d=\"M{a:.1} {b:.1}C{a:.1} {m:.1} {c:.1} {n:.1} {c:.1} {d:.1}\" fill=\"none\" stroke=\"#8a8a8a\"/>\n"
            ));
        }
        for (name, event) in self.events.events() {
            let (x, y) = center(name);
            let shape = match level.primitives[event.primitive].name.as_str() {
                "black" => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" fill=\"#111\"/>"),
                "white" => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" fill=\"#fff\" stroke=\"#111\"/>"),
                "empty" => format!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\" fill=\"#f2d9a0\" stroke=\"#111\"/><path d=\"M{:.1} \
                     {y:.1}H{:.1}M{x:.1} {:.1}V{:.1}\" stroke=\"#111\"/>",
                    x - 8.0,
                    x + 8.0,
                    y - 8.0,
                    y + 8.0
                ),
                "edge" => format!(
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"16\" height=\"8\" fill=\"#7a5c2e\"/>",
                    x - 8.0,
                    y - 4.0
                ),
                "adjacency" => format!(
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"22\" height=\"12\" rx=\"6\" fill=\"#dfe7f2\" stroke=\"#456\"/>",
                    x - 11.0,
                    y - 6.0
                ),
                "attend" => {
                    format!("<path d=\"M{:.1} {y:.1}h10l-5 8z\" fill=\"#2a8\"/>", x - 5.0)
                }
                _ => format!("<path d=\"M{:.1} {y:.1}h10\" stroke=\"#b33\" stroke-width=\"3\"/>", x - 5.0),
            };
            out.push_str(&shape);
            out.push('\n');
        }
        out.push_str("</svg>\n");
        out
    }
}
