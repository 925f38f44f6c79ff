//! Positions judged while somebody looks at them: by our own search, or by an engine.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{EngineError, Program};
use goban::{Color, PointSet, Position};
use model::{Card, Judgement, Role, Seed};
use playout::Fate;
use review::{Gradual, Judged, Looking, Oracle, Positions, Purpose, Replayed, Watched};
use tokio::sync::oneshot;
use wire::{JudgeAsk, ReviewPiece};

use crate::failure::Failure;
use crate::line::SentLine;
use crate::stream::Feed;
use crate::turns::{Next, Pool, Share, Sliced, Turns};
use crate::watch::chosen;
use crate::{Limits, Workbench};

/// What our own search is called here.
const OWN: &str = "aji";

/// A slice takes about so long.
const SLICE: Duration = Duration::from_millis(40);

/// So many games are played in a slice at least, however busy the machine: fewer say nothing.
const LEAST: usize = 16;

/// How often those who look are told.
const EVERY: Duration = Duration::from_millis(200);

/// An engine works for one who looks for so long before the next gets a turn.
const ENGINE_SLICE: Duration = Duration::from_millis(1000);

/// An engine looks first with so many visits, then with twice as many, and so on.
const FIRST_VISITS: u32 = 8;
const MOST_VISITS: u32 = 10_000;

/// For a review an engine looks at every position with so many visits, as on the command line.
const REVIEW_VISITS: u32 = 100;

/// So many positions of a review are asked of an engine at once, if it is quick.
const MOST_AT_ONCE: usize = 16;

/// All who can judge.
pub(crate) struct Judges {
    pool: Pool,
    own: Turns,
    reviews: Turns,
    engines: Vec<Engine>,
    enough: Duration,
}

/// An engine and those who wait for it.
pub(crate) struct Engine {
    name: String,
    seat: Arc<Mutex<Seat>>,
    turns: Turns,
}

/// Where an engine sits; it is started when it is first needed.
struct Seat {
    command: String,
    limits: engine::Limits,
    oracle: Option<Oracle>,
}

impl Seat {
    /// Whoever sits there.
    fn oracle(&mut self) -> Result<&mut Oracle, EngineError> {
        match &mut self.oracle {
            Some(oracle) => Ok(oracle),
            none => Ok(none.insert(Oracle::start(&self.command, FIRST_VISITS, self.limits)?)),
        }
    }
}

impl Judges {
    /// # Errors
    /// When the system gives no threads.
    pub(crate) fn new(commands: &[String], limits: &Limits) -> std::io::Result<Judges> {
        let mut engines: Vec<Engine> = Vec::new();
        for command in commands {
            let file = Program::parse(command).ok().and_then(|program| program.words.into_iter().next());
            let file = file.map_or_else(|| "engine".to_string(), |word| base(&word).to_string());
            let before =
                engines.iter().filter(|engine| base(&engine.name).split(' ').next() == Some(file.as_str())).count();
            let name = if before > 0 { format!("{file} {}", before + 1) } else { file };
            let limits = engine::Limits { start: 4 * limits.engine, answer: limits.engine };
            let seat = Seat { command: command.clone(), limits, oracle: None };
            let turns = Turns::new("engine", 1, JUDGES)?;
            engines.push(Engine { name, seat: Arc::new(Mutex::new(seat)), turns });
        }
        Ok(Judges {
            pool: Pool::new(limits.looking_memory),
            // Half of the processors are left to those who ask and go.
            own: Turns::new("judge", limits.workers.div_ceil(2), JUDGES)?,
            // Positions of a review are judged one at a time and whole; whoever looks at one does not wait for them.
            reviews: Turns::new("review", 1, JUDGES)?,
            engines,
            enough: limits.looking,
        })
    }

    /// Their names; the first is our own search.
    pub(crate) fn names(&self) -> Vec<String> {
        std::iter::once(OWN).chain(self.engines.iter().map(|engine| engine.name.as_str())).map(str::to_string).collect()
    }

