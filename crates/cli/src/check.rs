//! `aji check`: what is wrong with records.

use std::fmt::Write as _;
use std::path::PathBuf;

use input::{InputError, Source, Wanted};
use model::words::count;
use rayon::prelude::*;
use record::Mode;
use wire::{Answer, CheckSummary, CheckedFile, Problem, Severity};

use crate::failure::{Done, Outcome};
use crate::games::{self, Record};
use crate::output::{self, JsonStream, ListStream};

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

    /// One JSON object a line: every file when it is done, and at last the summary.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// So many illegal moves of a game are listed, and so many problems of all its moves in a file; the rest are counted.
const MOST_ILLEGAL: usize = 100;
const MOST_LISTED: usize = 10_000;

/// Files are read in parallel, this many at a time, and told in order.
const BATCH: usize = 256;

pub(crate) fn run(arguments: &Check) -> Outcome {
    let mut sources: Vec<_> = input::walk(&arguments.files, Wanted::Records).collect();
    // Not read, and no failure either; but somebody may have thought it would be.
    for error in sources.extract_if(.., |source| source.as_ref().is_err_and(games::is_other_table)) {
        error.err().into_iter().for_each(output::complain);
    }
    let mut summary = CheckSummary::default();
    let empty = |summary| Answer::new(wire::Check { files: Vec::new(), summary });
    let mut list = arguments.json.then(|| ListStream::begin("files", &empty(summary))).transpose()?;
    let mut stream = JsonStream::wanted(false, arguments.jsonl);
    for batch in sources.chunks(BATCH) {
        let found: Vec<CheckedFile> = batch.par_iter().map(inspect).collect();
        for file in found {
            summary.files += 1;
            summary.games += file.games;
            summary.moves += file.moves;
            summary.problems += file.problems.len() + file.more_problems;
            summary.without_game += usize::from(file.games == 0);
            match (&mut list, &mut stream) {
                (Some(list), _) => list.push(&file)?,
                (_, Some(stream)) => stream.push(&Answer::new(&file), true)?,
                _ => output::print(&lines(&file, arguments.quiet))?,
            }
        }
    }
    if let Some(list) = list {
        list.finish(&empty(summary))?;
    } else if stream.is_some() {
        output::print_json(&Answer::new(wire::CheckEnd { summary }))?;
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
    let text = record.text();
    let mut stream = text.games();
    let (mut games, mut moves, mut more) = (0, 0, 0);
    let mut problems = Vec::new();
    // One game after the other: a file may hold very many.
    for found in &mut stream {
        games += 1;
        let game = &found.game;
        let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { continue };
        let mut illegal = 0;
        let mut list = |node, severity, message: &dyn Fn() -> String| {
            if problems.len() < MOST_LISTED {
                problems.push(at(text.node_place(&found, node), severity, message()));
            } else {
                more += 1;
            }
        };
        while let Ok(Some(ply)) = replay.next_ply() {
            moves += 1;
            illegal += usize::from(ply.illegal.is_some());
            if let Some(reason) = ply.illegal.filter(|_| illegal <= MOST_ILLEGAL) {
                list(ply.node, Severity::Illegal, &|| {
                    format!("move {}: {} {} is illegal: {reason}", ply.number, ply.color, game.size().move_name(ply.mv))
                });
            }
        }
        for &node in replay.repaired_setups() {
            list(node, Severity::Repaired, &|| "stones put up here have no liberty and are taken off".to_string());
        }
        more += illegal.saturating_sub(MOST_ILLEGAL);
    }
    // What is wrong with a place comes before what is wrong with the move there.
    let mut all: Vec<Problem> = stream.take_problems().iter().map(wire::problem).collect();
    all.extend(problems);
    all.sort_by_key(|found| (found.line, found.column));
    CheckedFile {
        file: record.name().to_string(),
        format: Some(text.format().to_string()),
        encoding: Some(text.charset().to_string()),
        games,
        moves,
        problems: all,
        more_problems: more + stream.n_omitted(),
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
