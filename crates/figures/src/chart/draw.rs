//! Charts as SVG.

use std::collections::BTreeSet;

use statistics::Summary;

use super::axis::Axis;
use super::summary::{counts, outliers as beyond};
use super::{Bars, Chart, Content, Sample, Series};
use crate::Rgb;
use crate::color::Scale;
use crate::legend::{Key, Legend, Swatch};
use crate::svg::{Anchor, Font, N, Svg};
use crate::text::{Weight, shorten, width};
use crate::theme::Look;

const WIDTH: f64 = 560.0;
const PLOT_HEIGHT: f64 = 250.0;
const MARGIN: f64 = 14.0;
/// The size of text: nine and a half pixels where the chart is 400 wide.
const TEXT: f64 = 13.4;
/// Gaps in the lines of later series, so that they differ in more than colour.
const DASHES: [&str; 3] = ["8 4", "2 3", "9 3 2 3"];

/// A chart about to be drawn: where everything is, and what is drawn so far.
struct Plot<'a> {
    chart: &'a Chart,
    look: &'static Look,
    svg: Svg,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    y: Axis,
}

pub(crate) fn document(chart: &Chart) -> String {
    let mut plot = Plot::new(chart);
    plot.heading();
    if let Some((names, bars)) = lying(chart) {
        plot.lying_bars(names, bars);
        return plot.finish();
    }
    plot.rules();
    match &chart.content {
        Content::Curves { series, lead, marks } => plot.curves(series, *lead, marks),
        Content::Boxes { samples, outliers } => plot.boxes(samples, *outliers),
        Content::Bars { categories, bars } => plot.bars(categories, bars),
        Content::Histogram { samples, bins } => plot.histogram(samples, *bins),
    }
    plot.finish()
}

/// The bars of a chart whose names find no room below them: they lie, each beside its name.
fn lying(chart: &Chart) -> Option<(&[String], &Bars)> {
    let Content::Bars { categories, bars } = &chart.content else { return None };
    let [bars] = bars.as_slice() else { return None };
    let room = (WIDTH - 6.0 * MARGIN) / categories.len().max(1) as f64 * 0.96;
    let is_long = |name: &String| width(name, TEXT, Weight::Regular) > room;
    categories.iter().any(is_long).then_some((categories, bars))
}

/// The vertical axis of a chart.
pub(crate) fn y_axis(chart: &Chart, ticks: usize) -> Axis {
    match &chart.content {
        Content::Curves { series, lead, .. } => {
            let values = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
            Axis::over(values.chain(lead.then_some(0.0)), ticks, true)
        }
        Content::Boxes { samples, outliers: true } => {
            Axis::over(samples.iter().flat_map(|sample| sample.values.iter().copied()), ticks, true)
        }
        Content::Boxes { samples, outliers: false } => {
            let found = samples.iter().filter_map(|sample| Summary::of_sorted(&sample.values));
            Axis::over(found.flat_map(|found| found.whiskers), ticks, true)
        }
        Content::Bars { categories, bars } => {
            let values = bars.iter().flat_map(|bars| {
                (0..categories.len()).flat_map(|i| {
                    let interval = bars.interval(i);
                    [bars.value(i), interval.map(|(low, _)| low), interval.map(|(_, high)| high)].into_iter().flatten()
                })
            });
            Axis::over(values.chain([0.0]), ticks, true)
        }
        Content::Histogram { samples, bins } => {
            let heights = histogram(samples, *bins).1;
            Axis::over(heights.into_iter().flatten().chain([0.0]), ticks, true)
        }
    }
}

/// The horizontal axis of curves.
pub(crate) fn x_axis(series: &[Series], ticks: usize) -> Axis {
    Axis::over(series.iter().flat_map(|series| series.points.iter().map(|point| point.0)), ticks, false)
}

