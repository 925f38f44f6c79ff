//! Writes a gallery of figures into a folder: `cargo run --example gallery -- FOLDER`.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path as FilePath;

use figures::{
    Animation, Bars, BoardFigure, Chart, ColorMode, Edge, Field, FieldStyle, Figure, Graph, Mark, Node, NodeStyle,
    Path, Region, Rgb, Sample, Series, States, TerminalOptions, Theme,
};
use goban::{Board, BoardSize, Color, Point, Position, Rules};

/// The first 150 moves of a game between two programs, Black first: column and row from the top left, as letters.
const GAME: &str = "\
    dpceppocqdpeqepfqfpgqgphqhpiqiokqjdndcedecfdfcgdgchdhccocpkcbobnbpnpapchaqoqpqfoornrprpnooomnompmolp\
    lokpkojpjoipiohphoglgpgogqjlfplleofmenemdmcmdlbmamanaocldkalckbkbjcjdjeicibhdhehdgfffeefgfgghgghhhjg\
    gidifhfgfiejekfjgjhihjfkiijjjikjkiljlimimhkhlhkgmjninhmfnjoihihkikqbilijjmjkimhrgrhqfnjrgnbcfoqldocn";

/// A position of the game with what a figure shows of its last move.
struct Scene {
    board: Board,
    numbers: Vec<(Point, u32)>,
    last: Option<Point>,
    captured: Vec<Point>,
    to_move: Color,
}

fn scene(moves: usize) -> Result<Scene, Box<dyn Error>> {
    let size = BoardSize::NINETEEN;
    let mut position = Position::new(size, Rules::CHINESE);
    let mut numbers = Vec::new();
    let mut last = None;
    let mut captured = Vec::new();
    for (i, pair) in GAME.as_bytes().chunks(2).take(moves).enumerate() {
        let point = size.point(usize::from(pair[0] - b'a'), usize::from(pair[1] - b'a')).ok_or("off the board")?;
        captured =
            position.play(point).map_err(|illegal| format!("move {}: {illegal:?}", i + 1))?.captured.iter().collect();
        numbers.push((point, i as u32 + 1));
        last = Some(point);
    }
    Ok(Scene { board: position.board().clone(), numbers, last, captured, to_move: position.to_move() })
}

/// A simple influence: every stone radiates, halved with each step.
fn influence(board: &Board) -> Vec<f64> {
    let size = board.size();
    let at = |point: Point| -> f64 {
        let one = |color: Color| -> f64 {
            let steps = |stone: Point| stone.column().abs_diff(point.column()) + stone.row().abs_diff(point.row());
            board.stones()[color].iter().map(|stone| 0.5_f64.powi(steps(stone) as i32)).sum()
        };
        one(Color::Black) - one(Color::White)
    };
    size.points().map(at).collect()
}

/// Who surrounds each region, in the numbers of the cellular automaton.
fn states(board: &Board, look: Theme) -> States {
    let size = board.size();
    let mut values = vec![1_i64; size.area()];
    for region in board.empty().components() {
        let touches = |color: Color| region.grown().meets(&board.stones()[color]);
        let value = match (touches(Color::Black), touches(Color::White)) {
            (true, true) => 6,
            (true, false) => 3,
            (false, true) => 2,
            (false, false) => 1,
        };
        region.iter().for_each(|point| values[size.index(point)] = value);
    }
    for (color, stones) in board.stones().iter() {
        stones.iter().for_each(|point| values[size.index(point)] = if color == Color::Black { 15 } else { 10 });
    }
    let neutral = Rgb::hex(if look == Theme::Dark { 0x555b66 } else { 0xc9c3b8 });
    States::new("cellular.state", values)
        .class(1, "free", None, '.')
        .class(2, "White's", Rgb::hex(0xf0a35e), 'w')
        .class(3, "Black's", Rgb::hex(0x6d9bd4), 'b')
        .class(6, "neither's", neutral, '/')
        .class(10, "white stone", Rgb::hex(0xf0a35e), 'O')
        .class(15, "black stone", Rgb::hex(0x6d9bd4), 'X')
}

