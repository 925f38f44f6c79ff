use std::collections::HashMap;

use goban::{BoardSize, Color, Illegal, Move, Point};
use record::{Game, Mode, NodeId};
use sgf::{Format, ProblemKind, Reading, Severity};
use testkit::fixtures;

use crate::round_trip::assert_round_trip;

#[test]
fn broken_files_read_as_a_person_would_read_them() {
    check("broken");
}

#[test]
fn other_formats_read_as_a_person_would_read_them() {
    check("formats");
}

/// Holds every file of a folder against its line in `cases.tsv`, and tells all differences at once.
fn check(folder: &str) {
    let table = fixtures::text(&format!("{folder}/cases.tsv"));
    let mut lines = table.lines();
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut differences = Vec::new();
    let mut n_facts = 0;
    for line in lines {
        let fields: HashMap<&str, &str> = header.iter().copied().zip(line.split('\t')).collect();
        let (file, verdict, expected) = (fields["file"], fields["verdict"], fields["expected"]);
        let bytes = fixtures::bytes(&format!("{folder}/{file}"));
        let hint = Format::from_extension(file.rsplit('.').next().unwrap());
        let reading = sgf::read_any(&bytes, hint);
        let mut differ = |text: String| differences.push(format!("{file} ({}): {text}", fields["odd"]));

        let n_games = match verdict {
            "none" => 0,
            "game" => 1,
            many => many.strip_prefix("games:").unwrap().parse().unwrap(),
        };
        if reading.games.len() != n_games {
            differ(format!("{} games, not {n_games}", reading.games.len()));
            continue;
        }
        let unreadable = reading.problems.iter().filter(|problem| problem.severity() == Severity::Unreadable).count();
        if n_games == 0 && unreadable != 1 {
            differ(format!("one message should say why there is no game: {:?}", reading.problems));
        }
        for fact in expected.split("; ").filter(|fact| *fact != "-") {
            let (key, value) = fact.split_once('=').unwrap();
            let (number, key) = match key.split_once('.') {
                Some((number, key)) => (number.parse::<usize>().unwrap() - 1, key),
                None => (0, key),
            };
            let value = value.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\");
            let found = fact_of(&reading, number, key, &value);
            n_facts += 1;
            if found != value {
                differ(format!("{key} of game {} is {found:?}, not {value:?}", number + 1));
            }
        }
        assert_round_trip(&reading.games, file);
    }
    assert!(differences.is_empty(), "{} of {n_facts} facts differ:\n{}", differences.len(), differences.join("\n"));
    assert!(n_facts > 100, "the table has facts");
}

