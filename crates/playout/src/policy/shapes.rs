//! Shapes of 3×3 points around a move, with the liberties of the chains beside it, and what they are worth: a table, read from text.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use goban::Color;

use crate::LightBoard;
use crate::board::{EDGE, EMPTY};
use crate::cell::{Cell, around, beside};
use crate::policy::thrown::{Throw, throw};
use crate::policy::{Proposed, Reason};
use crate::shape::{Shape, turns};

/// Ways in which the four chains along the lines can be short of liberties: one, two or more for each.
const WAYS: usize = 81;

/// What a move is worth by the shape around it.
///
/// In the text form a shape begins with a line of its weight, `both` or `mover`, and its name; three rows follow. `*` is the move, X the
/// mover's stone, O the opponent's, `.` an empty point, `-` off the board, x anything but X, o anything but O, ? anything. A digit after a
/// stone beside the move gives the liberties of its chain: 1, 2, or 3 for three and more. `both` stands for the exchange of colours too,
/// and all turned and mirrored shapes are meant. Instead of a name and rows the first line may have the rows with strokes between them:
/// `120 mover XO2X/.*./???`. Where several shapes fit, one with liberties goes before one without, and the greater weight counts. Lines
/// that begin with `#` are for people.
///
/// ```
/// use playout::Shapes;
/// let hane: Shapes = "
///     10 both hane
///     X O .
///     . * .
///     ? . ?".parse().unwrap();
/// assert!(hane.len() > 0);
/// assert_eq!("10 both\nX O\n. * .\n? . ?".parse::<Shapes>().unwrap_err().to_string(), "line 2: a row of a shape has three points");
/// ```
#[derive(Clone)]
pub struct Shapes {
    /// By the shape as the mover sees it, Black being the mover. From [`REFINED`] on: a row of `refined`.
    weights: Box<[u16]>,
    refined: Vec<[u16; WAYS]>,
}

const REFINED: u16 = 1 << 15;

impl Shapes {
    /// The table that is shipped.
    pub const TEXT: &'static str = include_str!("shapes.txt");
    /// The greatest weight.
    pub const MAX_WEIGHT: u16 = REFINED - 1;

    /// A table in which no shape is worth anything.
    #[must_use]
    pub fn none() -> Shapes {
        Drawn::default().finish()
    }

    /// Number of neighbourhoods, turned and mirrored ones counted apart, in which a move is worth something.
    #[must_use]
    pub fn len(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight > 0).count()
    }

    /// Whether no shape is worth anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The weight of a move on an empty cell.
    #[inline]
    fn weight(&self, board: &LightBoard, color: Color, cell: Cell) -> u16 {
        let shape = board.shape(cell);
        let seen = match color {
            Color::Black => shape,
            Color::White => shape.swapped(),
        };
        let weight = self.weights[seen.index()];
        if weight < REFINED {
            return weight;
        }
        let mut way = 0;
        for near in beside(cell).into_iter().rev() {
            let class = match board.color_at(near) {
                Some(_) => liberty_class(board.chain_of(near).liberties.len()),
                None => 0,
            };
            way = 3 * way + class;
        }
        self.refined[usize::from(weight - REFINED)][way]
    }

    /// Proposes the moves around a stone that make a shape.
    #[inline]
    pub(super) fn propose(&self, board: &LightBoard, last: Cell, proposed: &mut Proposed) {
        let color = board.to_move();
        for cell in around(last) {
            if board.stone_at(cell) != EMPTY {
                continue;
            }
            let weight = self.weight(board, color, cell);
            if weight > 0
                && board.may_play(cell)
                && !board.shape(cell).is_eye(color)
                && throw(board, color, cell) == Throw::Sound
            {
                proposed.push(cell, weight.into(), Reason::Shape);
            }
        }
    }
}

/// 1 and 2 as they are, 0 for more.
#[inline]
fn liberty_class(n: u16) -> usize {
    if n > 2 { 0 } else { n.into() }
}

impl Default for Shapes {
    fn default() -> Shapes {
        // The shipped table is read in a test.
        Shapes::TEXT.parse().unwrap_or_else(|_| Shapes::none())
    }
}

impl fmt::Debug for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shapes({})", self.len())
    }
}

/// What is wrong with a table of shapes, and in which line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ShapesError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: &'static str,
}

/// A table that is being read.
#[derive(Default)]
struct Drawn {
    plain: HashMap<usize, u16>,
    refined: HashMap<usize, [Option<u16>; WAYS]>,
}

/// What may be on a neighbour.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Asked {
    /// A bit for each content.
    contents: u8,
    /// A bit for each class of liberties; all of them if nothing is said.
    liberties: u8,
}

const ANY_LIBERTIES: u8 = 0b111;
const MOVER: u8 = 1;
const OPPONENT: u8 = 2;

