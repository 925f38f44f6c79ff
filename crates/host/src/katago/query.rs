//! Queries: what a line asks for, or what is wrong with it and where.

use goban::{BoardSize, Color, Move, Rules, Setup};
use serde_json::{Map, Value};

use super::{Failed, ReportAs, Warned};
use crate::{Variation, Wish, rules};

/// A komi beyond this is a slip; KataGo has the same bound.
const MOST_KOMI: f64 = 150.0;

/// What a line asks for.
pub(super) enum Asked {
    /// To look at positions; and what of the question could not be taken as it was meant.
    Query(Box<Query>, Vec<Warned>),
    /// To do something else: the fields are sent back.
    Action(Map<String, Value>, Action),
    /// Something is wrong with it.
    Wrong(Failed),
}

/// What can be asked beside looking at positions.
pub(super) enum Action {
    QueryVersion,
    QueryModels,
    ClearCache,
    /// To stop a query, or all.
    Terminate {
        id: Option<String>,
        turns: Option<Vec<usize>>,
    },
}

/// Positions to look at.
pub(super) struct Query {
    pub(super) id: String,
    /// Where the game starts. Many queries may wait, so that only what makes their positions is kept.
    setup: Setup,
    handicap: usize,
    rules: Rules,
    /// The whole game; every move is legal.
    moves: Vec<(Color, Move)>,
    /// Which turns, each with its priority.
    pub(super) turns: Vec<(usize, i64)>,
    pub(super) report_as: Option<ReportAs>,
    pub(super) ownership: bool,
    pub(super) moves_ownership: bool,
    pub(super) policy: bool,
    pub(super) pv_visits: bool,
    /// How many candidates are explained in words.
    pub(super) explain: usize,
    /// Restrictions of a side's moves.
    avoid: Vec<(Color, Vec<Move>)>,
    allow: Vec<(Color, Vec<Move>)>,
}

impl Query {
    /// The game up to a turn.
    pub(super) fn line(&self, turn: usize) -> Variation {
        let mut line = Variation::new(self.setup.size, self.rules);
        line.restart(&self.setup, self.handicap);
        for &(color, mv) in self.moves.iter().take(turn) {
            // They were legal when the query was read.
            let _ = line.play(color, mv);
        }
        line
    }

    /// What is wanted of the analysis of a turn.
    pub(super) fn wish(&self, to_move: Color) -> Wish {
        let of_side = |lists: &[(Color, Vec<Move>)]| -> Vec<Move> {
            lists.iter().filter(|(color, _)| *color == to_move).flat_map(|(_, moves)| moves.clone()).collect()
        };
        let restricted = self.allow.iter().any(|(color, _)| *color == to_move);
        Wish {
            least: 0,
            most: None,
            ownership: self.ownership,
            moves_ownership: self.moves_ownership,
            allow: restricted.then(|| of_side(&self.allow)),
            avoid: of_side(&self.avoid),
        }
    }
}

