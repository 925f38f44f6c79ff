//! An engine that speaks GTP.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use goban::{BoardSize, Color, Move, Point, Rules};
use gtp::{Assembler, MAX_LINE, write_move, write_points};

use crate::error::short;
use crate::process::Process;
use crate::{EngineError, Limits, Program};

/// An engine that speaks GTP, as a separate process.
pub struct Gtp {
    program: Program,
    limits: Limits,
    process: Option<Process>,
    next_id: u64,
    name: String,
    version: String,
    commands: HashSet<String>,
    /// Of processes that have ended.
    past_cpu: Duration,
    stop: Option<Arc<AtomicBool>>,
}

impl std::fmt::Debug for Gtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gtp")
            .field("program", &self.program)
            .field("running", &self.is_running())
            .finish_non_exhaustive()
    }
}

impl Gtp {
    /// Starts an engine and asks who it is and what it can do.
    ///
    /// # Errors
    /// When it does not start or does not answer in the language.
    pub fn start(program: &Program, limits: Limits) -> Result<Gtp, EngineError> {
        Gtp::start_stoppable(program, limits, None)
    }

    /// Like [`start`](Gtp::start), with a flag: once it is set, waiting for an answer ends within a moment with
    /// [`EngineError::Stopped`].
    ///
    /// # Errors
    /// As there.
    pub fn start_stoppable(
        program: &Program,
        limits: Limits,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<Gtp, EngineError> {
        let mut engine = Gtp {
            program: program.clone(),
            limits,
            process: None,
            next_id: 0,
            name: String::new(),
            version: String::new(),
            commands: HashSet::new(),
            past_cpu: Duration::ZERO,
            stop,
        };
        engine.begin()?;
        Ok(engine)
    }

    fn begin(&mut self) -> Result<(), EngineError> {
        let process = self.process.insert(Process::start(&self.program, MAX_LINE)?);
        process.stop_when(self.stop.clone());
        self.name = self.ask_within("name", self.limits.start)?;
        self.version = self.ask("version").or_else(unless_refused)?;
        let commands = self.ask("list_commands").or_else(unless_refused)?;
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        Ok(())
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version, as it says.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether it lists a command among those it knows.
    #[must_use]
    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Whether the process runs, as far as we know.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Sends a command and gives its answer.
    ///
    /// # Errors
    /// When the engine refuses; or when it fails, and then it has been killed.
    pub fn ask(&mut self, command: &str) -> Result<String, EngineError> {
        self.ask_within(command, self.limits.answer)
    }

    /// Like [`ask`](Gtp::ask) with another time limit.
    ///
    /// # Errors
    /// When the engine refuses; or when it fails, and then it has been killed.
    pub fn ask_within(&mut self, command: &str, limit: Duration) -> Result<String, EngineError> {
        self.exchange(command, limit, &mut |_| ControlFlow::Continue(()))
    }

    /// Sends a command that streams lines, such as `lz-analyze`, and hands them on as they come. When `each` breaks, an
    /// empty line stops the stream. The limit is that of the whole stream.
    ///
    /// # Errors
    /// When the engine refuses; or when it fails, and then it has been killed.
    pub fn stream(
        &mut self,
        command: &str,
        limit: Duration,
        each: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        self.exchange(command, limit, each).map(drop)
    }

    fn exchange(
        &mut self,
        command: &str,
        limit: Duration,
        each: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<String, EngineError> {
        let id = self.next_id;
        self.next_id += 1;
        let process = self.process.as_mut().ok_or(EngineError::NotRunning)?;
        match converse(process, id, command, limit, each) {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(message)) => Err(EngineError::Refused { command: short(command), message: short(&message) }),
            Err(error) => {
                self.kill();
                Err(error)
            }
        }
    }

    /// Puts up an empty board under these rules, as far as the engine has words for them.
    ///
    /// # Errors
    /// When it refuses the board or the komi; or when it fails, and then it has been killed.
    pub fn set_up(&mut self, size: BoardSize, rules: &Rules) -> Result<(), EngineError> {
        self.ask(&format!("boardsize {}", size.get()))?;
        self.ask("clear_board")?;
        if let Some(name) = rules.name() {
            self.ask_if_known("kata-set-rules", name)?;
        }
        self.ask(&format!("komi {}", rules.komi)).map(drop)
    }

    /// Puts Black's handicap stones on an empty board.
    ///
    /// # Errors
    /// When it refuses them; or when it fails, and then it has been killed.
    pub fn place_handicap(&mut self, size: BoardSize, stones: &[Point]) -> Result<(), EngineError> {
        if self.knows("set_free_handicap") && stones.len() >= 2 {
            return self.ask(&format!("set_free_handicap {}", write_points(size, stones.iter().copied()))).map(drop);
        }
        stones.iter().try_for_each(|&stone| self.play(size, Color::Black, Move::Play(stone)))
    }

    /// Tells it of a move.
    ///
    /// # Errors
    /// When it refuses the move; or when it fails, and then it has been killed.
    pub fn play(&mut self, size: BoardSize, color: Color, mv: Move) -> Result<(), EngineError> {
        self.ask(&format!("play {} {}", color.letter(), write_move(size, mv))).map(drop)
    }

    /// Sends a command if the engine lists it; it may refuse.
    ///
    /// # Errors
    /// When it fails, and then it has been killed.
    pub fn ask_if_known(&mut self, command: &str, arguments: &str) -> Result<(), EngineError> {
        if self.knows(command) {
            self.ask(&format!("{command} {arguments}")).or_else(unless_refused)?;
        }
        Ok(())
    }

    /// The CPU time it has used, over all restarts; none where the system does not say.
    #[must_use]
    pub fn cpu_time(&self) -> Option<Duration> {
        match &self.process {
            Some(process) => Some(self.past_cpu + process.cpu_time()?),
            None => Some(self.past_cpu),
        }
    }

    fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            self.past_cpu += process.cpu_time().unwrap_or_default();
        }
    }

