//! Conversations between an engine and whoever talks to it, and what must hold for any bytes.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use gtp::{Answer, Assembler, Command, Controller, Engine, Response, Talk, serve};
use proptest::prelude::*;

/// Knows a few commands, one of which streams until the controller speaks.
struct Counter;

impl Engine for Counter {
    fn answer(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        match command.name.as_str() {
            "echo" => Ok(command.text()),
            "count" => {
                for number in 0.. {
                    if talk.stream(&number.to_string()).is_err() || talk.wait(Duration::from_millis(1)) {
                        break;
                    }
                }
                Ok("done".to_string())
            }
            "begin" => {
                let _ = talk.begin();
                Err("too late to refuse".to_string())
            }
            "interrupted" => Ok(talk.interrupted().to_string()),
            "quit" => {
                talk.quit();
                Ok(String::new())
            }
            _ => Err("unknown command".to_string()),
        }
    }
}

fn conversation(input: &'static [u8]) -> String {
    let mut output = Vec::new();
    serve(&mut Counter, input, &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn commands_are_answered_in_order_until_one_quits() {
    assert_eq!(
        conversation(b"echo a  b\r\n\n2 sing # loudly\n3\n4 quit\n5 echo never\n"),
        "= a b\n\n?2 unknown command\n\n?3 syntax error\n\n=4\n\n"
    );
    assert_eq!(conversation(b"1 echo without line feed"), "=1 without line feed\n\n");
    assert_eq!(conversation(b""), "");
}

#[test]
fn a_stream_begins_at_once_and_always_ends() {
    assert_eq!(conversation(b"1 begin\n2 echo x\n"), "=1\ntoo late to refuse\n\n=2 x\n\n");
    let text = conversation(b"1 count\n2 echo x\n");
    assert!(text.starts_with("=1\n0\n") && text.ends_with("done\n\n=2 x\n\n"), "{text}");
    assert!(conversation(b"1 count\n").ends_with("done\n\n"), "the end of the input stops it too");
}

#[test]
fn garbage_does_not_hurt() {
    let text = conversation(b"\xff\xfe\x00\x01\n\x00\x00\n===\n????\n1 echo ok\n");
    assert!(text.ends_with("=1 ok\n\n"), "{text}");
}

/// One direction of a channel between two threads.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let n = buffer.len().min(self.1.len());
        buffer[..n].copy_from_slice(&self.1[..n]);
        self.1.drain(..n);
        Ok(n)
    }
}

struct End(Sender<Vec<u8>>);

impl Write for End {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        self.0.send(buffer.to_vec()).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_controller_and_an_engine_understand_each_other() {
    let ((to_engine, at_engine), (to_us, at_us)) = (channel(), channel());
    let engine = std::thread::spawn(move || {
        serve(&mut Counter, BufReader::new(Pipe(at_engine, Vec::new())), End(to_us)).unwrap();
    });
    let mut controller = Controller::new(BufReader::new(Pipe(at_us, Vec::new())), End(to_engine));
    assert_eq!(controller.ask("echo one two").unwrap(), "one two");
    assert_eq!(controller.ask_command(&Command::new("echo", ["three"])).unwrap(), "three");
    assert_eq!(controller.ask("sing").unwrap_err().to_string(), "sing: unknown command");
    assert_eq!(controller.ask("quit").unwrap(), "");
    engine.join().unwrap();
    assert_eq!(controller.ask("echo more").unwrap_err().to_string(), "the engine has ended");
}

#[test]
fn an_interrupt_is_seen_by_the_command_that_runs() {
    let ((to_engine, at_engine), (to_us, at_us)) = (channel(), channel());
    to_engine.send(b"1 interrupted\n# interrupt\n".to_vec()).unwrap();
    drop(to_engine);
    serve(&mut Counter, BufReader::new(Pipe(at_engine, Vec::new())), End(to_us)).unwrap();
    // Whether the comment arrives in time depends on the scheduler; that it is not a command does not.
    let said: Vec<u8> = at_us.iter().flatten().collect();
    let said = String::from_utf8(said).unwrap();
    assert!(["=1 true\n\n", "=1 false\n\n"].contains(&said.as_str()), "{said}");
}

#[test]
fn a_reader_that_goes_away_ends_the_conversation() {
    let (to_us, at_us) = channel();
    drop(at_us);
    let error = serve(&mut Counter, &b"count\n"[..], End(to_us)).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_command_or_not(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(Some(command)) = Command::parse(&bytes) {
            prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Ok(Some(command)));
        }
    }

    #[test]
    fn any_text_arrives_as_one_response(id in proptest::option::of(any::<u64>()), text in "(?s).{0,100}", ok in any::<bool>()) {
        let response = Response { id, text: if ok { Ok(text) } else { Err(text) } };
        let sent = response.to_string();
        let mut assembler = Assembler::default();
        let mut heard = Vec::new();
        for line in sent.split('\n') {
            heard.extend(assembler.push(line.as_bytes()).unwrap());
        }
        prop_assert_eq!(heard.len(), 1);
        prop_assert_eq!(heard[0].text.is_ok(), ok);
        if id.is_some() {
            prop_assert_eq!(heard[0].id, id);
        }
        // Sent once more, nothing more is lost.
        let mut again = Assembler::default();
        let sent = heard[0].to_string();
        let heard_again: Vec<Response> =
            sent.split('\n').filter_map(|line| again.push(line.as_bytes()).unwrap()).collect();
        prop_assert_eq!(heard_again, heard);
    }

    #[test]
    fn any_lines_are_responses_or_errors(lines in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..30), 0..10)) {
        let mut assembler = Assembler::default();
        for line in lines {
            let _ = assembler.push(&line);
        }
    }
}
