//! The answer to a query, in the formats that people and programs read.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::csv::WriterBuilder;
use arrow::datatypes::{DataType, Float64Type, SchemaRef};
use arrow::json::writer::{ArrayWriter, LineDelimitedWriter};
use arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::dataframe::DataFrame;
use datafusion::execution::SendableRecordBatchStream;
use futures::StreamExt;
use futures::future::Either;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use tokio::runtime::Runtime;

use super::error::SqlError;

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Columns under their names, for reading.
    Table,
    /// Comma-separated values with a line of names.
    Csv,
    /// A list with one object a row.
    Json,
    /// One object a line.
    JsonLines,
}

/// A column of an answer as plain values, to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values, a row each.
    pub values: Values,
}

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// Numbers; null is NaN.
    Numbers(Vec<f64>),
    /// Lists of numbers, such as maps; null is an empty list.
    Lists(Vec<Vec<f64>>),
    /// Anything else, as it is written.
    Texts(Vec<String>),
}

/// A query that is ready to be answered.
pub struct Answer<'s> {
    frame: DataFrame,
    runtime: &'s Runtime,
    stop: Option<&'s AtomicBool>,
}

impl<'s> Answer<'s> {
    pub(crate) fn new(frame: DataFrame, runtime: &'s Runtime) -> Answer<'s> {
        Answer { frame, runtime, stop: None }
    }

    /// Breaks off, with [`SqlError::Stopped`], soon after somebody sets this.
    #[must_use]
    pub fn until(self, stop: &'s AtomicBool) -> Answer<'s> {
        Answer { stop: Some(stop), ..self }
    }

    /// The columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        SchemaRef::new(self.frame.schema().as_arrow().clone())
    }

    /// Computes all rows.
    ///
    /// # Errors
    /// When the query cannot be answered.
    pub fn batches(self) -> Result<Vec<RecordBatch>, SqlError> {
        let mut batches = Vec::new();
        self.each(|batch| {
            batches.push(batch);
            Ok(())
        })?;
        Ok(batches)
    }

    /// Computes the rows and hands them over as they come, so that an answer may be larger than the memory.
    ///
    /// # Errors
    /// When the query cannot be answered, or `take` refuses.
    pub fn each(self, mut take: impl FnMut(RecordBatch) -> Result<(), SqlError>) -> Result<(), SqlError> {
        let (runtime, stop) = (self.runtime, self.stop);
        let began = runtime.block_on(unless_stopped(stop, self.frame.execute_stream()))?;
        let mut stream: SendableRecordBatchStream = began?;
        while let Some(batch) = runtime.block_on(unless_stopped(stop, stream.next()))? {
            take(batch?)?;
        }
        Ok(())
    }

    /// Computes all rows and gives them back column by column.
    ///
    /// # Errors
    /// When the query cannot be answered.
    pub fn columns(self) -> Result<Vec<Column>, SqlError> {
        let schema = self.schema();
        let mut columns: Vec<Column> = schema
            .fields()
            .iter()
            .map(|field| {
                let is_list = matches!(field.data_type(), DataType::List(inner) if inner.data_type().is_numeric());
                let values = match field.data_type() {
                    kind if kind.is_numeric() => Values::Numbers(Vec::new()),
                    _ if is_list => Values::Lists(Vec::new()),
                    _ => Values::Texts(Vec::new()),
                };
                Column { name: field.name().clone(), values }
            })
            .collect();
        self.each(|batch| {
            for (column, array) in columns.iter_mut().zip(batch.columns()) {
                match &mut column.values {
                    Values::Numbers(all) => all.extend(numbers(array)?),
                    Values::Texts(all) => all.extend(cells(array.as_ref())?),
                    Values::Lists(all) => {
                        let lists = array.as_list::<i32>();
                        for row in 0..lists.len() {
                            all.push(if lists.is_null(row) { Vec::new() } else { numbers(&lists.value(row))? });
                        }
                    }
                }
            }
            Ok(())
        })?;
        Ok(columns)
    }

    /// Writes all rows and returns how many there were.
    ///
    /// # Errors
    /// When the query cannot be answered, or the answer cannot be written.
    pub fn write(self, format: Format, out: &mut dyn Write) -> Result<usize, SqlError> {
        let mut out = Watched { out, closed: false };
        let written = self.write_to(format, &mut out);
        if out.closed { Err(SqlError::ClosedPipe) } else { written }
    }

    fn write_to(self, format: Format, out: &mut dyn Write) -> Result<usize, SqlError> {
        let schema = self.schema();
        let mut rows = 0;
        match format {
            Format::Table => {
                let batches = self.batches()?;
                rows = batches.iter().map(RecordBatch::num_rows).sum();
                out.write_all(table(&schema, &batches)?.as_bytes()).map_err(|error| SqlError::of_output(&error))?;
            }
            Format::Csv => {
                // The names stand there even if no row does.
                let mut writer = WriterBuilder::new().with_header(true).build(out);
                writer.write(&RecordBatch::new_empty(flat(&schema))).map_err(of_arrow)?;
                self.each(|batch| {
                    rows += batch.num_rows();
                    writer.write(&flattened(&batch)?).map_err(of_arrow)
                })?;
            }
            Format::Json => {
                let mut writer = ArrayWriter::new(&mut *out);
                self.each(|batch| {
                    rows += batch.num_rows();
                    writer.write(&batch).map_err(of_arrow)
                })?;
                writer.finish().map_err(of_arrow)?;
                writeln!(out).map_err(|error| SqlError::of_output(&error))?;
            }
            Format::JsonLines => {
                let mut writer = LineDelimitedWriter::new(out);
                self.each(|batch| {
                    rows += batch.num_rows();
                    writer.write(&batch).map_err(of_arrow)
                })?;
                writer.finish().map_err(of_arrow)?;
            }
        }
        Ok(rows)
    }

    /// Writes a Parquet file and returns how many rows it has. The file is there whole or not at all.
    ///
    /// # Errors
    /// When the query cannot be answered, or the file cannot be written.
    pub fn write_parquet(self, path: &Path) -> Result<usize, SqlError> {
        input::write_whole(path, |file| self.write_parquet_to(file))
    }

    fn write_parquet_to(self, file: &File) -> Result<usize, SqlError> {
        let cannot = |error: &dyn std::fmt::Display| SqlError::Output(error.to_string());
        let properties = WriterProperties::builder().set_compression(Compression::ZSTD(Default::default())).build();
        let mut writer = ArrowWriter::try_new(file, self.schema(), Some(properties)).map_err(|error| cannot(&error))?;
        let mut rows = 0;
        self.each(|batch| {
            rows += batch.num_rows();
            writer.write(&batch).map_err(|error| cannot(&error))
        })?;
        writer.close().map_err(|error| cannot(&error))?;
        Ok(rows)
    }
}

/// Waits for some work, but not longer than until `stop` is set.
async fn unless_stopped<T>(stop: Option<&AtomicBool>, work: impl Future<Output = T>) -> Result<T, SqlError> {
    let stopped = async {
        while !stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    match futures::future::select(pin!(stopped), pin!(work)).await {
        Either::Left(_) => Err(SqlError::Stopped),
        Either::Right((done, _)) => Ok(done),
    }
}

/// Notices when nobody reads any more: the writers of Arrow hide it in a text.
struct Watched<'w> {
    out: &'w mut dyn Write,
    closed: bool,
}

impl Watched<'_> {
    fn notice<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        self.closed |= done.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        done
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.notice(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.notice(done)
    }
}

