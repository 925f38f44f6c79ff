//! Times this project's crates against others of their kind, in one process and on one core.
//!
//! `cargo run --release -- [replay|playout] [--rounds N] [--games FILE]`

mod playout;
mod replay;
mod timing;

use std::path::PathBuf;

fn main() {
    let mut rounds = 7;
    let mut games = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/games/tygem-2000.tsv"));
    let mut chosen = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => rounds = args.next().and_then(|n| n.parse().ok()).expect("--rounds needs a number"),
            "--games" => games = args.next().expect("--games needs a file").into(),
            name @ ("replay" | "playout") => chosen.push(name.to_owned()),
            other => panic!("{other:?} is no part of this; use replay, playout, --rounds N or --games FILE"),
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
}
