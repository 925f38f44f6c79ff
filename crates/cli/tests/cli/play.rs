//! `aji play` as a user meets it: transcripts.

use std::fs;

use crate::support::{Folder, aji, aji_with_input, golden, text};

fn typed(arguments: &[&str], lines: &str) -> String {
    aji_with_input(&[&["play"], arguments].concat(), lines.as_bytes()).well()
}

#[test]
fn a_game_is_a_talk() {
    let talk = typed(
        &["--size", "5", "--player", "freedom", "--komi", "0.5"],
        "help\nD6\nplease\nC3\nc3\nwhy\nhint\nundo\nB2\nscore\nresign\nquit\n",
    );
    golden("play.txt", &talk);
}

#[test]
fn a_finished_game_is_agreed_on_and_saved() {
    let folder = Folder::new();
    let file = folder.path("game.sgf");
    // Passing until the player has nothing left to do, then a chain is called dead and alive again.
    let lines = format!("{}A5\nA5\nyes\nsave {}\nquit\n", "pass\n".repeat(30), text(&file));
    let talk = typed(&["--size", "5", "--player", "ising.molecular+search", "--side", "white"], &lines);
    assert!(talk.contains("passes for Black: no move is left that changes anything."), "{talk}");
    assert!(talk.contains("Agreed?") && talk.contains("B+17.5: ising.molecular+search wins."), "{talk}");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("PB[ising.molecular+search]") && saved.contains("RE[B+17.5]"), "{saved}");
    assert!(saved.contains("C[ising.molecular+search plays Black"), "explanations are comments: {saved}");
    assert!(sgf::read(saved.as_bytes()).problems.is_empty());
    // What is there is not overwritten unasked.
    let again = typed(&["--size", "5"], &format!("C3\nsave {0}\nsave --force {0}\n", text(&file)));
    assert!(again.contains("exists already; type save --force FILE to replace it"), "{again}");
    assert!(fs::read_to_string(&file).unwrap().contains("PW[aji]"));
}

#[test]
fn no_to_the_count_plays_on() {
    let talk = typed(&["--size", "2", "--player", "random", "--seed", "3"], "pass\npass\npass\npass\nno\nscore\n");
    let (_, after) = talk.split_once("Agreed?").unwrap_or_else(|| panic!("{talk}"));
    assert!(after.contains("Black> ") && after.ends_with("The game is left unfinished.\n"), "{talk}");
}

#[test]
fn handicap_and_garbage() {
    let talk = typed(&["--handicap", "2", "--side", "white", "--player", "random"], "\n\u{1b}[2J\nZ99\nundo\nquit\n");
    assert!(talk.contains("komi 0.5, 2 handicap stones"), "{talk}");
    assert!(!talk.contains('\u{1b}'), "what is typed does not steer the terminal: {talk}");
    assert!(talk.contains("There is no move of yours to take back."), "{talk}");
    let long = "x".repeat(100_000);
    assert!(typed(&["--player", "random"], &format!("{long}\nquit\n")).contains("type help"));
    let bytes = aji_with_input(&["play", "--player", "random"], b"\xff\xfe\n\0\nE5\n").well();
    assert!(bytes.ends_with("The game is left unfinished.\n"));
}

#[test]
fn blends_come_from_files() {
    let folder = Folder::new();
    let recipe =
        folder.file("mine.toml", "[weights]\nfreedom = 1\n'cellular:capture' = 2\n[settings]\nfreedom.reach = 2\n");
    let name = format!("blend:{}", text(&recipe));
    let talk = typed(&["--size", "5", "--player", &name], "C3\nwhy\n");
    assert!(talk.contains("cellular:capture (weight 2) ranks it number"), "{talk}");
    let wrong = folder.file("wrong.toml", "[weights]\nfredom = 1\n");
    let said = aji(&["play", "--player", &format!("blend:{}", text(&wrong))]).refused(2);
    assert!(said.contains("unknown player 'fredom' (did you mean 'freedom'?)"), "{said}");
    let said = aji(&["play", "--player", "blend:nowhere.toml"]).refused(2);
    assert!(said.starts_with("nowhere.toml: "), "{said}");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let wrong = |arguments: &[&str]| aji(&[&["play"], arguments].concat()).refused(2);
    assert!(wrong(&["--player", "fredom"]).starts_with("unknown player 'fredom' (did you mean 'freedom'?)"));
    assert!(wrong(&["--player", "freedom+luck"]).starts_with("unknown addition to a player '+luck'"));
    assert_eq!(wrong(&["--size", "99"]), "--size 99: boards are from 2 to 25");
    assert_eq!(wrong(&["--handicap", "12"]), "--handicap 12: a 9×9 board has points for at most 9");
    assert!(wrong(&["--rules", "martian"]).starts_with("unknown rules 'martian'"));
    assert!(wrong(&["--komi", "nan"]).starts_with("--komi NaN"));
    golden("play-list.txt", &aji(&["play", "--list"]).well());
}
