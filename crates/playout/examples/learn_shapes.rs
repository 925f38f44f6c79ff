//! Learns what shapes are worth from games: the table that the policy plays by.
//!
//! ```text
//! cargo run --release -p aji-playout --example learn_shapes -- GAMES.tsv[.gz] [--games 4000] [--least 200] > shapes.txt
//! ```
//!
//! At every move the eight points around the last one compete with each other and with going elsewhere, whose worth is 100. The worth of a
//! shape is the one that makes the choices of the players most likely (Coulom, "Computing Elo ratings of move patterns in the game of
//! Go", 2007). The table of games has the columns id, result and moves.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::ExitCode;

use flate2::read::MultiGzDecoder;
use goban::{Board, BoardSize, Color, Move, Point, Position, Rules};

const SIZE: BoardSize = BoardSize::NINETEEN;
const ROUNDS: usize = 30;
const ELSEWHERE: f64 = 100.0;

/// The nine places of a shape, row by row; the fifth is the move.
const PLACES: [(i32, i32); 9] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// What is on each place as the mover sees it: its letter, and for chains beside the move a digit.
type Drawn = [(u8, u8); 9];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("learn_shapes: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut path, mut n_games, mut least) = (String::new(), 4000usize, 200u32);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--games" => n_games = value()?.parse()?,
            "--least" => least = value()?.parse()?,
            _ if path.is_empty() => path = arg,
            _ => return Err(format!("{arg} is not known").into()),
        }
    }
    let file = File::open(&path).map_err(|error| format!("{path}: {error}"))?;
    let bytes: Box<dyn Read> = if path.ends_with(".gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut learner = Learner::default();
    for line in BufReader::new(bytes).lines().skip(1).take(n_games) {
        if let Some(moves) = line?.split('\t').nth(2) {
            learner.see(moves);
        }
    }
    let worth = learner.fit();
    let mut rows: Vec<(u32, f64, &Drawn)> = learner
        .ids
        .iter()
        .map(|(drawn, &id)| (learner.n_seen[id as usize], worth[id as usize], drawn))
        .filter(|&(n_seen, ..)| n_seen >= least)
        .collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.2.cmp(b.2)));
    println!(
        "# Shapes beside the last move and what they are worth, learned by examples/learn_shapes.rs from {n_games} games of"
    );
    println!("# experts; going elsewhere is worth 100. The form is described with `Shapes`.");
    for (_, worth, drawn) in rows {
        let weight = (worth * ELSEWHERE).round();
        if weight >= 1.0 {
            println!("{weight} mover {}", text(drawn));
        }
    }
    Ok(())
}

fn text(drawn: &Drawn) -> String {
    let mut text = String::new();
    for (i, &(letter, digit)) in drawn.iter().enumerate() {
        if i > 0 && i % 3 == 0 {
            text.push('/');
        }
        text.push(char::from(letter));
        if digit > 0 {
            text.push(char::from(b'0' + digit));
        }
    }
    text
}

#[derive(Default)]
struct Learner {
    ids: HashMap<Drawn, u32>,
    /// The least of all turned and mirrored drawings of one already met.
    known: HashMap<Drawn, u32>,
    n_seen: Vec<u32>,
    n_played: Vec<u32>,
    /// The shapes that competed at each move, one after the other.
    decisions: Vec<Vec<u32>>,
}

impl Learner {
    fn see(&mut self, moves: &str) {
        let at = |pair: &[u8]| SIZE.point(pair[0].wrapping_sub(b'a').into(), pair[1].wrapping_sub(b'a').into());
        let mut position = Position::new(SIZE, Rules::KOREAN);
        let mut last: Option<Point> = None;
        for pair in moves.as_bytes().chunks_exact(2) {
            let played = at(pair);
            if let Some(last) = last {
                let mut competitors = Vec::new();
                for near in SIZE.neighbors(last).chain(SIZE.diagonals(last)) {
                    if position.check(near).is_err() || position.board().is_eye(position.to_move(), near) {
                        continue;
                    }
                    let id = self.id(draw(position.board(), position.to_move(), near));
                    self.n_seen[id as usize] += 1;
                    self.n_played[id as usize] += u32::from(played == Some(near));
                    competitors.push(id);
                }
                self.decisions.push(competitors);
            }
            if position.play(played.map_or(Move::Pass, Move::Play)).is_err() {
                return;
            }
            last = played;
        }
    }

    fn id(&mut self, drawn: Drawn) -> u32 {
        if let Some(&id) = self.known.get(&drawn) {
            return id;
        }
        let least = symmetries(&drawn).into_iter().min().unwrap_or(drawn);
        let next = self.n_seen.len() as u32;
        let id = *self.ids.entry(least).or_insert(next);
        if id == next {
            self.n_seen.push(0);
            self.n_played.push(0);
        }
        self.known.insert(drawn, id);
        id
    }

    /// Minorisation and maximisation: the worth of a shape is how often it was played over how often it would have been expected, had it
    /// been worth one. A win and a loss against elsewhere are added to each, so that rare shapes stay moderate.
    fn fit(&self) -> Vec<f64> {
        let mut worth = vec![1.0; self.n_seen.len()];
        for _ in 0..ROUNDS {
            let mut expected = vec![0.0; worth.len()];
            for competitors in &self.decisions {
                let total = 1.0 + competitors.iter().map(|&id| worth[id as usize]).sum::<f64>();
                for &id in competitors {
                    expected[id as usize] += 1.0 / total;
                }
            }
            for (id, worth) in worth.iter_mut().enumerate() {
                *worth = (f64::from(self.n_played[id]) + 1.0) / (expected[id] + 2.0 / (1.0 + *worth));
            }
        }
        worth
    }
}

fn draw(board: &Board, mover: Color, point: Point) -> Drawn {
    PLACES.map(|(columns, rows)| {
        if (columns, rows) == (0, 0) {
            return (b'*', 0);
        }
        let Some(near) = SIZE.offset(point, columns, rows) else { return (b'-', 0) };
        match board.chain(near) {
            None => (b'.', 0),
            Some(chain) => {
                let letter = if chain.color() == mover { b'X' } else { b'O' };
                let digit = if columns == 0 || rows == 0 { chain.n_liberties().min(3) as u8 } else { 0 };
                (letter, digit)
            }
        }
    })
}

fn symmetries(drawn: &Drawn) -> [Drawn; 8] {
    std::array::from_fn(|symmetry| {
        PLACES.map(|(x, y)| {
            let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
            let (x, y) = (if symmetry & 1 == 0 { x } else { -x }, if symmetry & 2 == 0 { y } else { -y });
            drawn[((y + 1) * 3 + x + 1) as usize]
        })
    })
}
