//! What was learned: in words, as JSON, as figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use figures::{BoardFigure, Chart, Field, Figure, Series};
use goban::BoardSize;
use model::{Cell, Drawing, Drawn, Parameters, Summary};

use super::Train;
use crate::Context;
use crate::failure::Failure;
use crate::output;
use crate::picture;

/// Says what was packed.
pub(super) fn packed(arguments: &Train, settings: &Parameters, path: &Path, summary: &Summary) -> Result<(), Failure> {
    if arguments.json {
        let packed = Some(path.display().to_string());
        return output::print_json(&wire::Answer::new(wire::Learned {
            packed,
            ..learned(arguments, settings, summary)
        }));
    }
    output::print(&format!("{}: {}\n", path.display(), summary.title))
}

/// Writes figures, and tells what was learned.
pub(super) fn write(
    context: &Context<'_>,
    arguments: &Train,
    settings: &Parameters,
    summary: &Summary,
) -> Result<(), Failure> {
    if let Some(folder) = &arguments.plot {
        plot(arguments, summary, folder)?;
    }
    if arguments.json {
        let out = Some(arguments.out.as_ref().map(|path| path.display().to_string()));
        return output::print_json(&wire::Answer::new(wire::Learned { out, ..learned(arguments, settings, summary) }));
    }
    output::print(&text(context, arguments, summary))
}

fn learned(arguments: &Train, settings: &Parameters, summary: &Summary) -> wire::Learned {
    wire::learned(&arguments.model, wire::settings([settings], arguments.settings.seed()), summary)
}

fn number(value: f64) -> String {
    model::words::number(value, 4)
}

fn text(context: &Context<'_>, arguments: &Train, summary: &Summary) -> String {
    let paint = context.paint;
    let mut text = format!("{}\n", paint.bold(&summary.title));
    for (name, cell) in &summary.about {
        let value = match cell {
            Cell::Number(value) => number(*value),
            Cell::Numbers(values) => values.iter().copied().map(number).collect::<Vec<_>>().join(", "),
            Cell::Text(text) => output::clean(text),
            Cell::Color(_) | Cell::Point(_) | Cell::Points(_) => continue,
        };
        let _ = writeln!(text, "{}", paint.dim(&format!("  {name:12} {value}")));
    }
    for drawing in &summary.drawings {
        let Drawn::Curves { axes: [across, _], series } = &drawing.content else { continue };
        let _ = writeln!(text, "\n{}", paint.bold(&drawing.title));
        for (name, points) in series {
            if let (Some((from, first)), Some((to, last))) = (points.first(), points.last()) {
                let _ = writeln!(
                    text,
                    "  {name:12} {first:10.5} to {last:10.5}  ({across} {} to {})",
                    number(*from),
                    number(*to)
                );
            }
        }
    }
    if !summary.measures.is_empty() {
        let _ = writeln!(text, "\n{}", paint.bold("Measured"));
        let width = summary.measures.iter().map(|measure| measure.name.len()).max().unwrap_or(0);
        for measure in &summary.measures {
            let name = measure.name.replace('_', " ");
            let _ = writeln!(text, "  {name:width$} {:>12}  {}", number(measure.value), measure.about);
        }
    }
    if let Some(path) = &arguments.out {
        let kind = context.families.get(&arguments.model).ok().and_then(|family| family.card().file.as_ref());
        let kind = kind.map_or_else(String::new, |kind| format!("; use it with --model-file {}=FILE", kind.name));
        let _ = writeln!(text, "\n{} is written{kind}", path.display());
    }
    text
}

fn plot(arguments: &Train, summary: &Summary, folder: &Path) -> Result<(), Failure> {
    let existing = arguments.existing();
    for drawing in &summary.drawings {
        let Drawing { name, title, caption, content } = drawing;
        let save = |figure: &dyn Figure| picture::save(folder, name, figure, existing);
        match content {
            Drawn::Curves { axes: [across, up], series } => {
                let series = series.iter().map(|(name, points)| Series::points(name, points.iter().copied()));
                save(&Chart::curves(series.collect::<Vec<_>>()).title(title).axes(across, up).caption(caption))?;
            }
            Drawn::Board(board) => save(&BoardFigure::new(board).title(title).caption(caption))?,
            Drawn::Field { quantity, values, board } => {
                let field = Field::sequential(quantity, values.clone());
                save(&BoardFigure::new(board).field(field).title(title).caption(caption))?;
            }
        }
    }
    for (name, table) in tables(summary).into_iter().chain(maps(summary)) {
        output::write_file(&folder.join(format!("{name}.csv")), table.as_bytes(), existing)?;
    }
    Ok(())
}

/// The tables by kind, as CSV.
fn tables(summary: &Summary) -> BTreeMap<&str, String> {
    let mut tables: BTreeMap<&str, String> = BTreeMap::new();
    for row in &summary.tables {
        let line = |cells: Vec<String>| format!("{}\n", cells.join(","));
        let table = tables
            .entry(row.kind)
            .or_insert_with(|| line(row.cells.iter().map(|(name, _)| (*name).to_string()).collect()));
        table.push_str(&line(
            row.cells
                .iter()
                .map(|(_, cell)| match cell {
                    Cell::Number(value) => value.to_string(),
                    Cell::Text(text) => format!("\"{}\"", text.replace('"', "\"\"")),
                    _ => String::new(),
                })
                .collect(),
        ));
    }
    tables
}

/// The maps of one board size as CSV, a row for every point.
fn maps(summary: &Summary) -> Option<(&str, String)> {
    let maps: Vec<(&str, &Vec<f64>, BoardSize)> = summary
        .drawings
        .iter()
        .filter_map(|drawing| match &drawing.content {
            Drawn::Field { values, board, .. } => Some((drawing.name.as_str(), values, board.size())),
            _ => None,
        })
        .collect();
    let (_, _, size) = *maps.first()?;
    let maps: Vec<_> = maps.into_iter().filter(|(_, _, other)| *other == size).collect();
    let names: Vec<&str> = maps.iter().map(|(name, ..)| *name).collect();
    let mut text = format!("point,{}\n", names.join(","));
    for (i, point) in size.points().enumerate() {
        let values: Vec<String> = maps.iter().map(|(_, values, _)| values[i].to_string()).collect();
        let _ = writeln!(text, "{},{}", size.vertex(point), values.join(","));
    }
    Some(("maps", text))
}
