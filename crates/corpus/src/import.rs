//! Archives become a corpus.
//!
//! One thread reads the sources piece by piece, all cores parse and replay the pieces, one thread collects the results in the
//! order of the sources, leaves out what is there already and numbers the games, and one thread writes. What waits
//! between them is bounded, so memory does not grow with the sources; only eight bytes a game are kept to know it again.
//!
//! Rows count when the list of the corpus names their part, and the list says up to which record every unfinished source
//! is done. Whatever kills an import, the next one goes on from there and cuts the parts at the same records: the files
//! are the same, byte for byte, as those of an import that nobody disturbed.

mod known;
mod parse;
mod read;
mod write;

use std::fs::{self, File};
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use arrow::array::{Array, AsArray, RecordBatch};
use arrow::datatypes::{Int64Type, UInt64Type};
use input::InputError;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use rayon::prelude::*;
use twox_hash::XxHash64;

use self::known::Known;
use self::parse::{Fault, Parsed, Record};
use self::read::{Item, Origin, Shelf};
use self::write::{FaultRow, GameRow, Group, SourceRow, Writer};
use crate::dataset::{Cursor, Dataset, DatasetError, Table, at};

/// Games that make a part of the tables.
const PART: usize = 1 << 14;

/// Games that are handed to the writer at once.
const GROUP: usize = 1 << 10;

/// What to import, and where to.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// let import = corpus::Import::new("games.corpus", ["archive.zip", "more"]);
/// let report = import.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
/// println!("{} games", report.games);
/// ```
#[derive(Clone, Debug)]
pub struct Import {
    into: PathBuf,
    sources: Vec<PathBuf>,
    positions: bool,
    part: usize,
}

/// How far an import is.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Bytes of the sources as they lie on disk, those that are known included.
    pub bytes: u64,
    /// All of them.
    pub total: u64,
    /// Games taken in this run.
    pub games: u64,
    /// Games that were left out because they are there already.
    pub duplicates: u64,
    /// Other faults.
    pub faults: u64,
}

/// What an import did.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Games taken.
    pub games: u64,
    /// Moves of these games.
    pub moves: u64,
    /// Games left out because the same moves are there already.
    pub duplicates: u64,
    /// Other rows of `faults`.
    pub faults: u64,
    /// Sources read.
    pub sources: u64,
    /// Sources skipped: they were read before and have not changed.
    pub unchanged: u64,
    /// Bytes of the sources that were read, as they lie on disk.
    pub bytes: u64,
    /// Names that lead nowhere and files that cannot be opened; the first hundred.
    pub missing: Vec<InputError>,
    /// Whether it was asked to stop before the end. The same import goes on from there.
    pub stopped: bool,
}

