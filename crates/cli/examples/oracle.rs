//! A stand-in for an engine that analyses: it speaks KataGo's JSON protocol (`--json`) or GTP with kata-analyze, and judges a
//! position by its stones alone. `--die-after N` ends it after N answers, `--log FILE` notes every position it was asked
//! about. The tests run this.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};

use goban::{BoardSize, Color, Move, Position, Rules};
use serde_json::{Value, json};

struct Oracle {
    answers: usize,
    die_after: usize,
    log: Option<String>,
}

/// What it says of a position, from Black's side: the win rate, the lead and whose each point is.
struct Opinion {
    win: f64,
    lead: f64,
    ownership: Vec<f64>,
    best: String,
}

impl Oracle {
    fn judge(&mut self, position: &Position) -> Opinion {
        if self.answers == self.die_after {
            let _ = writeln!(io::stderr(), "out of memory, as it were");
            std::process::exit(3);
        }
        self.answers += 1;
        let board = position.board();
        if let Some(path) = &self.log {
            let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a log");
            writeln!(file, "{:016x}", board.hash()).expect("a line in the log");
        }
        let prisoners = position.prisoners();
        let size = position.size();
        // A prisoner is worth five points to it, and it does not like stones on the edge.
        let edge = |color: Color| board.stones()[color].iter().filter(|&p| size.edge_distance(p) == 0).count() as f64;
        let lead = 5.0 * (prisoners.black as f64 - prisoners.white as f64)
            - 3.0 * (edge(Color::Black) - edge(Color::White))
            - position.rules().komi;
        let owner = |point| board.get(point).map_or(0.0, Color::sign);
        Opinion {
            win: 1.0 / (1.0 + (-lead / 10.0).exp()),
            lead,
            ownership: size.points().map(owner).collect(),
            best: board.empty().first().map_or("pass".to_string(), |point| size.vertex(point)),
        }
    }
}

fn vertex(size: BoardSize, text: &str) -> Move {
    size.parse_vertex(text).map_or(Move::Pass, Move::Play)
}

fn json_protocol(oracle: &mut Oracle) {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let query: Value = serde_json::from_str(&line).expect("a query");
        let size = query["boardXSize"].as_u64().and_then(|n| BoardSize::new(n as usize)).expect("a size");
        let komi = query["komi"].as_f64().expect("a komi");
        let mut position = Position::new(size, Rules { komi, ..Rules::TROMP_TAYLOR });
        let pairs = |name: &str| query[name].as_array().cloned().unwrap_or_default();
        let play = |position: &mut Position, pair: &Value| {
            let color = Color::parse(pair[0].as_str().expect("a colour")).expect("a colour");
            position.play_anyway(color, vertex(size, pair[1].as_str().expect("a vertex")));
        };
        for pair in pairs("initialStones") {
            play(&mut position, &pair);
        }
        let turns: Vec<u64> = pairs("analyzeTurns").iter().filter_map(Value::as_u64).collect();
        let moves = pairs("moves");
        for turn in 0..=moves.len() {
            if turn > 0 {
                play(&mut position, &moves[turn - 1]);
            }
            if turns.contains(&(turn as u64)) {
                let Opinion { win, lead, ownership, best } = oracle.judge(&position);
                let info = json!({"winrate": win, "scoreLead": lead, "visits": 10});
                let candidate = json!({"move": best, "order": 0, "visits": 10, "winrate": win, "scoreLead": lead,
                                       "prior": 1.0, "pv": [best]});
                let answer = json!({"id": query["id"], "turnNumber": turn, "isDuringSearch": false, "rootInfo": info,
                                    "moveInfos": [candidate], "ownership": ownership});
                let mut out = io::stdout().lock();
                writeln!(out, "{answer}").and_then(|()| out.flush()).expect("somebody listens");
            }
        }
    }
}

fn gtp_protocol(oracle: &mut Oracle) {
    let mut position = Position::new(BoardSize::NINETEEN, Rules::TROMP_TAYLOR);
    let mut lines = io::stdin().lock().lines().map_while(Result::ok);
    let say = |text: &str| {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("somebody listens");
    };
    while let Some(line) = lines.next() {
        let mut words = line.split_whitespace().peekable();
        let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or("").to_string();
        let Some(command) = words.next() else { continue };
        let arguments: Vec<&str> = words.collect();
        let size = position.size();
        let answer = match command {
            "protocol_version" => "2".to_string(),
            "name" => "Stand-in".to_string(),
            "version" => "1.0".to_string(),
            "list_commands" => {
                "protocol_version\nname\nversion\nlist_commands\nboardsize\nclear_board\nkomi\nplay\nkata-analyze\nquit"
                    .to_string()
            }
            "boardsize" => {
                let size = arguments[0].parse().ok().and_then(BoardSize::new).expect("a size");
                position = Position::new(size, *position.rules());
                String::new()
            }
            "clear_board" => {
                position = Position::new(size, *position.rules());
                String::new()
            }
            "komi" => {
                let komi = arguments[0].parse().expect("a komi");
                position = Position::new(size, Rules { komi, ..Rules::TROMP_TAYLOR });
                String::new()
            }
            "play" => {
                let color = Color::parse(arguments[0]).expect("a colour");
                position.play_anyway(color, vertex(size, arguments[1]));
                String::new()
            }
            "kata-analyze" => {
                let color = Color::parse(arguments[0]).expect("a colour");
                let Opinion { win, lead, ownership, best } = oracle.judge(&position);
                let win = if color == Color::Black { win } else { 1.0 - win };
                let owners: Vec<String> = ownership.iter().map(|value| (color.sign() * value).to_string()).collect();
                let lead = color.sign() * lead;
                say(&format!(
                    "={id}\ninfo move {best} visits 1000 winrate {win} scoreLead {lead} order 0 pv {best} ownership {}\n",
                    owners.join(" ")
                ));
                // Anything on its input ends the stream.
                lines.next();
                say("\n");
                continue;
            }
            "quit" => {
                say(&format!("={id}\n\n"));
                return;
            }
            _ => {
                say(&format!("?{id} unknown command\n\n"));
                continue;
            }
        };
        say(&format!("={id} {answer}\n\n"));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| arguments.iter().position(|word| word == name).and_then(|i| arguments.get(i + 1));
    let die_after = value("--die-after").map_or(usize::MAX, |text| text.parse().expect("a number"));
    let mut oracle = Oracle { answers: 0, die_after, log: value("--log").cloned() };
    if arguments.iter().any(|word| word == "--json") {
        json_protocol(&mut oracle);
    } else {
        gtp_protocol(&mut oracle);
    }
}
