//! The drawings of the manual are what they say.

use goban::{Color, Diagram, Setup};
use structure::go::{Attention, Plan};

use crate::support::{put, recorded};

/// The columns of a line: they are apart by three spaces at least.
fn columns(line: &str) -> Vec<&str> {
    line.split("   ").map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// The drawings of a level: the names of the classes and the board.
fn drawings(level: usize) -> Vec<(Vec<String>, String)> {
    let manual = include_str!("../../../../docs/models/structure.md");
    let head = format!("text\nlevel {level}");
    let block = manual.split("```").find(|block| block.starts_with(&head)).expect("the level is drawn");
    let (_, rows) = block.split_once("\n\n").expect("drawings follow");
    let mut all = Vec::new();
    for group in rows.trim_end().split("\n\n") {
        let mut lines = group.lines();
        let titles = columns(lines.next().expect("a title"));
        let mut boards = vec![String::new(); titles.len()];
        for line in lines {
            for (board, row) in boards.iter_mut().zip(columns(line)) {
                board.push_str(&format!("{row}\n"));
            }
        }
        for (title, board) in titles.into_iter().zip(boards) {
            let (names, _) = title.split_once(": ").expect("names and words");
            all.push((names.split(", ").map(str::to_string).collect(), board));
        }
    }
    all
}

/// The setup of a drawing and the moves in it, which have numbers.
fn read(board: &str) -> (Setup, Vec<String>) {
    let setup = Diagram::parse(&board.replace(['1', '2'], ".")).expect("the drawing is a board");
    let rows: Vec<Vec<&str>> = board.lines().map(|row| row.split(' ').collect()).collect();
    let mut moves = Vec::new();
    for number in ["1", "2"] {
        for (row, cells) in rows.iter().enumerate() {
            for column in (0..cells.len()).filter(|&column| cells[column] == number) {
                moves.push(format!("{}{}", ["A", "B", "C", "D", "E", "F", "G"][column], rows.len() - row));
            }
        }
    }
    (setup, moves)
}

#[test]
fn every_class_is_drawn_and_every_drawing_is_one() {
    let plan = Plan::built_in();
    for level in [1, 2] {
        let definitions = &plan.system().levels[level];
        let mut drawn = Vec::new();
        for (names, board) in drawings(level) {
            let (setup, moves) = read(&board);
            for (i, name) in names.iter().enumerate() {
                let id = definitions.class_id(name).unwrap_or_else(|| panic!("there is no class {name}"));
                let mut setup = setup.clone();
                if i == 1 {
                    setup.stones = goban::ByColor { black: setup.stones.white, white: setup.stones.black };
                    assert_eq!(definitions.classes[id].twin, definitions.class_id(&names[0]), "{name}");
                }
                let color = [Color::Black, Color::White][i];
                let moves: Vec<(Color, &str)> = moves.iter().map(|name| (color, name.as_str())).collect();
                let recorder = recorded(&put(&setup, &moves), Attention::Whole);
                let found =
                    definitions.classes.iter().zip(recorder.counts(level)).find(|(class, _)| class.name == *name);
                assert!(found.is_some_and(|(_, count)| *count > 0), "{name}\n{board}");
                drawn.push(name.clone());
            }
        }
        let names: Vec<&String> = definitions.classes.iter().map(|class| &class.name).collect();
        assert!(names.iter().all(|name| drawn.contains(name)), "{drawn:?}");
    }
}
