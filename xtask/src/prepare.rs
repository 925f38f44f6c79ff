//! Programs from Debian that the tests run. Installed when that is allowed, else named.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

/// What programs are wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The tests of the program and of the parts of its page.
    Tests,
    /// The page in a browser.
    Browser,
    /// The Python package.
    Python,
}

impl Purpose {
    pub(crate) const ALL: [Purpose; 3] = [Purpose::Tests, Purpose::Browser, Purpose::Python];
}

/// A program that some test starts.
struct Need {
    program: &'static str,
    /// An environment variable that names the program instead.
    variable: &'static str,
    package: &'static str,
    purpose: Purpose,
    /// What it is for, for whoever has to install it by hand.
    reason: &'static str,
    /// Arguments with which it must succeed, where being there is not enough.
    check: &'static [&'static str],
}

const NEEDS: [Need; 4] = [
    Need {
        program: "gnugo",
        variable: "AJI_GNUGO",
        package: "gnugo",
        purpose: Purpose::Tests,
        reason: "rules, captures and scores are compared with GNU Go",
        check: &[],
    },
    Need {
        program: "npm",
        variable: "AJI_NPM",
        package: "npm",
        purpose: Purpose::Tests,
        reason: "the page of the workbench is built and tested with Node 20 or later",
        check: &[],
    },
    Need {
        program: "chromium",
        variable: "AJI_CHROMIUM",
        package: "chromium",
        purpose: Purpose::Browser,
        reason: "the page of the workbench is used in a real browser",
        check: &[],
    },
    Need {
        program: "python3",
        variable: "AJI_PYTHON",
        package: "python3-venv",
        purpose: Purpose::Python,
        reason: "the Python package is installed into a fresh environment and tested; Python 3.11 or later, with venv",
        check: &["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"],
    },
];

/// Debian puts games here, and the path of a service seldom has it.
const PLACES: [&str; 4] = ["/usr/games", "/usr/local/bin", "/usr/bin", "/bin"];

fn is_there(need: &Need) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(PLACES.iter().map(Into::into));
    folders.any(|folder| folder.join(need.program).is_file()) && (need.check.is_empty() || works(need))
}

fn works(need: &Need) -> bool {
    let mut command = Command::new(need.program);
    command.args(need.check).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Sees to it that every program is there that these purposes need.
pub(crate) fn programs(purposes: &[Purpose]) -> Result<()> {
    let named = |need: &Need| std::env::var_os(need.variable).is_some();
    let needed = NEEDS.iter().filter(|need| purposes.contains(&need.purpose));
    let missing: Vec<&Need> = needed.filter(|need| !named(need) && !is_there(need)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    println!("installing {}", packages.join(" "));
    if Path::new("/usr/bin/apt-get").exists() {
        // Old package lists are the usual reason for a failed install, so a failure is tried once more after an update.
        let install = || apt(&[&["install", "-y", "--no-install-recommends"], packages.as_slice()].concat());
        if !install() {
            apt(&["update"]);
            install();
        }
    }
    let still: Vec<&Need> = missing.into_iter().filter(|need| !is_there(need)).collect();
    if still.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> =
        still.iter().map(|need| format!("  {} (package {}): {}", need.program, need.package, need.reason)).collect();
    let names: Vec<&str> = still.iter().map(|need| need.package).collect();
    bail!("these programs are missing:\n{}\ninstall them with: apt-get install {}", lines.join("\n"), names.join(" "))
}

fn apt(arguments: &[&str]) -> bool {
    Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
