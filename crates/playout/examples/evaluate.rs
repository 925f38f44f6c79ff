//! How well playouts see: the winner in the middle of games and at their end, the margin of counted games, and whose the points are in
//! the eyes of a strong engine.
//!
//! ```text
//! cargo run --release -p aji-playout --example evaluate -- GAMES.tsv[.gz] [--judged JUDGED.jsonl[.gz]] [--teacher OWNERS.tsv]
//!     [--playouts 64] [--from 0] [--games 400] [--at 100,150,200,end] [--rates answer=90,two=60,…] [--shapes FILE] [--owners FILE]
//! ```
//!
//! Everything is measured twice: by the games alone, and as learned owners correct them (those that ship, or those of a file). The
//! playouts do not know what was played last.
//!
//! With `--teacher` the positions of that table are looked at instead: id of the game, number of moves, Black's chance, lead, spread, and a
//! letter from a (White's) to u (Black's) for every point. That tells two policies apart with far fewer games than winners do.
//! The table of games has the columns id, result and moves (two letters a move, as in SGF), the judged games are lines of JSON with
//! `moves` and, for every turn, the owners in base64.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;
use std::time::Instant;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::read::MultiGzDecoder;
use goban::{BoardSize, Color, Move, Point, Position, Rules, Setup};
use model::Seed;
use playout::owners::{Evidence, Outlook, Owners};
use playout::{Batch, Policy, Settlement, Tally};

const SIZE: BoardSize = BoardSize::NINETEEN;
const RULES: Rules = Rules::KOREAN;

type Failure = Box<dyn Error>;

struct Options {
    games: String,
    judged: Option<String>,
    teacher: Option<String>,
    playouts: usize,
    from: usize,
    n_games: usize,
    /// After how many moves; the end is the largest number there is.
    marks: Vec<usize>,
    policy: Policy,
    owners: Option<Owners>,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("evaluate: {error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Result<Options, Failure> {
    let mut options = Options {
        games: String::new(),
        judged: None,
        teacher: None,
        playouts: 64,
        from: 0,
        n_games: 400,
        marks: vec![100, 150, 200, usize::MAX],
        policy: Policy::default(),
        owners: None,
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--judged" => options.judged = Some(value()?),
            "--teacher" => options.teacher = Some(value()?),
            "--playouts" => options.playouts = value()?.parse()?,
            "--from" => options.from = value()?.parse()?,
            "--games" => options.n_games = value()?.parse()?,
            "--at" => options.marks = value()?.split(',').map(mark).collect::<Result<_, _>>()?,
            "--rates" => set_rates(&mut options.policy, &value()?)?,
            "--owners" => options.owners = Some(Owners::from_bytes(&std::fs::read(value()?)?)?),
            "--shapes" => options.policy.shapes = std::fs::read_to_string(value()?)?.parse()?,
            _ if options.games.is_empty() && !arg.starts_with('-') => options.games = arg,
            _ => return Err(format!("{arg} is not known").into()),
        }
    }
    Ok(options)
}

fn mark(text: &str) -> Result<usize, Failure> {
    if text == "end" { Ok(usize::MAX) } else { Ok(text.parse()?) }
}

fn set_rates(policy: &mut Policy, text: &str) -> Result<(), Failure> {
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or("rates are written name=percent")?;
        let rates = &mut policy.rates;
        if name == "elsewhere" {
            rates.elsewhere = value.parse()?;
            continue;
        }
        let rate = match name {
            "answer" => &mut rates.answer,
            "two" => &mut rates.two,
            "vital" => &mut rates.vital,
            "throw_in" => &mut rates.throw_in,
            _ => return Err(format!("{name} is no rate").into()),
        };
        *rate = value.parse()?;
    }
    Ok(())
}

fn run(options: &Options) -> Result<(), Failure> {
    match &options.teacher {
        Some(path) => teacher(options, path)?,
        None if !options.games.is_empty() => winners(options)?,
        None => {}
    }
    if let Some(path) = &options.judged {
        owners(options, path)?;
    }
    Ok(())
}

fn open(path: &str) -> Result<Box<dyn BufRead>, Failure> {
    let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
    let bytes: Box<dyn Read> = if path.ends_with(".gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    Ok(Box::new(BufReader::new(bytes)))
}

/// A count out of a total.
#[derive(Default, Clone, Copy)]
struct Share {
    hits: f64,
    of: usize,
}

impl Share {
    fn add(&mut self, hit: f64) {
        self.hits += hit;
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.hits / self.of.max(1) as f64
    }

    /// The standard error of the percentage.
    fn error(self) -> f64 {
        let p = self.hits / self.of.max(1) as f64;
        100.0 * (p * (1.0 - p) / self.of.max(1) as f64).sqrt()
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:5.2} ± {:.2} % of {}", self.percent(), self.error(), self.of)
    }
}

