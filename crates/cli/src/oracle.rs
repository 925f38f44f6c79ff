//! Whoever is asked what a position is worth: our own search, or an engine, beside a review or in a study.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use input::Source;
use model::words::count;
use model::{Families, Role, Seed, Settings, Subject};
use review::{Judged, Judgement, Looking, Memory, Oracle, Positions, Purpose};

use crate::failure::Failure;
use crate::output::{self, Existing, complain};
use crate::progress;
use crate::stop;
use crate::watch::ModelArgs;

/// Who judges the positions of a game.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct JudgeArgs {
    /// Games that our own search plays in each position; by default 1,200 on 19×19, and more on smaller boards. A look counts for ten games.
    #[arg(long, value_name = "N", conflicts_with = "engine", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,

    /// Judges nothing: facts and models only, in a moment, and no word about who is ahead.
    #[arg(long, conflicts_with_all = ["engine", "games"])]
    quick: bool,

    #[command(flatten)]
    pub(crate) engine: EngineArgs,
}

impl JudgeArgs {
    /// Whoever is to judge, ready to be asked; nobody if it is to be quick.
    ///
    /// # Errors
    /// When an engine does not start, or what was kept cannot be read.
    pub(crate) fn start(&self, families: &Families, models: &ModelArgs) -> Result<Option<Asking>, Failure> {
        if self.quick {
            return Ok(None);
        }
        if self.engine.is_asked() {
            return self.engine.start();
        }
        let settings = models.settings(families)?;
        self.engine.look(Purpose::Losses, self.games, families, &settings, models.seed(), None).map(Some)
    }
}

/// Who is asked beside the models of a study, if anybody is.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct WitnessArgs {
    /// Asks our own search about every position, which plays so many games there.
    #[arg(long, value_name = "N", conflicts_with = "engine", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,

    #[command(flatten)]
    engine: EngineArgs,
}

impl WitnessArgs {
    /// Whether somebody is to be asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.games.is_some() || self.engine.is_asked()
    }

    /// The file that was named to keep what was said, if there is one.
    pub(crate) fn cache(&self) -> &Option<PathBuf> {
        self.engine.cache()
    }

    /// Whoever is to be asked, ready for it.
    ///
    /// # Errors
    /// When an engine does not start, or what was kept cannot be read.
    pub(crate) fn start(&self, families: &Families, models: &ModelArgs) -> Result<Option<Asking>, Failure> {
        self.start_with(families, &models.settings(families)?, models.seed(), None)
    }

    /// The same for models that are set in another way, on so many threads, or on as many as there are cores.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn start_with(
        &self,
        families: &Families,
        settings: &Settings,
        seed: Seed,
        threads: Option<usize>,
    ) -> Result<Option<Asking>, Failure> {
        match self.games {
            Some(games) => {
                self.engine.look(Purpose::Standings, Some(games), families, settings, seed, threads).map(Some)
            }
            None => self.engine.start(),
        }
    }
}

/// Which engine to ask, and how much.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct EngineArgs {
    /// Asks an engine about every position: "katago analysis -config C -model M", or a GTP engine with kata-analyze, or GNU Go.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// How much the engine searches in each position (GNU Go goes by its own --level).
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,

    /// The file that keeps what was said of positions, so that nobody is asked again [default: aji/judgements.jsonl in the cache folder of the
    /// user].
    #[arg(long, value_name = "FILE")]
    engine_cache: Option<PathBuf>,

    /// Keeps nothing of what was said of positions, and asks anew.
    #[arg(long, conflicts_with = "engine_cache")]
    no_cache: bool,

    /// How many seconds the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_limit: u64,
}

impl EngineArgs {
    /// The file that was named to keep what was said, if there is one.
    pub(crate) fn cache(&self) -> &Option<PathBuf> {
        &self.engine_cache
    }

    /// Whether an engine is to be asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.engine.is_some()
    }

    /// Starts the engine, if one is to be asked. Once the user stops the program nobody is asked any more, and what was said until then is
    /// kept.
    ///
    /// # Errors
    /// When it does not start, or the file of what it said cannot be read.
    pub(crate) fn start(&self) -> Result<Option<Asking>, Failure> {
        let Some(command) = &self.engine else { return Ok(None) };
        let stop = stop::on_signals();
        let limit = Duration::from_secs(self.engine_limit);
        let limits = engine::Limits { start: limit, answer: limit };
        let oracle = Oracle::start_stoppable(command, self.visits, limits, Arc::clone(&stop))
            .map_err(|error| Failure::work(error).about("--engine"))?;
        self.asking(oracle, stop).map(Some)
    }

    /// Our own search, with so many games a position.
    fn look(
        &self,
        purpose: Purpose,
        games: Option<u32>,
        families: &Families,
        settings: &Settings,
        seed: Seed,
        threads: Option<usize>,
    ) -> Result<Asking, Failure> {
        let guesses = |family: &&Arc<dyn model::Family>| family.card().with_role(Role::NextMove).next().is_some();
        let prior = families.iter().find(guesses);
        let subject = |family| Subject::new(family, settings, seed).map_err(Failure::usage);
        let looking = Looking {
            prior: prior.map(subject).transpose()?,
            games: games.map(|games| games as usize),
            seed,
            threads: threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from)),
            purpose,
        };
        let stop = stop::on_signals();
        self.asking(Oracle::looking(looking).stopped_by(Arc::clone(&stop)), stop)
    }

    /// Gives somebody what was said before.
    fn asking(&self, oracle: Oracle, stop: Arc<AtomicBool>) -> Result<Asking, Failure> {
        let store = match &self.engine_cache {
            _ if self.no_cache => Store::Nowhere,
            Some(path) => Store::Named(path.clone()),
            None => Store::of_user(),
        };
        let (known, n_bad) = Memory::mended(&store.read()?);
        if n_bad > 0 {
            let lines = count(n_bad, "line was altered or is", "lines were altered or are");
            complain(format!("{}: {lines} of an earlier version; what was said there is asked again", store.name()));
        }
        store.check()?;
        Ok(Asking { oracle: oracle.remembering(&known), store, kept: Instant::now(), stop, lost: false })
    }
}

