//! Bad input gets one line with file, line and column, and the right exit code; nothing panics and nothing is lost.

use crate::support::{Folder, aji, aji_with_input, text};

/// The commands that take a record, each with what it needs beside the file.
const READERS: [&[&str]; 5] =
    [&["show"], &["read", "--json"], &["review", "--quick"], &["read", "--jsonl"], &["convert", "--out", "-"]];

#[track_caller]
fn refused_by_all(file: &str, expected: &str) {
    for command in READERS {
        let said = aji(&[command, &[file]].concat()).refused(1);
        assert_eq!(said, format!("{file}{expected}"), "{command:?}");
    }
    let said = aji(&["check", file]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "check");
    let first = said.out.lines().next().unwrap_or_default();
    assert_eq!(first, format!("{file}{expected} [unreadable]"), "check");
}

#[test]
fn files_that_are_not_there_or_hold_nothing() {
    let folder = Folder::new();
    refused_by_all(text(&folder.path("missing.sgf")), ": no such file");
    refused_by_all(text(&folder.file("empty.sgf", "")), ":1:1: the file is empty");
    refused_by_all(
        text(&folder.file("binary.sgf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")),
        ":1:1: this is no text, so no game record",
    );
    let said = aji(&["show", text(&folder.path(""))]).refused(1);
    assert!(said.contains("is a folder"), "{said}");
    let said = aji(&["review", "--quick", text(&folder.path("empty.sgf")), text(&folder.path("missing.sgf"))]);
    assert_eq!((said.code, said.err.lines().count()), (1, 2));
}

#[test]
fn boards_that_are_none() {
    let folder = Folder::new();
    for (size, place) in [("0", ":1:11"), ("99", ":1:11"), ("9:13", ":1:11")] {
        let file = folder.file(&format!("size-{}.sgf", size.replace(':', "x")), format!("(;GM[1]SZ[{size}];B[aa])"));
        let expected = format!("{place}: a board of size {size} cannot be read: boards are square, with 2 to 25 lines");
        refused_by_all(text(&file), &expected);
    }
    let file = folder.file("chess.sgf", "(;GM[2];B[aa])");
    refused_by_all(text(&file), ":1:6: GM[2] is not Go, which is GM[1]: the game is left out");
}

#[test]
fn a_move_outside_the_board_costs_that_move_only() {
    let folder = Folder::new();
    let file = folder.file("outside.sgf", "(;SZ[9]\n;B[ee]\n;W[zz]\n;B[cc])");
    let out = aji(&["check", text(&file)]).well();
    assert!(out.starts_with(&format!("{}:3:4: `zz` is no point of the board", text(&file))), "{out}");
    let json = aji(&["read", text(&file), "--json"]).json();
    assert_eq!(json["board"][2], serde_json::json!("..X......"));
}

#[test]
fn a_huge_file_is_refused_before_it_is_parsed() {
    let folder = Folder::new();
    let path = folder.path("huge.sgf");
    // A file with a hole takes no room on the disk.
    std::fs::File::create(&path).unwrap().set_len(200 << 20).unwrap();
    refused_by_all(text(&path), ": is larger than 128 MB, the most that is read at once; split it");
}

