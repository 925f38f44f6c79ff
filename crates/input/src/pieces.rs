//! A source in pieces that fit into memory, whatever its length: the records of an archive, the lines of a move list some at
//! a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sgf::Format;

use crate::{ARCHIVES, Cause, ENDINGS, InputError, MOST_BYTES, Source, ending, unpacked};

/// This many bytes of a move list make a piece.
const LINES: usize = 1 << 18;

/// No game is as long as this.
const LONGEST_LINE: u64 = 1 << 20;

/// A piece of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The name inside an archive.
    pub entry: Option<String>,
    /// Whether it is the first piece of its file or entry.
    pub begins: bool,
    /// What it holds.
    pub content: Content,
}

/// What a piece holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// A whole file, and the format that its name promises.
    Record(Vec<u8>, Option<Format>),
    /// Whole lines of a move list.
    Lines(Vec<u8>),
    /// Something that cannot be read, and why.
    Damaged(Cause),
    /// Something that is not read, and why.
    Skipped(Cause),
}

/// Takes pieces; says whether it wants more.
type Take<'t> = dyn FnMut(Piece) -> bool + 't;

impl Source {
    /// Hands over the pieces of a file after the first `skip` of them, until it says that it wants no more. The same file has the
    /// same pieces every time. `read` counts the bytes of the file that are behind.
    ///
    /// Damage inside the file is a piece of its own.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn pieces(
        &self,
        skip: u64,
        read: &Arc<AtomicU64>,
        mut take: impl FnMut(Piece) -> bool,
    ) -> Result<(), InputError> {
        let Source::File(path) = self else { return Err(self.error(Cause::Stdin)) };
        let mut file = File::open(path).map_err(|error| self.error(error))?;
        if path.is_dir() {
            return Err(self.error(Cause::Folder));
        }
        let mut behind = 0;
        let take = &mut |piece: Piece| {
            behind += 1;
            behind <= skip || take(piece)
        };
        let kind = self.ending();
        let zip = kind.as_deref() == Some("zip") || begins_like_zip(&mut file).map_err(|error| self.error(error))?;
        let counted = Counted { inner: file, read: Arc::clone(read) };
        if zip {
            unzip(counted, take);
            return Ok(());
        }
        let reader = unpacked(BufReader::with_capacity(1 << 16, counted)).map_err(|error| self.error(error))?;
        if matches!(kind.as_deref(), Some("tar" | "tgz")) {
            untar(reader, take);
        } else {
            feed(reader, None, path, true, take);
        }
        Ok(())
    }
}

/// Counts what is read.
struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.read.fetch_add(n as u64, Ordering::Relaxed);
        Ok(n)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}

fn begins_like_zip(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    Read::by_ref(file).take(4).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head == b"PK\x03\x04" || head == b"PK\x05\x06")
}

fn damaged(entry: Option<&str>, cause: impl Into<Cause>) -> Piece {
    Piece { entry: entry.map(str::to_string), begins: true, content: Content::Damaged(cause.into()) }
}

fn unzip(file: impl Read + Seek, take: &mut Take<'_>) {
    let mut archive = match zip::ZipArchive::new(file) {
        Ok(archive) => archive,
        Err(error) => {
            take(damaged(None, Cause::of_zip(error)));
            return;
        }
    };
    for number in 0..archive.len() {
        let name = archive.name_for_index(number).and_then(|name| Some(name.ok()?.into_owned()));
        let more = match archive.by_index(number) {
            Ok(entry) if !entry.is_file() => true,
            Ok(entry) => {
                // Names without the mark of UTF-8 are often in it all the same.
                let raw = String::from_utf8(entry.name_raw().to_vec()).ok();
                let name = raw.or(name).unwrap_or_else(|| number.to_string());
                member(entry, &name, take)
            }
            Err(error) => {
                // What nobody would read is nobody's loss.
                let wanted = name.as_deref().is_none_or(|name| looks_like_record(Path::new(name)));
                !wanted || take(damaged(name.as_deref(), Cause::of_zip(error)))
            }
        };
        if !more {
            return;
        }
    }
}

