//! The committed games and positions; see `fixtures/README.md`.

use std::path::{Path, PathBuf};

use goban::{BoardSize, Color, Move};
use record::Game;

/// Whoever is in atari takes a ko and puts the other in atari, in three kos in turn. Who begins wins, so nothing is settled.
pub const TRIPLE_KO: &str = "
    . O X O . O X . . .
    . O X X O O X . X .
    . O X X O O X . . .
    . O X . X O X . X .
    . O X X O O X . . .
    . O X X O O X . X .
    . O X O . O X . . .
    . O X X O O X . X .
    . O O O X X X . . .
    . . . O X . . . X .";

/// The path of a fixture, given from the folder `fixtures`.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// The bytes of a fixture.
///
/// # Panics
/// If it is not there.
#[must_use]
pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap_or_else(|error| panic!("fixture {name}: {error}"))
}

/// The text of a fixture.
///
/// # Panics
/// If it is not there or not UTF-8.
#[must_use]
pub fn text(name: &str) -> String {
    String::from_utf8(bytes(name)).unwrap_or_else(|error| panic!("fixture {name}: {error}"))
}

/// The files of a folder with an ending, sorted by name.
///
/// # Panics
/// If the folder is not there.
#[must_use]
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path(folder)).unwrap_or_else(|error| panic!("fixtures {folder}: {error}"));
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    files.sort();
    files
}

/// One game of every so many of `games/tygem-2000.tsv`: real games of strong players, all legal, with their results.
///
/// # Panics
/// If the fixture is not there.
#[must_use]
pub fn real_games(step: usize) -> Vec<Game> {
    let size = BoardSize::NINETEEN;
    let game = |line: &str| {
        let mut game = Game::new(size);
        let mut columns = line.split('\t').skip(1);
        game.info.result = columns.next().map(str::to_string);
        let mut at = game.root();
        for (i, letters) in columns.next().unwrap_or_default().as_bytes().chunks_exact(2).enumerate() {
            let [column, row] = [letters[0], letters[1]].map(|letter| usize::from(letter - b'a'));
            at = game.add_move(at, Color::ALL[i % 2], size.point(column, row).map_or(Move::Pass, Move::Play));
        }
        game
    };
    text("games/tygem-2000.tsv").lines().skip(1).step_by(step).map(game).collect()
}
