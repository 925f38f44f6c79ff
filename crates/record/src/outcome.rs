//! How a game ended.

use std::fmt;

use goban::Color;

/// By how much, or in what way, a game was won.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Margin {
    /// By so many points.
    Points(f64),
    /// The other side gave up.
    Resignation,
    /// The other side ran out of time.
    Time,
    /// The other side broke a rule, did not come, or left.
    Forfeit,
    /// The record does not say.
    Unknown,
}

/// How a game ended.
///
/// ```
/// use goban::Color;
/// use record::{Margin, Outcome};
/// assert_eq!(Outcome::parse("W+3.5"), Some(Outcome::Win { winner: Color::White, margin: Margin::Points(3.5) }));
/// assert_eq!(Outcome::parse("b+resign").unwrap().to_string(), "B+R");
/// assert_eq!(Outcome::parse("Jigo"), Some(Outcome::Draw));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Which.
        winner: Color,
        /// How.
        margin: Margin,
    },
    /// Both had the same.
    Draw,
    /// The game does not count.
    Void,
    /// Not known, or not finished.
    Unknown,
}

impl Outcome {
    /// Reads the forms of SGF's RE and those found beside it; none if the text says nothing about a winner.
    #[must_use]
    pub fn parse(text: &str) -> Option<Outcome> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "0" | "draw" | "jigo" | "tie" | "d" | "和棋" | "持碁" => return Some(Outcome::Draw),
            "void" => return Some(Outcome::Void),
            "?" | "unknown" | "unfinished" => return Some(Outcome::Unknown),
            _ => {}
        }
        let winner = text.chars().next()?;
        let rest = match winner {
            'b' => text.strip_prefix("black").unwrap_or(&text[1..]),
            'w' => text.strip_prefix("white").unwrap_or(&text[1..]),
            'd' if text.starts_with("d+") => return Some(Outcome::Draw),
            _ => return None,
        };
        let winner = Color::parse(&winner.to_string())?;
        let rest = rest.trim();
        let (plus, rest) = match rest.strip_prefix('+') {
            Some(rest) => (true, rest.trim()),
            None => (false, rest.trim_start_matches("wins").trim_start_matches("win").trim_start_matches(" by").trim()),
        };
        if !plus && !rest.is_empty() && !says_how(rest) {
            return None;
        }
        let number = rest.trim_end_matches("points").trim_end_matches("point").trim_end_matches("目").trim();
        let margin = match rest {
            "" | "?" => Margin::Unknown,
            _ if rest.starts_with('r') => Margin::Resignation,
            _ if rest.starts_with('t') => Margin::Time,
            "offline" => Margin::Forfeit,
            _ if rest.starts_with('f') => Margin::Forfeit,
            _ => match number.replace(',', ".").parse::<f64>() {
                Ok(points) if points.is_finite() && points >= 0.0 => Margin::Points(points),
                _ => Margin::Unknown,
            },
        };
        Some(Outcome::Win { winner, margin })
    }

    /// The winner, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(*winner),
            _ => None,
        }
    }
}

/// Whether a text without a plus goes on to say how the game was won.
fn says_how(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_digit())
        || ["resign", "time", "forfeit", "r", "t", "f"]
            .iter()
            .any(|&word| rest == word || (word.len() > 1 && rest.starts_with(word)))
}

impl fmt::Display for Outcome {
    /// As SGF writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { winner, margin } => {
                write!(f, "{}+", winner.letter())?;
                match margin {
                    Margin::Points(points) => write!(f, "{points}"),
                    Margin::Resignation => write!(f, "R"),
                    Margin::Time => write!(f, "T"),
                    Margin::Forfeit => write!(f, "F"),
                    Margin::Unknown => Ok(()),
                }
            }
            Outcome::Draw => write!(f, "0"),
            Outcome::Void => write!(f, "Void"),
            Outcome::Unknown => write!(f, "?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_as_found_in_the_wild() {
        let cases = [
            ("B+R", "B+R"),
            ("W+Resign", "W+R"),
            ("B+0.5", "B+0.5"),
            ("W+12.00", "W+12"),
            ("B+T", "B+T"),
            ("W+Time", "W+T"),
            ("B+Offline", "B+F"),
            ("B+F", "B+F"),
            ("B", "B+"),
            ("W+", "W+"),
            ("W+J", "W+"),
            ("B+AW", "B+"),
            ("D+J", "0"),
            ("0", "0"),
            ("Draw", "0"),
            ("Void", "Void"),
            ("?", "?"),
            ("Black wins by 3.5 points", "B+3.5"),
            ("B+3,5", "B+3.5"),
        ];
        for (text, written) in cases {
            assert_eq!(Outcome::parse(text).unwrap().to_string(), written, "{text}");
        }
        for text in ["", "bogus", "white to play", "不明"] {
            assert_eq!(Outcome::parse(text), None, "{text}");
        }
    }
}