fn moves_of(text: &str) -> Vec<Move> {
    let at = |pair: &[u8]| SIZE.point(pair[0].wrapping_sub(b'a').into(), pair[1].wrapping_sub(b'a').into());
    text.as_bytes().chunks_exact(2).map(|pair| at(pair).map_or(Move::Pass, Move::Play)).collect()
}

/// What the games say, and what becomes of it by what was learned.
fn look(options: &Options, position: &Position, seed: u64) -> (Tally, Outlook) {
    let batch = Batch::new(position).policy(&options.policy).games(options.playouts).seed(Seed(1).stream(seed));
    let tally = batch.tally();
    let outlook = options.owners.as_ref().unwrap_or_else(|| Owners::shipped()).judge(&Evidence::of(&batch, &tally));
    (tally, outlook)
}

/// One where the side is right, a half where there is no telling.
fn right(lead: f64, winner: Color) -> f64 {
    match lead * winner.sign() {
        lead if lead > 0.0 => 1.0,
        lead if lead < 0.0 => 0.0,
        _ => 0.5,
    }
}

fn winners(options: &Options) -> Result<(), Failure> {
    let marks = &options.marks;
    let mut by_chance = vec![Share::default(); marks.len()];
    let mut learned = by_chance.clone();
    let [mut counted, mut within_one, mut within_three, mut playout_lead] = [Share::default(); 4];
    let mut unfinished = Share::default();
    let (mut n_batches, mut seconds) = (0, 0.0);
    let mut n_games = 0;
    for line in open(&options.games)?.lines().skip(1 + options.from) {
        let line = line?;
        let mut fields = line.split('\t');
        let (id, result, moves) = (fields.next(), fields.next(), fields.next());
        let (Some(id), Some(result), Some(moves)) = (id, result, moves) else { continue };
        let Some((letter, how)) = result.split_once('+') else { continue };
        let margin = how.parse::<f64>().ok();
        let Some(winner) = Color::parse(letter) else { continue };
        if margin.is_none() && how != "Resign" {
            continue;
        }
        n_games += 1;
        if n_games > options.n_games {
            break;
        }
        let moves = moves_of(moves);
        let mut position = Position::new(SIZE, RULES);
        for n in 0..=moves.len() {
            for (mark, &at) in marks.iter().enumerate() {
                if n != at && !(at == usize::MAX && n == moves.len()) {
                    continue;
                }
                let start = Instant::now();
                let (tally, outlook) = look(options, &position, id.parse::<u64>()? * 1000 + n as u64);
                seconds += start.elapsed().as_secs_f64();
                n_batches += 1;
                by_chance[mark].add(right(tally.chance(Color::Black) - 0.5, winner));
                learned[mark].add(right(outlook.chance - 0.5, winner));
                unfinished.add(tally.n_unfinished() as f64 / tally.n_games() as f64);
                if let (Some(margin), true) = (margin, at == usize::MAX) {
                    let lead = Settlement::of(&position, Seed(1)).score(&position, 0).lead();
                    let off = (lead - margin * winner.sign()).abs();
                    counted.add(right(lead, winner));
                    within_one.add(f64::from(u8::from(off <= 1.0)));
                    within_three.add(f64::from(u8::from(off <= 3.0)));
                    let off = (tally.lead() - margin * winner.sign()).abs();
                    playout_lead.add(f64::from(u8::from(off <= 3.0)));
                }
            }
            if let Some(&mv) = moves.get(n)
                && position.play(mv).is_err()
            {
                break;
            }
        }
    }
    for (i, &mark) in marks.iter().enumerate() {
        let name = if mark == usize::MAX { "end".to_string() } else { format!("move {mark}") };
        println!("winner at {name:<9} games alone {}   learned {}", by_chance[i], learned[i]);
    }
    println!("counted games, last board: winner {counted}");
    println!(
        "  margin within 1 {within_one}\n  margin within 3 {within_three}\n  playout lead within 3 {playout_lead}"
    );
    println!("games that met the bound: {unfinished}");
    println!("{:.2} ms for a batch of {}", 1000.0 * seconds / f64::from(n_batches), options.playouts);
    Ok(())
}

