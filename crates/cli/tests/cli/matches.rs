//! `aji match` as a user meets it: short matches, tournaments that are killed, engines that fail, and GNU Go.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use testkit::until;

use crate::support::{self, Folder, Said, aji, aji_command, fake, text};

/// GNU Go as a command.
fn gnugo() -> String {
    format!("'{}' --mode gtp --level 1", support::gnugo().display())
}

/// A report without what differs from run to run.
fn without_times(mut report: Value) -> Value {
    for standing in report["standings"].as_array_mut().expect("standings") {
        standing.as_object_mut().expect("an object").remove("effort").expect("an effort");
    }
    report
}

fn results(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("results.jsonl")).expect("results are there");
    text.lines().map(|line| serde_json::from_str(line).expect("every line is whole")).collect()
}

fn match_json(arguments: &[&str]) -> Value {
    without_times(aji(&[&["match", "--json"], arguments].concat()).json())
}

#[test]
fn a_short_match_says_who_is_stronger() {
    let message = aji(&["match", "--player", "nearest", "--player", "random", "--games", "10", "--size", "5"]).well();
    assert!(message.contains("10 of 10 games, complete"), "{message}");
    assert!(message.contains("nearest – random"), "{message}");
}

/// What stands before the first sign is a name if what follows can play, and part of a command otherwise.
#[test]
fn names_of_players_may_have_spaces() {
    let names = |players: [&str; 2]| -> Vec<String> {
        let arguments = ["--player", players[0], "--player", players[1], "--games", "1", "--size", "3"];
        let said = match_json(&arguments);
        let of = |player: &Value| player["name"].as_str().expect("a name").to_string();
        said["standings"].as_array().expect("players").iter().map(of).collect()
    };
    let engine = fake("--seed 3");
    let mut named = names([&format!("an engine of ours={engine}"), "who plays anything=random"]);
    named.sort();
    assert_eq!(named, ["an engine of ours", "who plays anything"]);
    let mut unnamed = names([&format!("{engine} --mode=gtp"), &format!("env SOMETHING=1 {engine}")]);
    unnamed.sort();
    assert_eq!(unnamed, ["env", "fake"]);
    let told = aji(&["match", "--player", "my own player=cellulr", "--player", "random"]).refused(2);
    assert!(told.contains("cellulr") && told.ends_with("nor is it a program"), "{told}");
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let run = |threads: &str| {
        let players = ["--player", "random", "--player", "nearest", "--player", "cellular:grow"];
        let rest = ["--games", "6", "--size", "5", "--random-moves", "3", "--threads", threads];
        match_json(&[&players[..], &rest].concat())
    };
    let one = run("1");
    assert_eq!(one["played"], 18);
    assert_eq!(one, run("3"));
}

/// A tournament of our own players that takes a few seconds.
const TOURNAMENT: &str = r#"
name = "killed"
size = 7
games = 40
seed = 3
random_moves = 2
players = ["random", "nearest", "random+search"]
"#;