/// Where judgements are kept on disk.
#[derive(Clone, Debug)]
enum Store {
    Nowhere,
    /// In the cache folder of the user. If that cannot be used, nothing is kept: it only saves time.
    OfUser(PathBuf),
    /// In a file that the user named.
    Named(PathBuf),
}

/// The store keeps the newest lines of so many bytes: about two hundred games.
const MOST_BYTES: usize = 64 << 20;

/// How long what was said may stay unwritten in long work.
const EVERY: Duration = Duration::from_secs(30);

impl Store {
    /// The one in the cache folder of the user, where there is such a folder.
    fn of_user() -> Store {
        let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        cache.map_or(Store::Nowhere, |cache| Store::OfUser(cache.join("aji").join("judgements.jsonl")))
    }

    fn name(&self) -> String {
        match self {
            Store::Nowhere => String::new(),
            Store::OfUser(path) | Store::Named(path) => path.display().to_string(),
        }
    }

    /// The lines of the file, whatever they are: what was altered need not even be text.
    fn read(&self) -> Result<String, Failure> {
        let (Store::OfUser(path) | Store::Named(path)) = self else { return Ok(String::new()) };
        if !path.exists() {
            return Ok(String::new());
        }
        let text = match (Source::File(path.clone()).bytes(), self) {
            (Ok(bytes), _) => String::from_utf8_lossy(&bytes).into_owned(),
            (Err(_), Store::OfUser(_)) => String::new(),
            (Err(error), _) => return Err(error.into()),
        };
        // Whoever names another file by mistake would find it changed.
        let foreign = !text.trim().is_empty() && !text.contains("{\"judge\":");
        if foreign && matches!(self, Store::Named(_)) {
            return Err(Failure::usage("is no file of judgements; name another").about(path.display()));
        }
        Ok(text)
    }

    /// Looks whether a file that the user named can be written, before hours of work.
    fn check(&self) -> Result<(), Failure> {
        let Store::Named(path) = self else { return Ok(()) };
        let cannot = |error| Failure::work(format!("cannot be written ({error})")).about(path.display());
        input::can_write(path).map_err(cannot)
    }

    /// Adds lines to what is there by now: another run may have added its own.
    fn add(&self, lines: &[String]) -> Result<(), Failure> {
        let (Store::OfUser(path) | Store::Named(path)) = self else { return Ok(()) };
        if lines.is_empty() {
            return Ok(());
        }
        let (mut text, _) = Memory::mended(&self.read()?);
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        let write = || output::write_file(path, newest(&text, MOST_BYTES).as_bytes(), Existing::Replace);
        match self {
            Store::OfUser(_) => {
                let made = path.parent().map_or(Ok(()), output::make_folder);
                let _ = made.and_then(|()| write());
                Ok(())
            }
            _ => write(),
        }
    }
}

/// The last lines of a text that fit into so many bytes.
fn newest(text: &str, most: usize) -> &str {
    let Some(excess) = text.len().checked_sub(most).filter(|excess| *excess > 0) else { return text };
    // A line that would be cut goes as a whole.
    let cut = text.as_bytes()[excess - 1..].iter().position(|byte| *byte == b'\n');
    cut.map_or("", |at| &text[excess + at..])
}

/// Somebody at work.
pub(crate) struct Asking {
    oracle: Oracle,
    store: Store,
    /// When something was last written into it.
    kept: Instant,
    stop: Arc<AtomicBool>,
    /// Whether something could not be kept.
    lost: bool,
}

/// Why an engine did not say more.
#[derive(Debug, thiserror::Error)]
#[error("{reason}; the engine judged {judged} of {positions} positions, the rest does without it")]
pub(crate) struct Silence {
    reason: Reason,
    judged: usize,
    positions: usize,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error(transparent)]
    Engine(engine::EngineError),
    #[error("asking the engine broke off by a mistake of the program")]
    Panicked,
}

impl Asking {
    /// What the engine calls itself.
    pub(crate) fn name(&self) -> &str {
        self.oracle.name()
    }