    /// Kills the process, if it runs, and starts it again.
    ///
    /// # Errors
    /// As [`start`](Gtp::start).
    pub fn restart(&mut self) -> Result<(), EngineError> {
        self.kill();
        self.begin()
    }

    /// Tells it to quit, and waits a moment until it has.
    pub fn quit(mut self) {
        if let Some(process) = self.process.take() {
            process.send("quit");
            process.close();
        }
    }
}

/// An answer that need not be there.
fn unless_refused(error: EngineError) -> Result<String, EngineError> {
    if error.is_refusal() { Ok(String::new()) } else { Err(error) }
}

/// One command and its response.
fn converse(
    process: &mut Process,
    id: u64,
    command: &str,
    limit: Duration,
    each: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<Result<String, String>, EngineError> {
    // A line feed in a command would be the end of it, and an answer too many.
    let line: String = command.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    process.send(&format!("{id} {line}"));
    let deadline = Instant::now().checked_add(limit).unwrap_or_else(|| Instant::now() + Duration::from_secs(1 << 30));
    let mut assembler = Assembler::default();
    let mut stopped = false;
    loop {
        let line = process.line(command, deadline, limit)?;
        let first = assembler.begun().is_none();
        if let Some(response) = assembler.push(&line.bytes).map_err(|error| EngineError::nonsense(command, &error))? {
            return response.to_command(id).map_err(|error| EngineError::nonsense(command, &error));
        }
        let text = match assembler.begun().map(|response| &response.text) {
            // The first line is what stands behind the mark and the number.
            Some(Ok(text) | Err(text)) if first => text.clone(),
            _ => String::from_utf8_lossy(&line.bytes).trim().to_string(),
        };
        if !text.is_empty() && !stopped && each(&text).is_break() {
            stopped = true;
            process.send("");
        }
    }
}
