//! Random games: where they end, and that every choice is as likely as it should be.

mod support;

use std::collections::HashMap;

use goban::{Board, BoardSize, Color, Playout, Point, PointSet, Position, Rules, Setup};
use support::{Chance, Naive};

#[test]
fn at_the_end_nobody_has_a_move_but_his_own_eyes() {
    let mut chance = Chance::new(1);
    let mut playout = Playout::new();
    for size in BoardSize::all() {
        for round in 0..20 {
            let start = chance.board(size, 4 * round);
            let to_move = chance.color();
            let end = playout.run(&start, to_move, None, &mut |n| chance.below(n));
            end.board.check();
            assert_eq!(end.board.size(), size);
            if end.n_moves >= 3 * size.area() {
                continue; // Cut short in a cycle: there are moves left.
            }
            for color in Color::ALL {
                let setup = Setup { to_move: color, ..Setup::from(end.board) };
                let position = Position::from_setup(&setup, Rules::JAPANESE).unwrap();
                let playable: PointSet =
                    position.legal_points().iter().filter(|&point| !end.board.is_eye(color, point)).collect();
                assert!(playable.is_empty(), "{color} can play {playable:?} in {:?}", end.board);
            }
        }
    }
}

/// The state of a random game between two moves.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    board: Naive,
    color: Color,
    ko: Option<Point>,
    passed: bool,
}

/// The probability of each last board, by following all games at once on the naive board.
fn expected(start: &Board, to_move: Color, ko: Option<Point>) -> HashMap<(Naive, usize), f64> {
    let size = start.size();
    let mut ends = HashMap::new();
    let first = State { board: Naive::of(start), color: to_move, ko, passed: false };
    let mut states = HashMap::from([(first, 1.0)]);
    for n_moves in 0..3 * size.area() {
        // Passes take no move: first follow them to a state with a choice or to the end.
        let mut open: Vec<(State, f64)> = states.drain().collect();
        let mut next: HashMap<State, f64> = HashMap::new();
        while let Some((state, probability)) = open.pop() {
            let State { board, color, ko, passed } = state;
            let choices: Vec<(Point, Naive, Vec<usize>)> = size
                .points()
                .filter(|&point| board.at(point).is_none() && Some(point) != ko && !board.is_eye(color, point))
                .filter_map(|point| {
                    let (after, taken, suicide) = board.place(color, point);
                    (!suicide).then_some((point, after, taken))
                })
                .collect();
            if choices.is_empty() && passed {
                *ends.entry((board, n_moves)).or_insert(0.0) += probability;
                continue;
            }
            if choices.is_empty() {
                open.push((State { board, color: !color, ko: None, passed: true }, probability));
                continue;
            }
            let each = probability / choices.len() as f64;
            for (point, after, taken) in choices {
                let (stones, liberties) = after.chain(after.index(point));
                let retake = taken.len() == 1 && stones.len() == 1 && liberties.len() == 1;
                let ko = if retake { size.point_at(taken[0]) } else { None };
                *next.entry(State { board: after, color: !color, ko, passed: false }).or_insert(0.0) += each;
            }
        }
        states = next;
    }
    for (state, probability) in states {
        *ends.entry((state.board, 3 * size.area())).or_insert(0.0) += probability;
    }
    ends
}

/// Pearson's chi-square over the ends that are frequent enough, the rest in one class: in standard deviations from what
/// chance gives.
fn deviation(expected: &HashMap<(Naive, usize), f64>, found: &HashMap<(Naive, usize), usize>, n: usize) -> f64 {
    let (mut chi, mut classes) = (0.0, 0);
    let (mut rare, mut rare_found) = (0.0, n);
    for (end, probability) in expected {
        let mean = probability * n as f64;
        if mean < 10.0 {
            rare += mean;
            continue;
        }
        let count = found.get(end).copied().unwrap_or(0);
        rare_found -= count;
        chi += (count as f64 - mean).powi(2) / mean;
        classes += 1;
    }
    if rare >= 10.0 {
        chi += (rare_found as f64 - rare).powi(2) / rare;
        classes += 1;
    }
    let freedom = f64::from(classes - 1).max(1.0);
    (chi - freedom) / (2.0 * freedom).sqrt()
}

#[test]
fn the_choice_is_uniform() {
    let two = BoardSize::new(2).unwrap();
    let three = BoardSize::new(3).unwrap();
    let mut started = Board::new(three);
    started.place(Color::Black, three.point(1, 1).unwrap());
    started.place(Color::White, three.point(0, 1).unwrap());
    let n = 100_000;
    for (start, to_move, ko) in [
        (&Board::new(two), Color::Black, None),
        (&Board::new(three), Color::Black, None),
        (&started, Color::White, None),
        (&started, Color::Black, three.point(0, 0)),
    ] {
        let expected = expected(start, to_move, ko);
        assert!((expected.values().sum::<f64>() - 1.0).abs() < 1e-9);
        let mut chance = Chance::new(7);
        let mut playout = Playout::new();
        let mut found: HashMap<(Naive, usize), usize> = HashMap::new();
        for _ in 0..n {
            let end = playout.run(start, to_move, ko, &mut |n| chance.below(n));
            *found.entry((Naive::of(end.board), end.n_moves)).or_insert(0) += 1;
        }
        assert!(found.keys().all(|end| expected.contains_key(end)), "an end that should not be possible");
        let deviation = deviation(&expected, &found, n);
        assert!(deviation.abs() < 4.0, "{deviation} standard deviations off, on {} ends", expected.len());
    }
}

/// What chance alone decides repeats exactly.
#[test]
fn the_same_seed_gives_the_same_game() {
    let start = Board::new(BoardSize::NINE);
    let run = |playout: &mut Playout, seed| {
        let mut chance = Chance::new(seed);
        let end = playout.run(&start, Color::Black, None, &mut |n| chance.below(n));
        (*end.board.stones(), end.n_moves)
    };
    let mut used = Playout::new();
    for seed in 0..20 {
        run(&mut used, seed + 100);
        assert_eq!(run(&mut used, seed), run(&mut Playout::new(), seed));
    }
}

/// Four engines agree on these lengths (docs/benchmarks.md); they count passes, here there are none.
#[test]
fn random_games_have_the_usual_length() {
    let mut chance = Chance::new(1);
    let mut playout = Playout::new();
    for (side, n, from, to) in [(9, 4000, 106.5, 108.5), (19, 600, 448.0, 454.0)] {
        let start = Board::new(BoardSize::new(side).unwrap());
        let moves: usize =
            (0..n).map(|_| playout.run(&start, Color::Black, None, &mut |n| chance.below(n)).n_moves).sum();
        let mean = moves as f64 / f64::from(n);
        assert!((from..to).contains(&mean), "{side}×{side}: {mean}");
    }
}
