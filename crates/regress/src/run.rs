//! Putting suites to somebody who answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gtp::{Answer, Command, Engine};
use rayon::prelude::*;

use crate::report::{FileReport, Report, Test, Trouble};
use crate::suite::{Expectation, Step, Suite};

/// An engine that fails this often in a file is not started again for the rest of it.
const MOST_FAILURES: usize = 5;

/// Who answers.
pub enum Examinee {
    /// An engine in this process.
    Own(Box<dyn Engine>),
    /// An engine in a process of its own.
    Process(Box<engine::Gtp>),
}

impl Examinee {
    /// Asks; the error is that of an engine that died, hangs or talks nonsense.
    fn ask(&mut self, command: &Command) -> Result<Answer, String> {
        match self {
            Examinee::Own(own) => Ok(gtp::ask(&mut **own, command)),
            Examinee::Process(process) => match process.ask(&command.to_string()) {
                Ok(text) => Ok(Ok(text)),
                Err(engine::EngineError::Refused { message, .. }) => Ok(Err(message)),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    fn quit(self) {
        if let Examinee::Process(process) = self {
            process.quit();
        }
    }
}

/// How to go about it.
pub struct Conduct<'a> {
    /// Once this is set, the run ends before its next command.
    pub stop: &'a AtomicBool,
    /// Called after each test, with the name of its suite.
    pub tested: &'a (dyn Fn(&str, &Test) + Sync),
}

impl Default for Conduct<'_> {
    fn default() -> Self {
        static GO_ON: AtomicBool = AtomicBool::new(false);
        Conduct { stop: &GO_ON, tested: &|_, _| {} }
    }
}

/// Puts suites to somebody, each to a new one that `start` gives, in parallel. The report is in the order of the suites.
///
/// Nothing that is answered, and no failure to answer, keeps the rest from being asked: an engine that dies is started again
/// and led back to the board it had.
pub fn run(
    name: &str,
    suites: &[Suite],
    start: &(dyn Fn() -> Result<Examinee, String> + Sync),
    conduct: &Conduct<'_>,
) -> Report {
    let files = suites.par_iter().with_max_len(1).map(|suite| Sitting::new(suite, start, conduct).run()).collect();
    Report::new(name, files)
}

/// One suite, as it is being run.
struct Sitting<'a> {
    suite: &'a Suite,
    start: &'a (dyn Fn() -> Result<Examinee, String> + Sync),
    conduct: &'a Conduct<'a>,
    examinee: Option<Examinee>,
    n_failures: usize,
    /// What led to the board as it is, since it was last put up.
    context: Vec<&'a Step>,
    /// Why nothing can be asked on the board as it is.
    no_board: Option<String>,
    tests: Vec<Test>,
    troubles: Vec<Trouble>,
}

impl<'a> Sitting<'a> {
    fn new(
        suite: &'a Suite,
        start: &'a (dyn Fn() -> Result<Examinee, String> + Sync),
        conduct: &'a Conduct<'a>,
    ) -> Sitting<'a> {
        let (context, tests, troubles) = (Vec::new(), Vec::new(), Vec::new());
        Sitting { suite, start, conduct, examinee: None, n_failures: 0, context, no_board: None, tests, troubles }
    }

    fn run(mut self) -> FileReport {
        for step in &self.suite.steps {
            if self.conduct.stop.load(Ordering::Relaxed) {
                break;
            }
            if step.sets_board() {
                self.context.clear();
                self.no_board = step.missing.then(|| "its record is missing".to_string());
            }
            match &step.expected {
                Some(expected) => {
                    let began = Instant::now();
                    let answer = self.ask(step);
                    let test = judged(step, expected, answer, began.elapsed());
                    (self.conduct.tested)(&self.suite.name, &test);
                    self.tests.push(test);
                }
                None if self.no_board.is_none() => {
                    if let Err(what) = self.ask(step) {
                        if self.examinee.is_some() {
                            let what = format!("{} was refused: {what}", step.command);
                            self.troubles.push(Trouble { line: step.line, what, engine: false });
                        }
                        if step.sets_board() {
                            self.no_board = Some(format!("no board: {what}"));
                        }
                    }
                    self.context.push(step);
                }
                None => {}
            }
        }
        if let Some(examinee) = self.examinee.take() {
            examinee.quit();
        }
        FileReport::new(&self.suite.name, self.tests, self.troubles)
    }

    fn ask(&mut self, step: &Step) -> Answer {
        if let Some(why) = &self.no_board {
            return Err(why.clone());
        }
        self.sit_down(step.line)?;
        let Some(examinee) = &mut self.examinee else { return Err("is not running".to_string()) };
        examinee.ask(&bare(step)).unwrap_or_else(|failure| {
            self.fail(step.line, &failure);
            Err(failure)
        })
    }

    /// Starts an engine, if none runs, and brings it to the board.
    fn sit_down(&mut self, line: usize) -> Result<(), String> {
        if self.examinee.is_some() {
            return Ok(());
        }
        if self.n_failures >= MOST_FAILURES {
            return Err(format!("failed {MOST_FAILURES} times before and was not started again"));
        }
        let mut examinee = (self.start)().inspect_err(|failure| self.fail(line, failure))?;
        for step in std::mem::take(&mut self.context) {
            // What it refused it refuses again, and that has been told. What killed it is not asked twice.
            if let Err(failure) = examinee.ask(&bare(step)) {
                self.fail(step.line, &failure);
                return Err(failure);
            }
            self.context.push(step);
        }
        self.examinee = Some(examinee);
        Ok(())
    }

    fn fail(&mut self, line: usize, failure: &str) {
        self.examinee = None;
        self.n_failures += 1;
        self.troubles.push(Trouble { line, what: format!("the engine failed: {failure}"), engine: true });
    }
}

/// The command without its number, which is the suite's and not the conversation's.
fn bare(step: &Step) -> Command {
    Command { id: None, ..step.command.clone() }
}

fn judged(step: &Step, expected: &Expectation, answer: Answer, time: Duration) -> Test {
    let passed = answer.as_ref().is_ok_and(|answer| expected.fits(answer));
    let (answer, error) = match answer {
        Ok(answer) => (Some(answer.trim().to_string()), None),
        Err(error) => (None, Some(error)),
    };
    Test {
        line: step.line,
        number: step.command.id,
        command: step.command.name.clone(),
        asked: bare(step).to_string(),
        expected: expected.text.clone(),
        marked: expected.marked,
        passed,
        answer,
        error,
        // Microseconds are exact enough, and shorter to write.
        milliseconds: time.as_micros() as f64 / 1000.0,
    }
}
