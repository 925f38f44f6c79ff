//! What must hold, language by language.

use std::io::{Cursor, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::OnceLock;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use goban::BoardSize;
use model::{Families, Seed, Settings, Subject};
use review::{Catalogue, Options, Replayed};
use sgf::{Format, Reading, Text};

use crate::obvious;

/// Something that takes any bytes.
pub struct Target {
    /// Its name, and that of the folder of good texts for it.
    pub name: &'static str,
    /// Panics if something does not hold.
    pub run: fn(&[u8]),
}

/// All of them.
pub const TARGETS: [Target; 14] = [
    Target { name: "sgf", run: sgf },
    Target { name: "formats", run: formats },
    Target { name: "gtp", run: gtp },
    Target { name: "analysis", run: analysis },
    Target { name: "rules", run: obvious::compare },
    Target { name: "review", run: review },
    Target { name: "definitions", run: definitions },
    Target { name: "claims", run: claims },
    Target { name: "words", run: words },
    Target { name: "networks", run: networks },
    Target { name: "experience", run: experience },
    Target { name: "settings", run: settings },
    Target { name: "regress", run: regress },
    Target { name: "api", run: api },
];

/// Runs the target of this name.
///
/// # Panics
/// When something does not hold, or there is no such target.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.unwrap_or_else(|| panic!("there is no target {name}")).run)(bytes);
}

fn families() -> &'static Families {
    static FAMILIES: OnceLock<Families> = OnceLock::new();
    FAMILIES.get_or_init(registry::families)
}

/// SGF: what was read is written, read again and found the same, without a problem.
fn sgf(bytes: &[u8]) {
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
}

/// GIB, NGF and move lists: the first byte chooses the format, or lets the content choose. What was read is written as SGF, read
/// again and found the same.
fn formats(bytes: &[u8]) {
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
}

/// A GTP session: every response is well formed, and after it the session still answers.
fn gtp(bytes: &[u8]) {
    let player = player::Spec::parse("nearest").expect("a name");
    let config = host::Config { size: BoardSize::NINE, ..host::Config::new(families().clone(), player) };
    let mut session = host::Session::new(config, Box::new(host::Nowhere)).expect("there is such a player");
    let mut output = Vec::new();
    gtp::serve(&mut session, Cursor::new(bytes.to_vec()), &mut output).expect("memory takes everything");
    let said = String::from_utf8(output).expect("responses are UTF-8");
    let mut assembler = gtp::Assembler::default();
    for line in said.split('\n') {
        assembler.push(line.as_bytes()).expect("a response");
    }
    session.line().position().board().check();
    let mut output = Vec::new();
    gtp::serve(&mut session, Cursor::new(b"7 name\n".to_vec()), &mut output).expect("memory takes everything");
    assert_eq!(output, b"=7 aji\n\n");
}

/// Queries of KataGo's JSON protocol: every line of the answer is a JSON object.
fn analysis(bytes: &[u8]) {
    let player = player::Spec::parse("nearest").expect("a name");
    let config = host::katago::Config::new(families().clone(), player);
    let mut output = Vec::new();
    host::katago::serve(&config, bytes, &mut output).expect("memory takes everything");
    for line in output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: serde_json::Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer.is_object());
    }
}

/// A review of the first moves of a record on a small board: there are words for every move, and JSON.
fn review(bytes: &[u8]) {
    const MOST_MOVES: usize = 40;
    let reading = sgf::read(bytes);
    let Some(game) = reading.games.first().filter(|game| game.size().get() <= 9) else { return };
    let line = game.main_line();
    let length = line.iter().filter(|&&id| game.node(id).play.is_some()).count();
    let Ok(line) = Replayed::new(game, &line, Some(length.min(MOST_MOVES))) else { return };
    let family = families().get("nearest").expect("there is such a model");
    let subject = Subject::new(family, &Settings::default(), Seed(1)).expect("its defaults fit");
    let catalogue = Catalogue::english();
    let Ok(reviewed) = review::review(&line, &[subject], &catalogue, &Options::default()) else { return };
    assert_eq!(reviewed.moves.len(), line.steps().len());
    let shape = wire::review("fuzz", game, &reviewed, wire::settings(reviewed.parameters.iter(), Seed(1)));
    serde_json::to_string(&shape).expect("a review is JSON");
    assert!(!sgf::write(&[review::annotate(game, &reviewed)]).is_empty());
}

/// Definitions of shapes: what is understood is printed as it was written.
fn definitions(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if structure::definitions::parse(text).is_ok() {
        let printed = structure::definitions::reprint(text).expect("it was understood");
        assert!(structure::definitions::parse(&printed).is_ok(), "what is printed is understood");
    }
}

