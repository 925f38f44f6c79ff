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
mod progress;
mod read;
mod regress;
mod reproduce;
mod review;
mod score;
mod serve;
mod shell;
mod show;
mod simulate;
mod solve;
mod stop;
mod structs;
mod study;
mod train;
mod watch;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use model::{Families, FileError, LoadError};
use sgf::Place;
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

    /// A file for the models that take its kind, as `aji models NAME` tells: what `aji train` learned, or definitions. May be
    /// given several times.
    #[arg(long = "model-file", global = true, value_name = "KIND=FILE")]
    model_files: Vec<KindAndPath>,

    /// Definitions of shapes for the model structure, instead of the built-in ones; docs/models/structure.md tells how to
    /// write them. The same as --model-file definitions=FILE.
    #[arg(long, global = true, value_name = "FILE")]
    definitions: Option<PathBuf>,

    /// A belief network made by `aji train belief`, in place of the shipped one or for another board size. May be given
    /// several times. The same as --model-file network=FILE.
    #[arg(long, global = true, value_name = "FILE")]
    network: Vec<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

/// What stands after `--model-file`.
#[derive(Clone, Debug)]
pub(crate) struct KindAndPath {
    pub(crate) kind: String,
    pub(crate) path: PathBuf,
}

impl FromStr for KindAndPath {
    type Err = String;

    fn from_str(text: &str) -> Result<KindAndPath, String> {
        let (kind, path) = text.split_once('=').ok_or("write it as KIND=FILE, for example network=nine.safetensors")?;
        Ok(KindAndPath { kind: kind.to_string(), path: PathBuf::from(path) })
    }
}

#[derive(Subcommand, Debug)]
enum Command {
    Review(review::Review),
    Show(show::Show),
    Read(read::Read),
    Score(score::Score),
    Solve(solve::Solve),
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
    Regress(regress::Regress),
    Analysis(analysis::Analysis),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// What every command is given beside its own arguments.
pub(crate) struct Context<'a> {
    pub(crate) families: &'a Families,
    pub(crate) paint: paint::Paint,
    /// The shapes that the user defined.
    pub(crate) plan: Option<Arc<Plan>>,
}

/// Runs the program with these arguments, the first of which is its name.
pub fn run(families: &Families, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    stop::watch();
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
        Ok(Done::Bad) => ExitCode::from(2),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            complain(&failure);
            ExitCode::from(failure.fault.code())
        }
    }
}

fn defined_and_dispatched(families: &Families, cli: Cli) -> Outcome {
    let paint = paint::Paint::new(cli.color, cli.ascii);
    let of_kind = |kind: &str, path: &PathBuf| KindAndPath { kind: kind.to_string(), path: path.clone() };
    let mut files = cli.model_files;
    files.extend(cli.network.iter().map(|path| of_kind("network", path)));
    files.extend(cli.definitions.iter().map(|path| of_kind("definitions", path)));
    let families = with_files(families, &files)?;
    let plan = structs::defined(&files)?;
    dispatch(&Context { families: &families, paint, plan }, cli.command)
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

/// The families, with the files that were given to them.
fn with_files(families: &Families, files: &[KindAndPath]) -> Result<Families, Failure> {
    let mut families = families.clone();
    for KindAndPath { kind, path } in files {
        let (name, bytes) = contents(path)?;
        families = families.load(kind, &bytes).map_err(|error| match error {
            FileError::Load(LoadError { at, what }) => {
                Failure::usage(what).about(&name).at(at.map(|(line, column)| Place { line, column }))
            }
            FileError::Unknown(error) => Failure::usage(error).about(format!("--model-file {kind}={name}")),
        })?;
    }
    Ok(families)
}

fn contents(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    let source = input::Source::File(path.to_path_buf());
    let bytes = source.bytes().map_err(|error| Failure::from(error).into_usage())?;
    Ok((source.name(), bytes))
}

fn dispatch(context: &Context<'_>, command: Command) -> Outcome {
    match command {
        Command::Review(command) => review::run(context, &command),
        Command::Show(command) => show::run(context, &command),
        Command::Read(command) => read::run(context, &command),
        Command::Score(command) => score::run(context, &command),
        Command::Solve(command) => solve::run(context, &command),
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
        Command::Regress(command) => regress::run(context, &command),
        Command::Analysis(command) => analysis::run(context, &command),
        Command::Completions(command) => shell::completions(&command),
        Command::Man(command) => shell::man(&command),
    }
}