fn of_arrow(error: arrow::error::ArrowError) -> SqlError {
    SqlError::Output(error.to_string())
}

/// The columns of a CSV file: lists are written as texts.
fn flat(schema: &SchemaRef) -> SchemaRef {
    let fields: Vec<_> = schema
        .fields()
        .iter()
        .map(|field| if field.data_type().is_nested() { text_field(field.name()) } else { field.as_ref().clone() })
        .collect();
    SchemaRef::new(arrow::datatypes::Schema::new(fields))
}

fn text_field(name: &str) -> arrow::datatypes::Field {
    arrow::datatypes::Field::new(name, DataType::Utf8, true)
}

fn flattened(batch: &RecordBatch) -> Result<RecordBatch, SqlError> {
    let columns = batch.columns().iter().map(|column| {
        if !column.data_type().is_nested() {
            return Ok(std::sync::Arc::clone(column));
        }
        let texts: Result<arrow::array::StringArray, SqlError> =
            cells(column.as_ref()).map(|texts| texts.into_iter().map(Some).collect());
        Ok(std::sync::Arc::new(texts?) as arrow::array::ArrayRef)
    });
    let columns = columns.collect::<Result<Vec<_>, SqlError>>()?;
    let options = arrow::array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(flat(&batch.schema()), columns, &options).map_err(of_arrow)
}

