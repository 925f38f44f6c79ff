//! The referee: one game from its first move to its result. Every move is checked by our own rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use engine::Gtp;
use goban::{Agreement, ByColor, Color, Move, Point, PointSet, Position, Scoring};
use gtp::Reply;
use model::Families;
use playout::Settlement;
use record::{Game, Margin, Outcome, Ply, SetupChange};

use crate::result::{Cpu, End, Row};
use crate::schedule::Fixture;
use crate::seat::{Fault, Seat, Verdict, judge};
use crate::tournament::{Counting, Disputes, Tournament, hash};

/// A game that is over.
pub(crate) struct Finished {
    pub(crate) row: Row,
    pub(crate) game: Game,
}

/// What a game led to.
struct Ending {
    outcome: Outcome,
    end: End,
    reason: String,
}

impl Ending {
    fn lost_by(tournament: &Tournament, fixture: &Fixture, color: Color, fault: Fault) -> Ending {
        let name = &tournament.contestants[fixture.players[color]].name;
        let reason = format!("{name} {}", fault.reason);
        if fault.end.is_void() {
            return Ending { outcome: Outcome::Void, end: fault.end, reason };
        }
        let margin = if fault.end == End::Time { Margin::Time } else { Margin::Forfeit };
        Ending { outcome: Outcome::Win { winner: !color, margin }, end: fault.end, reason }
    }

    fn void(end: End, reason: impl ToString) -> Ending {
        Ending { outcome: Outcome::Void, end, reason: reason.to_string() }
    }
}

/// The record of a game while it is played.
struct Sheet {
    game: Game,
    last: record::NodeId,
    moves: Vec<(Color, Move)>,
}

impl Sheet {
    fn add(&mut self, color: Color, mv: Move, comment: Option<String>) {
        self.last = self.game.add_move(self.last, color, mv);
        self.game.node_mut(self.last).comment = comment;
        self.moves.push((color, mv));
    }
}

/// Plays a game; none if it was stopped.
pub(crate) fn play(
    tournament: &Tournament,
    families: &Families,
    fixture: &Fixture,
    mut seats: ByColor<&mut Seat>,
    judge_seat: &mut Option<Gtp>,
    stop: &Arc<AtomicBool>,
) -> Option<Finished> {
    let began = Instant::now();
    let start = tournament.start(fixture);
    let names = ByColor::new(|color| tournament.contestants[fixture.players[color]].name.clone());
    let mut game = Game::new(tournament.size);
    game.info.komi = Some(start.rules().komi);
    game.info.rules = start.rules().name().map(str::to_string);
    for color in Color::ALL {
        game.info.players[color].name = Some(names[color].clone());
    }
    game.info.event = Some(tournament.name.clone());
    game.info.round = Some((fixture.index + 1).to_string());
    let root = game.root();
    if fixture.handicap > 0 {
        game.info.handicap = Some(fixture.handicap);
        let add = ByColor { black: start.board().stones().black, white: PointSet::EMPTY };
        let change = SetupChange { add, clear: PointSet::EMPTY, to_move: Some(Color::White) };
        game.node_mut(root).setup = Some(Box::new(change));
    }
    let mut sheet = Sheet { game, last: root, moves: Vec::new() };
    let mut position = start.clone();
    let ending = conduct(tournament, families, fixture, &mut seats, &mut position, &mut sheet, stop);
    let stopped = || stop.load(Ordering::Relaxed);
    let count = || count(tournament, fixture, &mut seats, (judge_seat, stop), &start, &position, &sheet.moves);
    let ending = ending.or_else(|| (!stopped()).then(count)).filter(|_| !stopped());
    // Whatever has come of it, a game that was stopped is played again: a signal may have reached the engines as well.
    let ending = ending?;
    let Sheet { mut game, moves, .. } = sheet;
    let result = ending.outcome.to_string();
    game.info.result = Some(result.clone());
    let mut comment = format!("{} against {}, seed {}", names.black, names.white, fixture.seed);
    if !ending.reason.is_empty() {
        comment.push('\n');
        comment.push_str(&ending.reason);
    }
    game.node_mut(root).comment = Some(comment);
    let bytes: Vec<u8> = moves
        .iter()
        .flat_map(|&(color, mv)| {
            let index = mv.point().map_or(u16::MAX, |point| tournament.size.index(point) as u16);
            [[color.letter() as u8, 0], index.to_le_bytes()].concat()
        })
        .collect();
    let seconds = |color: Color| seats[color].cpu().map(|time| time.as_secs_f64());
    let pair = &tournament.pairs[fixture.pair];
    let row = Row {
        pair: pair.players.map(|player| tournament.contestants[player].name.clone()),
        game: fixture.index,
        black: names.black,
        white: names.white,
        result,
        end: ending.end,
        reason: ending.reason,
        moves: moves.len(),
        handicap: fixture.handicap,
        seed: fixture.seed.0,
        hash: format!("{:016x}", hash(&bytes)),
        conditions: String::new(),
        cpu: Cpu { black: seconds(Color::Black), white: seconds(Color::White) },
        seconds: began.elapsed().as_secs_f64(),
        file: String::new(),
        record_sum: String::new(),
    };
    Some(Finished { row, game })
}

