//! Shapes in time: figure 4.40, and a territory that comes to be in five stages as in figures 4.47 to 4.51.

use std::sync::Arc;

use goban::{BoardSize, Color, Setup};
use structure::Structure;
use structure::go::plain::{self, Found, Key};
use structure::go::{Attention, Plan, Recorder};

use crate::support::{counts, put, recorded_by, seen_by};

/// A name for people: `block of D4 D5 from 2 to 3`.
fn told(recorder: &Recorder, key: &Key) -> String {
    let size = recorder.size();
    let class = &recorder.plan().system().levels[1].classes[key.class];
    let mut points: Vec<String> = key.all_points(size).iter().map(|point| size.vertex(point)).collect();
    points.sort();
    format!("{} of {} from {} to {}", class.title, points.join(" "), key.span.begin, key.span.end)
}

fn played(plan: Arc<Plan>, size: BoardSize, moves: &[&str]) -> (Recorder, Found) {
    let moves: Vec<(Color, &str)> = moves.iter().map(|name| (Color::Black, *name)).collect();
    let recorder = recorded_by(plan, &put(&Setup::new(size), &moves), Attention::Whole);
    let found = plain::recorded(&recorder);
    assert_eq!(found, plain::recognise(&recorder), "both recognisers see the same");
    (recorder, found)
}

#[test]
fn a_wall_of_four_stones_evolves() {
    let (recorder, found) = played(Plan::built_in(), BoardSize::new(7).unwrap(), &["D3", "D5", "D4", "D6"]);
    let classes = &recorder.plan().system().levels[1].classes;
    let is_told = |key: &Key| ["block.black", "one_point_jump.black"].contains(&classes[key.class].key.as_str());
    let became = found.became.iter().filter(|(a, b)| is_told(a) && is_told(b));
    let mut lines: Vec<String> =
        became.map(|(a, b)| format!("{} became {}", told(&recorder, a), told(&recorder, b))).collect();
    lines.sort();
    // The jump became the wall of three, and has nothing of the final wall beside it: the dotted circle of the figure.
    assert_eq!(
        lines,
        [
            "block of D3 D4 D5 from 3 to 4 became block of D3 D4 D5 D6 from 4 to 5",
            "block of D3 from 1 to 3 became block of D3 D4 D5 from 3 to 4",
            "block of D5 from 2 to 3 became block of D3 D4 D5 from 3 to 4",
            "one-point jump of D3 D4 D5 from 2 to 3 became block of D3 D4 D5 from 3 to 4",
        ]
    );
}

/// The definition that the manual teaches with.
fn territory() -> Arc<Plan> {
    let manual = include_str!("../../../../docs/models/structure.md");
    let text = manual.split("```").find(|block| block.contains("# territory.ets")).expect("the manual has an example");
    let text = text.strip_prefix("text\n").expect("the example is marked as text");
    Arc::clone(Structure::with_definitions(text).expect("the example can be read").plan())
}

const STAGES: [&str; 5] = ["D4", "F3", "D3", "E3", "F2"];

#[test]
fn a_territory_comes_to_be_in_five_stages() {
    let (recorder, found) = played(territory(), BoardSize::NINE, &STAGES);
    let id = recorder.plan().system().levels[2].class_id("territory").unwrap();
    let territories: Vec<&Key> = found.elements[2].iter().filter(|key| key.class == id).collect();
    let [territory] = territories.as_slice() else { panic!("{} territories", territories.len()) };
    assert_eq!((territory.span.begin, territory.span.end), (5, 6), "it stands since the last stage");
    let mut parts: Vec<(u32, String)> =
        territory.parts.iter().map(|part| (part.span.begin, told(&recorder, part))).collect();
    parts.sort();
    let parts: Vec<String> = parts.into_iter().map(|(_, part)| part).collect();
    assert_eq!(
        parts,
        [
            "one-stone block of D4 from 1 to 3",
            "stone three points from the edge of A4 B4 C4 D4 from 1 to 6",
            "stone three points from the edge of D1 D2 D3 D4 from 1 to 3",
            "knight's jump of D4 E3 E4 F3 from 2 to 4",
            "one-stone block of F3 from 2 to 4",
            "one-point jump of D3 E3 F3 from 3 to 4",
            "two-stone block of D3 D4 from 3 to 4",
            "block of D3 D4 E3 F3 from 4 to 5",
            "block of D3 D4 E3 F2 F3 from 5 to 6",
            "stone one point from the edge of F1 F2 from 5 to 6",
        ]
    );
    // The arrows between the stages: what ended as something else, and what is the same in the first stage and the last.
    let mut arrows: Vec<String> = found
        .became
        .iter()
        .filter(|(a, b)| territory.parts.contains(a) && territory.parts.contains(b))
        .map(|(a, b)| format!("{} > {}", told(&recorder, a), told(&recorder, b)))
        .collect();
    arrows.sort();
    let expected = [
        "block of D3 D4 E3 F3 from 4 to 5 > block of D3 D4 E3 F2 F3 from 5 to 6",
        "one-point jump of D3 E3 F3 from 3 to 4 > block of D3 D4 E3 F3 from 4 to 5",
        "one-stone block of D4 from 1 to 3 > two-stone block of D3 D4 from 3 to 4",
        "one-stone block of F3 from 2 to 4 > block of D3 D4 E3 F3 from 4 to 5",
        "two-stone block of D3 D4 from 3 to 4 > block of D3 D4 E3 F3 from 4 to 5",
    ];
    for arrow in expected {
        assert!(arrows.iter().any(|found| found == arrow), "{arrow}\n{arrows:#?}");
    }
}

