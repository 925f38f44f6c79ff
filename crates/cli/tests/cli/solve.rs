//! `aji solve` as a user meets it: groups, problems, pages, records, and questions that make no sense.

use crate::support::{Folder, Said, aji, aji_with_input, record_of, text};

/// Three points in a row in the corner: whoever plays in the middle decides.
const THREE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X X X X X . .
    O O O O X . .
    . . . O X . .";

/// More than can be told without reading.
const LARGE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X X X X X X X
    O O O O O O O
    . . . . . . .
    . . . . . . .";

fn about(board: &str, arguments: &[&str]) -> Said {
    aji_with_input(&[&["solve", "--board", "-"], arguments].concat(), board.as_bytes())
}

#[test]
fn groups_are_told_with_the_play_that_shows_it() {
    let said = about(THREE, &["--at", "b2"]).well();
    let told = |said: &str| -> Vec<String> {
        // How many positions a proof takes, and how a lost side plays on, is nobody's promise.
        said.lines().skip(10).map(|line| line.split(" (proved").next().unwrap_or_default().to_string()).collect()
    };
    let lines = told(&said);
    assert_eq!(lines[0], "White's 5 stones at A2 live if White plays first (B1) and die if Black does (B1).");
    assert_eq!(lines[1], "Black to kill White's 5 stones at A2: B1.");
    assert!(lines[2].starts_with("  Black first: Black B1") && lines[2].ends_with(" kills"), "{said}");
    assert_eq!(
        lines[3..],
        [
            "  Not Black A1, White B1: White lives",
            "  Not Black C1, White B1: White lives",
            "White first: White B1 lives"
        ]
    );
    let lines = told(&about(THREE, &["--at", "B2", "--next", "W"]).well());
    assert_eq!(lines[1..3], ["White to save White's 5 stones at A2: B1.", "  White first: White B1 lives"]);
    let all = about(THREE, &[]).well();
    assert!(
        all.contains("\nWhite's 5 stones at A2 live if White plays first (B1)")
            && all.contains("Black's 7 stones at A3"),
        "{all}"
    );
    let few = about(LARGE, &["--at", "B3", "--positions", "1"]).well();
    assert!(few.contains("Whether White's 7 stones at A3 live is not known: "), "{few}");
    let few = about(LARGE, &["--positions", "1"]).well();
    assert!(few.contains("is not known") && !few.contains("not proved"), "what is not proved is no reason: {few}");
    assert_eq!(about(THREE, &["--threads", "1"]).well(), about(THREE, &["--threads", "3", "--memory", "64"]).well());
}

#[test]
fn the_same_as_json_a_record_and_a_page() {
    let folder = Folder::new();
    let file = folder.file("three.sgf", record_of(THREE));
    let (record, page) = (folder.path("solution.sgf"), folder.path("solution.html"));
    let out =
        aji(&["solve", text(&file), "--at", "A2", "--json", "--sgf", text(&record), "--html", text(&page)]).json();
    let group = &out["groups"][0];
    assert_eq!((out["groups"].as_array().unwrap().len(), out["next"].as_str()), (1, Some("B")));
    assert_eq!((group["status"].as_str(), group["color"].as_str()), (Some("critical"), Some("W")));
    assert_eq!(group["stones"], serde_json::json!(["A2", "B2", "C2", "D1", "D2"]));
    assert_eq!((group["kill"]["success"].as_str(), group["kill"]["line"][0].as_str()), (Some("yes"), Some("B B1")));
    assert_eq!(out["problem"]["right"][0]["move"], "B1");
    assert!(out["problem"]["wrong"].as_array().unwrap().iter().any(|wrong| wrong["move"] == "A1"));
    let sgf = std::fs::read_to_string(&record).unwrap();
    assert!(sgf.contains("PL[B]") && sgf.contains(";B[bg]") && sgf.contains("BM[1]"), "{sgf}");
    assert_eq!(aji(&["check", text(&record)]).code, 0);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(
        html.contains("live if White plays first (B1)") && html.contains("<svg"),
        "the words stand there without a script"
    );
    let again = aji(&["solve", text(&file), "--sgf", text(&record)]).refused(1);
    assert_eq!(again, format!("{}: exists already; use --force to replace it", text(&record)));
    assert!(aji(&["solve", text(&file), "--sgf", "-"]).well().starts_with("(;"));
}

#[test]
fn questions_that_make_no_sense_are_one_line() {
    let lone = ". . . . . .\n. . . . . .\n. . X . . .\n. . . . . .\n. . . . . .\n. . . . . O";
    for (board, arguments, said) in [
        (THREE, &["--at", "F6"][..], "--at: there is no stone at F6"),
        (THREE, &["--at", "Z9"], "--at: 'Z9' is no point of a board of 7×7"),
        (lone, &["--at", "C4"], "--at: C4: no white stone is near, so there is nothing to read"),
        (lone, &[], "-: no group is near a stone of the other side, so there is nothing to read"),
        (". . .\n. . .\n. . .", &[], "-: there are no stones on the board"),
        ("X O\nO .", &[], "-: not a possible position: "),
    ] {
        let line = about(board, arguments).refused(2);
        assert!(line.replace("(standard input)", "-").starts_with(said), "{line}");
    }
    let folder = Folder::new();
    let broken = folder.file("broken.sgf", "this is no record");
    let line = aji(&["solve", text(&broken)]).refused(2);
    assert!(line.starts_with(&format!("{}:1:1: ", text(&broken))), "{line}");
    let gone = folder.path("gone.sgf");
    assert_eq!(aji(&["solve", text(&gone)]).refused(2), format!("{}: no such file", text(&gone)));
}
