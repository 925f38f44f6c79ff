//! `aji convert`: between formats and collections.

use std::collections::HashSet;
use std::path::PathBuf;

use record::Game;

use crate::failure::{Done, Failure, Outcome};
use crate::games::Record;
use crate::output::{self, Existing, Stdout, complain};

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
    if to_stdout && arguments.json {
        return Err(Failure::usage("--json and --out - both want standard output; choose one"));
    }
    let into_folder = arguments.out.is_dir() || arguments.out.as_os_str().to_string_lossy().ends_with('/');
    let target = target(arguments, into_folder)?;
    let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
    let mut failed = false;
    let mut collection = target.header();
    let mut collected = 0;
    let mut written = Vec::new();
    let mut taken = HashSet::new();
    if into_folder {
        output::make_folder(&arguments.out)?;
    }
    let mut report = |failure: Failure| {
        complain(failure);
        failed = true;
    };
    let sources = input::sources(&arguments.files);
    let inputs: Vec<PathBuf> = sources.iter().filter_map(|source| source.as_ref().ok()?.path().cloned()).collect();
    if !into_folder {
        output::check_targets([&arguments.out], &inputs, Stdout::Free)?;
    }
    for source in sources {
        let opened = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
        let record = match opened {
            Ok(record) => record,
            Err(failure) => {
                report(failure);
                continue;
            }
        };
        let loaded = match record.games() {
            Ok(loaded) => loaded,
            Err(failure) => {
                report(failure);
                continue;
            }
        };
        let many = loaded.reading.games.len() > 1;
        for (i, game) in loaded.reading.games.iter().enumerate() {
            let number = many.then_some(i + 1);
            let mut text = if into_folder { target.header() } else { String::new() };
            if let Err(reason) = target.write(game, &mut text) {
                let which = number.map_or(String::new(), |number| format!("game {number}: "));
                report(Failure::work(format!("{which}{reason}")).about(loaded.name));
                continue;
            }
            let path = if into_folder {
                output::path_in(&arguments.out, loaded.name, number, target.ending(), &mut taken)
            } else {
                arguments.out.clone()
            };
            output::check_targets([&path], &inputs, Stdout::Free)?;
            if into_folder {
                match output::write_file(&path, text.as_bytes(), existing) {
                    Ok(()) => written.push((path, 1)),
                    Err(failure) => report(failure),
                }
            } else {
                collection.push_str(&text);
                collected += 1;
            }
        }
    }
    if collected > 0 {
        if to_stdout {
            output::print(&collection)?;
        } else {
            output::write_file(&arguments.out, collection.as_bytes(), existing)?;
            written.push((arguments.out.clone(), collected));
        }
    }
    if arguments.json {
        let written =
            written.iter().map(|(path, games)| wire::WrittenFile { file: path.display().to_string(), games: *games });
        output::print_json(&wire::Answer::new(wire::Converted { written: written.collect() }))?;
    }
    Ok(Done::unless(failed))
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
