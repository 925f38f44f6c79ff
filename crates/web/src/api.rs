//! The answers, one function a path. Shapes are those of the command line's `--json`.

use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::{Path, Query, Request, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use figures::{BoardFigure, FieldStyle, Figure, Theme};
use flate2::read::MultiGzDecoder;
use goban::PointSet;
use model::{Seed, Selection};
use playout::{COUNTING, Settlement};
use record::Ply;
use serde::Deserialize;
use wire::{
    CurvePiece, FramesAsk, JudgeAsk, LineAsk, MoveAsk, Of, OnlyLineAsk, PictureAsk, PictureFormat, PictureStyle,
    PictureTheme, PlayAsk, Playing, ReadAsk, Reading, Readings, ReviewAsk, ReviewPiece, ScoreAsk, SimulateAsk,
    SolveAsk, Tick, Tree,
};

use crate::ask::{Ask, body, point, settings};
use crate::failure::Failure;
use crate::jobs::{Clock, Kind, Listener};
use crate::line::{SentLine, board_size};
use crate::openapi::{Events, Kept, Picture, Sgf, Told};
use crate::watch::{Wanted, chosen};
use crate::{Shared, State, Workbench, judge, stream};

type Answer<T> = Result<Told<T>, Failure>;

/// The first bytes of a gzipped file.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// How many games of a file are listed.
const MOST_GAMES: usize = 2000;
/// How many problems of a file are listed.
const MOST_PROBLEMS: usize = 100;
/// The largest tree that is shown: those of people, with all their variations, have some thousands of nodes.
const MOST_NODES: usize = 100_000;
/// Bytes in which reading remembers positions; several clients may ask at once.
const SOLVING_MEMORY: usize = 64 << 20;
/// How many steps of a run are shown.
const MOST_STEPS: usize = 5000;

pub(crate) async fn about(Extract(shared): State, (): ()) -> Answer<wire::About> {
    Ok(Told(wire::About {
        records: shared.bench.records.iter().map(|(name, _)| name.clone()).collect(),
        judges: shared.judges.names(),
        seed: shared.bench.seed.0,
        reproduction: shared.bench.report.is_some(),
        page: page::missing().is_none(),
    }))
}

pub(crate) async fn models(Extract(shared): State, (): ()) -> Answer<wire::Models> {
    Ok(Told(wire::Models { models: shared.bench.families.iter().map(|family| wire::card(&**family)).collect() }))
}

pub(crate) async fn players(Extract(shared): State, (): ()) -> Answer<wire::Players> {
    let cards = player::list(&shared.bench.families);
    let players = cards.iter().map(|card| wire::PlayerCard { name: card.name.clone(), idea: card.idea.clone() });
    Ok(Told(wire::Players { players: players.collect() }))
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
    (Path(number), Query(which)): (Path<usize>, Query<Which>),
) -> Answer<wire::Record> {
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
    shared.jobs.run(Kind::Quick, work).await.map(Told)
}

pub(crate) async fn record(
    Extract(shared): State,
    Query(which): Query<Which>,
    request: Request,
) -> Answer<wire::Record> {
    let bytes = body(request, shared.bench.limits.record, &shared).await?;
    let most = shared.bench.limits.record;
    // What is packed may be as long as anything.
    let packed = bytes.starts_with(&GZIP);
    let turn = shared.jobs.reading(if packed { most } else { bytes.len() }).await?;
    let work = move |_| {
        let answer = Opened::read(&unpacked(&bytes, most)?, which.name.as_deref())?.answer(which.game);
        drop(turn);
        answer
    };
    shared.jobs.run(Kind::Quick, work).await.map(Told)
}

/// The bytes of a file, unpacked if they are gzipped; no more than so many come out of them.
fn unpacked(bytes: &[u8], most: usize) -> Result<Cow<'_, [u8]>, Failure> {
    if !bytes.starts_with(&GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(most as u64 + 1).read_to_end(&mut plain);
    read.map_err(|error| Failure::refused(format!("1:1: the gzipped file is damaged: {error}")))?;
    if plain.len() > most {
        let message =
            format!("1:1: more than {} kB come out of the gzipped file; unpack it and open a part", most >> 10);
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    Ok(Cow::Owned(plain))
}

/// A record that has been read.
pub(crate) struct Opened {
    pub(crate) games: Vec<record::Game>,
    file: wire::RecordFile,
}

impl Opened {
    /// # Errors
    /// When it holds no game, with the place.
    pub(crate) fn read(bytes: &[u8], name: Option<&str>) -> Result<Opened, Failure> {
        let plain = name.map(|name| name.strip_suffix(".gz").unwrap_or(name));
        let ending = plain.and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        let reading = sgf::read_any(bytes, ending.and_then(sgf::Format::from_extension));
        if reading.games.is_empty() {
            let worst = reading.problems.iter().find(|problem| problem.severity() == sgf::Severity::Unreadable);
            return Err(Failure::refused(match worst.or(reading.problems.first()) {
                Some(problem) => format!("{}: {problem}", problem.place),
                None => "no game found".to_string(),
            }));
        }
        let file = wire::RecordFile {
            name: name.map(str::to_string),
            format: reading.text().format().to_string(),
            charset: reading.text().charset().to_string(),
            n_games: reading.games.len(),
            games: reading.games.iter().take(MOST_GAMES).map(wire::game).collect(),
            problems: reading.problems.iter().take(MOST_PROBLEMS).map(wire::problem).collect(),
            n_problems: reading.problems.len() + reading.n_omitted,
        };
        Ok(Opened { games: reading.games, file })
    }

    /// The games of the file in short, one of them as a tree, and what is wrong with the file.
    fn answer(&self, number: Option<usize>) -> Result<wire::Record, Failure> {
        let number = number.unwrap_or(1);
        let game = number.checked_sub(1).and_then(|i| self.games.get(i)).ok_or_else(|| {
            Failure::refused(format!("there is no game {number}; the file holds {}", self.games.len()))
        })?;
        if game.n_nodes() > MOST_NODES {
            let message =
                format!("game {number} has {} nodes, and no more than {MOST_NODES} are shown", game.n_nodes());
            return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        Ok(wire::Record { file: self.file.clone(), number, game: wire::game(game), tree: wire::tree(game) })
    }
}

pub(crate) async fn save(Extract(shared): State, Ask(tree): Ask<Tree>) -> Result<Sgf, Failure> {
    let work = move |_| Ok(sgf::write(&[tree.game().map_err(Failure::refused)?]));
    shared.jobs.run(Kind::Quick, work).await.map(Sgf)
}

/// Runs something about a line.
async fn about_line<T: Send + 'static>(
    shared: &Arc<Shared>,
    kind: Kind,
    ask: LineAsk,
    work: impl FnOnce(&Shared, SentLine, Clock) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let with = Arc::clone(shared);
    shared.jobs.run(kind, move |clock| work(&with, SentLine::new(&ask, &with.bench.limits)?, clock)).await
}

pub(crate) async fn line(Extract(shared): State, Ask(ask): Ask<OnlyLineAsk>) -> Answer<wire::LineAnswer> {
    let work = |_: &Shared, line: SentLine, clock: Clock| {
        let mut plies = Vec::new();
        let mut start = None;
        let last = line.walk(|ply, position| {
            clock.check()?;
            match ply {
                Some(ply) => plies.push(wire::played(ply, position)),
                None => start = Some(wire::position(position)),
            }
            Ok(())
        })?;
        let start = start.ok_or_else(Failure::broken)?;
        Ok(wire::LineAnswer { start, plies, position: wire::position(&last), over: last.is_over() })
    };
    about_line(&shared, Kind::Quick, ask.line, work).await.map(Told)
}

pub(crate) async fn play(Extract(shared): State, Ask(ask): Ask<PlayAsk>) -> Answer<wire::Try> {
    let work = move |_: &Shared, line: SentLine, _| {
        let mut position = line.end()?;
        let size = position.size();
        let (color, mv) = wire::parse_play(size, &ask.mv).map_err(Failure::refused)?;
        let played = position
            .play_as(color, mv)
            .map_err(|reason| Failure::refused(format!("{} is illegal: {reason}", wire::play(size, color, mv))))?;
        let ply = Ply::played(&position, color, mv, &played);
        let over = position.is_over();
        Ok(wire::Try { ply: wire::played(&ply, &position), position: wire::position(&position), over })
    };
    about_line(&shared, Kind::Quick, ask.line, work).await.map(Told)
}

pub(crate) async fn read(Extract(shared): State, Ask(ask): Ask<ReadAsk>) -> Result<Kept<wire::Read>, Failure> {
    let question = serde_json::to_string(&ask).map_err(|_| Failure::broken())?;
    if let Some(answer) = shared.jobs.kept(&question) {
        return Ok(Kept::again(answer));
    }
    let kind = if ask.question.is_some() || ask.rate { Kind::Long } else { Kind::Quick };
    let of = ask.line.clone();
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
        let models = chosen(&shared.bench, &ask.models, &ask.set)?;
        let wanted = Wanted::from(&ask);
        let several = models.len() > 1;
        let mut readings = Readings::default();
        let (mut moves, mut explanations) = (Vec::new(), Vec::new());
        for model in &models {
            clock.check()?;
            let answer = model.answer(&line, &wanted, clock)?;
            readings.extend(answer.readings.unwrap_or_default());
            moves.extend(answer.moves.map(|moves| (answer.model.clone(), moves)));
            explanations.extend(answer.explanation.map(|said| (answer.model, said)));
        }
        let names: Vec<String> = models.iter().map(|model| model.name().to_string()).collect();
        let parameters = models.iter().map(|model| model.subject.parameters());
        Kept::text(wire::Read {
            file: None,
            model: names.first().filter(|_| !several).cloned(),
            models: several.then_some(names),
            position: wire::position(&line.end()?),
            readings: (wanted.readings && !models.is_empty()).then_some(readings),
            moves: Of::new(moves, several),
            explanation: Of::new(explanations, several),
            settings: (!models.is_empty()).then(|| wire::settings(parameters, Seed(ask.set.seed))),
            illegal: Vec::new(),
            game_number: None,
        })
    };
    let answer = about_line(&shared, kind, of, work).await?;
    shared.jobs.keep(question, Arc::clone(&answer));
    Ok(Kept::again(answer))
}

pub(crate) async fn stream_read(Extract(shared): State, Ask(ask): Ask<ReadAsk>) -> Result<Events<Reading>, Failure> {
    // What is wrong with the question is told before the first piece.
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
            let is_kept = answer.is_ok();
            let answer = answer.unwrap_or_else(|failure| Reading {
                model: name,
                readings: None,
                moves: None,
                explanation: None,
                settings: None,
                error: Some(failure.message),
            });
            let text: Arc<str> = serde_json::to_string(&answer).map_err(|_| Failure::broken())?.into();
            if is_kept {
                shared.jobs.keep(key, Arc::clone(&text));
            }
            feed.give(&text).await
        });
    }
    Ok(Events::new(response))
}