/// Why an import cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The corpus as a whole.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// Somebody else writes there.
    #[error("{0}: another import is writing there; wait for it to end")]
    Busy(PathBuf),
    /// Positions are stored of all games or of none.
    #[error("{0}: the corpus is without positions; import into a new folder to have them")]
    Positions(PathBuf),
    /// The writer has stopped, and its own error says why.
    #[error("nobody writes any more")]
    Gone,
    /// A table cannot be read or written.
    #[error("{path}: {reason}")]
    Table {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

impl Import {
    /// An import of files, folders and archives into a folder, which is made if it is not there.
    pub fn new(into: impl Into<PathBuf>, sources: impl IntoIterator<Item = impl Into<PathBuf>>) -> Import {
        let sources = sources.into_iter().map(Into::into).collect();
        Import { into: into.into(), sources, positions: false, part: PART }
    }

    /// Whether the positions are stored too: 20 to 80 bytes each before compression. A corpus that has them keeps them.
    #[must_use]
    pub fn positions(mut self, stored: bool) -> Import {
        self.positions = stored;
        self
    }

    /// How many games make a part: what is lost at most when the import is killed, and done again. The same corpus needs the
    /// same number every time.
    #[must_use]
    pub fn games_per_part(mut self, games: usize) -> Import {
        self.part = games.max(1);
        self
    }

    /// Imports, until the end or until `stop` is set; what is in the corpus then stays there, and the same import goes on
    /// later. `progress` is called now and then.
    ///
    /// # Errors
    /// When the corpus cannot be read or written. Sources that cannot be read are not errors: they are in the report or in
    /// the table of faults.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress)) -> Result<Report, ImportError> {
        fs::create_dir_all(&self.into).map_err(at(&self.into))?;
        let lock_path = self.into.join("import.lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        // The lock ends with the process, however that ends.
        if lock.try_lock().is_err() {
            return Err(ImportError::Busy(self.into.clone()));
        }
        let dataset = match Dataset::open(&self.into) {
            Ok(dataset) if self.positions && !dataset.has_positions() => {
                return Err(ImportError::Positions(self.into.clone()));
            }
            Ok(dataset) => dataset,
            Err(DatasetError::Missing(_)) if Dataset::has_tables(&self.into) => {
                return Err(DatasetError::Unlisted(self.into.clone()).into());
            }
            Err(DatasetError::Missing(_)) => {
                // Listed before anything is written: what is then there without being named is ours to take away.
                let dataset = Dataset::empty(self.into.clone(), self.positions);
                dataset.save()?;
                dataset
            }
            Err(error) => return Err(error.into()),
        };
        dataset.tidy()?;
        let done = self.fill(dataset, stop, progress);
        // What was not finished is nobody's; a failure to take it away would only hide the error.
        if let Ok(dataset) = Dataset::open(&self.into) {
            let _ = dataset.tidy();
        }
        done
    }

    fn fill(
        &self,
        dataset: Dataset,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report, ImportError> {
        let known = Known::new(numbers(&dataset, Table::Games, "game")?);
        let shelf = Shelf::new(read_before(&dataset)?, dataset.list.cursors.clone());
        let positions = dataset.has_positions();
        let read = Arc::new(AtomicU64::new(0));
        let total = AtomicU64::new(0);
        let cores = rayon::current_num_threads();
        let counted = AtomicBool::new(false);
        let (batches_in, batches) = sync_channel::<Vec<Item>>(1);
        let (writes, to_write) = sync_channel::<Message>(1);
        let mut sink = Sink::new(dataset.clone(), known, self.part, writes);
        thread::scope(|scope| {
            let reader = scope.spawn(|| read::run(&self.sources, &shelf, &read, stop, cores, batches_in));
            scope.spawn(|| total.store(read::total(&self.sources, &counted), Ordering::Relaxed));
            let writer = scope.spawn(move || -> Result<(), ImportError> {
                let mut writer = Writer::new(dataset);
                while let Ok(message) = to_write.recv() {
                    match message {
                        Message::Rows(group) => writer.write(&group)?,
                        Message::Commit(cursors) => writer.commit(cursors)?,
                    }
                }
                Ok(())
            });
            let mut taken = Ok(());
            while let Ok(batch) = batches.recv() {
                let parse = |item: &Item| item.parse(&sink.known, positions);
                let parsed: Vec<Option<Parsed>> = batch.par_iter().map(parse).collect();
                taken = batch.iter().zip(parsed).try_for_each(|(item, parsed)| sink.take(item, parsed));
                if taken.is_err() {
                    break;
                }
                progress(&Progress {
                    bytes: read.load(Ordering::Relaxed),
                    total: total.load(Ordering::Relaxed),
                    games: sink.report.games,
                    duplicates: sink.report.duplicates,
                    faults: sink.report.faults,
                });
            }
            // Nobody listens to the reader any more.
            drop(batches);
            let looked = reader.join().expect("the reader does not panic");
            counted.store(true, Ordering::Relaxed);
            if taken.is_ok() && looked.ended {
                taken = sink.finish();
            }
            let mut report = sink.close();
            // If the writer failed, that is the reason why nobody took the rows.
            writer.join().expect("the writer does not panic")?;
            taken?;
            // The reader stops when it is told to; what it had read by then is taken.
            report.stopped = !looked.ended;
            report.unchanged = looked.unchanged;
            report.missing = looked.missing;
            report.bytes = read.load(Ordering::Relaxed).saturating_sub(looked.passed_over);
            Ok(report)
        })
    }
}

/// What the writer is reported.
enum Message {
    Rows(Group),
    Commit(Vec<Cursor>),
}

/// Takes what was read, in the order of the sources.
struct Sink {
    known: Known,
    /// What is there from sources that have changed since; read when it is needed.
    row_hashes: Option<Known>,
    dataset: Dataset,
    part: usize,
    writes: SyncSender<Message>,
    group: Group,
    /// Games, and all rows, since the last commit.
    games_in_part: usize,
    rows_in_part: usize,
    /// The sources that were begun and are not at their end, without the present one.
    begun: Vec<Cursor>,
    /// The present source and how far it is.
    origin: Option<Arc<Origin>>,
    cursor: Cursor,
    report: Report,
}

impl Sink {
    fn new(dataset: Dataset, known: Known, part: usize, writes: SyncSender<Message>) -> Sink {
        Sink {
            known,
            row_hashes: None,
            begun: dataset.list.cursors.clone(),
            dataset,
            part,
            writes,
            group: Group::default(),
            games_in_part: 0,
            rows_in_part: 0,
            origin: None,
            cursor: Cursor::default(),
            report: Report::default(),
        }
    }

    fn take(&mut self, item: &Item, parsed: Option<Parsed>) -> Result<(), ImportError> {
        if !self.origin.as_ref().is_some_and(|origin| Arc::ptr_eq(origin, &item.origin)) {
            self.begin(&item.origin)?;
        }
        let Some(parsed) = parsed else { return self.end() };
        // The records of this piece that were taken by an import that did not come to its end.
        let behind = self.cursor.records;
        if item.begins && behind == 0 {
            self.cursor.games = 0;
            self.cursor.lines = 0;
        }
        for record in parsed.records.into_iter().skip(usize::try_from(behind).unwrap_or(usize::MAX)) {
            match record {
                Record::Fault(fault) => self.fault(item, fault, None, None),
                Record::Game(taken) => self.game(item, taken),
            }
            self.cursor.records += 1;
            self.hand_over()?;
        }
        self.cursor.pieces += 1;
        self.cursor.records = 0;
        self.cursor.lines += parsed.lines;
        Ok(())
    }

    fn begin(&mut self, origin: &Arc<Origin>) -> Result<(), ImportError> {
        if origin.changed && self.row_hashes.is_none() {
            self.row_hashes = Some(Known::new(row_hashes(&self.dataset)?));
        }
        self.begun.retain(|cursor| cursor.key != origin.key);
        self.cursor = origin.cursor.clone();
        self.origin = Some(Arc::clone(origin));
        Ok(())
    }

    fn end(&mut self) -> Result<(), ImportError> {
        let Some(origin) = self.origin.take() else { return Ok(()) };
        self.report.sources += 1;
        self.rows_in_part += 1;
        self.group.sources.push(SourceRow {
            source: Arc::clone(&origin.name),
            key: origin.key,
            bytes: origin.bytes,
            modified: origin.modified,
            games: self.cursor.kept,
            faults: self.cursor.faults,
        });
        self.cursor = Cursor::default();
        self.hand_over()
    }

    /// Whether a row with this hash is there already, from the same entry of a source that has changed since.
    fn is_there(&self, item: &Item, what: &[&[u8]]) -> bool {
        item.origin.changed
            && self
                .row_hashes
                .as_ref()
                .is_some_and(|row_hashes| row_hashes.contains(row_hash(&item.origin.name, item.entry.as_deref(), what)))
    }

    fn game(&mut self, item: &Item, mut taken: Box<parse::Taken>) {
        self.cursor.games += 1;
        let number = self.cursor.games;
        let hash = taken.hash;
        if !self.known.insert(hash) {
            if !self.is_there(item, &[&hash.to_le_bytes()]) {
                let reason = "the same moves are in the corpus already".to_string();
                self.report.duplicates += 1;
                self.push_fault(item, DUPLICATE, reason, Some(number), Some(hash));
            }
            return;
        }
        for fault in std::mem::take(&mut taken.notes) {
            self.fault(item, fault, Some(number), Some(hash));
        }
        self.report.games += 1;
        self.report.moves += taken.line.n_moves() as u64;
        self.cursor.kept += 1;
        self.games_in_part += 1;
        self.rows_in_part += 1;
        let (source, entry) = (Arc::clone(&item.origin.name), item.entry.clone());
        self.group.games.push(GameRow { source, entry, number, taken });
    }

    fn fault(&mut self, item: &Item, fault: Fault, number: Option<u32>, game: Option<u64>) {
        let Fault { kind, place, reason } = fault;
        let reason = match place {
            Some(place) => format!("{}:{}: {reason}", self.cursor.lines + place.line as u64, place.column),
            None => reason,
        };
        if !self.is_there(item, &[kind.as_bytes(), reason.as_bytes()]) {
            self.report.faults += 1;
            self.push_fault(item, kind, reason, number, game);
        }
    }

    fn push_fault(&mut self, item: &Item, kind: &'static str, reason: String, number: Option<u32>, game: Option<u64>) {
        self.cursor.faults += 1;
        self.rows_in_part += 1;
        let (source, entry) = (Arc::clone(&item.origin.name), item.entry.clone());
        self.group.faults.push(FaultRow { source, entry, number, kind, reason, game });
    }

    /// Hands rows to the writer when there are enough of them. Where it does depends on nothing but the records since the
    /// last commit: the parts have to be the same after a kill.
    fn hand_over(&mut self) -> Result<(), ImportError> {
        if self.games_in_part >= self.part || self.rows_in_part >= MOST_ROWS * self.part {
            return self.commit();
        }
        let Group { games, faults, sources } = &self.group;
        if games.len() >= GROUP || faults.len() + sources.len() >= MOST_ROWS * GROUP {
            self.send(Message::Rows)?;
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), ImportError> {
        let mut cursors = self.begun.clone();
        cursors.extend(self.origin.is_some().then(|| self.cursor.clone()));
        self.send(Message::Rows)?;
        (self.games_in_part, self.rows_in_part) = (0, 0);
        self.writes.send(Message::Commit(cursors)).map_err(|_| ImportError::Gone)
    }

    fn send(&mut self, message: impl FnOnce(Group) -> Message) -> Result<(), ImportError> {
        self.writes.send(message(std::mem::take(&mut self.group))).map_err(|_| ImportError::Gone)
    }

    /// After the last source: commits what is left.
    fn finish(&mut self) -> Result<(), ImportError> {
        if self.rows_in_part == 0 { Ok(()) } else { self.commit() }
    }

    /// Lets go of the writer.
    fn close(self) -> Report {
        self.report
    }
}

/// Rows of faults and sources weigh less than games: this many times more of them are kept together.
const MOST_ROWS: usize = 8;

/// The kind of fault that is a game that is there already.
const DUPLICATE: &str = "duplicate";

/// A hash for a row of a source: what it is, and in which entry.
fn row_hash(source: &str, entry: Option<&str>, what: &[&[u8]]) -> u64 {
    let mut hash = XxHash64::with_seed(2);
    for text in [source.as_bytes(), entry.unwrap_or_default().as_bytes()].iter().chain(what) {
        hash.write(&(text.len() as u64).to_le_bytes());
        hash.write(text);
    }
    hash.finish()
}

/// Reads columns of a table, batch by batch.
fn scan(
    dataset: &Dataset,
    table: Table,
    columns: &[&str],
    mut see: impl FnMut(&RecordBatch),
) -> Result<(), ImportError> {
    for path in dataset.files(table) {
        let damaged = |_| ImportError::Dataset(DatasetError::Part(path.clone()));
        let file = File::open(&path).map_err(at(&path))?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(damaged)?;
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
        for batch in builder.with_projection(mask).build().map_err(damaged)? {
            see(&batch.map_err(|_| DatasetError::Part(path.clone()))?);
        }
    }
    Ok(())
}

fn numbers(dataset: &Dataset, table: Table, name: &str) -> Result<Vec<u64>, ImportError> {
    let mut numbers = Vec::with_capacity(usize::try_from(dataset.rows(table)).unwrap_or(0));
    scan(dataset, table, &[name], |batch| {
        numbers.extend_from_slice(batch.column(0).as_primitive::<UInt64Type>().values())
    })?;
    Ok(numbers)
}

/// Key and stamp of the sources that were read to the end.
fn read_before(dataset: &Dataset) -> Result<Vec<(u64, u64)>, ImportError> {
    let mut sources = Vec::with_capacity(usize::try_from(dataset.rows(Table::Sources)).unwrap_or(0));
    scan(dataset, Table::Sources, &["key", "bytes", "modified"], |batch| {
        let [keys, bytes] = ["key", "bytes"].map(|name| batch[name].as_primitive::<UInt64Type>().values());
        let modified = batch["modified"].as_primitive::<Int64Type>().values();
        let rows = keys.iter().zip(bytes).zip(modified);
        sources.extend(rows.map(|((&key, &bytes), &modified)| (key, read::stamp(bytes, modified))));
    })?;
    Ok(sources)
}

/// The hashes of all rows with their sources and entries.
fn row_hashes(dataset: &Dataset) -> Result<Vec<u64>, ImportError> {
    let rows = dataset.rows(Table::Games) + dataset.rows(Table::Faults);
    let mut row_hashes = Vec::with_capacity(usize::try_from(rows).unwrap_or(0));
    scan(dataset, Table::Games, &["game", "source", "entry"], |batch| {
        let games = batch["game"].as_primitive::<UInt64Type>();
        let [sources, entries] = ["source", "entry"].map(|name| batch[name].as_string::<i32>());
        for row in 0..batch.num_rows() {
            let entry = entries.is_valid(row).then(|| entries.value(row));
            row_hashes.push(row_hash(sources.value(row), entry, &[&games.value(row).to_le_bytes()]));
        }
    })?;
    scan(dataset, Table::Faults, &["source", "entry", "kind", "reason", "game"], |batch| {
        let games = batch["game"].as_primitive::<UInt64Type>();
        let [sources, entries, kinds, reasons] =
            ["source", "entry", "kind", "reason"].map(|name| batch[name].as_string::<i32>());
        for row in 0..batch.num_rows() {
            let entry = entries.is_valid(row).then(|| entries.value(row));
            let hash = games.value(row).to_le_bytes();
            let (kind, reason) = (kinds.value(row), reasons.value(row));
            let what: &[&[u8]] = if kind == DUPLICATE { &[&hash] } else { &[kind.as_bytes(), reason.as_bytes()] };
            row_hashes.push(row_hash(sources.value(row), entry, what));
        }
    })?;
    Ok(row_hashes)
}
