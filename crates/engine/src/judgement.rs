//! How engines say what they think of positions: `kata-analyze`, `lz-analyze`, and the commands of GNU Go.

use std::ops::ControlFlow;
use std::time::Duration;

use goban::{BoardSize, Color, Move};
use model::{Candidate, Judgement};

use crate::{Analysis, EngineError, Gtp};

impl Analysis {
    /// The same, as all engines are heard.
    #[must_use]
    pub fn judgement(self, size: BoardSize) -> Judgement {
        let candidate = |one: crate::Candidate| Candidate {
            visits: one.visits,
            black_wins: Some(one.winrate),
            black_leads: Some(one.lead),
            prior: Some(one.prior),
            line: one.line,
            ..Candidate::from(one.mv)
        };
        Judgement {
            games: self.visits,
            black_wins: Some(self.winrate),
            black_leads: Some(self.lead),
            ownership: Some(self.ownership).filter(|values| values.len() == size.area()),
            candidates: self.candidates.into_iter().map(candidate).collect(),
            ..Judgement::default()
        }
    }
}

/// How a GTP engine says what it thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dialect {
    /// `kata-analyze`, with ownership.
    Kata,
    /// `lz-analyze`.
    Leela,
    /// GNU Go's own commands: its best moves, its influence and its estimate of the score. It does not search by visits.
    Gnu,
}

impl Dialect {
    /// What an engine speaks, by the commands it knows; none if it says nothing of what it thinks.
    #[must_use]
    pub fn of(gtp: &Gtp) -> Option<Dialect> {
        let marks = [
            (Dialect::Kata, &["kata-analyze"][..]),
            (Dialect::Leela, &["lz-analyze"]),
            (Dialect::Gnu, &["top_moves_black", "top_moves_white", "initial_influence", "estimate_score"]),
        ];
        marks
            .into_iter()
            .find(|(_, commands)| commands.iter().all(|command| gtp.knows(command)))
            .map(|(dialect, _)| dialect)
    }

    /// What the engine thinks, after so many visits, of the position it has before it, in which `next` is to move. None if it
    /// has said nothing.
    ///
    /// # Errors
    /// When it refuses, dies, is too slow or talks nonsense.
    pub fn ask(
        self,
        gtp: &mut Gtp,
        size: BoardSize,
        next: Color,
        visits: u32,
        limit: Duration,
    ) -> Result<Option<Judgement>, EngineError> {
        let mut best = None;
        self.watch(gtp, size, next, visits, limit, &mut |judgement| {
            best = Some(judgement);
            ControlFlow::Continue(())
        })?;
        Ok(best)
    }

