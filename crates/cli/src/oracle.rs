//! An engine that is asked what it thinks: beside a review, or in a study.

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use review::{Judgement, Memory, Oracle, Positions};

use crate::failure::Failure;
use crate::output::{self, Existing};
use crate::progress;

/// Which engine to ask, and how much.
#[derive(clap::Args, Clone, Default, Debug)]
pub(crate) struct EngineArgs {
    /// Asks an engine about every position: "katago analysis -config C -model M", or a GTP engine with kata-analyze, or GNU Go.
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,

    /// How much the engine searches in each position (GNU Go goes by its own --level).
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    visits: u32,

    /// A file that keeps what the engine said, by position, so that it is not asked again.
    #[arg(long, value_name = "FILE", requires = "engine")]
    engine_cache: Option<PathBuf>,

    /// How many seconds the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    engine_limit: u64,
}

impl EngineArgs {
    /// The file that keeps what was said, if there is to be one.
    pub(crate) fn cache(&self) -> &Option<PathBuf> {
        &self.engine_cache
    }

    /// Whether an engine is to be asked.
    pub(crate) fn is_asked(&self) -> bool {
        self.engine.is_some()
    }

    /// Starts the engine, if one is to be asked.
    ///
    /// # Errors
    /// When it does not start, or the file of what it said cannot be read.
    pub(crate) fn start(&self) -> Result<Option<Asking>, Failure> {
        let Some(command) = &self.engine else { return Ok(None) };
        let limit = Duration::from_secs(self.engine_limit);
        let limits = engine::Limits { start: limit, answer: limit };
        let oracle =
            Oracle::start(command, self.visits, limits).map_err(|error| Failure::work(error).about("--engine"))?;
        // Another command, or more visits, may say something else.
        let key = format!("{command} ({} visits)", self.visits);
        let mut known = String::new();
        if let Some(path) = self.engine_cache.as_ref().filter(|path| path.exists()) {
            known = std::fs::read_to_string(path)
                .map_err(|error| Failure::work(format!("cannot be read ({error})")).about(path.display()))?;
        }
        let oracle = oracle.remembering(Memory::from_lines(&key, &known));
        Ok(Some(Asking { oracle, key, known, cache: self.engine_cache.clone() }))
    }
}

/// An engine at work.
pub(crate) struct Asking {
    oracle: Oracle,
    key: String,
    known: String,
    cache: Option<PathBuf>,
}

/// What an engine said of a game, and what went wrong.
pub(crate) struct Judged {
    pub(crate) engine: String,
    pub(crate) judgements: Vec<Option<Judgement>>,
    pub(crate) problem: Option<Silence>,
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

    /// Lets the engine look at positions, and waits.
    ///
    /// # Errors
    /// When it fails twice.
    pub(crate) fn judge(
        &mut self,
        positions: &Positions,
        each: &mut dyn FnMut(usize, Judgement),
    ) -> Result<(), engine::EngineError> {
        self.oracle.judge(positions, each)
    }

    /// Lets the engine look at the positions while `work` does something else; `work` calls what it is given when it needs
    /// the judgements, and waits then.
    pub(crate) fn along<T>(
        &mut self,
        positions: &Positions,
        work: impl FnOnce(Box<dyn FnOnce() -> Judged + '_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let name = self.oracle.name().to_string();
        let oracle = &mut self.oracle;
        let result = aside(&name, positions.len(), |each| oracle.judge(positions, each), work);
        self.keep()?;
        result
    }

    /// Writes what was said into its file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn keep(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.cache else { return Ok(()) };
        let text = format!("{}{}", self.known, self.oracle.memory().lines(&self.key));
        output::write_file(path, text.as_bytes(), Existing::Replace)
    }
}

/// Lets `judge` look at so many positions while `work` does something else, and waits when `work` wants the judgements.
fn aside<T>(
    engine: &str,
    positions: usize,
    judge: impl FnOnce(&mut dyn FnMut(usize, Judgement)) -> Result<(), engine::EngineError> + Send,
    work: impl FnOnce(Box<dyn FnOnce() -> Judged + '_>) -> Result<T, Failure>,
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
            let bar = progress::bar(positions, "{msg} {wide_bar} {pos} of {len} positions");
            bar.set_message(engine.to_string());
            let mut judgements: Vec<Option<Judgement>> = vec![None; positions];
            for (ply, judgement) in heard {
                judgements[ply] = Some(judgement);
                bar.inc(1);
            }
            bar.finish_and_clear();
            let reason = match asked.join() {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(Reason::Engine(error)),
                Err(_) => Some(Reason::Panicked),
            };
            let judged = judgements.iter().flatten().count();
            let problem = reason.map(|reason| Silence { reason, judged, positions });
            Judged { engine: engine.to_string(), judgements, problem }
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(
        judge: impl FnOnce(&mut dyn FnMut(usize, Judgement)) -> Result<(), engine::EngineError> + Send,
    ) -> Judged {
        aside("engine", 3, judge, |wait| Ok(wait())).unwrap()
    }

    #[test]
    fn what_an_engine_says_is_kept() {
        let all = judged(|each| {
            (0..3).rev().for_each(|ply| each(ply, Judgement { black_leads: Some(ply as f64), ..Judgement::default() }));
            Ok(())
        });
        let leads: Vec<_> = all.judgements.iter().map(|one| one.as_ref().and_then(|one| one.black_leads)).collect();
        assert_eq!(leads, [Some(0.0), Some(1.0), Some(2.0)]);
        assert!(all.problem.is_none());
    }

    #[test]
    fn a_panic_while_asking_is_a_problem_and_what_was_said_before_it_is_kept() {
        let some = judged(|each| {
            each(1, Judgement::default());
            panic!("as a test wants it");
        });
        assert_eq!(some.judgements, [None, Some(Judgement::default()), None]);
        assert_eq!(
            some.problem.map(|problem| problem.to_string()).as_deref(),
            Some(
                "asking the engine broke off by a mistake of the program; the engine judged 1 of 3 positions, \
                 the rest does without it"
            )
        );
    }
}
