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
use crate::shape::Shape;

/// Ways in which the four chains along the lines can be short of liberties: one, two or more for each.
const WAYS: usize = 81;

/// What a move is worth by the shape around it.
///
/// The text form is described at the head of the table that is shipped ([`Shapes::TEXT`]).
///
/// ```
/// use playout::Shapes;
/// let hane: Shapes = "
///     10 both hane
///     X O .
///     . * .
///     ? . ?".parse().unwrap();
/// assert!(hane.len() > 0);
/// assert_eq!("10 both\nX O\n".parse::<Shapes>().unwrap_err().to_string(), "line 2: a row of a shape has three points");
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
        Shapes::TEXT.parse().unwrap_or_else(|_| Drawn::default().finish())
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

impl Asked {
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
const OFFSETS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (1, -1), (-1, 1)];

impl Drawn {
    /// Enters a shape in all its eight places.
    fn enter(&mut self, asked: &[Asked; 8], weight: u16) {
        for symmetry in 0..8 {
            let turned = OFFSETS.map(|(x, y)| {
                let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
                let (x, y) = (if symmetry & 1 == 0 { x } else { -x }, if symmetry & 2 == 0 { y } else { -y });
                let i = OFFSETS.iter().position(|&offset| offset == (x, y)).unwrap_or_default();
                asked[i]
            });
            self.enter_one(&turned, weight);
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
        // Every combination of what may be there, counted like a number with eight digits.
        let mut digits = [0u8; 8];
        loop {
            if (0..8).all(|i| asked[i].contents & 1 << digits[i] != 0) {
                let index = Shape::new(digits).index();
                if states_liberties {
                    let row = self.refined.entry(index).or_insert([None; WAYS]);
                    ways.iter().for_each(|&way| row[way] = row[way].max(Some(weight)));
                } else {
                    let known = self.plain.entry(index).or_insert(weight);
                    *known = weight.max(*known);
                }
            }
            let Some(place) = digits.iter().position(|&digit| digit < 3) else { break };
            digits[place] += 1;
            digits[..place].fill(0);
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
            let mut places = Vec::with_capacity(9);
            for _ in 0..3 {
                let Some((line, row)) = lines.next() else { return error(line, "a shape has three rows") };
                let row: Vec<&str> = row.split_whitespace().collect();
                if row.len() != 3 {
                    return error(line, "a row of a shape has three points");
                }
                for token in row {
                    let centre = places.len() == 4;
                    match Asked::read(token) {
                        Some(asked) if !centre => places.push(asked),
                        None if centre && token == "*" => places.push(Asked { contents: 0, liberties: ANY_LIBERTIES }),
                        _ => return error(line, "a point of a shape is X, O, x, o, . or - or ?, and * in the middle"),
                    }
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
