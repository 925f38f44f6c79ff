//! `aji study`: questions to many games.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, GAME, aji, aji_with_dummy, aji_with_input, gnugo, golden, text};

const GAMES: &str = "games/tygem-2000.tsv";

/// The first games of the list of real games.
fn some_games(folder: &Folder, n: usize) -> String {
    let all = testkit::fixtures::text(GAMES);
    let lines: Vec<&str> = all.lines().take(n + 1).collect();
    text(&folder.file("games.tsv", format!("{}\n", lines.join("\n")))).to_string()
}

/// What was said before the files that it says it wrote.
#[track_caller]
fn before_writing<'s>(said: &'s str, files: &[&Path]) -> &'s str {
    let wrote: String = files.iter().map(|file| format!("wrote {}\n", text(file))).collect();
    said.strip_suffix(&wrote).expect("it says what it wrote")
}

#[test]
fn energy_compares_winners_and_losers() {
    let folder = Folder::new();
    let games = some_games(&folder, 40);
    let (svg, png) = (folder.path("boxes.svg"), folder.path("boxes.png"));
    let arguments = ["study", "energy", &games, "--by", "result"];
    let said = aji(&[&arguments[..], &["--svg", text(&svg), "--png", text(&png)]].concat()).well();
    golden("study-energy.txt", before_writing(&said, &[&svg, &png]));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));

    let json = aji(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(
        (&json["study"], &json["model"], &json["by"]),
        (&json!("energy"), &json!("ising.molecular"), &json!("result"))
    );
    assert_eq!((&json["games"], &json["left_out"]), (&json!(40), &json!(0)));
    assert_eq!(json["settings"]["ising.molecular.eye_weight"], json!(1.4));
    let quantities = json["pairings"][0]["quantities"].as_array().unwrap();
    let names: Vec<&str> = quantities.iter().filter_map(|quantity| quantity["quantity"].as_str()).collect();
    assert_eq!(names, ["ising.molecular.gain", "ising.molecular.delta"]);
    for quantity in quantities {
        let superiority = quantity["superiority"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&superiority));
        assert!(quantity["rank_sum"]["log10_p"].as_f64().unwrap() <= 0.0);
        let side = &quantity["sides"][0];
        let number = |name: &str| side[name].as_f64().unwrap();
        assert!(number("q1") <= number("median") && number("median") <= number("q3"));
    }
}

#[test]
fn energy_can_be_asked_of_players_and_of_any_model_with_a_gain() {
    let json = aji_with_dummy(&["study", "energy", "gnugo", "--by", "player", "--model", "dummy", "--json"]).json();
    let pairings = json["pairings"].as_array().unwrap();
    assert!(pairings.iter().all(|pairing| pairing["quantities"][0]["quantity"] == json!("dummy.gain")), "{json}");
    let said = aji(&["study", "energy", GAME, "--model", "bouzy"]);
    assert_eq!(said.refused(2), "bouzy does not say what a move won");
    let said = aji(&["study", "energy", "gnugo/9x9-01-level-1.sgf", "--model", "ising.generative"]).refused(1);
    assert!(said.contains("there is no belief network for 9×9 boards; train one with"), "{said}");
    let said = aji_with_input(&["study", "energy", "-", "--by", "result"], b"(;B[pd];W[dd])");
    assert!(said.refused(1).starts_with("no game can be compared by result: 1 were left out"));
}

