//! Reviews: five whole games as golden text, every kind of file, many games, odd games, and an engine beside them.

use std::path::Path;

use serde_json::{Value, json};
use testkit::fixtures;

use crate::support::{Folder, GAME, aji, aji_with_cache, aji_with_input, golden, text};

/// Games of different kinds, each with the name of its golden files.
const GAMES: [(&str, &str); 5] = [
    ("territory", GAME),
    ("fighting", "real/042-re-b-t-no-ca-uec-cup-11.sgf"),
    ("ko", "real/166-plain-china-securities-2019.sgf"),
    ("handicap", "real/030-ha-2-setup-later-handol.sgf"),
    ("9x9", "gnugo/9x9-02-level-3.sgf"),
];

/// The futures of a few games: playing on from every position takes most of the time of a review that nobody judges.
const FEW: [&str; 2] = ["--set", "futures.games=4"];

/// Where cargo puts the stand-in for an engine.
fn oracle(arguments: &str) -> String {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test.parent().and_then(Path::parent).expect("it lies in target/…/deps");
    format!("'{}' {arguments}", text(&folder.join("examples/oracle")))
}

#[test]
fn five_games_are_told_move_by_move() {
    for (name, file) in GAMES {
        let review = ["review", "--quick", file, FEW[0], FEW[1]];
        golden(&format!("review-{name}.txt"), &aji(&review).well());
        golden(&format!("review-{name}-moves.txt"), &aji(&[&review[..], &["--moves", "all"]].concat()).well());
    }
}

#[test]
fn levels_say_more_or_less() {
    let review = ["review", "--quick", GAME, FEW[0], FEW[1], "--moves", "17-24", "--level"];
    let at = |level: &str| aji(&[&review[..], &[level]].concat()).well();
    golden("review-beginner.txt", &at("beginner"));
    golden("review-expert.txt", &at("expert"));
    let said = aji(&["review", "--quick", GAME, "--level", "pro"]).refused(2);
    assert!(said.contains("one of beginner, player, expert"), "{said}");
}

#[test]
fn words_come_in_other_languages() {
    let folder = Folder::new();
    let german = "sentence-1 = { who } { $a }.\nwho = { $mover ->\n    [black] Schwarz\n   *[white] Weiß\n}\n\
                  capture = schlägt { $stones ->\n    [1] einen Stein\n   *[other] { $stones } Steine\n} bei { $stones_at }\n";
    let words = folder.file("de.ftl", german);
    let out = aji(&["review", "--quick", GAME, "--model", "nearest", "--moves", "139", "--words", text(&words)]).well();
    assert!(out.contains("Schwarz schlägt 3 Steine bei D15."), "{out}");
    let broken = folder.file("fr.ftl", "capture : prend");
    let said = aji(&["review", "--quick", GAME, "--words", text(&broken)]).refused(2);
    assert!(said.contains("the catalogue cannot be read"), "{said}");
    let nameless = folder.file("no language.ftl", german);
    assert!(aji(&["review", "--quick", GAME, "--words", text(&nameless)]).refused(2).contains("is no language"));
}

#[test]
fn german_and_japanese_are_built_in() {
    let review = ["review", "--quick", GAME, "--model", "nearest", "--moves", "139", "--language"];
    let at = |language: &str| aji(&[&review[..], &[language]].concat()).well();
    assert!(at("de").contains("Schwarz nimmt drei Steine auf D15"), "{}", at("de"));
    assert!(at("ja").contains("黒はD15の3子を取ります"), "{}", at("ja"));
    let whole = aji(&["review", "--quick", "gnugo/9x9-02-level-3.sgf", "--language", "de"]).well();
    assert!(whole.contains("Die Partie in Zahlen") && whole.contains("Züge"), "{whole}");
    assert!(!whole.contains(" moves") && !whole.contains("Black "), "no English is left: {whole}");
    assert!(
        aji(&["review", "--quick", GAME, "--language", "tlh"]).refused(2).contains("[possible values: en, de, ja]")
    );
}

