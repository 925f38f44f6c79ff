//! What the agents of a position know, in words.

use goban::{BoardSize, Color, Illegal, Point, PointSet, Position};
use model::{Cell, Explanation, Row, Sentence};

use crate::{Liberties, Temperature, look};

/// What there is to say about a point; none if it is off the board.
pub(crate) fn point(position: &Position, point: Point) -> Option<Explanation> {
    let board = position.board();
    let (size, stones) = (board.size(), board.stones());
    if !size.contains(point) {
        return None;
    }
    let temperature = Temperature::of(size, stones);
    let mut explanation = match board.chain(point) {
        Some(chain) => stone(position, point, chain.color(), chain.stones(), chain.liberties()),
        None => empty(size, position, point),
    };
    let near: PointSet = size.neighbors(point).filter(|&near| board.get(near).is_some()).collect();
    let counted = match near.len() {
        0 => "no stone".to_string(),
        n => counted(n, "stone"),
    };
    let text = format!(
        "Its temperature is {}: {counted} beside it, and what the eight points around give and take.",
        temperature.get(point)
    );
    explanation.sentences.push(Sentence::new(text, near));
    let around = |near: Point| {
        let stone = board.get(near).map_or("empty", adjective);
        let cells = vec![
            ("point", Cell::Point(near)),
            ("stone", Cell::Text(stone.to_string())),
            ("stones_beside", Cell::Number(temperature.counted(near) as f64)),
            ("temperature", Cell::Number(temperature.get(near))),
        ];
        Row { kind: "neighbors", cells }
    };
    explanation.rows.extend(size.neighbors(point).map(around));
    Some(explanation)
}

fn stone(position: &Position, point: Point, color: Color, chain: &PointSet, liberties: &PointSet) -> Explanation {
    let board = position.board();
    let size = board.size();
    let vertex = size.vertex(point);
    let Liberties { own, group } = look::liberties(size, board.stones(), point, chain);
    let beside: PointSet = size.neighbors(point).filter(|&near| board.is_empty(near)).collect();
    let own_text = match own {
        0 => "no empty point".to_string(),
        n => counted(n, "empty point"),
    };
    let mut sentences =
        vec![Sentence::new(format!("The {} stone on {vertex} has {own_text} beside it.", adjective(color)), beside)];
    let others = chain.len() - 1;
    if others == 0 {
        sentences.push(Sentence::new("It is linked with no other stone and dies when it counts none.", [point]));
    } else {
        let real = liberties.len();
        let shared = match group - real {
            0 => format!("they are {} points of the board", real),
            _ => format!("only {} on the board, since a point beside several stones counts for each", real),
        };
        let text = format!(
            "It is linked with {} and together they count {}; {shared}. The group dies when the sum is zero.",
            counted(others, "other stone"),
            counted(group, "liberty"),
        );
        sentences.push(Sentence::new(text, *chain));
    }
    let cells = vec![
        ("color", Cell::Color(color)),
        ("stones", Cell::Points(*chain)),
        ("counted", Cell::Number(group as f64)),
        ("liberties", Cell::Points(*liberties)),
    ];
    Explanation { sentences, rows: vec![Row { kind: "groups", cells }] }
}

fn empty(size: BoardSize, position: &Position, point: Point) -> Explanation {
    let vertex = size.vertex(point);
    let near = size.neighbors(point);
    let (text, marks): (String, PointSet) = match surrounded_by(position, point) {
        Some(color) => (
            format!(
                "{vertex} is no candidate for either side: all its neighbours are {}, and agents leave such points alone.",
                adjective(color)
            ),
            near.collect(),
        ),
        None => (
            format!("{vertex} is a candidate for both sides: its neighbours are not all stones of one colour."),
            point.into(),
        ),
    };
    Explanation { sentences: vec![Sentence::new(text, marks)], rows: Vec::new() }
}

fn surrounded_by(position: &Position, point: Point) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| position.board().is_surrounded(color, point))
}

/// What there is to say about a move of the side to play; none if its point is off the board.
pub(crate) fn candidate(position: &Position, point: Point) -> Option<Explanation> {
    let size = position.size();
    if !size.contains(point) {
        return None;
    }
    let (vertex, color) = (size.vertex(point), position.to_move());
    let text = match (position.check(point), surrounded_by(position, point)) {
        (Err(Illegal::Occupied(_)), _) => format!("{color} cannot play {vertex}: there is a stone."),
        (_, Some(around)) => {
            format!("The agents do not play {vertex}: all its neighbours are {}.", adjective(around))
        }
        (Err(reason), None) => {
            format!("{color} would play {vertex} in the paper's program, but the rules of Go forbid it: {reason}.")
        }
        (Ok(()), None) => {
            let temperature = Temperature::of(size, position.board().stones());
            format!("{color} may play {vertex}, where the temperature is {}.", temperature.get(point))
        }
    };
    Some(Explanation { sentences: vec![Sentence::new(text, [point])], rows: Vec::new() })
}

fn counted(n: usize, noun: &str) -> String {
    match (n, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        (_, None) => format!("{n} {noun}s"),
    }
}

/// The name of a colour in the middle of a sentence.
const fn adjective(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
