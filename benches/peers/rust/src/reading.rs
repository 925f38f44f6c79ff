//! Real SGF files read into games.

use std::path::Path;

use sgf_parse::{ParseOptions, SgfNode, go};

use crate::timing::{Contender, compare};

/// What a reader made of one file: games, and moves of their main lines; none if it refused the file.
type Read = Option<(usize, usize)>;

pub fn run(folder: &Path, rounds: usize) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sgf"))
        .collect();
    paths.sort();
    let files: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).expect("a readable file")).collect();
    let megabytes = files.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    println!("\n{} SGF files, {megabytes:.2} MB", files.len());
    // Small folders are read several times a round, so that a round is long enough to measure.
    let times = (20.0 / megabytes).ceil() as usize;
    let all = |read: fn(&[u8]) -> Read| {
        let files = &files;
        move || {
            let mut reads = Vec::new();
            for _ in 0..times {
                reads = files.iter().map(|file| read(file)).collect();
            }
            (megabytes * times as f64, reads)
        }
    };
    let reads = compare(
        "SGF files from memory",
        "MB/s",
        rounds,
        &mut [
            Contender::new("sgf-parse, strict", all(strict)),
            Contender::new("sgf-parse, lenient + from_utf8_lossy", all(lenient)),
            Contender::new("ours, sgf::read", all(ours)),
        ],
    );
    for (name, read) in ["strict", "lenient", "ours"].iter().zip(&reads) {
        let (games, moves) = read.iter().flatten().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let refused = read.iter().filter(|read| read.is_none()).count();
        println!("{name}: {games} games, {moves} moves, {refused} files refused");
    }
    let differ = reads[1].iter().zip(&reads[2]).zip(&paths).filter(|((a, b), _)| a != b);
    for ((theirs, ours), path) in differ {
        println!("lenient and ours differ in {}: {theirs:?}, {ours:?}", path.display());
    }
}

fn main_lines(games: Vec<sgf_parse::GameTree>) -> Read {
    let moves = |node: &SgfNode<go::Prop>| node.main_variation().filter(|node| node.get_move().is_some()).count();
    let counts = games.iter().filter_map(|game| game.as_go_node().ok()).map(moves);
    Some((games.len(), counts.sum()))
}

fn strict(bytes: &[u8]) -> Read {
    main_lines(sgf_parse::parse(std::str::from_utf8(bytes).ok()?).ok()?)
}

fn lenient(bytes: &[u8]) -> Read {
    let options = ParseOptions { lenient: true, ..ParseOptions::default() };
    main_lines(sgf_parse::parse_with_options(&String::from_utf8_lossy(bytes), &options).ok()?)
}

fn ours(bytes: &[u8]) -> Read {
    let reading = sgf::read(bytes);
    let n_games = reading.games.len();
    (n_games > 0).then(|| (n_games, reading.games.iter().map(|game| game.moves().count()).sum()))
}
