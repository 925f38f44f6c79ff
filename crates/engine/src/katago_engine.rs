//! An engine that speaks KataGo's JSON analysis protocol: one query a line in, one analysis a line out, in any order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use goban::{BoardSize, ByColor, Color, Move, Point, Rules};
use gtp::{parse_move, write_move};
use katago::{Action, Answer, Given, OverrideSettings, Placement, Reply, RuleFields, RuleNames};
use serde::Serialize;

use crate::error::short;
use crate::process::Process;
use crate::{EngineError, Limits, Program};

/// The longest line: an analysis of a large board with ownership for every candidate.
const MAX_ANSWER: usize = 1 << 24;

/// KataGo's analysis engine, or a program that speaks like it, as a separate process.
pub struct Katago {
    program: Program,
    limits: Limits,
    process: Option<Process>,
    next_id: u64,
    begun: bool,
    stop: Option<Arc<AtomicBool>>,
}

impl std::fmt::Debug for Katago {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Katago").field("program", &self.program).finish_non_exhaustive()
    }
}

/// What is to be analysed: a game, and after which of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// The size of the board.
    pub size: BoardSize,
    /// The rules, komi included.
    pub rules: Rules,
    /// Stones on the board before the first move.
    pub stones: ByColor<Vec<Point>>,
    /// Who moves first.
    pub first: Color,
    /// The moves.
    pub moves: Vec<(Color, Move)>,
    /// After how many moves to look, each once; 0 is the start.
    pub turns: Vec<usize>,
    /// How much to search; the engine's own setting by default.
    pub visits: Option<u32>,
    /// Whether to tell whose each point will be.
    pub ownership: bool,
    /// Whether to tell how likely each move is.
    pub policy: bool,
}

impl Query {
    /// A query about every position of a game on an empty board.
    #[must_use]
    pub fn game(size: BoardSize, rules: Rules, moves: Vec<(Color, Move)>) -> Query {
        Query {
            size,
            rules,
            stones: ByColor::default(),
            first: Color::Black,
            turns: (0..=moves.len()).collect(),
            moves,
            visits: None,
            ownership: false,
            policy: false,
        }
    }

    /// The query as the protocol has it.
    fn asked(&self, id: &str) -> katago::Query {
        let side = |color: Color| color.letter().to_string();
        let stones = Color::ALL
            .into_iter()
            .flat_map(|color| self.stones[color].iter().map(move |&point| (side(color), self.size.vertex(point))));
        let moves = self.moves.iter().map(|&(color, mv)| (side(color), write_move(self.size, mv)));
        let list = |placements: &mut dyn Iterator<Item = Placement>| -> Given<Vec<Given<Placement>>> {
            Given::Right(placements.map(Given::Right).collect())
        };
        let has_stones = self.stones.iter().any(|(_, stones)| !stones.is_empty());
        // Whatever the engine's file says, ours is Black's view.
        let settings = OverrideSettings { report_as: Some("BLACK".to_string().into()), explain: None };
        katago::Query {
            id: Some(id.to_string().into()),
            initial_stones: has_stones.then(|| list(&mut { stones })),
            initial_player: Some(side(self.first).into()),
            moves: Some(list(&mut { moves })),
            rules: Some(RuleNames::Fields(Box::new(RuleFields::from(&self.rules))).into()),
            komi: Some(self.rules.komi.into()),
            board_x_size: Some(self.size.get().into()),
            board_y_size: Some(self.size.get().into()),
            analyze_turns: Some(self.turns.clone().into()),
            max_visits: self.visits.map(Given::Right),
            include_ownership: Some(self.ownership.into()),
            include_policy: Some(self.policy.into()),
            override_settings: Some(settings.into()),
            ..katago::Query::default()
        }
    }
}

/// What the engine says of one position. All from Black's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// After how many moves.
    pub turn: usize,
    /// How likely Black wins, 0 to 1.
    pub winrate: f64,
    /// By how many points Black is ahead.
    pub lead: f64,
    /// How much was searched.
    pub visits: u64,
    /// The moves it looked at, the best first.
    pub candidates: Vec<Candidate>,
    /// Whose each point will be, row by row from the top: +1 Black's, −1 White's. Empty where it was not asked.
    pub ownership: Vec<f64>,
    /// How likely each move is, row by row from the top and the pass last; −1 is illegal. Empty where it was not asked.
    pub policy: Vec<f64>,
}

/// A move that the engine looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How likely Black wins after it.
    pub winrate: f64,
    /// By how many points Black is ahead after it.
    pub lead: f64,
    /// How much of the search went there.
    pub visits: u64,
    /// How likely the move seemed before the search.
    pub prior: f64,
    /// How the engine thinks that the game goes on, the move first.
    pub line: Vec<Move>,
}

