//! Boards to try the laws on: those of real games, and random ones.

use goban::{Board, BoardSize, Color, Move, Position, Rules, Setup};
use proptest::prelude::*;

/// The moves of the first games of the committed collection.
pub(crate) fn real_games(n: usize) -> Vec<Vec<Move>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/games/tygem-2000.tsv");
    let text = std::fs::read_to_string(path).expect("the games are committed");
    let size = BoardSize::NINETEEN;
    let place = |letters: &[u8]| size.point(usize::from(letters[0] - b'a'), usize::from(letters[1] - b'a'));
    text.lines()
        .skip(1)
        .take(n)
        .filter_map(|line| line.split('\t').nth(2))
        .map(|moves| moves.as_bytes().chunks(2).map(|letters| place(letters).map_or(Move::Pass, Move::Play)).collect())
        .collect()
}

/// The boards of a game, the empty one first.
pub(crate) fn boards(size: BoardSize, moves: &[Move]) -> Vec<Board> {
    let mut position = Position::new(size, Rules::default());
    let mut boards = vec![position.board().clone()];
    for &mv in moves {
        position.play(mv).expect("the move is legal");
        boards.push(position.board().clone());
    }
    boards
}

/// Boards with stones at random, as dense as chance will have it; what cannot stand comes off.
pub(crate) fn any_board(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Board> {
    (sides, 1u32..90)
        .prop_flat_map(|(side, percent)| {
            let stone = move |roll: u32| match roll {
                r if r < percent / 2 => Some(Color::Black),
                r if r < percent => Some(Color::White),
                _ => None,
            };
            (Just(side), prop::collection::vec((0u32..100).prop_map(stone), side * side))
        })
        .prop_map(|(side, stones)| {
            let size = BoardSize::new(side).expect("the sides are board sizes");
            let mut setup = Setup::new(size);
            for (point, stone) in size.points().zip(stones) {
                if let Some(color) = stone {
                    setup.stones[color].insert(point);
                }
            }
            setup.repaired().board().expect("a repaired setup is a board")
        })
}

/// The boards of a game of random legal moves, the empty one first.
pub(crate) fn random_game(size: BoardSize, n_moves: usize, seed: u64) -> Vec<Board> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut position = Position::new(size, Rules::TROMP_TAYLOR);
    let mut boards = vec![position.board().clone()];
    for _ in 0..n_moves {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = position.legal_points();
        let chosen = legal.iter().nth((state >> 33) as usize % legal.len().max(1));
        if position.play(chosen.map_or(Move::Pass, Move::Play)).is_err() {
            break;
        }
        boards.push(position.board().clone());
    }
    boards
}
