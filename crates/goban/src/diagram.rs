//! Boards drawn as text.

use std::fmt;

use crate::{Board, BoardSize, Color, Point, PointSet, Setup};

/// A board to be drawn as text, and the reading of such drawings.
///
/// Black is `X`, White `O`, an empty point `.`; a drawing may also use `#` or `@` for Black, and `+` or `,` for empty
/// star points. Blanks between points, line numbers at either end and lines of column letters are taken or left.
///
/// ```
/// use goban::Diagram;
/// let drawn = "
///   A B C D
/// 4 . X . .  4
/// 3 . X O .  3
/// 2 . . . .  2
/// 1 . . . .  1
///   A B C D";
/// let board = Diagram::parse(drawn).unwrap().board().unwrap();
/// assert_eq!(Diagram::new(&board).to_string(), ". X . .\n. X O .\n. . . .\n. . . .\n");
/// ```
pub struct Diagram<'a> {
    board: &'a Board,
    coordinates: bool,
    marks: PointSet,
}

impl<'a> Diagram<'a> {
    /// A plain drawing of the board.
    #[must_use]
    pub fn new(board: &'a Board) -> Diagram<'a> {
        Diagram { board, coordinates: false, marks: PointSet::EMPTY }
    }

    /// Whether column letters and row numbers stand around the board.
    #[must_use]
    pub fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    /// Points to be put in parentheses.
    #[must_use]
    pub fn marks(mut self, points: impl IntoIterator<Item = Point>) -> Self {
        self.marks.extend(points);
        self
    }

    /// Reads a drawing. Parentheses around a point are allowed and mean nothing. Black is to move.
    ///
    /// # Errors
    /// With the line (counted from 1) and what is wrong with it.
    pub fn parse(text: &str) -> Result<Setup, DiagramError> {
        let error = |line, kind| Err(DiagramError { line, kind });
        let mut rows: Vec<(usize, Vec<Option<Color>>)> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line_number = i + 1;
            let body = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
            let body = body.trim_end_matches(|c: char| c.is_ascii_digit()).trim();
            if body.is_empty() || is_column_letters(body) {
                continue;
            }
            let mut row = Vec::new();
            for c in body.chars() {
                match c {
                    'X' | 'x' | '#' | '@' => row.push(Some(Color::Black)),
                    'O' | 'o' => row.push(Some(Color::White)),
                    '.' | '+' | ',' => row.push(None),
                    ' ' | '\t' | '(' | ')' | '|' => {}
                    other => return error(line_number, DiagramErrorKind::Character(other)),
                }
            }
            rows.push((line_number, row));
        }
        let Some(size) = BoardSize::new(rows.len()) else {
            return error(rows.last().map_or(1, |(line, _)| *line), DiagramErrorKind::Rows(rows.len()));
        };
        let mut setup = Setup::new(size);
        for (y, (line, row)) in rows.iter().enumerate() {
            if row.len() != size.get() {
                return error(*line, DiagramErrorKind::Columns { found: row.len(), expected: size.get() });
            }
            for (x, stone) in row.iter().enumerate() {
                if let (Some(color), Some(point)) = (stone, size.point(x, y)) {
                    setup.stones[*color].insert(point);
                }
            }
        }
        Ok(setup)
    }
}

/// Whether a line is a row of column letters: A B C D …, at least two of them and in order.
fn is_column_letters(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| !c.is_whitespace());
    let expected = (0..BoardSize::MAX).map(BoardSize::column_letter);
    let n = line.chars().filter(|c| !c.is_whitespace()).count();
    (2..=BoardSize::MAX).contains(&n) && expected.take(n).all(|letter| letters.next() == Some(letter))
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let side = size.get();
        let letters = |f: &mut fmt::Formatter<'_>| {
            write!(f, "  ")?;
            for column in 0..side {
                write!(f, " {}", BoardSize::column_letter(column))?;
            }
            writeln!(f)
        };
        if self.coordinates {
            letters(f)?;
        }
        for row in 0..side {
            if self.coordinates {
                write!(f, "{:2}", side - row)?;
            }
            let mut marked_before = false;
            for column in 0..side {
                let Some(point) = size.point(column, row) else { continue };
                let marked = self.marks.contains(point);
                let gap = match (marked, marked_before) {
                    (true, _) => "(",
                    (false, true) => ")",
                    (false, false) if column == 0 && !self.coordinates && self.marks.is_empty() => "",
                    (false, false) => " ",
                };
                let stone = match self.board.get(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None => '.',
                };
                write!(f, "{gap}{stone}")?;
                marked_before = marked;
            }
            if marked_before {
                write!(f, ")")?;
            }
            if self.coordinates {
                write!(f, "{}{}", if marked_before { "" } else { " " }, side - row)?;
            }
            writeln!(f)?;
        }
        if self.coordinates {
            letters(f)?;
        }
        Ok(())
    }
}

/// What is wrong with a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub kind: DiagramErrorKind,
}

/// The ways in which a drawing can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DiagramErrorKind {
    /// A character that means nothing in a drawing.
    Character(char),
    /// The number of rows is not a board size.
    Rows(usize),
    /// A row is not as long as the drawing has rows.
    Columns {
        /// Points in this row.
        found: usize,
        /// Rows of the drawing.
        expected: usize,
    },
}

impl fmt::Display for DiagramErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramErrorKind::Character(c) => {
                write!(f, "{c:?} is not part of a drawing; use X for Black, O for White and . for an empty point")
            }
            DiagramErrorKind::Rows(rows) => write!(f, "a drawing needs 2 to 25 rows, this one has {rows}"),
            DiagramErrorKind::Columns { found, expected } => {
                write!(f, "the row has {found} points, but the drawing has {expected} rows")
            }
        }
    }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl std::error::Error for DiagramError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_go_both_ways() {
        let text = "   A B C D E\n 5 . . . . . 5\n 4 .(X)O . . 4\n 3 . .(X)(O). 3\n 2 . . . .(.)2\n 1 . . . . . 1\n   A B C D E\n";
        let setup = Diagram::parse(text).unwrap();
        assert_eq!(setup.stones.black.len(), 2);
        let board = setup.board().unwrap();
        let size = board.size();
        let marks = ["B4", "C3", "D3", "E2"].map(|v| size.parse_vertex(v).unwrap());
        let drawn = Diagram::new(&board).coordinates(true).marks(marks).to_string();
        assert_eq!(drawn, text.replace("(X)(O)", "(X(O)"));
    }

    #[test]
    fn wrong_drawings_say_where() {
        let wrong = |text| Diagram::parse(text).unwrap_err().to_string();
        assert_eq!(wrong(""), "line 1: a drawing needs 2 to 25 rows, this one has 0");
        assert_eq!(wrong("\n. .\n. . ."), "line 3: the row has 3 points, but the drawing has 2 rows");
        assert_eq!(
            wrong(". ?\n. ."),
            "line 1: '?' is not part of a drawing; use X for Black, O for White and . for an empty point"
        );
    }
}
