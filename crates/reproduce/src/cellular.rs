//! Automata: whether they come to rest, and whether what they say is what the rules of Go say.

use std::collections::BTreeMap;

use ::cellular::{
    Evolution, GameVector, Grid, MoveVector, PlainVectors, Rule, Settled, State, Stone, Style, Voter, capture, chain,
    evaluation, freedom,
};
use figures::{Chart, Sample};
use goban::{Board, BoardSize, Color, Move, Position, Rules};
use model::words::four_digits;
use model::{Seed, below};
use rayon::prelude::*;
use record::Mode;
use statistics::Share;

use crate::findings::{Findings, percent};
use crate::{Progress, Setting, StageError, Work, data};

pub(crate) const STAGES: &[(&str, &str, Work)] = &[
    ("cellular.fixed", "all four automata from any start", fixed),
    ("cellular.boards", "automata on positions of real games, against the rules engine", boards),
    ("cellular.winner", "who wins, by the evaluation of the last board", winner),
    ("cellular.vote", "the vote on an empty board", vote),
    ("cellular.styles", "what moves each style prefers", styles),
    ("cellular.matches", "the voting player against others", matches),
];

/// An automaton with the states a cell can start in: any of its alphabet, or those that its use begins with.
struct Automaton {
    name: &'static str,
    any: &'static [State],
    usual: &'static [State],
    run: fn(Grid) -> Evolution,
}

fn run<R: Rule + Copy>(rule: R) -> impl Fn(Grid) -> Evolution {
    move |start| Evolution::new(&rule, start)
}

const AUTOMATA: [Automaton; 4] = [
    Automaton {
        name: "evaluation",
        any: &[1, 2, 3, 6, 10, 15],
        usual: &[1, 10, 15],
        run: |start| run(evaluation::Evaluate)(start),
    },
    Automaton { name: "chain", any: &[1, 2, 3, 4, 5, 6], usual: &[1, 2, 3], run: |start| run(chain::Chains)(start) },
    Automaton {
        name: "freedom",
        any: &[1, 2, 3, 4, 6, 8],
        usual: &[1, 2, 3],
        run: |start| run(freedom::Freedom)(start),
    },
    Automaton { name: "capture", any: &[1, 2, 3, 4], usual: &[2, 3, 4], run: |start| run(capture::Capture)(start) },
];

/// Random starts on boards of every size from 2 to 19.
fn fixed(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let n = setting.amounts.positions;
    let mut rows = Vec::new();
    let mut samples = Vec::new();
    let total = AUTOMATA.len() * 2;
    for (i, automaton) in AUTOMATA.iter().enumerate() {
        for (k, (kind, alphabet)) in [("any", automaton.any), ("usual", automaton.usual)].into_iter().enumerate() {
            let stream = setting.seed.stream(i as u64).stream(k as u64);
            let one = |number: usize| {
                let mut rng = stream.stream(number as u64).rng();
                let side = 2 + below(&mut rng, 18);
                let size = BoardSize::new(side).unwrap_or(BoardSize::NINETEEN);
                let evolution = (automaton.run)(Grid::new(size, |_| alphabet[below(&mut rng, alphabet.len())]));
                (evolution.is_settled(), evolution.n_steps())
            };
            let runs: Vec<(bool, usize)> = (0..n).into_par_iter().map(one).collect();
            let settled = runs.iter().filter(|run| run.0).count() as f64 / n.max(1) as f64;
            let most = runs.iter().map(|run| run.1).max().unwrap_or(0);
            let mean = runs.iter().map(|run| run.1).sum::<usize>() as f64 / n.max(1) as f64;
            let name = format!("cellular.fixed.{}.{kind}", automaton.name);
            found.measure(format!("{name}.settled"), settled);
            found.measure(format!("{name}.steps_most"), most as f64);
            let starts = if kind == "any" { "any state of the alphabet" } else { "stones and free cells" };
            rows.push([
                automaton.name.to_string(),
                starts.to_string(),
                n.to_string(),
                percent(settled),
                four_digits(mean),
                most.to_string(),
            ]);
            if kind == "usual" {
                samples.push(Sample::new(automaton.name, runs.iter().map(|run| run.1 as f64)));
            }
            progress(i * 2 + k + 1, total);
        }
    }
    found.measure("cellular.fixed.starts", n as f64);
    found.table(
        "Random starts",
        ["automaton", "each cell", "starts", "came to rest", "mean steps", "most steps"],
        rows,
        "Boards of 2×2 to 19×19, every cell drawn by itself. At rest: a step changes nothing any more.",
    );
    let chart = Chart::boxes(samples)
        .title("Steps to the fixed point, random starts")
        .axes("", "steps")
        .caption(&format!("{n} starts each, boards of 2×2 to 19×19, stones and free cells, seed {}", setting.seed));
    found.draw("cellular.fixed.steps", "Steps to the fixed point from random starts.", &chart);
    Ok(found)
}

