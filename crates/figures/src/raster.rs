//! From SVG to pixels, with the fonts of this crate, and those of the system for characters that ours lack.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb::Database};

/// Widest picture, in pixels.
const MAX_SIDE: u32 = 16_384;

/// The fonts inside the crate: Inter, cut down to Latin, Greek, Cyrillic and the signs that figures use.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../fonts/Inter-Regular.subset.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../fonts/Inter-SemiBold.subset.ttf").to_vec());
    fonts.set_sans_serif_family("Inter");
    Arc::new(fonts)
});

/// The same and the fonts of the system, which are looked for only when a text needs them: names in Chinese, Japanese or Korean.
static ALL_FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::clone(&FONTS);
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// Why a figure has no picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RenderError {
    /// The picture would be empty or too large.
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// An animation without frames.
    NoFrames,
    /// The drawing could not be turned into a picture: a fault of this crate.
    Drawing,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RenderError::Size { width, height } => {
                write!(
                    f,
                    "a picture of {width}×{height} pixels cannot be drawn; choose a width so that both sides are from 1 to {MAX_SIDE} pixels"
                )
            }
            RenderError::NoFrames => f.write_str("an animation needs at least one frame"),
            RenderError::Drawing => {
                f.write_str("the drawing could not be turned into a picture; please report the figure as a fault")
            }
        }
    }
}

impl std::error::Error for RenderError {}

/// The drawing in an SVG that this crate wrote, and the characters that no font can draw.
fn parse(svg: &str) -> Result<(Tree, BTreeSet<char>), RenderError> {
    let missing = Mutex::new(BTreeSet::new());
    let another = FontResolver::default_fallback_selector();
    let select_fallback = Box::new(|c: char, used: &[_], fonts: &mut Arc<Database>| {
        another(c, used, fonts).or_else(|| {
            // Nothing but added to, as its users expect: the fonts known so far keep their places.
            *fonts = Arc::clone(&ALL_FONTS);
            let found = another(c, used, fonts);
            if found.is_none() {
                missing.lock().unwrap_or_else(PoisonError::into_inner).insert(c);
            }
            found
        })
    });
    let font_resolver = FontResolver { select_fallback, ..FontResolver::default() };
    let (fontdb, font_family) = (Arc::clone(&FONTS), "Inter".to_owned());
    let options = Options { fontdb, font_family, font_resolver, ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|_| RenderError::Drawing)?;
    drop(options);
    Ok((tree, missing.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// The characters of an SVG of this crate that no font has, neither ours nor the system's, in their order: in a picture they are missing.
///
/// ```
/// let board = goban::Board::new(goban::BoardSize::NINE);
/// let drawn = |title: &str| figures::Figure::to_svg(&figures::BoardFigure::new(&board).title(title));
/// assert_eq!(figures::without_font(&drawn("Łukasz – Ольга")), "");
/// assert_eq!(figures::without_font(&drawn("\u{378}")), "\u{378}");
/// ```
#[must_use]
pub fn without_font(svg: &str) -> String {
    parse(svg).map_or_else(|_| String::new(), |(_, missing)| missing.into_iter().collect())
}

/// Draws an SVG that this crate wrote, as wide as asked.
pub(crate) fn pixels(svg: &str, width: u32) -> Result<Pixmap, RenderError> {
    let (tree, _) = parse(svg)?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let size_error = RenderError::Size { width, height };
    if width == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(size_error);
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(size_error)?;
    // The height is rounded to whole pixels, and the page reaches to the last of them.
    let down = height as f32 / tree.size().height();
    resvg::render(&tree, Transform::from_scale(scale, down), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Draws an SVG that this crate wrote as PNG.
pub(crate) fn png(svg: &str, width: u32) -> Result<Vec<u8>, RenderError> {
    pixels(svg, width)?.encode_png().map_err(|_| RenderError::Drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Weight, width};

    #[test]
    fn text_is_as_wide_as_the_layout_thinks() {
        let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
        for (weight, number) in [(Weight::Regular, 400), (Weight::SemiBold, 600)] {
            // Between bars without blanks, so that the drawn box is nearly the advance.
            for text in ["HillH", "H0123456789H", "Hfreedom.leadH", "HMoves (a) = 1/3, b*c;H", "H~^{}|&%$#@!?H"] {
                let escaped = text.replace('&', "&amp;");
                let svg = format!(
                    "<svg xmlns='http://www.w3.org/2000/svg' width='2000' height='200'>\
                     <text y='150' font-family='Inter' font-size='100' font-weight='{number}'>{escaped}</text></svg>"
                );
                let tree = Tree::from_str(&svg, &options).unwrap();
                let drawn = f64::from(tree.root().abs_bounding_box().width());
                let thought = width(text, 100.0, weight);
                assert!((drawn - thought).abs() < 0.05 * thought + 20.0, "{text}: {drawn} drawn, {thought} thought");
            }
        }
    }
}