#[test]
fn predict_counts_winners() {
    let folder = Folder::new();
    let games = some_games(&folder, 40);
    let fast = ["--model", "ising.atomic", "--model", "bouzy", "--model", "ising.molecular"];
    let said = aji(&[&["study", "predict", &games], &fast[..]].concat()).well();
    golden("study-predict.txt", &said);
    let json = aji(&[&["study", "predict", &games, "--at", "10,end", "--json"], &fast[..]].concat()).json();
    let predictors = json["predictors"].as_array().unwrap();
    let names: Vec<&str> = predictors.iter().filter_map(|predictor| predictor["name"].as_str()).collect();
    let expected = ["always Black", "ising.atomic.lead", "bouzy.lead", "bouzy.lead - komi", "ising.molecular.lead"];
    assert_eq!(names, expected);
    let score = |predictor: usize, time: usize| -> &Value { &predictors[predictor]["scores"][time] };
    assert_eq!((&score(0, 0)["at"], &score(0, 1)["at"]), (&json!(10), &json!("end")));
    assert_eq!(score(1, 0)["games"], json!(40));
    let counted = aji(&[&["study", "predict", &games, "--counted", "--json"], &fast[..]].concat()).json();
    assert!((1..40).contains(&counted["games"].as_u64().unwrap()), "{}", counted["games"]);
    let played_out = aji(&[&["study", "predict", &games, "--played-out", "--json"], &fast[..]].concat()).json();
    let n = |json: &Value| json["games"].as_u64().unwrap();
    assert!((n(&counted)..40).contains(&n(&played_out)), "{}", played_out["games"]);
    let fourth = aji(&[&["study", "predict", &games, "--every", "4", "--json"], &fast[..]].concat()).json();
    assert_eq!(n(&fourth), 10);
}

#[test]
fn our_own_search_predicts_beside_the_models() {
    let game = "gnugo/9x9-01-level-1.sgf";
    let json =
        aji(&["study", "predict", game, "--model", "bouzy", "--at", "end", "--games", "200", "--no-cache", "--json"]);
    let json = json.json();
    let search = json["predictors"].as_array().unwrap().last().unwrap();
    assert_eq!((&search["name"], &search["scores"][0]["hits"]), (&json!("aji"), &json!(1)), "{search}");
    let said =
        aji(&["study", "agree", game, "--model", "bouzy", "--every", "20", "--games", "50", "--no-cache"]).well();
    assert!(said.contains("aji"), "{said}");
}

#[test]
fn many_games_wait_for_one_search() {
    // They all wait for it, so that it must not wait for them.
    let folder = Folder::new();
    let games = some_games(&folder, 6);
    let json =
        aji(&["study", "predict", &games, "--model", "bouzy", "--at", "end", "--games", "10", "--no-cache", "--json"])
            .json();
    assert_eq!(json["predictors"].as_array().unwrap().last().unwrap()["name"], json!("aji"));
}

