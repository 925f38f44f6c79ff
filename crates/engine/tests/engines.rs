//! Engines that do well and engines that do not, as processes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{EngineError, Gtp, Katago, Limits, Program, Query};
use goban::{BoardSize, Color, Rules};
use gtp::Reply;

fn fake_path() -> PathBuf {
    // Examples lie beside the folder of the test.
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("it lies in target/…/deps");
    folder.join("examples/fake_engine")
}

fn fake(arguments: &str) -> Program {
    let mut program = Program::parse(&format!("fake {arguments}")).unwrap();
    program.words[0] = fake_path().to_str().unwrap().to_string();
    program
}

const LIMITS: Limits = Limits { start: Duration::from_secs(600), answer: Duration::from_secs(600) };

fn start(arguments: &str) -> Gtp {
    Gtp::start(&fake(arguments), LIMITS).unwrap()
}

#[test]
fn a_good_engine_plays() {
    let mut engine = start("");
    assert_eq!((engine.name(), engine.version()), ("Fake", "1.0"));
    assert!(engine.knows("genmove") && !engine.knows("sing"));
    engine.ask("boardsize 9").unwrap();
    for color in [Color::Black, Color::White, Color::Black] {
        let reply = engine.ask(&format!("genmove {color}")).unwrap();
        assert!(matches!(Reply::parse(BoardSize::NINE, &reply), Some(Reply::Move(_))), "{reply}");
    }
    let refused = engine.ask("sing").unwrap_err();
    assert_eq!(refused.to_string(), "refuses \"sing\": unknown command");
    assert!(refused.is_refusal() && engine.is_running());
    assert_eq!(engine.ask("name\nquit").unwrap_or_default(), "Fake", "a line feed does not smuggle in a command");
    assert!(engine.cpu_time().is_some() || !cfg!(target_os = "linux"));
    engine.quit();
}

/// The error of the first move, which must leave the engine dead.
fn failure(how: &str, limit: Duration) -> String {
    let mut engine = start(&format!("--fail {how}"));
    let error = engine.ask_within("genmove b", limit).unwrap_err();
    assert!(!engine.is_running(), "{how}");
    assert!(matches!(engine.ask("name"), Err(EngineError::NotRunning)));
    engine.restart().unwrap();
    assert_eq!(engine.ask("name").unwrap(), "Fake");
    error.to_string()
}

#[test]
fn every_failure_is_told_and_survived() {
    let long = LIMITS.answer;
    assert_eq!(failure("hang", Duration::from_millis(200)), "no answer to \"genmove b\" within 0.2 s");
    assert_eq!(
        failure("crash", long),
        "ended while answering \"genmove b\": exit status: 3; it said: segmentation fault, as it were"
    );
    assert!(failure("abort", long).contains("signal: 6"));
    assert_eq!(failure("close", long), "ended while answering \"genmove b\": exit status: 0; it said: going away");
    assert_eq!(
        failure("garble", long),
        "no sense in the answer to \"genmove b\": no response of GTP: \"this is no GTP\""
    );
    assert!(failure("wrong-id", long).contains("a response to command 999999 instead of"));
    assert!(failure("flood", long).contains("a response longer than 4194304 bytes"));
    assert_eq!(failure("shut", long), "ended while answering \"genmove b\": it closed its output and was killed");
    // Whoever talks without end has no more time than the silent.
    for how in ["deaf", "fork", "blank"] {
        assert_eq!(failure(how, Duration::from_millis(200)), "no answer to \"genmove b\" within 0.2 s", "{how}");
    }
    assert!(failure("long-line", Duration::from_millis(500)).contains("within 0.5 s"));
}

#[test]
fn what_is_no_failure_of_the_process_is_handed_on() {
    let first = |how: &str| start(&format!("--fail {how}")).ask("genmove b");
    assert_eq!(first("nonsense").unwrap(), "banana");
    assert_eq!(first("resign").unwrap(), "resign");
    assert_eq!(first("refuse").unwrap_err().to_string(), "refuses \"genmove b\": I do not want to");
    // A megabyte on standard error does not block it.
    assert!(Reply::parse(BoardSize::NINETEEN, &first("stderr").unwrap()).is_some());
}

