//! Drawn positions with known answers; `positions.txt` says how to read them.

use goban::{BoardSize, Color, Diagram, Move, Point, PointSet, Position, Rules, Setup, Symmetry};
use tactics::{
    Answer, Bounds, Status, Success, attack, connect, defend, disconnect, life, owl_attack, owl_defend, race,
};

const TEXT: &str = include_str!("positions.txt");

struct Drawn {
    name: String,
    questions: Vec<String>,
    setup: Setup,
}

fn drawn() -> Vec<Drawn> {
    let (_, positions) = TEXT.split_once("\n# ").expect("a first heading");
    positions
        .split("\n# ")
        .map(|text| {
            let (name, rest) = text.split_once('\n').expect("a heading is a line");
            let is_row = |line: &&str| line.starts_with(['.', 'X', 'O']);
            let rows: Vec<&str> = rest.lines().filter(is_row).collect();
            let setup = Diagram::parse(&rows.join("\n")).unwrap_or_else(|error| panic!("{name}: {error}"));
            let questions = rest.lines().filter(|line| !is_row(line) && !line.is_empty()).map(String::from).collect();
            Drawn { name: name.to_string(), questions, setup }
        })
        .collect()
}

fn position(setup: &Setup) -> Position {
    Position::from_setup(setup, Rules::JAPANESE).expect("the board is possible")
}

fn success_name(success: Success) -> &'static str {
    match success {
        Success::Yes => "yes",
        Success::No => "no",
        Success::GoodKo => "good-ko",
        Success::BadKo => "bad-ko",
    }
}

/// The usual bounds, or those that the question names.
fn bounds(question: &[&str]) -> Bounds {
    let usual = Bounds::default();
    let nodes = question.iter().skip_while(|&&word| word != "within").nth(1);
    Bounds { nodes: nodes.map_or(usual.nodes, |nodes| nodes.parse().expect("a number of positions")), ..usual }
}

/// What is found, in the words of the file, and the first moves that were found.
fn ask(position: &Position, question: &[&str]) -> (String, Vec<Move>) {
    let size = position.size();
    let at = |i: usize| -> Point {
        let vertex = question.get(i).unwrap_or_else(|| panic!("{question:?} names too few stones"));
        size.parse_vertex(vertex).unwrap_or_else(|| panic!("{vertex} is no point"))
    };
    let bounds = bounds(question);
    let one = |answer: Option<Answer>| {
        let answer = answer.expect("there are stones");
        let found = answer.known().map_or("not known", success_name);
        (found.to_string(), answer.first.into_iter().collect())
    };
    match question[0] {
        "attack" => one(attack(position, at(1), &bounds)),
        "defend" => one(defend(position, at(1), &bounds)),
        "owl_attack" => one(owl_attack(position, at(1), &bounds)),
        "owl_defend" => one(owl_defend(position, at(1), &bounds)),
        "connect" => one(connect(position, at(1), at(2), &bounds)),
        "disconnect" => one(disconnect(position, at(1), at(2), &bounds)),
        "life" => {
            let life = life(position, at(1), &bounds).expect("there is a stone");
            let status = match life.status {
                Status::Alive => "alive",
                Status::Seki => "seki",
                Status::Dead => "dead",
                Status::Critical => "critical",
                Status::Ko => "ko",
                Status::Unknown => "not known",
            };
            (status.to_string(), life.kill.first.into_iter().chain(life.save.first).collect())
        }
        "race" => {
            let race = race(position, at(1), at(2), &bounds).expect("two stones");
            let status = match (race.save.known(), race.take.known()) {
                (Some(Success::Yes), Some(Success::Yes)) => "wins",
                (Some(Success::Yes), Some(Success::No)) => "seki",
                (Some(Success::No), Some(Success::No)) => "loses",
                (Some(_), Some(_)) => "ko",
                _ => "not known",
            };
            (status.to_string(), vec![race.first])
        }
        other => panic!("{other} is no question"),
    }
}

/// How many words of a question name what is asked about.
fn n_stones(question: &str) -> usize {
    if question.ends_with("connect") || question == "race" { 2 } else { 1 }
}

#[test]
fn drawn_positions_have_their_known_answers() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for Drawn { name, questions, setup } in drawn() {
        let position = position(&setup);
        for text in &questions {
            let (text, points) =
                text.split_once(" at ").map_or((text.as_str(), None), |(text, points)| (text, Some(points)));
            let words: Vec<&str> = text.split_whitespace().collect();
            let expected = words[1 + n_stones(words[0])];
            let (found, moves) = ask(&position, &words);
            let names: Vec<String> = moves.iter().map(|&mv| setup.size.move_name(mv)).collect();
            // One list for all first moves, or one for each.
            let lists: Vec<&str> = points.map_or(Vec::new(), |points| points.split(" / ").collect());
            let fits = names.iter().enumerate().all(|(i, name)| {
                let list = lists.get(i).or(lists.last());
                list.is_none_or(|list| list.split_whitespace().any(|allowed| allowed == name))
            });
            if found != expected || !fits {
                wrong.push(format!("{name}: {text} at {points:?}, found {found} at {names:?}"));
            }
            n += 1;
        }
    }
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(n >= 150, "only {n} questions");
}

