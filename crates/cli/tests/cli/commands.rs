//! What each command prints and writes.

use std::process::Stdio;

use serde_json::{Value, json};
use testkit::fixtures;

use crate::support::{Folder, GAME, aji, aji_command, aji_with_input, golden, text};

#[test]
fn review_of_a_file_is_the_review_of_the_bundled_game() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/bundled.sgf");
    let few = ["review", "--quick", "--set", "futures.games=4"];
    assert_eq!(aji(&[&few[..], &[file]].concat()).well(), aji(&few).well());
}

#[test]
fn review_prints_a_table_in_ascii() {
    golden("review-table.txt", &aji(&["--ascii", "review", "--quick", "gnugo/9x9-01-level-1.sgf", "--table"]).well());
}

#[test]
fn review_as_json_has_every_ply() {
    let json = aji(&["review", "--quick", GAME, "--model", "cellular", "--model", "freedom", "--json"]).json();
    assert_eq!(json["game"]["winner"], json!("W"));
    assert_eq!(json["plies"].as_array().unwrap().len(), 289);
    assert_eq!(json["plies"][0]["move"], json!("C4"));
    assert_eq!(json["summary"]["moves"], json!(289));
    assert_eq!(json["summary"]["illegal"], json!([]));
    let last = &json["plies"][288];
    assert_eq!(last["ply"], json!(289));
    assert_eq!(last["values"]["cellular.lead"], json!(1));
    assert!(last["values"]["freedom.lead"].is_number());
}

