//! A scheduler and two executors as processes on this machine answer as the program alone does, and go on when one of the
//! executors is killed. All ports are free ones.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use testkit::{Folder, fixtures};

/// A process that does not outlive the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn aji(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aji"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a process that tells where it listens, and returns the port.
fn listening(arguments: &[&str]) -> (Running, u16) {
    listening_command(&mut aji(arguments))
}

fn listening_command(command: &mut Command) -> (Running, u16) {
    let mut child = command.stderr(Stdio::null()).spawn().expect("aji starts");
    let out = child.stdout.take().expect("its output is ours");
    let running = Running(child);
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).expect("it says where it listens");
    let port = line.split("127.0.0.1:").nth(1).and_then(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    (running, port.unwrap_or_else(|| panic!("no port in {line:?}")))
}

/// Waits for the end of a process.
fn ended(mut running: Running) -> Output {
    let read = |stream: Option<Box<dyn std::io::Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                let _ = stream.read_to_end(&mut bytes);
            }
            bytes
        })
    };
    let out = read(running.0.stdout.take().map(|stream| Box::new(stream) as _));
    let err = read(running.0.stderr.take().map(|stream| Box::new(stream) as _));
    let status = running.0.wait().expect("it is our child");
    Output { status, stdout: out.join().expect("read"), stderr: err.join().expect("read") }
}

fn run(arguments: &[&str]) -> Output {
    ended(Running(aji(arguments).spawn().expect("aji starts")))
}

/// What a command printed, if it went well.
fn good(output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    String::from_utf8(output.stdout.clone()).expect("CSV is text")
}

/// A folder with a corpus of real games, removed at the end.
struct Corpus(Folder);

impl Corpus {
    fn new() -> Corpus {
        let corpus = Corpus(Folder::new());
        let games = fixtures::files("real", "sgf");
        // Many parts, so that both executors have work.
        let import = corpus::Import::new(corpus.folder(), games).games_per_part(4);
        import.run(&std::sync::atomic::AtomicBool::new(false), &mut |_| {}).expect("the fixtures can be imported");
        corpus
    }

    fn folder(&self) -> PathBuf {
        self.0.path("corpus")
    }

    fn query(&self, sql: &str, cluster: Option<&str>) -> Command {
        let folder = self.folder();
        let mut arguments = vec!["corpus", "query", path(&folder), sql, "--csv", "--threads", "4"];
        arguments.extend(cluster.iter().flat_map(|address| ["--cluster", *address]));
        aji(&arguments)
    }

    /// Starts an executor whose results between two steps lie in a folder of their own.
    fn executor(&self, scheduler: &str, name: &str) -> (Running, PathBuf) {
        let work = self.0.path(name);
        let arguments = ["corpus", "executor", "--scheduler", scheduler, "--threads", "1", "--work", path(&work)];
        (listening(&arguments).0, work)
    }
}

