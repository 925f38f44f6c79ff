//! The three functions of a board, in whole numbers.

use goban::{Board, BoardSize, ByColor, Color, PointSet};

/// A classic function of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    /// Zobrist's influence (1969). A black stone is worth 50, a white one −50, an empty point 0. Then, some times over
    /// (four in the paper) and everywhere at once, every point gains 1 for each neighbour above zero and loses 1 for
    /// each below.
    Zobrist {
        /// How often the points gain from their neighbours.
        passes: usize,
    },
    /// Bouzy's dilations and erosions (1995, 2003): 5 and 21 find territory, 5 and few find frameworks, 4 and none find
    /// influence. Stones are worth ±128.
    ///
    /// A *dilation*, everywhere at once: a point that is not below zero and has no neighbour below zero gains 1 for each
    /// neighbour above zero; likewise downwards. Unlike Zobrist's, influence does not cross that of the other colour. An
    /// *erosion*, everywhere at once: a point moves towards zero, and not past it, by 1 for each neighbour that is zero
    /// or of the other sign.
    ///
    /// With `d` dilations and `d (d − 1) + 1` erosions a stone alone keeps nothing but itself; that is where 5 and 21 come
    /// from. The worth of a stone has no effect on other points, which look only at its sign; it grows with the number
    /// of erosions where 128 would not outlast them.
    Bouzy {
        /// How often influence grows.
        dilations: usize,
        /// How often it shrinks.
        erosions: usize,
    },
    /// The colour of the nearest stone: +1, −1, or 0 where both are as near or there is none. The distance is counted in
    /// steps along the lines; stones do not stand in the way.
    Nearest,
}

impl Function {
    /// The values of all points in reading order.
    #[must_use]
    pub fn field(self, board: &Board) -> Vec<i32> {
        let mut last = Vec::new();
        self.run(board, |_, values| values.clone_into(&mut last));
        last
    }

    /// The values after every step, with a name for each step, from the stones alone to the end.
    #[must_use]
    pub fn steps(self, board: &Board) -> Vec<(String, Vec<i32>)> {
        let mut steps = Vec::new();
        self.run(board, |name, values| steps.push((name.text(), values.to_vec())));
        steps
    }

    fn run(self, board: &Board, mut show: impl FnMut(Step, &[i32])) {
        let size = board.size();
        let stones = |worth: i32| -> Vec<i32> {
            size.points().map(|point| board.get(point).map_or(0, |color| worth * color.sign() as i32)).collect()
        };
        match self {
            Function::Zobrist { passes } => {
                let mut grid = Grid::new(size, stones(50));
                show(Step::Stones, &grid.values);
                for number in 1..=passes {
                    grid.step(|value, near| value + near.above - near.below);
                    show(Step::Pass(number), &grid.values);
                }
            }
            Function::Bouzy { dilations, erosions } => {
                let mut grid = Grid::new(size, stones((4 * erosions as i32 + 1).max(128)));
                show(Step::Stones, &grid.values);
                for number in 1..=dilations {
                    grid.step(dilated);
                    show(Step::Dilation(number), &grid.values);
                }
                for number in 1..=erosions {
                    grid.step(eroded);
                    show(Step::Erosion(number), &grid.values);
                }
            }
            Function::Nearest => {
                let mut reached: ByColor<PointSet> = *board.stones();
                let mut values = stones(1);
                show(Step::Stones, &values);
                let all = size.all_points();
                for number in 1.. {
                    // Points that nobody has reached yet belong to who reaches them alone now.
                    let open = all - reached.black - reached.white;
                    let grown = reached.map(|points| points.grown() & all);
                    if open.is_empty() || grown == reached {
                        break;
                    }
                    for color in Color::ALL {
                        for point in &((grown[color] & open) - grown[!color]) {
                            values[size.index(point)] = color.sign() as i32;
                        }
                    }
                    reached = grown;
                    show(Step::Distance(number), &values);
                }
            }
        }
    }
}

/// What a step is.
#[derive(Clone, Copy)]
enum Step {
    Stones,
    Pass(usize),
    Dilation(usize),
    Erosion(usize),
    Distance(usize),
}

impl Step {
    fn text(self) -> String {
        match self {
            Step::Stones => "the stones".to_string(),
            Step::Pass(number) => format!("pass {number}"),
            Step::Dilation(number) => format!("dilation {number}"),
            Step::Erosion(number) => format!("erosion {number}"),
            Step::Distance(number) => format!("up to {number} steps from a stone"),
        }
    }
}

/// How many neighbours of a point are above, below and at zero.
#[derive(Clone, Copy)]
struct Neighbors {
    above: i32,
    below: i32,
    zero: i32,
}

