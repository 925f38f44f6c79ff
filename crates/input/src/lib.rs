//! Files, folders, archives and standard input become bytes with a name.
//!
//! Small inputs are read at once ([`Source::bytes`]); whoever reads archives and lists of any length takes them
//! [piece by piece](Source::pieces).

mod error;
mod pieces;
mod whole;

pub use error::{Cause, InputError};
pub use pieces::{Content, Piece};
pub use whole::{can_write, sync_folder, write_whole};

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use walkdir::{DirEntry, WalkDir};

/// More than this is not read at once.
const MOST_BYTES: u64 = 128 << 20;

/// Endings of files that are taken from a folder. A file that is named is read whatever its ending.
const ENDINGS: [&str; 6] = ["sgf", "sgfs", "rsgf", "gib", "ngf", "tsv"];

/// Endings of archives, which hold such files.
const ARCHIVES: [&str; 3] = ["zip", "tar", "tgz"];

/// The first bytes of a gzipped file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Where bytes come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input, `-` on the command line.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl From<&Path> for Source {
    /// What a name on the command line means: `-` is standard input.
    fn from(name: &Path) -> Source {
        if name.as_os_str() == "-" { Source::Stdin } else { Source::File(name.to_path_buf()) }
    }
}

/// What is taken from a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Game records.
    Records,
    /// Game records, and archives of them.
    Archives,
}

impl Source {
    /// The name as the user gave it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Stdin => "-".to_string(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&PathBuf> {
        match self {
            Source::Stdin => None,
            Source::File(path) => Some(path),
        }
    }

    /// The ending that says the format, `.gz` left aside.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        let Source::File(path) = self else { return None };
        ending(path)
    }

    fn is_archive(&self) -> bool {
        self.ending().is_some_and(|ending| ARCHIVES.contains(&ending.as_str()))
    }

    /// Whether a file in a folder is meant to be read. Tables of all kinds end in `.tsv`: only those with the header of a
    /// move list are taken.
    fn is_record(&self) -> bool {
        match self.ending().as_deref() {
            Some("tsv") => self.begins_with(sgf::tsv::HEADER.as_bytes()),
            Some(ending) => ENDINGS.contains(&ending),
            None => false,
        }
    }

    fn begins_with(&self, expected: &[u8]) -> bool {
        let mut found = vec![0; expected.len()];
        self.reader().is_ok_and(|mut reader| reader.read_exact(&mut found).is_ok()) && found == expected
    }

    fn reader(&self) -> io::Result<Box<dyn Read>> {
        match self {
            Source::Stdin => unpacked(io::stdin().lock()),
            Source::File(path) => unpacked(File::open(path)?),
        }
    }

    /// Reads everything.
    ///
    /// # Errors
    /// When it is a folder, is too large, or cannot be read.
    pub fn bytes(&self) -> Result<Vec<u8>, InputError> {
        if self.path().is_some_and(|path| path.is_dir()) {
            return Err(self.error(Cause::Folder));
        }
        let mut bytes = Vec::new();
        let read = self.reader().and_then(|reader| reader.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| self.error(error))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(self.error(Cause::TooLarge));
        }
        Ok(bytes)
    }

    /// What to say when this source cannot be read.
    #[must_use]
    pub fn error(&self, cause: impl Into<Cause>) -> InputError {
        InputError { name: self.name(), cause: cause.into() }
    }
}

/// The bytes behind a reader, unpacked if they are gzipped.
fn unpacked<'r>(mut raw: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut head = Vec::new();
    raw.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
    let packed = head == GZIP;
    let whole = io::Cursor::new(head).chain(raw);
    Ok(if packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
}

/// The ending that says the format, `.gz` left aside.
fn ending(path: &Path) -> Option<String> {
    let gzip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    let plain = if gzip { path.with_extension("") } else { path.to_path_buf() };
    Some(plain.extension()?.to_str()?.to_ascii_lowercase())
}

/// The files behind names, folders and `-`, in a stable order, one by one: folders can hold millions of files. A name that
/// leads nowhere is an error of its own and does not keep the others from being read.
pub fn walk(names: &[PathBuf], wanted: Wanted) -> impl Iterator<Item = Result<Source, InputError>> {
    names.iter().flat_map(move |name| -> Box<dyn Iterator<Item = Result<Source, InputError>>> {
        match Source::from(name.as_path()) {
            Source::File(_) if name.is_dir() => Box::new(folder(name, wanted)),
            source => Box::new(std::iter::once(Ok(source))),
        }
    })
}

/// Where a machine shows its own devices and processes: nobody keeps games there, and links lead from there to everywhere.
const NO_FILES: [&str; 4] = ["/dev", "/proc", "/run", "/sys"];

fn folder(name: &Path, wanted: Wanted) -> impl Iterator<Item = Result<Source, InputError>> {
    let mut found = false;
    let whole = name.canonicalize().unwrap_or_else(|_| name.to_path_buf());
    let from = name.to_path_buf();
    let enters = move |entry: &DirEntry| {
        if entry.depth() == 0 || !entry.file_type().is_dir() {
            return true;
        }
        if entry.path_is_symlink() {
            // A link that leads back into the folder leads to what is found there under its own name.
            let Ok(to) = entry.path().canonicalize() else { return true };
            return !to.starts_with(&whole) && !NO_FILES.iter().any(|none| to.starts_with(none));
        }
        let path = whole.join(entry.path().strip_prefix(&from).unwrap_or(entry.path()));
        !NO_FILES.iter().any(|none| path == Path::new(none))
    };
    let mut entries =
        WalkDir::new(name).follow_links(true).sort_by_file_name().into_iter().filter_entry(move |entry| enters(entry));
    std::iter::from_fn(move || {
        let next = entries.by_ref().find_map(|entry| match entry {
            Ok(entry) if entry.file_type().is_file() => {
                let source = Source::File(entry.into_path());
                let taken = source.is_record() || wanted == Wanted::Archives && source.is_archive();
                let told = wanted == Wanted::Records && source.ending().as_deref() == Some("tsv");
                match taken {
                    true => Some(Ok(source)),
                    false => told.then(|| Err(source.error(Cause::OtherTable))),
                }
            }
            Ok(_) => None,
            // A link that leads back to where we are holds nothing new.
            Err(error) if error.loop_ancestor().is_some() => None,
            Err(error) => Some(Err(InputError {
                name: error.path().unwrap_or(name).display().to_string(),
                cause: error.io_error().map_or_else(|| Cause::Unreadable(error.to_string()), Cause::from),
            })),
        });
        if matches!(&next, Some(Err(error)) if error.cause == Cause::OtherTable) {
            return next;
        }
        if next.is_none() && !std::mem::replace(&mut found, true) {
            let archives = if wanted == Wanted::Archives { &ARCHIVES[..] } else { &[] };
            let endings: Vec<String> = ENDINGS.iter().chain(archives).map(|ending| format!(".{ending}")).collect();
            let cause = Cause::NoRecords(endings.join(" "));
            return Some(Err(InputError { name: name.display().to_string(), cause }));
        }
        found = true;
        next
    })
}