#[test]
fn the_result_comes_from_the_record_where_it_says_it() {
    let told = |game: &str| {
        let out = aji_with_input(&["review", "--quick", "-"], game.as_bytes()).well();
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // Black holds the left, White the right; the white stone at A5 is dead if anybody says so.
    let board = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][aa]";
    let game = |more: &str, end: &str| format!("(;SZ[5]KM[0.5]RU[Japanese]{more};B[ea]{board};W[];B[]{end})");
    let marked = game("RE[W+5.5]", ";TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[eb][ec][ed][ee][ea]");
    let text = told(&marked);
    assert!(text.contains("White wins by 5.5 points. The territory marked in the record gives Black"), "{text}");
    assert!(text.contains("as the territory marked in the record says"), "{text}");
    let resigned = told(&game("RE[W+R]", ""));
    assert!(resigned.contains("White wins by resignation.") && !resigned.contains("score"), "{resigned}");
    let open = told("(;SZ[9];B[ee];W[ge])");
    assert!(open.contains("The record gives no result, and its last board is not finished."), "{open}");
    assert!(!open.contains("score"), "{open}");
}

#[test]
fn a_problem_is_solved_and_told_as_one() {
    // Three points in a row in the corner: whoever plays in the middle decides.
    let problem = "(;SZ[7]AB[ae][be][ce][de][ee][ef][eg]AW[af][bf][cf][df][dg])";
    let folder = Folder::new();
    let file = folder.file("three.sgf", problem);
    let (page, solution) = (folder.path("three.html"), folder.path("solved.sgf"));
    let out = aji(&["review", "--quick", text(&file), "--html", text(&page), "--sgf", text(&solution)]).well();
    assert!(out.contains("Black to kill White's 5 stones at A2: B1."), "{out}");
    assert!(!out.contains("score") && !out.contains("B+"), "a problem has no score: {out}");
    assert!(std::fs::read_to_string(page).unwrap().contains("Black to kill White's 5 stones at A2: B1."));
    assert!(std::fs::read_to_string(solution).unwrap().contains("TE[1]"), "the solution is marked");
    let json = aji(&["review", "--quick", text(&file), "--json"]).json();
    assert_eq!(json["solved"]["problem"]["right"][0]["move"], json!("B1"));
    assert!(json["summary"].get("score").is_none());
}

#[test]
fn a_third_pass_is_no_offence_and_a_ko_is_started_once() {
    let all = |game: &[u8]| aji_with_input(&["review", "--quick", "-", "--moves", "all"], game).well();
    let passes = all(b"(;SZ[9];B[ee];W[ge];B[];W[];B[])");
    assert!(passes.contains("White passes too, and the game is over."), "{passes}");
    assert!(passes.contains("   5 B pass\n") && !passes.contains("rules do not allow"), "{passes}");
    // Two kos, taken in turn and taken back.
    let stones = "AB[cg][bh][ci][dh][fb][ga][gc]AW[dg][eh][di][ha][hc][ib][gb]";
    let ko = all(format!("(;SZ[9]{stones}PL[W];W[ch];B[hb];W[ee];B[dh];W[gb];B[cc];W[ch])").as_bytes());
    let started = |ko: &str| ko.matches("starts a ko").count() + ko.matches("takes a ko").count();
    assert_eq!((started(&ko), ko.matches("ko back").count() + ko.matches("retakes the ko").count()), (2, 3), "{ko}");
}

