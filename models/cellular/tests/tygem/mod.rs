//! The real games of the fixtures, for tests and benchmarks.

use goban::{BoardSize, Move, Position, Rules};

/// A game: its number and its moves.
pub(crate) struct Game {
    #[allow(dead_code, reason = "the benchmark does not name games")]
    pub(crate) id: String,
    pub(crate) moves: Vec<Move>,
}

impl Game {
    /// The position after this many moves, under area rules without komi.
    pub(crate) fn after(&self, n: usize) -> Position {
        let mut position = Position::new(BoardSize::NINETEEN, Rules { komi: 0.0, ..Rules::CHINESE });
        for &mv in &self.moves[..n] {
            position.play(mv).expect("the fixture games are legal");
        }
        position
    }
}

/// All two thousand games.
pub(crate) fn games() -> Vec<Game> {
    let size = BoardSize::NINETEEN;
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let moves = fields[2].as_bytes().chunks_exact(2).map(|letters| {
            let [column, row] = [letters[0], letters[1]].map(|letter| usize::from(letter - b'a'));
            size.point(column, row).map_or(Move::Pass, Move::Play)
        });
        Game { id: fields[0].to_string(), moves: moves.collect() }
    };
    testkit::fixtures::text("games/tygem-2000.tsv").lines().skip(1).map(read).collect()
}
