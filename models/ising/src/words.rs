//! Energies in words: what a chain is, what tactics it is part of, how a ladder runs, what a move does.

use goban::{Board, BoardSize, Color, Move, Point, PointSet};
pub(crate) use model::words::{count, number};
use model::{Cell, Explanation, Mark, Row, Sentence};
use tactics::{Outcome, Reading};

use crate::energy::Change;
use crate::life::Fate;
use crate::molecules::{Molecule, Molecules, Tactic, TacticKind, Trap, ladder_on};

/// Tactics told one by one; the rest is counted.
const MOST_TACTICS: usize = 6;

/// An explanation of one sentence.
pub(crate) fn sentence(text: String, points: impl IntoIterator<Item = Point>) -> Explanation {
    Explanation { sentences: vec![Sentence::new(text, points)], rows: Vec::new() }
}

/// What a move did or would do.
pub(crate) fn change(size: BoardSize, color: Color, mv: Move, change: &Change) -> Explanation {
    let (own, other) = (change.own[color], change.own[!color]);
    let what = match mv {
        Move::Play(point) => format!("{color} on {}", size.vertex(point)),
        Move::Pass => format!("{color}'s pass"),
    };
    let text = format!(
        "{what}: {color}'s own energy changes by {}, {}'s by {}, which is a gain of {}. The Hamiltonian changes by {}, so the paper's delta is {}.",
        number(own, 3),
        !color,
        number(other, 3),
        number(change.gain(color), 3),
        number(change.hamiltonian, 3),
        number(change.delta(), 3),
    );
    let cells = vec![
        ("color", Cell::Color(color)),
        ("gain", Cell::Number(change.gain(color))),
        ("delta", Cell::Number(change.delta())),
        ("own", Cell::Number(own)),
        ("other", Cell::Number(other)),
    ];
    Explanation { sentences: vec![Sentence::new(text, mv.point())], rows: vec![Row { kind: "changes", cells }] }
}

/// A point of the common fate graph: a chain with its eyes and tactics, an eye, a liberty, or nothing.
pub(crate) fn molecule(molecules: &Molecules, board: &Board, point: Point) -> Explanation {
    match molecules.of_stone(point) {
        Some((anchor, chain)) => chain_in_words(molecules, board, anchor, chain),
        None => empty_in_words(molecules, board, point),
    }
}

fn chain_in_words(molecules: &Molecules, board: &Board, anchor: Point, chain: &Molecule) -> Explanation {
    let size = board.size();
    let mut answer = Explanation::default();
    let power = molecules.counted_eyes(chain.eyes, chain.fate) + 1;
    let strength = match power {
        1 => number(chain.strength, 3),
        _ => format!("{} to the power of {power}, {}", chain.size, number(chain.strength, 3)),
    };
    let text = format!(
        "A chain of {} of {} with {} and {}: its strength is {strength}.",
        count(chain.size, "stone", "stones"),
        chain.color,
        count(chain.liberties, "liberty", "liberties"),
        if chain.eyes == 0 { "no eye".to_string() } else { count(chain.eyes, "eye", "eyes") },
    );
    answer.sentences.push(Sentence::new(text, chain.stones));
    answer.rows.push(Row {
        kind: "chains",
        cells: vec![
            ("chain", Cell::Point(anchor)),
            ("color", Cell::Color(chain.color)),
            ("size", Cell::Number(chain.size as f64)),
            ("liberties", Cell::Number(chain.liberties as f64)),
            ("eyes", Cell::Number(chain.eyes as f64)),
            ("strength", Cell::Number(chain.strength)),
        ],
    });

    let rival = !chain.color;
    let fate = chain.fate.map(|fate| match fate {
        Fate::Alive => "It lives, which counts as two eyes.".to_string(),
        Fate::Dead => format!("It is dead: its strength is {rival}'s."),
    });
    answer.sentences.extend(fate.map(|text| Sentence::new(text, chain.stones)));
    match chain.trap {
        Some(Trap::Net) => {
            let text = format!(
                "{rival} has it in a net: {} on the {} around it.",
                count(chain.rivals, "stone", "stones"),
                count(chain.rivals + chain.liberties, "point", "points"),
            );
            answer.sentences.push(Sentence::new(text, chain.stones.grown() & board.stones()[rival]));
        }
        Some(Trap::Ladder) => answer.sentences.push(Sentence::new(
            format!("{rival} has it in a ladder: one liberty is left."),
            chain.stones.grown() & board.empty(),
        )),
        None => {}
    }
    let reading = (chain.liberties == 1).then(|| ladder_on(board, &chain.stones)).flatten();
    answer.sentences.extend(reading.as_ref().map(|reading| ladder_in_words(size, chain.color, reading)));

    let tactics: Vec<Tactic> =
        molecules.tactics().into_iter().filter(|t| t.owner == anchor || t.target == anchor).collect();
    for tactic in &tactics {
        let line = match (&reading, tactic.kind == TacticKind::Ladder && tactic.target == anchor) {
            (Some(reading), true) => reading.line_text(size),
            _ => String::new(),
        };
        answer.rows.push(tactic_row(molecules, tactic, line));
    }
    let told = tactics.iter().filter(|tactic| tactic.owner == anchor || tactic.kind == TacticKind::Eye);
    let mut sentences: Vec<Sentence> =
        told.filter_map(|tactic| tactic_in_words(molecules, board, anchor, tactic)).collect();
    let more = sentences.len().saturating_sub(MOST_TACTICS);
    sentences.truncate(MOST_TACTICS);
    answer.sentences.extend(sentences);
    if more > 0 {
        let text = format!("And {} more.", count(more, "tactic", "tactics"));
        answer.sentences.push(Sentence::new(text, PointSet::EMPTY));
    }
    answer
}

