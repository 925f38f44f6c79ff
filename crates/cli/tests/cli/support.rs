//! Running the program in a folder of its own.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use goban::{Diagram, PointSet};
use record::{Game, SetupChange};
pub(crate) use testkit::Folder;
use testkit::{fixtures, golden};

/// A game with names, a result, captures and no oddities: the one the program bundles.
pub(crate) const GAME: &str = "real/047-property-rd-alphago-2-0.sgf";

/// What the program said.
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Said {
    pub(crate) fn new(output: &Output) -> Said {
        Said {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().expect("the program ends by itself"),
        }
    }

    /// Fails unless all went well and nothing was complained about.
    #[track_caller]
    pub(crate) fn well(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The JSON value on standard output, and nothing else there.
    #[track_caller]
    pub(crate) fn json(self) -> serde_json::Value {
        let out = self.well();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }

    /// One line on standard error, with this code and nothing on standard output.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("aji: "), "{}", self.err);
        self.err.trim_end().trim_start_matches("aji: ").to_string()
    }
}

fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    // What the terminal of whoever runs the tests can show must not change the results.
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS"] {
        command.env_remove(name);
    }
    // Nor must anything be kept in their home.
    for name in ["HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    command.current_dir(fixtures::path(""));
    command
}

/// Runs `aji` in the folder of the fixtures.
pub(crate) fn aji(arguments: &[&str]) -> Said {
    Said::new(&aji_command().args(arguments).stdin(Stdio::null()).output().expect("the program starts"))
}

/// Runs `aji` with a cache folder.
pub(crate) fn aji_with_cache(folder: &Path, arguments: &[&str]) -> Said {
    let mut command = aji_command();
    command.env("XDG_CACHE_HOME", folder).args(arguments).stdin(Stdio::null());
    Said::new(&command.output().expect("the program starts"))
}

pub(crate) fn aji_command() -> Command {
    command(Path::new(env!("CARGO_BIN_EXE_aji")))
}

/// Starts `aji` with nobody to listen to it, to be killed.
pub(crate) fn start_quietly(arguments: &[impl AsRef<OsStr>]) -> Child {
    let quiet = Stdio::null;
    aji_command().args(arguments).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn().expect("the program starts")
}

/// Runs `aji` with this on standard input.
pub(crate) fn aji_with_input(arguments: &[&str], input: &[u8]) -> Said {
    let mut child = aji_command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("it reads");
    Said::new(&child.wait_with_output().expect("it ends"))
}

/// The program that also has the dummy model.
pub(crate) fn command_with_dummy() -> Command {
    // Examples lie beside the test binary's folder.
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("it lies in target/…/deps");
    command(&folder.join("examples/with_dummy"))
}

/// Runs it.
pub(crate) fn aji_with_dummy(arguments: &[&str]) -> Said {
    Said::new(&command_with_dummy().args(arguments).stdin(Stdio::null()).output().expect("cargo test builds examples"))
}

/// GNU Go, which `cargo xtask test` installs.
pub(crate) fn gnugo() -> PathBuf {
    let named = std::env::var("AJI_GNUGO").ok().map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let candidates =
        std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]).map(|folder| folder.join("gnugo"));
    let found = named.or_else(|| candidates.into_iter().find(|path| path.is_file()));
    found.expect("GNU Go was not found: apt-get install gnugo, or set AJI_GNUGO to its path")
}

/// Compares with a golden file of this crate.
#[track_caller]
pub(crate) fn golden(name: &str, text: &str) {
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name), text);
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are UTF-8")
}

/// A drawn board as a game record.
pub(crate) fn record_of(drawn: &str) -> String {
    let setup = Diagram::parse(drawn).expect("a drawn board");
    let mut game = Game::new(setup.size);
    let root = game.root();
    let change = SetupChange { add: setup.stones, clear: PointSet::EMPTY, to_move: Some(setup.to_move) };
    game.node_mut(root).setup = Some(Box::new(change));
    sgf::write(&[game])
}

/// The engine that fails as told.
pub(crate) fn fake(arguments: &str) -> String {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("it lies in target/…/deps");
    format!("'{}' {arguments}", folder.join("examples/fake").display())
}
