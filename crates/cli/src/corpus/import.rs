//! `aji corpus import`.

use indicatif::{HumanCount, ProgressBar};

use super::Import;
use crate::failure::{Done, Failure, Outcome};
use crate::output::{self, complain};
use crate::progress;
use crate::stop;

pub(crate) fn run(arguments: &Import) -> Outcome {
    if arguments.into.to_str().is_some_and(corpus::sql::is_url) {
        let told =
            "a corpus is made in a folder of this machine: name its path, and copy it to a store when it is done";
        return Err(Failure::usage(told).about(arguments.into.display()));
    }
    let import = corpus::Import::new(&arguments.into, &arguments.sources).positions(arguments.positions);
    let stop = stop::on_signals();
    let bar = bar();
    let begin = std::time::Instant::now();
    let work = || {
        import.run(&stop, &mut |progress| {
            bar.set_length(progress.total.max(progress.bytes));
            bar.set_position(progress.bytes);
            let rate = progress.games as f64 / begin.elapsed().as_secs_f64().max(1e-9);
            bar.set_message(format!("{} games, {rate:.0} a second", HumanCount(progress.games)));
        })
    };
    let report = match arguments.threads {
        None => work(),
        Some(threads) => progress::pool(threads)?.install(work),
    };
    bar.finish_and_clear();
    let report = report.map_err(Failure::work)?;
    for error in &report.missing {
        complain(error);
    }
    let dataset = corpus::Dataset::open(&arguments.into);
    let total = dataset.map_or(0, |dataset| dataset.rows(corpus::Table::Games));
    let seconds = begin.elapsed().as_secs_f64();
    if arguments.json {
        let missing =
            |error: &input::InputError| wire::MissingFile { file: error.name.clone(), reason: error.cause.to_string() };
        output::print_json(&wire::Answer::new(wire::CorpusImported {
            games: report.games,
            moves: report.moves,
            duplicates: report.duplicates,
            faults: report.faults,
            sources: report.sources,
            unchanged: report.unchanged,
            bytes: report.bytes,
            missing: report.missing.iter().map(missing).collect(),
            stopped: report.stopped,
            games_in_corpus: total,
        }))?;
    } else {
        output::print(&summary(&report, total, seconds))?;
    }
    if report.stopped {
        complain("stopped; the same command goes on from here");
    }
    Ok(Done::unless(report.stopped || !report.missing.is_empty()))
}

fn summary(report: &corpus::Report, total: u64, seconds: f64) -> String {
    let mut text = format!(
        "{} games and {} moves from {} in {seconds:.1} s; the corpus has {} games\n",
        HumanCount(report.games),
        HumanCount(report.moves),
        count(report.sources, "source", "sources"),
        HumanCount(total)
    );
    if report.unchanged > 0 {
        text += &format!("{} known and unchanged\n", count(report.unchanged, "source is", "sources are"));
    }
    if report.duplicates + report.faults > 0 {
        let duplicates = count(report.duplicates, "duplicate", "duplicates");
        let faults = count(report.faults, "other fault", "other faults");
        text += &format!("{duplicates} and {faults} are in the table faults\n");
    }
    text
}

fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(n), if n == 1 { one } else { many })
}

/// A bar over the bytes of the sources, if somebody looks.
fn bar() -> ProgressBar {
    progress::bar(0, "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left")
}