/// A field with a margin around the board, so that every point has four neighbours; those off the board count nothing.
struct Grid {
    size: BoardSize,
    values: Vec<i32>,
    /// The signs of the values, with a margin of one.
    signs: Vec<i8>,
}

impl Grid {
    fn new(size: BoardSize, values: Vec<i32>) -> Grid {
        Grid { size, values, signs: vec![0; (size.get() + 2) * (size.get() + 2)] }
    }

    /// Applies a rule to all points at once.
    fn step(&mut self, rule: impl Fn(i32, Neighbors) -> i32) {
        let side = self.size.get();
        let width = side + 2;
        for (row, values) in self.values.chunks(side).enumerate() {
            let signs = &mut self.signs[(row + 1) * width + 1..][..side];
            for (sign, value) in signs.iter_mut().zip(values) {
                *sign = value.signum() as i8;
            }
        }
        for (row, values) in self.values.chunks_mut(side).enumerate() {
            let signs = |down: usize, right: usize| &self.signs[(row + down) * width + right..][..side];
            let (up, down, left, right) = (signs(0, 1), signs(2, 1), signs(1, 0), signs(1, 2));
            let beyond_row = i32::from(row == 0) + i32::from(row + 1 == side);
            for (column, value) in values.iter_mut().enumerate() {
                let near = [up[column], down[column], left[column], right[column]];
                let beyond = beyond_row + i32::from(column == 0) + i32::from(column + 1 == side);
                let above = near.iter().map(|&sign| i32::from(sign > 0)).sum();
                let below = near.iter().map(|&sign| i32::from(sign < 0)).sum();
                *value = rule(*value, Neighbors { above, below, zero: 4 - beyond - above - below });
            }
        }
    }
}

fn dilated(value: i32, near: Neighbors) -> i32 {
    if value >= 0 && near.below == 0 {
        value + near.above
    } else if value <= 0 && near.above == 0 {
        value - near.below
    } else {
        value
    }
}

fn eroded(value: i32, near: Neighbors) -> i32 {
    match value {
        0 => 0,
        1.. => (value - near.below - near.zero).max(0),
        _ => (value + near.above + near.zero).min(0),
    }
}

