//! Tournaments as files: what they mean, and what is wrong with them, with line and column.

use std::path::Path;

use arena::{Counting, Journal, JournalError, Kind, Plan, Row};
use goban::{BoardSize, Color, Rules};
use model::Families;
use testkit::Folder;

fn plan(text: &str) -> Plan {
    Plan::from_toml(text, &registry::families()).unwrap_or_else(|error| panic!("{error}"))
}

fn wrong(text: &str) -> String {
    let families: Families = registry::families();
    Plan::from_toml(text, &families).unwrap_err().to_string()
}

#[test]
fn a_file_says_everything() {
    let plan = plan(
        r#"
        name = "all of it"
        seed = 7
        size = 13
        rules = "chinese"
        komi = 6.5
        handicap_komi = 0
        games = 10
        players = ["random", "cellular:grow"]
        random_moves = 4
        move_limit = 500
        move_seconds = 2.5
        game_seconds = 600
        start_seconds = 5
        judge = "gnugo --mode gtp"
        openings = "openings.sgf"
        opening_moves = 6
        explain = false
        threads = 3
        anchor = { player = "random", elo = 100 }
        sprt = { elo0 = 0, elo1 = 50 }

        [[player]]
        player = "freedom+search"
        name = "reader"
        set = ["freedom.reach=3"]

        [[player]]
        command = "gnugo --mode gtp --level 1"
        gives = 3
        "#,
    );
    let tournament = &plan.tournament;
    let names: Vec<&str> = tournament.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
    assert_eq!(names, ["random", "cellular:grow", "reader", "gnugo giving 3"]);
    assert!(matches!(&tournament.contestants[2].kind, Kind::Player(spec) if spec.search));
    assert_eq!((tournament.pairs.len(), tournament.n_games()), (6, 60));
    assert_eq!((tournament.size, tournament.rules.komi), (BoardSize::THIRTEEN, 6.5));
    assert_eq!(tournament.rules.ko, Rules::CHINESE.ko);
    assert!(matches!(tournament.counting, Counting::Judge(_)));
    assert_eq!(tournament.anchor, Some((0, 100.0)));
    assert_eq!((plan.threads, plan.opening_moves), (Some(3), 6));
}

#[test]
fn pairings_say_who_meets_whom() {
    let text = r#"
        players = ["random", "cellular", "freedom", "nearest"]
        games = 4
        [[pairing]]
        players = ["random", "cellular", "freedom"]
        [[pairing]]
        players = ["nearest"]
        against = ["cellular"]
        games = 6
    "#;
    let tournament = plan(text).tournament;
    let pairs: Vec<([usize; 2], usize)> = tournament.pairs.iter().map(|pair| (pair.players, pair.games)).collect();
    assert_eq!(pairs, [([0, 1], 4), ([0, 2], 4), ([1, 2], 4), ([3, 1], 6)]);
    let kinds = "players = [\"random\", \"cellular\"]\n[[player]]\nname = \"g\"\ncommand = \"gnugo\"\n[[pairing]]\nplayers = [\"ours\"]\n\
                 [[pairing]]\nplayers = [\"engines\"]\nagainst = [\"ours\"]";
    let of_kinds: Vec<[usize; 2]> = plan(kinds).tournament.pairs.iter().map(|pair| pair.players).collect();
    assert_eq!(of_kinds, [[0, 1], [2, 0], [2, 1]]);
    // The games of all pairs are interleaved, so that a run that is stopped has some of each.
    let order: Vec<(usize, usize)> = tournament.schedule().iter().map(|game| (game.pair, game.index)).collect();
    assert_eq!(order[..5], [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)]);
    assert_eq!(order.last(), Some(&(3, 5)));
}

#[test]
fn colours_alternate_and_chance_depends_on_names_and_numbers_alone() {
    let two = plan("players = [\"random\", \"cellular\"]\ngames = 6\nrandom_moves = 5").tournament;
    let three = plan("players = [\"freedom\", \"random\", \"cellular\"]\ngames = 8\nrandom_moves = 5").tournament;
    let pair = three.pairs.iter().position(|pair| pair.players == [1, 2]).unwrap();
    let mut seeds = std::collections::HashSet::new();
    for index in 0..6 {
        let fixture = two.fixture(0, index);
        assert_eq!(fixture.players[Color::Black], index % 2);
        assert_eq!(fixture.seed, three.fixture(pair, index).seed);
        assert!(seeds.insert(fixture.seed.0));
    }
}

