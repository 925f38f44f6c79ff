//! `aji train`: models that learn from games.

mod report;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use model::words::count;
use model::{LearnError, Learner, LeftOut, Parameters, Progress};
use record::{Game, Mode};

use crate::Context;
use crate::failure::{Done, Failure, Outcome};
use crate::games::{self, Record};
use crate::output::{self, Existing, Stdout, complain};
use crate::progress;
use crate::stop;
use crate::watch::ModelArgs;

/// Teaches a model from games, or measures what the one in use has learned.
///
/// With --out something is learned and written; a training that was interrupted goes on where it was when it is called again,
/// with the same result. Without --out what is in use, shipped or given by --model-file, is measured. `aji models MODEL` lists what
/// can be set.
#[derive(clap::Args, Debug)]
pub(crate) struct Train {
    /// The model that learns.
    #[arg(value_name = "MODEL")]
    model: String,

    /// Game records, or files of the model's own kind, such as those of --pack: files, folders, - for standard input. Default:
    /// what ships with the program for this model, if anything does.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,

    /// Where the file goes that --model-file takes.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Writes what there is to learn from into this file, drawn and parted as for a training, and does nothing else.
    #[arg(long, value_name = "FILE", requires = "games", conflicts_with = "out")]
    pack: Option<PathBuf>,

    #[command(flatten)]
    settings: ModelArgs,

    /// How many threads; 0 is as many as there are cores. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=progress::MOST_THREADS))]
    threads: u16,

    /// Seconds between checkpoints, which are written beside the file: the most that an interruption costs.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    checkpoint: u64,

    /// Forgets the checkpoint of an interrupted training and begins anew.
    #[arg(long, requires = "out")]
    restart: bool,

    /// Writes curves, maps and tables into this folder, as SVG, PNG and CSV.
    #[arg(long, value_name = "DIR")]
    plot: Option<PathBuf>,

    /// Replaces files that are there already.
    #[arg(long)]
    force: bool,

    /// One JSON value on standard output.
    #[arg(long)]
    json: bool,
}

impl Train {
    fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }
}

pub(crate) fn run(context: &Context<'_>, arguments: &Train) -> Outcome {
    let family = context.families.get(&arguments.model).map_err(Failure::usage)?;
    let learn = family.learn().ok_or_else(|| {
        let able: Vec<&str> =
            context.families.cards().filter(|card| card.abilities.learns).map(|card| card.name.as_str()).collect();
        Failure::usage(format!("{} does not learn; {} can", arguments.model, able.join(", ")))
    })?;
    let settings = arguments.settings.given()?.values(learn.settings())?;
    let learner = learn.learner(&settings, arguments.settings.seed()).map_err(|error| failure(&error))?;
    progress::pool(arguments.threads)?.install(|| taught(context, arguments, &settings, learner))
}

fn failure(error: &LearnError) -> Failure {
    match error {
        LearnError::Settings(what) => Failure::usage(what.clone()),
        other => Failure::work(other.clone()),
    }
}

fn taught(context: &Context<'_>, arguments: &Train, settings: &Parameters, mut learner: Box<dyn Learner>) -> Outcome {
    let results = [&arguments.out, &arguments.pack].into_iter().flatten();
    output::check_targets(results.clone(), &arguments.games, Stdout::Taken)?;
    for path in results {
        if path.exists() && !arguments.force {
            return Err(Failure::exists(path));
        }
    }
    if let Some(folder) = &arguments.plot {
        output::make_folder(folder)?;
    }
    let whole = show(&arguments.games, &mut *learner)?;
    if let Some(path) = &arguments.pack {
        let (bytes, summary) = learner.pack().map_err(|error| failure(&error))?;
        output::write_file(path, &bytes, arguments.existing())?;
        report::packed(arguments, settings, path, &summary)?;
        return Ok(Done::unless(!whole));
    }
    let stop = stop::on_signals();
    let bytes = match &arguments.out {
        Some(path) => Some(train(arguments, path, &mut *learner, &stop)?),
        None => None,
    };
    let mut bar = Bar::new();
    let summary = learner.examine(bytes.as_deref(), &mut |progress| bar.show(&progress, &stop));
    bar.end();
    report::write(context, arguments, settings, &summary.map_err(|error| failure(&error))?)?;
    Ok(Done::unless(!whole))
}

/// Shows the learner all files; false if some could not be read. Games that it has no use for are counted.
fn show(files: &[PathBuf], learner: &mut dyn Learner) -> Result<bool, Failure> {
    let mut whole = true;
    let mut left_out: BTreeMap<LeftOut, usize> = BTreeMap::new();
    for source in games::sources(files) {
        let record = source.and_then(|source| Record::open(&source)).map_err(Failure::from);
        let shown = record.and_then(|record| {
            let taken = learner.accept(record.name(), record.bytes());
            if taken.map_err(|error| failure(&error).about(record.name()))? {
                return Ok(());
            }
            record.each_game(None, |game, _| {
                if let Err(why) = take(learner, game) {
                    *left_out.entry(why).or_default() += 1;
                }
                Ok(())
            })
        });
        match shown {
            Err(failure) if failure.fault == crate::failure::Fault::Usage => return Err(failure),
            Err(failure) => {
                complain(failure);
                whole = false;
            }
            Ok(()) => {}
        }
    }
    for (why, n) in left_out {
        complain(format!("{} {why} left out", count(n, "game", "games")));
    }
    Ok(whole)
}

fn take(learner: &mut dyn Learner, game: &Game) -> Result<(), LeftOut> {
    learner.take_game(&game.info, &mut game.replay(&game.main_line(), Mode::Tolerant)?)
}

fn checkpoint_of(out: &Path) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(".checkpoint");
    out.with_file_name(name)
}

