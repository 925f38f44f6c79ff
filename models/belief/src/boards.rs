//! Final boards by the thousand: in memory a byte a point, in files five points a byte and deflated.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use goban::{Board, BoardSize, ByColor, Color, PointSet, Symmetry};
use model::Seed;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::chance;

/// The state of a point, and the number of its plane in a visible vector.
pub(crate) const BLACK: u8 = 0;
pub(crate) const WHITE: u8 = 1;
pub(crate) const EMPTY: u8 = 2;

/// Boards of one size, each row by row from the top left.
///
/// ```
/// use belief::Boards;
/// use goban::Diagram;
/// let board = Diagram::parse("X . O\n. X O\n. . O").unwrap().board().unwrap();
/// let mut boards = Boards::new(board.size());
/// boards.push(&board);
/// assert_eq!(boards.len(), 1);
/// assert_eq!(boards.board(0), board);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards {
    size: BoardSize,
    states: Vec<u8>,
}

/// Boards to learn from, and boards kept back to see what was learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    /// Where they come from, in a line.
    pub source: String,
    /// The seed that drew them.
    pub seed: u64,
    /// To learn from.
    pub training: Boards,
    /// To see what was learned.
    pub validation: Boards,
}

/// Why a file of boards cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BoardsError(String);

impl Boards {
    /// No boards yet.
    #[must_use]
    pub fn new(size: BoardSize) -> Boards {
        Boards { size, states: Vec::new() }
    }

    /// The size of each board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len() / self.size.area()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The first of them, at most this many.
    #[must_use]
    pub fn first(&self, n: usize) -> Boards {
        Boards { size: self.size, states: self.states[..n.min(self.len()) * self.size.area()].to_vec() }
    }

    /// Adds a board.
    ///
    /// # Panics
    /// If it has another size.
    pub fn push(&mut self, board: &Board) {
        assert_eq!(board.size(), self.size, "boards of one size");
        self.states.extend(states(board));
    }

    /// The board with a number.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn board(&self, index: usize) -> Board {
        Board::with_stones(self.size, &stones(self.size, self.states(index)))
    }

    pub(crate) fn states(&self, index: usize) -> &[u8] {
        let area = self.size.area();
        &self.states[index * area..(index + 1) * area]
    }

    /// How often each point is black, white and empty.
    #[must_use]
    pub fn frequencies(&self) -> [Vec<f64>; 3] {
        let area = self.size.area();
        let mut counts = vec![[0u32; 3]; area];
        for states in self.states.chunks_exact(area) {
            for (count, state) in counts.iter_mut().zip(states) {
                count[usize::from(*state)] += 1;
            }
        }
        let n = self.len().max(1) as f64;
        [BLACK, WHITE, EMPTY].map(|state| counts.iter().map(|c| f64::from(c[usize::from(state)]) / n).collect())
    }

    /// A number that other boards, or these in another order, almost surely do not have (FNV-1a).
    pub(crate) fn digest(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for byte in self.states.iter().chain(&[self.size.get() as u8]) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash
    }

    fn select(&self, indices: &[u32]) -> Boards {
        let states = indices.iter().flat_map(|&i| self.states(i as usize)).copied().collect();
        Boards { size: self.size, states }
    }
}

impl Extend<Board> for Boards {
    fn extend<I: IntoIterator<Item = Board>>(&mut self, boards: I) {
        boards.into_iter().for_each(|board| self.push(&board));
    }
}

/// The points of a board.
pub(crate) fn states(board: &Board) -> impl Iterator<Item = u8> {
    board.size().points().map(|point| match board.get(point) {
        Some(Color::Black) => BLACK,
        Some(Color::White) => WHITE,
        None => EMPTY,
    })
}

/// The stones that points stand for.
pub(crate) fn stones(size: BoardSize, states: &[u8]) -> ByColor<PointSet> {
    let mut stones = ByColor { black: PointSet::EMPTY, white: PointSet::EMPTY };
    for (point, state) in size.points().zip(states) {
        match *state {
            BLACK => drop(stones.black.insert(point)),
            WHITE => drop(stones.white.insert(point)),
            _ => {}
        }
    }
    stones
}

