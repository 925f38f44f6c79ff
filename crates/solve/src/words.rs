//! Verdicts in English.

use goban::{BoardSize, Color, Move, PointSet};
use model::words::count;
use tactics::{Answer, Status, Success};

use crate::verdict::Verdict;

/// What a side wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    Kill,
    Live,
}

pub(crate) fn name(color: Color, stones: &PointSet, size: BoardSize) -> String {
    let at = stones.first().map_or_else(String::new, |stone| size.vertex(stone));
    match stones.len() {
        1 => format!("{color}'s stone at {at}"),
        n => format!("{color}'s {n} stones at {at}"),
    }
}

pub(crate) fn sentence(verdict: &Verdict, size: BoardSize) -> String {
    let name = name(verdict.color, &verdict.stones, size);
    let one = verdict.stones.len() == 1;
    let (are, live, die, they) = if one { ("is", "lives", "dies", "it") } else { ("are", "live", "die", "they") };
    let (owner, other) = (verdict.color, !verdict.color);
    let Some(life) = &verdict.life else {
        return match verdict.status {
            Status::Alive => format!("{name} {are} alive, whatever is played."),
            Status::Dead => format!("{name} {are} dead, whatever is played."),
            _ => format!("What becomes of {name} is not known."),
        };
    };
    let with = |answer: &Answer| match answer.first {
        Some(Move::Play(point)) => format!(" ({})", size.vertex(point)),
        _ => String::new(),
    };
    match verdict.status {
        Status::Alive => format!("{name} {are} alive, even if {other} plays first."),
        Status::Dead => format!("{name} {are} dead, even if {owner} plays first."),
        Status::Critical => format!(
            "{name} {live} if {owner} plays first{} and {die} if {other} does{}.",
            with(&life.save),
            with(&life.kill)
        ),
        Status::Seki => format!("{name} {live} in seki: neither side can take the other."),
        Status::Ko => format!(
            "{name} {are} in ko: {}; {}.",
            if_first(other, &life.kill, Aim::Kill, they, size),
            if_first(owner, &life.save, Aim::Live, they, size)
        ),
        Status::Unknown => {
            let nodes = thousands(life.kill.nodes.max(life.save.nodes));
            let guess = match life.guess {
                Status::Alive | Status::Seki => format!("; it looks as if {they} lived"),
                Status::Dead => format!("; it looks as if {they} were dead"),
                Status::Critical => format!("; it looks as if {they} hung on who plays first"),
                Status::Ko => "; it looks like a ko".to_string(),
                Status::Unknown => String::new(),
            };
            format!("Whether {name} {live} is not known: {nodes} positions were not enough{guess}.")
        }
    }
}

/// What a side that plays first gets: `if Black plays first (A2), Black has to find the first threat`.
fn if_first(first: Color, answer: &Answer, aim: Aim, they: &str, size: BoardSize) -> String {
    let with =
        answer.first.and_then(|mv| mv.point()).map_or_else(String::new, |point| format!(" ({})", size.vertex(point)));
    let (live, die) = if they == "it" { ("lives", "dies") } else { ("live", "die") };
    let outcome = match (answer.success, aim) {
        (Success::GoodKo, _) => format!("{} has to find the first threat", !first),
        (Success::BadKo, _) => format!("{first} has to find the first threat"),
        (Success::Yes, Aim::Kill) | (Success::No, Aim::Live) => format!("{they} {die}"),
        (Success::Yes, Aim::Live) | (Success::No, Aim::Kill) => format!("{they} {live}"),
    };
    format!("if {first} plays first{with}, {outcome}")
}

/// A line of play and what it comes to: `Black first: Black B1, White A1 kills (proved, 12 positions)`.
pub(crate) fn played(first: Color, answer: &Answer, aim: Aim, size: BoardSize) -> String {
    let moves = moves(answer, size);
    let verb = match aim {
        Aim::Kill => "kill",
        Aim::Live => "live",
    };
    let outcome = match answer.success {
        Success::Yes if answer.first == Some(Move::Pass) => match aim {
            Aim::Kill => "nothing has to be played to kill".to_string(),
            Aim::Live => "nothing has to be played to live".to_string(),
        },
        Success::Yes => format!("{verb}s"),
        Success::GoodKo => format!("is a ko in which {} has to find the first threat", !first),
        Success::BadKo => format!("is a ko in which {first} has to find the first threat"),
        Success::No if moves.is_empty() => format!("no move {verb}s"),
        Success::No => format!("does not {verb}"),
    };
    let shown =
        if moves.is_empty() || answer.first == Some(Move::Pass) { outcome } else { format!("{moves} {outcome}") };
    format!("{first} first: {shown} ({}, {})", proof(answer), count_positions(answer.nodes))
}

/// The moves of a line.
pub(crate) fn moves(answer: &Answer, size: BoardSize) -> String {
    let told: Vec<String> = answer.line.iter().map(|(color, mv)| format!("{color} {}", size.move_name(*mv))).collect();
    told.join(", ")
}

pub(crate) fn proof(answer: &Answer) -> &'static str {
    if answer.proved { "proved" } else { "not proved" }
}

pub(crate) fn count_positions(nodes: usize) -> String {
    if nodes < 1000 { count(nodes, "position", "positions") } else { format!("{} positions", thousands(nodes)) }
}

/// A number with commas: `200,000`.
fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_string();
    for (i, digit) in digits[first..].chars().enumerate() {
        if i % 3 == 0 && !text.is_empty() {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!(
            [0, 12, 999, 1000, 200_000, 1_234_567].map(thousands),
            ["0", "12", "999", "1,000", "200,000", "1,234,567"]
        );
    }
}