/// How often something was as the rules engine has it.
#[derive(Clone, Copy, Default)]
struct Hits {
    n: usize,
    right: usize,
}

impl Hits {
    fn add(&mut self, hit: bool) {
        self.n += 1;
        self.right += usize::from(hit);
    }

    fn join(&mut self, other: Hits) {
        self.n += other.n;
        self.right += other.right;
    }
}

/// What is compared with the rules engine; names and what they are.
const HELD: [(&str, &str); 9] = [
    ("area", "owner of every point: the fixed point against counting by the rules"),
    ("liberties", "liberties of a side: cells of state 4"),
    ("m1", "m1, chains touched, with the point held at 1"),
    ("m1_printed", "m1 as printed, with the point at 2"),
    ("m2", "m2, own liberties won, cells of state 4 or 8"),
    ("m2_printed", "m2 as printed, cells of state 4, moves that capture"),
    ("m3", "m3, the opponent's liberties"),
    ("m4", "m4, stones taken, free cells as the largest state"),
    ("m4_printed", "m4 as printed, states 1 to 4, moves that capture"),
];

/// Moves of a position that are looked at, beside those that take stones.
const MOVES: usize = 24;

/// The liberties of all stones of a colour.
fn liberties(board: &Board, color: Color) -> usize {
    (board.stones()[color].grown() & board.empty()).len()
}