/// The visible units of a board: a plane for black stones, one for white ones, one for empty points.
pub(crate) fn planes(states: &[u8], units: &mut [f32]) {
    let area = states.len();
    units.fill(0.0);
    for (i, state) in states.iter().enumerate() {
        units[usize::from(*state) * area + i] = 1.0;
    }
}

/// For each symmetry, where every point of the turned board is taken from.
pub(crate) fn turned(size: BoardSize) -> Vec<Vec<usize>> {
    Symmetry::ALL
        .iter()
        .map(|symmetry| {
            let mut from = vec![0; size.area()];
            for point in size.points() {
                from[size.index(symmetry.apply(size, point))] = size.index(point);
            }
            from
        })
        .collect()
}

/// The first bytes of a file of boards.
pub const MAGIC: &[u8] = b"aji boards 1\n";

/// Points a byte: 3⁵ is 243.
const POINTS: usize = 5;

/// The line after the first one.
#[derive(Serialize, Deserialize)]
struct Head {
    size: usize,
    training: usize,
    validation: usize,
    seed: u64,
    source: String,
    /// The sum of the deflated boards; files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boards: Option<String>,
}

impl Collection {
    /// Shuffles boards with a seed and keeps this many back for validation.
    ///
    /// # Errors
    /// When none would be left to learn from.
    pub fn draw(boards: &Boards, validation: usize, seed: Seed, source: &str) -> Result<Collection, BoardsError> {
        if boards.len() <= validation {
            return Err(BoardsError(format!(
                "{} boards are too few to keep {validation} of them back for validation and learn from the rest",
                boards.len()
            )));
        }
        let order = chance::shuffled(seed, boards.len());
        let (training, validation) = order.split_at(boards.len() - validation);
        Ok(Collection {
            source: source.to_string(),
            seed: seed.0,
            training: boards.select(training),
            validation: boards.select(validation),
        })
    }

