//! Stones put on the board and taken off it by hand, as the listing's `paint-blacks` does with the mouse (194–213).

use goban::{BoardSize, Color, Point};
use thiserror::Error;

/// One stroke of the hand, between two ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// It is done before this tick; the first after the set-up is 1.
    pub tick: usize,
    /// The stone that is put; none takes off what is there.
    pub stone: Option<Color>,
    /// Where.
    pub point: Point,
}

/// A stroke that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{stroke}' is no stroke: {reason}; write a tick, a word and a point, such as 5 black D4, 5 white E5, 9 remove D4"
)]
pub struct StrokeError {
    stroke: String,
    reason: String,
}

impl Stroke {
    /// Reads strokes with commas between them, each a tick, one of `black`, `white` and `remove`, and a point; gives them in
    /// the order in which they are done.
    ///
    /// ```
    /// use agents::Stroke;
    /// use goban::{BoardSize, Color};
    /// let strokes = Stroke::list("9 remove D4, 5 black D4", BoardSize::NINE).unwrap();
    /// assert_eq!((strokes[0].tick, strokes[0].stone), (5, Some(Color::Black)));
    /// assert_eq!((strokes[1].tick, strokes[1].stone), (9, None));
    /// ```
    ///
    /// # Errors
    /// At the first stroke that is none, or is not on the board.
    pub fn list(text: &str, size: BoardSize) -> Result<Vec<Stroke>, StrokeError> {
        let written = text.split(',').map(str::trim).filter(|stroke| !stroke.is_empty());
        let mut strokes = written.map(|stroke| Stroke::read(stroke, size)).collect::<Result<Vec<_>, _>>()?;
        strokes.sort_by_key(|stroke| stroke.tick);
        Ok(strokes)
    }

    fn read(text: &str, size: BoardSize) -> Result<Stroke, StrokeError> {
        let wrong = |reason: String| StrokeError { stroke: text.to_string(), reason };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [tick, word, vertex] = words[..] else {
            return Err(wrong("it has not three parts".to_string()));
        };
        let tick =
            tick.parse().ok().filter(|tick| *tick > 0).ok_or_else(|| wrong("ticks are counted from 1".into()))?;
        let stone = match word {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "remove" => None,
            _ => return Err(wrong("the word is black, white or remove".to_string())),
        };
        let point =
            size.parse_vertex(vertex).ok_or_else(|| wrong(format!("{vertex} is no point of a {size} board")))?;
        Ok(Stroke { tick, stone, point })
    }
}