/// The horizontal axis of a histogram, and the heights of each sample's bins.
pub(crate) fn histogram(samples: &[Sample], bins: usize) -> (Axis, Vec<Vec<f64>>) {
    let axis = Axis::over(samples.iter().flat_map(|sample| sample.values.iter().copied()), 6, false);
    let heights = samples.iter().map(|sample| {
        let whole = if samples.len() > 1 { sample.values.len().max(1) as f64 } else { 1.0 };
        counts(&sample.values, axis.low, axis.high, bins).into_iter().map(|n| n as f64 / whole).collect()
    });
    let heights = heights.collect();
    (axis, heights)
}

impl<'a> Plot<'a> {
    fn new(chart: &'a Chart) -> Plot<'a> {
        let look = chart.theme.look();
        let y = y_axis(chart, 5);
        let widest = y.ticks.iter().map(|&tick| width(&y.text(tick), TEXT, Weight::Regular)).fold(0.0, f64::max);
        let left = MARGIN + widest + 8.0 + if chart.y_name.is_empty() { 0.0 } else { TEXT * 1.6 };
        let marks = match &chart.content {
            Content::Curves { marks, .. } if marks.iter().any(|(_, text)| !text.is_empty()) => TEXT * 2.6,
            _ => 0.0,
        };
        let title = if chart.title.is_empty() { 0.0 } else { TEXT * 2.0 };
        let top = MARGIN + title + marks + TEXT * 0.4;
        Plot { chart, look, svg: Svg::new(), left, right: WIDTH - MARGIN - 4.0, top, bottom: top + PLOT_HEIGHT, y }
    }

    fn font(&self, anchor: Anchor) -> Font {
        Font { size: TEXT, weight: Weight::Regular, color: self.look.faint, anchor }
    }

    fn y_at(&self, value: f64) -> f64 {
        self.bottom - self.y.part(value) * (self.bottom - self.top)
    }

    fn x_at(&self, part: f64) -> f64 {
        self.left + part * (self.right - self.left)
    }

    fn heading(&mut self) {
        let size = TEXT * 1.25;
        let title = shorten(&self.chart.title, WIDTH - 2.0 * MARGIN, |text| width(text, size, Weight::SemiBold));
        let font = Font { size, weight: Weight::SemiBold, color: self.look.ink, anchor: Anchor::Start };
        self.svg.text(MARGIN, MARGIN + TEXT, font, &title);
    }

    /// Horizontal lines with their numbers, and the name of the vertical axis.
    fn rules(&mut self) {
        for i in 0..self.y.ticks.len() {
            let tick = self.y.ticks[i];
            let y = self.y_at(tick);
            let zero = self.y.crosses_zero() && tick.abs() < 1e-9 * (self.y.high - self.y.low);
            let (stroke, breadth) = if zero { (self.look.faint, 1.3) } else { (self.look.grid, 1.0) };
            let d = format!("M{} {}H{}", N(self.left), N(y), N(self.right));
            self.svg.path(&d, &[("stroke", &stroke), ("stroke-width", &breadth)]);
            let (font, text) = (self.font(Anchor::End), self.y.text(tick));
            self.svg.text_around(self.left - 7.0, y, font, &text);
        }
        let name = shorten(&self.chart.y_name, PLOT_HEIGHT, |text| width(text, TEXT, Weight::Regular));
        if !name.is_empty() {
            let (x, y) = (MARGIN + TEXT * 0.8, (self.top + self.bottom) / 2.0);
            self.svg.open("g", &[("transform", &format_args!("rotate(-90 {} {})", N(x), N(y)))]);
            let font = self.font(Anchor::Middle);
            self.svg.text(x, y, font, &name).close("g");
        }
    }

    /// Numbers along the bottom.
    fn x_ticks(&mut self, axis: &Axis) {
        for &tick in &axis.ticks {
            let x = self.x_at(axis.part(tick));
            let d = format!("M{} {}V{}", N(x), N(self.bottom), N(self.bottom + 4.0));
            self.svg.path(&d, &[("stroke", &self.look.faint)]);
            let font = self.font(Anchor::Middle);
            self.svg.text(x, self.bottom + TEXT * 1.35, font, &axis.text(tick));
        }
    }

    fn curves(&mut self, series: &[Series], lead: bool, marks: &[(f64, String)]) {
        let x = x_axis(series, 8);
        self.x_ticks(&x);
        if let (true, Some(first)) = (lead, series.first()) {
            self.lead_areas(first, &x);
        }
        self.mark_lines(marks, &x);
        for (n, series) in series.iter().enumerate().rev() {
            let (color, dashes) = style(self.look, n);
            let mut attributes: Vec<crate::svg::Attribute<'_>> =
                vec![("fill", &"none"), ("stroke", &color), ("stroke-width", &2.1), ("stroke-linejoin", &"round")];
            attributes.extend(dashes.iter().map(|dashes| ("stroke-dasharray", dashes as &dyn std::fmt::Display)));
            for run in runs(series) {
                let points: Vec<(f64, f64)> =
                    run.iter().map(|&(at, y)| (self.x_at(x.part(at)), self.y_at(y))).collect();
                match points[..] {
                    [(x, y)] => self.svg.circle(x, y, 2.2, &[("fill", &color)]),
                    _ => self.svg.path(&polyline(&points), &attributes),
                };
            }
        }
        for (at, _) in marks {
            let near =
                series.first().and_then(|first| first.points.iter().find(|point| point.0 >= *at && !point.1.is_nan()));
            if let Some(&(at, y)) = near {
                let (cx, cy) = (self.x_at(x.part(at)), self.y_at(y));
                self.svg.circle(
                    cx,
                    cy,
                    4.2,
                    &[("fill", &self.look.accent), ("stroke", &self.look.page), ("stroke-width", &1.4)],
                );
            }
        }
    }

    /// The areas between a lead and zero.
    fn lead_areas(&mut self, series: &Series, x: &Axis) {
        let zero = self.y_at(0.0);
        for sign in [1.0, -1.0] {
            let fill = self.look.scale_color(Scale::Signed, sign);
            for run in runs(series) {
                let mut points: Vec<(f64, f64)> = Vec::new();
                let mut last: Option<(f64, f64)> = None;
                for &(at, value) in run {
                    if let Some((before, earlier)) = last.filter(|(_, earlier)| earlier * value < 0.0) {
                        // The curve crosses zero on the way.
                        let cross = before + (at - before) * earlier / (earlier - value);
                        points.push((self.x_at(x.part(cross)), zero));
                    }
                    points.push((self.x_at(x.part(at)), self.y_at(if value * sign > 0.0 { value } else { 0.0 })));
                    last = Some((at, value));
                }
                let (Some(&(start, _)), Some(&(end, _))) = (points.first(), points.last()) else { continue };
                let d = format!("{}L{} {}L{} {}Z", polyline(&points), N(end), N(zero), N(start), N(zero));
                self.svg.path(&d, &[("fill", &fill), ("fill-opacity", &0.2)]);
            }
        }
        let font = |color| Font { size: TEXT * 0.95, weight: Weight::SemiBold, color, anchor: Anchor::Start };
        let black = font(self.look.scale_color(Scale::Signed, 1.0));
        let white = font(self.look.scale_color(Scale::Signed, -1.0));
        if self.y.high > 0.0 {
            self.svg.text(self.left + 6.0, self.top + TEXT * 1.15, black, "Black ahead");
        }
        if self.y.low < 0.0 {
            self.svg.text(self.left + 6.0, self.bottom - TEXT * 0.5, white, "White ahead");
        }
    }

    fn mark_lines(&mut self, marks: &[(f64, String)], x: &Axis) {
        // Texts are in two rows above the plot; one that fits in neither is left out.
        let mut free = [f64::NEG_INFINITY; 2];
        for (at, text) in marks.iter().filter(|(at, _)| (x.low..=x.high).contains(at)) {
            let ruler = self.x_at(x.part(*at));
            let half = width(text, TEXT * 0.95, Weight::SemiBold) / 2.0;
            let middle = ruler.min(WIDTH - MARGIN - half).max(MARGIN + half);
            let mut start = self.top;
            if let Some(row) = free.iter().position(|&free| middle - half > free + 4.0).filter(|_| !text.is_empty()) {
                free[row] = middle + half;
                let baseline = self.top - TEXT * (0.5 + 1.15 * row as f64);
                let font = Font {
                    size: TEXT * 0.95,
                    weight: Weight::SemiBold,
                    color: self.look.accent,
                    anchor: Anchor::Middle,
                };
                self.svg.text(middle, baseline, font, text);
                start = self.top - TEXT * (0.3 + 1.15 * row as f64);
            }
            let d = format!("M{} {}V{}", N(ruler), N(start), N(self.bottom));
            self.svg.path(&d, &[("stroke", &self.look.accent), ("stroke-dasharray", &"2 3")]);
        }
    }

    /// Names under equal parts of the width.
    fn categories<'n>(&mut self, names: impl ExactSizeIterator<Item = &'n str>) -> f64 {
        let step = (self.right - self.left) / names.len().max(1) as f64;
        for (i, name) in names.enumerate() {
            let x = self.left + (i as f64 + 0.5) * step;
            let name = shorten(name, step * 0.96, |text| width(text, TEXT, Weight::Regular));
            let font = self.font(Anchor::Middle);
            self.svg.text(x, self.bottom + TEXT * 1.35, Font { color: self.look.ink, ..font }, &name);
        }
        step
    }

