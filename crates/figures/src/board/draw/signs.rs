//! Texts and marks on the points of a board.

use goban::{Color, Point};

use super::super::{Field, FieldStyle, Mark};
use super::{CELL, Drawing};
use crate::Rgb;
use crate::color::Scale;
use crate::svg::{Attribute, Font, N, Svg};
use crate::text::{Weight, shorten, tiny, width};

/// The room for a text on a point.
struct Room {
    /// The largest size of its letters.
    largest: f64,
    /// How wide the text may be.
    text: f64,
    /// How much of the lines behind it is covered at least: a number between stumps of lines reads as negative.
    covered: f64,
}

impl Drawing<'_> {
    /// Texts, marks and the last move.
    pub(super) fn signs(&self) -> String {
        let mut svg = Svg::new();
        let figure = self.figure;
        for field in figure.fields.iter().filter(|field| field.style == FieldStyle::Numbers) {
            let unit = field.unit();
            for point in figure.shown() {
                let Some(value) = field.value(figure.size, point) else { continue };
                let text = tiny(value / unit.factor);
                let color = (figure.stone(point).is_none() && self.tile(point).is_none() && text != "0")
                    .then(|| self.number_color(field, value));
                self.words(
                    &mut svg,
                    point,
                    &text,
                    Room { largest: CELL * 0.4, text: CELL * 0.94, covered: CELL },
                    color,
                );
            }
        }
        for &(point, mark) in figure.marks.iter().filter(|(point, _)| figure.region.contains(*point)) {
            let (x, y) = self.center(point);
            let ink = self.look.ink_on(self.under(point));
            self.mark(&mut svg, x, y, mark, ink);
        }
        if let Some(point) = figure.last_move.filter(|&point| figure.region.contains(point)) {
            self.last_move(&mut svg, point);
        }
        for point in figure.shown() {
            if let Some(text) = figure.text_at(point) {
                self.label(&mut svg, point, &text);
            }
        }
        svg.into_string()
    }

    /// A dot in the middle of the stone, or a ring around what is written on it.
    fn last_move(&self, svg: &mut Svg, point: Point) {
        let (x, y) = self.center(point);
        let figure = self.figure;
        if figure.text_at(point).is_some() || figure.fields.iter().any(|field| field.style == FieldStyle::Numbers) {
            let ring: [Attribute<'_>; 3] = [("fill", &"none"), ("stroke", &self.look.accent), ("stroke-width", &2)];
            svg.circle(x, y, self.radius - 1.7, &ring);
        } else {
            let rim = self.look.ink_on(self.under(point));
            let dot: [Attribute<'_>; 3] = [("fill", &self.look.accent), ("stroke", &rim), ("stroke-width", &0.9)];
            svg.circle(x, y, self.radius * 0.36, &dot);
        }
    }

    /// The sign of a number shows in its colour.
    fn number_color(&self, field: &Field, value: f64) -> Rgb {
        match field.scale {
            Scale::Signed => self.look.scale_color(Scale::Signed, value.signum()).mix(self.look.ink, 0.25),
            Scale::Sequential => self.look.ink,
        }
    }

    /// What a sign on this point is drawn on.
    fn under(&self, point: Point) -> Rgb {
        match self.figure.stone(point) {
            Some(color) => self.look.stones[usize::from(color == Color::White)],
            None => self.ground(point),
        }
    }

    pub(super) fn label(&self, svg: &mut Svg, point: Point, text: &str) {
        let room = if self.figure.stone(point).is_some() { self.radius * 1.68 } else { CELL * 0.96 };
        self.words(svg, point, text, Room { largest: CELL * 0.5, text: room, covered: 0.0 }, None);
    }

    /// A text on a point. On an empty point the lines of the board are covered behind it.
    fn words(&self, svg: &mut Svg, point: Point, text: &str, room: Room, color: Option<Rgb>) {
        let under = self.under(point);
        let (x, y) = self.center(point);
        if self.figure.stone(point).is_none() {
            let size = fitting_size(text, room.largest, room.text);
            let w = (width(text, size, Weight::SemiBold) + 3.0).clamp(room.covered, CELL.max(room.covered));
            let h = size * 1.05;
            svg.rect(x - w / 2.0, y - h / 2.0, w, h, &[("rx", &3), ("fill", &under), ("fill-opacity", &0.94)]);
        }
        let color = color.unwrap_or_else(|| self.look.ink_on(under));
        self.fitted(svg, (x, y), text, room.largest, room.text, color);
    }

    /// A text around a spot, as large as it fits.
    pub(super) fn fitted(&self, svg: &mut Svg, (x, y): (f64, f64), text: &str, largest: f64, room: f64, color: Rgb) {
        let size = fitting_size(text, largest, room);
        let text = shorten(text, room.max(CELL * 0.9), |part| width(part, size, Weight::SemiBold));
        svg.text_around(x, y, Font { weight: Weight::SemiBold, ..self.font(size, color) }, &text);
    }

    fn mark(&self, svg: &mut Svg, x: f64, y: f64, mark: Mark, ink: Rgb) {
        let r = self.radius * 0.52;
        let line: [Attribute<'_>; 3] = [("fill", &"none"), ("stroke", &ink), ("stroke-width", &2.2)];
        match mark {
            Mark::Circle => svg.circle(x, y, r, &line),
            Mark::Square => svg.rect(x - r * 0.86, y - r * 0.86, r * 1.72, r * 1.72, &line),
            Mark::Triangle => {
                let (dx, dy) = (r * 0.95, r * 0.55);
                let d =
                    format!("M{} {}L{} {}L{} {}Z", N(x), N(y - r * 1.1), N(x + dx), N(y + dy), N(x - dx), N(y + dy));
                svg.path(&d, &line)
            }
            Mark::Cross => cross(svg, x, y, r * 0.8, ink, 2.4),
            Mark::Dot => svg.circle(x, y, r * 0.6, &[("fill", &ink)]),
        };
    }
}

/// The largest size at which a text fits, but not too small to be read.
fn fitting_size(text: &str, largest: f64, room: f64) -> f64 {
    let measured = width(text, 1.0, Weight::SemiBold).max(1e-9);
    largest.min(room / measured).max(CELL * 0.27)
}

pub(super) fn cross(svg: &mut Svg, x: f64, y: f64, r: f64, color: Rgb, breadth: f64) -> &mut Svg {
    let d = format!(
        "M{} {}L{} {}M{} {}L{} {}",
        N(x - r),
        N(y - r),
        N(x + r),
        N(y + r),
        N(x - r),
        N(y + r),
        N(x + r),
        N(y - r)
    );
    svg.path(&d, &[("stroke", &color), ("stroke-width", &breadth), ("stroke-linecap", &"round")])
}