/// The points of a row: a character each, with the digit that may follow it.
fn tokens(row: &str) -> impl Iterator<Item = &str> {
    let starts = |(_, c): &(usize, char)| !c.is_whitespace() && !c.is_ascii_digit();
    row.char_indices().filter(starts).map(|(i, c)| {
        let rest = &row[i + c.len_utf8()..];
        let n_digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        &row[i..i + c.len_utf8() + n_digits]
    })
}

impl Asked {
    /// The point of the move itself.
    const MOVE: Asked = Asked { contents: 1 << EMPTY, liberties: ANY_LIBERTIES };

    fn read(token: &str) -> Option<Asked> {
        let (letter, digit) = token.split_at_checked(1)?;
        let only = |content: u8| 1 << content;
        let contents = match letter {
            "X" => only(MOVER),
            "O" => only(OPPONENT),
            "." => only(EMPTY),
            "-" => only(EDGE),
            "x" => 0b1111 & !only(MOVER),
            "o" => 0b1111 & !only(OPPONENT),
            "?" => 0b1111,
            _ => return None,
        };
        let liberties = match digit {
            "" => ANY_LIBERTIES,
            "1" | "2" | "3" if letter == "X" || letter == "O" => {
                1 << liberty_class(u16::from(digit.as_bytes()[0] - b'0'))
            }
            _ => return None,
        };
        Some(Asked { contents, liberties })
    }

    fn exchanged(self) -> Asked {
        let swap = |bits: u8| bits & 0b1001 | (bits & 0b0010) << 1 | (bits & 0b0100) >> 1;
        Asked { contents: swap(self.contents), ..self }
    }
}

/// Where the neighbours lie, in the order of [`around`]: columns to the right, rows down.
const OFFSETS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)];

impl Drawn {
    /// Enters a shape in all its eight places.
    fn enter(&mut self, asked: &[Asked; 8], weight: u16) {
        for turn in turns(&OFFSETS) {
            self.enter_one(&turn.map(|from| asked[from]), weight);
        }
    }

    fn enter_one(&mut self, asked: &[Asked; 8], weight: u16) {
        let states_liberties = asked.iter().any(|place| place.liberties != ANY_LIBERTIES);
        let mut ways = Vec::new();
        if states_liberties {
            for way in 0..WAYS {
                let class = |i: u32| way / 3usize.pow(i) % 3;
                if (0..4).all(|i| asked[i as usize].liberties & 1 << class(i) != 0) {
                    ways.push(way);
                }
            }
        }
        // Every combination of what may be there.
        let allowed = asked.map(|place| (EMPTY..=EDGE).filter(|content| place.contents & 1 << content != 0).collect());
        for shape in combinations(&allowed) {
            if states_liberties {
                let row = self.refined.entry(shape.index()).or_insert([None; WAYS]);
                ways.iter().for_each(|&way| row[way] = row[way].max(Some(weight)));
            } else {
                let known = self.plain.entry(shape.index()).or_insert(weight);
                *known = weight.max(*known);
            }
        }
    }

    fn finish(self) -> Shapes {
        let mut weights = vec![0; Shape::COUNT].into_boxed_slice();
        for (&index, &weight) in &self.plain {
            weights[index] = weight;
        }
        let mut rows: Vec<_> = self.refined.into_iter().collect();
        rows.sort_unstable_by_key(|(index, _)| *index);
        let refined = rows.iter().map(|(index, row)| row.map(|weight| weight.unwrap_or(weights[*index]))).collect();
        for (i, (index, _)) in rows.iter().enumerate() {
            weights[*index] = REFINED + i as u16;
        }
        Shapes { weights, refined }
    }
}

/// All shapes with one of the allowed contents on each place.
fn combinations(allowed: &[Vec<u8>; 8]) -> Vec<Shape> {
    let mut found = vec![[EMPTY; 8]];
    for (i, contents) in allowed.iter().enumerate() {
        let with = |shape: &[u8; 8], content: u8| {
            let mut shape = *shape;
            shape[i] = content;
            shape
        };
        found = found.iter().flat_map(|shape| contents.iter().map(move |&content| with(shape, content))).collect();
    }
    found.into_iter().map(Shape::new).collect()
}

impl FromStr for Shapes {
    type Err = ShapesError;