    /// The size of each board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.training.size()
    }

    /// A number that another collection almost surely does not have.
    pub(crate) fn digest(&self) -> u64 {
        self.training.digest().rotate_left(1) ^ self.validation.digest()
    }

    /// The collection as a file: two lines of text, then the deflated boards.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packed = Vec::new();
        for boards in [&self.training, &self.validation] {
            for states in boards.states.chunks_exact(boards.size.area()) {
                packed.extend(states.chunks(POINTS).map(|points| points.iter().fold(0, |byte, s| byte * 3 + s)));
            }
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let _ = encoder.write_all(&packed);
        let deflated = encoder.finish().unwrap_or_default();
        let head = Head {
            size: self.size().get(),
            training: self.training.len(),
            validation: self.validation.len(),
            seed: self.seed,
            source: self.source.clone(),
            boards: Some(keep::sum(&deflated)),
        };
        let head = keep::seal(&serde_json::to_string(&head).unwrap_or_default());
        [MAGIC, head.as_bytes(), &b"\n"[..], &deflated[..]].concat()
    }

    /// Reads a file of boards.
    ///
    /// # Errors
    /// When it is none, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Collection, BoardsError> {
        let wrong = |what: String| BoardsError(format!("not a file of boards, or a damaged one: {what}"));
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("its first line is not 'aji boards 1'".into()))?;
        let end =
            rest.iter().position(|byte| *byte == b'\n').ok_or_else(|| wrong("its second line has no end".into()))?;
        let (head, deflated) = (String::from_utf8_lossy(&rest[..end]), &rest[end + 1..]);
        let head = match keep::unseal(&head) {
            Err(keep::Broken::Unsealed) => head.into_owned(),
            opened => opened.map_err(|broken| wrong(format!("line 2 {broken}")))?,
        };
        let head: Head = serde_json::from_str(&head).map_err(|error| wrong(format!("line 2: {error}")))?;
        if head.boards.as_ref().is_some_and(|sum| keep::sum(deflated) != *sum) {
            return Err(wrong("its boards were altered since it was written".into()));
        }
        let size = BoardSize::new(head.size).ok_or_else(|| wrong(format!("boards of {0}×{0}", head.size)))?;
        let area = size.area();
        let width = area.div_ceil(POINTS);
        let n = head.training.saturating_add(head.validation);
        let length = n.checked_mul(width).filter(|length| *length <= 1 << 30);
        let length = length.ok_or_else(|| wrong(format!("{n} boards are more than can be read")))?;
        let mut packed = Vec::new();
        DeflateDecoder::new(deflated)
            .take(length as u64 + 1)
            .read_to_end(&mut packed)
            .map_err(|error| wrong(error.to_string()))?;
        if packed.len() != length {
            return Err(wrong(format!("it does not hold the {n} boards it announces")));
        }
        let mut states = Vec::with_capacity(n * area);
        for board in packed.chunks_exact(width) {
            for (i, &byte) in board.iter().enumerate() {
                let points = POINTS.min(area - i * POINTS);
                if usize::from(byte) >= 3usize.pow(points as u32) {
                    return Err(wrong(format!("{byte} stands for no {points} points")));
                }
                states.extend((0..points as u32).rev().map(|k| byte / 3u8.pow(k) % 3));
            }
        }
        let validation = states.split_off(head.training * area);
        Ok(Collection {
            source: head.source,
            seed: head.seed,
            training: Boards { size, states },
            validation: Boards { size, states: validation },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random_position;

    fn boards(side: usize, n: u64) -> Boards {
        let size = BoardSize::new(side).unwrap();
        let mut boards = Boards::new(size);
        boards.extend((0..n).map(|i| random_position(size, size.area(), Seed(i)).board().clone()));
        boards
    }

    #[test]
    fn files_hold_what_was_put_in() {
        for side in [2, 3, 5, 9, 19] {
            let boards = boards(side, 20);
            let collection = Collection::draw(&boards, 6, Seed(4), "random games").unwrap();
            assert_eq!((collection.training.len(), collection.validation.len()), (14, 6));
            let bytes = collection.to_bytes();
            assert_eq!(Collection::from_bytes(&bytes).as_ref(), Ok(&collection));
            let mut back: Vec<&[u8]> = (0..14).map(|i| collection.training.states(i)).collect();
            back.extend((0..6).map(|i| collection.validation.states(i)));
            let mut all: Vec<&[u8]> = (0..20).map(|i| boards.states(i)).collect();
            back.sort_unstable();
            all.sort_unstable();
            assert_eq!(back, all, "every board is in one of the two sets");
            assert_eq!(boards.board(7), random_position(boards.size(), boards.size().area(), Seed(7)).board().clone());
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let collection = Collection::draw(&boards(5, 10), 2, Seed(1), "random games").unwrap();
        let bytes = collection.to_bytes();
        for end in 0..bytes.len() {
            assert!(Collection::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        }
        for i in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[i] ^= 0x55;
            // A flip in the name of the sum leaves the boards as they were.
            let read = Collection::from_bytes(&broken);
            assert!(read.is_err() || read.as_ref() == Ok(&collection), "byte {i}");
        }
        let text = |bytes: &[u8]| Collection::from_bytes(bytes).unwrap_err().to_string();
        assert!(text(b"hello").contains("aji boards 1"));
        let mut altered = bytes;
        *altered.last_mut().unwrap() ^= 1;
        assert!(text(&altered).contains("its boards were altered since it was written"));
        let huge =
            b"aji boards 1\n{\"size\":19,\"training\":99999999999,\"validation\":0,\"seed\":1,\"source\":\"\"}\n";
        assert!(text(huge).contains("more than can be read"));
        assert!(Collection::draw(&boards(3, 4), 4, Seed(1), "").is_err());
    }

    #[test]
    fn frequencies_and_planes_add_up() {
        let boards = boards(5, 50);
        let [black, white, empty] = boards.frequencies();
        for i in 0..25 {
            assert!((black[i] + white[i] + empty[i] - 1.0).abs() < 1e-12);
        }
        let mut units = vec![9.0; 75];
        planes(boards.states(3), &mut units);
        assert_eq!(units.iter().sum::<f32>(), 25.0);
        let turned = turned(boards.size());
        assert_eq!(turned[0], (0..25).collect::<Vec<_>>());
        assert!(turned[1..].iter().all(|map| *map != turned[0]));
    }
}