/// How many points of a field are each side's.
#[must_use]
pub fn points(field: &[i32]) -> ByColor<usize> {
    ByColor {
        black: field.iter().filter(|&&value| value > 0).count(),
        white: field.iter().filter(|&&value| value < 0).count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{Diagram, Setup, Symmetry};
    use proptest::prelude::*;

    fn board(drawing: &str) -> Board {
        Diagram::parse(drawing).unwrap().board().unwrap()
    }

    /// The field as a drawing: one number a point.
    fn drawn(function: Function, drawing: &str) -> String {
        let board = board(drawing);
        let rows: Vec<String> = function
            .field(&board)
            .chunks(board.size().get())
            .map(|row| row.iter().map(|value| format!("{value:>3}")).collect::<Vec<_>>().join(" "))
            .collect();
        rows.join("\n")
    }

    fn number_rows(text: &str) -> String {
        let row = |line: &str| line.split_whitespace().map(|n| format!("{n:>3}")).collect::<Vec<_>>().join(" ");
        text.lines().map(row).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }

    const ONE: &str = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn a_stone_radiates() {
        let twice = number_rows(
            "0 0 0  0 0 0 0
             0 0 0  1 0 0 0
             0 0 2  2 2 0 0
             0 1 2 54 2 1 0
             0 0 2  2 2 0 0
             0 0 0  1 0 0 0
             0 0 0  0 0 0 0",
        );
        assert_eq!(drawn(Function::Zobrist { passes: 2 }, ONE), twice);
        // With one colour on the board the two dilations are the same, but for the worth of the stone.
        assert_eq!(drawn(Function::Bouzy { dilations: 2, erosions: 0 }, ONE), twice.replace(" 54", "132"));
    }

    #[test]
    fn influence_meets_influence() {
        let pair = "
            . . . . .
            . . . . .
            . X . O .
            . . . . .
            . . . . .";
        let zobrist = number_rows(
            "0  1 0  -1  0
             2  2 0  -2 -2
             2 53 0 -53 -2
             2  2 0  -2 -2
             0  1 0  -1  0",
        );
        assert_eq!(drawn(Function::Zobrist { passes: 2 }, pair), zobrist);
        let bouzy = number_rows(
            "0   1 0   -1  0
             2   2 0   -2 -2
             2 131 0 -131 -2
             2   2 0   -2 -2
             0   1 0   -1  0",
        );
        assert_eq!(drawn(Function::Bouzy { dilations: 2, erosions: 0 }, pair), bouzy);
        // A wall stops Bouzy's influence, and Zobrist's goes through.
        let wall = "
            . . X . .
            . . X . .
            . O X . .
            . . X . .
            . . X . .";
        let cell = |function: Function, column: usize| function.field(&board(wall))[2 * 5 + column];
        assert_eq!(cell(Function::Bouzy { dilations: 5, erosions: 0 }, 1), -128);
        assert!(cell(Function::Zobrist { passes: 4 }, 1) > -50);
    }

    #[test]
    fn erosion_leaves_a_lone_stone_alone() {
        let size = BoardSize::NINETEEN;
        let mut one = Board::new(size);
        let centre = size.parse_vertex("K10").unwrap();
        one.place(Color::White, centre);
        for dilations in 1..=6 {
            let erosions = dilations * (dilations - 1) + 1;
            let field = Function::Bouzy { dilations, erosions }.field(&one);
            assert_eq!(points(&field), ByColor { black: 0, white: 1 }, "{dilations}/{erosions}");
        }
    }

    #[test]
    fn a_closed_corner_is_territory() {
        let corner = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X . . . . . .
            . . X . . . . . .
            . . X . . . . . .
            . . X . . . . . .";
        // Nothing is left far outside; beside the wall a strip stays that no opponent has pushed back.
        let territory = number_rows(
            "  0   0   0  0 0 0 0 0 0
               0   0   0  0 0 0 0 0 0
               0   0   0  0 0 0 0 0 0
               0   0   0  0 0 0 0 0 0
              10  13   0  0 0 0 0 0 0
             141 146 146  0 0 0 0 0 0
              12  18 146 13 0 0 0 0 0
              11  16 146 15 0 0 0 0 0
               7  12 141 10 0 0 0 0 0",
        );
        assert_eq!(drawn(Function::Bouzy { dilations: 5, erosions: 21 }, corner), territory);
    }

    #[test]
    fn the_nearest_stone_owns() {
        let owners = drawn(
            Function::Nearest,
            ". . . . .
             . X . . .
             . . . . .
             . . . O .
             . . . . .",
        );
        let expected = number_rows(
            "1 1  1  0  0
             1 1  1  0  0
             1 1  0 -1 -1
             0 0 -1 -1 -1
             0 0 -1 -1 -1",
        );
        assert_eq!(owners, expected);
        assert!(Function::Nearest.field(&Board::new(BoardSize::NINE)).iter().all(|&value| value == 0));
    }

    fn any_board() -> impl Strategy<Value = Board> {
        (2usize..=13).prop_flat_map(|side| {
            prop::collection::vec(0u8..8, side * side).prop_map(move |cells| {
                let size = BoardSize::new(side).unwrap();
                let mut setup = Setup::new(size);
                for (point, cell) in size.points().zip(cells) {
                    match cell {
                        0 | 1 => setup.stones.black.insert(point),
                        2 | 3 => setup.stones.white.insert(point),
                        _ => false,
                    };
                }
                setup.repaired().board().unwrap()
            })
        })
    }

    fn any_function() -> impl Strategy<Value = Function> {
        prop_oneof![
            (0usize..8).prop_map(|passes| Function::Zobrist { passes }),
            (0usize..8, 0usize..60).prop_map(|(dilations, erosions)| Function::Bouzy { dilations, erosions }),
            Just(Function::Nearest),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn colors_and_symmetries_act(board in any_board(), function in any_function()) {
            let size = board.size();
            let field = function.field(&board);
            let negated: Vec<i32> = field.iter().map(|value| -value).collect();
            prop_assert_eq!(function.field(&board.color_swapped()), negated);
            for symmetry in Symmetry::ALL {
                let turned = function.field(&board.transformed(symmetry));
                for point in size.points() {
                    prop_assert_eq!(turned[size.index(symmetry.apply(size, point))], field[size.index(point)]);
                }
            }
            let steps = function.steps(&board);
            prop_assert_eq!(&steps.last().unwrap().1, &field);
        }

        #[test]
        fn stones_keep_their_points(board in any_board(), function in any_function()) {
            let field = function.field(&board);
            for point in board.size().points() {
                if let Some(color) = board.get(point) {
                    prop_assert!(field[board.size().index(point)] * color.sign() as i32 > 0);
                }
            }
        }

        #[test]
        fn nearest_is_what_measuring_says(board in any_board()) {
            let size = board.size();
            let field = Function::Nearest.field(&board);
            for point in size.points() {
                let distance = |color| {
                    let steps = |stone: goban::Point| {
                        stone.column().abs_diff(point.column()) + stone.row().abs_diff(point.row())
                    };
                    board.stones()[color].iter().map(steps).min().unwrap_or(usize::MAX)
                };
                let expected = match distance(Color::Black).cmp(&distance(Color::White)) {
                    std::cmp::Ordering::Less => 1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => -1,
                };
                prop_assert_eq!(field[size.index(point)], expected);
            }
        }
    }
}