fn path(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

fn scheduler() -> (Running, String) {
    let (running, port) = listening(&["corpus", "scheduler", "--port", "0", "--lost-after", "3"]);
    (running, format!("127.0.0.1:{port}"))
}

#[test]
fn two_executors_answer_as_one_program_does() {
    let corpus = Corpus::new();
    let (_scheduler, address) = scheduler();
    let _first = corpus.executor(&address, "first");
    let _second = corpus.executor(&address, "second");
    for sql in [
        "select size, count(*) as games, sum(n_moves) as moves from games group by size order by size",
        "select count(*) as n from positions",
        "select p.color, count(*) as n, sum(p.captured) as taken from plies p join games g using (game) \
         where g.n_moves > 50 group by 1 order by 1",
        // Functions of positions and models run on the executors.
        "select move_number, count(*) as n, round(avg(freedom_lead(position)), 9) as lead, \
         max(cellular_black_area(position, 'seed=2')) as area, min(board_hash(position)) as hash \
         from positions where move_number in (0, 10, 20) group by 1 order by 1",
        "select game, move_number, next, board(position) as board from positions where move_number = 30 order by game",
        "select array_length(freedom_lead_map(position)) as points, count(*) as n from positions \
         where move_number = 1 group by 1 order by 1",
        // So do tables that follow games.
        "select move_number, count(gain) as n, round(sum(gain), 6) as gain from review('ising.atomic', 'seed=3') \
         where move_number <= 5 group by 1 order by 1",
        "select count(*) as n from faults",
    ] {
        let alone = ended(Running(corpus.query(sql, None).spawn().expect("aji starts")));
        let together = ended(Running(corpus.query(sql, Some(&address)).spawn().expect("aji starts")));
        let alone = good(&alone);
        assert!(alone.lines().count() > 1, "{sql}\n{alone}");
        assert_eq!(good(&together), alone, "{sql}");
    }
    // Wrong queries are reported as everywhere.
    let wrong = ended(Running(corpus.query("select * from gmes", Some(&address)).spawn().expect("aji starts")));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean 'games'?"));
}

#[test]
fn a_killed_executor_does_not_lose_the_query() {
    let corpus = Corpus::new();
    let (_scheduler, address) = scheduler();
    let (first, work) = corpus.executor(&address, "first");
    let (_second, _) = corpus.executor(&address, "second");
    // No sums: the order in which parts come in shows in their last digits.
    let sql = "select move_number, count(*) as n, min(game) as least, max(ising_molecular_hamiltonian(position)) as energy \
               from positions where move_number % 8 = 0 group by 1 order by 1";
    let query = Running(corpus.query(sql, Some(&address)).spawn().expect("aji starts"));
    // As soon as it has kept a part of the answer, it dies: that part is lost, and what it was computing.
    testkit::until(|| has_file(&work));
    drop(first);
    let output = ended(query);
    let alone = ended(Running(corpus.query(sql, None).spawn().expect("aji starts")));
    assert_eq!(good(&output), good(&alone));
    // The one that is left answers alone.
    let again =
        ended(Running(corpus.query("select count(*) as n from games", Some(&address)).spawn().expect("aji starts")));
    assert!(good(&again).starts_with("n\n"));
}

#[test]
fn whoever_is_missing_is_named() {
    let corpus = Corpus::new();
    let (scheduler, address) = scheduler();
    let output = ended(Running(corpus.query("select 1", Some(&address)).spawn().expect("aji starts")));
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("no executor has joined the scheduler"), "{message}");
    drop(scheduler);
    let output = run(&["corpus", "executor", "--scheduler", &address]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("no scheduler answers"), "{message}");
}

