//! The numbered list of what must hold.

use std::sync::Arc;

use goban::{BoardSize, Color, Diagram, Point, PointSet, Setup, Symmetry};
use structure::Structure;
use structure::ets::{Id, LinkId};
use structure::go::{Attention, Direction, Recorder};
use testkit::{Randomness, random_game};

use crate::support::{counts, drawn, put, recorded, seen, seen_by, window};

const ATARI: &str = "
. . . . . . .
. . . . . . .
. . . X . . .
. . X O X . .
. . . . . . .
. . . . . . .
. . . . . . .";

#[test]
fn one_the_capture_of_a_stone_has_seventeen_elements() {
    let game = drawn(ATARI, &[(Color::Black, "D3")]);
    let recorder = recorded(&game, window(game.size(), "D4,C4,D5,E4,D3"));
    assert_eq!(counts(&recorder, 0), "C1 4, C2 1, C3 2, C4 1, C7 1, C11 3, C12 4, C13 1");
    let graph = recorder.overlap(0, true);
    assert_eq!((graph.nodes.len(), graph.edges.len()), (17, 25));
    let kind = |node: usize| match graph.nodes[node].class.index() {
        0..=2 => 'c',
        3..=6 => 'd',
        _ => 'p',
    };
    let between = |a: char, b: char| {
        let joins = |edge: &&(usize, usize, Vec<LinkId>)| {
            let kinds = [kind(edge.0), kind(edge.1)];
            kinds == [a, b] || kinds == [b, a]
        };
        graph.edges.iter().filter(joins).count()
    };
    assert_eq!((between('c', 'p'), between('c', 'd'), between('d', 'p')), (16, 4, 5));
}

#[test]
fn one_the_same_on_the_whole_board() {
    let size = BoardSize::NINETEEN;
    let mut setup = Setup::new(size);
    let points = |names: [&str; 3]| names.map(|name| size.parse_vertex(name).unwrap());
    setup.stones.black.extend(points(["J10", "K11", "L10"]));
    setup.stones.white.extend(size.parse_vertex("K10"));
    let recorder = recorded(&put(&setup, &[(Color::Black, "K9")]), Attention::Whole);
    assert_eq!(counts(&recorder, 0), "C1 4, C2 1, C3 358, C4 1, C7 1, C10 671, C11 3, C12 16, C13 1, C16 76");
}

const CON6: &str = "
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . O . .
. . O . . O . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .";

const CON10: &str = "
. . . . . . . . .
. . . . . . . . .
. . . O . . . . .
. . . . . X . . .
. . . X . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .";

fn level2(recorder: &Recorder) -> String {
    counts(recorder, 2)
}

#[test]
fn two_the_printed_constraints_of_level_two() {
    let recorder = seen(CON6, Attention::Whole);
    assert_eq!(level2(&recorder), "C1 1");
    let level1 = counts(&recorder, 1);
    for part in ["C7 2", "C10 3", "C15 1"] {
        assert!(level1.split(", ").any(|count| count == part), "{level1}");
    }
    let recorder = seen(CON10, Attention::Whole);
    assert_eq!(level2(&recorder), "C3 1");
    let level1 = counts(&recorder, 1);
    for part in ["C1 2", "C10 1", "C12 1", "C16 1", "C17 1"] {
        assert!(level1.split(", ").any(|count| count == part), "{level1}");
    }
}

