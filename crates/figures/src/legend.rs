//! What is below a drawing: scales, keys and text, one under the other.

use crate::Rgb;
use crate::board::Field;
use crate::color::Scale;
use crate::svg::{Anchor, Font, N, Svg};
use crate::text::{Weight, shorten, width, wrap};
use crate::theme::Look;

/// The sign of a key.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Swatch {
    /// A tile of a map.
    Tile(Rgb),
    /// A line.
    Stroke(Rgb),
    /// A line with gaps.
    Dashed(Rgb, &'static str),
    /// A square of this side.
    Square(Rgb, f64),
}

/// A sign and what it means.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Key {
    pub(crate) swatch: Swatch,
    pub(crate) text: String,
}

/// A legend being written from the top down.
pub(crate) struct Legend {
    svg: Svg,
    look: &'static Look,
    size: f64,
    left: f64,
    width: f64,
    y: f64,
}

impl Legend {
    pub(crate) fn new(look: &'static Look, size: f64, left: f64, width: f64) -> Legend {
        Legend { svg: Svg::new(), look, size, left, width, y: 0.0 }
    }

    /// Leaves room.
    pub(crate) fn skip(&mut self, height: f64) {
        self.y += height;
    }

    /// The markup, and where it ends.
    pub(crate) fn finish(self) -> (String, f64) {
        (self.svg.into_string(), self.y)
    }

    fn font(&self, color: Rgb, anchor: Anchor) -> Font {
        Font { size: self.size * 0.95, weight: Weight::Regular, color, anchor }
    }

    /// A text in as many lines as it needs.
    pub(crate) fn paragraph(&mut self, text: &str) {
        let font = self.font(self.look.faint, Anchor::Start);
        let lines = wrap(text, self.width, |line| width(line, font.size, Weight::Regular));
        if !lines.is_empty() {
            self.skip(self.size * 0.55);
        }
        for line in lines {
            self.svg.text(self.left, self.y + self.size, font, &line);
            self.skip(self.size * 1.36);
        }
    }

    /// The scale of a map of colours, whose gradient has this id.
    pub(crate) fn bar(&mut self, field: &Field, id: &str) {
        let (size, look) = (self.size, self.look);
        self.skip(size * 0.6);
        let name = shorten(&field.name, self.width, |text| width(text, size * 0.95, Weight::SemiBold));
        if !name.is_empty() {
            let font = Font { weight: Weight::SemiBold, ..self.font(look.ink, Anchor::Start) };
            self.svg.text(self.left, self.y + size, font, &name);
            self.skip(size * 1.5);
        }
        let fill = format!("url(#{id})");
        self.svg.rect(
            self.left,
            self.y,
            self.width,
            size * 0.8,
            &[("rx", &2), ("fill", &fill), ("stroke", &look.faint), ("stroke-width", &0.6)],
        );
        self.skip(size * 0.8);
        let baseline = self.y + size * 1.15;
        let ends: &[(f64, f64, Anchor)] = match field.scale {
            Scale::Signed => &[(-1.0, 0.0, Anchor::Start), (0.0, 0.5, Anchor::Middle), (1.0, 1.0, Anchor::End)],
            Scale::Sequential => &[(0.0, 0.0, Anchor::Start), (0.5, 0.5, Anchor::Middle), (1.0, 1.0, Anchor::End)],
        };
        for &(level, part, anchor) in ends {
            let font = self.font(look.faint, anchor);
            self.svg.text(self.left + self.width * part, baseline, font, &field.end_text(level));
        }
        self.skip(size * 1.4);
    }

    /// A name and keys after it, in as many lines as they need.
    pub(crate) fn keys(&mut self, name: &str, keys: &[Key]) {
        if name.is_empty() && keys.is_empty() {
            return;
        }
        let size = self.size;
        self.skip(size * 0.6);
        let font = self.font(self.look.ink, Anchor::Start);
        let mut x = self.left;
        if !name.is_empty() {
            let bold = Font { weight: Weight::SemiBold, ..font };
            let name = shorten(name, self.width, |text| width(text, font.size, Weight::SemiBold));
            self.svg.text(x, self.y + size, bold, &name);
            x += width(&name, font.size, Weight::SemiBold) + size * 1.1;
        }
        for key in keys {
            let sign = match key.swatch {
                Swatch::Tile(_) => size * 0.95,
                Swatch::Stroke(_) | Swatch::Dashed(..) => size * 1.7,
                Swatch::Square(_, side) => side,
            };
            let text = shorten(&key.text, self.width - sign - size, |text| width(text, font.size, Weight::Regular));
            let needed = sign + size * 0.4 + width(&text, font.size, Weight::Regular);
            if x > self.left && x + needed > self.left + self.width {
                x = self.left;
                self.skip(size * 1.45);
            }
            self.swatch(key.swatch, x, self.y + size * 0.66, sign);
            self.svg.text(x + sign + size * 0.4, self.y + size, font, &text);
            x += needed + size * 1.1;
        }
        self.skip(size * 1.45);
    }

    fn swatch(&mut self, swatch: Swatch, x: f64, y: f64, side: f64) {
        let faint = self.look.faint;
        let line = format!("M{} {}H{}", N(x), N(y), N(x + side));
        match swatch {
            Swatch::Tile(fill) => {
                let edge: [(&str, &dyn std::fmt::Display); 3] =
                    [("fill", &fill), ("stroke", &faint), ("stroke-width", &0.6)];
                self.svg.rect(x, y - side / 2.0, side, side, &edge)
            }
            Swatch::Square(fill, _) => self.svg.rect(x, y - side / 2.0, side, side, &[("fill", &fill)]),
            Swatch::Dashed(stroke, dashes) => {
                self.svg.path(&line, &[("stroke", &stroke), ("stroke-width", &2.4), ("stroke-dasharray", &dashes)])
            }
            Swatch::Stroke(stroke) => self.svg.path(&line, &[("stroke", &stroke), ("stroke-width", &3)]),
        };
    }
}

/// The colours of a scale from one end to the other.
pub(crate) fn gradient(svg: &mut Svg, look: &Look, scale: Scale, id: &str) {
    let steps = 32;
    let lowest = if scale == Scale::Signed { -1.0 } else { 0.0 };
    svg.open("linearGradient", &[("id", &id)]);
    for step in 0..=steps {
        let part = f64::from(step) / f64::from(steps);
        let color = look.scale_color(scale, lowest + (1.0 - lowest) * part);
        svg.leaf("stop", &[("offset", &N(part)), ("stop-color", &color)]);
    }
    svg.close("linearGradient");
}
