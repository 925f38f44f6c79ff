//! Rows become parts of tables on disk.

use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::{
    ArrayRef, BinaryBuilder, Date32Builder, Float64Builder, Int8Builder, Int64Builder, ListBuilder, RecordBatch,
    StringBuilder, UInt8Builder, UInt16Builder, UInt32Builder, UInt64Builder,
};
use arrow::compute::kernels::cast_utils::Parser;
use arrow::datatypes::{DataType, Date32Type, Field};
use goban::{Color, Move};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use record::{Margin, Outcome};
use twox_hash::XxHash64;

use super::ImportError;
use super::parse::{Taken, vertex};
use crate::dataset::{Cursor, Dataset, Part, Table, at};

/// Rows to be written together.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) games: Vec<GameRow>,
    pub(crate) faults: Vec<FaultRow>,
    pub(crate) sources: Vec<SourceRow>,
}

pub(crate) struct GameRow {
    pub(crate) source: Arc<str>,
    pub(crate) entry: Option<Arc<str>>,
    pub(crate) number: u32,
    pub(crate) taken: Box<Taken>,
}

pub(crate) struct FaultRow {
    pub(crate) source: Arc<str>,
    pub(crate) entry: Option<Arc<str>>,
    pub(crate) number: Option<u32>,
    pub(crate) kind: &'static str,
    pub(crate) reason: String,
    pub(crate) game: Option<u64>,
}

pub(crate) struct SourceRow {
    pub(crate) source: Arc<str>,
    pub(crate) key: u64,
    pub(crate) bytes: u64,
    pub(crate) modified: i64,
    pub(crate) games: u64,
    pub(crate) faults: u64,
}

/// The parts that are being written.
pub(crate) struct Writer {
    dataset: Dataset,
    open: Vec<Open>,
}

struct Open {
    table: Table,
    /// Where it is written, and where it will be.
    beside: PathBuf,
    file: String,
    rows: u64,
    writer: ArrowWriter<Hashed>,
}

/// A file whose bytes are hashed on their way.
struct Hashed {
    file: BufWriter<File>,
    hash: XxHash64,
    bytes: u64,
}

impl Write for Hashed {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let n = self.file.write(buffer)?;
        self.hash.write(&buffer[..n]);
        self.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Writer {
    pub(crate) fn new(dataset: Dataset) -> Writer {
        Writer { dataset, open: Vec::new() }
    }

    /// Writes rows; they count only after the next [`commit`](Writer::commit).
    pub(crate) fn write(&mut self, group: &Group) -> Result<(), ImportError> {
        let positions = self.dataset.has_positions();
        type Columns = fn(&Group) -> Vec<ArrayRef>;
        let tables: Vec<(Table, Columns, bool)> = vec![
            (Table::Plies, plies, !group.games.is_empty()),
            (Table::Positions, self::positions, positions && !group.games.is_empty()),
            (Table::Games, games, !group.games.is_empty()),
            (Table::Faults, faults, !group.faults.is_empty()),
            (Table::Sources, sources, !group.sources.is_empty()),
        ];
        for (table, _, any) in &tables {
            if *any && !self.open.iter().any(|open| open.table == *table) {
                let open = Open::new(&self.dataset, *table)?;
                self.open.push(open);
            }
        }
        use rayon::prelude::*;
        // One table to a core.
        self.open.par_iter_mut().try_for_each(|open| {
            match tables.iter().find(|(table, _, any)| *any && *table == open.table) {
                Some((_, columns, _)) => open.write(columns(group)),
                None => Ok(()),
            }
        })
    }

    /// Makes everything written so far part of the corpus, in one step.
    pub(crate) fn commit(&mut self, cursors: Vec<Cursor>) -> Result<(), ImportError> {
        let mut parts = Vec::new();
        for open in std::mem::take(&mut self.open) {
            parts.push(open.finish(&self.dataset)?);
        }
        // The order of the tables, not the order in which they had their first row.
        parts.sort_by_key(|part| part.table);
        let list = &mut self.dataset.list;
        list.next += u64::from(!parts.is_empty());
        list.parts.extend(parts);
        list.cursors = cursors;
        list.aji = env!("CARGO_PKG_VERSION").to_string();
        self.dataset.save()?;
        Ok(())
    }
}

impl Open {
    fn new(dataset: &Dataset, table: Table) -> Result<Open, ImportError> {
        let file = format!("{}/{:06}.parquet", table.name(), dataset.list.next);
        let folder = dataset.folder().join(table.name());
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        let beside = dataset.folder().join(format!("{file}.tmp"));
        let handle = File::create(&beside).map_err(at(&beside))?;
        let hashed = Hashed { file: BufWriter::new(handle), hash: XxHash64::with_seed(0), bytes: 0 };
        let level = ZstdLevel::try_new(LEVEL).expect("a level that zstd has");
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_max_row_group_row_count(Some(row_group(table)))
            .build();
        let writer = ArrowWriter::try_new(hashed, table.schema(), Some(properties))
            .map_err(|error| ImportError::Table { path: beside.clone(), reason: error.to_string() })?;
        Ok(Open { table, beside, file, rows: 0, writer })
    }