#[test]
fn two_a_neighbour_or_a_filled_point_ends_the_match() {
    for (diagram, class, named) in [(CON6, "C1 ", "D5 E5 F6 G5"), (CON10, "C3 ", "D6 E5 E6 E7")] {
        let setup = Diagram::parse(diagram).unwrap();
        let size = setup.size;
        let matches = |color: Color, point: Point| {
            let mut next = setup.clone();
            next.stones[color].insert(point);
            level2(&recorded(&put(&next, &[]), Attention::Whole)).contains(class)
        };
        for color in Color::ALL {
            for name in named.split(' ') {
                assert!(!matches(color, size.parse_vertex(name).unwrap()), "{color} {name}\n{diagram}");
            }
            let stones = setup.stones.black | setup.stones.white;
            let beside = (setup.stones[color].grown() & size.all_points()) - stones;
            for point in beside {
                assert!(!matches(color, point), "{color} {}\n{diagram}", size.vertex(point));
            }
        }
        assert!(matches(Color::Black, size.parse_vertex("A1").unwrap()), "what is far away does not matter");
    }
}

fn shifted(setup: &Setup, columns: i32, rows: i32) -> Setup {
    let size = setup.size;
    let moved = |set: PointSet| -> PointSet { set.iter().filter_map(|p| size.offset(p, columns, rows)).collect() };
    Setup { stones: setup.stones.map(moved), ..*setup }
}

#[test]
fn three_a_moved_window_sees_the_same_struct() {
    let size = BoardSize::THIRTEEN;
    let mut setup = Setup::new(size);
    for (color, names) in [(Color::Black, ["E8", "G7"]), (Color::White, ["F6", "G9"])] {
        setup.stones[color].extend(names.map(|name| size.parse_vertex(name).unwrap()));
    }
    let points: PointSet =
        size.points().filter(|p| (3..8).contains(&p.column()) && (3..9).contains(&p.row())).collect();
    let expand = |setup: &Setup, points: PointSet| {
        let recorder = recorded(&put(setup, &[]), Attention::Window(points));
        let events = recorder.expand(0, recorder.n_moments(), &size.all_points()).events;
        (recorder, events)
    };
    let (first, events) = expand(&setup, points);
    for (columns, rows) in [(1, 0), (-2, 3), (4, 3)] {
        let moved: PointSet = points.iter().filter_map(|point| size.offset(point, columns, rows)).collect();
        let (other, image) = expand(&shifted(&setup, columns, rows), moved);
        assert!(events.identity(&image).is_some(), "{columns} {rows}");
        assert_eq!(counts(&first, 1), counts(&other, 1));
    }
    for symmetry in Symmetry::ALL.into_iter().skip(1) {
        let (other, image) = expand(&setup.transformed(symmetry), symmetry.apply_set(size, &points));
        assert!(events.identity(&image).is_none(), "{symmetry:?}");
        for level in 0..3 {
            assert_eq!(counts(&first, level), counts(&other, level), "{symmetry:?}");
        }
    }
}

#[test]
fn three_four_orientations_of_an_approach_are_four_elements_of_one_class() {
    for diagram in ["X . O", "O . X"] {
        let row = format!(". . . . .\n. . . . .\n. {diagram} .\n. . . . .\n. . . . .");
        assert!(counts(&seen(&row, Attention::Whole), 1).contains("C16 1"), "{row}");
        let turned = Diagram::parse(&row).unwrap().transformed(Symmetry::ALL[4]);
        assert!(counts(&recorded(&put(&turned, &[]), Attention::Whole), 1).contains("C16 1"));
    }
}

#[test]
fn three_on_the_whole_board_moving_keeps_all_counts() {
    let size = BoardSize::NINETEEN;
    let mut setup = Setup::new(size);
    setup.stones.black.extend(["H12", "K11", "J9", "J8"].map(|name| size.parse_vertex(name).unwrap()));
    setup.stones.white.extend(["K9", "L10", "H9"].map(|name| size.parse_vertex(name).unwrap()));
    let first = recorded(&put(&setup, &[]), Attention::Whole);
    for (columns, rows) in [(2, 0), (-3, 3), (4, -3)] {
        let other = recorded(&put(&shifted(&setup, columns, rows), &[]), Attention::Whole);
        for level in 0..3 {
            assert_eq!(counts(&first, level), counts(&other, level), "{columns} {rows}");
        }
    }
}

