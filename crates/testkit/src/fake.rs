//! An engine that plays random moves over GTP, and fails in the way it is told to: what a match must survive.
//!
//! `fake [--fail HOW] [--at N] [--seed S] [--slow MS]`. It fails at its Nth `genmove` of every game, the first by default;
//! `talk` fails at the end, when it is told to quit. With `--json` it answers KataGo queries instead, and fails at the Nth query; `--note
//! FILE` tells when it hangs.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use goban::{Agreement, BoardSize, Color, Move, PointSet, Position, Rules};
use gtp::{Answer, Command, Engine, Talk, parse_move, write_move, write_points};
use model::{Rng, Seed};

/// The ways to fail.
pub const FAILURES: [&str; 21] = [
    "hang",
    "crash",
    "abort",
    "illegal",
    "nonsense",
    "garble",
    "flood",
    "long-line",
    "wrong-id",
    "close",
    "refuse",
    "resign",
    "mute",
    "refuse-play",
    "deny-play",
    "stderr",
    "blank",
    "shut",
    "fork",
    "deaf",
    "talk",
];

struct Fake {
    fail: String,
    at: usize,
    slow: Duration,
    seed: Seed,
    position: Position,
    komi: f64,
    n_asked: usize,
}

impl Fake {
    fn clear(&mut self, size: BoardSize) {
        self.position = Position::new(size, Rules { komi: self.komi, ..Rules::TROMP_TAYLOR });
        self.n_asked = 0;
    }

    fn fails(&self, how: &str) -> bool {
        self.fail == how && self.n_asked == self.at
    }

    fn genmove(&mut self, color: Color) -> Answer {
        self.n_asked += 1;
        std::thread::sleep(self.slow);
        if self.n_asked == self.at {
            match self.fail.as_str() {
                "hang" => sleep_forever(),
                // Neither a signal that can be ignored nor the end of its input ends it.
                "deaf" => {
                    ignore_signals();
                    sleep_forever();
                }
                // Its child keeps the pipes open, and does not hear either.
                "fork" => {
                    let this = std::env::current_exe().expect("the program has a path");
                    let words = ["--fail", "linger"];
                    std::process::Command::new(this).args(words).spawn().expect("a child starts");
                    std::process::exit(0);
                }
                "shut" => {
                    let nowhere = std::fs::File::create("/dev/null").expect("there is a /dev/null");
                    rustix::stdio::dup2_stdout(nowhere).expect("it can stand in for the output");
                    ignore_signals();
                    sleep_forever();
                }
                "blank" => loop {
                    print(&"\n".repeat(4096));
                },
                "crash" => {
                    let _ = writeln!(io::stderr(), "segmentation fault, as it were");
                    std::process::exit(3);
                }
                "abort" => std::process::abort(),
                "illegal" => {
                    let stones = self.position.board().stones();
                    let occupied = (stones.black | stones.white).iter().next();
                    return Ok(occupied.map_or("A0".to_string(), |point| self.position.size().vertex(point)));
                }
                "nonsense" => return Ok("banana".to_string()),
                "garble" => print("this is no GTP\n\n"),
                // In large pieces, so that a slow machine floods as well.
                "flood" => loop {
                    print(&"= on and on\n and on\n".repeat(4096));
                },
                "long-line" => loop {
                    print(&"= on and on".repeat(4096));
                },
                "wrong-id" => print("=999999 A1\n\n"),
                "close" => {
                    // The pipe stays open as long as somebody has it: a process that lives without an output is another one.
                    let _ = writeln!(io::stderr(), "going away");
                    std::process::exit(0);
                }
                "refuse" => return Err("I do not want to".to_string()),
                "resign" => return Ok("resign".to_string()),
                "stderr" => {
                    for _ in 0..20_000 {
                        let _ = writeln!(io::stderr(), "a line that nobody asked for, with some length to it");
                    }
                }
                _ => {}
            }
        }
        let mv = self.choose(color);
        self.position.play_anyway(color, mv);
        Ok(write_move(self.position.size(), mv))
    }

    /// A random move that fills no eye; a pass when there is none.
    fn choose(&self, color: Color) -> Move {
        let board = self.position.board();
        let size = self.position.size();
        let eye = |point| size.neighbors(point).all(|near| board.get(near) == Some(color));
        let fits = |&point: &_| !eye(point) && self.position.check_as(color, point).is_ok();
        let points: PointSet = board.empty().iter().filter(fits).collect();
        if points.is_empty() || self.position.n_moves() > 3 * size.area() {
            return Move::Pass;
        }
        let chance = self.seed.stream(self.position.n_moves() as u64).rng().next_u64() % points.len() as u64;
        points.iter().nth(chance as usize).map_or(Move::Pass, Move::Play)
    }
}

