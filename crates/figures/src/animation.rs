//! Boards one after the other: animated SVG and GIF.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::board::{Drawing, Layers};
use crate::raster::pixels;
use crate::svg::{Svg, document};
use crate::{BoardFigure, Figure, RenderError};

/// Boards shown one after the other, for as long as somebody looks.
///
/// The animated SVG shows its last frame where the reader asks for less motion, and where animation is not supported.
/// Fields that are compared from frame to frame need the same [`limit`](crate::Field::limit).
#[derive(Clone, Debug)]
pub struct Animation {
    frames: Vec<BoardFigure>,
    milliseconds: u32,
}

impl Animation {
    /// Frames of half a second.
    #[must_use]
    pub fn new(frames: impl Into<Vec<BoardFigure>>) -> Animation {
        Animation { frames: frames.into(), milliseconds: 500 }
    }

    /// How long a frame is shown, at least 20 milliseconds; the last one is shown four times as long.
    #[must_use]
    pub fn frame_time(mut self, milliseconds: u32) -> Self {
        self.milliseconds = milliseconds.clamp(20, 60_000);
        self
    }

    /// The frames as one animated SVG document. Without frames it is an empty picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let mut layers: Vec<Layers> = self.frames.iter().map(|frame| frame.drawing().layers()).collect();
        if layers.iter().any(|frame| frame.parts.first() != layers[0].parts.first()) {
            // Frames that define different stones or scales must not share names.
            let named =
                |(i, frame): (usize, &BoardFigure)| Drawing::new(frame, &format!("{}-{i}", frame.css_class())).layers();
            layers = self.frames.iter().enumerate().map(named).collect();
        }
        let width = layers.iter().map(|frame| frame.width).fold(1.0, f64::max);
        let height = layers.iter().map(|frame| frame.height).fold(1.0, f64::max);
        let Some(last) = self.frames.last() else {
            return document(width, height, crate::Theme::default().look().page, "Animation without frames", "", "");
        };
        let mut svg = Svg::new();
        svg.text_in("style", &[], &self.style());
        let count = layers.iter().map(|frame| frame.parts.len()).max().unwrap_or(0);
        for layer in 0..count {
            let parts: Vec<&str> =
                layers.iter().map(|frame| frame.parts.get(layer).map_or("", String::as_str)).collect();
            if parts.iter().all(|part| *part == parts[0]) {
                // What never changes is drawn once.
                svg.raw(parts[0]);
                continue;
            }
            for (i, part) in parts.iter().enumerate() {
                let visibility = if i + 1 == parts.len() { "visible" } else { "hidden" };
                svg.open("g", &[("class", &format_args!("{} f{i}", last.css_class())), ("visibility", &visibility)]);
                svg.raw(part).close("g");
            }
        }
        let title = if last.heading().is_empty() { "Go board" } else { last.heading() };
        let description = format!("Animation of {} frames. The last one: {}", self.frames.len(), last.description());
        document(width, height, last.page(), title, &description, &svg.into_string())
    }

    /// When each frame is seen. Frames are hidden by attributes; only readers who do not mind motion get more.
    fn style(&self) -> String {
        let n = self.frames.len();
        let class = self.frames.last().map_or("", BoardFigure::css_class);
        let total = f64::from(self.milliseconds) / 1000.0 * (n as f64 + 3.0);
        let share = |frames: f64| frames / (n as f64 + 3.0) * 100.0;
        let keyframes = |name: &str, shown: f64| {
            format!("@keyframes {class}-{name}{{0%{{visibility:visible}}{shown:.4}%,100%{{visibility:hidden}}}}")
        };
        let mut css = keyframes("one", share(1.0)) + &keyframes("last", share(4.0));
        css += "@media (prefers-reduced-motion:no-preference){";
        for i in 0..n {
            let name = if i + 1 == n { "last" } else { "one" };
            let start = f64::from(self.milliseconds) / 1000.0 * i as f64 - total;
            css += &format!(".{class}.f{i}{{animation:{class}-{name} {total:.3}s step-end {start:.3}s infinite}}");
        }
        css + "}"
    }

    /// The frames as an animated GIF that repeats for ever, this many pixels wide.
    ///
    /// # Errors
    /// When there are no frames, or a side of the picture would be zero or too long.
    pub fn to_gif(&self, width: u32) -> Result<Vec<u8>, RenderError> {
        let pictures = self.frames.iter().map(|frame| pixels(&frame.to_svg(), width)).collect::<Result<Vec<_>, _>>()?;
        let height = pictures.iter().map(|picture| picture.height()).max().ok_or(RenderError::NoFrames)?;
        let size_error = RenderError::Size { width, height };
        let (w, h) = (u16::try_from(width).map_err(|_| size_error)?, u16::try_from(height).map_err(|_| size_error)?);
        // Figures are opaque. Where a frame is less high than the others, its page goes on.
        let frames: Vec<Vec<[u8; 3]>> = pictures
            .iter()
            .zip(&self.frames)
            .map(|(picture, figure)| {
                let page = figure.page();
                let mut pixels: Vec<[u8; 3]> =
                    picture.pixels().iter().map(|p| [p.red(), p.green(), p.blue()]).collect();
                pixels.resize(width as usize * height as usize, [page.0, page.1, page.2]);
                pixels
            })
            .collect();
        let palette = Palette::of(&frames);
        encode(&frames, &palette, (w, h), self.milliseconds).map_err(|_| RenderError::Drawing)
    }
}

