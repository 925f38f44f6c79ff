//! `aji simulate` as a user meets it.

use std::fs;

use crate::support::{Folder, aji, aji_with_dummy, golden, text};

#[test]
fn the_numbers_add_up_and_do_not_depend_on_the_threads() {
    for variant in ["netlogo", "netlogo-exact", "rules"] {
        let run = |threads| {
            aji(&["simulate", "--variant", variant, "--size", "7", "--games", "40", "--threads", threads, "--json"])
                .json()
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
    let runs = aji(&["simulate", "--size", "5,6", "--black", "random,hottest", "--games", "5", "--json"]).json();
    let runs = runs.as_array().unwrap();
    assert_eq!(runs.len(), 4);
    assert_eq!(runs[3]["players"]["black"], "hottest");
    golden(
        "simulate-table.txt",
        &aji(&["simulate", "--size", "5,6", "--black", "random,hottest", "--games", "5"]).well(),
    );
}

#[test]
fn one_contest_is_told_in_detail() {
    golden("simulate.txt", &aji(&["simulate", "--variant", "netlogo-exact", "--size", "9", "--games", "50"]).well());
}

#[test]
fn games_tables_and_figures_are_written() {
    let folder = Folder::new();
    let (games, table, plots) = (folder.path("games"), folder.path("games.csv"), folder.path("plots"));
    let arguments = ["simulate", "--size", "5", "--games", "3", "--sgf", text(&games), "--csv", text(&table), "--plot"];
    let arguments = [&arguments[..], &[text(&plots)]].concat();
    aji(&arguments).well();
    let games: Vec<String> =
        fs::read_dir(&games).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert_eq!(games.len(), 3);
    assert!(games.iter().any(|game| game.contains("AE[")), "removals are written");
    for (game, problems) in games.iter().map(|game| (game, sgf::read(game.as_bytes()).problems)) {
        assert!(problems.is_empty(), "{game}: {problems:?}");
    }
    assert_eq!(fs::read_to_string(&table).unwrap().lines().count(), 4);
    for picture in ["wins.svg", "log-scores.png", "netlogo-5-random-random-game.svg"] {
        assert!(plots.join(picture).is_file(), "{picture}");
    }
    assert!(aji(&arguments).refused(1).contains("use --force"));
}

#[test]
fn stones_are_painted_into_runs_and_their_records() {
    let strokes = "1 black A1, 1 white C4, 2 white A1, 3 remove A1";
    let watched = aji(&["simulate", "--watch", "--size", "5", "--paint", strokes, "--seed", "4"]).well();
    assert!(
        watched.starts_with("netlogo on 5×5, random (Black) against random (White), 4 points painted by hand"),
        "{watched}"
    );
    for told in ["black A1 by hand, white C4 by hand, Black ", "A1 stays as it is, by hand, ", "A1 off by hand, "] {
        assert!(watched.contains(told), "{told}: {watched}");
    }
    for variant in ["netlogo", "netlogo-exact", "rules"] {
        let folder = Folder::new();
        let games = folder.path("games");
        let paint = ["--paint", "1 black A1, 1 black C4, 1 black D2, 3 remove A1", "--variant", variant];
        aji(&[&["simulate", "--size", "5", "--games", "3", "--sgf", text(&games)], &paint[..]].concat()).well();
        for entry in fs::read_dir(&games).unwrap() {
            let game = fs::read_to_string(entry.unwrap().path()).unwrap();
            assert!(game.contains("AB[") && sgf::read(game.as_bytes()).problems.is_empty(), "{game}");
        }
    }
    let wrong = aji(&["simulate", "--paint", "5 black T20", "--size", "19"]).refused(2);
    assert!(
        wrong.starts_with("agents.paint: '5 black T20' is no stroke: T20 is no point of a 19×19 board; "),
        "{wrong}"
    );
}

#[test]
fn a_game_can_be_watched_without_a_terminal() {
    let watched = aji(&["simulate", "--watch", "--size", "4", "--variant", "netlogo-exact"]).well();
    assert!(watched.contains("tick 1 · "), "{watched}");
    assert!(watched.trim_end().ends_with("The game has ended: passes."), "{watched}");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let wrong = |arguments: &[&str]| aji(&[&["simulate"], arguments].concat()).refused(2);
    assert_eq!(
        wrong(&["--variant", "netlog"]),
        "agents.variant takes one of netlogo, netlogo-exact, rules (default netlogo), not 'netlog'"
    );
    assert_eq!(
        wrong(&["--black", "red"]),
        "agents.black takes one of random, hottest, coldest (default random), not 'red'"
    );
    assert!(wrong(&["--komi", "nan"]).starts_with("agents.komi takes a number from -625 to 625"));
    assert_eq!(wrong(&["--model", "freedom"]), "freedom does not play by itself; agents can");
    assert!(wrong(&["--model", "agent"]).contains("did you mean 'agents'"));
    assert_eq!(wrong(&["--size", "30"]), "--size 30: boards go from 2 to 25 lines");
    assert_eq!(wrong(&["--watch", "--size", "9,13"]), "--watch shows one game; give one size and one strategy a side");
    assert_eq!(wrong(&["--watch", "--speed", "0"]), "--speed 0: give a number above 0");
    assert_eq!(aji(&["simulate", "--games", "0"]).code, 2);
}

#[test]
fn options_are_parameters_of_the_model() {
    let json =
        |arguments: &[&str]| aji(&[&["simulate", "--size", "5", "--games", "4", "--json"], arguments].concat()).json();
    let by_options = json(&["--variant", "rules", "--black", "coldest", "--scoring", "territory", "--komi", "-2.5"]);
    let set = ["variant=rules", "black=coldest", "scoring=territory", "komi=-2.5"].map(|set| format!("agents.{set}"));
    let by_name: Vec<&str> = set.iter().flat_map(|set| ["--set", set]).chain(["--model", "agents"]).collect();
    assert_eq!(by_options, json(&by_name));
    assert_eq!((&by_options["scoring"], &by_options["komi"]), (&"territory".into(), &(-2.5).into()));
}

#[test]
fn a_model_that_nobody_has_written_yet_plays_too() {
    let folder = Folder::new();
    let dummy = ["simulate", "--model", "dummy", "--size", "5", "--games", "6"];
    let (games, table, plots) = (folder.path("games"), folder.path("games.csv"), folder.path("plots"));
    let files = ["--sgf", text(&games), "--csv", text(&table), "--plot", text(&plots)];
    golden("simulate-dummy.txt", &aji_with_dummy(&[&dummy[..], &files].concat()).well());
    assert_eq!(fs::read_dir(&games).unwrap().count(), 6);
    assert!(fs::read_to_string(&table).unwrap().contains("\ndummy,5,anywhere,anywhere,1,"));
    assert!(plots.join("dummy-5-anywhere-anywhere-lead.svg").is_file());
    let json = aji_with_dummy(&[&dummy[..], &["--json"]].concat()).json();
    assert_eq!((&json["model"], json["lead"].as_array().map(Vec::len)), (&"dummy".into(), Some(101)));
    let watched = aji_with_dummy(&["simulate", "--model", "dummy", "--size", "4", "--watch"]).well();
    assert!(watched.trim_end().ends_with("The game has ended: passes."), "{watched}");
    assert_eq!(
        aji_with_dummy(&[&dummy[..], &["--variant", "wild"]].concat()).refused(2),
        "--variant: dummy has no such parameter; aji models dummy lists what can be set"
    );
    assert!(aji_with_dummy(&[&dummy[..], &["--set", "dummy.weight=2"]].concat()).well().contains("6 games, seed 1"));
}
