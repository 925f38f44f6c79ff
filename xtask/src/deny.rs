//! What `deny.toml` lets in, held against `Cargo.lock`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::semver::{Version, VersionReq};
use cargo_metadata::{MetadataCommand, Package};
use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(name: &str) -> Table {
    let text = fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The strings of a list, given as such or as the field `id` or `crate` of tables.
fn words(table: &Table, path: [&str; 2]) -> BTreeSet<String> {
    let list = table.get(path[0]).and_then(|inner| inner.get(path[1])).and_then(Value::as_array);
    let word = |value: &Value| {
        let named = value.get("id").or(value.get("crate")).or(value.get("name")).unwrap_or(value);
        named.as_str().unwrap_or_else(|| panic!("{path:?}: {value:?}")).to_string()
    };
    list.unwrap_or_else(|| panic!("{path:?} is missing")).iter().map(word).collect()
}

/// Every crate that any of our packages can be built with, on any machine. Those that are for other machines only were not fetched
/// to build the tests; cargo gets them the first time.
fn foreign() -> Vec<Package> {
    let metadata = |options: &[&str]| {
        let options = options.iter().map(ToString::to_string).collect::<Vec<_>>();
        MetadataCommand::new().manifest_path(root().join("Cargo.toml")).other_options(options).exec()
    };
    let packages = metadata(&["--locked", "--all-features", "--offline"])
        .or_else(|_| metadata(&["--locked", "--all-features"]))
        .expect("crates that are not there can be fetched")
        .packages;
    packages.into_iter().filter(|package| package.source.is_some()).collect()
}

/// Whether an expression such as `MIT OR (Apache-2.0 AND BSD-3-Clause)` can be satisfied with what is allowed.
fn satisfied(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut tokens: Vec<String> = Vec::new();
    for word in spaced.split_whitespace() {
        match tokens.last_mut() {
            Some(last) if word == "WITH" || last.ends_with(" WITH") => *last += &format!(" {word}"),
            _ => tokens.push(word.to_string()),
        }
    }
    // The innermost parentheses first, each replaced by whether they can be.
    let judge = |tokens: &[String]| {
        let term = |token: &String| token == "true" || allowed.contains(token);
        tokens.split(|token| token == "OR").any(|part| part.iter().filter(|token| *token != "AND").all(term))
    };
    while let Some(open) = tokens.iter().rposition(|token| token == "(") {
        let close = open + tokens[open..].iter().position(|token| token == ")").expect("parentheses are closed");
        let inner = judge(&tokens[open + 1..close]).to_string();
        tokens.splice(open..=close, [inner]);
    }
    judge(&tokens)
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(String::from).into();
    for good in ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "MIT AND ISC", "(GPL-3.0 OR MIT) AND ISC"] {
        assert!(satisfied(good, &allowed), "{good}");
    }
    assert!(satisfied("Apache-2.0 WITH LLVM-exception OR GPL-2.0", &allowed));
    for bad in ["GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "(MIT OR ISC) AND GPL-3.0", "MIT AND (GPL-3.0 OR EPL-2.0)"]
    {
        assert!(!satisfied(bad, &allowed), "{bad}");
    }
}

#[test]
fn licences_and_sources_of_all_crates_are_allowed() {
    let rules = read("deny.toml");
    let licences = words(&rules, ["licenses", "allow"]);
    let registries = words(&rules, ["sources", "allow-registry"]);
    let mut wrong = Vec::new();
    for package in foreign() {
        let name = format!("{} {}", package.name, package.version);
        match &package.license {
            Some(expression) if satisfied(expression, &licences) => {}
            licence => wrong.push(format!("{name}: licence {licence:?}")),
        }
        let source = package.source.as_ref().map_or("", |source| source.repr.as_str());
        if !source.strip_prefix("registry+").is_some_and(|url| registries.contains(url)) {
            wrong.push(format!("{name}: from {source}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn crates_are_there_twice_only_where_it_is_said() {
    let skipped = words(&read("deny.toml"), ["bans", "skip"]);
    let mut versions: BTreeMap<String, BTreeSet<Version>> = BTreeMap::new();
    for package in foreign() {
        versions.entry(package.name.to_string()).or_default().insert(package.version);
    }
    let twice: BTreeSet<String> =
        versions.into_iter().filter(|(_, versions)| versions.len() > 1).map(|(name, _)| name).collect();
    assert_eq!(twice, skipped, "the first is what there is, the second what deny.toml says");
}

#[test]
fn no_crate_has_a_known_fault() {
    let ignored = words(&read("deny.toml"), ["advisories", "ignore"]);
    let known = read("xtask/advisories.toml");
    let advisories = known.get("advisory").and_then(Value::as_array).expect("a list of advisories");
    let packages = foreign();
    let mut wrong = Vec::new();
    for advisory in advisories {
        let text =
            |name: &str| advisory.get(name).and_then(Value::as_str).unwrap_or_else(|| panic!("{advisory:?}: {name}"));
        let fits = |name: &str, version: &Version| {
            let list = advisory.get(name).and_then(Value::as_array);
            list.into_iter().flatten().any(|range| {
                let range = range.as_str().and_then(|range| VersionReq::parse(range).ok());
                range.unwrap_or_else(|| panic!("{advisory:?}: {name}")).matches(version)
            })
        };
        let (id, name) = (text("id"), text("package"));
        for Package { version, .. } in packages.iter().filter(|package| *package.name == name) {
            if !fits("patched", version) && !fits("unaffected", version) && !ignored.contains(id) {
                wrong.push(format!("{name} {version}: {id}"));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}