#[test]
fn an_engine_that_goes_on_talking_after_quit_is_killed() {
    let engine = start("--fail talk");
    engine.quit();
}

#[test]
fn an_engine_that_never_answers_does_not_start() {
    let limits = Limits { start: Duration::from_millis(200), ..LIMITS };
    let error = Gtp::start(&fake("--fail mute"), limits).unwrap_err();
    assert_eq!(error.to_string(), "no answer to \"name\" within 0.2 s");
}

#[test]
fn programs_that_are_not_there_or_are_no_engines_do_not_start() {
    let error = Gtp::start(&Program::parse("no-such-engine-anywhere").unwrap(), LIMITS).unwrap_err();
    assert!(error.to_string().starts_with("no-such-engine-anywhere does not start: "), "{error}");
    let error = Gtp::start(&Program::parse("echo hello").unwrap(), LIMITS).unwrap_err();
    assert_eq!(error.to_string(), "no sense in the answer to \"name\": no response of GTP: \"hello\"");
    for bad in ["", "  ", "'open"] {
        assert!(Program::parse(bad).is_err());
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_behind_a_shell_is_killed_with_it() {
    let mark = "--seed 8463027";
    let words = vec!["sh".into(), "-c".into(), format!("{} --fail hang {mark}; true", fake_path().display())];
    let mut engine = Gtp::start(&Program { words, folder: None }, LIMITS).unwrap();
    let command_line = |pid: &str| std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let ours = |pid: &String| {
        let words = String::from_utf8_lossy(&command_line(pid)).replace('\0', " ");
        words.contains(mark) && !words.starts_with("sh")
    };
    let processes = std::fs::read_dir("/proc").unwrap();
    let mut pids = processes.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let child = pids.find(ours).expect("the shell started the engine");
    engine.ask_within("genmove b", Duration::from_millis(100)).unwrap_err();
    let gone =
        |pid: &str| std::fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "));
    testkit::until(|| gone(&child));
}

#[test]
fn a_stream_is_handed_on_line_by_line() {
    let mut engine = start("");
    let mut lines = Vec::new();
    engine
        .stream("list_commands", LIMITS.answer, &mut |line| {
            lines.push(line.to_string());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(lines.first().map(String::as_str), Some("protocol_version"));
    assert!(lines.contains(&"genmove".to_string()), "{lines:?}");
}

#[test]
fn katago_answers_in_any_order() {
    let mut katago = Katago::start(&fake("--json"), LIMITS).unwrap();
    assert_eq!(katago.version().unwrap(), "1.0");
    let mut query = Query::game(BoardSize::NINE, Rules::CHINESE, Vec::new());
    query.turns = vec![0, 1, 2];
    let analyses = katago.analyze_all(&query).unwrap();
    let leads: Vec<f64> = analyses.iter().map(|analysis| analysis.lead).collect();
    assert_eq!(leads, [0.5, 1.5, 2.5]);
    katago.quit();
}

#[test]
fn katago_fails_too() {
    let query = Query::game(BoardSize::NINE, Rules::CHINESE, Vec::new());
    let error = |how: &str| {
        let limits = Limits { start: Duration::from_millis(300), answer: Duration::from_millis(300) };
        let limits = if ["hang", "blank", "flood"].contains(&how) { limits } else { LIMITS };
        let mut katago = Katago::start(&fake(&format!("--json --fail {how}")), limits).unwrap();
        katago.analyze_all(&query).unwrap_err().to_string()
    };
    // The second floods with warnings, the third with what it thinks in between.
    for how in ["hang", "blank", "flood"] {
        assert_eq!(error(how), "no answer to \"analysis\" within 0.3 s", "{how}");
    }
    assert_eq!(error("crash"), "ended while answering \"analysis\": exit status: 3");
    assert_eq!(error("refuse"), "refuses \"analysis\": I do not want to");
    assert!(error("nonsense").starts_with("no sense in the answer to \"analysis\": expected value"));
}