/// What is wrong: the field and the message.
type Wrong = (&'static str, String);

/// Fields that KataGo knows and that change nothing here: nothing is searched.
const WITHOUT_EFFECT: [&str; 9] = [
    "maxVisits",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "analysisPVLen",
    "reportDuringSearchEvery",
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "firstReportDuringSearchAfter",
];

/// Fields that mean something.
const KNOWN: [&str; 20] = [
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "includeOwnership",
    "includeMovesOwnership",
    "includePolicy",
    "includePVVisits",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "priority",
    "priorities",
    "action",
];

/// Reads a line; none if it is blank.
pub(super) fn read(line: &gtp::InputLine) -> Option<Asked> {
    if line.cut {
        let message = format!("the line is longer than {} bytes", gtp::MAX_LINE);
        return Some(Asked::Wrong(Failed::new(message)));
    }
    let text = String::from_utf8_lossy(&line.bytes);
    if text.trim().is_empty() {
        return None;
    }
    let fields = match serde_json::from_str::<Value>(&text) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Some(Asked::Wrong(Failed::new("a query is a JSON object on one line"))),
        Err(error) => {
            let message = format!("not JSON: {error}; a query is a JSON object on one line");
            return Some(Asked::Wrong(Failed::new(message)));
        }
    };
    let Some(id) = fields.get("id").and_then(Value::as_str).map(str::to_string) else {
        let failed = Failed::new("id must be there and be a string");
        return Some(Asked::Wrong(Failed { field: Some("id".to_string()), ..failed }));
    };
    let wrong = |(field, message): Wrong| {
        Asked::Wrong(Failed { field: Some(field.to_string()), ..Failed::new(message).of(&id) })
    };
    Some(if fields.contains_key("action") {
        match action(&fields) {
            Ok(action) => Asked::Action(fields, action),
            Err(what) => wrong(what),
        }
    } else {
        match query(&id, &fields) {
            Ok((query, warnings)) => {
                let told = |(field, warning): Warning| Warned { warning, field, id: id.clone() };
                Asked::Query(Box::new(query), warnings.into_iter().map(told).collect())
            }
            Err(what) => wrong(what),
        }
    })
}

fn action(fields: &Map<String, Value>) -> Result<Action, Wrong> {
    let turns = match fields.get("turnNumbers") {
        None | Some(Value::Null) => None,
        Some(value) => Some(turn_list("turnNumbers", value)?),
    };
    match fields.get("action").and_then(Value::as_str) {
        Some("query_version") => Ok(Action::QueryVersion),
        Some("query_models") => Ok(Action::QueryModels),
        Some("clear_cache") => Ok(Action::ClearCache),
        Some("terminate") => match fields.get("terminateId").and_then(Value::as_str) {
            Some(id) => Ok(Action::Terminate { id: Some(id.to_string()), turns }),
            None => Err(("terminateId", "must be there and be a string".to_string())),
        },
        Some("terminate_all") => Ok(Action::Terminate { id: None, turns }),
        _ => Err((
            "action",
            "must be one of query_version, query_models, clear_cache, terminate, terminate_all".to_string(),
        )),
    }
}

fn turn_list(field: &'static str, value: &Value) -> Result<Vec<usize>, Wrong> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let list = value.as_array().and_then(|list| list.iter().map(number).collect::<Option<Vec<usize>>>());
    list.ok_or_else(|| (field, "must be a list of whole numbers".to_string()))
}

fn player(value: &Value) -> Option<Color> {
    value.as_str().and_then(Color::parse)
}

/// A point as people write it, `pass`, or `(x,y)` counted from the top left.
fn location(size: BoardSize, text: &str) -> Option<Move> {
    if let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let (x, y) = inside.split_once(',')?;
        return size.point(x.trim().parse().ok()?, y.trim().parse().ok()?).map(Move::Play);
    }
    gtp::parse_move(size, text)
}

/// A list of `[player, location]`.
fn placements(field: &'static str, size: BoardSize, value: &Value) -> Result<Vec<(Color, Move)>, Wrong> {
    let list = value.as_array().ok_or_else(|| (field, "must be a list of [player, location]".to_string()))?;
    let one = |(i, entry): (usize, &Value)| {
        let read = match entry.as_array().map(Vec::as_slice) {
            Some([side, at]) => player(side).zip(at.as_str().and_then(|text| location(size, text))),
            _ => None,
        };
        read.ok_or_else(|| (field, format!("entry {i}: {entry} is no [player, location] of a {size} board")))
    };
    list.iter().enumerate().map(one).collect()
}

fn flag(fields: &Map<String, Value>, field: &'static str) -> Result<bool, Wrong> {
    match fields.get(field) {
        None | Some(Value::Null) => Ok(false),
        Some(value) => value.as_bool().ok_or_else(|| (field, "must be true or false".to_string())),
    }
}

