//! Drawn cases. Each file in `cases/` says in words what is to be seen, whom to read (`target`), who moves (`first`), how
//! (`read: ladder` or `capture`), what comes out and the line of play; then the board. `moves` are played before reading,
//! so that ko can be in force; `nodes` bounds the search.

use std::fs;
use std::path::Path;

use goban::{Color, Diagram, Move, Position, Rules};
use tactics::{Limits, capture, ladder};

fn read_case(text: &str) -> (String, String) {
    let (head, drawing) = text.split_once("\n\n").expect("a blank line stands before the board");
    let value = |key: &str| {
        head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(|value| value.trim().to_string())
    };
    let setup = Diagram::parse(drawing).expect("the board can be read");
    let size = setup.size;
    let mut position = Position::from_setup(&setup, Rules::JAPANESE).expect("the board is possible");
    let moves = value("moves").unwrap_or_default();
    for pair in moves.split_whitespace().collect::<Vec<_>>().chunks(2) {
        let color = Color::parse(pair[0]).expect("a colour");
        let mv = size.parse_vertex(pair[1]).map_or(Move::Pass, Move::Play);
        position.play_as(color, mv).expect("the moves are legal");
    }
    let target = value("target").and_then(|vertex| size.parse_vertex(&vertex)).expect("a target");
    let first = value("first").and_then(|color| Color::parse(&color)).expect("who moves first");
    let mut limits = Limits::default();
    if let Some(nodes) = value("nodes") {
        limits.nodes = nodes.parse().expect("a number of nodes");
    }
    let reading = match value("read").as_deref() {
        Some("ladder") => ladder(&position, target, first, limits),
        Some("capture") => capture(&position, target, first, limits),
        other => panic!("read: {other:?} is neither ladder nor capture"),
    };
    let reading = reading.expect("a stone stands on the target");
    let found = format!("{}: {}", reading.outcome, reading.line_text(size));
    let expected = format!("{}: {}", value("outcome").expect("an outcome"), value("line").unwrap_or_default());
    (expected, found)
}

#[test]
fn drawn_cases_are_read_as_their_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut n_cases = 0;
    let mut wrong = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder).expect("the cases are there").filter_map(Result::ok).collect();
    files.sort_by_key(|file| file.file_name());
    for file in files {
        let text = fs::read_to_string(file.path()).expect("a text");
        let (expected, found) = read_case(&text);
        if expected.trim() != found.trim() {
            wrong.push(format!("{}\n  expected {expected}\n  found    {found}", file.file_name().display()));
        }
        n_cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_cases >= 20, "only {n_cases} cases");
}
