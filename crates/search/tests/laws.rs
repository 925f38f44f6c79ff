//! What a search keeps on every board.

use goban::{BoardSize, Color, Move, PointSet, Position, Rules, Setup};
use model::{Judgement, Seed, Subject};
use record::Ply;
use search::{Looks, Search, Settings};

fn size(side: usize) -> BoardSize {
    BoardSize::new(side).unwrap()
}

/// The dummy family as prior: every legal move is as likely as any other.
fn dummy() -> Subject {
    let family: std::sync::Arc<dyn model::Family> = std::sync::Arc::new(testkit::Dummy::new());
    Subject::new(&family, &model::Settings::default(), Seed(1)).unwrap()
}

fn judged(position: &Position, settings: Settings, prior: Option<Subject>, games: usize) -> Judgement {
    let mut search = Search::new(settings, prior);
    search.begin(position).unwrap();
    search.think(games, None, &mut || true);
    search.judgement()
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for (side, moves) in [(5, 4), (9, 25), (13, 60)] {
        let position = testkit::random_position(size(side), moves, Seed(side as u64));
        for prior in [None, Some(dummy())] {
            let with = |threads| judged(&position, Settings { threads, ..Settings::default() }, prior.clone(), 300);
            let one = with(1);
            assert_eq!(one, with(2));
            assert_eq!(one, with(5));
        }
        let other = judged(&position, Settings { seed: Seed(2), ..Settings::default() }, None, 300);
        assert_ne!(other, judged(&position, Settings::default(), None, 300));
    }
}

const LOOKS: Looks = Looks { from: BoardSize::NINE, curiosity: 1.0, trust: 1.0, heed: 0.5, doubt: 0.1 };

/// Leaves that are looked at keep what leaves that are played out keep; on a board that the automaton does not know games are played.
#[test]
fn looks_depend_on_threads_no_more_than_games_do() {
    for (side, moves, is_known) in [(7, 20, false), (9, 25, true), (13, 60, true), (21, 200, true)] {
        let position = testkit::random_position(size(side), moves, Seed(side as u64));
        let with = |looks: bool, threads| {
            judged(
                &position,
                Settings { looks: looks.then_some(LOOKS), threads, ..Settings::default() },
                Some(dummy()),
                60,
            )
        };
        let one = with(true, 1);
        assert_eq!(one, with(true, 2));
        assert_eq!(one, with(true, 5));
        assert_eq!(one != with(false, 1), is_known);
        assert!((0.0..=1.0).contains(&one.black_wins.unwrap()));
        for candidate in &one.candidates {
            position.check(candidate.mv).unwrap_or_else(|reason| panic!("{:?}: {reason}", candidate.mv));
        }
        let chance = |owner: &f64| (-1.0..=1.0).contains(owner);
        assert!(one.ownership.unwrap().iter().all(chance));
    }
}

/// Where every move is as likely as any other by the model, the order of the moves is that of the wishes, as far as those are heeded.
#[test]
fn wishes_are_heeded_as_far_as_the_settings_ask() {
    let position = testkit::random_position(size(13), 40, Seed(3));
    let prior = |heed| {
        let looks = Some(Looks { heed, ..LOOKS });
        let said = judged(&position, Settings { looks, ..Settings::default() }, Some(dummy()), 0);
        said.candidates.into_iter().filter(|one| one.mv != Move::Pass).collect::<Vec<_>>()
    };
    let wishes = ripple::Ripple::shipped().see(&position).wishes;
    let wish = |mv: Move| wishes[position.size().index(mv.point().unwrap())];
    assert!(prior(1.0).is_sorted_by(|a, b| wish(a.mv) >= wish(b.mv)));
    let share = |heed| prior(heed)[0].prior.unwrap();
    assert!(share(1.0) > share(0.5) && share(0.5) > share(0.0), "a wish that is heeded more is likelier");
    let sum: f64 = prior(0.5).iter().filter_map(|one| one.prior).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}

#[test]
fn a_glance_sees_who_is_ahead_under_the_rules() {
    let position = |komi| Position::new(size(9), Rules { komi, ..Rules::CHINESE });
    let lead = |komi| search::glance(&position(komi)).unwrap().lead;
    assert!((lead(7.0) - lead(9.0) - 2.0).abs() < 1e-9);
    assert!(lead(0.0) > 0.0, "who begins is ahead");
    assert!(search::glance(&Position::new(size(8), Rules::CHINESE)).is_none());
}

