//! The answers, one function a path. Shapes are those of the command line's `--json`.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use figures::{BoardFigure, FieldStyle, Figure, Theme};
use goban::{Color, Position};
use model::Selection;
use record::Ply;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use wire::TreeJson;

use crate::ask::{
    Ask, Format, FramesAsk, LineAsk, MoveAsk, OnlyLine, PictureAsk, PlayAsk, ReadAsk, ReviewAsk, SimulateAsk, Style,
    ThemeName, body,
};
use crate::failure::Failure;
use crate::jobs::Kind;
use crate::line::{SentLine, board_size};
use crate::watch::{Chosen, Wanted, chosen};
use crate::{OPENAPI, Shared, State, stream};

type Answer = Result<Response, Failure>;

/// How many games of a file are listed.
const MOST_GAMES: usize = 2000;
/// How many steps of a run are shown.
const MOST_STEPS: usize = 5000;

/// The head of every object that stands alone.
fn head() -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".to_string(), json!(wire::SCHEMA));
    object.insert("aji".to_string(), json!(env!("CARGO_PKG_VERSION")));
    object
}

pub(crate) async fn about(Extract(shared): State) -> Json<Value> {
    let names: Vec<&str> = shared.bench.records.iter().map(|(name, _)| name.as_str()).collect();
    let mut object = head();
    object.insert("records".to_string(), json!(names));
    object.insert("seed".to_string(), json!(shared.bench.seed.0));
    object.insert("reproduction".to_string(), json!(shared.bench.report.is_some()));
    object.insert("page".to_string(), json!(crate::missing_page().is_none()));
    Json(Value::Object(object))
}

pub(crate) async fn models(Extract(shared): State) -> Json<Value> {
    let mut object = head();
    object.insert("models".to_string(), shared.bench.families.cards().map(|card| json!(wire::card(card))).collect());
    Json(Value::Object(object))
}

pub(crate) async fn players(Extract(shared): State) -> Json<Value> {
    let cards = player::list(&shared.bench.families);
    let mut object = head();
    object.insert(
        "players".to_string(),
        cards.iter().map(|card| json!({"name": card.name, "idea": card.idea})).collect(),
    );
    Json(Value::Object(object))
}

pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

pub(crate) async fn unknown() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "there is no such path; /api/openapi.json lists them")
}

pub(crate) async fn not_so() -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this path takes another method; /api/openapi.json tells which")
}

/// What a record is asked for.
#[derive(Deserialize)]
pub(crate) struct Which {
    /// The name of the file, for its ending.
    name: Option<String>,
    /// Which game, from 1.
    game: Option<usize>,
}

pub(crate) async fn opened(
    Extract(shared): State,
    Path(number): Path<usize>,
    Query(which): Query<Which>,
) -> Result<Json<Value>, Failure> {
    if number >= shared.bench.records.len() {
        return Err(Failure::new(StatusCode::NOT_FOUND, "there is no such record"));
    }
    let records = Arc::clone(&shared);
    let work = move |_| {
        let (name, bytes) = &records.bench.records[number];
        // Read once: whoever goes from game to game does not wait for the whole file each time.
        let read = records.opened[number].get_or_init(|| Opened::read(bytes, Some(name)));
        read.as_ref().map_err(Clone::clone)?.answer(which.game)
    };
    shared.jobs.run(Kind::Quick, work).await.map(Json)
}

pub(crate) async fn record(
    Extract(shared): State,
    Query(which): Query<Which>,
    request: Request,
) -> Result<Json<Value>, Failure> {
    let bytes = body(request, shared.bench.limits.record, &shared).await?;
    let work = move |_| Opened::read(&bytes, which.name.as_deref())?.answer(which.game);
    shared.jobs.run(Kind::Quick, work).await.map(Json)
}

/// A record that has been read.
pub(crate) struct Opened {
    games: Vec<record::Game>,
    /// What is the same for every game of the file.
    about: Map<String, Value>,
}

