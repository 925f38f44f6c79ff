//! A figure as files: SVG, PNG or both.

use std::path::{Path, PathBuf};

use figures::Figure;

use crate::failure::Failure;
use crate::output::{self, Existing};

/// Where a figure is to go.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct PictureArgs {
    /// Writes the figure as an SVG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Writes the figure as a PNG file.
    #[arg(long, value_name = "FILE")]
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

    /// Writes the figure wherever it is asked for.
    ///
    /// # Errors
    /// When a file cannot be written, or the figure not be drawn.
    pub(crate) fn write(&self, figure: &impl Figure) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            output::write_file(path, figure.to_svg().as_bytes(), Existing::Replace)?;
        }
        if let Some(path) = &self.png {
            let png = figure.to_png(self.width).map_err(|error| Failure::work(error).about(path.display()))?;
            output::write_file(path, &png, Existing::Replace)?;
        }
        Ok(())
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