#[test]
fn every_candidate_is_legal_on_every_board() {
    for side in 2..=25 {
        for part in 0..4 {
            let position = testkit::random_position(size(side), size(side).area() * part / 3, Seed(part as u64));
            let judgement = judged(&position, Settings::default(), None, 20);
            assert!(!judgement.candidates.is_empty(), "a pass is always there");
            for candidate in &judgement.candidates {
                position
                    .check(candidate.mv)
                    .unwrap_or_else(|reason| panic!("{:?}: {reason}\n{position:?}", candidate.mv));
            }
            assert_eq!(judgement.ownership.as_ref().map(Vec::len), Some(size(side).area()));
            assert!((0.0..=1.0).contains(&judgement.black_wins.unwrap()));
        }
    }
}

#[test]
fn a_full_board_and_a_finished_game_are_judged_too() {
    let side = size(5);
    let mut stones = Setup::new(side);
    // One eye is left.
    stones.stones.black = side.all_points();
    stones.stones.black.remove(side.parse_vertex("C3").unwrap());
    let full = Position::from_setup(&stones, Rules::TROMP_TAYLOR).unwrap();
    assert_eq!(judged(&full, Settings::default(), None, 10).best(), Some(Move::Pass));
    let mut over = Position::new(side, Rules::CHINESE);
    over.play(Move::Pass).unwrap();
    over.play(Move::Pass).unwrap();
    assert_eq!(judged(&over, Settings::default(), None, 10).games, 10);
}