/// Chains as nodes, an edge where two of them share liberties.
fn fate(board: &Board) -> Graph {
    let chains: Vec<_> = board.chains().filter(|chain| chain.size() > 1).collect();
    let node = |chain: &goban::Chain<'_>| Node {
        points: chain.stones().iter().collect(),
        label: Some(chain.n_liberties().to_string()),
        color: Some(chain.color()),
    };
    let mut edges = Vec::new();
    for (i, a) in chains.iter().enumerate() {
        for (j, b) in chains.iter().enumerate().skip(i + 1) {
            let shared = (*a.liberties() & *b.liberties()).len();
            if shared > 0 {
                let label = if a.color() == b.color() { "allies" } else { "rivals" };
                edges.push(Edge {
                    from: i,
                    to: j,
                    label: label.to_owned(),
                    weight: shared as f64,
                    directed: a.color() != b.color(),
                });
            }
        }
    }
    Graph::new("shared liberties", chains.iter().map(node).collect::<Vec<_>>(), edges)
}

fn boards() -> Result<BTreeMap<String, BoardFigure>, Box<dyn Error>> {
    let size = BoardSize::NINETEEN;
    let mut figures = BTreeMap::new();
    let late = scene(150)?;
    let early = scene(60)?;
    let seed = "seed 1 · p = 1/3, q = 2, reach = 4 · GNU Go against Fuego, Chinese rules";
    for theme in Theme::ALL {
        let name = format!("{theme:?}").to_lowercase();
        let mut add = |kind: &str, figure: BoardFigure| figures.insert(format!("{name}-{kind}"), figure.theme(theme));
        let plain =
            BoardFigure::new(&late.board).last_move(late.last).captured(late.to_move, late.captured.iter().copied());
        add("plain", plain.clone());
        add("bare", plain.clone().coordinates(false).title("Without coordinates"));
        add("numbers", BoardFigure::new(&late.board).numbers(late.numbers.clone()).last_move(late.last));
        let values = influence(&early.board);
        let early_board = || BoardFigure::new(&early.board).last_move(early.last);
        add(
            "heat",
            early_board()
                .field(Field::signed("freedom.lead", values.clone()))
                .title("Influence after move 60")
                .caption(seed),
        );
        let squares = Field::signed("freedom.lead", values.clone()).style(FieldStyle::Squares);
        add("squares", early_board().field(squares).caption(seed));
        let numbers = Field::signed("freedom.lead", values.clone()).style(FieldStyle::Numbers);
        add("field-numbers", early_board().field(numbers).caption(seed));
        let liberties: Vec<f64> = size
            .points()
            .map(|point| late.board.chain(point).map_or(0.0, |chain| chain.n_liberties() as f64))
            .collect();
        let labels = late.board.chains().flat_map(|chain| {
            chain.stones().iter().map(move |p| (p, chain.n_liberties().to_string())).collect::<Vec<_>>()
        });
        add("liberties", BoardFigure::new(&late.board).field(Field::sequential("liberties", liberties)).labels(labels));
        let votes: Vec<f64> = values.iter().map(|value| value.abs().powi(3)).collect();
        add("sequential", early_board().field(Field::sequential("cellular.votes", votes)));
        add("states", BoardFigure::new(&late.board).states(states(&late.board, theme)).title("Who surrounds what"));
        add(
            "graph",
            BoardFigure::new(&early.board)
                .graph(fate(&early.board))
                .title("Common fate")
                .caption("Width shows the number of shared liberties."),
        );
        add("graph-dots", BoardFigure::new(&early.board).graph(fate(&early.board).style(NodeStyle::Dot)));
        let vertex = |text: &str| size.parse_vertex(text).ok_or("no such point");
        let paths = |from: &[&str]| from.iter().map(|text| vertex(text)).collect::<Result<Vec<_>, _>>();
        let cut = Region::around(size, paths(&["Q16"])?, 4);
        let reach = early_board()
            .region(Region::around(size, paths(&["K10"])?, 4))
            .path(Path::new(paths(&["K13", "K12", "K11", "K10"])?).color(Color::Black).label("from K13").directed(true))
            .path(Path::new(paths(&["G10", "H10", "J10", "K10"])?).color(Color::White).label("from G10").directed(true))
            .path(
                Path::new(paths(&["G10", "H10", "H11", "J11", "K11", "K10"])?)
                    .color(Color::White)
                    .label("from G10")
                    .directed(true),
            );
        add("paths", reach.title("Paths that reach K10").caption("Three of the paths, longest last."));
        add(
            "cut",
            BoardFigure::new(&late.board)
                .region(cut)
                .numbers(late.numbers.clone())
                .caption("Moves in the upper right."),
        );
        let marks = BoardFigure::new(&goban::Diagram::parse(MARKED)?.board()?);
        let nine = BoardSize::NINE;
        let at = |text: &str| nine.parse_vertex(text);
        let marks = marks
            .marks(Mark::Circle, at("C7").into_iter().chain(at("D7")).chain(at("A9")))
            .marks(Mark::Square, at("C6").into_iter().chain(at("D6")).chain(at("B9")))
            .marks(Mark::Triangle, at("C5").into_iter().chain(at("D5")).chain(at("C9")))
            .marks(Mark::Cross, at("C4").into_iter().chain(at("D4")).chain(at("D9")))
            .marks(Mark::Dot, at("C3").into_iter().chain(at("D3")).chain(at("E9")))
            .labels(
                [("F7", "a"), ("G7", "eye"), ("F6", "net"), ("C8", "A"), ("D8", "ladder"), ("G5", "tiger")]
                    .into_iter()
                    .filter_map(|(v, t)| Some((at(v)?, t))),
            )
            .captured(Color::White, at("F4").into_iter().chain(at("G4")))
            .captured(Color::Black, at("F3"))
            .last_move(at("E5"));
        add("marks", marks.title("Marks, labels, captures"));
    }
    Ok(figures)
}

