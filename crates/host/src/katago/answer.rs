//! Answers: an analysis as KataGo writes it, and our words under a key of their own.

use std::sync::atomic::{AtomicBool, Ordering};

use goban::{BoardSize, Color, Position, Symmetry};
use katago::{Failed, MoveInfo, RootInfo};
use model::{Question, Seed, Shape};
use serde::Serialize;
use wire::{Named, Number};

use super::query::Query;
use super::{Config, ReportAs};
use crate::{Analysis, Analyst, Variation, Worth};

/// What is said of a turn.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    Told(Box<Told>),
    Failed(Failed),
}

/// An analysis, as KataGo writes it, and our words.
#[derive(Serialize)]
pub(super) struct Told {
    #[serde(flatten)]
    analysis: katago::Answer,
    aji: Words,
}

/// What a move or a position is worth, in all the numbers that KataGo has for it.
fn value(worth: Worth) -> katago::Value {
    let (win, lead) = (rounded(worth.win), rounded(worth.lead));
    let utility = rounded(2.0 * worth.win - 1.0);
    katago::Value {
        winrate: win,
        lcb: win,
        score_lead: lead,
        score_mean: lead,
        score_selfplay: lead,
        score_stdev: rounded(worth.spread),
        utility,
        utility_lcb: utility,
    }
}

/// What our models say: whose numbers these are, what they are made of, and why the moves.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Words {
    player: String,
    model: String,
    seed: u64,
    lead_scale: Option<f64>,
    calibrated: bool,
    visits: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Named<Number>>,
    moves: Vec<Explained>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_move: Option<wire::Explanation>,
}

/// A candidate in words.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    explanation: wire::Explanation,
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<Number>,
}

/// Looks at a turn of a query and writes the answer.
pub(super) fn answer(config: &Config, analyst: &mut Analyst, query: &Query, turn: usize, stop: &AtomicBool) -> Answer {
    let line = query.line(turn);
    let to_move = line.position().to_move();
    let analysis = match analyst.analyze(&line, &query.wish(to_move), &mut || stop.load(Ordering::Relaxed)) {
        Ok(analysis) => analysis,
        Err(error) => return Answer::Failed(Failed { turn_number: Some(turn), ..Failed::new(error).of(&query.id) }),
    };
    let side = match query.report_as.unwrap_or(config.report_as) {
        ReportAs::Black => Color::Black,
        ReportAs::White => Color::White,
        ReportAs::SideToMove => to_move,
    };
    let size = line.size();
    let own = |field: &[f64]| field.iter().map(|value| rounded(value * side.sign())).collect::<Vec<f64>>();
    let visits = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
    let infos = analysis.candidates.iter().enumerate().map(|(order, candidate)| {
        let mv = gtp::write_move(size, candidate.mv);
        MoveInfo {
            mv,
            order,
            visits: candidate.visits,
            value: value(candidate.worth.seen_by(side)),
            prior: rounded(candidate.prior),
            pv: candidate.line.iter().map(|mv| gtp::write_move(size, *mv)).collect(),
            pv_visits: query.pv_visits.then(|| candidate.line_visits.clone()),
            ownership: query.moves_ownership.then(|| own(&candidate.ownership)),
        }
    });
    let told = katago::Answer {
        id: query.id.clone(),
        turn_number: turn,
        is_during_search: false,
        move_infos: infos.collect(),
        root_info: Some(root(&line, &analysis, visits, side)),
        ownership: query.ownership.then(|| own(&analysis.ownership)),
        policy: query.policy.then(|| analysis.policy.iter().map(|value| rounded(*value)).collect()),
        no_results: false,
    };
    Answer::Told(Box::new(Told { analysis: told, aji: words(config, analyst, query, &line, &analysis) }))
}

/// Six digits behind the point, and no minus before nothing.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

fn root(line: &Variation, analysis: &Analysis, visits: u64, side: Color) -> RootInfo {
    let position = line.position();
    let least = Symmetry::ALL.into_iter().map(|symmetry| hash(position, symmetry)).min();
    RootInfo {
        current_player: analysis.to_move.letter().to_string(),
        visits,
        value: value(analysis.worth.seen_by(side)),
        this_hash: format!("{:016X}", hash(position, Symmetry::IDENTITY)),
        sym_hash: format!("{:016X}", least.unwrap_or_default()),
    }
}

/// A number for the stones, the side to move and the ko, with the board turned or mirrored.
fn hash(position: &Position, symmetry: Symmetry) -> u64 {
    let size = position.size();
    let board = position.board().transformed(symmetry);
    let side = u64::from(position.to_move() == Color::White);
    let ko = position.ko().map_or(0, |point| 1 + size.index(symmetry.apply(size, point)) as u64);
    Seed(board.hash()).stream(2 * ko + side).0
}

fn words(config: &Config, analyst: &mut Analyst, query: &Query, line: &Variation, analysis: &Analysis) -> Words {
    let size = line.size();
    let card = analyst.judge.watcher.card().clone();
    let values = analyst.judge.watcher.read_here(line, Shape::Number).ok();
    let values = values.map(|sheet| wire::readings(&sheet, size, false).values);
    let moves = explained(analyst, query.explain, line, analysis, size);
    let last = analyst.judge.watcher.explain_last_move(line).ok().flatten();
    Words {
        player: analyst.player().to_string(),
        model: card.name.clone(),
        seed: config.player.seed.0,
        lead_scale: card.lead_scale,
        calibrated: false,
        visits: match analysis.games {
            Some(_) => "games that went this way",
            None => "shares of the player's preference; nothing was searched",
        },
        values,
        moves,
        last_move: last.map(|answer| wire::explanation(Question::LastMove, &answer, size)),
    }
}

/// The first candidates in words.
fn explained(
    analyst: &mut Analyst,
    most: usize,
    line: &Variation,
    analysis: &Analysis,
    size: BoardSize,
) -> Vec<Explained> {
    let candidates = analysis.candidates.iter().take(most);
    candidates
        .filter_map(|candidate| {
            let answer = analyst.explain(line, &analysis.choice, candidate.mv).ok()?;
            let explanation = wire::explanation(Question::Candidate(candidate.mv), &answer, size);
            Some(Explained { explanation, rating: candidate.rating.map(Number) })
        })
        .collect()
}