impl Opened {
    /// # Errors
    /// When it has no game, with line and column.
    fn read(bytes: &[u8], name: Option<&str>) -> Result<Opened, Failure> {
        let ending = name.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        let reading = sgf::read_any(bytes, ending.and_then(sgf::Format::from_extension));
        let problem = |problem: &sgf::Problem| {
            json!({
                "line": problem.place.line,
                "column": problem.place.column,
                "severity": problem.severity().to_string(),
                "message": problem.to_string(),
            })
        };
        if reading.games.is_empty() {
            let worst = reading.problems.iter().find(|problem| problem.severity() == sgf::Severity::Unreadable);
            return Err(Failure::refused(match worst.or(reading.problems.first()) {
                Some(problem) => format!("{}: {problem}", problem.place),
                None => "no game found".to_string(),
            }));
        }
        let mut about = head();
        let mut put = |name: &str, value: Value| drop(about.insert(name.to_string(), value));
        put("name", json!(name));
        put("format", json!(reading.text().format().to_string()));
        put("charset", json!(reading.text().charset()));
        put("n_games", json!(reading.games.len()));
        put("games", reading.games.iter().take(MOST_GAMES).map(|game| json!(wire::game(game))).collect());
        put("problems", reading.problems.iter().take(100).map(problem).collect());
        put("n_problems", json!(reading.problems.len() + reading.n_omitted));
        Ok(Opened { games: reading.games, about })
    }

    /// The games of the file in short, one of them as a tree, and what is wrong with the file.
    fn answer(&self, number: Option<usize>) -> Result<Value, Failure> {
        let number = number.unwrap_or(1);
        let game = number.checked_sub(1).and_then(|i| self.games.get(i)).ok_or_else(|| {
            Failure::refused(format!("there is no game {number}; the file holds {}", self.games.len()))
        })?;
        let mut object = self.about.clone();
        object.insert("number".to_string(), json!(number));
        object.insert("game".to_string(), json!(wire::game(game)));
        object.insert("tree".to_string(), json!(wire::tree(game)));
        Ok(Value::Object(object))
    }
}

