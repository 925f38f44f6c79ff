use std::collections::HashMap;
use std::fmt::Write;

use goban::{ByColor, Color, Move, Position};
use record::{Game, Mode};
use sha2::{Digest, Sha256};
use testkit::fixtures;

/// A table with a header, as rows of named fields.
fn table(name: &str) -> Vec<HashMap<String, String>> {
    let text = fixtures::text(name);
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row =
        |line: &str| header.iter().map(|name| name.to_string()).zip(line.split('\t').map(str::to_string)).collect();
    lines.map(row).collect()
}

/// The last position of the main line, and the stones each side took.
fn replayed(game: &Game) -> (Position, ByColor<usize>) {
    let mut replay = game.replay(&game.main_line(), Mode::Tolerant).unwrap();
    let mut taken = ByColor { black: 0, white: 0 };
    while let Some(ply) = replay.next_ply().unwrap() {
        assert_eq!(ply.illegal, None, "ply {}", ply.number);
        taken[ply.color] += ply.captured.len();
    }
    (replay.position().clone(), taken)
}

fn sha256(position: &Position) -> String {
    let stones = position.board().stones();
    let size = position.board().size();
    let drawn: String = size
        .points()
        .map(|point| match () {
            () if stones.black.contains(point) => 'X',
            () if stones.white.contains(point) => 'O',
            () => '.',
        })
        .collect();
    Sha256::digest(drawn).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[test]
fn real_files_agree_with_another_reader() {
    let rows = table("real/manifest.tsv");
    assert_eq!(rows.len(), 200);
    for row in rows {
        let file = &row["file"];
        let bytes = fixtures::bytes(&format!("real/{file}"));
        let reading = sgf::read(&bytes);
        assert_eq!(reading.games.len(), 1, "{file}");
        let game = &reading.games[0];
        let moves: Vec<(Color, Move)> = game.moves().collect();
        let passes = moves.iter().filter(|(_, mv)| *mv == Move::Pass).count();
        let found = [game.n_nodes(), moves.len(), passes].map(|n| n.to_string());
        assert_eq!(found.each_ref(), [&row["nodes"], &row["moves"], &row["passes"]], "{file}");
        assert_eq!(moves[0].0.letter().to_ascii_lowercase().to_string(), row["first"], "{file}");
        let (position, _) = replayed(game);
        let stones = position.board().stones();
        assert_eq!(stones.black.len().to_string(), row["black"], "{file}");
        assert_eq!(stones.white.len().to_string(), row["white"], "{file}");
        assert_eq!(sha256(&position), row["final_sha256"], "{file}");
        assert_eq!(reading.text().charset(), "UTF-8", "{file}");
        let komi = match row["KM"].as_str() {
            "" => None,
            "375" | "750" => Some(7.5),
            "650" => Some(6.5),
            number => number.parse().ok(),
        };
        assert_eq!(game.info.komi, komi, "{file}");
    }
}

#[test]
fn move_lists_agree_with_another_replay() {
    let oracle = table("games/tygem-2000.oracle.tsv");
    let bytes = fixtures::bytes("games/tygem-2000.tsv");
    let text = sgf::Text::new(&bytes, None);
    let mut games = text.games();
    let mut written = sgf::tsv::HEADER.to_string() + "\n";
    for row in &oracle {
        let game = games.next().unwrap().game;
        let id = &row["id"];
        assert_eq!(game.info.name.as_ref(), Some(id));
        let (position, taken) = replayed(&game);
        let stones = position.board().stones();
        let passes = game.moves().filter(|(_, mv)| *mv == Move::Pass).count();
        let found = [game.moves().count(), passes, taken.black, taken.white, stones.black.len(), stones.white.len()];
        let expected = ["moves", "passes", "prisoners_of_black", "prisoners_of_white", "black", "white"];
        assert_eq!(found.map(|n| n.to_string()).each_ref(), expected.map(|name| &row[name]), "{id}");
        assert_eq!(sha256(&position), row["final_sha256"], "{id}");
        written += &sgf::tsv::write_line(&game).unwrap();
        written.push('\n');
        crate::round_trip::assert_round_trip(&[game], id);
    }
    assert!(games.next().is_none());
    assert_eq!(games.take_problems(), []);
    assert!(written.as_bytes() == bytes, "the list is written as it was read");
}

#[test]
fn games_of_gnugo_agree_with_its_board() {
    for row in table("gnugo/oracle.tsv") {
        let file = &row["file"];
        let bytes = fixtures::bytes(&format!("gnugo/{file}"));
        let reading = sgf::read(&bytes);
        let game = &reading.games[0];
        assert_eq!(game.moves().count().to_string(), row["moves"], "{file}");
        let (position, _) = replayed(game);
        let stones = position.board().stones();
        assert_eq!(
            [stones.black.len(), stones.white.len()].map(|n| n.to_string()).each_ref(),
            [&row["black"], &row["white"]]
        );
        assert_eq!(game.info.result.as_ref(), Some(&row["final_score"]), "{file}");
    }
}