fn fact_of(reading: &Reading<'_>, number: usize, key: &str, expected: &str) -> String {
    let game = &reading.games[number];
    let info = &game.info;
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_string());
    let times = |wanted: fn(&ProblemKind) -> bool| -> usize {
        reading.problems.iter().filter(|problem| wanted(&problem.kind)).map(|problem| problem.times).sum()
    };
    let root = game.node(game.root());
    let plies: Vec<NodeId> = game.main_line().into_iter().filter(|&id| game.node(id).play.is_some()).collect();
    let moves: Vec<(Color, Move)> = game.moves().collect();
    let setup_root = |count: fn(&record::SetupChange) -> usize| root.setup.as_deref().map_or(0, count);
    let setup_later = |count: fn(&record::SetupChange) -> usize| -> usize {
        game.nodes().skip(1).filter_map(|(_, node)| node.setup.as_deref()).map(count).sum()
    };
    if let Some(ply) = key.strip_prefix("comment@") {
        return match ply.parse::<usize>().unwrap() {
            0 => root.comment.clone().unwrap_or_default(),
            ply => game.node(plies[ply - 1]).comment.clone().unwrap_or_default(),
        };
    }
    match key {
        "size" => game.size().get().to_string(),
        "moves" => moves.len().to_string(),
        "passes" => moves.iter().filter(|(_, mv)| *mv == Move::Pass).count().to_string(),
        "dropped" => times(|kind| matches!(kind, ProblemKind::NoMove { .. })).to_string(),
        "first" => moves.iter().take(3).map(|&(color, mv)| spelled(color, mv)).collect::<Vec<_>>().join(" "),
        "komi" => info.komi.map_or("none".to_string(), |komi| komi.to_string()),
        "handicap" => info.handicap.unwrap_or(0).to_string(),
        "black" => text(&info.players.black.name),
        "white" => text(&info.players.white.name),
        "black_rank" => text(&info.players.black.rank),
        "white_rank" => text(&info.players.white.rank),
        "result" => info.outcome().map_or("none".to_string(), |outcome| outcome.to_string()),
        "date" => text(&info.date),
        // The table counts nodes as they stand in the file; moves that share one are parted when they are read.
        "nodes" => (game.n_nodes() - times(|kind| matches!(kind, ProblemKind::SeveralMoves))).to_string(),
        "variations" => game.n_lines().to_string(),
        "setup_black" => setup_root(|setup| setup.add.black.len()).to_string(),
        "setup_white" => setup_root(|setup| setup.add.white.len()).to_string(),
        "setup" => {
            let mut points: Vec<String> = root.setup.iter().flat_map(|setup| &setup.add.black).map(letters).collect();
            points.sort();
            points.join(" ")
        }
        "later_setup" => setup_later(|setup| setup.changes_stones().into()).to_string(),
        "later_black" => setup_later(|setup| setup.add.black.len()).to_string(),
        "later_white" => setup_later(|setup| setup.add.white.len()).to_string(),
        "later_empty" => setup_later(|setup| setup.clear.len()).to_string(),
        "next0" => {
            let replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
            replay.position().to_move().letter().to_string()
        }
        "illegal" => illegal_plies(game),
        "kept" => {
            let written = sgf::write(&reading.games);
            let again = &sgf::read(written.as_bytes()).games[number];
            let kept = |name: &str| again.nodes().any(|(_, node)| node.properties.iter().any(|p| p.name == name));
            expected.split(' ').filter(|name| kept(name)).collect::<Vec<_>>().join(" ")
        }
        name => root
            .properties
            .iter()
            .find(|p| p.name == name)
            .map_or("none".to_string(), |p| p.values().collect::<Vec<_>>().join(", ")),
    }
}

fn letters(point: Point) -> String {
    [point.column(), point.row()].map(|line| char::from(b'a' + line as u8)).iter().collect()
}

fn spelled(color: Color, mv: Move) -> String {
    format!("{}{}", color.letter(), mv.point().map_or("pass".to_string(), letters))
}

fn illegal_plies(game: &Game) -> String {
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
    let mut messages = Vec::new();
    while let Some(ply) = replay.next_ply().unwrap() {
        let reason = match ply.illegal {
            None => continue,
            Some(Illegal::Occupied(_)) => "occupied",
            Some(Illegal::Ko) => "ko",
            Some(Illegal::Suicide) => "suicide",
            Some(_) => "other",
        };
        messages.push(format!("{}:{reason}", ply.number));
    }
    if messages.is_empty() { "none".to_string() } else { messages.join(" ") }
}

#[test]
fn the_content_tells_the_format() {
    for (folder, format) in [("broken", Format::Sgf), ("formats", Format::Gib), ("formats", Format::Ngf)] {
        for path in fixtures::files(folder, format.extension()) {
            let bytes = std::fs::read(&path).unwrap();
            let expected = sgf::read_any(&bytes, Some(format));
            for hint in [None, Some(Format::Sgf), Some(Format::Gib), Some(Format::Ngf), Some(Format::Tsv)] {
                let reading = sgf::read_any(&bytes, hint);
                // Files without a game may look like anything.
                if !expected.games.is_empty() {
                    assert_eq!(reading.text().format(), format, "{} as {hint:?}", path.display());
                    assert_eq!(reading.games, expected.games, "{} as {hint:?}", path.display());
                }
            }
        }
    }
    let list = fixtures::bytes("games/superko.tsv");
    assert_eq!(sgf::read_any(&list, Some(Format::Sgf)).games.len(), 5);
}

