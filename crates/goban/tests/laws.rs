//! Laws that hold for every game: on random games of every size, and on games that proptest makes up and shortens.

mod support;

use std::collections::BTreeSet;

use goban::{
    Board, BoardSize, ByColor, Color, Diagram, Illegal, Ko, Move, Point, PointSet, Position, Rules, Scoring, Setup,
    SetupError, Suicide, Symmetry,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use support::{Chance, Naive, NaiveGame, Verdict, indices};

const KOS: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

fn random_rules(chance: &mut Chance) -> Rules {
    let suicide = chance.pick(&[Suicide::Allowed, Suicide::Forbidden]);
    Rules { ko: chance.pick(&KOS), suicide, ..Rules::TROMP_TAYLOR }
}

/// A few games on every size; small boards are cheap and full of captures, so they get more.
fn games() -> impl Iterator<Item = (BoardSize, u64)> {
    BoardSize::all().flat_map(|size| {
        let n = if size.get() <= 7 { 12 } else { 2 };
        (0..n).map(move |seed| (size, seed))
    })
}

#[test]
fn random_games_agree_with_a_naive_board() {
    for (size, seed) in games() {
        let mut chance = Chance::new(seed);
        let rules = random_rules(&mut chance);
        let mut game = Position::new(size, rules);
        let mut naive = NaiveGame::new(size, rules.ko, rules.suicide == Suicide::Allowed);
        let mut n_plays = 0;
        for _ in 0..2 * size.area() + 20 {
            let color = if chance.one_in(20) { chance.color() } else { game.to_move() };
            if chance.one_in(30) {
                if game.play_as(color, Move::Pass).is_ok() {
                    naive.pass(color);
                }
                if game.is_over() {
                    break;
                }
                continue;
            }
            let point = chance.point(size);
            let expected = match naive.verdict(color, point) {
                Verdict::Occupied => Err(Illegal::Occupied(naive.board.at(point).unwrap())),
                Verdict::Suicide => Err(Illegal::Suicide),
                Verdict::Ko => Err(Illegal::Ko),
                Verdict::Repeats(earlier) => Err(Illegal::Superko { earlier }),
                Verdict::Fine => Ok(()),
            };
            assert_eq!(game.check_as(color, point), expected, "{color} {point:?} in {game:?}");
            let before = game.clone();
            match game.play_as(color, point) {
                Err(_) => assert_eq!(game, before, "a refused move changes nothing"),
                Ok(played) => {
                    assert_eq!(indices(size, &played.captured), naive.play(color, point));
                    n_plays += 1;
                }
            }
            assert_eq!(Naive::of(game.board()), naive.board);
            if let Some(point) = game.ko() {
                assert_eq!(game.check(point), Err(Illegal::Ko));
            }
            game.board().check();
            for chain in game.board().chains() {
                let (stones, liberties) = naive.board.chain(size.index(chain.stones().first().unwrap()));
                assert_eq!(indices(size, chain.stones()), stones);
                assert_eq!(indices(size, chain.liberties()), liberties);
            }
            let prisoners = game.prisoners();
            let stones = game.board().stones().map(|set| set.len());
            assert_eq!(stones.black + stones.white + prisoners.black + prisoners.white, n_plays);
        }
    }
}

#[test]
fn legal_points_are_those_that_check_allows() {
    for (size, seed) in games().filter(|(size, _)| size.get() <= 13) {
        let mut chance = Chance::new(seed);
        let mut game = Position::new(size, random_rules(&mut chance));
        for _ in 0..size.area() {
            let legal = game.legal_points();
            for point in size.points() {
                assert_eq!(legal.contains(point), game.check(point).is_ok());
                let mut copy = game.clone();
                assert_eq!(copy.play(point).is_ok(), legal.contains(point));
            }
            if legal.is_empty() {
                break;
            }
            let points: Vec<Point> = legal.iter().collect();
            game.play(chance.pick(&points)).unwrap();
        }
    }
}

/// Everything about a position that a caller can see, superko's memory included.
#[derive(PartialEq, Debug)]
struct Seen {
    position: Position,
    n_moves: usize,
    over: bool,
    hash: u64,
    verdicts: Vec<Result<(), Illegal>>,
}

fn seen(position: &Position) -> Seen {
    let verdicts = Color::ALL
        .into_iter()
        .flat_map(|color| position.size().points().map(move |point| (color, point)))
        .map(|(color, point)| position.check_as(color, point))
        .collect();
    Seen {
        position: position.clone(),
        n_moves: position.n_moves(),
        over: position.is_over(),
        hash: position.board().hash(),
        verdicts,
    }
}

/// One thing that can happen to a position and is taken back by one step.
fn random_step(game: &mut Position, chance: &mut Chance) {
    let size = game.size();
    let color = if chance.one_in(10) { chance.color() } else { game.to_move() };
    match chance.below(20) {
        0 => _ = game.play_anyway(color, Move::Pass),
        1 | 2 => _ = game.play_anyway(color, chance.point(size)),
        3 => {
            let far = BoardSize::new(BoardSize::MAX).unwrap();
            _ = game.play_anyway(color, chance.point(far));
        }
        4 => {
            let percent = chance.below(100);
            let setup = Setup { to_move: chance.color(), ..Setup::from(&chance.board(size, percent)) };
            game.edit(&setup).unwrap();
        }
        _ => {
            let legal: Vec<Point> = size.points().filter(|&point| game.check_as(color, point).is_ok()).collect();
            let mv = if legal.is_empty() { Move::Pass } else { Move::Play(chance.pick(&legal)) };
            _ = game.play_anyway(color, mv);
        }
    }
}

#[test]
fn whatever_is_done_can_be_taken_back() {
    for (size, seed) in games().filter(|(size, _)| size.get() <= 9 || size.get() % 6 == 1) {
        let mut chance = Chance::new(seed);
        let mut game = Position::new(size, random_rules(&mut chance));
        let mut past = vec![seen(&game)];
        for _ in 0..(size.area() * 2).clamp(60, 200) {
            random_step(&mut game, &mut chance);
            game.board().check();
            past.push(seen(&game));
            // Some of it is taken back at once, so that paths fork.
            while chance.one_in(3) && past.len() > 1 {
                past.pop();
                assert!(game.take_back());
                game.board().check();
                assert_eq!(seen(&game), *past.last().unwrap());
            }
        }
        while let Some(before) = past.pop() {
            assert_eq!(seen(&game), before);
            assert_eq!(game.take_back(), !past.is_empty());
            game.board().check();
        }
        assert_eq!(game, Position::new(size, *game.rules()));
    }
}

/// Giving the turn away is not a step: it is undone with the step before it.
#[test]
fn a_turn_given_away_does_not_confuse_taking_back() {
    let mut chance = Chance::new(5);
    for ko in KOS {
        for side in 2..=5 {
            let size = BoardSize::new(side).unwrap();
            let mut game = Position::new(size, Rules { ko, ..Rules::NEW_ZEALAND });
            let mut past = vec![seen(&game)];
            for _ in 0..60 {
                random_step(&mut game, &mut chance);
                past.push(seen(&game));
                if chance.one_in(3) {
                    game.set_to_move(chance.color());
                }
            }
            past.pop();
            while let Some(before) = past.pop() {
                assert!(game.take_back());
                // The turn may have been given away after this step; all else is as it was.
                game.set_to_move(before.position.to_move());
                assert_eq!(seen(&game), before);
            }
        }
    }
}

#[test]
fn symmetries_and_the_exchange_of_colors_commute_with_play() {
    for (size, seed) in games().filter(|(size, _)| size.get() <= 9 || size.get() % 8 == 3) {
        let mut chance = Chance::new(seed);
        let rules = random_rules(&mut chance);
        let mut game = Position::new(size, rules);
        let mut turned: Vec<(Symmetry, Position)> =
            Symmetry::ALL.into_iter().map(|symmetry| (symmetry, Position::new(size, rules))).collect();
        let mut swapped = Position::from_setup(&Setup::new(size).color_swapped(), rules).unwrap();
        for _ in 0..size.area() * 3 / 2 {
            let point = chance.point(size);
            let result = game.play(point);
            for (symmetry, other) in &mut turned {
                let map = |set: &PointSet| symmetry.apply_set(size, set);
                let mapped = other.play(symmetry.apply(size, point));
                assert_eq!(mapped.map(|played| played.captured), result.map(|played| map(&played.captured)));
                assert_eq!(*other.board(), game.board().transformed(*symmetry));
                assert_eq!(other.ko(), game.ko().map(|ko| symmetry.apply(size, ko)));
                assert_eq!(other.legal_points(), map(&game.legal_points()));
            }
            let mirrored = match swapped.play(point) {
                Err(Illegal::Occupied(color)) => Err(Illegal::Occupied(!color)),
                other => other,
            };
            assert_eq!(mirrored, result);
            assert_eq!(*swapped.board(), game.board().color_swapped());
            assert_eq!(swapped.prisoners(), game.prisoners().swapped());
            assert_eq!((swapped.to_move(), swapped.ko()), (!game.to_move(), game.ko()));
        }
        let area = |position: &Position| position.score(&Default::default(), 0).area;
        assert_eq!(area(&swapped), area(&game).swapped());
        for (symmetry, other) in &turned {
            assert_eq!(area(other), area(&game).map(|set| symmetry.apply_set(size, &set)));
        }
    }
}

#[test]
fn the_hash_knows_size_and_stones_and_nothing_else() {
    let empty: BTreeSet<u64> = BoardSize::all().map(|size| Board::new(size).hash()).collect();
    assert_eq!(empty.len(), BoardSize::all().count());
    let mut chance = Chance::new(3);
    for size in BoardSize::all() {
        let mut hashes = BTreeSet::from([Board::new(size).hash()]);
        for point in size.points() {
            for color in Color::ALL {
                let mut board = Board::new(size);
                board.place(color, point);
                assert!(hashes.insert(board.hash()));
            }
        }
        let board = chance.board(size, 60);
        let again = Board::with_stones(size, board.stones());
        assert_eq!((board.hash(), &board), (again.hash(), &again));
        let mut turned = BTreeSet::new();
        for symmetry in Symmetry::ALL {
            turned.insert((board.transformed(symmetry).hash(), Setup::from(&board.transformed(symmetry)).stones.black));
        }
        let hashes: BTreeSet<u64> = turned.iter().map(|(hash, _)| *hash).collect();
        assert_eq!(hashes.len(), turned.len(), "different boards, different hashes");
    }
}

/// The numbers may be stored, so they must never change.
#[test]
fn the_hash_is_a_promise() {
    let hash = |side, moves: &[&str]| {
        let size = BoardSize::new(side).unwrap();
        let mut game = Position::new(size, Rules::CHINESE);
        for vertex in moves {
            game.play(size.parse_vertex(vertex).unwrap()).unwrap();
        }
        game.board().hash()
    };
    assert_eq!(hash(19, &[]), 0x40b1_3f81_8aee_5025);
    assert_eq!(hash(19, &["Q16", "D4"]), 0x8be6_2338_235f_49e7);
    assert_eq!(hash(9, &["E5"]), 0x02c5_6155_e931_f66f);
}

#[test]
fn what_a_stone_would_take_is_what_it_takes() {
    let mut chance = Chance::new(11);
    for size in BoardSize::all() {
        for _ in 0..5 {
            let board = chance.board(size, 90);
            for point in board.empty() {
                for color in Color::ALL {
                    let would = board.would_capture(color, point);
                    let mut after = board.clone();
                    let placed = after.place(color, point);
                    if placed.suicide {
                        assert!(would.is_empty() && placed.n_captured > 0 && after.last_captured().contains(point));
                    } else {
                        assert_eq!((would, would.len()), (*after.last_captured(), placed.n_captured));
                    }
                }
            }
        }
    }
}

#[test]
fn a_copy_into_old_memory_is_a_copy() {
    let mut chance = Chance::new(2);
    let mut copy = Position::new(BoardSize::NINE, Rules::CHINESE);
    for _ in 0..60 {
        let size = BoardSize::new(2 + chance.below(8) as usize).unwrap();
        let mut game = Position::new(size, random_rules(&mut chance));
        for _ in 0..chance.below(80) {
            random_step(&mut game, &mut chance);
        }
        copy.clone_from(&game);
        assert_eq!(seen(&copy), seen(&game));
        copy.board().check();
        while game.take_back() {
            assert!(copy.take_back());
            assert_eq!(seen(&copy), seen(&game));
        }
        assert!(!copy.take_back());
    }
}

#[test]
fn a_forgetful_position_is_the_same_with_no_past() {
    let size = BoardSize::new(4).unwrap();
    let mut chance = Chance::new(8);
    let mut repeated = 0;
    for ko in KOS {
        let mut game = Position::new(size, Rules { ko, ..Rules::TROMP_TAYLOR });
        for _ in 0..200 {
            random_step(&mut game, &mut chance);
            let mut forgetful = game.forgetful();
            assert_eq!(forgetful, game);
            assert_eq!(forgetful.n_moves(), game.n_moves());
            for point in size.points() {
                match (game.check(point), forgetful.check(point)) {
                    (Err(Illegal::Superko { .. }), Ok(())) => repeated += 1,
                    (before, after) => assert_eq!(before, after),
                }
            }
            assert!(!forgetful.take_back());
        }
    }
    assert!(repeated > 0, "no game came to a forbidden repetition");
}

#[test]
fn eyes_are_what_the_definition_says() {
    let mut chance = Chance::new(4);
    let mut found = 0;
    for size in BoardSize::all() {
        for round in 0..6 {
            // A board almost full of one colour has eyes; the other colour spoils some of them.
            let mut stones: ByColor<PointSet> = ByColor::default();
            for point in size.points() {
                match chance.below(10) {
                    0 | 1 => {}
                    2 if round > 2 => _ = stones.white.insert(point),
                    _ => _ = stones.black.insert(point),
                }
            }
            let board = Board::with_stones(size, &stones);
            let naive = Naive::of(&board);
            for color in Color::ALL {
                let eyes: PointSet = size.points().filter(|&point| naive.is_eye(color, point)).collect();
                assert_eq!(board.eyes(color), eyes);
                found += eyes.len();
                for point in size.points() {
                    assert_eq!(board.is_eye(color, point), eyes.contains(point));
                    let walls = size.neighbors(point).all(|near| board.get(near) == Some(color));
                    assert_eq!(board.is_surrounded(color, point), walls && board.is_empty(point));
                }
            }
        }
    }
    assert!(found > 500);
}

#[test]
fn the_door_lets_in_exactly_the_possible_boards() {
    let mut chance = Chance::new(6);
    let mut refused = 0;
    for size in BoardSize::all() {
        for _ in 0..20 {
            let full = 60 + chance.below(41);
            let mut setup = Setup { to_move: chance.color(), ..Setup::new(size) };
            for point in size.points() {
                if chance.below(100) < full {
                    setup.stones[chance.color()].insert(point);
                }
            }
            let naive = Naive::of(&Board::with_stones(size, &setup.stones));
            let breathless = naive.breathless();
            match setup.board() {
                Ok(board) => {
                    assert!(breathless.is_empty());
                    board.check();
                    assert_eq!(*board.stones(), setup.stones);
                    assert_eq!(setup.repaired(), setup);
                }
                Err(error @ SetupError::NoLiberty(_)) => {
                    refused += 1;
                    assert_eq!(indices(size, error.points()), breathless);
                    let repaired = setup.repaired();
                    assert!(repaired.board().is_ok());
                    assert_eq!(repaired.repaired(), repaired);
                    assert_eq!((repaired.size, repaired.to_move), (size, setup.to_move));
                    for color in Color::ALL {
                        assert!(repaired.stones[color].is_subset(&setup.stones[color]));
                        let gone = setup.stones[color] - repaired.stones[color];
                        assert!(gone.is_subset(error.points()), "only what had no liberty comes off");
                    }
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(refused > 50);
}

#[test]
fn the_door_refuses_points_off_the_board_and_points_of_both_colors() {
    let size = BoardSize::new(5).unwrap();
    let far = BoardSize::NINE.point(7, 2).unwrap();
    let near = size.point(1, 1).unwrap();
    let mut setup = Setup::new(size);
    setup.stones.white.extend([far, near]);
    assert_eq!(setup.board(), Err(SetupError::OffBoard(Box::new(PointSet::from(far)))));
    assert_eq!(setup.board().unwrap_err().to_string(), "1 stone outside the board");
    assert!(!setup.repaired().stones.white.contains(far));

    let mut setup = Setup::new(size);
    setup.stones.white.insert(near);
    setup.stones.black.insert(near);
    assert_eq!(setup.board(), Err(SetupError::BothColors(Box::new(PointSet::from(near)))));
    assert_eq!(setup.board().unwrap_err().to_string(), "1 point with a stone of each colour");
    assert_eq!(setup.repaired().stones, ByColor { black: PointSet::from(near), white: PointSet::EMPTY });
    assert!(setup.repaired().board().is_ok());
}

#[test]
fn drawings_go_both_ways_on_every_size() {
    let mut chance = Chance::new(9);
    for size in BoardSize::all() {
        for percent in [0, 30, 90] {
            let board = chance.board(size, percent);
            let marks: Vec<Point> = (0..4).map(|_| chance.point(size)).collect();
            for drawn in [
                Diagram::new(&board).to_string(),
                Diagram::new(&board).coordinates(true).to_string(),
                Diagram::new(&board).marks(marks.iter().copied()).to_string(),
                Diagram::new(&board).coordinates(true).marks(marks.iter().copied()).to_string(),
            ] {
                let setup = Diagram::parse(&drawn).unwrap_or_else(|error| panic!("{error} in\n{drawn}"));
                assert_eq!(setup.board().unwrap(), board, "\n{drawn}");
            }
        }
    }
}

#[test]
fn area_and_territory_differ_by_stones_prisoners_and_what_has_to_be_filled() {
    let mut chance = Chance::new(10);
    for (size, seed) in games().filter(|(size, _)| size.get() <= 13) {
        let rules = Rules { komi: 0.0, ..random_rules(&mut Chance::new(seed)) };
        let mut area = Position::new(size, Rules { scoring: Scoring::Area, ..rules });
        let mut territory = Position::new(size, Rules { scoring: Scoring::Territory, ..rules });
        for _ in 0..size.area() {
            let point = chance.point(size);
            assert_eq!(area.play(point), territory.play(point));
        }
        let (by_area, by_territory) = (area.score(&Default::default(), 0), territory.score(&Default::default(), 0));
        for color in Color::ALL {
            let (a, t) = (by_area.sides[color], by_territory.sides[color]);
            let in_atari = area.board().chains().filter(|chain| chain.color() == color && chain.in_atari());
            let to_be_filled = in_atari.fold(PointSet::EMPTY, |set, chain| set | *chain.liberties());
            let n_to_be_filled = (to_be_filled & area.board().territory()[color]).len();
            assert_eq!((a.stones, a.prisoners), (t.stones, t.prisoners));
            assert_eq!(a.territory, t.territory + n_to_be_filled);
            assert_eq!(a.total, (a.stones + a.territory) as f64);
            assert_eq!(t.total, (t.territory + t.prisoners) as f64);
            assert_eq!(by_area.area[color].len(), a.stones + a.territory);
        }
        assert!(!by_area.area.black.meets(&by_area.area.white));
    }
}

/// A set of points as a tree of coordinates.
fn model(points: &[(usize, usize)]) -> (PointSet, BTreeSet<(usize, usize)>) {
    let far = BoardSize::new(BoardSize::MAX).unwrap();
    (points.iter().filter_map(|&(x, y)| far.point(x, y)).collect(), points.iter().map(|&(x, y)| (y, x)).collect())
}

fn coordinates(set: &PointSet) -> BTreeSet<(usize, usize)> {
    set.iter().map(|point| (point.row(), point.column())).collect()
}

fn some_points() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..BoardSize::MAX, 0..BoardSize::MAX), 0..120)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn point_sets_are_sets(a in some_points(), b in some_points()) {
        let ((set_a, tree_a), (set_b, tree_b)) = (model(&a), model(&b));
        prop_assert_eq!(coordinates(&set_a), tree_a.clone());
        prop_assert_eq!(set_a.len(), tree_a.len());
        prop_assert_eq!(set_a.is_empty(), tree_a.is_empty());
        prop_assert_eq!(set_a.first().map(|p| (p.row(), p.column())), tree_a.first().copied());
        prop_assert_eq!(coordinates(&(set_a & set_b)), &tree_a & &tree_b);
        prop_assert_eq!(coordinates(&(set_a | set_b)), &tree_a | &tree_b);
        prop_assert_eq!(coordinates(&(set_a ^ set_b)), &tree_a ^ &tree_b);
        prop_assert_eq!(coordinates(&(set_a - set_b)), &tree_a - &tree_b);
        prop_assert_eq!(set_a.meets(&set_b), !tree_a.is_disjoint(&tree_b));
        prop_assert_eq!(set_a.is_subset(&set_b), tree_a.is_subset(&tree_b));
        prop_assert!((set_a & set_b).is_subset(&set_a));
        // In the order of reading, as the tree has it.
        prop_assert!(set_a.iter().map(|p| (p.row(), p.column())).eq(tree_a.iter().copied()));
        let (mut grown, mut changed) = (set_a, tree_a.clone());
        for point in set_b {
            let at = (point.row(), point.column());
            if point.row() % 2 == 0 {
                prop_assert_eq!(grown.insert(point), changed.insert(at));
            } else {
                prop_assert_eq!(grown.remove(point), changed.remove(&at));
            }
            prop_assert_eq!(grown.contains(point), changed.contains(&at));
        }
        prop_assert_eq!(coordinates(&grown), changed);
    }

    #[test]
    fn components_are_the_connected_parts(a in some_points(), side in BoardSize::MIN..=BoardSize::MAX) {
        let size = BoardSize::new(side).unwrap();
        let set = model(&a).0 & size.all_points();
        let parts: Vec<PointSet> = set.components().collect();
        prop_assert_eq!(parts.iter().fold(PointSet::EMPTY, |all, part| all | *part), set);
        prop_assert_eq!(parts.iter().map(PointSet::len).sum::<usize>(), set.len());
        for (i, part) in parts.iter().enumerate() {
            let border = (part.grown() & size.all_points()) - *part;
            prop_assert!(!border.meets(&set), "a part stops only where the set stops");
            prop_assert_eq!(PointSet::from(part.first().unwrap()).flooded(&set), *part);
            prop_assert!(parts[..i].iter().all(|before| before.first() < part.first()));
            for point in *part {
                let near: PointSet = size.neighbors(point).collect();
                prop_assert!(part.len() == 1 || near.meets(part));
                prop_assert!(near.is_subset(&part.grown()));
            }
        }
    }

    /// The same laws as above on games that proptest can shorten.
    #[test]
    fn made_up_games_keep_the_books(
        side in BoardSize::MIN..=6_usize,
        ko in prop::sample::select(&KOS[..]),
        allowed in any::<bool>(),
        plays in prop::collection::vec((any::<bool>(), 0..36_u32), 0..80),
    ) {
        let size = BoardSize::new(side).unwrap();
        let suicide = if allowed { Suicide::Allowed } else { Suicide::Forbidden };
        let mut game = Position::new(size, Rules { ko, suicide, ..Rules::TROMP_TAYLOR });
        let mut naive = NaiveGame::new(size, ko, allowed);
        let mut past = vec![seen(&game)];
        for (in_turn, choice) in plays {
            let color = if in_turn { game.to_move() } else { !game.to_move() };
            let Some(point) = size.point_at(choice as usize) else { continue };
            let fine = naive.verdict(color, point) == Verdict::Fine;
            match game.play_as(color, point) {
                Err(_) => prop_assert!(!fine),
                Ok(played) => {
                    prop_assert!(fine);
                    prop_assert_eq!(indices(size, &played.captured), naive.play(color, point));
                    past.push(seen(&game));
                }
            }
            game.board().check();
            prop_assert_eq!(Naive::of(game.board()), naive.board.clone());
        }
        while let Some(before) = past.pop() {
            prop_assert_eq!(seen(&game), before);
            game.take_back();
        }
    }
}
