//! Writes what the automaton knows of positions before the first tick, to learn its rules elsewhere.
//!
//! ```text
//! scenes GAMES POSITIONS OUT
//! ```
//!
//! A line of GAMES: side of the board, handicap stones (two letters each, or `-`), moves (two letters each, `tt` is a pass). A line of POSITIONS: the number
//! of a game and of moves, games in order. OUT gets four bytes a point for each, on a frame of 19×19.
#![allow(clippy::print_stdout)]

use std::fs;

use goban::{BoardSize, Color, Move, Position, Rules, Setup};
use rayon::prelude::*;
use ripple::Scene;
use tactics::Ladders;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let games: Vec<String> = fs::read_to_string(&args[1]).expect("games").lines().map(str::to_string).collect();
    let asked: Vec<(usize, usize)> = fs::read_to_string(&args[2])
        .expect("positions")
        .lines()
        .filter_map(|line| line.split_once(' ').map(|(a, b)| (a.parse().expect("a game"), b.parse().expect("a move"))))
        .collect();
    let lots: Vec<&[(usize, usize)]> = asked.chunk_by(|a, b| a.0 == b.0).collect();
    let bytes: Vec<Vec<u8>> = lots.par_iter().map(|lot| scenes(&games[lot[0].0], lot)).collect();
    fs::write(&args[3], bytes.concat()).expect("written");
}

fn scenes(game: &str, asked: &[(usize, usize)]) -> Vec<u8> {
    let words: Vec<&str> = game.split(' ').collect();
    let size = BoardSize::new(words[0].parse().expect("a side")).expect("a size");
    let points = |word: &str| -> Vec<Option<goban::Point>> {
        word.as_bytes()
            .chunks_exact(2)
            .map(|at| size.point(usize::from(at[0] - b'a'), usize::from(at[1] - b'a')))
            .collect()
    };
    let mut setup = Setup::new(size);
    if words[1] != "-" {
        setup.stones[Color::Black].extend(points(words[1]).into_iter().flatten());
        setup.to_move = Color::White;
    }
    let mut position = Position::from_setup(&setup, Rules::KOREAN).expect("stones");
    let (mut ladders, mut bytes, mut done) = (Ladders::default(), Vec::new(), 0);
    let moves = points(words[2]);
    for &(_, t) in asked {
        while done < t {
            position.play(moves[done].map_or(Move::Pass, Move::Play)).expect("a legal move");
            done += 1;
        }
        let scene = Scene::new(&position, &mut ladders);
        let mut frame = vec![[255u8; 4]; 361];
        for (point, (stands, ladders, part)) in size.points().zip(scene.points()) {
            let [low, high] = part.to_le_bytes();
            frame[point.row() * 19 + point.column()] = [stands, ladders, low, high];
        }
        bytes.extend(frame.as_flattened());
    }
    bytes
}
