//! Agreement with GNU Go 3.8 over GTP: what is legal, what is taken, and the score of finished games.
//!
//! GNU Go is the Debian package `gnugo`. It is looked for in `AJI_GNUGO`, then in the path, then in /usr/games.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use goban::{
    Agreement, Board, BoardSize, Color, Illegal, Ko, Move, Playout, Point, PointSet, Position, Rules, Setup, Suicide,
};
use support::{Chance, fixture, game_moves};

/// A running GNU Go.
struct GnuGo {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start(options: &[&str]) -> GnuGo {
        let named = std::env::var("AJI_GNUGO").ok();
        let commands: Vec<&str> = named.as_deref().map_or(vec!["gnugo", "/usr/games/gnugo"], |command| vec![command]);
        let start = |command: &&str| {
            let mut command = Command::new(command);
            command.args(["--mode", "gtp", "--quiet", "--level", "1", "--seed", "1"]).args(options);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        };
        let mut process = commands.iter().find_map(start).unwrap_or_else(|| {
            panic!(
                "GNU Go was not found as {}: install the Debian package gnugo (apt-get install gnugo), or set AJI_GNUGO \
                 to its path",
                commands.join(" or ")
            )
        });
        let (input, output) = (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        GnuGo { process, input, output }
    }

    /// Sends a command and returns the answer, or the error of GNU Go.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        writeln!(self.input, "{command}").and_then(|()| self.input.flush()).unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let n = self.output.read_line(&mut line).unwrap();
            assert!(n > 0, "GNU Go ended after {command:?}");
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        let text = answer.get(1..).unwrap_or_default().trim().to_owned();
        if answer.starts_with('=') { Ok(text) } else { Err(text) }
    }

