//! Where results go: standard output, or a file that is never left half-written.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Cause, Failure};

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

/// JSON values of a batch, each written when it is there, so that no more than one is in memory and a run that is cut off
/// has told what it did.
pub(crate) struct JsonStream {
    form: JsonForm,
    written: usize,
}

/// How the values of a batch stand on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JsonForm {
    /// One value a line.
    Lines,
    /// A value alone, or an array where there are several or could be.
    Value { array: bool },
}

impl JsonStream {
    /// A value a line.
    pub(crate) fn lines() -> JsonStream {
        JsonStream { form: JsonForm::Lines, written: 0 }
    }

    /// One value: that of the only game, or an array.
    pub(crate) fn value() -> JsonStream {
        JsonStream { form: JsonForm::Value { array: false }, written: 0 }
    }

    /// What `--json` and `--jsonl` ask for.
    pub(crate) fn wanted(json: bool, jsonl: bool) -> Option<JsonStream> {
        match (json, jsonl) {
            (_, true) => Some(JsonStream::lines()),
            (true, false) => Some(JsonStream::value()),
            (false, false) => None,
        }
    }

    /// Writes the next value. With the first one it is known whether it is one of `many`.
    ///
    /// # Errors
    /// As [`print`].
    pub(crate) fn push(&mut self, value: &impl serde::Serialize, many: bool) -> Result<(), Failure> {
        if let (JsonForm::Value { array }, 0) = (&mut self.form, self.written) {
            *array = many;
        }
        let (before, after) = match self.form {
            JsonForm::Lines => ("", "\n"),
            JsonForm::Value { array: false } => ("", "\n"),
            JsonForm::Value { array: true } if self.written == 0 => ("[", ""),
            JsonForm::Value { array: true } => (",", ""),
        };
        self.written += 1;
        print(&format!("{before}{}{after}", serde_json::to_string(value)?))
    }

    /// Ends the output. A batch in which nothing could be done is an empty array.
    ///
    /// # Errors
    /// As [`print`].
    pub(crate) fn finish(self, many: bool) -> Result<(), Failure> {
        match self.form {
            JsonForm::Value { array: true } => print("]\n"),
            JsonForm::Value { array: false } if self.written == 0 && many => print("[]\n"),
            _ => Ok(()),
        }
    }
}

/// One JSON object with a list, whose members are written as they come. What stands behind the list may be known only in the end.
pub(crate) struct ListStream {
    key: &'static str,
    written: usize,
}

impl ListStream {
    /// Begins an object whose list has this name; `empty` is the object without members.
    ///
    /// # Errors
    /// As [`print`].
    pub(crate) fn begin(key: &'static str, empty: &impl serde::Serialize) -> Result<ListStream, Failure> {
        print(&around(key, empty)?.0)?;
        Ok(ListStream { key, written: 0 })
    }

    /// Writes the next member.
    ///
    /// # Errors
    /// As [`print`].
    pub(crate) fn push(&mut self, member: &impl serde::Serialize) -> Result<(), Failure> {
        let comma = if self.written > 0 { "," } else { "" };
        self.written += 1;
        print(&format!("{comma}{}", serde_json::to_string(member)?))
    }

    /// Ends the object with what stands behind the list of `whole`, which has no members itself.
    ///
    /// # Errors
    /// As [`print`].
    pub(crate) fn finish(self, whole: &impl serde::Serialize) -> Result<(), Failure> {
        print(&format!("{}\n", around(self.key, whole)?.1))
    }
}

/// What stands before and behind the members of a list that is empty in this object.
fn around(key: &str, object: &impl serde::Serialize) -> Result<(String, String), Failure> {
    let text = serde_json::to_string(object)?;
    let list = format!("\"{key}\":[]");
    let (before, behind) = text.split_once(&list).ok_or_else(|| Failure::work(format!("no empty list {key}")))?;
    Ok((format!("{before}\"{key}\":["), format!("]{behind}")))
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
    write_through(path, existing, |out| Ok(out.write_all(bytes)?))
}

/// The same for what is made while it is written: no more of it is in memory than the work needs. If the work fails, there
/// is no file.
///
/// # Errors
/// As [`write_file`], and those of the work.
pub(crate) fn write_through(
    path: &Path,
    existing: Existing,
    work: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
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
    let cannot = |error: io::Error| Failure::work(format!("cannot be written ({error})")).about(&name);
    let told = |failure: Failure| match failure.cause {
        Cause::Stream(error) => cannot(error),
        _ => failure,
    };
    if path.exists() && !path.is_file() {
        // A device or a pipe takes what it is given; a rename would replace it with a file.
        let mut device = fs::OpenOptions::new().write(true).open(path).map_err(cannot)?;
        return work(&mut device).map_err(told);
    }
    input::write_whole(path, |file| -> Result<(), Failure> {
        let mut out = BufWriter::new(file);
        work(&mut out)?;
        Ok(out.flush()?)
    })
    .map_err(told)
}

/// What is said of a file that was written.
pub(crate) fn wrote(path: &Path) -> String {
    format!("wrote {}\n", figures::clean(&path.display().to_string()))
}

/// The names that were given in a folder of results.
#[derive(Default)]
pub(crate) struct Names {
    taken: HashSet<PathBuf>,
    /// How often a name was wanted, so that the thousandth twin is found at once.
    twins: HashMap<PathBuf, usize>,
}

