//! What can be wrong with a source.

use std::io;

use thiserror::Error;

use crate::MOST_BYTES;

/// A source that cannot be read: which one, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{name}: {cause}")]
pub struct InputError {
    /// The name of the source, as the user gave it.
    pub name: String,
    /// Why it cannot be read.
    pub cause: Cause,
}

/// Why something cannot be read. The text follows the name of the source and a colon.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Cause {
    /// Nothing has this name.
    #[error("no such file")]
    Missing,
    /// The system does not let us.
    #[error("may not be read (permission denied)")]
    Forbidden,
    /// The file was longer once.
    #[error("ends too early; the file is cut off")]
    CutOff,
    /// The bytes are not what their beginning or their name promises.
    #[error("is damaged ({0})")]
    Damaged(String),
    /// Any other trouble with reading.
    #[error("cannot be read ({0})")]
    Unreadable(String),
    /// More than fits into memory.
    #[error("is larger than {} MB, the most that is read at once; split it", MOST_BYTES >> 20)]
    TooLarge,
    /// A folder where a file is wanted.
    #[error("is a folder; aji check reads folders, this command takes files")]
    Folder,
    /// A folder without anything to read, and the endings that were looked for.
    #[error("the folder holds no game records ({0})")]
    NoRecords(String),
    /// A table in a folder that is no list of moves.
    #[error("is a table without the header of a move list ({}), and is left out", sgf::tsv::HEADER.replace('\t', " "))]
    OtherTable,
    /// Standard input where a file is wanted, to which one can come back.
    #[error("standard input cannot be imported; save it first")]
    Stdin,
    /// A tar archive of which only the first entries could be read.
    #[error("{}", tar_ends_after(*.0))]
    Tar(usize),
    /// An archive inside an archive.
    #[error("is an archive inside an archive; unpack it first")]
    Nested,
    /// A line of a move list that no game could fill, and the most bytes a line may have.
    #[error("has a line of more than {0} bytes; the rest is left out")]
    LongLine(u64),
}

fn tar_ends_after(entries: usize) -> String {
    match entries {
        0 => "is no tar archive, or damaged at its beginning".to_string(),
        1 => "is damaged or cut off after its first entry".to_string(),
        n => format!("is damaged or cut off after its first {n} entries"),
    }
}

impl From<&io::Error> for Cause {
    fn from(error: &io::Error) -> Cause {
        match error.kind() {
            io::ErrorKind::NotFound => Cause::Missing,
            io::ErrorKind::PermissionDenied => Cause::Forbidden,
            io::ErrorKind::UnexpectedEof => Cause::CutOff,
            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => Cause::Damaged(error.to_string()),
            _ => Cause::Unreadable(error.to_string()),
        }
    }
}

impl From<io::Error> for Cause {
    fn from(error: io::Error) -> Cause {
        Cause::from(&error)
    }
}

impl Cause {
    pub(crate) fn of_zip(error: zip::result::ZipError) -> Cause {
        match error {
            zip::result::ZipError::Io(error) => error.into(),
            other => Cause::Damaged(other.to_string()),
        }
    }
}
