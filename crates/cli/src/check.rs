//! `aji check`: what is wrong with records.

use std::fmt::Write as _;
use std::path::PathBuf;

use input::{InputError, Source};
use model::words::count;
use rayon::prelude::*;
use record::Mode;
use wire::{CheckSummary, CheckedFile, Problem, Severity};

use crate::failure::{Done, Outcome};
use crate::games::Record;
use crate::output;

/// Lists the problems of game records: what was repaired while reading, what was left out, and illegal moves.
///
/// Exits with 0 when every file gave its games, however many repairs that took, and with 1 when one gave none.
#[derive(clap::Args, Debug)]
pub(crate) struct Check {
    /// Game records: files, folders, - for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Only files without a game, and the summary.
    #[arg(long, short)]
    quiet: bool,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

/// So many illegal moves of a game are listed; the rest are counted.
const MOST_ILLEGAL: usize = 100;

/// Files are read in parallel, this many at a time, and told in order.
const BATCH: usize = 256;

pub(crate) fn run(arguments: &Check) -> Outcome {
    let sources = input::sources(&arguments.files);
    let mut files = Vec::new();
    let mut summary = CheckSummary::default();
    for batch in sources.chunks(BATCH) {
        let found: Vec<CheckedFile> = batch.par_iter().map(inspect).collect();
        for file in found {
            summary.files += 1;
            summary.games += file.games;
            summary.moves += file.moves;
            summary.problems += file.problems.len() + file.more_problems;
            summary.without_game += usize::from(file.games == 0);
            if arguments.json {
                files.push(file);
            } else {
                output::print(&lines(&file, arguments.quiet))?;
            }
        }
    }
    if arguments.json {
        output::print_json(&wire::Answer::new(wire::Check { files, summary }))?;
    } else {
        let CheckSummary { files, games, moves, problems, without_game: empty } = summary;
        output::print(&format!(
            "{}, {}, {}, {}; {} without a game\n",
            count(files, "file", "files"),
            count(games, "game", "games"),
            count(moves, "move", "moves"),
            count(problems, "problem", "problems"),
            count(empty, "file", "files")
        ))?;
    }
    Ok(Done::unless(summary.without_game > 0))
}

fn inspect(source: &Result<Source, InputError>) -> CheckedFile {
    let record = match source.clone().and_then(|source| Record::open(&source)) {
        Ok(record) => record,
        Err(InputError { name, cause }) => {
            let message = cause.to_string();
            return CheckedFile {
                file: name,
                format: None,
                encoding: None,
                games: 0,
                moves: 0,
                problems: vec![Problem { line: None, column: None, severity: Severity::Unreadable, message }],
                more_problems: 0,
            };
        }
    };
    let loaded = record.read();
    let reading = &loaded.reading;
    let mut problems: Vec<Problem> = reading.problems.iter().map(wire::problem).collect();
    let mut moves = 0;
    let mut more = reading.n_omitted;
    for (number, game) in reading.games.iter().enumerate() {
        let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { continue };
        let mut illegal = 0;
        while let Ok(Some(ply)) = replay.next_ply() {
            moves += 1;
            illegal += usize::from(ply.illegal.is_some());
            if let Some(reason) = ply.illegal.filter(|_| illegal <= MOST_ILLEGAL) {
                let vertex = game.size().move_name(ply.mv);
                let message = format!("move {}: {} {vertex} is illegal: {reason}", ply.number, ply.color);
                problems.push(at(reading.place(number, ply.node), Severity::Illegal, message));
            }
        }
        more += illegal.saturating_sub(MOST_ILLEGAL);
        for &node in replay.repaired_setups() {
            let message = "stones put up here have no liberty and are taken off".to_string();
            problems.push(at(reading.place(number, node), Severity::Repaired, message));
        }
    }
    problems.sort_by_key(|found| (found.line, found.column));
    CheckedFile {
        file: loaded.name.to_string(),
        format: Some(reading.text().format().to_string()),
        encoding: Some(reading.text().charset().to_string()),
        games: reading.games.len(),
        moves,
        problems,
        more_problems: more,
    }
}

fn at(place: sgf::Place, severity: Severity, message: String) -> Problem {
    Problem { line: Some(place.line), column: Some(place.column), severity, message }
}

fn lines(found: &CheckedFile, quiet: bool) -> String {
    let mut text = String::new();
    if quiet && found.games > 0 {
        return text;
    }
    let file = output::clean(&found.file);
    for Problem { line, column, severity, message } in &found.problems {
        let place = line.zip(*column).map_or_else(String::new, |(line, column)| format!("{line}:{column}:"));
        let _ = writeln!(text, "{file}:{place} {message} [{severity}]");
    }
    if found.more_problems > 0 {
        let _ = writeln!(text, "{file}: and {} more problems", found.more_problems);
    }
    text
}