#[test]
fn a_judged_review_says_where_it_was_decided_and_what_to_learn() {
    let folder = Folder::new();
    let (problems, record, page) = (folder.path("problems.sgf"), folder.path("out.sgf"), folder.path("out.html"));
    let game = "gnugo/9x9-02-level-3.sgf";
    let files = ["--problems", text(&problems), "--sgf", text(&record), "--html", text(&page)];
    let asked = ["review", game, "--games", "60", "--model", "nearest"];
    let out = aji(&[&asked[..], &files].concat()).well();
    for part in [
        "White wins by 0.5 points. It was decided with move ",
        "The lead in points, as aji",
        "Points lost a move",
        "Where it went wrong",
        "Better: ",
    ] {
        assert!(out.contains(part), "{part} is missing: {out}");
    }
    let posed = sgf::read(&std::fs::read(&problems).unwrap()).games;
    let task = |game: &record::Game| game.node(game.root()).comment.clone().unwrap_or_default();
    assert!(!posed.is_empty() && posed.iter().all(|game| task(game).contains(" to play")), "{problems:?}");
    let solved = posed.iter().all(|game| game.node(game.main_line()[1]).properties.iter().any(|p| p.name == "TE"));
    assert!(solved, "the better line is the solution");
    let (before, after) = (std::fs::read(fixtures::path(game)).unwrap(), std::fs::read(&record).unwrap());
    let (before, after) = (sgf::read(&before).games.remove(0), sgf::read(&after).games.remove(0));
    assert!(after.moves().eq(before.moves()) && after.n_lines() > before.n_lines(), "lines are variations");
    assert!(std::fs::read_to_string(&record).unwrap().contains("SBKS["));
    let json = aji(&[&asked[..], &["--for", "black", "--json"]].concat()).json();
    let moments = json["digest"]["moments"].as_array().unwrap();
    assert!(moments.iter().all(|moment| moment["title"].as_str().unwrap().contains("Black")), "{moments:?}");
    let german = aji(&[&asked[..], &["--language", "de"]].concat()).well();
    assert!(german.contains("Wo es schiefging") && german.contains("verliert etwa"), "{german}");
}

#[test]
fn a_range_of_moves_is_told() {
    let told = |moves: &str| aji(&["review", "--quick", GAME, "--model", "nearest", "--moves", moves]);
    let out = told("19-21").well();
    let moves: Vec<&str> = out.lines().filter(|line| line.starts_with("  ")).map(|line| line[..10].trim()).collect();
    assert_eq!(moves, ["19 B D14", "20 W C13", "21 B C19"]);
    assert!(told("288-").well().contains(" 289 B M4"));
    assert!(told("57").well().contains("  57 B R17"));
    let said = told("300-310");
    assert_eq!(
        (said.code, said.err.as_str()),
        (2, format!("aji: {GAME}: there is no move 300; the line has 289\n").as_str())
    );
    for wrong in ["80-50", "0", "x", "1-2-3"] {
        assert!(told(wrong).refused(2).contains("50-80, 57, 200- or all"), "{wrong}");
    }
}

#[test]
fn a_variation_is_reviewed() {
    let game = b"(;SZ[9];B[ee](;W[ge];B[gf])(;W[ed];B[dd];W[ec];B[fd]))";
    let out = aji_with_input(&["review", "--quick", "-", "--variation", "2", "--moves", "all"], game).well();
    assert!(out.contains("   5 B F6"), "{out}");
    let json = aji_with_input(&["review", "--quick", "-", "--variation", "2", "--json"], game).json();
    assert_eq!(json["plies"].as_array().unwrap().len(), 5);
}

#[test]
fn json_has_facts_words_and_the_story() {
    let json = aji(&["review", "--quick", GAME, "--model", "freedom", "--json"]).json();
    let ply = &json["plies"][138];
    assert_eq!(ply["facts"][0]["kind"], json!("capture"));
    assert_eq!(ply["facts"][0]["stones"], json!(["D15", "D16", "D17"]));
    assert_eq!(ply["words"][0]["marks"], json!(["D15", "D16", "D17"]));
    assert!(ply["words"][0]["text"].as_str().unwrap().contains("three stones"));
    let story = &json["story"];
    assert_eq!(story["phases"][0]["stage"], json!("opening"));
    assert!(story["headline"].as_str().unwrap().starts_with("White wins by 0.5 points."), "{story}");
    assert!(story["winner_seen_since"]["freedom.lead"].is_number());
    assert!(story["paragraphs"][0]["sentences"][0].is_string());
}

