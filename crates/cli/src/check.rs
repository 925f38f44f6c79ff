//! `aji check`: what is wrong with records.

use std::fmt::Write as _;
use std::path::PathBuf;

use input::{InputError, Source};
use model::words::count;
use rayon::prelude::*;
use record::Mode;
use serde_json::{Value, json};
use sgf::Severity;

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

/// What was found in a file.
struct Finding {
    name: String,
    format: Option<String>,
    encoding: Option<String>,
    games: usize,
    moves: usize,
    problems: Vec<Found>,
    /// Problems beyond those that are listed.
    more: usize,
}

struct Found {
    line: usize,
    column: usize,
    severity: &'static str,
    message: String,
}

/// So many illegal moves of a game are listed; the rest are counted.
const MOST_ILLEGAL: usize = 100;

/// Files are read in parallel, this many at a time, and told in order.
const BATCH: usize = 256;

pub(crate) fn run(arguments: &Check) -> Outcome {
    let sources = input::sources(&arguments.files);
    let mut findings = Vec::new();
    let [mut files, mut games, mut moves, mut problems, mut empty] = [0usize; 5];
    for batch in sources.chunks(BATCH) {
        let found: Vec<Finding> = batch.par_iter().map(inspect).collect();
        for finding in found {
            files += 1;
            games += finding.games;
            moves += finding.moves;
            problems += finding.problems.len() + finding.more;
            empty += usize::from(finding.games == 0);
            if arguments.json {
                findings.push(shape(&finding));
            } else {
                output::print(&lines(&finding, arguments.quiet))?;
            }
        }
    }
    if arguments.json {
        output::print_json(&json!({
            "schema": wire::SCHEMA,
            "aji": env!("CARGO_PKG_VERSION"),
            "files": findings,
            "summary": {"files": files, "games": games, "moves": moves, "problems": problems, "without_game": empty},
        }))?;
    } else {
        output::print(&format!(
            "{}, {}, {}, {}; {} without a game\n",
            count(files, "file", "files"),
            count(games, "game", "games"),
            count(moves, "move", "moves"),
            count(problems, "problem", "problems"),
            count(empty, "file", "files")
        ))?;
    }
    Ok(Done::unless(empty > 0))
}

fn inspect(source: &Result<Source, InputError>) -> Finding {
    let record = match source.clone().and_then(|source| Record::open(&source)) {
        Ok(record) => record,
        Err(InputError { name, cause }) => {
            let message = cause.to_string();
            return Finding {
                name,
                format: None,
                encoding: None,
                games: 0,
                moves: 0,
                problems: vec![Found { line: 0, column: 0, severity: "unreadable", message }],
                more: 0,
            };
        }
    };
    let loaded = record.read();
    let reading = &loaded.reading;
    let mut problems: Vec<Found> = reading
        .problems
        .iter()
        .map(|problem| Found {
            line: problem.place.line,
            column: problem.place.column,
            severity: match problem.severity() {
                Severity::Repaired => "repaired",
                Severity::Ignored => "left out",
                Severity::Unreadable => "unreadable",
            },
            message: problem.to_string(),
        })
        .collect();
    let mut moves = 0;
    let mut more = reading.n_omitted;
    for (number, game) in reading.games.iter().enumerate() {
        let Ok(mut replay) = game.replay(&game.main_line(), Mode::Tolerant) else { continue };
        let mut illegal = 0;
        while let Ok(Some(ply)) = replay.next_ply() {
            moves += 1;
            illegal += usize::from(ply.illegal.is_some());
            if let Some(reason) = ply.illegal.filter(|_| illegal <= MOST_ILLEGAL) {
                let place = reading.place(number, ply.node);
                let vertex = game.size().move_name(ply.mv);
                let message = format!("move {}: {} {vertex} is illegal: {reason}", ply.number, ply.color);
                problems.push(Found { line: place.line, column: place.column, severity: "illegal", message });
            }
        }
        more += illegal.saturating_sub(MOST_ILLEGAL);
        for &node in replay.repaired_setups() {
            let place = reading.place(number, node);
            let message = "stones put up here have no liberty and are taken off".to_string();
            problems.push(Found { line: place.line, column: place.column, severity: "repaired", message });
        }
    }
    problems.sort_by_key(|found| (found.line, found.column));
    Finding {
        name: loaded.name.to_string(),
        format: Some(reading.text().format().to_string()),
        encoding: Some(reading.text().charset().to_string()),
        games: reading.games.len(),
        moves,
        problems,
        more,
    }
}

fn lines(finding: &Finding, quiet: bool) -> String {
    let mut text = String::new();
    if quiet && finding.games > 0 {
        return text;
    }
    for Found { line, column, severity, message } in &finding.problems {
        let place = if *line == 0 { String::new() } else { format!("{line}:{column}:") };
        let _ = writeln!(text, "{}:{place} {message} [{severity}]", output::clean(&finding.name));
    }
    if finding.more > 0 {
        let _ = writeln!(text, "{}: and {} more problems", output::clean(&finding.name), finding.more);
    }
    text
}

fn shape(finding: &Finding) -> Value {
    let problems: Vec<Value> = finding
        .problems
        .iter()
        .map(|Found { line, column, severity, message }| {
            let place = |n: &usize| (*n > 0).then_some(*n);
            json!({"line": place(line), "column": place(column), "severity": severity, "message": message})
        })
        .collect();
    json!({
        "file": finding.name,
        "format": finding.format,
        "encoding": finding.encoding,
        "games": finding.games,
        "moves": finding.moves,
        "problems": problems,
        "more_problems": finding.more,
    })
}
