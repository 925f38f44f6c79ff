//! An explanation as plain text, for terminals and for hosts that show text.

use goban::BoardSize;
use model::{Cell, Explanation, Row};

use crate::vertices;

/// An answer for people: the sentences, then the strongest rows of evidence of each kind.
#[must_use]
pub fn words(answer: &Explanation, size: BoardSize) -> String {
    const MOST_ROWS: usize = 8;
    let mut text: String = answer.sentences.iter().map(|sentence| format!("{}\n", sentence.text)).collect();
    let mut kinds: Vec<&str> = answer.rows.iter().map(|row| row.kind).collect();
    kinds.dedup();
    for kind in kinds {
        let rows: Vec<&Row> = answer.rows.iter().filter(|row| row.kind == kind).collect();
        text.push_str(&format!("{kind}:\n"));
        for row in rows.iter().take(MOST_ROWS) {
            let cells: Vec<String> = row.cells.iter().map(|(name, value)| cell(name, value, size)).collect();
            text.push_str(&format!("  {}\n", cells.join(", ")));
        }
        if rows.len() > MOST_ROWS {
            text.push_str(&format!("  and {} more; aji read --json lists all\n", rows.len() - MOST_ROWS));
        }
    }
    text
}

fn cell(name: &str, value: &Cell, size: BoardSize) -> String {
    let number = |value: &f64| if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.3}") };
    match value {
        Cell::Number(value) => format!("{name} {}", number(value)),
        Cell::Numbers(values) => format!("{name} {}", values.iter().map(number).collect::<Vec<_>>().join(" ")),
        Cell::Text(text) => format!("{name} {text}"),
        Cell::Color(color) => color.to_string(),
        Cell::Point(point) => format!("{name} {}", size.vertex(*point)),
        Cell::Points(points) => format!("{name} {}", vertices(size, *points).join(" ")),
    }
}
