//! The laws of freedom: what the library finds equals what trying every set finds, updates equal fresh maps, and turning
//! the board or exchanging the colours does what it should.

mod examples;
mod family;
mod games;
mod norm;
mod oracle;

use freedom::{Influence, Params, Tracker, connection, influence, joined, paths_to};
use goban::{Board, BoardSize, Color, PointSet, Setup, Symmetry};
use model::Seed;
use proptest::prelude::*;
use testkit::{Randomness, random_game};

use games::{boards, real_games};

/// Boards with stones at random, as dense as chance will have it; what cannot stand comes off.
fn any_board(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Board> {
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

fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{what}: {found}, expected {expected}");
}

/// Paths and liberties equal the oracle's, and the map equals the master formula over them.
fn equals_oracle(board: &Board, params: &Params) {
    let size = board.size();
    let map = influence(board, params);
    for color in Color::ALL {
        for point in size.points() {
            let context = format!("{color} at {} on {board:?}", size.vertex(point));
            if !board.is_empty(point) {
                assert_eq!(map.at(color, point), 0.0, "{context}");
                assert!(paths_to(board, color, point, params).is_empty(), "{context}");
                continue;
            }
            let expected = oracle::paths_to(board, color, point, params.reach());
            let mut found: Vec<_> = paths_to(board, color, point, params)
                .iter()
                .map(|path| oracle::OraclePath {
                    stones: path.stones.iter().copied().collect(),
                    liberties: path.liberties,
                })
                .collect();
            found.sort();
            assert_eq!(found, expected, "{context}");
            let relative: Vec<(Vec<_>, f64)> = expected
                .iter()
                .map(|path| {
                    let n = path.stones.len();
                    (path.stones.iter().collect(), path.liberties as f64 * params.p().powi(n as i32) / n as f64)
                })
                .collect();
            let value = joined(relative.iter().map(|(stones, r)| (&stones[..], *r)), params.q());
            assert_close(map.at(color, point), value, &context);
        }
    }
}

fn any_q() -> impl Strategy<Value = f64> {
    prop_oneof![Just(2.0), 1.01f64..3.0, 3.0f64..400.0]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn small_boards_equal_the_oracle(board in any_board(5..=6), p in 0.05f64..1.0, q in any_q(), reach in 1usize..=5) {
        equals_oracle(&board, &Params::new(p, q, reach).unwrap());
    }

    #[test]
    fn tiny_boards_equal_the_oracle_at_every_reach(board in any_board(2..=4), q in any_q(), reach in 1usize..=7) {
        equals_oracle(&board, &Params::new(1.0 / 3.0, q, reach).unwrap());
    }

    #[test]
    fn larger_boards_equal_the_oracle(board in any_board(7..=9), p in 0.05f64..1.0, q in any_q()) {
        let reach = if board.empty().len() <= 40 { 4 } else { 3 };
        equals_oracle(&board, &Params::new(p, q, reach).unwrap());
    }

    #[test]
    fn connections_equal_the_oracle(
        board in any_board(5..=9), ends in any::<[prop::sample::Index; 2]>(), reach in 1usize..=4,
    ) {
        let size = board.size();
        let [from, to] = ends.map(|end| size.point_at(end.index(size.area())).unwrap());
        let params = Params::new(1.0 / 3.0, 2.0, reach).unwrap();
        for color in Color::ALL {
            let found = connection(&board, from, to, color, &params);
            let wrong = [from, to].iter().any(|&end| board.get(end) == Some(!color));
            prop_assert_eq!(found.is_err(), wrong);
            let Ok(found) = found else { continue };
            let mut sets: Vec<PointSet> =
                found.paths.iter().map(|path| path.stones.iter().copied().collect()).collect();
            sets.sort();
            prop_assert_eq!(sets, oracle::connections(&board, color, from, to, reach - 1));
            let back = connection(&board, to, from, color, &params).unwrap();
            prop_assert_eq!(found, back);
        }
    }

    #[test]
    fn symmetries_and_colors_act(board in any_board(2..=19), q in any_q(), reach in 1usize..=5) {
        let params = Params::new(1.0 / 3.0, q, reach).unwrap();
        let size = board.size();
        let map = influence(&board, &params);
        let swapped = influence(&board.color_swapped(), &params);
        prop_assert_eq!(map.lead(), -swapped.lead());
        for color in Color::ALL {
            prop_assert_eq!(map.field(color), swapped.field(!color));
        }
        for symmetry in Symmetry::ALL {
            let turned = influence(&board.transformed(symmetry), &params);
            for color in Color::ALL {
                for point in size.points() {
                    let (here, there) = (map.at(color, point), turned.at(color, symmetry.apply(size, point)));
                    prop_assert!((here - there).abs() <= 1e-12 * here, "{here} {there}");
                }
            }
        }
    }
}

/// Every update along the boards equals a map from scratch, to the last bit.
fn follow(boards: &[Board], params: &Params) {
    let mut tracker = Tracker::new(&boards[0], params);
    for (number, board) in boards.iter().enumerate() {
        let fresh = influence(board, params);
        let tried = tracker.preview(board);
        tracker.update(board);
        assert!(same_bits(&tried, &fresh), "tried, move {number}, {board:?}");
        assert!(same_bits(tracker.influence(), &fresh), "move {number}, {board:?}");
    }
}

fn same_bits(one: &Influence, other: &Influence) -> bool {
    let bits = |map: &Influence, color| map.field(color).iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    Color::ALL.into_iter().all(|color| bits(one, color) == bits(other, color))
        && one.lead().to_bits() == other.lead().to_bits()
}

#[test]
fn updates_equal_fresh_maps_along_real_games() {
    for (number, moves) in real_games(6).iter().enumerate() {
        let boards = boards(BoardSize::NINETEEN, moves.iter().copied());
        let (q, reach) = [(2.0, 4), (2.0, 6), (3.5, 4), (2.0, 1), (16.0, 3), (2.0, 5)][number];
        follow(&boards, &Params::new(1.0 / 3.0, q, reach).unwrap());
        let back: Vec<Board> = boards.into_iter().rev().step_by(7).collect();
        follow(&back, &Params::new(1.0 / 3.0, q, reach).unwrap());
    }
}

#[test]
fn updates_equal_fresh_maps_along_random_games() {
    let mut largest = 0;
    for (seed, side) in [5, 7, 9, 13, 19].into_iter().enumerate() {
        let size = BoardSize::new(side).unwrap();
        let game = random_game(size, 3 * size.area(), Randomness::PLAY, Seed(seed as u64));
        let boards = boards(size, game.moves().map(|(_, mv)| mv));
        largest = boards.iter().map(|board| board.last_captured().len()).fold(largest, usize::max);
        follow(&boards, &Params::new(1.0 / 3.0, 2.0, 1 + (seed + 3) % 5).unwrap());
    }
    assert!(largest >= 10, "no large capture among these games: {largest}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn updates_take_any_change(boards in (2usize..=9).prop_flat_map(|side| prop::collection::vec(any_board(side..=side), 2..5)),
                               q in any_q(), reach in 1usize..=7) {
        follow(&boards, &Params::new(0.4, q, reach).unwrap());
    }
}