/// What `aji check` prints is a text people rely on: a few files, word by word.
#[test]
fn problems_are_told_with_their_places() {
    let messages = |file: &str| -> Vec<String> {
        let bytes = fixtures::bytes(&format!("broken/{file}"));
        let reading = sgf::read_any(&bytes, Some(Format::Sgf));
        reading.problems.iter().map(|p| format!("{}: {}: {p}", p.place, p.severity())).collect()
    };
    let cases: [(&str, &[&str]); 16] = [
        ("empty.sgf", &["1:1: unreadable: the file is empty"]),
        ("white-space-only.sgf", &["1:1: unreadable: the file is empty"]),
        ("binary-jpeg.sgf", &["1:1: unreadable: this is no text, so no game record"]),
        (
            "html-error-page.sgf",
            &["1:1: unreadable: this is a web page without a game record in it: the download went wrong"],
        ),
        ("plain-text.sgf", &["1:1: unreadable: no game found: an SGF record begins with `(;`"]),
        ("other-game.sgf", &["1:6: unreadable: GM[2] is not Go, which is GM[1]: the game is left out"]),
        (
            "size-99.sgf",
            &["1:16: unreadable: a board of size 99 cannot be read: boards are square, with 2 to 25 lines"],
        ),
        ("move-outside-board.sgf", &["2:40: ignored: `xx` is no point of the board: the move is left out"]),
        ("move-dundefined.sgf", &["2:34: ignored: `dundefined` is no point of the board: the move is left out"]),
        ("stray-dashes.sgf", &["4:1: ignored: `---` belongs to no property and is left out"]),
        (
            "km-375-fox-chinese.sgf",
            &["9:4: repaired: KM[375] is read as 7.5", "9:68: repaired: AP stands twice in this node: read as one"],
        ),
        ("unclosed-tree.sgf", &["5:1: repaired: the `)` that ends the game is missing"]),
        (
            "utf-8-name-cut-in-character.sgf",
            &[
                "1:35: repaired: one character is broken in UTF-8: shown as \u{FFFD}",
                "1:58: repaired: KM[650] is read as 6.5",
            ],
        ),
        (
            "shift-jis-lying-ca-utf-8.sgf",
            &[
                "1:13: repaired: the file says it is in UTF-8, but it is in Shift_JIS: read as Shift_JIS",
                "1:38: repaired: RE[黒中押し勝ち] is read as B+R",
            ],
        ),
        ("unescaped-bracket-us.sgf", &["1:31: repaired: `]` inside the text of US needs a backslash before it"]),
        ("line-ends-crlf.sgf", &[]),
    ];
    for (file, expected) in cases {
        assert_eq!(messages(file), expected, "{file}");
    }
}

#[test]
fn files_without_faults_have_no_problems() {
    for folder in ["gnugo"] {
        for path in fixtures::files(folder, "sgf") {
            let bytes = std::fs::read(&path).unwrap();
            let reading = sgf::read(&bytes);
            assert_eq!((reading.games.len(), &reading.problems[..]), (1, &[][..]), "{}", path.display());
        }
    }
}

#[test]
fn nodes_know_their_places() {
    let bytes = fixtures::bytes("broken/illegal-ko.sgf");
    let reading = sgf::read(&bytes);
    let game = &reading.games[0];
    let line = game.main_line();
    assert_eq!(reading.place(0, game.root()).to_string(), "1:2");
    // Move 10 is the second of the third line.
    assert_eq!(reading.place(0, line[10]).to_string(), "3:7");
    assert_eq!(reading.place(1, line[10]), sgf::Place::START);

    let text = sgf::Text::new(b"id\tresult\tmoves\n7\tB+R\tpdqd\n", None);
    let found = text.games().next().unwrap();
    assert_eq!(text.node_place(&found, found.game.main_line()[2]).to_string(), "2:9");
    assert_eq!(found.game.size(), BoardSize::NINETEEN);
}
