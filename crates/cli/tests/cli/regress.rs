//! `aji regress` as a user meets it: our own suites on drawn boards, engines that fail, suites that are wrong, and GNU Go.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::support::{Folder, Said, aji, fake, gnugo, record_of, text};

const BOARD: &str = "
    . . . . . . .
    . . . . . . .
    . . X O . . .
    . X O O X . .
    . . X X . . .
    . . . . . . .
    . . . . . . .";

/// A suite beside its record.
fn suite(folder: &Folder, name: &str, lines: &str) -> PathBuf {
    folder.file("games/board.sgf", record_of(BOARD));
    folder.file(name, format!("# drawn by us\nloadsgf games/board.sgf\n{lines}"))
}

const BASICS: &str = "
1 list_stones white
#? [C4 D4 D5|D5 C4 D4]
2 query_boardsize
#? [19]*
3 query_boardsize
#? [7]*
4 no_such_command
#? [.*]
play white A1
5 list_stones white
#? [!.*A1.*]
";

fn without_times(mut report: Value) -> Value {
    fn clear(value: &mut Value) {
        match value {
            Value::Object(map) => {
                map.retain(|key, _| !matches!(key.as_str(), "milliseconds" | "median_ms" | "max_ms"));
                map.values_mut().for_each(clear);
            }
            Value::Array(values) => values.iter_mut().for_each(clear),
            _ => {}
        }
    }
    clear(&mut report);
    report
}

#[test]
fn a_suite_is_put_to_aji() {
    let folder = Folder::new();
    let file = suite(&folder, "basics.tst", BASICS);
    let file = text(&file);
    let said = aji(&["regress", file, "--failed", "--player", "random"]).well();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "aji random: 2 of 5 tests passed (40.0 %) in 1 file");
    assert!(lines[3].starts_with(&format!("{file}      5       2   40.0 %     1     2 ")), "{said}");
    let failed = said.split("\nFailed\n").nth(1).unwrap();
    assert_eq!(
        failed,
        format!(
            "  {file}:6: 2 query_boardsize: 7, expected [19]*\n  \
             {file}:10: 4 no_such_command: unknown command, expected [.*]\n  \
             {file}:13: 5 list_stones white: D5 C4 D4 A1, expected [!.*A1.*]\n"
        )
    );
}

#[test]
fn a_report_is_kept_and_compared_and_threads_change_nothing() {
    let folder = Folder::new();
    let files = [
        suite(&folder, "a.tst", BASICS),
        suite(&folder, "b.tst", "1 query_boardsize\n#? [7]\n"),
        suite(&folder, "c.tst", BASICS),
    ];
    let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
    let out = folder.path("report.json");
    let run = |more: &[&str]| aji(&[&["regress", "--json", "--player", "random"], files.as_slice(), more].concat());
    let one = run(&["--threads", "1", "--out", text(&out)]).json();
    let kept: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(one, kept);
    assert_eq!(
        run(&["--out", text(&out)]).refused(1),
        format!("{}: exists already; use --force to replace it", text(&out))
    );
    let two = run(&["--threads", "2", "--compare", text(&out)]).json();
    assert_eq!(two["comparison"]["gained"].as_array().unwrap().len(), 0);
    let mut two = without_times(two);
    two.as_object_mut().unwrap().remove("comparison");
    assert_eq!(two, without_times(one));
    let file = folder.file("no-report.json", "{\"files\": 3}");
    let said = aji(&["regress", files[0], "--compare", text(&file)]).refused(2);
    assert_eq!(said, format!("{}:1:11: is no report of aji regress", text(&file)));
}

#[test]
fn what_is_wrong_in_a_batch_is_told_and_the_rest_is_run() {
    let folder = Folder::new();
    let good = suite(&folder, "good.tst", "1 query_boardsize\n#? [7]\n");
    let bad = suite(
        &folder,
        "bad.tst",
        "1 query_boardsize\n#? [(7]\n2 query_boardsize\n#? [7]\nloadsgf games/gone.sgf\n3 query_boardsize\n#? [7]\n",
    );
    let (gone, blank) = (folder.path("gone.tst"), folder.file("blank.tst", "# nothing yet\n"));
    let Said { out, err, code } =
        aji(&["regress", "--player", "random", text(&gone), text(&bad), text(&blank), text(&good)]);
    assert_eq!(code, 2);
    assert_eq!(
        err,
        format!(
            "aji: {}: no such file\naji: {1}:4:1: [(7] is no regular expression: unclosed group\n\
             aji: {1}:7:1: there is no record games/gone.sgf\naji: {2}:1:1: there are no tests in it\n",
            text(&gone),
            text(&bad),
            text(&blank)
        )
    );
    assert!(out.starts_with("aji random: 2 of 3 tests passed (66.7 %) in 3 files\n"), "{out}");
}

const MOVES: &str = "clear_board
play b A1
1 genmove w
#? [[A-T][0-9]+]
2 genmove b
#? [[A-T][0-9]+]
3 final_score
#? [[BW]\\+.*|0]
clear_board
4 final_score
#? [[BW]\\+.*|0]
";

#[test]
fn an_engine_that_fails_is_told_of_and_the_rest_is_asked() {
    let folder = Folder::new();
    let files = ["one.tst", "two.tst"].map(|name| folder.file(name, MOVES));
    let [one, two] = [text(&files[0]), text(&files[1])];
    for (how, words) in [
        ("crash", "the engine failed: ended while answering \"genmove b\""),
        ("hang", "the engine failed: no answer to \"genmove b\" within 2 s"),
        ("garble", "the engine failed: no sense in the answer to \"genmove b\""),
    ] {
        let engine = fake(&format!("--fail {how} --at 2"));
        let Said { out, err, code } = aji(&["regress", one, two, "--engine", &engine, "--seconds", "2"]);
        assert_eq!((code, err.as_str()), (1, ""), "{how}");
        assert!(out.contains(": 6 of 8 tests passed (75.0 %) in 2 files\n"), "{how}: {out}");
        for file in [one, two] {
            assert!(out.contains(&format!("  {file}:5: {words}")), "{how}: {out}");
        }
    }
    let refuses = fake("--fail refuse --at 2");
    let out = aji(&["regress", one, "--engine", &refuses, "--failed"]).well();
    assert!(out.ends_with(":5: 2 genmove b: I do not want to, expected [[A-T][0-9]+]\n"), "{out}");
    let said = aji(&["regress", one, "--engine", "/no/such/engine"]).refused(1);
    assert!(said.starts_with("/no/such/engine does not start: "), "{said}");
    let said = aji(&["regress", one, "--engine", "x", "--player", "random"]).refused(2);
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn gnu_go_takes_the_same_suites() {
    let folder = Folder::new();
    let file = suite(&folder, "attack.tst", "1 attack D4\n#? [1 D6]\n2 defend D4\n#? [1 D6]\n3 attack C4\n#? [0]*\n");
    let engine = format!("'{}' --mode gtp", gnugo().display());
    let said = aji(&["regress", text(&file), "--engine", &engine, "--failed"]).well();
    assert!(said.contains(": 2 of 3 tests passed (66.7 %) in 1 file\n"), "{said}");
}
