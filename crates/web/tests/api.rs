//! The server as a client meets it: over a socket, with good questions and with attacks.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use model::{Seed, Settings};
use serde_json::{Value, json};
use web::{Access, Limits, Server, Workbench};

const GAME: &str = "real/047-property-rd-alphago-2-0.sgf";

/// A server that ends with the test.
struct Running {
    address: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Said {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Said {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    fn value(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.value()
    }

    /// The message of a refusal.
    #[track_caller]
    fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let value = self.value();
        assert_eq!(value["status"], status);
        value["error"].as_str().unwrap().to_string()
    }

    /// The values of server-sent events.
    #[track_caller]
    fn events(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{}", self.text());
        assert!(self.head.contains("text/event-stream"));
        let text = self.text();
        text.split("\n\n").filter_map(|event| serde_json::from_str(event.strip_prefix("data: ")?).ok()).collect()
    }
}

fn limits() -> Limits {
    // On a busy machine an honest client may be slow too.
    Limits { workers: 2, client: Duration::from_secs(600), ..Limits::default() }
}

/// For those who never send the rest: they are given up, however soon.
fn impatient() -> Limits {
    Limits { client: Duration::from_millis(800), ..limits() }
}

/// A workbench of these models, with nothing on it.
fn bench(families: model::Families) -> Workbench {
    Workbench {
        families,
        settings: Settings::default(),
        seed: Seed(1),
        records: Vec::new(),
        engines: Vec::new(),
        report: None,
        access: Access::Local,
        limits: limits(),
    }
}

fn serve(access: Access, limits: Limits) -> Running {
    let bench = Workbench {
        records: vec![("game.sgf".to_string(), testkit::fixtures::bytes(GAME))],
        report: Some("<h1>claims</h1>".to_string()),
        access,
        limits,
        ..bench(registry::families())
    };
    let server = Server::bind(bench, SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let until = async move {
            let _ = stopped.await;
        };
        server.run_until(until).unwrap();
    });
    Running { address, stop: Some(stop), thread: Some(thread) }
}

fn local() -> Running {
    serve(Access::Local, limits())
}

impl Running {
    fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).unwrap()
    }

    /// Sends bytes as they are and reads until the server closes.
    fn raw(&self, request: &[u8]) -> Said {
        let mut stream = self.connect();
        // The server may have refused before everything was sent.
        let _ = stream.write_all(request);
        answer(stream)
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Said {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let said = self.raw(&[head.as_bytes(), body].concat());
        check(method, path, &said);
        said
    }

    fn get(&self, path: &str) -> Said {
        self.request("GET", path, &[], b"")
    }

    fn post(&self, path: &str, body: &Value) -> Said {
        self.request("POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    fn is_well(&self) {
        assert_eq!(self.get("/api/about").json()["schema"], 1);
    }
}

/// Every answer is what the document says of its path.
#[track_caller]
fn check(method: &str, path: &str, said: &Said) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(web::openapi);
    let path = path.split('?').next().unwrap_or_default();
    let path = if path.starts_with("/api/records/") { "/api/records/{number}" } else { path };
    let responses = &DOCUMENT["paths"][path][method.to_lowercase()]["responses"];
    let Some(response) = responses.get(if said.status == 200 { "200" } else { "4XX" }) else { return };
    let kind = said.head.lines().find_map(|line| line.strip_prefix("content-type: ")).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    let content = response["content"].get(kind).unwrap_or_else(|| panic!("{method} {path} gives {kind}"));
    let values = match kind {
        "application/json" => vec![said.value()],
        "text/event-stream" => said.events(),
        _ => return,
    };
    let mut schema = content["schema"].clone();
    schema["components"] = DOCUMENT["components"].clone();
    let schema = jsonschema::validator_for(&schema).unwrap();
    for value in values {
        let wrong: Vec<String> =
            schema.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{method} {path}: {wrong:#?}");
    }
}

fn answer(mut stream: TcpStream) -> Said {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let rest = bytes.get(end + 4..).unwrap_or_default();
    let body = if head.contains("transfer-encoding: chunked") { unchunked(rest) } else { rest.to_vec() };
    Said { status, head, body }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let Ok(length) = usize::from_str_radix(&String::from_utf8_lossy(&rest[..end]), 16) else { break };
        if length == 0 || rest.len() < end + 2 + length {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + length]);
        rest = &rest[(end + 4 + length).min(rest.len())..];
    }
    body
}

fn small() -> Value {
    json!({"size": 9, "komi": 7, "steps": ["B E5", "W E3", "B C4"]})
}

