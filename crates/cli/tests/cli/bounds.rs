//! What happens to the program when somebody sends it more than it can bear, or asks it to end.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use testkit::until;

use crate::support::{Folder, Said, aji, aji_command, fake, start_quietly, text};

/// Runs `aji` with no more memory than so many megabytes, reservations included.
#[cfg(target_os = "linux")]
fn aji_within(megabytes: usize, arguments: &[&str]) -> Said {
    let aji = aji_command();
    let mut command = Command::new("sh");
    // Every thread reserves as much as it might ever need, and the allocator as much again for each.
    command.env("RAYON_NUM_THREADS", "2").env("MALLOC_ARENA_MAX", "1");
    command.args(["-c", &format!("ulimit -v {} && exec \"$0\" \"$@\"", megabytes << 10)]);
    command.arg(aji.get_program()).args(arguments).stdin(Stdio::null());
    Said::new(&command.output().expect("the shell starts"))
}

/// The processes whose command line has this in it and begins with something else.
#[cfg(target_os = "linux")]
fn processes_with(mark: &str) -> usize {
    let all = fs::read_dir("/proc").expect("Linux shows its processes").flatten();
    let command_lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let words = command_lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    words.filter(|words| words.contains(mark) && words.contains("examples/fake ")).count()
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_program_with_every_engine_it_started() {
    let folder = Folder::new();
    let suite = folder.file("suite.tst", "1 genmove black\n#? [A1]\n");
    for (signal, how, mark) in [("-INT", "deaf", "7193101"), ("-TERM", "fork", "7193102"), ("-INT", "blank", "7193103")]
    {
        let engine = fake(&format!("--fail {how} --seed {mark}"));
        let commands = [
            vec!["match", "--player", "random", "--player", &engine, "--size", "5", "--games", "2"],
            vec!["regress", text(&suite), "--engine", &engine],
        ];
        for arguments in commands {
            let mut child = start_quietly(&arguments);
            until(|| processes_with(mark) > 0 || child.try_wait().expect("it is ours").is_some());
            // One whose engine goes away may be done before anybody looks; it leaves nothing behind either.
            if child.try_wait().expect("it is ours").is_none() {
                let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
                assert!(killed.expect("kill is there").success());
            }
            child.wait().expect("it ends");
            until(|| processes_with(mark) == 0);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_of_many_games_needs_the_memory_of_a_few() {
    let folder = Folder::new();
    let n = 20_000;
    let many = folder.file("many.sgf", "(;GM[1]SZ[19];B[dd];W[pp])\n".repeat(n));
    let array: Vec<Value> = {
        let said = aji_within(600, &["read", text(&many), "--json"]);
        serde_json::from_str(&said.well()).expect("one array")
    };
    assert_eq!(array.len(), n);
    assert_eq!(array[n - 1]["game_number"], n);
    let lines = aji_within(600, &["read", text(&many), "--jsonl"]).well();
    assert!(lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a value a line")).eq(array));
    let out = folder.path("one.tsv");
    aji_within(600, &["convert", text(&many), "--out", text(&out)]).well();
    assert_eq!(fs::read_to_string(&out).expect("it was written").lines().count(), n + 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_game_that_never_ends_is_refused_with_the_limit() {
    let folder = Folder::new();
    let endless = folder.file("endless.sgf", format!("(;GM[1]SZ[9]{})", ";B[ee]".repeat(1_000_000)));
    let told = "the line has 1000000 moves, and no more than 10000 are looked at; --move 10000 takes its beginning";
    for command in ["review", "read", "score", "show"] {
        assert_eq!(aji_within(1500, &[command, text(&endless)]).refused(1), format!("{}: {told}", text(&endless)));
    }
    let page = folder.path("page.html");
    aji_within(1500, &["review", text(&endless), "--html", text(&page)]).refused(1);
    assert!(!page.exists());
    let beginning = aji_within(1500, &["read", text(&endless), "--move", "10000", "--json"]).json();
    assert_eq!(beginning["ply"], 10_000);
}

#[test]
fn reviews_are_told_one_by_one() {
    let folder = Folder::new();
    let game = "(;GM[1]SZ[5];B[cc];W[bb];B[cb])";
    folder.file("in/a.sgf", game);
    folder.file("in/b.sgf", "no game at all");
    folder.file("in/c.sgf", format!("{game}{game}"));
    let review = |form: &str| aji(&["review", text(&folder.path("in")), "--model", "freedom", form]);
    let (array, lines) = (review("--json"), review("--jsonl"));
    assert_eq!((array.code, lines.code), (1, 1));
    assert!(array.err.starts_with("aji: ") && array.err.contains("in/b.sgf:"), "{}", array.err);
    let array: Vec<Value> = serde_json::from_str(&array.out).expect("one array");
    assert_eq!(array.len(), 3);
    let lines: Vec<Value> = lines.out.lines().map(|line| serde_json::from_str(line).expect("a value a line")).collect();
    assert_eq!(array, lines);
    let nothing = aji(&["review", text(&folder.path("in/b.sgf")), "--json"]);
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
}

/// Every command that does many files, games, tests or contests: the lines of `--jsonl` are the members of the list of `--json`, and
/// what `--json` says beside them comes last.
#[test]
fn every_batch_is_told_line_by_line() {
    let folder = Folder::new();
    let game = "(;GM[1]SZ[5];B[cc];W[bb];B[cb])";
    folder.file("in/a.sgf", format!("{game}{game}"));
    folder.file("in/b.sgf", "(;GM[1]SZ[5];B[cc];W[cc])");
    let suite = folder.file("suite.tst", "1 get_komi\n#? [6.5]\n2 name\n#? [nobody]\n");
    let (from, to) = (folder.path("in"), folder.path("out"));
    let cases: [(&[&str], &str); 4] = [
        (&["check", text(&from)], "files"),
        (&["convert", text(&from), "--force", "--out", text(&to)], "written"),
        (&["regress", text(&suite)], "files"),
        (&["simulate", "--games", "3", "--size", "3,4"], ""),
    ];
    fs::create_dir(&to).expect("a folder");
    for (arguments, list) in cases {
        let run = |form: &str| {
            let said = aji(&[arguments, &[form]].concat());
            assert_eq!(said.err, "", "{arguments:?}");
            said.out
        };
        let whole: Value = serde_json::from_str(&run("--json")).expect("one value");
        let printed = run("--jsonl");
        let lines: Vec<Value> =
            printed.lines().map(|line| serde_json::from_str(line).expect("a value a line")).collect();
        let without_times = |mut value: Value| {
            for field in ["milliseconds", "median_ms", "max_ms", "schema", "aji"] {
                value.as_object_mut().map(|object| object.remove(field));
            }
            value
        };
        let lines: Vec<Value> = lines.into_iter().map(without_times).collect();
        let members: Vec<Value> = match (list, arguments[0]) {
            ("", _) => whole.as_array().expect("a list").clone(),
            // Tests, not suites.
            (_, "regress") => {
                let name = whole["files"][0]["file"].clone();
                let tests = whole["files"][0]["tests"].as_array().expect("tests").clone();
                tests
                    .into_iter()
                    .map(|mut test| {
                        test["file"] = name.clone();
                        test
                    })
                    .collect()
            }
            _ => whole[list].as_array().expect("a list").clone(),
        };
        let members: Vec<Value> = members.into_iter().map(without_times).collect();
        assert!(members.len() > 1 && lines[..members.len()] == members, "{arguments:?}: {printed}");
        let rest = &lines[members.len()..];
        match arguments[0] {
            "check" => assert_eq!(rest, [serde_json::json!({"summary": whole["summary"]})]),
            "regress" => assert_eq!((rest.len(), &rest[0]["total"]["failed"]), (1, &whole["total"]["failed"])),
            _ => assert!(rest.is_empty(), "{arguments:?}: {rest:?}"),
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn checking_and_opening_need_the_memory_of_a_game() {
    let folder = Folder::new();
    let many = folder.file("many.sgf", "(;GM[1]SZ[19];B[dd];W[pp])\n".repeat(100_000));
    let checked = aji_within(400, &["check", text(&many), "--json"]).json();
    assert_eq!((&checked["summary"]["games"], &checked["summary"]["moves"]), (&100_000.into(), &200_000.into()));
    let shown = aji_within(400, &["show", text(&many), "--game", "99999", "--json"]).json();
    assert_eq!(shown["ply"], 2);
    assert!(aji_within(400, &["score", text(&many), "--game", "100001"]).refused(2).contains("holds 100000 games"));
    // Very many problems are counted, not kept.
    let bad = folder.file("bad.sgf", "(;GM[1]SZ[9];B[ee];W[ee];B[ee])".repeat(30_000));
    let checked = aji_within(400, &["check", text(&bad), "--json"]).json();
    assert_eq!(checked["summary"]["problems"], 60_000);
    assert_eq!(checked["files"][0]["more_problems"], 50_000);
}

/// Studies go through the games one by one, whatever else they count; reproductions take a stated number of them.
#[test]
#[cfg(target_os = "linux")]
fn studies_of_very_many_games_need_the_memory_of_a_few() {
    let folder = Folder::new();
    // What is looked at is short. The rest of each game takes room, and more than there is if all of them are kept.
    let n = 1_000;
    let head = "(;GM[1]SZ[5]PB[cellular]PW[Ann]RE[B+3.5]";
    let main_line = ";B[cc];W[bb];B[cb]";
    let game = format!("{head}({main_line})(;B[dd]{}))\n", ";AB[aa]".repeat(1_200));
    let many = folder.file("many.sgf", game.repeat(n));
    let short = folder.file("short.sgf", format!("{head}{main_line})\n").repeat(n));
    let studies: [&[&str]; 4] = [
        &["predict", "--model", "nearest", "--at", "end"],
        &["energy", "--model", "ising.atomic"],
        &["agree", "--model", "nearest", "--model", "zobrist", "--every", "3"],
        &["moves", "--model", "zobrist", "--every", "3"],
    ];
    for study in studies {
        let ask = |file: &Path| aji_within(400, &[&["study"], study, &[text(file), "--json"]].concat()).json();
        let found = ask(&many);
        assert_eq!(found["games"], n, "{study:?}: {found}");
        if study[0] == "predict" {
            assert_eq!(found, ask(&short), "variations change nothing");
        }
    }
    let reproduce = |file: &Path| {
        let arguments = ["reproduce", "cellular", "--quick", "--games", "1", "--positions", "1", "--json"];
        // All of its games are judged at once, so they stay in memory: as many as are let in.
        aji_within(700, &[&arguments[..], &["--matches", text(file)]].concat())
    };
    let found = reproduce(&short).json();
    let stage = found["stages"].as_array().expect("stages").iter().find(|stage| stage["name"] == "cellular.matches");
    assert_eq!(stage.expect("it was done")["measures"]["cellular.matches.games"], n as f64, "{found}");
    let refused = reproduce(&many).refused(1);
    assert!(refused.contains("more than 500000 nodes together"), "{refused}");
    // A game without end is told, and the others are counted.
    let endless = folder.file("endless.sgf", format!("{game}(;GM[1]SZ[5]RE[B+1]{}){game}", ";B[cc]".repeat(10_001)));
    let said = aji_within(400, &["study", "predict", "--model", "nearest", "--at", "end", text(&endless), "--json"]);
    let told = "endless.sgf: game 2: the line has 10001 moves, and no more than 10000 are looked at\n";
    assert!(said.code == 1 && said.err.ends_with(told), "{}", said.err);
    let found: Value = serde_json::from_str(&said.out).expect("what was found in the others");
    assert_eq!(found["games"], 2, "{found}");
    let refused = aji(&["reproduce", "cellular", "--matches", text(&endless)]).refused(1);
    assert!(refused.contains("endless.sgf: game 2: the line has 10001 moves"), "{refused}");
}

/// Counting last boards and holding reviews against an engine go game by game as well.
#[test]
#[cfg(target_os = "linux")]
fn counting_and_judging_very_many_games_needs_the_memory_of_a_few() {
    let folder = Folder::new();
    let n = 1_000;
    // Two walls, and nothing left to play. The variation beside it takes room, and more than there is if all of them are kept.
    let walls = "AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]";
    let rest = ";AB[aa]".repeat(1_200);
    let game = format!("(;GM[1]SZ[5]KM[0.5]RU[Japanese]RE[W+0.5]{walls}(;B[];W[])(;B[ca]{rest}))\n");
    let many = folder.file("many.sgf", game.repeat(n));
    let found = aji_within(400, &["study", "score", text(&many), "--model", "nearest", "--json"]).json();
    assert_eq!(found["games"], n, "{found}");
    // A game as an engine judged it, with a name as long as a book; it is the same to the study whatever it is called.
    let owners = format!("{}==", "A".repeat(34));
    let line = |i: usize| {
        let id = format!("{i:06}").repeat(16_000);
        let said = format!(r#"{{"l":0.5,"o":"{owners}"}}"#);
        format!(
            r#"{{"id":"{id}","size":5,"rules":"japanese","komi":0.5,"stones":[],"moves":[["B","C3"]],"turns":[{said},{said}]}}"#
        ) + "\n"
    };
    // The file, of 96 MB, is read at once; there is no room for its games beside it.
    let judged = folder.file("judged.jsonl", (0..n).map(line).collect::<String>());
    let found = aji_within(520, &["study", "judge", text(&judged), "--games", "1", "--no-cache", "--json"]).json();
    assert_eq!(found["whole"]["games"], n, "{found}");
}

#[test]
fn what_judges_said_is_kept_whole_or_told() {
    let folder = Folder::new();
    let game = folder.file("game.sgf", "(;GM[1]SZ[5];B[cc];W[bb])");
    let store = folder.path("said.jsonl");
    let review = |more: &[&str]| {
        aji(&[&["review", text(&game), "--games", "20", "--engine-cache", text(&store), "--json"], more].concat())
    };
    let first = review(&[]).json();
    let kept = fs::read(&store).expect("it was kept");
    // A bit that makes it no text any more, and one that makes it another number.
    let mut damaged = kept.clone();
    let at = |what: &[u8]| damaged.windows(what.len()).position(|found| found == what).expect("it is there");
    let (first_line, second_line) = (at(b"games"), kept.iter().position(|byte| *byte == b'\n').expect("a line") + 20);
    damaged[first_line] ^= 0x80;
    damaged[second_line] ^= 1;
    fs::write(&store, &damaged).expect("it can be changed");
    let again = review(&[]);
    assert_eq!((again.code, again.err.lines().count()), (0, 1), "{}", again.err);
    assert!(again.err.contains("said.jsonl: 2 lines were altered or are of an earlier version"), "{}", again.err);
    let again: Value = serde_json::from_str(&again.out).expect("a review");
    assert_eq!(again, first, "what was said there is asked again, and is the same");
    assert_eq!(review(&[]).json(), first, "and kept again");
    // Another file is not touched, and one that cannot be written is told before the work.
    let told = aji(&["review", text(&game), "--engine-cache", text(&game), "--quick"]);
    assert_eq!(told.code, 2, "{}", told.err);
    let other = folder.file("other.txt", "my notes\n");
    let told = aji(&["review", text(&game), "--engine-cache", text(&other)]).refused(2);
    assert!(told.ends_with("other.txt: is no file of judgements; name another"), "{told}");
    let nowhere = folder.path("nowhere/said.jsonl");
    let told = aji(&["review", text(&game), "--engine-cache", text(&nowhere)]).refused(1);
    assert!(told.contains("nowhere/said.jsonl: cannot be written"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn who_is_stopped_keeps_what_the_engine_said() {
    let folder = Folder::new();
    let moves: String = (0..60)
        .map(|i| {
            format!(";{}[{}{}]", ["B", "W"][i % 2], (b'a' + (i / 8) as u8) as char, (b'a' + (i % 8) as u8) as char)
        })
        .collect();
    let game = folder.file("game.sgf", format!("(;GM[1]SZ[9]{moves})"));
    let review = (vec!["review", "--model", "nearest"], "stopped after 16 of 61 positions; they are kept");
    let study = (vec!["study", "moves", "--every", "1"], "stopped after 16 positions; they are kept");
    for (command, message) in [review, study] {
        let name = command[0];
        let store = folder.path(format!("{name}.jsonl"));
        // It answers sixteen positions and is silent when it is asked for more.
        let note = folder.path(format!("{name} hangs"));
        let engine = fake(&format!("--json --fail hang --at 2 --note '{}'", text(&note)));
        let mut child = aji_command();
        child.args(command).args([text(&game), "--engine", &engine, "--engine-cache", text(&store)]);
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        until(|| note.exists());
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
        assert!(killed.success());
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut said).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{said}");
        assert!(said.contains(message), "{said}");
        assert_eq!(fs::read_to_string(&store).expect("they are kept").lines().count(), 16);
    }
}

#[test]
fn a_folder_that_is_too_large_asks_for_a_bound() {
    let folder = Folder::new();
    fs::create_dir(folder.path("in")).expect("a folder");
    for i in 0..10_001 {
        fs::write(folder.path(format!("in/{i}.sgf")), "").expect("a file");
    }
    let all = text(&folder.path("in")).to_string();
    let told = aji(&["review", &all]).refused(2);
    assert_eq!(told, "there are more than 10000 records; say how many to review with --most N");
    let some = aji(&["review", &all, "--most", "2"]);
    assert_eq!((some.code, some.err.lines().count()), (1, 2), "{}", some.err);
}

#[test]
fn tables_that_are_no_games_are_told_and_are_no_failure() {
    let folder = Folder::new();
    folder.file("in/a.sgf", "(;GM[1]SZ[5];B[cc])");
    folder.file("in/results.tsv", "name\twins\nAnn\t3\n");
    let said = aji(&["check", text(&folder.path("in"))]);
    assert_eq!((said.code, said.out.as_str()), (0, "1 file, 1 game, 1 move, 0 problems; 0 files without a game\n"));
    let told = "is a table without the header of a move list (id result moves), and is left out";
    assert!(said.err.ends_with(&format!("results.tsv: {told}\n")), "{}", said.err);
}

#[test]
fn so_many_threads_are_refused() {
    let game = crate::support::GAME;
    for arguments in [
        vec!["simulate", "--games", "1"],
        vec!["match", "--player", "random", "--player", "nearest"],
        vec!["solve", game],
        vec!["regress", "x.tst"],
        vec!["analysis"],
        vec!["train", "belief"],
    ] {
        let all: Vec<&str> = arguments.iter().copied().chain(["--threads", "1000000"]).collect();
        let told = aji(&all).refused(2);
        assert!(told.contains("1000000 is not in") && told.contains("..=1024"), "{told}");
    }
    for (option, most) in [("--positions", "1000000000"), ("--games", "10000000"), ("--memory", "1048576")] {
        let told = aji(&["solve", game, option, "99999999999"]).refused(2);
        assert!(told.contains(&format!("..={most}")), "{told}");
    }
    let told = aji(&["match", "--player", "random", "--player", "nearest", "--games", "100000000"]).refused(2);
    assert!(told.contains("100000000 is not in 1..=1000000"), "{told}");
    assert!(!Path::new("match").exists());
}