#[test]
fn predict_says_whom_it_left_out() {
    let folder = Folder::new();
    let games = some_games(&folder, 2);
    let json = aji(&["study", "predict", "gnugo/9x9-01-level-1.sgf", "--at", "20", "--json"]).json();
    let notes = json["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().starts_with("left out: ising.generative")), "{notes:?}");
    let said = aji(&["study", "predict", &games, "--at", "x"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("such as 50,100,end"), "{}", said.err);
    let said = aji(&["study", "predict", "no-such-file.sgf"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.starts_with("aji: no-such-file.sgf: no such file\n"), "{}", said.err);
}

#[test]
fn molecular_readings_have_the_shape_of_the_manual() {
    let json = aji(&["read", GAME, "--move", "120", "--model", "ising.molecular", "--json"]).json();
    let fate = &json["graphs"]["ising.molecular.fate"];
    let chain = &fate["nodes"][0];
    for (name, is) in [("id", Value::is_string as fn(&Value) -> bool), ("color", Value::is_string)] {
        assert!(is(&chain[name]), "{chain}");
    }
    for name in ["size", "liberties", "eyes", "strength"] {
        assert!(chain[name].is_number(), "{chain}");
    }
    let edges = json["graphs"]["ising.molecular.tactics"]["edges"].as_array().unwrap();
    assert!(edges.iter().all(|edge| ["eye", "net", "ladder"].contains(&edge["label"].as_str().unwrap())));
    assert!(json["moves"][0]["rating"].is_number() && json["moves"][0]["delta"].is_number());
}

/// 144 eyes in one chain: its strength is beyond the range of f64, and JSON has no infinity.
#[test]
fn what_is_beyond_all_numbers_is_null_and_said_to_be() {
    let rows: Vec<String> = (0..25)
        .map(|row| (0..25).map(|column| if row % 2 == 0 || column % 2 == 0 { 'X' } else { '.' }).collect())
        .collect();
    let board = rows.join("\n");
    let json =
        aji_with_input(&["read", "--board", "-", "--model", "ising.molecular", "--json"], board.as_bytes()).json();
    assert_eq!(json["values"]["ising.molecular.hamiltonian"], Value::Null);
    let out = json["out_of_range"].as_array().unwrap();
    assert!(out.contains(&json!("ising.molecular.hamiltonian")) && out.contains(&json!("ising.molecular.strength")));
}

#[test]
fn agree_shows_where_two_models_part() {
    let pair = ["--model", "zobrist", "--model", "nearest", "--every", "40"];
    let said = aji(&[&["study", "agree", GAME][..], &pair].concat()).well();
    golden("study-agree.txt", &said);
    let json = aji(&[&["study", "agree", GAME, "--json"][..], &pair].concat()).json();
    let found = &json["pairs"][0];
    assert_eq!(found["models"], json!(["zobrist", "nearest"]));
    assert!(found["whole"]["order"]["mean"].as_f64().unwrap().abs() <= 1.0);
    assert_eq!(found["phases"][0]["phase"], "opening");
    // Agents rate moves and give points to nobody; a game of 60 moves has no endgame.
    let pair = ["--model", "zobrist", "--model", "agents", "--every", "20"];
    let short = "gnugo/9x9-01-level-1.sgf";
    let found = &aji(&[&["study", "agree", short, "--json"][..], &pair].concat()).json()["pairs"][0];
    assert_eq!(found["whole"]["same_owner"], Value::Null);
    assert_eq!(found["furthest_apart"]["disputed"], Value::Null);
    let said = aji(&[&["study", "agree", short][..], &pair].concat()).well();
    assert!(said.lines().any(|line| line.contains("whole game") && line.ends_with(" –")), "{said}");
    assert!(aji(&["study", "agree", GAME, "--model", "bouzy"]).refused(2).contains("name a second one"));
    let said = aji(&["study", "agree", GAME, "--model", "bouzy", "--model", "nearst"]).refused(2);
    assert!(said.contains("nearest"), "{said}");
}

#[test]
fn models_are_compared_with_a_real_engine() {
    let folder = Folder::new();
    let cache = folder.path("said.jsonl");
    let gnugo = format!("'{}' --mode gtp --level 1", gnugo().display());
    let asked = ["study", "agree", "gnugo/9x9-01-level-1.sgf", "--model", "freedom", "--every", "10", "--json"];
    let engine = ["--engine", &gnugo, "--engine-cache", text(&cache)];
    let json = aji(&[&asked[..], &engine].concat()).json();
    assert_eq!(json["engine"], "GNU Go");
    let found = &json["pairs"][0];
    assert_eq!(found["models"], json!(["freedom", "GNU Go"]));
    // Both see the same stones on the board; who sees White where Black is, has the sign wrong.
    assert!(found["whole"]["same_owner"]["share"].as_f64().unwrap() > 0.6, "{found}");
    assert!(found["whole"]["order"]["positions"].as_u64().unwrap() > 0, "{found}");
    let lines = std::fs::read_to_string(&cache).unwrap().lines().count() as u64;
    assert_eq!(Some(lines), json["positions"].as_u64(), "every position was asked about once and kept");
    assert_eq!(aji(&[&asked[..], &engine].concat()).json(), json, "what was kept says the same");
}

#[test]
fn an_engine_of_another_protocol_is_compared_too_and_a_bad_one_is_named() {
    let ours = format!("'{}' analysis --model bouzy", env!("CARGO_BIN_EXE_aji"));
    let asked = ["study", "agree", "gnugo/9x9-01-level-1.sgf", "--model", "bouzy", "--every", "20", "--json"];
    let json = aji(&[&asked[..], &["--engine", &ours]].concat()).json();
    assert_eq!(json["pairs"][0]["whole"]["same_owner"]["share"], 1.0, "{}", json["pairs"][0]);
    let said = aji(&[&asked[..], &["--engine", "no-such-engine-here"]].concat()).refused(1);
    assert!(said.contains("--engine") && said.contains("no-such-engine-here"), "{said}");
    let said =
        aji(&[&asked[..7], &["--engine", &ours, "--engine-cache", "gnugo/9x9-01-level-1.sgf"]].concat()).refused(2);
    assert!(said.contains("is the input"), "{said}");
}

#[test]
fn moves_are_guessed_by_models_players_and_engines() {
    let folder = Folder::new();
    let games = some_games(&folder, 3);
    let png = folder.path("moves.png");
    let models = ["--model", "cellular", "--model", "dummy", "--player", "random", "--every", "20"];
    let arguments = [&["study", "moves", &games][..], &models].concat();
    let said = aji_with_dummy(&[&arguments[..], &["--png", text(&png)]].concat()).well();
    golden("study-moves.txt", before_writing(&said, &[&png]));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));

    let json = aji_with_dummy(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!((&json["study"], &json["games"], &json["every"]), (&json!("moves"), &json!(3), &json!(20)));
    let guessers = json["guessers"].as_array().unwrap();
    let names: Vec<&str> = guessers.iter().filter_map(|guesser| guesser["name"].as_str()).collect();
    assert_eq!(names, ["cellular", "dummy", "random"]);
    assert_eq!(guessers[0]["whole"]["log_loss"], Value::Null);
    assert!(guessers[1]["whole"]["log_loss"]["mean"].as_f64().unwrap() > 4.0);
    assert_eq!(guessers[0]["stretches"][0]["stretch"], json!("moves 1–40"));

    let said = aji(&["study", "moves", &games, "--model", "belief"]).refused(2);
    assert!(said.contains("belief does not rate moves"), "{said}");
    let said = aji(&["study", "moves", &games, "--player", "nobody"]).refused(2);
    assert!(said.contains("unknown player 'nobody'"), "{said}");
}

#[test]
fn players_are_told_from_people() {
    let folder = Folder::new();
    let games = some_games(&folder, 12);
    let png = folder.path("likeness.png");
    let windows = ["--games", "12", "--window", "10", "--until", "40", "--model", "dummy"];
    let arguments = [&["study", "likeness", &games, "--player", "random"][..], &windows].concat();
    let said = aji_with_dummy(&[&arguments[..], &["--png", text(&png)]].concat()).well();
    golden("study-likeness.txt", before_writing(&said, &[&png]));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));

    // The same games are as like each other as can be.
    let same = ["study", "likeness", &games, "--against", &games, "--json"];
    let json = aji_with_dummy(&[&same[..], &windows].concat()).json();
    assert_eq!((&json["study"], &json["model"], &json["games"]), (&json!("likeness"), &json!("dummy"), &json!(12)));
    let told = &json["players"][0];
    assert_eq!((&told["name"], &told["games"], &told["windows"]), (&json!(games), &json!(12), &json!(72)));
    assert!((told["window"]["mean"].as_f64().unwrap() - 0.5).abs() < 1e-9, "{told}");
    assert!(told["signs"].as_array().unwrap().iter().all(|sign| sign["weight"].as_f64().unwrap().abs() < 1e-6));

    let said = aji(&["study", "likeness", &games]).refused(2);
    assert!(said.contains("--player"), "{said}");
    let said = aji(&["study", "likeness", &games, "--player", "nobody"]).refused(2);
    assert!(said.contains("unknown player 'nobody'"), "{said}");
    let said = aji(&["study", "likeness", &games, "--player", "random", "--model", "bouzy"]).refused(2);
    assert!(said.contains("bouzy does not say how likely moves are"), "{said}");
    let said = aji(&["study", "likeness", &games, "--player", "random", "--until", "20"]).refused(2);
    assert!(said.contains("no window of 20 moves after move 10 ends by move 20"), "{said}");
    let said = aji_with_dummy(&["study", "likeness", GAME, "--player", "random", "--model", "dummy"]).refused(1);
    assert!(said.contains("1 different games are long enough"), "{said}");
}

