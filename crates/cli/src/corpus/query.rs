//! `aji corpus query` and `aji corpus functions`.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use corpus::sql::{Answer, Format, Options, SEED, Session, SqlError};
use input::Source;
use model::Settings;

use super::judge::Bench;
use super::plot::Plot;
use super::{Functions, Query};
use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::output;
use crate::stop;

pub(crate) fn run(context: &Context<'_>, arguments: &Query) -> Outcome {
    let (named, sql) = text(arguments)?;
    let plot = arguments.plot.as_deref().map(Plot::new).transpose()?;
    for path in [arguments.parquet.as_deref(), plot.as_ref().map(Plot::path)].into_iter().flatten() {
        check_target(path, arguments.force)?;
    }
    let options = Options { threads: arguments.threads.map(usize::from) };
    let witness = &arguments.witness;
    if witness.is_asked() && arguments.cluster.is_some() {
        return Err(Failure::usage("who looks ahead does so on this machine only; leave --games and --engine away")
            .about("--cluster"));
    }
    let mut session = open(context, arguments, options)?;
    let asking = witness.start_with(context.families, &Settings::default(), SEED, options.threads)?;
    let bench = asking.map(Bench::new);
    if let Some(bench) = &bench {
        session = session.judged_by(&bench.judge());
    }
    let written = answer(arguments, &named, &sql, &session, plot.as_ref(), bench.is_some());
    match bench {
        None => written?,
        // What was said is kept, whatever became of the query.
        Some(bench) => bench.finish(written)?,
    }
    Ok(Done::All)
}

/// Answers the query.
fn answer(
    arguments: &Query,
    named: &str,
    sql: &str,
    session: &Session,
    plot: Option<&Plot>,
    judged: bool,
) -> Result<(), Failure> {
    let began = Instant::now();
    let failure = |error| failure(named, with_scheduler(arguments, error));
    let answer = session.query(sql).map_err(failure)?;
    // Nobody else wants to end in order: without this the first signal ends the program.
    let stop = (judged || arguments.parquet.is_some()).then(stop::on_signals);
    let answer = match &stop {
        Some(stop) => answer.until(stop),
        None => answer,
    };
    let written = match (&arguments.parquet, plot) {
        (_, Some(plot)) => plot.draw(answer, failure),
        (Some(path), None) => answer.write_parquet(path).map_err(|error| match error {
            SqlError::Output(reason) => Failure::work(format!("cannot be written ({reason})")).about(path.display()),
            SqlError::Stopped => Failure::work(format!("stopped; {} was not written", path.display())),
            other => failure(other),
        }),
        (None, None) => print(answer, format(arguments)).map_err(failure),
    };
    let rows = written?;
    if arguments.stats {
        let counters = session.counters();
        let mut line = format!("rows {rows}, seconds {:.3}", began.elapsed().as_secs_f64());
        if arguments.cluster.is_none() {
            let _ = write!(line, ", games replayed {}, positions written {}", counters.games(), counters.positions());
            let _ = write!(line, ", model calls {}, seed {SEED}", counters.model_calls());
        }
        let _ = writeln!(io::stderr(), "{line}");
    }
    Ok(())
}

#[cfg(feature = "cluster")]
fn open(context: &Context<'_>, arguments: &Query, options: Options) -> Result<Session, Failure> {
    let opened = match &arguments.cluster {
        None => Session::open(&arguments.folder, context.families, options),
        Some(scheduler) => Session::on_cluster(&arguments.folder, context.families, scheduler, options),
    };
    opened.map_err(Failure::work)
}

/// A scheduler that died leaves the error of a connection, which names nobody.
#[cfg(feature = "cluster")]
fn with_scheduler(arguments: &Query, error: SqlError) -> SqlError {
    match (&arguments.cluster, error) {
        (Some(scheduler), SqlError::Failed(reason)) if !corpus::cluster::answers(scheduler) => {
            SqlError::Failed(format!("the scheduler at {scheduler} does not answer any more ({reason})"))
        }
        (_, error) => error,
    }
}

