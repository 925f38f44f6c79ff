//! Figures as they are written, compared with files under `tests/golden`. `UPDATE_GOLDEN=1 cargo test` rewrites them.

use std::fs;
use std::path::Path as FilePath;

use figures::{
    Animation, Bars, BoardFigure, Chart, ColorMode, Edge, Field, FieldStyle, Figure, Graph, Mark, Node, Path, Region,
    Rgb, Sample, Series, States, TerminalOptions, Theme,
};
use goban::{Board, BoardSize, Color, Diagram, Point};

fn board(drawn: &str) -> Board {
    Diagram::parse(drawn).unwrap().board().unwrap()
}

/// A ladder on 7×7.
fn ladder() -> Board {
    board(
        "
. . . . . . .
. . X X . . .
. X O O X . .
. . X O . . .
. . . X O . .
. . . . . . .
. . . . . . .",
    )
}

fn at(vertex: &str) -> Point {
    BoardSize::new(7).unwrap().parse_vertex(vertex).unwrap()
}

fn points(vertices: &str) -> Vec<Point> {
    vertices.split(' ').map(at).collect()
}

fn slope() -> Vec<f64> {
    (0..49).map(|i| f64::from(i - 24) / 8.0).collect()
}

fn check(name: &str, found: &str) {
    let path = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} differs; look at it with UPDATE_GOLDEN=1 and git diff. Found:\n{found}");
}

/// Text without blanks at the ends of lines, which editors like to remove.
fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn check_text(name: &str, figure: &dyn Figure) {
    let options = TerminalOptions { width: 60, ..TerminalOptions::default() };
    let ascii = TerminalOptions { unicode: false, ..options };
    let mut text = trimmed(&figure.to_terminal(&options));
    text += "-- ascii\n";
    text += &trimmed(&figure.to_terminal(&ascii));
    check(&format!("{name}.txt"), &text);
}

#[test]
fn plain_board() {
    let figure = BoardFigure::new(&ladder()).last_move(at("E3")).captured(Color::White, points("E4")).title("A ladder");
    check("plain.svg", &figure.to_svg());
    check_text("plain", &figure);
    for (name, color) in [("plain-256", ColorMode::Ansi256), ("plain-true", ColorMode::TrueColor)] {
        let options = TerminalOptions { color, ..TerminalOptions::default() };
        check(&format!("{name}.txt"), &figure.to_terminal(&options));
    }
}

#[test]
fn print_board_with_numbers_and_marks() {
    let numbers = points("C6 D6 B5 E5 C4 D3 C5 D5 D4 E3").into_iter().zip(1..);
    let figure = BoardFigure::new(&ladder())
        .theme(Theme::Print)
        .numbers(numbers)
        .marks(Mark::Triangle, points("A7 A1"))
        .marks(Mark::Circle, points("G7"))
        .labels([(at("E4"), "a"), (at("F3"), "escape")]);
    check("numbers.svg", &figure.to_svg());
    check_text("numbers", &figure);
}

#[test]
fn cut_of_a_board() {
    let region = Region::around(BoardSize::new(7).unwrap(), points("C5 D4"), 1);
    let figure = BoardFigure::new(&ladder()).region(region).caption("The head of the ladder.");
    check("cut.svg", &figure.to_svg());
    check_text("cut", &figure);
}

#[test]
fn fields() {
    let heat = BoardFigure::new(&ladder()).field(Field::signed("freedom.lead", slope()));
    check("heat.svg", &heat.to_svg());
    check_text("heat", &heat);
    let squares = BoardFigure::new(&ladder())
        .theme(Theme::Dark)
        .coordinates(false)
        .field(Field::signed("lead", slope()).style(FieldStyle::Squares).limit(4.0));
    check("squares.svg", &squares.to_svg());
    let votes: Vec<f64> = (0..49).map(|i| f64::from(i % 7) * 1e-5).collect();
    let numbers = BoardFigure::new(&ladder()).field(Field::sequential("votes", votes).style(FieldStyle::Numbers));
    check_text("field-numbers", &numbers);
}