impl Katago {
    /// Starts an engine, such as `katago analysis -config FILE -model FILE`. It is not asked anything yet: loading a
    /// network takes time, which the first query pays.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(program: &Program, limits: Limits) -> Result<Katago, EngineError> {
        Katago::start_stoppable(program, limits, None)
    }

    /// Like [`start`](Katago::start), with a flag: once it is set, waiting for an answer ends within a moment with
    /// [`EngineError::Stopped`].
    ///
    /// # Errors
    /// As there.
    pub fn start_stoppable(
        program: &Program,
        limits: Limits,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<Katago, EngineError> {
        let program = program.clone();
        let mut katago = Katago { program, limits, process: None, next_id: 0, begun: false, stop };
        katago.restart()?;
        Ok(katago)
    }

    /// Analyses the positions of a game and hands each analysis on as it comes, in any order. The time limit is that
    /// between two answers.
    ///
    /// # Errors
    /// When the engine refuses the query; or when it fails, and then it has been killed.
    pub fn analyze(&mut self, query: &Query, each: &mut dyn FnMut(Analysis)) -> Result<(), EngineError> {
        let id = format!("aji-{}", self.next_id);
        self.next_id += 1;
        let limit = if self.begun { self.limits.answer } else { self.limits.start };
        let process = self.process.as_mut().ok_or(EngineError::NotRunning)?;
        match converse(process, &id, query, limit, self.limits.answer, each) {
            Ok(Ok(())) => {
                self.begun = true;
                Ok(())
            }
            Ok(Err(message)) => Err(EngineError::Refused { command: "analysis".to_string(), message: short(&message) }),
            Err(error) => {
                self.process = None;
                Err(error)
            }
        }
    }

    /// Like [`analyze`](Katago::analyze), all at once and in the order of the turns.
    ///
    /// # Errors
    /// As there.
    pub fn analyze_all(&mut self, query: &Query) -> Result<Vec<Analysis>, EngineError> {
        let mut analyses = Vec::with_capacity(query.turns.len());
        self.analyze(query, &mut |analysis| analyses.push(analysis))?;
        analyses.sort_by_key(|analysis| analysis.turn);
        Ok(analyses)
    }

    /// What the program says its version is.
    ///
    /// # Errors
    /// When it refuses or fails.
    pub fn version(&mut self) -> Result<String, EngineError> {
        let command = "query_version";
        let limit = if self.begun { self.limits.answer } else { self.limits.start };
        let process = self.process.as_mut().ok_or(EngineError::NotRunning)?;
        let action = Some(command.to_string().into());
        send(process, &Action { id: "version".to_string(), action, ..Action::default() });
        match next(process, command, "version", Instant::now() + limit, limit) {
            Ok((Reply { version: Some(version), .. }, _)) => Ok(version),
            Ok((_, text)) => Err(EngineError::Refused { command: command.to_string(), message: short(&text) }),
            Err(error) => {
                self.process = None;
                Err(error)
            }
        }
    }

    /// Kills the process, if it runs, and starts it again.
    ///
    /// # Errors
    /// As [`start`](Katago::start).
    pub fn restart(&mut self) -> Result<(), EngineError> {
        // Two of them at once may be more than the machine has room for.
        self.process = None;
        self.begun = false;
        self.process.insert(Process::start(&self.program, MAX_ANSWER)?).stop_when(self.stop.clone());
        Ok(())
    }

    /// Closes its input, which ends it, and waits a moment until it has.
    pub fn quit(mut self) {
        if let Some(process) = self.process.take() {
            process.close();
        }
    }
}

fn nonsense(command: &str, what: impl ToString) -> EngineError {
    EngineError::Nonsense { command: short(command), what: short(&what.to_string()) }
}

fn send(process: &mut Process, asked: &impl Serialize) {
    process.send(&serde_json::to_string(asked).unwrap_or_default());
}

/// The next answer to a query, and its line; warnings and answers to others are skipped.
fn next(
    process: &mut Process,
    command: &str,
    id: &str,
    deadline: Instant,
    limit: Duration,
) -> Result<(Reply, String), EngineError> {
    loop {
        let line = process.line(command, deadline, limit)?;
        if line.cut {
            return Err(nonsense(command, format!("a line longer than {MAX_ANSWER} bytes")));
        }
        let text = String::from_utf8_lossy(&line.bytes).into_owned();
        if text.trim().is_empty() {
            continue;
        }
        let reply: Reply =
            serde_json::from_str(&text).map_err(|error| nonsense(command, format!("{error} in {}", short(&text))))?;
        // An error about the whole line has no number.
        let ours = reply.id.as_ref().map_or(reply.error.is_some(), |found| found == id);
        if ours && reply.warning.is_none() {
            return Ok((reply, text));
        }
    }
}