#[test]
fn last_boards_are_counted() {
    let folder = Folder::new();
    let games = some_games(&folder, 40);
    let png = folder.path("score.png");
    let models = ["--model", "bouzy", "--model", "nearest"];
    let arguments = [&["study", "score", &games][..], &models].concat();
    let said = aji(&[&arguments[..], &["--png", text(&png)]].concat()).well();
    golden("study-score.txt", before_writing(&said, &[&png]));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));

    let json = aji(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(json["study"], json!("score"));
    let counters = json["counters"].as_array().unwrap();
    let names: Vec<&str> = counters.iter().filter_map(|counter| counter["name"].as_str()).collect();
    let ours = ["every stone alive", "dead stones taken off", "the same by area"];
    assert_eq!(
        names,
        [&ours[..], &["bouzy.lead", "bouzy.lead - komi", "nearest.lead", "nearest.lead - komi"]].concat()
    );
    assert_eq!(counters[1]["games"], json["games"]);

    let said = aji(&["study", "score", &games, "--model", "structure"]).refused(2);
    assert_eq!(said, "structure sees no lead");
    let said = aji_with_input(&["study", "score", "-"], b"(;SZ[9]RE[B+R];B[ee])").refused(1);
    assert_eq!(said, "no game was counted: the records give no margin");
}