#[test]
fn a_run_that_is_killed_again_and_again_loses_and_doubles_no_game() {
    let folder = Folder::new();
    let plan = folder.file("cup.toml", TOURNAMENT);
    let whole = folder.path("whole");
    let undisturbed = match_json(&[text(&plan), "--out", text(&whole)]);
    assert_eq!(undisturbed["played"], 120);
    let (mut kills, mut chance) = (0, 20u64);
    let results_file = folder.path("cup/results.jsonl");
    let written = || fs::metadata(&results_file).map_or(0, |file| file.len());
    while kills < 20 {
        let mut child = aji_command()
            .args(["match", text(&plan), "--threads", "2"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        // By chance, but the same every time: some bytes after what is there.
        chance = (chance * 7919 + 104_729) % 1_000_003;
        let enough = written() + chance % 900;
        let mut ended = false;
        until(|| {
            ended = child.try_wait().expect("it can be asked").is_some();
            ended || written() > enough
        });
        if !ended {
            child.kill().expect("it can be killed");
            kills += 1;
        }
        child.wait().expect("it ends");
        if ended {
            // All was played before the last kill: half of the games are taken away again, the last of them torn.
            let text = fs::read_to_string(&results_file).expect("results are there");
            fs::write(&results_file, &text[..text.len() / 2]).expect("they can be written");
        }
    }
    let resumed = match_json(&[text(&plan)]);
    assert_eq!(resumed, undisturbed);
    let mut games: Vec<String> =
        results(&folder.path("cup")).iter().map(|row| format!("{} {}", row["pair"], row["game"])).collect();
    assert_eq!(games.len(), 120);
    games.sort();
    games.dedup();
    assert_eq!(games.len(), 120, "no game is there twice");
    for row in results(&folder.path("cup")) {
        let record = folder.path("cup").join(row["file"].as_str().expect("a file"));
        let record = fs::read(record).expect("every game has its record");
        let reading = sgf::read(&record);
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        assert_eq!(reading.games[0].info.result.as_deref(), row["result"].as_str());
    }
    // Records that are gone or were changed are told, and their games are played again.
    let rows = results(&folder.path("cup"));
    let record = |i: usize| folder.path("cup").join(rows[i]["file"].as_str().expect("a file"));
    fs::remove_file(record(3)).expect("it can be removed");
    let good = fs::read_to_string(record(7)).expect("it can be read");
    fs::write(record(7), good.replacen(";B[", ";W[", 1)).expect("it can be changed");
    let report = aji(&["match", text(&plan), "--report", "--json"]);
    assert_eq!((report.code, report.err.lines().count()), (0, 2), "{}", report.err);
    let again = aji(&["match", text(&plan), "--json"]);
    assert_eq!(again.err.matches("; the game is played again").count(), 2, "{}", again.err);
    assert!(again.err.contains("the record of a game is missing") && again.err.contains("was altered since"));
    assert!(fs::read_to_string(record(7)).is_ok_and(|record| record.len() == good.len()));
    // A run with nothing left to do only reports, and a report needs no run.
    assert_eq!(match_json(&[text(&plan)]), undisturbed);
    assert_eq!(match_json(&[text(&plan), "--report"]), undisturbed);
    for name in ["report.txt", "report.html", "report.json", "standings.csv", "pairs.csv", "games.csv", "ratings.svg"] {
        assert!(folder.path("cup").join(name).is_file(), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn a_run_that_is_asked_to_stop_says_how_to_go_on() {
    let folder = Folder::new();
    let plan = folder.file("cup.toml", TOURNAMENT.replace("games = 40", "games = 4000"));
    let child = aji_command()
        .args(["match", text(&plan)])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    until(|| fs::metadata(folder.path("cup/results.jsonl")).is_ok_and(|file| file.len() > 0));
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("of 12000 games; the same command goes on from here"), "{message}");
    assert!(!results(&folder.path("cup")).is_empty());
}

#[test]
#[cfg(unix)]
fn a_run_that_is_asked_to_stop_does_not_wait_for_the_judge() {
    let folder = Folder::new();
    let (out, asked) = (folder.path("out"), folder.path("asked"));
    // It never answers: whoever waits for it waits for ever.
    let judge = format!("sh -c 'touch {}; while true; do sleep 1; done'", text(&asked));
    let arguments = ["--player", "random", "--player", "nearest", "--games", "1", "--size", "5"];
    let mut child = aji_command()
        .arg("match")
        .args(arguments)
        .args(["--judge", &judge, "--out", text(&out)])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    until(|| asked.is_file());
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    child.wait().expect("it ends");
    let played = fs::read_to_string(out.join("results.jsonl")).unwrap_or_default();
    assert_eq!(played, "", "the game will be played again");
}

#[test]
fn every_failure_of_an_engine_has_its_end() {
    // What the engine does, how the game ends, who wins, and a part of the reason.
    let cases = [
        ("hang", "time", "B+T", "no answer to \"genmove W\" within"),
        ("crash", "crash", "B+F", "exit status: 3; it said: segmentation fault, as it were"),
        ("abort", "crash", "B+F", "signal: 6"),
        ("close", "crash", "B+F", "exit status: 0"),
        ("illegal", "illegal", "B+F", "which is illegal: occupied"),
        ("nonsense", "nonsense", "B+F", "said \"banana\", which is no move"),
        ("garble", "nonsense", "B+F", "no response of GTP: \"this is no GTP\""),
        ("wrong-id", "nonsense", "B+F", "a response to command 999999 instead of"),
        ("flood", "nonsense", "B+F", "a response longer than"),
        ("long-line", "time", "B+T", "no answer"),
        ("refuse", "refusal", "B+F", "refuses \"genmove W\": I do not want to"),
        ("resign", "resignation", "B+R", ""),
        ("refuse-play", "dispute", "Void", "illegal move"),
        ("deny-play", "dispute", "Void", "I cannot follow"),
    ];
    let folder = Folder::new();
    let mut plan = "size = 5\ngames = 1\nplayers = [\"random\"]\nmove_seconds = 5\n".to_string();
    for (how, ..) in cases {
        plan += &format!("[[player]]\nname = \"{how}\"\ncommand = \"{}\"\n", fake(&format!("--fail {how} --at 3")));
    }
    plan += "[[pairing]]\nplayers = [\"random\"]\nagainst = [";
    plan += &cases.map(|(how, ..)| format!("\"{how}\"")).join(", ");
    plan += "]\n";
    let file = folder.file("failures.toml", plan);
    let report = match_json(&[text(&file), "--threads", "4"]);
    assert_eq!(report["complete"], true);
    let rows = results(&folder.path("failures"));
    for (how, end, result, reason) in cases {
        let row = rows.iter().find(|row| row["white"] == how).unwrap_or_else(|| panic!("{how} was played"));
        assert_eq!((row["end"].as_str(), row["result"].as_str()), (Some(end), Some(result)), "{how}: {row}");
        assert!(row["reason"].as_str().unwrap_or_default().contains(reason), "{how}: {row}");
    }
    let standing = |name: &str, field: &str| {
        let all = report["standings"].as_array().expect("standings");
        all.iter().find(|standing| standing["name"] == name).expect("it took part")[field].clone()
    };
    assert_eq!((standing("random", "wins"), standing("random", "void")), (12.into(), 2.into()));
    assert_eq!((standing("refuse-play", "games"), standing("crash", "forfeits")), (0.into(), 1.into()));
}

#[test]
fn who_refuses_a_legal_move_loses_if_the_match_says_so() {
    let end = |disputes: &str, how: &str| {
        let engine = fake(&format!("--fail {how} --at 3"));
        let said = aji(&[
            "match",
            "--player",
            "random",
            "--player",
            &engine,
            "--size",
            "5",
            "--games",
            "1",
            "--disputes",
            disputes,
            "--jsonl",
        ]);
        // A line for the game, and one for the report.
        let lines: Vec<Value> = said.well().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((lines.len(), &lines[1]["complete"]), (2, &true.into()));
        let word = |name: &str| lines[0][name].as_str().unwrap_or_default().to_string();
        (word("end"), word("result"), word("reason"))
    };
    // The engine has White.
    for how in ["refuse-play", "deny-play"] {
        assert_eq!(end("void", how).1, "Void");
        assert!(matches!(end("refuser", how), (end, result, _) if end == "denial" && result == "B+F"));
    }
    // gomill believes whoever says "illegal move", in these words.
    let (what, result, reason) = end("gomill", "refuse-play");
    assert_eq!((what.as_str(), result.as_str()), ("illegal", "W+F"));
    assert!(reason.starts_with("random played ") && reason.ends_with(", which fake calls illegal"), "{reason}");
    assert_eq!(end("gomill", "deny-play").1, "B+F");
    let told = aji(&["match", "--player", "random", "--player", "nearest", "--disputes", "duel"]).refused(2);
    assert!(told.contains("'duel'") && told.contains("void, refuser, gomill"), "{told}");
}

#[test]
fn engines_keep_running_from_game_to_game_and_are_started_again_when_they_die() {
    let folder = Folder::new();
    let engine = format!("fake={}", fake("--fail crash --at 6"));
    let out = folder.path("out");
    let report =
        match_json(&["--player", "random", "--player", &engine, "--games", "6", "--size", "5", "--out", text(&out)]);
    assert_eq!((&report["complete"], &report["played"]), (&true.into(), &6.into()));
    assert!(
        results(&out).iter().all(|row| row["end"] == "crash" && row["moves"].as_u64() > Some(9)),
        "every game anew"
    );
    assert!(results(&out).iter().all(|row| row["cpu"]["black"].is_number() && row["cpu"]["white"].is_number()));
}

#[test]
fn what_cannot_work_is_told_before_anything_is_played() {
    let wrong = |arguments: &[&str]| aji(&[&["match"], arguments].concat());
    let message = wrong(&["--player", "random", "--player", "celular"]).refused(2);
    assert!(message.contains("unknown player 'celular' (did you mean 'cellular'?)"), "{message}");
    let message = wrong(&["--player", "random", "--player", "no-such-engine --mode gtp"]).refused(1);
    assert!(message.starts_with("no-such-engine: no-such-engine does not start: "), "{message}");
    let message = wrong(&["--player", "random", "--player", "freedom", "--judge", "no-such-judge"]).refused(1);
    assert!(message.starts_with("the judge: no-such-judge does not start: "), "{message}");
    let mute = fake("--fail mute");
    let folder = Folder::new();
    let plan =
        format!("players = [\"random\"]\nstart_seconds = 0.3\n[[player]]\nname = \"mute\"\ncommand = \"{mute}\"");
    let plan = folder.file("mute.toml", plan);
    assert_eq!(wrong(&[text(&plan)]).refused(1), "mute: no answer to \"name\" within 0.3 s");
    let plan = folder.file("bad.toml", "size = 9\nplayers = [\"random\", \"randm\"]");
    let message = wrong(&[text(&plan)]).refused(2);
    assert!(
        message.ends_with("there are: random") || message.contains("bad.toml:2:22: unknown player 'randm'"),
        "{message}"
    );
    let plan = folder.file("worse.toml", "size = = 9");
    assert!(wrong(&[text(&plan)]).refused(2).contains("worse.toml:1:8: "));
    assert!(wrong(&["--player", "random"]).refused(2).contains("two players or more"));
    assert!(wrong(&[]).refused(2).contains("(see aji match --help)"));
    assert!(wrong(&[text(&plan), "--games", "3"]).refused(2).contains("cannot be used with"));
}

#[test]
fn results_of_another_tournament_are_not_continued() {
    let folder = Folder::new();
    let plan = folder.file("cup.toml", "size = 5\ngames = 2\nplayers = [\"random\", \"nearest\"]");
    assert_eq!(match_json(&[text(&plan)])["played"], 2);
    // More games and more players go on from what is there; other rules do not.
    folder.file("cup.toml", "size = 5\ngames = 4\nplayers = [\"random\", \"nearest\", \"cellular\"]");
    assert_eq!(match_json(&[text(&plan)])["played"], 12);
    folder.file("cup.toml", "size = 5\nkomi = 0.5\ngames = 4\nplayers = [\"random\", \"nearest\"]");
    let message = aji(&["match", text(&plan)]).refused(1);
    assert!(message.contains("was played under other conditions; name another folder"), "{message}");
}

#[test]
fn a_sequential_test_stops_early() {
    let report =
        match_json(&["--player", "nearest", "--player", "random", "--games", "400", "--size", "7", "--sprt", "0,200"]);
    let pair = &report["pairs"][0];
    assert_ne!(pair["test"]["decision"], "open");
    assert!(pair["games"].as_u64() < Some(400) && report["complete"] == true, "{pair}");
}

#[test]
fn openings_come_from_records() {
    let folder = Folder::new();
    let openings = folder.file("openings.sgf", "(;SZ[7];B[dd];W[cc])(;SZ[7];B[cd])");
    let out = folder.path("out");
    let players = ["--player", "random", "--player", "nearest", "--games", "4", "--size", "7"];
    let rest = ["--openings", text(&openings), "--out", text(&out)];
    aji(&[&["match"], &players[..], &rest].concat()).well();
    for row in results(&out) {
        let record = fs::read_to_string(out.join(row["file"].as_str().unwrap())).unwrap();
        let begins = if row["game"].as_u64().unwrap() < 2 { ";B[dd];W[cc]" } else { ";B[cd]" };
        assert!(record.replace('\n', "").contains(begins), "{record}");
        assert!(record.contains("random plays ") || record.contains("nearest plays "), "moves are explained: {record}");
    }
}

fn gnugo_match(arguments: &[&str]) -> (Said, Folder) {
    let folder = Folder::new();
    let out = folder.path("out");
    let arguments = [&["match", "--json", "--size", "9", "--out", text(&out)], arguments].concat();
    (aji(&arguments), folder)
}

#[test]
fn gnu_go_plays_whole_games_against_our_players() {
    let dead = format!("gnugo={} --chinese-rules --capture-all-dead --positional-superko --never-resign", gnugo());
    let (said, folder) = gnugo_match(&["--player", "random", "--player", &dead, "--games", "2"]);
    let report = said.json();
    assert_eq!((&report["complete"], &report["pairs"][0]["void"]), (&true.into(), &0.into()));
    assert_eq!(report["pairs"][0]["wins"][1], 2, "GNU Go beats a random player");
    for row in results(&folder.path("out")) {
        assert_eq!(row["end"], "passes", "{row}");
        assert!(row["cpu"]["black"].is_number() && row["cpu"]["white"].is_number());
    }
}

#[test]
fn gnu_go_gives_stones_and_names_the_dead() {
    let plain = format!("gnugo={} --chinese-rules", gnugo());
    let (said, folder) = gnugo_match(&["--player", "random", "--player", &plain, "--games", "1", "--handicap", "4"]);
    let report = said.json();
    assert_eq!((&report["pairs"][0]["handicap"], &report["pairs"][0]["wins"][1]), (&4.into(), &1.into()), "{report}");
    let row = &results(&folder.path("out"))[0];
    assert_eq!((row["black"].as_str(), row["handicap"].as_u64()), (Some("random"), Some(4)));
    let record = fs::read_to_string(folder.path("out").join(row["file"].as_str().unwrap())).unwrap();
    assert!(record.contains("HA[4]") && record.contains("AB["), "{record}");
}

#[test]
fn gnu_go_can_be_the_judge_of_others() {
    let players = ["--player", "random", "--player", "nearest", "--games", "2", "--judge", &gnugo()];
    let (said, _folder) = gnugo_match(&players);
    let report = said.json();
    assert_eq!((&report["complete"], &report["pairs"][0]["void"]), (&true.into(), &0.into()));
    assert!(report["counting"].as_str().is_some_and(|counting| counting.starts_with("judge: ")));
}
