//! GIB, NGF and move lists from any bytes: the first byte chooses the format, or lets the content choose. Reading does
//! not panic, and what was read is written as SGF, read again and found the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf::{Format, Reading, Text};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let reading = match choice {
        b'G' => Reading::new(Text::decode(bytes, Format::Gib)),
        b'N' => Reading::new(Text::decode(bytes, Format::Ngf)),
        b'T' => Reading::new(Text::decode(bytes, Format::Tsv)),
        _ => sgf::read_any(bytes, None),
    };
    if reading.games.is_empty() {
        assert!(!reading.problems.is_empty(), "a file without a game says why");
        return;
    }
    let again = sgf::write(&reading.games);
    assert!(sgf::read(again.as_bytes()).games == reading.games, "what is written reads the same");
    for game in &reading.games {
        let Ok(line) = sgf::tsv::write_line(game) else { continue };
        let moves: Vec<_> = game.moves().collect();
        assert!(sgf::tsv::read_line(&line).is_ok_and(|game| game.moves().eq(moves)), "a line reads the same");
    }
});
