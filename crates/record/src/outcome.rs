//! How a game ended.

use std::fmt;

use goban::Color;

/// By how much, or in what way, a game was won.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Margin {
    /// By this many points.
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
    /// Reads the forms of SGF's RE and the sentences found in its place, in English, Chinese, Japanese and Korean; none if
    /// the text says nothing about a winner.
    #[must_use]
    pub fn parse(text: &str) -> Option<Outcome> {
        let text = text.to_lowercase();
        // Some servers add the count of both sides behind an arrow.
        let text = text.split(">>").next()?.trim().trim_end_matches(['!', '！', '.', '。']).trim_end();
        match text {
            "0" | "draw" | "jigo" | "tie" | "d" | "和棋" | "和局" | "持碁" | "ジゴ" | "무승부" => {
                return Some(Outcome::Draw);
            }
            "void" | "无胜负" | "無勝負" => return Some(Outcome::Void),
            "?" | "unknown" | "unfinished" => return Some(Outcome::Unknown),
            _ if text.starts_with("d+") => return Some(Outcome::Draw),
            _ => {}
        }
        let (side, rest) = SIDES.iter().find_map(|(word, side)| {
            let rest = text.strip_prefix(word)?;
            // A letter stands for a side only where it is not part of a word.
            let other_word = word.len() == 1 && rest.starts_with(|c: char| c.is_ascii_alphabetic());
            (!other_word).then(|| (*side, rest.trim_start()))
        })?;
        if let Some(how) = rest.strip_prefix('+') {
            return Some(Outcome::Win { winner: side, margin: Margin::after_plus(how.trim()) });
        }
        let (won, margin) = sentence(rest)?;
        Some(Outcome::Win { winner: if won { side } else { !side }, margin })
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

/// How a result begins. Longer words stand before the letters that begin them.
const SIDES: [(&str, Color); 9] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("b", Color::Black),
    ("w", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("흑", Color::Black),
    ("白", Color::White),
    ("백", Color::White),
];

const RESIGNATION: [&str; 7] = ["resign", "中盘", "中盤", "中押", "불계", "投了", "认输"];
const TIME: [&str; 6] = ["time", "超时", "超時", "时间", "時間", "시간"];
const FORFEIT: [&str; 4] = ["forfeit", "offline", "不战", "不戦"];
const LOST: [&str; 9] = ["lose", "lost", "resigns", "resigned", "负", "負", "敗", "패", "认输"];
const WON: [&str; 6] = ["win", "won", "胜", "勝", "승", "+"];

impl Margin {
    /// What stands behind the plus of `B+…`.
    fn after_plus(how: &str) -> Margin {
        match how.chars().next() {
            Some('r') => Margin::Resignation,
            Some('t') => Margin::Time,
            Some('f') => Margin::Forfeit,
            Some(c) if c.is_ascii_digit() || c == '半' => points(how).map_or(Margin::Unknown, Margin::Points),
            _ => Margin::named(how).unwrap_or(Margin::Unknown),
        }
    }

    fn named(how: &str) -> Option<Margin> {
        let says = |words: &[&str]| words.iter().any(|word| how.contains(word));
        if says(&RESIGNATION) {
            Some(Margin::Resignation)
        } else if says(&TIME) {
            Some(Margin::Time)
        } else if says(&FORFEIT) {
            Some(Margin::Forfeit)
        } else {
            None
        }
    }
}

/// Whether a side won, and how, in words that follow its name; none if they say nothing of the kind.
fn sentence(rest: &str) -> Option<(bool, Margin)> {
    let says = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    let named = match rest {
        "" => return Some((true, Margin::Unknown)),
        "r" => Some(Margin::Resignation),
        "t" => Some(Margin::Time),
        "f" => Some(Margin::Forfeit),
        _ => Margin::named(rest),
    };
    let margin = match named {
        Some(margin) => margin,
        None => match points(rest) {
            Some(points) => Margin::Points(points),
            None if says(&WON) || says(&LOST) => Margin::Unknown,
            None => return None,
        },
    };
    Some((!says(&LOST), margin))
}

/// The first number in a text, in points: `5目半` is 5.5, and a Chinese zi counts two.
fn points(text: &str) -> Option<f64> {
    if text.contains('/') {
        return None;
    }
    let half = if text.contains('半') { 0.5 } else { 0.0 };
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ',')).unwrap_or(digits.len());
    let number = match digits[..end].replace(',', ".").trim_end_matches('.') {
        "" if half > 0.0 => 0.0,
        number => number.parse::<f64>().ok().filter(|number| number.is_finite())?,
    };
    Some(if text.contains('子') { 2.0 * (number + half) } else { number + half })
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
            ("W + R", "W+R"),
            ("B+ 3", "B+3"),
            ("W+5目半", "W+5.5"),
            ("B+半目", "B+0.5"),
            ("黑中盘胜", "B+R"),
            ("白胜43.5目", "W+43.5"),
            ("白胜2.75子", "W+5.5"),
            ("白中押し勝ち!", "W+R"),
            ("黒中押勝", "B+R"),
            ("黒5.5目勝! >> 白(64):黒(76)", "B+5.5"),
            ("黑胜", "B+"),
            ("흑 불계승", "B+R"),
            ("백 3.5집 승", "W+3.5"),
            ("Black wins by resignation", "B+R"),
            ("White resigns", "B+R"),
            ("White loses on time", "B+T"),
            ("Black Win 6.5 >> White(50):Black(63)", "B+6.5"),
        ];
        for (text, written) in cases {
            assert_eq!(Outcome::parse(text).unwrap().to_string(), written, "{text}");
        }
        for text in
            ["", "bogus", "white to play", "不明", "Progressing!", "+", "white's best (from memory)", "between 2 and 3"]
        {
            assert_eq!(Outcome::parse(text), None, "{text}");
        }
    }
}