fn encode(
    frames: &[Vec<[u8; 3]>],
    palette: &Palette,
    (width, height): (u16, u16),
    milliseconds: u32,
) -> Result<Vec<u8>, gif::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = gif::Encoder::new(&mut out, width, height, &palette.colors.concat())?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    let mut before: Option<Vec<u8>> = None;
    for (i, frame) in frames.iter().enumerate() {
        let indices: Vec<u8> = frame.iter().map(|color| palette.index(*color)).collect();
        let window = changed(before.as_deref(), &indices, width.into());
        let time = milliseconds / 10 * if i + 1 == frames.len() { 4 } else { 1 };
        let rows = window.top..window.bottom;
        let part: Vec<u8> = rows
            .flat_map(|row| {
                indices[row * usize::from(width) + window.left..][..window.right - window.left].iter().copied()
            })
            .collect();
        let short = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        encoder.write_frame(&gif::Frame {
            delay: u16::try_from(time).unwrap_or(u16::MAX),
            dispose: gif::DisposalMethod::Keep,
            left: short(window.left),
            top: short(window.top),
            width: short(window.right - window.left),
            height: short(window.bottom - window.top),
            buffer: Cow::Owned(part),
            ..gif::Frame::default()
        })?;
        before = Some(indices);
    }
    drop(encoder);
    Ok(out)
}

/// A rectangle of pixels.
struct Window {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// The smallest rectangle that holds all changed pixels; at least one pixel.
fn changed(before: Option<&[u8]>, now: &[u8], width: usize) -> Window {
    let height = now.len() / width;
    let Some(before) = before else { return Window { left: 0, top: 0, right: width, bottom: height } };
    let differs = |at: &usize| before[*at] != now[*at];
    let mut window = Window { left: width, top: height, right: 0, bottom: 0 };
    for at in (0..now.len()).filter(differs) {
        let (x, y) = (at % width, at / width);
        window.left = window.left.min(x);
        window.right = window.right.max(x + 1);
        window.top = window.top.min(y);
        window.bottom = window.bottom.max(y + 1);
    }
    if window.right == 0 { Window { left: 0, top: 0, right: 1, bottom: 1 } } else { window }
}

/// At most 256 colours for all frames, found by median cut: the box of colours with the largest spread is halved until
/// there are enough. The same frames give the same colours.
struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: BTreeMap<[u8; 3], u8>,
}

/// Colours with how many pixels have them.
type ColorBox = Vec<([u8; 3], u64)>;