pub(crate) async fn stream_curves(
    Extract(shared): State,
    Ask(ask): Ask<ReadAsk>,
) -> Result<Events<CurvePiece>, Failure> {
    let models = chosen(&shared.bench, &ask.models, &ask.set)?;
    let line = Arc::new(SentLine::new(&ask.line, &shared.bench.limits)?);
    let (feed, response) = stream::open(shared.bench.limits.client);
    let shared = Arc::clone(&shared);
    // One model after the other: the first curve is whole before the second begins.
    tokio::spawn(async move {
        for model in models {
            let turn = shared.jobs.turn(Kind::Long).await;
            if feed.is_closed() {
                return;
            }
            let is_busy = turn.is_err();
            let (line, to, name) = (Arc::clone(&line), feed.clone(), model.name().to_string());
            let done = match turn {
                Ok(turn) => turn.run(move |clock| model.curves(&line, clock, |piece| to.give_value(piece))).await,
                Err(busy) => Err(busy),
            };
            if let Err(failure) = done {
                let piece = CurvePiece { model: name, error: Some(failure.message), ..CurvePiece::default() };
                let _ = feed.give(&serde_json::to_string(&piece).unwrap_or_default()).await;
            }
            if is_busy {
                return;
            }
        }
    });
    Ok(Events::new(response))
}