#[test]
fn review_draws_curves() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("curves.svg"), folder.path("curves.png"));
    let out = aji(&["review", "--quick", "--model", "freedom", "--svg", text(&svg), "--png", text(&png)]).well();
    assert!(out.ends_with(&format!("wrote {}\nwrote {}\n", text(&svg), text(&png))), "{out}");
    let refused = aji(&["review", "--quick", "--png", text(&folder.path("curves.jpg"))]).refused(2);
    assert!(refused.contains("it will not be a .jpg; name it "), "{refused}");
    assert!(std::fs::read_to_string(svg).unwrap().contains("freedom.lead"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn reviews_of_odd_games() {
    for file in
        ["move-in-root", "two-games", "handicap-ab", "illegal-suicide", "passes-then-play", "board-2", "board-25"]
    {
        let file = format!("broken/{file}.sgf");
        let said = aji(&["review", "--quick", &file]);
        assert_eq!(said.code, 0, "{file}: {}", said.err);
        aji(&["review", "--quick", &file, "--json"]).json();
    }
    let none = aji_with_input(&["review", "--quick", "-"], b"(;SZ[9]PB[Ann])").well();
    assert!(none.contains("0 (0 by Black, 0 by White)"), "{none}");
    let one = aji_with_input(&["review", "--quick", "-"], b"(;SZ[5];B[cc])").well();
    assert!(one.contains("1 (1 by Black, 0 by White)"), "{one}");
}

#[test]
fn show_draws_the_board() {
    golden("show.txt", &aji(&["show", GAME, "--move", "139"]).well());
    golden("show-ascii.txt", &aji(&["--ascii", "show", GAME, "--move", "139"]).well());
    golden("show-color.txt", &aji(&["--color", "always", "show", "gnugo/9x9-01-level-1.sgf", "--move", "20"]).well());
}

#[test]
fn show_obeys_no_color() {
    let run = |variable: &str, value: &str| {
        let output = aji_command().args(["show", GAME]).env(variable, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run("CLICOLOR_FORCE", "1").contains('\u{1b}'));
    assert!(!run("NO_COLOR", "1").contains('\u{1b}'));
    let both = aji_command().args(["show", GAME]).envs([("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]).output().unwrap();
    assert!(!both.stdout.contains(&0x1b));
}

#[test]
fn show_follows_variations() {
    let game = b"(;SZ[9];B[ee](;W[ge];B[gf])(;W[eg](;B[ff])(;B[df])))";
    let last = |arguments: &[&str]| {
        let said = aji_with_input(&[&["show", "-", "--json"], arguments].concat(), game);
        said.json()["last"]["move"].clone()
    };
    assert_eq!(last(&[]), json!("G4"));
    assert_eq!(last(&["--variation", "2"]), json!("F4"));
    assert_eq!(last(&["--variation", "2,2"]), json!("D4"));
    assert_eq!(last(&["--variation", "2", "--move", "2"]), json!("E3"));
    let said = aji_with_input(&["show", "-", "--variation", "3"], game);
    assert_eq!(said.refused(2), "-: choice 1 of the variation is 3, but there are 2 ways to go on");
}

#[test]
fn show_writes_pictures() {
    let folder = Folder::new();
    let (svg, png) = (folder.path("board.svg"), folder.path("board.png"));
    let said = aji(&["show", GAME, "--svg", text(&svg), "--png", text(&png), "--width", "400", "--numbers", "10"]);
    assert_eq!(said.well(), format!("wrote {}\nwrote {}\n", text(&svg), text(&png)));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(folder.names(), ["board.png", "board.svg"], "nothing is left beside the pictures");
    // No font has a character that does not exist.
    let said = aji_with_input(&["show", "-", "--png", text(&png)], "(;SZ[9]PB[\u{378}];B[ee])".as_bytes());
    assert!(said.err.contains("no font on this machine has \u{378}; install one"), "{}", said.err);
}

#[test]
fn read_gives_board_next_and_ply() {
    let json = aji(&["read", GAME, "--move", "0", "--json"]).json();
    assert_eq!((json["ply"].clone(), json["next"].clone(), json["size"].clone()), (json!(0), json!("B"), json!(19)));
    assert_eq!(json["board"].as_array().unwrap().len(), 19);
    assert_eq!(json["board"][0], json!("..................."));
    let after = aji(&["read", GAME, "--move", "1", "--json"]).json();
    assert_eq!((after["ply"].clone(), after["next"].clone()), (json!(1), json!("W")));
    assert_eq!(after["board"][15], json!("..X................"));
}

#[test]
fn one_input_gives_an_object_and_several_an_array() {
    assert!(aji(&["read", GAME, "--json"]).json().is_object());
    let several = aji(&["read", GAME, GAME, "--json"]).json();
    assert_eq!(several.as_array().unwrap().len(), 2);
    assert_eq!(several[1]["file"], json!(GAME));
    let lines = aji(&["read", "games/superko.tsv", "--jsonl"]).well();
    let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 5);
    assert_eq!(games[4]["game_number"], json!(5));
}

#[test]
fn a_drawn_board_is_an_input_too() {
    let drawn = ". . .\n. X .\n. . O\n";
    let json = aji_with_input(&["read", "--board", "-", "--next", "W", "--json"], drawn.as_bytes()).json();
    assert_eq!(json["board"], json!(["...", ".X.", "..O"]));
    assert_eq!(json["next"], json!("W"));
    let shown = aji_with_input(&["show", "--board", "-"], drawn.as_bytes()).well();
    assert!(shown.contains('●') && shown.contains('○'));
}

#[test]
fn gzipped_records_are_read() {
    let folder = Folder::new();
    let path = folder.path("game.sgf.gz");
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut packer, &fixtures::bytes(GAME)).unwrap();
    std::fs::write(&path, packer.finish().unwrap()).unwrap();
    assert_eq!(aji(&["read", text(&path), "--json"]).json()["ply"], json!(289));
    let piped = aji_with_input(&["read", "-", "--json"], &std::fs::read(&path).unwrap()).json();
    assert_eq!(piped["ply"], json!(289));
    let cut = folder.file("cut.sgf.gz", &std::fs::read(&path).unwrap()[..200]);
    assert_eq!(aji(&["show", text(&cut)]).refused(1), format!("{}: ends too early; the file is cut off", text(&cut)));
}

#[test]
fn check_lists_problems_with_their_place() {
    let said = aji(&["check", "broken"]);
    let left_out = "is a table without the header of a move list (id result moves), and is left out";
    assert_eq!((said.code, said.err), (1, format!("aji: broken/cases.tsv: {left_out}\n")));
    golden("check-broken.txt", &said.out);
    let said = aji(&["check", "real"]);
    assert_eq!((said.code, said.err), (0, format!("aji: real/manifest.tsv: {left_out}\n")));
    golden("check-real.txt", &said.out);
}

#[test]
fn check_reports_illegal_moves() {
    let folder = Folder::new();
    let game = folder.file("game.sgf", "(;SZ[9]\n;B[ee]\n;W[ee])");
    let out = aji(&["check", text(&game)]).well();
    let place = format!("{}:3:1: move 2: White E5 is illegal: occupied by Black [illegal]", text(&game));
    assert_eq!(out.lines().next(), Some(place.as_str()));
    let json = aji(&["check", text(&game), "--json"]).json();
    assert_eq!(json["files"][0]["problems"][0]["severity"], json!("illegal"));
    assert_eq!(json["summary"]["games"], json!(1));
}

#[test]
fn convert_goes_between_formats_and_collections() {
    let folder = Folder::new();
    let all = folder.path("all.sgf");
    aji(&["convert", "gnugo", "--out", text(&all)]).well();
    let games = aji(&["check", text(&all), "--json"]).json()["summary"]["games"].clone();
    assert_eq!(games, json!(12));

    let many = folder.path("many");
    let json = aji(&["convert", text(&all), "--out", &format!("{}/", text(&many)), "--json"]).json();
    assert_eq!(json["written"].as_array().unwrap().len(), 12);

    let list = folder.path("list.tsv");
    aji(&["convert", "games/superko.tsv", "--out", text(&list)]).well();
    assert_eq!(std::fs::read_to_string(&list).unwrap(), fixtures::text("games/superko.tsv"));

    let gib = fixtures::files("formats", "gib").into_iter().next().unwrap();
    let out = aji(&["convert", text(&gib), "--out", "-"]).well();
    assert!(out.starts_with("(;FF[4]GM[1]CA[UTF-8]"), "{out}");
}

#[test]
fn convert_overwrites_nothing() {
    let folder = Folder::new();
    let out = folder.file("out.sgf", "precious");
    let said = aji(&["convert", GAME, "--out", text(&out)]);
    assert_eq!(said.refused(1), format!("{}: exists already; use --force to replace it", text(&out)));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "precious");
    aji(&["convert", GAME, "--out", text(&out), "--force"]).well();

    let same = folder.file("same.sgf", fixtures::bytes(GAME));
    let said = aji(&["convert", text(&same), "--out", text(&same), "--force"]);
    assert_eq!(said.refused(2), format!("{}: is the input; name another file for the output", text(&same)));
    let said = aji(&["show", text(&same), "--svg", text(&same)]);
    assert_eq!(said.refused(2), format!("{}: is the input; name another file for the output", text(&same)));
    assert_eq!(std::fs::read(&same).unwrap(), fixtures::bytes(GAME));
    assert_eq!(folder.names(), ["out.sgf", "same.sgf"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = aji_command()
        .args(["read", "games/tygem-2000.tsv", "--jsonl"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Reading one byte and closing is what `head -c 1` does.
    let mut pipe = child.stdout.take().unwrap();
    std::io::Read::read_exact(&mut pipe, &mut [0]).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn version_help_man_and_completions() {
    assert_eq!(aji(&["--version"]).well(), format!("aji {}\n", env!("CARGO_PKG_VERSION")));
    golden("help.txt", &aji(&["--help"]).well());
    assert!(aji(&["man"]).well().contains(".TH aji"));
    assert!(aji(&["man", "show"]).well().contains("aji\\-show"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(aji(&["completions", shell]).well().contains("review"), "{shell}");
    }
}

#[test]
#[cfg(not(feature = "corpus"))]
fn the_plain_program_says_how_to_build_the_rest() {
    let said = aji(&["corpus", "query", "games", "select 1"]).refused(2);
    assert!(said.trim_end().ends_with("cargo build --release -p aji --features corpus"), "{said}");
}
