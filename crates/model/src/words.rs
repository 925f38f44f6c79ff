//! Counts and numbers as sentences have them.

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
