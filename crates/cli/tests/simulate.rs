//! `aji simulate` as a user meets it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn aji(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_aji")).args(arguments).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&aji(arguments))).expect("one JSON value")
}

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder can be made");
    path
}

#[test]
fn the_numbers_add_up_and_do_not_depend_on_the_threads() {
    for variant in ["netlogo", "netlogo-exact", "rules"] {
        let run = |threads| {
            json(&["simulate", "--variant", variant, "--size", "7", "--games", "40", "--threads", threads, "--json"])
        };
        let one = run("1");
        assert_eq!(one, run("2"));
        let number = |name: &str| one[name].as_u64().unwrap();
        assert_eq!(number("games"), 40);
        assert_eq!(number("black") + number("white") + number("ties") + number("cut_off"), 40);
        assert_eq!((one["seed"].as_u64(), one["size"].as_u64()), (Some(1), Some(7)));
        assert!(one["lengths"]["mean"].as_f64().unwrap() > 10.0);
        assert!(one["scores"]["black"]["max"].as_f64() >= one["scores"]["black"]["median"].as_f64());
        assert_eq!(one["capacity"].as_array().unwrap().len(), 101);
        let low = one["intervals"]["black"]["low"].as_f64().unwrap();
        assert!(low < number("black") as f64 / 40.0);
    }
}

#[test]
fn lists_play_every_combination() {
    let runs = json(&["simulate", "--size", "5,6", "--black", "random,hottest", "--games", "5", "--json"]);
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 4);
    assert_eq!(runs[3]["players"]["black"], "hottest");
    let table = text(&aji(&["simulate", "--size", "5,6", "--games", "5"]));
    assert_eq!(table.lines().count(), 5, "{table}");
}

#[test]
fn games_tables_and_figures_are_written() {
    let folder = folder("simulate-files");
    let name = |part: &str| folder.join(part).display().to_string();
    let arguments = [
        "simulate",
        "--size",
        "5",
        "--games",
        "3",
        "--sgf",
        &name("games"),
        "--csv",
        &name("games.csv"),
        "--plot",
        &name("plots"),
    ];
    text(&aji(&arguments));
    let mut games: Vec<String> = fs::read_dir(folder.join("games"))
        .unwrap()
        .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    games.sort();
    assert_eq!(games.len(), 3);
    assert!(games.iter().any(|game| game.contains("AE[")), "removals are written");
    for (game, problems) in games.iter().map(|game| (game, sgf::read(game.as_bytes()).problems)) {
        assert!(problems.is_empty(), "{game}: {problems:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("games.csv")).unwrap().lines().count(), 4);
    for picture in ["wins.svg", "log-scores.png", "netlogo-5-random-random-game.svg"] {
        assert!(folder.join("plots").join(picture).is_file(), "{picture}");
    }
    let again = aji(&arguments);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));
}

#[test]
fn a_game_can_be_watched_without_a_terminal() {
    let watched = text(&aji(&["simulate", "--watch", "--size", "4", "--variant", "netlogo-exact"]));
    assert!(watched.contains("tick 1 · "), "{watched}");
    assert!(watched.trim_end().ends_with("The game has ended: passes."), "{watched}");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let wrong = |arguments: &[&str]| {
        let output = aji(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(wrong(&["simulate", "--variant", "netlog"]).contains("did you mean 'netlogo'?"));
    assert!(wrong(&["simulate", "--black", "warmest"]).contains("there are: random, hottest, coldest"));
    assert!(wrong(&["simulate", "--size", "30"]).contains("from 2 to 25"));
    assert!(wrong(&["simulate", "--watch", "--size", "9,13"]).contains("one game"));
    assert!(wrong(&["simulate", "--watch", "--speed", "0"]).contains("above 0"));
    wrong(&["simulate", "--games", "0"]);
}