fn board(fields: &Map<String, Value>) -> Result<BoardSize, Wrong> {
    let side = |field: &'static str| {
        let value = fields.get(field).and_then(Value::as_u64).and_then(|side| usize::try_from(side).ok());
        let size = value.and_then(BoardSize::new);
        let (least, most) = (BoardSize::MIN, BoardSize::MAX);
        size.ok_or_else(|| (field, format!("must be a whole number from {least} to {most}")))
    };
    let (x, y) = (side("boardXSize")?, side("boardYSize")?);
    if x == y { Ok(x) } else { Err(("boardYSize", "only square boards are known".to_string())) }
}

type Warning = (String, String);

fn query(id: &str, fields: &Map<String, Value>) -> Result<(Query, Vec<Warning>), Wrong> {
    let mut warnings: Vec<Warning> = Vec::new();
    for name in fields.keys() {
        if !KNOWN.contains(&name.as_str()) && !WITHOUT_EFFECT.contains(&name.as_str()) {
            warnings.push((name.clone(), "unexpected or unused field".to_string()));
        }
    }
    let size = board(fields)?;
    let rules = rules_of(fields, &mut warnings)?;
    let Game { setup, handicap, moves } = game(fields, size, rules)?;
    let turns = turns(fields, moves.len())?;
    let mut query = Query {
        id: id.to_string(),
        setup,
        handicap,
        rules,
        moves,
        turns,
        report_as: None,
        ownership: flag(fields, "includeOwnership")?,
        moves_ownership: flag(fields, "includeMovesOwnership")?,
        policy: flag(fields, "includePolicy")?,
        pv_visits: flag(fields, "includePVVisits")?,
        explain: 1,
        avoid: restrictions("avoidMoves", size, fields)?,
        allow: restrictions("allowMoves", size, fields)?,
    };
    match fields.get("overrideSettings") {
        None | Some(Value::Null) => {}
        Some(Value::Object(settings)) => {
            // Other settings are those of a search, and there is none.
            if let Some(value) = settings.get("reportAnalysisWinratesAs") {
                let read = value.as_str().and_then(ReportAs::parse);
                let wrong =
                    || ("overrideSettings", "reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE".to_string());
                query.report_as = Some(read.ok_or_else(wrong)?);
            }
            if let Some(value) = settings.get("aji.explain") {
                let read = value.as_u64().and_then(|number| usize::try_from(number).ok());
                let wrong = || ("overrideSettings", "aji.explain is a number of moves".to_string());
                query.explain = read.ok_or_else(wrong)?;
            }
        }
        Some(_) => return Err(("overrideSettings", "must be an object".to_string())),
    }
    Ok((query, warnings))
}

fn rules_of(fields: &Map<String, Value>, warnings: &mut Vec<Warning>) -> Result<Rules, Wrong> {
    let value = fields.get("rules").ok_or_else(|| ("rules", "must be there: a name or an object".to_string()))?;
    let read = rules::from_json(value).ok_or_else(|| ("rules", format!("unknown rules {value}")))?;
    warnings.extend(read.warnings.into_iter().map(|warning| ("rules".to_string(), warning)));
    let mut rules = read.rules;
    if let Some(value) = fields.get("komi").filter(|value| !value.is_null()) {
        let komi = value.as_f64().filter(|komi| komi.abs() <= MOST_KOMI);
        rules.komi = komi.ok_or_else(|| ("komi", format!("must be a number from -{MOST_KOMI} to {MOST_KOMI}")))?;
    }
    if let Some(value) = fields.get("whiteHandicapBonus").filter(|value| !value.is_null()) {
        let bonus = rules::bonus_from_json(value);
        rules.handicap_bonus = bonus.ok_or_else(|| ("whiteHandicapBonus", "must be 0, N or N-1".to_string()))?;
    }
    Ok(rules)
}

/// Stones put up at the start, and the moves.
struct Game {
    setup: Setup,
    handicap: usize,
    moves: Vec<(Color, Move)>,
}