/// What the chain does to another, or with it.
fn tactic_in_words(molecules: &Molecules, board: &Board, anchor: Point, tactic: &Tactic) -> Option<Sentence> {
    let other = if tactic.owner == anchor { tactic.target } else { tactic.owner };
    let chain = molecules.get(other)?;
    let vertex = board.size().vertex(other);
    let whom = format!("{}'s chain of {} at {vertex}", chain.color, count(chain.size, "stone", "stones"));
    let text = match tactic.kind {
        TacticKind::Eye => format!("It shares an eye with {whom} (weight {}).", tactic.weight),
        TacticKind::Net => format!("It holds {whom} in a net (weight {}).", tactic.weight),
        TacticKind::Ladder => format!("It holds {whom} in a ladder (weight {}).", tactic.weight),
    };
    Some(Sentence::new(text, chain.stones))
}

fn tactic_row(molecules: &Molecules, tactic: &Tactic, line: String) -> Row {
    let color = molecules.get(tactic.owner).map_or(Color::Black, |chain| chain.color);
    Row {
        kind: "tactics",
        cells: vec![
            ("tactic", Cell::Text(tactic.kind.name().to_string())),
            ("color", Cell::Color(color)),
            ("owner", Cell::Point(tactic.owner)),
            ("target", Cell::Point(tactic.target)),
            ("weight", Cell::Number(tactic.weight)),
            ("line", Cell::Text(line)),
        ],
    }
}

/// The chase in words, with the moves numbered on the board.
fn ladder_in_words(size: BoardSize, owner: Color, reading: &Reading) -> Sentence {
    let line: Vec<String> = reading.line.iter().map(|(color, mv)| format!("{color} {}", size.move_name(*mv))).collect();
    let line = line.join(", ");
    let cannot_move = matches!(reading.line.first(), Some((_, Move::Pass)));
    let text = match reading.outcome {
        Outcome::Captured if cannot_move => format!("There is no way to run: {line}."),
        Outcome::Captured => format!("Running does not save it: {line}."),
        Outcome::Escapes if line.is_empty() => format!("{owner} to move, it gets away."),
        Outcome::Escapes => format!("{owner} to move, it gets away: {line}."),
        Outcome::Ko => format!("{owner} to move, it is ko: {line}."),
        Outcome::Unknown => "How the chase ends is too far to read.".to_string(),
    };
    let mut marks: Vec<Mark> = Vec::new();
    for (number, point) in reading.line.iter().enumerate().filter_map(|(i, (_, mv))| Some((i + 1, mv.point()?))) {
        // A point played twice keeps its first number.
        if marks.iter().all(|mark| mark.point != point) {
            marks.push(Mark { point, label: number.to_string() });
        }
    }
    Sentence { text, marks }
}

fn empty_in_words(molecules: &Molecules, board: &Board, point: Point) -> Explanation {
    let size = board.size();
    let vertex = size.vertex(point);
    let mut around: Vec<(Point, &Molecule)> = Vec::new();
    for near in size.neighbors(point) {
        if let Some(found) =
            molecules.of_stone(near).filter(|(anchor, _)| around.iter().all(|(known, _)| known != anchor))
        {
            around.push(found);
        }
    }
    around.sort_by_key(|(anchor, _)| *anchor);
    let names: Vec<String> = around
        .iter()
        .map(|(anchor, chain)| {
            format!("{}'s {} at {}", chain.color, count(chain.size, "stone", "stones"), size.vertex(*anchor))
        })
        .collect();
    let names = names.join(", ");
    let eye = Color::ALL.into_iter().find(|&color| molecules.eyes()[color].contains(point));
    let text = match (eye, around.as_slice()) {
        (Some(_), [_]) => format!("{vertex} is an eye of one chain, {names}, and raises the power of its strength."),
        (Some(color), _) => format!("{vertex} is an eye that chains of {color} share: {names}."),
        (None, []) => format!("{vertex} is no liberty of any chain."),
        (None, _) => format!("{vertex} is a liberty of {names}."),
    };
    let stones = around.iter().fold(PointSet::from(point), |set, (_, chain)| set | chain.stones);
    sentence(text, stones)
}
