//! What holds on every board: the automata against the rules of the game, and the fast path against the automata.

use cellular::{
    Evaluation, Evolution, Grid, PlainVectors, Rule, Settled, State, Stone, capture, chain, evaluation, fast, freedom,
};
use goban::{Board, BoardSize, ByColor, Color, PointSet, Position, Rules, Setup};
use model::{Rng, Seed};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_oneof};
use proptest::test_runner::TestRunner;

/// How a random position comes about.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Random legal moves, captures included.
    Play,
    /// Stones thrown on the board, and what has no liberty taken off.
    Setup,
}

fn random_position(size: BoardSize, way: Way, fill: usize, seed: u64) -> Position {
    let Way::Setup = way else { return testkit::random_position(size, 2 * fill * size.area() / 100, Seed(seed)) };
    let mut chance = Seed(seed).rng();
    let mut below = |n: usize| (chance.next_u64() % n as u64) as usize;
    let mut setup = Setup::new(size);
    for point in size.points() {
        if below(100) < fill {
            setup.stones[Color::ALL[below(2)]].insert(point);
        }
    }
    setup.to_move = Color::ALL[below(2)];
    Position::from_setup(&setup.repaired(), Rules::CHINESE).unwrap()
}

/// Runs a law on random positions of a range of sizes, this many for each.
fn on_random_positions(sizes: std::ops::RangeInclusive<usize>, cases: u32, law: impl Fn(&Position)) {
    for side in sizes {
        let size = BoardSize::new(side).unwrap();
        let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
        let ways = prop_oneof![Just(Way::Play), Just(Way::Setup)];
        TestRunner::new(config)
            .run(&(ways, 0usize..100, any::<u64>()), |(way, fill, seed)| {
                law(&random_position(size, way, fill, seed));
                Ok(())
            })
            .unwrap();
    }
}

/// Every board of a size that play can leave behind.
fn every_board(size: BoardSize, mut visit: impl FnMut(Position)) {
    for mut code in 0..3usize.pow(size.area() as u32) {
        let mut setup = Setup::new(size);
        for point in size.points() {
            match code % 3 {
                1 => _ = setup.stones.black.insert(point),
                2 => _ = setup.stones.white.insert(point),
                _ => {}
            }
            code /= 3;
        }
        for to_move in Color::ALL {
            setup.to_move = to_move;
            if let Ok(position) = Position::from_setup(&setup, Rules::CHINESE) {
                visit(position);
            }
        }
    }
}

/// The liberties of all stones of a colour, as the board keeps them.
fn liberties(board: &Board, color: Color) -> PointSet {
    board.chains().filter(|chain| chain.color() == color).fold(PointSet::EMPTY, |all, chain| all | *chain.liberties())
}

fn plain_and_fast_agree(position: &Position) {
    let board = position.board();
    let evaluation = fast::evaluate(board);
    assert_eq!(evaluation, Evaluation::by_automaton(board), "{position:?}");
    let evolution = evaluation::evolve(board);
    assert!(evolution.is_settled());
    assert_eq!(evaluation.n_steps, evolution.n_steps(), "{position:?}");
    assert!(evaluation.states().eq(evolution.fixed_point().states()), "{position:?}");
    assert_eq!(fast::vectors(position), PlainVectors::of_position(position), "{position:?}");
    // A vector does not depend on ko and turn: all points, for the other side too.
    let all = board.size().all_points();
    let other = !position.to_move();
    assert_eq!(fast::vectors_on(board, other, &all), PlainVectors::new(board, other).all(&all), "{position:?}");
}

#[test]
fn the_fast_path_equals_the_automata_on_every_small_board() {
    for side in [2, 3] {
        every_board(BoardSize::new(side).unwrap(), |position| plain_and_fast_agree(&position));
    }
}

#[test]
fn the_fast_path_equals_the_automata_up_to_nine_lines() {
    on_random_positions(2..=9, 128, plain_and_fast_agree);
}

#[test]
fn the_fast_path_equals_the_automata_up_to_nineteen_lines() {
    on_random_positions(10..=19, 24, plain_and_fast_agree);
}

#[test]
fn the_fast_path_equals_the_automata_beyond_nineteen_lines() {
    on_random_positions(20..=25, 6, plain_and_fast_agree);
}

#[test]
fn the_fixed_point_is_the_area_by_flood_fill() {
    on_random_positions(2..=25, 40, |position| {
        let board = position.board();
        let evaluation = Evaluation::by_automaton(board);
        let territory = board.territory();
        assert_eq!(evaluation.stones, *board.stones());
        assert_eq!(evaluation.territory, territory);
        let rest = board.empty() - territory.black - territory.white;
        let bare = *board.stones() == ByColor::default();
        let [neutral, free] = if bare { [PointSet::EMPTY, rest] } else { [rest, PointSet::EMPTY] };
        assert_eq!((evaluation.neutral, evaluation.free), (neutral, free));
    });
}