#[test]
fn a_real_engine_counts_too() {
    let gnugo = format!("'{}' --mode gtp --level 1 --chinese-rules", gnugo().display());
    let asked = ["study", "score", "gnugo/9x9-handicap-2.sgf", "gnugo/9x9-07-level-10-against-4-dead-stones-left.sgf"];
    let json = aji(&[&asked[..], &["--json", "--engine", &gnugo]].concat()).json();
    let counters = json["counters"].as_array().unwrap();
    let engine = counters.last().unwrap();
    assert_eq!(engine["name"], "final_score of GNU Go");
    // The results in these records are its own.
    assert_eq!((&engine["games"], &engine["winner"], &engine["within_one"]), (&json!(2), &json!(2), &json!(2)));
    let said = aji(&[&asked[..], &["--engine", "no-such-engine-here"]].concat()).refused(1);
    assert!(said.contains("--engine") && said.contains("no-such-engine-here"), "{said}");
    let mute = format!("'{}' --mode ascii", self::gnugo().display());
    let said = aji(&[&asked[..], &["--engine", &mute, "--engine-limit", "5"]].concat()).refused(1);
    assert!(said.contains("--engine"), "{said}");
}

#[test]
fn claims_of_reviews_are_held_against_a_strong_engine() {
    let folder = Folder::new();
    let table = aji(&["study", "judge", "judged/9x9.jsonl", "--games", "30", "--every", "3"]).well();
    assert!(table.starts_with("9×9: 1 game, 61 moves judged\n"), "{table}");
    assert!(table.contains("mistakes and blunders that lose 1 point or more"), "{table}");
    let json = aji(&["study", "judge", "judged/9x9.jsonl", "--games", "30", "--json"]).json();
    assert_eq!((&json["study"], &json["judge"]), (&json!("judge"), &json!("aji")));
    let whole = &json["whole"];
    assert_eq!(whole["games"], json!(3));
    // Thirty games a position see little, yet more than chance would.
    assert!(whole["shares"]["groups_right"]["share"].as_f64().unwrap() > 0.8, "{whole}");
    assert!(whole["shares"]["losses_named"]["share"].as_f64().unwrap() > 0.2, "{whole}");
    let broken = folder.file("broken.jsonl", "{\"id\": 3}\n");
    let said = aji(&["study", "judge", text(&broken)]).refused(2);
    assert!(said.starts_with(&format!("{}:1: ", text(&broken))), "{said}");
    let turn = r#"{"l":0.0,"w":0.5,"o":"!!!!"}"#;
    let line =
        format!(r#"{{"id":"x","size":9,"rules":"japanese","komi":6.5,"stones":[],"moves":[],"turns":[{turn}]}}"#);
    let altered = folder.file("altered.jsonl", line);
    let said = aji(&["study", "judge", text(&altered)]).refused(2);
    assert!(said.contains(":1: the owners of turn 0 are no base64: "), "{said}");
    assert!(aji(&["study", "judge", "judged/9x9.jsonl", "--quick"]).refused(2).contains("somebody has to judge"));
}
