use std::fmt::Write;
use std::path::Path;

use testkit::{fixtures, golden};

/// Every problem of every broken file, word by word, with its place: what `aji check` tells people.
#[test]
fn problems_of_the_broken_files() {
    let mut messages = String::new();
    for (folder, endings) in [("broken", &["sgf"][..]), ("formats", &["gib", "ngf"][..])] {
        for path in endings.iter().flat_map(|ending| fixtures::files(folder, ending)) {
            let bytes = std::fs::read(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let hint = path.extension().and_then(|ending| sgf::Format::from_extension(&ending.to_string_lossy()));
            let reading = sgf::read_any(&bytes, hint);
            let text = reading.text();
            let games = reading.games.len();
            let _ = writeln!(messages, "{name}: {}, {}, games: {games}", text.format(), text.charset());
            for problem in &reading.problems {
                let _ = writeln!(messages, "  {}: {}: {problem}", problem.place, problem.severity());
            }
        }
    }
    golden::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/problems.txt"), &messages);
}