impl Engine for Fake {
    fn answer(&mut self, command: &Command, talk: &mut Talk<'_>) -> Answer {
        if self.fail == "mute" {
            sleep_forever();
        }
        let size = self.position.size();
        let word = |i| command.argument(i).unwrap_or_default();
        let bad = || "syntax error".to_string();
        match command.name.as_str() {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("Fake".to_string()),
            "version" => Ok("1.0".to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "known_command" => Ok(COMMANDS.contains(&word(0)).to_string()),
            "quit" if self.fail == "talk" => {
                ignore_signals();
                loop {
                    print(&"and another thing\n".repeat(4096));
                }
            }
            "quit" => {
                talk.quit();
                Ok(String::new())
            }
            "boardsize" => {
                let size = word(0).parse().ok().and_then(BoardSize::new).ok_or("unacceptable size")?;
                self.clear(size);
                Ok(String::new())
            }
            "clear_board" => {
                self.clear(size);
                Ok(String::new())
            }
            "komi" => {
                self.komi = word(0).parse().map_err(|_| bad())?;
                Ok(String::new())
            }
            "play" => {
                let (color, mv) = (Color::parse(word(0)).ok_or_else(bad)?, parse_move(size, word(1)).ok_or_else(bad)?);
                if self.fail == "refuse-play" && self.position.n_moves() >= self.at {
                    return Err("illegal move".to_string());
                }
                if self.fail == "deny-play" && self.position.n_moves() >= self.at {
                    return Err("I cannot follow".to_string());
                }
                self.position.play_as(color, mv).map_err(|_| "illegal move")?;
                Ok(String::new())
            }
            "genmove" => self.genmove(Color::parse(word(0)).ok_or_else(bad)?),
            "final_score" => Ok(self.position.score(&Agreement::default(), 0).to_string()),
            "final_status_list" if word(0) == "dead" => Ok(write_points(size, [])),
            _ => Err("unknown command".to_string()),
        }
    }
}

const COMMANDS: [&str; 12] = [
    "protocol_version",
    "name",
    "version",
    "list_commands",
    "known_command",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "final_score",
];

/// From now on only a kill ends this program.
fn ignore_signals() {
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP] {
        signal_hook::flag::register(signal, Arc::default()).expect("the signal can be caught");
    }
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

fn print(text: &str) {
    let mut out = io::stdout().lock();
    if out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_err() {
        std::process::exit(4);
    }
}

/// Runs the engine with the arguments of the program.
#[must_use]
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| arguments.iter().position(|word| word == name).and_then(|i| arguments.get(i + 1));
    let number = |name: &str, otherwise| value(name).map_or(otherwise, |text| text.parse().expect("a number"));
    let fail = value("--fail").cloned().unwrap_or_default();
    if fail == "linger" {
        ignore_signals();
        sleep_forever();
    }
    assert!(fail.is_empty() || FAILURES.contains(&fail.as_str()), "no way to fail: {fail}");
    let mut fake = Fake {
        fail,
        at: number("--at", 1) as usize,
        slow: Duration::from_millis(number("--slow", 0)),
        seed: Seed(number("--seed", 1)),
        position: Position::new(BoardSize::NINETEEN, Rules::TROMP_TAYLOR),
        komi: Rules::TROMP_TAYLOR.komi,
        n_asked: 0,
    };
    if arguments.iter().any(|word| word == "--json") {
        return answer_queries(&mut fake, value("--note"));
    }
    match gtp::serve(&mut fake, io::BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(4),
    }
}

/// Answers queries of KataGo's protocol, the last turn first, with numbers that tell the turn.
fn answer_queries(fake: &mut Fake, note: Option<&String>) -> ExitCode {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let text = |name: &str| {
            let rest = line.split(&format!("\"{name}\":")).nth(1)?;
            Some(rest.trim_start().trim_start_matches('"').split(['"', ',', '}']).next()?.to_string())
        };
        let id = text("id").unwrap_or_default();
        if line.contains("query_version") {
            print(&format!(
                "{{\"id\":\"{id}\",\"action\":\"query_version\",\"version\":\"1.0\",\"git_hash\":\"0\"}}\n"
            ));
            continue;
        }
        fake.n_asked += 1;
        if fake.fails("hang") {
            // Whoever wants to know when it hangs sees a file come up.
            if let Some(path) = note {
                std::fs::write(path, "hangs").expect("the note can be written");
            }
            sleep_forever();
        }
        if fake.fails("crash") {
            std::process::exit(3);
        }
        if fake.fails("blank") {
            loop {
                print(&"{\"id\":\"x\",\"warning\":\"still loading\",\"field\":\"x\"}\n".repeat(1024));
            }
        }
        if fake.fails("flood") {
            loop {
                print(&format!("{{\"id\":\"{id}\",\"turnNumber\":0,\"isDuringSearch\":true,\"moveInfos\":[]}}\n"));
            }
        }
        if fake.fails("nonsense") {
            print("KataGo v1.0 is thinking\n");
        }
        if fake.fails("refuse") {
            print(&format!("{{\"id\":\"{id}\",\"error\":\"I do not want to\",\"field\":\"moves\"}}\n"));
            continue;
        }
        let turns = line.split("\"analyzeTurns\":[").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or("0");
        let mut turns: Vec<usize> = turns.split(',').filter_map(|turn| turn.trim().parse().ok()).collect();
        turns.reverse();
        print(&format!("{{\"id\":\"{id}\",\"warning\":\"unknown field\",\"field\":\"x\"}}\n"));
        for turn in turns {
            print(&format!(
                "{{\"id\":\"{id}\",\"turnNumber\":{turn},\"isDuringSearch\":false,\"moveInfos\":[{{\"move\":\"E5\",\
                 \"order\":0,\"visits\":10,\"winrate\":0.5,\"scoreLead\":{turn}.5,\"prior\":1.0,\"pv\":[\"E5\"]}}],\
                 \"rootInfo\":{{\"winrate\":0.5,\"scoreLead\":{turn}.5,\"visits\":10}}}}\n"
            ));
        }
    }
    ExitCode::SUCCESS
}
