//! Shapes drawn as text, found on boards in every orientation and in both colours.
//!
//! ```text
//! +-----
//! |.....      X Black, O White, . empty, ? anything
//! |.?XO.      | at an end of the rows: the edge of the board is there
//! |...?.      a line of - and + above or below: the same
//! ```
//!
//! Blanks between points are left out, and `/` ends a row as a new line does, so that a shape fits on one line:
//! `|..X/|.O.`. A shape without edges is found anywhere; with an edge only beside one, with two in a corner.

use std::fmt;

use goban::{BoardSize, ByColor, Color, Point, PointSet};

/// What a shape wants of a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Any,
    Empty,
    Stone(Color),
}

/// One of the eight ways to lay a drawing, and one of the two to colour it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Turn {
    transpose: bool,
    mirror_columns: bool,
    mirror_rows: bool,
    swap: bool,
}

impl Turn {
    fn all() -> impl Iterator<Item = Turn> {
        (0..16).map(|bits| Turn {
            transpose: bits & 4 != 0,
            mirror_columns: bits & 2 != 0,
            mirror_rows: bits & 1 != 0,
            swap: bits & 8 != 0,
        })
    }

    fn color(self, color: Color) -> Color {
        if self.swap { !color } else { color }
    }
}

/// A drawing in one orientation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Drawing {
    width: usize,
    height: usize,
    /// Row by row.
    cells: Vec<Cell>,
    edges: Edges,
}

/// The sides at which the board ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Edges {
    left: bool,
    right: bool,
    top: bool,
    bottom: bool,
}

impl Drawing {
    fn turned(&self, turn: Turn) -> Drawing {
        let mut cells = Vec::with_capacity(self.cells.len());
        let (width, height) = if turn.transpose { (self.height, self.width) } else { (self.width, self.height) };
        for row in 0..height {
            for column in 0..width {
                let (x, y) = self.back(turn, column, row);
                cells.push(match self.cells[y * self.width + x] {
                    Cell::Stone(color) => Cell::Stone(turn.color(color)),
                    other => other,
                });
            }
        }
        let Edges { left, right, top, bottom } = self.edges;
        let (left, right, top, bottom) =
            if turn.transpose { (top, bottom, left, right) } else { (left, right, top, bottom) };
        let (left, right) = if turn.mirror_columns { (right, left) } else { (left, right) };
        let (top, bottom) = if turn.mirror_rows { (bottom, top) } else { (top, bottom) };
        Drawing { width, height, cells, edges: Edges { left, right, top, bottom } }
    }

    /// Where a point of the turned drawing is in this one: the mirrors are undone first, the exchange of axes last.
    fn back(&self, turn: Turn, column: usize, row: usize) -> (usize, usize) {
        let (width, height) = if turn.transpose { (self.height, self.width) } else { (self.width, self.height) };
        let x = if turn.mirror_columns { width - 1 - column } else { column };
        let y = if turn.mirror_rows { height - 1 - row } else { row };
        if turn.transpose { (y, x) } else { (x, y) }
    }

    /// The columns and rows at which its top left point can lie.
    fn origins(&self, size: BoardSize) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |extent: usize, low: bool, high: bool| {
            let Some(last) = size.get().checked_sub(extent) else { return 0..0 };
            match (low, high) {
                (false, false) => 0..last + 1,
                (true, false) => 0..1,
                (false, true) => last..last + 1,
                (true, true) if last == 0 => 0..1,
                (true, true) => 0..0,
            }
        };
        let Edges { left, right, top, bottom } = self.edges;
        (range(self.width, left, right), range(self.height, top, bottom))
    }
}

/// A shape to look for.
///
/// ```
/// use corpus::shape::{Shape, Stones};
/// use goban::Diagram;
/// let board = Diagram::parse("
///     . . . . .
///     . O X . .
///     . . O . .
///     . . . . .
///     . . . . .").unwrap();
/// let stones = Stones::new(board.size, &board.stones);
/// // A crosscut is not there, three quarters of it are: in both colours and all directions.
/// assert!(!Shape::parse("XO/OX").unwrap().is_on(&stones));
/// assert!(Shape::parse("XO/?X").unwrap().is_on(&stones));
/// assert!(!Shape::parse("|XO/|?X").unwrap().is_on(&stones));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    drawing: Drawing,
    variants: Vec<Variant>,
}

/// One look of the shape, and the turns that lead to it: several if the shape has its own symmetries.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variant {
    drawing: Drawing,
    turns: Vec<Turn>,
    /// The cells that want something, the choosiest first.
    wants: Vec<(usize, usize, Cell)>,
}

/// Where on the board a shape was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Found {
    variant: usize,
    column: usize,
    row: usize,
}