#[test]
fn a_record_is_read_as_a_tree_and_saved_again() {
    let server = local();
    let record = server.get("/api/records/0").json();
    assert_eq!(record["n_games"], 1);
    assert_eq!(record["tree"]["size"], 19);
    let saved = server.post("/api/save", &record["tree"]);
    assert!(saved.head.contains("application/x-go-sgf"), "{}", saved.head);
    let again = sgf::read(&saved.body).games.remove(0);
    assert_eq!(again, sgf::read(&testkit::fixtures::bytes(GAME)).games.remove(0));
    let text = "(;SZ[9]C[<script>alert(1)</script>];B[ee])(;SZ[9];B[cc])";
    let two = server.request("POST", "/api/record?name=a.sgf&game=2", &[], text.as_bytes()).json();
    assert_eq!((&two["n_games"], &two["number"]), (&json!(2), &json!(2)));
    assert_eq!(two["tree"]["nodes"][1], json!({"parent": 0, "move": "B C7"}));
    assert!(server.request("POST", "/api/record?game=7", &[], text.as_bytes()).error(422).contains("the file holds 2"));
    assert_eq!(server.get("/api/records/9").error(404), "there is no such record");
}

#[test]
fn a_broken_record_is_refused_with_its_place() {
    let server = local();
    let said = server.request("POST", "/api/record?name=x.sgf", &[], b"\n\n(;GM[2]SZ[9])").error(422);
    assert!(said.starts_with("3:"), "{said}");
    assert!(said.contains("GM[2] is not Go"), "{said}");
    for nonsense in [&b""[..], b"hello", b"\0\x01\xff\xfe", b"<html><body>no game</body></html>"] {
        server.request("POST", "/api/record", &[], nonsense).error(422);
    }
    server.is_well();
}

#[test]
fn lines_are_replayed_and_moves_are_tried() {
    let server = local();
    let line = server.post("/api/line", &json!({"line": small()})).json();
    assert_eq!(line["plies"].as_array().unwrap().len(), 3);
    assert_eq!(line["position"]["board"][4], "....X....");
    let played = server.post("/api/play", &json!({"line": small(), "move": "W C3"})).json();
    assert_eq!((&played["ply"]["ply"], &played["position"]["next"]), (&json!(4), &json!("B")));
    let taken = server.post("/api/play", &json!({"line": small(), "move": "W E5"})).error(422);
    assert_eq!(taken, "W E5 is illegal: occupied by Black");
    let beyond = server.post("/api/play", &json!({"line": small(), "move": "W K10"})).error(422);
    assert!(beyond.contains("'W K10' is no move on a 9×9 board"), "{beyond}");
    let setup = json!({"size": 9, "steps": [{"black": ["A1", "B2"], "white": ["C3"], "next": "W"}]});
    let line = server.post("/api/line", &json!({"line": setup})).json();
    assert_eq!((&line["start"]["next"], &line["start"]["board"][8]), (&json!("W"), &json!("X........")));
}

#[test]
fn models_answer_as_on_the_command_line() {
    let server = local();
    let ask =
        json!({"line": small(), "models": ["freedom"], "settings": {"freedom.reach": 3}, "question": {"point": "D4"}});
    let read = server.post("/api/read", &ask).json();
    assert_eq!((&read["schema"], &read["model"], &read["ply"]), (&json!(1), &json!("freedom"), &json!(3)));
    assert!(read["values"]["freedom.lead"].is_number());
    assert_eq!(read["maps"]["freedom.lead"].as_array().unwrap().len(), 9);
    assert_eq!(read["settings"]["freedom.reach"], 3);
    assert!(!read["explanation"]["sentences"].as_array().unwrap().is_empty());
    assert_eq!(server.post("/api/read", &ask).json(), read, "kept answers are the same");
    let two = json!({"line": small(), "models": ["cellular", "bouzy.territory"], "rate": true});
    let read = server.post("/api/read", &two).json();
    assert_eq!(read["models"], json!(["cellular", "bouzy"]));
    assert!(read["moves"]["cellular"].is_array() && read["maps"]["bouzy.territory"].is_array());
    let wrong = json!({"line": small(), "models": ["freedm"]});
    assert!(server.post("/api/read", &wrong).error(422).contains("did you mean 'freedom'?"));
    let wrong = json!({"line": small(), "models": ["freedom"], "settings": {"freedom.reach": 99}});
    assert!(server.post("/api/read", &wrong).error(422).starts_with("freedom.reach takes"));
}

#[test]
fn every_family_streams_its_answer_and_its_curves() {
    let server = local();
    let names: Vec<String> = registry::families().cards().map(|card| card.name.clone()).collect();
    let ask = json!({"line": small(), "models": names});
    let events = server.post("/api/stream/read", &ask).events();
    assert_eq!(events.len(), names.len());
    for event in &events {
        assert!(event["error"].is_string() || event["settings"].is_object(), "{event}");
    }
    let events =
        server.post("/api/stream/curves", &json!({"line": small(), "models": ["freedom", "cellular"]})).events();
    for name in ["freedom.lead", "cellular.lead"] {
        let points: usize = events.iter().filter_map(|event| event["values"][name].as_array()).map(Vec::len).sum();
        assert_eq!(points, 4, "{name} at the start and after each move");
    }
    assert_eq!(events.iter().filter(|event| event["done"] == true).count(), 2);
}

