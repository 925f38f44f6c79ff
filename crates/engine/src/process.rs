//! A child process that is talked to in lines.

use std::collections::{BTreeSet, VecDeque};
use std::io::{BufReader, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gtp::{InputLine, read_line, read_line_within};

use crate::cpu::group_cpu_time;
use crate::error::short;
use crate::{EngineError, Program};

/// How long to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For the first answer: engines load networks and tune themselves.
    pub start: Duration,
    /// For any later answer.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { start: Duration::from_secs(60), answer: Duration::from_secs(60) }
    }
}

/// Lines that are read before the engine has to wait for us.
const AHEAD: usize = 64;
/// The last lines of standard error that are kept.
const LAST_WORDS: usize = 5;
/// How long a process may take to end once it has closed its output, or was told to quit. Then it is killed.
const FAREWELL: Duration = Duration::from_millis(1000);

/// How often somebody who waits looks whether to go on waiting.
const LOOK_UP: Duration = Duration::from_millis(50);

/// The process groups of all engines that run, so that none outlives this program.
struct Running {
    groups: BTreeSet<u32>,
    closed: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { groups: BTreeSet::new(), closed: false });

fn running() -> std::sync::MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every engine, with all that it started, and lets none start any more: for a program that is about to end without
/// having told its engines, as after a signal.
pub fn kill_all() {
    let mut running = running();
    running.closed = true;
    running.groups.iter().copied().for_each(kill_group);
}

fn kill_group(group: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        // It may be gone already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = group;
}

/// Takes what comes until nothing more comes or the end of our patience: `next` is told how long it may wait, and says
/// whether something came.
fn hear_out(end: Instant, mut now: impl FnMut() -> Instant, mut next: impl FnMut(Duration) -> bool) {
    loop {
        let left = end.saturating_duration_since(now());
        if left.is_zero() || !next(left) {
            return;
        }
    }
}

/// A running process. Dropping it kills it, with every process it started in its group.
pub(crate) struct Process {
    child: Child,
    /// To a thread that writes, because an engine that does not read must not block us.
    to_child: Option<Sender<Vec<u8>>>,
    from_child: Receiver<InputLine>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Is closed when standard error is.
    silence: Receiver<()>,
    /// Set by somebody who does not want to wait any longer.
    stop: Option<Arc<AtomicBool>>,
}

impl Process {
    /// Starts a program; lines longer than `longest` bytes will be cut.
    pub(crate) fn start(program: &Program, longest: usize) -> Result<Process, EngineError> {
        let failed = |source| EngineError::Start { program: program.words[0].clone(), source };
        let mut command = Command::new(&program.words[0]);
        command.args(&program.words[1..]);
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = {
            let mut running = running();
            if running.closed {
                return Err(EngineError::Stopped);
            }
            let child = command.spawn().map_err(failed)?;
            running.groups.insert(child.id());
            child
        };
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (to_child, to_write) = channel::<Vec<u8>>();
        let (said, from_child) = sync_channel(AHEAD);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_words);
        let (speaking, silence) = channel::<()>();
        let process = Process { child, to_child: Some(to_child), from_child, last_words, silence, stop: None };
        // From here on dropping `process` cleans up.
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new().name(name.to_string()).spawn(work).map(drop)
        };
        if let Some(mut stdin) = stdin {
            let write = move || {
                // A failed write shows as the end of what the engine says.
                while let Ok(bytes) = to_write.recv() {
                    if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            };
            spawn("engine input", Box::new(write)).map_err(failed)?;
        }
        if let Some(stdout) = stdout {
            let read = move || {
                let mut stdout = BufReader::new(stdout);
                while let Ok(Some(line)) = read_line_within(&mut stdout, longest) {
                    if said.send(line).is_err() {
                        return;
                    }
                }
            };
            spawn("engine output", Box::new(read)).map_err(failed)?;
        }
        if let Some(stderr) = stderr {
            let drain = move || {
                let _speaking = speaking;
                let mut stderr = BufReader::new(stderr);
                while let Ok(Some(line)) = read_line(&mut stderr) {
                    let text = String::from_utf8_lossy(&line.bytes).trim().to_string();
                    if text.is_empty() {
                        continue;
                    }
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    if kept.len() == LAST_WORDS {
                        kept.pop_front();
                    }
                    kept.push_back(short(&text));
                }
            };
            spawn("engine messages", Box::new(drain)).map_err(failed)?;
        }
        Ok(process)
    }

    /// Gives up waiting when this is set.
    pub(crate) fn stop_when(&mut self, stop: Option<Arc<AtomicBool>>) {
        self.stop = stop;
    }

    /// Sends a line.
    pub(crate) fn send(&self, line: &str) {
        let mut bytes = line.as_bytes().to_vec();
        bytes.push(b'\n');
        // Without a writer the engine has gone, which the next line we wait for tells.
        if let Some(to_child) = &self.to_child {
            let _ = to_child.send(bytes);
        }
    }

    /// The next line that the process prints.
    pub(crate) fn line(&mut self, command: &str, deadline: Instant, limit: Duration) -> Result<InputLine, EngineError> {
        loop {
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(EngineError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Even if there is a line: somebody who never stops talking has no more time than the silent.
                return Err(EngineError::TimedOut { command: short(command), after: limit });
            }
            let now = if self.stop.is_some() { left.min(LOOK_UP) } else { left };
            match self.from_child.recv_timeout(now) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let end = Instant::now() + FAREWELL;
        let status = self
            .farewell(end)
            .map_or_else(|| "it closed its output and was killed".to_string(), |status| status.to_string());
        // What it said last may still be on its way.
        let _ = self.silence.recv_timeout(end.saturating_duration_since(Instant::now()).max(LOOK_UP));
        Err(EngineError::Died { command: short(command), status, stderr: self.last_words() })
    }

    /// Waits for the process to end by itself.
    fn farewell(&mut self, end: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }

    /// The last lines of standard error.
    pub(crate) fn last_words(&self) -> Vec<String> {
        self.last_words.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// The CPU time it has used.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        group_cpu_time(self.child.id())
    }

    /// Lets the process end by itself: its input is closed, and it has a moment.
    pub(crate) fn close(mut self) {
        self.to_child = None;
        let end = Instant::now() + FAREWELL;
        // An engine that still prints must not wait for us; nor we for one that never stops.
        hear_out(end, Instant::now, |left| self.from_child.recv_timeout(left).is_ok());
        self.farewell(end);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = self.child.id();
        running().groups.remove(&group);
        kill_group(group);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often somebody is heard who speaks every 100 ms for so many times, if we have a second.
    fn heard(times: usize) -> usize {
        let begin = Instant::now();
        let clock = std::cell::Cell::new(begin);
        let mut n_heard = 0;
        hear_out(
            begin + FAREWELL,
            || clock.get(),
            |left| {
                assert!(left <= FAREWELL);
                clock.set(clock.get() + if n_heard < times { Duration::from_millis(100) } else { left });
                n_heard += usize::from(n_heard < times);
                n_heard < times
            },
        );
        n_heard
    }

    #[test]
    fn whoever_talks_for_ever_is_heard_for_a_moment() {
        assert_eq!(heard(0), 0);
        assert_eq!(heard(3), 3);
        assert_eq!(heard(usize::MAX), 10);
    }
}