/// A file in a folder of results: the input's name, with a number where another input had the same name (the second does
/// not replace the first), and with the number of the game where it held several.
pub(crate) fn path_in(folder: &Path, input: &str, number: Option<usize>, ending: &str, names: &mut Names) -> PathBuf {
    let input = input.strip_suffix(".gz").unwrap_or(input);
    let stem =
        Path::new(input).file_stem().and_then(|stem| stem.to_str()).filter(|stem| *stem != "-").unwrap_or("game");
    let number = number.map_or(String::new(), |number| format!("-{number:04}"));
    let twins = names.twins.entry(folder.join(format!("{stem}{number}.{ending}"))).or_default();
    loop {
        *twins += 1;
        let twin = if *twins == 1 { String::new() } else { format!("-{twins}") };
        let path = folder.join(format!("{stem}{twin}{number}.{ending}"));
        if names.taken.insert(path.clone()) {
            return path;
        }
    }
}

/// Who else writes to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stdout {
    /// Nobody, so that one picture may go there.
    Free,
    /// The report or its JSON.
    Taken,
}

/// What is read, so that nothing is written over it. Names are followed to their files once, and only when something that
/// is to be written is there already: a folder may hold a hundred thousand.
pub(crate) struct Inputs<F = fn(&Path) -> io::Result<PathBuf>> {
    names: Vec<PathBuf>,
    files: OnceCell<HashSet<PathBuf>>,
    follow: F,
}

impl Inputs {
    pub(crate) fn new<'a>(names: impl IntoIterator<Item = &'a PathBuf>) -> Inputs {
        Inputs::followed_by(names, |name| fs::canonicalize(name))
    }
}

impl<F: Fn(&Path) -> io::Result<PathBuf>> Inputs<F> {
    fn followed_by<'a>(names: impl IntoIterator<Item = &'a PathBuf>, follow: F) -> Inputs<F> {
        Inputs { names: names.into_iter().cloned().collect(), files: OnceCell::new(), follow }
    }

    /// Checks where results are to go, before any work: not over anything that is read, and not two to the same file.
    ///
    /// # Errors
    /// When an output is an input, two outputs are one, or one goes to standard output with something else.
    pub(crate) fn check<'a>(
        &self,
        outputs: impl IntoIterator<Item = &'a PathBuf>,
        stdout: Stdout,
    ) -> Result<(), Failure> {
        let outputs: Vec<&PathBuf> = outputs.into_iter().collect();
        for (i, output) in outputs.iter().enumerate() {
            let name = output.display();
            if outputs[..i].contains(output) {
                return Err(Failure::usage("two results cannot go to one place; name another file").about(name));
            }
            if output.as_os_str() == "-" && stdout == Stdout::Taken {
                return Err(Failure::usage("standard output is taken by the report; name a file instead of -"));
            }
            if (self.follow)(output).is_ok_and(|output| self.files().contains(&output)) {
                return Err(Failure::usage("is the input; name another file for the output").about(name));
            }
        }
        Ok(())
    }

    fn files(&self) -> &HashSet<PathBuf> {
        self.files.get_or_init(|| self.names.iter().filter_map(|name| (self.follow)(name).ok()).collect())
    }
}

/// Checks results and what is read once.
///
/// # Errors
/// As [`Inputs::check`].
pub(crate) fn check_targets<'a>(
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    stdout: Stdout,
) -> Result<(), Failure> {
    Inputs::new(inputs).check(outputs, stdout)
}

/// The width of the terminal, or 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| usize::from(width))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn however_many_results_there_are_every_input_is_followed_once() {
        let names: Vec<PathBuf> = (0..1000).map(|i| format!("in/{i}.sgf").into()).collect();
        let followed = Cell::new(0);
        let inputs = Inputs::followed_by(&names, |name| {
            followed.set(followed.get() + 1);
            Ok(Path::new("/").join(name))
        });
        for i in 0..1000 {
            inputs.check([&format!("out/{i}.sgf").into()], Stdout::Free).expect("it is another file");
        }
        assert_eq!(followed.get(), 2000, "once each, whether read or written");
        let clash = inputs.check([&"in/7.sgf".into()], Stdout::Free).expect_err("it is read");
        assert_eq!(clash.to_string(), "in/7.sgf: is the input; name another file for the output");
        let missing = Inputs::followed_by(&names, |name| match name.starts_with("out") {
            true => Err(io::ErrorKind::NotFound.into()),
            false => panic!("nothing is there that could be overwritten"),
        });
        missing.check([&"out/7.sgf".into()], Stdout::Free).expect("it is not there");
    }

    #[test]
    fn twins_have_names_of_their_own_and_are_named_at_once() {
        let mut names = Names::default();
        let mut name = |input: &str, number| {
            let path = path_in(Path::new("out"), input, number, "sgf", &mut names);
            path.display().to_string()
        };
        assert_eq!(name("a/game.sgf", None), "out/game.sgf");
        assert_eq!(name("b/game-2.sgf", None), "out/game-2.sgf");
        assert_eq!(name("b/game.sgf", None), "out/game-3.sgf", "the second name was another's own");
        assert_eq!(name("c/game.sgf", Some(7)), "out/game-0007.sgf");
        assert_eq!(name("d/game.sgf", Some(7)), "out/game-2-0007.sgf");
        // Ten thousand twins would be fifty million names to try if every search began anew.
        for i in 4..10_000 {
            assert_eq!(name("e/game.sgf.gz", None), format!("out/game-{i}.sgf"));
        }
    }
}