/// A column as numbers.
fn numbers(column: &ArrayRef) -> Result<Vec<f64>, SqlError> {
    let floats = arrow::compute::cast(column, &DataType::Float64).map_err(of_arrow)?;
    Ok(floats.as_primitive::<Float64Type>().iter().map(|value| value.unwrap_or(f64::NAN)).collect())
}

/// A column as texts.
fn cells(column: &dyn Array) -> Result<Vec<String>, SqlError> {
    let format = FormatOptions::default().with_display_error(true);
    let formatter = ArrayFormatter::try_new(column, &format).map_err(of_arrow)?;
    (0..column.len()).map(|row| formatter.value(row).try_to_string().map_err(of_arrow)).collect()
}

/// The longest cell that is shown whole; positions and long lists are cut.
const LONGEST: usize = 48;

/// Rows under the names of their columns: numbers to the right, texts to the left, drawn boards over several lines.
fn table(schema: &SchemaRef, batches: &[RecordBatch]) -> Result<String, SqlError> {
    use std::fmt::Write as _;
    let fields = schema.fields();
    // A plan is a text of many lines and is shown as it is.
    let whole = fields.iter().any(|field| field.name() == "plan_type");
    let mut rows: Vec<Vec<Vec<String>>> = Vec::new();
    for batch in batches {
        let columns = batch.columns().iter().map(|column| cells(column.as_ref())).collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows() {
            rows.push(columns.iter().map(|cells| cells[row].lines().map(|line| cut(line, whole)).collect()).collect());
        }
    }
    let length = |text: &String| text.chars().count();
    let width = |column: usize| {
        let lines = rows.iter().flat_map(|row| row[column].iter().map(length)).max().unwrap_or(0);
        lines.max(fields[column].name().chars().count())
    };
    let widths: Vec<usize> = (0..fields.len()).map(width).collect();
    let to_right = |column: usize| fields[column].data_type().is_numeric();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut whole = String::new();
        for (column, cell) in cells.enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
            let gap = if column == 0 { "" } else { "  " };
            let _ =
                if to_right(column) { write!(whole, "{gap}{pad}{cell}") } else { write!(whole, "{gap}{cell}{pad}") };
        }
        text.push_str(whole.trim_end());
        text.push('\n');
    };
    line(&mut fields.iter().map(|field| field.name().as_str()));
    let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
    line(&mut rules.iter().map(String::as_str));
    for row in &rows {
        let height = row.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for at in 0..height {
            line(&mut row.iter().map(|cell| cell.get(at).map_or("", String::as_str)));
        }
    }
    Ok(text)
}

fn cut(line: &str, whole: bool) -> String {
    if whole || line.chars().count() <= LONGEST {
        return line.to_string();
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}