/// Why a text is not a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A character that means nothing.
    #[error("{0:?} is not part of a shape; use X for Black, O for White, . for empty, ? for anything, | - + for edges")]
    Character(char),
    /// A row that is longer or shorter than the first.
    #[error("row {row} of the shape has {found} points, the first has {expected}")]
    Row {
        /// Which row, from 1.
        row: usize,
        /// Its points.
        found: usize,
        /// Points of the first row.
        expected: usize,
    },
    /// An edge in some rows and not in others, or inside the shape.
    #[error("row {0} of the shape has an edge where other rows have none")]
    Edge(usize),
    /// No stone and no empty point is asked for.
    #[error("the shape asks for nothing; draw at least one X, O or .")]
    Nothing,
    /// Larger than every board.
    #[error("the shape is larger than the largest board, which has 25 lines")]
    TooLarge,
}

impl Shape {
    /// Reads a drawing.
    ///
    /// # Errors
    /// When it is not a shape.
    pub fn parse(text: &str) -> Result<Shape, ShapeError> {
        let mut rows: Vec<(Vec<Cell>, bool, bool)> = Vec::new();
        let mut edges = Edges::default();
        for line in text.split(['\n', '/']).map(str::trim).filter(|line| !line.is_empty()) {
            if edges.bottom {
                return Err(ShapeError::Edge(rows.len()));
            }
            let ruler = line.chars().all(|c| matches!(c, '-' | '+' | ' '));
            if ruler {
                *(if rows.is_empty() { &mut edges.top } else { &mut edges.bottom }) = true;
                continue;
            }
            let inner = line.trim_matches('|');
            let mut cells = Vec::new();
            for c in inner.chars() {
                cells.push(match c {
                    'X' | 'x' | '#' | '@' => Cell::Stone(Color::Black),
                    'O' | 'o' => Cell::Stone(Color::White),
                    '.' | ',' => Cell::Empty,
                    '?' => Cell::Any,
                    ' ' | '\t' | '\r' => continue,
                    '|' => return Err(ShapeError::Edge(rows.len() + 1)),
                    other => return Err(ShapeError::Character(other)),
                });
            }
            rows.push((cells, line.starts_with('|'), line.len() > 1 && line.ends_with('|')));
        }
        let Some((first, left, right)) = rows.first() else { return Err(ShapeError::Nothing) };
        (edges.left, edges.right) = (*left, *right);
        let (width, height) = (first.len(), rows.len());
        for (i, (cells, left, right)) in rows.iter().enumerate() {
            if cells.len() != width {
                return Err(ShapeError::Row { row: i + 1, found: cells.len(), expected: width });
            }
            if (*left, *right) != (edges.left, edges.right) {
                return Err(ShapeError::Edge(i + 1));
            }
        }
        if width > BoardSize::MAX || height > BoardSize::MAX {
            return Err(ShapeError::TooLarge);
        }
        let cells: Vec<Cell> = rows.into_iter().flat_map(|(cells, ..)| cells).collect();
        if cells.iter().all(|cell| *cell == Cell::Any) {
            return Err(ShapeError::Nothing);
        }
        Ok(Shape::new(Drawing { width, height, cells, edges }))
    }

    fn new(drawing: Drawing) -> Shape {
        let mut variants: Vec<Variant> = Vec::new();
        for turn in Turn::all() {
            let turned = drawing.turned(turn);
            match variants.iter_mut().find(|variant| variant.drawing == turned) {
                Some(variant) => variant.turns.push(turn),
                None => variants.push(Variant::new(turned, turn)),
            }
        }
        Shape { drawing, variants }
    }

    /// Points from left to right and from top to bottom.
    #[must_use]
    pub fn extent(&self) -> (usize, usize) {
        (self.drawing.width, self.drawing.height)
    }

    /// Whether the shape is on a board, in any orientation and colour.
    #[must_use]
    pub fn is_on(&self, stones: &Stones) -> bool {
        self.search(stones, |_| true)
    }

    /// Everywhere the shape is on a board. A shape that looks the same from several sides is found once.
    #[must_use]
    pub fn find(&self, stones: &Stones) -> Vec<Found> {
        let mut found = Vec::new();
        self.search(stones, |spot| {
            found.push(spot);
            false
        });
        found
    }