fn untar(reader: impl Read, take: &mut Take<'_>) {
    let mut archive = tar::Archive::new(reader);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => {
            take(damaged(None, error));
            return;
        }
    };
    for (number, entry) in entries.enumerate() {
        let more = match entry {
            Ok(entry) if !entry.header().entry_type().is_file() => true,
            Ok(entry) => {
                let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
                member(entry, &name, take)
            }
            // There is no way to find the next one, and the reader's own words quote bytes of the file.
            Err(_) => {
                take(damaged(None, Cause::Tar(number)));
                false
            }
        };
        if !more {
            return;
        }
    }
}

fn looks_like_record(name: &Path) -> bool {
    ending(name).is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// A file inside an archive.
fn member(reader: impl Read, name: &str, take: &mut Take<'_>) -> bool {
    let path = Path::new(name);
    // Packers for macOS put a shadow of each file beside it.
    if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"._")) {
        return true;
    }
    if ending(path).is_some_and(|ending| ARCHIVES.contains(&ending.as_str())) {
        let content = Content::Skipped(Cause::Nested);
        return take(Piece { entry: Some(name.to_string()), begins: true, content });
    }
    if !looks_like_record(path) {
        return true;
    }
    match unpacked(reader) {
        Ok(reader) => feed(reader, Some(name), path, false, take),
        Err(error) => take(damaged(Some(name), error)),
    }
}

/// The pieces of a file that is not an archive. A table is only taken for a move list if it was named or begins like one.
fn feed(mut reader: impl Read, entry: Option<&str>, path: &Path, named: bool, take: &mut Take<'_>) -> bool {
    let piece = |begins, content| Piece { entry: entry.map(str::to_string), begins, content };
    let kind = ending(path);
    let header = sgf::tsv::HEADER.as_bytes();
    let mut head = Vec::new();
    if let Err(error) = reader.by_ref().take(header.len() as u64).read_to_end(&mut head) {
        return take(damaged(entry, error));
    }
    let listed = head == header;
    let reader = BufReader::with_capacity(1 << 16, io::Cursor::new(head).chain(reader));
    if listed || named && kind.as_deref() == Some("tsv") {
        return lines(reader, &piece, take);
    }
    if kind.as_deref() == Some("tsv") {
        return true;
    }
    let mut bytes = Vec::new();
    match reader.take(MOST_BYTES + 1).read_to_end(&mut bytes) {
        Err(error) => take(damaged(entry, error)),
        Ok(n) if n as u64 > MOST_BYTES => take(piece(true, Content::Damaged(Cause::TooLarge))),
        Ok(_) => take(piece(true, Content::Record(bytes, kind.as_deref().and_then(Format::from_extension)))),
    }
}

fn lines(mut reader: impl BufRead, piece: &dyn Fn(bool, Content) -> Piece, take: &mut Take<'_>) -> bool {
    let mut begins = true;
    loop {
        let mut bytes = Vec::with_capacity(LINES + (LINES >> 4));
        let mut end: Option<Option<Cause>> = None;
        while bytes.len() < LINES {
            let before = bytes.len();
            match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
                Ok(0) => end = Some(None),
                Ok(n) if n as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') => {
                    bytes.truncate(before);
                    end = Some(Some(Cause::LongLine(LONGEST_LINE)));
                }
                Ok(_) => {}
                // Half a line may look like a game that ended early.
                Err(error) => {
                    bytes.truncate(before);
                    end = Some(Some(error.into()));
                }
            }
            if end.is_some() {
                break;
            }
        }
        let whole = (begins && end == Some(None)) || !bytes.is_empty();
        if whole && !take(piece(std::mem::take(&mut begins), Content::Lines(bytes))) {
            return false;
        }
        match end {
            None => {}
            Some(None) => return true,
            Some(Some(cause)) => return take(piece(begins, Content::Damaged(cause))),
        }
    }
}