/// A number between 0 and 1 that looks random and is the same every time.
fn noise(n: u32) -> f64 {
    let mixed = n.wrapping_mul(0x9e37_79b9) ^ (n.wrapping_mul(0x85eb_ca6b) >> 13);
    f64::from(mixed.wrapping_mul(0xc2b2_ae35) >> 8) / f64::from(1 << 24)
}

fn charts() -> BTreeMap<String, Chart> {
    let mut charts = BTreeMap::new();
    let walk = |seed: u32, drift: f64| {
        let mut value = 0.0;
        let step = move |ply: u32| {
            value += (noise(ply * 7 + seed) - 0.5) * 4.0 + drift * (f64::from(ply) / 40.0).cos();
            value
        };
        (0..240).map(step).collect::<Vec<f64>>()
    };
    // Sums of several numbers are spread like a bell.
    let bell = |seed: u32, middle: f64| {
        let value = move |i: u32| middle + (0..6).map(|k| noise(seed + i * 6 + k) - 0.5).sum::<f64>() * 8.0;
        (0..400).map(value).collect::<Vec<f64>>()
    };
    let long = "Game 12 of the match · seed 1, μ = 0.5, tactics static · GNU Go against Fuego";
    for theme in Theme::ALL {
        let name = format!("{theme:?}").to_lowercase();
        let mut add = |kind: &str, chart: Chart| charts.insert(format!("{name}-{kind}"), chart.theme(theme));
        let lead = Chart::curves([Series::new("freedom.lead", walk(1, 0.9))]).lead(true);
        let lead = lead.mark(57.0, "57 cut").mark(63.0, "63 ladder").mark(64.0, "64 atari").mark(141.0, "141 capture");
        add("lead", lead.title("How the lead went").axes("move", "points").caption(long));
        let names = ["ising.atomic", "ising.molecular", "freedom", "cellular", "agents", "structure"];
        let many = names.iter().zip(1..).map(|(name, n)| Series::new(name, walk(n * 100, f64::from(n) - 3.0)));
        add("series", Chart::curves(many.collect::<Vec<_>>()).title("Six models").axes("move", "lead"));
        let samples = [("GNU Go", 1, 0.0), ("Fuego", 9000, 2.5), ("Pachi", 20_000, -1.0), ("Brown", 40_000, -6.0)];
        let samples = samples.map(|(name, seed, middle)| Sample::new(name, bell(seed, middle)));
        add(
            "boxes",
            Chart::boxes(samples.clone()).title("Gain of a move").axes("", "energy").caption("400 moves each."),
        );
        add("histogram", Chart::histogram(samples[..2].to_vec(), 24).title("Gain of a move").axes("energy", "share"));
        let wins = [("Black", [0.55, 0.51, 0.49]), ("White", [0.42, 0.46, 0.48]), ("tie", [0.03, 0.03, 0.03])];
        let wins = wins.map(|(name, values)| {
            Bars::new(name, values).intervals(values.map(|value: f64| ((value - 0.03).max(0.0), value + 0.03)))
        });
        add("bars", Chart::bars(["9×9", "13×13", "19×19"], wins).title("Wins by size").axes("board", "share of games"));
    }
    charts
}