#[test]
fn deep_trees_are_read_without_recursion() {
    let folder = Folder::new();
    let depth = 100_000;
    let mut deep = String::from("(;SZ[19]");
    for i in 0..depth {
        let letter = |n: usize| char::from(b'a' + (n % 19) as u8);
        deep.push_str(&format!("(;{}[{}{}]", if i % 2 == 0 { 'B' } else { 'W' }, letter(i), letter(i / 19)));
    }
    deep.push_str(&")".repeat(depth + 1));
    let file = folder.file("deep.sgf", &deep);
    let said = aji(&["check", text(&file), "--quiet"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let open = folder.file("open.sgf", "(;B[aa]".repeat(depth));
    assert_eq!(aji(&["check", text(&open), "--quiet"]).code, 0);
    let bare = folder.file("bare.sgf", "(".repeat(1 << 20));
    assert_eq!(aji(&["show", text(&bare)]).code, 1);
}

#[test]
fn a_bad_file_does_not_stop_the_batch() {
    let folder = Folder::new();
    folder.file("a.sgf", "(;SZ[9];B[ee])");
    folder.file("b.sgf", "");
    folder.file("c.sgf", "(;SZ[9];B[cc])");
    let said = aji(&["read", text(&folder.path("")), "--json"]);
    assert_eq!(said.code, 1);
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 2);
    folder.file("d.sgf", "(;SZ[9];B[ee];W[cc])");
    for command in [&["read", "--json"][..], &["review", "--quick", "--json"]] {
        let said = aji(&[command, &[text(&folder.path("")), "--move", "2"]].concat());
        assert_eq!((said.code, said.err.lines().count()), (1, 3), "{command:?}: {}", said.err);
        let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(json.as_array().unwrap().len(), 1, "{command:?}");
    }
    std::fs::remove_file(folder.path("d.sgf")).unwrap();
    let said = aji(&["convert", text(&folder.path("")), "--out", "-"]);
    assert_eq!((said.code, said.out.matches("FF[4]").count()), (1, 2));
}

#[test]
fn bad_usage_ends_with_two() {
    for arguments in [
        &["frobnicate"][..],
        &["show"],
        &["show", "--frob", "x.sgf"],
        &["read", "real/001-crlf-km-7p50-alphago-2-0.sgf", "--at", "D4"],
        &["show", "real/001-crlf-km-7p50-alphago-2-0.sgf", "--move", "-1"],
        &["convert", "real/001-crlf-km-7p50-alphago-2-0.sgf"],
    ] {
        aji(arguments).refused(2);
    }
    assert_eq!(aji(&["frobnicate"]).refused(2), "unrecognized subcommand 'frobnicate' (see aji --help)");
    assert_eq!(aji(&[]).code, 2);
    let file = "real/001-crlf-km-7p50-alphago-2-0.sgf";
    assert_eq!(
        aji(&["show", file, "--move", "9999"]).refused(2),
        format!("{file}: there is no move 9999; the line has 222")
    );
    assert_eq!(
        aji(&["show", file, "--game", "2"]).refused(2),
        format!("{file}: there is no game 2; the file holds one game")
    );
}

#[test]
fn bad_drawings_say_where() {
    let refused = |drawn: &str| aji_with_input(&["show", "--board", "-"], drawn.as_bytes()).refused(1);
    assert_eq!(refused(". .\n. . ."), "-:2:1: the row has 3 points, but the drawing has 2 rows");
    assert_eq!(refused("X O\nO ."), "-: not a possible position: 1 stone without a liberty (A2)");
}

#[test]
fn texts_from_files_do_not_steer_the_terminal() {
    let folder = Folder::new();
    let nasty = "(;SZ[9]PB[a\u{1b}]0;title\u{7}b\u{202e}c]PW[d\u{9b}31me]EV[x\u{0}y]RE[\u{1b}[2J];B[ee])";
    let file = folder.file("nasty.sgf", nasty);
    for command in [&["show"][..], &["review", "--quick"], &["read"], &["check"]] {
        let said = aji(&[command, &[text(&file)]].concat());
        let shown = format!("{}{}", said.out, said.err);
        let bad = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202a}'..='\u{202e}');
        assert!(!shown.contains(bad), "{command:?}: {shown:?}");
    }
    let missing = folder.path("e\u{1b}[31m\nx.sgf");
    let said = aji(&["show", text(&missing)]).refused(1);
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn long_names_are_cut() {
    let folder = Folder::new();
    let file = folder.file("long.sgf", format!("(;SZ[9]PB[{}];B[ee])", "x".repeat(300_000)));
    assert!(aji(&["show", text(&file)]).well().len() < 3_000);
    aji(&["show", text(&file), "--svg", text(&folder.path("long.svg"))]).well();
}

#[test]
fn a_record_full_of_illegal_moves_is_told_in_few_lines() {
    let folder = Folder::new();
    let file = folder.file("same.sgf", format!("(;SZ[19]{})", ";B[aa];W[aa]".repeat(4_000)));
    let said = aji(&["show", text(&file)]);
    assert_eq!((said.code, said.err.lines().count()), (0, 6));
    assert!(said.err.ends_with("and 7994 more illegal moves\n"), "{}", said.err);
    assert!(aji(&["check", text(&file)]).well().lines().count() < 110);
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_inputs_are_kept() {
    let folder = Folder::new();
    let (target, link) = (folder.file("target.svg", "old"), folder.path("link.svg"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    aji(&["show", crate::support::GAME, "--svg", text(&link)]).well();
    assert!(link.is_symlink() && std::fs::read_to_string(&target).unwrap().starts_with("<svg"));

    let board = folder.file("board.txt", ". .\n. X\n");
    let said = aji(&["show", "--board", text(&board), "--svg", text(&board)]).refused(2);
    assert!(said.ends_with("is the input; name another file for the output"), "{said}");
    let settings = folder.file("p.toml", "[freedom]\nreach = 2\n");
    let arguments = ["show", crate::support::GAME, "--model", "freedom", "--params", text(&settings)];
    let said = aji(&[&arguments[..], &["--png", text(&settings)]].concat()).refused(2);
    assert!(said.ends_with("is the input; name another file for the output"), "{said}");
    let wrong = folder.file("wrong.toml", "[freedom]\nreach = = 2\n");
    let arguments = ["show", crate::support::GAME, "--model", "freedom", "--params", text(&wrong)];
    assert!(aji(&arguments).refused(2).starts_with(&format!("{}:2:", text(&wrong))));
}

#[test]
fn no_command_writes_over_any_input() {
    let folder = Folder::new();
    let good = folder.file("good.sgf", "(;SZ[9];B[ee])");
    let broken = folder.file("broken.sgf", "precious");
    let refused = |arguments: &[&str]| {
        let said = aji(arguments).refused(2);
        assert!(said.ends_with("is the input; name another file for the output"), "{said}");
    };
    refused(&["convert", text(&good), text(&broken), "--out", text(&broken), "--force"]);
    refused(&["study", "predict", text(&good), "--svg", text(&good)]);
    refused(&["review", "--quick", text(&good), "--png", text(&good)]);
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "precious");
    let said = aji(&["review", "--quick", text(&good), "--svg", "-"]).refused(2);
    assert_eq!(said, "standard output is taken by the report; name a file instead of -");
    assert!(aji(&["show", text(&good), "--svg", "-"]).well().starts_with("<svg"));
}

#[test]
fn inputs_of_the_same_name_do_not_replace_each_other() {
    let folder = Folder::new();
    for name in ["one", "two"] {
        std::fs::create_dir(folder.path(name)).unwrap();
        folder.file(&format!("{name}/x.sgf"), format!("(;SZ[9]PB[{name}];B[ee])"));
    }
    let out = format!("{}/", text(&folder.path("out")));
    aji(&["convert", text(&folder.path("one")), text(&folder.path("two")), "--out", &out, "--force"]).well();
    assert_eq!(std::fs::read_dir(out).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_is_passed_over() {
    let folder = Folder::new();
    folder.file("a.sgf", "(;SZ[9];B[ee])");
    std::os::unix::fs::symlink(folder.path(""), folder.path("again")).unwrap();
    assert!(aji(&["check", text(&folder.path(""))]).well().contains("1 file, 1 game"));
}
