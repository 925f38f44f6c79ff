//! A game on the terminal: the board with what the model sees on its points, and beside it what it links.

use figures::{BoardFigure, ColorMode, Field, FieldStyle, Figure, TerminalOptions, sparkline};
use goban::{ByColor, Color, Move, Point};
use model::{
    Card, Contest, Data, Event, Graph, Quantity, Scale, Seed, Selection, Shape, Sheet, Simulation, Terms, Tick,
};

use super::{seed_of_game, words};

/// Two boards beside each other have this many columns between them.
const GAP: usize = 3;

/// The first game of a seed, tick by tick: the first field and the first labels of the card on one board, its first graph
/// on another.
pub struct Stage<'c> {
    card: &'c Card,
    terms: Terms,
    seed: Seed,
    run: Box<dyn Simulation>,
    sheet: Sheet<'c>,
    ticks: usize,
    followed: Vec<f64>,
}

impl<'c> Stage<'c> {
    /// The empty board; the card is that of the contest's family.
    #[must_use]
    pub fn new(card: &'c Card, contest: &dyn Contest, seed: Seed) -> Stage<'c> {
        let shown = [Shape::Field, Shape::Labels, Shape::Graph].into_iter().filter_map(|shape| first(card, shape));
        let shown = shown.map(|quantity| (quantity.name.clone(), quantity.shape)).collect();
        Stage {
            card,
            terms: contest.terms(),
            seed,
            run: contest.start(seed_of_game(seed, 0)),
            sheet: Sheet::new(card, &Selection::Quantities(shown)),
            ticks: 0,
            followed: Vec::new(),
        }
    }

    /// The next tick as text; none when the game has ended.
    pub fn next_frame(&mut self, options: &TerminalOptions) -> Option<String> {
        let tick = self.run.step()?;
        self.ticks += usize::from(!tick.setup);
        self.followed.push(self.run.gauge());
        self.sheet.clear();
        self.run.read(&mut self.sheet);
        Some(self.frame(&tick, options))
    }

    fn frame(&self, tick: &Tick, options: &TerminalOptions) -> String {
        let mut bare = BoardFigure::new(self.run.board());
        for event in &tick.events {
            match event {
                Event::Move { mv, .. } => bare = bare.last_move(mv.point()),
                Event::Death { color, stones, .. } => bare = bare.captured(*color, *stones),
                Event::Painted { .. } => {}
            }
        }
        let right = self.seen(Shape::Graph).and_then(|(_, data)| match data {
            Data::Graph(graph) => Some(bare.clone().labels(groups(graph))),
            _ => None,
        });
        let left = self.left(bare);

        let mut text = format!("{}\n", options.bold(&words(&self.terms)));
        let size = self.terms.size;
        let width = 2 * size.get() + 7;
        let colored = options.color != ColorMode::None;
        let right = right.filter(|_| colored && options.width >= 2 * width + GAP);
        let beside = right.is_some();
        if let Some(right) = right {
            let half = TerminalOptions { width, ..*options };
            let [left, right] = [left, right].map(|figure| figure.to_terminal(&half));
            let rows = left.lines().count().max(right.lines().count());
            let (mut left, mut right) = (left.lines(), right.lines());
            for _ in 0..rows {
                let (left, right) = (left.next().unwrap_or_default(), right.next().unwrap_or_default());
                text.push_str(&format!("{left}{:GAP$}{right}\n", ""));
            }
        } else {
            text.push_str(&left.to_terminal(options));
        }
        if colored {
            let left = if beside { "left: " } else { "" };
            text.push_str(&format!("{}\n", options.dim(&format!("{left}{}", self.legend()))));
            if beside {
                let note = "right: linked groups; a small letter is linked with a part of its group only";
                text.push_str(&format!("{}\n", options.dim(note)));
            }
        }
        let ByColor { black, white } = self.run.scores();
        text.push_str(&format!("tick {} · Black {black}, White {white} · {}\n", self.ticks, self.told(tick)));
        if let (Some(gauge), Some(now)) = (self.terms.gauge, self.followed.last()) {
            let small = TerminalOptions { width: 50, ..*options };
            text.push_str(&format!("{} {now} {} · ", gauge.name(), sparkline(&self.followed, &small)));
        }
        text.push_str(&format!("seed {}\n", self.seed));
        if let Some(end) = self.run.end() {
            text.push_str(&format!("The game has ended: {}.\n", end.name()));
        }
        text
    }

    /// What the model says in the first quantity of a shape.
    fn seen(&self, shape: Shape) -> Option<(&Quantity, &Data)> {
        let quantity = first(self.card, shape)?;
        Some((quantity, self.sheet.get(&quantity.name, shape)?))
    }

    /// The board with a field and labels.
    fn left(&self, bare: BoardFigure) -> BoardFigure {
        let mut figure = bare;
        if let Some((quantity, data)) = self.seen(Shape::Field) {
            figure = match (data, &quantity.scale) {
                (Data::Field(values), Scale::Signed) => {
                    figure.field(limited(Field::signed(last_part(quantity), values.clone()), quantity))
                }
                (Data::Field(values), Scale::Magnitude) => {
                    figure.field(limited(Field::sequential(last_part(quantity), values.clone()), quantity))
                }
                _ => figure.observation(quantity, data, FieldStyle::default()),
            };
        }
        if let Some((_, Data::Labels(labels))) = self.seen(Shape::Labels) {
            let points = self.terms.size.points();
            figure = figure.labels(
                points.zip(labels).filter_map(|(point, label)| Some((point, in_one_character(label.as_deref()?)))),
            );
        }
        figure
    }

    /// What is on the left board.
    fn legend(&self) -> String {
        let field = first(self.card, Shape::Field).map(|quantity| last_part(quantity).to_string());
        let labels = first(self.card, Shape::Labels)
            .map(|quantity| format!("the last number of {} (+ is above nine)", last_part(quantity)));
        field.into_iter().chain(labels).collect::<Vec<_>>().join(", and ")
    }

    /// What happened in the tick.
    fn told(&self, tick: &Tick) -> String {
        let part = |event: &Event| match event {
            Event::Move { color, mv: Move::Play(point), .. } => format!("{color} {}", self.terms.size.vertex(*point)),
            Event::Move { color, mv: Move::Pass, .. } => format!("{color} passes"),
            Event::Death { color, stones, breathing } => {
                let breath = if *breathing { ", with a liberty" } else { "" };
                format!("{} {} off{breath}", stones.len(), adjective(*color))
            }
            Event::Painted { point, before, after } => {
                let vertex = self.terms.size.vertex(*point);
                match (before, after) {
                    (before, after) if before == after => format!("{vertex} stays as it is, by hand"),
                    (_, Some(color)) => format!("{} {vertex} by hand", adjective(*color)),
                    (_, None) => format!("{vertex} off by hand"),
                }
            }
        };
        tick.events.iter().map(part).collect::<Vec<_>>().join(", ")
    }
}

fn adjective(color: Color) -> &'static str {
    if color == Color::Black { "black" } else { "white" }
}

