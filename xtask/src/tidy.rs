//! What the repository promises about itself, checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files that git knows or would add.
fn files() -> Vec<PathBuf> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git is there");
    assert!(output.status.success(), "git cannot list the files: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("file names are UTF-8");
    assert!(names.lines().any(|name| name == "Cargo.toml"), "git lists another repository");
    names.lines().map(|name| root().join(name)).filter(|path| path.is_file()).collect()
}

fn texts(endings: &[&str]) -> Vec<(PathBuf, String)> {
    files()
        .into_iter()
        .filter(|path| !path.components().any(|part| part.as_os_str() == "fixtures"))
        .filter(|path| path.extension().is_some_and(|ending| endings.iter().any(|e| ending == *e)))
        .filter_map(|path| Some((path.clone(), fs::read_to_string(&path).ok()?)))
        .collect()
}

/// The table of `ARCHITECTURE.md`: for each folder, the crates it may use.
fn allowed() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let table = text.split("<!-- dependencies -->").nth(1).expect("the table stands between two marks");
    let mut rows = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let folder = cells[0].trim_matches('`').to_string();
        let uses = match cells[1] {
            "–" => Vec::new(),
            list => list.split(',').map(|name| name.trim().to_string()).collect(),
        };
        rows.insert(folder, uses);
    }
    rows
}

/// The packages of the workspace, and the one of Python, which stands outside it.
fn packages() -> Vec<cargo_metadata::Package> {
    let of = |manifest: &str| {
        let mut command = cargo_metadata::MetadataCommand::new();
        command.manifest_path(root().join(manifest)).no_deps().exec().expect("metadata").packages
    };
    [of("Cargo.toml"), of("crates/py/Cargo.toml")].concat()
}

/// The folder of a package, from the root of the repository.
fn folder(package: &cargo_metadata::Package) -> String {
    let root = fs::canonicalize(root()).expect("the root is there");
    let folder = package.manifest_path.as_std_path().parent().expect("a manifest has a folder");
    folder.strip_prefix(&root).expect("every package is in the repository").display().to_string()
}

/// The folders of the crates that may name a family: those that hold the list of them, and the reproduction of the papers,
/// each of which is about one.
const KNOW_FAMILIES: [&str; 5] = ["models/registry", "crates/reproduce", "crates/cli", "crates/py", "crates/hostile"];

#[test]
fn families_are_reached_only_from_the_edge() {
    let packages = packages();
    let folders: BTreeMap<&str, String> =
        packages.iter().map(|package| (package.name.as_str(), folder(package))).collect();
    let family = |folder: &str| folder.starts_with("models/") && !KNOW_FAMILIES.contains(&folder);
    assert!(folders.values().any(|folder| family(folder)), "no folder is a family");
    for package in packages.iter().filter(|package| !KNOW_FAMILIES.contains(&folders[package.name.as_str()].as_str())) {
        // The way to each crate that is reached, features included; what only tests use is not part of the crate.
        let mut ways = vec![vec![package.name.as_str()]];
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop() {
            let at = *way.last().expect("a way begins somewhere");
            let fine = way.len() == 1 || !family(&folders[at]);
            assert!(fine, "{} reaches a family: {}", folders[package.name.as_str()], way.join(" uses "));
            let package = packages.iter().find(|package| package.name == at).expect("it has a folder");
            for dependency in &package.dependencies {
                let linked = dependency.kind != cargo_metadata::DependencyKind::Development;
                if linked && folders.contains_key(dependency.name.as_str()) && seen.insert(dependency.name.as_str()) {
                    ways.push([way.as_slice(), &[dependency.name.as_str()]].concat());
                }
            }
        }
    }
}

#[test]
fn a_family_is_listed_and_has_its_page() {
    let packages = packages();
    let registry = packages.iter().find(|package| folder(package) == "models/registry").expect("there is a registry");
    let families: Vec<_> = packages
        .iter()
        .filter(|package| folder(package).starts_with("models/") && package.name != registry.name)
        .collect();
    for family in &families {
        let listed = registry.dependencies.iter().any(|dependency| dependency.name == family.name.as_str());
        assert!(listed, "{} is not in the registry", family.name);
        let name = folder(family).replace("models/", "");
        assert!(root().join(format!("docs/models/{name}.md")).is_file(), "docs/models has no page for {name}");
    }
    let pages = files().into_iter().filter(|path| path.parent().is_some_and(|parent| parent.ends_with("docs/models")));
    assert_eq!(pages.count(), families.len(), "every page in docs/models is about one family");
}