/// Takes away the checkpoint, and what writers of one left behind that were killed at it.
fn forget_checkpoint(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let is_part = |other: &str| {
        let chance = other.strip_prefix(&name).and_then(|rest| rest.strip_suffix(".part"));
        chance.is_some_and(|chance| chance.chars().all(char::is_alphanumeric))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let other = entry.file_name().to_string_lossy().into_owned();
        if other == name || is_part(&other) {
            // What was learned is there; a checkpoint that stays behind harms nobody.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Progress on standard error: a bar on a terminal, elsewhere a line now and then.
struct Bar {
    bar: ProgressBar,
    log: Log,
}

impl Bar {
    /// Its parts.
    const PARTS: usize = 100_000;

    fn new() -> Bar {
        let bar = progress::bar(Bar::PARTS, "{msg} {wide_bar} {percent} %, {eta} left");
        Bar { bar, log: Log::new(Instant::now()) }
    }

    fn show(&mut self, progress: &Progress<'_>, stop: &AtomicBool) -> ControlFlow<()> {
        let news: Vec<String> = progress.news.iter().map(|(name, value)| format!("{name} {value:.5}")).collect();
        let news = news.join(", ");
        if self.bar.is_hidden() {
            if let Some(line) = self.log.line(Instant::now(), &progress.stage, progress.done, news) {
                complain(line);
            }
        } else if !news.is_empty() {
            self.bar.println(format!("{}: {news}", progress.stage));
        }
        self.bar.set_message(progress.stage.to_string());
        self.bar.set_position((progress.done * Bar::PARTS as f64) as u64);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// What a log is told of a training: a line a minute, so that whoever looks into it later sees that it goes on, and how far it is.
struct Log {
    told: Instant,
    /// When the first was heard of, and how far it was then: one that goes on does not begin at nothing.
    first: Option<(Instant, f64)>,
    news: String,
}

impl Log {
    const EVERY: Duration = Duration::from_secs(60);

    fn new(now: Instant) -> Log {
        Log { told: now, first: None, news: String::new() }
    }

    /// The next line, if it is time for one.
    fn line(&mut self, now: Instant, stage: &str, done: f64, news: String) -> Option<String> {
        let (since, before) = *self.first.get_or_insert((now, done));
        if !news.is_empty() {
            self.news = news;
        }
        if now.duration_since(self.told) < Log::EVERY {
            return None;
        }
        self.told = now;
        // What is nearly done is not called done.
        let mut line = format!("{stage}: {:.1} %", (1000.0 * done).floor() / 10.0);
        if done > before {
            let left = now.duration_since(since).as_secs_f64() * (1.0 - done) / (done - before);
            let minutes = (left / 60.0).round().max(1.0) as usize;
            line += &format!(", about {} left", count(minutes, "minute", "minutes"));
        }
        if !self.news.is_empty() {
            line += &format!("; {}", std::mem::take(&mut self.news));
        }
        Some(line)
    }
}

/// Trains, with checkpoints beside the file, and writes it.
fn train(arguments: &Train, out: &Path, learner: &mut dyn Learner, stop: &AtomicBool) -> Result<Vec<u8>, Failure> {
    let path = checkpoint_of(out);
    let name = path.display();
    let from = if path.exists() && !arguments.restart {
        let cannot = |error| Failure::work(format!("cannot be read ({error})")).about(&name);
        Some(std::fs::read(&path).map_err(cannot)?)
    } else {
        None
    };
    let mut bar = Bar::new();
    let interval = Duration::from_secs(arguments.checkpoint);
    let mut saved: Option<Instant> = None;
    let mut problem = None;
    let mut reached = 0.0;
    let trained = learner.train(from.as_deref(), &mut |progress| {
        reached = 100.0 * progress.done;
        let flow = bar.show(&progress, stop);
        if saved.is_none() && from.is_some() {
            complain(format!("{name}: the training goes on at {reached:.1} %"));
            bar.bar.reset_eta();
            saved = Some(Instant::now());
        }
        // A training takes long: what cannot be written is found out before it begins.
        if flow.is_break() || saved.is_none_or(|saved| saved.elapsed() >= interval) {
            if let Err(failure) = output::write_file(&path, &(progress.checkpoint)(), Existing::Replace) {
                problem = Some(failure);
                return ControlFlow::Break(());
            }
            saved = Some(Instant::now());
        }
        flow
    });
    bar.end();
    let bytes = match (trained, problem) {
        (_, Some(failure)) => return Err(failure),
        (Ok(bytes), None) => bytes,
        (Err(LearnError::Stopped), None) => {
            return Err(Failure::work(format!("stopped at {reached:.1} %; the same command goes on from here")));
        }
        (Err(LearnError::Checkpoint(what)), None) => {
            return Err(Failure::usage(format!("{what}; --restart forgets the checkpoint")).about(name));
        }
        (Err(error), None) => return Err(failure(&error)),
    };
    output::write_file(out, &bytes, arguments.existing())?;
    forget_checkpoint(&path);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_told_once_a_minute_how_far_it_is() {
        let began = Instant::now();
        let mut log = Log::new(began);
        let mut at = |seconds, done, news: &str| {
            log.line(began + Duration::from_secs(seconds), "weights", done, news.to_string())
        };
        assert_eq!(at(0, 0.5, ""), None, "it goes on in the middle");
        assert_eq!(at(59, 0.58, "error 0.20000"), None);
        assert_eq!(at(60, 0.6, "").as_deref(), Some("weights: 60.0 %, about 4 minutes left; error 0.20000"));
        assert_eq!(at(61, 0.61, ""), None);
        assert_eq!(at(600, 0.9999, "").as_deref(), Some("weights: 99.9 %, about 1 minute left"));
    }
}
