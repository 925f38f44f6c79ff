//! `aji regress`: suites of GTP commands with expected answers, put to our players or to any engine.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Gtp, Limits, Program};
use goban::Rules;
use host::Session;
use input::Source;
use regress::{Comparison, Conduct, Examinee, FileReport, Problem, Report, Suite, Test};
use serde::Serialize;
use sgf::Place;
use wire::Answer;

use crate::failure::{Done, Failure, Outcome};
use crate::host::{Disk, HostArgs, MemoryArgs, rules};
use crate::output::{self, Existing, JsonStream, complain};
use crate::stop;
use crate::{Context, progress};

/// Runs regression suites in the form of GNU Go's: GTP commands with the answers that are expected.
///
/// `aji regress reading.tst owl.tst` asks aji itself, `--engine "gnugo --mode gtp"` any program that speaks GTP. Tables say for every
/// file and every command how many tests passed and how long they took. What a suite loads is looked for beside it.
#[derive(clap::Args, Debug)]
pub(crate) struct Regress {
    /// The suites.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    host: HostArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    /// The command of a GTP engine, which is asked instead of aji.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["player", "search", "model"])]
    engine: Option<String>,

    /// The rules of records that name none, as GNU Go has it.
    #[arg(long, value_name = "NAME", default_value = "japanese", value_parser = rules, conflicts_with = "engine")]
    rules: Rules,

    /// Seconds that an engine has for an answer; one that needs more is started anew.
    #[arg(long, value_name = "S", default_value = "60", requires = "engine")]
    seconds: f64,

    /// Also lists every test that failed.
    #[arg(long)]
    failed: bool,

    /// The JSON of an earlier run: says which tests pass now and did not, and which passed and do not now.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,

    /// Keeps the report as JSON in this file, for a later --compare.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replaces the file of --out if it is there.
    #[arg(long, requires = "out")]
    force: bool,

    /// How many files at once; default: one for each core.
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = clap::value_parser!(u16).range(0..=progress::MOST_THREADS))]
    threads: u16,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,

    /// One JSON object a line: every test as it is done, and at last how all went.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// A test that is done, as `--jsonl` prints it.
#[derive(Serialize)]
struct DoneTest<'a> {
    file: &'a str,
    #[serde(flatten)]
    test: &'a Test,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

pub(crate) fn run(context: &Context<'_>, arguments: &Regress) -> Outcome {
    output::check_targets(
        &arguments.out,
        arguments.files.iter().chain(&arguments.compare),
        if arguments.json || arguments.jsonl { output::Stdout::Taken } else { output::Stdout::Free },
    )?;
    if let Some(out) = arguments.out.as_ref().filter(|out| out.exists() && !arguments.force) {
        return Err(Failure::exists(out));
    }
    let before = arguments.compare.as_deref().map(earlier).transpose()?;
    let (suites, bad) = suites(&arguments.files);
    let stop = stop::on_signals();
    let who = Who::new(context, arguments, &stop)?;
    let n_tests: usize = suites.iter().map(Suite::n_tests).sum();
    let bar = progress::bar(n_tests, "{wide_bar} {pos} of {len} tests, {eta} left");
    let lines = Mutex::new((JsonStream::wanted(false, arguments.jsonl), None));
    let tested = |file: &str, test: &Test| {
        bar.inc(1);
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        let (Some(json), failed) = &mut *lines else { return };
        if let Err(failure) = json.push(&Answer::new(DoneTest { file, test }), true) {
            // Nobody reads any more.
            stop.store(true, Ordering::Relaxed);
            failed.get_or_insert(failure);
        }
    };
    let conduct = Conduct { stop: &stop, tested: &tested };
    let report =
        progress::pool(arguments.threads)?.install(|| regress::run(&who.name(), &suites, &|| who.start(), &conduct));
    bar.finish_and_clear();
    if let (_, Some(failure)) = lines.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    if let Some(out) = &arguments.out {
        let mut text = serde_json::to_string(&Answer::new(&report))?;
        text.push('\n');
        let existing = if arguments.force { Existing::Replace } else { Existing::Keep };
        output::write_file(out, text.as_bytes(), existing)?;
    }
    let comparison = before.map(|before| Comparison::new(&before, &report));
    print(context, arguments, &report, comparison.as_ref())?;
    if stop.load(Ordering::Relaxed) {
        complain(format!("stopped after {} of {n_tests} tests", report.total.n_tests()));
        return Ok(Done::Part);
    }
    let failed = report.files.iter().flat_map(|file| &file.troubles).any(|trouble| trouble.engine);
    Ok(if bad { Done::Bad } else { Done::unless(failed) })
}

