//! `aji corpus`: many games as tables. What it takes is always there to be read about; what does the work is a part of the
//! program that is built on request, because a database is large.

#[cfg(feature = "corpus")]
mod add;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(feature = "corpus")]
mod import;
#[cfg(feature = "corpus")]
mod judge;
#[cfg(feature = "corpus")]
mod plot;
#[cfg(feature = "corpus")]
mod query;

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use crate::Context;
use crate::failure::Outcome;
use crate::oracle::WitnessArgs;
use crate::progress;
use crate::watch::ModelArgs;

/// Many games as tables: imports archives, asks them in SQL with the models as functions, on one machine or many.
#[derive(clap::Args, Debug)]
pub(crate) struct Corpus {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    Import(Import),
    Query(Query),
    Functions(Functions),
    Add(Add),
    Scheduler(Scheduler),
    Executor(Executor),
}

/// Reads archives of games into a corpus: folders, zip and tar archives, SGF, GIB, NGF and move lists (TSV), gzipped or not.
///
/// A game that is there already is not taken again, whatever file it comes from; what could not be read is in the table
/// faults, with the reason. Whatever stops an import, the same command goes on from there, and once it is done it adds only
/// what is new.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "corpus"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Import {
    /// Files, folders and archives.
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,

    /// The folder of the corpus; it is made if it is not there.
    #[arg(long, value_name = "DIR")]
    into: PathBuf,

    /// Stores the positions too, so that queries need not replay the games: about twice the room.
    #[arg(long)]
    positions: bool,

    /// How many cores to use; all of them if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Asks a corpus in SQL.
///
/// The tables are games, plies, positions and faults; `describe games` shows the columns of one. Every model is there as
/// functions of a position, such as freedom_lead(position); `aji corpus functions` lists them. With --games or --engine
/// judged_lead(position) and its like ask who looks ahead. A query only reads.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "corpus"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Query {
    /// The folder of the corpus, or its address in an object store: file:///data/games.aji.
    #[arg(value_name = "DIR|URL")]
    folder: PathBuf,

    /// The query; - reads it from standard input.
    #[arg(value_name = "SQL", required_unless_present = "file")]
    sql: Option<String>,

    /// Reads the query from a file.
    #[arg(long, value_name = "FILE", conflicts_with = "sql")]
    file: Option<PathBuf>,

    /// Comma-separated values with a line of names.
    #[arg(long, group = "format")]
    csv: bool,

    /// One JSON value: a list with one object a row.
    #[arg(long, group = "format")]
    json: bool,

    /// One JSON object a line.
    #[arg(long, group = "format")]
    jsonl: bool,

    /// A Parquet file, as pandas, polars and others read it.
    #[arg(long, value_name = "OUT", group = "format")]
    parquet: Option<PathBuf>,

    /// A picture, SVG or PNG by the ending of OUT. line: x, then numbers, or x, name and number. hist and box: numbers, after
    /// a group if you like. map: lists with a number a point, or column, row and number.
    #[arg(long, num_args = 2, value_names = ["line|hist|box|map", "OUT"], group = "format")]
    plot: Option<Vec<String>>,

    /// Replaces the file of --parquet or --plot.
    #[arg(long)]
    force: bool,

    /// Says on standard error how long it took, how many games were replayed and how often models were asked.
    #[arg(long)]
    stats: bool,

    /// How many cores to use; all of them if not given. With --cluster: into how many parts the query is split; 16.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,

    /// Lets a cluster do the work: the address of its scheduler. Every machine sees the corpus under the same path.
    #[arg(long, value_name = "HOST:PORT")]
    cluster: Option<String>,

    #[command(flatten)]
    witness: WitnessArgs,
}

/// Lists what a query can call: the functions of the models, and those for positions.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "corpus"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Functions {
    /// Only those of this model.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Keeps what a model says of every game, so that later queries need not compute it: all its numbers, move by move, as a
/// table observations_NAME and behind review('NAME').
///
/// Whoever interrupts it loses one part at most; the next call goes on. After an import it adds the new games.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "corpus"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Add {
    /// The folder of the corpus.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The model; `aji models` lists them.
    #[arg(long, value_name = "NAME")]
    model: String,

    /// The name of the table after observations_; that of the model if not given.
    #[arg(long = "as", value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    settings: ModelArgs,

    /// How many cores to use; all of them if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// Runs the scheduler of a cluster: it splits queries and hands the parts to executors.
///
/// It asks nobody for a password: whoever reaches its port can run queries and read what the machines can read. It is on
/// this machine only unless --bind says otherwise; keep it inside a network that you trust.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Scheduler {
    /// The address to listen on.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// The port to listen on; 0 is any free one.
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    port: u16,

    /// Seconds of silence after which an executor counts as lost and its work goes to others.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(3..))]
    lost_after: u64,
}

/// Runs an executor of a cluster: it computes what the scheduler hands to it. Start one on every machine.
///
/// Like the scheduler it asks nobody for a password, and listens on this machine only unless --bind says otherwise.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Executor {
    /// The scheduler.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    scheduler: String,

    /// The address to listen on, under which the other machines reach this one.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// The port to listen on, and the one after it; 0 is any free ones.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,

    /// How many cores to use; all of them if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=progress::MOST_THREADS))]
    threads: Option<u16>,

    /// Where to keep what is computed between two steps of a query; a temporary folder if not given.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Corpus) -> Outcome {
    match &arguments.action {
        #[cfg(feature = "corpus")]
        Action::Import(arguments) => import::run(arguments),
        #[cfg(feature = "corpus")]
        Action::Query(arguments) => query::run(context, arguments),
        #[cfg(feature = "corpus")]
        Action::Functions(arguments) => query::functions(context, arguments),
        #[cfg(feature = "corpus")]
        Action::Add(arguments) => add::run(context, arguments),
        #[cfg(feature = "cluster")]
        Action::Scheduler(arguments) => cluster::scheduler(context, arguments),
        #[cfg(feature = "cluster")]
        Action::Executor(arguments) => cluster::executor(context, arguments),
        #[cfg(not(feature = "cluster"))]
        action => {
            let _ = context;
            let (name, feature) = action.missing();
            Err(not_built(name, feature))
        }
    }
}

#[cfg(not(feature = "cluster"))]
impl Action {
    /// What this build cannot do, and the feature that brings it.
    fn missing(&self) -> (&'static str, &'static str) {
        match self {
            Action::Import(_) => ("corpus import", "corpus"),
            Action::Query(_) => ("corpus query", "corpus"),
            Action::Functions(_) => ("corpus functions", "corpus"),
            Action::Add(_) => ("corpus add", "corpus"),
            Action::Scheduler(_) => ("corpus scheduler", "cluster"),
            Action::Executor(_) => ("corpus executor", "cluster"),
        }
    }
}

/// How to build what is missing.
#[cfg(not(feature = "cluster"))]
fn not_built(what: &str, feature: &str) -> crate::failure::Failure {
    crate::failure::Failure::usage(format!(
        "this aji was built without it; build it with: cargo build --release -p aji --features {feature}"
    ))
    .about(what)
}
