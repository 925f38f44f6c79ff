//! How often the side that a search sees ahead is the recorded winner.
//!
//! ```text
//! cargo run --release -p aji-search --example winners -- GAMES.tsv [--every 5] [--first 0] [--rows 5000] [--games 2000] [--threads 2]
//!     [--at 100,150,200,end]
//! ```
//!
//! Games have the columns id, result and moves (two letters a move, as in SGF); those that were neither counted nor resigned are left out.
//! The search begins on the positions after so many moves, `end` for the last one, and knows nothing of how the game came there. Every thread takes the next
//! position; there is a line for each with what each way of reading says, and the table of shares comes last.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::process::ExitCode;

use goban::{BoardSize, Color, Move, Position, Rules};
use model::{Seed, Settings as Parameters, Subject};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};
use search::{Search, Settings};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const SIZE: BoardSize = BoardSize::NINETEEN;
const END: usize = usize::MAX;
const WAYS: [&str; 7] = [
    "chances of the search",
    "lead of the search",
    "owners of the search, learned",
    "64 playouts, learned",
    "a glance of the automaton",
    "lead, as told",
    "chances, as told",
];

const PLAYOUTS: usize = 64;

/// A position of which the winner is known.
struct Posed {
    row: usize,
    mark: usize,
    n_moves: usize,
    winner: Color,
    position: Position,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("winners: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut path, mut every, mut first, mut rows, mut games, mut threads) = (String::new(), 5, 0, usize::MAX, 2000, 2);
    let mut marks = vec![100, 150, 200, END];
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--every" => every = value()?.parse()?,
            "--first" => first = value()?.parse()?,
            "--rows" => rows = value()?.parse()?,
            "--games" => games = value()?.parse()?,
            "--threads" => threads = value()?.parse()?,
            "--at" => {
                let mark = |word: &str| if word == "end" { Ok(END) } else { word.parse() };
                marks = value()?.split(',').map(mark).collect::<Result<_, _>>()?;
            }
            _ => path = arg,
        }
    }
    let families = registry::families();
    let prior = Subject::new(families.get("experience")?, &Parameters::default(), Seed(1))?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let mut posed = Vec::new();
    for (row, line) in text.lines().skip(1).enumerate().skip(first).step_by(every).take_while(|(at, _)| *at < rows) {
        let mut fields = line.split('\t').skip(1);
        let (Some(result), Some(moves)) = (fields.next(), fields.next()) else { continue };
        let Some((letter, how)) = result.split_once('+') else { continue };
        let Some(winner) = Color::parse(letter).filter(|_| how == "Resign" || how.parse::<f64>().is_ok()) else {
            continue;
        };
        let mut position = Position::new(SIZE, Rules { komi: 6.5, ..Rules::KOREAN });
        let moves: Vec<Move> = moves.as_bytes().chunks_exact(2).map(to_move).collect();
        for (played, mv) in moves.iter().enumerate() {
            let n_moves = played + 1;
            position.play(*mv).map_err(|reason| format!("row {row}, move {n_moves}: {reason}"))?;
            let is_here = |mark: usize| mark == n_moves || (n_moves == moves.len() && mark == END);
            let here = (0..marks.len()).filter(|&number| is_here(marks[number]));
            posed.extend(here.map(|mark| Posed { row, mark, n_moves, winner, position: position.forgetful() }));
        }
    }
    let (next, told) = (AtomicUsize::new(0), Mutex::new(vec![None; posed.len()]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, Posed { row, n_moves, winner, position, .. })) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    posed.get(at).map(|posed| (at, posed))
                } {
                    let Ok(said) = ahead(position, &prior, games) else { continue };
                    let cells: Vec<String> = said.iter().map(|lead| format!("{lead:.3}")).collect();
                    println!("{row}\t{n_moves}\t{winner}\t{}", cells.join("\t"));
                    if let Ok(mut told) = told.lock() {
                        told[at] = Some(said);
                    }
                }
            });
        }
    });
    let mut right = vec![[0.0; WAYS.len()]; marks.len()];
    let (mut of, mut surprise) = (vec![0usize; marks.len()], vec![0.0; marks.len()]);
    for (Posed { mark, winner, .. }, said) in posed.iter().zip(told.into_inner()?) {
        let Some(said) = said else { continue };
        of[*mark] += 1;
        for (hits, lead) in right[*mark].iter_mut().zip(said) {
            *hits += f64::from(u8::from(lead * winner.sign() > 0.0)) + 0.5 * f64::from(u8::from(lead == 0.0));
        }
        surprise[*mark] -= (0.5 + said[WAYS.len() - 1] * winner.sign()).ln();
    }
    for (way, name) in WAYS.iter().enumerate() {
        let shares: Vec<String> = (0..marks.len())
            .map(|mark| {
                let share = right[mark][way] / of[mark].max(1) as f64;
                let error = (share * (1.0 - share) / of[mark].max(1) as f64).sqrt();
                format!("{:5.1} ± {:.1} of {}", 100.0 * share, 100.0 * error, of[mark])
            })
            .collect();
        println!("{name:30} {}", shares.join("   "));
    }
    let losses: Vec<String> =
        (0..marks.len()).map(|mark| format!("{:.3}", surprise[mark] / of[mark].max(1) as f64)).collect();
    println!("log-loss of the chances as told: {}", losses.join("   "));
    Ok(())
}

/// Black's lead in each way of reading, or by how much its chance is above one half.
fn ahead(position: &Position, prior: &Subject, games: usize) -> Result<[f64; WAYS.len()], Box<dyn Error>> {
    let mut search = Search::new(Settings { threads: 1, ..Settings::default() }, Some(prior.clone()));
    search.begin(position)?;
    search.think(games, None, &mut || true);
    let judgement = search.judgement();
    let (chance, lead) = (judgement.black_wins.unwrap_or(0.5), judgement.black_leads.unwrap_or(0.0));
    let batch = Batch::new(position).games(PLAYOUTS).seed(Seed(1).stream(position.board().hash())).here();
    let owners = judgement.ownership.unwrap_or_default();
    let evidence = Evidence::known(&batch, Outlook { owners, lead, chance }).over();
    let looked = Owners::shipped().judge(&evidence).lead;
    let played = Owners::shipped().judge(&Evidence::of(&batch, &batch.tally())).lead;
    let told = search.outlook();
    let (told_lead, told_chance) = (told.black_leads.unwrap_or(0.0), told.black_wins.unwrap_or(0.5));
    let glance = search::glance(position).map_or(0.0, |seen| seen.lead);
    Ok([chance - 0.5, lead, looked, played, glance, told_lead, told_chance - 0.5])
}

fn to_move(pair: &[u8]) -> Move {
    let at = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
    SIZE.point(at(pair[0]), at(pair[1])).map_or(Move::Pass, Move::Play)
}
