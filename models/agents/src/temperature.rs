//! How warm the board is: stones beside each point, spread once over the eight points around.

use goban::{BoardSize, ByColor, Point, PointSet};

/// What is given away in a diffusion: half, in eight equal shares. Counted in sixteenths everything stays a whole number.
const SIXTEENTHS: u16 = 16;

/// The temperatures of a board.
///
/// A point is as warm as it has stones on its four neighbours. Then every point gives half of its warmth in equal shares
/// to the eight points around it; at the border it keeps the shares that would leave the board. No warmth is lost.
///
/// ```
/// use agents::Temperature;
/// use goban::Diagram;
/// let board = Diagram::parse("
///     . . . .
///     . X . .
///     . . . .
///     . . . .").unwrap().board().unwrap();
/// let temperature = Temperature::of(board.size(), board.stones());
/// assert_eq!(temperature.capacity(), 4);
/// let beside = board.size().parse_vertex("C3").unwrap();
/// assert_eq!(temperature.counted(beside), 1);
/// // Half of its own, and a sixteenth from each of two other neighbours of the stone.
/// assert_eq!(temperature.get(beside), 0.5 + 2.0 / 16.0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Temperature {
    size: BoardSize,
    counted: Vec<u8>,
    /// In sixteenths.
    spread: Vec<u16>,
}

impl Temperature {
    /// The board without stones.
    pub(crate) fn cold(size: BoardSize) -> Temperature {
        Temperature { size, counted: vec![0; size.area()], spread: vec![0; size.area()] }
    }

    /// The temperatures of a board with these stones.
    #[must_use]
    pub fn of(size: BoardSize, stones: &ByColor<PointSet>) -> Temperature {
        let mut temperature = Temperature::cold(size);
        temperature.take(stones);
        temperature
    }

    /// Takes the temperatures anew.
    pub(crate) fn take(&mut self, stones: &ByColor<PointSet>) {
        let side = self.size.get();
        self.counted.fill(0);
        for stone in stones.black | stones.white {
            for near in self.size.neighbors(stone) {
                self.counted[self.size.index(near)] += 1;
            }
        }
        // The sum over the square of nine, row by row: first the three of each row, then three such rows.
        self.spread.fill(0);
        for (row, counted) in self.counted.chunks_exact(side).enumerate() {
            for column in 0..side {
                let from = column.saturating_sub(1);
                let three: u8 = counted[from..side.min(column + 2)].iter().sum();
                for onto in row.saturating_sub(1)..side.min(row + 2) {
                    self.spread[onto * side + column] += u16::from(three);
                }
            }
        }
        for (i, (spread, counted)) in self.spread.iter_mut().zip(&self.counted).enumerate() {
            let inside = |at: usize| 3 - u16::from(at == 0) - u16::from(at == side - 1);
            let around = inside(i / side) * inside(i % side) - 1;
            // The nine hold the point's own count once; of its sixteen parts it keeps all that no neighbour gets.
            *spread += u16::from(*counted) * (SIXTEENTHS - 1 - around);
        }
    }

    /// The number of stones beside a point, before it is spread.
    #[must_use]
    pub fn counted(&self, point: Point) -> usize {
        self.counted[self.size.index(point)].into()
    }

    /// The temperature of a point. It is a whole number of sixteenths, so equal means equal.
    #[must_use]
    pub fn get(&self, point: Point) -> f64 {
        f64::from(self.spread[self.size.index(point)]) / f64::from(SIXTEENTHS)
    }

    /// The sum over the board, which spreading does not change. The paper calls it capacity.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.counted.iter().map(|&count| usize::from(count)).sum()
    }

    /// The counts as a field over the board.
    #[must_use]
    pub fn counts(&self) -> Vec<f64> {
        self.counted.iter().map(|&count| f64::from(count)).collect()
    }

    /// The temperatures as a field over the board.
    #[must_use]
    pub fn field(&self) -> Vec<f64> {
        self.size.points().map(|point| self.get(point)).collect()
    }
}
