//! How fast records are read and written, on one thread: `cargo bench -p aji-sgf --bench read [-- WORD]`, where only
//! lines with the word are run.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use testkit::fixtures;

/// Times a piece of work, best of several rounds, and prints its line.
fn bench(what: &str, bytes: usize, games: usize, mut round: impl FnMut()) {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if !words.iter().all(|word| what.contains(word.as_str())) {
        return;
    }
    let begun = Instant::now();
    let mut seconds = f64::INFINITY;
    let mut rounds = 0;
    while rounds < 5 || begun.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        round();
        seconds = seconds.min(start.elapsed().as_secs_f64());
        rounds += 1;
    }
    let (megabytes, games) = (bytes as f64 / 1e6 / seconds, games as f64 / seconds);
    println!("{what:<44} {megabytes:>8.1} MB/s {games:>12.0} games/s");
}

/// Few enough that a round is short, and a busy machine leaves some rounds alone.
const N_COLLECTED: usize = 400;

fn main() {
    let real: Vec<Vec<u8>> = fixtures::files("real", "sgf").iter().map(|path| std::fs::read(path).unwrap()).collect();
    let bytes = real.iter().map(Vec::len).sum();
    bench("SGF, real files, one by one", bytes, real.len(), || {
        for file in &real {
            let reading = sgf::read(black_box(file));
            assert_eq!(reading.games.len(), 1);
            black_box(&reading);
        }
    });

    let collection: Vec<u8> =
        real.iter().filter(|file| file.is_ascii()).cycle().take(N_COLLECTED).flatten().copied().collect();
    bench("SGF, one collection, game by game", collection.len(), N_COLLECTED, || {
        let text = sgf::Text::new(black_box(&collection), None);
        assert_eq!(text.games().map(black_box).count(), N_COLLECTED);
    });

    let list = fixtures::bytes("games/tygem-2000.tsv");
    bench("move list, game by game", list.len(), 2000, || {
        let text = sgf::Text::new(black_box(&list), None);
        assert_eq!(text.games().map(black_box).count(), 2000);
    });

    let games: Vec<record::Game> = real.iter().flat_map(|file| sgf::read(file).games).collect();
    bench("SGF, written", sgf::write(&games).len(), games.len(), || {
        black_box(sgf::write(black_box(&games)));
    });
}
