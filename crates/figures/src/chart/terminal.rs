//! Charts as text for a terminal.

use statistics::Summary;

use super::axis::Axis;
use super::draw::{histogram, legend_keys, runs, x_axis, y_axis};
use super::summary::outliers as beyond;
use super::{Bars, Chart, Content, Sample, Series};
use crate::terminal::{Ink, InkedLine, TerminalOptions, fitted, flow, paragraph};
use crate::text::{cells, compact};

/// Rows of a chart.
const HEIGHT: usize = 12;
/// Rows of a histogram.
const HISTOGRAM_HEIGHT: usize = 5;
/// Columns of a chart, where the terminal has them.
const MOST_COLUMNS: usize = 100;
/// Columns for the name of a box or a bar.
const NAME_COLUMNS: usize = 20;
/// Signs of curves where there are no colours to tell them apart.
const SIGNS: [[char; 6]; 2] = [['●', '○', '+', '×', '▪', '▫'], ['*', 'o', '+', 'x', '#', '%']];
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_BLOCKS: [char; 9] = [' ', '_', '.', '-', '=', '+', '*', '%', '#'];

/// The chart in lines.
pub(crate) fn lines(chart: &Chart, options: &TerminalOptions) -> Vec<InkedLine> {
    let text = TextChart { chart, options: *options };
    let mut lines = paragraph(&chart.title, Ink::BOLD, options);
    match &chart.content {
        Content::Curves { series, marks, .. } => lines.extend(text.curves(series, marks)),
        Content::Boxes { samples, outliers } => lines.extend(text.boxes(samples, *outliers)),
        Content::Bars { categories, bars } => lines.extend(text.bars(categories, bars)),
        Content::Histogram { samples, bins } => lines.extend(text.histogram(samples, *bins)),
    }
    lines.extend(paragraph(&chart.caption, Ink::PLAIN, options));
    lines
}

/// Columns of blocks, in rows from the top. Each part is the height of a column from 0 to 1; none leaves it empty.
pub(crate) fn columns(parts: &[Option<f64>], height: usize, unicode: bool) -> Vec<String> {
    let blocks = if unicode { BLOCKS } else { ASCII_BLOCKS };
    let row = |row: usize| {
        let block = |part: &Option<f64>| {
            let eighths = (part.unwrap_or(0.0).clamp(0.0, 1.0) * (height * 8) as f64).ceil() as usize;
            blocks[eighths.saturating_sub(row * 8).min(8)]
        };
        parts.iter().map(block).collect()
    };
    (0..height).rev().map(row).collect()
}

struct TextChart<'a> {
    chart: &'a Chart,
    options: TerminalOptions,
}