/// m1 with the start that the paper gives: its candidate point is 2 like the allied stones.
fn printed_touched(board: &Board, stone: Stone) -> usize {
    let start = chain::start(board, stone);
    let start = Grid::new(board.size(), |point| if point == stone.point { chain::ALLY } else { start.get(point) });
    let end = Settled::new(&chain::Chains, start).grid;
    let own = board.size().neighbors(stone.point).filter(|&near| board.get(near) == Some(stone.color));
    let mut numbers: Vec<State> = own.map(|near| end.get(near)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

/// m4 with the states that the paper gives: free 1, allied 2, opponent 3, captured 4.
fn printed_captured(board: &Board, stone: Stone) -> usize {
    let start = Grid::new(board.size(), |point| match board.get(point) {
        _ if point == stone.point => 2,
        Some(color) if color == stone.color => 2,
        Some(_) => 3,
        None => 1,
    });
    Settled::new(&capture::Capture, start).grid.count(&[4])
}

fn hold(position: &Position) -> ([Hits; HELD.len()], usize) {
    let board = position.board();
    let mut hits = [Hits::default(); HELD.len()];
    let by_automaton = ::cellular::Evaluation::by_automaton(board);
    hits[0].add(by_automaton.territory == board.territory() && by_automaton.stones == *board.stones());
    for color in Color::ALL {
        let end = Settled::new(&freedom::Freedom, freedom::start(board, color, None)).grid;
        hits[1].add(freedom::liberties(&end).len() == liberties(board, color));
    }
    let color = position.to_move();
    let plain = PlainVectors::new(board, color);
    let legal = position.legal_points();
    // Plain automata are slow: every move that takes stones, and of the others some, evenly spread.
    let every = legal.len().div_ceil(MOVES).max(1);
    for (number, point) in legal.iter().enumerate() {
        let stone = Stone { color, point };
        if number % every != 0 && board.would_capture(color, point).is_empty() {
            continue;
        }
        let Some(MoveVector { m1, m2, m3, m4 }) = plain.of(point) else { continue };
        let mut after = board.clone();
        let placed = after.place(color, point);
        let own = |near: &goban::Point| board.get(*near) == Some(color);
        let mut chains: Vec<_> =
            board.size().neighbors(point).filter(own).filter_map(|near| board.chain(near)?.stones().first()).collect();
        chains.sort_unstable();
        chains.dedup();
        let before = liberties(board, color) as i32;
        let won = if chains.is_empty() { 1 } else { liberties(&after, color) as i32 - before };
        // The opponent's liberties are counted before anything comes off, as the automaton does.
        let others = board.stones()[!color].grown() & board.empty();
        let lost = -i32::from(others.contains(point));
        hits[2].add(m1 == chains.len() as i32);
        hits[3].add(printed_touched(board, stone) == chains.len());
        hits[4].add(m2 == won);
        hits[6].add(m3 == lost);
        hits[7].add(m4 == placed.n_captured as i32);
        if placed.n_captured > 0 {
            if !chains.is_empty() {
                let end = Settled::new(&freedom::Freedom, freedom::start(board, color, Some(stone))).grid;
                hits[5].add(freedom::liberties(&end).len() as i32 - before == won);
            }
            hits[8].add(printed_captured(board, stone) == placed.n_captured);
        }
    }
    (hits, by_automaton.n_steps)
}

fn boards(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let n = setting.amounts.positions;
    let seen = data::positions(n, progress, |spot| (spot.ply, hold(spot.position)))?;
    let mut rows = Vec::new();
    for (i, (name, about)) in HELD.into_iter().enumerate() {
        let mut all = Hits::default();
        seen.iter().for_each(|(_, (hits, _))| all.join(hits[i]));
        if all.n > 0 {
            found.measure(format!("cellular.boards.{name}"), all.right as f64 / all.n as f64);
        } else {
            found.lacks(format!("cellular.boards.{name}"), "no such move among the positions looked at");
        }
        found.measure(format!("cellular.boards.{name}_n"), all.n as f64);
        let share = Share::of(all.right, all.n);
        rows.push([about.to_string(), all.n.to_string(), all.right.to_string(), percent(share.value)]);
    }
    found.measure("cellular.boards.positions", seen.len() as f64);
    found.table(
        "Against the rules engine",
        ["what", "cases", "the same", "share"],
        rows,
        "Positions of 200 games between strong players; of the legal moves of the side to play all that take stones, and up to 24 \
         others.",
    );
    let of_phase = |from: usize, to: usize| {
        seen.iter().filter(move |(ply, _)| (from..to).contains(ply)).map(|(_, (_, steps))| *steps as f64)
    };
    let samples = [("to move 60", 0, 61), ("to move 150", 61, 151), ("later", 151, usize::MAX)]
        .map(|(name, from, to)| Sample::new(name, of_phase(from, to)));
    let chart = Chart::boxes(samples)
        .title("Steps of the evaluation, real positions")
        .axes("", "steps to the fixed point")
        .caption(&format!("{} positions of games between strong players", seen.len()));
    found.draw("cellular.boards.steps", "Steps of the evaluation to its fixed point on real positions.", &chart);
    let mut late: Vec<f64> = of_phase(151, usize::MAX).collect();
    late.sort_unstable_by(f64::total_cmp);
    match late.get(late.len() / 2) {
        Some(median) => found.measure("cellular.boards.late_steps", *median),
        None => found.lacks("cellular.boards.late_steps", "no late position was looked at"),
    }
    Ok(found)
}

/// Who wins: on boards played to the end, and on boards left by agreement.
fn winner(_: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let mut rows = Vec::new();
    for (name, about, games) in [
        ("played_out", "GNU Go against Fuego, played to the end", data::engine_games()?),
        ("agreed", "strong players, counted games, dead stones left", data::expert_games()?),
    ] {
        let mut hits = Hits::default();
        for game in &games {
            let Some(record::Outcome::Win { winner, margin: record::Margin::Points(_) }) = game.info.outcome() else {
                continue;
            };
            let wrong = |error: record::ReplayError| StageError::Data(error.to_string());
            let mut replay = game.replay(&game.main_line(), Mode::Strict).map_err(wrong)?;
            while replay.next_ply().map_err(wrong)?.is_some() {}
            let position = replay.position();
            let evaluation = ::cellular::fast::evaluate(position.board());
            hits.add(evaluation.leader(position.rules().komi) == winner);
            progress(hits.n, games.len());
        }
        let share = Share::of(hits.right, hits.n);
        found.measure(format!("cellular.winner.{name}"), share.value);
        found.measure(format!("cellular.winner.{name}_n"), hits.n as f64);
        let interval = share.interval.map(percent).join(" to ");
        rows.push([
            about.to_string(),
            hits.n.to_string(),
            hits.right.to_string(),
            format!("{} ({interval})", percent(share.value)),
        ]);
    }
    found.table(
        "The winner, by the evaluation of the last board with the game's komi",
        ["games", "counted games", "winner named", "share"],
        rows,
        "Games won by resignation or on time are left out. Intervals after Wilson, 95 %.",
    );
    Ok(found)
}

/// What the vote does on an empty board: whether "pass" would win it, were it a move like others.
fn vote(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let n = setting.amounts.positions.clamp(1, 500);
    let position = Position::new(BoardSize::NINETEEN, Rules { komi: 0.0, ..Rules::CHINESE });
    let votes = |number: usize| {
        let vote = Voter::default().vote(&position, None, Seed(setting.seed.0).stream(number as u64));
        (vote.n_abstained, vote.moves.iter().map(|rated| rated.votes).max().unwrap_or(0))
    };
    let held: Vec<(usize, usize)> = (0..n).into_par_iter().map(votes).collect();
    progress(n, n);
    let mean = |number: &dyn Fn(&(usize, usize)) -> usize| held.iter().map(number).sum::<usize>() as f64 / n as f64;
    let (passes, best) = (mean(&|vote| vote.0), mean(&|vote| vote.1));
    found.measure("cellular.vote.passes", passes);
    found.measure("cellular.vote.best_point", best);
    let wins = held.iter().filter(|(passes, best)| passes > best).count() as f64 / n as f64;
    found.measure("cellular.vote.pass_wins", wins);
    found.table(
        "The first move of a game, 200 game-vectors a vote",
        ["votes held", "vectors that pass, mean", "votes for the best point, mean", "pass would win"],
        vec![[n.to_string(), four_digits(passes), four_digits(best), percent(wins)]],
        "Our player counts votes for points only, and passes when no point has one.",
    );
    Ok(found)
}

/// The styles of the paper: its letters taken by their values as printed, and with the sign of o1 that its words ask for.
const STYLES: [(&str, &str, Style); 5] = [
    ("printed.aggressive", "large d1, d2, as printed", Style::Own(GameVector { d1: 2, d2: 2, o1: 1, o2: 1 })),
    ("printed.defensive", "large o1, o2, as printed", Style::Own(GameVector { d1: 1, d2: 1, o1: 2, o2: 2 })),
    ("turned.aggressive", "large d1, d2, the sign of o1 turned (offensive)", Style::Offensive),
    ("turned.defensive", "large o1, o2, the sign of o1 turned (defensive)", Style::Defensive),
    ("turned.neutral", "all alike, the sign of o1 turned (neutral)", Style::Neutral),
];

/// What the preferred move of a style does: touches an opposing stone, puts one in atari, takes one.
fn bites(position: &Position, style: Style, seed: Seed) -> Option<[bool; 3]> {
    let voter = Voter { style, ..Voter::default() };
    let Move::Play(point) = voter.vote(position, None, seed).choice else { return None };
    let (board, color) = (position.board(), position.to_move());
    let others = |near: &goban::Point| board.get(*near) == Some(!color);
    let beside: Vec<goban::Point> = board.size().neighbors(point).filter(others).collect();
    let mut after = board.clone();
    let placed = after.place(color, point);
    let atari = |near: &goban::Point| {
        let liberties = |board: &Board| board.chain(*near).map_or(0, |chain| chain.liberties().len());
        liberties(board) > 1 && liberties(&after) == 1
    };
    Some([!beside.is_empty(), beside.iter().any(atari), placed.n_captured > 0])
}

/// How the styles play: rates of contact, atari and capture of their preferred moves in real positions.
fn styles(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let n = setting.amounts.positions.min(1000);
    let seen = data::positions(n, progress, |spot| {
        let seed = setting.seed.stream(spot.number as u64);
        STYLES.map(|(_, _, style)| bites(spot.position, style, seed))
    })?;
    let mut rows = Vec::new();
    let mut means = BTreeMap::new();
    for (i, (name, about, _)) in STYLES.into_iter().enumerate() {
        let moves: Vec<[bool; 3]> = seen.iter().filter_map(|of| of[i]).collect();
        let share = |what: usize| Share::of(moves.iter().filter(|bites| bites[what]).count(), moves.len());
        let shares = [0, 1, 2].map(share);
        for (what, share) in ["contact", "atari", "capture"].into_iter().zip(&shares) {
            found.measure(format!("cellular.styles.{name}.{what}"), share.value);
        }
        means.insert(name, shares.iter().map(|share| share.value).sum::<f64>() / 3.0);
        let cell = |share: &Share| format!("{} ({})", percent(share.value), share.interval.map(percent).join(" to "));
        let [contact, atari, capture] = [cell(&shares[0]), cell(&shares[1]), cell(&shares[2])];
        rows.push([about.to_string(), moves.len().to_string(), contact, atari, capture]);
    }
    for reading in ["printed", "turned"] {
        let of = |style: &str| means.get(format!("{reading}.{style}").as_str()).copied().unwrap_or(f64::NAN);
        found.measure(format!("cellular.styles.{reading}.more_aggressive"), of("aggressive") - of("defensive"));
    }
    found.measure("cellular.styles.positions", seen.len() as f64);
    found.table(
        "What the styles prefer",
        ["game-vector", "moves", "beside an opposing stone", "puts stones in atari", "takes stones"],
        rows,
        "The preferred move of one game-vector in positions of games between strong players, passes left out; 95 % intervals after Wilson.",
    );
    Ok(found)
}

/// How the voting player does in the matches of this run. A rating of a server cannot come from it; what can is here.
fn matches(setting: &Setting<'_>, progress: &Progress<'_>) -> Result<Findings, StageError> {
    let mut found = Findings::default();
    let mut against: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for game in setting.matches {
        let name = |color: Color| game.info.players[color].name.clone().unwrap_or_default();
        let Some(own) = Color::ALL.into_iter().find(|color| name(*color) == "cellular") else { continue };
        let Some(winner) = game.info.outcome().and_then(|outcome| outcome.winner()) else { continue };
        let [wins, games] = against.entry(name(!own)).or_default();
        *wins += usize::from(winner == own);
        *games += 1;
    }
    found.measure("cellular.matches.games", against.values().map(|[_, games]| games).sum::<usize>() as f64);
    let rows = against
        .iter()
        .map(|(name, [wins, games])| {
            let share = Share::of(*wins, *games);
            let [low, high] = share.interval;
            // The share that a difference in rating stands for.
            let elo = |share: f64| match share {
                share if share <= 0.0 => "−∞".to_string(),
                share if share >= 1.0 => "∞".to_string(),
                share => format!("{:+.0}", 400.0 * (share / (1.0 - share)).log10()),
            };
            [
                name.clone(),
                games.to_string(),
                wins.to_string(),
                format!("{} ({} to {})", percent(share.value), percent(low), percent(high)),
                format!("{} to {}", elo(low), elo(high)),
            ]
        })
        .collect::<Vec<_>>();
    if !rows.is_empty() {
        found.table(
            "The voting player against others",
            ["against", "games", "won", "share", "rating difference, 95 %"],
            rows,
            "Games of this run, 19×19; rating differences in Elo points.",
        );
    }
    progress(1, 1);
    Ok(found)
}
