//! The figures of the paper as drawn boards. The paper's own boards are pictures; these have the numbers it gives.

use cellular::{Evaluation, Evolution, Grid, PlainVectors, Settled, Stone, capture, chain, evaluation, fast, freedom};
use goban::{Board, ByColor, Color, Diagram, Point};

fn board(text: &str) -> Board {
    Diagram::parse(text).unwrap().board().unwrap()
}

fn at(board: &Board, vertex: &str) -> Point {
    board.size().parse_vertex(vertex).unwrap()
}

fn vector(board: &Board, color: Color, vertex: &str) -> [i32; 4] {
    let point = at(board, vertex);
    let plain = PlainVectors::new(board, color).of(point).unwrap();
    assert_eq!(fast::vectors_on(board, color, &point.into())[0].vector, plain);
    plain.to_array()
}

/// A drawing with the indentation of the source taken off.
fn drawn(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn figure_2_black_33_white_30() {
    let board = board(
        ". . . X O . . .
         . . . X O . . .
         . X . X O . O .
         . . . X O . . .
         . . . X O . . .
         . . . X O . . .
         . . . X O O . .
         . . . X X . O .",
    );
    let evaluation = Evaluation::by_automaton(&board);
    assert_eq!(evaluation.area(), ByColor { black: 33, white: 30 });
    assert_eq!((evaluation.neutral.len(), evaluation.free.len()), (1, 0));
    assert_eq!(evaluation.leader(0.0), Color::Black);
    assert_eq!((evaluation.lead(0.0), evaluation.lead(3.5)), (3.0, -0.5));
    assert_eq!(evaluation.leader(3.5), Color::White);
}

#[test]
fn white_wins_a_tie() {
    let board = board(
        "X O
         . .",
    );
    let evaluation = fast::evaluate(&board);
    assert_eq!(evaluation.lead(0.0), 0.0);
    assert_eq!(evaluation.leader(0.0), Color::White);
}

#[test]
fn an_empty_board_is_free_and_at_rest() {
    let evaluation = fast::evaluate(&Board::new(goban::BoardSize::NINE));
    assert_eq!((evaluation.free.len(), evaluation.n_steps), (81, 0));
}

const SPREAD: &str = "
    . . X . .
    . . X . .
    X X X O O
    . . . O .
    . . . . .";

#[test]
fn colour_spreads_a_point_at_each_step() {
    let board = board(SPREAD);
    let evolution = evaluation::evolve(&board);
    let steps: Vec<String> = evolution.steps().iter().map(|grid| grid.draw(evaluation::sign)).collect();
    let expected = [
        ". . X . .
         . . X . .
         X X X O O
         . . . O .
         . . . . .",
        ". b X b .
         b b X - w
         X X X O O
         b b - O w
         . . . w .",
        "b b X - -
         b b X - -
         X X X O O
         b - - O w
         b b - w w",
        "b b X - -
         b b X - -
         X X X O O
         - - - O w
         b - - - w",
        "b b X - -
         b b X - -
         X X X O O
         - - - O w
         - - - - -",
        "b b X - -
         b b X - -
         X X X O O
         - - - O -
         - - - - -",
    ];
    assert_eq!(steps, expected.map(drawn));
    assert_eq!(evolution.n_steps(), 5);
    let corner = at(&board, "A1");
    assert_eq!(evolution.decided(corner), 4);
    assert_eq!(evaluation::arrival(&evolution, Color::Black, corner), Some(2));
    assert_eq!(evaluation::arrival(&evolution, Color::White, corner), Some(4));
    assert_eq!(evaluation::arrival(&evolution, Color::White, at(&board, "A5")), None);
}

/// Three chains from four neighbours, at rest after 5 steps.
const FIGURE_6: &str = "
    . . . . . O O
    . . . . . O X
    . . . . O . X
    O O . O . O O
    X O O O O X O
    X X X O X X .
    . . X O X . .";

#[test]
fn figure_6_joins_three_chains() {
    let board = board(FIGURE_6);
    let stone = Stone { color: Color::White, point: at(&board, "E4") };
    let evolution = Evolution::new(&chain::Chains, chain::start(&board, stone));
    assert_eq!(evolution.n_steps(), 5);
    assert_eq!(
        evolution.steps()[0].draw(chain::sign),
        drawn(
            ". . . . . o o
             . . . . . o .
             . . . . 5 . .
             o o . 4 . 3 o
             . o o o 6 . o
             . . . o . . .
             . . . o . . ."
        )
    );
    assert_eq!(
        evolution.fixed_point().draw(chain::sign),
        drawn(
            ". . . . . o o
             . . . . . o .
             . . . . 5 . .
             6 6 . 6 . 3 3
             . 6 6 6 6 . 3
             . . . 6 . . .
             . . . 6 . . ."
        )
    );
    assert_eq!(vector(&board, Color::White, "E4")[0], 3);
}

#[test]
fn with_the_papers_start_the_chains_merge_through_the_point() {
    let board = board(FIGURE_6);
    let point = at(&board, "E4");
    let ours = chain::start(&board, Stone { color: Color::White, point });
    let papers = Grid::new(board.size(), |p| if p == point { chain::ALLY } else { ours.get(p) });
    let end = Settled::new(&chain::Chains, papers).grid;
    assert!(board.size().neighbors(point).all(|near| end.get(near) == 6));
}

/// White on C4: 14 → 13 own liberties and 13 → 12 of Black's, as figures 7 and 9 have it.
const FIGURES_7_AND_9: &str = "
    . O . . X O O
    . O X . . X O
    . . X . X . .
    . X . O X . X
    . X O . O O O
    X X X O . . .
    . O X O . . .";

#[test]
fn figures_7_to_10_lose_a_liberty_and_take_one() {
    let board = board(FIGURES_7_AND_9);
    let stone = Stone { color: Color::White, point: at(&board, "C4") };
    let count = |allies, placed| {
        let evolution = Evolution::new(&freedom::Freedom, freedom::start(&board, allies, placed));
        (freedom::liberties_after_captures(evolution.fixed_point()).len(), evolution.n_steps())
    };
    // Figure 8: both evolutions are at rest after 4 steps; figure 10: after 3.
    assert_eq!([count(Color::White, None), count(Color::White, Some(stone))], [(14, 4), (13, 4)]);
    assert_eq!([count(Color::Black, None), count(Color::Black, Some(stone))], [(13, 3), (12, 3)]);
    assert_eq!(vector(&board, Color::White, "C4"), [2, -1, -1, 0]);
}

#[test]
fn figure_8_step_by_step() {
    let board = board(FIGURES_7_AND_9);
    let evolution = Evolution::new(&freedom::Freedom, freedom::start(&board, Color::White, None));
    let steps: Vec<String> = evolution.steps().iter().map(|grid| grid.draw(freedom::sign)).collect();
    let expected = [
        ". o . . x o o
         . o x . . x o
         . . x . x . .
         . x . o x . x
         . x o . o o o
         x x x o . . .
         . o x o . . .",
        "+ o + . ! o o
         + o ! . . ! o
         . + ! + ! . +
         . ! + o ! + !
         . ! o + o o o
         ! ? ? o + + +
         + o ? o + . .",
        "+ o + . ! o o
         + o ! . . ! o
         . + ! + ! . +
         . ! + o ! + !
         . ! o + o o o
         ! ! ? o + + +
         + o ? o + . .",
        "+ o + . ! o o
         + o ! . . ! o
         . + ! + ! . +
         . ! + o ! + !
         . ! o + o o o
         ! ! ! o + + +
         + o ? o + . .",
        "+ o + . ! o o
         + o ! . . ! o
         . + ! + ! . +
         . ! + o ! + !
         . ! o + o o o
         ! ! ! o + + +
         + o ! o + . .",
    ];
    assert_eq!(steps, expected.map(drawn));
}

/// White on A3 takes three stones; the evolution is at rest after 4 steps.
const FIGURE_12: &str = "
    O O O X X X O
    X O . . O X O
    X O . X X O .
    X O O O O . .
    . X X O . O .
    . X . X O . .
    . . X X O . .";

#[test]
fn figure_12_takes_three_stones() {
    let board = board(FIGURE_12);
    let stone = Stone { color: Color::White, point: at(&board, "A3") };
    let evolution = Evolution::new(&capture::Capture, capture::start(&board, stone));
    assert_eq!(evolution.n_steps(), 4);
    assert_eq!(
        evolution.fixed_point().draw(capture::sign),
        drawn(
            "o o o . . . o
             x o . . o . o
             x o . . . o .
             x o o o o . .
             o . . o . o .
             . . . . o . .
             . . . . o . ."
        )
    );
    let captured: Vec<String> =
        capture::captured(&board, stone).iter().map(|point| board.size().vertex(point)).collect();
    assert_eq!(captured, ["A6", "A5", "A4"]);
    assert_eq!(vector(&board, Color::White, "A3"), [0, 1, -1, 3]);
}

#[test]
fn with_the_papers_states_free_cells_would_turn_into_opponents() {
    let board = board(FIGURE_12);
    let stone = Stone { color: Color::White, point: at(&board, "A3") };
    let ours = capture::start(&board, stone);
    let papers = Grid::new(board.size(), |point| if ours.get(point) == capture::AIR { 1 } else { ours.get(point) });
    let end = Settled::new(&capture::Capture, papers).grid;
    assert!(end.count(&[capture::OPPONENT]) > 3 + board.stones().black.len());
}

#[test]
fn liberties_won_by_a_capture_count() {
    let board = board(
        ". . . . .
         . X X . .
         X O O X .
         . X . . .
         . . . . .",
    );
    // Black loses C2 and wins C1 and the two points of the captured stones; D2 was a liberty before.
    assert_eq!(vector(&board, Color::Black, "C2"), [1, 2, -1, 2]);
    let stone = Stone { color: Color::Black, point: at(&board, "C2") };
    let end = Settled::new(&freedom::Freedom, freedom::start(&board, Color::Black, Some(stone))).grid;
    assert_eq!(end.count(&[freedom::UNDECIDED]), 2);
    let mut after = board.clone();
    after.place(Color::Black, stone.point);
    let liberties = after.chains().fold(goban::PointSet::EMPTY, |all, chain| all | *chain.liberties());
    assert_eq!(freedom::liberties_after_captures(&end), liberties);
}

#[test]
fn a_stone_that_waits_for_its_captures_is_no_liberty_of_the_opponent() {
    let board = board(
        ". X O . .
         X O . O .
         . X O . .
         . . . . .
         . . . . .",
    );
    // Black on C4 takes B4 and has no liberty before that stone comes off. White loses C4 and nothing else.
    assert_eq!(vector(&board, Color::Black, "C4"), [0, 1, -1, 1]);
    let stone = Stone { color: Color::Black, point: at(&board, "C4") };
    let end = Settled::new(&freedom::Freedom, freedom::start(&board, Color::White, Some(stone))).grid;
    assert_eq!(end.get(stone.point), freedom::UNDECIDED);
}

#[test]
fn suicide_has_no_vector() {
    let board = board(
        ". X . .
         X X . .
         . . O .
         . O . O",
    );
    let [inside, alone] = ["A4", "C1"].map(|vertex| at(&board, vertex));
    for (color, point) in [(Color::White, inside), (Color::Black, alone)] {
        assert_eq!(PlainVectors::new(&board, color).of(point), None);
        assert_eq!(fast::vectors_on(&board, color, &point.into()), []);
    }
    assert!(PlainVectors::new(&board, Color::Black).of(inside).is_some());
    assert_eq!(PlainVectors::new(&board, Color::Black).of(at(&board, "B4")), None, "there is a stone");
}

/// Grids side by side, as the manual draws them.
fn in_a_row(grids: &[String]) -> String {
    let columns: Vec<Vec<&str>> = grids.iter().map(|grid| grid.lines().collect()).collect();
    let rows = 0..columns[0].len();
    rows.map(|row| columns.iter().map(|lines| lines[row]).collect::<Vec<_>>().join("    ") + "\n").collect()
}

#[test]
fn the_manual_draws_what_the_automata_do() {
    let manual = include_str!("../../../docs/models/cellular.md");
    let shows = |grids: &[String]| {
        let drawing = in_a_row(grids);
        assert!(manual.contains(&drawing), "docs/models/cellular.md does not contain\n{drawing}");
    };

    let spread = evaluation::evolve(&board(SPREAD));
    shows(&spread.steps().iter().map(|grid| grid.draw(evaluation::sign)).collect::<Vec<_>>());

    let joined = board(FIGURE_6);
    let stone = Stone { color: Color::White, point: at(&joined, "E4") };
    let chains = Evolution::new(&chain::Chains, chain::start(&joined, stone));
    shows(&[0, 1, 5].map(|step| chains.steps()[step].draw(chain::sign)));

    let breath = board(FIGURES_7_AND_9);
    let stone = Stone { color: Color::White, point: at(&breath, "C4") };
    let evolve = |placed| Evolution::new(&freedom::Freedom, freedom::start(&breath, Color::White, placed));
    shows(&[0, 1, 4].map(|step| evolve(None).steps()[step].draw(freedom::sign)));
    shows(&[0, 1, 4].map(|step| evolve(Some(stone)).steps()[step].draw(freedom::sign)));

    let taken = board(FIGURE_12);
    let stone = Stone { color: Color::White, point: at(&taken, "A3") };
    let captures = Evolution::new(&capture::Capture, capture::start(&taken, stone));
    shows(&[0, 1, 4].map(|step| captures.steps()[step].draw(capture::sign)));

    let rows = [("C4", [2, -1, -1, 0]), ("D3", [4, -1, 0, 0]), ("F4", [1, 0, -1, 0]), ("F5", [0, 1, -1, 0])];
    for (vertex, vector) in rows {
        assert_eq!(self::vector(&breath, Color::White, vertex), vector, "{vertex}");
        let [m1, m2, m3, m4] = vector;
        let row = format!("| {vertex} | {m1} | {m2} | {m3} | {m4} |").replace('-', "−");
        assert!(manual.contains(&row), "docs/models/cellular.md does not contain {row}");
    }
}
