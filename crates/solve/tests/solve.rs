//! Groups and problems on drawn boards, in the words that people read.

use goban::{Color, Diagram, Point, Position, Rules};
use solve::{Reader, Unasked, Wish};
use tactics::{Bounds, Status, Success};

fn drawn(board: &str, next: Color) -> Position {
    let mut setup = Diagram::parse(board).unwrap();
    setup.to_move = next;
    Position::from_setup(&setup, Rules::JAPANESE).unwrap()
}

fn at(position: &Position, vertex: &str) -> Point {
    position.size().parse_vertex(vertex).unwrap()
}

/// Three points in a row in the corner: whoever plays in the middle decides.
const THREE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    X X X X X . .
    O O O O X . .
    . . . O X . .";

/// Two points are no two eyes, and four in a row are enough.
const TWO_AND_FOUR: &str = "
    . . . . O X .
    O O O O O X .
    X X X X X X .
    . . . . . . .
    X X X X . . .
    O O O X . . .
    . . O X . . .";

#[test]
fn who_plays_first_decides() {
    let position = drawn(THREE, Color::Black);
    let verdict = solve::group(&position, at(&position, "B2"), &Reader::default()).unwrap();
    assert_eq!(verdict.status, Status::Critical);
    assert_eq!(
        verdict.sentence(position.size()),
        "White's 5 stones at A2 live if White plays first (B1) and die if Black does (B1)."
    );
    let play = verdict.play(position.size());
    assert!(play[0].starts_with("Black first: Black B1") && play[0].contains(" kills (proved, "), "{}", play[0]);
    assert!(play[1].starts_with("White first: White B1") && play[1].contains(" lives (proved, "), "{}", play[1]);
}

#[test]
fn every_group_that_is_near_another_is_told() {
    let position = drawn(TWO_AND_FOUR, Color::Black);
    let verdicts = solve::groups(&position, &Reader::default());
    let white: Vec<(usize, Status)> = verdicts
        .iter()
        .filter(|verdict| verdict.color == Color::White)
        .map(|verdict| (verdict.stones.len(), verdict.status))
        .collect();
    assert_eq!(white, [(6, Status::Alive), (4, Status::Dead)]);
    let dead = verdicts.last().unwrap().sentence(position.size());
    assert_eq!(dead, "White's 4 stones at A2 are dead, even if White plays first.");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let position = drawn(THREE, Color::Black);
    assert_eq!(solve::group(&position, at(&position, "F6"), &Reader::default()), Err(Unasked::Empty));
    let lone = drawn(". . . . . .\n. . . . . .\n. . X . . .\n. . . . . .\n. . . . . .\n. . . . . O", Color::White);
    let unasked = solve::group(&lone, at(&lone, "C4"), &Reader::default()).unwrap_err();
    assert_eq!(unasked, Unasked::Alone(Color::Black));
    assert_eq!(unasked.to_string(), "no white stone is near, so there is nothing to read");
    assert!(solve::groups(&lone, &Reader::default()).is_empty());
}

#[test]
fn nothing_is_claimed_that_was_not_read_to_the_end() {
    let position = drawn(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        O O O O O O O
        . . . . . . .
        . . . . . . .",
        Color::Black,
    );
    let bounds = Bounds { nodes: 1, ..Bounds::default() };
    let reader = Reader { bounds, games: 0, ..Reader::default() };
    let verdict = solve::group(&position, at(&position, "B3"), &reader).unwrap();
    assert_eq!(verdict.status, Status::Unknown);
    let said = verdict.sentence(position.size());
    assert!(said.starts_with("Whether White's 7 stones at A3 live is not known: "), "{said}");
}

