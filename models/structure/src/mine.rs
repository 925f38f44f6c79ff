//! Overlap graphs that moves make often: two spaces and the links that they share, as classes of level 2.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use goban::{Board, BoardSize, Color, Point, PointSet, Position};

use crate::ets::{ClassId, LinkId, Table};
use crate::go::{Plan, Recorder};

/// A graph of two nodes: their classes, the lesser first, and the links that they share, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Pair {
    classes: [ClassId; 2],
    links: Vec<LinkId>,
}

/// Pairs that moves made, the same under the symmetries and the exchange of colours.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Found(BTreeMap<Pair, Met>);

/// How often a pair was made, and its drawing as it was met first the way it is written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Met {
    n: usize,
    drawing: Option<Vec<String>>,
}

impl Found {
    /// Counts the pairs that a move makes in a recording.
    pub(crate) fn add(&mut self, recorder: &Recorder, position: &Position, point: Point) {
        let mut after = position.forgetful();
        let Ok(played) = after.play(point) else { return };
        let exchanged = exchanged(recorder.plan());
        for (classes, links, points) in recorder.pairs_made(point, played.captured, after.board()) {
            let pair = Pair::new(classes, links);
            let general = pair.general(recorder.plan(), &exchanged);
            let met = self.0.entry(general.clone()).or_default();
            met.n += 1;
            if met.drawing.is_none() && pair == general {
                met.drawing = Some(drawn(after.board(), points));
            }
        }
    }

    /// Adds what others found in games that come after these.
    pub(crate) fn append(&mut self, later: Found) {
        for (pair, Met { n, drawing }) in later.0 {
            let met = self.0.entry(pair).or_default();
            met.n += n;
            met.drawing = met.drawing.take().or(drawing);
        }
    }

    /// The pairs that were made most often, as classes of level 2 with their twins, and how often.
    pub(crate) fn classes(&self, plan: &Plan, most: usize) -> Vec<Mined> {
        let exchanged = exchanged(plan);
        let mut all: Vec<(&Pair, &Met)> = self.0.iter().collect();
        all.sort_by(|a, b| b.1.n.cmp(&a.1.n).then_with(|| a.0.cmp(b.0)));
        let mut titles: BTreeMap<String, usize> = BTreeMap::new();
        let mut mined = Vec::new();
        for (pair, met) in all {
            if mined.len() == most {
                break;
            }
            let twin = pair.exchanged(plan, &exchanged);
            let is_own_twin = twin.turned(plan) == pair.turned(plan);
            let color = pair.color(plan);
            // Whose it is has to be known, so that a player knows whether it made its own.
            if color.is_none() != is_own_twin {
                continue;
            }
            let title = pair.title(plan);
            let kinds = titles.entry(title.clone()).or_default();
            *kinds += 1;
            let title = if *kinds == 1 { title } else { format!("{title}, kind {kinds}") };
            mined.push(Mined {
                number: mined.len() + 1,
                title,
                pair: pair.clone(),
                twin: (!is_own_twin).then_some(twin),
                color,
                n: met.n,
                drawing: met.drawing.clone().unwrap_or_default(),
            });
        }
        mined
    }
}

/// A pair that became a class, with its twin.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mined {
    number: usize,
    title: String,
    pair: Pair,
    /// The pair with the colours exchanged, if it is another.
    twin: Option<Pair>,
    color: Option<Color>,
    /// How many moves made it.
    n: usize,
    drawing: Vec<String>,
}

impl Mined {
    /// The name of the class; the twin's has a tail.
    pub(crate) fn name(&self) -> String {
        format!("learned-{}", self.number)
    }

    /// The class and its twin as definitions; `worth` gives the lines about what they are worth.
    pub(crate) fn text(&self, plan: &Plan, worth: &str) -> String {
        let name = self.name();
        let mut text = format!("\n# Learned: {} moves made one.\n", self.n);
        for line in &self.drawing {
            let _ = writeln!(text, "{}", format!("#   {line}").trim_end());
        }
        let key = |color: Option<Color>| match color {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "mixed",
        };
        let twin = self.twin.as_ref().map(|twin| (format!("{name}-twin"), self.color.map(|color| !color), twin));
        let own = (name.clone(), self.color, &self.pair);
        for (i, (class, color, pair)) in std::iter::once(&own).chain(&twin).enumerate() {
            let other = if i == 1 { &name } else { twin.as_ref().map_or(&name, |(name, ..)| name) };
            let number = self.number;
            let gap = if i == 1 { "\n" } else { "" };
            let _ = writeln!(text, "{gap}class {class} \"{}\" learned_{number}.{}", self.title, key(*color));
            if color.is_some() {
                let _ = writeln!(text, "  color {}", key(*color));
            }
            let _ = writeln!(text, "  twin {other}");
            // A player needs it more than a reader, who knows the names of its parts.
            let _ = writeln!(text, "  telling 0");
            text.push_str(worth);
            let _ = writeln!(text, "  con 1: {}\n  generate {{1}}", pair.body(plan));
        }
        text
    }
}

