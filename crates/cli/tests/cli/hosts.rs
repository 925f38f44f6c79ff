//! `aji gtp` and `aji analysis` as their hosts meet them: sessions as each of them holds them, and a game with GNU Go.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use goban::{BoardSize, Color, Diagram, Position, Rules};
use gtp::{Controller, Reply};
use serde_json::{Value, json};
use testkit::fixtures::TRIPLE_KO;

use crate::support::{
    Folder, GAME, aji, aji_command, aji_with_input, command_with_dummy, gnugo, golden, record_of, text,
};

/// A program that is talked to line by line.
struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Everything said, as it was said: what went in has a mark before it.
    transcript: String,
}

impl Talk {
    fn new(mut command: Command, arguments: &[&str]) -> Talk {
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Talk { child, input, output, transcript: String::new() }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("it reads");
        self.transcript.push_str(&format!("> {line}\n"));
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it writes UTF-8");
        assert!(!line.is_empty(), "it has ended; {}", self.transcript);
        self.transcript.push_str(&line);
        line.trim_end().to_string()
    }

    /// Sends a command of GTP and reads all of its response.
    fn ask(&mut self, command: &str) -> String {
        self.send(command);
        self.response()
    }

    fn response(&mut self) -> String {
        let mut lines = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return lines.join("\n"),
                line => lines.push(line),
            }
        }
    }

    /// Sends a query and reads an answer.
    fn query(&mut self, query: &Value) -> Value {
        self.send(&query.to_string());
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Closes the input and waits for the end.
    fn end(mut self) -> (i32, String) {
        self.input = None;
        let code = self.child.wait().expect("it ends").code();
        (code.expect("it ends by itself"), self.transcript)
    }
}

/// No stones, no such board, a lone stone, and three kos that go round: each gets an answer or one line why not.
#[test]
fn odd_boards_are_counted_for_hosts() {
    let folder = Folder::new();
    let kos = Diagram::parse(TRIPLE_KO).unwrap();
    let record = folder.file("kos.sgf", record_of(TRIPLE_KO));
    let mut talk = Talk::new(aji_command(), &["gtp"]);
    assert_eq!(talk.ask("boardsize 1"), "? unacceptable size");
    assert_eq!(talk.ask("boardsize 9"), "=");
    assert_eq!(talk.ask("komi 6.5"), "=");
    assert_eq!(talk.ask("final_score"), "= W+6.5");
    for status in ["dead", "alive", "seki"] {
        assert_eq!(talk.ask(&format!("final_status_list {status}")), "=", "there are no stones");
    }
    assert_eq!(talk.ask("final_status_list"), "? syntax error");
    assert_eq!(talk.ask("play b e5"), "=");
    assert_eq!(talk.ask("final_score"), "= B+74.5");
    assert_eq!(talk.ask("final_status_list alive"), "= E5");
    assert!(talk.ask(&format!("loadsgf {}", text(&record))).starts_with('='));
    let score = talk.ask("final_score");
    assert!(score == "= 0" || score.starts_with("= B+") || score.starts_with("= W+"), "{score}");
    let listed = ["dead", "alive", "seki"].map(|status| talk.ask(&format!("final_status_list {status}")));
    let n_stones: usize = listed.iter().map(|stones| stones[1..].split_whitespace().count()).sum();
    let [black, white] = Color::ALL.map(|color| kos.stones[color].len());
    assert_eq!(n_stones, black + white, "{listed:?}");
}

/// Whoever is asked, a board has one score: `final_score`, the lists of stones and territory, and `aji score`, by the rules that were
/// told.
#[test]
fn hosts_hear_the_score_that_the_command_line_tells() {
    let vertices = |value: &Value| -> BTreeSet<String> {
        value.as_array().expect("points").iter().map(|point| point.as_str().expect("a point").to_string()).collect()
    };
    // A handicap game with stones put up later, one that was counted, and one with many prisoners.
    for file in ["real/009-ha-3-setup-later-bensondarr.sgf", "real/011-km-7p500000-pass-alphago-zero.sgf"] {
        let mut talk = Talk::new(aji_command(), &["gtp", "--seed", "77"]);
        for (told, rules) in [("kgs-rules japanese", "japanese"), ("kata-set-rules aga", "aga")] {
            let counted = aji(&["score", file, "--rules", rules, "--komi", "6.5", "--json"]).json();
            let score = &counted["score"];
            assert!(talk.ask(&format!("loadsgf {file}")).starts_with('='));
            assert!(talk.ask(told).starts_with('=') && talk.ask("komi 6.5") == "=");
            let total = |side: &str| score[side]["total"].as_f64().expect("a number");
            let lead = total("black") - total("white");
            let letter = if lead > 0.0 { 'B' } else { 'W' };
            assert_eq!(talk.ask("final_score"), format!("= {letter}+{}", lead.abs()), "{file}, {rules}");
            let mut listed = |status: &str| -> BTreeSet<String> {
                let answer = talk.ask(&format!("final_status_list {status}"));
                answer[1..].split_whitespace().map(str::to_string).collect()
            };
            let (dead, seki) = (listed("dead"), listed("seki"));
            assert_eq!((&dead, &seki), (&vertices(&score["dead"]), &vertices(&counted["seki"])), "{file}, {rules}");
            // Territory and living stones are the area that is counted.
            let living: BTreeSet<String> = listed("alive").union(&seki).cloned().collect();
            let mut area: BTreeSet<String> =
                listed("black_territory").union(&listed("white_territory")).cloned().collect();
            area.extend(living);
            let all: BTreeSet<String> =
                vertices(&score["black"]["area"]).union(&vertices(&score["white"]["area"])).cloned().collect();
            assert_eq!(area, all, "{file}, {rules}");
        }
        assert_eq!(talk.end().0, 0);
    }
}

