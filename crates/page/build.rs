//! Builds the pages with npm and Vite, when their sources changed, and lists their files for the program to carry.
//!
//! What was built is kept in the target folder under the hash of its sources, so that every profile and every command
//! (build, test, clippy, doc) takes the same one and npm runs once. Without npm, or without a network to fetch packages
//! from, the program is built all the same, says so in a warning, and `aji serve` says what is missing.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, io};

/// What the page is made from, beside the folder `src`.
const SOURCES: [&str; 7] =
    ["package.json", "package-lock.json", ".npmrc", "vite.config.ts", "build.mjs", "tsconfig.json", "index.html"];
/// The folder of the review's page among what is built; the rest is the workbench.
const REPORT: &str = "report";

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=AJI_NPM");
    let mut sources: Vec<PathBuf> = SOURCES.iter().map(|name| page.join(name)).collect();
    // A folder that is watched as a whole is compared by its newest file; node_modules is never looked at.
    for watched in sources.iter().chain([&page.join("src"), &page.join("public")]).filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", watched.display());
    }
    for folder in ["src", "public"] {
        files(&page.join(folder), &mut sources);
    }
    let (folder, missing) = match built(&page, &sources, &out) {
        Ok(folder) => (Some(folder), String::new()),
        Err(reason) => {
            println!("cargo::warning=aji is built without its pages: {reason}");
            // A file that is never there: cargo tries again with the next build.
            println!("cargo::rerun-if-changed={}", out.join("never").display());
            (None, reason)
        }
    };
    let listing = folder.as_deref().map(listing).unwrap_or_default();
    let report = |name: &str| match &folder {
        Some(folder) => format!("include_str!({:?})", folder.join(REPORT).join(name).display().to_string()),
        None => "\"\"".to_string(),
    };
    let code = format!(
        "/// The files of the workbench.\n\
         static FILES: &[File] = &[\n{listing}];\n\
         /// What makes a review's page move.\n\
         const REPORT_SCRIPT: &str = {};\n\
         /// What makes it look as it does.\n\
         const REPORT_STYLE: &str = {};\n\
         /// Why there are no pages; empty if there are.\n\
         const MISSING: &str = {missing:?};\n",
        report("report.js"),
        report("report.css"),
    );
    fs::write(out.join("pages.rs"), code).expect("OUT_DIR can be written");
}

/// The folder with the built page, built now if it has to be.
fn built(page: &Path, sources: &[PathBuf], out: &Path) -> Result<PathBuf, String> {
    if !page.join("package.json").is_file() {
        return Err("its sources are not beside this crate; build aji from its repository".to_string());
    }
    let told = |what: &str, error: io::Error| format!("{what} ({error})");
    // target/PROFILE/build/NAME/out
    let target = out.ancestors().nth(4).ok_or("the target folder is not where it used to be")?;
    let cache = target.join("page");
    fs::create_dir_all(&cache).map_err(|error| told("the target folder cannot be written", error))?;
    let wanted = cache.join(hash(page, sources));
    // Two profiles may be built at the same time.
    let lock = File::create(cache.join("lock")).map_err(|error| told("the target folder cannot be written", error))?;
    lock.lock().map_err(|error| told("the target folder cannot be locked", error))?;
    if !wanted.join("index.html").is_file() {
        install(page)?;
        let part = cache.join("part");
        let _ = fs::remove_dir_all(&part);
        npm(page, &["run", "--silent", "build", "--", &part.display().to_string()])
            .map_err(|reason| format!("Vite failed: {reason}"))?;
        fs::rename(&part, &wanted).map_err(|error| told("the built page cannot be moved", error))?;
    }
    // The crate takes its own copy, so that the cache may be cleared.
    let copy = out.join("page");
    let _ = fs::remove_dir_all(&copy);
    let mut built = Vec::new();
    files(&wanted, &mut built);
    for file in built {
        let to = copy.join(file.strip_prefix(&wanted).map_err(|error| error.to_string())?);
        let folder = to.parent().ok_or("a file without a folder")?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::copy(&file, &to))
            .map_err(|error| told("the page cannot be copied", error))?;
    }
    Ok(copy)
}

/// Installs the packages of the lock file, if these are not the ones that are there.
fn install(page: &Path) -> Result<(), String> {
    let stamp = page.join("node_modules/.aji-installed");
    let lock = fs::read(page.join("package-lock.json")).map_err(|error| format!("package-lock.json: {error}"))?;
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(page, &["ci", "--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1"])?;
    fs::write(&stamp, lock).map_err(|error| format!("node_modules cannot be written ({error})"))
}

fn npm(page: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = env::var_os("AJI_NPM").unwrap_or_else(|| "npm".into());
    let run = Command::new(program).args(arguments).current_dir(page).stdin(Stdio::null()).output();
    let output = run.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "npm is not there; install Node 20 or later (Debian: nodejs and npm)".to_string(),
        _ => format!("npm cannot be started ({error})"),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> =
        said.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("npm warn")).take(6).collect();
    Err(format!("npm {} failed: {}", arguments[0], last.join("; ")))
}

/// A name for this state of the sources.
fn hash(page: &Path, sources: &[PathBuf]) -> String {
    let mut hasher = DefaultHasher::new();
    for path in sources {
        path.strip_prefix(page).unwrap_or(path).hash(&mut hasher);
        fs::read(path).unwrap_or_default().hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// All files under a folder, in a stable order.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    paths.sort();
    for path in paths {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// The files of the workbench as Rust.
fn listing(folder: &Path) -> String {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let mut text = String::new();
    for path in paths {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string().replace('\\', "/");
        if name.starts_with(REPORT) {
            continue;
        }
        let kind = match path.extension().and_then(|ending| ending.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("woff2") => "font/woff2",
            Some("json" | "webmanifest") => "application/json",
            _ => "application/octet-stream",
        };
        let content = path.display().to_string();
        let _ = writeln!(text, "    File {{ path: {name:?}, kind: {kind:?}, content: include_bytes!({content:?}) }},");
    }
    text
}