/// Plays until both have passed; gives the end, if it came in another way.
fn conduct(
    tournament: &Tournament,
    families: &Families,
    fixture: &Fixture,
    seats: &mut ByColor<&mut Seat>,
    position: &mut Position,
    sheet: &mut Sheet,
    stop: &AtomicBool,
) -> Option<Ending> {
    let lost_by = |color, fault| Some(Ending::lost_by(tournament, fixture, color, fault));
    for color in Color::ALL {
        if let Err(fault) = seats[color].begin(tournament, families, fixture, color, position) {
            return lost_by(color, fault);
        }
    }
    for (color, mv) in tournament.opening(fixture) {
        let played = match position.play_as(color, mv) {
            Ok(played) => played,
            Err(why) => return Some(Ending::void(End::Setup, format!("the opening has an illegal move: {why}"))),
        };
        sheet.add(color, mv, None);
        let ply = Ply::played(position, color, mv, &played);
        for side in Color::ALL {
            if let Err(mut fault) = seats[side].observe(&ply, position) {
                // Nobody has played yet: whoever cannot follow here cannot be set up.
                fault.end = End::Setup;
                return lost_by(side, fault);
            }
        }
    }
    while !position.is_over() && !stop.load(Ordering::Relaxed) {
        let color = position.to_move();
        if sheet.moves.len() >= tournament.move_limit {
            return Some(Ending::void(End::TooLong, format!("no result after {} moves", tournament.move_limit)));
        }
        let turn = match seats[color].choose(tournament, position) {
            Ok(turn) => turn,
            Err(fault) => return lost_by(color, fault),
        };
        let mv = match turn.reply {
            Reply::Move(mv) => mv,
            Reply::Resign => {
                let outcome = Outcome::Win { winner: !color, margin: Margin::Resignation };
                return Some(Ending { outcome, end: End::Resignation, reason: String::new() });
            }
        };
        let played = match position.play(mv) {
            Ok(played) => played,
            Err(why) => {
                let point = gtp::write_move(tournament.size, mv);
                return lost_by(color, Fault::new(End::Illegal, format!("played {point}, which is illegal: {why}")));
            }
        };
        sheet.add(color, mv, turn.comment);
        let ply = Ply::played(position, color, mv, &played);
        if let Err(fault) = seats[color].observe_own(&ply, position) {
            return lost_by(color, fault);
        }
        // After the second pass nobody needs to know more, unless the engine is to say what is dead.
        if let Err(fault) = seats[!color].observe(&ply, position) {
            let (loser, fault) = disputed(tournament, fixture, color, mv, fault);
            return lost_by(loser, fault);
        }
    }
    None
}

/// Who is to blame, and for what, when the other side did not take a legal move.
fn disputed(tournament: &Tournament, fixture: &Fixture, mover: Color, mv: Move, fault: Fault) -> (Color, Fault) {
    let refuses = matches!(fault.end, End::Dispute | End::Denial);
    match tournament.disputes {
        Disputes::Void if refuses => (!mover, Fault { end: End::Dispute, ..fault }),
        Disputes::Refuser if refuses => (!mover, Fault { end: End::Denial, ..fault }),
        Disputes::Gomill if fault.end == End::Dispute => {
            let refuser = &tournament.contestants[fixture.players[!mover]].name;
            let point = gtp::write_move(tournament.size, mv);
            (mover, Fault::new(End::Illegal, format!("played {point}, which {refuser} calls illegal")))
        }
        _ => (!mover, fault),
    }
}

/// Counts a board on which both have passed.
fn count(
    tournament: &Tournament,
    fixture: &Fixture,
    seats: &mut ByColor<&mut Seat>,
    (judge_seat, stop): (&mut Option<Gtp>, &Arc<AtomicBool>),
    start: &Position,
    position: &Position,
    moves: &[(Color, Move)],
) -> Ending {
    let counted = |dead: &[Point]| {
        let agreed = Agreement { dead: dead.iter().copied().collect(), seki: PointSet::EMPTY };
        position.score(&agreed, fixture.handicap).lead()
    };
    let ending = |lead: f64, reason: String| Ending { outcome: outcome(lead), end: End::Passes, reason };
    match &tournament.counting {
        Counting::Board => ending(counted(&[]), String::new()),
        Counting::Players => {
            let mut leads = Vec::new();
            for color in Color::ALL {
                match seats[color].dead(tournament.size) {
                    Some(Ok(dead)) => leads.push(counted(&dead)),
                    Some(Err(fault)) => return Ending::lost_by(tournament, fixture, color, fault),
                    None => {}
                }
            }
            match leads[..] {
                // Our players take the dead only where area is counted; elsewhere they agree on them.
                [] if position.rules().scoring == Scoring::Territory => {
                    let agreed = Settlement::of(position, fixture.seed).agreement();
                    ending(position.score(&agreed, fixture.handicap).lead(), String::new())
                }
                [] => ending(counted(&[]), String::new()),
                [lead] => ending(lead, String::new()),
                [black, white, ..] if black == white => ending(black, String::new()),
                [black, white, ..] => {
                    let reason = format!("the players count {} and {}", outcome(black), outcome(white));
                    if black.signum() != white.signum() || black == 0.0 || white == 0.0 {
                        return Ending::void(End::Uncounted, reason);
                    }
                    ending(if black.abs() < white.abs() { black } else { white }, reason)
                }
            }
        }
        Counting::Judge(program) => {
            match judge(judge_seat, program, tournament, start, fixture.handicap, moves, stop) {
                Ok(Verdict::Dead(dead)) => ending(counted(&dead), String::new()),
                Ok(Verdict::Score(text)) => match Outcome::parse(&text) {
                    Some(outcome @ (Outcome::Win { .. } | Outcome::Draw)) => {
                        Ending { outcome, end: End::Passes, reason: String::new() }
                    }
                    _ => Ending::void(End::Uncounted, format!("the judge says {text:?}")),
                },
                Err(fault) => Ending::void(fault.end, fault.reason),
            }
        }
    }
}

fn outcome(lead: f64) -> Outcome {
    let winner = if lead > 0.0 { Color::Black } else { Color::White };
    if lead == 0.0 { Outcome::Draw } else { Outcome::Win { winner, margin: Margin::Points(lead.abs()) } }
}
