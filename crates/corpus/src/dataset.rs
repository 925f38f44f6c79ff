//! A corpus on disk: a folder with Parquet files and the list of those that count.
//!
//! ```text
//! DIR/corpus.json           the list: format, version, and the parts of each table, in order
//! DIR/games/000000.parquet  the tables, in parts
//! DIR/plies/000000.parquet
//! DIR/faults/000000.parquet
//! DIR/sources/000000.parquet
//! DIR/positions/000000.parquet  only if asked for
//! ```
//!
//! The list is replaced in one step after the parts it names are on disk. Files that a killed import
//! leaves behind are not in the list: readers ignore them, and the next import removes them.

use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arrow::datatypes::SchemaRef;
use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use crate::schema;

/// The name of the list.
pub const LIST: &str = "corpus.json";

/// The format of the folder that this version writes, and the only one it reads.
const FORMAT: u32 = 1;

/// The tables of a corpus.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Table {
    /// One row a game.
    Games,
    /// One row a move.
    Plies,
    /// One row a position, if they are stored.
    Positions,
    /// One row for what could not be taken.
    Faults,
    /// One row a file that was read.
    Sources,
}

impl Table {
    /// Every table.
    pub const ALL: [Table; 5] = [Table::Games, Table::Plies, Table::Positions, Table::Faults, Table::Sources];

    /// Its name, in SQL and as a folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Plies => "plies",
            Table::Positions => "positions",
            Table::Faults => "faults",
            Table::Sources => "sources",
        }
    }

    /// Its columns.
    #[must_use]
    pub fn schema(self) -> SchemaRef {
        match self {
            Table::Games => schema::games(),
            Table::Plies => schema::plies(),
            Table::Positions => schema::positions(),
            Table::Faults => schema::faults(),
            Table::Sources => schema::sources(),
        }
    }
}

/// A file of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The table.
    pub table: Table,
    /// Its path below the folder of the corpus, with `/`.
    pub file: String,
    /// Rows in it.
    pub rows: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// XXH64 with seed 0 of its bytes, as 16 hexadecimal digits.
    pub xxh64: String,
}

/// What is in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct List {
    pub(crate) format: u32,
    /// The version of aji that wrote it last.
    pub(crate) aji: String,
    /// Whether positions are stored.
    pub(crate) positions: bool,
    /// The number of the next parts.
    pub(crate) next: u64,
    /// How far the sources are that were begun and are not at their end.
    pub(crate) cursors: Vec<Cursor>,
    pub(crate) parts: Vec<Part>,
}

/// How far a source was read: up to here everything is in the corpus.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Cursor {
    pub(crate) source: String,
    /// The hash of its full name, and of its length and time.
    pub(crate) key: u64,
    pub(crate) stamp: u64,
    /// Pieces of the source that are done.
    pub(crate) pieces: u64,
    /// Records of the next piece that are done.
    pub(crate) records: u64,
    /// Games counted so far in the present entry, and the lines before the present piece.
    pub(crate) games: u32,
    pub(crate) lines: u64,
    /// Rows of it in the corpus.
    pub(crate) kept: u64,
    pub(crate) faults: u64,
}

/// What can be wrong with a corpus as a whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatasetError {
    /// No corpus at that path.
    #[error("{0}: no corpus here (there is no {LIST}); `aji corpus import` makes one")]
    Missing(PathBuf),
    /// A list that cannot be read.
    #[error("{path}: the list of the corpus cannot be read: {reason}")]
    List {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A list of another version.
    #[error("{path}: the corpus has format {found}, this program reads format {FORMAT}")]
    Format {
        /// The file.
        path: PathBuf,
        /// What it says.
        found: u32,
    },
    /// A part that the list names is not what it says.
    #[error("{0}: this part of the corpus is damaged or missing")]
    Part(PathBuf),
    /// A machine of a cluster has no such file.
    #[error(
        "{path}: the machine {machine} does not see this part of the corpus; every machine needs it under the same path"
    )]
    Unseen {
        /// The file.
        path: PathBuf,
        /// Who does not see it.
        machine: String,
    },
    /// Tables without a list.
    #[error("{0}: there are tables here, but no {LIST} that says which count; import into another folder")]
    Unlisted(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Puts the name of the file before an error.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> DatasetError + '_ {
    move |error| DatasetError::Io { path: path.to_path_buf(), error }
}

/// A corpus that is there.
#[derive(Clone, Debug)]
pub struct Dataset {
    folder: PathBuf,
    pub(crate) list: List,
}