/// A machine that does not see the corpus under the path that the others see is named, or the others do its work: there are never other
/// rows. Every process has its own `/proc/self/cwd`, so that one that runs elsewhere is such a machine.
#[test]
#[cfg(target_os = "linux")]
fn a_machine_that_does_not_see_the_corpus_is_named() {
    let corpus = Corpus::new();
    let here = corpus.0.path("");
    let elsewhere = corpus.0.path("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    let (_scheduler, address) = {
        let mut command = aji(&["corpus", "scheduler", "--port", "0", "--lost-after", "3"]);
        listening_command(command.current_dir(&here))
    };
    let address = format!("127.0.0.1:{address}");
    let executor = |folder: &Path| {
        let mut command = aji(&["corpus", "executor", "--scheduler", &address, "--threads", "1"]);
        listening_command(command.current_dir(folder))
    };
    let query = || {
        let sql = "select count(*) as n, sum(n_moves) as moves from games";
        let mut command = aji(&["corpus", "query", "/proc/self/cwd/corpus", sql, "--csv", "--cluster", &address]);
        ended(Running(command.current_dir(&here).spawn().expect("aji starts")))
    };
    let (blind, port) = executor(&elsewhere);
    let refused = query();
    assert_eq!(refused.status.code(), Some(1));
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains(&format!("127.0.0.1:{port}")) && message.contains("does not see this part"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    // One that sees it joins late, and the blind one goes.
    let _seeing = executor(&here);
    drop(blind);
    let answered = query();
    let expected = ended(Running(
        corpus.query("select count(*) as n, sum(n_moves) as moves from games", None).spawn().expect("aji starts"),
    ));
    assert_eq!(good(&answered), good(&expected));
}

#[test]
fn an_executor_that_joins_late_helps_and_a_scheduler_that_dies_ends_the_query() {
    let corpus = Corpus::new();
    let (scheduler, address) = scheduler();
    let sql = "select move_number, count(*) as n, max(ising_molecular_hamiltonian(position)) as energy \
               from positions where move_number % 8 = 0 group by 1 order by 1";
    // Asked before anybody has joined: it waits for the first.
    let query = Running(corpus.query(sql, Some(&address)).spawn().expect("aji starts"));
    let (_late, work) = corpus.executor(&address, "late");
    let alone = good(&ended(Running(corpus.query(sql, None).spawn().expect("aji starts"))));
    assert_eq!(good(&ended(query)), alone);
    // The scheduler dies in the middle.
    std::fs::remove_dir_all(&work).and_then(|()| std::fs::create_dir(&work)).expect("its work is done");
    let query = Running(corpus.query(sql, Some(&address)).spawn().expect("aji starts"));
    testkit::until(|| has_file(&work));
    drop(scheduler);
    let broken = ended(query);
    let message = String::from_utf8_lossy(&broken.stderr).into_owned();
    // It may have been done just before.
    if broken.status.success() {
        assert_eq!(good(&broken), alone);
    } else {
        assert_eq!((broken.status.code(), message.lines().count()), (Some(1), 1), "{message}");
        assert!(message.contains("the scheduler"), "{message}");
    }
}

#[test]
fn answers_become_pictures() {
    let corpus = Corpus::new();
    let folder = corpus.folder();
    let plot = |kind: &str, file: &str, sql: &str| {
        let out = corpus.0.path(file);
        let output = run(&["corpus", "query", path(&folder), sql, "--plot", kind, path(&out)]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let drawn = std::fs::read_to_string(&out).unwrap_or_default();
        // Nothing is replaced without --force, and the next picture has the same name.
        let _ = std::fs::remove_file(&out);
        (output.status.code(), told, drawn)
    };
    let rows =
        "from (values (1.0, 'Black', 0.5), (2.0, 'White', null), (3.0, 'Black', -1.0)) as t(move_number, side, lead)";
    let maps = "from (values (3.0, 3.0, 4.0), (15.0, 3.0, 7.0)) as t(\"column\", \"row\", n)";
    for (kind, sql, shown) in [
        ("line", format!("select move_number, lead {rows}"), "move_number"),
        ("line", format!("select move_number, side, lead {rows}"), "White"),
        ("hist", format!("select lead {rows}"), "lead"),
        ("box", format!("select side, lead {rows}"), "Black"),
        ("map", format!("select \"column\", \"row\", n {maps}"), "n"),
        ("map", "select make_array(1.0, -1.0, 0.0, 0.0) as owner".to_string(), "owner"),
        // No rows make an empty picture.
        ("line", format!("select move_number, lead {rows} where lead > 9"), "<svg"),
        ("hist", format!("select lead {rows} where lead > 9"), "<svg"),
        ("box", format!("select side, lead {rows} where lead > 9"), "<svg"),
    ] {
        let (code, told, svg) = plot(kind, "answer.svg", &sql);
        assert_eq!(code, Some(0), "{kind}, {sql}: {told}");
        assert!(svg.contains(shown), "{kind}, {sql}");
    }
    let many: Vec<String> = (0..30).map(|i| format!("('{i}', 1.0)")).collect();
    let many = format!("select * from (values {}) as t(g, n)", many.join(", "));
    for (kind, file, sql, why) in [
        ("line", "a.svg", "select 'b' as a", "a line needs a column of numbers"),
        ("map", "a.svg", "select 1.0 as n", "a map needs one column of maps"),
        (
            "map",
            "a.svg",
            "select 30.0 as \"column\", 0.0 as \"row\", 1.0 as n",
            "column and row are counted from 0 and below 25",
        ),
        ("box", "a.svg", many.as_str(), "there are more than 24 groups; choose some with where"),
        ("pie", "a.svg", "select 1", "unknown kind 'pie'; there are: line, hist, box, map"),
        ("line", "a.pdf", "select 1", "ends neither in .svg nor in .png"),
    ] {
        let (code, told, _) = plot(kind, file, sql);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("--plot: ") && told.contains(why), "{told}");
    }
}

/// Whether there is a file anywhere below a folder.
fn has_file(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() { has_file(&path) } else { path.metadata().is_ok_and(|data| data.len() > 0) }
    })
}
