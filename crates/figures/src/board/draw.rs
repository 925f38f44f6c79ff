//! A board as SVG.

mod links;
mod signs;

use goban::{BoardSize, Color, Point};

use self::signs::cross;
use super::{BoardFigure, Field, FieldStyle};
use crate::Rgb;
use crate::color::Scale;
use crate::legend::{Key, Legend, Swatch, gradient};
use crate::svg::{Anchor, Font, N, Svg, document};
use crate::text::{Weight, shorten, wrap};
use crate::theme::{Look, Theme};

/// Distance of two lines of the board.
const CELL: f64 = 32.0;
/// A figure with text is at least this wide, so that a small cut keeps a readable caption.
const MIN_WIDTH: f64 = 300.0;
/// Around the board, where the figure has a title, a legend or a caption.
const MARGIN: f64 = 14.0;

/// The parts of a drawing, from the bottom to the top.
pub(crate) struct Layers {
    pub(crate) parts: Vec<String>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A figure about to be drawn: where everything is.
pub(crate) struct Drawing<'a> {
    figure: &'a BoardFigure,
    look: &'static Look,
    id: &'a str,
    /// The size of plain text.
    text: f64,
    width: f64,
    /// The left and top edge of the board, its width and height.
    left: f64,
    top: f64,
    board_width: f64,
    board_height: f64,
    /// From the edge of the board to its first line.
    pad: f64,
    radius: f64,
    title: Vec<String>,
    margin: f64,
}

