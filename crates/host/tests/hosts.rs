//! What hosts rely on: every analyze command works and has the shape it promises, garbage hurts nobody, and the traps of
//! each host are stepped around.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use goban::BoardSize;
use gtp::{Assembler, Response};
use host::{Config, Nowhere, Session, katago};
use model::{Families, Family};
use player::{Spec, Surrender};
use proptest::prelude::*;
use testkit::fixtures;

/// All families, and one that nobody has written yet.
fn families() -> Families {
    static ALL: LazyLock<Families> = LazyLock::new(|| {
        let mut families: Vec<Arc<dyn Family>> = registry::families().iter().cloned().collect();
        families.push(Arc::new(testkit::Dummy::new()));
        Families::new(families)
    });
    ALL.clone()
}

/// A world that holds one game.
struct Shelf;

impl host::World for Shelf {
    fn read(&mut self, name: &str) -> std::io::Result<Vec<u8>> {
        if name == "game.sgf" {
            Ok(fixtures::bytes("real/047-property-rd-alphago-2-0.sgf"))
        } else {
            Err(std::io::ErrorKind::NotFound.into())
        }
    }

    fn write(&mut self, _: &str, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        Some(1.5)
    }

    fn now(&mut self) -> Option<Duration> {
        None
    }
}

/// A player; what has no default is set.
fn spec(player: &str) -> Spec {
    let mut spec = Spec::parse(player).unwrap();
    spec.settings.add("ising.generative.spins=0").unwrap();
    spec
}

fn session(player: &str) -> Session {
    Session::new(Config::new(families(), spec(player)), Box::new(Shelf)).unwrap()
}