/// The paper's propositions 2.4, 4.3, 4.5 and 4.7: each automaton comes to rest from every initial configuration, with any state
/// of its alphabet in every cell.
#[test]
fn every_start_comes_to_rest() {
    fn rests<R: Rule + Copy>(rule: R, states: &[State]) {
        let mut runner = TestRunner::new(ProptestConfig { cases: 200, ..ProptestConfig::default() });
        let starts = (2usize..=13).prop_flat_map(|side| {
            (Just(side), prop::collection::vec(prop::sample::select(states.to_vec()), side * side))
        });
        runner
            .run(&starts, |(side, cells)| {
                let size = BoardSize::new(side).unwrap();
                let mut cells = cells.into_iter();
                let evolution = Evolution::new(&rule, Grid::new(size, |_| cells.next().unwrap()));
                prop_assert!(evolution.is_settled());
                Ok(())
            })
            .unwrap();
    }
    rests(evaluation::Evaluate, &[1, 2, 3, 6, 10, 15]);
    rests(chain::Chains, &[1, 2, 3, 4, 5, 6]);
    rests(freedom::Freedom, &[1, 2, 3, 4, 6, 8]);
    rests(capture::Capture, &[1, 2, 3, 4]);
}

#[test]
fn a_settled_grid_is_the_end_of_the_evolution() {
    on_random_positions(2..=13, 8, |position| {
        let start = evaluation::start(position.board());
        let evolution = Evolution::new(&evaluation::Evaluate, start.clone());
        let settled = Settled::new(&evaluation::Evaluate, start);
        assert_eq!((&settled.grid, settled.n_steps), (evolution.fixed_point(), evolution.n_steps()));
        for point in position.size().points() {
            let step = evolution.decided(point);
            assert!(evolution.steps()[step..].iter().all(|grid| grid.get(point) == settled.grid.get(point)));
            assert!(step == 0 || evolution.steps()[step - 1].get(point) != settled.grid.get(point));
        }
    });
}

#[test]
fn degrees_of_freedom_are_the_liberties() {
    on_random_positions(2..=25, 20, |position| {
        let board = position.board();
        for color in Color::ALL {
            let end = Settled::new(&freedom::Freedom, freedom::start(board, color, None)).grid;
            assert_eq!(freedom::liberties(&end), liberties(board, color));
            assert_eq!(end.points_in(&[freedom::BREATHING]), board.stones()[!color]);
        }
    });
}

/// What the automata say of a move, against the move played on the board.
fn vectors_tell_what_a_move_does(position: &Position) {
    let board = position.board();
    for color in Color::ALL {
        let vectors = PlainVectors::new(board, color);
        for point in board.empty() {
            let stone = Stone { color, point };
            let mut after = board.clone();
            let placed = after.place(color, point);
            let Some(vector) = vectors.of(point) else {
                assert!(placed.suicide, "{board:?}{color} at {}", board.size().vertex(point));
                continue;
            };
            assert!(!placed.suicide, "{board:?}{color} at {}", board.size().vertex(point));
            assert_eq!(vector.m4 as usize, placed.n_captured);
            let captured = capture::captured(board, stone);
            assert_eq!(captured, *after.last_captured());

            let near: PointSet = board.size().neighbors(point).collect();
            let own = board.chains().filter(|chain| chain.color() == color);
            assert_eq!(vector.m1 as usize, own.filter(|chain| chain.stones().meets(&near)).count());

            // The stone is placed and nothing taken off: what is captured stays undecided, the rest breathes.
            let end = Settled::new(&freedom::Freedom, freedom::start(board, color, Some(stone))).grid;
            assert_eq!(freedom::liberties_after_captures(&end), liberties(&after, color));
            assert_eq!(end.points_in(&[freedom::UNDECIDED, freedom::OPPONENT]), captured);
            assert_eq!(end.points_in(&[freedom::BREATHING]), board.stones()[!color] - captured);

            let change = |side| liberties(&after, side).len() as i32 - liberties(board, side).len() as i32;
            assert_eq!(vector.m2, if vector.m1 == 0 { 1 } else { change(color) });
            assert_eq!(vector.m3, change(!color));
        }
    }
}

#[test]
fn vectors_tell_what_a_move_does_on_every_small_board() {
    for side in [2, 3] {
        every_board(BoardSize::new(side).unwrap(), |position| {
            if position.to_move() == Color::Black {
                vectors_tell_what_a_move_does(&position);
            }
        });
    }
}

#[test]
fn vectors_tell_what_a_move_does_on_random_boards() {
    on_random_positions(4..=9, 40, vectors_tell_what_a_move_does);
    on_random_positions(10..=19, 4, vectors_tell_what_a_move_does);
}
