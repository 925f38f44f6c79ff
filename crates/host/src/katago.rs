//! The JSON protocol of KataGo's analysis engine: one query a line comes in, one answer a line goes out, in any order.

mod answer;
mod query;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ::katago::{Acted, Failed, ModelInfo, NoResults};
use model::Families;
use player::Spec;
use serde::Serialize;

use crate::{AnalysisError, Analyst};
use query::{Asked, Query};

/// More positions than this do not wait: whoever asks so much asks by mistake.
const MOST_WAITING: usize = 10_000;

/// From whose side numbers are reported.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReportAs {
    /// Positive is Black's, as KataGo's example configuration has it.
    #[default]
    Black,
    /// Positive is White's.
    White,
    /// Positive is the side's that moves next.
    SideToMove,
}

impl ReportAs {
    /// Reads the word of KataGo's setting `reportAnalysisWinratesAs`.
    #[must_use]
    pub fn parse(text: &str) -> Option<ReportAs> {
        Some(match text.to_ascii_uppercase().as_str() {
            "BLACK" => ReportAs::Black,
            "WHITE" => ReportAs::White,
            "SIDETOMOVE" => ReportAs::SideToMove,
            _ => return None,
        })
    }
}

/// What the engine begins with.
#[derive(Clone)]
pub struct Config {
    /// The models there are.
    pub families: Families,
    /// Who gives the candidate moves, with the settings of all models and the seed.
    pub player: Spec,
    /// The model that says who is ahead; if none, the player's own where it can say, else bouzy.
    pub model: Option<String>,
    /// From whose side numbers are reported, unless a query says otherwise.
    pub report_as: ReportAs,
    /// How many positions are looked at at once.
    pub threads: usize,
    /// The version that is reported.
    pub version: String,
}

impl Config {
    /// One position at a time, told from Black's side.
    #[must_use]
    pub fn new(families: Families, player: Spec) -> Config {
        let version = env!("CARGO_PKG_VERSION").to_string();
        Config { families, player, model: None, report_as: ReportAs::default(), threads: 1, version }
    }
}

/// Why the engine ended.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// It could not begin.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// Input or output failed. When nobody reads any more the kind is [`BrokenPipe`](io::ErrorKind::BrokenPipe).
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// One position to look at.
struct Job {
    query: Arc<Query>,
    turn: usize,
    priority: i64,
    /// The order in which they came.
    number: u64,
    stop: Arc<AtomicBool>,
}

/// What waits and what is being looked at.
#[derive(Default)]
struct Queue {
    waiting: Vec<Job>,
    running: Vec<(String, usize, Arc<AtomicBool>)>,
    next_number: u64,
    /// Nothing more comes.
    closed: bool,
}

impl Queue {
    /// The job with the highest priority, of those the one that came first.
    fn take(&mut self) -> Option<Job> {
        let best = (0..self.waiting.len())
            .max_by_key(|&i| (self.waiting[i].priority, std::cmp::Reverse(self.waiting[i].number)))?;
        let job = self.waiting.swap_remove(best);
        self.running.push((job.query.id.clone(), job.turn, Arc::clone(&job.stop)));
        Some(job)
    }

    /// What waits is not done, and what is being looked at ends early.
    fn give_up(&mut self) {
        self.waiting.clear();
        self.running.iter().for_each(|(_, _, stop)| stop.store(true, Ordering::Relaxed));
    }

    fn done(&mut self, job: &Job) {
        self.running.retain(|(_, _, stop)| !Arc::ptr_eq(stop, &job.stop));
    }
}

struct Shared<W> {
    queue: Mutex<Queue>,
    changed: Condvar,
    output: Mutex<Output<W>>,
}

struct Output<W> {
    writer: W,
    failed: Option<io::Error>,
}