pub(crate) async fn frames(Extract(shared): State, Ask(ask): Ask<FramesAsk>) -> Answer<wire::Frames> {
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
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
        Ok(wire::Frames {
            quantity: names[0].clone(),
            frames: frames.iter().map(|frame| wire::frame(frame, position.size())).collect(),
            settings: wire::settings([model.subject.parameters()], model.subject.seed()),
        })
    };
    about_line(&shared, Kind::Long, ask.line, work).await.map(Told)
}

pub(crate) async fn stream_simulate(
    Extract(shared): State,
    Ask(ask): Ask<SimulateAsk>,
) -> Result<Events<Tick>, Failure> {
    let size = board_size(ask.size)?;
    let mut models = chosen(&shared.bench, std::slice::from_ref(&ask.model), &ask.set)?;
    let model = models.pop().ok_or_else(Failure::broken)?;
    let subject = model.subject;
    let simulate =
        subject.family().simulate().ok_or_else(|| Failure::refused(format!("{} does not run by itself", ask.model)))?;
    let contest = simulate.contest(size, subject.parameters()).map_err(Failure::refused)?;
    let mut run = contest.start(subject.seed());
    let most = ask.steps.unwrap_or(MOST_STEPS).min(MOST_STEPS);
    let turn = shared.jobs.turn(Kind::Long).await?;
    let (feed, response) = stream::open(shared.bench.limits.client);
    let work = move |clock: Clock| {
        let mut sheet = model::Sheet::new(subject.card(), &model.selection);
        for number in 0..=most {
            clock.check()?;
            let tick = if number == 0 {
                model::Tick::default()
            } else {
                match run.step() {
                    Some(tick) => tick,
                    None => return feed.give_value(&Tick { step: number - 1, done: true, ..Tick::default() }),
                }
            };
            sheet.clear();
            run.read(&mut sheet);
            let playing = Playing {
                moves: tick.moves().map(|(color, mv)| wire::play(size, color, mv)).collect(),
                removed: wire::vertices(size, tick.removed()),
                board: wire::board(run.board()),
            };
            let readings = wire::readings(&sheet, size, true);
            feed.give_value(&Tick { step: number, done: false, playing: Some(playing), readings: Some(readings) })?;
        }
        feed.give_value(&Tick { step: most, done: true, ..Tick::default() })
    };
    tokio::spawn(turn.run(work));
    Ok(Events::new(response))
}