    fn boxes(&mut self, samples: &[Sample], outliers: bool) {
        let step = self.categories(samples.iter().map(|sample| sample.name.as_str()));
        let half = (step * 0.28).min(34.0);
        for (i, sample) in samples.iter().enumerate() {
            let color = self.look.palette(i);
            let x = self.left + (i as f64 + 0.5) * step;
            let font = self.font(Anchor::Middle);
            self.svg.text(x, self.bottom + TEXT * 2.6, font, &format!("n = {}", sample.values.len()));
            let Some(found) = Summary::of_sorted(&sample.values) else { continue };
            let [low, median, high] = [found.q1, found.median, found.q3].map(|value| self.y_at(value));
            let [bottom, top] = found.whiskers.map(|value| self.y_at(value));
            let cap = half * 0.5;
            let d = format!(
                "M{0} {1}V{2}M{0} {3}V{4}M{5} {2}H{6}M{5} {4}H{6}",
                N(x),
                N(high),
                N(top),
                N(low),
                N(bottom),
                N(x - cap),
                N(x + cap)
            );
            self.svg.path(&d, &[("stroke", &color), ("stroke-width", &1.6)]);
            let body: [crate::svg::Attribute<'_>; 4] =
                [("fill", &color), ("fill-opacity", &0.25), ("stroke", &color), ("stroke-width", &1.6)];
            self.svg.rect(x - half, high, half * 2.0, (low - high).max(0.1), &body);
            let d = format!("M{} {}H{}", N(x - half), N(median), N(x + half));
            self.svg.path(&d, &[("stroke", &self.look.ink), ("stroke-width", &2.4)]);
            if !outliers {
                continue;
            }
            // Dots that would lie on each other are drawn once.
            let ys: BTreeSet<i64> =
                beyond(&sample.values, &found).map(|value| (self.y_at(value) * 2.0).round() as i64).collect();
            for y in ys {
                self.svg.circle(x, y as f64 / 2.0, 2.1, &[("fill", &"none"), ("stroke", &color)]);
            }
        }
    }

    fn bars(&mut self, categories: &[String], bars: &[Bars]) {
        let step = self.categories(categories.iter().map(String::as_str));
        let wide = (step * 0.8 / bars.len().max(1) as f64).min(60.0);
        let zero = self.y_at(0.0);
        for category in 0..categories.len() {
            let left = self.left + (category as f64 + 0.5) * step - wide * bars.len() as f64 / 2.0;
            for (n, bars) in bars.iter().enumerate() {
                let Some(value) = bars.value(category) else { continue };
                let x = left + n as f64 * wide;
                let y = self.y_at(value);
                let fill = self.look.palette(n);
                self.svg.rect(
                    x + wide * 0.06,
                    y.min(zero),
                    wide * 0.88,
                    (y - zero).abs(),
                    &[("fill", &fill), ("fill-opacity", &0.85)],
                );
                if let Some((low, high)) = bars.interval(category) {
                    let (middle, cap) = (x + wide / 2.0, (wide * 0.2).min(6.0));
                    self.whisker([low, high].map(|value| (middle, self.y_at(value))), (cap, 0.0));
                }
            }
        }
    }

    /// Bars from left to right, with their names before them.
    fn lying_bars(&mut self, names: &[String], bars: &Bars) {
        let most = WIDTH * 0.45;
        let names: Vec<String> =
            names.iter().map(|name| shorten(name, most, |text| width(text, TEXT, Weight::Regular))).collect();
        let widest = names.iter().map(|name| width(name, TEXT, Weight::Regular)).fold(0.0, f64::max);
        let row = TEXT * 1.4;
        self.left = MARGIN + widest + 8.0;
        self.bottom = self.top + row * names.len() as f64;
        for i in 0..self.y.ticks.len() {
            let tick = self.y.ticks[i];
            let x = self.x_at(self.y.part(tick));
            let zero = tick.abs() < 1e-9 * (self.y.high - self.y.low);
            let stroke = if zero { self.look.faint } else { self.look.grid };
            let d = format!("M{} {}V{}", N(x), N(self.top), N(self.bottom + 4.0));
            self.svg.path(&d, &[("stroke", &stroke)]);
            let (font, text) = (self.font(Anchor::Middle), self.y.text(tick));
            self.svg.text(x, self.bottom + TEXT * 1.35, font, &text);
        }
        let zero = self.x_at(self.y.part(0.0));
        for (i, name) in names.iter().enumerate() {
            let middle = self.top + (i as f64 + 0.5) * row;
            let font = Font { color: self.look.ink, ..self.font(Anchor::End) };
            self.svg.text_around(self.left - 7.0, middle, font, name);
            let Some(value) = bars.value(i) else { continue };
            let x = self.x_at(self.y.part(value));
            let (fill, high) = (self.look.palette(0), row * 0.7);
            let fill: [crate::svg::Attribute<'_>; 2] = [("fill", &fill), ("fill-opacity", &0.85)];
            self.svg.rect(x.min(zero), middle - high / 2.0, (x - zero).abs(), high, &fill);
            if let Some((low, high)) = bars.interval(i) {
                self.whisker([low, high].map(|value| (self.x_at(self.y.part(value)), middle)), (0.0, row * 0.2));
            }
        }
    }

    /// A line between two points, with a stroke across at each end.
    fn whisker(&mut self, ends: [(f64, f64); 2], (across, down): (f64, f64)) {
        let mut d = polyline(&ends);
        for (x, y) in ends {
            d += &polyline(&[(x - across, y - down), (x + across, y + down)]);
        }
        self.svg.path(&d, &[("stroke", &self.look.ink), ("stroke-width", &1.5)]);
    }

    fn histogram(&mut self, samples: &[Sample], bins: usize) {
        let (x, heights) = histogram(samples, bins);
        self.x_ticks(&x);
        for (n, heights) in heights.iter().enumerate() {
            let (color, dashes) = style(self.look, n);
            let mut d = format!("M{} {}", N(self.left), N(self.bottom));
            for (i, &height) in heights.iter().enumerate() {
                d += &format!("V{}H{}", N(self.y_at(height)), N(self.x_at((i as f64 + 1.0) / bins as f64)));
            }
            d += &format!("V{}", N(self.bottom));
            let mut attributes: Vec<crate::svg::Attribute<'_>> =
                vec![("fill", &color), ("fill-opacity", &0.22), ("stroke", &color), ("stroke-width", &1.7)];
            attributes.extend(dashes.iter().map(|dashes| ("stroke-dasharray", dashes as &dyn std::fmt::Display)));
            self.svg.path(&d, &attributes);
        }
    }

    /// The name of the horizontal axis, the legend and the caption.
    fn finish(mut self) -> String {
        let chart = self.chart;
        let below = match &chart.content {
            Content::Boxes { .. } => TEXT * 3.0,
            _ => TEXT * 1.8,
        };
        let mut end = self.bottom + below;
        let lies = lying(chart).is_some();
        let x_name = if lies { &chart.y_name } else { &chart.x_name };
        if !x_name.is_empty() {
            let font = self.font(Anchor::Middle);
            let name = shorten(x_name, WIDTH - 2.0 * MARGIN, |text| width(text, TEXT, Weight::Regular));
            self.svg.text((self.left + self.right) / 2.0, end + TEXT * 0.85, font, &name);
            end += TEXT * 1.4;
        }
        let mut legend = Legend::new(self.look, TEXT, MARGIN, WIDTH - 2.0 * MARGIN);
        legend.skip(end);
        // One kind of bars is named by its axis.
        let keys = if lies { Vec::new() } else { legend_keys(chart) };
        let keys = keys.into_iter().enumerate().map(|(n, (text, line))| {
            let (color, dashes) = style(self.look, n);
            let swatch = match dashes {
                Some(dashes) if line => Swatch::Dashed(color, dashes),
                _ if line => Swatch::Stroke(color),
                _ => Swatch::Tile(color),
            };
            Key { swatch, text: text.to_owned() }
        });
        legend.keys("", &keys.collect::<Vec<_>>());
        legend.paragraph(&chart.caption);
        let (markup, end) = legend.finish();
        self.svg.raw(&markup);
        let title = if chart.title.is_empty() { "Chart" } else { &chart.title };
        crate::svg::document(
            WIDTH,
            end + MARGIN * 0.7,
            self.look.page,
            title,
            &chart.description(),
            &self.svg.into_string(),
        )
    }
}

/// The names in a legend, and whether they stand for lines. Boxes have their names below them.
pub(crate) fn legend_keys(chart: &Chart) -> Vec<(&str, bool)> {
    match &chart.content {
        Content::Curves { series, .. } => series.iter().map(|series| (series.name.as_str(), true)).collect(),
        Content::Boxes { .. } => Vec::new(),
        Content::Bars { bars, .. } => bars.iter().map(|bars| (bars.name.as_str(), false)).collect(),
        Content::Histogram { samples, .. } => samples.iter().map(|sample| (sample.name.as_str(), true)).collect(),
    }
}

/// The colour and the gaps of the n-th line.
fn style(look: &Look, n: usize) -> (Rgb, Option<&'static str>) {
    (look.palette(n), n.checked_sub(4).map(|later| DASHES[later % DASHES.len()]))
}

/// The parts of a series without gaps.
pub(crate) fn runs(series: &Series) -> impl Iterator<Item = &[(f64, f64)]> {
    series.points.split(|point| point.1.is_nan()).filter(|run| !run.is_empty())
}

fn polyline(points: &[(f64, f64)]) -> String {
    let mut d = String::new();
    for (i, (x, y)) in points.iter().enumerate() {
        d += &format!("{}{} {}", if i == 0 { 'M' } else { 'L' }, N(*x), N(*y));
    }
    d
}
