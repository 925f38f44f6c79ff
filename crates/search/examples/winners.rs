//! How often the side that a search sees ahead is the recorded winner.
//!
//! ```text
//! cargo run --release -p aji-search --example winners -- GAMES.tsv [--every 5] [--first 0] [--rows 5000] [--games 2000] [--threads 2]
//!     [--at 100,150,200,end]
//! ```
//!
//! Games have the columns id, result and moves (two letters a move, as in SGF); those that were neither counted nor resigned are left out.
//! The search begins on the positions after so many moves, `end` for the last one, and knows nothing of how the game came there. Rows go on in the order of the table, one line a
//! position, with what each way of reading says; the table of shares comes last.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::process::ExitCode;

use goban::{BoardSize, Color, Move, Position, Rules};
use model::{Seed, Settings as Parameters, Subject};
use playout::Batch;
use playout::owners::{Evidence, Outlook, Owners};
use search::{Search, Settings};

const SIZE: BoardSize = BoardSize::NINETEEN;
const END: usize = usize::MAX;
const WAYS: [&str; 6] = [
    "chances of the search",
    "lead of the search",
    "owners of the search, learned",
    "the same but for the move",
    "64 playouts, learned",
    "both, as told",
];

const PLAYOUTS: usize = 64;

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
    let mut right = vec![[0.0; WAYS.len()]; marks.len()];
    let mut of = vec![0usize; marks.len()];
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    for (number, line) in text.lines().skip(1).enumerate().skip(first).step_by(every).take_while(|(at, _)| *at < rows) {
        let mut fields = line.split('\t').skip(1);
        let (Some(result), Some(moves)) = (fields.next(), fields.next()) else { continue };
        let Some((letter, how)) = result.split_once('+') else { continue };
        let Some(winner) = Color::parse(letter).filter(|_| how == "Resign" || how.parse::<f64>().is_ok()) else {
            continue;
        };
        let mut position = Position::new(SIZE, Rules { komi: 6.5, ..Rules::KOREAN });
        let moves: Vec<Move> = moves.as_bytes().chunks_exact(2).map(to_move).collect();
        for (played, mv) in moves.iter().enumerate() {
            position.play(*mv).map_err(|reason| format!("row {number}, move {}: {reason}", played + 1))?;
            let last = played + 1 == moves.len();
            let is_here = |mark: usize| mark == played + 1 || (last && mark == END);
            for mark in (0..marks.len()).filter(|&number| is_here(marks[number])) {
                let said = ahead(&position.forgetful(), &prior, games, threads)?;
                let cells: Vec<String> = said.iter().map(|lead| format!("{lead:.3}")).collect();
                println!("{number}\t{}\t{winner}\t{}", played + 1, cells.join("\t"));
                of[mark] += 1;
                for (hits, lead) in right[mark].iter_mut().zip(said) {
                    *hits += f64::from(u8::from(lead * winner.sign() > 0.0)) + 0.5 * f64::from(u8::from(lead == 0.0));
                }
            }
        }
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
    Ok(())
}

/// Black's lead in each way of reading.
fn ahead(
    position: &Position,
    prior: &Subject,
    games: usize,
    threads: usize,
) -> Result<[f64; WAYS.len()], Box<dyn Error>> {
    let mut search = Search::new(Settings { threads, ..Settings::default() }, Some(prior.clone()));
    search.begin(position)?;
    search.think(games, None, &mut || true);
    let judgement = search.judgement();
    let (chance, lead) = (judgement.black_wins.unwrap_or(0.5), judgement.black_leads.unwrap_or(0.0));
    let batch = Batch::new(position).games(PLAYOUTS).seed(Seed(1).stream(position.board().hash()));
    let owners = judgement.ownership.unwrap_or_default();
    let evidence = Evidence::known(&batch, Outlook { owners, lead, chance });
    let looked = Owners::shipped().judge(&evidence).lead;
    // The games of the search know what the move is worth.
    let over = Owners::shipped().judge(&evidence.over()).lead;
    let played = Owners::shipped().judge(&Evidence::of(&batch, &batch.tally())).lead;
    Ok([chance - 0.5, lead, looked, over, played, over + played])
}

fn to_move(pair: &[u8]) -> Move {
    let at = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
    SIZE.point(at(pair[0]), at(pair[1])).map_or(Move::Pass, Move::Play)
}