#[test]
fn the_page_holds_everything_and_stays_small() {
    let folder = Folder::new();
    let page = folder.path("game.html");
    aji(&["review", "--quick", GAME, FEW[0], FEW[1], "--html", text(&page)]).well();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.len() < 3_000_000, "{} bytes", html.len());
    let names = html.matches("http://www.w3.org/").count();
    assert_eq!(html.matches("http://").count(), names, "nothing but the names of SVG and HTML looks like an address");
    assert!(!html.contains("https://") && !html.contains("src="), "nothing comes from elsewhere");
    assert!(html.contains("Black takes three stones") && html.contains("The story of the game"));
    let data = html.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["review"]["plies"].as_array().unwrap().len(), 289);
    let names: Vec<&str> = data["overlays"].as_array().unwrap().iter().filter_map(|o| o["name"].as_str()).collect();
    for name in ["cellular.owner", "freedom.lead", "bouzy.territory", "ising.molecular.strength"] {
        assert!(names.contains(&name), "{names:?}");
    }
    let said = aji(&["review", "--quick", GAME, "--html", text(&page)]).refused(1);
    assert!(said.contains("exists already; use --force to replace it"), "said before any work: {said}");
}

#[test]
fn texts_of_the_record_stay_texts() {
    let folder = Folder::new();
    let nasty = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    let game = folder.file("n.sgf", format!("(;SZ[9]PB[{nasty}]C[{nasty}];B[ee]C[{nasty}];W[ge])"));
    let page = folder.path("n.html");
    aji(&["review", "--quick", text(&game), "--html", text(&page)]).well();
    let html = std::fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<script").count(), 2, "the data and the program");
    assert!(!html.contains("<img"));
}

#[test]
fn the_record_is_kept_and_annotated() {
    let folder = Folder::new();
    let old = "(;GM[1]SZ[9]KM[6.5]PB[Ann]C[before];B[ee]TR[ee]ZZ[kept];W[ed]C[mine];B[dd](;W[ec];B[fd])(;W[cc]C[other line]))";
    let (game, out) = (folder.file("old.sgf", old), folder.path("new.sgf"));
    aji(&["review", "--quick", text(&game), "--sgf", text(&out)]).well();
    let before = sgf::read(old.as_bytes()).games.remove(0);
    let after = sgf::read(&std::fs::read(&out).unwrap()).games.remove(0);
    assert_eq!(before.n_nodes(), after.n_nodes());
    for ((_, was), (_, is)) in before.nodes().zip(after.nodes()) {
        assert_eq!((was.play, &was.setup), (is.play, &is.setup));
        for property in &was.properties {
            assert!(is.properties.contains(property), "{property:?}");
        }
        if let Some(comment) = &was.comment {
            assert!(is.comment.as_ref().unwrap().starts_with(comment.as_str()));
        }
    }
    let written = std::fs::read_to_string(&out).unwrap();
    assert!(
        !written.contains("SBKS[") && !written.contains("SBKV["),
        "nobody judged: models count in units of their own"
    );
    let kept = aji(&["review", "--quick", text(&game), "--sgf", text(&game), "--force"]).refused(2);
    assert!(kept.ends_with("is the input; name another file for the output"), "{kept}");
    assert_eq!(std::fs::read_to_string(&game).unwrap(), old);
}

#[test]
fn the_table_has_a_line_for_every_move() {
    let folder = Folder::new();
    let out = folder.path("t.csv");
    aji(&["review", "--quick", GAME, "--model", "freedom", "--csv", text(&out)]).well();
    let table = std::fs::read_to_string(out).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 291);
    assert!(lines[0].starts_with("move,color,point,captured,") && lines[0].contains("freedom.lead (+ Black)"));
    assert!(lines[1].starts_with("0,,,0,0,0,"));
    assert!(lines[139].starts_with("138,W,H13,0,"));
}