#[test]
fn a_session_is_as_it_was() {
    let mut talk = Talk::new(aji_command(), &["gtp", "--player", "freedom", "--size", "9"]);
    for command in [
        "1 protocol_version",
        "2 name",
        "list_commands",
        "boardsize 5",
        "komi 6.5",
        "4 play black C3",
        "5 play white C3",
        "6 genmove white",
        "gomill-explain_last_move",
        "showboard",
        "aji-map freedom.lead",
        "aji-numbers freedom.lead",
        "aji-map cellular.state",
        "aji-legend cellular.state",
        "aji-map agents.liberties",
        "aji-map ising.molecular.tactics",
        "aji-values cellular",
        "aji-ratings freedom",
        "aji-explain freedom B2",
        "aji-explain freedom B2 C3",
        "aji-explain_last_move",
        "aji-step bouzy.territory 2",
        "aji-param freedom",
        "kata-genmove_analyze b 10 rootInfo true ownership true maxmoves 2",
        "lz-genmove_analyze w 10 maxmoves 2",
        "gomill-genmove_ex",
        "kgs-genmove_cleanup b",
        "final_score",
        "final_status_list alive",
        "gg-undo 2",
        "kata-get-rules",
        "gomill-describe_engine",
        "printsgf",
        "time_settings 300 30 5",
        "time_left b 12 0",
        "7 sing",
        "8",
        "# interrupt",
        "quit",
    ] {
        talk.send(command);
        if !command.starts_with('#') {
            talk.response();
        }
    }
    let (code, transcript) = talk.end();
    assert_eq!(code, 0);
    golden("gtp-session.txt", &transcript);
}

/// Sabaki analyses until it has something else to say; LizGoban waits for words on standard error.
#[test]
fn an_analysis_streams_until_the_host_speaks() {
    let mut talk = Talk::new(aji_command(), &["gtp", "--player", "cellular", "--size", "5"]);
    for (command, key) in [("10 kata-analyze B 10", "scoreLead"), ("11 lz-analyze 10", "winrate")] {
        talk.send(command);
        let number = command.split(' ').next().unwrap();
        assert_eq!(talk.line(), format!("={number}"));
        let first = talk.line();
        assert!(first.starts_with("info move ") && first.contains(key), "{first}");
        assert_eq!(talk.line(), first, "nothing changes while nothing is played");
        talk.send("protocol_version");
        while talk.line().starts_with("info ") {}
        assert_eq!(talk.response(), "= 2");
    }
    assert_eq!(talk.end().0, 0);
    assert_eq!(aji_with_input(&["gtp"], b"quit\n").err, "GTP ready\n");
}

#[test]
fn records_are_read_and_written() {
    let folder = Folder::new();
    let path = folder.path("out.sgf");
    let name = text(&path);
    let mut talk = Talk::new(aji_command(), &["gtp", "--player", "random", "--seed", "7"]);
    assert_eq!(talk.ask(&format!("loadsgf {GAME} 11")), "= black");
    assert!(talk.ask("showboard").contains("10 moves"));
    talk.ask("genmove b");
    assert_eq!(talk.ask(&format!("gomill-savesgf {name} PB=A\\_B")), "=");
    assert!(talk.ask("cputime").starts_with("= 0"));
    assert_eq!(talk.ask("loadsgf nowhere.sgf"), "? cannot load file");
    assert_eq!(talk.end().0, 0);
    let checked = aji(&["read", name, "--json"]).json();
    assert_eq!(checked["ply"], 11);
    let written = std::fs::read_to_string(&path).expect("it is written");
    assert!(written.contains("PB[A B]") && written.contains("C[random plays Black"), "{written}");
}