#[test]
fn the_same_stones_in_another_order_are_no_such_territory() {
    let plan = territory();
    let is_there = |moves: &[&str]| {
        let moves: Vec<(Color, &str)> = moves.iter().map(|name| (Color::Black, *name)).collect();
        let recorder = recorded_by(Arc::clone(&plan), &put(&Setup::new(BoardSize::NINE), &moves), Attention::Whole);
        counts(&recorder, 2).split(", ").any(|count| count == "territory 1")
    };
    assert!(is_there(&STAGES));
    assert!(is_there(&["D4", "C6", "C4", "C5", "B6"]), "mirrored");
    assert!(!is_there(&["D4", "D3", "F3", "E3", "F2"]), "the block before the jump");
    assert!(!is_there(&["F2", "E3", "D3", "F3", "D4"]), "backwards");
    assert!(!is_there(&STAGES[..4]), "one stage is missing");
}

/// A class of level 2 with these steps, on one-point jumps and diagonals of one block.
fn steps(generate: &str) -> Result<Arc<Plan>, String> {
    let text = format!(
        "level 2 added\nclass own \"own\"\n  con 1: c3_1 -1- c5_1\n  con 2: given c3_1; c3_1 -2- c5_2\n  con 3: given c3_1; c3_1 -became- c3_2\n  generate {generate}\n"
    );
    Structure::with_definitions(&text).map(|family| Arc::clone(family.plan())).map_err(|error| error.to_string())
}

#[test]
fn a_row_before_a_later_step_is_recognised() {
    let own = |generate: &str, moves: &[&str]| {
        let moves: Vec<(Color, &str)> = moves.iter().map(|name| (Color::Black, *name)).collect();
        let game = put(&Setup::new(BoardSize::new(7).unwrap()), &moves);
        let counts = counts(&recorded_by(steps(generate).unwrap(), &game, Attention::Whole), 2);
        counts.split(", ").find_map(|count| count.strip_prefix("own ")).unwrap_or("0").to_string()
    };
    // C5 jumps to E5 and to C3, which is one element; then it grows.
    assert_eq!(own("{1+2} then {3}", &["C5", "E5", "C3"]), "0");
    assert_eq!(own("{1+2} then {3}", &["C5", "E5", "C3", "B5"]), "1");
    assert_eq!(own("{1+2} then {3}", &["C5", "E5", "B5"]), "0", "half of the row");
    assert_eq!(own("{1} {2, none}", &["C5", "E5", "C3"]), "4", "a jump from both ends, one from C3, both from C5");
    assert_eq!(
        own("{1} then {3}*", &["C5", "E5", "B5", "A5"]),
        "4",
        "a jump from both ends, and twice the block grows"
    );
}

#[test]
fn steps_that_cannot_be_followed_are_refused() {
    assert!(
        steps("{1, none} {2}").unwrap_err().contains("the first step is done a fixed number of times, without none")
    );
    assert!(steps("{1}* {2}").unwrap_err().contains("the first step is done a fixed number of times"));
    assert!(steps("then {1}").unwrap_err().contains("nothing comes before the first step"));
}

#[test]
fn level_three_is_made_of_groups() {
    let text = "level 2 added\nlink block \"a block\": b: C3\n  or b: C11\n\nlevel 3 \"armies\"\nclass twice \"two eyes, one by one\" twice\n  con 1: a: C5; b: C5; a -block- b\n  generate {1}\n";
    let plan = Arc::clone(Structure::with_definitions(text).unwrap().plan());
    let two = seen_by(Arc::clone(&plan), "X X X X X\nX . X . X\nX X X X X\n. . . . .\n. . . . .", Attention::Whole);
    assert_eq!(counts(&two, 3), "twice 1");
    let one = seen_by(plan, "X X X . .\nX . X . .\nX X X . .\n. . . . .\n. . . . .", Attention::Whole);
    assert_eq!(counts(&one, 3), "");
}