#[test]
fn who_gives_stones_has_white_and_meets_only_those_who_give_none() {
    let text = r#"
        size = 9
        players = ["random"]
        [[player]]
        player = "cellular"
        gives = 2
        [[player]]
        player = "freedom"
        gives = 4
    "#;
    let tournament = plan(text).tournament;
    assert_eq!(tournament.pairs.len(), 2);
    for pair in 0..2 {
        for index in 0..2 {
            let fixture = tournament.fixture(pair, index);
            assert_eq!((fixture.players.black, fixture.handicap), (0, [2, 4][pair]));
        }
    }
}

#[test]
fn no_tournament_is_deeper_than_the_stack() {
    for (before, piece, after) in [("a = ", "[", ""), ("a = ", "{a = ", ""), ("", "a.", "a = 1"), ("[a", ".a", "]")] {
        let text = format!("{before}{}{after}", piece.repeat(100_000));
        assert!(Plan::from_toml(&text, &registry::families()).is_err(), "{piece}");
    }
}

#[test]
fn what_is_wrong_is_reported_with_line_and_column() {
    let cases = [
        ("size = 9\ngames = = 3", "2:9: "),
        ("size = 30\nplayers = []", "1:8: size 30: boards go from 2 to 25 lines"),
        ("sise = 9", "1:1: unknown field `sise`, expected one of "),
        ("players = [\"random\"]", "a tournament needs two players or more"),
        (
            "players = [\"random\", \"celular\"]",
            "1:22: unknown player 'celular' (did you mean 'cellular'?); there are: ",
        ),
        ("players = [\"random\", \"cellular+read\"]", "1:22: unknown addition to a player '+read'"),
        (
            "rules = \"chinesse\"\nplayers = [\"random\", \"cellular\"]",
            "1:9: unknown rules 'chinesse' (did you mean 'chinese'?)",
        ),
        ("komi = 6.25\nplayers = [\"random\", \"cellular\"]", "1:8: give a komi in whole or half points"),
        ("games = 0\nplayers = [\"random\", \"cellular\"]", "1:9: give 1 to 1000000 games"),
        ("games = 100000000\nplayers = [\"random\", \"cellular\"]", "1:9: give 1 to 1000000 games"),
        (
            "games = 500000\nplayers = [\"random\", \"cellular\", \"nearest\"]",
            "3 pairs would play 1500000 games together; a match has at most 1000000",
        ),
        ("threads = 1000000\nplayers = [\"random\", \"cellular\"]", "1:11: give 1 to 1024 games at once"),
        ("move_seconds = -1\nplayers = [\"random\", \"cellular\"]", "1:16: give seconds, more than 0"),
        (
            "count = \"bord\"\nplayers = [\"random\", \"cellular\"]",
            "1:9: unknown way to count 'bord' (did you mean 'board'?)",
        ),
        ("anchor = { player = \"x\" }\nplayers = [\"random\", \"cellular\"]", "1:21: unknown player 'x'"),
        (
            "sprt = { elo0 = 9, elo1 = 3 }\nplayers = [\"random\", \"cellular\"]",
            "1:8: elo0 = 9 and elo1 = 3: give two numbers",
        ),
        ("[[player]]\nname = \"x\"", "1:1: write either player = "),
        (
            "players = [\"random\"]\n[[player]]\ncommand = \"'\"",
            "3:11: the command \"'\" cannot be started: a quote is not closed",
        ),
        (
            "size = 9\nplayers = [\"random\"]\n[[player]]\nplayer = \"cellular\"\ngives = 30",
            "3:1: there is no handicap of 30 stones on 9×9",
        ),
        (
            "players = [\"random\", \"cellular\"]\n[[pairing]]\n[[pairing]]\nplayers = [\"random\", \"cellular\"]",
            "3:1: \"random\" and \"cellular\" meet already",
        ),
        ("players = [\"random\", \"cellular\"]\n[[pairing]]\nplayers = [\"random\"]", "2:1: nobody meets anybody here"),
    ];
    for (text, expected) in cases {
        let message = wrong(text);
        assert!(message.starts_with(expected), "{text}\n{message}");
    }
}