fn teacher(options: &Options, path: &str) -> Result<(), Failure> {
    let mut games = std::collections::HashMap::new();
    for line in open(&options.games)?.lines() {
        let line = line?;
        let mut fields = line.split('\t');
        if let (Some(id), Some(_), Some(moves)) = (fields.next(), fields.next(), fields.next()) {
            games.insert(id.to_string(), moves_of(moves));
        }
    }
    let mut judges = [Judge::default(), Judge::default()];
    let start = Instant::now();
    let mut n = 0.0;
    for line in open(path)?.lines().take(options.n_games) {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, t, chance, lead, _, letters] = fields[..] else { continue };
        let Some(moves) = games.get(id) else { continue };
        let (t, chance, lead): (usize, f64, f64) = (t.parse()?, chance.parse()?, lead.parse()?);
        let mut position = Position::new(SIZE, RULES);
        for &mv in &moves[..t] {
            position.play(mv).map_err(|error| format!("{id}: {error}"))?;
        }
        let taught: Vec<f64> = letters.bytes().map(|letter| (f64::from(letter) - f64::from(b'k')) / 10.0).collect();
        let (tally, outlook) = look(options, &position, t as u64);
        judges[0].add(&taught, lead, chance, &plain(&tally));
        judges[1].add(&taught, lead, chance, &outlook);
        n += 1.0;
    }
    for (name, judge) in ["games alone", "learned"].iter().zip(&judges) {
        println!("{name:<12} {judge}");
    }
    println!("{:.1} ms a position", 1000.0 * start.elapsed().as_secs_f64() / n);
    Ok(())
}

fn plain(tally: &Tally) -> Outlook {
    Outlook { owners: tally.owners(), lead: tally.lead(), chance: tally.chance(Color::Black) }
}

/// How far something is from what a strong engine says.
#[derive(Default)]
struct Judge {
    sign: Share,
    ahead: Share,
    squares: f64,
    n_points: usize,
    lead_error: f64,
    n: f64,
}

impl Judge {
    fn add(&mut self, taught: &[f64], lead: f64, chance: f64, said: &Outlook) {
        for (&taught, &owner) in taught.iter().zip(&said.owners) {
            self.squares += (taught - owner).powi(2);
            self.n_points += 1;
            if taught.abs() >= 0.5 {
                self.sign.add(right(owner, if taught > 0.0 { Color::Black } else { Color::White }));
            }
        }
        if (chance - 0.5).abs() > 0.1 {
            self.ahead.add(right(said.chance - 0.5, if chance > 0.5 { Color::Black } else { Color::White }));
        }
        self.lead_error += (lead - said.lead).abs().min(40.0);
        self.n += 1.0;
    }
}

impl std::fmt::Display for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "owner's sign where it is sure {:.2} %, mean square {:.4}; who is ahead {}; lead off by {:.2} points",
            self.sign.percent(),
            self.squares / self.n_points.max(1) as f64,
            self.ahead,
            self.lead_error / self.n.max(1.0)
        )
    }
}

/// Every tenth position of judged games, by the size of the board and by how far the game has come.
fn owners(options: &Options, path: &str) -> Result<(), Failure> {
    let mut by_part: BTreeMap<String, [Judge; 2]> = BTreeMap::new();
    for line in open(path)?.lines() {
        let game: serde_json::Value = serde_json::from_str(&line?)?;
        let size = game["size"].as_u64().and_then(|side| BoardSize::new(side as usize)).ok_or("size")?;
        let vertex = |value: &serde_json::Value| value.as_str().and_then(|text| size.parse_vertex(text));
        let stones = |name: &str| -> Vec<(Color, Option<Point>)> {
            let list = game[name].as_array().into_iter().flatten();
            list.filter_map(|pair| Some((Color::parse(pair[0].as_str()?)?, vertex(&pair[1])))).collect()
        };
        let rules = Rules::named(game["rules"].as_str().unwrap_or("japanese")).unwrap_or(RULES);
        let rules = Rules { komi: game["komi"].as_f64().unwrap_or(rules.komi), ..rules };
        let mut setup = Setup::new(size);
        for (color, point) in stones("stones") {
            setup.stones[color].extend(point);
        }
        let mut position = Position::from_setup(&setup, rules)?;
        let moves = stones("moves");
        for n in 0..=moves.len() {
            let turn = &game["turns"][n];
            if n % 10 == 0 && turn["o"].is_string() {
                let owners = BASE64_STANDARD.decode(turn["o"].as_str().unwrap_or_default())?;
                let taught: Vec<f64> = owners.iter().map(|owner| f64::from(*owner as i8) / 100.0).collect();
                if let Some(&(color, _)) = moves.get(n) {
                    position.set_to_move(color);
                }
                let (tally, outlook) = look(options, &position, n as u64);
                let (lead, chance) = (turn["l"].as_f64().unwrap_or(0.0), turn["w"].as_f64().unwrap_or(0.5));
                let part = 4 * n / moves.len().max(1);
                for name in [format!("{size} all"), format!("{size} part {} of 4", part.min(3) + 1)] {
                    let judges = by_part.entry(name).or_default();
                    judges[0].add(&taught, lead, chance, &plain(&tally));
                    judges[1].add(&taught, lead, chance, &outlook);
                }
            }
            if let Some(&(color, point)) = moves.get(n) {
                position.play_anyway(color, point.map_or(Move::Pass, Move::Play));
            }
        }
    }
    for (part, judges) in by_part {
        println!("{part}\n  games alone  {}\n  learned      {}", judges[0], judges[1]);
    }
    Ok(())
}