impl Palette {
    fn of(frames: &[Vec<[u8; 3]>]) -> Palette {
        let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
        for color in frames.iter().flatten() {
            *counts.entry(*color).or_default() += 1;
        }
        let all: ColorBox = counts.into_iter().collect();
        let mut boxes = vec![all.clone()];
        while boxes.len() < 256 {
            let widest = (0..boxes.len()).max_by_key(|&i| (worth(&boxes[i]), std::cmp::Reverse(i)));
            let Some(i) = widest.filter(|&i| boxes[i].len() > 1) else { break };
            let half = halve(&mut boxes[i]);
            boxes.push(half);
        }
        let colors: Vec<[u8; 3]> = boxes.iter().map(middle).collect();
        let nearest = all.iter().map(|(color, _)| (*color, nearest(&colors, *color))).collect();
        Palette { colors, nearest }
    }

    fn index(&self, color: [u8; 3]) -> u8 {
        self.nearest.get(&color).copied().unwrap_or(0)
    }
}

/// The channel in which the colours of a box differ most, and by how much.
fn spread(colors: &ColorBox) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3)
        .map(|channel| (channel, range(channel)))
        .max_by_key(|&(channel, range)| (range, std::cmp::Reverse(channel)))
        .unwrap_or((0, 0))
}

/// How much a box wants to be halved: a wide box before a narrow one, a common one before a rare one.
fn worth(colors: &ColorBox) -> u64 {
    let pixels: u64 = colors.iter().map(|(_, n)| n).sum();
    u64::from(spread(colors).1).pow(2) * (1 + pixels.isqrt())
}

/// Halves a box at the median pixel; returns the upper half.
fn halve(colors: &mut ColorBox) -> ColorBox {
    let (channel, _) = spread(colors);
    colors.sort_by_key(|(color, _)| (color[channel], *color));
    let pixels: u64 = colors.iter().map(|(_, n)| n).sum();
    let mut seen = 0;
    let at = colors.iter().position(|(_, n)| {
        seen += n;
        seen * 2 >= pixels
    });
    let at = at.map_or(1, |at| at + 1).clamp(1, colors.len() - 1);
    colors.split_off(at)
}

/// The commonest colour of a box where it has most of the pixels, so that flat areas keep their colour; else the mean.
fn middle(colors: &ColorBox) -> [u8; 3] {
    let pixels: u64 = colors.iter().map(|(_, n)| n).sum::<u64>().max(1);
    let commonest = colors.iter().max_by_key(|(color, n)| (*n, std::cmp::Reverse(*color)));
    if let Some((color, _)) = commonest.filter(|(_, n)| n * 2 > pixels) {
        return *color;
    }
    [0, 1, 2].map(|channel| {
        let sum: u64 = colors.iter().map(|(color, n)| u64::from(color[channel]) * n).sum();
        ((sum + pixels / 2) / pixels) as u8
    })
}

fn nearest(colors: &[[u8; 3]], wanted: [u8; 3]) -> u8 {
    let distance = |color: &[u8; 3]| -> u32 { (0..3).map(|i| u32::from(color[i].abs_diff(wanted[i])).pow(2)).sum() };
    let best = colors.iter().enumerate().min_by_key(|(_, color)| distance(color));
    best.map_or(0, |(i, _)| i as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Field;
    use goban::{Board, BoardSize};

    #[test]
    fn the_still_picture_is_the_last_frame() {
        let size = BoardSize::NINE;
        let frame = |i: u8| {
            let field = Field::signed("lead", vec![f64::from(i) - 1.5; size.area()]).limit(3.0);
            let figure = BoardFigure::new(&Board::new(size)).caption(&format!("Step {i}")).last_move(size.point(2, 2));
            if i.is_multiple_of(2) {
                figure.field(field)
            } else {
                figure.field(field.style(crate::FieldStyle::Squares))
            }
        };
        for frames in [vec![frame(0), frame(2), frame(4)], vec![frame(0), frame(1), frame(2)]] {
            let last = pixels(&frames[2].to_svg(), 200).unwrap();
            assert!(pixels(&Animation::new(frames).to_svg(), 200).unwrap() == last);
        }
    }
}
