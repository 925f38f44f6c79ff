//! `aji convert`: between formats and collections.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use input::{InputError, Source};
use record::Game;
use wire::Answer;

use crate::failure::{Cause, Done, Failure, Fault, Outcome};
use crate::games::{self, Record};
use crate::output::{self, Existing, Inputs, JsonStream, ListStream, Names, Stdout, complain};

/// Converts records: any format that is read to SGF or TSV, many files to one collection, one collection to many files.
#[derive(clap::Args, Debug)]
pub(crate) struct Convert {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Where to write: a file, a folder (one file a game), or - for standard output.
    #[arg(long, short, value_name = "OUT")]
    out: PathBuf,

    /// The format; by default the ending of OUT says it.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,

    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,

    /// Reports what was done as one JSON value on standard output.
    #[arg(long)]
    json: bool,

    /// Reports every file that was written as one JSON object a line.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Target {
    /// SGF, FF[4] in UTF-8.
    Sgf,
    /// One game a line: id, result, moves. 19×19 games without setup only.
    Tsv,
}

impl Target {
    fn ending(self) -> &'static str {
        match self {
            Target::Sgf => "sgf",
            Target::Tsv => "tsv",
        }
    }

    /// What stands before the games of a file.
    fn header(self) -> String {
        match self {
            Target::Sgf => String::new(),
            Target::Tsv => format!("{}\n", sgf::tsv::HEADER),
        }
    }

    /// Adds a game to the text of a file.
    ///
    /// # Errors
    /// When the format cannot hold the game.
    fn write(self, game: &Game, text: &mut String) -> Result<(), String> {
        match self {
            Target::Sgf => sgf::write_game(game, text),
            Target::Tsv => {
                text.push_str(&sgf::tsv::write_line(game).map_err(|error| error.to_string())?);
                text.push('\n');
            }
        }
        Ok(())
    }
}

pub(crate) fn run(arguments: &Convert) -> Outcome {
    let to_stdout = arguments.out.as_os_str() == "-";
    if let (true, Some(option)) = (to_stdout, arguments.report()) {
        return Err(Failure::usage(format!("{option} and --out - both want standard output; choose one")));
    }
    let into_folder = arguments.out.is_dir() || arguments.out.as_os_str().to_string_lossy().ends_with('/');
    let target = target(arguments, into_folder)?;
    let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
    if into_folder {
        output::make_folder(&arguments.out)?;
    }
    let sources: Vec<_> = games::sources(&arguments.files).collect();
    let inputs = Inputs::new(sources.iter().filter_map(|source| source.as_ref().ok()?.path()));
    let mut told = Told::begin(arguments)?;
    let mut failed = false;
    if into_folder {
        let mut names = Names::default();
        failed = each_game(sources, target, |name, number, text| {
            let path = output::path_in(&arguments.out, name, number, target.ending(), &mut names);
            inputs.check([&path], Stdout::Free)?;
            match output::write_file(&path, format!("{}{text}", target.header()).as_bytes(), existing) {
                Ok(()) => told.wrote(&path, 1)?,
                Err(failure) => {
                    complain(failure);
                    failed = true;
                }
            }
            Ok(())
        })? || failed;
    } else {
        inputs.check([&arguments.out], Stdout::Free)?;
        let mut collected = 0;
        let collect = |out: &mut dyn Write| {
            let mut collect_one = |text: &str| -> io::Result<()> {
                if collected == 0 {
                    out.write_all(target.header().as_bytes())?;
                }
                collected += 1;
                out.write_all(text.as_bytes())
            };
            failed = each_game(sources, target, |_, _, text| Ok(collect_one(text)?))?;
            // Without a game there is no file.
            if collected == 0 { Err(Failure::work("nothing could be converted")) } else { Ok(()) }
        };
        let done = match to_stdout {
            true => {
                let mut out = io::stdout().lock();
                collect(&mut out).and_then(|()| Ok(out.flush()?))
            }
            false => output::write_through(&arguments.out, existing, collect),
        };
        match done {
            // Why has been said.
            Err(_) if collected == 0 && failed => {}
            done => done?,
        }
        if collected > 0 && !to_stdout {
            told.wrote(&arguments.out, collected)?;
        }
    }
    told.finish()?;
    Ok(Done::unless(failed))
}

/// What is told of the files that were written, as they are.
enum Told {
    Nothing,
    List(ListStream),
    Lines(JsonStream),
}

impl Told {
    fn begin(arguments: &Convert) -> Result<Told, Failure> {
        Ok(match (arguments.json, arguments.jsonl) {
            (true, _) => Told::List(ListStream::begin("written", &Told::empty())?),
            (_, true) => Told::Lines(JsonStream::lines()),
            _ => Told::Nothing,
        })
    }

    fn empty() -> Answer<wire::Converted> {
        Answer::new(wire::Converted { written: Vec::new() })
    }

    fn wrote(&mut self, path: &Path, games: usize) -> Result<(), Failure> {
        let written = wire::WrittenFile { file: path.display().to_string(), games };
        match self {
            Told::Nothing => Ok(()),
            Told::List(list) => list.push(&written),
            Told::Lines(lines) => lines.push(&Answer::new(written), true),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Told::List(list) => list.finish(&Told::empty()),
            _ => Ok(()),
        }
    }
}

impl Convert {
    /// The option that wants a report on standard output.
    fn report(&self) -> Option<&'static str> {
        match (self.json, self.jsonl) {
            (true, _) => Some("--json"),
            (_, true) => Some("--jsonl"),
            _ => None,
        }
    }
}

/// Hands over the text of every game, with the name of its record and its number in it. What cannot be read or written is
/// told; gives back whether there was something.
fn each_game(
    sources: Vec<Result<Source, InputError>>,
    target: Target,
    mut take: impl FnMut(&str, Option<usize>, &str) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    let mut failed = false;
    for source in sources {
        let opened = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
        let done = opened.and_then(|record| {
            record.each_game(None, |game, number| {
                let mut text = String::new();
                if let Err(reason) = target.write(game, &mut text) {
                    let which = number.map_or(String::new(), |number| format!("game {number}: "));
                    complain(Failure::work(format!("{which}{reason}")).about(record.name()));
                    failed = true;
                    return Ok(());
                }
                take(record.name(), number, &text)
            })
        });
        match done {
            Err(failure) if failure.fault == Fault::Usage || matches!(failure.cause, Cause::Stream(_)) => {
                return Err(failure);
            }
            Err(failure) => {
                complain(failure);
                failed = true;
            }
            Ok(()) => {}
        }
    }
    Ok(failed)
}

fn target(arguments: &Convert, into_folder: bool) -> Result<Target, Failure> {
    if let Some(target) = arguments.to {
        return Ok(target);
    }
    let ending = arguments.out.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("tsv") => Ok(Target::Tsv),
        Some("sgf" | "sgfs") => Ok(Target::Sgf),
        None if into_folder || arguments.out.as_os_str() == "-" => Ok(Target::Sgf),
        _ if into_folder => Ok(Target::Sgf),
        _ => Err(Failure::usage("the ending does not say the format; use .sgf or .tsv, or --to")
            .about(arguments.out.display())),
    }
}
