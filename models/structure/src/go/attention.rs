//! What of the board is looked at, and when.

use std::fmt;

use goban::{BoardSize, Point, PointSet};
use thiserror::Error;

/// A way to sweep over the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From left to right.
    Right,
    /// From right to left.
    Left,
    /// From top to bottom.
    Down,
    /// From bottom to top.
    Up,
}

/// Which points are attended to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attention {
    /// The whole board, once a tick.
    Whole,
    /// The neighbourhood of the last move, three times a tick.
    Local,
    /// Bands of two lines that overlap by one, across the board and off it, once a tick.
    Sweep(Direction),
    /// These points and no others, once a tick.
    Window(PointSet),
}

/// Why a text names no attention.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AttentionError {
    /// No such policy.
    #[error(
        "'{0}' is no attention; there are: whole, local, sweep:right, sweep:left, sweep:down, sweep:up, window:D4,E4"
    )]
    Policy(String),
    /// No such point.
    #[error("'{0}' is no point of a {1} board; write window:D4,E4")]
    Point(String, BoardSize),
}

/// Awareness processes that local attention can hold: four a point.
const PROCESSES: usize = 50;
/// How often local attention is refreshed before the next move.
const REFRESHES: usize = 3;

impl Attention {
    /// Reads `whole`, `local`, `sweep:right` or `window:D4,E4`.
    ///
    /// # Errors
    /// When it is none of these, or a point is not on the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Attention, AttentionError> {
        let policy = || AttentionError::Policy(text.to_string());
        Ok(match text.split_once(':') {
            None if text == "whole" => Attention::Whole,
            None if text == "local" => Attention::Local,
            Some(("sweep", way)) => Attention::Sweep(match way {
                "right" => Direction::Right,
                "left" => Direction::Left,
                "down" => Direction::Down,
                "up" => Direction::Up,
                _ => return Err(policy()),
            }),
            Some(("window", points)) => {
                let point = |name: &str| {
                    let name = name.trim();
                    size.parse_vertex(name).ok_or_else(|| AttentionError::Point(name.to_string(), size))
                };
                Attention::Window(points.split(',').map(point).collect::<Result<PointSet, _>>()?)
            }
            _ => return Err(policy()),
        })
    }

    /// The sets that are attended to in a tick, one after the other, given where the last move went.
    pub(crate) fn moments(&self, size: BoardSize, last: Option<Point>) -> Vec<PointSet> {
        let side = size.get();
        match self {
            Attention::Whole => vec![size.all_points()],
            Attention::Window(points) => vec![*points],
            Attention::Local => vec![last.map_or(PointSet::EMPTY, |at| local(size, at)); REFRESHES],
            Attention::Sweep(way) => (0..side - 1)
                .map(|step| {
                    let first = match way {
                        Direction::Right | Direction::Down => step,
                        Direction::Left | Direction::Up => side - 2 - step,
                    };
                    let in_band = |point: &Point| match way {
                        Direction::Right | Direction::Left => (first..first + 2).contains(&point.column()),
                        Direction::Down | Direction::Up => (first..first + 2).contains(&point.row()),
                    };
                    size.points().filter(in_band).collect()
                })
                // Then it leaves the board, so that the next sweep begins anew on boards of any size.
                .chain([PointSet::EMPTY])
                .collect(),
        }
    }
}

/// Rings of equal distance around a point, while four processes a point stay within what attention can hold.
fn local(size: BoardSize, at: Point) -> PointSet {
    let distance = |point: Point| {
        let (x, y) = (point.column().abs_diff(at.column()), point.row().abs_diff(at.row()));
        x * x + y * y
    };
    let mut set = PointSet::EMPTY;
    let mut rings: Vec<usize> = size.points().map(distance).collect();
    rings.sort_unstable();
    rings.dedup();
    for ring in rings {
        let wider: PointSet = size.points().filter(|&point| distance(point) <= ring).collect();
        if 4 * wider.len() > PROCESSES {
            break;
        }
        set = wider;
    }
    set
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Right => "right",
            Direction::Left => "left",
            Direction::Down => "down",
            Direction::Up => "up",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attention_is_read_from_text() {
        let size = BoardSize::NINE;
        assert_eq!(Attention::parse("sweep:up", size), Ok(Attention::Sweep(Direction::Up)));
        let window = Attention::parse("window:D4, E4", size).unwrap();
        assert_eq!(window.moments(size, None)[0].len(), 2);
        assert!(Attention::parse("window:D44", size).unwrap_err().to_string().contains("no point of a 9×9 board"));
        assert!(Attention::parse("sweep", size).unwrap_err().to_string().contains("there are: whole"));
    }

    #[test]
    fn local_attention_is_three_by_three_in_the_middle() {
        let size = BoardSize::NINETEEN;
        let at = |name: &str| Attention::Local.moments(size, size.parse_vertex(name));
        assert_eq!(at("K10").iter().map(PointSet::len).collect::<Vec<_>>(), [9, 9, 9]);
        let corner = at("A1")[0];
        assert!(corner.len() <= 12 && corner.contains(size.parse_vertex("C1").unwrap()));
    }

    #[test]
    fn bands_overlap_by_one_line() {
        let size = BoardSize::NINE;
        let bands = Attention::Sweep(Direction::Left).moments(size, None);
        assert_eq!((bands.len(), bands[8]), (9, PointSet::EMPTY));
        assert!(bands[..8].windows(2).all(|pair| (pair[0] & pair[1]).len() == 9));
        assert!(bands[0].contains(size.parse_vertex("J1").unwrap()));
    }
}