    /// Judges the end of a line until nobody listens any more.
    ///
    /// # Errors
    /// When there is no such judge, or too many are asked already.
    pub(crate) fn judge(&self, ask: &JudgeAsk, bench: &Workbench, line: SentLine, feed: Feed) -> Result<(), Failure> {
        let Some(engine) = self.named(ask.judge.as_deref())? else {
            let looking = looking(bench, Seed(ask.seed))?;
            let live = Live {
                line,
                looking,
                share: self.pool.share(),
                going: None,
                games: ask.games.map_or(usize::MAX, |games| games as usize),
                enough: self.enough,
                spent: Duration::ZERO,
                told: None,
                feed,
            };
            return self.own.add(Box::new(live));
        };
        engine.turns.add(Box::new(Asked {
            name: engine.name.clone(),
            seat: Arc::clone(&engine.seat),
            line,
            seen: None,
            visits: FIRST_VISITS,
            most: ask.games.unwrap_or(MOST_VISITS),
            feed,
        }))
    }

    /// Judges all positions of a line; what was said, or why nothing was, comes when it is done, and nothing if nobody listens any more.
    ///
    /// # Errors
    /// When there is no such judge, or too many are asked already.
    pub(crate) fn review(
        &self,
        by: Option<&str>,
        bench: &Workbench,
        seed: Seed,
        positions: Positions,
        feed: Feed,
    ) -> Result<oneshot::Receiver<Result<Judged, Failure>>, Failure> {
        let (done, judged) = oneshot::channel();
        let done = Some(done);
        match self.named(by)? {
            None => {
                let gradual = Some(Gradual::new(looking(bench, seed)?, positions));
                self.reviews.add(Box::new(Reviewing { gradual, feed, done }))?;
            }
            Some(engine) => engine.turns.add(Box::new(Consulted {
                name: engine.name.clone(),
                seat: Arc::clone(&engine.seat),
                said: vec![None; positions.len()],
                positions,
                from: 0,
                at_once: 1,
                feed,
                done,
            }))?,
        }
        Ok(judged)
    }

    /// Who has this name; none is our own search.
    ///
    /// # Errors
    /// When nobody has.
    pub(crate) fn named(&self, name: Option<&str>) -> Result<Option<&Engine>, Failure> {
        let Some(name) = name.filter(|name| *name != OWN) else { return Ok(None) };
        self.engines.iter().find(|engine| engine.name == name).map(Some).ok_or_else(|| {
            Failure::refused(format!("nobody called '{name}' judges; there are {}", self.names().join(", ")))
        })
    }
}

/// Those who may look at once.
const JUDGES: usize = 64;

fn base(word: &str) -> &str {
    word.rsplit(['/', '\\']).next().unwrap_or(word)
}

/// How our own search looks at positions here: by the first model that says how likely moves are.
pub(crate) fn looking(bench: &Workbench, seed: Seed) -> Result<Looking, Failure> {
    let guesses = |card: &&Card| card.with_role(Role::NextMove).next().is_some();
    let prior: Vec<String> = bench.families.cards().find(guesses).map(|card| card.name.clone()).into_iter().collect();
    let set = wire::SetAsk { seed: seed.0, ..wire::SetAsk::default() };
    let prior = chosen(bench, &prior, &set)?.into_iter().map(|model| model.subject).next();
    Ok(Looking { prior, games: None, seed, threads: 1, purpose: Purpose::Losses })
}

/// A position and its groups: what a judgement is told with.
struct Seen {
    positions: Positions,
    ply: usize,
    position: Position,
    groups: Vec<(Color, PointSet)>,
}

impl Seen {
    fn new(line: &SentLine) -> Result<Seen, Failure> {
        let replayed = Replayed::new(&line.game, line.nodes(), None).map_err(Failure::refused)?;
        let positions = Positions::of(&replayed);
        let position = line.end()?;
        let groups = tactics::groups(&position);
        Ok(Seen { ply: positions.len() - 1, positions, position, groups })
    }

    fn told(&self, judge: &str, judgement: &model::Judgement) -> wire::Judgement {
        wire::judgement(judge, judgement, &self.position, &self.groups, Fate::SURE)
    }
}

