use sgf::{Format, ProblemKind, Reading, Severity};
use testkit::fixtures;

/// Numbers without a pattern, the same in every run (a linear congruence).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Reads in every format. How long hostile texts take is measured in `experiments/hostile`.
fn read_all_ways(bytes: &[u8]) {
    for format in Format::ALL {
        let reading = Reading::new(sgf::Text::decode(bytes, format));
        assert!(reading.problems.len() <= 2000);
        let told = reading.problems.iter().any(|problem| problem.severity() == Severity::Unreadable);
        assert!(!reading.games.is_empty() || told, "a file without a game says why");
    }
    let _ = sgf::read_any(bytes, None);
}

#[test]
fn files_cut_anywhere_are_read() {
    let files = [
        "broken/variations.sgf",
        "broken/escapes.sgf",
        "broken/katrain-fences.sgf",
        "broken/shift-jis-ca.sgf",
        "broken/utf-16le-bom.sgf",
        "broken/mail-header-with-parentheses.sgf",
        "broken/setup-after-moves.sgf",
        "formats/tygem-commentary-after-end.gib",
        "formats/oro-handicap-2.ngf",
    ];
    for file in files {
        let bytes = fixtures::bytes(file);
        for end in 0..=bytes.len() {
            read_all_ways(&bytes[..end]);
        }
    }
}

#[test]
fn files_with_random_changes_are_read() {
    let seeds: Vec<Vec<u8>> = ["broken", "formats", "real"]
        .into_iter()
        .flat_map(|folder| ["sgf", "gib", "ngf"].map(|ending| fixtures::files(folder, ending)))
        .flatten()
        .map(|path| std::fs::read(path).unwrap())
        .collect();
    let mut random = Chance(20_240_229);
    let pieces: [&[u8]; 12] =
        [b"(", b")", b";", b"[", b"]", b"\\", b"B[", b"(;GM[1]", b"\0", b"\xE5\x9B", b"\xFF\xFE", b"\n"];
    for _ in 0..3000 {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(8) {
            let at = random.below(bytes.len() + 1);
            match random.below(4) {
                0 => bytes.truncate(at),
                1 if at < bytes.len() => bytes[at] = random.below(256) as u8,
                2 if at < bytes.len() => {
                    bytes.remove(at);
                }
                _ => {
                    let piece = pieces[random.below(pieces.len())];
                    bytes.splice(at..at, piece.iter().copied());
                }
            }
        }
        let reading = sgf::read(&bytes);
        let written = sgf::write(&reading.games);
        let again = sgf::read(written.as_bytes());
        assert!(again.games == reading.games, "{:?}", String::from_utf8_lossy(&bytes));
        read_all_ways(&bytes);
    }
}

#[test]
fn deep_and_wide_trees_need_no_stack() {
    let nested = "(;B[aa]".repeat(100_000);
    let reading = sgf::read(nested.as_bytes());
    assert_eq!(reading.games[0].n_nodes(), 100_000);
    assert_eq!(reading.games[0].main_line().len(), 100_000);

    let closed = nested + &")".repeat(100_000);
    let reading = sgf::read(closed.as_bytes());
    assert_eq!(reading.problems, []);
    assert!(sgf::read(sgf::write(&reading.games).as_bytes()).games == reading.games);

    let wide = format!("(;SZ[9]{})", "(;B[aa];W[bb])".repeat(100_000));
    let reading = sgf::read(wide.as_bytes());
    assert_eq!(reading.games[0].n_lines(), 100_000);
    assert!(sgf::read(sgf::write(&reading.games).as_bytes()).games == reading.games);
}

/// Each of these would take hours or gigabytes if some step looked back or ahead too far.
#[test]
fn repeated_pieces_take_time_in_proportion() {
    let length = 1 << 18;
    let pieces: [&str; 26] = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "()",
        "(;",
        "(;)",
        "((;",
        "(;GM[1]",
        "(;GM[2]",
        ");B[aa]",
        "C[",
        "C[]]",
        "C[a] ",
        "A[]",
        "AB[aa]",
        "[aa]",
        "] ",
        "a",
        "(;C[x](;GM",
        "\u{FEFF}",
        "B[aa]",
        ";PL[B]",
        "(;SZ[9]AB[aa:ii]",
    ];
    for prefix in ["", "(;", "(;C[", "(;GM[1]FF[4];AB[aa]"] {
        for piece in pieces {
            let text = prefix.to_string() + &piece.repeat(length / piece.len());
            drop(sgf::read(text.as_bytes()));
        }
    }
}

#[test]
fn a_node_with_many_names_is_read() {
    let names: String = (0..200_000).map(|i| format!("X{i}[v]")).collect();
    let text = format!("(;{names})");
    let reading = sgf::read(text.as_bytes());
    assert!(reading.games[0].node(reading.games[0].root()).properties.len() >= 100_000);
}

#[test]
fn games_have_a_largest_size() {
    let text = "(;".to_string() + &";".repeat(5_000_000);
    let reading = sgf::read(text.as_bytes());
    assert_eq!(reading.games[0].n_nodes(), 4_000_001);
    assert!(reading.problems.iter().any(|problem| matches!(problem.kind, ProblemKind::TooLarge { .. })));
}

#[test]
fn millions_of_problems_are_counted() {
    let text = format!("(;{})", "B[zz]".repeat(90_000));
    let reading = sgf::read(text.as_bytes());
    assert_eq!(reading.problems.len(), 1000);
    assert_eq!(reading.n_omitted, 89_000);
}
