//! Where results go: standard output, or a file that is never left half-written.

use std::collections::HashSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Whether the terminal gets colours.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Also into a pipe or a file.
    Always,
    /// Not at all.
    Never,
}

impl ColorWhen {
    /// Whether colours are wanted now.
    pub(crate) fn wanted(self) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => {
                let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
                !set("NO_COLOR") && (set("CLICOLOR_FORCE") || io::stdout().is_terminal() && !dumb)
            }
        }
    }
}

/// Writes a whole text to standard output.
///
/// # Errors
/// When that fails, also because the pipe was closed at its other end.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    to_stdout(text.as_bytes()).map_err(|error| Failure::from(error).about("standard output"))
}

fn to_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// A text from outside, made fit for one line of a terminal: no control characters, nothing that turns the direction of
/// writing, and no longer than a line should be.
pub(crate) fn clean(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut short: String = figures::clean(text).chars().take(LONGEST + 1).collect();
    if short.chars().count() > LONGEST {
        short.pop();
        short.push('…');
    }
    short
}

/// Writes one JSON value and a newline to standard output.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    print(&text)
}

/// A line on standard error, in the form of all our messages.
pub(crate) fn complain(message: impl std::fmt::Display) {
    // Names of files and players stand in messages: they must not steer the terminal. When standard error is closed there
    // is nobody left to tell.
    let _ = writeln!(io::stderr(), "aji: {}", figures::clean(&message.to_string()));
}

/// What to do when the file is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

/// Makes a folder for results, if it is not there.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    let name = path.display();
    if path.exists() && !path.is_dir() {
        return Err(Failure::work("is a file; name a folder").about(name));
    }
    fs::create_dir_all(path).map_err(|error| Failure::work(format!("cannot be made ({error})")).about(name))
}

/// Writes a file next to its destination and then renames it, so that it is there whole or not at all.
///
/// # Errors
/// When the file exists and is to be kept, or cannot be written.
pub(crate) fn write_file(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return match to_stdout(bytes) {
            // Whoever reads has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            printed => {
                printed.map_err(|error| Failure::work(format!("cannot be written ({error})")).about("standard output"))
            }
        };
    }
    let named = path;
    let name = named.display();
    // A link stays a link, and what it leads to is written.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let path = target.as_path();
    if existing == Existing::Keep && path.exists() {
        return Err(Failure::exists(named));
    }
    if path.is_dir() {
        return Err(Failure::work("is a folder; name a file in it").about(name));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::work(format!("the folder {} does not exist", folder.display())).about(name));
    }
    let cannot = |error: io::Error| Failure::work(format!("cannot be written ({error})")).about(name);
    if path.exists() && !path.is_file() {
        // A device or a pipe takes what it is given; a rename would replace it with a file.
        let opened = fs::OpenOptions::new().write(true).open(path);
        return opened.and_then(|mut device| device.write_all(bytes)).map_err(cannot);
    }
    input::write_whole(path, |mut file| file.write_all(bytes)).map_err(cannot)
}

/// What is said of a file that was written.
pub(crate) fn wrote(path: &Path) -> String {
    format!("wrote {}\n", figures::clean(&path.display().to_string()))
}

/// A file in a folder of results: the input's name, with a number where another input had the same name (the second does
/// not replace the first), and with the number of the game where it held several.
pub(crate) fn path_in(
    folder: &Path,
    input: &str,
    number: Option<usize>,
    ending: &str,
    taken: &mut HashSet<PathBuf>,
) -> PathBuf {
    let input = input.strip_suffix(".gz").unwrap_or(input);
    let stem =
        Path::new(input).file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "-").unwrap_or("game");
    let number = number.map_or(String::new(), |number| format!("-{number:04}"));
    let names = (1..).map(|twin| {
        let twin = if twin == 1 { String::new() } else { format!("-{twin}") };
        folder.join(format!("{stem}{twin}{number}.{ending}"))
    });
    names.into_iter().find(|path| taken.insert(path.clone())).unwrap_or_default()
}

/// Who else writes to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stdout {
    /// Nobody, so that one picture may go there.
    Free,
    /// The report or its JSON.
    Taken,
}

/// Checks where results are to go, before any work: not over anything that is read, and not two to the same file.
///
/// # Errors
/// When an output is an input, two outputs are one, or one goes to standard output with something else.
pub(crate) fn check_targets<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    stdout: Stdout,
) -> Result<(), Failure> {
    let outputs: Vec<&PathBuf> = outputs.into_iter().collect();
    let read: Vec<PathBuf> = inputs.into_iter().filter_map(|input| fs::canonicalize(input).ok()).collect();
    for (i, output) in outputs.iter().enumerate() {
        let name = output.display();
        if outputs[..i].contains(output) {
            return Err(Failure::usage("two results cannot go to one place; name another file").about(name));
        }
        if output.as_os_str() == "-" && stdout == Stdout::Taken {
            return Err(Failure::usage("standard output is taken by the report; name a file instead of -"));
        }
        if fs::canonicalize(output).is_ok_and(|output| read.contains(&output)) {
            return Err(Failure::usage("is the input; name another file for the output").about(name));
        }
    }
    Ok(())
}

/// The width of the terminal, or 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| usize::from(width))
}