/// What a session says to these lines.
fn said(session: &mut Session, input: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    gtp::serve(session, std::io::Cursor::new(input.into()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn responses(text: &str) -> Vec<Response> {
    let mut assembler = Assembler::default();
    text.split('\n').filter_map(|line| assembler.push(line.as_bytes()).unwrap()).collect()
}

fn ask(session: &mut Session, command: &str) -> Result<String, String> {
    let mut answers = responses(&said(session, format!("{command}\n")));
    assert_eq!(answers.len(), 1, "{command}");
    answers.remove(0).text
}

#[track_caller]
fn well(session: &mut Session, command: &str) -> String {
    ask(session, command).unwrap_or_else(|error| panic!("{command}: {error}"))
}

/// The words of a board reply: quoted ones are one word.
fn words(row: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = row.trim();
    while !rest.is_empty() {
        let (word, more) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').expect("a quote is closed"),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = more.trim_start();
    }
    words
}

/// Runs a command that GoGui lists and checks that the answer has the shape of its type.
fn check_analyze_command(session: &mut Session, line: &str, size: BoardSize) {
    let fields: Vec<&str> = line.split('/').collect();
    let [kind, label, command] = fields[..] else { panic!("three fields, not {line}") };
    assert!(!label.is_empty(), "{line}");
    let command = command.replace("%P", "D4 C3").replace("%p", "C6").replace("%s", "1");
    let of_family =
        command.split(' ').nth(1).and_then(|name| Some(families().target(name).ok()?.family.card().clone()));
    if kind != "param" && of_family.is_some_and(|card| !card.sizes.contains(&size.get()) && !command.contains("legend"))
    {
        // A model that does not take this board says so, and what to do.
        assert!(ask(session, &command).unwrap_err().len() > 20, "{line}");
        return;
    }
    let answer = well(session, &command);
    let rows: Vec<Vec<String>> = answer.lines().filter(|row| !row.is_empty()).map(words).collect();
    let is_board = || {
        assert_eq!(rows.len(), size.get(), "{line}\n{answer}");
        assert!(rows.iter().all(|row| row.len() == size.get()), "{line}\n{answer}");
    };
    match kind {
        "dboard" => {
            is_board();
            let mut values = rows.iter().flatten().map(|word| word.parse::<f64>().unwrap());
            assert!(values.all(|value| (-1.0..=1.0).contains(&value)), "{line}\n{answer}");
        }
        "sboard" => is_board(),
        "cboard" => {
            is_board();
            let is_color = |word: &String| word.is_empty() || word.starts_with('#') && word.len() == 7;
            assert!(rows.iter().flatten().all(is_color), "{line}\n{answer}");
        }
        "gfx" => {
            let verbs = ["COLOR", "LABEL", "SQUARE", "INFLUENCE", "VAR", "TEXT"];
            assert!(answer.lines().all(|drawn| verbs.contains(&drawn.split(' ').next().unwrap())), "{line}\n{answer}");
        }
        "param" => {
            for parameter in answer.lines() {
                // What is shown can be set again as it is.
                let (kind, rest) = parameter.split_once("] ").unwrap();
                assert!(["[string", "[bool", "[list/"].iter().any(|known| kind.starts_with(known)), "{line}");
                well(session, &format!("{command} {rest}"));
            }
        }
        "string" | "hstring" | "hpstring" | "plist" => {}
        other => panic!("{other} is no type of GoGui"),
    }
}

#[test]
fn every_quantity_of_every_model_is_a_command_of_gogui() {
    let mut session = session("dummy");
    let size = BoardSize::NINE;
    well(&mut session, "boardsize 9");
    well(&mut session, "gogui-play_sequence b D4 w E5 b E4 w C5 b B5 w D5 b F5 w G6 b F6 w G7");
    let list = well(&mut session, "gogui-analyze_commands");
    for card in families().cards() {
        for quantity in &card.quantities {
            let command = if quantity.shape == model::Shape::Number { "aji-value" } else { "aji-map" };
            let entry = format!("/{command} {}", quantity.name);
            assert!(list.lines().any(|line| line.ends_with(&entry)), "{entry}");
        }
    }
    for line in list.lines() {
        check_analyze_command(&mut session, line, size);
    }
}

#[test]
fn a_real_game_is_shown_by_every_model() {
    let mut session = session("random");
    assert_eq!(well(&mut session, "loadsgf game.sgf 120"), "white");
    let list = well(&mut session, "gogui-analyze_commands");
    let maps = list.lines().filter(|line| line.contains("/aji-map ") || line.contains("/aji-ratings "));
    for line in maps {
        check_analyze_command(&mut session, line, BoardSize::NINETEEN);
    }
    assert_eq!(ask(&mut session, "loadsgf other.sgf"), Err("cannot load file".to_string()));
}

#[test]
fn parameters_set_by_the_host_are_in_force() {
    let mut session = session("dummy");
    well(&mut session, "play b D4");
    let before = well(&mut session, "aji-value dummy.lead");
    well(&mut session, "aji-param dummy dummy.weight 2");
    assert_eq!((before.as_str(), well(&mut session, "aji-value dummy.lead").as_str()), ("3 points", "9 points"));
    assert!(well(&mut session, "aji-param dummy").contains("[string] dummy.weight 2"));
    assert!(well(&mut session, "aji-param dummy").contains("[list/calm/wild] dummy.mood calm"));
    let wrong = ask(&mut session, "aji-param dummy dummy.weight 200").unwrap_err();
    assert!(wrong.contains("0 to 10"), "{wrong}");
    assert_eq!(well(&mut session, "aji-value dummy.lead"), "9 points");
}

/// What was seen before an undo must not be seen after it.
#[test]
fn models_follow_every_way_back_and_forth() {
    let mut walked = session("dummy");
    let way = "boardsize 9,play b E5,play w E4,aji-values freedom,gg-undo 1,aji-values freedom,play w C3,\
               aji-values freedom,undo,play w D4,play b D5,undo,undo,play w G7,komi 3,play b D4";
    way.split(',').for_each(|command| drop(well(&mut walked, command)));
    let mut straight = session("dummy");
    for command in ["boardsize 9", "komi 3", "play b E5", "play w G7", "play b D4"] {
        well(&mut straight, command);
    }
    for card in families().cards() {
        let command = format!("aji-values {}", card.name);
        if !card.sizes.contains(&9) {
            continue;
        }
        assert_eq!(well(&mut walked, &command), well(&mut straight, &command), "{command}");
    }
    assert_eq!(well(&mut walked, "genmove w"), well(&mut straight, "genmove w"));
}

#[test]
fn moves_of_every_player_are_legal_and_explained() {
    let names: Vec<String> = player::list(&families()).into_iter().map(|card| card.name).collect();
    for name in names.iter().filter(|name| !name.contains("FILE")) {
        let mut session = session(name);
        well(&mut session, "boardsize 7");
        if families().get(name).is_ok_and(|family| !family.card().sizes.contains(&7)) {
            ask(&mut session, "genmove b").expect_err("a board that it does not take");
            continue;
        }
        for side in ["b", "w", "b", "w"] {
            let mv = well(&mut session, &format!("genmove {side}"));
            let size = BoardSize::new(7).unwrap();
            assert!(gtp::parse_move(size, &mv).is_some(), "{name}: {mv}");
            assert!(!well(&mut session, "gomill-explain_last_move").is_empty(), "{name}");
        }
        assert_eq!(session.line().plies().len(), 4, "{name}");
    }
}

/// A game as a foreign referee lets it be played, who sets no more than the seed.
fn game_with_seed(player: &str, seed: u64) -> Vec<String> {
    let mut session = session(player);
    for command in ["boardsize 7", "clear_board", &format!("set_random_seed {seed}")] {
        assert_eq!(well(&mut session, command), "");
    }
    assert_eq!(well(&mut session, "get_random_seed"), seed.to_string());
    (0..20).map(|i| well(&mut session, if i % 2 == 0 { "genmove b" } else { "genmove w" })).collect()
}

#[test]
fn the_same_seed_is_the_same_game_and_others_are_others() {
    for player in ["random", "aji:30", "experience", "freedom", "cellular"] {
        let games: Vec<Vec<String>> = (1..=4).map(|seed| game_with_seed(player, seed)).collect();
        assert_eq!(game_with_seed(player, 3), games[2], "{player}");
        assert!(games.iter().any(|game| *game != games[0]), "{player} plays {:?} whatever the seed", games[0]);
    }
    let mut session = session("random");
    assert_eq!(ask(&mut session, "set_random_seed"), Err("syntax error".to_string()));
    assert_eq!(ask(&mut session, "set_random_seed x"), Err("syntax error".to_string()));
    // The seed is of the player; a board has one score.
    let counted = |session: &mut Session| {
        ["final_score", "final_status_list dead", "final_status_list seki"].map(|command| well(session, command))
    };
    well(&mut session, "loadsgf game.sgf");
    let before = counted(&mut session);
    well(&mut session, "set_random_seed 99");
    assert_eq!(counted(&mut session), before);
}

#[test]
fn prisoners_stay_when_stones_are_put_up() {
    let mut session = session("random");
    for command in ["boardsize 5", "kgs-rules japanese", "komi 0", "play b A2", "play w A1", "play b B1"] {
        well(&mut session, command);
    }
    let score = well(&mut session, "final_score");
    // The same stones put up again are a start of their own; what was taken was taken.
    well(&mut session, "gogui-setup b A2 b B1");
    assert_eq!(well(&mut session, "final_score"), score);
    well(&mut session, "kgs-rules japanese");
    assert_eq!(well(&mut session, "final_score"), score);
    assert!(well(&mut session, "showboard").contains("Black has taken 1"));
}

#[test]
fn the_traps_of_hosts() {
    let mut session = session("dummy");
    let list = well(&mut session, "list_commands");
    let commands: Vec<&str> = list.lines().collect();
    // Sabaki takes the first of these that it finds, and reads whole numbers from all but kata-analyze.
    assert!(!commands.contains(&"analyze"));
    for command in commands {
        assert_eq!(well(&mut session, &format!("known_command {command}")), "true");
    }
    assert_eq!(well(&mut session, "known_command analyze"), "false");
    // Lizzie takes the version apart at its points.
    assert_eq!(well(&mut session, "version").split('.').count(), 3);
    // LizGoban finds out by refusals what an engine can do.
    for key in ["ownershipStdev true", "nonsense 1", "ownership maybe", "allow B D4 0", "avoid B", "interval x"] {
        assert!(ask(&mut session, &format!("kata-analyze b {key}")).is_err(), "{key}");
    }
    assert!(ask(&mut session, "lz-analyze b 10 ownership true").is_err());
    let refused = |session: &mut Session, command: &str| ask(session, command).unwrap_err();
    assert_eq!(refused(&mut session, "sing"), "unknown command");
    assert_eq!(refused(&mut session, "boardsize 26"), "unacceptable size");
    assert_eq!(refused(&mut session, "boardsize 9.5"), "syntax error");
    assert_eq!(refused(&mut session, "undo"), "cannot undo");
    well(&mut session, "play b D4");
    assert_eq!(refused(&mut session, "play w D4"), "illegal move");
    assert_eq!(refused(&mut session, "play w Z25"), "illegal move");
    assert_eq!(refused(&mut session, "play green D4"), "syntax error");
    assert_eq!(refused(&mut session, "fixed_handicap 2"), "board not empty");
    well(&mut session, "clear_board");
    assert_eq!(refused(&mut session, "fixed_handicap 10"), "invalid number of stones");
    assert_eq!(refused(&mut session, "set_free_handicap D4 D4"), "bad vertex list");
    assert_eq!(well(&mut session, "place_free_handicap 20"), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
    assert_eq!(refused(&mut session, "final_status_list sleeping"), "invalid status");
}

/// A game taken up again after two passes, stones put up without a liberty, a side that moves twice.
#[test]
fn hosts_may_do_what_games_do_not() {
    let mut session = session("dummy");
    for command in ["boardsize 5", "play b A1", "play w pass", "play b pass", "play w C3", "play w C4", "play b pass"] {
        well(&mut session, command);
    }
    assert_eq!(well(&mut session, "list_stones white"), "C4 C3");
    well(&mut session, "clear_board");
    well(&mut session, "gogui-setup w A1 b A2 b B1 w E5");
    assert_eq!(well(&mut session, "list_stones white"), "E5", "a stone without a liberty comes off");
    well(&mut session, "gogui-setup_player w");
    assert_eq!(session.line().position().to_move(), goban::Color::White);
    assert_eq!(ask(&mut session, "gogui-play_sequence w C3 b C3"), Err("illegal move".to_string()));
    assert_eq!(session.line().plies().len(), 0, "all or nothing");
    well(&mut session, "kata-set-rules {\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\"suicide\":false}");
    assert!(well(&mut session, "kata-get-rules").contains("\"scoring\":\"TERRITORY\""));
    assert!(ask(&mut session, "kata-set-rules chess").is_err());
}

/// The lines of `…-genmove_analyze`: what is streamed, then the move.
#[test]
fn analyses_are_told_by_the_side_to_move() {
    let mut session = session("dummy");
    well(&mut session, "boardsize 5");
    well(&mut session, "gogui-play_sequence b C3 b B2 b D4 b D2");
    let kata = well(&mut session, "kata-genmove_analyze w 10 rootInfo true ownership true maxmoves 2 avoid w C2 1");
    let lines: Vec<&str> = kata.trim().lines().collect();
    let [info, play] = lines[..] else { panic!("{kata}") };
    assert!(play.starts_with("play "), "{play}");
    assert_eq!(info.matches("info move").count(), 2);
    let number = |key: &str| {
        let rest = info.split(&format!(" {key} ")).nth(1).unwrap_or_else(|| panic!("{key}: {info}"));
        rest.split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    assert!(number("visits") >= 10.0);
    assert!(number("winrate") < 0.5, "White, who moves, is behind");
    assert!(number("scoreLead") < 0.0);
    let ownership: Vec<f64> =
        info.split(" ownership ").nth(1).unwrap().split(' ').map(|value| value.parse().unwrap()).collect();
    assert_eq!(ownership.len(), 25);
    assert!(ownership[12] < 0.0, "C3, in the middle, is Black's: {ownership:?}");
    well(&mut session, "undo");
    let leela = well(&mut session, "lz-genmove_analyze w 10");
    let winrate: Vec<&str> = leela.split(" winrate ").nth(1).unwrap().split(' ').collect();
    assert!(winrate[0].parse::<u32>().unwrap() < 5000, "{leela}");
}

/// What is searched is told: games, lines of play, whose the points are.
#[test]
fn a_search_is_told_as_one() {
    let mut session = session("aji:60");
    well(&mut session, "boardsize 5");
    let text = said(&mut session, "kata-analyze b 10 ownership true rootInfo true pvVisits true\nname\n");
    let info = text.lines().find(|line| line.starts_with("info move ")).unwrap_or_else(|| panic!("{text}"));
    let after = |key: &str| info.split(&format!(" {key} ")).nth(1).unwrap_or_else(|| panic!("{key}: {info}"));
    let root = after("rootInfo");
    let games: u64 = root.split(' ').nth(1).unwrap().parse().unwrap();
    // So many at least, however soon the host goes on.
    assert!(games >= 100, "{info}");
    let line: Vec<&str> = after("pv").split(' ').take_while(|word| *word != "pvVisits").collect();
    let visits: Vec<u64> = after("pvVisits").split(' ').map_while(|word| word.parse().ok()).collect();
    assert_eq!(line.len(), visits.len(), "{info}");
    assert!(line.len() > 1 && visits.is_sorted_by(|a, b| a >= b), "{info}");
    assert_eq!(after("ownership").split(' ').count(), 25);
    // A move is played with as many games as the player's name says, and what was found before is kept.
    let leela = well(&mut session, "lz-genmove_analyze b 10");
    assert!(leela.contains("info move") && leela.contains("\nplay "), "{leela}");
    assert!(well(&mut session, "gomill-explain_last_move").contains("games"), "it says why");
    let queries = "{\"id\":\"a\",\"moves\":[],\"rules\":\"tt\",\"boardXSize\":7,\"boardYSize\":7,\"maxVisits\":40}\n";
    let config = katago::Config::new(families(), spec("aji"));
    let mut output = Vec::new();
    katago::serve(&config, queries.as_bytes(), &mut output).unwrap();
    let answer: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(answer["rootInfo"]["visits"], 40, "{answer}");
    assert_eq!(answer["aji"]["visits"], "games that went this way");
    assert!(answer["moveInfos"].as_array().unwrap().iter().all(|info| info["pv"][0] == info["move"]), "{answer}");
}

/// A host that changes the board, the komi or the rules in the middle of a game, asks for no time or goes back.
#[test]
fn a_search_follows_whatever_the_host_does() {
    let mut session = session("aji:30");
    let commands = [
        "boardsize 7",
        "genmove b",
        "genmove w",
        "undo",
        "genmove w",
        "komi 40",
        "genmove b",
        "play w A1",
        "play w G7",
        "genmove b",
        "boardsize 5",
        "genmove w",
        "kata-set-rules japanese",
        "genmove w",
        "gogui-setup b C3 w C4",
        "genmove w",
        "time_settings 0 0 0",
        "genmove b",
        "clear_board",
        "lz-analyze 10",
        "reg_genmove w",
        "genmove b",
    ];
    for command in commands {
        well(&mut session, command);
    }
}

/// A controller that goes away in the middle of anything.
#[test]
fn an_analysis_ends_with_its_input() {
    let mut session = session("dummy");
    let text = said(&mut session, "boardsize 5\nkata-analyze b 1");
    assert!(text.starts_with("=\n\n=\ninfo move "), "{text}");
    assert!(text.ends_with("\n\n"));
    let text = said(&mut session, "7 lz-analyze 1\n\n8 name\n");
    let ends: Vec<&str> = text.lines().filter(|line| line.starts_with('=')).collect();
    assert_eq!(ends, ["=7", "=8 aji"]);
}

#[test]
fn a_game_is_written_with_its_reasons() {
    let mut session = session("dummy");
    for command in ["boardsize 9", "play b E5", "genmove w", "play b C3", "genmove w"] {
        well(&mut session, command);
    }
    let text = well(&mut session, "printsgf");
    let reading = sgf::read(text.as_bytes());
    assert!(reading.problems.is_empty(), "{text}");
    let game = &reading.games[0];
    assert_eq!(game.info.players.white.name.as_deref(), Some("aji dummy"));
    let comments = game.nodes().filter(|(_, node)| node.comment.is_some()).count();
    assert_eq!(comments, 2, "{text}");
    well(&mut session, "gomill-savesgf out.sgf PB=Ann\\_Lee RE=B+R");
    assert!(ask(&mut session, "gomill-savesgf out.sgf nonsense").is_err());
}

/// Words from which hostile conversations are made.
const WORDS: &str = "play b w D4 pass genmove undo gg-undo 2 boardsize 3 25 9 clear_board komi -1 nan 1e999 loadsgf game.sgf \
    gogui-setup A1 B2 gogui-play_sequence kata-set-rules japanese {\"ko\": final_score final_status_list dead aji-map \
    dummy.lead dummy.chains aji-value aji-explain dummy nearest aji-step aji-param dummy.weight 0 kata-analyze allow \
    D4,Q16 interval lz-genmove_analyze minmoves fixed_handicap set_free_handicap kgs-genmove_cleanup reg_genmove \
    showboard # 99999999999999999999 é - quit2 resign aji-legend aji-explain_move printsgf gogui-setup_player";

fn some_words() -> impl Strategy<Value = Vec<&'static str>> {
    proptest::collection::vec(proptest::sample::select(WORDS.split_whitespace().collect::<Vec<_>>()), 1..6)
}

/// A move of a query, on the board or off it.
fn some_move() -> impl Strategy<Value = String> {
    let side = proptest::sample::select(vec!["B", "W", "b", "X"]);
    let vertex = proptest::sample::select(vec!["A1", "B2", "C3", "D4", "E5", "A2", "(0,1)", "(9,9)", "pass", "Z9", ""]);
    (side, vertex).prop_map(|(side, vertex)| format!("[\"{side}\",\"{vertex}\"]"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Bytes of any kind: every response is well formed, and the session still answers.
    #[test]
    fn garbage_hurts_no_session(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut session = session("dummy");
        let mut input = bytes;
        input.extend(b"\n77 name\n");
        let text = said(&mut session, input);
        prop_assert_eq!(responses(&text).pop(), Some(Response::ok(Some(77), "aji")));
    }

    /// Words that mean something, in any order.
    #[test]
    fn nonsense_hurts_no_session(lines in proptest::collection::vec(some_words(), 1..20)) {
        let mut session = session("dummy");
        let mut input = String::from("boardsize 4\n");
        for line in &lines {
            input.push_str(&line.join(" "));
            input.push('\n');
        }
        input.push_str("77 name\n");
        let text = said(&mut session, input);
        prop_assert_eq!(responses(&text).pop(), Some(Response::ok(Some(77), "aji")));
        session.line().position().board().check();
    }

    /// Queries of any kind: every answer is JSON on a line.
    #[test]
    fn garbage_hurts_no_analysis(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let answers = analysis(&bytes);
        prop_assert!(answers.iter().all(|answer| answer.get("error").is_some()), "{:?}", answers);
    }

    /// A query with something wrong in it is answered or refused, once, whatever is wrong.
    #[test]
    fn nonsense_hurts_no_analysis(
        moves in proptest::collection::vec(some_move(), 0..6),
        size in proptest::sample::select(vec!["2", "5", "9", "0", "-1", "26", "1e9", "\"5\"", "null", "[[[[]]]]"]),
        turns in proptest::sample::select(vec!["[0]", "[0,0]", "[99]", "[-1]", "3", "null", "[\"x\"]"]),
        rules in proptest::sample::select(vec!["\"tt\"", "{}", "{\"ko\":1}", "7", "\"goe\"", "\"?\""]),
        extra in proptest::sample::select(vec![
            "\"komi\":1e308", "\"komi\":\"x\"", "\"avoidMoves\":[{}]", "\"overrideSettings\":7", "\"priority\":1e99",
            "\"includeOwnership\":1", "\"includePolicy\":true", "\"includeMovesOwnership\":true",
            "\"allowMoves\":[{\"player\":\"B\",\"moves\":[]}]",
            "\"initialStones\":[[\"B\",\"A1\"],[\"W\",\"A2\"],[\"W\",\"B1\"]]",
        ]),
    ) {
        let query = format!(
            "{{\"id\":\"q\",\"moves\":[{}],\"rules\":{rules},\"boardXSize\":{size},\"boardYSize\":{size},\
             \"analyzeTurns\":{turns},{extra}}}",
            moves.join(",")
        );
        let answers = analysis(query.as_bytes());
        let done = |answer: &&serde_json::Value| answer.get("moveInfos").is_some() || answer.get("error").is_some();
        prop_assert_eq!(answers.iter().filter(done).count(), 1, "{} {:?}", query, answers);
    }
}

fn analysis(input: &[u8]) -> Vec<serde_json::Value> {
    let config = katago::Config::new(families(), Spec::parse("dummy").unwrap());
    let mut output = Vec::new();
    katago::serve(&config, input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn huge_lines_are_refused_and_the_next_is_heard() {
    let mut session = session("dummy");
    let mut input = b"5 play b ".to_vec();
    input.resize(input.len() + 3 * gtp::MAX_LINE, b'D');
    input.extend(b"\n6 name\n");
    assert_eq!(said(&mut session, input), "?5 line too long\n\n=6 aji\n\n");
    let mut input = b"{\"id\":\"".to_vec();
    input.resize(input.len() + 3 * gtp::MAX_LINE, b'x');
    input.extend(b"\"}\n{\"id\":\"v\",\"action\":\"query_version\"}\n");
    let answers = analysis(&input);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1]["version"], env!("CARGO_PKG_VERSION"));
    let nested = format!("{}\n", "[".repeat(100_000));
    assert!(analysis(nested.as_bytes())[0]["error"].as_str().unwrap().contains("recursion"));
}

#[test]
fn nobody_to_read_ends_the_conversation() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = gtp::serve(&mut session("dummy"), "name\nkata-analyze 1\nname\n".as_bytes(), Closed).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    let config = katago::Config::new(families(), Spec::parse("dummy").unwrap());
    let query = r#"{"id":"q","moves":[],"rules":"tt","boardXSize":5,"boardYSize":5}"#;
    let input = format!("{query}\n").repeat(50);
    assert!(katago::serve(&config, input.as_bytes(), Closed).is_err());
    assert!(Session::new(Config::new(families(), Spec::parse("nobody").unwrap()), Box::new(Nowhere)).is_err());
}

/// Queries that wait are ended without results, each with exactly one answer.
#[test]
fn every_turn_is_answered_once_even_if_it_is_terminated() {
    let moves: Vec<String> = (0..20).map(|i| format!("[\"{}\",\"pass\"]", ["B", "W"][i % 2])).collect();
    let turns: Vec<String> = (0..=20).map(|turn| turn.to_string()).collect();
    let input = format!(
        "{{\"id\":\"q\",\"moves\":[{}],\"rules\":\"tt\",\"boardXSize\":9,\"boardYSize\":9,\"analyzeTurns\":[{}]}}\n\
         {{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q\",\"turnNumbers\":[3,4]}}\n\
         {{\"id\":\"a\",\"action\":\"terminate_all\"}}\n",
        moves.join(","),
        turns.join(",")
    );
    let answers = analysis(input.as_bytes());
    let mut turns: Vec<u64> = answers.iter().filter_map(|answer| answer["turnNumber"].as_u64()).collect();
    turns.sort_unstable();
    assert_eq!(turns, (0..=20).collect::<Vec<u64>>());
    assert_eq!(answers.iter().filter(|answer| answer.get("action").is_some()).count(), 2);
}

/// A world in which every look at the clock takes this many milliseconds.
#[derive(Clone)]
struct Slow {
    step: u64,
    now: Arc<AtomicU64>,
}

impl host::World for Slow {
    fn read(&mut self, _: &str) -> std::io::Result<Vec<u8>> {
        Err(std::io::ErrorKind::NotFound.into())
    }

    fn write(&mut self, _: &str, _: &[u8]) -> std::io::Result<()> {
        Ok(())
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        None
    }

    fn now(&mut self) -> Option<Duration> {
        // Time enough for the lines that follow to come in.
        std::thread::sleep(Duration::from_millis(self.step.min(5)));
        Some(Duration::from_millis(self.now.fetch_add(self.step, Ordering::Relaxed)))
    }
}

/// What a player says to these lines in such a world, and how many seconds passed there.
fn said_slowly(player: &str, step: u64, input: &str) -> (String, u64) {
    let world = Slow { step, now: Arc::default() };
    let mut session = Session::new(Config::new(families(), spec(player)), Box::new(world.clone())).unwrap();
    let said = said(&mut session, input);
    (said, world.now.load(Ordering::Relaxed) / 1000)
}

/// The blend looks at the clock before each of its three models, and these before each move that they try: some two hundred times.
const ONE_MOVE: &str = "boardsize 9\nkomi 7\nplay b C3\ngenmove w\ngomill-explain_last_move\n";

#[test]
fn who_is_short_of_time_plays_at_once() {
    let (calm, _) = said_slowly("blend", 20, ONE_MOVE);
    assert!(!calm.contains("hurry"), "{calm}");
    assert_eq!(calm, said(&mut session("blend"), ONE_MOVE), "a clock that nobody minds changes nothing");
    for settings in ["time_settings 10 0 0", "time_settings 0 1 1", "kgs-time_settings canadian 0 10 10"] {
        let (said, _) = said_slowly("blend", 20, &format!("{settings}\n{ONE_MOVE}"));
        assert!(said.contains("in a hurry"), "{settings}: {said}");
    }
    for settings in ["time_settings 600 0 0", "time_settings 0 10 0", "kgs-time_settings none", "time_left w 60 5"] {
        let (said, _) = said_slowly("blend", 20, &format!("{settings}\n{ONE_MOVE}"));
        assert!(said.ends_with(calm.as_str()), "{settings}: {said}");
    }
    assert_eq!(said(&mut session("random"), "kgs-time_settings byoyomi 1\n"), "? syntax error\n\n");
}

#[test]
fn a_slow_player_stays_within_its_time_for_a_whole_game() {
    let moves = "genmove b\ngenmove w\n".repeat(20);
    let (_, needed) = said_slowly("blend", 600, &format!("boardsize 7\n{moves}"));
    let (said, used) = said_slowly("blend", 600, &format!("boardsize 7\ntime_settings 60 0 0\n{moves}"));
    assert!(!said.contains('?'), "{said}");
    assert!(used <= 120 && 120 < needed, "each side has a minute: both took {used} s, and {needed} s without a limit");
}

#[test]
fn a_long_thought_ends_when_the_host_says_so() {
    for word in ["# interrupt", "stop", "7 stop"] {
        let (said, _) = said_slowly("blend", 600, &format!("genmove b\n{word}\ngomill-explain_last_move\nname\n"));
        assert!(said.contains("in a hurry") && said.ends_with("= aji\n\n"), "{word}: {said}");
    }
    // The end of the input is not a wish to stop: scripts are read to their end before they are done.
    let (said, _) = said_slowly("blend", 600, ONE_MOVE.trim_end());
    assert!(!said.contains("hurry"), "{said}");
}

#[test]
fn one_rule_says_who_is_judge() {
    let judge = |player: &str, model: Option<&str>| {
        host::Analyst::new(&families(), &spec(player), model).unwrap().model().to_string()
    };
    assert_eq!(judge("freedom", None), "freedom");
    assert_eq!(judge("cellular:grow+search", None), "cellular");
    for player in ["agents:hottest", "blend", "random", "structure"] {
        assert_eq!(judge(player, None), "bouzy", "{player}");
        assert_eq!(judge(player, Some("nearest")), "nearest", "{player}");
    }
}

/// The commands by which GNU Go's suites ask, with its form of answers; `gnugo --mode gtp` gives the same to each of these.
#[test]
fn suites_are_answered_in_the_form_of_gnu_go() {
    let mut session = session("random");
    for command in ["boardsize 7", "clear_board"] {
        well(&mut session, command);
    }
    // Three points in a row in the corner, and a stone in a ladder of one step.
    for command in
        ["gogui-setup b A3 b B3 b C3 b D3 b E3 b E2 b E1 w A2 w B2 w C2 w D2 w D1", "gogui-setup b F6 w F7 w E6 w G6"]
    {
        well(&mut session, command);
    }
    for (command, answer) in [
        ("attack F6", "1 F5"),
        ("defend F6", "1 F5"),
        ("attack E6", "0"),
        ("owl_attack A2", "1 B1"),
        ("owl_defend A2", "1 B1"),
        ("dragon_status D2", "critical B1 B1"),
        ("owl_does_attack B1 A2", "1"),
        ("owl_does_attack A1 A2", "0"),
        ("owl_does_defend B1 A2", "1"),
        ("owl_does_defend A1 A2", "0"),
        ("connect D3 E3", "1 PASS"),
        ("disconnect D3 E3", "0"),
        ("unconditional_status A1", "undecided"),
        ("trymove white B1", ""),
        ("unconditional_status A2", "alive"),
        ("unconditional_status A1", "white_territory"),
        ("popgo", ""),
        ("unconditional_status A2", "undecided"),
        ("increase_depths", ""),
        ("decrease_depths", ""),
    ] {
        assert_eq!(well(&mut session, command), answer, "{command}");
    }
    let status = well(&mut session, "dragon_status");
    assert!(status.lines().any(|line| line == "A2: critical B1 B1"), "{status}");
    let score = well(&mut session, "estimate_score");
    assert!(score.contains(" (upper bound: ") && score.contains(", lower: "), "{score}");
    let allowed = well(&mut session, "restricted_genmove black A7 B7");
    assert!(["A7", "B7", "PASS"].contains(&allowed.as_str()), "{allowed}");
    let race = well(&mut session, "analyze_semeai A2 A3");
    assert_eq!(race.split(' ').count(), 3, "{race}");
    for (command, error) in [
        ("attack A7", "vertex must not be empty"),
        ("attack", "invalid coordinate"),
        ("attack Z9", "invalid coordinate"),
        ("owl_attack A7", "vertex must not be empty"),
        ("dragon_status A7", "vertex must not be empty"),
        ("connect A2 A3", "vertices must have same color"),
        ("connect A2", "invalid coordinate"),
        ("disconnect A7 A2", "vertex must not be empty"),
        ("analyze_semeai A2 B2", "vertices must have different colors"),
        ("owl_does_attack A2 A2", "move vertex must be empty"),
        ("popgo", "no move was tried"),
        ("trymove black A2", "illegal move"),
        ("restricted_genmove black", "no allowed vertex"),
        ("restricted_genmove black PASS", "invalid coordinate"),
        ("reg_genmove purple", "syntax error"),
    ] {
        assert_eq!(ask(&mut session, command), Err(error.to_string()), "{command}");
    }
}

/// A game that White cannot win.
const LOST: &str = "boardsize 7\nkomi -300\n";

#[test]
fn a_player_that_may_resign_does_so_when_it_has_seen_its_loss_three_times() {
    let moves_of_white = |surrender| {
        let config = Config { surrender, ..Config::new(families(), spec("aji:200")) };
        let mut session = Session::new(config, Box::new(Shelf)).unwrap();
        said(&mut session, LOST);
        // Black passes, so that White is asked again and again.
        [(); 4].map(|()| {
            let reply = ask(&mut session, "genmove w").unwrap();
            said(&mut session, "play b pass\n");
            reply
        })
    };
    let replies = moves_of_white(Some(Surrender::below(0.05)));
    assert_eq!(replies[2..], ["resign", "resign"], "{replies:?}");
    assert!(replies[..2].iter().all(|reply| reply != "resign"), "{replies:?}");
    assert!(moves_of_white(None).iter().all(|reply| reply != "resign"));
    let mut session = Session::new(
        Config { surrender: Some(Surrender::below(0.05)), ..Config::new(families(), spec("aji:200")) },
        Box::new(Shelf),
    )
    .unwrap();
    said(&mut session, format!("{LOST}genmove w\nplay b pass\ngenmove w\nplay b pass\nundo\nplay b pass\n"));
    assert_ne!(ask(&mut session, "genmove w").unwrap(), "resign", "after an undo it looks anew");
}

#[test]
fn a_player_that_ponders_does_so_after_its_own_moves_and_stops_when_the_host_speaks() {
    let pondered = |ponders, commands: &str| {
        let config = Config { ponders, ..Config::new(families(), spec("aji:50")) };
        let mut session = Session::new(config, Box::new(Shelf)).unwrap();
        said(&mut session, format!("boardsize 5\n{commands}"));
        let mut asked = 0;
        gtp::Engine::idle(&mut session, &mut || {
            asked += 1;
            asked <= 30
        });
        asked
    };
    assert_eq!(pondered(true, "genmove b\n"), 31, "thirty games, and then the host speaks");
    assert_eq!(pondered(false, "genmove b\n"), 0);
    assert_eq!(pondered(true, "genmove b\nplay w a1\n"), 0, "it is its own turn");
    assert_eq!(pondered(true, "genmove b\nname\n"), 0);
}
