//! Text in figures: cleaning, measuring, breaking, and numbers in few characters.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Advance widths of the printable ASCII characters in thousandths of the font size: Inter Regular, Inter SemiBold.
/// Layout needs them without opening the font; a test compares them with it.
const ADVANCES: [[u16; 95]; 2] = [
    [
        281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646, 593,
        620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269, 571, 672,
        565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471, 456, 323, 562,
        612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528, 327, 591, 562, 818,
        546, 562, 552, 426, 333, 426, 662,
    ],
    [
        252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666, 612,
        640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277, 580, 703,
        565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481, 469, 351, 574,
        624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609, 624, 624, 397, 549, 353, 612, 587, 839,
        569, 588, 566, 455, 359, 455, 673,
    ],
];

/// The two weights of the bundled font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

/// The width of a text in the unit of the font size.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let table = &ADVANCES[usize::from(weight == Weight::SemiBold)];
    let thousandths: u32 = text
        .chars()
        .map(|c| match (c as usize).checked_sub(32).and_then(|i| table.get(i)) {
            Some(&advance) => u32::from(advance),
            None => 640 * cells_of(c) as u32,
        })
        .sum();
    f64::from(thousandths) / 1000.0 * size
}

/// Columns of a terminal that a character takes.
pub(crate) fn cells_of(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Columns of a terminal that a text takes.
///
/// ```
/// assert_eq!(figures::cells("手数 12"), 7);
/// ```
#[must_use]
pub fn cells(text: &str) -> usize {
    text.width()
}

/// The text in one line with nothing in it that a terminal or XML would obey: blanks of every kind become a space,
/// control characters and those that turn the direction of writing become U+FFFD.
#[must_use]
pub fn clean(text: &str) -> String {
    text.trim()
        .chars()
        .map(|c| match c {
            _ if c.is_whitespace() => ' ',
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {
                char::REPLACEMENT_CHARACTER
            }
            _ if c.is_control() => char::REPLACEMENT_CHARACTER,
            _ => c,
        })
        .collect()
}

/// The text, cut with an ellipsis where it is wider than allowed.
pub(crate) fn shorten(text: &str, allowed: f64, measure: impl Fn(&str) -> f64) -> String {
    if measure(text) <= allowed {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let cut: String = kept.iter().collect::<String>().trim_end().to_owned() + "…";
        if measure(&cut) <= allowed {
            return cut;
        }
    }
    String::new()
}

/// A text in lines of at most this many columns of a terminal, broken at spaces.
///
/// ```
/// assert_eq!(figures::lines("Black takes two stones.", 12), ["Black takes", "two stones."]);
/// ```
#[must_use]
pub fn lines(text: &str, columns: usize) -> Vec<String> {
    wrap(text, columns.max(1) as f64, |part| cells(part) as f64)
}

/// The text in lines of at most the allowed width, broken at spaces, and inside a word only where the word alone is
/// too wide.
pub(crate) fn wrap(text: &str, allowed: f64, measure: impl Fn(&str) -> f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if measure(&joined) <= allowed {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if measure(&line) > allowed && line.chars().nth(1).is_some() {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A number in at most five characters, with a true minus sign: `0.25`, `−1.5`, `340`, `12k`, `∞`.
pub(crate) fn compact(value: f64) -> String {
    let magnitude = value.abs();
    let digits = if value.is_nan() {
        return "–".to_owned();
    } else if magnitude == f64::INFINITY {
        "∞".to_owned()
    } else if magnitude >= 9.5e14 {
        // `1e+15` with the sign of the exponent left out.
        format!("{magnitude:.0e}")
    } else if let Some((unit, letter)) =
        [(1e12, 'T'), (1e9, 'G'), (1e6, 'M'), (1e3, 'k')].into_iter().find(|(unit, _)| magnitude >= unit * 0.9995)
    {
        format!("{}{letter}", decimals(magnitude / unit))
    } else if magnitude > 0.0 && magnitude < 0.005 {
        format!("{magnitude:.0e}")
    } else {
        decimals(magnitude)
    };
    if value < 0.0 && digits != "0" { format!("−{digits}") } else { digits }
}

/// A number for a small cell: two digits and at most four characters, without the zero before the point: `.25`, `−1.3`.
pub(crate) fn tiny(value: f64) -> String {
    let magnitude = value.abs();
    let digits = match magnitude {
        m if !(0.005..9_995.0).contains(&m) => return compact(if m < 0.005 { 0.0 } else { value }),
        m if m >= 9.95 => format!("{m:.0}"),
        m if m >= 0.995 => format!("{m:.1}"),
        m => format!("{m:.2}"),
    };
    let fraction = digits.contains('.');
    let digits = if fraction { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    let digits = digits.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(digits);
    if value < 0.0 { format!("−{digits}") } else { digits.to_owned() }
}

/// At most three digits, without zeros at the end of the fraction.
fn decimals(magnitude: f64) -> String {
    let decimals = match magnitude {
        m if m >= 99.95 => 0,
        m if m >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{magnitude:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (-0.0, "0"),
            (0.25, "0.25"),
            (-1.5, "−1.5"),
            (12.345, "12.3"),
            (99.96, "100"),
            (340.4, "340"),
            (999.6, "1k"),
            (12_345.0, "12.3k"),
            (-7e9, "−7G"),
            (3e200, "3e200"),
            (0.0004, "4e-4"),
            (f64::NEG_INFINITY, "−∞"),
            (f64::NAN, "–"),
        ];
        for (value, expected) in cases {
            assert_eq!(compact(value), expected);
            assert!(compact(value).chars().count() <= 6);
        }
    }

    #[test]
    fn numbers_in_cells_are_shorter() {
        let cases =
            [(0.0, "0"), (0.25, ".25"), (-0.3, "−.3"), (1.0, "1"), (-1.26, "−1.3"), (12.6, "13"), (340.0, "340")];
        for (value, expected) in cases {
            assert_eq!(tiny(value), expected);
        }
    }

    #[test]
    fn lines_break_at_spaces_and_inside_long_words() {
        let measure = |text: &str| cells(text) as f64;
        assert_eq!(wrap("seed 1  p 0.33 abcdefghij", 8.0, measure), ["seed 1 p", "0.33", "abcdefgh", "ij"]);
        assert_eq!(shorten("a long title", 7.0, measure), "a long…");
        assert_eq!(shorten("short", 7.0, measure), "short");
        assert_eq!(shorten("short", 0.0, measure), "");
        assert_eq!(wrap("李昌鎬 曺薰鉉", 6.0, measure), ["李昌鎬", "曺薰鉉"]);
    }

    #[test]
    fn nothing_that_is_obeyed_stays() {
        assert_eq!(clean(" a\tb\r\nc\u{1b}[31m\0\u{202e} "), "a b  c\u{fffd}[31m\u{fffd}\u{fffd}");
    }
}