pub(crate) async fn genmove(Extract(shared): State, Ask(ask): Ask<MoveAsk>) -> Answer<wire::Choice> {
    let listener = Listener::default();
    let gone = listener.gone();
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
        let bench = &shared.bench;
        let mut spec = player::Spec::parse(&ask.player).map_err(Failure::refused)?.seed(Seed(ask.set.seed));
        spec.settings = settings(&ask.set, &bench.settings, &bench.families)?;
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
        let choice = player.choose_while(&position, &mut || goes_on(clock, &gone));
        let choice = choice.map_err(Failure::refused)?;
        let said = player.explain(&position, &choice);
        Ok(wire::Choice {
            player: player.name().to_string(),
            seed: ask.set.seed,
            mv: wire::play(size, position.to_move(), choice.mv),
            reason: choice.reason.to_string(),
            candidates: wire::moves(&choice.candidates[..choice.candidates.len().min(10)], size),
            explanation: wire::explanation(model::Question::Candidate(choice.mv), &said, size),
        })
    };
    let answer = about_line(&shared, Kind::Long, ask.line, work).await;
    drop(listener);
    answer.map(Told)
}

pub(crate) async fn review(Extract(shared): State, Ask(ask): Ask<ReviewAsk>) -> Result<Kept<wire::Review>, Failure> {
    let question = serde_json::to_string(&ask).map_err(|_| Failure::broken())?;
    if let Some(answer) = shared.jobs.kept(&question) {
        return Ok(Kept::again(answer));
    }
    if ask.judge && shared.judges.named(ask.judge_by.as_deref())?.is_some() {
        return Err(Failure::refused("an engine judges at /api/stream/review only"));
    }
    let of = ask.line.clone();
    let kind = if ask.judge { Kind::Judging } else { Kind::Long };
    let listener = Listener::default();
    let gone = listener.gone();
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
        let mut told = reviewed(&shared.bench, &ask, &line, &mut || goes_on(clock, &gone))?;
        if ask.judge {
            let looking = judge::looking(&shared.bench, Seed(ask.set.seed))?;
            let replayed = review::Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
            let judged = judged(looking, &review::Positions::of(&replayed), &gone, clock)?;
            told.judged(&replayed, judged, &review::Catalogue::english());
        }
        Kept::text(review_shape(&ask, &line, &told))
    };
    let answer = about_line(&shared, kind, of, work).await?;
    drop(listener);
    shared.jobs.keep(question, Arc::clone(&answer));
    Ok(Kept::again(answer))
}