/// Says why there is no judgement.
fn complain(feed: &Feed, judge: &str, error: impl ToString) {
    let piece =
        wire::Judgement { judge: judge.to_string(), error: Some(error.to_string()), ..wire::Judgement::default() };
    feed.offer(&piece);
}

/// Our own search, watched.
struct Live {
    feed: Feed,
    line: SentLine,
    looking: Looking,
    share: Share,
    going: Option<(Seen, Watched)>,
    /// So many games are enough, and so much time of a processor.
    games: usize,
    enough: Duration,
    spent: Duration,
    /// When something was told last.
    told: Option<Instant>,
}

impl Live {
    fn begin(&self) -> Result<(Seen, Watched), Failure> {
        let seen = Seen::new(&self.line)?;
        let watched = self.looking.watch(&seen.positions, seen.ply, self.share.bytes);
        Ok((seen, watched.ok_or_else(|| Failure::refused("our search cannot begin on this board"))?))
    }
}

impl Sliced for Live {
    fn is_left(&self) -> bool {
        self.feed.is_closed()
    }

    fn slice(&mut self, _: bool) -> Next {
        if self.feed.is_closed() {
            return Next::Done;
        }
        let began = Instant::now();
        if self.going.is_none() {
            match self.begin() {
                Ok(going) => self.going = Some(going),
                Err(failure) => {
                    complain(&self.feed, OWN, failure.message);
                    return Next::Done;
                }
            }
        }
        let Some((seen, watched)) = &mut self.going else { return Next::Done };
        let mut played = 0;
        let games = watched.think(self.games, &mut || {
            played += 1;
            played <= LEAST || began.elapsed() < SLICE
        });
        self.games -= games;
        self.spent += began.elapsed();
        let done = self.games == 0 || games == 0 || self.spent >= self.enough;
        if done || self.told.is_none_or(|told| told.elapsed() >= EVERY) {
            let piece = wire::Judgement { done, ..seen.told(OWN, &watched.judgement()) };
            if self.feed.offer(&piece) {
                self.told = Some(Instant::now());
            }
        }
        if done { Next::Done } else { Next::Again }
    }

    fn broken(&mut self) {
        complain(&self.feed, OWN, Failure::broken().message);
    }
}

/// An engine, watched.
struct Asked {
    name: String,
    feed: Feed,
    seat: Arc<Mutex<Seat>>,
    line: SentLine,
    seen: Option<Seen>,
    visits: u32,
    most: u32,
}