impl Pair {
    fn new(mut classes: [ClassId; 2], mut links: Vec<LinkId>) -> Pair {
        classes.sort_unstable();
        links.sort_unstable();
        links.dedup();
        Pair { classes, links }
    }

    /// The least of its images under the symmetries: the same for all of them.
    fn turned(&self, plan: &Plan) -> Pair {
        let images = plan.level(1).images.iter();
        let turned = images.map(|image| Pair::new(self.classes, self.links.iter().map(|&link| image[link]).collect()));
        turned.min().unwrap_or_else(|| self.clone())
    }

    fn exchanged(&self, plan: &Plan, exchanged: &Table<LinkId, LinkId>) -> Pair {
        let twin = |class: ClassId| plan.level(1).classes[class].twin.unwrap_or(class);
        Pair::new(self.classes.map(twin), self.links.iter().map(|&link| exchanged[link]).collect())
    }

    /// The same for all its images, with and without exchanged colours.
    fn general(&self, plan: &Plan, exchanged: &Table<LinkId, LinkId>) -> Pair {
        self.turned(plan).min(self.exchanged(plan, exchanged).turned(plan))
    }

    /// Whose it is: whose stones they share, or else whose both of them are.
    fn color(&self, plan: &Plan) -> Option<Color> {
        let shared: Vec<Option<Color>> = self.links.iter().map(|&link| plan.color_of_link(link)).collect();
        let classes = self.classes.map(|class| plan.level(1).classes[class].color.as_deref().and_then(Color::parse));
        let one = |colors: &[Option<Color>]| {
            let first = colors.iter().flatten().next().copied();
            first.filter(|first| colors.iter().flatten().all(|color| color == first))
        };
        one(&shared).or_else(|| one(&classes))
    }

    fn title(&self, plan: &Plan) -> String {
        let [a, b] = self.classes.map(|class| &plan.level(1).classes[class].title);
        let crossed = self.links.iter().any(|&link| plan.color_of_link(link).is_none());
        let how = if crossed { "across" } else { "and" };
        if a == b {
            format!("two of {a} {}", if crossed { "crossed" } else { "at a stone" })
        } else {
            format!("{a} {how} {b}")
        }
    }

    fn body(&self, plan: &Plan) -> String {
        let stem = |class: ClassId| {
            let name = &plan.level(1).classes[class].name;
            match name.strip_prefix('C') {
                Some(digits) if digits.parse::<usize>().is_ok() => format!("c{digits}"),
                _ => name.clone(),
            }
        };
        let [a, b] = self.classes;
        let (first, second) = (format!("{}_1", stem(a)), format!("{}_{}", stem(b), if a == b { 2 } else { 1 }));
        let tie = |link: &LinkId| format!("{first} -{}- {second}", plan.level(1).links[*link].name);
        self.links.iter().map(tie).collect::<Vec<_>>().join(", ")
    }
}

/// For each link of level 1 the one with the colours exchanged.
fn exchanged(plan: &Plan) -> Table<LinkId, LinkId> {
    plan.level(1).links.map_entries(|link, _| plan.exchanged_link(link).unwrap_or(link))
}

/// The points of two spaces on a board, one a line from the top.
fn drawn(board: &Board, points: PointSet) -> Vec<String> {
    let size: BoardSize = board.size();
    let columns = points.iter().map(Point::column);
    let (left, right) = (columns.clone().min().unwrap_or(0), columns.max().unwrap_or(0));
    let rows = points.iter().map(Point::row);
    let (first, last) = (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0));
    let letter = |column: usize, row: usize| match size.point(column, row).filter(|point| points.contains(*point)) {
        None => " ",
        Some(point) => board.get(point).map_or(".", |color| if color == Color::Black { "X" } else { "O" }),
    };
    let line = |row: usize| (left..=right).map(|column| letter(column, row)).collect::<Vec<_>>().join(" ");
    (first..=last).map(line).map(|line| line.trim_end().to_string()).collect()
}
