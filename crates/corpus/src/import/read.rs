//! The sources, piece by piece, in their order.

use std::collections::HashSet;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{SystemTime, UNIX_EPOCH};

use input::{Cause, Content, InputError, Source, Wanted};
use twox_hash::XxHash64;

use super::known::Known;
use super::parse::{Parsed, parse};
use crate::dataset::Cursor;

/// A batch is handed over when it has this many bytes or pieces for each core.
const BATCH_BYTES: usize = 1 << 19;
const BATCH_PIECES: usize = 1 << 8;

/// At most this many names that lead nowhere are reported.
const MOST_MISSING: usize = 100;

/// A source and what is known of it.
#[derive(Debug)]
pub(crate) struct Origin {
    pub(crate) name: Arc<str>,
    /// The hash of its full name.
    pub(crate) key: u64,
    pub(crate) bytes: u64,
    /// Nanoseconds since 1970.
    pub(crate) modified: i64,
    /// Where to go on.
    pub(crate) cursor: Cursor,
    /// Whether it was read before, at least in part, and is another file now.
    pub(crate) changed: bool,
}

/// A piece of a source, or its end.
pub(crate) struct Item {
    pub(crate) origin: Arc<Origin>,
    pub(crate) entry: Option<Arc<str>>,
    pub(crate) begins: bool,
    pub(crate) content: Option<Content>,
}

impl Item {
    pub(crate) fn parse(&self, known: &Known, positions: bool) -> Option<Parsed> {
        self.content.as_ref().map(|content| parse(content, self.begins, known, positions))
    }

    fn weight(&self) -> usize {
        match &self.content {
            Some(Content::Record(bytes, _) | Content::Lines(bytes)) => bytes.len(),
            _ => 0,
        }
    }
}

/// The sources that a corpus has read, to the end or in part.
pub(crate) struct Shelf {
    /// Key and stamp of those read to the end, sorted.
    done: Vec<(u64, u64)>,
    cursors: Vec<Cursor>,
}

impl Shelf {
    pub(crate) fn new(mut done: Vec<(u64, u64)>, cursors: Vec<Cursor>) -> Shelf {
        done.sort_unstable();
        Shelf { done, cursors }
    }

    fn is_done(&self, key: u64, stamp: u64) -> bool {
        self.done.binary_search(&(key, stamp)).is_ok()
    }

    fn was_seen(&self, key: u64) -> bool {
        let first = self.done.partition_point(|&(other, _)| other < key);
        self.done.get(first).is_some_and(|&(other, _)| other == key) || self.cursors.iter().any(|c| c.key == key)
    }

    fn cursor(&self, key: u64, stamp: u64) -> Option<&Cursor> {
        self.cursors.iter().find(|cursor| cursor.key == key && cursor.stamp == stamp)
    }
}

/// What tells one state of a file from another.
pub(crate) fn stamp(bytes: u64, modified: i64) -> u64 {
    let mut hash = XxHash64::with_seed(1);
    hash.write(&bytes.to_le_bytes());
    hash.write(&modified.to_le_bytes());
    hash.finish()
}

/// What was met on the way.
#[derive(Default)]
pub(crate) struct Looked {
    pub(crate) unchanged: u64,
    pub(crate) missing: Vec<InputError>,
    /// Bytes of files that were not read again.
    pub(crate) passed_over: u64,
    /// Whether nothing was left.
    pub(crate) ended: bool,
}