#[test]
fn crates_use_only_what_the_architecture_allows() {
    let packages = packages();
    let allowed = allowed();
    let short = |name: &str| name.trim_start_matches("aji-").to_string();
    let ours: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    for package in &packages {
        let folder = folder(package);
        let row = allowed.get(&folder).unwrap_or_else(|| panic!("{folder} has no row in ARCHITECTURE.md"));
        for dependency in &package.dependencies {
            if !ours.contains(&dependency.name.as_str()) {
                continue;
            }
            let name = short(&dependency.name);
            // Tests may use the test kit everywhere above it; what it uses itself stands in its own row. Python has its tests
            // outside Rust and takes the kit as a feature.
            let for_tests = dependency.kind == cargo_metadata::DependencyKind::Development || dependency.optional;
            let fine = row.contains(&name) || (for_tests && (name == "testkit" || name == "registry"));
            assert!(fine, "{folder} uses {name}, which its row in ARCHITECTURE.md does not name");
        }
    }
    for folder in allowed.keys() {
        assert!(
            root().join(folder).join("Cargo.toml").is_file(),
            "ARCHITECTURE.md has a row for {folder}, which is not there"
        );
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let packages = packages();
    let ours: Vec<String> = packages.iter().map(|package| package.name.to_string()).collect();
    for package in &packages {
        for dependency in &package.dependencies {
            let named = ours.contains(&dependency.name) || text.contains(&format!("| `{}` |", dependency.name));
            assert!(named, "{} uses {}, which ARCHITECTURE.md does not name", package.name, dependency.name);
        }
    }
}

#[test]
fn no_test_is_passed_over() {
    // Cargo does not compile what has no tests a second time; it must not forget those that come later.
    for package in packages() {
        for target in package.targets.iter().filter(|target| !target.test && !target.is_custom_build()) {
            let source = target.src_path.as_std_path();
            let sources = if target.is_lib() { source.parent().expect("a source has a folder") } else { source };
            for (path, text) in texts(&["rs"]).iter().filter(|(path, _)| within(path, sources)) {
                let has_tests = text.lines().any(|line| line.trim() == "#[test]");
                assert!(!has_tests, "{}: {} has no tests, as its manifest says", path.display(), target.name);
            }
        }
    }
}

fn within(path: &Path, folder: &Path) -> bool {
    fs::canonicalize(path).expect("the file is there").starts_with(folder)
}

#[test]
fn sources_are_tidy() {
    // Put together here, so that this file passes its own check.
    let unfinished: Vec<String> =
        ["TO", "FIX", "XX"].iter().zip(["DO", "ME", "X"]).map(|(a, b)| format!("{a}{b}")).collect();
    for (path, text) in texts(&["rs", "md", "toml", "ts", "tsx", "py", "sh"]) {
        for (i, line) in text.lines().enumerate() {
            let place = format!("{}:{}", path.display(), i + 1);
            assert!(!line.ends_with([' ', '\t']), "{place}: white space at the end of the line");
            assert!(!unfinished.iter().any(|word| line.contains(word.as_str())), "{place}: something is left open");
        }
        assert!(text.is_empty() || text.ends_with('\n'), "{}: no newline at the end", path.display());
    }
}

#[test]
fn modules_say_what_they_are() {
    for (path, text) in texts(&["rs"]) {
        let in_src = path.components().any(|part| part.as_os_str() == "src");
        assert!(!in_src || text.starts_with("//!"), "{}: the file does not begin with what it is", path.display());
    }
}

#[test]
fn local_links_lead_somewhere() {
    for (path, text) in texts(&["md"]) {
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") || target.contains(' ') {
                continue;
            }
            let there = path.parent().expect("a file has a folder").join(target).exists();
            assert!(there, "{}: the link to {target} leads nowhere", path.display());
        }
    }
}
