//! The workbench: a small server with the page inside.
//!
//! The server holds no games. Whoever asks sends the line of play with the question, so that a reload, a second window or
//! a restart loses nothing, memory stays bounded, and every answer can be had again. JSON shapes are those of `--json`
//! ([`wire`]); the interface is described by an OpenAPI document that is made from the same types, which the server
//! gives out.
//!
//! What is not here: files of the user (the command line reads them), any model by name.

mod api;
mod ask;
mod assets;
mod connection;
mod failure;
mod guard;
mod jobs;
mod judge;
mod library;
mod line;
mod openapi;
mod server;
mod stream;
mod turns;
mod watch;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use model::{Families, Settings};

pub use guard::{Access, new_token};
pub use server::{ServeError, Server, openapi};

/// What the server shows and whom it lets in.
pub struct Workbench {
    /// The models.
    pub families: Families,
    /// What is set for them, beside what the page sets.
    pub settings: Settings,
    /// The chance that the page begins with.
    pub seed: model::Seed,
    /// The records that the page opens with: a name, and the bytes of the file. The first is shown.
    pub records: Vec<(String, Vec<u8>)>,
    /// Commands of engines that judge positions if the page asks for them.
    pub engines: Vec<String>,
    /// The report of a reproduction, as a page of HTML.
    pub report: Option<String>,
    /// Who may ask.
    pub access: Access,
    /// What is too much.
    pub limits: Limits,
}

/// What is too much.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a record.
    pub record: usize,
    /// Bytes of any other question.
    pub question: usize,
    /// Moves in a line.
    pub plies: usize,
    /// Questions that wait for their turn; more are turned away.
    pub waiting: usize,
    /// How long a question may wait for its turn.
    pub patience: Duration,
    /// How long one answer may be worked on. Looked at between positions.
    pub work: Duration,
    /// How long our own search may judge one line. Whoever goes away ends it sooner.
    pub judging: Duration,
    /// The clock that work is held against; tests have one of their own.
    pub now: fn() -> Instant,
    /// How long a client may take to send its question, or to take a piece of the answer.
    pub client: Duration,
    /// Clients at once.
    pub connections: usize,
    /// Clients at once from one address; this machine may have all.
    pub of_one_address: usize,
    /// Bytes of questions that are held at once; who brings more waits.
    pub held: usize,
    /// Bytes of answers that are kept for whoever asks the same again.
    pub kept: usize,
    /// Questions that are worked on at once.
    pub workers: usize,
    /// How much time of a processor a position gets while somebody looks at it.
    pub looking: Duration,
    /// Bytes for all positions that are looked at.
    pub looking_memory: usize,
    /// How long an engine may be silent; it has four times as long to start.
    pub engine: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            record: 8 << 20,
            question: 2 << 20,
            plies: 4000,
            waiting: 512,
            patience: Duration::from_secs(20),
            work: Duration::from_secs(60),
            judging: Duration::from_secs(600),
            now: Instant::now,
            client: Duration::from_secs(20),
            connections: 512,
            of_one_address: 64,
            held: 64 << 20,
            kept: 32 << 20,
            workers: std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
            looking: Duration::from_secs(30),
            looking_memory: 512 << 20,
            engine: Duration::from_secs(15),
        }
    }
}

/// What every handler shares.
pub(crate) struct Shared {
    pub(crate) bench: Workbench,
    /// The records of the workbench, once they have been read.
    pub(crate) opened: Vec<OnceLock<Result<api::Opened, failure::Failure>>>,
    /// All games of the records in short, once somebody has asked for them.
    pub(crate) games: OnceLock<Vec<wire::ListedGame>>,
    pub(crate) jobs: jobs::Jobs,
    pub(crate) judges: judge::Judges,
}

pub(crate) type State = axum::extract::State<Arc<Shared>>;
