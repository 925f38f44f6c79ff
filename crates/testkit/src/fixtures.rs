//! The committed games and positions; see `fixtures/README.md`.

use std::path::{Path, PathBuf};

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