/// Nobody holds a lock while something can panic, so that a poisoned one is as good as any.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<W: Write> Shared<W> {
    /// Writes an answer; false when nobody reads any more.
    fn say(&self, answer: &impl Serialize) -> bool {
        let mut output = lock(&self.output);
        if output.failed.is_none() {
            let mut line = serde_json::to_string(answer).unwrap_or_default();
            line.push('\n');
            let written = output.writer.write_all(line.as_bytes()).and_then(|()| output.writer.flush());
            output.failed = written.err();
        }
        output.failed.is_none()
    }

    /// Looks at positions until no more come.
    fn work(&self, config: &Config, mut analyst: Analyst) {
        loop {
            let job = {
                let mut queue = lock(&self.queue);
                loop {
                    if let Some(job) = queue.take() {
                        break job;
                    }
                    if queue.closed {
                        return;
                    }
                    queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let said = answer::answer(config, &mut analyst, &job.query, job.turn, &job.stop);
            let heard = self.say(&said);
            let mut queue = lock(&self.queue);
            queue.done(&job);
            if !heard {
                queue.give_up();
            }
        }
    }

    /// Puts a query's positions in the queue; false when nobody reads any more.
    fn enqueue(&self, query: Query) -> bool {
        let mut queue = lock(&self.queue);
        if queue.waiting.len() + query.turns.len() > MOST_WAITING {
            drop(queue);
            let message = format!("more than {MOST_WAITING} positions are waiting; ask again later");
            return self.say(&Failed::new(message).of(&query.id));
        }
        let query = Arc::new(query);
        for &(turn, priority) in &query.turns {
            let number = queue.next_number;
            queue.next_number += 1;
            let stop = Arc::new(AtomicBool::new(false));
            queue.waiting.push(Job { query: Arc::clone(&query), turn, priority, number, stop });
        }
        drop(queue);
        self.changed.notify_all();
        lock(&self.output).failed.is_none()
    }

    /// Ends queries early: those that wait are answered without results, the others finish with what they have.
    fn terminate(&self, id: Option<&str>, turns: Option<&[usize]>) {
        let meant =
            |of: &str, turn: usize| id.is_none_or(|id| id == of) && turns.is_none_or(|turns| turns.contains(&turn));
        let mut queue = lock(&self.queue);
        for (of, turn, stop) in &queue.running {
            if meant(of, *turn) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        let (mut gone, kept): (Vec<Job>, Vec<Job>) =
            std::mem::take(&mut queue.waiting).into_iter().partition(|job| meant(&job.query.id, job.turn));
        queue.waiting = kept;
        drop(queue);
        gone.sort_by_key(|job| job.number);
        for job in gone {
            let id = job.query.id.clone();
            self.say(&NoResults { id, turn_number: job.turn, is_during_search: false, no_results: true });
        }
    }

    /// Does what a line asks; false when nobody reads any more.
    fn hear(&self, config: &Config, line: &gtp::InputLine) -> bool {
        match query::read(line) {
            None => true,
            Some(Asked::Wrong(complaint)) => self.say(&complaint),
            Some(Asked::Query(query, warnings)) => {
                warnings.iter().all(|warning| self.say(warning)) && self.enqueue(*query)
            }
            Some(Asked::Action(mut asked, action)) => {
                // What was asked is sent back, but not in the place of what is answered.
                asked.retain(|name, _| !["version", "git_hash", "models"].contains(&name.as_str()));
                let mut done = Acted { asked, version: None, git_hash: None, models: None };
                match action {
                    query::Action::QueryVersion => {
                        (done.version, done.git_hash) = (Some(config.version.clone()), Some("<omitted>"));
                    }
                    query::Action::QueryModels => done.models = Some(models(config)),
                    query::Action::ClearCache => {}
                    query::Action::Terminate { id, turns } => self.terminate(id.as_deref(), turns.as_deref()),
                }
                self.say(&done)
            }
        }
    }
}

fn models(config: &Config) -> Vec<ModelInfo> {
    let model = |card: &model::Card| ModelInfo {
        name: card.name.clone(),
        internal_name: card.name.clone(),
        about: card.idea.clone(),
    };
    config.families.cards().map(model).collect()
}

/// Answers queries until the input ends and everything that was asked is done.
///
/// # Errors
/// When player or model cannot be made, or input or output fails.
pub fn serve(config: &Config, mut input: impl BufRead, output: impl Write + Send) -> Result<(), ServeError> {
    let analysts: Result<Vec<Analyst>, AnalysisError> = (0..config.threads.max(1))
        .map(|_| Analyst::new(&config.families, &config.player, config.model.as_deref()))
        .collect();
    let shared = Shared {
        queue: Mutex::default(),
        changed: Condvar::new(),
        output: Mutex::new(Output { writer: output, failed: None }),
    };
    let analysts = analysts?;
    let read = std::thread::scope(|scope| {
        for analyst in analysts {
            let shared = &shared;
            scope.spawn(move || shared.work(config, analyst));
        }
        let read = loop {
            match gtp::read_line(&mut input) {
                Ok(Some(line)) if shared.hear(config, &line) => {}
                Ok(Some(_)) => {
                    // Nobody reads any more: what waits is not worth doing.
                    lock(&shared.queue).give_up();
                    break Ok(());
                }
                Ok(None) => break Ok(()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        lock(&shared.queue).closed = true;
        shared.changed.notify_all();
        read
    });
    read?;
    match lock(&shared.output).failed.take() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}