fn first(card: &Card, shape: Shape) -> Option<&Quantity> {
    card.quantities.iter().find(|quantity| quantity.shape == shape)
}

fn last_part(quantity: &Quantity) -> &str {
    quantity.name.rsplit('.').next().unwrap_or_default()
}

/// A colour keeps its meaning from tick to tick where the card says how far values go.
fn limited(field: Field, quantity: &Quantity) -> Field {
    match quantity.most {
        Some(most) => field.limit(most),
        None => field,
    }
}

/// The last number of a label, if it has one digit; or the first character of a text.
fn in_one_character(label: &str) -> String {
    let last = label.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    match last.len() {
        0 => label.chars().take(1).collect(),
        1 => last.to_string(),
        _ => "+".to_string(),
    }
}

/// A letter for each part of a graph that hangs together, by its first node; small on nodes that are not linked with the
/// whole of it.
fn groups(graph: &Graph) -> Vec<(Point, String)> {
    let mut linked = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        linked[edge.from].push(edge.to);
        linked[edge.to].push(edge.from);
    }
    for others in &mut linked {
        others.sort_unstable();
        others.dedup();
    }
    let mut letters = ('A'..='Z').cycle();
    let mut labels = Vec::new();
    let mut met = vec![false; graph.nodes.len()];
    for first in 0..graph.nodes.len() {
        if met[first] {
            continue;
        }
        met[first] = true;
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&node) = group.get(next) {
            next += 1;
            for &other in &linked[node] {
                if !std::mem::replace(&mut met[other], true) {
                    group.push(other);
                }
            }
        }
        let letter = letters.next().unwrap_or('A');
        for &node in &group {
            let whole = linked[node].len() + 1 == group.len();
            let letter = if whole { letter } else { letter.to_ascii_lowercase() };
            labels.extend(graph.nodes[node].points.iter().map(|point| (point, letter.to_string())));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_told_in_one_character() {
        let cases = [("2/5", "5"), ("1/12", "+"), ("9", "9"), ("10", "+"), ("alive", "a"), ("", "")];
        for (label, shown) in cases {
            assert_eq!(in_one_character(label), shown, "{label}");
        }
    }
}
