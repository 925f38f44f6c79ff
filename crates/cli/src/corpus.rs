//! `aji corpus`: many games as tables. What it takes is always there to be read about; what does the work is a part of the
//! program that is built on request, because a database is large.

#[cfg(feature = "corpus")]
mod query;

use std::path::PathBuf;

use crate::Context;
use crate::failure::{Failure, Outcome};

/// How to build what is missing.
#[cfg_attr(feature = "cluster", allow(dead_code, reason = "nothing is missing"))]
const BUILD: &str = "this aji was built without it; build it with: cargo build --release -p aji --features";

/// Many games as tables: imports archives, asks them in SQL with the models as functions, on one machine or many.
#[derive(clap::Args, Debug)]
pub(crate) struct Corpus {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand, Debug)]
enum Action {
    Query(Query),
    Functions(Functions),
}

/// Asks a corpus in SQL.
///
/// The tables are games, plies, positions and faults; `describe games` shows the columns of one. Every model is there as
/// functions of a position, such as freedom_lead(position); `aji corpus functions` lists them. A query only reads.
#[derive(clap::Args, Debug)]
#[cfg_attr(not(feature = "corpus"), allow(dead_code, reason = "parsed for its help"))]
pub(crate) struct Query {
    /// The folder of the corpus.
    #[arg(value_name = "DIR")]
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

    /// Replaces the file of --parquet.
    #[arg(long, requires = "parquet")]
    force: bool,

    /// Says on standard error how long it took, how many games were replayed and how often models were asked.
    #[arg(long)]
    stats: bool,

    /// How many cores to use; all of them if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Lets a cluster do the work: the address of its scheduler. Every machine sees the corpus under the same path.
    #[arg(long, value_name = "HOST:PORT")]
    cluster: Option<String>,
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

#[cfg(feature = "corpus")]
pub(crate) fn run(context: &Context<'_>, arguments: &Corpus) -> Outcome {
    match &arguments.action {
        Action::Query(arguments) => query::run(context, arguments),
        Action::Functions(arguments) => query::functions(context, arguments),
    }
}

#[cfg(not(feature = "corpus"))]
pub(crate) fn run(_: &Context<'_>, _: &Corpus) -> Outcome {
    Err(Failure::usage(format!("corpus: {BUILD} corpus")).into())
}
