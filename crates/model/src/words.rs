//! Counts, numbers and places in texts, as sentences have them.

/// `1 ally`, `2 allies`.
///
/// ```
/// assert_eq!(model::words::count(1usize, "liberty", "liberties"), "1 liberty");
/// assert_eq!(model::words::count(0usize, "liberty", "liberties"), "0 liberties");
/// ```
#[must_use]
pub fn count(n: impl Into<usize>, one: &str, many: &str) -> String {
    let n = n.into();
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A number as people write it: whole where it is, otherwise with at most so many digits after the point, and as a power of ten
/// where it is long or next to nothing.
///
/// ```
/// use model::words::number;
/// assert_eq!([3.0, -0.5, 2.0 / 3.0, 0.0].map(|value| number(value, 3)), ["3", "-0.5", "0.667", "0"]);
/// assert_eq!([1e-5, 2.5e9, f64::INFINITY].map(|value| number(value, 3)), ["1.00e-5", "2.50e9", "beyond range"]);
/// ```
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    match value.abs() {
        size if !size.is_finite() => "beyond range".to_string(),
        size if size >= 1e6 || (size < 1e-3 && size > 0.0) => format!("{value:.2e}"),
        _ => {
            let rounded = format!("{value:.digits$}");
            let short =
                if rounded.contains('.') { rounded.trim_end_matches('0').trim_end_matches('.') } else { &rounded };
            if short == "-0" { "0".to_string() } else { short.to_string() }
        }
    }
}

/// A number in about four digits that say something.
///
/// ```
/// use model::words::four_digits;
/// let numbers = [0.0, -0.0, 1.0, 0.05, 12.3456, 1234.567, 2e7, 0.00001234, -155.11];
/// assert_eq!(numbers.map(four_digits), ["0", "0", "1", "0.05", "12.346", "1234.6", "2.00e7", "1.23e-5", "-155.1"]);
/// ```
#[must_use]
pub fn four_digits(value: f64) -> String {
    let text = match value.abs() {
        0.0 => "0".to_string(),
        size if !(1e-4..1e6).contains(&size) => format!("{value:.2e}"),
        size if size >= 100.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.3}"),
        _ => format!("{value:.4}"),
    };
    let plain = !text.contains('e') && text.contains('.');
    let text = if plain { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text };
    if text == "-0" { "0".to_string() } else { text }
}

/// A number with its sign, such as a lead or a gain, in as many digits as a reader needs.
///
/// ```
/// use model::words::signed;
/// assert_eq!([0.0, 12.0, -2.0 / 3.0, 123.456].map(signed), ["0", "+12", "-0.667", "+123"]);
/// ```
#[must_use]
pub fn signed(value: f64) -> String {
    if !value.is_finite() {
        return "beyond range".to_string();
    }
    match value.abs() {
        0.0 => "0".to_string(),
        size if size >= 1e6 => format!("{value:+.2e}"),
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:+.0}"),
        size if size >= 1.0 => format!("{value:+.1}"),
        _ => format!("{value:+.3}"),
    }
}

/// The line and the column, both from 1, of a byte of a text.
///
/// ```
/// assert_eq!(model::words::line_and_column("size = 9\nkomi = ?", 16), (2, 8));
/// ```
#[must_use]
pub fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1)
}