    fn write(&mut self, columns: Vec<ArrayRef>) -> Result<(), ImportError> {
        let batch = RecordBatch::try_new(self.table.schema(), columns);
        let written = batch.map_err(|error| error.to_string()).and_then(|batch| {
            self.rows += batch.num_rows() as u64;
            self.writer.write(&batch).map_err(|error| error.to_string())
        });
        written.map_err(|reason| ImportError::Table { path: self.beside.clone(), reason })
    }

    fn finish(self, dataset: &Dataset) -> Result<Part, ImportError> {
        let Open { table, beside, file, rows, writer } = self;
        let hashed = writer
            .into_inner()
            .map_err(|error| ImportError::Table { path: beside.clone(), reason: error.to_string() })?;
        let path = dataset.folder().join(&file);
        let Hashed { file: buffered, hash, bytes } = hashed;
        let settle = |beside: &Path| -> io::Result<()> {
            buffered.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
            fs::rename(beside, &path)?;
            path.parent().map_or(Ok(()), input::sync_folder)
        };
        settle(&beside).map_err(at(&path))?;
        Ok(Part { table, file, rows, bytes, xxh64: format!("{:016x}", hash.finish()) })
    }
}

/// Small files matter more than the last bit of speed: this level costs little.
const LEVEL: i32 = 3;

/// Rows that are packed together: what a reader takes at once, and where a file is split among cores. Following a game is
/// much work, so that cores share games in small lots.
fn row_group(table: Table) -> usize {
    match table {
        Table::Games => 1 << 10,
        _ => 1 << 19,
    }
}

fn sign(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

fn games(group: &Group) -> Vec<ArrayRef> {
    let mut game = UInt64Builder::new();
    let mut source = StringBuilder::new();
    let mut entry = StringBuilder::new();
    let mut number = UInt32Builder::new();
    let mut name = StringBuilder::new();
    let mut size = UInt8Builder::new();
    let mut texts: [StringBuilder; 8] = Default::default();
    let mut date = Date32Builder::new();
    let mut komi = Float64Builder::new();
    let mut handicap = UInt8Builder::new();
    let mut winner = Int8Builder::new();
    let mut margin = Float64Builder::new();
    let mut n_moves = UInt16Builder::new();
    let mut moves = StringBuilder::new();
    let mut line = BinaryBuilder::new();
    for row in &group.games {
        let Taken { hash, line: stored, info, .. } = &*row.taken;
        game.append_value(*hash);
        source.append_value(&row.source);
        entry.append_option(row.entry.as_deref());
        number.append_value(row.number);
        name.append_option(info.name.as_deref());
        size.append_value(stored.size().get() as u8);
        let (black, white) = (&info.players.black, &info.players.white);
        let all =
            [&black.name, &white.name, &black.rank, &white.rank, &info.event, &info.date, &info.rules, &info.result];
        for (builder, text) in texts.iter_mut().zip(all) {
            builder.append_option(text.as_deref());
        }
        date.append_option(info.date.as_deref().and_then(day));
        komi.append_option(info.komi);
        handicap.append_value(info.handicap.map_or(0, |stones| u8::try_from(stones).unwrap_or(u8::MAX)));
        let (won, by) = match info.outcome() {
            Some(Outcome::Win { winner, margin: Margin::Points(points) }) => (Some(sign(winner)), Some(points)),
            Some(Outcome::Win { winner, .. }) => (Some(sign(winner)), None),
            Some(Outcome::Draw) => (Some(0), Some(0.0)),
            _ => (None, None),
        };
        winner.append_option(won);
        margin.append_option(by);
        n_moves.append_value(stored.n_moves() as u16);
        moves.append_value(stored.moves());
        line.append_option(stored.code());
    }
    let [black, white, black_rank, white_rank, event, played, rules, result] =
        texts.map(|mut builder| Arc::new(builder.finish()) as ArrayRef);
    vec![
        Arc::new(game.finish()),
        Arc::new(source.finish()),
        Arc::new(entry.finish()),
        Arc::new(number.finish()),
        Arc::new(name.finish()),
        Arc::new(size.finish()),
        black,
        white,
        black_rank,
        white_rank,
        event,
        played,
        Arc::new(date.finish()),
        rules,
        Arc::new(komi.finish()),
        Arc::new(handicap.finish()),
        result,
        Arc::new(winner.finish()),
        Arc::new(margin.finish()),
        Arc::new(n_moves.finish()),
        Arc::new(moves.finish()),
        Arc::new(line.finish()),
    ]
}

/// The day that a date as SGF writes it begins with, in days since 1970; none if only the year or month is known.
fn day(text: &str) -> Option<i32> {
    let text = text.trim_start();
    let head = text.get(..10)?;
    let shape = head.bytes().enumerate().all(|(i, byte)| match i {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    // A fifth digit would make another day of it.
    let ends = !text[10..].starts_with(|c: char| c.is_ascii_digit());
    (shape && ends).then(|| Date32Type::parse(head)).flatten()
}

fn plies(group: &Group) -> Vec<ArrayRef> {
    let rows = group.games.iter().map(|row| row.taken.line.n_moves()).sum();
    let mut game = UInt64Builder::with_capacity(rows);
    let mut move_number = UInt16Builder::with_capacity(rows);
    let mut color = Int8Builder::with_capacity(rows);
    let mut mv = StringBuilder::with_capacity(rows, 3 * rows);
    let mut column = UInt8Builder::with_capacity(rows);
    let mut line = UInt8Builder::with_capacity(rows);
    let mut captured = UInt16Builder::with_capacity(rows);
    let mut captures = ListBuilder::new(StringBuilder::new()).with_field(Field::new_list_field(DataType::Utf8, false));
    for row in &group.games {
        let size = row.taken.line.size();
        let Some(plies) = &row.taken.plies else { continue };
        let mut taking = plies.captures.iter().peekable();
        for (i, &(by, played)) in plies.moves.iter().enumerate() {
            game.append_value(row.taken.hash);
            move_number.append_value((i + 1) as u16);
            color.append_value(sign(by));
            mv.append_value(vertex(size, played));
            let point = match played {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            };
            column.append_option(point.map(|point| point.column() as u8));
            line.append_option(point.map(|point| point.row() as u8));
            let taken = taking.next_if(|(at, _)| *at == i).map_or(&[][..], |(_, points)| points);
            captured.append_value(taken.len() as u16);
            for &point in taken {
                captures.values().append_value(size.vertex(point));
            }
            captures.append(true);
        }
    }
    vec![
        Arc::new(game.finish()),
        Arc::new(move_number.finish()),
        Arc::new(color.finish()),
        Arc::new(mv.finish()),
        Arc::new(column.finish()),
        Arc::new(line.finish()),
        Arc::new(captured.finish()),
        Arc::new(captures.finish()),
    ]
}

fn positions(group: &Group) -> Vec<ArrayRef> {
    let mut game = UInt64Builder::new();
    let mut move_number = UInt16Builder::new();
    let mut next = Int8Builder::new();
    let mut position = BinaryBuilder::new();
    for row in &group.games {
        let Some(plies) = &row.taken.plies else { continue };
        let mut begin = 0;
        for (i, (&end, &color)) in plies.ends.iter().zip(&plies.next).enumerate() {
            game.append_value(row.taken.hash);
            move_number.append_value(i as u16);
            next.append_value(sign(color));
            position.append_value(&plies.positions[begin..end]);
            begin = end;
        }
    }
    vec![Arc::new(game.finish()), Arc::new(move_number.finish()), Arc::new(next.finish()), Arc::new(position.finish())]
}

fn faults(group: &Group) -> Vec<ArrayRef> {
    let mut texts: [StringBuilder; 4] = Default::default();
    let mut number = UInt32Builder::new();
    let mut game = UInt64Builder::new();
    for row in &group.faults {
        let all = [Some(&*row.source), row.entry.as_deref(), Some(row.kind), Some(row.reason.as_str())];
        for (builder, text) in texts.iter_mut().zip(all) {
            builder.append_option(text);
        }
        number.append_option(row.number);
        game.append_option(row.game);
    }
    let [source, entry, kind, reason] = texts.map(|mut builder| Arc::new(builder.finish()) as ArrayRef);
    vec![source, entry, Arc::new(number.finish()), kind, reason, Arc::new(game.finish())]
}

fn sources(group: &Group) -> Vec<ArrayRef> {
    let mut source = StringBuilder::new();
    let mut modified = Int64Builder::new();
    let mut numbers: [UInt64Builder; 4] = Default::default();
    for row in &group.sources {
        source.append_value(&row.source);
        modified.append_value(row.modified);
        for (builder, number) in numbers.iter_mut().zip([row.key, row.bytes, row.games, row.faults]) {
            builder.append_value(number);
        }
    }
    let [key, bytes, games, faults] = numbers.map(|mut builder| Arc::new(builder.finish()) as ArrayRef);
    vec![Arc::new(source.finish()), key, bytes, Arc::new(modified.finish()), games, faults]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_only_taken_where_they_are_said() {
        for (text, expected) in [
            ("1970-01-02", Some(1)),
            ("2016-03-09,10,12", Some(16869)),
            (" 1846-09-11", Some(-45037)),
            ("1846", None),
            ("1846-09", None),
            ("2016-02-30", None),
            ("2016-03-091", None),
            ("11 Sep 1846", None),
            ("１９４６", None),
        ] {
            assert_eq!(day(text), expected, "{text}");
        }
    }
}
