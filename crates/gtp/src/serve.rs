//! The engine's side: reading commands, answering them, and streams that stop when the controller speaks.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::time::Duration;

use crate::line::{InputLine, clean, read_line};
use crate::response::lines;
use crate::{Command, Response};

/// The text of a response, or of a refusal.
pub type Answer = Result<String, String>;

/// Something that answers commands.
pub trait Engine {
    /// Answers a command. What is returned is sent as the response; a command that streams uses `talk` before.
    fn answer(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer;

    /// Has been asked everything there was to ask. It may think on as long as `silent` says that the controller has not spoken; the next
    /// command waits until it comes back.
    fn idle(&mut self, _silent: &mut dyn FnMut() -> bool) {}
}

/// Lines that may wait before the reader waits for the engine.
const AHEAD: usize = 64;

/// What a command can do beside giving an answer: stream lines, see that the controller speaks, end the conversation.
pub struct Talk<'a> {
    output: &'a mut dyn Write,
    queue: &'a mut Queue,
    id: Option<u64>,
    begun: bool,
    ended: bool,
    failed: Option<io::Error>,
}

impl Talk<'_> {
    /// Sends a line at once; the first one begins a successful response. Empty lines are left out.
    ///
    /// # Errors
    /// When nobody reads any more: then there is no use in going on. [`serve`] remembers it.
    pub fn stream(&mut self, text: &str) -> Result<(), Closed> {
        self.begin()?;
        let text: String = lines(text).map(|line| line + "\n").collect();
        self.send(&text)
    }

    /// Sends the beginning of a successful response at once, as commands that stream do before they compute.
    ///
    /// # Errors
    /// When nobody reads any more.
    pub fn begin(&mut self) -> Result<(), Closed> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        self.send(&format!("={id}\n"))
    }

    fn send(&mut self, text: &str) -> Result<(), Closed> {
        if self.failed.is_none() {
            self.failed = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()).err();
        }
        if self.failed.is_some() { Err(Closed) } else { Ok(()) }
    }

    /// Whether the controller has sent anything, were it an empty line, or has closed its side: a stream ends then.
    pub fn input_arrived(&mut self) -> bool {
        self.has_input() || self.queue.closed
    }

    /// Whether the controller has sent anything that waits to be read.
    pub fn has_input(&mut self) -> bool {
        self.queue.fill();
        !self.queue.lines.is_empty()
    }

    /// Waits so long, or until the controller sends something; whether it did.
    pub fn wait(&mut self, time: Duration) -> bool {
        self.input_arrived() || self.queue.wait(time)
    }

    /// Whether the controller asks that a long command be stopped, by the comment `# interrupt` or the command `stop`. One
    /// that has closed its side may still read the answer.
    pub fn interrupted(&mut self) -> bool {
        self.queue.fill();
        let interrupts = |line: &InputLine| {
            let text = clean(&line.bytes);
            let words = text.trim().trim_start_matches(|c: char| c == '#' || c.is_ascii_digit()).trim();
            (text.trim().starts_with('#') && words == "interrupt") || words == "stop"
        };
        self.queue.lines.iter().any(interrupts)
    }

    /// Ends the conversation after this command.
    pub fn quit(&mut self) {
        self.ended = true;
    }
}

/// Nobody reads what we write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nobody reads any more")]
pub struct Closed;

/// The lines that have come and not been worked on.
struct Queue {
    lines: VecDeque<InputLine>,
    coming: Receiver<io::Result<InputLine>>,
    closed: bool,
    error: Option<io::Error>,
}

impl Queue {
    fn take(&mut self, line: io::Result<InputLine>) {
        match line {
            Ok(line) => self.lines.push_back(line),
            Err(error) => {
                self.error = Some(error);
                self.closed = true;
            }
        }
    }

    /// Takes what is there without waiting, a bounded number of lines.
    fn fill(&mut self) {
        while !self.closed && self.lines.len() < AHEAD {
            match self.coming.try_recv() {
                Ok(line) => self.take(line),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.closed = true,
            }
        }
    }

    fn wait(&mut self, time: Duration) -> bool {
        match self.coming.recv_timeout(time) {
            Ok(line) => self.take(line),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => self.closed = true,
        }
        true
    }

    fn next(&mut self) -> io::Result<Option<InputLine>> {
        if let Some(line) = self.lines.pop_front() {
            return Ok(Some(line));
        }
        if !self.closed {
            match self.coming.recv() {
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => return Err(error),
                Err(_) => self.closed = true,
            }
        }
        self.error.take().map_or(Ok(None), Err)
    }
}

/// Reads commands and answers them until the input ends or a command quits. Input is read by a separate thread, so that
/// a command that streams sees when the controller speaks; lines it has read when the conversation ends are lost.
///
/// # Errors
/// Those of input and output. An output that nobody reads any more ends the conversation with an error of the kind
/// [`BrokenPipe`](io::ErrorKind::BrokenPipe).
pub fn serve(
    engine: &mut dyn Engine,
    mut input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, coming) = sync_channel(AHEAD);
    std::thread::Builder::new().name("gtp input".to_string()).spawn(move || {
        loop {
            let line = match read_line(&mut input) {
                Ok(Some(line)) => Ok(line),
                Ok(None) => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => Err(error),
            };
            let last = line.is_err();
            if sender.send(line).is_err() || last {
                return;
            }
        }
    })?;
    let mut queue = Queue { lines: VecDeque::new(), coming, closed: false, error: None };
    while let Some(line) = queue.next()? {
        let command = match Command::parse_line(&line) {
            Ok(Some(command)) => command,
            Ok(None) => continue,
            Err(error) => {
                write!(output, "{}", Response::error(error.id, error.to_string()))?;
                output.flush()?;
                continue;
            }
        };
        let mut talk =
            Talk { output: &mut output, queue: &mut queue, id: command.id, begun: false, ended: false, failed: None };
        let answer = engine.answer(&command, &mut talk);
        let Talk { begun, ended, failed, .. } = talk;
        if let Some(error) = failed {
            return Err(error);
        }
        if begun {
            // The first line has been sent: the rest of the answer ends the stream, whether all went well or not.
            let (Ok(text) | Err(text)) = &answer;
            for line in lines(text) {
                writeln!(output, "{line}")?;
            }
            output.write_all(b"\n")?;
        } else {
            write!(output, "{}", Response { id: command.id, text: answer })?;
        }
        output.flush()?;
        if ended {
            break;
        }
        engine.idle(&mut || {
            queue.fill();
            queue.lines.is_empty() && !queue.closed
        });
    }
    Ok(())
}

/// Asks an engine of this process one question, with nobody at its input. What the command streams is part of the answer.
pub fn ask(engine: &mut dyn Engine, command: &Command) -> Answer {
    let (_, coming) = sync_channel(1);
    let mut queue = Queue { lines: VecDeque::new(), coming, closed: true, error: None };
    let mut said = Vec::new();
    let mut talk = Talk { output: &mut said, queue: &mut queue, id: None, begun: false, ended: false, failed: None };
    let answer = engine.answer(command, &mut talk);
    if !talk.begun {
        return answer;
    }
    // As in a conversation, a stream that has begun is a success.
    let streamed = String::from_utf8_lossy(&said).into_owned();
    let (Ok(rest) | Err(rest)) = answer;
    Ok(streamed.trim_start_matches("=\n").to_string() + &rest)
}
