//! The automata in words: whose a point is and since which step, and what a move does.

use goban::{Color, Illegal, Point, PointSet, Position};
use model::{Cell, Explanation, Row, Seed, Sentence};

use crate::evaluation::{self, arrival, owner, state_name};
use crate::fast;
use crate::vector::MoveVector;
use crate::vote::{Rated, Style, Voter};

/// What the automata say of a point; none if it is off the board.
pub(crate) fn point(position: &Position, point: Point, voter: &Voter, seed: Seed) -> Option<Explanation> {
    let board = position.board();
    if !board.size().contains(point) {
        return None;
    }
    let vertex = board.size().vertex(point);
    if let Some(chain) = board.chain(point) {
        let text = format!(
            "The {} stone on {vertex} keeps its state and counts a point for {}. Its chain of {} has {}.",
            adjective(chain.color()),
            chain.color(),
            counted(chain.size(), "stone"),
            counted(chain.n_liberties(), "liberty"),
        );
        return Some(Explanation { sentences: vec![Sentence::new(text, *chain.stones())], rows: Vec::new() });
    }
    let evolution = evaluation::evolve(board);
    let state = evolution.fixed_point().get(point);
    let region = PointSet::from(point).flooded(&board.empty());
    let border = region.grown() & (board.stones().black | board.stones().white);
    let size = counted(region.len(), "empty point");
    let whose = match owner(state) {
        Some(color) => format!("{vertex} is {color}'s: its region of {size} touches {} stones only.", adjective(color)),
        None if border.is_empty() => format!("{vertex} is free: there is no stone on the board."),
        None => format!("{vertex} is nobody's: its region of {size} touches stones of both colours."),
    };
    let mut sentences = vec![Sentence::new(whose, border)];

    let mut arrivals: Vec<(usize, Color)> =
        Color::ALL.into_iter().filter_map(|color| Some((arrival(&evolution, color, point)?, color))).collect();
    arrivals.sort_by_key(|(step, _)| *step);
    let steps = evolution.n_steps();
    let decided = match arrivals[..] {
        [(step, color)] => Some(format!("{color} reaches it with step {step} of {steps}, which decides it.")),
        [(first, _), (second, _)] if first == second => {
            Some(format!("Both colours reach it with step {first} of {steps}, which decides it."))
        }
        [(first, one), (second, other)] => Some(format!(
            "{one} reaches it with step {first}, {other} with step {second} of {steps}, which decides it."
        )),
        _ => None,
    };
    sentences.extend(decided.map(|text| Sentence::new(text, [point])));

    let mut rows: Vec<Row> = evolution
        .steps()
        .iter()
        .enumerate()
        .map(|(step, grid)| {
            let state = grid.get(point);
            let cells = vec![
                ("step", Cell::Number(step as f64)),
                ("state", Cell::Number(state.into())),
                ("meaning", Cell::Text(state_name(state).to_string())),
            ];
            Row { kind: "steps", cells }
        })
        .collect();
    if let Some(of_move) = candidate(position, point, voter, seed) {
        sentences.extend(of_move.sentences);
        rows.extend(of_move.rows);
    }
    Some(Explanation { sentences, rows })
}