/// What our own search says of positions, as long as there is time and somebody who listens.
fn judged(
    looking: review::Looking,
    positions: &review::Positions,
    gone: &Arc<AtomicBool>,
    clock: Clock,
) -> Result<review::Judged, Failure> {
    let mut oracle = review::Oracle::looking(looking).stopped_by(Arc::clone(gone));
    let mut judged =
        review::Judged { judge: oracle.name().to_string(), own: true, positions: vec![None; positions.len()] };
    let done = oracle.judge(positions, &mut |at, judgement| {
        judged.positions[at] = Some(judgement);
        if clock.check().is_err() {
            gone.store(true, Ordering::Relaxed);
        }
    });
    done.map_err(Failure::refused)?;
    if gone.load(Ordering::Relaxed) { Err(Failure::too_long()) } else { Ok(judged) }
}

/// Whether there is time, and somebody who listens.
fn goes_on(clock: Clock, gone: &AtomicBool) -> bool {
    clock.check().is_ok() && !gone.load(Ordering::Relaxed)
}

/// What models and rules say of a line.
fn reviewed(
    bench: &Workbench,
    ask: &ReviewAsk,
    line: &SentLine,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<review::Review, Failure> {
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
    let replayed = review::Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
    let told = review::review_while(&replayed, &subjects, &review::Catalogue::english(), &options, go_on);
    told.map_err(Failure::refused)?.ok_or_else(Failure::too_long)
}

fn review_shape(ask: &ReviewAsk, line: &SentLine, told: &review::Review) -> wire::Review {
    let settings = wire::settings(told.parameters.iter(), Seed(ask.set.seed));
    wire::review("line", &line.game, told, settings)
}

pub(crate) async fn stream_review(
    Extract(shared): State,
    Ask(ask): Ask<ReviewAsk>,
) -> Result<Events<ReviewPiece>, Failure> {
    let line = SentLine::new(&ask.line, &shared.bench.limits)?;
    shared.judges.named(ask.judge_by.as_deref())?;
    let (feed, response) = stream::open(shared.bench.limits.client);
    tokio::spawn(async move {
        let key = format!("stream {}", serde_json::to_string(&ask).unwrap_or_default());
        if let Some(answer) = shared.jobs.kept(&key) {
            return feed.give(&answer).await;
        }
        let text = match told_on_the_way(&shared, ask, line, &feed).await {
            Ok(review) => {
                let piece = ReviewPiece { review: Some(wire::Answer::new(review)), ..ReviewPiece::default() };
                let text: Arc<str> = serde_json::to_string(&piece).map_err(|_| Failure::broken())?.into();
                shared.jobs.keep(key, Arc::clone(&text));
                text
            }
            Err(failure) => {
                let piece = ReviewPiece { error: Some(failure.message), ..ReviewPiece::default() };
                serde_json::to_string(&piece).unwrap_or_default().into()
            }
        };
        feed.give(&text).await
    });
    Ok(Events::new(response))
}

/// A review, whose positions are judged in slices; how far it is, the feed is told.
async fn told_on_the_way(
    shared: &Arc<Shared>,
    ask: ReviewAsk,
    line: SentLine,
    feed: &stream::Feed,
) -> Result<wire::Review, Failure> {
    let with = Arc::clone(shared);
    let open = feed.clone();
    let plain = move |clock: Clock| {
        let told = reviewed(&with.bench, &ask, &line, &mut || clock.check().is_ok() && !open.is_closed())?;
        Ok((told, ask, line))
    };
    let (mut told, ask, line) = shared.jobs.run(Kind::Long, plain).await?;
    if !ask.judge {
        return Ok(review_shape(&ask, &line, &told));
    }
    let positions = {
        let replayed = review::Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
        review::Positions::of(&replayed)
    };
    let (by, seed) = (ask.judge_by.as_deref(), Seed(ask.set.seed));
    let judged = shared.judges.review(by, &shared.bench, seed, positions, feed.clone())?;
    let judged = judged.await.map_err(|_| Failure::broken())??;
    let finish = move |_| {
        let replayed = review::Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
        told.judged(&replayed, judged, &review::Catalogue::english());
        Ok(review_shape(&ask, &line, &told))
    };
    shared.jobs.run(Kind::Long, finish).await
}

pub(crate) async fn stream_judge(
    Extract(shared): State,
    Ask(ask): Ask<JudgeAsk>,
) -> Result<Events<wire::Judgement>, Failure> {
    let line = SentLine::new(&ask.line, &shared.bench.limits)?;
    let (feed, response) = stream::open(shared.bench.limits.client);
    shared.judges.judge(&ask, &shared.bench, line, feed)?;
    Ok(Events::new(response))
}

/// The report of a reproduction: a page of its own, which runs nothing and reaches nothing.
pub(crate) async fn reproduction(Extract(shared): State) -> Response {
    match &shared.bench.report {
        Some(report) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], report.clone()).into_response(),
        None => Failure::new(StatusCode::NOT_FOUND, "no reproduction was given: aji serve --reproduction DIR")
            .into_response(),
    }
}

