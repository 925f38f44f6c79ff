//! The file in which results are kept: one line a game, appended as games end.
//!
//! A line is written by one call, so that a run that is killed leaves whole lines and at most one torn one at the end,
//! which is cut off when the file is opened again: that game is played once more, with the same seed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
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
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        rows(path, &bytes[..whole])
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, row: &Row) -> Result<(), JournalError> {
        let line = serde_json::to_string(row).map(|line| line + "\n");
        line.map_err(io::Error::from)
            .and_then(|line| self.file.write_all(line.as_bytes()))
            .map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }
}

fn rows(path: &Path, bytes: &[u8]) -> Result<Vec<Row>, JournalError> {
    let mut rows = Vec::new();
    for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        rows.push(serde_json::from_slice(line).map_err(|error| JournalError::Bad {
            path: path.to_path_buf(),
            line: i + 1,
            column: error.column().max(1),
            message: error.to_string(),
        })?);
    }
    Ok(rows)
}
