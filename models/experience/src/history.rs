//! What of the way here a class may speak of: the last three moves, and when each stone came.

use goban::{Move, Point, Position};

const POINTS: usize = 25 * 25;

/// The recent past of a position.
#[derive(Clone)]
pub(crate) struct History {
    /// The last move, the one before it, and the one before that; none where there was a pass or nothing is known.
    last: [Option<Point>; 3],
    /// The move with which the stone on a point came, counted from 1; 0 if it was there from the start.
    arrivals: [u16; POINTS],
    /// Moves so far.
    n: u16,
    /// Whether the last move took a single stone in a ko.
    pub(crate) took_ko: bool,
}

impl History {
    /// Nothing is known of the way to a position but how many moves it took.
    pub(crate) fn new(start: &Position) -> History {
        let n = u16::try_from(start.n_moves()).unwrap_or(u16::MAX);
        History { last: [None; 3], arrivals: [0; POINTS], n, took_ko: false }
    }

    /// Takes note of a move; `position` is the one after it.
    pub(crate) fn push(&mut self, mv: Move, position: &Position) {
        self.n = self.n.saturating_add(1);
        self.last = [mv.point(), self.last[0], self.last[1]];
        self.took_ko = position.ko().is_some();
        if let Move::Play(point) = mv {
            self.arrivals[index(point)] = self.n;
        }
    }

    /// One of the last moves, 0 for the last.
    pub(crate) fn last(&self, back: usize) -> Option<Point> {
        self.last[back]
    }

    /// How many moves ago a stone came, 1 for the last move; none if that is not known.
    pub(crate) fn age(&self, point: Point) -> Option<u16> {
        match self.arrivals[index(point)] {
            0 => None,
            arrival => Some(self.n + 1 - arrival),
        }
    }

    /// Moves so far.
    pub(crate) fn n_moves(&self) -> usize {
        usize::from(self.n)
    }
}

fn index(point: Point) -> usize {
    point.row() * 25 + point.column()
}
