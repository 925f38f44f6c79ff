//! SGF from any bytes: reading does not panic, and what was read is written, read again and found the same, without
//! a problem.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let reading = sgf::read(bytes);
    for (number, game) in reading.games.iter().enumerate() {
        let last = game.nodes().last().map(|(id, _)| id);
        let _ = last.map(|id| reading.place(number, id));
    }
    if reading.games.is_empty() {
        assert!(!reading.problems.is_empty(), "a file without a game says why");
        return;
    }
    let written = sgf::write(&reading.games);
    let again = sgf::read(written.as_bytes());
    assert!(again.games == reading.games, "what is written reads the same");
    assert!(again.problems.is_empty(), "what is written has no problems");
});