#[test]
fn many_games_get_a_file_each_and_an_index() {
    let folder = Folder::new();
    let out = folder.path("out");
    let said = aji(&[
        "review",
        "--quick",
        "gnugo/9x9-01-level-1.sgf",
        "gnugo/9x9-02-level-3.sgf",
        "--html",
        text(&out),
        "--model",
        "nearest",
    ]);
    assert!(said.well().contains("index.html"));
    let mut names: Vec<String> =
        std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["9x9-01-level-1.html", "9x9-02-level-3.html", "index.html"]);
    let index = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(index.contains("href=\"./9x9-01-level-1.html\""), "{index}");

    let two = folder.file("two.sgf", "(;SZ[9];B[ee])(;SZ[9];B[cc];W[gg])");
    let said = aji(&["review", "--quick", text(&two), "--html", text(&folder.path("two.html"))]).refused(2);
    assert!(said.contains("holds several games; choose one with --game, or name a folder"), "{said}");
    aji(&["review", "--quick", text(&two), "--csv", &format!("{}/", text(&folder.path("tables")))]).well();
    assert!(folder.path("tables/two-0002.csv").exists());
}

#[test]
fn odd_games_get_a_sensible_review() {
    let story = |game: &[u8]| aji_with_input(&["review", "--quick", "-"], game).well();
    assert!(story(b"(;SZ[9])").contains("The record has no moves."));
    assert!(story(b"(;SZ[19];B[pd])").contains("Black takes the upper right."));
    assert!(story(b"(;SZ[5];B[cc];W[bc];B[];W[cb];B[];W[];B[dd])").contains("3 passes"));
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let all = |game: &[u8]| words(aji_with_input(&["review", "--quick", "-", "--moves", "all"], game).well());
    assert!(all(b"(;SZ[9];B[ee];W[ee];B[cc])").contains("The rules do not allow this: occupied by Black."));
    assert!(all(b"(;SZ[9];B[ee];AW[aa][bb];W[gg];B[cc])").contains("Stones were changed by hand before this move."));
    assert!(story(b"(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ec])").contains("Black begins with 2 stones on the board."));
}

#[test]
fn an_engine_adds_what_it_sees() {
    let folder = Folder::new();
    let game = "gnugo/9x9-02-level-3.sgf";
    let (page, record) = (folder.path("e.html"), folder.path("e.sgf"));
    for command in [oracle("--json"), oracle("")] {
        let arguments = ["review", game, "--model", "nearest", "--engine", &command];
        let out = aji(&arguments).well();
        assert!(out.contains("The lead in points, as ") && out.contains(" judges\n"), "{out}");
        let json = aji(&[&arguments[..], &["--json"]].concat()).json();
        let engine = &json["plies"][20]["engine"];
        assert_eq!(engine["black_leads"], json!(-5.5), "one prisoner, one stone on the edge, komi 7.5");
        assert_eq!(engine["ownership"].as_array().unwrap().len(), 9);
        let judged = json["plies"].as_array().unwrap().iter().flat_map(|ply| ply["facts"].as_array().unwrap());
        assert!(judged.clone().any(|fact| fact["kind"] == json!("judged")));
        let files = ["--html", text(&page), "--sgf", text(&record), "--force"];
        aji(&[&arguments[..], &files].concat()).well();
        let written = std::fs::read_to_string(&record).unwrap();
        assert!(written.contains("SBKV[") && written.contains("SBKS is the lead in points by"));
        assert!(std::fs::read_to_string(&page).unwrap().contains("\"engine\":{"));
    }
}

#[test]
fn what_an_engine_said_is_kept_by_position() {
    let folder = Folder::new();
    let (log, cache) = (folder.path("log"), folder.path("cache.jsonl"));
    let command = oracle(&format!("--json --log '{}'", text(&log)));
    let review = || {
        aji(&[
            "review",
            "gnugo/9x9-02-level-3.sgf",
            "--model",
            "nearest",
            "--engine",
            &command,
            "--engine-cache",
            text(&cache),
            "--json",
        ])
        .json()
    };
    let first = review();
    let asked = || std::fs::read_to_string(&log).unwrap().lines().count();
    assert_eq!(asked(), 63, "every position once");
    let second = review();
    assert_eq!(asked(), 63, "nothing is asked again");
    assert_eq!(first["plies"][30]["engine"]["black_wins"], second["plies"][30]["engine"]["black_wins"]);
}