impl Asked {
    fn ask(&mut self) -> Result<Next, String> {
        if self.seen.is_none() {
            self.seen = Some(Seen::new(&self.line).map_err(|failure| failure.message)?);
        }
        let Some(seen) = &self.seen else { return Ok(Next::Done) };
        let mut seat = self.seat.lock().unwrap_or_else(PoisonError::into_inner);
        let oracle = seat.oracle().map_err(|error| error.to_string())?;
        let (feed, name) = (&self.feed, &self.name);
        let began = Instant::now();
        let mut heard = 0;
        let mut told: Option<Instant> = None;
        let mut last = None;
        let watched = oracle.watch(&seen.positions, seen.ply, self.visits, &mut |judgement| {
            heard = judgement.games;
            let now = told.is_none_or(|told| told.elapsed() >= EVERY);
            if now && feed.offer(&seen.told(name, &judgement)) {
                told = Some(Instant::now());
            }
            last = Some(judgement);
            let over = feed.is_closed() || began.elapsed() >= ENGINE_SLICE;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        watched.map_err(|error: EngineError| error.to_string())?;
        let Some(last) = last else { return Err("it has said nothing".to_string()) };
        // An engine that does not count has said what it thinks; a slow one is not asked for more than it can do while somebody waits.
        let done = heard == 0
            || heard >= u64::from(self.most)
            || self.visits >= self.most
            || began.elapsed() > 3 * ENGINE_SLICE;
        self.feed.offer(&wire::Judgement { done, ..seen.told(&self.name, &last) });
        self.visits = self.visits.saturating_mul(2).min(self.most);
        Ok(if done { Next::Done } else { Next::Again })
    }
}

impl Sliced for Asked {
    fn is_left(&self) -> bool {
        self.feed.is_closed()
    }

    fn slice(&mut self, _: bool) -> Next {
        if self.feed.is_closed() {
            return Next::Done;
        }
        self.ask().unwrap_or_else(|error| {
            complain(&self.feed, &self.name, format!("{}: {error}", self.name));
            Next::Done
        })
    }

    fn broken(&mut self) {
        complain(&self.feed, &self.name, Failure::broken().message);
    }
}

/// All positions of a line, judged for a review.
struct Reviewing {
    gradual: Option<Gradual>,
    feed: Feed,
    done: Option<oneshot::Sender<Result<Judged, Failure>>>,
}

/// Tells whoever waits for a review how far it is.
fn tell_progress(feed: &Feed, of: usize, judged: usize, at: usize, lead: Option<f64>) {
    let Some(lead) = lead else { return };
    let black_leads = Some(wire::Number((lead * 10.0).round() / 10.0));
    feed.offer(&ReviewPiece { of, judged, at: Some(at), black_leads, ..ReviewPiece::default() });
}

impl Sliced for Reviewing {
    fn is_left(&self) -> bool {
        self.feed.is_closed()
    }

    fn slice(&mut self, _: bool) -> Next {
        let Some(gradual) = self.gradual.as_mut().filter(|_| !self.feed.is_closed()) else { return Next::Done };
        let is_judged = gradual.think(&mut || !self.feed.is_closed()).is_some();
        let lead = gradual.lead().filter(|_| is_judged);
        let (of, judged) = gradual.progress();
        tell_progress(&self.feed, of, judged, judged.saturating_sub(1), lead);
        if judged < of {
            return Next::Again;
        }
        if let (Some(gradual), Some(done)) = (self.gradual.take(), self.done.take()) {
            let _ = done.send(Ok(gradual.judged()));
        }
        Next::Done
    }

    fn broken(&mut self) {
        self.done = None;
    }
}

/// All positions of a line, judged by an engine for a review: a few in a slice, so that others get their turns.
struct Consulted {
    name: String,
    feed: Feed,
    seat: Arc<Mutex<Seat>>,
    positions: Positions,
    said: Vec<Option<Judgement>>,
    /// Those before it have been asked about.
    from: usize,
    at_once: usize,
    done: Option<oneshot::Sender<Result<Judged, Failure>>>,
}

impl Consulted {
    fn ask(&mut self) -> Result<(), EngineError> {
        let began = Instant::now();
        let (from, to) = (self.from, self.said.len().min(self.from + self.at_once));
        let wanted = self.positions.clone().only(|ply| (from..to).contains(&ply));
        let (feed, said) = (&self.feed, &mut self.said);
        let of = said.len();
        let mut judged = from;
        let mut seat = self.seat.lock().unwrap_or_else(PoisonError::into_inner);
        seat.oracle()?.judge_anew(&wanted, REVIEW_VISITS, &mut |ply, judgement| {
            judged += 1;
            tell_progress(feed, of, judged, ply, judgement.black_leads);
            said[ply] = Some(judgement);
        })?;
        drop(seat);
        self.from = to;
        let slow = began.elapsed() > ENGINE_SLICE;
        self.at_once = if slow { self.at_once.div_ceil(2) } else { (2 * self.at_once).min(MOST_AT_ONCE) };
        Ok(())
    }
}

impl Sliced for Consulted {
    fn is_left(&self) -> bool {
        self.feed.is_closed()
    }

    fn slice(&mut self, _: bool) -> Next {
        if self.feed.is_closed() {
            return Next::Done;
        }
        let failed = self.ask().err();
        if failed.is_none() && self.from < self.said.len() {
            return Next::Again;
        }
        if let Some(done) = self.done.take() {
            let said = std::mem::take(&mut self.said);
            let _ = done.send(match failed {
                Some(error) => Err(Failure::refused(format!("{}: {error}", self.name))),
                None => Ok(Judged { judge: self.name.clone(), own: false, positions: said }),
            });
        }
        Next::Done
    }

    fn broken(&mut self) {
        self.done = None;
    }
}
