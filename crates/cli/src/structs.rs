//! What only the family `structure` has: definitions from a file, and the struct behind a small window.

use std::sync::Arc;

use figures::{Figure, TerminalOptions};
use sgf::Place;
use structure::Structure;
use structure::go::{Expansion, Plan, Recorder};

use crate::failure::Failure;
use crate::{KindAndPath, contents};

/// A larger struct fills no page that a person would read.
const MOST_EVENTS: usize = 3000;

/// The shapes that the last file of definitions defines, if there is one.
///
/// # Errors
/// When the file cannot be read, or has a mistake: with its line and column.
pub(crate) fn defined(files: &[KindAndPath]) -> Result<Option<Arc<Plan>>, Failure> {
    let Some(file) = files.iter().rfind(|file| file.kind == "definitions") else { return Ok(None) };
    let (name, bytes) = contents(&file.path)?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::usage("is no text").about(&name))?;
    let own = Structure::with_definitions(&text).map_err(|error| {
        let place = Place { line: error.line, column: error.column };
        Failure::usage(error.message).about(&name).at(place)
    })?;
    Ok(Some(Arc::clone(own.plan())))
}

/// The built-in definitions, all levels one after the other.
pub(crate) fn built_in() -> String {
    (0..).map_while(structure::definitions::built_in_text).collect::<Vec<_>>().join("\n")
}

/// The struct of a recording, or of its last ticks, as a figure.
pub(crate) struct StructFigure {
    recorder: Recorder,
    expansion: Expansion,
}

impl StructFigure {
    /// # Errors
    /// When it is too large to be looked at.
    pub(crate) fn new(recorder: Recorder, ticks: Option<u32>) -> Result<StructFigure, Failure> {
        let end = recorder.n_moments();
        let last = recorder.tick(end.saturating_sub(1));
        let begins = |moment: &u32| ticks.is_none_or(|ticks| recorder.tick(*moment) + ticks > last);
        let first = (0..end).find(begins).unwrap_or(0);
        let n = recorder.n_events(first, end);
        if n > MOST_EVENTS {
            return Err(Failure::usage(format!(
                "this struct has about {n} events, too many to show; choose a window, such as \
                 --set structure.attention=window:D4,E4, or fewer ticks: --expand 2"
            )));
        }
        if n == 0 {
            return Err(Failure::usage("nothing is attended to here; choose another move or another window"));
        }
        let expansion = recorder.expand(first, end, &recorder.size().all_points());
        Ok(StructFigure { recorder, expansion })
    }

    /// In the language of Graphviz.
    pub(crate) fn to_dot(&self) -> String {
        self.expansion.to_dot(&self.recorder)
    }
}

impl Figure for StructFigure {
    fn to_svg(&self) -> String {
        self.expansion.to_svg(&self.recorder)
    }

    fn to_terminal(&self, _: &TerminalOptions) -> String {
        self.expansion.to_text(&self.recorder)
    }
}