    /// Calls `see` wherever the shape is until it says that this is enough.
    fn search(&self, stones: &Stones, mut see: impl FnMut(Found) -> bool) -> bool {
        let empty: [u32; BoardSize::MAX] =
            std::array::from_fn(|row| !(stones.rows.black[row] | stones.rows.white[row]) & stones.line);
        for (number, variant) in self.variants.iter().enumerate() {
            let (columns, rows) = variant.drawing.origins(stones.size);
            let allowed = columns.clone().fold(0_u32, |bits, column| bits | 1 << column);
            for row in rows {
                // One bit for each column where the shape may begin: all columns are asked at once.
                let mut columns = allowed;
                for &(x, y, cell) in &variant.wants {
                    let line = match cell {
                        Cell::Stone(color) => stones.rows[color][row + y],
                        _ => empty[row + y],
                    };
                    columns &= line >> x;
                    if columns == 0 {
                        break;
                    }
                }
                while columns != 0 {
                    let column = columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    if see(Found { variant: number, column, row }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// A move as the drawing has it, if it is inside: its column and row there, and its colour, as if the shape lay on the
    /// board as drawn. Where symmetry makes points of the drawing alike, the first of them in reading order stands for all.
    #[must_use]
    pub fn seen(&self, found: Found, color: Color, point: Point) -> Option<(usize, usize, Color)> {
        let variant = &self.variants[found.variant];
        let column = point.column().checked_sub(found.column).filter(|&column| column < variant.drawing.width)?;
        let row = point.row().checked_sub(found.row).filter(|&row| row < variant.drawing.height)?;
        let seen = variant.turns.iter().map(|&turn| {
            let (x, y) = self.drawing.back(turn, column, row);
            (y, x, turn.color(color))
        });
        // Black before White, so that one of two colours that are alike stands for both.
        seen.min_by_key(|&(y, x, color)| (y, x, color == Color::White)).map(|(y, x, color)| (x, y, color))
    }
}

impl Variant {
    fn new(drawing: Drawing, turn: Turn) -> Variant {
        let mut wants = Vec::new();
        for (i, &cell) in drawing.cells.iter().enumerate() {
            if cell != Cell::Any {
                wants.push((i % drawing.width, i / drawing.width, cell));
            }
        }
        // Most points are empty: stones rule out most columns.
        wants.sort_by_key(|&(.., cell)| cell == Cell::Empty);
        Variant { drawing, turns: vec![turn], wants }
    }
}

impl fmt::Display for Found {
    /// The column and row of its top left point, from 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

/// The stones of a board, a number a row with a bit a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stones {
    size: BoardSize,
    rows: ByColor<[u32; BoardSize::MAX]>,
    /// The bits of a full row.
    line: u32,
}

impl Stones {
    /// The stones of a board.
    #[must_use]
    pub fn new(size: BoardSize, stones: &ByColor<PointSet>) -> Stones {
        let mut new = Stones::empty(size);
        for color in Color::ALL {
            for point in stones[color].iter() {
                new.put(color, point.column(), point.row());
            }
        }
        new
    }

    /// A board without stones.
    #[must_use]
    pub fn empty(size: BoardSize) -> Stones {
        let rows = ByColor { black: [0; BoardSize::MAX], white: [0; BoardSize::MAX] };
        Stones { size, rows, line: (1 << size.get()) - 1 }
    }

    /// Puts a stone on a point that is on the board.
    pub fn put(&mut self, color: Color, column: usize, row: usize) {
        debug_assert!(column < self.size.get() && row < self.size.get());
        self.rows[color][row] |= 1 << column;
    }
}

#[cfg(test)]
mod tests {
    use goban::Symmetry;
    use model::{Rng, Seed};
    use testkit::random_position;

    use super::*;

    /// The obvious way: the board is turned and coloured in every way, and the drawing is laid on every point of it.
    fn obvious(shape: &Shape, size: BoardSize, stones: &ByColor<PointSet>) -> bool {
        let Drawing { width, height, cells, edges } = &shape.drawing;
        let side = size.get();
        Symmetry::ALL.iter().any(|symmetry| {
            [false, true].iter().any(|&swap| {
                let turned = stones.map(|set| symmetry.apply_set(size, &set));
                let turned = if swap { turned.swapped() } else { turned };
                let fits = |left: usize, top: usize| {
                    (0..*height).all(|y| {
                        (0..*width).all(|x| {
                            let Some(point) = size.point(left + x, top + y) else { return false };
                            match cells[y * width + x] {
                                Cell::Any => true,
                                Cell::Empty => !turned.black.contains(point) && !turned.white.contains(point),
                                Cell::Stone(color) => turned[color].contains(point),
                            }
                        })
                    })
                };
                (0..side).any(|top| {
                    (0..side).any(|left| {
                        (!edges.left || left == 0)
                            && (!edges.top || top == 0)
                            && (!edges.right || left + width == side)
                            && (!edges.bottom || top + height == side)
                            && fits(left, top)
                    })
                })
            })
        })
    }

    /// A shape cut out of a board, with some points let go, so that it is there about as often as not.
    fn cut(size: BoardSize, stones: &ByColor<PointSet>, random: &mut impl FnMut(usize) -> usize) -> Shape {
        let side = size.get();
        let (width, height) = (1 + random(side.min(5)), 1 + random(side.min(4)));
        let (left, top) = (random(side - width + 1), random(side - height + 1));
        let cells: Vec<Cell> = (0..width * height)
            .map(|i| {
                let point = size.point(left + i % width, top + i / width).unwrap();
                match random(12) {
                    0..3 => Cell::Any,
                    3 => Cell::Stone(Color::Black),
                    _ if stones.black.contains(point) => Cell::Stone(Color::Black),
                    _ if stones.white.contains(point) => Cell::Stone(Color::White),
                    _ => Cell::Empty,
                }
            })
            .collect();
        let mut edge = |is: bool| random(4) == 0 || is && random(2) == 0;
        let edges = Edges {
            left: edge(left == 0),
            right: edge(left + width == side),
            top: edge(top == 0),
            bottom: edge(top + height == side),
        };
        Shape::new(Drawing { width, height, cells, edges })
    }

    #[test]
    fn the_fast_way_is_the_obvious_way() {
        let mut rng = Seed(41).rng();
        let (mut there, mut all) = (0, 0);
        for round in 0..600 {
            let size = BoardSize::new([3, 5, 9, 13, 19, 25][round % 6]).unwrap();
            let position = random_position(size, size.area() / 2, Seed(7).stream(round as u64));
            let stones = position.board().stones();
            let mut random = |n: usize| (rng.next_u64() % n as u64) as usize;
            let shape = cut(size, stones, &mut random);
            let expected = obvious(&shape, size, stones);
            assert_eq!(shape.is_on(&Stones::new(size, stones)), expected, "round {round}: {shape:?}");
            there += usize::from(expected);
            all += 1;
        }
        assert!(there > all / 5 && there < all * 9 / 10, "{there} of {all}");
    }

    #[test]
    fn what_is_found_is_there_and_next_moves_follow_the_board() {
        let mut rng = Seed(43).rng();
        let mut moves = 0;
        for round in 0..200 {
            let size = BoardSize::new([5, 9, 19][round % 3]).unwrap();
            let position = random_position(size, size.area() / 2, Seed(8).stream(round as u64));
            let stones = position.board().stones();
            let mut random = |n: usize| (rng.next_u64() % n as u64) as usize;
            let shape = cut(size, stones, &mut random);
            let point = size.point_at(random(size.area())).unwrap();
            let color = if random(2) == 0 { Color::Black } else { Color::White };
            let tell = |stones: &ByColor<PointSet>, color: Color, point: Point| {
                let found = shape.find(&Stones::new(size, stones));
                let mut seen: Vec<_> = found
                    .iter()
                    .filter_map(|&at| shape.seen(at, color, point))
                    .map(|(x, y, c)| (y, x, c.letter()))
                    .collect();
                seen.sort_unstable();
                (found.len(), seen)
            };
            let plain = tell(stones, color, point);
            moves += plain.1.len();
            for symmetry in Symmetry::ALL {
                let turned = stones.map(|set| symmetry.apply_set(size, &set));
                let there = symmetry.apply(size, point);
                assert_eq!(tell(&turned, color, there), plain, "round {round}");
                assert_eq!(tell(&turned.swapped(), !color, there), plain, "round {round}");
            }
        }
        assert!(moves > 50, "{moves} moves were inside a shape");
    }

    #[test]
    fn texts_that_are_no_shapes_say_why() {
        let why = |text| Shape::parse(text).unwrap_err().to_string();
        assert_eq!(why("X.\nO"), "row 2 of the shape has 1 points, the first has 2");
        assert_eq!(why("|X.\nO."), "row 2 of the shape has an edge where other rows have none");
        assert_eq!(why("X|O"), "row 1 of the shape has an edge where other rows have none");
        assert_eq!(why("---\nX.\n---\nX."), "row 1 of the shape has an edge where other rows have none");
        assert_eq!(why("??"), "the shape asks for nothing; draw at least one X, O or .");
        assert_eq!(why(""), "the shape asks for nothing; draw at least one X, O or .");
        assert!(why("X*").starts_with("'*' is not part of a shape"));
        assert_eq!(why(&"X".repeat(26)), "the shape is larger than the largest board, which has 25 lines");
    }

    #[test]
    fn drawings_are_read_with_edges_and_blanks() {
        let corner = Shape::parse("+ - - -\n| . X .\n| ? O .").unwrap();
        assert_eq!(corner, Shape::parse("----/|.X./|?O.").unwrap());
        assert_eq!(corner.extent(), (3, 2));
        assert_eq!(corner.variants.len(), 16);
        // A stone on its own looks the same from all sides, in two colours.
        assert_eq!(Shape::parse("X").unwrap().variants.len(), 2);
        assert_eq!(Shape::parse("XO/OX").unwrap().variants.len(), 2);
    }
}