    fn from_str(text: &str) -> Result<Shapes, ShapesError> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut drawn = Drawn::default();
        while let Some((line, head)) = lines.next() {
            let error = |line, what| Err(ShapesError { line, what });
            let mut words = head.split_whitespace();
            let weight = match words.next().map(str::parse::<u16>) {
                Some(Ok(weight)) if weight <= Shapes::MAX_WEIGHT => weight,
                _ => return error(line, "a shape begins with its weight, a whole number up to 32767"),
            };
            let both = match words.next() {
                Some("both") => true,
                Some("mover") => false,
                _ => return error(line, "after the weight stands `both` or `mover`"),
            };
            // The rows stand in the same line, with strokes between them, or in the three lines that follow.
            let rows: Vec<(usize, &str)> = match words.next() {
                Some(rows) if rows.contains('/') => rows.split('/').map(|row| (line, row)).collect(),
                _ => lines.by_ref().take(3).collect(),
            };
            if rows.len() != 3 {
                return error(line, "a shape has three rows");
            }
            let mut places = Vec::with_capacity(9);
            for (y, (line, row)) in rows.into_iter().enumerate() {
                for token in tokens(row) {
                    match Asked::read(token) {
                        Some(asked) if places.len() != 4 => places.push(asked),
                        None if places.len() == 4 && token == "*" => places.push(Asked::MOVE),
                        _ => return error(line, "a point of a shape is X, O, x, o, . or - or ?, and * in the middle"),
                    }
                }
                if places.len() != 3 * (y + 1) {
                    return error(line, "a row of a shape has three points");
                }
            }
            let asked = OFFSETS.map(|(x, y)| places[((y + 1) * 3 + x + 1) as usize]);
            if (4..8).any(|i| asked[i].liberties != ANY_LIBERTIES) {
                return error(line, "only chains beside the move have their liberties stated");
            }
            drawn.enter(&asked, weight);
            if both {
                drawn.enter(&asked.map(Asked::exchanged), weight);
            }
        }
        if drawn.refined.len() >= usize::from(REFINED) {
            return Err(ShapesError { line: 1, what: "more than 32767 shapes have liberties stated" });
        }
        Ok(drawn.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::cell_of;
    use goban::{Diagram, Position, Rules, Setup};

    fn weight(shapes: &Shapes, drawn: &str, mover: Color, vertex: &str) -> u16 {
        let setup = Setup { to_move: mover, ..Diagram::parse(drawn).unwrap() };
        let board = LightBoard::new(&Position::from_setup(&setup, Rules::JAPANESE).unwrap());
        shapes.weight(&board, mover, cell_of(setup.size.parse_vertex(vertex).unwrap()))
    }

    #[test]
    fn the_shipped_table_is_sound() {
        let shapes: Shapes = Shapes::TEXT.parse().unwrap();
        assert!(shapes.len() > 1000);
    }

    #[test]
    fn shapes_fit_however_they_lie() {
        let hane: Shapes = "7 mover XO./.*./?.?".parse().unwrap();
        let drawn = "
            . . . . . . .
            . X O . . . .
            . . . . . . .
            . . . . . X .
            . . . . . O .
            . . . . . . .
            . . . . . . .";
        assert_eq!(weight(&hane, drawn, Color::Black, "C5"), 7);
        assert_eq!(weight(&hane, drawn, Color::Black, "E3"), 7);
        assert_eq!(weight(&hane, drawn, Color::Black, "G3"), 0, "the edge is no empty point");
        assert_eq!(weight(&hane, drawn, Color::White, "C5"), 0, "the shape is Black's");
        assert_eq!(weight(&hane, drawn, Color::White, "B5"), 7, "and White's with the colours exchanged");
        let both: Shapes = "7 both XO./.*./?.?".parse().unwrap();
        assert_eq!(weight(&both, drawn, Color::White, "C5"), 7);
    }

    #[test]
    fn liberties_refine_a_shape() {
        let shapes: Shapes = "7 mover .O./.*./...\n30 mover .O1./.*./...\n".parse().unwrap();
        let drawn = "
            . . . . . . .
            . X . . . . .
            X O X . . . .
            . . . . . . .
            . . . . . . .
            . . . . O . .
            . . . . . . .";
        assert_eq!(weight(&shapes, drawn, Color::Black, "E3"), 7);
        assert_eq!(weight(&shapes, drawn, Color::Black, "B4"), 0, "there are stones beside the one above");
        let open: Shapes = "7 mover ?O?/.*./...\n30 mover ?O1?/.*./...\n".parse().unwrap();
        assert_eq!(weight(&open, drawn, Color::Black, "E3"), 7);
        assert_eq!(weight(&open, drawn, Color::Black, "B4"), 30);
    }

    #[test]
    fn wrong_tables_say_where() {
        let wrong = |text: &str| text.parse::<Shapes>().unwrap_err().to_string();
        assert_eq!(wrong("\nhane"), "line 2: a shape begins with its weight, a whole number up to 32767");
        assert_eq!(wrong("7 white"), "line 1: after the weight stands `both` or `mover`");
        assert_eq!(wrong("7 both\nXO.\n.*."), "line 1: a shape has three rows");
        assert_eq!(
            wrong("7 both\nXO.\n.X.\n..."),
            "line 3: a point of a shape is X, O, x, o, . or - or ?, and * in the middle"
        );
        assert_eq!(wrong("7 both X1O./.*./..."), "line 1: only chains beside the move have their liberties stated");
    }
}
