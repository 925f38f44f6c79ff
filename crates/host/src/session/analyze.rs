//! `lz-analyze`, `kata-analyze` and their twins that also play: streams of lines until the host speaks.

use std::fmt::Write;
use std::time::Duration;

use goban::{BoardSize, Color, Move};
use gtp::{Answer, Command, Talk};

use super::{Session, syntax_error};
use crate::clock::{Patience, Turn};
use crate::{Analysis, AnalysisError, Variation, Wish};

/// Whose way of writing it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Leela Zero: whole numbers, ten thousand for a sure win.
    Leela,
    /// KataGo: numbers from 0 to 1, leads, ownership.
    Kata,
}

/// The host may ask for a line every hundredth of a second; nothing changes so fast.
const SHORTEST: Duration = Duration::from_millis(100);

/// So many games are played before a line whatever happens; it takes no time that a host would notice.
const LEAST_GAMES: usize = 100;

/// Where nobody tells the time, a line comes after so many games.
const GAMES_A_LINE: usize = 500;

/// What the host asked for.
struct Request {
    color: Option<Color>,
    interval: Duration,
    wish: Wish,
    root_info: bool,
    pv_visits: bool,
}

impl Request {
    /// Reads the forms that hosts use: `50`, `B 50`, `b interval 50 ownership true`.
    ///
    /// Keys that are not known are refused: LizGoban finds out so what an engine can do.
    fn parse(command: &Command, size: BoardSize, turn: Color, dialect: Dialect) -> Result<Request, String> {
        let mut request = Request {
            color: None,
            interval: Duration::from_secs(1),
            wish: Wish::default(),
            root_info: false,
            pv_visits: false,
        };
        let mut words = command.arguments.iter().map(String::as_str).peekable();
        if let Some(color) = words.peek().and_then(|word| Color::parse(word)) {
            request.color = Some(color);
            words.next();
        }
        let turn = request.color.unwrap_or(turn);
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            request.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(syntax_error)?;
            let flag = || match value.to_ascii_lowercase().as_str() {
                "true" | "1" => Ok(true),
                "false" | "0" => Ok(false),
                _ => Err(syntax_error()),
            };
            match (key.to_ascii_lowercase().as_str(), dialect) {
                ("interval", _) => request.interval = centiseconds(value).ok_or_else(syntax_error)?,
                ("minmoves", _) => request.wish.least = value.parse().map_err(|_| syntax_error())?,
                ("maxmoves", _) => request.wish.most = Some(value.parse().map_err(|_| syntax_error())?),
                (which @ ("allow" | "avoid"), _) => {
                    let side = Color::parse(value).ok_or_else(syntax_error)?;
                    let list = words.next().ok_or_else(syntax_error)?;
                    let moves: Option<Vec<Move>> = list.split(',').map(|text| gtp::parse_move(size, text)).collect();
                    let moves = moves.ok_or_else(syntax_error)?;
                    let depth = words.next().ok_or_else(syntax_error)?;
                    depth.parse::<u32>().ok().filter(|depth| *depth > 0).ok_or_else(syntax_error)?;
                    // One move ahead is all that is looked at: what concerns the other side comes later.
                    match which {
                        _ if side != turn => {}
                        "allow" => request.wish.allow.get_or_insert_default().extend(moves),
                        _ => request.wish.avoid.extend(moves),
                    }
                }
                ("ownership", Dialect::Kata) => request.wish.ownership = flag()?,
                ("movesownership", Dialect::Kata) => request.wish.moves_ownership = flag()?,
                ("rootinfo", Dialect::Kata) => request.root_info = flag()?,
                ("pvvisits", Dialect::Kata) => request.pv_visits = flag()?,
                _ => return Err(format!("unknown key {key}")),
            }
        }
        Ok(request)
    }
}

fn centiseconds(word: &str) -> Option<Duration> {
    let time: f64 = word.parse().ok().filter(|time: &f64| time.is_finite() && *time >= 0.0)?;
    Some(Duration::from_secs_f64(time.min(1e6) / 100.0).max(SHORTEST))
}