pub(crate) async fn score(Extract(shared): State, Ask(ask): Ask<ScoreAsk>) -> Answer<wire::Score> {
    let work = move |_: &Shared, line: SentLine, _| {
        let position = line.end()?;
        let size = position.size();
        let mut agreed = Settlement::of(&position, COUNTING).agreement();
        if let Some(dead) = &ask.dead {
            let stones: PointSet = dead.iter().map(|text| point(size, text)).collect::<Result<_, Failure>>()?;
            agreed.dead = position.board().whole_chains(&stones);
            agreed.seki -= agreed.dead;
        }
        let score = position.score(&agreed, line.game.info.handicap.unwrap_or(0));
        let mut shape = wire::score(&score);
        shape.black.area = Some(wire::vertices(size, score.area.black));
        shape.white.area = Some(wire::vertices(size, score.area.white));
        shape.dead = Some(wire::vertices(size, agreed.dead));
        Ok(shape)
    };
    about_line(&shared, Kind::Long, ask.line, work).await.map(Told)
}

pub(crate) async fn solve(Extract(shared): State, Ask(ask): Ask<SolveAsk>) -> Answer<wire::Solved> {
    let listener = Listener::default();
    let gone = listener.gone();
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
        let position = line.end()?;
        let size = position.size();
        let bounds = tactics::Bounds { memory: SOLVING_MEMORY, ..tactics::Bounds::default() };
        let reader = solve::Reader { bounds, ..solve::Reader::new(&shared.bench.families) };
        let verdicts = match &ask.at {
            Some(at) => {
                let point =
                    size.parse_vertex(at).ok_or_else(|| Failure::refused(format!("{at} is no point of the board")))?;
                vec![
                    solve::group(&position, point, &reader)
                        .map_err(|error| Failure::refused(format!("{at}: {error}")))?,
                ]
            }
            None => {
                solve::groups_while(&position, &reader, &|_, _| goes_on(clock, &gone)).ok_or_else(Failure::too_long)?
            }
        };
        Ok(wire::solved(None, &position, &verdicts, None))
    };
    let answer = about_line(&shared, Kind::Long, ask.line, work).await;
    drop(listener);
    answer.map(Told)
}

pub(crate) async fn picture(Extract(shared): State, Ask(ask): Ask<PictureAsk>) -> Result<Picture, Failure> {
    const WIDTH: u32 = 1200;
    let work = move |shared: &Shared, line: SentLine, clock: Clock| {
        let mut last = None;
        let position = line.walk(|ply, _| {
            last = ply.and_then(|ply| ply.mv.point());
            Ok(())
        })?;
        let mut figure = BoardFigure::new(position.board()).last_move(last).theme(match ask.theme {
            PictureTheme::Wood => Theme::Wood,
            PictureTheme::Print => Theme::Print,
            PictureTheme::Dark => Theme::Dark,
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
                PictureStyle::Heat => FieldStyle::Heat,
                PictureStyle::Squares => FieldStyle::Squares,
                PictureStyle::Numbers => FieldStyle::Numbers,
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
            PictureFormat::Svg => Ok(Picture::Svg(figure.to_svg())),
            PictureFormat::Png => figure.to_png(WIDTH).map(Picture::Png).map_err(Failure::refused),
        }
    };
    about_line(&shared, Kind::Long, ask.line, work).await
}
