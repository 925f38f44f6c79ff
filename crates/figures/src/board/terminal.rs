//! A board as text for a terminal.
//!
//! Every point has one column for itself and one between it and the next, so that the board looks square and the last
//! move has room for brackets. What does not fit on the points is listed in grids below.

use goban::{BoardSize, Color, Point};

use super::{BoardFigure, Field, FieldStyle, Graph, Mark};
use crate::Rgb;
use crate::color::Scale;
use crate::terminal::{Ink, InkedLine, TerminalOptions, fitted, flow, paragraph};
use crate::text::{cells, tiny};
use crate::theme::Theme;

/// Stones and lines need a middle grey around them to be seen, which the pictures' dark board is too dark for.
const DARK_GROUND: Rgb = Rgb::hex(0x565f6c);
/// How much of a scale is used behind stones: the darkest colours would hide black ones.
const SCALE_PART: f64 = 0.75;
/// At most this many texts are listed with their points; more get their own grid.
const FEW_TEXTS: usize = 12;
/// Edges and paths listed below a board.
const MOST_LISTED: usize = 24;

/// The figure in lines.
pub(crate) fn lines(figure: &BoardFigure, options: &TerminalOptions) -> Vec<InkedLine> {
    let text = TextBoard::new(figure, *options);
    let mut lines = Vec::new();
    lines.extend(paragraph(&figure.title, Ink::BOLD, options));
    lines.extend(text.board());
    lines.extend(text.legend());
    lines.extend(text.grids());
    lines.extend(text.lists());
    lines.extend(paragraph(&figure.caption, Ink::PLAIN, options));
    lines
}

struct TextBoard<'a> {
    figure: &'a BoardFigure,
    options: TerminalOptions,
    /// Whether there is a column between two points.
    roomy: bool,
    coordinates: bool,
    /// Whether texts may stand instead of stones: they are all single characters, on a block of the stone's colour.
    texts_on_stones: bool,
}

/// What is on a point: its character, and the one after it where that is not a line of the board.
struct Glyph {
    at: char,
    ink: Ink,
    after: Option<(char, Ink)>,
}

