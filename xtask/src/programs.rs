//! The test programs of the workspace, side by side.
//!
//! Cargo runs them one after the other. Many wait for others for a good part of their time (engines that are killed, servers, a cluster) or end with
//! one long test, so that a processor has nothing to do. What a program says is printed when it has ended, in one piece.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use cargo_metadata::{Artifact, Message};

use crate::steps::{cargo, looked_at, own_folder};

/// So many run at once: each of them has a thread a processor already.
const AT_ONCE: usize = 2;

/// Something that runs tests and says how many passed.
struct Program {
    name: String,
    command: Command,
}

/// What the harness counted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Counted {
    passed: usize,
    failed: usize,
    ignored: usize,
}

impl Counted {
    /// The sum of all lines of results in what was said.
    fn of(said: &str) -> Counted {
        let results = said.lines().filter_map(|line| line.strip_prefix("test result: "));
        results.fold(Counted::default(), |sum, line| {
            let number = |what: &str| {
                let words: Vec<&str> = line.split([' ', ';', '.']).filter(|word| !word.is_empty()).collect();
                let at = words.iter().position(|word| *word == what);
                at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
            };
            sum.and(Counted { passed: number("passed"), failed: number("failed"), ignored: number("ignored") })
        })
    }

    fn and(self, other: Counted) -> Counted {
        Counted {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            ignored: self.ignored + other.ignored,
        }
    }
}

/// Runs the tests that `cargo test` with these arguments would run, documentation included, and all of them even if one fails.
///
/// # Errors
/// When something cannot be built or started, or a test fails.
pub(crate) fn run(tests: &[&str]) -> Result<()> {
    let mut waiting: VecDeque<Program> = built(tests)?.into();
    waiting.push_back(Program {
        name: "examples in the documentation".to_string(),
        command: {
            let mut command = cargo(&[tests, &["--doc", "--no-fail-fast"]].concat());
            looked_at(&mut command)?;
            command
        },
    });
    let n_programs = waiting.len();
    let waiting = Mutex::new(waiting);
    let ended = Mutex::new((Counted::default(), Vec::new()));
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..AT_ONCE)
            .map(|lane| {
                scope.spawn({
                    let (waiting, ended) = (&waiting, &ended);
                    move || work(lane, waiting, ended)
                })
            })
            .collect();
        lanes.into_iter().try_for_each(|lane| lane.join().unwrap_or_else(|_| bail!("a thread of xtask broke")))
    })?;
    let (counted, failed) = ended.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Counted { passed, failed: n_failed, ignored } = counted;
    println!("\n{n_programs} test programs: {passed} passed, {n_failed} failed, {ignored} ignored");
    if !failed.is_empty() {
        bail!("{} failed:\n  {}", count(failed.len()), failed.join("\n  "));
    }
    Ok(())
}

fn count(n: usize) -> String {
    if n == 1 { "one test program".to_string() } else { format!("{n} test programs") }
}

/// The test programs, which are built if they are not.
fn built(tests: &[&str]) -> Result<Vec<Program>> {
    let mut command = cargo(&[tests, &["--no-run", "--message-format=json-render-diagnostics"]].concat());
    let mut child = looked_at(&mut command)?.stdout(Stdio::piped()).spawn().context("cargo cannot be started")?;
    let said = BufReader::new(child.stdout.take().context("its messages are read")?);
    let mut programs = Vec::new();
    for message in Message::parse_stream(said) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.profile.test
        {
            programs.extend(program(&artifact));
        }
    }
    if !child.wait()?.success() {
        bail!("the tests cannot be built");
    }
    // Always in the same order, that of cargo: by package, then by name.
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(programs)
}

/// A test program as cargo would start it: in the folder of its package.
fn program(artifact: &Artifact) -> Option<Program> {
    let folder = artifact.manifest_path.parent()?;
    let package = package(&artifact.package_id.repr)?;
    let source = artifact.target.src_path.strip_prefix(folder).unwrap_or(&artifact.target.src_path);
    let mut command = Command::new(artifact.executable.as_ref()?);
    command.current_dir(folder).env("CARGO_MANIFEST_DIR", folder);
    Some(Program { name: format!("{package}, {source}"), command })
}

/// The name of a package by what cargo calls it: `path+file:///aji/crates/cli#aji@0.1.0`, or without the name where the folder has it.
fn package(id: &str) -> Option<&str> {
    let (folder, rest) = id.rsplit_once('#')?;
    rest.split_once('@').map_or_else(|| folder.rsplit('/').next(), |(name, _)| Some(name))
}

/// Runs one program after the other until there is none left.
fn work(lane: usize, waiting: &Mutex<VecDeque<Program>>, ended: &Mutex<(Counted, Vec<String>)>) -> Result<()> {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(Program { name, mut command }) = next else { return Ok(()) };
        let began = Instant::now();
        let (success, said) = heard(&mut command, lane).with_context(|| name.clone())?;
        let seconds = began.elapsed().as_secs();
        let mut ended = ended.lock().unwrap_or_else(PoisonError::into_inner);
        // One program after the other is printed, for this is locked meanwhile.
        println!("\n-- {name} ({seconds} s)\n{}", said.trim_end());
        ended.0 = ended.0.and(Counted::of(&said));
        if !success {
            ended.1.push(name);
        }
    }
}

/// Runs a command: whether it succeeded, and all that it said. It goes through a file, in the order in which it was said.
fn heard(command: &mut Command, lane: usize) -> Result<(bool, String)> {
    let path = own_folder()?.join(format!("said-{lane}.txt"));
    let mut file = File::options().create(true).truncate(true).read(true).write(true).open(&path)?;
    let status = command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file.try_clone()?).status()?;
    file.flush()?;
    file.seek(SeekFrom::Start(0))?;
    let mut said = Vec::new();
    file.read_to_end(&mut said)?;
    fs::remove_file(&path)?;
    let mut said = String::from_utf8_lossy(&said).into_owned();
    if !status.success() {
        said.push_str(&format!("\nended with {status}\n"));
    }
    Ok((status.success(), said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let said = "running 3 tests\ntest a ... ok\n\n\
            test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n\
            test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s\n";
        assert_eq!(Counted::of(said), Counted { passed: 6, failed: 1, ignored: 1 });
        assert_eq!(Counted::of("nothing of the kind"), Counted::default());
    }

    #[test]
    fn packages_have_their_names() {
        assert_eq!(package("path+file:///aji/crates/cli#aji@0.1.0"), Some("aji"));
        assert_eq!(package("path+file:///aji/xtask#0.1.0"), Some("xtask"));
    }

    #[test]
    fn what_a_program_says_comes_in_order_and_with_its_end() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; echo three; exit 3"]);
        let (success, said) = heard(&mut command, 99).unwrap();
        assert!(!success);
        assert_eq!(said, "one\ntwo\nthree\n\nended with exit status: 3\n");
    }
}