#[test]
fn curves_agree_with_readings_at_every_move() {
    let server = local();
    let steps: Vec<String> = ["B E5", "W E3", "B C4", "W G6", "B pass", "W C3"].map(String::from).to_vec();
    let line = |n: usize| json!({"size": 9, "steps": &steps[..n]});
    let curve = server.post("/api/stream/curves", &json!({"line": line(6), "models": ["freedom"]})).events();
    let curve = &curve[0]["values"];
    for n in 0..=6 {
        let read = server.post("/api/read", &json!({"line": line(n), "models": ["freedom"]})).json();
        for name in ["freedom.lead", "freedom.gain"] {
            assert_eq!(read["values"][name], curve[name][n], "{name} after {n} moves");
        }
    }
}

#[test]
fn steps_runs_pictures_players_and_scores() {
    let server = local();
    let frames = server.post("/api/frames", &json!({"line": small(), "quantity": "cellular.state"})).json();
    let steps = frames["frames"].as_array().unwrap();
    assert!(steps.len() > 1 && steps[0]["map"].is_array());
    server.post("/api/frames", &json!({"line": small(), "quantity": "freedom.lead"})).error(422);
    server.post("/api/frames", &json!({"line": small(), "quantity": "cellular"})).error(422);
    let run = server.post("/api/stream/simulate", &json!({"model": "agents", "size": 5, "steps": 6})).events();
    assert_eq!(run[0]["step"], 0);
    assert_eq!(run.last().unwrap()["done"], true);
    assert_eq!(run[1]["board"].as_array().unwrap().len(), 5);
    server.post("/api/stream/simulate", &json!({"model": "freedom", "size": 5})).error(422);
    let png = server.post("/api/picture", &json!({"line": small(), "format": "png", "quantity": "freedom.lead"}));
    assert!(png.body.starts_with(b"\x89PNG"), "{}", png.text());
    let svg = server.post("/api/picture", &json!({"line": small(), "format": "svg", "title": "<script>"}));
    assert!(svg.text().starts_with("<svg") && !svg.text().contains("<script>"));
    let ask = json!({"line": small(), "player": "random+search", "seed": 5});
    let chosen = server.post("/api/move", &ask).json();
    assert!(chosen["move"].as_str().unwrap().starts_with("W "), "{chosen}");
    assert_eq!(server.post("/api/move", &ask).json(), chosen, "the same seed, the same move");
    server.post("/api/move", &json!({"line": small(), "player": "nobody"})).error(422);
    let all = json!({"size": 5, "komi": 0.5, "steps": [{"black": ["A3", "B3", "C3", "D3", "E3"]}]});
    let score = server.post("/api/score", &json!({"line": all})).json();
    assert_eq!(score["result"], "B+24.5");
}

#[test]
fn what_becomes_of_a_group() {
    let server = local();
    let stones = json!({"black": ["A3", "B3", "C3", "D3", "E3", "E2", "E1"], "white": ["A2", "B2", "C2", "D2", "D1"]});
    let corner = json!({"size": 7, "steps": [stones]});
    let one = server.post("/api/solve", &json!({"line": corner, "at": "B2"})).json();
    assert_eq!(one["groups"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&one["groups"][0]["status"], &one["groups"][0]["save"]["line"][0]),
        (&json!("critical"), &json!("W B1"))
    );
    let refused = server.post("/api/solve", &json!({"line": corner, "at": "G7"})).error(422);
    assert_eq!(refused, "G7: there is no stone");
    server.post("/api/solve", &json!({"line": corner, "at": "Z30"})).error(422);
    let alone = json!({"size": 9, "steps": ["B E5"]});
    let refused = server.post("/api/solve", &json!({"line": alone, "at": "E5"})).error(422);
    assert_eq!(refused, "E5: no white stone is near, so there is nothing to read");
    assert_eq!(server.post("/api/solve", &json!({"line": alone})).json()["groups"], json!([]));
}

#[test]
fn a_review_and_a_report() {
    let server = local();
    let line = json!({"size": 9, "steps": ["B E5", "W E6", "B D6", "W C7", "B F6", "W D5", "B E7"]});
    let review = server.post("/api/review", &json!({"line": line, "level": "beginner"})).json();
    assert_eq!(review["plies"].as_array().unwrap().len(), 7);
    assert!(review["plies"][6]["words"][0]["text"].as_str().unwrap().contains("E6"), "{}", review["plies"][6]);
    assert!(review["story"]["paragraphs"].is_array());
    let wrong = server.post("/api/review", &json!({"line": line, "level": "master"})).error(422);
    assert!(wrong.contains("no level"), "{wrong}");
    let report = server.get("/reproduction");
    assert_eq!((report.status, report.text().as_str()), (200, "<h1>claims</h1>"));
    assert!(report.head.contains("sandbox") && !report.head.contains("script-src"), "{}", report.head);
}

