//! Real games played again, every move checked for legality.

use std::path::Path;

use board_game::board::Board as _;
use board_game::games::go::{self as bg, GoBoard};
use go_game_board::{Board as GgbBoard, Vertex};
use goban::{BoardSize, Ko, Move, Position, Rules};
use goban_crate::rules::game::Game as CrateGame;
use goban_crate::rules::{CHINESE, GobanSizes, JAPANESE, Move as CrateMove};

use crate::timing::{Contender, compare};

/// A move as column and row; none is a pass.
type Game = Vec<Option<(u8, u8)>>;

/// One line a game: id, result, two letters a move, `tt` a pass.
fn read(path: &Path) -> Vec<Game> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let game = |line: &str| {
        let moves = line.split('\t').nth(2)?.trim_end().as_bytes();
        let at = |pair: &[u8]| (pair != b"tt").then(|| (pair[0] - b'a', pair[1] - b'a'));
        Some(moves.chunks_exact(2).map(at).collect())
    };
    text.lines().skip(1).filter_map(game).collect()
}

/// What every contender must agree on: moves played, stones captured. Games stop at the first illegal move.
type Totals = (usize, usize);

pub fn run(path: &Path, rounds: usize) {
    let games = read(path);
    let each = |of: &dyn Fn(Option<(u8, u8)>) -> Move| -> Vec<Vec<Move>> {
        games.iter().map(|game| game.iter().map(|&mv| of(mv)).collect()).collect()
    };
    let size = BoardSize::NINETEEN;
    let ours = each(&|mv| mv.and_then(|(x, y)| size.point(x.into(), y.into())).map_or(Move::Pass, Move::Play));
    let ggb: Vec<Vec<Vertex>> = games
        .iter()
        .map(|game| {
            let vertex = |(x, y): (u8, u8)| Vertex::from_coords(y as isize, x as isize);
            game.iter().map(|mv| mv.map_or(Vertex::pass(), vertex)).collect()
        })
        .collect();
    let bgm: Vec<Vec<bg::Move>> = games
        .iter()
        .map(|game| {
            game.iter().map(|mv| mv.map_or(bg::Move::Pass, |(x, y)| bg::Move::Place(bg::Tile::new(x, y)))).collect()
        })
        .collect();
    let crate_moves: Vec<Vec<CrateMove>> = games
        .iter()
        .map(|game| game.iter().map(|mv| mv.map_or(CrateMove::Pass, |(x, y)| CrateMove::Play(x, y))).collect())
        .collect();

    println!("{} games, {} moves", games.len(), games.iter().map(Vec::len).sum::<usize>());
    let simple = compare(
        "Replay with legality, simple ko",
        "moves/s",
        rounds,
        &mut [
            Contender::new("go_game_board is_legal + play_legal", || replay_ggb(&ggb)),
            Contender::new("ours, Position::play", || replay_ours(&ours, Rules::CHINESE)),
            Contender::new("goban (crate) try_play JAPANESE", || replay_crate(&crate_moves, JAPANESE)),
        ],
    );
    let superko = compare(
        "Replay with legality, positional superko",
        "moves/s",
        rounds,
        &mut [
            Contender::new("board-game, cgos rules", || replay_board_game(&bgm)),
            Contender::new("ours, Position::play, positional superko", || {
                replay_ours(&ours, Rules { ko: Ko::Positional, ..Rules::CHINESE })
            }),
            Contender::new("goban (crate) try_play CHINESE", || replay_crate(&crate_moves, CHINESE)),
        ],
    );
    for (title, totals) in [("simple ko", &simple), ("positional superko", &superko)] {
        println!("{title}: {} moves played, {} stones captured by every contender", totals[0].0, totals[0].1);
        assert!(totals.iter().all(|t| *t == totals[0]), "the contenders disagree: {totals:?}");
    }
}

fn replay_ours(games: &[Vec<Move>], rules: Rules) -> (f64, Totals) {
    let start = Position::new(BoardSize::NINETEEN, rules);
    let mut position = start.clone();
    let (mut n_moves, mut captured) = (0, 0);
    for game in games {
        position.clone_from(&start);
        n_moves += game.iter().take_while(|&&mv| position.play(mv).is_ok()).count();
        let prisoners = position.prisoners();
        captured += prisoners.black + prisoners.white;
    }
    (n_moves as f64, (n_moves, captured))
}

fn replay_ggb(games: &[Vec<Vertex>]) -> (f64, Totals) {
    let start = GgbBoard::with_size(19, 19);
    let mut board = start.clone();
    let (mut n_moves, mut captured) = (0, 0);
    for game in games {
        board.load(&start);
        let mut plays = 0;
        for &vertex in game {
            let player = board.act_player();
            if !board.is_legal(player, vertex) {
                break;
            }
            board.play_legal(player, vertex);
            n_moves += 1;
            plays += usize::from(vertex != Vertex::pass());
        }
        captured += plays - (361 - board.empty_vertex_count());
    }
    (n_moves as f64, (n_moves, captured))
}

fn replay_board_game(games: &[Vec<bg::Move>]) -> (f64, Totals) {
    let (mut n_moves, mut captured) = (0, 0);
    for game in games {
        let mut board = GoBoard::new(19, bg::Komi::zero(), bg::Rules::cgos());
        let mut plays = 0;
        for &mv in game {
            if board.play(mv).is_err() {
                break;
            }
            n_moves += 1;
            plays += usize::from(mv != bg::Move::Pass);
        }
        captured += plays - usize::from(board.stone_count());
    }
    (n_moves as f64, (n_moves, captured))
}

fn replay_crate(games: &[Vec<CrateMove>], rule: goban_crate::rules::Rule) -> (f64, Totals) {
    let (mut n_moves, mut captured) = (0, 0);
    for moves in games {
        let mut game = CrateGame::new(GobanSizes::Nineteen, rule);
        n_moves += moves.iter().take_while(|&&mv| game.try_play(mv).is_ok()).count();
        let (black, white) = game.prisoners();
        captured += (black + white) as usize;
    }
    (n_moves as f64, (n_moves, captured))
}