#[test]
fn four_sweeping_either_way_gives_the_same_overlap_graph() {
    for seed in 0..6 {
        let game = random_game(BoardSize::new(7).unwrap(), 30, Randomness::PLAY, model::Seed(seed));
        let mut replay = game.replay(&game.main_line(), record::Mode::Strict).unwrap();
        while replay.next_ply().unwrap().is_some() {}
        let graph = |way: Direction| {
            let board = replay.position().board();
            let recorder = Recorder::new(structure::go::Plan::built_in(), board, Attention::Sweep(way));
            // Without times: which sweep came when is what may differ.
            let graph = recorder.overlap(0, true);
            let name = |node: usize| (graph.nodes[node].class, graph.nodes[node].points);
            let mut nodes: Vec<_> = (0..graph.nodes.len()).map(name).collect();
            nodes.sort();
            let mut edges: Vec<_> = graph
                .edges
                .iter()
                .map(|(a, b, links)| {
                    let (a, b) = (name(*a), name(*b));
                    if a <= b { (a, b, links.clone()) } else { (b, a, links.clone()) }
                })
                .collect();
            edges.sort();
            (nodes, edges)
        };
        let right = graph(Direction::Right);
        assert_eq!(right, graph(Direction::Left), "seed {seed}");
        assert_eq!(right, graph(Direction::Down), "seed {seed}");
        assert_eq!(right, graph(Direction::Up), "seed {seed}");
    }
}

#[test]
fn six_the_elements_give_the_board_back() {
    for (number, game) in testkit::fixtures::real_games(400).iter().enumerate() {
        let mut replay = game.replay(&game.main_line(), record::Mode::Strict).unwrap();
        let mut recorder = Recorder::new(structure::go::Plan::built_in(), replay.position().board(), Attention::Whole);
        let mut boards = vec![replay.position().board().clone()];
        while let Some(ply) = replay.next_ply().unwrap() {
            recorder.observe(&ply, replay.position().board());
            boards.push(replay.position().board().clone());
        }
        for (moment, board) in boards.iter().enumerate() {
            assert_eq!(recorder.board_at(moment as u32).stones(), board.stones(), "game {number}, tick {moment}");
        }
    }
}

#[test]
fn seven_a_game_is_stored_in_spans() {
    let games = testkit::fixtures::real_games(200);
    let game = games.iter().find(|game| game.moves().count() >= 250).expect("some games are long");
    let mut replay = game.replay(&game.main_line(), record::Mode::Strict).unwrap();
    let plan = structure::go::Plan::built_in();
    let mut recorder = Recorder::without_groups(plan, replay.position().board(), Attention::Whole);
    while let Some(ply) = replay.next_ply().unwrap().filter(|ply| ply.number <= 250) {
        recorder.observe(&ply, replay.position().board());
    }
    assert!(recorder.bytes() < 2_000_000, "{} bytes", recorder.bytes());
    // A primitive a tick would be some three hundred thousand.
    assert!(recorder.n_elements(0) < 10_000, "{}", recorder.n_elements(0));
    assert!(recorder.n_events(0, recorder.n_moments()) > 250_000);
}

#[test]
fn a_lone_star_point_stone_has_two_ways_to_the_edge() {
    let size = BoardSize::NINETEEN;
    let mut setup = Setup::new(size);
    setup.stones.black.extend(size.parse_vertex("D4"));
    let recorder = recorded(&put(&setup, &[]), Attention::Whole);
    assert_eq!(counts(&recorder, 1), "C1 1, C3 1, C9 2");
}

#[test]
fn a_pair_may_be_a_chain_and_a_space_and_each_corner_is_an_element() {
    let recorder = seen(". . . . .\n. X . . .\n. . X . .\n. . . . .\n. . . . .", Attention::Whole);
    assert!(counts(&recorder, 1).contains("C13 2"), "{}", counts(&recorder, 1));
    let recorder = seen(". . . . .\n. X X X .\n. X . X .\n. X X X .\n. . . . .", Attention::Whole);
    assert!(counts(&recorder, 1).contains("C5 2"), "{}", counts(&recorder, 1));
    assert_eq!(level2(&recorder), "C5 1");
}

