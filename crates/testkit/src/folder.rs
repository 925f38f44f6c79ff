//! A folder of its own for a test.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that is removed at the end of the test.
pub struct Folder(TempDir);

impl Folder {
    /// An empty one.
    ///
    /// # Panics
    /// When it cannot be made.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it makes something")]
    pub fn new() -> Folder {
        Folder::named("")
    }

    /// An empty one with this at the end of its name.
    ///
    /// # Panics
    /// When it cannot be made.
    #[must_use]
    pub fn named(suffix: &str) -> Folder {
        Folder(tempfile::Builder::new().prefix("aji-test-").suffix(suffix).tempdir().expect("a folder for the test"))
    }

    /// A place in it.
    #[must_use]
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, in folders that are made as needed.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder for the test");
        std::fs::write(&path, bytes).expect("a file for the test");
        path
    }

    /// Names in the folder, sorted.
    ///
    /// # Panics
    /// When the folder is gone.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder is there");
        let mut names: Vec<String> =
            entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
        names.sort();
        names
    }
}