impl Dataset {
    /// Opens a corpus to read it.
    ///
    /// # Errors
    /// When there is none, or its list cannot be read.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Dataset, DatasetError> {
        let folder = folder.into();
        let path = folder.join(LIST);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(DatasetError::Missing(folder)),
            Err(error) => return Err(at(&path)(error)),
        };
        Dataset::read(folder, &text)
    }

    /// A corpus by its list. The folder is what messages call it.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub(crate) fn read(folder: PathBuf, text: &str) -> Result<Dataset, DatasetError> {
        let path = folder.join(LIST);
        let wrong =
            |reason: &dyn std::fmt::Display| DatasetError::List { path: path.clone(), reason: reason.to_string() };
        let list_error = |error: serde_json::Error| wrong(&error);
        let text = keep::unseal_if_sealed(text).map_err(|broken| wrong(&broken))?;
        // The number of the format is read first: another format may have anything else.
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let head: Head = serde_json::from_str(&text).map_err(list_error)?;
        if head.format != FORMAT {
            return Err(DatasetError::Format { path, found: head.format });
        }
        let list = serde_json::from_str(&text).map_err(list_error)?;
        Ok(Dataset { folder, list })
    }

    /// A corpus with nothing in it, not written yet.
    pub(crate) fn empty(folder: PathBuf, positions: bool) -> Dataset {
        let aji = env!("CARGO_PKG_VERSION").to_string();
        let list = List { format: FORMAT, aji, positions, next: 0, cursors: Vec::new(), parts: Vec::new() };
        Dataset { folder, list }
    }

    /// Whether a folder has files where tables would be.
    pub(crate) fn has_tables(folder: &Path) -> bool {
        let any = |table: Table| {
            let entries = fs::read_dir(folder.join(table.name()));
            entries.is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(|entry| is_part(&entry.path()))))
        };
        Table::ALL.into_iter().any(any)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the positions are stored.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        self.list.positions
    }

    /// All parts, in order.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.list.parts.iter()
    }

    /// The files of a table, in order: those that the list names, and no others.
    #[must_use]
    pub fn files(&self, table: Table) -> Vec<PathBuf> {
        self.parts().filter(|part| part.table == table).map(|part| self.folder.join(&part.file)).collect()
    }

    /// Rows of a table.
    #[must_use]
    pub fn rows(&self, table: Table) -> u64 {
        self.parts().filter(|part| part.table == table).map(|part| part.rows).sum()
    }

    /// One number for everything in the corpus: equal numbers, equal rows in the same order.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = XxHash64::with_seed(0);
        for part in self.parts() {
            hash.write(part.table.name().as_bytes());
            hash.write(&part.rows.to_le_bytes());
            hash.write(part.xxh64.as_bytes());
        }
        hash.finish()
    }

    /// Reads every part and compares it with the list.
    ///
    /// # Errors
    /// At the first part that is not what the list says.
    pub fn verify(&self) -> Result<(), DatasetError> {
        for part in self.parts() {
            let path = self.folder.join(&part.file);
            match hash_file(&path) {
                Ok(hash) if hash == part.xxh64 => {}
                _ => return Err(DatasetError::Part(path)),
            }
        }
        Ok(())
    }

    /// Replaces the list in one step.
    pub(crate) fn save(&self) -> Result<(), DatasetError> {
        let path = self.folder.join(LIST);
        let text = keep::seal(&serde_json::to_string_pretty(&self.list).expect("a list is plain data")) + "\n";
        input::write_whole(&path, |mut file| file.write_all(text.as_bytes())).map_err(at(&path))
    }

    /// Takes away what no list names: leftovers of an import that was killed.
    pub(crate) fn tidy(&self) -> Result<(), DatasetError> {
        let named: std::collections::HashSet<PathBuf> = self.parts().map(|part| self.folder.join(&part.file)).collect();
        let folders = Table::ALL.map(|table| self.folder.join(table.name()));
        for folder in folders.iter().chain([&self.folder]) {
            let entries = match fs::read_dir(folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(at(folder)(error)),
            };
            for entry in entries {
                let path = entry.map_err(at(folder))?.path();
                if (is_part(&path) && !named.contains(&path)) || is_unfinished_list(&path) {
                    fs::remove_file(&path).map_err(at(&path))?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a file is a list that was being written when the import was killed.
fn is_unfinished_list(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(LIST) && name.ends_with(".part")
}

/// Whether a file has the name of a part, written or being written: nobody else's is touched.
fn is_part(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let number = name.strip_suffix(".tmp").unwrap_or(&name).strip_suffix(".parquet");
    number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The hash of a file as the list has it.
pub(crate) fn hash_file(path: &Path) -> io::Result<String> {
    let mut hash = XxHash64::with_seed(0);
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match io::Read::read(&mut file, &mut buffer)? {
            0 => return Ok(format!("{:016x}", hash.finish())),
            n => hash.write(&buffer[..n]),
        }
    }
}