fn print(
    context: &Context<'_>,
    arguments: &Regress,
    report: &Report,
    comparison: Option<&Comparison>,
) -> Result<(), Failure> {
    if arguments.json {
        return output::print_json(&Answer::new(Printed { report, comparison }));
    }
    if arguments.jsonl {
        // The tests have been told.
        let files = report.files.iter().map(|file| FileReport { tests: Vec::new(), ..file.clone() }).collect();
        return output::print_json(&Answer::new(Printed { report: &Report { files, ..report.clone() }, comparison }));
    }
    // What engines answer stands in it, and must not steer the terminal.
    let clean = |text: &str| {
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        text.lines().map(|line| format!("{:1$}{2}\n", "", indent(line), figures::clean(line))).collect::<String>()
    };
    let text = report.to_text();
    let (title, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let mut printed = format!("{}\n{}", context.paint.bold(&figures::clean(title)), clean(rest));
    if arguments.failed && report.total.failed > 0 {
        printed += &format!("\n{}", clean(&report.failures_text()));
    }
    if let Some(comparison) = comparison {
        printed += &format!("\n{}", clean(&comparison.to_text()));
    }
    output::print(&printed)
}

/// The suites that can be read, and whether something in them was wrong, which has been told.
fn suites(files: &[PathBuf]) -> (Vec<Suite>, bool) {
    let mut bad = false;
    let mut read = Vec::new();
    for file in files {
        let source = Source::File(file.clone());
        let name = source.name();
        let bytes = match source.bytes() {
            Ok(bytes) => bytes,
            Err(error) => {
                complain(Failure::from(error));
                bad = true;
                continue;
            }
        };
        let (mut suite, mut problems) = Suite::parse(&name, &bytes);
        let beside = file.parent().unwrap_or(Path::new(""));
        problems.extend(suite.locate(|record| {
            let place = beside.join(record);
            place.is_file().then(|| place.display().to_string())
        }));
        if suite.n_tests() == 0 {
            problems.push(Problem { line: 1, what: "there are no tests in it".to_string() });
        }
        problems.sort_by_key(|problem| problem.line);
        bad |= !problems.is_empty();
        for Problem { line, what } in problems {
            complain(Failure::usage(what).about(&name).at(Place { line, column: 1 }));
        }
        read.push(suite);
    }
    (read, bad)
}

fn earlier(file: &Path) -> Result<Report, Failure> {
    let (name, bytes) = crate::contents(file)?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let place = Place { line: error.line().max(1), column: error.column().max(1) };
        Failure::usage("is no report of aji regress").about(name).at(place)
    })
}

/// Who is asked.
enum Who {
    Own(Box<host::Config>),
    Engine { program: Program, limits: Limits, stop: Arc<AtomicBool> },
}

impl Who {
    /// Somebody who can be asked: whoever does not start at all is told of before the work.
    fn new(context: &Context<'_>, arguments: &Regress, stop: &Arc<AtomicBool>) -> Result<Who, Failure> {
        let Some(command) = &arguments.engine else {
            let spec = arguments.host.spec(context.families)?;
            let config = host::Config {
                model: arguments.host.model.clone(),
                rules: arguments.rules,
                memory: arguments.memory.bytes(),
                ..host::Config::new(context.families.clone(), spec)
            };
            Session::new(config.clone(), Box::new(Disk::new())).map_err(Failure::usage)?;
            return Ok(Who::Own(Box::new(config)));
        };
        if !(arguments.seconds > 0.0 && arguments.seconds <= 1e9) {
            return Err(Failure::usage(format!("--seconds {}: give a number above 0", arguments.seconds)));
        }
        let program = Program::parse(command).map_err(Failure::usage)?;
        let time = Duration::from_secs_f64(arguments.seconds);
        let limits = Limits { answer: time, ..Limits::default() };
        let who = Who::Engine { program, limits, stop: Arc::clone(stop) };
        match who.start() {
            Ok(Examinee::Process(process)) => process.quit(),
            Ok(Examinee::Own(_)) => {}
            Err(reason) => return Err(Failure::work(reason)),
        }
        Ok(who)
    }

    fn name(&self) -> String {
        match self {
            Who::Own(config) => format!("aji {}", config.player.name),
            Who::Engine { program, .. } => program.to_string(),
        }
    }

    fn start(&self) -> Result<Examinee, String> {
        match self {
            Who::Own(config) => {
                let session = Session::new((**config).clone(), Box::new(Disk::new()));
                session.map(|session| Examinee::Own(Box::new(session))).map_err(|error| error.to_string())
            }
            Who::Engine { program, limits, stop } => {
                let started = Gtp::start_stoppable(program, *limits, Some(Arc::clone(stop)));
                started.map(|gtp| Examinee::Process(Box::new(gtp))).map_err(|error| error.to_string())
            }
        }
    }
}
