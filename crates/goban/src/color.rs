//! The two sides, and a value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides.
///
/// ```
/// use goban::Color;
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::Black.sign(), 1.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// The side that moves first in an even game.
    Black,
    /// The other side.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// +1 for Black and −1 for White: the sign of every lead in this project.
    #[must_use]
    pub const fn sign(self) -> f64 {
        match self {
            Color::Black => 1.0,
            Color::White => -1.0,
        }
    }

    /// `B` or `W`, as SGF and GTP write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// Reads `b`, `w`, `black`, `white` in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Color> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// A value for each side.
///
/// ```
/// use goban::{ByColor, Color};
/// let mut prisoners = ByColor { black: 0, white: 0 };
/// prisoners[Color::White] += 3;
/// assert_eq!(prisoners.map(|n| n * 2), ByColor { black: 0, white: 6 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct ByColor<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Makes both values with one function.
    pub fn new(mut make: impl FnMut(Color) -> T) -> Self {
        ByColor { black: make(Color::Black), white: make(Color::White) }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor { black: f(self.black), white: f(self.white) }
    }

    /// The two values with their colours, Black first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().map(|color| (color, &self[color]))
    }

    /// The values with the sides exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        ByColor { black: self.white, white: self.black }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}
