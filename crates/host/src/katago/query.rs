//! Queries: what a line asks for, or what is wrong with it and where.

use goban::{BoardSize, ByColor, Color, Move, Rules, Setup};
use katago::{Failed, Given, Placement, Restriction, Warned};
use serde_json::{Map, Value};

use super::ReportAs;
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
    /// How many games one who looks ahead plays.
    games: Option<usize>,
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
        line.restart(&self.setup, self.handicap, ByColor::default());
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
            games: self.games,
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

/// Fields that KataGo knows and that change nothing here.
const WITHOUT_EFFECT: [&str; 8] = [
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "analysisPVLen",
    "reportDuringSearchEvery",
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "firstReportDuringSearchAfter",
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
    Some(asked(fields).unwrap_or_else(Asked::Wrong))
}

/// What the fields of a line ask for.
fn asked(fields: Map<String, Value>) -> Result<Asked, Failed> {
    let failed = |error: serde_json::Error| Failed::new(error);
    let is_action = fields.contains_key("action");
    let Some(id) = fields.get("id").and_then(Value::as_str).map(str::to_string) else {
        return Err(Failed::new("id must be there and be a string").field("id"));
    };
    let wrong = |(field, message): Wrong| Failed::new(message).of(&id).field(field);
    if is_action {
        let asked = serde_json::from_value(Value::Object(fields.clone())).map_err(failed)?;
        return Ok(Asked::Action(fields, action(&asked).map_err(wrong)?));
    }
    let asked = serde_json::from_value(Value::Object(fields)).map_err(failed)?;
    let (query, warnings) = query(&id, &asked).map_err(wrong)?;
    let told = |(field, warning): Warning| Warned { warning, field, id: id.clone() };
    Ok(Asked::Query(Box::new(query), warnings.into_iter().map(told).collect()))
}

/// The value of a field, if it is there; `what` says what it must be.
fn optional<'a, T>(field: &'static str, given: Option<&'a Given<T>>, what: &str) -> Result<Option<&'a T>, Wrong> {
    given.map(|given| given.right().ok_or_else(|| (field, what.to_string()))).transpose()
}

fn action(asked: &katago::Action) -> Result<Action, Wrong> {
    let turns = optional("turnNumbers", asked.turn_numbers.as_ref(), "must be a list of whole numbers")?.cloned();
    match asked.action.as_ref().and_then(Given::right).map(String::as_str) {
        Some("query_version") => Ok(Action::QueryVersion),
        Some("query_models") => Ok(Action::QueryModels),
        Some("clear_cache") => Ok(Action::ClearCache),
        Some("terminate") => match asked.terminate_id.as_ref().and_then(Given::right) {
            Some(id) => Ok(Action::Terminate { id: Some(id.clone()), turns }),
            None => Err(("terminateId", "must be there and be a string".to_string())),
        },
        Some("terminate_all") => Ok(Action::Terminate { id: None, turns }),
        _ => Err((
            "action",
            "must be one of query_version, query_models, clear_cache, terminate, terminate_all".to_string(),
        )),
    }
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
fn placements(
    field: &'static str,
    size: BoardSize,
    given: &Given<Vec<Given<Placement>>>,
) -> Result<Vec<(Color, Move)>, Wrong> {
    let list = given.right().ok_or_else(|| (field, "must be a list of [player, location]".to_string()))?;
    let one = |(i, entry): (usize, &Given<Placement>)| {
        let read = entry.right().and_then(|(side, at)| Color::parse(side).zip(location(size, at)));
        read.ok_or_else(|| (field, format!("entry {i}: {entry} is no [player, location] of a {size} board")))
    };
    list.iter().enumerate().map(one).collect()
}

fn flag(field: &'static str, given: Option<&Given<bool>>) -> Result<bool, Wrong> {
    Ok(optional(field, given, "must be true or false")?.copied().unwrap_or(false))
}

fn board(asked: &katago::Query) -> Result<BoardSize, Wrong> {
    let side = |field: &'static str, given: &Option<Given<usize>>| {
        let size = given.as_ref().and_then(Given::right).and_then(|side| BoardSize::new(*side));
        let (least, most) = (BoardSize::MIN, BoardSize::MAX);
        size.ok_or_else(|| (field, format!("must be a whole number from {least} to {most}")))
    };
    let (x, y) = (side("boardXSize", &asked.board_x_size)?, side("boardYSize", &asked.board_y_size)?);
    if x == y { Ok(x) } else { Err(("boardYSize", "only square boards are known".to_string())) }
}

type Warning = (String, String);