impl<'a> Drawing<'a> {
    /// Places everything. The ids in the drawing begin with `id`.
    pub(crate) fn new(figure: &'a BoardFigure, id: &'a str) -> Drawing<'a> {
        let (columns, rows) = (figure.region.columns().len() as f64, figure.region.rows().len() as f64);
        let framed = figure.has_text();
        let least = if framed { MIN_WIDTH } else { 0.0 };
        // At a width of 400 pixels this is about nine and a half of them.
        let text = (0.0245 * (columns + 1.0) * CELL).max(0.0245 * least).max(11.0);
        let pad = CELL * 0.56 + if figure.coordinates { text * 1.35 } else { 2.0 };
        let board_width = (columns - 1.0) * CELL + 2.0 * pad;
        let board_height = (rows - 1.0) * CELL + 2.0 * pad;
        let margin = if framed { MARGIN } else { 0.0 };
        let width = board_width.max(least) + 2.0 * margin;
        let title =
            wrap(&figure.title, width - 2.0 * margin, |line| crate::text::width(line, text * 1.3, Weight::SemiBold));
        let title = if title.len() > 2 {
            let rest = title[1..].join(" ");
            let cut =
                shorten(&rest, width - 2.0 * margin, |line| crate::text::width(line, text * 1.3, Weight::SemiBold));
            vec![title[0].clone(), cut]
        } else {
            title
        };
        let top = margin + title.len() as f64 * text * 1.65 + if title.is_empty() { 0.0 } else { text * 0.3 };
        Drawing {
            figure,
            look: figure.theme.look(),
            id,
            text,
            width,
            left: (width - board_width) / 2.0,
            top,
            board_width,
            board_height,
            pad,
            radius: CELL * if figure.has_map() { 0.42 } else { 0.48 },
            title,
            margin,
        }
    }

    pub(crate) fn document(&self) -> String {
        let layers = self.layers();
        let figure = self.figure;
        let title = if figure.title.is_empty() { "Go board" } else { &figure.title };
        document(layers.width, layers.height, self.look.page, title, &figure.description(), &layers.parts.concat())
    }

    /// Everything that is drawn, apart from the page.
    pub(crate) fn layers(&self) -> Layers {
        let mut parts = vec![self.definitions(), self.surface(), self.tiles(), self.lines(), self.coordinates()];
        parts.extend([self.node_areas(), self.stones(), self.squares(), self.graphs(), self.paths(), self.signs()]);
        let (below, height) = self.below();
        parts.push(self.heading());
        parts.push(below);
        Layers { parts, width: self.width, height }
    }

    fn x(&self, column: f64) -> f64 {
        self.left + self.pad + (column - self.figure.region.columns().start as f64) * CELL
    }

    fn y(&self, row: f64) -> f64 {
        self.top + self.pad + (row - self.figure.region.rows().start as f64) * CELL
    }

    fn center(&self, point: Point) -> (f64, f64) {
        (self.x(point.column() as f64), self.y(point.row() as f64))
    }

    fn font(&self, size: f64, color: Rgb) -> Font {
        Font { size, color, weight: Weight::Regular, anchor: Anchor::Middle }
    }

    fn reference(&self, name: &str) -> String {
        format!("#{}-{name}", self.id)
    }

    /// Stones, and the board as a window for what may reach beyond it.
    fn definitions(&self) -> String {
        let mut svg = Svg::new();
        let id = |name: &str| format!("{}-{name}", self.id);
        svg.open("defs", &[]);
        svg.open("clipPath", &[("id", &id("window"))]);
        svg.rect(self.left, self.top, self.board_width, self.board_height, &[("rx", &4)]).close("clipPath");
        if self.figure.theme == Theme::Wood && !self.figure.has_map() {
            svg.open("linearGradient", &[("id", &id("wood")), ("x2", &1), ("y2", &1)]);
            for (offset, color) in [(0, 0xe9c686), (1, 0xd9ae64)] {
                svg.leaf("stop", &[("offset", &offset), ("stop-color", &Rgb::hex(color))]);
            }
            svg.close("linearGradient");
        }
        for color in Color::ALL {
            let name = stone_name(color);
            let i = usize::from(color == Color::White);
            let (body, rim) = (self.look.stones[i], self.look.rims[i]);
            if self.look.shaded {
                self.shading(&mut svg, &id(&format!("{name}-light")), color, body, rim);
            }
            svg.open("g", &[("id", &id(name))]);
            if self.look.shaded {
                let shadow = Rgb::hex(0x000000);
                svg.circle(0.7, 1.5, self.radius + 0.5, &[("fill", &shadow), ("fill-opacity", &0.14)]);
                svg.circle(0.4, 0.9, self.radius, &[("fill", &shadow), ("fill-opacity", &0.22)]);
                let fill = format!("url(#{}-light)", id(name));
                let edge = if self.figure.theme == Theme::Dark && color == Color::Black { 1.0 } else { 0.4 };
                svg.circle(0.0, 0.0, self.radius - 0.2, &[("fill", &fill), ("stroke", &rim), ("stroke-width", &edge)]);
            } else {
                svg.circle(0.0, 0.0, self.radius - 0.6, &[("fill", &body), ("stroke", &rim), ("stroke-width", &1.3)]);
            }
            svg.close("g");
        }
        for (scale, name) in [(Scale::Signed, "signed"), (Scale::Sequential, "sequential")] {
            let heat = |field: &&Field| field.style == FieldStyle::Heat && field.scale == scale;
            if self.figure.fields.iter().any(|field| heat(&field)) {
                gradient(&mut svg, self.look, scale, &id(name));
            }
        }
        svg.close("defs");
        svg.into_string()
    }

    /// The light on a stone.
    fn shading(&self, svg: &mut Svg, id: &str, color: Color, body: Rgb, rim: Rgb) {
        let dark = self.figure.theme == Theme::Dark;
        let stops = match color {
            Color::Black if dark => [(0.0, Rgb::hex(0x3a3f47)), (0.5, body), (1.0, Rgb::hex(0x08090b))],
            Color::Black => [(0.0, Rgb::hex(0x6d6d73)), (0.45, body), (1.0, rim)],
            Color::White => [(0.0, Rgb::hex(0xffffff)), (0.62, body), (1.0, body.mix(rim, 0.72))],
        };
        svg.open("radialGradient", &[("id", &id), ("cx", &0.36), ("cy", &0.3), ("r", &0.78)]);
        for (offset, stop) in stops {
            svg.leaf("stop", &[("offset", &offset), ("stop-color", &stop)]);
        }
        svg.close("radialGradient");
    }

    fn surface(&self) -> String {
        let mut svg = Svg::new();
        let map = self.figure.has_map();
        let wooden = self.figure.theme == Theme::Wood && !map;
        let fill = if wooden {
            format!("url({})", self.reference("wood"))
        } else {
            (if map { self.look.ground } else { self.look.board }).to_string()
        };
        svg.rect(self.left, self.top, self.board_width, self.board_height, &[("rx", &4), ("fill", &fill)]);
        if wooden {
            self.grain(&mut svg);
        }
        svg.into_string()
    }

    /// A few long, slightly bent lines, the same on every board.
    fn grain(&self, svg: &mut Svg) {
        let mut data = [String::new(), String::new()];
        let mut random = 20_051_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(random >> 8) / f64::from(1 << 24)
        };
        let (width, height) = (self.board_width, self.board_height);
        let n = (width / 11.0) as usize;
        for i in 0..n {
            let x = (i as f64 + 0.2 + 0.6 * next()) * width / n as f64;
            let mut bend = || ((x + (next() - 0.5) * 16.0).clamp(1.0, width - 1.0) + self.left, next());
            let ((x0, _), (x1, a), (x2, b), (x3, _)) = (bend(), bend(), bend(), bend());
            let (y1, y2) = (self.top + height * (0.1 + 0.4 * a), self.top + height * (0.5 + 0.4 * b));
            let line = format!(
                "M{} {}C{} {} {} {} {} {}",
                N(x0),
                N(self.top),
                N(x1),
                N(y1),
                N(x2),
                N(y2),
                N(x3),
                N(self.top + height)
            );
            data[i % 2] += &line;
        }
        for (d, (stroke, breadth, opacity)) in data.iter().zip([(0x8a5a1c, 1.2, 0.10), (0xfff0cc, 2.2, 0.13)]) {
            let stroke = Rgb::hex(stroke);
            svg.path(
                d,
                &[("fill", &"none"), ("stroke", &stroke), ("stroke-width", &breadth), ("stroke-opacity", &opacity)],
            );
        }
    }

    /// The colour that lies under a point, apart from stones.
    fn ground(&self, point: Point) -> Rgb {
        let tile = self.tile(point);
        tile.unwrap_or(if self.figure.has_map() { self.look.ground } else { self.look.board })
    }

    fn tile(&self, point: Point) -> Option<Rgb> {
        let figure = self.figure;
        let heat = figure.fields.iter().rev().filter(|field| field.style == FieldStyle::Heat).find_map(|field| {
            let value = field.value(figure.size, point)?;
            Some(self.look.scale_color(field.scale, field.level(value)))
        });
        heat.or_else(|| figure.states.as_ref()?.at(figure.size, point)?.color)
    }

    fn tiles(&self) -> String {
        if !self.figure.has_map() {
            return String::new();
        }
        let mut svg = Svg::new();
        svg.open("g", &[("shape-rendering", &"crispEdges")]);
        for point in self.figure.shown() {
            if let Some(color) = self.tile(point).filter(|&color| color != self.look.ground) {
                let (x, y) = self.center(point);
                svg.rect(x - CELL / 2.0, y - CELL / 2.0, CELL, CELL, &[("fill", &color)]);
            }
        }
        svg.close("g");
        svg.into_string()
    }

    fn lines(&self) -> String {
        let region = self.figure.region;
        let last = self.figure.size.get() - 1;
        // Beyond a cut the lines go on for half a cell.
        let end = |at: usize, outward: f64| at as f64 + if at == 0 || at == last { 0.0 } else { 0.5 * outward };
        let (columns, rows) = (region.columns(), region.rows());
        let (left, right) = (self.x(end(columns.start, -1.0)), self.x(end(columns.end - 1, 1.0)));
        let (top, bottom) = (self.y(end(rows.start, -1.0)), self.y(end(rows.end - 1, 1.0)));
        let mut data = [String::new(), String::new()];
        for row in rows {
            data[usize::from(row == 0 || row == last)] +=
                &format!("M{} {}H{}", N(left), N(self.y(row as f64)), N(right));
        }
        for column in columns {
            let edge = usize::from(column == 0 || column == last);
            data[edge] += &format!("M{} {}V{}", N(self.x(column as f64)), N(top), N(bottom));
        }
        let mut svg = Svg::new();
        let opacity = if self.figure.has_map() { 0.55 } else { 1.0 };
        svg.open(
            "g",
            &[("fill", &"none"), ("stroke", &self.look.line), ("opacity", &opacity), ("stroke-linecap", &"square")],
        );
        for (d, breadth) in data.iter().zip([1.0, 1.7]).filter(|(d, _)| !d.is_empty()) {
            svg.path(d, &[("stroke-width", &breadth)]);
        }
        svg.close("g");
        for point in self.figure.size.stars().iter().filter(|&point| region.contains(point)) {
            let (x, y) = self.center(point);
            svg.circle(x, y, 3.1, &[("fill", &self.look.line)]);
        }
        svg.into_string()
    }

    fn coordinates(&self) -> String {
        if !self.figure.coordinates {
            return String::new();
        }
        let mut svg = Svg::new();
        let region = self.figure.region;
        let font = self.font(self.text * 0.95, self.look.coordinate);
        let away = self.pad - self.text * 0.85;
        let (rows, columns) = (region.rows(), region.columns());
        let tops = [self.y(rows.start as f64) - away, self.y(rows.end as f64 - 1.0) + away];
        let sides = [self.x(columns.start as f64) - away, self.x(columns.end as f64 - 1.0) + away];
        for column in columns {
            let letter = BoardSize::column_letter(column).to_string();
            for y in tops {
                svg.text_around(self.x(column as f64), y, font, &letter);
            }
        }
        for row in rows {
            let number = (self.figure.size.get() - row).to_string();
            for x in sides {
                svg.text_around(x, self.y(row as f64), font, &number);
            }
        }
        svg.into_string()
    }

    fn stones(&self) -> String {
        let mut svg = Svg::new();
        for point in self.figure.shown() {
            let (x, y) = self.center(point);
            if let Some(color) = self.figure.stone(point) {
                let href = self.reference(stone_name(color));
                svg.leaf("use", &[("href", &href), ("x", &N(x)), ("y", &N(y))]);
            }
            for (color, gone) in self.figure.captured.iter() {
                if gone.contains(point) {
                    self.ghost(&mut svg, x, y, color);
                }
            }
        }
        svg.into_string()
    }

    /// A stone that was taken: a pale disc with a cross.
    fn ghost(&self, svg: &mut Svg, x: f64, y: f64, color: Color) {
        let i = usize::from(color == Color::White);
        let radius = self.radius * 0.78;
        let (body, rim) = (self.look.stones[i], self.look.line);
        svg.circle(
            x,
            y,
            radius,
            &[("fill", &body), ("fill-opacity", &0.38), ("stroke", &rim), ("stroke-dasharray", &"3 2")],
        );
        cross(svg, x, y, radius * 0.42, self.look.accent, 2.0);
    }

    fn squares(&self) -> String {
        let mut svg = Svg::new();
        for field in self.figure.fields.iter().filter(|field| field.style == FieldStyle::Squares) {
            for point in self.figure.shown() {
                let Some(value) = field.value(self.figure.size, point) else { continue };
                let (x, y) = self.center(point);
                self.square(&mut svg, x, y, field, field.level(value));
            }
        }
        svg.into_string()
    }

    /// A square whose area shows a level on the scale.
    fn square(&self, svg: &mut Svg, x: f64, y: f64, field: &Field, level: f64) {
        let side = square_side(level);
        if side < 0.8 {
            return;
        }
        let fill = match field.scale {
            Scale::Signed => self.look.scale_color(Scale::Signed, level.signum()),
            Scale::Sequential => self.look.scale_color(Scale::Sequential, 0.7),
        };
        let edge = self.look.page;
        svg.rect(
            x - side / 2.0,
            y - side / 2.0,
            side,
            side,
            &[("fill", &fill), ("stroke", &edge), ("stroke-width", &0.9)],
        );
    }

    fn heading(&self) -> String {
        let mut svg = Svg::new();
        let font =
            Font { weight: Weight::SemiBold, anchor: Anchor::Start, ..self.font(self.text * 1.3, self.look.ink) };
        for (i, line) in self.title.iter().enumerate() {
            svg.text(self.margin, self.margin + self.text * (1.15 + 1.65 * i as f64), font, line);
        }
        svg.into_string()
    }

    /// Legend and caption, and where they end.
    fn below(&self) -> (String, f64) {
        let figure = self.figure;
        let mut legend = Legend::new(self.look, self.text, self.margin, self.width - 2.0 * self.margin);
        legend.skip(self.top + self.board_height);
        for field in &figure.fields {
            match field.style {
                FieldStyle::Heat if field.scale == Scale::Signed => legend.bar(field, &format!("{}-signed", self.id)),
                FieldStyle::Heat => legend.bar(field, &format!("{}-sequential", self.id)),
                FieldStyle::Squares => legend.keys(&field.name, &self.square_keys(field)),
                FieldStyle::Numbers => legend.keys(&field.name_with_unit(), &[]),
            }
        }
        if let Some(states) = &figure.states {
            let key = |class: &super::State| Key {
                swatch: Swatch::Tile(class.color.unwrap_or(self.look.ground)),
                text: class.name.clone(),
            };
            legend.keys(&states.name, &states.classes.iter().map(key).collect::<Vec<_>>());
        }
        for graph in &figure.graphs {
            let labels = graph.edge_labels();
            let key = |(n, label): (usize, &&str)| Key {
                swatch: Swatch::Stroke(self.look.label_color(n)),
                text: (*label).to_owned(),
            };
            let keys: Vec<Key> = labels.iter().enumerate().filter(|(_, label)| !label.is_empty()).map(key).collect();
            legend.keys(&graph.name, &keys);
        }
        let mut keys: Vec<Key> = Vec::new();
        for path in figure.paths.iter().filter(|path| !path.label.is_empty()) {
            let key = Key { swatch: Swatch::Stroke(self.path_color(path)), text: path.label.clone() };
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        legend.keys("", &keys);
        legend.paragraph(&figure.caption);
        let (markup, end) = legend.finish();
        (markup, end + if figure.has_text() { self.margin } else { 0.0 })
    }

    fn square_keys(&self, field: &Field) -> Vec<Key> {
        let levels: &[f64] = match field.scale {
            Scale::Signed => &[-1.0, -0.25, 0.25, 1.0],
            Scale::Sequential => &[0.25, 1.0],
        };
        let key = |&level: &f64| {
            let fill = match field.scale {
                Scale::Signed => self.look.scale_color(Scale::Signed, level.signum()),
                Scale::Sequential => self.look.scale_color(Scale::Sequential, 0.7),
            };
            Key { swatch: Swatch::Square(fill, square_side(level)), text: field.end_text(level) }
        };
        levels.iter().map(key).collect()
    }
}

impl BoardFigure {
    /// Whether colours lie under the stones.
    fn has_map(&self) -> bool {
        self.states.is_some() || self.fields.iter().any(|field| field.style == FieldStyle::Heat)
    }

    /// Whether anything stands above or below the board.
    fn has_text(&self) -> bool {
        let keys =
            self.graphs.iter().any(|graph| !graph.name.is_empty() || graph.edges.iter().any(|e| !e.label.is_empty()));
        let paths = self.paths.iter().any(|path| !path.label.is_empty());
        !self.title.is_empty()
            || !self.caption.is_empty()
            || !self.fields.is_empty()
            || self.states.is_some()
            || keys
            || paths
    }
}

fn stone_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The area of a square is in proportion to the size of its value.
fn square_side(level: f64) -> f64 {
    CELL * 0.62 * level.abs().sqrt()
}
