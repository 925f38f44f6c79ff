//! The command `aji`: arguments, files and exit codes. One file a subcommand.
//!
//! The families come in as an argument, so that another program can offer the same commands over models of its own.

mod analysis;
mod check;
mod convert;
mod corpus;
mod failure;
mod games;
mod gtp;
mod host;
mod matches;
mod models;
mod oracle;
mod output;
mod paint;
mod picture;
mod play;
mod players;
mod read;
mod reproduce;
mod review;
mod serve;
mod shell;
mod show;
mod simulate;
mod structs;
mod study;
mod train;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use belief::{Network, Networks};
use clap::{Parser, Subcommand};
use model::{Families, Family};
use structure::go::Plan;

use crate::failure::{Done, Failure, Outcome};
use crate::output::{ColorWhen, complain};

/// Makes the game of Go legible: reads games and positions with models a person can follow, and shows what they see.
#[derive(Parser, Debug)]
#[command(name = "aji", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorWhen,

    /// Use plain ASCII characters only.
    #[arg(long, global = true)]
    ascii: bool,

    /// Definitions of shapes for the model structure, instead of the built-in ones; docs/models/structure.md tells how to
    /// write them.
    #[arg(long, global = true, value_name = "FILE")]
    definitions: Option<PathBuf>,

    /// A belief network made by `aji train belief`, in place of the shipped one or for another board size. May be given
    /// several times.
    #[arg(long, global = true, value_name = "FILE")]
    network: Vec<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Review(review::Review),
    Show(show::Show),
    Read(read::Read),
    Check(check::Check),
    Convert(convert::Convert),
    Study(study::Study),
    Corpus(corpus::Corpus),
    Train(train::Train),
    Reproduce(reproduce::Reproduce),
    Models(models::Models),
    Match(matches::Match),
    Play(play::Play),
    Simulate(simulate::Simulate),
    Serve(serve::Serve),
    Gtp(gtp::Gtp),
    Analysis(analysis::Analysis),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// What every command is given beside its own arguments.
pub(crate) struct Context<'a> {
    pub(crate) families: &'a Families,
    pub(crate) networks: &'a Networks,
    pub(crate) paint: paint::Paint,
    /// The shapes that the user defined.
    pub(crate) plan: Option<Arc<Plan>>,
}

/// Runs the program with these arguments, the first of which is its name.
pub fn run(families: &Families, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; everything else is bad usage, told in one line like all our errors.
            use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand as NothingAsked;
            if error.use_stderr() && error.kind() != NothingAsked {
                complain(in_one_line(&error.to_string()));
                return ExitCode::from(2);
            }
            let printed = error.print();
            return ExitCode::from(match printed {
                _ if error.use_stderr() => 2,
                Err(problem) if problem.kind() != io::ErrorKind::BrokenPipe => 1,
                _ => 0,
            });
        }
    };
    match defined_and_dispatched(families, cli) {
        Ok(Done::All) => ExitCode::SUCCESS,
        Ok(Done::Part) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(format!("{error:#}"));
            ExitCode::from(error.downcast_ref::<Failure>().map_or(1, |failure| failure.fault.code()))
        }
    }
}

fn defined_and_dispatched(families: &Families, cli: Cli) -> Outcome {
    let paint = paint::Paint::new(cli.color, cli.ascii);
    let (families, networks) = with_networks(families, &cli.network)?;
    let (families, plan) = match &cli.definitions {
        None => (families, None),
        Some(path) => {
            let (families, plan) = structs::defined(&families, path)?;
            (families, Some(plan))
        }
    };
    dispatch(&Context { families: &families, networks: &networks, paint, plan }, cli.command)
}

/// The first paragraph of a usage error, and where to look.
fn in_one_line(error: &str) -> String {
    let first: Vec<&str> = error.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let told = first.join(" ");
    let command = error.lines().find_map(|line| line.trim().strip_prefix("Usage: ")).unwrap_or("aji");
    let words = command.split_whitespace().take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    let command = words.collect::<Vec<_>>().join(" ");
    format!("{} (see {command} --help)", told.trim_start_matches("error: "))
}

/// The families, with those that use a belief network over the given ones.
fn with_networks(families: &Families, files: &[PathBuf]) -> Result<(Families, Networks), Failure> {
    let mut networks = Networks::shipped();
    if files.is_empty() {
        return Ok((families.clone(), networks));
    }
    for path in files {
        let source = input::Source::File(path.clone());
        let name = source.name();
        let wrong = |reason: &dyn std::fmt::Display| Failure::usage(format!("{name}: {reason}"));
        let bytes = source.bytes().map_err(|reason| wrong(&reason))?;
        networks = networks.with(Network::from_bytes(&bytes).map_err(|error| wrong(&error))?);
    }
    let others = registry::families_with_networks(&networks);
    let replaced = |family: &Arc<dyn Family>| {
        let same = |other: &Arc<dyn Family>| other.card().name == family.card().name;
        Arc::clone(others.iter().find(|other| same(other)).unwrap_or(family))
    };
    let families = families.iter().map(replaced).collect();
    Ok((Families::new(families), networks))
}

fn dispatch(context: &Context<'_>, command: Command) -> Outcome {
    match command {
        Command::Review(command) => review::run(context, &command),
        Command::Show(command) => show::run(context, &command),
        Command::Read(command) => read::run(context, &command),
        Command::Check(command) => check::run(&command),
        Command::Convert(command) => convert::run(&command),
        Command::Study(command) => study::run(context, &command),
        Command::Corpus(command) => corpus::run(context, &command),
        Command::Train(command) => train::run(context, &command),
        Command::Reproduce(command) => reproduce::run(context, &command),
        Command::Models(command) => models::run(context, &command),
        Command::Match(command) => matches::run(context, &command),
        Command::Play(command) => play::run(context, &command),
        Command::Simulate(command) => simulate::run(context, &command),
        Command::Serve(command) => serve::run(context, &command),
        Command::Gtp(command) => gtp::run(context, &command),
        Command::Analysis(command) => analysis::run(context, &command),
        Command::Completions(command) => shell::completions(&command),
        Command::Man(command) => shell::man(&command),
    }
}

/// `aji … | head` closes the pipe when it has seen enough: that is not our failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