fn query(id: &str, asked: &katago::Query) -> Result<(Query, Vec<Warning>), Wrong> {
    let mut warnings: Vec<Warning> = Vec::new();
    for name in asked.other.keys() {
        if !WITHOUT_EFFECT.contains(&name.as_str()) {
            warnings.push((name.clone(), "unexpected or unused field".to_string()));
        }
    }
    let size = board(asked)?;
    let rules = rules_of(asked, &mut warnings)?;
    let Game { setup, handicap, moves } = game(asked, size, rules)?;
    let turns = turns(asked, moves.len())?;
    let (report_as, explain) = settings(asked)?;
    let query = Query {
        id: id.to_string(),
        setup,
        handicap,
        rules,
        moves,
        turns,
        report_as,
        games: optional("maxVisits", asked.max_visits.as_ref(), "must be a whole number")?.map(|n| *n as usize),
        ownership: flag("includeOwnership", asked.include_ownership.as_ref())?,
        moves_ownership: flag("includeMovesOwnership", asked.include_moves_ownership.as_ref())?,
        policy: flag("includePolicy", asked.include_policy.as_ref())?,
        pv_visits: flag("includePVVisits", asked.include_pv_visits.as_ref())?,
        explain,
        avoid: restrictions("avoidMoves", size, asked.avoid_moves.as_ref())?,
        allow: restrictions("allowMoves", size, asked.allow_moves.as_ref())?,
    };
    Ok((query, warnings))
}

/// From whose side numbers are reported, if it is said, and how many moves are explained.
fn settings(asked: &katago::Query) -> Result<(Option<ReportAs>, usize), Wrong> {
    let field = "overrideSettings";
    let Some(settings) = optional(field, asked.override_settings.as_ref(), "must be an object")? else {
        return Ok((None, 1));
    };
    let report_as = settings.report_as.as_ref().map(|given| {
        let read = given.right().and_then(|word| ReportAs::parse(word));
        read.ok_or_else(|| (field, "reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE".to_string()))
    });
    let explain = optional(field, settings.explain.as_ref(), "aji.explain is a number of moves")?;
    Ok((report_as.transpose()?, explain.copied().unwrap_or(1)))
}

fn rules_of(asked: &katago::Query, warnings: &mut Vec<Warning>) -> Result<Rules, Wrong> {
    let given = asked.rules.as_ref().ok_or_else(|| ("rules", "must be there: a name or an object".to_string()))?;
    let read = given.right().and_then(rules::read).ok_or_else(|| ("rules", format!("unknown rules {given}")))?;
    warnings.extend(read.warnings.into_iter().map(|warning| ("rules".to_string(), warning)));
    let mut rules = read.rules;
    if let Some(given) = &asked.komi {
        let komi = given.right().copied().filter(|komi| komi.abs() <= MOST_KOMI);
        rules.komi = komi.ok_or_else(|| ("komi", format!("must be a number from -{MOST_KOMI} to {MOST_KOMI}")))?;
    }
    if let Some(given) = &asked.white_handicap_bonus {
        let bonus = given.right().and_then(katago::Bonus::read);
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

fn game(asked: &katago::Query, size: BoardSize, rules: Rules) -> Result<Game, Wrong> {
    let moves = asked.moves.as_ref().ok_or_else(|| ("moves", "must be there; empty if there are none".to_string()))?;
    let moves = placements("moves", size, moves)?;
    let mut setup = Setup::new(size);
    if let Some(stones) = &asked.initial_stones {
        for (color, mv) in placements("initialStones", size, stones)? {
            let Move::Play(point) = mv else { return Err(("initialStones", "a pass is no stone".to_string())) };
            setup.stones[!color].remove(point);
            setup.stones[color].insert(point);
        }
    }
    let has_handicap = setup.stones.white.is_empty() && setup.stones.black.len() >= 2;
    setup.to_move = match &asked.initial_player {
        Some(given) => {
            let read = given.right().and_then(|side| Color::parse(side));
            read.ok_or_else(|| ("initialPlayer", "must be B or W".to_string()))?
        }
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
fn turns(asked: &katago::Query, last: usize) -> Result<Vec<(usize, i64)>, Wrong> {
    let priority = optional("priority", asked.priority.as_ref(), "must be a whole number")?.copied().unwrap_or(0);
    let turns = optional("analyzeTurns", asked.analyze_turns.as_ref(), "must be a list of whole numbers")?;
    let turns = turns.cloned().unwrap_or_else(|| vec![last]);
    if let Some(turn) = turns.iter().find(|turn| **turn > last) {
        return Err(("analyzeTurns", format!("there is no turn {turn}; the last is {last}")));
    }
    let priorities = match asked.priorities.as_ref().map(Given::right) {
        None => vec![priority; turns.len()],
        Some(Some(list)) if list.len() == turns.len() => {
            let whole = |given: &Given<i64>| given.right().copied();
            let list: Option<Vec<i64>> = list.iter().map(whole).collect();
            list.ok_or_else(|| ("priorities", "must be a whole number".to_string()))?
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
    given: Option<&Given<Vec<Given<Restriction>>>>,
) -> Result<Vec<(Color, Vec<Move>)>, Wrong> {
    let list = optional(field, given, "must be a list of objects with player, moves and untilDepth")?;
    let one = |entry: &Given<Restriction>| {
        let read = entry.right().and_then(|Restriction { player, moves, .. }| {
            let moves: Option<Vec<Move>> = moves.iter().map(|at| location(size, at)).collect();
            Color::parse(player).zip(moves)
        });
        read.ok_or_else(|| (field, format!("{entry} needs player, and moves of a {size} board")))
    };
    list.into_iter().flatten().map(one).collect()
}