#[test]
fn the_document_describes_every_path() {
    let server = local();
    let document = server.get("/api/openapi.json").json();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{number}", "0");
        for method in methods.as_object().unwrap().keys() {
            let said = server.request(&method.to_uppercase(), &path, &[("Content-Type", "application/json")], b"{}");
            assert!(!matches!(said.status, 404 | 405), "{method} {path}: {}", said.status);
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    testkit::golden::check(&file, &format!("{document:#}\n"));
    assert!(server.get("/api/nothing").error(404).contains("openapi"));
    assert!(server.get("/api/read").error(405).contains("method"));
}

#[test]
fn questions_are_what_the_document_says() {
    let document = web::openapi();
    let mut schema =
        document["paths"]["/api/read"]["post"]["requestBody"]["content"]["application/json"]["schema"].clone();
    schema["components"] = document["components"].clone();
    let schema = jsonschema::validator_for(&schema).unwrap();
    assert!(schema.is_valid(&json!({"line": small(), "models": ["freedom"], "settings": {"freedom.reach": 3}})));
    assert!(schema.is_valid(&json!({"line": {"size": 9}})), "what has a default may be left out");
    assert!(!schema.is_valid(&json!({"models": ["freedom"]})), "a question has a line");
    assert!(!schema.is_valid(&json!({"line": small(), "modls": []})), "nothing else is understood");
}

#[test]
fn other_hosts_and_pages_are_turned_away() {
    let server = local();
    let with = |headers: &[(&str, &str)]| server.request("GET", "/api/about", headers, b"").status;
    assert_eq!(with(&[("Host", "localhost:1")]), 200);
    assert_eq!(with(&[("Host", "127.0.0.1")]), 200);
    assert_eq!(with(&[("Host", "evil.example")]), 403, "a name that was made to lead here");
    assert_eq!(with(&[("Host", "evil.example"), ("Origin", "http://evil.example")]), 403);
    let own = format!("http://{}", server.address);
    assert_eq!(with(&[("Origin", &own)]), 200);
    assert_eq!(with(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(with(&[("Origin", "null")]), 403);
    assert_eq!(with(&[("Origin", "http://127.0.0.1:1")]), 403, "another server on this machine");
    assert_eq!(with(&[("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(with(&[("Sec-Fetch-Site", "same-origin")]), 200);
    let no_host = server.raw(b"GET /api/about HTTP/1.0\r\n\r\n");
    assert_eq!(no_host.status, 400);
    let outside = SocketAddr::from(([0, 0, 0, 0], 0));
    assert!(Server::bind(bench(registry::families()), outside).is_err(), "an open address takes a token");
}

#[test]
fn a_token_lets_in_and_nothing_else_does() {
    let server = serve(Access::Token("0123456789abcdef".to_string()), limits());
    let with = |headers: &[(&str, &str)]| server.request("GET", "/api/about", headers, b"").status;
    assert_eq!(with(&[]), 401);
    assert_eq!(with(&[("Host", "go.example:80")]), 401);
    assert_eq!(with(&[("Authorization", "Bearer 0123456789abcdee")]), 401);
    assert_eq!(with(&[("Authorization", "Bearer 0123456789abcdef")]), 200);
    assert_eq!(with(&[("Host", "go.example"), ("Cookie", "x=1; aji=0123456789abcdef")]), 200);
    assert_eq!(with(&[("Cookie", "aji=0123456789abcdef"), ("Origin", "http://evil.example")]), 403);
    assert_eq!(server.get("/").status, 401);
    assert_eq!(server.get("/?token=wrong").status, 401);
    let let_in = server.get("/?token=0123456789abcdef");
    assert_eq!(let_in.status, 303);
    assert!(
        let_in.head.contains("set-cookie: aji=0123456789abcdef; path=/; httponly; samesite=strict"),
        "{}",
        let_in.head
    );
}

#[test]
fn every_answer_keeps_the_browser_safe() {
    let server = local();
    for path in ["/", "/api/about", "/api/nothing", "/nothing"] {
        let head = server.get(path).head;
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{path}: {head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
        assert!(head.contains("frame-ancestors 'none'") && head.contains("x-frame-options: deny"), "{path}: {head}");
    }
}

#[test]
fn paths_lead_nowhere_else() {
    let server = local();
    for path in ["/../Cargo.toml", "/..%2f..%2fetc/passwd", "/assets/../../x", "//etc/passwd", "/%00", "/index.html/.."]
    {
        let said = server.get(path);
        assert!(matches!(said.status, 400 | 404), "{path}: {}", said.status);
    }
}

#[test]
fn malformed_questions_are_refused() {
    let server = local();
    let post = |body: &[u8]| server.request("POST", "/api/read", &[("Content-Type", "application/json")], body);
    for body in [&b"{"[..], b"[]", b"null", b"\xff\xfe", b"{\"line\":{\"size\":9},\"nonsense\":1}"] {
        let said = post(body).error(400);
        assert!(said.starts_with("the JSON is wrong"), "{said}");
    }
    let deep = "[".repeat(100_000);
    post(deep.as_bytes()).error(400);
    assert_eq!(server.request("POST", "/api/read", &[("Content-Type", "text/plain")], b"{}").status, 415);
    for size in [0, 1, 26, 1_000_000] {
        server.post("/api/line", &json!({"line": {"size": size}})).error(422);
    }
    let long = json!({"line": {"size": 9, "steps": vec!["B pass"; 5000]}});
    assert!(server.post("/api/line", &long).error(422).contains("more than 4000 moves"));
    let question = json!({"line": small(), "models": ["freedom"], "question": {"point": "D4", "move": "last"}});
    server.post("/api/read", &question).error(400);
    let outside = json!({"line": small(), "models": ["freedom"], "question": {"point": "Z99"}});
    server.post("/api/read", &outside).error(422);
    let text = json!({"line": small(), "models": ["ising.generative"], "settings": {"ising.generative.spins": "x"}});
    server.post("/api/read", &text).error(422);
    server.is_well();
}

#[test]
fn too_much_is_not_read() {
    let server = serve(Access::Local, Limits { record: 10_000, question: 10_000, ..limits() });
    let big = vec![b' '; 20_000];
    assert!(server.request("POST", "/api/record", &[], &big).error(413).contains("9 kB"));
    assert_eq!(server.request("POST", "/api/line", &[("Content-Type", "application/json")], &big).status, 413);
    // Without a length, in pieces.
    let mut request =
        format!("POST /api/record HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n", server.address)
            .into_bytes();
    for _ in 0..20 {
        request.extend_from_slice(b"400\r\n");
        request.extend_from_slice(&[b' '; 0x400]);
        request.extend_from_slice(b"\r\n");
    }
    assert_eq!(server.raw(&request).status, 413);
    let head = format!("GET / HTTP/1.1\r\nHost: x\r\nA: {}\r\n\r\n", "x".repeat(200_000));
    let status = server.raw(head.as_bytes()).status;
    assert!(matches!(status, 0 | 400 | 431), "{status}");
    server.is_well();
}

#[test]
fn every_answer_of_the_interface_is_json() {
    let server = local();
    for path in
        ["/api", "/api/", "/api/nothing", "/api/records/x", "/api/records/0?game=x", "/api/records/99999999999999"]
    {
        let said = server.get(path);
        assert!((400..500).contains(&said.status), "{path}: {}", said.status);
        said.error(said.status);
    }
    server.request("DELETE", "/api/about", &[], b"").error(405);
    let strangers = serve(Access::Token("0123456789abcdef".to_string()), limits());
    let refused = strangers.get("/api/about");
    refused.error(401);
    assert!(refused.head.contains("connection: close"), "who may not ask keeps no place: {}", refused.head);
}

#[test]
fn who_asks_and_never_reads_gives_way() {
    let server = serve(Access::Local, Limits { connections: 4, ..limits() });
    // More answers than the buffers of the system take.
    let question = "GET /api/models HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
    let deaf: Vec<TcpStream> = (0..4)
        .map(|_| {
            let stream = server.connect();
            let mut writer = stream.try_clone().unwrap();
            let question = question.clone();
            std::thread::spawn(move || {
                let _ = writer.write_all(question.as_bytes());
            });
            stream
        })
        .collect();
    server.is_well();
    drop(deaf);
}

#[test]
fn who_connects_and_says_nothing_gives_way() {
    let server = serve(Access::Local, Limits { connections: 4, ..limits() });
    let silent: Vec<TcpStream> = (0..4).map(|_| server.connect()).collect();
    server.is_well();
    drop(silent);
}

/// The moves of a long game, up and down the board.
fn long_line() -> Value {
    let letters = "ABCDEFGHJKLMNOPQRST".as_bytes();
    let step = |i: usize| format!("{} {}{}", ["B", "W"][i % 2], char::from(letters[i % 19]), 1 + i / 19);
    json!({"size": 19, "steps": (0..200).map(step).collect::<Vec<_>>()})
}

#[test]
fn judging_ends_with_its_time_and_with_whoever_asked() {
    let hurried = serve(Access::Local, Limits { judging: Duration::ZERO, ..limits() });
    let ask = |line: Value| json!({"line": line, "plain": true, "judge": true});
    assert!(hurried.post("/api/review", &ask(small())).error(503).contains("takes too long"));
    // There is room for one who judges. The first asks for minutes of work and goes away.
    let server = serve(Access::Local, Limits { workers: 1, patience: Duration::from_secs(30), ..limits() });
    let body = ask(long_line()).to_string();
    let mut vanished = server.connect();
    let head = "POST /api/review HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length:";
    vanished.write_all(format!("{head} {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
    server.is_well();
    let _ = vanished.shutdown(Shutdown::Both);
    drop(vanished);
    let judged = server.post("/api/review", &ask(small())).json();
    assert_eq!(judged["engine"], "aji");
}

#[test]
fn reviews_and_readings_of_a_board_end_with_their_time_and_with_whoever_asked() {
    let hurried = serve(Access::Local, Limits { work: Duration::ZERO, ..limits() });
    let race = json!({"size": 9, "steps": ["B C3", "W D3", "B C4", "W D4", "B C5", "W D5"]});
    for path in ["/api/review", "/api/solve"] {
        assert!(hurried.post(path, &json!({"line": race})).error(503).contains("takes too long"), "{path}");
    }
    let events = hurried.post("/api/stream/review", &json!({"line": race})).events();
    assert!(events[0]["error"].as_str().is_some_and(|error| error.contains("takes too long")), "{events:?}");
    // There is room for one whose work is long. The first ask for much and go away.
    let server = serve(Access::Local, Limits { workers: 1, patience: Duration::from_secs(30), ..limits() });
    for path in ["/api/review", "/api/solve", "/api/stream/review"] {
        let vanished = begin(&server, path, &json!({"line": long_line()}));
        server.is_well();
        let _ = vanished.shutdown(Shutdown::Both);
        drop(vanished);
        assert_eq!(server.post("/api/solve", &json!({"line": race})).status, 200, "{path}");
    }
}

#[test]
fn a_move_takes_no_longer_than_any_answer() {
    // A second passes whenever somebody looks at this clock, however busy the machine.
    static LOOKS: AtomicU32 = AtomicU32::new(0);
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    fn now() -> Instant {
        *BEGAN + Duration::from_secs(LOOKS.fetch_add(1, Ordering::Relaxed).into())
    }
    let server = serve(Access::Local, Limits { now, work: Duration::from_secs(200), ..limits() });
    // A player that would think for hours plays what it has found by then.
    let chosen = server.post("/api/move", &json!({"line": small(), "player": "aji:10000000"})).json();
    assert_eq!(chosen["player"], "aji:10000000");
    let looks = LOOKS.load(Ordering::Relaxed);
    assert!((200..300).contains(&looks), "it looks at the clock until its time is up, and then it is done: {looks}");
}

#[test]
fn questions_wait_until_there_is_room_for_them() {
    let server = serve(Access::Local, Limits { record: 1 << 20, held: 2 << 20, ..limits() });
    let record = format!("(;SZ[9]{}C[{}])", ";B[ee]", "x".repeat(900_000));
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| assert_eq!(server.request("POST", "/api/record", &[], record.as_bytes()).status, 200));
        }
    });
}

#[test]
fn no_tree_is_larger_than_a_page_can_show() {
    let server = local();
    let record = format!("(;SZ[9];B[ee])(;SZ[9]{})", ";B[]".repeat(100_000));
    let shown = |game: usize| server.request("POST", &format!("/api/record?game={game}"), &[], record.as_bytes());
    assert_eq!(shown(1).json()["n_games"], 2, "the others of its file are");
    assert_eq!(shown(2).error(413), "game 2 has 100001 nodes, and no more than 100000 are shown");
}

#[test]
fn who_finds_no_room_is_told_when_all_is_sent() {
    let limits = Limits { record: 4 << 20, held: 4 << 20, patience: Duration::from_millis(200), ..limits() };
    let server = serve(Access::Local, limits);
    // The first has the room, and never sends the rest.
    let mut first = server.connect();
    let head = "POST /api/record HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4194304\r\n\r\n(;";
    first.write_all(head.as_bytes()).unwrap();
    let record = format!("(;SZ[9];B[ee]C[{}])", "x".repeat(4_000_000));
    testkit::until(|| {
        let told = server.request("POST", "/api/record", &[], record.as_bytes());
        told.status == 503 && told.error(503).contains("too many questions at once")
    });
    drop(first);
    testkit::until(|| server.request("POST", "/api/record", &[], record.as_bytes()).status == 200);
}

#[test]
fn slow_and_vanished_clients_hold_nobody_up() {
    let server = serve(Access::Local, Limits { connections: 4, ..impatient() });
    let mut slow = Vec::new();
    for request in [
        "GET /api",
        "POST /api/line HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).unwrap();
        slow.push(stream);
    }
    server.is_well();
    // Both are closed, the second with a word.
    assert!(matches!(answer(slow.remove(0)).status, 0 | 408));
    assert_eq!(answer(slow.remove(0)).status, 408);
    for _ in 0..20 {
        let mut stream = server.connect();
        let body = json!({"line": small(), "models": ["freedom", "ising.molecular"]}).to_string();
        let length = body.len();
        let head = format!(
            "POST /api/stream/curves HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        let _ = stream.shutdown(Shutdown::Both);
    }
    server.is_well();
}

#[test]
fn many_clients_at_once_are_answered_or_told_to_wait() {
    let server = serve(Access::Local, Limits { waiting: 3, workers: 1, connections: 64, ..limits() });
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let ask = |i: usize| {
            let server = &server;
            move || {
                let line = json!({"size": 19, "steps": [format!("B {}{}", ['C', 'D', 'E'][i % 3], i % 19 + 1)]});
                server.post("/api/read", &json!({"line": line, "models": ["freedom"], "seed": i})).status
            }
        };
        let threads: Vec<_> = (0..40).map(|i| scope.spawn(ask(i))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)), "{statuses:?}");
    assert!(statuses.contains(&200), "{statuses:?}");
    server.is_well();
}

#[test]
fn a_position_is_judged_in_growing_pieces_until_enough_is_known() {
    let server = local();
    let events = server.post("/api/stream/judge", &json!({"line": small(), "games": 400})).events();
    let games: Vec<u64> = events.iter().map(|event| event["games"].as_u64().unwrap()).collect();
    assert!(games.is_sorted() && games[0] > 0 && *games.last().unwrap() == 400, "{games:?}");
    let last = events.last().unwrap();
    assert_eq!((&last["judge"], &last["done"]), (&json!("aji"), &json!(true)));
    assert_eq!(last["ownership"].as_array().unwrap().len(), 9);
    assert_eq!(last["groups"].as_array().unwrap().len(), 3, "three stones, each for itself");
    let first = &last["candidates"][0];
    assert_eq!(first["loss"], 0);
    let play = format!("W {}", first["move"].as_str().unwrap());
    assert_eq!(first["line"][0], play);
    let refused = server.post("/api/stream/judge", &json!({"line": small(), "judge": "nobody"}));
    assert!(refused.error(422).contains("there are aji"), "{}", refused.text());
}

/// Sends a question for a stream and leaves it open.
fn begin(server: &Running, path: &str, body: &Value) -> TcpStream {
    let body = body.to_string();
    let mut stream = server.connect();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn who_leaves_is_not_judged_for_any_more_and_everybody_gets_a_turn() {
    let server = local();
    let ask = |i: usize| json!({"line": {"size": 5, "steps": [format!("B C{}", i % 5 + 1)]}});
    // More than may look at once, if those who left still counted.
    for i in 0..70 {
        let mut stream = begin(&server, "/api/stream/judge", &ask(i));
        let mut first = [0; 64];
        let _ = stream.read(&mut first).unwrap();
        let _ = stream.shutdown(Shutdown::Both);
    }
    let mut open: Vec<TcpStream> = (0..12).map(|i| begin(&server, "/api/stream/judge", &ask(i))).collect();
    server.is_well();
    for stream in &mut open {
        let mut told = Vec::new();
        let mut piece = [0; 4096];
        while !String::from_utf8_lossy(&told).contains("\"candidates\"") {
            let n = stream.read(&mut piece).unwrap();
            assert!(n > 0, "{}", String::from_utf8_lossy(&told));
            told.extend_from_slice(&piece[..n]);
        }
    }
    server.is_well();
}

#[test]
fn a_review_tells_how_far_it_is_and_is_the_same_in_the_end() {
    let server = local();
    let ask = json!({"line": {"size": 5, "komi": 0, "steps": ["B C3", "W C4", "B D4"]}, "judge": true, "models": ["freedom"]});
    let events = server.post("/api/stream/review", &ask).events();
    let judged: Vec<&Value> = events.iter().filter(|event| event["review"].is_null()).collect();
    assert_eq!(judged.last().map(|event| (&event["judged"], &event["of"])), Some((&json!(4), &json!(4))));
    let review = &events.last().unwrap()["review"];
    assert_eq!(review["engine"], "aji");
    assert_eq!(*review, server.post("/api/review", &ask).json());
    let nobody = json!({"line": small(), "judge": true, "judge_by": "nobody"});
    for path in ["/api/review", "/api/stream/review"] {
        assert!(server.post(path, &nobody).error(422).contains("there are aji"), "{path}");
    }
}

#[test]
fn dead_stones_are_as_the_players_say() {
    let server = local();
    let line = json!({"size": 5, "komi": 0, "steps": [
        {"black": ["A3", "B3", "C3", "D3", "E3"], "white": ["A2", "B2", "C2", "D2", "E2", "B5"]}, "B pass", "W pass"]});
    let found = server.post("/api/score", &json!({"line": line})).json();
    assert_eq!(found["dead"], json!(["B5"]));
    let other = server.post("/api/score", &json!({"line": line, "dead": ["C2"]})).json();
    assert_eq!(other["dead"], json!(["A2", "B2", "C2", "D2", "E2"]), "the whole chain, and no other");
    assert_ne!(found["result"], other["result"]);
    assert!(server.post("/api/score", &json!({"line": line, "dead": ["Z9"]})).error(422).contains("no point"));
}

#[test]
fn gzipped_records_are_read_and_bombs_are_not() {
    let gzip = |bytes: &[u8]| {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    let server = serve(Access::Local, Limits { record: 100_000, ..limits() });
    let ask = |bytes: &[u8]| server.request("POST", "/api/record?name=game.sgf.gz", &[], bytes);
    assert_eq!(ask(&gzip(b"(;SZ[9]PB[packed];B[ee])")).json()["game"]["black"]["name"], "packed");
    assert!(ask(&gzip(&vec![b' '; 10_000_000])).error(413).contains("come out"));
    assert!(ask(&gzip(b"(;SZ[9];B[ee])")[..12]).error(422).contains("damaged"));
}

#[test]
fn games_are_listed_and_found() {
    let server = local();
    let all = server.post("/api/games", &json!({})).json();
    assert_eq!((&all["found"], &all["all"]), (&json!(1), &json!(1)));
    let game = &all["games"][0];
    assert_eq!((&game["record"], &game["number"], &game["size"]), (&json!(0), &json!(1), &json!(19)));
    let name = game["black"].as_str().unwrap().to_uppercase();
    assert_eq!(server.post("/api/games", &json!({"find": name})).json()["found"], 1);
    assert_eq!(server.post("/api/games", &json!({"find": "nobody at all"})).json()["found"], 0);
}

#[test]
fn classes_are_shown_with_where_they_were_played() {
    let server = local();
    let classes = server.post("/api/classes", &json!({"model": "experience", "kind": "shape", "find": "hane"})).json();
    assert!(classes["found"].as_u64().unwrap() > 0);
    let named = |class: &Value| {
        class["name"].as_str().unwrap().contains("hane") && !class["drawing"].as_array().unwrap().is_empty()
    };
    assert!(classes["classes"].as_array().unwrap().iter().all(named));
    let of_move = server.post("/api/classes", &json!({"model": "experience", "line": small()})).json();
    let number = of_move["classes"][0]["number"].clone();
    assert!(of_move["classes"].as_array().unwrap().iter().all(|class| class["points"] == json!(["C4"])), "{of_move}");
    // Those of one move that could be played are among those of all.
    let of = |more: Value| {
        let mut ask = json!({"model": "experience", "line": small(), "kind": "shape", "order": "frequency"});
        ask.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.post("/api/classes", &ask)
    };
    let (one, all) = (of(json!({"at": "D3"})).json(), of(json!({"here": true})).json());
    assert!(one["found"].as_u64() > Some(0) && one["found"].as_u64() < all["found"].as_u64(), "{one}");
    let most = &all["classes"][0];
    let points = most["points"].as_array().unwrap();
    assert!(points.len() > 1 && !points.contains(&json!("E5")), "nobody plays on a stone: {most}");
    let again = of(json!({"at": points[0]})).json();
    assert!(again["classes"].as_array().unwrap().iter().any(|class| class["number"] == most["number"]), "{again}");
    assert!(of(json!({"at": "Z99"})).error(422).contains("no point"));
    let events = server
        .post("/api/stream/occurrences", &json!({"model": "experience", "class": number, "line": small()}))
        .events();
    assert!(events[0]["plies"].as_array().unwrap().contains(&json!(3)), "{}", events[0]);
    assert_eq!(events.last().unwrap()["done"], true);
    assert!(server.post("/api/classes", &json!({"model": "freedom"})).error(422).contains("no classes"));
}

/// The dummy sixth model of the test kit goes through the server like all others.
#[test]
fn a_sixth_model_needs_nothing_here() {
    let families = model::Families::new(vec![std::sync::Arc::new(testkit::Dummy::new())]);
    let name = families.cards().next().unwrap().name.clone();
    let server = Server::bind(bench(families), SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
    let address = server.address();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let thread = std::thread::spawn(move || {
        let _ = server.run_until(async move {
            let _ = stopped.await;
        });
    });
    let running = Running { address, stop: Some(stop), thread: Some(thread) };
    let events = running.post("/api/stream/read", &json!({"line": small(), "models": [name]})).events();
    assert_eq!(events.len(), 1);
    assert!(events[0]["values"].is_object(), "{}", events[0]);
}