/// Claims of papers, and the rules in them.
fn claims(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = reproduce::read_rules(text);
    if let Ok(rule) = reproduce::Rule::parse(text) {
        assert!(!rule.names().iter().any(|name| name.is_empty()));
        let _ = rule.holds(&std::collections::BTreeMap::new());
        assert_eq!(reproduce::Rule::parse(&rule.to_string()).as_ref(), Ok(&rule));
    }
}

/// The words of another language: a review can be told with them.
fn words(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(catalogue) = Catalogue::new("de", text) else { return };
    let reading = sgf::read(b"(;GM[1]SZ[5];B[cc];W[bc];B[bb];W[cb];B[];W[])");
    let game = &reading.games[0];
    let line = Replayed::new(game, &game.main_line(), None).expect("a good game");
    let reviewed = review::review(&line, &[], &catalogue, &Options::default()).expect("nobody refuses to look");
    assert_eq!(reviewed.moves.len(), 6);
}

/// Networks: what is read is written, read again and found the same.
fn networks(bytes: &[u8]) {
    if let Ok(network) = belief::Network::from_bytes(bytes) {
        let written = network.to_bytes(belief::Precision::Full);
        let again = belief::Network::from_bytes(&written).expect("what is written can be read");
        assert_eq!(again.to_bytes(belief::Precision::Full), written);
    }
}

/// Files of experience and of owners: as they are, and packed with a sum that is right, behind which few mutants of a file would get.
fn experience(bytes: &[u8]) {
    for (kind, title, sum) in [
        ("classes", "aji experience 1\n", (|packed| adler32(packed).to_be_bytes()) as fn(&[u8]) -> [u8; 4]),
        ("owners", "aji owners 4\n", |packed| crc32(packed).to_le_bytes()),
    ] {
        let _ = families().load(kind, bytes);
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        if packer.write_all(bytes).is_ok()
            && let Ok(mut packed) = packer.finish()
        {
            packed.extend(sum(&packed));
            let _ = families().load(kind, &[title.as_bytes(), &packed].concat());
        }
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

/// Parameters and tournaments in TOML.
fn settings(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Settings::default().add_toml(text);
    for line in text.lines() {
        let mut settings = Settings::default();
        if settings.add(line).is_ok() {
            let _ = settings.check(families().iter().map(|family| family.card()));
        }
    }
}

/// Suites of regression tests: whatever they expect can be held against an answer.
fn regress(bytes: &[u8]) {
    let (mut suite, problems) = regress::Suite::parse("fuzz.tst", bytes);
    let _ = suite.locate(|_| None);
    assert!(problems.iter().all(|problem| problem.line > 0));
    let _ = suite.n_tests();
}

/// The web API: the first line is a method and a path, the rest the body. The server answers every time, and answers of the API
/// are JSON.
fn api(bytes: &[u8]) {
    static SERVER: OnceLock<SocketAddr> = OnceLock::new();
    let address = SERVER.get_or_init(|| {
        let bench = web::Workbench {
            families: families().clone(),
            settings: Settings::default(),
            seed: Seed(1),
            records: vec![("game.sgf".to_string(), b"(;GM[1]SZ[5];B[cc];W[bb])".to_vec())],
            engines: Vec::new(),
            report: None,
            access: web::Access::Local,
            limits: web::Limits { workers: 2, ..web::Limits::default() },
        };
        let server = web::Server::bind(bench, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).expect("a port is free");
        let address = server.address();
        std::thread::spawn(move || server.run(&std::sync::atomic::AtomicBool::new(false)));
        address
    });
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let body = bytes.get(line.len() + 1..).unwrap_or_default();
    let mut words = line.split(|&byte| byte == b' ');
    let method = if words.next() == Some(b"GET") { "GET" } else { "POST" };
    let printable = |byte: &u8| byte.is_ascii_graphic();
    let path: String =
        words.next().unwrap_or_default().iter().filter(|byte| printable(byte)).map(|&b| b as char).collect();
    let head = format!(
        "{method} /api/{path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).expect("the server listens");
    // It may have refused before it had everything.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let said = String::from_utf8_lossy(&answer);
    let (head, body) = said.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer to {head}: {said}"));
    assert!(head.starts_with("HTTP/1.1 ") && !head.starts_with("HTTP/1.1 500"), "{said}");
    if head.contains("application/json") && !head.to_ascii_lowercase().contains("transfer-encoding") {
        serde_json::from_str::<serde_json::Value>(body).unwrap_or_else(|error| panic!("{error}: {said}"));
    }
}