    /// Lets the engine look at positions, and waits. What our own search says of who is ahead is set right by learned owners.
    ///
    /// # Errors
    /// When it fails twice.
    pub(crate) fn outlook(
        &mut self,
        positions: &Positions,
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), engine::EngineError> {
        self.oracle.outlook(positions, each)
    }

    /// Lets the engine look at the positions while `work` does something else; `work` calls what it is given when it needs
    /// the judgements, and waits then.
    pub(crate) fn along<T>(
        &mut self,
        positions: &Positions,
        work: impl FnOnce(Box<dyn FnOnce() -> (Judged, Option<Silence>) + '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let judged = Judged { judge: self.name().to_string(), own: self.oracle.is_own(), positions: Vec::new() };
        let oracle = &mut self.oracle;
        let result = aside(judged, positions.len(), |each| oracle.judge(positions, each), work);
        // What was found is told even where it cannot be kept.
        if let Err(failure) = self.keep() {
            complain(failure);
            self.lost = true;
        }
        result
    }

    /// Whether something of what was said could not be kept, which has been told.
    pub(crate) fn has_lost(&self) -> bool {
        self.lost
    }

    /// Whether it was stopped before it was done.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What is set once the user stops the program.
    pub(crate) fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// What to say when it was stopped after some positions.
    pub(crate) fn stopped(&self, positions: &str) -> Failure {
        let kept = match self.store {
            Store::Nowhere => "",
            _ => "; they are kept, and the same command goes on from there",
        };
        Failure::work(format!("stopped after {positions}{kept}"))
    }

    /// Writes what was said into the store.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(&mut self) -> Result<(), Failure> {
        self.kept = Instant::now();
        self.store.add(&self.oracle.take_new())
    }

    /// The same, but not again at once: long work that ends badly loses little then.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep_now_and_then(&mut self) -> Result<(), Failure> {
        if self.kept.elapsed() < EVERY { Ok(()) } else { self.keep() }
    }
}

/// Lets `judge` look at so many positions while `work` does something else, and waits when `work` wants the judgements.
fn aside<T>(
    judged: Judged,
    positions: usize,
    judge: impl FnOnce(&mut dyn FnMut(usize, Judgement)) -> Result<(), engine::EngineError> + Send,
    work: impl FnOnce(Box<dyn FnOnce() -> (Judged, Option<Silence>) + '_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    thread::scope(|scope| {
        let (said, heard) = mpsc::channel();
        let asked = scope.spawn(move || {
            judge(&mut |ply, judgement| {
                // Whoever wanted to know may have gone.
                let _ = said.send((ply, judgement));
            })
        });
        work(Box::new(move || {
            let bar = progress::bar(positions, "{msg} {wide_bar} {pos} of {len} positions, {eta} left");
            bar.set_message(judged.judge.clone());
            let mut said: Vec<Option<Judgement>> = vec![None; positions];
            for (ply, judgement) in heard {
                said[ply] = Some(judgement);
                bar.inc(1);
            }
            bar.finish_and_clear();
            let reason = match asked.join() {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(Reason::Engine(error)),
                Err(_) => Some(Reason::Panicked),
            };
            let n = said.iter().flatten().count();
            let problem = reason.map(|reason| Silence { reason, judged: n, positions });
            (Judged { positions: said, ..judged }, problem)
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(
        judge: impl FnOnce(&mut dyn FnMut(usize, Judgement)) -> Result<(), engine::EngineError> + Send,
    ) -> (Judged, Option<Silence>) {
        aside(Judged::default(), 3, judge, |wait| Ok(wait())).unwrap()
    }

    #[test]
    fn what_an_engine_says_is_kept() {
        let (all, problem) = judged(|each| {
            (0..3).rev().for_each(|ply| each(ply, Judgement { black_leads: Some(ply as f64), ..Judgement::default() }));
            Ok(())
        });
        let leads: Vec<_> = all.positions.iter().map(|one| one.as_ref().and_then(|one| one.black_leads)).collect();
        assert_eq!(leads, [Some(0.0), Some(1.0), Some(2.0)]);
        assert!(problem.is_none());
    }

    #[test]
    fn a_panic_while_asking_is_a_problem_and_what_was_said_before_it_is_kept() {
        let (some, problem) = judged(|each| {
            each(1, Judgement::default());
            panic!("as a test wants it");
        });
        assert_eq!(some.positions, [None, Some(Judgement::default()), None]);
        assert_eq!(
            problem.map(|problem| problem.to_string()).as_deref(),
            Some(
                "asking the engine broke off by a mistake of the program; the engine judged 1 of 3 positions, \
                 the rest does without it"
            )
        );
    }

    #[test]
    fn a_store_keeps_its_newest_lines() {
        assert_eq!(newest("one\ntwo\n", 8), "one\ntwo\n");
        assert_eq!(newest("one\ntwo\n", 7), "two\n");
        assert_eq!(newest("one\ntwo\n", 4), "two\n");
        assert_eq!(newest("one\ntwo\n", 3), "");
    }
}