#[test]
fn classes() {
    let values: Vec<i64> = (0..49).map(|i| [1, 2, 3, 6][i % 4]).collect();
    let states = States::new("cellular.state", values)
        .class(1, "free", None, '.')
        .class(2, "White's", Rgb::hex(0xf0a35e), 'w')
        .class(3, "Black's", Rgb::hex(0x6d9bd4), 'b')
        .class(6, "neither's", Rgb::hex(0xb0a898), '/');
    let figure = BoardFigure::new(&ladder()).states(states);
    check("states.svg", &figure.to_svg());
    check_text("states", &figure);
}

#[test]
fn graphs_and_paths() {
    let node = |vertices: &str, color: Color| Node { points: points(vertices), label: None, color: Some(color) };
    let nodes = [node("C5 D5 D4", Color::White), node("C6 D6", Color::Black), node("E3", Color::White)];
    let edge = |from, to, label: &str, weight, directed| Edge { from, to, label: label.to_owned(), weight, directed };
    let edges = [edge(1, 0, "ladder", 1.0, true), edge(0, 2, "net", 0.5, false), edge(0, 9, "lost", 1.0, true)];
    let figure = BoardFigure::new(&ladder())
        .graph(Graph::new("ising.molecular.tactics", nodes, edges))
        .path(Path::new(points("E3 F3 F4 F5")).color(Color::White).label("out").directed(true));
    check("graph.svg", &figure.to_svg());
    check_text("graph", &figure);
}

#[test]
fn charts() {
    let values = (0..=60).map(|ply| (f64::from(ply) / 9.0).sin() * 8.0 - f64::from(ply) / 12.0);
    let lead = Chart::curves([Series::new("freedom.lead", values)]).lead(true).mark(28.0, "28 cut").title("Lead");
    let lead = lead.axes("move", "points");
    check("lead.svg", &lead.to_svg());
    check_text("lead", &lead);
    let two = Chart::curves([Series::new("rising", [0.0, 1.0, 2.0]), Series::new("gap", [2.0, f64::NAN, 1.0])]);
    check("two.svg", &two.to_svg());
    check_text("two", &two);
    let samples = ["Black", "White"].map(|name| {
        let shift = name.len() as f64 * if name == "Black" { 1.0 } else { 0.4 };
        Sample::new(name, (0..40).map(|i| f64::from(i * i % 37) / 4.0 + shift).chain([40.0]))
    });
    let boxes = Chart::boxes(samples.clone()).title("Gain");
    check("boxes.svg", &boxes.to_svg());
    check_text("boxes", &boxes);
    let histogram = Chart::histogram(samples, 10).theme(Theme::Dark).axes("gain", "share");
    check("histogram.svg", &histogram.to_svg());
    check_text("histogram", &histogram);
    let wins = Bars::new("Black", [0.55, 0.48]).intervals([(0.5, 0.6), (0.43, 0.53)]);
    let bars = Chart::bars(["9×9", "19×19"], [wins, Bars::new("White", [0.4, 0.5])]);
    check("bars.svg", &bars.to_svg());
    check_text("bars", &bars);
    let elo = Bars::new("Elo", [1010.0, 610.0, -40.0]).intervals([(980.0, 1040.0), (585.0, 635.0), (-65.0, -15.0)]);
    let lying = Chart::bars(["GNU Go 1 giving 9 stones", "ising.molecular+search", "agents:hottest"], [elo]);
    let lying = lying.title("Names that find no room below").axes("", "Elo").caption("60 games");
    check("lying-bars.svg", &lying.to_svg());
    check_text("lying-bars", &lying);
}

#[test]
fn animations() {
    let frame = |label: &str| BoardFigure::new(&ladder()).labels([(at("F4"), label)]).coordinates(false);
    let animation = Animation::new([frame("1"), frame("2"), frame("3")]).frame_time(400);
    check("animation.svg", &animation.to_svg());
}
