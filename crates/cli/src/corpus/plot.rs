//! The answer to a query as a picture.

use std::path::{Path, PathBuf};

use corpus::sql::{Answer, Column, SqlError, Values};
use figures::{BoardFigure, Chart, Field, Sample, Series};
use goban::{Board, BoardSize};

use crate::failure::Failure;
use crate::picture::PictureArgs;

/// What kind of picture, and where it goes.
pub(super) struct Plot {
    kind: Kind,
    out: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Line,
    Histogram,
    Box,
    Map,
}

/// Bars of a histogram.
const BINS: usize = 40;

/// More curves or boxes than this cannot be told apart.
const MOST: usize = 24;

/// The width of a PNG in pixels.
const WIDTH: u32 = 1000;

impl Plot {
    /// Reads the two words behind `--plot`.
    ///
    /// # Errors
    /// When the kind is unknown, or the ending of the file says neither SVG nor PNG.
    pub(super) fn new(words: &[String]) -> Result<Plot, Failure> {
        let [kind, out] = words else { return Err(Failure::usage("--plot: a kind and a file are needed")) };
        let kind = match kind.as_str() {
            "line" => Kind::Line,
            "hist" => Kind::Histogram,
            "box" => Kind::Box,
            "map" => Kind::Map,
            other => {
                return Err(
                    Failure::usage(format!("unknown kind '{other}'; there are: line, hist, box, map")).about("--plot")
                );
            }
        };
        let plot = Plot { kind, out: PathBuf::from(out) };
        match ending(&plot.out).as_str() {
            "svg" | "png" => Ok(plot),
            _ => Err(Failure::usage(format!("{out} ends neither in .svg nor in .png")).about("--plot")),
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.out
    }

    /// Draws the answer and gives back its number of rows; who asks says what was written.
    ///
    /// # Errors
    /// When the query cannot be answered, its columns are not what the picture needs, or the file cannot be written.
    pub(super) fn draw(&self, answer: Answer<'_>, of_query: impl Fn(SqlError) -> Failure) -> Result<usize, Failure> {
        let columns = answer.columns().map_err(of_query)?;
        let rows = columns.first().map_or(0, |column| match &column.values {
            Values::Numbers(values) => values.len(),
            Values::Lists(values) => values.len(),
            Values::Texts(values) => values.len(),
        });
        let figure = figure(self.kind, &columns).map_err(|reason| Failure::usage(reason).about("--plot"))?;
        let out = Some(self.out.clone());
        let mut to = PictureArgs { svg: None, png: None, width: WIDTH };
        *(if ending(&self.out) == "svg" { &mut to.svg } else { &mut to.png }) = out;
        match &figure {
            Picture::Chart(chart) => to.write(&**chart)?,
            Picture::Board(board) => to.write(&**board)?,
        };
        Ok(rows)
    }
}

fn ending(path: &Path) -> String {
    path.extension().map_or(String::new(), |ending| ending.to_string_lossy().to_ascii_lowercase())
}

/// A figure that is not drawn yet.
#[derive(Debug)]
enum Picture {
    Chart(Box<Chart>),
    Board(Box<BoardFigure>),
}

fn figure(kind: Kind, columns: &[Column]) -> Result<Picture, String> {
    match kind {
        Kind::Line => lines(columns),
        Kind::Histogram => {
            let (samples, name) = samples(columns)?;
            // One sample needs no legend beside its axis.
            let count = if samples.len() == 1 { "rows" } else { "share of rows" };
            Ok(Picture::Chart(Box::new(Chart::histogram(samples, BINS).axes(&name, count))))
        }
        Kind::Box => {
            let (samples, name) = samples(columns)?;
            let group = if columns.len() > 1 { columns[0].name.as_str() } else { "" };
            Ok(Picture::Chart(Box::new(Chart::boxes(samples).without_outliers().axes(group, &name))))
        }
        Kind::Map => map(columns).map(|figure| Picture::Board(Box::new(figure))),
    }
}

/// Curves: the first column to the right, every other number a curve; a text names the curve of its row.
fn lines(columns: &[Column]) -> Result<Picture, String> {
    const NEEDS: &str = "a line needs a column of numbers to the right and at least one upwards; a column of texts between \
                         them names the curves";
    let Some((Column { name: x_name, values: Values::Numbers(x) }, rest)) = columns.split_first() else {
        return Err(NEEDS.to_string());
    };
    let (series, y_name) = match rest {
        [Column { values: Values::Texts(names), .. }, Column { name, values: Values::Numbers(y) }] => {
            let points: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
            let groups = grouped(names, &points)?;
            let series: Vec<Series> = groups.into_iter().map(|(name, points)| Series::points(&name, points)).collect();
            (series, name.as_str())
        }
        [] => return Err(NEEDS.to_string()),
        several => {
            let mut series = Vec::new();
            for column in several {
                let Values::Numbers(y) = &column.values else { return Err(NEEDS.to_string()) };
                series.push(Series::points(&column.name, x.iter().copied().zip(y.iter().copied())));
            }
            (series, if several.len() == 1 { several[0].name.as_str() } else { "" })
        }
    };
    Ok(Picture::Chart(Box::new(Chart::curves(series).axes(x_name, y_name))))
}

/// Samples: the last column has the numbers, one before it says which sample a row belongs to.
fn samples(columns: &[Column]) -> Result<(Vec<Sample>, String), String> {
    let needs =
        || "it needs a column of numbers, and if you like one before it that says which group a row is in".to_string();
    match columns {
        [Column { name, values: Values::Numbers(values) }] => {
            Ok((vec![Sample::new(name, values.iter().copied())], name.clone()))
        }
        [group, Column { name, values: Values::Numbers(values) }] => {
            let names: Vec<String> = match &group.values {
                Values::Texts(names) => names.clone(),
                Values::Numbers(numbers) => numbers.iter().map(f64::to_string).collect(),
                Values::Lists(_) => return Err(needs()),
            };
            let groups = grouped(&names, values)?;
            Ok((groups.into_iter().map(|(group, values)| Sample::new(&group, values)).collect(), name.clone()))
        }
        _ => Err(needs()),
    }
}

/// Values by name, in the order in which the names come up.
fn grouped<T: Copy>(names: &[String], values: &[T]) -> Result<Vec<(String, Vec<T>)>, String> {
    let mut groups: Vec<(String, Vec<T>)> = Vec::new();
    for (name, value) in names.iter().zip(values) {
        let full = groups.len() == MOST;
        match groups.iter_mut().find(|(known, _)| known == name) {
            Some((_, group)) => group.push(*value),
            None if full => {
                return Err(format!("there are more than {MOST} groups; choose some with where"));
            }
            None => groups.push((name.clone(), vec![*value])),
        }
    }
    Ok(groups)
}

/// A board: a column of maps, the mean of which is drawn, or points with a number each.
fn map(columns: &[Column]) -> Result<BoardFigure, String> {
    let (name, size, values) = match columns {
        [Column { name, values: Values::Lists(maps) }] => {
            let area = maps.iter().map(Vec::len).max().unwrap_or(0);
            let size = BoardSize::all().find(|size| size.area() == area);
            let size = size.ok_or_else(|| "the lists are no maps: they need a number for each point".to_string())?;
            if maps.iter().any(|map| !map.is_empty() && map.len() != area) {
                return Err("the maps are of boards of several sizes; choose one with where".to_string());
            }
            (name, size, mean(maps, area))
        }
        [
            Column { values: Values::Numbers(column), .. },
            Column { values: Values::Numbers(row), .. },
            Column { name, values: Values::Numbers(values) },
        ] => {
            let cells = column.iter().zip(row).zip(values);
            // A pass has no point.
            let placed = cells.filter(|((column, row), _)| column.is_finite() && row.is_finite());
            let placed: Vec<(usize, usize, f64)> =
                placed.map(|((column, row), value)| (*column as usize, *row as usize, *value)).collect();
            let last = placed.iter().map(|(column, row, _)| *column.max(row)).max().unwrap_or(0);
            let size = [9, 13, 19, BoardSize::MAX].into_iter().find(|side| *side > last).and_then(BoardSize::new);
            let size = size.ok_or_else(|| "column and row are counted from 0 and below 25".to_string())?;
            let mut sums = vec![0.0; size.area()];
            for (column, row, value) in placed {
                sums[row * size.get() + column] += value;
            }
            (name, size, sums)
        }
        _ => {
            return Err(
                "a map needs one column of maps, such as freedom_lead_map(position), or column, row and a number"
                    .to_string(),
            );
        }
    };
    let signed = values.iter().any(|value| *value < 0.0);
    let field = if signed { Field::signed(name, values) } else { Field::sequential(name, values) };
    Ok(BoardFigure::new(&Board::new(size)).field(field))
}

/// The mean at each point, over the maps that have a number there.
fn mean(maps: &[Vec<f64>], area: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0_u32); area];
    for map in maps {
        for ((sum, n), value) in sums.iter_mut().zip(map).filter(|(_, value)| value.is_finite()) {
            *sum += value;
            *n += 1;
        }
    }
    sums.into_iter().map(|(sum, n)| if n == 0 { f64::NAN } else { sum / f64::from(n) }).collect()
}