#[test]
fn eyes_at_the_edge_and_two_eyes() {
    let recorder = seen(". . . . .\n. . . . .\n. . . . .\nX X X X .\n. X . X .", Attention::Whole);
    assert_eq!(level2(&recorder), "C7 1, C9 1", "an eye at the edge and one in the corner");
    let recorder = seen("O O O O O\nO . O . O\nO O O O O\n. . . . .\n. . . . .", Attention::Whole);
    assert_eq!(level2(&recorder), "C6 2, C10 1");
}

#[test]
fn our_own_shapes() {
    let faced = ". . . . . .\n. . O O . .\n. . . . . .\n. . X . . .\n. . . . . .\n. . . . . .";
    assert!(level2(&seen(faced, Attention::Whole)).contains("partly-free-block 1"));
    // A star-point stone, then a knight's jump: a corner with its history; the same stones at once have none.
    let size = BoardSize::NINETEEN;
    let mut setup = Setup::new(size);
    setup.stones.black.extend(size.parse_vertex("D4"));
    let game = put(&setup, &[(Color::Black, "F3")]);
    assert!(level2(&recorded(&game, Attention::Whole)).contains("corner-territory 1"));
    setup.stones.black.extend(size.parse_vertex("F3"));
    assert!(!level2(&recorded(&put(&setup, &[]), Attention::Whole)).contains("corner-territory"));
}

/// The definition that the manual teaches with.
fn hanging(diagram: &str) -> String {
    let manual = include_str!("../../../../docs/models/structure.md");
    let text = manual.split("```").find(|block| block.contains("# hanging.ets")).expect("the manual has an example");
    let text = text.strip_prefix("text\n").expect("the example is marked as text");
    let family = Structure::with_definitions(text).expect("the example can be read");
    let counts = level2(&seen_by(Arc::clone(family.plan()), diagram, Attention::Whole));
    counts.split(", ").find(|count| count.starts_with("hanging")).unwrap_or("none").to_string()
}

#[test]
fn the_manual_teaches_a_hanging_connection() {
    assert_eq!(hanging(". . . . .\n. X . . .\n. . X . .\n. . . . .\n. . . . ."), "none", "a plain diagonal");
    assert_eq!(hanging(". . . . .\n. X . X .\n. . X . .\n. . . . .\n. . . . ."), "hanging 1");
    assert_eq!(hanging(". . . . .\n. X . . .\n. . X . .\n. X . . .\n. . . . ."), "hanging 1", "turned");
    assert_eq!(hanging(". . . . .\n. X O X .\n. . X . .\n. . . . .\n. . . . ."), "none", "the point is taken");
    assert_eq!(hanging("X . . . .\n. X . . .\n. . X . .\n. . . . .\n. . . . ."), "none", "a row of diagonals");
    assert_eq!(hanging(". . . . .\n. X . X .\n. X X . .\n. . . . .\n. . . . ."), "none", "joined already");
    assert_eq!(hanging("X . . . .\nX X . X .\n. . X X .\n. . X . .\n. . . . ."), "none", "two blocks are no three");
}

#[test]
fn a_stone_in_atari_is_one_while_it_is() {
    let game = drawn(ATARI, &[(Color::White, "D3")]);
    let recorder = recorded(&game, Attention::Whole);
    let changes = recorder.changes();
    let ended: Vec<String> = changes
        .ended
        .iter()
        .filter(|id| id.level == 1)
        .map(|id| recorder.plan().system().levels[1].classes[recorder.info(*id).class].name.clone())
        .collect();
    assert!(ended.contains(&"C20".to_string()), "{ended:?}");
}