fn converse(
    process: &mut Process,
    id: &str,
    query: &Query,
    first_limit: Duration,
    limit: Duration,
    each: &mut dyn FnMut(Analysis),
) -> Result<Result<(), String>, EngineError> {
    let command = "analysis";
    send(process, &query.asked(id));
    let mut open: Vec<usize> = query.turns.clone();
    let mut limit_now = first_limit.max(limit);
    let mut deadline = Instant::now() + limit_now;
    while !open.is_empty() {
        let (reply, text) = next(process, command, id, deadline, limit_now)?;
        if let Some(error) = reply.error {
            return Ok(Err(error));
        }
        let answer: Answer = serde_json::from_str(&text).map_err(|error| nonsense(command, error))?;
        if answer.is_during_search {
            // Not what was asked for, so that it buys no time.
            continue;
        }
        limit_now = limit;
        deadline = Instant::now() + limit;
        let index = open.iter().position(|&turn| turn == answer.turn_number);
        let index = index.ok_or_else(|| nonsense(command, format!("turn {} was not asked", answer.turn_number)))?;
        open.swap_remove(index);
        if answer.no_results {
            return Ok(Err("the search was ended".to_string()));
        }
        each(analysis(query.size, answer).map_err(|what| nonsense(command, what))?);
    }
    Ok(Ok(()))
}

fn analysis(size: BoardSize, answer: Answer) -> Result<Analysis, String> {
    let root = answer.root_info.ok_or("rootInfo is missing")?;
    let read = |text: &str| parse_move(size, text).ok_or_else(|| format!("{text:?} is no move"));
    let mut infos = answer.move_infos;
    infos.sort_by_key(|info| info.order);
    let candidates = infos.iter().map(|info| {
        Ok(Candidate {
            mv: read(&info.mv)?,
            winrate: info.value.winrate,
            lead: info.value.score_lead,
            visits: info.visits,
            prior: info.prior,
            line: info.pv.iter().map(|mv| read(mv)).collect::<Result<_, String>>()?,
        })
    });
    let candidates = candidates.collect::<Result<Vec<_>, String>>()?;
    let field = |name: &str, values: Option<Vec<f64>>, length: usize| match values.unwrap_or_default() {
        values if values.is_empty() || values.len() == length => Ok(values),
        values => Err(format!("{name} has {} numbers instead of {length}", values.len())),
    };
    Ok(Analysis {
        turn: answer.turn_number,
        winrate: root.value.winrate,
        lead: root.value.score_lead,
        visits: root.visits,
        candidates,
        ownership: field("ownership", answer.ownership, size.area())?,
        policy: field("policy", answer.policy, size.area() + 1)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_says_everything_the_engine_must_know() {
        let size = BoardSize::NINE;
        let point = |vertex: &str| size.parse_vertex(vertex).unwrap();
        let mut query = Query::game(
            size,
            Rules { komi: 5.5, ..Rules::JAPANESE },
            vec![(Color::White, Move::Play(point("E5"))), (Color::Black, Move::Pass)],
        );
        query.stones.black = vec![point("C3"), point("G7")];
        query.first = Color::White;
        query.visits = Some(50);
        query.ownership = true;
        assert_eq!(
            serde_json::to_value(query.asked("q")).unwrap(),
            serde_json::json!({
                "id": "q",
                "initialStones": [["B", "C3"], ["B", "G7"]],
                "initialPlayer": "W",
                "moves": [["W", "E5"], ["B", "pass"]],
                "rules": {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": false, "hasButton": false,
                          "whiteHandicapBonus": "0"},
                "komi": 5.5,
                "boardXSize": 9,
                "boardYSize": 9,
                "analyzeTurns": [0, 1, 2],
                "maxVisits": 50,
                "includeOwnership": true,
                "includePolicy": false,
                "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
            })
        );
    }

    #[test]
    fn an_answer_is_read_and_checked() {
        let answer = |text: &str| serde_json::from_str::<Answer>(text).unwrap();
        let text = r#"{"id":"q","turnNumber":2,"isDuringSearch":false,"moveInfos":[
            {"move":"C3","order":1,"visits":5,"winrate":0.4,"scoreLead":-1.0,"prior":0.1,"pv":["C3","pass"]},
            {"move":"E5","order":0,"visits":95,"winrate":0.6,"scoreLead":1.0,"prior":0.8,"pv":["E5"]}],
            "rootInfo":{"currentPlayer":"B","winrate":0.59,"scoreLead":0.9,"visits":100}}"#;
        let read = analysis(BoardSize::NINE, answer(text)).unwrap();
        assert_eq!((read.turn, read.winrate, read.lead, read.visits), (2, 0.59, 0.9, 100));
        assert_eq!(read.candidates[0].mv, parse_move(BoardSize::NINE, "E5").unwrap());
        assert_eq!(read.candidates[1].line[1], Move::Pass);
        assert_eq!(
            analysis(BoardSize::NINE, answer(&text.replace("\"C3\",\"pass\"", "\"T19\""))).unwrap_err(),
            "\"T19\" is no move"
        );
        let short = text.replace("\"turnNumber\"", "\"ownership\":[0.5],\"turnNumber\"");
        assert_eq!(analysis(BoardSize::NINE, answer(&short)).unwrap_err(), "ownership has 1 numbers instead of 81");
    }
}