pub(crate) async fn save(Extract(shared): State, Ask(tree): Ask<TreeJson>) -> Answer {
    let work = move |_| Ok(sgf::write(&[tree.game().map_err(Failure::refused)?]));
    let text = shared.jobs.run(Kind::Quick, work).await?;
    Ok(([(header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8")], text).into_response())
}

/// Runs something about a line.
async fn about_line<T: Send + 'static>(
    shared: &Arc<Shared>,
    kind: Kind,
    ask: LineAsk,
    work: impl FnOnce(&Shared, SentLine, crate::jobs::Clock) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let with = Arc::clone(shared);
    shared.jobs.run(kind, move |clock| work(&with, SentLine::new(&ask, &with.bench.limits)?, clock)).await
}

pub(crate) async fn line(Extract(shared): State, Ask(ask): Ask<OnlyLine>) -> Result<Json<Value>, Failure> {
    let work = |_: &Shared, line: SentLine, clock: crate::jobs::Clock| {
        let mut plies = Vec::new();
        let mut start = Value::Null;
        let last = line.walk(|ply, position| {
            clock.check()?;
            match ply {
                Some(ply) => plies.push(step(ply, position)),
                None => start = json!(wire::position(position)),
            }
            Ok(())
        })?;
        let mut object = head();
        object.insert("start".to_string(), start);
        object.insert("plies".to_string(), Value::Array(plies));
        object.insert("position".to_string(), json!(wire::position(&last)));
        object.insert("over".to_string(), json!(last.is_over()));
        Ok(Value::Object(object))
    };
    about_line(&shared, Kind::Quick, ask.line, work).await.map(Json)
}

/// A ply with what is needed to draw the board after it from the board before.
fn step(ply: &Ply, position: &Position) -> Value {
    let mut step = json!(wire::ply(ply, position.size()));
    if let Value::Object(step) = &mut step {
        let after = wire::position(position);
        step.insert("captures".to_string(), json!(after.captures));
        step.insert("next".to_string(), json!(after.next));
        if ply.edited || ply.illegal.is_some() {
            step.insert("board".to_string(), json!(after.board));
        }
    }
    step
}

pub(crate) async fn play(Extract(shared): State, Ask(ask): Ask<PlayAsk>) -> Result<Json<Value>, Failure> {
    let work = move |_: &Shared, line: SentLine, _| {
        let mut position = line.end()?;
        let size = position.size();
        let (color, mv) = wire::parse_play(size, &ask.mv).map_err(Failure::refused)?;
        let played = position
            .play_as(color, mv)
            .map_err(|reason| Failure::refused(format!("{} is illegal: {reason}", wire::play(size, color, mv))))?;
        let ply = Ply::played(&position, color, mv, &played);
        let mut object = head();
        object.insert("ply".to_string(), step(&ply, &position));
        object.insert("position".to_string(), json!(wire::position(&position)));
        object.insert("over".to_string(), json!(position.is_over()));
        Ok(Value::Object(object))
    };
    about_line(&shared, Kind::Quick, ask.line, work).await.map(Json)
}

pub(crate) async fn read(Extract(shared): State, Ask(ask): Ask<ReadAsk>) -> Answer {
    let question = serde_json::to_string(&ask).map_err(|_| Failure::broken())?;
    if let Some(answer) = shared.jobs.kept(&question) {
        return Ok(json_text(&answer));
    }
    let kind = if ask.question.is_some() || ask.rate { Kind::Long } else { Kind::Quick };
    let of = ask.line.clone();
    let work = move |shared: &Shared, line: SentLine, clock: crate::jobs::Clock| {
        let models = chosen(&shared.bench, &ask.models, &ask.set)?;
        let wanted = Wanted::from(&ask);
        let several = models.len() > 1;
        let mut object = head();
        let names: Vec<&str> = models.iter().map(Chosen::name).collect();
        if several {
            object.insert("models".to_string(), json!(names));
        }
        wire::merge(&mut object, json!(wire::position(&line.end()?)));
        for model in &models {
            clock.check()?;
            let mut answer = model.answer(&line, &wanted, clock)?;
            if several {
                // Several models have their answers under their names, as `aji read` has them.
                answer.remove("model");
                for name in ["moves", "explanation"] {
                    if let Some(value) = answer.get_mut(name) {
                        *value = json!({model.name(): value.take()});
                    }
                }
            }
            wire::merge(&mut object, Value::Object(answer));
        }
        Ok(Value::Object(object).to_string())
    };
    let answer: Arc<str> = about_line(&shared, kind, of, work).await?.into();
    shared.jobs.keep(question, Arc::clone(&answer));
    Ok(json_text(&answer))
}

fn json_text(text: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response()
}

pub(crate) async fn stream_read(Extract(shared): State, Ask(ask): Ask<ReadAsk>) -> Answer {
    // What is wrong with the question is reported before the first piece.
    let models = chosen(&shared.bench, &ask.models, &ask.set)?;
    let line = Arc::new(SentLine::new(&ask.line, &shared.bench.limits)?);
    let (feed, response) = stream::open(shared.bench.limits.client);
    for model in models {
        let (shared, feed, line) = (Arc::clone(&shared), feed.clone(), Arc::clone(&line));
        let mut alone = ask.clone();
        alone.models.retain(|name| name.starts_with(model.name()));
        alone.models.insert(0, format!("{}!", model.name()));
        let key = serde_json::to_string(&alone).unwrap_or_default();
        let wanted = Wanted::from(&ask);
        tokio::spawn(async move {
            if let Some(answer) = shared.jobs.kept(&key) {
                return feed.give(&answer).await;
            }
            let turn = shared.jobs.turn(Kind::Quick).await;
            if feed.is_closed() {
                return Ok(());
            }
            let name = model.name().to_string();
            let answer = match turn {
                Ok(turn) => turn.run(move |clock| model.answer(&line, &wanted, clock)).await,
                Err(busy) => Err(busy),
            };
            let text: Arc<str> = match answer {
                Ok(answer) => {
                    let text: Arc<str> = Value::Object(answer).to_string().into();
                    shared.jobs.keep(key, Arc::clone(&text));
                    text
                }
                Err(failure) => json!({"model": name, "error": failure.message}).to_string().into(),
            };
            feed.give(&text).await
        });
    }
    Ok(response)
}

pub(crate) async fn stream_curves(Extract(shared): State, Ask(ask): Ask<ReadAsk>) -> Answer {
    let models = chosen(&shared.bench, &ask.models, &ask.set)?;
    let line = Arc::new(SentLine::new(&ask.line, &shared.bench.limits)?);
    let (feed, response) = stream::open(shared.bench.limits.client);
    let jobs = Arc::clone(&shared);
    // One model after the other: the first curve is whole before the second begins.
    tokio::spawn(async move {
        for model in models {
            let turn = match jobs.jobs.turn(Kind::Long).await {
                Ok(turn) => turn,
                Err(busy) => {
                    let _ = feed.give(&busy.json().to_string()).await;
                    return;
                }
            };
            if feed.is_closed() {
                return;
            }
            let (line, to, name) = (Arc::clone(&line), feed.clone(), model.name().to_string());
            let done = turn.run(move |clock| model.curves(&line, clock, |piece| to.give_value(piece))).await;
            if let Err(failure) = done {
                let _ = feed.give(&json!({"model": name, "error": failure.message}).to_string()).await;
            }
        }
    });
    Ok(response)
}

pub(crate) async fn frames(Extract(shared): State, Ask(ask): Ask<FramesAsk>) -> Result<Json<Value>, Failure> {
    let work = move |shared: &Shared, line: SentLine, clock: crate::jobs::Clock| {
        let models = chosen(&shared.bench, std::slice::from_ref(&ask.quantity), &ask.set)?;
        let [model] = models.as_slice() else { return Err(Failure::broken()) };
        let Selection::Names(names) = &model.selection else {
            return Err(Failure::refused(format!("{} is a model; name one of its quantities", ask.quantity)));
        };
        let (mut follower, position) = model.at_end(&line, true, clock)?;
        let frames = follower.model(&position).map_err(Failure::refused)?.frames(&position, &names[0]);
        if frames.is_empty() {
            return Err(Failure::refused(format!("{} has no steps to show", ask.quantity)));
        }
        let mut object = head();
        object.insert("quantity".to_string(), json!(names[0]));
        let size = position.size();
        object.insert("frames".to_string(), frames.iter().map(|frame| wire::frame(frame, size)).collect());
        object.insert("settings".to_string(), wire::settings([model.subject.parameters()], model.subject.seed()));
        Ok(Value::Object(object))
    };
    about_line(&shared, Kind::Long, ask.line, work).await.map(Json)
}

pub(crate) async fn stream_simulate(Extract(shared): State, Ask(ask): Ask<SimulateAsk>) -> Answer {
    let size = board_size(ask.size)?;
    let mut models = chosen(&shared.bench, std::slice::from_ref(&ask.model), &ask.set)?;
    let model = models.pop().ok_or_else(Failure::broken)?;
    let subject = model.subject;
    let simulate =
        subject.family().simulate().ok_or_else(|| Failure::refused(format!("{} does not run by itself", ask.model)))?;
    let mut run = simulate.start(size, subject.parameters(), subject.seed()).map_err(Failure::refused)?;
    let most = ask.steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
    let turn = shared.jobs.turn(Kind::Long).await?;
    let (feed, response) = stream::open(shared.bench.limits.client);
    let work = move |clock: crate::jobs::Clock| {
        let card = subject.card();
        let mut sheet = model::Sheet::new(card, &model.selection);
        for number in 0..=most {
            clock.check()?;
            let tick = if number == 0 {
                model::Tick::default()
            } else {
                match run.step() {
                    Some(tick) => tick,
                    None => return feed.give_value(&json!({"done": true, "step": number - 1})),
                }
            };
            sheet.clear();
            run.read(&mut sheet);
            let mut event = Map::new();
            event.insert("step".to_string(), json!(number));
            let moves: Vec<String> = tick.moves.iter().map(|(color, mv)| wire::play(size, *color, *mv)).collect();
            event.insert("moves".to_string(), json!(moves));
            event.insert("removed".to_string(), json!(wire::vertices(size, tick.removed)));
            event.insert("board".to_string(), json!(rows(run.board())));
            wire::merge(&mut event, json!(wire::readings(&sheet, size, true)));
            feed.give_value(&Value::Object(event))?;
        }
        feed.give_value(&json!({"done": true, "step": most}))
    };
    tokio::spawn(turn.run(work));
    Ok(response)
}

/// The rows of a board from the top.
fn rows(board: &goban::Board) -> Vec<String> {
    let size = board.size();
    let cell = |point| match board.get(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let cells: Vec<char> = size.points().map(cell).collect();
    cells.chunks(size.get()).map(|row| row.iter().collect()).collect()
}

pub(crate) async fn genmove(Extract(shared): State, Ask(ask): Ask<MoveAsk>) -> Result<Json<Value>, Failure> {
    let work = move |shared: &Shared, line: SentLine, clock: crate::jobs::Clock| {
        let bench = &shared.bench;
        let mut spec = player::Spec::parse(&ask.player).map_err(Failure::refused)?.seed(ask.set.seed());
        spec.settings = ask.set.over(&bench.settings, &bench.families)?;
        let mut player = spec.player(&bench.families).map_err(Failure::refused)?;
        let position = line.walk(|ply, position| {
            clock.check()?;
            match ply {
                Some(ply) => player.observe(ply, position),
                None => player.begin(position).map_err(Failure::refused)?,
            }
            Ok(())
        })?;
        let size = position.size();
        let choice = player.choose(&position).map_err(Failure::refused)?;
        let said = player.explain(&position, &choice);
        let mut object = head();
        let mut put = |name: &str, value: Value| drop(object.insert(name.to_string(), value));
        put("player", json!(player.name()));
        put("seed", json!(ask.set.seed));
        put("move", json!(wire::play(size, position.to_move(), choice.mv)));
        put("reason", json!(choice.reason.to_string()));
        put("candidates", wire::moves(&choice.candidates[..choice.candidates.len().min(10)], size));
        put("explanation", wire::explanation(model::Question::Candidate(choice.mv), &said, size));
        Ok(Value::Object(object))
    };
    about_line(&shared, Kind::Long, ask.line, work).await.map(Json)
}

pub(crate) async fn review(Extract(shared): State, Ask(ask): Ask<ReviewAsk>) -> Answer {
    let question = serde_json::to_string(&ask).map_err(|_| Failure::broken())?;
    if let Some(answer) = shared.jobs.kept(&question) {
        return Ok(json_text(&answer));
    }
    let of = ask.line.clone();
    let work = move |shared: &Shared, line: SentLine, _| {
        let bench = &shared.bench;
        let names: Vec<String> = match (ask.plain, ask.models.is_empty()) {
            (true, _) => Vec::new(),
            (false, true) => bench.families.cards().map(|card| card.name.clone()).collect(),
            (false, false) => ask.models.clone(),
        };
        let models = chosen(bench, &names, &ask.set)?;
        let subjects: Vec<model::Subject> = models.into_iter().map(|model| model.subject).collect();
        let level = match ask.level.as_deref() {
            None => review::Level::default(),
            Some(name) => review::Level::ALL
                .into_iter()
                .find(|level| level.name() == name)
                .ok_or_else(|| Failure::refused(format!("'{name}' is no level; there are beginner, player, expert")))?,
        };
        let leave_out = ask.models.is_empty();
        let options = review::Options { level, leave_out, ..review::Options::default() };
        let catalogue = review::Catalogue::english();
        let replayed = review::Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
        let told = review::review(&replayed, &subjects, &catalogue, &options).map_err(Failure::refused)?;
        let settings = wire::settings(told.parameters.iter(), ask.set.seed());
        Ok(Value::Object(wire::review("line", &line.game, &told, settings)).to_string())
    };
    let answer: Arc<str> = about_line(&shared, Kind::Long, of, work).await?.into();
    shared.jobs.keep(question, Arc::clone(&answer));
    Ok(json_text(&answer))
}

/// The report of a reproduction: a page of its own, which runs nothing and reaches nothing.
pub(crate) async fn reproduction(Extract(shared): State) -> Response {
    match &shared.bench.report {
        Some(report) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], report.clone()).into_response(),
        None => Failure::new(StatusCode::NOT_FOUND, "no reproduction was given: aji serve --reproduction DIR")
            .into_response(),
    }
}

pub(crate) async fn score(Extract(shared): State, Ask(ask): Ask<OnlyLine>) -> Result<Json<Value>, Failure> {
    let work = |_: &Shared, line: SentLine, _| {
        let position = line.end()?;
        let size = position.size();
        let agreed = player::agreement(&position, model::Seed(1));
        let score = position.score(&agreed, line.game.info.handicap.unwrap_or(0));
        let side = |color: Color| {
            let side = score.sides[color];
            json!({
                "stones": side.stones,
                "territory": side.territory,
                "prisoners": side.prisoners,
                "compensation": side.compensation,
                "total": side.total,
                "area": wire::vertices(size, score.area[color]),
            })
        };
        let mut object = head();
        object.insert("result".to_string(), json!(score.to_string()));
        object.insert("lead".to_string(), wire::number(score.lead()));
        object.insert("black".to_string(), side(Color::Black));
        object.insert("white".to_string(), side(Color::White));
        object.insert("dead".to_string(), json!(wire::vertices(size, agreed.dead)));
        Ok(Value::Object(object))
    };
    about_line(&shared, Kind::Long, ask.line, work).await.map(Json)
}

pub(crate) async fn picture(Extract(shared): State, Ask(ask): Ask<PictureAsk>) -> Answer {
    const WIDTH: u32 = 1200;
    let work = move |shared: &Shared, line: SentLine, clock: crate::jobs::Clock| {
        let mut last = None;
        let position = line.walk(|ply, _| {
            last = ply.and_then(|ply| ply.mv.point());
            Ok(())
        })?;
        let mut figure = BoardFigure::new(position.board()).last_move(last).theme(match ask.theme {
            ThemeName::Wood => Theme::Wood,
            ThemeName::Print => Theme::Print,
            ThemeName::Dark => Theme::Dark,
        });
        if let Some(title) = &ask.title {
            figure = figure.title(&title.chars().take(200).collect::<String>());
        }
        if let Some(name) = &ask.quantity {
            let target = shared.bench.families.target(name).map_err(Failure::refused)?;
            let quantity = target.picture().ok_or_else(|| Failure::refused(format!("{name} has nothing to draw")))?;
            let models = chosen(&shared.bench, std::slice::from_ref(&quantity.name), &ask.set)?;
            let [model] = models.as_slice() else { return Err(Failure::broken()) };
            let (mut follower, position) = model.at_end(&line, true, clock)?;
            let sheet = follower.read(&position, &model.selection).map_err(Failure::refused)?;
            let style = match ask.style {
                Style::Heat => FieldStyle::Heat,
                Style::Squares => FieldStyle::Squares,
                Style::Numbers => FieldStyle::Numbers,
            };
            if let Some(data) = sheet.get(&quantity.name, quantity.shape) {
                figure = figure.observation(quantity, data, style);
            }
            figure = figure.caption(&format!("{} ({})", quantity.name, model.subject));
            if let Some(question) = model.question(ask.question.as_ref(), &position)?
                && let Some(answer) = follower.model(&position).map_err(Failure::refused)?.explain(&position, question)
            {
                figure = figure.explanation(question, &answer);
            }
        }
        match ask.format {
            Format::Svg => Ok(("image/svg+xml", figure.to_svg().into_bytes())),
            Format::Png => figure.to_png(WIDTH).map(|png| ("image/png", png)).map_err(Failure::refused),
        }
    };
    let (kind, bytes) = about_line(&shared, Kind::Long, ask.line, work).await?;
    Ok(([(header::CONTENT_TYPE, kind)], Body::from(bytes)).into_response())
}