/// Reads all sources that are new or have changed, until nobody listens or `stop` is set.
pub(crate) fn run(
    names: &[PathBuf],
    shelf: &Shelf,
    read: &Arc<AtomicU64>,
    stop: &AtomicBool,
    cores: usize,
    out: SyncSender<Vec<Item>>,
) -> Looked {
    let mut looked = Looked::default();
    let mut batch = Batch { items: Vec::new(), bytes: 0, cores, out };
    let mut before = HashSet::new();
    for name in names {
        for source in input::walk(std::slice::from_ref(name), Wanted::Archives) {
            if stop.load(Ordering::Relaxed) {
                return looked;
            }
            let (source, origin) = match source.and_then(|source| look(source, shelf, &before)) {
                Ok(Some(found)) => found,
                Ok(None) => continue,
                Err(missing) => {
                    if looked.missing.len() < MOST_MISSING {
                        looked.missing.push(missing);
                    }
                    continue;
                }
            };
            let behind = read.load(Ordering::Relaxed);
            if shelf.is_done(origin.key, stamp(origin.bytes, origin.modified)) {
                looked.unchanged += 1;
                looked.passed_over += origin.bytes;
                read.fetch_add(origin.bytes, Ordering::Relaxed);
                continue;
            }
            let origin = Arc::new(origin);
            let mut listened = true;
            let opened = source.pieces(origin.cursor.pieces, read, |piece| {
                let entry = piece.entry.map(Arc::from);
                let item =
                    Item { origin: Arc::clone(&origin), entry, begins: piece.begins, content: Some(piece.content) };
                listened = batch.push(item) && !stop.load(Ordering::Relaxed);
                listened
            });
            if !listened {
                return looked;
            }
            // Readers of archives do not read every byte.
            read.store(behind + origin.bytes, Ordering::Relaxed);
            match opened {
                Ok(()) => {
                    let end = Item { origin, entry: None, begins: false, content: None };
                    if !batch.push(end) {
                        return looked;
                    }
                }
                Err(error) if looked.missing.len() < MOST_MISSING => looked.missing.push(error),
                Err(_) => {}
            }
        }
        before.extend(fs::canonicalize(name));
    }
    looked.ended = batch.flush();
    looked
}

/// What is known of a source; none if it was named before.
fn look(source: Source, shelf: &Shelf, before: &HashSet<PathBuf>) -> Result<Option<(Source, Origin)>, InputError> {
    let Some(path) = source.path() else { return Err(source.error(Cause::Stdin)) };
    let full = fs::canonicalize(path).map_err(|error| source.error(error))?;
    if !before.is_empty() && full.ancestors().any(|folder| before.contains(folder)) {
        return Ok(None);
    }
    let about = fs::metadata(&full).map_err(|error| source.error(error))?;
    let mut hash = XxHash64::with_seed(0);
    hash.write(full.as_os_str().as_encoded_bytes());
    let key = hash.finish();
    let (bytes, modified) = (about.len(), about.modified().map_or(0, nanoseconds));
    let stamp = stamp(bytes, modified);
    let name: Arc<str> = source.name().into();
    let begun = shelf.cursor(key, stamp).cloned();
    let changed = begun.is_none() && shelf.was_seen(key);
    let cursor = begun.unwrap_or_else(|| Cursor { source: name.to_string(), key, stamp, ..Cursor::default() });
    // A source that goes on keeps the name under which it began.
    let name = cursor.source.as_str().into();
    Ok(Some((source, Origin { name, key, bytes, modified, cursor, changed })))
}

fn nanoseconds(time: SystemTime) -> i64 {
    let nanoseconds = |duration: std::time::Duration| i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => nanoseconds(after),
        Err(before) => -nanoseconds(before.duration()),
    }
}

struct Batch {
    items: Vec<Item>,
    bytes: usize,
    cores: usize,
    out: SyncSender<Vec<Item>>,
}

impl Batch {
    /// Adds an item; says whether anybody listens.
    fn push(&mut self, item: Item) -> bool {
        self.bytes += item.weight();
        self.items.push(item);
        let full = self.bytes >= self.cores * BATCH_BYTES || self.items.len() >= self.cores * BATCH_PIECES;
        !full || self.flush()
    }

    fn flush(&mut self) -> bool {
        self.bytes = 0;
        self.items.is_empty() || self.out.send(std::mem::take(&mut self.items)).is_ok()
    }
}

/// Bytes of all sources, for whoever wants to know how long it takes.
pub(crate) fn total(names: &[PathBuf], stop: &AtomicBool) -> u64 {
    let length = |path: &Path| fs::metadata(path).map_or(0, |about| about.len());
    let sources = input::walk(names, Wanted::Archives).take_while(|_| !stop.load(Ordering::Relaxed));
    sources.flatten().filter_map(|source| source.path().map(|path| length(path))).sum()
}