    /// The same, but `each` hears what the engine thinks while it does, and says whether it goes on.
    ///
    /// # Errors
    /// When it refuses, dies, is too slow or talks nonsense.
    pub fn watch(
        self,
        gtp: &mut Gtp,
        size: BoardSize,
        next: Color,
        visits: u32,
        limit: Duration,
        each: &mut dyn FnMut(Judgement) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        let kata = match self {
            Dialect::Gnu => {
                let _ = each(ask_gnu(gtp, size, next)?);
                return Ok(());
            }
            dialect => dialect == Dialect::Kata,
        };
        let command = if kata {
            format!("kata-analyze {} interval 20 ownership true", next.letter())
        } else {
            format!("lz-analyze {} interval 20", next.letter())
        };
        gtp.stream(&command, limit, &mut |line| {
            let Some((judgement, seen)) = read_info(line, size, next, kata) else { return ControlFlow::Continue(()) };
            each(judgement)?;
            if seen >= u64::from(visits) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}

fn ask_gnu(gtp: &mut Gtp, size: BoardSize, next: Color) -> Result<Judgement, EngineError> {
    let name = if next == Color::Black { "black" } else { "white" };
    let moves = gtp.ask(&format!("top_moves_{name}"))?;
    let points = moves.split_whitespace().step_by(2).filter_map(|word| size.parse_vertex(word));
    let mut candidates: Vec<Candidate> = points.map(|point| Candidate::from(Move::Play(point))).collect();
    let regions = gtp.ask(&format!("initial_influence {name} influence_regions"))?;
    let score = gtp.ask("estimate_score")?;
    if candidates.is_empty() {
        candidates.push(Move::Pass.into());
    }
    Ok(Judgement {
        black_leads: read_score(&score),
        ownership: read_regions(&regions, size),
        candidates,
        ..Judgement::default()
    })
}

/// Reads a score such as `W+12.5 (upper bound: …)`: Black's lead.
fn read_score(text: &str) -> Option<f64> {
    let score = text.split_whitespace().next()?;
    let (side, points) = score.split_once('+').unwrap_or(("B", score));
    let points: f64 = points.parse().ok().filter(|points: &f64| points.is_finite())?;
    match side {
        "B" => Some(points),
        "W" => Some(-points),
        _ => None,
    }
}

/// Reads GNU Go's regions, rows from the top: 4 is a stone of White, 3 its territory, 2 a framework, 1 a larger area; Black's
/// are negative.
fn read_regions(text: &str, size: BoardSize) -> Option<Vec<f64>> {
    let values: Vec<f64> = text
        .split_whitespace()
        .map(|word| word.parse::<f64>().ok().map(|value| -value / 4.0))
        .collect::<Option<_>>()?;
    (values.len() == size.area() && values.iter().all(|value| value.abs() <= 1.0)).then_some(values)
}

/// Reads a line of `kata-analyze` or `lz-analyze`, whose numbers are those of the side to move: the judgement and the visits.
fn read_info(line: &str, size: BoardSize, next: Color, kata: bool) -> Option<(Judgement, u64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let starts: Vec<usize> = (0..words.len()).filter(|&i| words[i] == "info").collect();
    let mut visits = 0;
    let mut found: Vec<(u64, Candidate)> = Vec::new();
    for (i, &start) in starts.iter().enumerate() {
        let part = &words[start..starts.get(i + 1).copied().unwrap_or(words.len())];
        let place = |name: &str| part.iter().position(|word| *word == name);
        let after = |name: &str| place(name).and_then(|at| part.get(at + 1)).copied();
        let number =
            |name: &str| after(name).and_then(|text| text.parse::<f64>().ok()).filter(|value| value.is_finite());
        let seen = number("visits").unwrap_or(0.0) as u64;
        visits += seen;
        let order = number("order").map_or(u64::MAX, |order| order as u64);
        let black = |share: f64| if next == Color::Black { share } else { 1.0 - share };
        let share = |value: f64| if kata { value } else { value / 10_000.0 };
        let Some(mv) = after("move").map(|text| size.parse_vertex(text).map_or(Move::Pass, Move::Play)) else {
            continue;
        };
        let line = place("pv").map_or(&[][..], |at| &part[at + 1..]);
        let candidate = Candidate {
            visits: seen,
            black_wins: number("winrate").map(|rate| black(share(rate))),
            black_leads: number("scoreLead").or_else(|| number("scoreMean")).map(|lead| next.sign() * lead),
            prior: number("prior").map(share),
            line: line.iter().map_while(|word| gtp::parse_move(size, word)).collect(),
            ..Candidate::from(mv)
        };
        found.push((order, candidate));
    }
    found.sort_by_key(|(order, _)| *order);
    let candidates: Vec<Candidate> = found.into_iter().map(|(_, candidate)| candidate).collect();
    let first = candidates.first()?;
    let mut judgement = Judgement {
        games: visits,
        black_wins: first.black_wins,
        black_leads: first.black_leads,
        candidates,
        ..Judgement::default()
    };
    if let Some(at) = words.iter().position(|word| *word == "ownership") {
        let values: Vec<f64> = words[at + 1..]
            .iter()
            .map_while(|word| word.parse::<f64>().ok())
            .map(|value| next.sign() * value)
            .collect();
        judgement.ownership = (values.len() >= size.area()).then(|| values[..size.area()].to_vec());
    }
    Some((judgement, visits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_gtp_engines_are_read_from_both_sides() {
        let size = BoardSize::new(3).unwrap();
        let line = "info move B2 visits 20 winrate 0.7 scoreLead 2.5 order 0 pv B2 A1 info move A1 visits 5 winrate 0.6 \
                    scoreLead 1 order 1 pv A1 rootInfo visits 25 ownership 1 0 0 0 0.5 0 0 0 -1";
        let (white, visits) = read_info(line, size, Color::White, true).unwrap();
        assert_eq!(
            (visits, white.black_leads, white.best()),
            (25, Some(-2.5), size.parse_vertex("B2").map(Move::Play))
        );
        assert!((white.black_wins.unwrap() - 0.3).abs() < 1e-12);
        assert_eq!(white.ownership.as_ref().unwrap()[8], 1.0);
        let points = ["B2", "A1"].map(|vertex| size.parse_vertex(vertex).unwrap());
        assert_eq!(white.points().collect::<Vec<_>>(), points);
        assert_eq!(white.candidates[0].line, points.map(Move::Play));
        assert_eq!(white.candidates[1].visits, 5);
        let lz = "info move pass visits 7 winrate 4802 prior 2211 order 0 pv pass";
        let (black, visits) = read_info(lz, size, Color::Black, false).unwrap();
        assert_eq!((visits, black.black_wins, black.black_leads), (7, Some(0.4802), None));
        assert_eq!(black.best(), Some(Move::Pass));
        assert_eq!(black.candidates[0].prior, Some(0.2211));
        assert_eq!(read_info("= thinking", size, Color::Black, true), None);
    }

    #[test]
    fn gnu_go_is_read_from_its_own_side() {
        assert_eq!(read_score("W+12.5 (upper bound: 13.0, lower: 12.0)"), Some(-12.5));
        assert_eq!(read_score("B+3.0"), Some(3.0));
        assert_eq!(read_score("0"), Some(0.0));
        assert_eq!([read_score("?"), read_score("X+1")], [None, None]);
        let size = BoardSize::new(2).unwrap();
        assert_eq!(read_regions(" 4  3 \n-4 0 \n", size), Some(vec![-1.0, -0.75, 1.0, 0.0]));
        assert_eq!([read_regions("4 3 -4", size), read_regions("4 3 -4 x", size)], [None, None]);
    }
}
