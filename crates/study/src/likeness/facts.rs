//! Facts of moves, averaged over windows: what a reader sees of who played.

use goban::{Board, ByColor, Color, Move, Point, PointSet, Position};
use model::{Card, Model, Selection, Sheet, Subject};
use record::{Game, Mode, Ply};

use super::Windows;
use crate::moves::probabilities;

/// What the facts of a window are called, in their order. The first five are those of a model that gives probabilities, and 0
/// without one.
pub(super) const NAMES: [&str; N] = [
    "surprise: −ln p of the move",
    "spread of the surprise",
    "surprise expected of the position",
    "share of first choices",
    "share of moves below 1 in 1,000",
    "ln distance from the last move",
    "ln distance from the own last move",
    "share of moves on the first line",
    "share of moves on the second line",
    "share of moves on the third and fourth line",
    "share of moves that touch own stones",
    "share of moves that touch enemy stones",
    "share of moves with nothing within two points",
    "share of moves that take stones",
    "share of moves that leave own stones in atari",
    "share of passes",
];

const N: usize = 16;

/// The facts of one window, in the order of [`NAMES`].
pub(super) type WindowFacts = [f64; N];

/// A move that was thought impossible surprises as if it had been given this much.
const LEAST_PROBABILITY: f64 = 1e-6;

/// Whether a family says how likely each move is.
#[must_use]
pub fn gives_probabilities(card: &Card) -> bool {
    probabilities(card).is_some()
}

/// What a model thought of a move before it was played: its surprise, the one that was to be expected, and whether it was the first
/// choice.
struct Thought {
    surprise: f64,
    expected: f64,
    first: bool,
}

fn think(subject: &Subject, model: &mut dyn Model, position: &Position, played: Point) -> Option<Thought> {
    let name = probabilities(subject.card())?;
    let mut sheet = Sheet::new(subject.card(), &Selection::Names(vec![name.to_string()]));
    model.read(position, &mut sheet);
    let field = sheet.get_field(name)?;
    let p = field[position.size().index(played)];
    let surprise = |p: f64| -p.max(LEAST_PROBABILITY).ln();
    Some(Thought {
        surprise: surprise(p),
        expected: field.iter().filter(|p| **p > 0.0).map(|&p| p * surprise(p)).sum(),
        first: field.iter().all(|other| *other <= p),
    })
}

/// The sums over a window that is not full yet.
#[derive(Default)]
struct Sums {
    facts: WindowFacts,
    squared_surprise: f64,
    n_plays: usize,
    n_moves: usize,
}

impl Sums {
    fn add(&mut self, facts: Option<WindowFacts>) {
        self.n_moves += 1;
        match facts {
            Some(facts) => {
                self.n_plays += 1;
                self.facts.iter_mut().zip(facts).for_each(|(sum, fact)| *sum += fact);
                self.squared_surprise += facts[0] * facts[0];
            }
            None => self.facts[N - 1] += 1.0,
        }
    }

    fn means(&self) -> WindowFacts {
        let n = self.n_plays.max(1) as f64;
        let mut means = self.facts.map(|sum| sum / n);
        means[1] = (self.squared_surprise / n - means[0] * means[0]).max(0.0).sqrt();
        means[N - 1] = self.facts[N - 1] / self.n_moves as f64;
        means
    }
}

/// All windows of a game; none if it cannot be replayed or the model does not take its board. A window in which hands change the
/// board is left out, and so are the passes that end a game.
pub(super) fn windows_of(game: &Game, subject: Option<&Subject>, windows: &Windows) -> Option<Vec<WindowFacts>> {
    let closing = game.moves().collect::<Vec<_>>().iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count();
    let until = windows.until.min(game.moves().count() - closing);
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).ok()?;
    let mut model = match subject {
        Some(subject) => Some((subject, subject.begin(replay.position()).ok()?)),
        None => None,
    };
    let mut found = Vec::new();
    let mut sums = Sums::default();
    let mut clean = true;
    let mut lasts: ByColor<Option<Point>> = ByColor::default();
    let mut number = 0;
    while number < until {
        let before = replay.position().clone();
        let Some(ply) = replay.next_ply().ok()? else { break };
        number += 1;
        if number > windows.after {
            clean &= !ply.edited && ply.illegal.is_none();
            let facts = ply.mv.point().filter(|_| clean).map(|point| {
                let thought = model
                    .as_mut()
                    .filter(|_| before.to_move() == ply.color)
                    .and_then(|(subject, model)| think(subject, &mut **model, &before, point));
                let [last, own] = [lasts[!ply.color], lasts[ply.color]];
                facts(&ply, point, [last, own], before.board(), replay.position().board(), thought)
            });
            sums.add(facts);
            if sums.n_moves == windows.moves {
                let full = std::mem::take(&mut sums);
                if std::mem::replace(&mut clean, true) {
                    found.push(full.means());
                }
            }
        }
        if let Some((_, model)) = &mut model {
            model.observe(&ply, replay.position());
        }
        lasts[ply.color] = ply.mv.point();
    }
    Some(found)
}

fn distance(a: Point, b: Point) -> f64 {
    (a.column().abs_diff(b.column()) + a.row().abs_diff(b.row())) as f64
}

fn facts(
    ply: &Ply,
    point: Point,
    lasts: [Option<Point>; 2],
    before: &Board,
    after: &Board,
    thought: Option<Thought>,
) -> WindowFacts {
    let size = before.size();
    let share = |is: bool| if is { 1.0 } else { 0.0 };
    let touches = |color: Color| size.neighbors(point).any(|near| before.get(near) == Some(color));
    let near = PointSet::from(point).grown().grown();
    let stones = before.stones();
    // Without a last move there is nothing to be far from.
    let [last, own] = lasts.map(|last| last.map_or(0.0, |last| distance(last, point).ln_1p()));
    let line = size.edge_distance(point) + 1;
    let [surprise, expected, first, wild] = thought.map_or([0.0; 4], |thought| {
        let wild = thought.surprise > 1_000f64.ln();
        [thought.surprise, thought.expected, share(thought.first), share(wild)]
    });
    [
        surprise,
        0.0,
        expected,
        first,
        wild,
        last,
        own,
        share(line == 1),
        share(line == 2),
        share(line == 3 || line == 4),
        share(touches(ply.color)),
        share(touches(!ply.color)),
        share(!near.meets(&stones[Color::Black]) && !near.meets(&stones[Color::White])),
        share(!ply.captured.is_empty()),
        share(after.chain(point).is_some_and(|chain| chain.in_atari())),
        0.0,
    ]
}
