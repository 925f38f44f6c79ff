//! The worked examples, drawn from the paper's figures.

use freedom::{Params, connection, influence, paths_to};
use goban::{Board, BoardSize, Color, Diagram, Point};

const SIZE: BoardSize = BoardSize::NINETEEN;

fn at(vertex: &str) -> Point {
    SIZE.parse_vertex(vertex).unwrap()
}

fn white(vertices: &str) -> Board {
    let mut board = Board::new(SIZE);
    for vertex in vertices.split(' ') {
        board.place(Color::White, at(vertex));
    }
    board
}

fn names(stones: &[Point]) -> String {
    stones.iter().map(|&stone| SIZE.vertex(stone)).collect::<Vec<_>>().join(" ")
}

/// Paths with fewer than five stones besides the virtual one.
fn reach_five() -> Params {
    Params::new(1.0 / 3.0, 2.0, 5).unwrap()
}

fn connections(board: &Board, from: &str, to: &str) -> Vec<String> {
    let found = connection(board, at(from), at(to), Color::White, &reach_five()).unwrap();
    found.paths.iter().map(|path| names(&path.stones)).collect()
}

#[test]
fn figure_1_has_five_paths() {
    let found = connections(&white("K4"), "J6", "K4");
    assert_eq!(found, ["J4 J5", "J5 K5", "K5 K6", "H4 H5 H6 J4", "K6 L4 L5 L6"]);
    assert!(!found.contains(&"H4 H5 J4 J5".to_string()), "it contains J4 J5, says figure 5");
}

#[test]
fn figure_3_has_seven_paths() {
    let found = connections(&white("K4 H4 H5"), "J6", "K4");
    assert_eq!(found, ["H6 J4", "J4 J5", "J5 K5", "K5 K6", "H3 H6 J3 K3", "H3 J3 J5 K3", "K6 L4 L5 L6"]);
}

