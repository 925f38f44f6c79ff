//! Times this project's crates against others of their kind, in one process and on one core.
//!
//! `cargo run --release -- [replay|playout|sgf] [--rounds N] [--games FILE] [--sgf FOLDER]`

mod playout;
mod reading;
mod replay;
mod timing;

use std::path::PathBuf;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures");

fn main() {
    let mut rounds = 11;
    let mut games = PathBuf::from(format!("{FIXTURES}/games/tygem-2000.tsv"));
    let mut folder = PathBuf::from(format!("{FIXTURES}/real"));
    let mut chosen = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).expect("--rounds needs a number"),
            "--games" => games = args.next().expect("--games needs a file").into(),
            "--sgf" => folder = args.next().expect("--sgf needs a folder").into(),
            name @ ("replay" | "playout" | "sgf") => chosen.push(name.to_owned()),
            other => panic!("{other:?}: use replay, playout, sgf, --rounds N, --games FILE or --sgf FOLDER"),
        }
    }
    let asked = |name: &str| chosen.is_empty() || chosen.iter().any(|c| c == name);
    if asked("replay") {
        replay::run(&games, rounds);
    }
    if asked("playout") {
        playout::run(9, 4000, rounds);
        playout::run(19, 1000, rounds);
    }
    if asked("sgf") {
        reading::run(&folder, rounds);
    }
}