#[test]
fn a_problem_has_its_solution_and_what_refutes_the_rest() {
    for (next, wish, task) in [
        (Color::Black, Wish::Kill, "Black to kill White's 5 stones at A2: B1."),
        (Color::White, Wish::Live, "White to save White's 5 stones at A2: B1."),
    ] {
        let position = drawn(THREE, next);
        let problem = solve::problem(&position, at(&position, "A2"), &Reader::default()).unwrap();
        assert_eq!((problem.first, problem.wish), (next, wish));
        assert_eq!(problem.text(position.size())[0], task);
        assert_eq!(problem.right.len(), 1);
        let wrong: Vec<String> = problem.wrong.iter().map(|tried| position.size().vertex(tried.point)).collect();
        assert!(wrong.contains(&"A1".to_string()) && wrong.contains(&"C1".to_string()), "{wrong:?}");
        let refuted = problem.wrong.iter().find(|tried| tried.point == at(&position, "C1")).unwrap();
        let answer = refuted.answer.line.get(1).map(|(color, mv)| (*color, *mv));
        assert_eq!(answer, Some((!next, at(&position, "B1").into())), "the answer to C1 is B1");
    }
}

#[test]
fn a_solution_is_a_record_with_variations() {
    let position = drawn(THREE, Color::Black);
    let problem = solve::problem(&position, at(&position, "A2"), &Reader::default()).unwrap();
    let text = sgf::write(&[solve::solution(&position, &problem)]);
    let game = sgf::read(text.as_bytes()).games.remove(0);
    let root = game.root();
    let firsts: Vec<_> = game.children(root).collect();
    assert_eq!(firsts.len(), problem.right.len() + problem.wrong.len());
    assert_eq!(game.node(firsts[0]).play, Some((Color::Black, at(&position, "B1").into())));
    assert!(text.contains("TE[1]") && text.contains("BM[1]") && text.contains("PL[B]"), "{text}");
    assert!(game.node(root).comment.as_deref().unwrap().starts_with("Black to kill"));
    let lines = sgf::write(&[solve::lines(&position, std::slice::from_ref(&problem.verdict))]);
    let game = sgf::read(lines.as_bytes()).games.remove(0);
    assert_eq!(game.children(game.root()).count(), 2, "one for each side that plays first");
}

#[test]
fn whoever_waits_is_told_of_every_group() {
    let position = drawn(TWO_AND_FOUR, Color::Black);
    let told = std::sync::Mutex::new(Vec::new());
    let reader = Reader { games: 0, ..Reader::default() };
    let verdicts = solve::groups_while(&position, &reader, &|done, all| {
        told.lock().unwrap().push((done, all));
        true
    })
    .unwrap();
    assert_eq!(verdicts, solve::groups(&position, &reader));
    let told = told.into_inner().unwrap();
    let n = verdicts.len();
    assert_eq!(told.len(), n);
    assert!(told.iter().all(|&(done, all)| done < n && all == n), "{told:?}");
    assert_eq!(solve::groups_while(&position, &reader, &|_, _| false), None);
}

/// Few games of stones that run into the open come to anything but their escape, so that neither many of them nor long reading is asked for.
#[test]
fn what_is_clear_at_a_glance_is_not_read_for_long() {
    let position = drawn(
        "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . O . . . . . .
        . . . . . . O . . . . . .
        . . . . . . O . . . . . .
        . . . . . . O . . . . . .
        . . . . . O O . . . . . .
        . . . . . . X . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .",
        Color::Black,
    );
    let reader = Reader::default();
    let life = reader.life(&position, at(&position, "G8")).unwrap();
    assert_eq!(life.guess, Status::Alive);
    assert!(life.kill.nodes < reader.bounds.nodes / 2, "{} positions", life.kill.nodes);
}

/// A pyramid of four points hangs on the one in its middle, which is found with next to no reading.
#[test]
fn the_point_that_a_group_hangs_on_is_the_move_of_both_sides() {
    let position = drawn(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X .
        O O O O O X .
        O O . O O X .
        O . . . O X .",
        Color::Black,
    );
    let reader = Reader { bounds: Bounds { nodes: 1, ..Bounds::default() }, ..Reader::default() };
    let (target, vital) = (at(&position, "A2"), Some(at(&position, "C1").into()));
    let attack = reader.owl_attack(&position, target).unwrap();
    assert_eq!((attack.success, attack.first), (Success::Yes, vital));
    let life = reader.life(&position, target).unwrap();
    assert_eq!(life.guess, Status::Critical);
    assert_eq!((life.kill.first, life.save.first), (vital, vital));
}