impl TextChart<'_> {
    fn ink(&self, n: usize) -> Ink {
        if self.options.has_color() { Ink::of(self.chart.theme.look().palette(n)) } else { Ink::PLAIN }
    }

    fn curves(&self, series: &[Series], marks: &[(f64, String)]) -> Vec<InkedLine> {
        let options = &self.options;
        let y = y_axis(self.chart, 4);
        let labels: Vec<String> = y.ticks.iter().map(|&tick| options.plain(&y.text(tick))).collect();
        let margin = labels.iter().map(|label| cells(label)).max().unwrap_or(0);
        let width = options.width.min(MOST_COLUMNS).saturating_sub(margin + 2).max(8);
        let x = x_axis(series, (width / 10).clamp(1, 8));
        let canvas = self.canvas(series, &x, &y, width);
        let row_of = |value: f64| ((1.0 - y.part(value)) * (HEIGHT - 1) as f64).round() as usize;
        let zero = y.crosses_zero().then(|| row_of(0.0));
        let mut lines = Vec::new();
        if !self.chart.y_name.is_empty() {
            lines.extend(paragraph(&self.chart.y_name, Ink::PLAIN, options));
        }
        for (i, row) in canvas.into_iter().enumerate() {
            let label = y.ticks.iter().position(|&tick| row_of(tick) == i).map_or("", |at| labels[at].as_str());
            let mut line = InkedLine::of(&format!("{}{label} ", " ".repeat(margin - cells(label))), Ink::PLAIN);
            let side = if label.is_empty() { options.pick('│', '|') } else { options.pick('┤', '+') };
            line.push(side, Ink::PLAIN);
            for (c, ink) in row {
                let empty = if zero == Some(i) { options.pick('┄', '-') } else { ' ' };
                line.push(if c == ' ' { empty } else { c }, ink);
            }
            lines.push(line);
        }
        lines.extend(self.bottom(&x, margin, width, marks));
        lines.extend(self.legend());
        let texts = marks.iter().map(|(_, text)| text).filter(|text| !text.is_empty());
        let pieces = texts.map(|text| {
            let text = format!("{} {text}", options.pick('▲', '^'));
            InkedLine::of(&fitted(&text, options.width, options), Ink::PLAIN)
        });
        lines.extend(flow(pieces.collect(), options));
        lines
    }

    /// The curves as characters: dots of Braille, eight to a character, or a sign each where several curves have no
    /// colours.
    fn canvas(&self, series: &[Series], x: &Axis, y: &Axis, width: usize) -> Vec<Vec<(char, Ink)>> {
        let dots = self.options.unicode && (series.len() <= 1 || self.options.has_color());
        let (across, down) = if dots { (2, 4) } else { (1, 1) };
        let mut canvas = vec![vec![(' ', Ink::PLAIN); width]; HEIGHT];
        let last = ((width * across - 1) as f64, (HEIGHT * down - 1) as f64);
        for (n, series) in series.iter().enumerate().rev() {
            let ink = self.ink(n);
            let mut dot = |at_x: f64, at_y: f64| {
                let column = at_x.round().clamp(0.0, last.0) as usize;
                let row = at_y.round().clamp(0.0, last.1) as usize;
                let cell = &mut canvas[row / down][column / across];
                let before = if dots { (cell.0 as u32).saturating_sub(0x2800) & 0xff } else { 0 };
                let bit = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]][row % 4][column % 2];
                let signs = SIGNS[usize::from(!self.options.unicode)];
                let c =
                    if dots { char::from_u32(0x2800 + (before | bit)).unwrap_or(' ') } else { signs[n % signs.len()] };
                *cell = (c, ink);
            };
            for run in runs(series) {
                let points: Vec<(f64, f64)> =
                    run.iter().map(|&(at, value)| (x.part(at) * last.0, (1.0 - y.part(value)) * last.1)).collect();
                points.iter().for_each(|&(x, y)| dot(x, y));
                for pair in points.windows(2) {
                    let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
                    let steps = (x1 - x0).abs().max((y1 - y0).abs()).ceil();
                    for step in 1..steps as usize {
                        let part = step as f64 / steps;
                        dot(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
                    }
                }
            }
        }
        canvas
    }

    /// The horizontal axis: its line with marks, and its numbers.
    fn bottom(&self, x: &Axis, margin: usize, width: usize, marks: &[(f64, String)]) -> Vec<InkedLine> {
        let options = &self.options;
        let column = |value: f64| (x.part(value) * (width - 1) as f64).round() as usize;
        let mut line = vec![options.pick('─', '-'); width];
        for &tick in &x.ticks {
            line[column(tick).min(width - 1)] = options.pick('┬', '+');
        }
        for (at, _) in marks.iter().filter(|(at, _)| (x.low..=x.high).contains(at)) {
            line[column(*at).min(width - 1)] = options.pick('▲', '^');
        }
        let mut axis = InkedLine::of(&" ".repeat(margin + 1), Ink::PLAIN);
        axis.push(options.pick('└', '+'), Ink::PLAIN).text(&line.iter().collect::<String>(), Ink::PLAIN);
        let mut numbers = String::new();
        let start = margin + 2;
        for &tick in &x.ticks {
            let text = options.plain(&x.text(tick));
            let from = (start + column(tick)).saturating_sub(cells(&text) / 2);
            let from = from.min((start + width).saturating_sub(cells(&text)));
            let used = cells(&numbers);
            if used == 0 || from > used {
                numbers += &" ".repeat(from - used);
                numbers += &text;
            }
        }
        let name = options.plain(&self.chart.x_name);
        let mut lines = vec![axis, InkedLine::of(&numbers, Ink::PLAIN)];
        if !name.is_empty() {
            let name = fitted(&name, options.width, options);
            let indent =
                (start + width / 2).saturating_sub(cells(&name) / 2).min(options.width.saturating_sub(cells(&name)));
            lines.push(InkedLine::of(&format!("{}{name}", " ".repeat(indent)), Ink::PLAIN));
        }
        lines
    }

    fn legend(&self) -> Vec<InkedLine> {
        let keys = legend_keys(self.chart);
        let many = keys.len() > 1;
        let pieces = keys.iter().enumerate().filter(|(_, (name, _))| !name.is_empty()).map(|(n, (name, _))| {
            let sign = match (many, self.options.has_color()) {
                (true, false) => SIGNS[usize::from(!self.options.unicode)][n % 6],
                _ => self.options.pick('━', '-'),
            };
            let mut piece = InkedLine::new();
            piece.push(sign, self.ink(n)).push(' ', Ink::PLAIN);
            piece.text(&fitted(name, self.options.width.saturating_sub(2), &self.options), Ink::PLAIN);
            piece
        });
        flow(pieces.collect(), &self.options)
    }

    /// A name in a column of names.
    fn name(&self, name: &str, columns: usize) -> InkedLine {
        let text = fitted(name, columns, &self.options);
        InkedLine::of(&format!("{text}{} ", " ".repeat(columns - cells(&text).min(columns))), Ink::PLAIN)
    }

    fn name_columns<'n>(&self, names: impl Iterator<Item = &'n str>) -> usize {
        let most = NAME_COLUMNS.min(self.options.width / 3);
        names.map(|name| cells(&self.options.plain(name))).max().unwrap_or(0).min(most).max(1)
    }

    fn boxes(&self, samples: &[Sample], outliers: bool) -> Vec<InkedLine> {
        let options = &self.options;
        let axis = y_axis(self.chart, 4);
        let names = self.name_columns(samples.iter().map(|sample| sample.name.as_str()));
        let width = options.width.min(MOST_COLUMNS).saturating_sub(names + 1).max(8);
        let mut lines = Vec::new();
        for (n, sample) in samples.iter().enumerate() {
            let mut row = vec![' '; width];
            if let Some(found) = Summary::of_sorted(&sample.values) {
                let column = |value: f64| ((axis.part(value) * (width - 1) as f64).round() as usize).min(width - 1);
                for outlier in beyond(&sample.values, &found).filter(|_| outliers) {
                    row[column(outlier)] = options.pick('·', '.');
                }
                let [low, median, high] = [found.q1, found.median, found.q3].map(column);
                let [left, right] = found.whiskers.map(column);
                row[left..=right].fill(options.pick('─', '-'));
                row[left] = options.pick('├', '|');
                row[right] = options.pick('┤', '|');
                row[low..=high].fill(options.pick('▒', '='));
                row[median] = options.pick('█', '#');
            }
            let mut line = self.name(&sample.name, names);
            line.text(&row.iter().collect::<String>(), self.ink(n));
            lines.push(line);
        }
        lines.extend(self.bottom(&axis, names.saturating_sub(1), width, &[]).into_iter().take(2));
        let pieces = samples.iter().map(|sample| {
            let median = Summary::of_sorted(&sample.values).map_or(f64::NAN, |found| found.median);
            let text = format!("{}: n {}, median {}", sample.name, sample.values.len(), compact(median));
            InkedLine::of(&fitted(&text, options.width, options), Ink::PLAIN)
        });
        lines.extend(flow(pieces.collect(), options));
        lines
    }

    fn bars(&self, categories: &[String], bars: &[Bars]) -> Vec<InkedLine> {
        let options = &self.options;
        let axis = y_axis(self.chart, 4);
        let names = categories.iter().map(String::as_str).chain(bars.iter().map(|bars| bars.name.as_str()));
        let names = self.name_columns(names);
        // What is written after a bar.
        let numbers = |bars: &Bars, category: usize| {
            let value = bars.value(category).map_or_else(String::new, |value| format!(" {}", compact(value)));
            let ends = |(low, high)| format!(" ({} to {})", compact(low), compact(high));
            options.plain(&(value + &bars.interval(category).map_or_else(String::new, ends)))
        };
        let widest = (0..categories.len()).flat_map(|i| bars.iter().map(move |bars| cells(&numbers(bars, i)))).max();
        let width = options.width.min(MOST_COLUMNS).saturating_sub(names + 1 + widest.unwrap_or(0)).max(4);
        let largest = axis.low.abs().max(axis.high.abs());
        let mut lines = Vec::new();
        for (category, title) in categories.iter().enumerate() {
            let alone = bars.len() == 1;
            if !alone {
                lines.push(InkedLine::of(&fitted(title, options.width, options), Ink::BOLD));
            }
            for (n, bars) in bars.iter().enumerate() {
                let mut line = self.name(if alone { title } else { &bars.name }, names);
                if let Some(value) = bars.value(category) {
                    let long = ((value.abs() / largest * width as f64).round() as usize).min(width);
                    let block = if value < 0.0 { options.pick('▒', '-') } else { options.pick('█', '#') };
                    line.text(&block.to_string().repeat(long), self.ink(n));
                    line.text(&numbers(bars, category), Ink::PLAIN);
                }
                lines.push(line);
            }
        }
        lines
    }

    fn histogram(&self, samples: &[Sample], bins: usize) -> Vec<InkedLine> {
        let options = &self.options;
        let (axis, heights) = histogram(samples, bins);
        let highest = heights.iter().flatten().copied().fold(0.0, f64::max);
        let columns_a_bin = (options.width.min(MOST_COLUMNS).saturating_sub(1) / bins).max(1);
        let mut lines = Vec::new();
        for (n, (sample, heights)) in samples.iter().zip(&heights).enumerate() {
            let text = format!("{}, n = {}", sample.name, sample.values.len());
            lines.extend(paragraph(&text, Ink::PLAIN, options));
            let part = |height: &f64| Some(if highest > 0.0 { height / highest } else { 0.0 });
            let parts: Vec<Option<f64>> =
                heights.iter().flat_map(|height| std::iter::repeat_n(part(height), columns_a_bin)).collect();
            for row in columns(&parts, HISTOGRAM_HEIGHT, options.unicode) {
                lines.push(InkedLine::of(&format!(" {row}"), self.ink(n)));
            }
        }
        // The line starts one column to the left, under the first bin.
        lines.extend(self.bottom(&axis, 0, bins * columns_a_bin, &[]).into_iter().map(|line| line.without_first()));
        lines
    }
}
