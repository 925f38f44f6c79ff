//! `aji score`: what it counts, what it says about records, and what it does with odd boards.

use serde_json::json;

use crate::support::{Folder, aji, aji_with_input, golden, text};

const GAME: &str = "gnugo/9x9-01-level-1.sgf";

/// Both sides have a dead stone; White leads by area, and the record says otherwise.
const COUNTED: &str = "(;SZ[9]KM[0.5]RU[Chinese]RE[W+3.5]PB[Ann]PW[Bob]
AB[ea][eb][ec][ed][ee][ef][eg][eh][ei][hf]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][cb]
;TB[aa:di]TW[ga:ii])";

#[test]
fn a_game_is_counted() {
    golden("score.txt", &aji(&["score", GAME]).well());
    golden("score-ascii.txt", &aji_with_input(&["--ascii", "score", "-"], COUNTED.as_bytes()).well());
}

#[test]
fn everything_is_in_the_json() {
    let json = aji_with_input(&["score", "-", "--json"], COUNTED.as_bytes()).json();
    assert_eq!((&json["rules"], &json["komi"], &json["handicap"]), (&json!("chinese"), &json!(0.5), &json!(0)));
    assert_eq!(json["score"]["result"], json!("B+8.5"));
    assert_eq!(json["score"]["dead"], json!(["C8", "H4"]));
    assert_eq!(json["games"], json!(128));
    assert_eq!(json["recorded"], json!({"result": "W+3.5", "agrees": false}));
    assert_eq!(json["marked"]["differs"], json!([]));
    let chains = json["chains"].as_array().unwrap();
    assert_eq!(chains.iter().filter(|chain| chain["dead"] == json!(true)).count(), 2);
    assert_eq!(json["by_hand"], json!(false));
}

#[test]
fn rules_komi_and_dead_stones_can_be_given() {
    let count = |more: &[&str]| aji_with_input(&[&["score", "-", "--json"], more].concat(), COUNTED.as_bytes()).json();
    assert_eq!(count(&["--komi", "9.5"])["score"]["result"], json!("W+0.5"));
    // A dead stone and the point below it on each side: what differs is that Black has one more column.
    assert_eq!(count(&["--rules", "japanese", "--komi", "0"])["score"]["result"], json!("B+9"));
    let none = count(&["--dead", "none"]);
    assert_eq!((&none["score"]["dead"], &none["by_hand"]), (&json!([]), &json!(true)));
    assert_eq!(count(&["--dead", "c8"])["score"]["dead"], json!(["C8"]));
    assert!(count(&["--komi", "9.5"])["recorded"]["agrees"].is_null(), "another komi says nothing about the record");
}

#[test]
fn a_picture_can_be_drawn() {
    let folder = Folder::new();
    let svg = folder.path("counted.svg");
    aji(&["score", GAME, "--svg", text(&svg)]).well();
    assert!(std::fs::read_to_string(svg).unwrap().contains("counted for"));
}

#[test]
fn odd_boards_get_an_answer() {
    let said = aji_with_input(&["score", "-"], b"(;SZ[9]KM[6.5])").well();
    assert!(said.contains("W+6.5") && said.contains("There are no stones on the board."), "{said}");
    assert!(said.contains("who is ahead cannot be said") && !said.contains("is ahead,"), "{said}");
    let said = aji_with_input(&["score", "-"], b"(;SZ[2]KM[0];B[aa])").well();
    assert!(said.contains("B+4"), "{said}");
    // Every stone is dead: nobody has anything.
    let all = ["score", "-", "--dead", "e5", "--json"];
    let json = aji_with_input(&all, b"(;SZ[9]KM[0];B[ee])").json();
    assert_eq!((&json["score"]["result"], &json["score"]["dead"]), (&json!("0"), &json!(["E5"])));
}

#[test]
fn a_triple_ko_is_not_settled() {
    for rules in ["japanese", "chinese"] {
        let said =
            aji_with_input(&["score", "--board", "-", "--rules", rules], testkit::fixtures::TRIPLE_KO.as_bytes())
                .well();
        let open = said.lines().find(|line| line.starts_with("Not settled yet")).unwrap_or_else(|| panic!("{said}"));
        assert!(open.contains("Black's 13 stones at C10") && open.contains("White's 13 stones at F10"), "{open}");
    }
}

#[test]
fn bad_usage_is_one_line() {
    for (dead, line) in [
        ("D5", "aji: --dead: there is no stone at D5\n"),
        ("C8,K10", "aji: --dead: 'K10' is no point of a board of 9×9\n"),
    ] {
        let said = aji_with_input(&["score", "-", "--dead", dead], COUNTED.as_bytes());
        assert_eq!((said.code, said.err.as_str()), (2, line));
    }
    let said = aji_with_input(&["score", "-", "--dead", "e5"], b"(;SZ[9])");
    assert_eq!((said.code, said.err.as_str()), (2, "aji: --dead: there is no stone at E5\n"), "a board without stones");
    let said = aji_with_input(&["score", "-", "--komi", "inf"], COUNTED.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (2, "aji: --komi inf: write a number such as 6.5\n"));
    let said = aji(&["score", GAME, "--move", "999"]);
    assert_eq!(said.code, 2, "{}", said.err);
    let said = aji_with_input(&["score", "-"], b"(;SZ[1];B[aa])");
    assert_ne!(said.code, 0);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
}
