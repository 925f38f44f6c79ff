//! What cargo starts instead of the compiler for the crates of the workspace: the compiler, and after it clippy and rustdoc on
//! the same crate.
//!
//! `cargo clippy` and `cargo doc` want their dependencies checked, tests want them built: with the three of them every
//! dependency is compiled twice. Here both look at the crate in the moment it is built, beside dependencies that are there
//! already. A warning of either is an error, and what was found good is not looked at again until it changes.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result};

use crate::steps::own_folder;

/// The command line that cargo asks for.
struct Asked {
    rustc: PathBuf,
    arguments: Vec<String>,
}

/// Whether cargo started this program in place of the compiler, whose path it then puts first.
pub(crate) fn is_meant(first: &OsStr) -> bool {
    Path::new(first).file_stem().is_some_and(|name| name == "rustc")
}

/// Compiles a crate and has it looked at.
///
/// # Errors
/// When a program cannot be started.
pub(crate) fn compile(mut words: impl Iterator<Item = OsString>) -> Result<ExitCode> {
    let rustc = words.next().context("cargo names the compiler")?.into();
    let arguments: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let asked = Asked { rustc, arguments };
    let mut steps = vec![asked.compiler()];
    // Cargo also asks which compiler this is and what it can do.
    if asked.builds() {
        steps.push(asked.clippy()?);
        steps.extend(asked.documentation()?);
    }
    for mut step in steps {
        let status = step.status().with_context(|| format!("{} cannot be started", step.get_program().display()))?;
        if !status.success() {
            return Ok(code(status));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn code(status: ExitStatus) -> ExitCode {
    status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

impl Asked {
    fn builds(&self) -> bool {
        self.has("--crate-name") && !self.arguments.iter().any(|word| word.starts_with("--print"))
    }

    fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|word| word == name)
    }

    /// What is built. Warnings are left to clippy, which gives those of the compiler too.
    fn compiler(&self) -> Command {
        let mut command = Command::new(&self.rustc);
        command.args(&self.arguments);
        if self.builds() {
            command.args(["--cap-lints", "allow"]);
        }
        command
    }

    fn clippy(&self) -> Result<Command> {
        let mut command = Command::new(self.rustc.with_file_name("clippy-driver"));
        command.arg(&self.rustc).args(self.read());
        command.args(["--emit=metadata", "-D", "warnings", "--out-dir"]).arg(beside("checked")?);
        Ok(command)
    }

    /// For libraries only.
    fn documentation(&self) -> Result<Option<Command>> {
        let library = self.arguments.windows(2).any(|pair| pair == ["--crate-type", "lib"]);
        if !library || self.has("--test") {
            return Ok(None);
        }
        let mut command = Command::new(self.rustc.with_file_name("rustdoc"));
        command.args(self.read());
        command.args(["-D", "warnings", "--out-dir"]).arg(beside("../doc")?);
        Ok(Some(command))
    }

    /// The arguments without those that say what is written, and where. Nothing is said of files that are written either:
    /// cargo would take them for those it waits for.
    fn read(&self) -> Vec<String> {
        let mut kept = Vec::new();
        let mut arguments = self.arguments.iter().peekable();
        while let Some(word) = arguments.next() {
            let next = arguments.peek().map(|word| word.as_str()).unwrap_or_default();
            if word == "--out-dir" || (word == "-C" && next.starts_with("incremental=")) {
                arguments.next();
            } else if let Some(kinds) = word.strip_prefix("--json=") {
                let kinds: Vec<&str> = kinds.split(',').filter(|kind| *kind != "artifacts").collect();
                kept.push(format!("--json={}", kinds.join(",")));
            } else if !word.starts_with("--emit=") {
                kept.push(word.clone());
            }
        }
        kept
    }
}

/// A folder beside this program.
fn beside(name: &str) -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let folder = program.parent().context("a program is in a folder")?.join(name);
    std::fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder)
}

/// Copies this program to where cargo can start it, and names it. While the tests are built, its usual place is written to.
pub(crate) fn installed() -> Result<PathBuf> {
    let copy = own_folder()?.join("xtask");
    let program = std::env::current_exe().context("this program does not know where it is")?;
    let read = |path: &Path| std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()));
    let bytes = read(&program)?;
    if !copy.is_file() || read(&copy)? != bytes {
        std::fs::copy(&program, &copy).context("the target folder cannot be written")?;
    }
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> Asked {
        Asked { rustc: "/bin/rustc".into(), arguments: line.split_whitespace().map(String::from).collect() }
    }

    fn words(command: &Command) -> String {
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    const LIBRARY: &str = "--crate-name goban --edition=2024 src/lib.rs --error-format=json \
        --json=diagnostic-rendered-ansi,artifacts,future-incompat --crate-type lib --emit=dep-info,metadata,link \
        -C opt-level=1 --warn=missing_docs -C incremental=target/debug/incremental --out-dir target/debug/deps -L dependency=target/debug/deps";

    #[test]
    fn clippy_reads_what_the_compiler_builds_and_writes_elsewhere() {
        let clippy = asked(LIBRARY).clippy().unwrap();
        assert_eq!(clippy.get_program(), "/bin/clippy-driver");
        let said = words(&clippy);
        let kept = "/bin/rustc --crate-name goban --edition=2024 src/lib.rs --error-format=json \
            --json=diagnostic-rendered-ansi,future-incompat --crate-type lib -C opt-level=1 --warn=missing_docs -L dependency=target/debug/deps \
            --emit=metadata -D warnings --out-dir ";
        assert!(said.starts_with(kept), "{said}");
    }

    #[test]
    fn libraries_alone_have_pages() {
        assert!(asked(LIBRARY).documentation().unwrap().is_some());
        assert!(asked(&format!("{LIBRARY} --test")).documentation().unwrap().is_none());
        assert!(asked("--crate-name aji src/main.rs --crate-type bin").documentation().unwrap().is_none());
    }

    #[test]
    fn questions_go_to_the_compiler_alone() {
        for question in ["-vV", "- --crate-name ___ --print=file-names --print=cfg"] {
            assert!(!asked(question).builds());
            assert_eq!(words(&asked(question).compiler()), question);
        }
    }
}
