//! Random games from the empty board that fill no single-point eye.

use go_game_board::{Board as GgbBoard, Gammas, Vertex};
use goban::{Board, BoardSize, Color, Playout};

use crate::timing::{Contender, compare};

/// The generator of both contenders: an xorshift with a multiplication, cut to a range by multiplying.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((word * u64::from(n)) >> 32) as u32
    }
}

pub fn run(side: usize, n_playouts: usize, rounds: usize) {
    let (mut chance_ggb, mut chance_ours) = (Chance(1), Chance(1));
    let ggb_start = GgbBoard::with_size(side, side);
    let gammas = Gammas::new();
    let mut ggb_board = ggb_start.clone();
    let start = Board::new(BoardSize::new(side).expect("a board size"));
    let mut playout = Playout::new();
    let n_moves = compare(
        &format!("Random playouts {side}×{side}"),
        "playouts/s",
        rounds,
        &mut [
            Contender::new("go_game_board, random start + cyclic scan", || {
                let mut n_moves = 0;
                for _ in 0..n_playouts {
                    ggb_board.load(&ggb_start);
                    n_moves += playout_ggb(&mut ggb_board, &mut chance_ggb, &gammas);
                }
                (n_playouts as f64, n_moves)
            }),
            Contender::new("ours, Playout::run, uniform", || {
                let below = &mut |n| chance_ours.below(n);
                let n_moves =
                    (0..n_playouts).map(|_| playout.run(&start, Color::Black, None, below).n_moves).sum::<usize>();
                (n_playouts as f64, n_moves)
            }),
        ],
    );
    let per_playout = n_moves.iter().map(|&n| format!("{:.1}", n as f64 / n_playouts as f64)).collect::<Vec<_>>();
    println!("stones placed per playout: {}", per_playout.join(", "));
}

/// The quickest loop that the peer's interface allows: its table of 3×3 patterns answers "legal and no eye" in one look.
/// Not quite uniform, as a point behind many refused ones is found more often.
fn playout_ggb(board: &mut GgbBoard, chance: &mut Chance, gammas: &Gammas) -> usize {
    let (mut n_moves, mut passes) = (0, 0);
    while passes < 2 {
        let player = board.act_player();
        let n = board.empty_vertex_count();
        let playable = |vertex| gammas.get(board.hash3x3_at(vertex), player) > 0.0 && vertex != board.ko_vertex();
        let start = if n == 0 { 0 } else { chance.below(n as u32) as usize };
        let mut at = start;
        let mut found = None;
        for _ in 0..n {
            let vertex = board.empty_vertex(at);
            if playable(vertex) {
                found = Some(vertex);
                break;
            }
            at = if at + 1 == n { 0 } else { at + 1 };
        }
        match found {
            Some(vertex) => {
                board.play_legal(player, vertex);
                n_moves += 1;
                passes = 0;
            }
            None => {
                board.play_legal(player, Vertex::pass());
                passes += 1;
            }
        }
    }
    n_moves
}
