//! A figure as files: SVG, PNG or both.

use std::path::{Path, PathBuf};

use figures::Figure;

use crate::failure::Failure;
use crate::output::{self, Existing, complain};

/// Where a figure is to go.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct PictureArgs {
    /// Writes the figure as an SVG file.
    #[arg(long, value_name = "FILE", value_parser = |path: &str| named(path, "svg"))]
    pub(crate) svg: Option<PathBuf>,

    /// Writes the figure as a PNG file.
    #[arg(long, value_name = "FILE", value_parser = |path: &str| named(path, "png"))]
    pub(crate) png: Option<PathBuf>,

    /// The width of a PNG in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 900, value_parser = clap::value_parser!(u32).range(100..=8000))]
    pub(crate) width: u32,
}

impl PictureArgs {
    /// The files that are asked for.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.svg, &self.png].into_iter().flatten()
    }

    /// Writes the figure wherever it is asked for, and gives back what to say of that where standard output is not taken.
    ///
    /// # Errors
    /// When a file cannot be written, or the figure not be drawn.
    pub(crate) fn write(&self, figure: &impl Figure) -> Result<String, Failure> {
        let mut written = Written::default();
        let svg = if self.paths().next().is_some() { figure.to_svg() } else { String::new() };
        if let Some(path) = &self.svg {
            written.write(path, svg.as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = figure.to_png(self.width).map_err(|error| Failure::work(error).about(path.display()))?;
            warn_of_missing_fonts(path, &svg);
            written.write(path, &png)?;
        }
        Ok(written.text())
    }
}

/// Pictures that were written.
#[derive(Default)]
pub(crate) struct Written {
    text: String,
    to_stdout: bool,
}

impl Written {
    /// Writes one, in the place of an older one.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        output::write_file(path, bytes, Existing::Replace)?;
        self.to_stdout |= path.as_os_str() == "-";
        self.text.push_str(&output::wrote(path));
        Ok(())
    }

    /// What to say; nothing if a picture went to standard output.
    pub(crate) fn text(self) -> String {
        if self.to_stdout { String::new() } else { self.text }
    }
}

/// Endings that promise a picture in some format.
const FORMATS: [&str; 10] = ["avif", "bmp", "gif", "jpeg", "jpg", "pdf", "png", "svg", "tiff", "webp"];

/// A name for a picture, whose ending must not promise another format.
///
/// # Errors
/// When it does.
pub(crate) fn named(path: &str, ending: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    let promised = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if promised != ending && FORMATS.contains(&promised.as_str()) {
        let name = path.with_extension(ending);
        return Err(format!("it will not be a .{promised}; name it {}", name.display()));
    }
    Ok(path)
}

/// Says which characters of a drawing are not in its picture, because no font on this machine has them.
pub(crate) fn warn_of_missing_fonts(path: &Path, svg: &str) {
    let missing = figures::without_font(svg);
    if !missing.is_empty() {
        complain(format!(
            "{}: no font on this machine has {missing}; install one, such as Noto Sans CJK, or take the SVG",
            path.display()
        ));
    }
}

/// Writes a figure of a report into a folder, as SVG and as PNG.
///
/// # Errors
/// When a file cannot be written, or the figure not be drawn.
pub(crate) fn save(folder: &Path, name: &str, figure: &dyn Figure, existing: Existing) -> Result<(), Failure> {
    /// The width of the PNG files.
    const WIDTH: u32 = 1000;
    output::write_file(&folder.join(format!("{name}.svg")), figure.to_svg().as_bytes(), existing)?;
    let path = folder.join(format!("{name}.png"));
    let png = figure.to_png(WIDTH).map_err(|error| Failure::work(error).about(path.display()))?;
    output::write_file(&path, &png, existing)
}