/// What a move of the side to play would do; none if the point is off the board.
pub(crate) fn candidate(position: &Position, point: Point, voter: &Voter, seed: Seed) -> Option<Explanation> {
    let color = position.to_move();
    let size = position.size();
    if !size.contains(point) {
        return None;
    }
    let vertex = size.vertex(point);
    let sentence = |text: String, points: PointSet| Sentence::new(text, points);
    if let Err(reason) = position.check(point) {
        let why = match reason {
            Illegal::GameOver => format!("{reason}."),
            _ => format!("{color} may not play {vertex}: {reason}."),
        };
        return Some(Explanation { sentences: vec![sentence(why, point.into())], rows: Vec::new() });
    }
    let moves = voter.vote(position, None, seed).moves;
    let Some(rated) = moves.iter().find(|rated| rated.point == point) else {
        let text = format!("{color} on {vertex} would be suicide, which has no move-vector.");
        return Some(Explanation { sentences: vec![sentence(text, point.into())], rows: Vec::new() });
    };
    let deeds = deeds(rated.vector, color, Tense::Would);
    let what = format!("{color} on {vertex} would {deeds}: move-vector {}.", rated.vector);
    let votes = match (voter.style, rated.votes) {
        (Style::Mixed, votes) => {
            let verb = if votes == 1 { "votes" } else { "vote" };
            format!("{votes} of {} {verb} for it.", counted(voter.n_votes(), "game-vector"))
        }
        (style, 0) if moves.iter().any(|other| other.votes > 0 && liking(style, other) == liking(style, rated)) => {
            format!("The style {style} likes another move as much and, by lot, votes for that.")
        }
        (style, 0) => format!("The style {style} chooses another move."),
        (style, _) => format!("The style {style} chooses it."),
    };
    let mut shown = position.board().would_capture(color, point);
    shown.insert(point);
    Some(Explanation {
        sentences: vec![sentence(what, shown), sentence(votes, point.into())],
        rows: vec![vector_row(color, point, rated.vector, Some(rated.votes))],
    })
}

/// How much a single style likes a move; none for the vote.
fn liking(style: Style, rated: &Rated) -> Option<i64> {
    style.vector().map(|taste| taste.value(rated.vector))
}

/// What the last move did; none if it cannot be taken back or has no move-vector.
pub(crate) fn last_move(position: &Position, color: Color, point: Point) -> Option<Explanation> {
    let mut before = position.clone();
    if !before.take_back() {
        return None;
    }
    let [candidate] = fast::vectors_on(before.board(), color, &point.into())[..] else { return None };
    let vertex = position.size().vertex(point);
    let deeds = deeds(candidate.vector, color, Tense::Did);
    let text = format!("{color} on {vertex} {deeds}: move-vector {}.", candidate.vector);
    let mut shown = before.board().would_capture(color, point);
    shown.insert(point);
    Some(Explanation {
        sentences: vec![Sentence::new(text, shown)],
        rows: vec![vector_row(color, point, candidate.vector, None)],
    })
}

fn vector_row(color: Color, point: Point, vector: MoveVector, votes: Option<usize>) -> Row {
    let numbers = vector.to_array().map(f64::from).to_vec();
    let mut cells = vec![("color", Cell::Color(color)), ("point", Cell::Point(point)), ("m", Cell::Numbers(numbers))];
    cells.extend(votes.map(|votes| ("votes", Cell::Number(votes as f64))));
    Row { kind: "vectors", cells }
}

#[derive(Clone, Copy)]
enum Tense {
    Would,
    Did,
}

/// The four numbers as deeds, joined to a list.
fn deeds(vector: MoveVector, color: Color, tense: Tense) -> String {
    let verb = |would, did| match tense {
        Tense::Would => would,
        Tense::Did => did,
    };
    let amount = |n: i32| n.unsigned_abs() as usize;
    let mut deeds = vec![match vector.m1 {
        0 => format!("{} a new chain", verb("begin", "began")),
        1 => format!("{} a chain", verb("extend", "extended")),
        n => format!("{} {n} chains", verb("join", "joined")),
    }];
    // For a new chain the number is 1 by convention and tells nothing.
    match vector.m2 {
        _ if vector.m1 == 0 => {}
        0 => deeds.push(format!("{} the number of own liberties", verb("keep", "kept"))),
        n if n > 0 => deeds.push(format!("{} {}", verb("win", "won"), counted(amount(n), "liberty"))),
        n => deeds.push(format!("{} {}", verb("lose", "lost"), counted(amount(n), "liberty"))),
    }
    if vector.m3 != 0 {
        let n = counted(amount(vector.m3), "liberty");
        deeds.push(format!("{} {n} from {}", verb("take", "took"), !color));
    }
    if vector.m4 > 0 {
        deeds.push(format!("{} {}", verb("capture", "captured"), counted(amount(vector.m4), "stone")));
    }
    match deeds.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => deeds.concat(),
    }
}

fn adjective(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// `1 stone`, `2 stones`, `2 liberties`.
fn counted(n: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if n == 1 => format!("{n} {noun}"),
        Some(stem) => format!("{n} {stem}ies"),
        None => format!("{n} {noun}s"),
    }
}
