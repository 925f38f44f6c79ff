//! Many games: the same for any number of threads, and counted as the rules of the position say.

use goban::{BoardSize, Color, Diagram, Move, Position, Rules, Setup};
use model::Seed;
use playout::{Batch, Game, LightBoard, Reason, Settlement, Status, Tally};

/// Black has the left, White the right; the white stone B2 and the black stone F6 are dead.
const FINISHED: &str = "
    . X . X O . .
    X . X X O X O
    . X . X O O .
    X X X O O . O
    . . X O . O .
    . O X O O . .
    . . X X O . .";

fn finished(rules: Rules) -> Position {
    Position::from_setup(&Diagram::parse(FINISHED).unwrap(), rules).unwrap()
}

fn with_threads<T: Send>(n: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(n).build().unwrap().install(work)
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let position = testkit::random_position(BoardSize::NINE, 30, Seed(3));
    let batch = Batch::new(&position).games(50).seed(Seed(5));
    let one: Tally = with_threads(1, || batch.tally());
    let three: Tally = with_threads(3, || batch.tally());
    assert_eq!(one, three);
    assert_ne!(one, batch.clone().seed(Seed(6)).tally());
}

#[test]
fn many_games_are_the_same_games_in_lots() {
    let position = testkit::random_position(BoardSize::NINE, 30, Seed(3));
    let batch = Batch::new(&position).games(150).seed(Seed(5));
    let (one, three) = (with_threads(1, || batch.tally()), with_threads(3, || batch.tally()));
    assert_eq!(one, three);
    let mut game = Game::new();
    for (number, lead) in one.leads().iter().enumerate() {
        batch.play(number, &mut game);
        let correction = LightBoard::new(&position).correction(position.rules(), 0);
        assert_eq!(f64::from(*lead), f64::from(game.area_lead()) + correction, "game {number}");
    }
    assert_eq!(one.n_games(), 150);
}

#[test]
fn a_game_of_a_batch_can_be_played_again() {
    let position = testkit::random_position(BoardSize::NINE, 20, Seed(4));
    let batch = Batch::new(&position).games(20);
    let steps = |game: &Game| game.steps().collect::<Vec<_>>();
    let all = batch.fold(Vec::new, |all, _, game| all.push(steps(game)), |all, more| all.extend(more));
    let mut game = Game::new();
    for (number, expected) in all.iter().enumerate() {
        batch.play(number, &mut game);
        assert_eq!(&steps(&game), expected);
    }
}

/// Every move of a playout is legal, no eye is filled but to save a chain from atari, and the last board is the one that the moves lead to.
#[test]
fn games_keep_the_rules() {
    for side in [2, 3, 5, 9, 13, 19, 25] {
        let size = BoardSize::new(side).unwrap();
        let start = Position::new(size, Rules::JAPANESE);
        let batch = Batch::new(&start).games(3);
        let mut game = Game::new();
        for number in 0..3 {
            batch.play(number, &mut game);
            let mut position = start.clone();
            for step in game.steps() {
                if let (Move::Play(point), Reason::Shape | Reason::Chance) = (step.mv, step.reason) {
                    assert!(!position.board().is_eye(step.color, point), "{position:?}");
                }
                // A playout may go on after a pass and another later; only the last two are the end.
                position.play_as(step.color, step.mv).unwrap();
            }
            let end = game.end().map(LightBoard::stones).unwrap();
            assert_eq!(&end, position.board().stones());
            assert_eq!(position.is_over(), game.is_finished());
            let first = game.first_plays();
            let plays = game.steps().filter(|step| step.mv != Move::Pass).count();
            assert!(first.iter().flatten().count() <= plays);
        }
    }
}

#[test]
fn a_finished_board_is_counted_under_any_rules() {
    let size = BoardSize::new(7).unwrap();
    for (rules, handicap) in [
        (Rules { komi: 0.5, ..Rules::CHINESE }, 0),
        (Rules { komi: 0.5, ..Rules::CHINESE }, 2),
        (Rules { komi: 0.5, ..Rules::JAPANESE }, 0),
    ] {
        let position = finished(rules);
        let tally = Batch::new(&position).games(100).handicap(handicap).tally();
        let status = |vertex: &str| tally.fate(size.parse_vertex(vertex).unwrap()).unwrap().status();
        assert_eq!((status("B2"), status("F6")), (Status::Dead, Status::Dead));
        assert_eq!((status("D7"), status("E7")), (Status::Alive, Status::Alive));
        let dead = ["B2", "F6"].iter().filter_map(|vertex| size.parse_vertex(vertex)).collect();
        let settlement = Settlement::of(&position, Seed(1));
        assert_eq!(settlement.agreement().dead, dead);
        let agreed = goban::Agreement { dead, ..goban::Agreement::default() };
        let counted = position.score(&agreed, handicap);
        assert_eq!(settlement.score(&position, handicap).to_string(), counted.to_string());
        // The games themselves end near it.
        assert!((tally.lead() - counted.lead()).abs() < 10.0, "{} {}", tally.lead(), counted.lead());
        assert_eq!(tally.n_unfinished(), 0);
    }
}

#[test]
fn prisoners_count_where_territory_does() {
    let position = finished(Rules { komi: 0.0, ..Rules::JAPANESE });
    let setup = Setup { to_move: Color::Black, ..Setup::from(position.board()) };
    let unseen = goban::Unseen { prisoners: goban::ByColor { black: 5, white: 0 }, ..goban::Unseen::default() };
    let ahead = Position::restored(&setup, *position.rules(), &unseen).unwrap();
    let lead = |position: &Position| Batch::new(position).games(20).tally().lead();
    assert!((lead(&ahead) - lead(&position) - 5.0).abs() < 1e-6);
}

#[test]
fn shares_stay_in_their_bounds() {
    let position = testkit::random_position(BoardSize::NINE, 40, Seed(9));
    let tally = Batch::new(&position).games(40).tally();
    assert_eq!(tally.owners().len(), 81);
    assert!(tally.owners().iter().all(|owner| owner.abs() <= 1.0));
    assert!(tally.criticality().iter().all(|value| value.abs() <= 1.0));
    assert!((tally.chance(Color::Black) + tally.chance(Color::White) - 1.0).abs() < 1e-9);
    assert_eq!(tally.leads().len(), 40);
    assert!(tally.fates().iter().all(|fate| fate.n_survived <= 40 && fate.n_seki <= fate.n_survived));
}

#[test]
fn no_games_say_nothing() {
    let position = Position::new(BoardSize::NINE, Rules::CHINESE);
    let tally = Batch::new(&position).games(0).tally();
    assert_eq!((tally.n_games(), tally.lead(), tally.spread(), tally.chance(Color::Black)), (0, 0.0, 0.0, 0.0));
    assert!(tally.fates().is_empty());
}

#[test]
fn games_that_are_played_here_leave_no_work_to_other_threads() {
    let position = testkit::random_position(BoardSize::NINE, 20, Seed(4));
    let batch = Batch::new(&position).games(100);
    let here = batch.clone().here();
    let threads = here.fold(
        Vec::new,
        |all, _, _| all.push(std::thread::current().id()),
        |all: &mut Vec<_>, more| all.extend(more),
    );
    assert_eq!(threads, vec![std::thread::current().id(); 100]);
    assert_eq!(here.tally().owners(), batch.tally().owners());
}
