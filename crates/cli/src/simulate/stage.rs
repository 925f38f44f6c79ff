//! A game on the terminal: the board with temperatures and liberties, and beside it the linked groups.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::Duration;

use agents::{Contest, Event, Liberties, Run};
use figures::{BoardFigure, ColorMode, Field, Figure, TerminalOptions, sparkline};
use goban::{Board, ByColor, Color, Move, Point, PointSet};
use model::Seed;
use reproduce::contests::words;

use crate::Context;
use crate::failure::Failure;
use crate::output;

/// Two boards beside each other have this many columns between them.
const GAP: usize = 3;

/// Shows the first game of a seed.
pub(crate) fn watch(context: &Context<'_>, contest: &Contest, seed: Seed, speed: f64) -> Result<(), Failure> {
    let on_terminal = io::stdout().is_terminal();
    let mut run = Run::new(contest, Contest::seed_of_game(seed, 0));
    let mut capacity = Vec::new();
    if on_terminal {
        output::print("\u{1b}[2J")?;
    }
    while run.step() {
        capacity.push(run.temperature().capacity() as f64);
        let frame = frame(context, &run, &capacity, seed);
        if on_terminal {
            // From the top left again, each line cleared to its end, and what is left of a longer frame below.
            let lines = frame.replace('\n', "\u{1b}[K\n");
            output::print(&format!("\u{1b}[H{lines}\u{1b}[J"))?;
            thread::sleep(Duration::from_secs_f64((1.0 / speed).min(60.0)));
        } else {
            output::print(&format!("{frame}\n"))?;
        }
    }
    Ok(())
}

fn frame(context: &Context<'_>, run: &Run, capacity: &[f64], seed: Seed) -> String {
    let options = context.paint.terminal();
    let board = Board::with_stones(run.size(), run.stones());
    let mut bare = BoardFigure::new(&board);
    for event in run.events() {
        match event {
            Event::Move { mv, .. } => bare = bare.last_move(mv.point()),
            Event::Death { color, stones, .. } => bare = bare.captured(*color, *stones),
        }
    }
    // A colour keeps its meaning from tick to tick: no point is warmer than four.
    let warm = Field::sequential("temperature", run.temperature().field()).limit(4.0);
    let counted = run.size().points().filter_map(|point| Some((point, digit(run.liberties(point)?))));
    let left = bare.clone().field(warm).labels(counted);
    let right = bare.labels(groups(run));

    let mut text = format!("{}\n", context.paint.bold(&words(run.contest())));
    let width = 2 * run.size().get() + 7;
    let colored = options.color != ColorMode::None;
    let beside = colored && options.width >= 2 * width + GAP;
    if beside {
        let half = TerminalOptions { width, ..options };
        let [left, right] = [left, right].map(|figure| figure.to_terminal(&half));
        let rows = left.lines().count().max(right.lines().count());
        let (mut left, mut right) = (left.lines(), right.lines());
        for _ in 0..rows {
            let (left, right) = (left.next().unwrap_or_default(), right.next().unwrap_or_default());
            text.push_str(&format!("{left}{:GAP$}{right}\n", ""));
        }
    } else {
        text.push_str(&left.to_terminal(&options));
    }
    if colored {
        let notes = [
            "left: warmth, and the sum of liberties that each stone counted (+ is above nine)",
            "right: linked groups; a small letter is linked with a part of its group only",
        ];
        for note in &notes[..if beside { 2 } else { 1 }] {
            text.push_str(&format!(
                "{}\n",
                context.paint.dim(note.trim_start_matches(if beside { "" } else { "left: " }))
            ));
        }
    }
    let tally = run.tally();
    let ByColor { black, white } = run.scores();
    text.push_str(&format!("tick {} · Black {black}, White {white} · {}\n", tally.ticks, told(run)));
    let small = TerminalOptions { width: 50, ..options };
    let now = capacity.last().copied().unwrap_or_default();
    text.push_str(&format!("capacity {now} {} · seed {seed}\n", sparkline(capacity, &small)));
    if let Some(end) = run.end() {
        text.push_str(&format!("The game has ended: {}.\n", end.name()));
    }
    text
}

/// The liberties of a group in one character.
fn digit(liberties: Liberties) -> String {
    if liberties.group > 9 { "+".to_string() } else { liberties.group.to_string() }
}

/// A letter for each linked group, by its first stone; small on stones that are not linked with the whole group.
fn groups(run: &Run) -> Vec<(Point, String)> {
    let mut letters = ('A'..='Z').cycle();
    let mut labels = Vec::new();
    for (_, stones) in run.stones().iter() {
        let mut rest = *stones;
        while let Some(first) = rest.first() {
            let group = linked(run, first);
            rest -= group;
            let letter = letters.next().unwrap_or('A');
            for stone in group {
                let whole = run.links(stone).len() + 1 == group.len();
                let letter = if whole { letter } else { letter.to_ascii_lowercase() };
                labels.push((stone, letter.to_string()));
            }
        }
    }
    labels
}

/// All that links lead to from a stone.
fn linked(run: &Run, first: Point) -> PointSet {
    let mut group = PointSet::from(first);
    let mut open = vec![first];
    while let Some(stone) = open.pop() {
        for other in run.links(stone) {
            if group.insert(other) {
                open.push(other);
            }
        }
    }
    group
}

/// What happened in the tick.
fn told(run: &Run) -> String {
    let part = |event: &Event| match event {
        Event::Move { color, mv: Move::Play(point) } => format!("{color} {}", run.size().vertex(*point)),
        Event::Move { color, mv: Move::Pass } => format!("{color} passes"),
        Event::Death { color, stones, breathing } => {
            let breath = if *breathing { ", with a liberty" } else { "" };
            format!("{} {} off{breath}", stones.len(), if *color == Color::Black { "black" } else { "white" })
        }
    };
    run.events().iter().map(part).collect::<Vec<_>>().join(", ")
}