#[test]
fn superko_holds_in_the_tree() {
    // Random play on a tiny board repeats boards soon; every line that is told must be legal.
    for seed in 0..20 {
        let position = testkit::random_position(size(3), 12, Seed(seed));
        let judgement = judged(&position, Settings { grow_at: 1, ..Settings::default() }, None, 400);
        for candidate in &judgement.candidates {
            let mut after = position.clone();
            for mv in &candidate.line {
                after.play(*mv).unwrap_or_else(|reason| panic!("{:?}: {reason}\n{position:?}", candidate.line));
            }
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_played() {
    let position = Position::new(size(9), Rules::CHINESE);
    let corner: PointSet = position.size().points().filter(|point| point.row() < 3 && point.column() < 3).collect();
    let mut search = Search::new(Settings::default(), None);
    search.begin(&position).unwrap();
    search.think(200, Some(&corner), &mut || true);
    for candidate in search.judgement().candidates.iter().filter(|candidate| candidate.visits > 0) {
        assert!(candidate.mv.point().is_some_and(|point| corner.contains(point)));
    }
}

#[test]
fn what_was_found_is_kept_along_the_game() {
    let mut position = Position::new(size(7), Rules::CHINESE);
    let mut search = Search::new(Settings::default(), None);
    search.begin(&position).unwrap();
    search.think(600, None, &mut || true);
    let before = search.judgement();
    let expected = before.candidates[0].line.clone();
    let mv = before.best().unwrap();
    let played = position.play(mv).unwrap();
    search.observe(&Ply::played(&position, Color::Black, mv, &played), &position);
    let after = search.judgement();
    assert_eq!(after.candidates[0].mv, expected[1], "the answer that was expected is still the first");
    assert!(after.candidates[0].visits > 0);
    search.think(100, None, &mut || true);
    assert!(search.judgement().candidates.iter().map(|candidate| candidate.visits).sum::<u64>() > 100);
}

#[test]
fn it_stops_when_it_is_told_to() {
    let position = Position::new(size(9), Rules::CHINESE);
    for threads in [1, 2] {
        let mut search = Search::new(Settings { threads, ..Settings::default() }, None);
        search.begin(&position).unwrap();
        let mut left = 37;
        let mut go_on = || {
            left -= 1;
            left >= 0
        };
        assert_eq!(search.think(usize::MAX, None, &mut go_on), 37);
        assert_eq!(search.judgement().games, 37);
        assert_eq!(search.think(0, None, &mut || true), 0);
    }
}

#[test]
fn a_small_memory_only_keeps_leaves_from_growing() {
    let position = Position::new(size(9), Rules::CHINESE);
    let judgement = judged(&position, Settings { memory: 8 << 10, ..Settings::default() }, None, 500);
    assert_eq!(judgement.games, 500);
    assert!(judgement.candidates.iter().all(|candidate| candidate.line.len() <= 2));
}

/// The same board with colours exchanged and the komi on the other side is worth the same to the side to move.
#[test]
fn colours_can_be_exchanged() {
    for seed in 0..4 {
        let position = testkit::random_position(size(7), 16, Seed(seed));
        let setup = Setup { to_move: position.to_move(), ..Setup::from(position.board()) };
        let rules = Rules { komi: 2.5, ..Rules::CHINESE };
        let swapped = Rules { komi: -2.5, ..rules };
        let here = Position::from_setup(&setup, rules).unwrap();
        let there = Position::from_setup(&setup.color_swapped(), swapped).unwrap();
        assert_eq!(here.to_move(), !there.to_move());
        let (here, there) =
            (judged(&here, Settings::default(), None, 1_500), judged(&there, Settings::default(), None, 1_500));
        // Chance differs, as it depends on the stones; what is found differs by no more than chance.
        let difference = here.black_wins.unwrap() - (1.0 - there.black_wins.unwrap());
        assert!(difference.abs() < 0.12, "{difference}");
        assert_eq!(here.fates.len(), there.fates.len());
    }
}

#[test]
fn komi_decides_who_wins() {
    let position = |komi| Position::new(size(7), Rules { komi, ..Rules::CHINESE });
    let wins = |komi| judged(&position(komi), Settings::default(), None, 200).black_wins.unwrap();
    assert_eq!((wins(60.0), wins(-60.0)), (0.0, 1.0));
}

/// Whatever counts as even while it searches, it tells who wins under the rules.
#[test]
fn what_counts_as_even_does_not_change_who_wins() {
    let position = Position::new(size(7), Rules { komi: -60.0, ..Rules::CHINESE });
    let mut search = Search::new(Settings { even: 55.0, ..Settings::default() }, None);
    search.begin(&position).unwrap();
    search.think(100, None, &mut || true);
    let judgement = search.judgement();
    assert_eq!(judgement.black_wins, Some(1.0));
    assert!(judgement.candidates.iter().all(|candidate| candidate.black_wins.is_none_or(|wins| wins == 1.0)));
    search.set_even(55.0);
    assert_eq!(search.judgement().games, 100, "nothing has changed");
    search.set_even(60.0);
    assert_eq!(search.judgement().games, 0, "what was found for another lead is forgotten");
}

/// Learned owners change how much, not which.
#[test]
fn what_was_learned_keeps_the_order_of_moves() {
    for (side, learned) in [(7, false), (9, true), (19, true)] {
        let position = testkit::random_position(size(side), size(side).area() / 2, Seed(3));
        let mut search = Search::new(Settings::default(), None);
        search.begin(&position).unwrap();
        assert_eq!(search.outlook(), search.judgement(), "nothing is known yet");
        search.think(60, None, &mut || true);
        let (played, told) = (search.judgement(), search.outlook());
        assert_eq!(played != told, learned);
        assert!((0.0..=1.0).contains(&told.black_wins.unwrap()));
        assert_eq!(told.ownership.as_ref().map(Vec::len), Some(size(side).area()));
        let shift = told.black_leads.unwrap() - played.black_leads.unwrap();
        for (played, told) in played.candidates.iter().zip(&told.candidates) {
            assert_eq!((played.mv, played.visits), (told.mv, told.visits));
            if let (Some(before), Some(after)) = (played.black_leads, told.black_leads) {
                assert!((after - before - shift).abs() < 1e-9);
            }
        }
    }
}

/// What a position leads to is the same however often one looks on the way.
#[test]
fn what_is_told_does_not_depend_on_how_often_one_asked_before() {
    let position = testkit::random_position(size(9), 30, Seed(5));
    let told = |asks: bool| {
        let mut search = Search::new(Settings::default(), Some(dummy()));
        search.begin(&position).unwrap();
        for games in [100, 20, 180] {
            search.think(games, None, &mut || true);
            if asks {
                assert!(search.outlook().black_leads.is_some());
            }
        }
        search.outlook()
    };
    let once = told(false);
    assert_eq!(once, told(true));
    assert!((0.0..=1.0).contains(&once.black_wins.unwrap()));
    assert!(once.ownership.unwrap().iter().all(|owner| owner.abs() <= 1.0));
}

#[test]
fn chains_in_dead_positions_are_known() {
    let setup = goban::Diagram::parse(
        "
        . O O X . . .
        O O X X . . .
        X X X . . . .
        . . . . . . .
        . O . . O . .
        . . . . . . .
        . . . . . . .",
    )
    .unwrap();
    let position = Position::from_setup(&setup, Rules::CHINESE).unwrap();
    let judgement = judged(&position, Settings::default(), None, 300);
    let corner = setup.size.parse_vertex("B7").unwrap();
    let fate = judgement.fates.iter().find(|fate| fate.stones.contains(corner)).unwrap();
    assert!(fate.survival < 0.3, "{}", fate.survival);
}
