//! The claims and the run that is kept of them: tests that are named are there, rules are older than what they judge, and what the
//! manual says of the run is what the rules make of its numbers.

use std::fs;
use std::path::{Path, PathBuf};

use reproduce::{Findings, Judgement, Kind, Paper, Rules, Test, Verdict, judge, rules, stages};
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn what_is_proved_is_held_by_tests_that_exist() {
    let mut formal = 0;
    for claim in rules().claims {
        let Test::Proof { why, held_by, .. } = &claim.test else { continue };
        formal += 1;
        assert!(!why.is_empty() && !held_by.is_empty(), "{}: no test holds it", claim.id);
        for test in held_by {
            let (file, name) =
                test.split_once(": ").unwrap_or_else(|| panic!("{}: {test} is not FILE: NAME", claim.id));
            let text = text(file);
            let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
            let at = lines.iter().position(|line| line.starts_with(&format!("fn {name}(")));
            let at = at.unwrap_or_else(|| panic!("{}: there is no {name} in {file}", claim.id));
            assert!(lines[at.saturating_sub(2)..at].contains(&"#[test]"), "{}: {name} is no test", claim.id);
        }
    }
    assert!(formal > 30, "{formal}");
}

#[test]
fn whoever_cannot_test_a_claim_says_why() {
    for claim in rules().claims.iter().filter(|claim| claim.kind() == Kind::NotTestable) {
        let Test::Not(reason) = &claim.test else { panic!("{}", claim.id) };
        assert!(reason.len() > 60, "{}: {reason}", claim.id);
    }
}

#[test]
fn every_threshold_that_is_asked_for_is_fixed() {
    let Rules { thresholds, fixed, .. } = rules();
    for name in ["effect", "equal_share", "skew", "wider", "falls", "least_games"] {
        assert!(thresholds.get(name).is_some_and(|value| value.is_finite()), "{name}");
    }
    assert!(is_date(&fixed), "{fixed}");
}

/// `2026-11-17 06:30 UTC`: of two such dates the later one is the greater text.
fn is_date(text: &str) -> bool {
    let form = "dddd-dd-dd dd:dd UTC";
    text.len() == form.len()
        && text.chars().zip(form.chars()).all(|(c, f)| if f == 'd' { c.is_ascii_digit() } else { c == f })
}

#[test]
fn the_kept_run_is_younger_than_its_rules() {
    let run = json("experiments/reproduction/run.json");
    let Rules { fixed, fingerprint, full, .. } = rules();
    assert_eq!(run["key"]["rules"], fingerprint, "the kept run was judged by other rules: run it again");
    assert_eq!(run["key"]["games"], full.games);
    assert_eq!(run["key"]["positions"], full.positions);
    let begun = run["begun"].as_str().unwrap();
    assert!(is_date(begun) && begun > fixed.as_str(), "fixed {fixed}, begun {begun}");
}

/// What the rules make of the numbers that are kept.
fn judged() -> Vec<Judgement> {
    let mut found: Vec<Findings> = Vec::new();
    for stage in Paper::ALL.into_iter().flat_map(stages) {
        let mut file = json(&format!("experiments/reproduction/stages/{}.json", stage.name));
        found.push(serde_json::from_value(file["findings"].take()).unwrap());
    }
    rules().claims.iter().map(|claim| judge(claim, &found)).collect()
}

#[test]
fn the_manual_says_what_came_of_the_kept_run() {
    let judged = judged();
    let report = text("experiments/reproduction/report.md");
    for Judgement { claim, verdict, .. } in &judged {
        assert!(report.contains(&format!("\n### {}: {verdict}\n", claim.id)), "{}: {verdict}", claim.id);
    }
    let names = [
        (Paper::Ising, "energies (Rojas-Domínguez and others 2019)"),
        (Paper::Structure, "structural classes (Scrimger 2007)"),
        (Paper::Agents, "stones as agents (López Roa 2016)"),
        (Paper::Cellular, "cellular automata (Gómez Soto, Delgado Ávila 2023)"),
        (Paper::Freedom, "influence from paths (Gower 2018)"),
    ];
    let [first, kept] = ["README.md", "experiments/reproduction/README.md"].map(text);
    for (paper, name) in names {
        let of =
            |wanted: Verdict| judged.iter().filter(|one| one.claim.paper == paper && one.verdict == wanted).count();
        let row = Verdict::ALL.map(|verdict| of(verdict).to_string()).join(" | ");
        assert!(first.contains(&format!("| {name} | {row} |")), "README.md: | {name} | {row} |");
        assert!(
            kept.contains(&format!("| {paper} | {row} |")),
            "experiments/reproduction/README.md: | {paper} | {row} |"
        );
    }
    for paper in Paper::ALL {
        let of =
            |wanted: Verdict| judged.iter().filter(|one| one.claim.paper == paper && one.verdict == wanted).count();
        let sentence = format!(
            "of the paper's {} claims {} are proved, {} replicate, {} do in part, {} do not, {} are undecided, {} cannot be tested",
            judged.iter().filter(|one| one.claim.paper == paper).count(),
            of(Verdict::Proved),
            of(Verdict::Replicates),
            of(Verdict::Partly),
            of(Verdict::DoesNot),
            of(Verdict::Undecided),
            of(Verdict::CannotBeTested),
        );
        let page = format!("docs/models/{paper}.md");
        assert!(text(&page).contains(&sentence), "{page}: {sentence}");
    }
    let all = |wanted: Verdict| judged.iter().filter(|one| one.verdict == wanted).count();
    let sentence = format!(
        "Of their {} claims {} are proved; of the others {} replicate, {} do so in part, {} do not, {} are undecided, and {} cannot be tested",
        judged.len(),
        all(Verdict::Proved),
        all(Verdict::Replicates),
        all(Verdict::Partly),
        all(Verdict::DoesNot),
        all(Verdict::Undecided),
        all(Verdict::CannotBeTested)
    );
    let unwrapped = first.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(unwrapped.contains(&sentence), "README.md: {sentence}");
}
