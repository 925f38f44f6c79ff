//! The review as comma-separated values: a line for the start and for every move.

use crate::{Grade, Review};

/// A table with the move, its words and the value of every quantity. The heading says what the sign of a number means.
///
/// A number beyond the range of a float is left empty.
///
/// # Panics
/// Never: it is written to memory.
#[must_use]
pub fn csv(review: &Review) -> String {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut line = |cells: &[String]| out.write_record(cells).expect("memory can be written");
    let mut heading: Vec<String> =
        ["move", "color", "point", "captured", "black_liberties", "white_liberties"].map(str::to_string).to_vec();
    heading.extend(review.curves.iter().map(|curve| {
        let sign = match curve.sign {
            model::Sign::BlackPositive => " (+ Black)",
            model::Sign::MoverPositive => " (+ mover)",
            model::Sign::NonNegative | model::Sign::Paper => "",
        };
        format!("{}{sign}", curve.name)
    }));
    if review.engine.is_some() {
        let judged = ["win rate (Black)", "lead (+ Black)", "loss", "grade", "better", "kind", "why"];
        heading.extend(judged.map(str::to_string));
    }
    heading.push("facts".to_string());
    heading.push("words".to_string());
    line(&heading);
    for i in 0..=review.moves.len() {
        let mut cells = match i.checked_sub(1).map(|ply| &review.moves[ply]) {
            None => {
                let liberties = review.start_liberties;
                let mut cells = vec!["0".to_string(), String::new(), String::new(), "0".to_string()];
                cells.extend([liberties.black.to_string(), liberties.white.to_string()]);
                cells
            }
            Some(played) => vec![
                played.ply.number.to_string(),
                played.ply.color.letter().to_string(),
                review.size.move_name(played.ply.mv),
                played.ply.captured.len().to_string(),
                played.liberties.black.to_string(),
                played.liberties.white.to_string(),
            ],
        };
        cells.extend(review.curves.iter().map(|curve| number(curve.values[i])));
        if review.engine.is_some() {
            let judgement = review.judgement(i);
            cells.push(judgement.and_then(|j| j.black_wins).map_or(String::new(), number));
            cells.push(judgement.and_then(|j| j.black_leads).map_or(String::new(), number));
            let verdict = i.checked_sub(1).map(|ply| &review.moves[ply].verdict);
            cells.push(verdict.and_then(|verdict| verdict.loss).map_or(String::new(), number));
            cells.push(verdict.and_then(|verdict| verdict.grade).map_or("", Grade::name).to_string());
            let better = verdict.and_then(|verdict| verdict.better);
            cells.push(better.map_or(String::new(), |mv| review.size.move_name(mv)));
            let why = verdict.and_then(|verdict| verdict.why.as_ref());
            cells.push(why.map_or("", |why| why.kind.name()).to_string());
            cells.push(why.map_or(String::new(), |why| why.sentences.join(" ")));
        }
        let played = i.checked_sub(1).map(|ply| &review.moves[ply]);
        cells.push(played.map_or(String::new(), |played| {
            played.findings.iter().map(|finding| finding.fact.kind()).collect::<Vec<_>>().join(" ")
        }));
        cells.push(played.map_or(String::new(), crate::ReviewedMove::text));
        line(&cells);
    }
    String::from_utf8(out.into_inner().expect("memory can be written")).expect("cells are text")
}

fn number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}