    fn tell(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// An answer that is a list of points.
    fn points(&mut self, size: BoardSize, command: &str) -> PointSet {
        self.tell(command).split_whitespace().map(|vertex| size.parse_vertex(vertex).unwrap()).collect()
    }

    fn begin(&mut self, size: BoardSize) {
        self.tell(&format!("boardsize {}", size.get()));
        self.tell("clear_board");
    }

    fn play(&mut self, size: BoardSize, color: Color, mv: Move) {
        let vertex = mv.point().map_or("pass".to_owned(), |point| size.vertex(point));
        self.tell(&format!("play {color} {vertex}"));
    }

    /// Compares stones, prisoners and, for both colours, every legal point.
    fn compare(&mut self, position: &Position) {
        let size = position.size();
        for color in Color::ALL {
            let stones = self.points(size, &format!("list_stones {color}"));
            assert_eq!(stones, position.board().stones()[color], "stones of {color} in {position:?}");
            let captures = self.tell(&format!("captures {color}"));
            assert_eq!(captures, position.prisoners()[color].to_string(), "prisoners of {color} in {position:?}");
            let theirs = self.points(size, &format!("all_legal {color}"));
            let ours: PointSet = size.points().filter(|&point| position.check_as(color, point).is_ok()).collect();
            // Under superko GNU Go lets a suicide repeat an earlier board (see the last test).
            let unclear = |point: &Point| {
                position.rules().ko != Ko::Simple && position.board().clone().place(color, *point).suicide
            };
            let unclear: PointSet = position.board().empty().iter().filter(unclear).collect();
            assert_eq!(
                theirs - unclear,
                ours - unclear,
                "legal points of {color} in {position:?} under {}",
                position.rules()
            );
        }
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        // It may be gone already; the test has said why.
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}

/// The rules that GNU Go and we both know, with its options.
const RULES: [(&[&str], Ko, Suicide); 5] = [
    (&[], Ko::Simple, Suicide::Forbidden),
    (&["--allow-suicide"], Ko::Simple, Suicide::Allowed),
    (&["--positional-superko"], Ko::Positional, Suicide::Forbidden),
    (&["--positional-superko", "--allow-suicide"], Ko::Positional, Suicide::Allowed),
    (&["--situational-superko", "--allow-suicide"], Ko::Situational, Suicide::Allowed),
];

#[test]
fn random_games_agree_on_legality_and_captures() {
    for (options, ko, suicide) in RULES {
        let mut gnugo = GnuGo::start(options);
        let mut chance = Chance::new(1);
        let mut n_repeats = 0;
        for (side, n_games, every) in [(5, 30, 1), (6, 12, 1), (7, 8, 1), (9, 6, 2), (13, 2, 5), (19, 2, 20)] {
            for _ in 0..n_games {
                let size = size(side);
                let mut position = Position::new(size, Rules { ko, suicide, ..Rules::TROMP_TAYLOR });
                let mut passed = false;
                gnugo.begin(size);
                // GNU Go remembers 500 moves.
                for i in 0..(3 * size.area()).min(450) {
                    let color = position.to_move();
                    let legal: Vec<Point> = position.legal_points().iter().collect();
                    // Eyes are mostly left alone, so that games get long and kos come up.
                    let good: Vec<Point> =
                        legal.iter().copied().filter(|&point| !position.board().is_eye(color, point)).collect();
                    let mv = match (good.is_empty() || chance.one_in(12), legal.is_empty() || chance.one_in(25)) {
                        (false, _) => Move::Play(chance.pick(&good)),
                        (true, false) => Move::Play(chance.pick(&legal)),
                        (true, true) if passed => break,
                        (true, true) => Move::Pass,
                    };
                    passed = mv == Move::Pass;
                    position.play(mv).unwrap();
                    gnugo.play(size, color, mv);
                    if i % every == 0 {
                        gnugo.compare(&position);
                    }
                    let repeats = |&point: &Point| matches!(position.check(point), Err(Illegal::Superko { .. }));
                    n_repeats += size.points().filter(repeats).count();
                }
                gnugo.compare(&position);
            }
        }
        assert_eq!(n_repeats > 0, ko != Ko::Simple, "forbidden repetitions, {options:?}");
    }
}

#[test]
fn real_games_agree_on_legality_and_captures() {
    let size = BoardSize::NINETEEN;
    let mut gnugo = GnuGo::start(&[]);
    for line in fixture("games/tygem-2000.tsv").lines().skip(1).step_by(20) {
        let mut position = Position::new(size, Rules::KOREAN);
        gnugo.begin(size);
        for (i, mv) in game_moves(size, line.split('\t').nth(2).unwrap()).into_iter().enumerate() {
            gnugo.play(size, position.to_move(), mv);
            position.play(mv).unwrap();
            if i % 30 == 29 {
                gnugo.compare(&position);
            }
        }
        gnugo.compare(&position);
    }
}

/// Where a board comes back, both refuse the same move of a real game.
#[test]
fn real_games_agree_on_superko() {
    let size = BoardSize::NINETEEN;
    for (option, ko) in [("--positional-superko", Ko::Positional), ("--situational-superko", Ko::Situational)] {
        let mut gnugo = GnuGo::start(&[option]);
        let mut refused = 0;
        for line in fixture("games/superko.tsv").lines().skip(1) {
            let mut position = Position::new(size, Rules { ko, ..Rules::KOREAN });
            gnugo.begin(size);
            for mv in game_moves(size, line.split('\t').nth(2).unwrap()) {
                if position.check(mv).is_err() {
                    gnugo.compare(&position);
                    refused += 1;
                    break;
                }
                gnugo.play(size, position.to_move(), mv);
                position.play(mv).unwrap();
            }
        }
        assert_eq!(refused, if ko == Ko::Positional { 5 } else { 4 });
    }
}

/// Out of turn, and with the ko left open: the ban is for one colour only.
#[test]
fn kos_agree_when_players_move_out_of_turn() {
    let size = size(5);
    let mut gnugo = GnuGo::start(&[]);
    let mut chance = Chance::new(3);
    let mut kos = 0;
    for _ in 0..40 {
        let mut position = Position::new(size, Rules::JAPANESE);
        gnugo.begin(size);
        for _ in 0..60 {
            let color = if chance.one_in(4) { chance.color() } else { position.to_move() };
            let legal: Vec<Point> = size.points().filter(|&point| position.check_as(color, point).is_ok()).collect();
            let good: Vec<Point> =
                legal.iter().copied().filter(|&point| !position.board().is_eye(color, point)).collect();
            if good.is_empty() {
                break;
            }
            let mv = Move::Play(chance.pick(&good));
            position.play_as(color, mv).unwrap();
            gnugo.play(size, color, mv);
            gnugo.compare(&position);
            kos += usize::from(position.ko().is_some());
        }
    }
    assert!(kos > 10, "only {kos} kos");
}

fn in_atari(board: &Board) -> bool {
    board.chains().any(|chain| chain.in_atari())
}

/// Games that GNU Go played against itself and counted: ours, GNU Go's and the recorded score are one.
#[test]
fn scores_agree_on_games_of_gnu_go() {
    let mut gnugo = GnuGo::start(&["--chinese-rules"]);
    let mut n_asked = 0;
    for line in fixture("gnugo/oracle.tsv").lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let [file, n_moves, final_score, .., dead] = row[..] else { panic!("{line}") };
        gnugo.tell(&format!("loadsgf {}/../../fixtures/gnugo/{file}", env!("CARGO_MANIFEST_DIR")));
        let size = size(gnugo.tell("query_boardsize").parse().unwrap());
        let komi = gnugo.tell("get_komi").parse().unwrap();
        // The last move comes first. GNU Go forgets the handicap of a file, so the game is given to it move by move.
        let history = gnugo.tell("move_history");
        gnugo.begin(size);
        gnugo.tell(&format!("komi {komi}"));
        let text = fixture(&format!("gnugo/{file}"));
        let handicap = text.split_once("HA[").map_or(0, |(_, rest)| rest.split(']').next().unwrap().parse().unwrap());
        let mut setup = Setup::new(size);
        if handicap > 0 {
            setup.to_move = Color::White;
            setup.stones.black.extend(size.fixed_handicap(handicap).unwrap());
            assert_eq!(gnugo.points(size, &format!("fixed_handicap {handicap}")), setup.stones.black);
        }
        let mut position = Position::from_setup(&setup, Rules { komi, ..Rules::CHINESE }).unwrap();
        for entry in history.lines().rev() {
            let (color, vertex) = entry.split_once(' ').unwrap();
            let color = Color::parse(color).unwrap();
            let mv = size.parse_vertex(vertex).map_or(Move::Pass, Move::Play);
            position.play_as(color, mv).unwrap();
            gnugo.play(size, color, mv);
        }
        assert_eq!(position.n_moves().to_string(), n_moves, "{file}");
        let agreed = Agreement {
            dead: game_moves(size, &dead.replace([' ', '-'], "")).into_iter().filter_map(Move::point).collect(),
            ..Agreement::default()
        };
        assert_eq!(position.score(&agreed, handicap).to_string(), final_score, "{file}");
        if agreed.dead.is_empty() && !in_atari(position.board()) {
            assert_eq!(gnugo.tell("final_score"), final_score, "{file}");
            n_asked += 1;
        }
    }
    assert_eq!(n_asked, 9);
}

/// Random games to the end: nothing is dead there unless it stands in atari, so the plain area is the score.
#[test]
fn scores_agree_on_boards_that_are_played_out() {
    let mut gnugo = GnuGo::start(&["--chinese-rules"]);
    let mut chance = Chance::new(1);
    let mut playout = Playout::new();
    for (side, n_games) in [(5, 20), (7, 20), (9, 20), (13, 8)] {
        let (size, mut n_compared) = (size(side), 0);
        for _ in 0..10 * n_games {
            let end = playout.run(&Board::new(size), Color::Black, None, &mut |n| chance.below(n));
            if in_atari(end.board) || n_compared == n_games {
                continue;
            }
            n_compared += 1;
            gnugo.begin(size);
            gnugo.tell("komi 0.5");
            let setup = Setup::from(end.board);
            for color in Color::ALL {
                for stone in setup.stones[color] {
                    gnugo.play(size, color, Move::Play(stone));
                }
            }
            let position = Position::from_setup(&setup, Rules { komi: 0.5, ..Rules::CHINESE }).unwrap();
            assert_eq!(gnugo.points(size, "list_stones black"), position.board().stones().black);
            let ours = position.score(&Agreement::default(), 0).to_string();
            assert_eq!(gnugo.tell("final_score"), ours, "{:?}", end.board);
        }
        assert_eq!(n_compared, n_games, "{side}×{side}");
    }
}

/// Where GNU Go 3.8 is wrong, and why suicides are left out when superko is compared: the stone comes off and the board is
/// the one before it came, which positional superko forbids.
#[test]
fn a_suicide_that_repeats_the_board_is_overlooked_by_gnu_go() {
    let size = size(5);
    let at = |vertex| size.parse_vertex(vertex).unwrap();
    let mut gnugo = GnuGo::start(&["--positional-superko", "--allow-suicide"]);
    let mut position = Position::new(size, Rules::TROMP_TAYLOR);
    gnugo.begin(size);
    for (color, vertex) in [(Color::White, "B5"), (Color::White, "B4"), (Color::White, "A3"), (Color::Black, "A5")] {
        position.play_as(color, at(vertex)).unwrap();
        gnugo.play(size, color, Move::Play(at(vertex)));
    }
    assert_eq!(position.check_as(Color::Black, at("A4")), Err(Illegal::Superko { earlier: 3 }));
    assert_eq!(gnugo.tell("is_legal black A4"), "1");
}