/// An analysis as one line, seen by the side to move.
fn line(analysis: &Analysis, size: BoardSize, dialect: Dialect, request: &Request) -> String {
    let side = analysis.to_move;
    let mut out = String::new();
    let own =
        |field: &[f64]| field.iter().map(|value| format!(" {:.3}", value * side.sign() + 0.0)).collect::<String>();
    for (order, candidate) in analysis.candidates.iter().enumerate() {
        let worth = candidate.worth.seen_by(side);
        let mv = gtp::write_move(size, candidate.mv);
        let pv: Vec<String> = candidate.line.iter().map(|mv| gtp::write_move(size, *mv)).collect();
        let pv = pv.join(" ");
        let (visits, win, prior) = (candidate.visits, worth.win, candidate.prior);
        let lead = worth.lead + 0.0;
        let utility = 2.0 * win - 1.0;
        if order > 0 {
            out.push(' ');
        }
        let _ = match dialect {
            Dialect::Leela => write!(
                out,
                "info move {mv} visits {visits} winrate {win:.0} prior {prior:.0} lcb {win:.0} order {order} pv {pv}",
                win = 10_000.0 * win,
                prior = 10_000.0 * prior,
            ),
            Dialect::Kata => write!(
                out,
                "info move {mv} visits {visits} utility {utility:.6} winrate {win:.6} scoreMean {lead:.3} \
                 scoreStdev {:.3} scoreLead {lead:.3} scoreSelfplay {lead:.3} prior {prior:.6} lcb {win:.6} \
                 utilityLcb {utility:.6} order {order} pv {pv}",
                worth.spread,
            ),
        };
        if request.pv_visits {
            let visits: Vec<String> = candidate.line_visits.iter().map(u64::to_string).collect();
            let _ = write!(out, " pvVisits {}", visits.join(" "));
        }
        if request.wish.moves_ownership {
            let _ = write!(out, " movesOwnership{}", own(&candidate.ownership));
        }
    }
    if request.root_info {
        let worth = analysis.worth.seen_by(side);
        let visits: u64 = analysis.candidates.iter().map(|candidate| candidate.visits).sum();
        let _ = write!(
            out,
            " rootInfo visits {visits} utility {:.6} winrate {:.6} scoreMean {lead:.3} scoreStdev {:.3} \
             scoreLead {lead:.3} scoreSelfplay {lead:.3}",
            2.0 * worth.win - 1.0,
            worth.win,
            worth.spread,
            lead = worth.lead + 0.0,
        );
    }
    if request.wish.ownership {
        let _ = write!(out, " ownership{}", own(&analysis.ownership));
    }
    out
}

impl Session {
    /// Streams what is thought of the position until the host sends anything.
    pub(super) fn analyze(&mut self, command: &Command, talk: &mut Talk<'_>, dialect: Dialect) -> Answer {
        let size = self.line.size();
        let turn = self.line.position().to_move();
        let request = Request::parse(command, size, turn, dialect)?;
        let mut at = self.line.clone();
        at.set_to_move(request.color.unwrap_or(turn));
        while self.analyst.looks_ahead {
            let told = self.look_on(&at, &request, talk).map_err(|error| error.to_string())?;
            if talk.stream(&line(&told, size, dialect, &request)).is_err() || talk.input_arrived() {
                return Ok(String::new());
            }
        }
        let mut turn = Turn::new(&mut *self.world, Patience::Endless);
        let analysis = self.analyst.analyze(&at, &request.wish, &mut || !turn.goes_on(&mut || talk.has_input()));
        let analysis = analysis.map_err(|error| error.to_string())?;
        let line = line(&analysis, size, dialect, &request);
        loop {
            if talk.stream(&line).is_err() || talk.wait(request.interval) {
                return Ok(String::new());
            }
        }
    }

    /// Looks ahead until the next line is due, or the host speaks.
    fn look_on(&mut self, at: &Variation, request: &Request, talk: &mut Talk<'_>) -> Result<Analysis, AnalysisError> {
        let began = self.world.now();
        let mut games = 0;
        let wish = Wish { games: Some(usize::MAX), ..request.wish.clone() };
        let world = &mut self.world;
        self.analyst.analyze(at, &wish, &mut || {
            games += 1;
            if games <= LEAST_GAMES {
                return false;
            }
            let due = match (world.now(), began) {
                (Some(now), Some(began)) => now.saturating_sub(began) >= request.interval,
                _ => games > GAMES_A_LINE,
            };
            due || talk.input_arrived()
        })
    }

    /// Streams once what is thought of the position, and plays.
    pub(super) fn genmove_analyze(&mut self, command: &Command, talk: &mut Talk<'_>, dialect: Dialect) -> Answer {
        let size = self.line.size();
        let turn = self.line.position().to_move();
        let request = Request::parse(command, size, turn, dialect)?;
        let color = request.color.unwrap_or(turn);
        self.line.set_to_move(color);
        let patience = self.patience(color);
        let mut turn = Turn::new(&mut *self.world, patience);
        let analysis =
            self.analyst.analyze(&self.line, &request.wish, &mut || !turn.goes_on(&mut || talk.interrupted()));
        let (thought, out) = turn.end();
        self.clocks.spend(color, thought, out);
        let analysis = analysis.map_err(|error| error.to_string())?;
        let _ = talk.stream(&line(&analysis, size, dialect, &request));
        let mut choice = analysis.choice;
        if let Some(best) = analysis.candidates.first() {
            choice.mv = best.mv;
        }
        Ok(format!("play {}", self.play_choice(color, choice)?))
    }
}