/// The colours of the automaton spread from the stones, one line a step.
fn evolution(theme: Theme) -> Result<Animation, Box<dyn Error>> {
    let board = goban::Diagram::parse(ENCLOSED)?.board()?;
    let size = board.size();
    let mut areas = *board.stones();
    let mut frames = Vec::new();
    for step in 0.. {
        let mut values = vec![1_i64; size.area()];
        for (color, area) in areas.iter() {
            for point in area.iter() {
                let value = &mut values[size.index(point)];
                *value = if *value == 1 { [3, 2][usize::from(color == Color::White)] } else { 6 };
            }
        }
        let states = States::new("cellular.state", values)
            .class(1, "free", None, '.')
            .class(2, "White's", Rgb::hex(0xf0a35e), 'w')
            .class(3, "Black's", Rgb::hex(0x6d9bd4), 'b')
            .class(6, "neither's", Rgb::hex(0xb0a898), '/');
        frames.push(
            BoardFigure::new(&board).states(states).theme(theme).title("Evaluation").caption(&format!("Step {step}")),
        );
        let grown = goban::ByColor::new(|color| areas[color] | (areas[color].grown() & board.empty()));
        if grown == areas {
            break;
        }
        areas = grown;
    }
    Ok(Animation::new(frames).frame_time(600))
}

const ENCLOSED: &str = "
. . . X O . . . .
. . . X O . . . .
X X X X O O O O .
. . . . X . . O O
. . . . X . . . .
O O O O X X X . .
. . . O . . X . .
. . . O . . X X X
. . . O . . . . .";

const MARKED: &str = "
. . . . . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O . . . . .
. . X O X . O . .
. . X O . . . . .
. . X O . . . . .
. . . . . . . . .
. . . . . . . . .";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: gallery FOLDER")?;
    let folder = FilePath::new(&folder);
    fs::create_dir_all(folder)?;
    for (name, figure) in boards()? {
        write(folder, &name, &figure)?;
    }
    for (name, chart) in charts() {
        write(folder, &name, &chart)?;
    }
    for theme in Theme::ALL {
        let name = format!("{theme:?}-evolution").to_lowercase();
        let animation = evolution(theme)?;
        fs::write(folder.join(format!("{name}.svg")), animation.to_svg())?;
        fs::write(folder.join(format!("{name}.gif")), animation.to_gif(400)?)?;
    }
    Ok(())
}

fn write(folder: &FilePath, name: &str, figure: &dyn Figure) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(format!("{name}.svg")), figure.to_svg())?;
    for width in [400, 800] {
        fs::write(folder.join(format!("{name}-{width}.png")), figure.to_png(width)?)?;
    }
    for (kind, color, unicode) in [
        ("plain", ColorMode::None, true),
        ("ascii", ColorMode::None, false),
        ("256", ColorMode::Ansi256, true),
        ("true", ColorMode::TrueColor, true),
    ] {
        let options = TerminalOptions { color, unicode, ..TerminalOptions::default() };
        fs::write(folder.join(format!("{name}-{kind}.txt")), figure.to_terminal(&options))?;
    }
    Ok(())
}