#[test]
fn a_model_that_nobody_has_written_is_heard_by_hosts() {
    let mut talk = Talk::new(command_with_dummy(), &["gtp", "--player", "dummy", "--size", "5"]);
    let list = talk.ask("gogui-analyze_commands");
    let of_dummy: Vec<&str> = list.lines().filter(|line| line.contains("dummy")).collect();
    golden("gtp-dummy.txt", &(of_dummy.join("\n") + "\n"));
    talk.ask("play b C3");
    talk.ask("play w C4");
    assert_eq!(talk.ask("aji-map dummy.chains").lines().last(), Some("TEXT 1 -- 2: touches 2"));
    assert_eq!(talk.end().0, 0);
}

/// A session as KaTrain holds it: a query for every node, numbers forced to Black's side, alternatives, a new game.
#[test]
fn katrain_finds_what_it_looks_for() {
    let mut talk = Talk::new(aji_command(), &["analysis", "--player", "freedom", "--threads", "1"]);
    let mut moves: Vec<Value> = Vec::new();
    let mut number = 0;
    let mut node = |moves: &[Value], more: Value| {
        number += 1;
        let mut query = json!({
            "id": format!("QUERY:{number}"), "rules": "japanese", "priority": 0, "analyzeTurns": [moves.len()],
            "maxVisits": 500, "komi": 6.5, "boardXSize": 9, "boardYSize": 9, "includeOwnership": true,
            "includeMovesOwnership": true, "includePolicy": true, "initialStones": [["B", "C3"], ["B", "G7"]],
            "initialPlayer": "W", "moves": moves,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "maxTime": 8.0, "wideRootNoise": 0.04},
            "reportDuringSearchEvery": 1.0
        });
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        query
    };
    for (side, _) in [("W", 0), ("B", 1), ("W", 2)] {
        let query = node(&moves, json!({}));
        let answer = talk.query(&query);
        assert_eq!(answer["id"], query["id"]);
        assert_eq!((&answer["isDuringSearch"], &answer["turnNumber"]), (&json!(false), &json!(moves.len())));
        assert_eq!(answer["rootInfo"]["currentPlayer"], side);
        let lead = answer["rootInfo"]["scoreLead"].as_f64().unwrap();
        assert!(lead > 0.0, "Black has two stones more, whoever moves: {lead}");
        assert!(answer["rootInfo"]["winrate"].as_f64().unwrap() > 0.5);
        assert!(answer["rootInfo"]["visits"].as_u64().unwrap() >= 10);
        assert_eq!(answer["ownership"].as_array().unwrap().len(), 81);
        let policy: Vec<f64> = answer["policy"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
        assert_eq!(policy.len(), 82);
        let legal: f64 = policy.iter().filter(|share| **share >= 0.0).sum();
        assert!((legal - 1.0).abs() < 1e-3, "{legal}");
        let infos = answer["moveInfos"].as_array().unwrap();
        for (order, info) in infos.iter().enumerate() {
            assert_eq!(info["order"], order);
            assert_eq!(info["pv"][0], info["move"]);
            assert_eq!(info["ownership"].as_array().unwrap().len(), 81);
            for key in ["visits", "winrate", "scoreLead", "prior"] {
                assert!(info[key].is_number(), "{key}");
            }
        }
        assert!(!answer["aji"]["moves"][0]["sentences"].as_array().unwrap().is_empty());
        assert_eq!(answer["aji"]["calibrated"], false);
        // Alternatives: everything but what was found.
        let found: Vec<&Value> = infos.iter().map(|info| &info["move"]).collect();
        let avoid = json!({"avoidMoves": [{"moves": found, "player": side, "untilDepth": 1}]});
        let others = talk.query(&node(&moves, avoid));
        let again = others["moveInfos"].as_array().unwrap();
        assert!(again.iter().all(|info| !found.contains(&&info["move"])));
        moves.push(json!([side, infos[0]["move"]]));
    }
    let terminated = talk.query(&json!({"action": "terminate", "terminateId": "QUERY:1", "id": "QUERY:99"}));
    assert_eq!(terminated["terminateId"], "QUERY:1");
    // The sweep of KaTrain tries moves that may be illegal and looks for these words.
    moves.push(moves[0].clone());
    let refused = talk.query(&node(&moves, json!({})));
    assert!(refused["error"].as_str().unwrap().starts_with("Illegal move 3"), "{refused}");
    assert_eq!(refused["field"], "moves");
    assert_eq!(talk.end().0, 0);
}