impl<'a> TextBoard<'a> {
    fn new(figure: &'a BoardFigure, options: TerminalOptions) -> TextBoard<'a> {
        let columns = figure.region.columns().len();
        let around = if figure.coordinates { 6 } else { 0 };
        let roomy = 2 * columns + 1 + around <= options.width;
        let coordinates = figure.coordinates && (roomy || columns + 6 <= options.width);
        let short = |point| figure.text_at(point).is_none_or(|text| cells(&options.plain(&text)) == 1);
        let texts_on_stones = options.has_color() && figure.shown().all(short);
        TextBoard { figure, options, roomy, coordinates, texts_on_stones }
    }

    /// The colour of the board itself; none is the terminal's own.
    fn board_color(&self) -> Option<Rgb> {
        let look = self.figure.theme.look();
        match self.figure.theme {
            _ if !self.options.has_color() => None,
            Theme::Wood if self.has_map() => Some(look.ground),
            Theme::Wood => Some(look.board),
            Theme::Print => None,
            Theme::Dark => Some(DARK_GROUND),
        }
    }

    fn has_map(&self) -> bool {
        self.figure.fields.iter().any(|field| field.style != FieldStyle::Numbers) || self.figure.states.is_some()
    }

    fn scale_color(&self, scale: Scale, level: f64) -> Rgb {
        let look = self.figure.theme.look();
        let color = look.scale_color(scale, level * SCALE_PART);
        match self.figure.theme {
            Theme::Dark => DARK_GROUND.mix(color, (2.0 * level.abs()).min(1.0)),
            Theme::Wood | Theme::Print => color,
        }
    }

    /// What lies behind a point.
    fn ground(&self, point: Point) -> Option<Rgb> {
        if !self.options.has_color() {
            return None;
        }
        let figure = self.figure;
        let heat = figure.fields.iter().rev().filter(|field| field.style != FieldStyle::Numbers).find_map(|field| {
            let level = field.level(field.value(figure.size, point)?);
            (level != 0.0).then(|| self.scale_color(field.scale, level))
        });
        let state = || figure.states.as_ref()?.at(figure.size, point)?.color;
        heat.or_else(state).or_else(|| self.board_color())
    }

    fn line_ink(&self, ground: Option<Rgb>) -> Ink {
        let look = self.figure.theme.look();
        match ground {
            Some(ground) if self.figure.theme == Theme::Dark => Ink::of(Rgb::hex(0xb9c1cc)).on(ground),
            Some(ground) if ground.is_light() => Ink::of(look.line).on(ground),
            Some(ground) => Ink::of(Rgb::hex(0xd8d2c6)).on(ground),
            None => Ink::PLAIN,
        }
    }

    /// Text on a ground.
    fn text_ink(&self, ground: Option<Rgb>) -> Ink {
        ground.map_or(Ink::PLAIN, |ground| Ink::of(self.figure.theme.look().ink_on(ground)).on(ground))
    }

    fn accent_ink(&self, ground: Option<Rgb>) -> Ink {
        let accent = match (ground, self.figure.theme) {
            (None, _) if !self.options.has_color() => return Ink::PLAIN,
            (_, Theme::Dark) => Rgb::hex(0xffd0c8),
            _ => Rgb::hex(0xc01f10),
        };
        Ink { text: Some(accent), ground, bold: true }
    }

    fn board(&self) -> Vec<InkedLine> {
        let region = self.figure.region;
        let frame = self.text_ink(self.board_color());
        let letters = self.coordinates.then(|| {
            let mut line = InkedLine::of("   ", frame);
            if self.roomy {
                line.push(' ', frame);
            }
            for column in region.columns() {
                line.push(BoardSize::column_letter(column), frame);
                if self.roomy {
                    line.push(' ', frame);
                }
            }
            line.text("   ", frame);
            line
        });
        let rows = region.rows().map(|row| {
            let mut line = InkedLine::new();
            let number = self.figure.size.get() - row;
            if self.coordinates {
                line.text(&format!("{number:2} "), frame);
            }
            self.row(&mut line, row);
            if self.coordinates {
                line.text(&format!(" {number:<2}"), frame);
            }
            line
        });
        letters.clone().into_iter().chain(rows.collect::<Vec<_>>()).chain(letters).collect()
    }

    fn row(&self, line: &mut InkedLine, row: usize) {
        let figure = self.figure;
        let region = figure.region;
        let last = figure.size.get() - 1;
        let points: Vec<Point> = region.columns().filter_map(|column| figure.size.point(column, row)).collect();
        let is_last = |point: Option<&Point>| point.is_some() && figure.last_move == point.copied();
        if self.roomy {
            let ground = self.board_color();
            if is_last(points.first()) {
                line.push('[', self.accent_ink(ground));
            } else {
                let going_on = region.columns().start > 0;
                line.push(self.gap(going_on), self.line_ink(ground));
            }
        }
        for (i, &point) in points.iter().enumerate() {
            let glyph = self.glyph(point);
            let ground = self.ground(point);
            line.push(glyph.at, glyph.ink);
            if !self.roomy {
                continue;
            }
            if is_last(Some(&point)) {
                line.push(']', self.accent_ink(ground));
            } else if is_last(points.get(i + 1)) {
                line.push('[', self.accent_ink(ground));
            } else if let Some((after, ink)) = glyph.after {
                line.push(after, ink);
            } else {
                line.push(self.gap(point.column() < last), self.line_ink(ground));
            }
        }
    }

    fn gap(&self, line_goes_on: bool) -> char {
        if line_goes_on { self.options.pick('─', ' ') } else { ' ' }
    }

    fn glyph(&self, point: Point) -> Glyph {
        let figure = self.figure;
        let ground = self.ground(point);
        let mark = figure.marks.iter().rev().find(|(at, _)| *at == point).map(|(_, mark)| self.mark(*mark));
        let text = figure.text_at(point).map(|text| self.options.plain(&text));
        if let Some(color) = figure.stone(point) {
            if let Some(text) = text.filter(|_| self.texts_on_stones) {
                return Glyph { at: text.chars().next().unwrap_or(' '), ink: self.block_ink(color), after: None };
            }
            return Glyph {
                at: self.stone(color, ground),
                ink: match ground {
                    Some(ground) => {
                        Ink::of([Rgb::hex(0x000000), Rgb::hex(0xffffff)][usize::from(color == Color::White)]).on(ground)
                    }
                    None => Ink::PLAIN,
                },
                after: mark.map(|mark| (mark, self.accent_ink(ground))),
            };
        }
        let plain = |at: char, ink: Ink| Glyph { at, ink, after: None };
        if let Some(text) = text.filter(|text| cells(text) == 1) {
            plain(text.chars().next().unwrap_or(' '), self.text_ink(ground).bold())
        } else if let Some(mark) = mark {
            plain(mark, self.accent_ink(ground))
        } else if figure.captured.iter().any(|(_, gone)| gone.contains(point)) {
            plain(self.options.pick('×', '*'), self.accent_ink(ground))
        } else if let Some(class) = figure
            .states
            .as_ref()
            .and_then(|states| states.at(figure.size, point))
            .filter(|_| !self.options.has_color())
        {
            plain(class.symbol, Ink::PLAIN)
        } else {
            plain(self.crossing(point), self.line_ink(ground))
        }
    }

    /// Text on a block of the stone's colour.
    fn block_ink(&self, color: Color) -> Ink {
        let look = self.figure.theme.look();
        let stone = look.stones[usize::from(color == Color::White)];
        Ink::of(look.ink_on(stone)).on(stone).bold()
    }

    /// With colours both sides are discs; without, White is a ring.
    fn stone(&self, color: Color, ground: Option<Rgb>) -> char {
        match color {
            Color::Black => self.options.pick('●', 'X'),
            Color::White if ground.is_some() => self.options.pick('●', 'O'),
            Color::White => self.options.pick('○', 'O'),
        }
    }

    fn mark(&self, mark: Mark) -> char {
        match mark {
            Mark::Circle => self.options.pick('◦', 'o'),
            Mark::Square => self.options.pick('□', '#'),
            Mark::Triangle => self.options.pick('△', '^'),
            Mark::Cross => self.options.pick('x', 'x'),
            Mark::Dot => self.options.pick('•', '\''),
        }
    }

    fn crossing(&self, point: Point) -> char {
        if self.figure.size.stars().contains(point) {
            return self.options.pick('╋', '+');
        }
        let last = self.figure.size.get() - 1;
        let part = |at: usize| {
            if at == 0 {
                0
            } else if at == last {
                2
            } else {
                1
            }
        };
        let grid = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
        self.options.pick(grid[part(point.row())][part(point.column())], '.')
    }

    /// What the colours and signs on the board mean.
    fn legend(&self) -> Vec<InkedLine> {
        let mut lines = Vec::new();
        let options = &self.options;
        if self.figure.captured.iter().any(|(_, gone)| !gone.is_empty()) {
            lines.extend(paragraph(options.pick("× captured", "* captured"), Ink::PLAIN, options));
        }
        for field in self.figure.fields.iter().filter(|field| field.style != FieldStyle::Numbers && options.has_color())
        {
            lines.extend(paragraph(&field.name, Ink::BOLD, options));
            lines.push(self.bar(field));
        }
        if let Some(states) = &self.figure.states {
            let mut pieces = vec![InkedLine::of(&fitted(&states.name, options.width, options), Ink::BOLD)];
            for class in &states.classes {
                let mut piece = InkedLine::new();
                match class.color.or_else(|| self.board_color()) {
                    Some(color) if options.has_color() => piece.text("  ", Ink::PLAIN.on(color)),
                    _ => piece.push(class.symbol, Ink::PLAIN),
                };
                piece.text(" ", Ink::PLAIN);
                piece.text(&fitted(&class.name, options.width.saturating_sub(3), options), Ink::PLAIN);
                pieces.push(piece);
            }
            lines.extend(flow(pieces, options));
        }
        lines
    }

    fn bar(&self, field: &Field) -> InkedLine {
        let ends = match field.scale {
            Scale::Signed => [field.end_text(-1.0), field.end_text(1.0)],
            Scale::Sequential => [field.end_text(0.0), field.end_text(1.0)],
        }
        .map(|end| self.options.plain(&end));
        let room = self.options.width.saturating_sub(cells(&ends[0]) + cells(&ends[1]) + 2).clamp(1, 24);
        let mut line = InkedLine::of(&ends[0], Ink::PLAIN);
        line.push(' ', Ink::PLAIN);
        let lowest = if field.scale == Scale::Signed { -1.0 } else { 0.0 };
        for step in 0..room {
            let level = lowest + (1.0 - lowest) * (step as f64 + 0.5) / room as f64;
            line.push(' ', Ink::PLAIN.on(self.scale_color(field.scale, level)));
        }
        line.push(' ', Ink::PLAIN).text(&ends[1], Ink::PLAIN);
        line
    }

    /// Fields and texts that the board itself does not show.
    fn grids(&self) -> Vec<InkedLine> {
        let mut lines = Vec::new();
        for field in &self.figure.fields {
            if field.style == FieldStyle::Numbers {
                lines.extend(self.numbers(field).unwrap_or_else(|| self.ninths(field)));
            } else if !self.options.has_color() {
                lines.extend(self.ninths(field));
            }
        }
        lines.extend(self.texts());
        lines
    }

    /// Texts that have no room on the board: a list of a few, a grid of many.
    fn texts(&self) -> Vec<InkedLine> {
        let figure = self.figure;
        let text = |point: Point| figure.text_at(point).map(|text| self.options.plain(&text));
        let hidden: Vec<(Point, String)> = figure
            .shown()
            .filter_map(|point| Some((point, text(point)?)))
            .filter(|(point, text)| match figure.stone(*point) {
                Some(_) => !self.texts_on_stones,
                None => cells(text) > 1,
            })
            .collect();
        let cell = |point: Point| match (text(point), figure.stone(point)) {
            (Some(text), Some(color)) if self.options.has_color() => (text, self.block_ink(color)),
            (Some(text), _) => (text, Ink::PLAIN),
            (None, Some(color)) => (self.stone(color, None).to_string(), Ink::PLAIN),
            (None, None) => (self.options.pick("·", ".").to_owned(), Ink::PLAIN),
        };
        let list = || {
            let piece = |(point, text): &(Point, String)| {
                let text = format!("{} {text}", figure.size.vertex(*point));
                InkedLine::of(&fitted(&text, self.options.width, &self.options), Ink::PLAIN)
            };
            flow(hidden.iter().map(piece).collect(), &self.options)
        };
        let grid = if hidden.len() > FEW_TEXTS { self.grid(cell) } else { None };
        grid.unwrap_or_else(list)
    }

    /// A grid of texts with coordinates, if it fits.
    fn grid(&self, cell: impl Fn(Point) -> (String, Ink)) -> Option<Vec<InkedLine>> {
        let region = self.figure.region;
        let widest = self.figure.shown().map(|point| cells(&cell(point).0)).max()?;
        let column = widest + 1;
        if region.columns().len() * column + 2 > self.options.width {
            return None;
        }
        let right = |line: &mut InkedLine, text: &str, ink: Ink| {
            line.text(&" ".repeat(column.saturating_sub(cells(text))), Ink::PLAIN).text(text, ink);
        };
        let mut letters = InkedLine::of("  ", Ink::PLAIN);
        for column in region.columns() {
            right(&mut letters, &BoardSize::column_letter(column).to_string(), Ink::PLAIN);
        }
        let rows = region.rows().map(|row| {
            let mut line = InkedLine::of(&format!("{:2}", self.figure.size.get() - row), Ink::PLAIN);
            for point in region.columns().filter_map(|column| self.figure.size.point(column, row)) {
                let (text, ink) = cell(point);
                right(&mut line, &text, ink);
            }
            line
        });
        Some(std::iter::once(letters).chain(rows).collect())
    }

    fn numbers(&self, field: &Field) -> Option<Vec<InkedLine>> {
        let unit = field.unit().factor;
        let rows = self.grid(|point| {
            let value = field.value(self.figure.size, point);
            (self.options.plain(&value.map_or_else(String::new, |value| tiny(value / unit))), Ink::PLAIN)
        })?;
        let name = paragraph(&field.name_with_unit(), Ink::BOLD, &self.options);
        Some(name.into_iter().chain(rows).collect())
    }

    /// A field in ninths of its scale: a digit a point, with its sign.
    fn ninths(&self, field: &Field) -> Vec<InkedLine> {
        let text = |point: Point| {
            let Some(value) = field.value(self.figure.size, point) else { return String::new() };
            let level = field.level(value);
            let digit = (level.abs() * 9.0).round();
            let sign = match field.scale {
                _ if digit == 0.0 => return self.options.pick("·", ".").to_owned(),
                Scale::Sequential => "",
                Scale::Signed if level < 0.0 => "-",
                Scale::Signed => "+",
            };
            format!("{sign}{digit}")
        };
        let end = field.end_text(1.0);
        let meaning = match field.scale {
            Scale::Signed => format!(
                "{}: + Black, − White, 9 is {}",
                field.name,
                end.trim_end_matches(" Black").trim_start_matches('+')
            ),
            Scale::Sequential => format!("{}: 9 is {end}", field.name),
        };
        let mut lines = paragraph(&meaning, Ink::BOLD, &self.options);
        lines.extend(self.grid(|point| (text(point), Ink::PLAIN)).unwrap_or_default());
        lines
    }

    fn lists(&self) -> Vec<InkedLine> {
        let mut lines = Vec::new();
        for graph in &self.figure.graphs {
            lines.extend(paragraph(&graph.name, Ink::BOLD, &self.options));
            lines.extend(self.list(graph.edges.iter().map(|edge| self.edge(graph, edge)).collect()));
        }
        let vertices = |path: &super::Path| {
            let points: Vec<String> = path.points.iter().map(|&point| self.figure.size.vertex(point)).collect();
            let name = if path.label.is_empty() { String::new() } else { format!("{}: ", path.label) };
            let owner = path.color.map_or_else(String::new, |color| format!("{} ", color.letter()));
            format!("{owner}{name}{}", points.join(" "))
        };
        lines.extend(self.list(self.figure.paths.iter().map(vertices).collect()));
        lines
    }

    fn edge(&self, graph: &Graph, edge: &crate::Edge) -> String {
        let name = |node: usize| {
            let node = &graph.nodes[node];
            let vertex = || node.points.first().map_or_else(|| "?".to_owned(), |&point| self.figure.size.vertex(point));
            node.label.clone().unwrap_or_else(vertex)
        };
        let arrow = if edge.directed { "→" } else { "–" };
        let label = if edge.label.is_empty() { String::new() } else { format!(" {}", edge.label) };
        format!("{}{arrow}{}{label} {}", name(edge.from), name(edge.to), crate::text::compact(edge.weight))
    }

    fn list(&self, texts: Vec<String>) -> Vec<InkedLine> {
        let more = texts.len().saturating_sub(MOST_LISTED);
        let rest = (more > 0).then(|| format!("… and {more} more"));
        let shown = texts.into_iter().take(MOST_LISTED).chain(rest);
        let pieces = shown.map(|text| InkedLine::of(&fitted(&text, self.options.width, &self.options), Ink::PLAIN));
        flow(pieces.collect(), &self.options)
    }
}