#[cfg(not(feature = "cluster"))]
fn with_scheduler(_: &Query, error: SqlError) -> SqlError {
    error
}

#[cfg(not(feature = "cluster"))]
fn open(context: &Context<'_>, arguments: &Query, options: Options) -> Result<Session, Failure> {
    if arguments.cluster.is_some() {
        return Err(super::not_built("--cluster", "cluster"));
    }
    Session::open(&arguments.folder, context.families, options).map_err(Failure::work)
}

/// The query, and what to call it in messages.
fn text(arguments: &Query) -> Result<(String, String), Failure> {
    let source = match (&arguments.file, arguments.sql.as_deref()) {
        (Some(path), _) => Source::File(path.clone()),
        (None, Some("-")) => Source::Stdin,
        (None, sql) => return Ok(("query".to_string(), sql.unwrap_or_default().to_string())),
    };
    let name = source.name();
    let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
    let sql = String::from_utf8(bytes).map_err(|_| Failure::usage("is no text; write SQL in UTF-8").about(&name))?;
    Ok((name, sql))
}

/// Bad queries are bad usage; the rest is failed work.
fn failure(named: &str, error: SqlError) -> Failure {
    match error {
        SqlError::Query { place, reason } => Failure::usage(reason).about(named).at(place),
        SqlError::ClosedPipe => io::Error::from(io::ErrorKind::BrokenPipe).into(),
        other => Failure::work(other).about(named),
    }
}

fn format(arguments: &Query) -> Format {
    match (arguments.csv, arguments.json, arguments.jsonl) {
        (true, ..) => Format::Csv,
        (_, true, _) => Format::Json,
        (.., true) => Format::JsonLines,
        _ => Format::Table,
    }
}

fn print(answer: Answer<'_>, format: Format) -> Result<usize, SqlError> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let rows = answer.write(format, &mut out)?;
    match out.flush() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(SqlError::ClosedPipe),
        Err(error) => Err(SqlError::Output(error.to_string())),
        Ok(()) => Ok(rows),
    }
}

fn check_target(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        return Err(Failure::exists(path));
    }
    Ok(())
}

pub(crate) fn functions(context: &Context<'_>, arguments: &Functions) -> Outcome {
    if let Some(name) = &arguments.model {
        context.families.get(name).map_err(Failure::usage)?;
    }
    let mut all = corpus::sql::functions(context.families);
    all.retain(|function| arguments.model.is_none() || function.model == arguments.model);
    if arguments.json {
        let function = |function: &corpus::sql::Listed| wire::Function {
            name: function.name.to_string(),
            call: function.call.to_string(),
            gives: function.gives.to_string(),
            about: function.about.to_string(),
            model: function.model.clone(),
        };
        let functions = all.iter().map(function).collect();
        output::print_json(&wire::Answer::new(wire::Functions { functions }))?;
        return Ok(Done::All);
    }
    let paint = context.paint;
    let mut text = String::new();
    let mut model = None;
    for function in &all {
        if model != Some(&function.model) {
            let title = match &function.model {
                None => "Positions".to_string(),
                Some(name) => format!("{name}: {}", context.families.get(name).map_err(Failure::usage)?.card().idea),
            };
            let gap = if model.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}", paint.bold(&title));
            model = Some(&function.model);
        }
        let call =
            if function.model.is_some() { format!("{}(position)", function.name) } else { function.call.clone() };
        let _ = writeln!(text, "  {call}  {}", paint.dim(function.gives));
        let _ = writeln!(text, "      {}", function.about);
    }
    text.push_str(
        "\nA function of a model takes settings after the position: freedom_lead(position, 'reach=3, seed=7').\n\
         review('model') is a table with all numbers of a model, game by game and move by move.\n\
         Those that begin with judged_ ask who looks ahead: aji corpus query … --games 200, or --engine \"COMMAND\".\n",
    );
    output::print(&text)?;
    Ok(Done::All)
}
