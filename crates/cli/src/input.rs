//! Files, folders and standard input become bytes with a name.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use walkdir::WalkDir;

/// More than this is not read at once.
const MOST_BYTES: u64 = 128 << 20;

/// Endings of files that are taken from a folder. A file that is named is read whatever its ending.
const ENDINGS: [&str; 6] = ["sgf", "sgfs", "rsgf", "gib", "ngf", "tsv"];

/// The first bytes of a gzipped file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Where bytes come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The name as the user gave it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "-".to_string(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&PathBuf> {
        match self {
            Source::Stdin => None,
            Source::File(path) => Some(path),
        }
    }

    /// The ending that says the format, `.gz` left aside.
    pub(crate) fn ending(&self) -> Option<String> {
        let Source::File(path) = self else { return None };
        let plain = if is_gzip(path) { path.with_extension("") } else { path.clone() };
        Some(plain.extension()?.to_str()?.to_ascii_lowercase())
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
        let mut raw: Box<dyn Read> = match self {
            Source::Stdin => Box::new(io::stdin().lock()),
            Source::File(path) => Box::new(File::open(path)?),
        };
        let mut head = Vec::new();
        raw.by_ref().take(GZIP.len() as u64).read_to_end(&mut head)?;
        let packed = head == GZIP;
        let whole = io::Cursor::new(head).chain(raw);
        Ok(if packed { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) })
    }

    /// Reads everything.
    ///
    /// # Errors
    /// With a text that follows the name of the source and a colon.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, String> {
        if let Source::File(path) = self
            && path.is_dir()
        {
            return Err("is a folder; aji check reads folders, this command takes files".to_string());
        }
        let mut bytes = Vec::new();
        let read = self.reader().and_then(|reader| reader.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| reason(&error))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format!("is larger than {} MB, the most that is read at once; split it", MOST_BYTES >> 20));
        }
        Ok(bytes)
    }
}

fn is_gzip(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"))
}

/// An IO error in the user's words.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_string(),
        io::ErrorKind::PermissionDenied => "may not be read (permission denied)".to_string(),
        io::ErrorKind::UnexpectedEof => "ends too early; the file is cut off".to_string(),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => format!("is damaged ({error})"),
        _ => format!("cannot be read ({error})"),
    }
}

/// The files behind names, folders and `-`, in a stable order. A name that leads nowhere is an error of its own and
/// does not keep the others from being read.
pub(crate) fn sources(names: &[PathBuf]) -> Vec<Result<Source, (String, String)>> {
    let mut sources = Vec::new();
    for name in names {
        if name.as_os_str() == "-" {
            sources.push(Ok(Source::Stdin));
        } else if name.is_dir() {
            let before = sources.len();
            for entry in WalkDir::new(name).follow_links(true).sort_by_file_name() {
                match entry {
                    Ok(entry) if entry.file_type().is_file() => {
                        let source = Source::File(entry.into_path());
                        if source.is_record() {
                            sources.push(Ok(source));
                        }
                    }
                    Ok(_) => {}
                    // A link that leads back to where we are holds nothing new.
                    Err(error) if error.loop_ancestor().is_some() => {}
                    Err(error) => sources.push(Err((name.display().to_string(), error.to_string()))),
                }
            }
            if sources.len() == before {
                let endings = ENDINGS.map(|ending| format!(".{ending}")).join(" ");
                sources
                    .push(Err((name.display().to_string(), format!("the folder holds no game records ({endings})"))));
            }
        } else {
            sources.push(Ok(Source::File(name.clone())));
        }
    }
    sources
}