/// Where the black stones of figure 2 stand is only in its picture. But wherever they stand: once they leave one of the routes
/// of figure 1, the stones are less connected than there, though as few stones are needed.
#[test]
fn one_route_connects_less_than_figure_1() {
    let open = white("K4");
    let connected = |board: &Board| connection(board, at("J6"), at("K4"), Color::White, &reach_five()).unwrap();
    let free = connected(&open);
    let on_routes: Vec<Point> = ["J4", "J5", "K5", "K6", "H4", "H5", "H6", "L4", "L5", "L6"].map(at).to_vec();
    let mut seen = 0;
    for which in 0..1u32 << on_routes.len() {
        let mut board = open.clone();
        for (number, &point) in on_routes.iter().enumerate() {
            if which >> number & 1 == 1 {
                board.place(Color::Black, point);
            }
        }
        let found = connected(&board);
        if let [route] = &found.paths[..] {
            seen += 1;
            assert_eq!(found.connectedness, (1.0f64 / 3.0).powi(route.n() as i32));
            assert!(found.connectedness < free.connectedness, "{board:?}");
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn connectedness_of_few_paths() {
    let connectedness = |board: &Board, from: &str, to: &str| {
        connection(board, at(from), at(to), Color::White, &Params::default()).unwrap().connectedness
    };
    // One chain already, on the board or with the virtual stone.
    assert_eq!(connectedness(&white("K4 K5"), "K4", "K5"), 1.0);
    assert_eq!(connectedness(&white("K4"), "K4", "K5"), 1.0);
    // One path of two stones, everything else closed by Black.
    let mut lane = white("K4");
    for vertex in ["J4", "J5", "J6", "J7", "L4", "L5", "L6", "L7", "K8", "K3"] {
        lane.place(Color::Black, at(vertex));
    }
    assert!((connectedness(&lane, "K4", "K7") - 1.0 / 9.0).abs() < 1e-15);
    // Three ways of one stone each: a chain on three sides of the point.
    let cup = white("J3 J4 J5 K5 L5 L4 L3");
    let mut cup_with_lid = cup.clone();
    cup_with_lid.place(Color::Black, at("K3"));
    for board in [&cup, &cup_with_lid] {
        let found = connection(board, at("K4"), at("J4"), Color::White, &Params::default()).unwrap();
        assert_eq!(found.connectedness, 1.0, "beside the chain it is one chain at once");
    }
    let mut ring = white("J2 J3 J5 J6 K6 L6 L5 L3 L2 K2 H3 H4 H5 M3 M4 M5");
    ring.place(Color::Black, at("K3"));
    let found = connection(&ring, at("K4"), at("J2"), Color::White, &Params::default()).unwrap();
    let short: Vec<_> = found.paths.iter().filter(|path| path.n() == 1).map(|path| names(&path.stones)).collect();
    assert_eq!(short, ["J4", "K5", "L4"]);
    assert_eq!(found.paths.len(), 3);
    assert!((found.connectedness - 1.0).abs() < 1e-15);
}

#[test]
fn a_liberty_has_one_path() {
    let board = white("K4 H4 H5");
    let params = Params::new(0.4, 3.0, 5).unwrap();
    let map = influence(&board, &params);
    for vertex in ["K5", "J4", "H6", "G5"] {
        let paths = paths_to(&board, Color::White, at(vertex), &params);
        assert_eq!(paths.len(), 1, "{vertex}");
        assert_eq!(names(&paths[0].stones), vertex);
        let value = map.at(Color::White, at(vertex));
        assert!((value - paths[0].liberties as f64 * 0.4).abs() < 1e-14, "{vertex}");
    }
    // J4 joins the two chains: 4 + 6 liberties with J4 in common, less J4 itself, and J3 beside it is new.
    assert_eq!(paths_to(&board, Color::White, at("J4"), &params)[0].liberties, 9);
}

#[test]
fn a_point_far_away_has_no_influence() {
    let map = influence(&white("K4"), &Params::default());
    assert!(map.at(Color::White, at("K8")) > 0.0);
    assert_eq!(map.at(Color::White, at("K9")), 0.0);
    assert_eq!(map.totals().black, 0.0);
    assert_eq!(map.lead(), -map.totals().white);
}

/// The paths of White to a point of a drawn board: stones and liberties.
fn drawn_paths(drawing: &str, vertex: &str, reach: usize) -> Vec<(String, usize)> {
    let board = Diagram::parse(drawing).unwrap().board().unwrap();
    let size = board.size();
    let point = size.parse_vertex(vertex).unwrap();
    let paths = paths_to(&board, Color::White, point, &Params::new(0.5, 2.0, reach).unwrap());
    let name = |stones: &[Point]| stones.iter().map(|&stone| size.vertex(stone)).collect::<Vec<_>>().join(" ");
    paths.iter().map(|path| (name(&path.stones), path.liberties)).collect()
}

#[test]
fn captures_give_liberties() {
    // B1 takes the two black stones: A1 and A2 are liberties then, beside B3, C3, D1 and D2.
    let drawing = ". . . . .
                   . . . . .
                   O . . . .
                   X O O . .
                   X . O . .";
    assert_eq!(drawn_paths(drawing, "B1", 4), [("B1".to_string(), 6)]);
    // Only B1 and A1 together take the three black stones.
    let drawing = ". . . . .
                   . . . . .
                   O O O O .
                   X X X O .
                   . . O O .";
    assert_eq!(drawn_paths(drawing, "B1", 4), [("B1".to_string(), 8)]);
    assert_eq!(drawn_paths(drawing, "A1", 4), [("A1 B1".to_string(), 10)]);
}

#[test]
fn a_path_into_its_own_capture_counts_nothing() {
    // A1 fills the last liberty of the white chain and takes nothing.
    let drawing = ". . . .
                   X X X .
                   O O X .
                   . O X .";
    assert_eq!(drawn_paths(drawing, "A1", 4), [("A1".to_string(), 0)]);
    let board = Diagram::parse(drawing).unwrap().board().unwrap();
    let map = influence(&board, &Params::default());
    assert_eq!(map.totals().white, 0.0);
}

#[test]
fn a_map_looks_like_this() {
    // The same drawing stands in docs/models/freedom.md.
    let board = Diagram::parse(
        ". . . . . . . . .
         . . . . . . . . .
         . . X . . . O . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . X . X . O . .
         . . . . . . . . .
         . . . . . . . . .",
    )
    .unwrap()
    .board()
    .unwrap();
    let map = influence(&board, &Params::default());
    let size = board.size();
    let rounded = |value: f64| if value.abs() < 0.05 { "0.0".to_string() } else { format!("{value:.1}") };
    let text = |point: Point| match board.get(point) {
        Some(Color::Black) => "X".to_string(),
        Some(Color::White) => "O".to_string(),
        None => rounded(map.difference()[size.index(point)]),
    };
    let points: Vec<String> = size.points().map(|point| format!("{:>5}", text(point))).collect();
    let drawn: Vec<String> = points.chunks(size.get()).map(|row| row.concat()).collect();
    let expected = [
        "  0.3  0.6  0.9  0.6  0.0 -0.6 -0.9 -0.6 -0.3",
        "  0.6  1.3  2.0  1.0  0.0 -1.0 -2.0 -1.3 -0.6",
        "  0.9  2.0    X  1.7  0.1 -1.7    O -2.0 -0.9",
        "  0.6  1.5  2.0  1.4  0.3 -0.9 -2.0 -1.5 -0.6",
        "  0.6  1.2  2.0  1.6  0.8 -0.5 -1.5 -1.2 -0.6",
        "  0.6  1.5  2.0  2.0  1.6 -0.2 -1.6 -1.4 -0.6",
        "  0.9  2.0    X  2.7    X  0.0    O -2.0 -0.9",
        "  0.6  1.3  2.0  1.7  1.6  0.0 -1.6 -1.1 -0.6",
        "  0.3  0.6  1.0  0.9  0.7  0.0 -0.7 -0.6 -0.3",
    ];
    assert_eq!(drawn, expected);
    let totals = map.totals();
    assert_eq!(format!("{:.1} {:.1}", totals.black, totals.white), "62.5 46.8");
}
