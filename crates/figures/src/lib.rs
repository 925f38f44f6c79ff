//! Drawings of Go: boards with anything on them, curves over moves, box plots and bars.
//!
//! A figure is a value, built step by step, that draws itself as SVG, as PNG and as text for a terminal. Figures know
//! the board and plain numbers; they know the shapes of what models see but no model, no files, and not the terminal they are shown in.
//!
//! ```
//! use figures::{BoardFigure, Figure, TerminalOptions};
//! use goban::Diagram;
//!
//! let board = Diagram::parse(". . . .\n. X O .\n. O X .\n. . . .").unwrap().board().unwrap();
//! let size = board.size();
//! let figure = BoardFigure::new(&board).last_move(size.parse_vertex("C2")).title("A cross-cut");
//! assert!(figure.to_svg().starts_with("<svg"));
//! let text = figure.to_terminal(&TerminalOptions::default());
//! let rows: Vec<&str> = text.lines().map(str::trim_end).collect();
//! assert_eq!(
//!     rows,
//!     [
//!         "A cross-cut",
//!         "    A B C D",
//!         " 4  ┌─┬─┬─┐  4",
//!         " 3  ├─●─○─┤  3",
//!         " 2  ├─○[●]┤  2",
//!         " 1  └─┴─┴─┘  1",
//!         "    A B C D",
//!     ]
//! );
//! ```
//!
//! Colours: in every signed scale positive is in Black's favour and blue, negative in White's and orange; the scales
//! are symmetric about zero and safe for colour-blind readers.

mod address;
mod animation;
mod board;
mod chart;
mod color;
mod legend;
mod page;
mod raster;
mod sparkline;
mod strip;
mod svg;
mod terminal;
mod text;
mod theme;

pub use address::{address, data_address};
pub use animation::Animation;
pub use board::{BoardFigure, Field, FieldStyle, Graph, Mark, Node, NodeStyle, Path, Region, State, States};
pub use chart::{Bars, Chart, Sample, Series};
pub use color::Rgb;
pub use model::Edge;
pub use page::page;
pub use raster::{RenderError, without_font};
pub use sparkline::sparkline;
pub use strip::strip;
pub use svg::escape;
pub use terminal::{ColorMode, TerminalOptions};
pub use text::{cells, clean, lines};
pub use theme::Theme;

/// Something that can be drawn.
pub trait Figure {
    /// The figure as an SVG document: no references outside itself, with a title for assistive tools.
    fn to_svg(&self) -> String;

    /// The figure as text for a terminal: lines, each ended by a line feed. The rows of a board, a grid or a chart
    /// are equally wide.
    fn to_terminal(&self, options: &TerminalOptions) -> String;

    /// The figure as PNG, this many pixels wide. Text is drawn with the fonts inside this crate, so that the picture is
    /// the same on every machine; letters outside Latin, Greek and Cyrillic take a font of the system. [`without_font`] says which have none.
    ///
    /// # Errors
    /// When a side of the picture would be zero or too long.
    fn to_png(&self, width: u32) -> Result<Vec<u8>, RenderError> {
        raster::png(&self.to_svg(), width)
    }
}
