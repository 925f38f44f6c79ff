//! `aji reproduce`: claims, verdicts, reports, and going on after an interruption.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, aji, start_quietly, text};

/// All five papers with as little work as possible.
const SMALL: [&str; 7] = ["reproduce", "all", "--quick", "--games", "6", "--positions", "6"];

const VERDICTS: [&str; 6] = ["proved", "replicates", "partly", "does not replicate", "undecided", "cannot be tested"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

/// The JSON without what a clock says.
fn timeless(mut json: Value) -> Value {
    json["begun"] = json!("");
    for stage in json["stages"].as_array_mut().unwrap() {
        stage["seconds"] = json!(0);
    }
    json
}

/// A report without what a clock says: seconds, and when the run began.
fn without_times(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let words = text.split(' ').collect::<Vec<_>>();
    let is_number = |word: &str| {
        let digits = word.rsplit(['(', ';', '>', '·']).next().unwrap_or_default();
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let timed = |i: usize| {
        let seconds = words
            .get(i + 1)
            .is_some_and(|next| ["s", "s)", "s</small></h3>", "s)\n"].iter().any(|s| next.starts_with(s)));
        let date = words.get(i.wrapping_sub(1)) == Some(&"begun") || words.get(i.wrapping_sub(2)) == Some(&"begun");
        (seconds && is_number(words[i])) || date
    };
    (0..words.len()).map(|i| if timed(i) { "T" } else { words[i] }).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_claim_of_the_five_papers_gets_a_verdict() {
    let folder = Folder::new();
    let out = folder.path("run");
    let found = aji(&with(&["--json", "--out", text(&out)])).json();
    let listed = aji(&["reproduce", "--list", "--json"]).json();
    let claims = found["claims"].as_array().unwrap();
    assert_eq!(claims.len(), listed.as_array().unwrap().len());
    for claim in claims {
        let id = claim["id"].as_str().unwrap();
        assert!(VERDICTS.contains(&claim["verdict"].as_str().unwrap()), "{claim}");
        // What could not fail on data is not replicated.
        assert!(claim["kind"] == "measured" || claim["verdict"] != "replicates", "{claim}");
        assert!(claim["kind"] == "formal" || claim["verdict"] != "proved", "{claim}");
        for reading in claim["readings"].as_array().unwrap() {
            let reason = reading["reason"].as_str().unwrap();
            assert!(!reason.is_empty() && !reason.starts_with("nothing measures"), "{id}: {reason}");
        }
    }
    let verdict = |id: &str| claims.iter().find(|claim| claim["id"] == id).unwrap()["verdict"].clone();
    // What does not depend on how much is looked at.
    for (id, expected) in [
        // As printed Fuego is not to be had; held to a few playouts it loses, which stands beside.
        ("ising.strength", "cannot be tested"),
        ("ising.strength_smartgo", "cannot be tested"),
        // One pair is no order of players.
        ("ising.molecular_order", "undecided"),
        ("ising.training", "replicates"),
        ("structure.capture", "proved"),
        ("structure.rotation", "proved"),
        ("structure.attention", "proved"),
        ("agents.fair", "undecided"),
        ("agents.eyes", "proved"),
        ("agents.resigning", "does not replicate"),
        ("cellular.territory", "proved"),
        ("cellular.winner", "replicates"),
        ("cellular.m1", "does not replicate"),
        ("freedom.figure1", "proved"),
        ("freedom.figure2", "proved"),
        ("freedom.figure3", "proved"),
        ("freedom.master", "proved"),
        ("freedom.equation3", "does not replicate"),
    ] {
        assert_eq!(verdict(id), expected, "{id}");
    }

    let readings = |id: &str| claims.iter().find(|claim| claim["id"] == id).unwrap()["readings"].clone();
    let corrected = readings("freedom.equation3");
    assert_eq!((&corrected[1]["printed"], &corrected[1]["verdict"]), (&json!(false), &json!("proved")));

    let page = fs::read_to_string(out.join("report.html")).unwrap();
    let markdown = fs::read_to_string(out.join("report.md")).unwrap();
    for claim in claims {
        let id = claim["id"].as_str().unwrap();
        assert!(page.contains(&format!("<article id=\"{id}\">")) && markdown.contains(&format!("### {id}: ")), "{id}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page needs nothing from elsewhere");
    for line in markdown.lines().filter(|line| line.starts_with("![")) {
        let file = line.split("](").nth(1).unwrap().trim_end_matches(')');
        assert!(fs::read_to_string(out.join(file)).unwrap().starts_with("<svg"), "{file}");
    }
    let again = aji(&with(&["--json"])).json();
    assert_eq!(timeless(found), timeless(again), "the same seed gives the same numbers");
}

#[test]
fn a_run_that_was_killed_goes_on_and_gives_the_same_report() {
    let folder = Folder::new();
    let (killed, whole) = (folder.path("killed"), folder.path("whole"));
    let arguments = with(&["--out", text(&killed)]);
    let mut child = start_quietly(&arguments);
    let stages = || fs::read_dir(killed.join("stages")).map_or(0, |entries| entries.count());
    testkit::until(|| stages() >= 3 || child.try_wait().unwrap().is_some());
    // The signal that nobody can catch.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(stages() >= 3, "some stages were kept");
    aji(&arguments).well();
    aji(&with(&["--out", text(&whole)])).well();
    for name in ["report.html", "report.md"] {
        assert!(without_times(&killed.join(name)) == without_times(&whole.join(name)), "{name} differs");
    }
    // Nothing is left to do: the third run reads everything, and not even a second changes.
    let before = fs::read(killed.join("report.html")).unwrap();
    aji(&arguments).well();
    assert!(fs::read(killed.join("report.html")).unwrap() == before);
}

#[test]
fn a_folder_keeps_one_run() {
    let folder = Folder::new();
    let out = folder.path("run");
    let run = ["reproduce", "freedom", "--quick", "--positions", "3", "--out", text(&out)];
    let said = aji(&run).well();
    assert!(said.contains("proved              freedom.figure1: "), "{said}");
    let other = [&run[..], &["--seed", "2"]].concat();
    let said = aji(&other).refused(2);
    assert!(said.contains("holds a run with other settings") && said.contains("--force"), "{said}");
    aji(&[&other[..], &["--force"]].concat()).well();
    // A stage that is no longer what was written is told and done again, and then it is what it was.
    let stage = out.join("stages/freedom.figures.json");
    let good = fs::read_to_string(&stage).unwrap();
    let altered = good.replacen("paths\":5", "paths\":6", 1);
    assert_ne!(altered, good);
    for damage in [altered.as_str(), "{", ""] {
        fs::write(&stage, damage).unwrap();
        let said = aji(&other);
        assert_eq!((said.code, said.err.lines().count()), (0, 1), "{}", said.err);
        assert!(said.err.contains("freedom.figures.json: ") && said.err.contains("done again"), "{}", said.err);
        aji(&other).well();
    }
    // Without knowing which run this was, nothing is thrown away unasked.
    let run = out.join("run.json");
    fs::write(&run, fs::read_to_string(&run).unwrap().replace("\"seed\":2", "\"seed\":3")).unwrap();
    let said = aji(&other).refused(1);
    assert!(said.contains("run.json: was altered since it was written") && said.contains("--force"), "{said}");
    aji(&[&other[..], &["--force"]].concat()).well();
}

#[test]
fn claims_can_be_your_own() {
    let folder = Folder::new();
    let claim = "[[claim]]\nid = \"freedom.mine\"\npaper = \"freedom\"\nplace = \"here\"\nsays = \"Five.\"\nmeasured = \"paths\"\n";
    let mine = folder.file("mine.toml", format!("{claim}replicates = \"freedom.figures.figure1.paths == 5\"\n"));
    let arguments = ["reproduce", "freedom", "--quick", "--positions", "2", "--json", "--claims", text(&mine)];
    let found = aji(&arguments).json();
    assert_eq!(found["claims"].as_array().unwrap().len(), 1);
    assert_eq!(found["claims"][0]["verdict"], "replicates");
    assert_eq!(found["claims"][0]["readings"][0]["evidence"], json!({"freedom.figures.figure1.paths": 5.0}));

    let unknown = folder.file("unknown.toml", format!("{claim}replicates = \"cellular.x > 1\"\n"));
    let said = aji(&["reproduce", "freedom", "--claims", text(&unknown)]).refused(2);
    assert!(said.starts_with("claim freedom.mine: nothing measures cellular.x"), "{said}");
    let broken = folder.file("broken.toml", "[[claim]]\nid = 3\n");
    let said = aji(&["reproduce", "freedom", "--claims", text(&broken)]).refused(1);
    assert!(said.contains("broken.toml:2:6: "), "{said}");
}

#[test]
fn matches_can_be_brought_in_any_order() {
    let ising = |files: &[&str]| {
        let first = ["reproduce", "ising", "--quick", "--positions", "2", "--json", "--matches"];
        aji(&[&first[..], files].concat()).json()
    };
    let found = ising(&["gnugo"]);
    let strength = found["stages"].as_array().unwrap().iter().find(|known| known["name"] == "ising.strength").unwrap();
    let pairs = strength["measures"]["ising.strength.pairs"].as_f64().unwrap();
    assert!(pairs > 1.0, "the games of the folder count beside those inside");
    let mut files: Vec<String> = fs::read_dir(testkit::fixtures::path("gnugo"))
        .unwrap()
        .map(|entry| format!("gnugo/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".sgf"))
        .collect();
    files.sort();
    files.reverse();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let again = ising(&files);
    assert_eq!(found["claims"], again["claims"]);
}

/// What a player meets itself for: the null.
#[test]
fn a_player_that_meets_itself_is_no_pair() {
    let folder = Folder::new();
    let matches = folder.path("matches");
    let play = ["match", "--player", "random", "--player", "random", "--games", "2", "--size", "19"];
    aji(&[&play[..], &["--no-explanations", "--out", text(&matches)]].concat()).well();
    let found =
        aji(&["reproduce", "ising", "--quick", "--positions", "2", "--json", "--matches", text(&matches)]).json();
    let measures = |stage: &str| {
        found["stages"].as_array().unwrap().iter().find(|known| known["name"] == stage).unwrap()["measures"].clone()
    };
    assert_eq!(measures("ising.strength")["ising.strength.clear_pairs"], json!(1.0));
    assert_eq!(measures("ising.pairs")["ising.pairs.itself.atomic.delta.players"], json!(1.0));
}
