//! The file in which results are kept: one line a game, appended as games end.
//!
//! A line is written by one call and is on the disk before the next game is kept, so that a run that is killed, or a machine
//! that loses its power, leaves whole lines and at most one torn one at the end, which is cut off when the file is opened
//! again: that game is played once more, with the same seed. Every line carries its sum, and that of the game's record.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::result::Row;

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else writes to it.
    #[error("{}: another match is writing its results here; wait for it, or name another folder", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A line in the middle is not a result.
    #[error("{}:{line}:{column}: is no result of a game ({message}); remove the line, and the game is played again", path.display())]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

/// A file of results, open and locked.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a file of results, or makes one, and gives what is in it. While it is open no other run can open it.
    ///
    /// # Errors
    /// When it cannot be read, is in use, or holds something else.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Row>), JournalError> {
        let failed = |source| JournalError::Io { path: path.to_path_buf(), source };
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: path.to_path_buf() }),
            // Some file systems know no locks; then it is the user's care.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = keep::whole_lines(&bytes);
        if whole < bytes.len() {
            file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        }
        let rows = rows(path, &bytes[..whole])?;
        Ok((Journal { path: path.to_path_buf(), file }, rows))
    }

    /// Reads a file of results without changing it; a torn last line is skipped.
    ///
    /// # Errors
    /// When it cannot be read or holds something else.
    pub fn read(path: &Path) -> Result<Vec<Row>, JournalError> {
        let bytes = std::fs::read(path).map_err(|source| JournalError::Io { path: path.to_path_buf(), source })?;
        let whole = keep::whole_lines(&bytes);
        rows(path, &bytes[..whole])
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, row: &Row) -> Result<(), JournalError> {
        self.line(row)
    }

    /// Takes a game out that was kept, so that it is played again.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn forget(&mut self, row: &Row) -> Result<(), JournalError> {
        self.line(&Forgotten { forgotten: (row.pair.clone(), row.game) })
    }

    fn line(&mut self, entry: &impl Serialize) -> Result<(), JournalError> {
        let line = serde_json::to_string(entry).map_err(io::Error::from);
        line.and_then(|line| keep::append_line(&mut self.file, &keep::seal(&line)))
            .map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}

/// A line that takes an earlier one back: a file that is only ever added to cannot be damaged by changing it.
#[derive(Serialize, Deserialize)]
struct Forgotten {
    forgotten: ([String; 2], usize),
}

fn rows(path: &Path, bytes: &[u8]) -> Result<Vec<Row>, JournalError> {
    let mut rows: Vec<Row> = Vec::new();
    let mut sealed = false;
    for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let bad = |column: usize, message: String| JournalError::Bad {
            path: path.to_path_buf(),
            line: i + 1,
            column: column.max(1),
            message,
        };
        let line = std::str::from_utf8(line).map_err(|error| bad(error.valid_up_to() + 1, error.to_string()))?;
        let entry = match keep::unseal(line) {
            Ok(entry) => {
                sealed = true;
                entry
            }
            // Lines of earlier versions have no sums; behind one that has, all do.
            Err(keep::Broken::Unsealed) if !sealed => line.to_string(),
            Err(broken) => return Err(bad(1, broken.to_string())),
        };
        if entry.starts_with("{\"forgotten\"") {
            let Forgotten { forgotten: (pair, game) } =
                serde_json::from_str(&entry).map_err(|error| bad(error.column(), error.to_string()))?;
            rows.retain(|row| row.pair != pair || row.game != game);
        } else {
            rows.push(serde_json::from_str(&entry).map_err(|error| bad(error.column(), error.to_string()))?);
        }
    }
    Ok(rows)
}
