//! Writing SVG: elements, attributes, text. Knows XML, not what is drawn.

use std::fmt::{self, Display, Write};

use crate::Rgb;
use crate::text::Weight;

/// Families for readers that do not have the bundled font.
const FAMILIES: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/// A length or coordinate with at most two decimals.
#[derive(Clone, Copy)]
pub(crate) struct N(pub(crate) f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Adding zero turns a negative zero into a plain one.
        if rounded.is_finite() { write!(f, "{}", rounded + 0.0) } else { f.write_str("0") }
    }
}

/// How a text is aligned at its coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is written.
#[derive(Clone, Copy)]
pub(crate) struct Font {
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) color: Rgb,
    pub(crate) anchor: Anchor,
}

/// A piece of SVG being written.
#[derive(Default)]
pub(crate) struct Svg {
    out: String,
}

pub(crate) type Attribute<'a> = (&'a str, &'a dyn Display);

impl Svg {
    pub(crate) fn new() -> Svg {
        Svg::default()
    }

    pub(crate) fn into_string(self) -> String {
        self.out
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Adds finished markup.
    pub(crate) fn raw(&mut self, markup: &str) -> &mut Self {
        self.out.push_str(markup);
        self
    }

    pub(crate) fn open(&mut self, tag: &str, attributes: &[Attribute<'_>]) -> &mut Self {
        self.start(tag, attributes);
        self.out.push_str(">\n");
        self
    }

    pub(crate) fn close(&mut self, tag: &str) -> &mut Self {
        self.out.push_str("</");
        self.out.push_str(tag);
        self.out.push_str(">\n");
        self
    }

    pub(crate) fn leaf(&mut self, tag: &str, attributes: &[Attribute<'_>]) -> &mut Self {
        self.start(tag, attributes);
        self.out.push_str("/>\n");
        self
    }

    /// An element that holds only text.
    pub(crate) fn text_in(&mut self, tag: &str, attributes: &[Attribute<'_>], text: &str) -> &mut Self {
        self.start(tag, attributes);
        self.out.push('>');
        self.out.push_str(&escape(text));
        self.close(tag)
    }

    /// A text with its baseline at a spot.
    pub(crate) fn text(&mut self, x: f64, y: f64, font: Font, text: &str) -> &mut Self {
        let anchor = match font.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, size) = (N(x), N(y), N(font.size));
        let mut attributes: Vec<Attribute<'_>> =
            vec![("x", &x), ("y", &y), ("font-size", &size), ("fill", &font.color)];
        if font.anchor != Anchor::Start {
            attributes.push(("text-anchor", &anchor));
        }
        if font.weight == Weight::SemiBold {
            attributes.push(("font-weight", &600));
        }
        self.text_in("text", &attributes, text)
    }

    /// A text with the middle of its capitals at a spot.
    pub(crate) fn text_around(&mut self, x: f64, y: f64, font: Font, text: &str) -> &mut Self {
        // The capitals of the font are 0.727 of its size high.
        self.text(x, y + font.size * 0.727 / 2.0, font, text)
    }

    pub(crate) fn circle(&mut self, x: f64, y: f64, radius: f64, rest: &[Attribute<'_>]) -> &mut Self {
        let (x, y, radius) = (N(x), N(y), N(radius));
        self.with("circle", &[("cx", &x), ("cy", &y), ("r", &radius)], rest)
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, rest: &[Attribute<'_>]) -> &mut Self {
        let (x, y, width, height) = (N(x), N(y), N(width), N(height));
        self.with("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height)], rest)
    }

    pub(crate) fn path(&mut self, d: &str, rest: &[Attribute<'_>]) -> &mut Self {
        self.with("path", &[("d", &d)], rest)
    }

    fn with(&mut self, tag: &str, first: &[Attribute<'_>], rest: &[Attribute<'_>]) -> &mut Self {
        let all: Vec<Attribute<'_>> = first.iter().chain(rest).copied().collect();
        self.leaf(tag, &all)
    }

    fn start(&mut self, tag: &str, attributes: &[Attribute<'_>]) {
        self.out.push('<');
        self.out.push_str(tag);
        let mut value = String::new();
        for (name, content) in attributes {
            value.clear();
            // Writing to a string cannot fail.
            let _ = write!(value, "{content}");
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            self.out.push_str(&escape(&value));
            self.out.push('"');
        }
    }
}

/// A whole document: the root element with what assistive tools read, a page colour, and the body.
pub(crate) fn document(width: f64, height: f64, page: Rgb, title: &str, description: &str, body: &str) -> String {
    let mut svg = Svg::new();
    let (w, h) = (N(width), N(height));
    svg.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("viewBox", &format_args!("0 0 {w} {h}")),
            ("width", &w),
            ("height", &h),
            ("role", &"img"),
            ("font-family", &FAMILIES),
        ],
    );
    svg.text_in("title", &[], title);
    if !description.is_empty() {
        svg.text_in("desc", &[], description);
    }
    svg.rect(0.0, 0.0, width, height, &[("fill", &page)]);
    svg.raw(body).close("svg");
    svg.into_string()
}

/// A text for SVG and HTML, inside an element or an attribute.
///
/// ```
/// assert_eq!(figures::escape("<b>Ann's \"R&D\"</b>"), "&lt;b&gt;Ann's &quot;R&amp;D&quot;&lt;/b&gt;");
/// ```
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