#[test]
fn openings_are_the_first_moves_of_records() {
    let read = |text: &str| arena::openings(text.as_bytes(), BoardSize::NINE, Rules::TROMP_TAYLOR, 3);
    let openings = read("(;SZ[9];B[ee];W[cc];B[gg];W[gc])(;SZ[9];B[cc])").unwrap();
    assert_eq!(openings.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(read("(;SZ[19];B[ee])").unwrap_err(), "opening 1: is for 19×19, not for 9×9");
    assert_eq!(read("(;SZ[9];B[ee];B[cc])").unwrap_err(), "opening 1: move 2 is out of turn");
    assert_eq!(read("(;SZ[9];B[ee];W[ee])").unwrap_err(), "opening 1: move 2 is illegal: occupied by Black");
    assert_eq!(read("(;SZ[9]AB[ee];W[cc])").unwrap_err(), "opening 1: has stones put up by hand; openings are moves");
    assert_eq!(read("").unwrap_err(), "holds no game");
}

const LINE: &str = r#"{"pair":["a","b"],"game":0,"black":"a","white":"b","result":"B+3.5","end":"passes","moves":40,"seed":1,"hash":"0","conditions":"0","cpu":{"black":0.1,"white":null},"seconds":0.2}"#;

#[test]
fn a_torn_line_is_cut_off_and_the_rest_is_kept() {
    let folder = Folder::new();
    let path = folder.path("results.jsonl");
    for torn in 1..LINE.len() {
        if torn % 20 != 0 {
            continue;
        }
        std::fs::write(&path, format!("{LINE}\n{}", &LINE[..torn])).unwrap();
        assert_eq!(Journal::read(&path).unwrap().len(), 1);
        let (mut journal, rows) = Journal::open(&path).unwrap();
        assert_eq!((rows.len(), rows[0].lead()), (1, Some(3.5)));
        journal.append(&rows[0]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{LINE}\n{}\n", keep::seal(LINE)));
    }
}

#[test]
fn an_altered_line_is_told_and_a_game_can_be_taken_back() {
    let folder = Folder::new();
    let path = folder.path("results.jsonl");
    std::fs::write(&path, format!("{LINE}\n")).unwrap();
    let (mut journal, rows) = Journal::open(&path).unwrap();
    let mut next = Row { game: 1, ..rows[0].clone() };
    next.kept_as("games/1.sgf".to_string(), b"(;SZ[9])");
    assert!(next.is_record(b"(;SZ[9])") && !next.is_record(b"(;SZ[8])"));
    journal.append(&next).unwrap();
    assert_eq!(Journal::read(&path).unwrap(), [rows[0].clone(), next.clone()]);
    let good = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, good.replacen("\"game\":1", "\"game\":2", 1)).unwrap();
    let message = Journal::read(&path).unwrap_err().to_string();
    assert!(
        message.contains("results.jsonl:2:1: is no result of a game (was altered since it was written"),
        "{message}"
    );
    // Behind a line with a sum, one without is no line of ours.
    std::fs::write(&path, format!("{good}{LINE}\n")).unwrap();
    assert!(Journal::read(&path).unwrap_err().to_string().contains("results.jsonl:3:1:"));
    std::fs::write(&path, &good).unwrap();
    journal.forget(&next).unwrap();
    assert_eq!(Journal::read(&path).unwrap(), [rows[0].clone()]);
    journal.append(&next).unwrap();
    assert_eq!(Journal::read(&path).unwrap().len(), 2);
}

#[test]
fn two_runs_do_not_write_to_one_file_and_other_files_are_told() {
    let folder = Folder::new();
    let path = folder.path("results.jsonl");
    let (_journal, rows) = Journal::open(&path).unwrap();
    assert!(rows.is_empty());
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy { .. })));
    let other = folder.path("other.jsonl");
    std::fs::write(&other, format!("{LINE}\nsomething else\n")).unwrap();
    let message = Journal::open(&other).unwrap_err().to_string();
    assert!(message.contains("other.jsonl:2:1: is no result of a game"), "{message}");
    assert!(matches!(Journal::read(Path::new("/no/such/file")), Err(JournalError::Io { .. })));
}