#[test]
fn our_own_search_judges_and_what_it_said_is_kept() {
    let folder = Folder::new();
    let game = "gnugo/9x9-02-level-3.sgf";
    let review = |more: &[&str]| {
        let arguments = ["review", game, "--model", "nearest", "--games", "40", "--json"];
        aji_with_cache(&folder.path(""), &[&arguments[..], more].concat()).json()
    };
    let first = review(&[]);
    let store = folder.path("aji/judgements.jsonl");
    let kept = || std::fs::read_to_string(&store).unwrap();
    assert_eq!(kept().lines().count(), 63, "the start and every move");
    // As if it had been stopped in the middle: what is there is taken, the rest is judged anew, and nothing changes.
    let half: String = kept().lines().take(30).map(|line| format!("{line}\n")).collect();
    std::fs::write(&store, half).unwrap();
    assert_eq!(review(&[]), first);
    assert_eq!(kept().lines().count(), 63);
    assert_eq!(review(&["--no-cache"]), first);
    assert_eq!(first["engine"], json!("aji"));
    let plies = first["plies"].as_array().unwrap();
    assert!(plies.iter().all(|ply| ply["lead"].is_number() && ply["loss"].as_f64().unwrap() >= 0.0));
    let worst = plies.iter().find(|ply| ply["grade"] == json!("blunder")).expect("GNU Go blunders at this level");
    assert!(worst["better"].is_string() && worst["why"]["text"].as_str().unwrap().contains("loses about"), "{worst}");
    assert_eq!(worst["why"]["line"][0], json!([worst["color"], worst["move"]]));
    assert!(plies[60]["groups"].as_array().unwrap().iter().any(|group| group["status"] == json!("alive")));
    assert!(!first["moments"].as_array().unwrap().is_empty());
    let quick = aji(&["review", game, "--model", "nearest", "--quick", "--json"]).json();
    assert!(quick["plies"][9]["lead"].is_null() && quick["moments"] == json!([]));
    let said = aji(&["review", game, "--quick", "--games", "5"]);
    assert_eq!(said.code, 2, "{}", said.err);
}

#[test]
fn a_review_survives_an_engine_that_dies() {
    for kind in ["--json", ""] {
        // It answers ten times, is started again, answers ten times, and is given up.
        let command = oracle(&format!("{kind} --die-after 10"));
        let said = aji(&["review", "gnugo/9x9-02-level-3.sgf", "--model", "nearest", "--engine", &command]);
        assert_eq!(said.code, 1);
        assert!(said.err.contains("the engine judged 20 of 63 positions, the rest does without it"), "{}", said.err);
        assert!(said.out.contains("20 of 63") && said.out.contains("The game in numbers"), "{}", said.out);
    }
    let said = aji(&["review", GAME, "--engine", "no-such-engine-here"]).refused(1);
    assert!(said.starts_with("--engine: "), "{said}");
}

#[test]
fn a_real_katago_is_asked_where_there_is_one() {
    let Ok(command) = std::env::var("AJI_KATAGO") else {
        let mut out = std::io::stderr();
        let _ = std::io::Write::write_all(&mut out, b"AJI_KATAGO is not set: no real KataGo is asked\n");
        return;
    };
    let json = aji(&["review", "gnugo/9x9-02-level-3.sgf", "--engine", &command, "--visits", "8", "--json"]).json();
    assert!(json["plies"][30]["engine"]["black_wins"].is_number());
}

#[test]
fn reviews_of_the_fixtures_do_not_fail() {
    for file in fixtures::files("broken", "sgf") {
        let said = aji(&["review", "--quick", text(&file), "--model", "nearest", "--moves", "all"]);
        assert!([0, 1, 2].contains(&said.code) && !said.err.contains("panicked"), "{}: {}", file.display(), said.err);
    }
}
