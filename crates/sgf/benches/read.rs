//! How fast records are read and written, on one thread: `cargo bench -p aji-sgf`.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use testkit::fixtures;

/// Best of several rounds, in seconds a round.
fn time(mut round: impl FnMut()) -> f64 {
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < 5 || begun.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        round();
        best = best.min(start.elapsed().as_secs_f64());
        rounds += 1;
    }
    best
}

fn report(what: &str, bytes: usize, games: usize, seconds: f64) {
    let (megabytes, games) = (bytes as f64 / 1e6 / seconds, games as f64 / seconds);
    println!("{what:<44} {megabytes:>8.1} MB/s {games:>12.0} games/s");
}

fn main() {
    let real: Vec<Vec<u8>> = fixtures::files("real", "sgf").iter().map(|path| std::fs::read(path).unwrap()).collect();
    let bytes = real.iter().map(Vec::len).sum();
    let seconds = time(|| {
        for file in &real {
            let reading = sgf::read(black_box(file));
            assert_eq!(reading.games.len(), 1);
            black_box(&reading);
        }
    });
    report("SGF, real files, one by one", bytes, real.len(), seconds);

    let collection: Vec<u8> =
        real.iter().filter(|file| file.is_ascii()).cycle().take(2000).flatten().copied().collect();
    let seconds = time(|| {
        let text = sgf::Text::new(black_box(&collection), None);
        assert_eq!(text.games().map(black_box).count(), 2000);
    });
    report("SGF, one collection, game by game", collection.len(), 2000, seconds);

    let list = fixtures::bytes("games/tygem-2000.tsv");
    let seconds = time(|| {
        let text = sgf::Text::new(black_box(&list), None);
        assert_eq!(text.games().map(black_box).count(), 2000);
    });
    report("move list, game by game", list.len(), 2000, seconds);

    let games: Vec<record::Game> = real.iter().flat_map(|file| sgf::read(file).games).collect();
    let written = sgf::write(&games).len();
    let seconds = time(|| {
        black_box(sgf::write(black_box(&games)));
    });
    report("SGF, written", written, games.len(), seconds);
}