fn game(fields: &Map<String, Value>, size: BoardSize, rules: Rules) -> Result<Game, Wrong> {
    let moves = fields.get("moves").ok_or_else(|| ("moves", "must be there; empty if there are none".to_string()))?;
    let moves = placements("moves", size, moves)?;
    let mut setup = Setup::new(size);
    if let Some(stones) = fields.get("initialStones").filter(|value| !value.is_null()) {
        for (color, mv) in placements("initialStones", size, stones)? {
            let Move::Play(point) = mv else { return Err(("initialStones", "a pass is no stone".to_string())) };
            setup.stones[!color].remove(point);
            setup.stones[color].insert(point);
        }
    }
    let has_handicap = setup.stones.white.is_empty() && setup.stones.black.len() >= 2;
    setup.to_move = match fields.get("initialPlayer").filter(|value| !value.is_null()) {
        Some(value) => player(value).ok_or_else(|| ("initialPlayer", "must be B or W".to_string()))?,
        None => moves.first().map_or(if has_handicap { Color::White } else { Color::Black }, |(color, _)| *color),
    };
    if setup.board().is_err() {
        return Err(("initialStones", "there are stones without a liberty".to_string()));
    }
    let mut line = Variation::from_setup(&setup, rules);
    for (i, &(color, mv)) in moves.iter().enumerate() {
        let vertex = gtp::write_move(size, mv);
        // KaTrain looks for these words.
        line.play(color, mv).map_err(|reason| ("moves", format!("Illegal move {i}: {vertex} ({reason})")))?;
    }
    let handicap = if has_handicap { setup.stones.black.len() } else { 0 };
    Ok(Game { setup, handicap, moves })
}

/// The turns to look at, each once, with their priorities.
fn turns(fields: &Map<String, Value>, last: usize) -> Result<Vec<(usize, i64)>, Wrong> {
    let whole = |field: &'static str, value: &Value| {
        value.as_i64().ok_or_else(|| (field, "must be a whole number".to_string()))
    };
    let priority = match fields.get("priority") {
        None | Some(Value::Null) => 0,
        Some(value) => whole("priority", value)?,
    };
    let turns = match fields.get("analyzeTurns") {
        None | Some(Value::Null) => vec![last],
        Some(value) => turn_list("analyzeTurns", value)?,
    };
    if let Some(turn) = turns.iter().find(|turn| **turn > last) {
        return Err(("analyzeTurns", format!("there is no turn {turn}; the last is {last}")));
    }
    let priorities = match fields.get("priorities") {
        None | Some(Value::Null) => vec![priority; turns.len()],
        Some(Value::Array(list)) if list.len() == turns.len() => {
            list.iter().map(|value| whole("priorities", value)).collect::<Result<Vec<i64>, Wrong>>()?
        }
        Some(_) => return Err(("priorities", "must be a list as long as analyzeTurns".to_string())),
    };
    let mut all: Vec<(usize, i64)> = turns.into_iter().zip(priorities).collect();
    all.sort_by_key(|(turn, _)| *turn);
    all.dedup_by_key(|(turn, _)| *turn);
    Ok(all)
}

/// Restrictions of moves. How deep they hold does not count: one move is looked ahead.
fn restrictions(
    field: &'static str,
    size: BoardSize,
    fields: &Map<String, Value>,
) -> Result<Vec<(Color, Vec<Move>)>, Wrong> {
    let list = match fields.get(field) {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err((field, "must be a list of objects with player, moves and untilDepth".to_string())),
    };
    let one = |entry: &Value| {
        let color = entry.get("player").and_then(player);
        let moves = entry.get("moves").and_then(Value::as_array);
        let moves = moves.and_then(|moves| {
            moves.iter().map(|at| at.as_str().and_then(|text| location(size, text))).collect::<Option<Vec<Move>>>()
        });
        color.zip(moves).ok_or_else(|| (field, format!("{entry} needs player, and moves of a {size} board")))
    };
    list.iter().map(one).collect()
}
