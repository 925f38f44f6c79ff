//! `aji serve`, as far as the command line goes; the server itself is tested in `crates/web`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::support::{Folder, GAME, aji, aji_command, fake, text};

/// A workbench that ends with the test.
struct Workbench {
    child: Child,
    url: String,
}

impl Workbench {
    fn start(arguments: &[&str]) -> Workbench {
        let mut child = aji_command()
            .args([&["serve", "--port", "0", "--no-open"], arguments].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("it says where it is");
        let url = line.trim().rsplit(' ').next().expect("an address").to_string();
        Workbench { child, url }
    }

    /// The answer to a request, head and body.
    fn get(&self, path: &str) -> String {
        self.ask("GET", path, "")
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let host = self.url.trim_start_matches("http://").split('/').next().expect("a host");
        let mut stream = TcpStream::connect(host).expect("it listens");
        let length = body.len();
        let kind = "Content-Type: application/json";
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_workbench_opens_what_it_is_given() {
    let bench = Workbench::start(&[]);
    assert!(bench.url.starts_with("http://127.0.0.1:"), "{}", bench.url);
    assert!(bench.get("/api/about").contains(r#""records":["bundled.sgf"]"#));
    let bench = Workbench::start(&[GAME, "--seed", "7"]);
    let about = bench.get("/api/about");
    assert!(about.contains("047-property-rd-alphago-2-0.sgf") && about.contains(r#""seed":7"#), "{about}");
    assert!(bench.get("/api/records/0").contains("AlphaGo"));
}

#[test]
fn an_engine_judges_a_review_and_one_that_dies_is_told_of() {
    let (well, ill) = (fake("--json"), fake("--json --fail crash"));
    let bench = Workbench::start(&["--engine", &well, "--engine", &ill]);
    assert!(bench.get("/api/about").contains(r#""judges":["aji","fake","fake 2"]"#));
    let review = |by: &str| {
        let line = r#"{"size": 9, "steps": ["B E5", "W E3", "B C4"]}"#;
        let ask = format!(r#"{{"line": {line}, "plain": true, "judge": true, "judge_by": "{by}"}}"#);
        bench.ask("POST", "/api/stream/review", &ask)
    };
    let told = review("fake");
    assert!(told.contains(r#""of":4,"judged":4,"at":3,"#) && told.contains(r#""engine":"fake""#), "{told}");
    let told = review("fake 2");
    assert!(told.contains(r#""error":"fake 2: "#) && !told.contains(r#""review""#), "{told}");
}

#[test]
fn other_addresses_take_a_token() {
    let bench = Workbench::start(&["--host", "0.0.0.0"]);
    let token = bench.url.split("token=").nth(1).expect("a token in the address");
    assert_eq!(token.len(), 32);
    assert!(bench.get("/api/about").starts_with("HTTP/1.1 401"));
    assert!(bench.get(&format!("/?token={token}")).starts_with("HTTP/1.1 303"));
}

#[test]
fn the_report_of_a_reproduction_is_shown() {
    let folder = Folder::new();
    folder.file("report.html", "<h1>claims</h1>");
    let bench = Workbench::start(&["--reproduction", text(&folder.path(""))]);
    assert!(bench.get("/reproduction").ends_with("<h1>claims</h1>"));
    let missing = aji(&["serve", "--reproduction", text(&folder.path("nothing"))]).refused(1);
    assert!(missing.ends_with("report.html: no such file"), "{missing}");
}

#[test]
fn bad_usage_is_told_before_anything_listens() {
    assert!(aji(&["serve", "nothing.sgf"]).refused(1).starts_with("nothing.sgf: no such file"));
    assert!(aji(&["serve", "--host", "everywhere"]).refused(2).contains("--host"));
    assert!(aji(&["serve", "--port", "99999"]).refused(2).contains("--port"));
    assert!(aji(&["serve", "--set", "freedom.reach=99"]).refused(2).starts_with("freedom.reach takes"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("it listens").port().to_string();
    assert!(aji(&["serve", "--port", &port]).refused(1).contains("choose another with --port"));
}