#[test]
fn an_analysis_is_as_it_was() {
    let queries = [
        json!({"id": "v", "action": "query_version"}),
        json!({"id": "q", "moves": [["B", "C3"], ["W", "C4"]], "rules": "chinese", "boardXSize": 5, "boardYSize": 5,
            "includePolicy": true, "includeOwnership": true, "includePVVisits": true,
            "allowMoves": [{"player": "B", "moves": ["B4", "D4", "A1"], "untilDepth": 1}],
            "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE", "aji.explain": 1}}),
        json!({"id": "w", "moves": [], "rules": "stone-scoring", "boardXSize": 2, "boardYSize": 2, "colour": 1}),
        json!({"id": "x", "moves": [], "rules": "tromp-taylor", "boardXSize": 19, "boardYSize": 18}),
        json!({"id": "y", "moves": [], "rules": "tromp-taylor", "boardXSize": 19, "boardYSize": 19, "komi": 1000}),
        json!({"id": "z", "action": "dance"}),
        json!([1]),
    ];
    let mut talk = Talk::new(aji_command(), &["analysis", "--player", "cellular", "--threads", "1"]);
    for query in &queries {
        talk.query(query);
        if query["id"] == "w" {
            // Two warnings come before the answer.
            talk.line();
            talk.line();
        }
    }
    let (code, transcript) = talk.end();
    assert_eq!(code, 0);
    golden("analysis-session.txt", &transcript);
}

#[test]
fn wrong_names_are_told_before_anything_is_heard() {
    assert!(aji(&["gtp", "--player", "fredom"]).refused(2).contains("did you mean 'freedom'?"));
    assert!(aji(&["analysis", "--model", "agents"]).refused(2).contains("who is ahead"));
    assert!(aji(&["gtp", "--size", "26"]).refused(2).contains("from 2 to 25"));
    assert!(aji(&["gtp", "--rules", "chess"]).refused(2).contains("tromp-taylor"));
    assert!(aji(&["gtp", "--set", "freedom.reach=99"]).refused(2).contains("freedom.reach"));
}

/// The host dies: its pipe is closed while we speak.
#[test]
fn a_host_that_goes_away_is_not_our_failure() {
    for arguments in [&["gtp", "--size", "5"][..], &["analysis"]] {
        let Talk { mut child, input, output, .. } = Talk::new(aji_command(), arguments);
        drop(output);
        let mut input = input.expect("a pipe");
        let query = "{\"id\":\"q\",\"moves\":[],\"rules\":\"tt\",\"boardXSize\":5,\"boardYSize\":5}";
        let line = if arguments[0] == "gtp" { "showboard" } else { query };
        // It ends when it notices, and then nobody takes the rest.
        while writeln!(input, "{line}").is_ok() {}
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{arguments:?}");
    }
}

/// A whole game with a real program, both over GTP, the rules kept by a third.
#[test]
fn a_game_with_gnu_go_comes_to_its_end() {
    let size = BoardSize::NINE;
    let start = |mut command: Command, arguments: &[&str]| {
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let input = child.stdin.take().expect("a pipe");
        (child, Controller::new(output, input))
    };
    let rival = "--mode gtp --level 1 --chinese-rules --capture-all-dead --seed 1 --never-resign";
    let (mut ours, mut black) = start(aji_command(), &["gtp", "--player", "cellular"]);
    let (mut theirs, mut white) = start(Command::new(gnugo()), &rival.split(' ').collect::<Vec<_>>());
    for engine in [&mut black, &mut white] {
        for command in ["boardsize 9", "clear_board", "komi 7.5"] {
            engine.ask(command).unwrap_or_else(|error| panic!("{error}"));
        }
    }
    let mut position = Position::new(size, Rules::CHINESE);
    while !position.is_over() {
        assert!(position.n_moves() < 400, "it never ends");
        let (mover, other) = match position.to_move() {
            Color::Black => (&mut black, &mut white),
            Color::White => (&mut white, &mut black),
        };
        let color = position.to_move();
        let said = mover.ask(&format!("genmove {color}")).unwrap_or_else(|error| panic!("{error}"));
        let Some(Reply::Move(mv)) = Reply::parse(size, &said) else { panic!("{color} says {said}") };
        position.play(mv).unwrap_or_else(|reason| panic!("{color} {said} is illegal: {reason}"));
        other.ask(&format!("play {color} {said}")).unwrap_or_else(|error| panic!("{error}"));
    }
    let scores = [&mut black, &mut white].map(|engine| engine.ask("final_score").unwrap_or_else(|e| panic!("{e}")));
    let winner = |score: &str| score.chars().next();
    assert_eq!(winner(&scores[0]), winner(&scores[1]), "both see the same winner: {scores:?}");
    for engine in [&mut black, &mut white] {
        engine.ask("quit").unwrap_or_else(|error| panic!("{error}"));
    }
    assert!(ours.wait().expect("it ends").success());
    theirs.wait().expect("it ends");
}
