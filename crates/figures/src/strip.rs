//! A lead over time in two lines of text: Black's lead rises above the middle, White's hangs below it.

use crate::TerminalOptions;
use crate::sparkline::means;

/// Draws values as bars, above the middle for positive and below it for negative ones. `unit` is the value of a whole
/// bar; what is beyond is cut. The width comes from the options; more values than columns are averaged.
///
/// ```
/// use figures::{TerminalOptions, strip};
/// let [black, white] = strip(&[0.0, 0.5, 1.0, -0.5, -1.0], 1.0, &TerminalOptions { width: 5, ..Default::default() });
/// assert_eq!(black, " ▄█  ");
/// assert_eq!(white, "   ▀█");
/// ```
#[must_use]
pub fn strip(values: &[f64], unit: f64, options: &TerminalOptions) -> [String; 2] {
    let above: &[char] = if options.unicode {
        &[' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
    } else {
        &[' ', '1', '2', '3', '4', '5', '6', '7', '8', '9']
    };
    // Unicode has only these blocks that hang from above.
    let below: &[char] = if options.unicode { &[' ', '▔', '▀', '█'] } else { above };
    let mut lines = [String::new(), String::new()];
    for mean in means(values, options.width) {
        let share = if unit > 0.0 { (mean.unwrap_or(0.0) / unit).clamp(-1.0, 1.0) } else { 0.0 };
        let level = |marks: &[char], share: f64| marks[(share.max(0.0) * (marks.len() - 1) as f64).round() as usize];
        lines[0].push(level(above, share));
        lines[1].push(level(below, -share));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_input_draws_nothing() {
        let options = TerminalOptions::default();
        assert_eq!(strip(&[], 1.0, &options), ["", ""]);
        assert_eq!(strip(&[f64::NAN, f64::INFINITY], 1.0, &options), ["  ", "  "]);
        assert_eq!(strip(&[5.0], 0.0, &options), [" ", " "]);
    }

    #[test]
    fn many_values_are_averaged() {
        let options = TerminalOptions { width: 2, unicode: false, ..TerminalOptions::default() };
        assert_eq!(strip(&[1.0, 0.0, -1.0, -1.0], 1.0, &options), ["5 ", " 9"]);
    }
}