fn mapped(question: &str, size: BoardSize, symmetry: Symmetry) -> Vec<String> {
    let point = |word: &str| size.parse_vertex(word).map(|point| size.vertex(symmetry.apply(size, point)));
    question.split_whitespace().map(|word| point(word).unwrap_or_else(|| word.to_string())).collect()
}

/// Every tenth position, mirrored, turned and with the colours exchanged: who moves where may differ, what comes out must not. Long
/// questions are left out, for each is asked sixteen times.
#[test]
fn answers_do_not_depend_on_how_the_board_is_turned_or_coloured() {
    for Drawn { name, questions, setup } in drawn().into_iter().step_by(10) {
        for question in questions.iter().filter(|question| !question.contains(" within ")) {
            let question = question.split(" at ").next().expect("a question");
            let words: Vec<&str> = question.split_whitespace().collect();
            let (expected, _) = ask(&position(&setup), &words);
            for symmetry in Symmetry::ALL {
                let words = mapped(question, setup.size, symmetry);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let turned = setup.transformed(symmetry);
                assert_eq!(ask(&position(&turned), &words).0, expected, "{name}, {symmetry:?}");
                assert_eq!(
                    ask(&position(&turned.color_swapped()), &words).0,
                    expected,
                    "{name}, {symmetry:?}, colours exchanged"
                );
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer_line_and_number_of_nodes() {
    for Drawn { questions, setup, .. } in drawn().into_iter().step_by(7) {
        let position = position(&setup);
        for question in questions.iter().filter(|question| question.starts_with("life")) {
            let stone =
                question.split_whitespace().nth(1).and_then(|vertex| setup.size.parse_vertex(vertex)).expect("a stone");
            let twice = [(); 2].map(|()| life(&position, stone, &Bounds::default()));
            assert_eq!(twice[0], twice[1]);
        }
    }
}

#[test]
fn without_a_stone_there_is_nothing_to_read() {
    let size = BoardSize::NINE;
    let mut position = Position::new(size, Rules::JAPANESE);
    let [a, b] = ["C3", "G7"].map(|vertex| size.parse_vertex(vertex).expect("a point"));
    let bounds = Bounds::default();
    assert_eq!(attack(&position, a, &bounds), None);
    assert_eq!(life(&position, a, &bounds), None);
    position.play_as(Color::Black, a).expect("a legal move");
    position.play_as(Color::White, b).expect("a legal move");
    assert_eq!(connect(&position, a, b, &bounds), None);
    assert_eq!(disconnect(&position, b, a, &bounds), None);
}

#[test]
fn with_few_nodes_nothing_is_proved() {
    let name = "Two rows of three in the corner, one liberty outside";
    let six = drawn().into_iter().find(|drawn| drawn.name.contains(name)).expect("a position");
    let position = position(&six.setup);
    let stone = position.size().parse_vertex("B3").expect("a point");
    let found = life(&position, stone, &Bounds { nodes: 15, ..Bounds::default() }).expect("there is a stone");
    assert_eq!(found.status, Status::Unknown);
    assert_eq!(found.kill.known(), None);
}

/// Whether the chain on `target` is taken, by trying everything inside: no table, no order, nothing told without reading.
fn is_taken(position: &mut Position, target: Point, inside: PointSet, way: &mut Vec<(u64, Color)>) -> bool {
    let to_move = position.to_move();
    let Some(owner) = position.board().get(target).filter(|&owner| owner == Color::Black) else { return true };
    let here = (position.board().hash(), to_move);
    if way.contains(&here) {
        return false;
    }
    way.push(here);
    let mut moves: Vec<Move> = (inside & position.board().empty()).iter().map(Move::Play).collect();
    if to_move == owner {
        moves.push(Move::Pass);
    }
    let mut taken = to_move == owner;
    for mv in moves {
        if position.check_as(to_move, mv).is_err() {
            continue;
        }
        position.play_anyway(to_move, mv);
        let found = is_taken(position, target, inside, way);
        position.take_back();
        if found != taken {
            taken = found;
            break;
        }
    }
    way.pop();
    taken
}

/// The eyes of three to five points, empty and with every one stone of the opponent inside.
#[test]
fn small_eyes_are_read_as_trying_everything_finds_them() {
    let mut n = 0;
    let is_small =
        |drawn: &Drawn| ["three", "four", "five"].iter().any(|n| drawn.name.contains(&format!("{n} points")));
    for Drawn { name, setup, .. } in drawn().into_iter().filter(is_small) {
        let start = position(&setup);
        let black = start.board().stones().black;
        let target = black.first().expect("a stone");
        let inside: PointSet = start.board().empty().components().filter(|part| part.len() <= 5).flatten().collect();
        for first in std::iter::once(None).chain(inside.iter().map(Some)) {
            let mut stones = setup.clone();
            stones.stones.white.extend(first);
            for to_move in [Color::White, Color::Black] {
                let mut position = position(&Setup { to_move, ..stones.clone() });
                let taken = is_taken(&mut position, target, inside, &mut Vec::new());
                let found = if to_move == Color::White {
                    owl_attack(&position, target, &Bounds::default()).expect("a stone").success == Success::Yes
                } else {
                    owl_defend(&position, target, &Bounds::default()).expect("a stone").success == Success::No
                };
                assert_eq!(found, taken, "{name}, {to_move} first, with {first:?}");
                n += 1;
            }
        }
    }
    assert_eq!(n, 2 * (2 * 4 + 5 * 5 + 12 * 6));
}
